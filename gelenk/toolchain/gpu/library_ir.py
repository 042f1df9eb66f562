"""Compile the stages of a library for batches: LLVM IR as bitcode, an object, or PTX.

Documents: design / Many worlds on GPUs

    position-<sources>-<compiler>.tiles.bc                         unoptimized IR of the front end
    position-<sources>-<compiler>.f64i64-<passes>.tiles.o          object of one variant for the CPU, for tests
    position-<sources>-<compiler>.f32i32-<passes>.tiles.ptx        each stage by itself, for a GPU

Calls of other stages, slots and the list of fields that a reset clears stay undefined; a program defines them
(program_ir.py).
"""

import json
from collections.abc import Sequence
from pathlib import Path

import llvmlite.binding as llvm

from gelenk.tables import gpu_stages
from gelenk.toolchain import bitcode, cache, digests, front_end, object_code, platforms, struct_layout
from gelenk.toolchain.gpu import barriers, program_ir, ptx
from gelenk.toolchain.gpu.variant import VARIANTS, Variant, apply_variant
from gelenk.toolchain.ir_text.instructions import addresses
from gelenk.toolchain.struct_layout import ALONE, GLUE, KERNEL_ROWS, PROGRAM, symbol

ENDING = ".tiles.bc"
Rows = Sequence[Sequence[str]]  # name, module, library and argument kinds of stages


def make(path: str, rows: Rows) -> bytes:
    """Return the contents of the file ``path`` for the stages ``rows``.

    rows     (name, module, library, kinds) of each stage
    """
    file = Path(path)
    kind = file.name.partition("-")[0]
    if path.endswith(ENDING):
        return front(rows).as_bitcode()
    llvm.initialize_native_target()
    llvm.initialize_native_asmprinter()
    if path.endswith(".json"):
        return json.dumps(used(str(llvm.parse_bitcode(_front_of(file, rows))))).encode()
    variant = VARIANTS[file.name.split(".")[-3].partition("-")[0]]
    gpu = path.endswith(".ptx")
    if kind == PROGRAM:
        return ptx.assembly(ptx.for_gpu(_whole(rows, variant)), _kernels(rows), lanes=variant.lanes).encode()
    if kind == GLUE:
        made = llvm.parse_assembly(_glue(rows, variant, gpu))
        names = {part.name for part in made.functions} | _globals(made)
        return _object(made, names, variant)
    module = llvm.parse_assembly(apply_variant(str(llvm.parse_bitcode(_front_of(file, rows))), variant))
    if not gpu:
        alone = {
            entry(row[0]) + ALONE for row in rows if variant.lanes > 1 and row[0] in gpu_stages.BY_A_LANE
        }
        return _object(module, {entry(row[0]) for row in rows} | alone, variant)
    kernels = [program_ir.kernel(row[0], row[3], variant) for row in rows]
    module.link_in(llvm.parse_assembly("\n".join([program_ir.alone(rows, variant), *kernels])))
    kept = {program_ir.KERNEL + row[0] for row in rows}
    return ptx.assembly(ptx.for_gpu(module), kept, apart=False, lanes=variant.lanes).encode()


def _object(module: llvm.ModuleRef, exported: set[str], variant: Variant) -> bytes:
    """Return CPU code that tests GPU code; several lanes wait at barriers as on a GPU.

    Results of exact code do not depend on the passes, so as few as possible run with one lane; the places of barriers
    depend on the passes.
    """
    target = platforms.target()
    if variant.exact and variant.lanes == 1:
        object_code.simplify(module, exported, target)
    else:
        object_code.optimize(module, exported, True, target)
    if variant.lanes > 1:
        module = llvm.parse_assembly(barriers.insert_barriers(str(module), variant.lanes, gpu=False))
    return object_code.machine(target, 0 if variant.exact else 3).emit_object(module)


def _globals(module: llvm.ModuleRef) -> set[str]:
    return {part.name for part in module.global_variables}


def _kernels(rows: Rows) -> set[str]:
    return {program_ir.KERNEL + row[0] for row in rows if row[2] == KERNEL_ROWS} | set(program_ir.COPIES)


def _glue(rows: Rows, variant: Variant, gpu: bool) -> str:
    stages = [(row[0], row[3]) for row in rows if row[2] != KERNEL_ROWS]
    kernels = [row[0] for row in rows if row[2] == KERNEL_ROWS]
    return program_ir.text(stages, kernels, variant, gpu)


def _whole(rows: Rows, variant: Variant) -> llvm.ModuleRef:
    """Return all libraries, and the definitions that link them, as one module."""
    parts: dict[str, list] = {}
    for row in rows:
        if row[2] != KERNEL_ROWS:
            parts.setdefault(row[2], []).append(row)
    whole = llvm.parse_assembly(_glue(rows, variant, True))
    for library, own in parts.items():
        file = cache.folder() / digests.piece_name(library, gpu_stages.rows(library))
        whole.link_in(
            llvm.parse_assembly(apply_variant(str(llvm.parse_bitcode(_front_of(file, own))), variant))
        )
    return whole


def entry(stage: str) -> str:
    """Return the symbol of a stage."""
    return f"gelenk_{stage}"


def _front_of(path: Path, rows: Rows) -> bytes:
    own = path.with_name(path.name.split(".")[0] + ENDING)
    with platforms.locked(f"{own}.lock"):
        if cache.find(own.name) is None:
            cache.write_sealed(own, front(rows).as_bitcode())
    return cache.read(own)


def front(rows: Rows) -> llvm.ModuleRef:
    """Return the unoptimized module of the stages ``rows`` and all that they call."""
    from importlib import import_module

    stages = [(entry(row[0]), getattr(import_module(row[1]), row[0]), row[3]) for row in rows]
    compiled = [bitcode.compiled(function, kinds) for _, function, kinds in stages]
    module = front_end.whole(*(c.library for c in compiled))
    for (name, _, kinds), made in zip(stages, compiled, strict=True):
        module.link_in(llvm.parse_assembly(bitcode.wrapper(name, made, kinds)))
    kept = {name for name, _, _ in stages}
    for function in module.functions:
        if not function.is_declaration and function.name not in kept:
            function.linkage = "internal"
    return module


def used(text: str) -> dict[str, list[str]]:
    """Return the fields of model and data that a text accesses, which a batch must allocate."""
    plans = {symbol(plan.name): plan for plan in (struct_layout.MODEL, struct_layout.DATA)}
    names = {key: {offset: name for name, offset in plan.offset.items()} for key, plan in plans.items()}
    found: dict[str, set[str]] = {plan.name: set() for plan in plans.values()}
    for key, offset in addresses(text, names):
        found[plans[key].name].add(names[key][offset])
    return {struct: sorted(fields) for struct, fields in found.items()}
