"""Rules of actuators: damping ratios, inheritance of shortcuts, limits of activations.

Documents: drop-in / Versions; XML reference / actuator

Each actuator is compared as both releases read and compile it. Where they differ, the attributes of its shortcut state
the parameters of the old release; an actuator that its shortcut cannot state becomes `general`.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from gelenk.migration.sides import Change, Remark, Rule, Sides, number, numbers
from gelenk.tables.enums import mjtBias, mjtDyn, mjtGain
from gelenk.tables.releases import R3_11, R3_15, R3_16
from gelenk.tables.schema.actuators import ACTUATOR

if TYPE_CHECKING:
    from gelenk.migration.reading import Record

Found = Iterator[Change | Remark]
Laws = dict[str, tuple[float, ...]]  # dyn, gain, bias -> type and the parameters that it uses

DAMPING = Rule("damping ratio", R3_15, "dampratio refers to the mass that the actuator moves")
INHERITANCE = Rule("shortcuts", R3_16, "shortcuts inherit from defaults of the same shortcut or of general")
ACTIVATION = Rule("activation limit", R3_11, "actlimited of intvelocity is automatic")
ROUNDING = 1e-12  # relative difference of dampings that counts as rounding
USED: dict[str, dict[int, int]] = {  # law -> type -> number of parameters that count; others use all
    "dyn": {
        mjtDyn.mjDYN_NONE: 0,
        mjtDyn.mjDYN_INTEGRATOR: 0,
        mjtDyn.mjDYN_FILTER: 1,
        mjtDyn.mjDYN_FILTEREXACT: 1,
    },
    "gain": {mjtGain.mjGAIN_FIXED: 1, mjtGain.mjGAIN_AFFINE: 3},
    "bias": {mjtBias.mjBIAS_NONE: 0, mjtBias.mjBIAS_AFFINE: 3},
}
TYPES: dict[str, Any] = {"dyn": mjtDyn, "gain": mjtGain, "bias": mjtBias}


def actuators(sides: Sides) -> Found:
    """Yield the changes of all actuators, and remarks about those that cannot be stated."""
    if not any(map(sides.crosses, (R3_11, R3_15, R3_16))):
        return
    index = {id(element): i for i, element in enumerate(sides.old.spec.actuators)}
    for record, other in sides.records():
        i = index.get(id(record.element), -1)
        if i >= 0:
            yield from one_actuator(sides, record, other, i)


def one_actuator(sides: Sides, record: Record, other: Record, i: int) -> Found:
    """Yield the changes of actuator ``i``."""
    old, new = laws(record.element), laws(other.element)
    models = sides.old.model, sides.new.model
    damping, others = (float(m.actuator_biasprm[i, 2]) for m in models)
    ratio = record.element.biasprm[2] > 0 and abs(damping - others) > ROUNDING * abs(damping)
    values: dict[str, str | None] = {}
    if old != new:
        values = shortcut_values(record, old, new, sides.new.release) or {}
        if not values:
            if record.element.inheritrange:
                remedy = "state ctrlrange instead of inheritrange, then migrate again"
                what = "the parameters are inherited from another shortcut, and inheritrange is in use"
                yield sides.remark(INHERITANCE, record, what, remedy)
                return
            yield from as_general(sides, record, old, i)
            return
        for name, value in values.items():
            yield sides.change(INHERITANCE, record, name, value)
    if ratio and record.node.tag in ("position", "intvelocity"):
        if "dampratio" in record.node.attrs:
            yield sides.change(DAMPING, record, "dampratio", None)
        yield sides.change(DAMPING, record, "kv", number(-damping))
    elif ratio:
        yield sides.change(DAMPING, record, "biasprm", numbers(models[0].actuator_biasprm[i]))
    limited = [bool(m.actuator_actlimited[i]) for m in models]
    if limited[0] != limited[1]:
        yield sides.change(ACTIVATION, record, "actlimited", "true" if limited[0] else "false")


def laws(actuator: Any) -> Laws:
    """Return the types of an actuator with the parameters that these types use."""
    found = {}
    for name, counts in USED.items():
        kind = int(getattr(actuator, f"{name}type"))
        values = getattr(actuator, f"{name}prm")
        found[name] = (kind, *map(float, values[: counts.get(kind, len(values))]))
    return found


def shortcut_values(record: Record, old: Laws, new: Laws, release: int) -> dict[str, str | None] | None:
    """Return the attributes that give a shortcut the laws ``old`` instead of ``new``, or None.

    release   that reads the attributes: before 3.16, cylinder takes the first number of bias only
    """
    tag, gain, bias = record.node.tag, old["gain"], old["bias"]
    if tag in ("position", "intvelocity"):
        return servo_values(tag, old, new)
    if tag in ("velocity", "adhesion"):
        name = "kv" if tag == "velocity" else "gain"
        same = old["dyn"] == new["dyn"] and (tag == "adhesion" or bias[1:] == (0, 0, -gain[1]))
        return {name: number(gain[1])} if same and gain[0] == mjtGain.mjGAIN_FIXED else None
    if tag == "damper" and gain[:3] == (mjtGain.mjGAIN_AFFINE, 0, 0) and old["dyn"] == new["dyn"]:
        return {"kv": number(-gain[3])}
    if tag == "cylinder" and old["dyn"][0] == new["dyn"][0]:
        if release >= R3_16 or bias[2:] == new["bias"][2:]:
            return {"timeconst": number(old["dyn"][1]), "area": number(gain[1]), "bias": numbers(bias[1:])}
    return None


def servo_values(tag: str, old: Laws, new: Laws) -> dict[str, str | None] | None:
    """Return the attributes of a position servo or an integrated one, or None."""
    dyn, gain, bias = old["dyn"], old["gain"], old["bias"]
    if bias[0] != mjtBias.mjBIAS_AFFINE or bias[1] != new["bias"][1] or bias[2] != -gain[1]:
        return None
    values: dict[str, str | None] = {"kp": number(gain[1])}
    if bias[3] > 0:
        values["dampratio"] = number(bias[3])
    elif bias[3] != new["bias"][3]:
        values["kv"] = number(0.0 - bias[3])
    if dyn == new["dyn"]:
        return values
    if tag == "intvelocity" or dyn[0] not in (mjtDyn.mjDYN_NONE, mjtDyn.mjDYN_FILTEREXACT):
        return None
    return values | {"timeconst": number(dyn[1]) if len(dyn) > 1 else "0"}


def as_general(sides: Sides, record: Record, old: Laws, i: int) -> Found:
    """Yield the changes that turn actuator ``i`` into `general` with its old laws."""
    m, element, known = sides.old.model, record.element, ACTUATOR.by_tag["general"].by_name
    yield sides.change(INHERITANCE, record, "", "general")
    for name in record.node.attrs:
        if name not in known:
            yield sides.change(INHERITANCE, record, name, None)
    for name, enum in TYPES.items():
        word = enum(int(old[name][0])).name.rpartition("_")[2].lower()
        yield sides.change(INHERITANCE, record, f"{name}type", word)
        used = len(old[name]) - 1
        if used:  # all that count, since the class may have others
            values = getattr(m, f"actuator_{name}prm")[i, :used]
            yield sides.change(INHERITANCE, record, f"{name}prm", numbers(values))
    for name in ("ctrllimited", "actlimited"):
        if name not in record.node.attrs and int(getattr(element, name)) == 1:
            yield sides.change(INHERITANCE, record, name, "true")
