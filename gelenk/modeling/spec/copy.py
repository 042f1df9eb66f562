"""Copies of elements, of parts of the tree, and of whole specs.

Documents: Modeling / Model editing

Elements refer to each other by name, except for parents, frames and defaults classes. A copy keeps these, unless they
have been copied with it: `memo` says, by id, what has.
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
Memo = dict[int, Any]  # id of what was copied -> its copy
Members = Mapping[str, list[Any]]  # kind -> elements of it
# values that a copy has copies of, by their type; all others do not change
_COPIES: dict[type, Any] = {cls: cls for cls in (list, dict, Fixed, MjsOrientation, MjsPlugin)} | {
    np.ndarray: np.ndarray.copy
}
# of a spec: what it is attached to, what follows from all else, and what is of the model that it was compiled to
NOT_COPIED = ("parent", "override_assets", "_known", "_signed", COMPILED)
_OWNED = (LIVE, "alt", "ialt", "plugin", "_config")  # an element with one of these may have such values
# what elements of a class hold, see border/elements.py
_KINDS: dict[type, int] = {
    cls: OWNING if cls._lists else QUICK for cls in (MjsBody, MjsFrame, *LISTS.values(), *TEMPLATES.values())
}
_KINDS |= {MjsFrame: FRAMING, MjsDefault: TEMPLATED, MjsTendon: ASKED}


def copy_element(el: N, spec: MjSpec, memo: Memo) -> N:
    """A copy of one element, for `spec`, which is in no list yet."""
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
    """A point of a tendon's path, for another tendon."""
    new = MjsWrap()
    new.__dict__.update(wrap.__dict__, tendon=tendon)
    return new


# of border/elements.py: its WORDS, then the keys of elements with values of their own
_WORDS = ("_spec", "_default", "parent", "frame", "_children", _KINDS, _COPIES, copy_element, *_OWNED)


def copy_members(work: list[Any], spec: MjSpec, memo: Memo, every: bool = True) -> None:
    """Copies of elements, bodies with all that is in them, in the order of the elements.

    work    triples, one behind the other: elements, the list that gets their copies, the body of these or None
    memo    gets the copies of frames, and with ``every`` of all elements
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
    """What border/elements.py does, without it: work -> the copies that are in frames."""
    framed = []
    todo = iter(work)
    for elements, copies, body in zip(todo, todo, todo, strict=True):  # of what is added on the way, too
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
    """Copies of elements of one body, bodies with all that is in them, into `body`, in their order.

    `members` maps kinds (body, geom, ...) to elements. Frames among them are copied too; elements in other frames
    stay in these.
    """
    work: list[Any] = []
    for kind, group in members.items():
        if group:
            work += (group, body._group(kind), body)
    copy_members(work, spec, memo)


def copy_spec(spec: MjSpec, every: bool = True) -> tuple[MjSpec, Memo]:
    """A spec of its own that describes the same model, and what is whose copy: classes and frames, or all."""
    cls, old = type(spec), spec.__dict__
    memo: Memo = {}
    if cls.__init__ is MjSpec.__init__:
        new = cls.__new__(cls)
        state = new.__dict__ = old.copy()
        for name in NOT_COPIED:
            if name in state:
                del state[name]
        copy_parts(old, state)
    else:  # of a class of the user's, which makes more of it
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
    """Let copies of classes, the main one first, refer to each other, as `memo` says whose copies they are."""
    for new in copied:
        state = new.__dict__
        if new is not copied[0]:
            state["_parent"] = memo[id(state["_parent"])]
        if state["_derived"]:
            state["_derived"] = [memo[id(child)] for child in state["_derived"]]


def copy_settings(spec: MjSpec, new: MjSpec) -> None:
    """Put the settings of one spec into another: its own fields, compiler, option, stat, visual."""
    state, old = new.__dict__, spec.__dict__
    for name in spec._fields:
        state[name] = old[name]
    copy_parts(old, state)


def copy_parts(old: dict[str, Any], state: dict[str, Any]) -> None:
    """Copies of the structs of settings that a spec has."""
    for name in SETTINGS:
        part: Any = old.get(name)
        if part is None:
            continue
        values: dict[str, Any] = part.__dict__
        cls: Any = type(part)
        if LIVE in values or "LRopt" in values or cls is MjVisual:
            state[name] = cls(part)
        else:  # nothing but values, which do not change
            new = state[name] = cls.__new__(cls)
            new.__dict__ = values.copy()


def copy_states(keys: Iterable[MjsKey], memo: Memo) -> None:
    """Let keyframes that say values of elements speak of the copies of these."""
    for key in keys:
        states = key.__dict__.get(STATES)
        if states is not None:
            key.__dict__[STATES] = {
                field: (given, [(memo.get(id(el), el), values) for el, values in pairs])
                for field, (given, pairs) in states.items()
            }
