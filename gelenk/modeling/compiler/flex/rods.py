"""Rods: elastic flexes of dimension 1, as rows of flex_bending and frames in d.plastic.

Documents: XML reference / flex/elasticity (1D flexes, of 4.0.0); Modeling / Deformable objects (Rods)

    circle of radius r      I_1 = I_2 = pi r^4 / 4,  J = pi r^4 / 2
    box of half sides a b   full sides w h, I_1 = w h^3 / 12 and I_2 = h w^3 / 12 about the axes of w and h, and J of
                            Saint-Venant to 4 digits (Roark): s^3 l (1/3 - 0.21 s/l (1 - s^4 / (12 l^4))), s <= l
A vertex between two edges of lengths l_0, l_1 has k = E I / (l_0 + l_1) and k_t = G J / (l_0 + l_1). The records are
described in engine/flex/rod_geometry.py. Without twist joints, an edge between two vertices that are bent at qpos0 is a
pair with k_d = G J / (2 l); the stiffness of a vertex is divided equally among its pairs.
"""

from __future__ import annotations

from itertools import pairwise
from typing import NamedTuple

import numpy as np

from gelenk.algebra.portable_arrays import length
from gelenk.modeling.compiler.flex.flex import Flex
from gelenk.modeling.spec.flexcomp import chain_of, twist_names
from gelenk.tables.enums import mjtJoint, mjtObj
from gelenk.tables.releases import R4_0

BOX = 1  # section
BENDING_VALUES = 17  # elements of a row of flex_bending
BENT = 1e-4  # least bend at qpos0 [rad] that counts as the rest shape of a vertex
MIN_REST_FOLD = 1e-10  # least 1 + cos of the bend at qpos0; edges with less fold back onto each other
DEFAULT_RADIUS = 0.005  # default radius of flexes [m], which a box section replaces


class Section(NamedTuple):
    """Stiffnesses E I about both axes, G J [N m^2]; minor half side [m], < 0 if the first."""

    first: float
    second: float
    torsion: float
    minor: float


def is_rod(flex: Flex) -> bool:
    """Return whether a flex is an elastic line."""
    return flex.build.release >= R4_0 and flex.dim == 1 and flex.el.young > 0.0 and not flex.is_rigid


def set_radius(flex: Flex, f: int) -> None:
    """Set flex_radius of rod f with a box section to the minor half side."""
    el = flex.el
    if not (flex.build.release >= R4_0 and flex.dim == 1 and el.young > 0.0 and int(el.section) == BOX):
        return
    if not (min(el.sectionsize) > 0.0):
        flex.fail("1D flex elasticity with box section requires positive sectionsize", "sectionsize")
    minor = float(min(el.sectionsize))
    if el.radius not in (DEFAULT_RADIUS, minor):
        flex.fail(
            "1D flex with box section uses the minor half-size of sectionsize as radius; remove radius or set it to "
            f"that value ({minor:g}, got {float(el.radius):g})",
            "radius",
        )
    flex.build.arrays["flex_radius"][f] = minor


def section_of(flex: Flex) -> Section:
    """Return the stiffnesses of the section of a rod."""
    el = flex.el
    young, shear = float(el.young), float(el.shear)
    if not shear >= 0.0:
        flex.fail("shear modulus must be non-negative", "shear", "0 takes young / (2 (1 + poisson))")
    shear = shear or young / (2.0 * (1.0 + float(el.poisson)))
    if int(el.section) == BOX:
        a, b = (float(x) for x in el.sectionsize)
        short, long = 2.0 * min(a, b), 2.0 * max(a, b)
        ratio = short / long
        torsion = long * short**3 * (1.0 / 3.0 - 0.21 * ratio * (1.0 - ratio**4 / 12.0))
        return Section(
            young * (2.0 * a) * (2.0 * b) ** 3 / 12.0,
            young * (2.0 * b) * (2.0 * a) ** 3 / 12.0,
            shear * torsion,
            min(a, b) if b <= a else -min(a, b),
        )
    r = float(el.radius)
    if not r > 0.0:
        flex.fail("1D flex elasticity with circle section requires positive radius", "radius")
    bend = young * np.pi * r**4 / 4.0
    return Section(bend, bend, shear * np.pi * r**4 / 2.0, 0.0)


