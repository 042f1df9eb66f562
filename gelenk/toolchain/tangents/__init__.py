"""Tangents of kernels: LLVM text of a stage rewritten to carry directional derivatives.

Documents: design / Tangents of kernels
"""
