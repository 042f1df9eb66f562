"""Optimization passes and object code for the CPU.

Documents: design / Compiled ahead, loaded without Numba
"""

import llvmlite.binding as llvm
from numba.core import config

from gelenk.toolchain import platforms

# Limits of LLVM's search for the store that a load depends on, in blocks (default 200) and instructions per block
# (default 100). Struct slots never change, so every search ran back to the start of its function: half of the time of
# GVN, itself a third of all passes, for almost no additional load removed.
for limit in ("-memdep-block-number-limit=50", "-memdep-block-scan-limit=30"):
    llvm.set_option("gelenk", limit)


def object_code(module: llvm.ModuleRef, exported: set[str], quick: bool = False) -> bytes:
    """Optimize a module that exports only the symbols ``exported``; return an object file.

    quick   use fewer passes
    """
    optimize(module, exported, quick)
    return machine().emit_object(module)


def optimize(module: llvm.ModuleRef, exported: set[str], quick: bool) -> None:
    """Run the optimization passes over a module.

    quick   fewer passes, for code that is run to be tested: index checks, interleaved code on the CPU. Products are
            fused with sums as otherwise, so that this code rounds as GPUs do
    """
    _hide(module, exported)
    options = llvm.create_pipeline_tuning_options(speed_level=1 if quick else 3)
    if quick:
        options.loop_vectorization = options.slp_vectorization = False
    else:
        options.slp_vectorization = True  # vectorizes hand-unrolled lines
    passes = llvm.create_pass_builder(machine(), options)
    passes.getModulePassManager().run(module, passes)


def simplify(module: llvm.ModuleRef, exported: set[str]) -> None:
    """Run the five passes that remove most of the front end's overhead.

    They take a fifth of the time of the quick pipeline. Only for IR that forbids reordering of sums and fusing of
    products: its results do not depend on the passes.
    """
    _hide(module, exported)
    passes = llvm.create_pass_builder(machine(), llvm.create_pipeline_tuning_options(speed_level=1))
    few = llvm.create_new_module_pass_manager()
    few.add_ipsccp_pass()  # propagates constants through calls
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
    """Return a target machine of optimization level ``effort``: 0 (products not fused) to 3."""
    cpu, features = config.CPU_NAME or llvm.get_host_cpu_name(), config.CPU_FEATURES
    if features is None:
        features = llvm.get_host_cpu_features().flatten()
    row = platforms.here()
    if cpu == row.level and row.tuned[0]:
        cpu, features = row.tuned
    return llvm.Target.from_triple(llvm.get_process_triple()).create_target_machine(
        cpu=cpu, features=features, opt=effort, reloc="pic", codemodel="small"
    )
