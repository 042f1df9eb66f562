"""A linker (ELF): object files of LLVM to a shared library; symbols of existing libraries.

Documents: design / Compiled ahead, loaded without Numba

The formats are those of the System V ABI (generic part, chapters 4 and 5; x86-64 and AArch64 supplements).
"""
