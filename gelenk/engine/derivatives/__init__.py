"""Rules of exact derivatives for stages whose code is not differentiated line by line.

Documents: design / Tangents of kernels
"""
