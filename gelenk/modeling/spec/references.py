"""References between elements by name: the kind of each, and how to change names.

Documents: Modeling / Model editing; XML reference / replicate
"""

from collections.abc import Callable
from typing import Any

from gelenk.modeling.spec import element_classes
from gelenk.tables.enums import mjtEq, mjtObj, mjtTrn, mjtWrap
from gelenk.tables.object_types import KINDS

# object type -> kind of the named element; the frame of a body has the name of the body
KIND = {int(kind.type): kind.name for kind in KINDS} | {int(mjtObj.mjOBJ_XBODY): "body"}
TRANSMISSION = {
    mjtTrn.mjTRN_JOINT: "joint",
    mjtTrn.mjTRN_JOINTINPARENT: "joint",
    mjtTrn.mjTRN_SLIDERCRANK: "site",
    mjtTrn.mjTRN_TENDON: "tendon",
    mjtTrn.mjTRN_SITE: "site",
    mjtTrn.mjTRN_BODY: "body",
}
EQUALITY = {mjtEq.mjEQ_JOINT: "joint", mjtEq.mjEQ_TENDON: "tendon"}
WRAP = {
    mjtWrap.mjWRAP_JOINT: "joint",
    mjtWrap.mjWRAP_SITE: "site",
    mjtWrap.mjWRAP_SPHERE: "geom",
    mjtWrap.mjWRAP_CYLINDER: "geom",
}
# lists of names that no single attribute sets
LISTS = {"MjsMaterial": {"textures": "texture"}, "MjsSkin": {"bodyname": "body"}}
Change = Callable[[str, str], str]  # (kind, name) -> new name
# kinds that fields do not store as names: classes are objects, plugins have a field of their own
NOT_NAMES = ("default", "plugin", "instance", "model")


def _plain(cls: type) -> tuple[tuple[str, str], ...]:
    """Return (field, kind) of the fields that hold names of one kind."""
    rows = element_classes.FIELDS.get(cls.__name__, {})
    fields = {field: row.refers for field, row in rows.items() if row.refers and row.refers not in NOT_NAMES}
    return tuple((fields | LISTS.get(cls.__name__, {})).items())


PLAIN = {
    cls: _plain(cls)
    for cls in vars(element_classes).values()
    if isinstance(cls, type)
    and issubclass(cls, element_classes.Named)
    and cls is not element_classes.MjsSensor
}


def change_references(el: element_classes.Named, change: Change) -> None:
    """Replace every name that an element refers to by `change(kind, name)`, except empty ones."""
    state = el.__dict__
    for field, kind in PLAIN.get(type(el), ()):
        value = state[field]
        if isinstance(value, list):
            state[field] = [change(kind, name) if name else name for name in value]
        elif value:
            state[field] = change(kind, value)
    special = SPECIAL.get(type(el))
    if special:
        special(el, state, change)
    plugin = state.get("plugin")
    if plugin is not None and plugin.name:
        plugin.name = change("plugin", plugin.name)


def references(el: element_classes.Named) -> list[tuple[str, str]]:
    """Return the (kind, name) pairs that an element refers to."""
    found = []

    def note(kind: str, name: str) -> str:
        found.append((kind, name))
        return name

    change_references(el, note)
    return found


def _change(state: dict[str, Any], field: str, kind: str | None, change: Change) -> None:
    if kind and state.get(field):
        state[field] = change(kind, state[field])


def _equality(equality: element_classes.MjsEquality, state: dict[str, Any], change: Change) -> None:
    kind = EQUALITY.get(equality.type)
    if kind is None:
        on_bodies = equality.type in (mjtEq.mjEQ_CONNECT, mjtEq.mjEQ_WELD)
        kind = KIND.get(int(equality.objtype), "body") if on_bodies else "flex"
    _change(state, "name1", kind, change)
    _change(state, "name2", kind, change)


def _actuator(actuator: element_classes.MjsActuator, state: dict[str, Any], change: Change) -> None:
    _change(state, "target", TRANSMISSION.get(actuator.trntype), change)


def _sensor(sensor: element_classes.MjsSensor, state: dict[str, Any], change: Change) -> None:
    _change(state, "objname", KIND.get(int(sensor.objtype)), change)
    _change(state, "refname", KIND.get(int(sensor.reftype)), change)


def _tuple(tup: element_classes.MjsTuple, state: dict[str, Any], change: Change) -> None:
    state["objname"] = [
        change(KIND[int(kind)], name) if name and int(kind) in KIND else name
        for kind, name in zip(tup.objtype, tup.objname, strict=False)
    ]


def _tendon(tendon: element_classes.MjsTendon, state: dict[str, Any], change: Change) -> None:
    for wrap in tendon.path:
        _change(wrap.__dict__, "name", WRAP.get(wrap.type), change)
        _change(wrap.__dict__, "sidename", "site", change)


SPECIAL: dict[type, Callable[[Any, dict[str, Any], Change], None]] = {
    element_classes.MjsEquality: _equality,
    element_classes.MjsActuator: _actuator,
    element_classes.MjsSensor: _sensor,
    element_classes.MjsTuple: _tuple,
    element_classes.MjsTendon: _tendon,
}
