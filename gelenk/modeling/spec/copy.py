"""Copies of elements, of parts of the tree, and of whole specs.

Documents: Modeling / Model editing

Elements refer to each other by name, except to parents, frames and defaults classes. A copy keeps such a reference
unless its target is copied too: `memo` maps the id of an original to its copy.
"""

from collections.abc import Iterable, Mapping
from typing import Any, TypeVar

import numpy as np

from gelenk.modeling.spec.defaults import TEMPLATES, MjsDefault, with_derived
from gelenk.modeling.spec.element_classes import (
    LISTS,
    MjsBody,
    MjsFrame,
    MjsKey,
    MjsOrientation,
    MjsPlugin,
    MjsTendon,
    MjsWrap,
    Named,
)
from gelenk.modeling.spec.field_descriptors import LIVE, Fixed
from gelenk.modeling.spec.keyframes import STATES
from gelenk.modeling.spec.spec import NOTHING, SETTINGS, MjSpec, MjVisual
from gelenk.modeling.spec.spec_snapshot import COMPILED
from gelenk.toolchain.extension import load
from gelenk.toolchain.extension.abi import ASKED, FRAMING, OWNING, QUICK, TEMPLATED

N = TypeVar("N", bound=Named | MjsDefault)
Memo = dict[int, Any]  # id of the original -> copy
Members = Mapping[str, list[Any]]  # kind -> elements
# type -> how to copy its values; values of all other types are immutable
_COPIES: dict[type, Any] = {cls: cls for cls in (list, dict, Fixed, MjsOrientation, MjsPlugin)} | {
    np.ndarray: np.ndarray.copy
}
# attributes of a spec that are not copied: its parent, derived values, and the link to the compiled model
NOT_COPIED = ("parent", "override_assets", "_known", "_signed", "_timer", COMPILED)
_OWNED = (LIVE, "alt", "ialt", "plugin", "_config")  # attributes of an element that may have mutable values
# class -> the values that its elements hold, see toolchain/extension/spec_copy.py
_KINDS: dict[type, int] = {
    cls: OWNING if cls._lists else QUICK for cls in (MjsBody, MjsFrame, *LISTS.values(), *TEMPLATES.values())
}
_KINDS |= {MjsFrame: FRAMING, MjsDefault: TEMPLATED, MjsTendon: ASKED}


def copy_element(el: N, spec: MjSpec, memo: Memo) -> N:
    """Return a copy of one element for `spec`, not yet in a list."""
    cls, old = type(el), el.__dict__
    new = memo[id(el)] = cls.__new__(cls)
    state = new.__dict__ = old.copy()
    state["_spec"] = spec
    default = state.get("_default")
    if default is not None:
        state["_default"] = memo.get(id(default), default)
    kind = _KINDS.get(cls, ASKED)
    if kind not in (QUICK, FRAMING) or any(name in state for name in _OWNED):
        for name, value in old.items():
            copy = _COPIES.get(type(value))
            if copy is not None:
                state[name] = copy(value)
            elif kind == TEMPLATED and name in TEMPLATES:
                state[name] = copy_element(value, spec, memo)
    if "_children" in state:
        state["_children"] = {
            kind: [] if type(group) is list else group for kind, group in old["_children"].items()
        }
    if isinstance(el, MjsTendon) and isinstance(new, MjsTendon):
        state["path"] = type(el.path)(copy_wrap(wrap, new) for wrap in el.path)
    return new


def copy_wrap(wrap: MjsWrap, tendon: MjsTendon) -> MjsWrap:
    """Return a copy of a point of a tendon's path, for another tendon."""
    new = MjsWrap()
    new.__dict__.update(wrap.__dict__, tendon=tendon)
    return new


# WORDS of toolchain/extension/spec_copy.py, then the keys of elements with values of their own
_HEAD = ("_spec", "_default", "parent", "frame", "_children", _KINDS, _COPIES, copy_element, "__dict__")
_WORDS = (*_HEAD, *_OWNED)


def copy_members(work: list[Any], spec: MjSpec, memo: Memo, every: bool = True) -> None:
    """Append copies of elements, bodies with their content, in the order of the originals.

    work    flat list of triples: elements, the list to extend by their copies, the parent body of these or None
    memo    receives the copies of frames, and with ``every`` of all elements
    """
    framed: list[Any]
    if load.module:
        framed = load.module._elements(work, spec, memo, int(every), _WORDS)
    else:
        framed = _copy_members(work, spec, memo)
    for el in framed:
        state = el.__dict__
        state["frame"] = memo.get(id(state["frame"]), state["frame"])


