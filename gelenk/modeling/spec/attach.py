"""Attach a part of a spec to another spec, or a copy of a part to the same spec.

Documents: Modeling / Model editing; XML reference / attach

A part is attached to another spec with all elements that refer to the part. The elements move: afterwards they belong
to both specs, and only the parent can be compiled. With `copy_during_attach` a copy of the child is attached instead,
and the child remains unchanged. All names of the child get a prefix and a suffix, including those of its assets.
Classes, assets and custom fields are attached too, and every other element whose references are all present. The
child's compiler settings continue to apply to its elements.

Attach a copy of a body or frame of a spec to another place of the same spec.

Names of the copied elements get a prefix. Assets and classes are shared with the original. Elements outside the tree
are copied if all elements of the tree that they refer to are.
"""

from __future__ import annotations

import posixpath
from collections.abc import Iterable
from typing import Any

from gelenk.errors import Error, warn
from gelenk.modeling.spec.copy import MOST_ELEMENTS, REFERRING, copy_element, copy_members, copy_spec, inside
from gelenk.modeling.spec.defaults import TEMPLATES
from gelenk.modeling.spec.element import name_after_files, stem
from gelenk.modeling.spec.element_classes import LISTS, Container, MjsBody, MjsFrame
from gelenk.modeling.spec.field_descriptors import count_edit
from gelenk.modeling.spec.keyframes import STATES, resolve
from gelenk.modeling.spec.merge_settings import merge_settings
from gelenk.modeling.spec.references import change_references, references
from gelenk.modeling.spec.spec import MjSpec
from gelenk.modeling.spec.tree_elements import with_bodies
from gelenk.tables.levels import release_number
from gelenk.tables.releases import R3_7

WITH_FILES = ("meshes", "hfields", "textures", "skins")
# elements that are always attached; others follow if all that they refer to is present
ALWAYS = ("textures", "materials", "meshes", "hfields", "plugins", "numerics", "texts")


def attach(
    parent: MjSpec,
    around: Container,
    child: MjSpec,
    part: Container | None = None,
    prefix: str = "",
    suffix: str = "",
    by_copy: bool = False,
) -> Any:
    """Attach `part`, a body or frame of the spec `child`, to `around`, a frame or body.

    `around` belongs to `parent`. Returns the part in the parent. Without a part, all content of the child's world body
    is attached in a new frame, which is returned.

    Errors   ValueError if the child cannot be attached; gelenk.Error for keyframes that do not fit their model, and
             for settings that conflict
    """
    if child.parent is not None:
        raise ValueError("a spec that is attached to another by reference cannot be attached again")
    if size(parent) + size(child) > MOST_ELEMENTS:
        raise Error(f"the model would have more than {MOST_ELEMENTS} elements")
    if by_copy or parent._by_copy:
        child, memo = copy_spec(child)
        part = memo[id(part)] if part is not None else None
    else:
        check_no_ring(parent, child)
    merge_settings(parent, child)
    resolve(parent, strict=False)
    resolve(child)
    files = [el.file for el in child.skins]
    name_after_files((*child.meshes, *child.hfields, *child.textures))
    move_assets(parent, child, prefix, suffix)
    put_names(child, prefix, suffix, part is child.worldbody)
    for el, file in zip(child.skins, files, strict=True):  # as in 3.5.0, these have no prefix
        if not el.name:
            el.__dict__["name"] = stem(file)
    put_defaults(parent, child)
    for el in all_elements(child):
        el.__dict__["_spec"] = parent
        if el.__dict__.get("_origin") is None:
            el.__dict__["_origin"] = child
    if part is None:
        part = world_frame(child, around)
    elif part is child.worldbody:
        part = world_body(child, around, f"{prefix}world{suffix}")
    elif isinstance(part, MjsBody):
        put_inside(part, around)
        around._body._group("body").append(part)
    elif isinstance(part, MjsFrame):
        move_frame(part, around)
    join(parent, child, part)
    child.__dict__["parent"] = parent
    count_edit()
    return part


def check_no_ring(parent: MjSpec, child: MjSpec) -> None:
    """Raise ValueError if `parent` is the child, or is attached to it directly or indirectly.

    In such a cycle the classes of each spec would derive from those of the next, and no spec could be compiled.
    """
    spec: MjSpec | None = parent
    while spec is not None:
        if spec is child:
            what = "itself" if spec is parent else "a spec that is attached to it"
            raise ValueError(f"a spec cannot be attached to {what} by reference: set copy_during_attach")
        spec = spec.parent


def size(spec: MjSpec) -> int:
    """Return the number of elements of a spec."""
    count = sum(map(len, spec._elements.values()))
    stack = [spec.worldbody]
    while stack:
        children = stack.pop()._children
        count += sum(map(len, children.values()))
        stack += children["body"]
    return count


