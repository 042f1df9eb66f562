"""Editing methods of specs and elements: attach, delete, copy, traversal of the tree.

Documents: Modeling / Model editing; API / MjSpec

Methods are added to MjSpec and the element classes (METHODS).

Deleting a body also deletes the elements that refer to its subtree; `to_frame` replaces a body by a frame.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any, TypeVar

from gelenk.algebra.orientation import orientation
from gelenk.modeling.spec import add_methods as adding
from gelenk.modeling.spec import keyframes, pickles
from gelenk.modeling.spec.attach import attach
from gelenk.modeling.spec.copy import copy_spec, referring
from gelenk.modeling.spec.defaults import MjsDefault
from gelenk.modeling.spec.element import fixed
from gelenk.modeling.spec.element_classes import (
    KINDS,
    LISTS,
    MjsActuator,
    MjsBody,
    MjsElement,
    MjsFrame,
    MjsJoint,
    MjsSite,
    Named,
    Placed,
)
from gelenk.modeling.spec.field_descriptors import count_edit, edits
from gelenk.modeling.spec.spec import MjSpec
from gelenk.modeling.spec.spec import signature as signature
from gelenk.modeling.spec.tree_elements import with_bodies
from gelenk.tables.enums import mjtObj
from gelenk.tables.levels import release_number
from gelenk.tables.releases import R3_17

GROUPS = {cls: group for group, cls in LISTS.items()}


def delete_element(spec: MjSpec, el: MjsElement | MjsDefault) -> None:
    """Remove an element from its spec.

    Deleting a body deletes its content too, and all elements outside the tree that refer to any of it, except tuples.
    References to other deleted elements remain, so that compiling reports them. The content of a deleted frame moves to
    the enclosing frame; in specs of release 4.0 and later it is deleted as that of a body is. Elements of a deleted
    class keep their values; its derived classes are deleted too.

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

    The joints, mass and inertia of the body are lost.

    body      the body, which is deleted

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


# Editing methods

N = TypeVar("N", bound=Named)


def _checked(what: str, value: Any, cls: type[N]) -> N:
    if not isinstance(value, cls):
        raise TypeError(f"{what} must be {cls.__name__}, not {type(value).__name__}")
    if value.spec is None or not belongs(value.spec, value):
        raise ValueError(f"{what}: {value!r} has been deleted")
    return value


def _affix(what: str, value: str | None, otherwise: str = "") -> str:
    if value is None:
        return otherwise
    if not isinstance(value, str):
        raise TypeError(f"{what} must be a text, not {type(value).__name__}")
    return value


def attach_spec(
    self: MjSpec,
    child: MjSpec,
    prefix: str | None = None,
    suffix: str | None = None,
    site: MjsSite | str | None = None,
    frame: MjsFrame | str | None = None,
) -> MjsFrame:
    """Attach the whole of another spec to a site or frame of this one.

    The elements move, and belong to both specs from then on; only this one can be compiled. With copy_during_attach a
    copy is attached, and the child remains unchanged.

    child      the other spec
    prefix     prepended to all names of the child; None: "/"
    suffix     appended to all names of the child
    site       the site to attach to, as element or name
    frame      or the frame to attach to, as element or name

    Returns    the new frame with the content of the child's world body (MjsFrame)
    Errors     TypeError: an argument has another type
               ValueError: neither or both of site and frame; not an element of this spec; the child cannot be attached
    Source     API / MjSpec; Modeling / Model editing; XML reference / attach
    """
    if not isinstance(child, MjSpec):
        raise TypeError(f"child must be an MjSpec, not {type(child).__name__}")
    if site is not None and frame is not None:
        raise ValueError("Only one of frame or site can be specified.")
    if site is None and frame is None:
        raise ValueError("One of frame or site must be specified.")
    what = "Frame" if site is None else "Site"
    given = frame if site is None else site
    found = getattr(self, what.lower())(given) if isinstance(given, str) else given
    if found is None:
        raise ValueError(f"{what} not found.")
    place = _checked("frame", found, MjsFrame) if site is None else _checked("site", found, MjsSite)
    if place.spec is not self:
        raise ValueError(f"{what} spec does not match parent spec.")
    around = place if isinstance(place, MjsFrame) else frame_at(place)
    return attach(self, around, child, None, _affix("prefix", prefix, "/"), _affix("suffix", suffix))