def _copy_members(work: list[Any], spec: MjSpec, memo: Memo) -> list[Any]:
    """Copy elements in Python, as spec_copy.py does natively; return the copies in frames."""
    framed = []
    todo = iter(work)
    # includes triples appended during the loop
    for elements, copies, body in zip(todo, todo, todo, strict=True):
        for el in elements:
            new = copy_element(el, spec, memo)
            copies.append(new)
            state = new.__dict__
            if body is not None:
                state["parent"] = body
                if state.get("frame") is not None:
                    framed.append(new)
            if "_children" in state:
                for kind, group in el._children.items():
                    if type(group) is list:
                        work += (group, state["_children"][kind], new)
    return framed


def copy_placed(members: Members, body: MjsBody, spec: MjSpec, memo: Memo) -> None:
    """Copy elements of one body, bodies with their content, into `body`, in order.

    `members` maps kinds (body, geom, ...) to elements. Frames among them are copied too; elements in other frames
    remain in these.
    """
    work: list[Any] = []
    for kind, group in members.items():
        if group:
            work += (group, body._group(kind), body)
    copy_members(work, spec, memo)


def copy_spec(spec: MjSpec, every: bool = True) -> tuple[MjSpec, Memo]:
    """Return a copy of a spec, and the memo of copies: of classes and frames, or of all."""
    cls, old = type(spec), spec.__dict__
    memo: Memo = {}
    if cls.__init__ is MjSpec.__init__:
        new = cls.__new__(cls)
        state = new.__dict__ = old.copy()
        for name in NOT_COPIED:
            if name in state:
                del state[name]
        copy_parts(old, state)
    else:  # a subclass of the user's, which may initialize more
        new = cls()
        state = new.__dict__
        copy_settings(spec, new)
        state.update({name: old[name] for name in ("_sources", "_position", "_by_copy") if name in old})
    memo[id(spec)] = new
    state["assets"] = old["assets"].copy()
    state["_written"] = old["_written"].copy()
    top = old["default"]
    classes = with_derived(top) if top._derived else [top]
    copied: list[MjsDefault] = []
    world: list[MjsBody] = []
    work: list[Any] = [classes, copied, None, [old["worldbody"]], world, None]
    listed = old["_elements"]
    lists: Mapping[str, Any] = NOTHING
    state["_elements"] = NOTHING
    if listed is not NOTHING:
        lists = state["_elements"] = {name: [] if group else () for name, group in listed.items()}
        for name, group in listed.items():
            if group:
                work += (group, lists[name], None)
    keys = listed["keys"]
    stated = bool(keys) and any(STATES in key.__dict__ for key in keys)
    copy_members(work, new, memo, every or stated)
    state["default"] = copied[0]
    if len(copied) > 1:
        join_classes(copied, memo)
    state["_classes"] = {default.name: default for default in copied}
    state["worldbody"] = world[0]
    if stated:
        copy_states(lists["keys"], memo)
    return new, memo


def join_classes(copied: list[MjsDefault], memo: Memo) -> None:
    """Make copies of classes, the main one first, refer to each other as the originals do."""
    for new in copied:
        state = new.__dict__
        if new is not copied[0]:
            state["_parent"] = memo[id(state["_parent"])]
        if state["_derived"]:
            state["_derived"] = [memo[id(child)] for child in state["_derived"]]


def copy_settings(spec: MjSpec, new: MjSpec) -> None:
    """Copy the settings of a spec to another: own fields, compiler, option, stat, visual."""
    state, old = new.__dict__, spec.__dict__
    for name in spec._fields:
        state[name] = old[name]
    copy_parts(old, state)


def copy_parts(old: dict[str, Any], state: dict[str, Any]) -> None:
    """Copy the nested structs of settings of a spec."""
    for name in SETTINGS:
        part: Any = old.get(name)
        if part is None:
            continue
        values: dict[str, Any] = part.__dict__
        cls: Any = type(part)
        if LIVE in values or "LRopt" in values or cls is MjVisual:
            state[name] = cls(part)
        else:  # only immutable values
            new = state[name] = cls.__new__(cls)
            new.__dict__ = values.copy()


def copy_states(keys: Iterable[MjsKey], memo: Memo) -> None:
    """Make the copied keyframes refer to the copied elements."""
    for key in keys:
        states = key.__dict__.get(STATES)
        if states is not None:
            key.__dict__[STATES] = {
                field: (given, [(memo.get(id(el), el), values) for el, values in pairs])
                for field, (given, pairs) in states.items()
            }
