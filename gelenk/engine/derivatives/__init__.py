"""Rules of exact derivatives that are not those of rewritten code.

Documents: design / Tangents of kernels
"""
