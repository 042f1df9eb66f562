"""Kernels for the processor: LLVM's passes over all that a stage calls, and its object code.

Documents: design / Compiled ahead, loaded without Numba
"""

import llvmlite.binding as llvm
from numba.core import config

from gelenk.jit import platforms

# How far back LLVM looks for what a load may read, in blocks (200 by default) and instructions of a block (100). Slots
# of structs never change, so nothing stops it before the start of a function: half of the time of GVN, which is a
# third of that of all passes, went into looking there, and hardly a load less is what it found.
for limit in ("-memdep-block-number-limit=50", "-memdep-block-scan-limit=30"):
    llvm.set_option("gelenk", limit)


def object_code(module: llvm.ModuleRef, exported: set[str], quick: bool = False) -> bytes:
    """Optimise a module of which only the symbols ``exported`` stay visible, and turn it into an object file.

    quick   see `optimised`
    """
    machine = optimised(module, exported, quick)
    return machine.emit_object(module)


def optimised(module: llvm.ModuleRef, exported: set[str], quick: bool) -> llvm.TargetMachine:
    """Run the passes over a module; returns what turns it into an object.

    quick   what runs to be tested, kernels that check every index and those for GPUs: fewer passes. Products are fused
            with sums as otherwise, so that these round as GPUs do
    """
    for part in (*module.functions, *module.global_variables):
        if not part.is_declaration and part.name not in exported:
            part.linkage = "internal"
    machine = _machine()
    options = llvm.create_pipeline_tuning_options(speed_level=1 if quick else 3)
    if quick:
        options.loop_vectorization = options.slp_vectorization = False
    else:
        options.slp_vectorization = True  # hand-unrolled lines become vector instructions
    passes = llvm.create_pass_builder(machine, options)
    passes.getModulePassManager().run(module, passes)
    return machine


def _machine() -> llvm.TargetMachine:
    cpu, features = config.CPU_NAME or llvm.get_host_cpu_name(), config.CPU_FEATURES
    if features is None:
        features = llvm.get_host_cpu_features().flatten()
    row = platforms.here()
    if cpu == row.level and row.tuned[0]:
        cpu, features = row.tuned
    return llvm.Target.from_triple(llvm.get_process_triple()).create_target_machine(
        cpu=cpu, features=features, opt=3, reloc="pic", codemodel="small"
    )
