"""From Python to machine code: the decorator of kernels, memory layout of the structs, compiling, keeping and loading.

Documents: design / Compiled ahead, loaded without Numba
"""
