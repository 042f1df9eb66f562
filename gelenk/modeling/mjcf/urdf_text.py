"""Text of URDF: numbers, names and children of its nodes, with problems and warnings.

Documents: Modeling / URDF extensions

A problem is an error that MuJoCo 3.5.0 reports too. A note records input that 3.5.0 does not accept, or that this
reader leaves out; the notes on one subject become one warning that lists their places.
"""

from __future__ import annotations

import math
import posixpath
import re
from typing import TYPE_CHECKING, Any

from gelenk.algebra.orientation import euler_quat
from gelenk.algebra.vec import mat_mul, quat_to_mat
from gelenk.modeling.mjcf.check import described
from gelenk.modeling.mjcf.parse import blame
from gelenk.modeling.mjcf.values import Wrong, read_reals
from gelenk.tables.schema_rows import real

if TYPE_CHECKING:
    from collections.abc import Sequence

    from gelenk.algebra.vec import Quat
    from gelenk.errors import Problem
    from gelenk.modeling.mjcf.parse import Node
    from gelenk.modeling.spec.element import MjsElement

# a number; finite if shorter than LONG
PLAIN = re.compile(r"[-+]?(\d+\.?\d*|\.\d+)([eE][-+]?\d{1,2})?", re.ASCII)
LONG = 100  # characters
ONE, THREE, FOUR = real(1), real(3), real(4)


def rotated(matrix: Sequence[float], quat: Quat) -> tuple[float, ...]:
    """Return R I R' for an inertia I (xx yy zz xy xz yz), with the rotation R of ``quat``."""
    xx, yy, zz, xy, xz, yz = matrix
    turn = quat_to_mat(quat)
    back = (*turn[0::3], *turn[1::3], *turn[2::3])
    m = mat_mul(mat_mul(turn, (xx, xy, xz, xy, yy, yz, xz, yz, zz)), back)
    return m[0], m[4], m[8], m[1], m[2], m[5]


class UrdfText:
    """Reader of single nodes, which collects problems and notes."""

    def __init__(self) -> None:
        self.problems: list[Problem] = []
        self.notes: dict[str, dict[str, None]] = {}  # subject of a warning -> places in order
        self.turns: dict[str, Quat] = {}  # text of rpy -> quaternion; most robots have few

    def report(self, node: Node, message: str, hint: str = "") -> None:
        self.problems.append(blame(node, f"{message}, in {described(node)}", hint))

    def record_position(self, element: Any, node: Node) -> None:
        element.__dict__["_position"] = node.position
        element.__dict__["info"] = f"line {node.line}"

    def note(self, subject: str, place: str) -> None:
        """Add a place to the warning about a subject."""
        self.notes.setdefault(subject, {})[place] = None

    def is_given(self, node: Node, name: str) -> bool:
        """Return whether an attribute is present and not blank."""
        return bool(node.attrs.get(name, "").strip())

    def read_numbers(self, node: Node, name: str, kind: Any, default: Any = None, finite: bool = True) -> Any:
        """Return the numbers of an attribute, or None after a problem."""
        text = node.attrs.get(name)
        if text is None or text.isspace() or not text:
            if default is None:
                self.report(node, f"required attribute missing: '{name}'")
            return default
        try:
            found = read_reals(text, kind)
        except Wrong as wrong:
            self.report(node, f"attribute '{name}' {wrong.args[0]}", wrong.args[1])
            return None
        if found is None or (finite and not all(map(math.isfinite, found))):
            self.report(node, f"attribute '{name}' must be finite numbers")
            return None
        if not (finite or all(map(math.isfinite, found))):
            self.note("numbers that are not finite", f"{name} at {node.where}")
        return found

    def read_number(self, node: Node, name: str, default: Any = None, finite: bool = True) -> float:
        text = node.attrs.get(name, "")
        if len(text) < LONG and PLAIN.fullmatch(text):  # the usual case
            return float(text)
        found = self.read_numbers(node, name, ONE, None if default is None else (default,), finite)
        return found[0] if found else 0.0

    def read_optional(self, node: Node, name: str, default: Any, meaning: str) -> Any:
        """Return the numbers of an attribute that 3.5.0 requires, or the default with a warning."""
        if not self.is_given(node, name):
            self.note(f"'{name}' of <{node.tag}> is missing, which 3.5.0 refuses: {meaning}", node.where)
        return self.read_numbers(node, name, ONE if len(default) == 1 else THREE, default)

    def first_child(self, node: Node, tag: str, required: bool = False) -> Any:
        """Return the first child with a tag, or None; further ones are noted."""
        first, count = None, 0
        for child in node.children:
            if child.tag == tag:
                count += 1
                first = first or child
        if not count and required:
            self.report(node, f"missing element: '{tag}'")
        if count > 1:
            self.note(
                "repeated elements, of which the first is used",
                f"{count} <{tag}> in {described(node)} at {node.where}",
            )
        return first

    def required_name(self, node: Node) -> str | None:
        name = node.attrs.get("name")
        if name is None:
            self.report(node, "required attribute missing: 'name'")
        return name

    def read_origin(self, node: Node) -> Any:
        """Return position and quaternion of the child <origin>."""
        origin = self.first_child(node, "origin")
        if origin is None:
            return (0.0, 0.0, 0.0), (1.0, 0.0, 0.0, 0.0)
        pos = self.read_numbers(origin, "xyz", THREE, (0.0, 0.0, 0.0))
        rpy = origin.attrs.get("rpy", "")
        quat = self.turns.get(rpy)
        if quat is None:
            angles = self.read_numbers(origin, "rpy", THREE, (0.0, 0.0, 0.0))
            quat = euler_quat(tuple(angles or (0.0,) * 3), "XYZ")
            if angles:
                self.turns[rpy] = quat
        return tuple(pos or (0.0,) * 3), quat


def put(element: MjsElement, **arrays: Sequence[float]) -> None:
    """Store numbers in the first elements of array fields, without building the arrays."""
    for name, values in arrays.items():
        field: Any = element._fields[name]
        field.replace(element.__dict__, values)


def stripped(file: str) -> str:
    """Return the name of a file without its folders."""
    return posixpath.basename(file.replace("\\", "/"))
