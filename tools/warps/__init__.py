"""Simulator of warps: run our PTX in numpy, 32 lanes at once, and count its costs on a GPU.

    listing.py      PTX text -> functions, basic blocks, immediate post-dominators
    semantics.py    an instruction -> Python source that computes it for 32 lanes
    block_code.py   a basic block -> a Python function that also tracks when registers are ready
    execution.py    runs a function for one warp, with a stack of masks
    memory.py       device memory and its caches
    costs.py        issue slots and latencies of instructions; predicted time of a launch
    driver.py       a CUDA driver on the simulator, so that `DeviceBatch` runs unchanged
    report.py       worlds of a scene, counts of each kernel, and the tables of docs/gpu.md

`python -m tools.warps humanoid --lanes 8` prints a table. It needs Numba and libdevice, but no GPU.
"""