def rod_rows(flex: Flex) -> np.ndarray:
    """Return the rows of flex_bending of a rod (nedge, 17)."""
    if flex.order:
        flex.fail("1D flex elasticity does not support interpolation", "dof", "leave node out")
    section = section_of(flex)
    table = np.zeros((len(flex.edge), BENDING_VALUES))
    joints = twist_joints(flex)
    if joints:
        chain_rows(flex, section, joints, table)
    else:
        free_rows(flex, section, table)
    return table


def twist_joints(flex: Flex) -> list[int]:
    """Return the twist joint of each edge of an open chain, -1 if clamped; [] for none."""
    chain, box = chain_of(flex.elem), int(flex.el.section) == BOX
    if not chain:
        if box:
            flex.fail("1D flex elasticity with box section requires an open chain", "section")
        return []
    body, n = flex.body[chain], len(chain) - 1
    held = [bool(body[j] == body[j + 1]) and (j == 0 or (j == n - 1 and n > 2)) for j in range(n)]
    names = twist_names(str(flex.el.name), n)
    found = [flex.build.find(mjtObj.mjOBJ_JOINT, name) for name in names]
    if all(j < 0 for j in found):
        if box:
            flex.fail(
                "1D flex elasticity with box section requires twist joints",
                "section",
                f"hinges named {names[0]} ... {names[-1]}, which flexcomp makes",
            )
        return []
    for j, name in enumerate(names):
        if held[j]:
            found[j] = -1
        elif found[j] < 0 or int(flex.build.joints[found[j]].type) != mjtJoint.mjJNT_HINGE:
            flex.fail(f"twist joint '{name}' of a 1D flex must be a hinge, which is missing", "elasticity")
    if not held[0] and n > 1 and found[1] >= 0 and found[0] != found[1] - 1:
        flex.fail(f"twist joint '{names[0]}' must immediately precede '{names[1]}'")
    return found


def binormal(
    flex: Flex, v0: int, v1: int, v2: int
) -> tuple[np.ndarray, np.ndarray, np.ndarray, float, float]:
    """Return curvature binormal, tangents and lengths of the edges at vertex v1, at qpos0."""
    x = flex.rest
    e0, e1 = x[v1] - x[v0], x[v2] - x[v1]
    l0, l1 = float(length(e0)), float(length(e1))
    if not min(l0, l1) > 0.0 or not 1.0 + float(e0 @ e1) / (l0 * l1) > MIN_REST_FOLD:
        flex.fail(
            f"degenerate 1D flex hinge at vertex {v1}", "vertex", "edges must have lengths and not fold back"
        )
    t0, t1 = e0 / l0, e1 / l1
    kb = 2.0 * np.cross(t0, t1) / (1.0 + float(t0 @ t1))
    if 2.0 * np.arctan(0.5 * float(length(kb))) <= BENT:
        kb = np.zeros(3)
    return kb, t0, t1, l0, l1


def hinge(flex: Flex, section: Section, v: tuple[int, int, int], joint: int) -> list[float]:
    """Return the record of a single hinge."""
    kb, _, _, l0, l1 = binormal(flex, *v)
    low, high = sorted((section.first, section.second))
    whole = l0 + l1
    bend = [low / whole, high / whole - low / whole, float(length(kb))]
    return [*v, -1, *bend, joint, section.torsion / whole, section.minor]


# Open chains with twist joints


def first_normal(t: np.ndarray) -> np.ndarray:
    """Return the unit normal of t that is nearest to y, or to z if t is near y."""
    y = np.eye(3)[1 if abs(t[1]) < 0.5 else 2]
    normal = y - t * float(t @ y)
    return normal / float(length(normal))


def transported(a: np.ndarray, b: np.ndarray, u: np.ndarray) -> np.ndarray:
    """Return u after the smallest rotation that takes the unit vector a to b."""
    c, axis = float(a @ b), np.cross(a, b)
    turned: np.ndarray = u * c + np.cross(axis, u) + axis * float(axis @ u) / (1.0 + c)
    return turned