def all_elements(spec: MjSpec) -> list[Any]:
    """Return all elements of a spec except the world body."""
    found: list[Any] = []
    for body in spec.worldbody.subtree():
        for group in body._children.values():
            found += group
    for name in LISTS:
        found += spec._elements[name]
    return found


def move_assets(parent: MjSpec, child: MjSpec, prefix: str, suffix: str) -> None:
    """Move the child's assets to the parent, with prefix and suffix around their base names.

    Errors   ValueError if the parent has an asset of that name and `override_assets` is off
    """

    def around(name: str) -> str:
        folder, base = posixpath.split(name.replace("\\", "/"))
        stem, ending = posixpath.splitext(base)
        return f"{folder}/{prefix}{stem}{suffix}{ending}" if folder else f"{prefix}{stem}{suffix}{ending}"

    taken = {around(name): content for name, content in child.assets.items()}
    for name in taken:
        if name in parent.assets and not parent.override_assets:
            raise ValueError(f"Asset {name} already exists in parent spec.")
    parent.assets.update(taken)
    known = {posixpath.basename(name.replace("\\", "/")).lower() for name in child.assets}
    for group in WITH_FILES:
        for el in child._elements[group]:
            state = el.__dict__
            if posixpath.basename(state["file"].replace("\\", "/")).lower() in known:
                state["file"] = around(state["file"])
            if group == "textures":
                sides = state["cubefiles"]
                for i, name in enumerate(sides):
                    if posixpath.basename(name.replace("\\", "/")).lower() in known:
                        sides[i] = around(name)


def put_names(spec: MjSpec, prefix: str, suffix: str, world: bool = False) -> None:
    """Add prefix and suffix to all names of a spec, in the elements and in references.

    The name of the world body is kept, unless `world` is true since the child's world body becomes a body.
    """
    if not prefix and not suffix:
        return

    def around(kind: str, name: str) -> str:
        return name if kind == "body" and name == "world" and not world else f"{prefix}{name}{suffix}"

    for el in all_elements(spec):
        state = el.__dict__
        if state.get("name"):
            state["name"] = f"{prefix}{state['name']}{suffix}"
        if state.get("childclass"):
            state["childclass"] = f"{prefix}{state['childclass']}{suffix}"
        change_references(el, around)
    count_edit()
    for default in spec._classes.values():
        default.name = f"{prefix}{default.name}{suffix}"
        for tag in TEMPLATES:
            if tag in default.__dict__:
                change_references(default.__dict__[tag], around)
    spec.__dict__["_classes"] = {default.name: default for default in spec._classes.values()}


def put_defaults(parent: MjSpec, child: MjSpec) -> None:
    """Move the child's defaults classes to the parent.

    If both specs have a class of one name, the name refers to the parent's; elements keep a reference to their own.
    """
    child.default.__dict__["_parent"] = parent.default
    parent.default._derived.append(child.default)
    for default in child._classes.values():
        default.__dict__["_spec"] = parent
        parent._classes.setdefault(default.name, default)


def put_inside(el: Container, around: Container) -> None:
    """Make an element belong to the enclosing body, and to the frame if `around` is one."""
    el.__dict__["parent"] = around._body
    el.__dict__["frame"] = around if isinstance(around, MjsFrame) else None


def world_frame(child: MjSpec, around: Container) -> MjsFrame:
    """Return a new frame around all content of the child's world body."""
    frame = around.add_frame()
    for kind, group in child.worldbody._children.items():
        for el in group:
            if el.frame is None:
                el.__dict__["frame"] = frame
            el.__dict__["parent"] = frame.parent
        frame.parent._group(kind).extend(group)
    return frame


def world_body(child: MjSpec, around: Container, name: str) -> MjsBody:
    """Return a new body with all content of the child's world body."""
    body = around.add_body(child.default)
    body.__dict__["name"] = name
    for kind, group in child.worldbody._children.items():
        for el in group:
            el.__dict__["parent"] = body
        body._group(kind).extend(group)
    return body


def move_frame(frame: MjsFrame, around: Container) -> None:
    """Move a frame, with its content, into another body."""
    for kind, group in inside(frame).items():
        for el in group:
            el.__dict__["parent"] = around._body
        around._body._group(kind).extend(group)
    put_inside(frame, around)


def attached_elements(part: Container) -> list[Any]:
    """Return the attached elements of the tree: the part and all of its content."""
    return with_bodies(inside(part) if isinstance(part, MjsFrame) else {"body": [part]})


