"""Object code for the CPU: from the bitcode of a stage to an object for a target.

Documents: design / One front end, many targets

Only the compiler process imports this module. LLVM's library for Python has the code generators of all targets, so that
any machine makes the objects of any platform.
"""

import functools
from collections.abc import Callable, Sequence

import llvmlite.binding as llvm

from gelenk.toolchain.bitcode import hide
from gelenk.toolchain.targets import HOST, WASM, Target

# Limits of LLVM's search for the store that a load depends on, in blocks (default 200) and instructions per block
# (default 100). Struct slots never change, so every search ran back to the start of its function: half of the time of
# GVN, itself a third of all passes, for almost no additional load removed.
for limit in ("-memdep-block-number-limit=50", "-memdep-block-scan-limit=30"):
    llvm.set_option("gelenk", limit)


def from_bitcode(code: bytes, targets: Sequence[Target], quick: bool = False) -> list[bytes]:
    """Return the object of a module for each of ``targets``.

    quick   use fewer passes
    """
    return for_targets(lambda: llvm.parse_bitcode(code), targets, quick)


def for_targets(
    parse: Callable[[], llvm.ModuleRef],
    targets: Sequence[Target],
    quick: bool = False,
    optimizer: Target | None = None,
) -> list[bytes]:
    """Return the object of a module for each of ``targets``.

    The passes run once for all targets that have an optimizer in common.

    parse      returns a new module each time
    quick      use fewer passes
    optimizer  the target for which the passes run, without those that make vectors, for code that has vectors already;
               by default that of each target
    """
    made: dict[Target, bytes] = {}
    passes = {target: optimizer or target.optimizer for target in targets}
    for shared in dict.fromkeys(passes.values()):
        module, own = parse(), machine(shared)
        _set_target(module, shared, own)
        _run_passes(module, own, quick, vectorize=optimizer is None)
        group = [target for target in targets if passes[target] == shared]
        # Code generation changes a module, so all but the last get a copy.
        for target in group:
            made[target] = _object(module if target == group[-1] else module.clone(), target)
    return [made[target] for target in targets]


def _set_target(module: llvm.ModuleRef, target: Target, own: llvm.TargetMachine) -> None:
    # LLVM decides by the triple which C functions it may call.
    module.triple, module.data_layout = target.platform.triple, str(own.target_data)


def _object(module: llvm.ModuleRef, target: Target) -> bytes:
    own = machine(target)
    _set_target(module, target, own)
    return own.emit_object(module)


def optimize(module: llvm.ModuleRef, exported: set[str], quick: bool, target: Target) -> None:
    """Run the optimization passes over a module that exports only the symbols ``exported``.

    quick   fewer passes, for code whose speed does not matter: index checks, interleaved code on the CPU. Products and
            sums are fused in any case, so that results round as on GPUs
    """
    hide(module, exported)
    _run_passes(module, machine(target), quick)


def _run_passes(module: llvm.ModuleRef, own: llvm.TargetMachine, quick: bool, vectorize: bool = True) -> None:
    options = llvm.create_pipeline_tuning_options(speed_level=1 if quick else 3)
    # SLP vectorizes hand-unrolled lines
    options.loop_vectorization = options.slp_vectorization = vectorize and not quick
    passes = llvm.create_pass_builder(own, options)
    passes.getModulePassManager().run(module, passes)


def simplify(module: llvm.ModuleRef, exported: set[str], target: Target) -> None:
    """Run the five passes that remove most of the front end's overhead.

    They take a fifth of the time of the quick pipeline. Use them only for IR without fast-math flags, whose results do
    not depend on the passes.
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
