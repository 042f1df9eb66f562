"""Deletion of elements, with all that refers to a deleted subtree; a body becomes a frame.

Documents: Modeling / Model editing
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from gelenk.modeling.spec import keyframes
from gelenk.modeling.spec.defaults import MjsDefault
from gelenk.modeling.spec.element_classes import (
    LISTS,
    MjsActuator,
    MjsBody,
    MjsElement,
    MjsFrame,
    MjsJoint,
    Named,
    Placed,
)
from gelenk.modeling.spec.field_descriptors import count_edit
from gelenk.modeling.spec.replicate import referring
from gelenk.modeling.spec.spec import MjSpec
from gelenk.modeling.spec.tree_elements import with_bodies
from gelenk.tables.levels import release_number
from gelenk.tables.releases import R3_17

GROUPS = {cls: group for group, cls in LISTS.items()}


def delete_element(spec: MjSpec, el: MjsElement | MjsDefault) -> None:
    """Remove an element from its spec.

    A body is removed with its content, and with the elements outside the tree that refer to any of it (except tuples).
    References to any other element remain, so that compiling reports them. The content of a frame moves to the
    enclosing frame; in specs of release 4.0 and later it is removed with the frame, as that of a body. Elements
    of a deleted class keep their values; its derived classes are deleted too.

    el         the element, or the defaults class

    Errors     TypeError: el is not an element
               ValueError: el is the world body, the main class, or an element of another spec, or the spec is attached
    Source     API / MjSpec; Modeling / Model editing
    """
    if spec.parent is not None:
        raise ValueError("Cannot delete element from an attached mjSpec.")
    if isinstance(el, MjsDefault):
        delete_default(spec, el)
        return
    if not isinstance(el, Named):
        raise TypeError(f"delete() takes an element of a spec, not {type(el).__name__}")
    if not belongs(spec, el):
        what = "frame is not in this model: " if isinstance(el, MjsFrame) else ""
        raise ValueError(f"{what}{el!r} is not an element of this spec")
    if el is spec.worldbody:
        raise ValueError("the world cannot be deleted")
    whole = isinstance(el, MjsFrame) and release_number(spec.release) >= R3_17
    stateful = whole or isinstance(el, (MjsBody, MjsJoint, MjsActuator))
    before: keyframes.Layout = {}
    if stateful:  # keyframes refer only to these kinds
        before = keyframes.layout(spec)
        keyframes.resolve(spec)
    if isinstance(el, MjsBody):
        delete_body(spec, el)
    elif isinstance(el, MjsFrame) and whole:
        delete_frame(spec, el)
    elif isinstance(el, MjsFrame):
        unwrap(el, el.frame)
    elif isinstance(el, Placed):
        remove_from_list(el.parent._group(el.tag), [el])
    else:
        remove_from_list(spec._group(GROUPS[type(el)]), [el])
    if stateful:
        drop_deleted_values(spec, before)


def belongs(spec: MjSpec, el: Named) -> bool:
    """Return whether an element is in the tree or in a list of the spec."""
    if el is spec.worldbody:
        return True
    if isinstance(el, Placed):
        while el.parent is not None:
            if not any(el is other for other in el.parent._children[el.tag]):
                return False
            el = el.parent
        return el is spec.worldbody
    return any(el is other for other in spec._elements[GROUPS[type(el)]])


def remove_from_list(group: list[Any], elements: Iterable[Any]) -> None:
    """Remove elements from a list."""
    gone = {id(el) for el in elements}
    group[:] = [el for el in group if id(el) not in gone]
    count_edit()


def delete_body(spec: MjSpec, body: MjsBody) -> None:
    """Remove a body with its content, and all that refers to any of it."""
    remove_from_list(body.parent._group("body"), [body])
    delete_references(spec, with_bodies({"body": [body]}))


def delete_frame(spec: MjSpec, frame: MjsFrame) -> None:
    """Remove a frame with its content, nested frames included, and all that refers to it."""
    children = frame.parent._children
    frames, count = {id(frame)}, 0
    while len(frames) > count:
        count = len(frames)
        frames |= {id(inner) for inner in children["frame"] if id(inner.frame) in frames}
    gone: list[Any] = []
    for tag, group in children.items():
        found = [el for el in group if id(el if tag == "frame" else el.frame) in frames]
        if found:
            remove_from_list(frame.parent._group(tag), found)
            gone += with_bodies({"body": found}) if tag == "body" else found
    delete_references(spec, gone)


def delete_references(spec: MjSpec, gone: Iterable[Any]) -> None:
    """Remove the elements outside the tree that refer to removed ones, except tuples."""
    names: dict[str, set[str]] = {}
    later = release_number(spec.release) >= R3_17
    for part in gone:
        if part.name:
            names.setdefault(part.tag, set()).add(part.name)
        if later:
            part.__dict__.update(parent=None, id=-1)
    for group, el in referring(spec, names):
        if group != "tuples":
            remove_from_list(spec._group(group), [el])
            if later:
                el.__dict__["id"] = -1


def unwrap(frame: MjsFrame, around: MjsFrame | None) -> None:
    """Remove a frame, and move its direct content to the frame `around`, or to none."""
    children = frame.parent._children
    remove_from_list(frame.parent._group("frame"), [frame])
    for group in children.values():
        for el in group:
            if el.frame is frame:
                el.__dict__["frame"] = around


def delete_default(spec: MjSpec, default: MjsDefault) -> None:
    """Remove a defaults class and derived ones; their elements fall back to the main class."""
    if default is spec.default:
        raise ValueError("cannot remove the global default ('main')")
    if default._parent is None or not any(default is child for child in default._parent._derived):
        raise ValueError(f"{default!r} is not a class of this spec")
    default._parent._derived.remove(default)
    gone = set()
    stack = [default]
    while stack:
        found = stack.pop()
        gone.add(id(found))
        if spec._classes.get(found.name) is found:
            del spec._classes[found.name]
        stack += found._derived
    elements = [el for group in spec._elements.values() for el in group]
    for el in (*with_bodies({"body": [spec.worldbody]}), *elements):
        if id(el.__dict__.get("_default")) in gone:
            el.__dict__["_default"] = spec.default
            if el.__dict__.get("childclass"):
                el.__dict__["childclass"] = spec.default.name


def drop_deleted_values(spec: MjSpec, before: keyframes.Layout) -> None:
    """Remove values of deleted elements from keyframes; `before` is the previous layout."""
    there = {id(el) for members in keyframes.layout(spec).values() for el, _ in members}
    gone = {id(el) for members in before.values() for el, _ in members} - there
    if gone:
        for key in spec.keys:
            states = key.__dict__[keyframes.STATES]
            for field, (given, pairs) in states.items():
                states[field] = (given, [pair for pair in pairs if id(pair[0]) not in gone])


def to_frame(body: MjsBody) -> MjsFrame:
    """Replace a body by a frame of the same pose, in its parent, and keep its content.

    body      the body, which is deleted

    Its joints, mass and inertia are lost.

    Returns   the frame
    Errors    ValueError: body is the world body
    Source    API / MjSpec; Modeling / Model editing
    """
    parent = body.parent
    if parent is None:
        raise ValueError("the world cannot become a frame")
    keyframes.resolve(body.spec)
    frame = (body.frame or parent).add_frame()
    frame.pos, frame.quat = body.pos, body.quat
    if "alt" in body.__dict__:
        frame.__dict__["alt"] = type(body.alt)(body.alt)
    frame.__dict__["_origin"] = body._origin
    remove_from_list(parent._group("body"), [body])
    for kind, group in body._children.items():
        for el in group:
            el.__dict__["parent"] = parent
            if el.frame is None:
                el.__dict__["frame"] = frame
        parent._group(kind).extend(group)
    count_edit()
    return frame