def join(parent: MjSpec, child: MjSpec, part: Container) -> None:
    """Add the child's other elements to the parent's lists if all their references exist.

    References are looked up among the attached elements first, then in the whole parent. As in 3.5.0, models of that
    release lose the equality constraints of flexes, with a warning.
    """
    elements = attached_elements(part)
    names: dict[str, set[str]] = {"body": {"world"}}
    for name in ALWAYS:
        if child._elements[name]:
            parent._group(name).extend(child._elements[name])
            add_names(names, child._elements[name])
    add_names(names, elements)
    whole = False
    for name in REFERRING:
        for el in child._elements[name]:
            needed = references(el)
            if not whole and not all_exist(names, needed):
                add_names(names, with_bodies({"body": [parent.worldbody]}))
                for group in LISTS:
                    add_names(names, parent._elements[group])
                whole = True
            if not all_exist(names, needed):
                continue
            if is_lost(parent, el, needed):
                warn(
                    f"the equality constraint of flex '{el.name1}' is not attached with it in models of release 3.5; "
                    'add it to the parent, or read the parent with release="3.11" or later'
                )
            else:
                parent._group(name).append(el)
                names.setdefault(el.tag, set()).add(el.name)
    join_keys(parent, child, elements)


def is_lost(parent: MjSpec, el: Any, needed: Iterable[tuple[str, str]]) -> bool:
    """Return whether an element is the constraint of a flex, which 3.5.0 does not attach."""
    of_flex = el.tag == "equality" and any(kind == "flex" for kind, _ in needed)
    return of_flex and release_number(parent.release) < R3_7


def add_names(names: dict[str, set[str]], elements: Iterable[Any]) -> None:
    """Add the names of elements to ``names`` (kind -> names)."""
    for el in elements:
        names.setdefault(el.tag, set()).add(el.__dict__["name"])


def all_exist(names: dict[str, set[str]], needed: list[tuple[str, str]]) -> bool:
    """Return whether all pairs (kind, name) are in ``names``."""
    return all(one in names.get(kind, ()) for kind, one in needed)


def join_keys(parent: MjSpec, child: MjSpec, elements: list[Any]) -> None:
    """Move the child's keyframes to the parent, with the values of attached elements only.

    elements   attached elements of the tree; actuators are looked up in the parent
    """
    if not child._elements["keys"]:
        return
    there = set(map(id, elements))
    there |= set(map(id, parent._elements["actuators"]))
    for key in child._elements["keys"]:
        states = key.__dict__[STATES]
        for field, (given, pairs) in states.items():
            states[field] = (given, [(el, values) for el, values in pairs if id(el) in there])
        parent._group("keys").append(key)


# Attachment to the same spec

SHARED = ("material", "mesh", "texture", "hfield", "plugin")  # kinds that copies refer to without prefix


def attach_own(spec: MjSpec, around: Container, part: Container, prefix: str) -> None:
    """Attach a copy of a body or frame of a spec to another body or frame of that spec.

    Errors   gelenk.Error: a name is taken, or there would be too many elements
    """
    members = inside(part) if isinstance(part, MjsFrame) else {"body": [part]}
    parts = with_bodies(members)
    if size(spec) + len(parts) > MOST_ELEMENTS:
        raise Error(f"the model would have more than {MOST_ELEMENTS} elements")
    if part.name and not prefix:
        raise Error(f"cannot self-attach: element {part.name} already exists")
    resolve(spec, strict=False)  # keyframes keep the values of the original
    names: dict[str, set[str]] = {"body": {"world"}}
    for el in parts:
        names.setdefault(el.tag, set()).add(el.name)
    memo: dict[int, Any] = {}
    body = around._body
    copies: dict[str, list[Any]] = {kind: [] for kind, group in members.items() if group}
    work: list[Any] = []
    for kind, group in copies.items():  # into lists of their own, since the part may contain `around`
        work += (list(members[kind]), group, body)
    copy_members(work, spec, memo)
    put_inside(memo[id(part)], around)
    for kind, group in copies.items():
        body._group(kind).extend(group)
    copy_outside(spec, names, memo)
    for el in memo.values():
        state = el.__dict__
        if state.get("name"):
            state["name"] = f"{prefix}{state['name']}"
        change_references(el, lambda kind, name: prefix + name if is_copied(names, kind, name) else name)
    count_edit()


def is_copied(names: dict[str, set[str]], kind: str, name: str) -> bool:
    """Return whether `names` (kind -> names) has an element; False for the world body."""
    return name in names.get(kind, ()) and (kind, name) != ("body", "world")


def copy_outside(spec: MjSpec, names: dict[str, set[str]], memo: dict[int, Any]) -> None:
    """Copy the elements of the lists that refer to copied elements of the tree only."""
    for group in REFERRING:
        for el in list(spec._elements[group]):
            needed = [(kind, name) for kind, name in references(el) if kind not in SHARED]
            if not any(is_copied(names, *one) for one in needed):
                continue
            if all(name in names.get(kind, ()) for kind, name in needed):
                spec._group(group).append(copy_element(el, spec, memo))
                names.setdefault(el.tag, set()).add(el.name)
