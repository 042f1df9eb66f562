"""Libraries with tangents: from the bitcode of stages to objects for targets.

Documents: design / Tangents of kernels

    bitcode of a stage -> promote memory to registers, inline small functions -> rewrite -> the usual passes -> object

Only the compiler process imports this module. Passes before the rewriting must not turn indices into byte offsets. The
text is rewritten once for all targets.
"""

import functools
from collections.abc import Sequence

import llvmlite.binding as llvm

from gelenk.tables.gradients import TAPE, columns
from gelenk.toolchain import object_code
from gelenk.toolchain.bitcode import hide
from gelenk.toolchain.ir_text.functions import with_named_values, without_attributes
from gelenk.toolchain.tangents.rewrite import Rewriter, with_tangents
from gelenk.toolchain.tangents.rules import symbol, varying
from gelenk.toolchain.tangents.tape import Recorder
from gelenk.toolchain.targets import Target, target_named

LONGEST_INLINED = 150  # largest number of instructions of a function that is inlined into all callers
# LLVM's passes run for this target, whatever the target of the code: the rewriter writes vectors, so no pass looks for
# them, which is what targets differ in.
_OPTIMIZER = "linux-x86_64 x86-64-v3"
_PROMOTE = ("sroa", "simplify_cfg", "sccp", "simplify_cfg", "aggressive_dce", "global_dead_code_eliminate")


def objects(
    modules: list[bytes], rows: list[list[str]], kind: str, targets: Sequence[Target], quick: bool
) -> list[list[bytes]]:
    """Return the objects of stages with tangents, for each stage those of each target.

    modules  bitcode of each stage
    rows     (name, module, library, kinds) of each stage
    kind     which fields vary (tables/gradients.py)
    quick    use fewer passes
    """
    return [
        _objects(code, row[0], row[3], kind, targets, quick) for code, row in zip(modules, rows, strict=True)
    ]


def _objects(
    code: bytes, stage: str, kinds: str, kind: str, targets: Sequence[Target], quick: bool
) -> list[bytes]:
    entry, new = f"gelenk_{stage}", symbol(stage, kind)
    writer = Recorder if kind.endswith(TAPE) else Rewriter
    text = with_tangents(simplified(code, entry), {entry: (kinds, new)}, varying(kind), columns(kind), writer)

    def parse() -> llvm.ModuleRef:
        module = llvm.parse_assembly(text)
        module.verify()
        hide(module, {new, "gelenk_out_of_bounds"})
        return module

    return object_code.for_targets(parse, targets, quick, target_named(_OPTIMIZER))


@functools.lru_cache(maxsize=64)  # kinds share the text
def simplified(code: bytes, entry: str) -> str:
    """Return the text of a stage with values in registers and small functions inlined."""
    module = llvm.parse_bitcode(code)
    hide(module, {entry})
    passes = llvm.create_pass_builder(
        object_code.machine(target_named(_OPTIMIZER)), llvm.create_pipeline_tuning_options(speed_level=1)
    )
    _run(module, passes, _PROMOTE)
    text = str(module)
    for function in module.functions:
        if function.is_declaration or function.name == entry:
            continue
        length = sum(1 for block in function.blocks for _ in block.instructions)
        if length <= LONGEST_INLINED or text.count(f"@{function.name}(") == 2:
            function.add_function_attribute("alwaysinline")
    _run(module, passes, ("always_inliner", "global_dead_code_eliminate", *_PROMOTE, *_PROMOTE))
    return without_attributes(with_named_values(str(module)), ("alwaysinline", "noinline"))


def _run(module: llvm.ModuleRef, passes: llvm.PassBuilder, names: tuple[str, ...]) -> None:
    manager = llvm.create_new_module_pass_manager()
    for name in names:
        getattr(manager, f"add_{name}_pass")()
    manager.run(module, passes)
