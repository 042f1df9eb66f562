"""Extension module: CPython entry points of the documented functions, in machine code.

Documents: design / The border; API / Functions

    abi              offsets in objects of CPython and numpy, and in our structs
    writer           registers, blocks and stack space of a function under construction
    sizes            struct slots and array extents
    arguments        checks and loads of the arguments of one function
    argument_checks  text that all entries share: structs, numbers, arrays, keywords
    entry            the entry point of one function
    struct_copy      copies of an MjData and of small structs; bytes that fill an MjData
    list_to_array    lists of numbers to arrays of a model
    block_layout     layout of a struct's arrays in memory
    number_getset    numeric attributes of structs
    strict_base      base type of spec elements
    spec_setters     assignment to fields of spec elements
    spec_copy        copies of spec elements
    cpython          CPython functions that kernels call; their plain Python twins
                     (cpython_intrinsics: the same for compiled code; imported by the compiler process alone)
    module           the module: methods, the base type of structs, objects passed from Python
    build            the module as bitcode; imported by the compiler process alone
    load             find, compile and load the library; check that this Python has the expected layout
    call_kernel      calls of the module's kernels from Python

Entry points are LLVM text, generated from the rows of the functions. Two methods are kernels over addresses
(list_to_array, spec_copy), which can be read and run as Python; the others are LLVM text still.

Arguments that match the signature go straight to the stage, pipeline entry or kernel that the function's target names
(tables/functions/targets.py). Everything else, and every error, is left to the Python function, which is called with
the original arguments, so that each message is written once. If a kernel stops, a second Python function continues.
"""
