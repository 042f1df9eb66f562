"""Attach a copy of a body or frame of a spec to another place of the same spec.

Documents: XML reference / attach; Modeling / Model editing

Names of the copied elements get a prefix. Assets and classes are shared with the original. Elements outside the tree
are copied if all elements of the tree that they refer to are.
"""

from __future__ import annotations

from typing import Any

from gelenk.errors import Error
from gelenk.modeling.spec.attach import put_inside, size
from gelenk.modeling.spec.copy import copy_element, copy_members
from gelenk.modeling.spec.element_classes import Container, MjsFrame
from gelenk.modeling.spec.field_descriptors import count_edit
from gelenk.modeling.spec.keyframes import resolve
from gelenk.modeling.spec.references import change_references, references
from gelenk.modeling.spec.replicate import MOST_ELEMENTS, REFERRING, inside
from gelenk.modeling.spec.spec import MjSpec
from gelenk.modeling.spec.tree_elements import with_bodies

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
    """Return whether an element is among those of `names` (kind -> names); the world is none."""
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
