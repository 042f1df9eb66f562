"""The border: entry points of CPython for the documented functions, made from their rows as LLVM text.

Documents: design / The border; API / Functions

    common      text that all entries share: looking at structs, numbers, arrays, keywords
    entry       the text of one function
    arguments   of it, what looks at its arguments
    copies      a MjData made equal to another
    rows        copies of small structs
    assigned    what is assigned to fields of spec elements
    plans       where the arrays of a struct lie in memory
    module      the module: methods, the base type of structs, what Python hands over
    compose     all of it as objects; imported only by the process that compiles
    places      where CPython and numpy keep what the text reads
    load        finding, compiling and loading the library; whether this Python is as the text believes

Arguments as the row of a function wants them go straight to the stage, the entry of the pipeline or the kernel that its
target names (tables/functions/targets.py). Everything else, and every error, is left to the Python function, with the
very arguments of the call, so messages are written once. Kernels may stop: then a second Python function goes on.
"""