def attach_body(
    self: MjsFrame, body: MjsBody, prefix: str | None = None, suffix: str | None = None
) -> MjsBody:
    """Attach a body of another spec, with all that refers to it, to this frame.

    body       the body
    prefix     prepended to all names of its spec; None: nothing
    suffix     appended to all names of its spec

    Returns    the body, now of this spec
    Errors     TypeError: body is not a body
               ValueError: body has been deleted, or its spec cannot be attached
    Source     API / MjSpec; Modeling / Model editing; XML reference / attach
    """
    _checked("body", body, MjsBody)
    _checked("frame", self, MjsFrame)
    return attach(self.spec, self, body.spec, body, _affix("prefix", prefix), _affix("suffix", suffix))


def attach_body_to_site(
    self: MjsSite, body: MjsBody, prefix: str | None = None, suffix: str | None = None
) -> MjsBody:
    """Attach a body of another spec, with all that refers to it, at the pose of this site.

    body       the body
    prefix     prepended to all names of its spec; None: nothing
    suffix     appended to all names of its spec

    Returns    the body, now of this spec
    Errors     TypeError: body is not a body
               ValueError: body has been deleted, or its spec cannot be attached
    Source     API / MjSpec; Modeling / Model editing; XML reference / attach
    """
    _checked("body", body, MjsBody)
    _checked("site", self, MjsSite)
    return attach_body(frame_at(self), body, prefix, suffix)


def attach_frame(
    self: MjsBody, frame: MjsFrame, prefix: str | None = None, suffix: str | None = None
) -> MjsFrame:
    """Attach a frame of another spec, with all that refers to it, to this body.

    frame      the frame
    prefix     prepended to all names of its spec; None: nothing
    suffix     appended to all names of its spec

    Returns    the frame, now of this spec
    Errors     TypeError: frame is not a frame
               ValueError: frame has been deleted, or its spec cannot be attached
    Source     API / MjSpec; Modeling / Model editing; XML reference / attach
    """
    _checked("frame", frame, MjsFrame)
    _checked("body", self, MjsBody)
    return attach(self.spec, self, frame.spec, frame, _affix("prefix", prefix), _affix("suffix", suffix))


def frame_at(site: MjsSite) -> MjsFrame:
    """Return a new frame at the pose of a site."""
    frame = (site.frame or site.parent).add_frame()
    settings = (site._origin or site.spec).compiler
    frame.pos, frame.quat = site.pos, orientation(site.quat, site.alt, settings)
    return frame


def copy(self: MjSpec) -> MjSpec:
    """Return an independent spec of the same model.

    Returns    the copy
    Source     API / MjSpec; Modeling / Model editing
    """
    return copy_spec(self, every=False)[0]


def activate_plugin(self: MjSpec, name: str) -> None:
    """Declare that the model needs a plugin, as the element extension/plugin does.

    name       the plugin, such as "mujoco.pid"

    Errors     TypeError: name is not a text
    Source     XML reference / extension / plugin
    """
    if not isinstance(name, str):
        raise TypeError(f"name must be a text, not {type(name).__name__}")
    declared = (plugin for plugin in self._elements["plugins"] if not plugin.name)
    if all(plugin.plugin_name != name for plugin in declared):
        self.add_plugin(plugin_name=name, active=1).__dict__["_declared"] = True


def _only_set(self: MjSpec) -> bool:
    raise ValueError("copy_during_attach can only be set.")


def _set_by_copy(self: MjSpec, value: bool) -> None:
    try:
        self.__dict__["_by_copy"] = bool(value)
    except (TypeError, ValueError):
        raise TypeError(f"copy_during_attach must be true or false, not {type(value).__name__}") from None


