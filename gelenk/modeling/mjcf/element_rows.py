"""Schema rows of elements to write, and the attributes that are always written.

Documents: XML reference
"""

from __future__ import annotations

import functools
from itertools import takewhile
from typing import TYPE_CHECKING, Any

from gelenk.errors import Error
from gelenk.modeling.spec.element_classes import KINDS, LISTS, MjsJoint
from gelenk.modeling.spec.spec import MjSpec
from gelenk.tables.enums import mjtJoint, mjtWrap
from gelenk.tables.schema import elements
from gelenk.tables.schema.world import BODY, WORLDBODY

if TYPE_CHECKING:
    from gelenk.modeling.spec.element_classes import MjsBody, MjsFrame
    from gelenk.tables.schema_rows import Element

_NEW: dict[type[Any], Any] = {}
GROUPS = {cls.__name__: group for group, cls in LISTS.items()}
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
# class -> {fixed type: schema row}, for classes whose elements differ by type
BY_TYPE = {
    cls: {
        row.fixed["type"]: row
        for row, _ in elements()
        if row.spec == cls and row.card == "*" and "type" in row.fixed
    }
    for cls in ("MjsEquality", "MjsSensor")
}


def stated_of(element: Any) -> tuple[str, ...]:
    """Return the attributes of an element that 3.5.0 always writes: position and direction."""
    if isinstance(element, MjsJoint) and element.type in (mjtJoint.mjJNT_FREE, mjtJoint.mjJNT_BALL):
        return ("pos",) if element.type == mjtJoint.mjJNT_BALL else ()
    return STATED.get(element.tag, ())


def check_world(world: MjsBody) -> None:
    """Check that the world body has no name or user data, which MJCF cannot express."""
    if world.name != "world":
        raise Error(f"the world is called '{world.name}', for which MJCF has no form")
    if len(world.userdata):
        raise Error("the world has user data, for which MJCF has no form")


@functools.cache
def groups_of(section: Element) -> tuple[str, ...]:
    """Return the lists of a spec whose elements belong to a section."""
    return tuple(GROUPS[cls] for cls in dict.fromkeys(row.spec for row in section.children) if cls in GROUPS)


@functools.cache
def may_have_children(row: Element) -> bool:
    """Return whether an element of this row may contain elements other than plugins."""
    parts = any(child.spec == row.spec and child.spec for child in row.children)
    return parts or row.reader in ("tuple", "tendon") or any(tag in row.by_tag for tag in ("layer", "bone"))


@functools.cache
def blank() -> Any:
    """Return a default spec for comparison; callers must not modify it."""
    return MjSpec()


def new(cls: type[Any]) -> Any:
    """Return a default element for comparison; callers must not modify it."""
    if cls not in _NEW:
        _NEW[cls] = cls()
    return _NEW[cls]


# ---- the order of elements in frames


def outermost(element: Any, frame: MjsFrame | None) -> Any:
    """Return the direct child frame of `frame` that contains an element, or None."""
    found, around = None, element.frame
    while around is not frame:
        found, around = around, around.frame
    return found


def comes_next(head: Any, queues: Any, left: Any) -> bool:
    """Return whether all remaining elements of the frame `head` are first in their queues."""
    return all(
        sum(1 for _ in takewhile(lambda entry: entry[1] is head, queue)) == left[tag, id(head)]
        for tag, queue in queues.items()
    )


def pop_frame_elements(head: Any, queue: Any) -> Any:
    """Remove the elements in the frame `head` from the front of a queue, and return them."""
    taken = []
    while queue and queue[0][1] is head:
        taken.append(queue.popleft()[0])
    return taken