def chain_rows(flex: Flex, section: Section, joints: list[int], table: np.ndarray) -> None:
    """Fill the rows of an open chain: hinges, and the frames at qpos0.

    The rest curvature of a hinge is expressed in the material frames of its edges.
    """
    chain = chain_of(flex.elem)
    x, mats = flex.rest, flex.mats
    tangents = [(x[b] - x[a]) / float(length(x[b] - x[a])) for a, b in pairwise(chain)]
    for v in zip(chain, chain[1:], chain[2:], strict=False):
        binormal(flex, *v)  # raises an error for edges without length
    turn = mats[flex.body[chain[0]]]
    normal = turn @ first_normal(turn.T @ tangents[0])
    # the axis of the section about which bending is weakest
    normals = [np.cross(tangents[0], normal) if section.minor < 0.0 else normal]
    for a, b in pairwise(tangents):
        normals.append(transported(a, b, normals[-1]))
    for r in range(len(chain) - 2):
        v = (chain[r], chain[r + 1], chain[r + 2])
        table[r, :10] = hinge(flex, section, v, joints[r + 1])
        kb = binormal(flex, *v)[0]
        for side in range(2):
            t, u = tangents[r + side], normals[r + side]
            table[r, 10 + 2 * side : 12 + 2 * side] = float(kb @ u), float(kb @ np.cross(t, u))
    last = mats[flex.body[chain[-1]]]
    held = joints[0] < 0
    table[-1, 2:5] = tangents[0]
    table[-1, 5:8] = turn.T @ normals[0] if held else normals[0]
    table[-1, 8:11] = last.T @ normals[-1]
    table[-1, 11] = held


def plastic_size(flex: Flex) -> int:
    """Return the size of the frames in d.plastic: 7 n - 1 for n edges with twist joints."""
    return 7 * len(flex.edge) - 1 if is_rod(flex) and twist_joints(flex) else 0


# Closed and branched rods


def free_rows(flex: Flex, section: Section, table: np.ndarray) -> None:
    """Fill the rows of a rod without twist joints: pairs in edge order, then single hinges."""
    around: dict[int, list[int]] = {}
    for e, (a, b) in enumerate(flex.edge.tolist()):
        around.setdefault(a, []).append(e)
        around.setdefault(b, []).append(e)
    inner = {v: edges for v, edges in around.items() if len(edges) == 2}
    beyond = {v: [other(flex, e, v) for e in edges] for v, edges in inner.items()}
    bent = {v for v, (a, b) in beyond.items() if length(binormal(flex, a, v, b)[0]) > 0.0}
    pairs = [(e, a, b) for e, (a, b) in enumerate(flex.edge.tolist()) if a in bent and b in bent]
    shares = {v: sum(v in pair[1:] for pair in pairs) for v in bent}
    records = [pair_record(flex, section, beyond, shares, a, b) for _, a, b in pairs]
    for v in sorted(inner):
        if not shares.get(v, 0):
            a, b = beyond[v]
            records.append(hinge(flex, section, (a, v, b), -1))
    for r, record in enumerate(records):
        table[r, :10] = record


def other(flex: Flex, e: int, v: int) -> int:
    """Return the end of edge e that is not v."""
    a, b = flex.edge[e].tolist()
    return b if a == v else a


def pair_record(
    flex: Flex, section: Section, beyond: dict[int, list[int]], shares: dict[int, int], a: int, b: int
) -> list[float]:
    """Return the record of two bent vertices a, b that share an edge."""
    before, after = (next((o for o in beyond[v] if o != w), w) for v, w in ((a, b), (b, a)))
    kb0, _, _, l0, l1 = binormal(flex, before, a, b)
    kb1, t, _, _, l2 = binormal(flex, a, b, after)
    weight0 = section.first / (l0 + l1) / shares[a]
    weight1 = section.first / (l1 + l2) / shares[b]
    k = section.torsion / (2.0 * l1)
    size0, size1 = float(length(kb0)), float(length(kb1))
    cos, sin = float(kb0 @ kb1) / (size0 * size1), float(np.cross(kb0, kb1) @ t) / (size0 * size1)
    return [before, a, b, after, weight0, weight1, size0, size1, k * cos, k * sin]
