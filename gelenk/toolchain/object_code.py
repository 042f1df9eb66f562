"""Object code for the CPU: from the bitcode of a stage to an object for a target.

Documents: design / One front end, many targets

Only the compiler process imports this module. LLVM's library for Python has the code generators of all targets, so that
any machine makes the objects of any platform.
"""

import functools

import llvmlite.binding as llvm

from gelenk.toolchain.bitcode import hide
from gelenk.toolchain.targets import HOST, WASM, Target

# Limits of LLVM's search for the store that a load depends on, in blocks (default 200) and instructions per block
# (default 100). Struct slots never change, so every search ran back to the start of its function: half of the time of
# GVN, itself a third of all passes, for almost no additional load removed.
for limit in ("-memdep-block-number-limit=50", "-memdep-block-scan-limit=30"):
    llvm.set_option("gelenk", limit)


def from_bitcode(code: bytes, target: Target, quick: bool = False) -> bytes:
    """Return the object of a module for a target.

    quick   use fewer passes
    """
    module = llvm.parse_bitcode(code)
    own = machine(target)
    # LLVM decides by the triple which C functions it may call
    module.triple, module.data_layout = target.platform.triple, str(own.target_data)
    _run_passes(module, own, quick)
    return own.emit_object(module)


def optimize(module: llvm.ModuleRef, exported: set[str], quick: bool, target: Target) -> None:
    """Run the optimization passes over a module that exports only the symbols ``exported``.

    quick   fewer passes, for code that is run to be tested: index checks, interleaved code on the CPU. Products are
            fused with sums as otherwise, so that this code rounds as GPUs do
    """
    hide(module, exported)
    _run_passes(module, machine(target), quick)


def _run_passes(module: llvm.ModuleRef, own: llvm.TargetMachine, quick: bool) -> None:
    options = llvm.create_pipeline_tuning_options(speed_level=1 if quick else 3)
    if quick:
        options.loop_vectorization = options.slp_vectorization = False
    else:
        options.slp_vectorization = True  # vectorizes hand-unrolled lines
    passes = llvm.create_pass_builder(own, options)
    passes.getModulePassManager().run(module, passes)


def simplify(module: llvm.ModuleRef, exported: set[str], target: Target) -> None:
    """Run the five passes that remove most of the front end's overhead.

    They take a fifth of the time of the quick pipeline. Only for IR that forbids reordering of sums and fusing of
    products: its results do not depend on the passes.
    """
    hide(module, exported)
    passes = llvm.create_pass_builder(machine(target), llvm.create_pipeline_tuning_options(speed_level=1))
    few = llvm.create_new_module_pass_manager()
    few.add_ipsccp_pass()  # propagates constants through calls
    few.add_sroa_pass()
    few.add_simplify_cfg_pass()
    few.add_instruction_combine_pass()
    few.add_global_dead_code_eliminate_pass()
    few.run(module, passes)


def machine(target: Target, effort: int = 3) -> llvm.TargetMachine:
    """Return LLVM's target machine.

    effort   optimization level: 0 (products not fused) to 3
    """
    _initialize()
    platform, level = target
    cpu, features = level.cpu
    if level.name == HOST:
        cpu, features = llvm.get_host_cpu_name(), llvm.get_host_cpu_features().flatten()
    return llvm.Target.from_triple(platform.triple).create_target_machine(
        cpu=cpu,
        features=features,
        opt=effort,
        reloc="static" if platform.linker == WASM else "pic",
        codemodel="small",
    )


@functools.cache
def _initialize() -> None:
    llvm.initialize_all_targets()
    llvm.initialize_all_asmprinters()
