"""Toolchain: from a kernel to a shared library, and from a call to the library's code.

Documents: design / Compiled ahead, loaded without Numba

    @kernel
    def stage(m, d): ...                             kernel.py; in an ordinary process a Python function
       |  imported by a worker process               compile_worker.py, started by build.py
       v
    types and unoptimized LLVM IR, by Numba          front_end.py, numba_types.py, intrinsics.py
       |  entry gelenk_NAME, linked with all callees bitcode.py
       v
    bitcode, equal for all targets
       |  LLVM's passes for a row of the table       object_code.py, targets.py
       v
    object file of a target
       |  linker                                     link.py, elf/
       v
    shared library, named by a hash of its sources   digests.py; wheel_manifest.py in a wheel, else cache.py
       |  dlopen, dlsym                              library.py, link.py
       v
    stage table: addresses of all loaded stages      library.py; m.stage_table
       ^                     ^                    ^
       | mj_step(m, d)       | run_stage(...)     | call_stage(m, d, index)
    CPython entry points     ctypes               compiled code of another stage
    (extension/)             (runtime/pipeline.py)

gpu/ contains the passes that turn the same kernels into GPU code; ir_text/ parses the LLVM text that these passes read.
"""
