"""Places of tangents: shadow structs, and the fields that vary.

Documents: design / Tangents of kernels

    slot of an array in a struct      slot of its shadow, at the same offset of the shadow struct
    element i of an array             k tangents at 8 k i in the shadow
    scalar in a struct                k tangents behind the slots, at `scalars_at` + k * offset
    slot of a nested struct           slot of the shadow of the nested struct
"""

from gelenk.tables.gradients import FIXED_MODEL, HELD, PARAMETERS, TAPE, columns
from gelenk.toolchain.struct_layout import DATA, MODEL, OPTION, STATISTIC, Layout

STRUCTS = {plan.name: plan for plan in (MODEL, DATA, OPTION, STATISTIC)}
LINE = 64  # bytes: alignment of shadows


def scalars_at(plan: Layout) -> int:
    """Return the offset of the tangents of scalars in a shadow struct, after its slots."""
    return -(-plan.nslot * 8 // LINE) * LINE


def size_of(plan: Layout, width: int) -> int:
    """Return the bytes of a shadow struct."""
    return scalars_at(plan) + 8 * plan.nslot * width


def varying(kind: str) -> frozenset[str]:
    """Return the fields, as "data.qpos", that carry tangents in code of a kind."""
    data = {name for name, f in DATA.arrays.items() if f.dtype == "float64"}
    data |= {name for name, dtype in DATA.scalars.items() if dtype == "float64"}
    found = {f"data.{name}" for name in data - HELD.keys()}
    return frozenset(found | model_fields() if kind.removesuffix(TAPE) == PARAMETERS else found)


def model_fields() -> set[str]:
    """Return the parameters of a model, as "model.body_mass", "option.gravity"."""
    found = {f"model.{name}" for name, f in MODEL.arrays.items() if f.dtype == "float64"}
    found |= {f"option.{name}" for name, f in OPTION.arrays.items() if f.dtype == "float64"}
    found |= {f"option.{name}" for name, dtype in OPTION.scalars.items() if dtype == "float64"}
    fixed = {name.replace("opt.", "option.") if "." in name else f"model.{name}" for name in FIXED_MODEL}
    return found - fixed


def symbol(stage: str, kind: str) -> str:
    """Return the symbol of a stage with tangents."""
    return f"gelenk_{stage}_{kind}{columns(kind)}"
