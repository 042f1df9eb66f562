"""Rule of flexes: elastic constants that preserve the stiffness of the old release.

Documents: XML reference / flex / elasticity; drop-in / Versions

    until 4.0, 3-D        mu = E / (2 (1 + nu))         lambda = 2 E nu / ((1 + nu) (1 - 2 nu))
    until 4.0, 2-D        mu = E / (8 (1 + nu))         lambda = E nu / (2 (1 + nu) (1 - 2 nu))
                          D = E t^3 / (16 (1 + nu))
    since 4.0             mu = E / (2 (1 + nu)), lambda = E nu / ((1 + nu) (1 - 2 nu)), 2-D: E nu / (1 - nu^2)
                          D = E t^3 / (12 (1 - nu^2))

Stretching of 2-D flexes is proportional to E t.
"""

from __future__ import annotations

from collections.abc import Iterator
from math import sqrt
from typing import Any, NamedTuple

import numpy as np

from gelenk.migration.reading import Record, nodes
from gelenk.migration.sides import Change, Remark, Rule, Sides, number
from gelenk.tables.releases import R4_0

RULE = Rule("elastic constants", R4_0, "young, poisson and thickness have their documented meaning")
LARGEST = 0.5  # Poisson ratio of incompressible materials


class Elastic(NamedTuple):
    """Young's modulus [Pa], Poisson's ratio [1] and thickness [m] of a flex."""

    young: float
    poisson: float
    thickness: float


def later_constants(dim: int, kind: str, old: Elastic) -> Elastic:
    """Convert constants of releases before 4.0 to those of 4.0.

    kind   elastic2d of flexes of dimension 2: bend, stretch or both
    """
    young, nu, t = old
    if dim == 3:
        ratio = 2 * nu / (1 + 2 * nu)
        return Elastic(young * (1 + ratio) / (1 + nu), ratio, t)
    if kind == "bend":
        return Elastic(0.75 * (1 - nu) * young, nu, t)
    stretch = young * (1 + 2 * nu) / (4 * (1 + nu))
    if kind == "stretch":
        return Elastic(stretch, 2 * nu, t)
    thickness = t * sqrt(max(0.0, 3 * (1 - 2 * nu)))
    return Elastic(stretch * t / thickness if thickness else np.inf, 2 * nu, thickness)


def earlier_constants(dim: int, kind: str, new: Elastic) -> Elastic:
    """Convert constants of release 4.0 to those of releases before."""
    young, ratio, thickness = new
    if dim == 3:
        nu = ratio / (2 * (1 - ratio))
        return Elastic(young * (1 + nu) / (1 + ratio), nu, thickness)
    if kind == "bend":
        return Elastic(young / (0.75 * (1 - ratio)), ratio, thickness)
    nu = ratio / 2
    stretch = young * 4 * (1 + nu) / (1 + 2 * nu)
    if kind == "stretch":
        return Elastic(stretch, nu, thickness)
    t = thickness / sqrt(3 * (1 - 2 * nu))
    return Elastic(stretch * thickness / t if t else np.inf, nu, t)


def elasticity(sides: Sides) -> Iterator[Change | Remark]:
    """Yield the elastic constants of flexes that keep their stiffness.

    If the engine uses the constants of one release for both, remarks are yielded instead.
    """
    if not sides.crosses(R4_0):
        return
    old, new = sides.old.model, sides.new.model
    changed = not all(
        np.array_equal(getattr(old, name), getattr(new, name)) for name in ("flex_stiffness", "flex_bending")
    )
    for node in nodes(sides.old.root):
        part = next((child for child in node.children if child.tag == "elasticity"), None)
        if node.tag not in ("flex", "flexcomp") or part is None or not part.values.get("young"):
            continue
        dim, kind = node.values.get("dim", 2), part.attrs.get("elastic2d", "none")
        if (
            node.attrs.get("dof", "full") not in ("full", "radial")
            or dim == 1
            or (dim == 2 and kind == "none")
        ):
            continue
        yield from constants(sides, part, dim, kind, changed)


def constants(sides: Sides, part: Any, dim: int, kind: str, changed: bool) -> Iterator[Change | Remark]:
    """Yield the changes of one elasticity element, or a remark if they cannot be made."""
    record = Record(part, None, False)
    thickness = part.values.get("thickness", -1.0)
    given = Elastic(part.values["young"], part.values.get("poisson", 0.0), thickness)
    if dim == 2 and kind != "stretch" and thickness <= 0:
        return  # without a thickness there is no bending
    found = (later_constants if sides.forward else earlier_constants)(dim, kind, given)
    told = f"young={number(found.young)} poisson={number(found.poisson)} thickness={number(found.thickness)}"
    if not 0 <= found.poisson < LARGEST or not np.isfinite(found.young):
        what = f"the stiffness needs {told}, and poisson must be below {LARGEST}"
        yield sides.remark(RULE, record, what, "choose the nearest material by experiment")
    elif not changed:
        what = (
            "the package mujoco of this release has other elastic constants; gelenk has those of 3.5.0 here"
        )
        yield sides.remark(RULE, record, what, f"{told} for the package mujoco")
    else:
        for name, old, new in zip(Elastic._fields, given, found, strict=True):
            if new != old:
                yield sides.change(RULE, record, name, number(new))
