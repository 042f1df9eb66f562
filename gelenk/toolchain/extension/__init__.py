"""Extension module: CPython entry points of the documented functions, in machine code.

Documents: design / The border; API / Functions

    abi              offsets in objects of CPython and numpy, and in gelenk's structs
    arguments        registers, blocks and stack space of a function under construction; checks and loads of its
                     arguments; struct slots and array extents
    argument_checks  text that all entries share: structs, numbers, arrays, keywords
    entry            the entry point of one function
    struct_copy      copies of an MjData and of small structs; bytes that fill an MjData
    block_layout     layout of a struct's arrays in memory
    number_getset    numeric attributes of structs; base type of spec elements
    spec_setters     assignment to fields of spec elements; lists of numbers to arrays of a model
    spec_copy        copies of spec elements
    cpython          CPython functions that kernels call; their plain Python twins
                     (cpython_intrinsics: their intrinsics for compiled code)
    module           the module as LLVM text and bitcode: methods, base types, objects passed from Python
    load             find, compile and load the library; check that this Python has the expected layout;
                     call kernels of the module from Python

Only the compiler process imports cpython_intrinsics and module. Entry points are LLVM text, generated from the rows of
the functions. Two methods are kernels over addresses (in spec_setters and spec_copy), which can be read and run as
Python; the other methods are LLVM text.

Arguments that match the signature go straight to the stage, pipeline entry or kernel that the function's target names
(tables/functions/targets.py). Everything else, and every error, is left to the Python function, which is called with
the original arguments, so that each message is written once. If a kernel stops, a second Python function continues.
"""
