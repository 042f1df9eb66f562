"""Kernels for the processor: LLVM's passes over all that a stage calls, and its object code.

Documents: design / Compiled ahead, loaded without Numba
"""

import llvmlite.binding as llvm
from numba.core import config

from gelenk.toolchain import platforms

# How far back LLVM looks for what a load may read, in blocks (200 by default) and instructions of a block (100). Slots
# of structs never change, so nothing stops it before the start of a function: half of the time of GVN, which is a
# third of that of all passes, went into looking there, and hardly a load less is what it found.
for limit in ("-memdep-block-number-limit=50", "-memdep-block-scan-limit=30"):
    llvm.set_option("gelenk", limit)


def object_code(module: llvm.ModuleRef, exported: set[str], quick: bool = False) -> bytes:
    """Optimise a module of which only the symbols ``exported`` stay visible, and turn it into an object file.

    quick   see `optimised`
    """
    optimised(module, exported, quick)
    return machine().emit_object(module)


def optimised(module: llvm.ModuleRef, exported: set[str], quick: bool) -> None:
    """Run the passes over a module.

    quick   what runs to be tested, kernels that check every index and those for GPUs: fewer passes. Products are fused
            with sums as otherwise, so that these round as GPUs do
    """
    _hide(module, exported)
    options = llvm.create_pipeline_tuning_options(speed_level=1 if quick else 3)
    if quick:
        options.loop_vectorization = options.slp_vectorization = False
    else:
        options.slp_vectorization = True  # hand-unrolled lines become vector instructions
    passes = llvm.create_pass_builder(machine(), options)
    passes.getModulePassManager().run(module, passes)


def simplified(module: llvm.ModuleRef, exported: set[str]) -> None:
    """Run the five passes that take most out of what the front end gives, a fifth of the work of `optimised`, quick.

    Only for text that lets no sum be reordered and no product be fused: its bits are the same after any passes.
    """
    _hide(module, exported)
    passes = llvm.create_pass_builder(machine(), llvm.create_pipeline_tuning_options(speed_level=1))
    few = llvm.create_new_module_pass_manager()
    few.add_ipsccp_pass()  # constants that calls pass on
    few.add_sroa_pass()
    few.add_simplify_cfg_pass()
    few.add_instruction_combine_pass()
    few.add_global_dead_code_eliminate_pass()
    few.run(module, passes)


def _hide(module: llvm.ModuleRef, exported: set[str]) -> None:
    for part in (*module.functions, *module.global_variables):
        if not part.is_declaration and part.name not in exported:
            part.linkage = "internal"


def machine(effort: int = 3) -> llvm.TargetMachine:
    """What turns modules into objects, with an effort from 0, where no product is fused with a sum, to 3."""
    cpu, features = config.CPU_NAME or llvm.get_host_cpu_name(), config.CPU_FEATURES
    if features is None:
        features = llvm.get_host_cpu_features().flatten()
    row = platforms.here()
    if cpu == row.level and row.tuned[0]:
        cpu, features = row.tuned
    return llvm.Target.from_triple(llvm.get_process_triple()).create_target_machine(
        cpu=cpu, features=features, opt=effort, reloc="pic", codemodel="small"
    )
