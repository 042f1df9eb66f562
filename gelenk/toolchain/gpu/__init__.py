"""GPU code: from kernels to PTX and machine code, by passes over LLVM text.

Documents: design / Many worlds on GPUs

    kernels (Python)
       |  front_end.whole with interleaved_types         once per library, cached as .tiles.bc
       v
    unoptimized LLVM IR: double, i64, tile and lane count still open
       |  variant.apply_variant
       |     lane_loops.distribute_loops    with several lanes: iterations of each lane, clones that one lane runs
       |     constants           tolerances of the precision, tile size; without overrides, their tables are 0
       |     number types        exact: no fast-math flags; double -> float, i64 -> i32, alignments
       v
    IR of one variant -----------------------------+
       |  program_ir.text: slots, gelenk_call,     |  fewer of LLVM's passes (library_ir.py)
       |  gelenk_clear, kernels; linked            |  barriers.insert_barriers, with lanes
       v                                           v
    one module                                  objects of the libraries and of program_ir.text
       |  ptx.for_gpu: links libdevice             |  link.shared_library
       |  ptx.assembly: LLVM's passes, then        v
       |  barriers.insert_barriers with several lanes     shared library, which tests GPU code on the CPU
       v
    PTX, which the driver can assemble
       |  ptx.executable: ptxas -c, nvlink
       v
    machine code (cubin)

lane_loops, variant, barriers (with dataflow) and ptx rewrite LLVM text, which toolchain/ir_text parses.
tests/gpu/golden has the output of each of these passes for each version of llvmlite.
"""
