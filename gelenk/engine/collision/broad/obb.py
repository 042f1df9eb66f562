"""Whether the boxes around two geoms, in the frames of the geoms, are farther apart than the margin.

Documents: Computation / Collision detection / Checking (mid phase)

Looked at along the axes of both boxes only: cheap, and enough for most pairs that do not touch.
"""

from gelenk.algebra.vec import Vec3, add, load3, load9, mat_mul, mat_t_vec, mat_vec, sub
from gelenk.jit.kernel import kernel
from gelenk.jit.structs import Data, Model
from gelenk.tables.enums import mjtGeom


@kernel
def box_of(m: Model, geom: int) -> tuple[Vec3, Vec3]:
    """Center and half sizes of the box around a convex geom, in its frame."""
    kind, size = m.geom_type[geom], load3(m.geom_size, geom)
    origin = (0.0, 0.0, 0.0)
    if kind == mjtGeom.mjGEOM_MESH:
        half = (m.geom_aabb[geom, 3], m.geom_aabb[geom, 4], m.geom_aabb[geom, 5])
        return load3(m.geom_aabb, geom), half
    if kind == mjtGeom.mjGEOM_SPHERE:
        return origin, (size[0], size[0], size[0])
    if kind == mjtGeom.mjGEOM_CAPSULE:
        return origin, (size[0], size[0], size[0] + size[1])
    if kind == mjtGeom.mjGEOM_CYLINDER:
        return origin, (size[0], size[0], size[1])
    return origin, size


@kernel
def boxes_apart(m: Model, d: Data, geom1: int, geom2: int, margin: float) -> bool:
    """Whether an axis of one of the boxes separates them by more than ``margin``; False if anything is NaN."""
    r1, r2 = load9(d.geom_xmat, geom1), load9(d.geom_xmat, geom2)
    c1, h1 = box_of(m, geom1)
    c2, h2 = box_of(m, geom2)
    x1 = add(load3(d.geom_xpos, geom1), mat_vec(r1, c1))
    x2 = add(load3(d.geom_xpos, geom2), mat_vec(r2, c2))
    t1 = mat_t_vec(r1, sub(x2, x1))
    t2 = mat_t_vec(r2, sub(x2, x1))
    c = mat_mul((r1[0], r1[3], r1[6], r1[1], r1[4], r1[7], r1[2], r1[5], r1[8]), r2)
    a = (abs(c[0]), abs(c[1]), abs(c[2]), abs(c[3]), abs(c[4]), abs(c[5]), abs(c[6]), abs(c[7]), abs(c[8]))
    s, u = mat_vec(a, h2), mat_t_vec(a, h1)
    for k in range(3):
        if abs(t1[k]) > h1[k] + s[k] + margin or abs(t2[k]) > h2[k] + u[k] + margin:
            return True
    return False
