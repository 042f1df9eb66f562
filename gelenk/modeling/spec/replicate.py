"""The meta element replicate: copies of a subtree at regular offsets, with its references.

Documents: XML reference / replicate

The subtree is read once, into its own frame. Every replica is a copy of it in a frame at the pose of the replica,
with a suffix after all names. Elements outside the tree that refer to the subtree, or to such an element, are
copied with it; names of elements that are not replicated are kept. Finally the original subtree and the elements
that refer to it are removed.
"""

import math
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from gelenk.algebra.orientation import ORIGIN, euler_quat, floats
from gelenk.algebra.vec import Quat, Vec3, rotate
from gelenk.errors import Error
from gelenk.modeling.spec.copy import Memo, copy_element, copy_placed, copy_states
from gelenk.modeling.spec.element_classes import KINDS, MjsFrame, MjsKey, Named
from gelenk.modeling.spec.keyframes import STATES, resolve
from gelenk.modeling.spec.references import change_references, references
from gelenk.modeling.spec.spec import MjsCompiler, MjSpec
from gelenk.modeling.spec.tree_elements import with_bodies
from gelenk.tables.levels import release_number
from gelenk.tables.releases import R3_16

MOST_ELEMENTS = 1 << 17  # elements that one replicate may create
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
    if release_number(spec.release) < R3_16:  # keyframes of later releases are written for all replicas
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
