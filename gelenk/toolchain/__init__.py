"""Toolchain: from a kernel to a shared library, and from a call to the library's code.

Documents: design / Compiled ahead, loaded without Numba

    @kernel
    def stage(m, d): ...                                   kernel.py; a Python function in an ordinary process
       |  imported by a worker process                     build.py starts it, compile_worker.py
       v
    types and unoptimized LLVM IR, by Numba                front_end.py, numba_types.py, intrinsics.py
       |  entry gelenk_NAME, linked with all callees       object_code.py
       |  LLVM's passes                                    cpu.py
       v
    object file
       |  linker                                           link.py, elf/
       v
    shared library, named by a hash of its sources         sources.py; in a wheel (wheel_manifest.py)
       |  dlopen, dlsym                                    or in the cache folder (cache.py)
       v
    stage table: the address of every loaded stage         library.py
       ^                     ^                    ^
       | mj_step(m, d)       | library.call(...)  | call_stage(m, d, index)
    entry points of CPython  ctypes               compiled code of other stages, by m.stage_table
    (extension/)

gpu/ has the passes that turn the same kernels into GPU code.
"""
