"""Copies of elements, of subtrees and of whole specs, and the meta element replicate.

Documents: Modeling / Model editing; XML reference / replicate

Elements refer to each other by name, except to parents, frames and defaults classes. A copy keeps such a reference
unless its target is copied too: `memo` maps the id of an original to its copy.

The meta element replicate makes copies of a subtree at regular offsets, with its references. The subtree is read once,
into its own frame. Every replica is a copy of it in a frame at the pose of the replica, with a suffix after all names.
Elements outside the tree that refer to the subtree, directly or through others, are copied with it; references to
elements that are not replicated are kept. Finally the original subtree and the elements that refer to it are removed.
"""

import math
from collections.abc import Iterable, Iterator, Mapping
from typing import Any, TypeVar

import numpy as np

from gelenk.algebra.orientation import ORIGIN, euler_quat, floats
from gelenk.algebra.vec import Quat, Vec3, rotate
from gelenk.errors import Error
from gelenk.modeling.spec.defaults import TEMPLATES, MjsDefault, with_derived
from gelenk.modeling.spec.element_classes import (
    KINDS,
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
from gelenk.modeling.spec.keyframes import STATES, resolve
from gelenk.modeling.spec.references import change_references, references
from gelenk.modeling.spec.spec import NOTHING, SETTINGS, MjsCompiler, MjSpec, MjVisual
from gelenk.modeling.spec.spec_snapshot import COMPILED
from gelenk.modeling.spec.tree_elements import with_bodies
from gelenk.tables.levels import release_number
from gelenk.tables.releases import R3_16
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
    """Copy elements as the native code of spec_copy.py does; return the copies in frames."""
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


# Meta element replicate

MOST_ELEMENTS = 1 << 17  # limit on the elements that one replicate creates
# lists of elements that may refer to the tree, each after those it may refer to
REFERRING = (
    "flexes",
    "tendons",
    "actuators",
    "equalities",
    "sensors",
    "pairs",
    "excludes",
    "skins",
    "tuples",
)


def replicate(
    spec: MjSpec,
    frame: MjsFrame,
    count: int,
    sep: str = "",
    offset: Iterable[float] = ORIGIN,
    euler: Iterable[float] = ORIGIN,
) -> None:
    """Replace `frame` and its content by `count` replicas, each in its own frame."""
    members = inside(frame)
    parts = with_bodies(members)
    names: dict[str, set[str]] = {}
    for el in parts:
        names.setdefault(el.tag, set()).add(el.name)
    outside = referring(spec, names)
    if count * (len(parts) + len(outside)) > MOST_ELEMENTS:
        raise Error(f"{count} replicas of {len(parts) + len(outside)} elements are more than {MOST_ELEMENTS}")
    fresh: list[MjsKey] = []
    if release_number(spec.release) < R3_16:  # in later releases, keyframes of the text cover all replicas
        fresh = [key for key in spec.keys if STATES not in key.__dict__]
        waiting = {id(key) for key in resolve(spec, strict=False)}
        fresh = [key for key in fresh if id(key) not in waiting]
    copies = []
    first: Memo = {}
    for number, (pos, quat) in enumerate(poses(spec.compiler, count, offset, euler)):
        memo: Memo = {}
        copy_placed(members, frame.parent, spec, memo)
        memo[id(frame)].pos, memo[id(frame)].quat = pos, quat
        for group, el in outside:
            spec._group(group).append(copy_element(el, spec, memo))
        suffix = f"{sep}{number:0{len(str(count))}d}"
        for el in memo.values():
            put_suffix(el, suffix, names)
        for key in fresh:
            copies.append(copy_element(key, spec, {}))
            copies[-1].name = key.name and key.name + suffix
            copy_states(copies[-1:], memo)
        first = first or memo
    remove(spec, members, outside)
    move_keys(spec, fresh, copies, [*parts, *(el for _, el in outside)], first)


def inside(frame: MjsFrame) -> dict[str, list[Any]]:
    """Return kind -> elements of the frame's body in the frame, including the frame itself."""
    within = {id(frame): True}

    def in_frame(el: Any) -> bool:
        chain = []
        while el is not None and id(el) not in within:
            chain.append(el)
            el = el.frame
        found = el is not None and within[id(el)]
        for link in chain:
            within[id(link)] = found
        return found

    return {
        kind: [el for el in frame.parent._children[kind] if in_frame(el)]
        for kind in ("frame", *KINDS.values())
    }


def referring(spec: MjSpec, names: dict[str, set[str]]) -> list[tuple[str, Any]]:
    """Return (group, element) of all elements that refer to `names`, directly or indirectly.

    `names` (kind -> names) is extended by the names of these elements.
    """
    found = []
    for group in REFERRING:
        for el in spec._elements[group]:
            if any(name in names.get(kind, ()) for kind, name in references(el)):
                found.append((group, el))
                names.setdefault(el.tag, set()).add(el.name)
    return found


def poses(
    compiler: MjsCompiler, count: int, offset: Iterable[float], euler: Iterable[float]
) -> Iterator[tuple[Vec3, Quat]]:
    """Yield position and orientation of each replica, offset in the frame of the previous one.

    As in 3.5.0 the angles add up, not the rotations: replica i has i times each of the Euler angles.
    """
    unit = math.radians(1.0) if compiler.degree else 1.0
    pos: Vec3 = ORIGIN
    for number in range(count):
        quat = euler_quat(tuple(number * unit * angle for angle in floats(euler)), "".join(compiler.eulerseq))
        yield pos, quat
        step = rotate(quat, floats(offset))
        pos = (pos[0] + step[0], pos[1] + step[1], pos[2] + step[2])


def put_suffix(el: Named, suffix: str, names: Mapping[str, set[str]]) -> None:
    """Add a suffix to the name of an element, and to its references to `names`."""
    state = el.__dict__
    if state.get("name"):
        state["name"] += suffix
    change_references(el, lambda kind, name: name + suffix if name in names.get(kind, ()) else name)


def remove(spec: MjSpec, members: Mapping[str, list[Any]], outside: list[tuple[str, Any]]) -> None:
    """Remove elements from their body and from the lists of the spec."""
    gone = {id(el) for group in members.values() for el in group} | {id(el) for _, el in outside}
    for kind, group in members.items():
        if group:
            children = group[0].parent._children
            children[kind] = [el for el in children[kind] if id(el) not in gone]
    for name in {name for name, _ in outside}:
        spec._group(name)[:] = [el for el in spec._elements[name] if id(el) not in gone]


def move_keys(spec: MjSpec, fresh: list[MjsKey], copies: list[MjsKey], parts: list[Any], first: Memo) -> None:
    """Insert the keyframes of the replicas before the originals.

    The originals lose the values of the replicated part; keyframes that were copied by an earlier replicate assign
    these values to the first replica.
    """
    gone = {id(el) for el in parts}
    new = {id(key) for key in fresh}
    keys = [key for key in spec.keys if id(key) not in new]
    for key in (*keys, *fresh):
        states = key.__dict__.get(STATES, {})
        for field, (given, pairs) in states.items():
            if id(key) not in new:
                pairs = [(first.get(id(el), el), values) for el, values in pairs]
            states[field] = (given, [(el, values) for el, values in pairs if id(el) not in gone])
    spec._group("keys")[:] = [*keys, *copies, *fresh]
