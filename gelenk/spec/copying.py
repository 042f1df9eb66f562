"""Copies of elements, of parts of the tree, and of whole specs.

Documents: Modeling / Model editing

Elements refer to each other by name, except for parents, frames and defaults classes. A copy keeps these, unless they
have been copied with it: `memo` says, by id, what has.
"""

from collections.abc import Iterable, Mapping
from typing import Any, TypeVar

from gelenk.spec.defaults import TEMPLATES, MjsDefault
from gelenk.spec.elements import LISTS, MjsBody, MjsKey, MjsTendon, MjsWrap, Named
from gelenk.spec.keyframes import STATES
from gelenk.spec.spec import MjSpec

N = TypeVar("N", bound=Named)
Memo = dict[int, Any]  # id of what was copied -> its copy
Members = Mapping[str, list[Any]]  # kind -> elements of it


def copy_element(el: N, spec: MjSpec, memo: Memo) -> N:
    """A copy of one element, for `spec`, which is in no list yet."""
    new = memo[id(el)] = type(el)(el, spec)
    state = new.__dict__
    default = state.get("_default")
    if default is not None:
        state["_default"] = memo.get(id(default), default)
    if isinstance(el, MjsTendon) and isinstance(new, MjsTendon):
        state["path"] = type(el.path)(copy_wrap(wrap, new) for wrap in el.path)
    return new


def copy_wrap(wrap: MjsWrap, tendon: MjsTendon) -> MjsWrap:
    """A point of a tendon's path, for another tendon."""
    new = MjsWrap()
    new.__dict__.update(wrap.__dict__, tendon=tendon)
    return new


def copy_placed(members: Members, body: MjsBody, spec: MjSpec, memo: Memo) -> None:
    """Copies of elements of one body, bodies with all that is in them, into `body`, in their order.

    `members` maps kinds (body, geom, ...) to elements. Frames among them are copied too; elements in other frames
    stay in these.
    """
    stack = [(members, body)]
    while stack:
        members, body = stack.pop()
        added = []
        for kind, group in members.items():
            for el in group:
                new = copy_element(el, spec, memo)
                new.__dict__["parent"] = body
                body._children[kind].append(new)
                added.append(new)
                if isinstance(el, MjsBody):
                    stack.append((el._children, new))
        for new in added:
            frame = new.__dict__.get("frame")
            if frame is not None:
                new.__dict__["frame"] = memo.get(id(frame), frame)


def copy_defaults(top: MjsDefault, parent: MjsDefault | None, spec: MjSpec, memo: Memo) -> list[MjsDefault]:
    """A defaults class and all that are derived from it; `parent` is what the copy is derived from."""
    stack = [(top, parent)]
    copied = []
    while stack:
        old, parent = stack.pop()
        new = memo[id(old)] = MjsDefault(old.name, None, spec)
        new._position = old._position
        new.parent = parent
        if parent is not None:
            parent.children.append(new)
        for tag in TEMPLATES:
            if tag in old.__dict__:
                new._template(tag, old.__dict__[tag])
        copied.append(new)
        stack.extend((child, new) for child in reversed(old.children))
    return copied


def copy_spec(spec: MjSpec) -> tuple[MjSpec, Memo]:
    """A spec of its own that describes the same model."""
    new = type(spec)()
    memo = {id(spec): new}
    copy_settings(spec, new)
    state = new.__dict__
    state["assets"] = dict(spec.assets)
    state["_written"] = dict(spec._written)
    for name in ("_sources", "_position", "_by_copy"):
        if name in spec.__dict__:
            state[name] = spec.__dict__[name]
    classes = copy_defaults(spec.default, None, new, memo)
    state["default"] = classes[0]
    state["_classes"] = {default.name: default for default in classes}
    world = copy_element(spec.worldbody, new, memo)
    state["worldbody"] = world
    copy_placed(spec.worldbody._children, world, new, memo)
    for group in LISTS:
        new._elements[group] = [copy_element(el, new, memo) for el in spec._elements[group]]
    copy_states(new.keys, memo)
    return new, memo


def copy_settings(spec: MjSpec, new: MjSpec) -> None:
    """Put the settings of one spec into another: its own fields, compiler, option, stat, visual."""
    state = new.__dict__
    for name in type(spec)._fields:
        state[name] = spec.__dict__[name]
    for name in ("compiler", "option", "stat", "visual"):
        part = getattr(spec, name)
        state[name] = type(part)(part)


def copy_states(keys: Iterable[MjsKey], memo: Memo) -> None:
    """Let keyframes that say values of elements speak of the copies of these."""
    for key in keys:
        states = key.__dict__.get(STATES)
        if states is not None:
            key.__dict__[STATES] = {
                field: (given, [(memo.get(id(el), el), values) for el, values in pairs])
                for field, (given, pairs) in states.items()
            }
