"""World boxes of geoms and of bodies with several of them: most of their pairs are far apart, which boxes tell early.

Documents: Computation / Collision detection / Selection

Furniture, robots and houses are bodies of long, flat geoms, whose spheres are mostly empty. A box along the axes of the
world is larger than the geom, its share of the margin included, by more than any collision function is inaccurate: two
geoms whose boxes are apart have no contact.
"""

from gelenk.algebra.vec import add, load3, load9, mat_vec
from gelenk.engine.collision.broad.broadphase import INFINITE, MANY
from gelenk.engine.collision.broad.obb import box_of
from gelenk.jit.kernel import kernel, spread
from gelenk.jit.structs import Data, Model
from gelenk.tables.enums import mjtEnableBit, mjtGeom

BOXED = 64  # geoms of a model from which boxes pay, if there are several to a body
SLACK = 1e-5  # [m] far above the tolerance of the functions that find the distance of two shapes


@kernel
def box_geom(m: Model, d: Data, g: int) -> None:
    """The box of geom ``g``; all of space for shapes that have none.

    Reads   geom_xpos, geom_xmat, geom_size, geom_aabb, geom_margin
    Writes  broad_box (ngeom, 6) lower corner, upper corner, world frame
    """
    kind = m.geom_type[g]
    if kind < mjtGeom.mjGEOM_SPHERE or kind > mjtGeom.mjGEOM_MESH:
        for k in range(3):
            d.broad_box[g, k], d.broad_box[g, 3 + k] = -INFINITE, INFINITE
        return
    share = 0.5 * m.opt.o_margin if m.opt.enableflags & mjtEnableBit.mjENBL_OVERRIDE else m.geom_margin[g]
    c, h = box_of(m, g)
    r = load9(d.geom_xmat, g)
    x = add(load3(d.geom_xpos, g), mat_vec(r, c))
    for k in range(3):
        half = abs(r[3 * k]) * h[0] + abs(r[3 * k + 1]) * h[1] + abs(r[3 * k + 2]) * h[2] + share + SLACK
        d.broad_box[g, k], d.broad_box[g, 3 + k] = x[k] - half, x[k] + half


@kernel
def box_bodies(m: Model, d: Data) -> None:
    """The boxes of all geoms, and broad_around, those of bodies; a body of many geoms, kept in order, has none."""
    for b in spread(d, 0, m.nbody):
        first, end = m.body_geomadr[b], m.body_geomadr[b] + m.body_geomnum[b]
        whole = end - first >= MANY
        for k in range(3):
            d.broad_around[b, k] = -INFINITE if whole else INFINITE
            d.broad_around[b, 3 + k] = INFINITE if whole else -INFINITE
        if whole:
            continue
        for g in range(first, end):
            if m.geom_contype[g] | m.geom_conaffinity[g]:
                box_geom(m, d, g)
                for k in range(3):
                    d.broad_around[b, k] = min(d.broad_around[b, k], d.broad_box[g, k])
                    d.broad_around[b, 3 + k] = max(d.broad_around[b, 3 + k], d.broad_box[g, 3 + k])


@kernel
def bodies_apart(d: Data, b1: int, b2: int) -> bool:
    """Whether the boxes of two bodies are apart; False if anything is NaN."""
    for k in range(3):
        if d.broad_around[b1, k] > d.broad_around[b2, 3 + k]:
            return True
        if d.broad_around[b2, k] > d.broad_around[b1, 3 + k]:
            return True
    return False


@kernel
def apart_from_body(d: Data, g: int, b: int) -> bool:
    """Whether the boxes of a geom and of a body are apart; False if anything is NaN."""
    for k in range(3):
        if d.broad_box[g, k] > d.broad_around[b, 3 + k] or d.broad_around[b, k] > d.broad_box[g, 3 + k]:
            return True
    return False


@kernel
def geoms_apart(d: Data, g1: int, g2: int) -> bool:
    """Whether the boxes of two geoms are apart; False if anything is NaN."""
    for k in range(3):
        if d.broad_box[g1, k] > d.broad_box[g2, 3 + k] or d.broad_box[g2, k] > d.broad_box[g1, 3 + k]:
            return True
    return False


@kernel
def list_near(m: Model, d: Data, b: int, other: int, n: int) -> int:
    """Add to many_list, behind its first ``n``, the geoms of a body whose boxes meet that of another; how many then."""
    for g in range(m.body_geomadr[b], m.body_geomadr[b] + m.body_geomnum[b]):
        if m.geom_contype[g] | m.geom_conaffinity[g] and not apart_from_body(d, g, other):
            d.many_list[n] = g
            n += 1
    return n
