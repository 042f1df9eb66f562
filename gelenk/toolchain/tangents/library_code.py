"""Libraries with tangents: from the bitcode of stages to an object for a target.

Documents: design / Tangents of kernels

    bitcode of a stage -> promote memory to registers, inline small functions -> rewrite -> the usual passes -> object

Only the compiler process imports this module. Passes before the rewriting must not turn indices into byte offsets.
"""

import llvmlite.binding as llvm

from gelenk.tables.gradients import TAPE, columns
from gelenk.toolchain import object_code
from gelenk.toolchain.bitcode import hide
from gelenk.toolchain.ir_text.functions import without_attributes
from gelenk.toolchain.tangents.places import symbol, varying
from gelenk.toolchain.tangents.rewrite import Rewriter, with_tangents
from gelenk.toolchain.tangents.tape import Recorder
from gelenk.toolchain.targets import Target

LONGEST_INLINED = 150  # largest number of instructions of a function that is inlined into all callers
_PROMOTE = ("sroa", "simplify_cfg", "sccp", "simplify_cfg", "aggressive_dce", "global_dead_code_eliminate")


def objects(
    modules: list[bytes], rows: list[list[str]], kind: str, target: Target, quick: bool
) -> list[bytes]:
    """Return the objects of stages with tangents.

    modules  bitcode of each stage
    rows     (name, module, library, kinds) of each stage
    kind     which fields vary (tables/gradients.py)
    quick    use fewer passes
    """
    return [
        _object(code, row[0], row[3], kind, target, quick) for code, row in zip(modules, rows, strict=True)
    ]


def _object(code: bytes, stage: str, kinds: str, kind: str, target: Target, quick: bool) -> bytes:
    entry, new = f"gelenk_{stage}", symbol(stage, kind)
    writer = Recorder if kind.endswith(TAPE) else Rewriter
    plain = simplified(code, entry, target)
    text = with_tangents(plain, {entry: (kinds, new)}, varying(kind), columns(kind), writer)
    module = llvm.parse_assembly(text)
    module.verify()
    own = object_code.machine(target)
    module.triple, module.data_layout = target.platform.triple, str(own.target_data)
    object_code.optimize(module, {new, "gelenk_out_of_bounds"}, quick, target)
    return own.emit_object(module)


def simplified(code: bytes, entry: str, target: Target) -> str:
    """Return the text of a stage with values in registers and small functions inlined."""
    module = llvm.parse_bitcode(code)
    hide(module, {entry})
    passes = llvm.create_pass_builder(
        object_code.machine(target), llvm.create_pipeline_tuning_options(speed_level=1)
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
    return without_attributes(str(module), ("alwaysinline", "noinline"))


def _run(module: llvm.ModuleRef, passes: llvm.PassBuilder, names: tuple[str, ...]) -> None:
    manager = llvm.create_new_module_pass_manager()
    for name in names:
        getattr(manager, f"add_{name}_pass")()
    manager.run(module, passes)
