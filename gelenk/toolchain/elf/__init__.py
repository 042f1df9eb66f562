"""Linking without a linker: from the objects that LLVM writes to a shared library; what a library exports and needs.

Documents: design / Compiled ahead, loaded without Numba

Formats are those of the System V ABI (generic part, chapters 4 and 5; x86-64 and AArch64 supplements).
"""
