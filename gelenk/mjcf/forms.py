"""The forms in which elements are written: the row of the schema that each is, and what of it is said in any case.

Documents: XML reference
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from gelenk.errors import Error
from gelenk.spec.elements import KINDS, MjsJoint
from gelenk.tables.enums import mjtJoint, mjtWrap
from gelenk.tables.schema import ROOT, elements
from gelenk.tables.schema.world import BODY, WORLDBODY

if TYPE_CHECKING:
    from gelenk.spec.elements import MjsBody

IN_TREE = {
    tag: WORLDBODY.by_tag.get(tag) or BODY.by_tag[tag]
    for tag in KINDS.values()
    if tag not in ("body", "frame")
}
STATED = {"site": ("pos",), "camera": ("pos",), "light": ("pos", "dir"), "joint": ("pos", "axis")}
WRAPS = {
    mjtWrap.mjWRAP_JOINT: ("joint", "joint"),
    mjtWrap.mjWRAP_SITE: ("site", "site"),
    mjtWrap.mjWRAP_SPHERE: ("geom", "geom"),
    mjtWrap.mjWRAP_CYLINDER: ("geom", "geom"),
    mjtWrap.mjWRAP_PULLEY: ("pulley", ""),
}
# which row of its section an element of each of these classes is: the one that fixes the same type
BY_TYPE = {
    cls: {
        row.fixed["type"]: row
        for row, _ in elements()
        if row.spec == cls and row.card == "*" and "type" in row.fixed
    }
    for cls in ("MjsEquality", "MjsSensor")
}
MATERIAL_LAYER = ROOT.by_tag["asset"].by_tag["material"].by_tag["layer"]


def stated_of(element: Any) -> tuple[str, ...]:
    """What 3.5.0 writes of an element in any case: where it is."""
    if isinstance(element, MjsJoint) and element.type in (mjtJoint.mjJNT_FREE, mjtJoint.mjJNT_BALL):
        return ("pos",) if element.type == mjtJoint.mjJNT_BALL else ()
    return STATED.get(element.tag, ())


def check_world(world: MjsBody) -> None:
    """The world has no attributes in MJCF."""
    if world.name != "world":
        raise Error(f"the world is called '{world.name}', for which MJCF has no form")
    if len(world.userdata):
        raise Error("the world has user data, for which MJCF has no form")