def find_all(self: MjsBody, kind: str | mjtObj) -> list[Any]:
    """Return all elements of a kind in the subtree of this body.

    kind       "body", "frame", "geom", "site", "joint", "light" or "camera", or the member of mjtObj

    Returns    a list, in the order of the bodies
    Errors     TypeError: kind is neither text nor mjtObj
               ValueError: no element of the tree is of that kind
    Source     API / MjSpec; Modeling / Model editing
    """
    if isinstance(kind, mjtObj):
        kind = kind.name.removeprefix("mjOBJ_").lower()
    elif not isinstance(kind, str):
        raise TypeError(f"find_all() takes a kind, as text or mjtObj, not {type(kind).__name__}")
    if kind not in self._children:
        kinds = ("body", "frame", "geom", "site", "joint", "light", "camera")
        raise ValueError(f"body.find_all supports the types: {', '.join(kinds)}.")
    if kind == "body":
        return [body for body in self.subtree() if body is not self]
    return [element for body in self.subtree() for element in body._children[kind]]


def _first(tag: str) -> Callable[[MjsBody], Any]:
    def first(self: MjsBody) -> Any:
        return next(iter(self._children[tag]), None)

    first.__name__ = f"first_{tag}"
    first.__doc__ = (
        f"The first {tag} directly in this body, or None.\n\n"
        "Returns    the element, or None\n"
        "Source     API / MjSpec; Modeling / Model editing"
    )
    return first


def _next(tag: str) -> Callable[[MjsBody, Named], Any]:
    def following(self: MjsBody, child: Named) -> Any:
        group = self._children[tag]
        place = next((i for i, el in enumerate(group) if el is child), len(group))
        return group[place + 1] if place + 1 < len(group) else None

    following.__name__ = f"next_{tag}"
    following.__doc__ = (
        f"The {tag} directly in this body that follows `child`, or None.\n\n"
        f"child      a {tag} of this body\n"
        "Returns    the element, or None\n"
        "Source     API / MjSpec; Modeling / Model editing"
    )
    return following


def delete(self: Named) -> None:
    """Remove the element from its spec, as MjSpec.delete does.

    Errors     ValueError: the element is deleted already, or is the world body
    Source     API / MjSpec; Modeling / Model editing
    """
    if self.spec is None:
        raise ValueError(f"cannot delete {self!r}: only elements of a spec can be deleted")
    delete_element(self.spec, self)


_COPYING = property(_only_set, _set_by_copy, doc="Whether attaching copies the child; can only be set.")


def _signature(self: Named) -> int:
    spec = self._spec
    if spec is None:
        return 0
    count, known = spec._signed
    return known if count == edits[0] else signature(spec)


_SIGNATURE = fixed(
    "signature", _signature, "The number of the spec's structure, which a compiled model has too."
)
# methods that this module adds to the classes; type checkers read attribute_bases.pyi
METHODS: dict[type, dict[str, Any]] = {
    MjSpec: {
        "attach": attach_spec,
        "copy": copy,
        "delete": delete_element,
        "activate_plugin": activate_plugin,
        "copy_during_attach": _COPYING,
    },
    MjsFrame: {"attach_body": attach_body},
    MjsSite: {"attach_body": attach_body_to_site},
    MjsBody: {
        "attach_frame": attach_frame,
        "to_frame": to_frame,
        "find_all": find_all,
        **{f"first_{tag}": _first(tag) for tag in KINDS.values()},
        **{f"next_{tag}": _next(tag) for tag in KINDS.values()},
    },
    Named: {"signature": _SIGNATURE, "delete": delete},
}


def add_methods() -> None:
    """Add these methods to specs and elements, and docstrings to the add functions."""
    for cls, methods in METHODS.items():
        for name, method in methods.items():
            setattr(cls, name, method)
    adding.write_docstrings(MjSpec, LISTS)
    pickles.add_copying()
