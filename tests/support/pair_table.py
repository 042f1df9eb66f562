"""Contacts of all pairs of geom types: equal to the reference's, or proven to be exact.

The proof of a contact is its own normal n: n . (nearest point of the second geom) - n . (farthest point of the first)
bounds the signed distance of convex shapes from below, so a distance that attains the bound of its normal is exact. A
height field is a set of prisms; a margin raises their tops by itself, and inflates the other geom by its half.
"""

import itertools
from typing import NamedTuple

import mujoco
import numpy as np

from tests.support.shapes import ShapeScene, pairing

TYPES = ("plane", "hfield", "sphere", "capsule", "ellipsoid", "cylinder", "box", "mesh")
PAIRS = [p for p in itertools.combinations_with_replacement(TYPES, 2) if p[1] not in ("plane", "hfield")]
# tolerance at which errors of the reference's collider, if it converges, are below TOLERANCE
TIGHT = 'ccd_tolerance="1e-11" ccd_iterations="500"'
TOLERANCE = (
    1e-6,
    1e-4,
    1e-3,
)  # distance [m], position [m], normal: of 3.5.0, as the square root of its tolerance


class Variant(NamedTuple):
    """The settings of a collision: margin, flags and options."""

    title: str
    margin: float = 0.0
    flag: str = ""
    option: str = TIGHT


VARIANTS = (
    Variant("margin 0"),
    Variant("margin 0.1", 0.1),
    Variant("multiccd", 0.0, 'multiccd="enable"'),
    Variant("multiccd, margin 0.1", 0.1, 'multiccd="enable"'),
    Variant("default tolerance", option=""),
)
POSES = 20


class Outcome(NamedTuple):
    """Numbers of poses that agree, that differ with proven contacts, and that are unproven."""

    agree: int
    proven: int
    open: int


def shape_name(kind, second):
    """Return the shape that represents a geom type."""
    if kind == "mesh":
        return "tetra" if second else "stone"
    return "hills" if kind == "hfield" else kind


def extent(m, d, g, n):
    """Return the largest n . x over geom g, which must not be a height field."""
    center, y = d.geom_xpos[g] @ n, n @ d.geom_xmat[g].reshape(3, 3)
    s, kind = m.geom_size[g], m.geom_type[g]
    if kind == mujoco.mjtGeom.mjGEOM_MESH:
        mesh = m.geom_dataid[g]
        first = m.mesh_vertadr[mesh]
        return center + float((m.mesh_vert[first : first + m.mesh_vertnum[mesh]] @ y).max())
    return (
        center
        + {
            mujoco.mjtGeom.mjGEOM_SPHERE: lambda: s[0],
            mujoco.mjtGeom.mjGEOM_CAPSULE: lambda: s[0] + s[1] * abs(y[2]),
            mujoco.mjtGeom.mjGEOM_ELLIPSOID: lambda: np.linalg.norm(s * y),
            mujoco.mjtGeom.mjGEOM_CYLINDER: lambda: s[0] * np.hypot(y[0], y[1]) + s[1] * abs(y[2]),
            mujoco.mjtGeom.mjGEOM_BOX: lambda: np.abs(s * y).sum(),
        }[kind]()
    )


def prisms(m, raised):
    """Return the corners (n, 6, 3) of the prisms of height field 0, in its frame."""
    nrow, ncol = int(m.hfield_nrow[0]), int(m.hfield_ncol[0])
    sx, sy, sz, base = m.hfield_size[0]
    x, y = np.meshgrid(np.linspace(-sx, sx, ncol), np.linspace(-sy, sy, nrow))
    top = np.stack([x, y, sz * m.hfield_data[: nrow * ncol].reshape(nrow, ncol) + raised], axis=2)
    corners = []
    for r, c in itertools.product(range(nrow - 1), range(ncol - 1)):
        a, b, e, f = top[r + 1, c], top[r, c], top[r + 1, c + 1], top[r, c + 1]
        corners += [[a, b, e], [b, e, f]]
    tops = np.array(corners)
    floors = tops.copy()
    floors[..., 2] = -base
    return np.concatenate([tops, floors], axis=1)


def bounds(m, d, n, margin):
    """Return lower bounds of the distance along n from geom 0 to geom 1, one for each prism."""
    low = -extent(m, d, 1, -n)
    if m.geom_type[0] != mujoco.mjtGeom.mjGEOM_HFIELD:
        return np.array([low - extent(m, d, 0, n)])
    x = prisms(m, margin) @ d.geom_xmat[0].reshape(3, 3).T + d.geom_xpos[0]
    return low - 0.5 * margin - (x @ n).max(axis=1)


def is_proven(m, ours, margin):
    """Return whether each contact attains a bound of its normal, within ccd_tolerance."""
    for k in range(ours.ncon):
        n = np.ravel(ours.contact.frame[k])[:3]
        if np.abs(bounds(m, ours, n, margin) - ours.contact.dist[k]).min() > max(1e-9, m.opt.ccd_tolerance):
            return False
    return True


def compare(pair, variant, poses=POSES):
    """Return the outcome of a pair."""
    names = [shape_name(kind, k == 1) for k, kind in enumerate(pair)]
    scene = ShapeScene(*names, variant.margin, variant.flag, variant.option)
    rng, counts = np.random.default_rng(7), [0, 0, 0]
    while sum(counts) < poses:
        theirs, ours = scene.at(scene.random(rng, 0.2))
        if theirs.ncon == 0 and ours.ncon == 0:
            continue
        apart = pairing(theirs, ours)
        if apart is not None and (apart <= TOLERANCE).all():
            counts[0] += 1
        elif ours.ncon > 0 and theirs.ncon == ours.ncon and is_proven(scene.ref, ours, variant.margin):
            counts[1] += 1
        else:
            counts[2] += 1
    return Outcome(*counts)
