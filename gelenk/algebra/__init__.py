"""Vector and matrix algebra on tuples; kernels that also run as plain Python.

Documents: design / Kernels
"""
