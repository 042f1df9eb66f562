"""Copies of elements, of parts of the tree, and of whole specs.

Documents: Modeling / Model editing

Elements refer to each other by name, except for parents, frames and defaults classes. A copy keeps these, unless they
have been copied with it: `memo` says, by id, what has.
"""

from collections.abc import Iterable, Mapping
from typing import Any, TypeVar

from gelenk.jit.border import load
from gelenk.spec.defaults import TEMPLATES, MjsDefault
from gelenk.spec.elements import KINDS, LISTS, MjsBody, MjsFrame, MjsKey, MjsTendon, MjsWrap, Named
from gelenk.spec.fields import LIVE
from gelenk.spec.keyframes import STATES
from gelenk.spec.spec import SETTINGS, MjSpec

N = TypeVar("N", bound=Named)
_TREE = tuple(KINDS.values())
_OWNED = frozenset(
    {LIVE, "alt", "ialt", "plugin", "_config"}
)  # values of an element that its copy has copies of
Memo = dict[int, Any]  # id of what was copied -> its copy
Members = Mapping[str, list[Any]]  # kind -> elements of it


def copy_element(el: N, spec: MjSpec, memo: Memo) -> N:
    """A copy of one element, for `spec`, which is in no list yet."""
    cls, state = type(el), el.__dict__.copy()
    if cls._lists or not _OWNED.isdisjoint(state):
        new = cls(el, spec)
        state = new.__dict__
    else:  # nothing but values that do not change, as most elements: what the class does, in one step
        new = cls.__new__(cls)
        state["_spec"] = spec
        if "_children" in state:
            state["_children"] = {tag: [] for tag in _TREE}
        new.__dict__ = state
    memo[id(el)] = new
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


# classes without values that a copy has copies of, unless there is a key of _OWNED
_SIMPLE = frozenset(
    cls
    for cls in (MjsBody, MjsFrame, *LISTS.values(), *TEMPLATES.values())
    if not cls._lists and cls is not MjsTendon
)
# of border/elements.py: its WORDS, then the keys of _OWNED
_WORDS = ("_spec", "_default", "parent", "frame", "_children", _SIMPLE, MjsFrame, copy_element, *_OWNED)


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
                    work += (group, state["_children"][kind], new)
    return framed


def copy_placed(members: Members, body: MjsBody, spec: MjSpec, memo: Memo) -> None:
    """Copies of elements of one body, bodies with all that is in them, into `body`, in their order.

    `members` maps kinds (body, geom, ...) to elements. Frames among them are copied too; elements in other frames
    stay in these.
    """
    inside = body._children
    work: list[Any] = []
    for kind, group in members.items():
        work += (group, inside[kind], body)
    copy_members(work, spec, memo)


def copy_defaults(top: MjsDefault, spec: MjSpec, memo: Memo) -> list[MjsDefault]:
    """A defaults class of a spec, the main one, and all that are derived from it, for another spec."""
    stack: list[tuple[MjsDefault, MjsDefault | None]] = [(top, None)]
    copied: list[MjsDefault] = []
    templates: list[Named] = []
    owners = []
    while stack:
        old, parent = stack.pop()
        state = old.__dict__
        new = memo[id(old)] = MjsDefault.__new__(MjsDefault)
        own = new.__dict__ = {**state, "_spec": spec, "parent": parent, "children": []}
        if parent is not None:
            parent.children.append(new)
        for tag, template in state.items():
            if tag in TEMPLATES:
                templates.append(template)
                owners.append((new, own, tag))
        copied.append(new)
        if old.children:
            stack.extend((child, new) for child in reversed(old.children))
    made: list[Named] = []
    copy_members([templates, made, None], spec, memo)
    for (default, state, tag), template in zip(owners, made, strict=True):
        state[tag] = template
        template.__dict__["_default"] = default
    return copied


def copy_spec(spec: MjSpec, every: bool = True) -> tuple[MjSpec, Memo]:
    """A spec of its own that describes the same model, and what is whose copy: classes and frames, or all."""
    cls, old = type(spec), spec.__dict__
    new = (
        cls() if cls.__init__ is not MjSpec.__init__ else cls.__new__(cls)
    )  # all that this makes is copied below
    memo = {id(spec): new}
    copy_settings(spec, new)
    state = new.__dict__
    state["assets"] = dict(old["assets"])
    state["_written"] = dict(old["_written"])
    for name in ("_sources", "_position", "_by_copy"):
        if name in old:
            state[name] = old[name]
    classes = copy_defaults(old["default"], new, memo)
    state["default"] = classes[0]
    state["_classes"] = {default.name: default for default in classes}
    world: list[MjsBody] = []
    work: list[Any] = [[old["worldbody"]], world, None]
    lists = state["_elements"] = {group: [] for group in old["_elements"]}
    for group, members in old["_elements"].items():
        if members:
            work += (members, lists[group], None)
    stated = any(STATES in key.__dict__ for key in old["_elements"]["keys"])
    copy_members(work, new, memo, every or stated)
    state["worldbody"] = world[0]
    if stated:
        copy_states(lists["keys"], memo)
    return new, memo


def copy_settings(spec: MjSpec, new: MjSpec) -> None:
    """Put the settings of one spec into another: its own fields, compiler, option, stat, visual."""
    state, old = new.__dict__, spec.__dict__
    for name in spec._fields:
        state[name] = old[name]
    for name in SETTINGS:
        part: Any = old.get(name)
        if part is not None:
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
