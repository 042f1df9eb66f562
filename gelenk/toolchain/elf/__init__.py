"""Linker for ELF: LLVM's object files to a shared library; inspection of libraries.

Documents: design / Compiled ahead, loaded without Numba

The formats are those of the System V ABI (generic part, chapters 4 and 5; x86-64 and AArch64 supplements).
"""
