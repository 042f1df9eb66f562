"""The one decorator of everything that is compiled, and the door from one stage to another.

Documents: design / Kernels

In an ordinary process a kernel stays the Python function that it is, so it runs under a debugger (GELENK_JIT=0).
The process that compiles (compile_worker.py) switches COMPILING on before it imports any kernel, and puts intrinsics in
the place of the functions below.
"""

COMPILING = False
FAST = {"contract", "nsz", "arcp", "reassoc"}  # neither nnan nor ninf: NaN must be seen


def kernel(function):
    """Mark ``function`` as compiled: machine code in the compile process, itself everywhere else."""
    if not COMPILING:
        return function
    from gelenk.jit.bridge import compile_kernel

    return compile_kernel(function)


def call_stage(m, d, index):
    """Run stage ``index`` of the stage table on these structs (plain Python twin of the intrinsic)."""
    from gelenk.jit.library import call_python

    call_python(index, m, d)


def call_pair(m, d, index, geom1, geom2):
    """Run collision stage ``index`` on a pair of geoms (plain Python twin of the intrinsic)."""
    from gelenk.jit.library import call_python

    call_python(index, m, d, geom1, geom2)


def flat(array):
    """All numbers of an array as one dimension (plain Python twin of the intrinsic)."""
    return array.reshape(-1)
