"""Height field (hfield) against convex geom: one convex pair per prism near the geom.

Documents: Computation / Collision detection / Checking; XML / asset / hfield

Each cell of four neighboring samples has two prisms, with triangles of the surface as tops and the base of the field as
floor; they share the diagonal between samples (r, c) and (r + 1, c + 1). In the frame of the field, sample (r, c) is at

    x = size_x (2 c / (ncol - 1) - 1),  y = size_y (2 r / (nrow - 1) - 1),  z = size_z hfield_data[r, c]

and the floor is at z = -size_base. The prisms in a row of cells are traversed like a triangle strip, so that
each needs one more sample than its predecessor.

Most prisms near a geom have no contact, since the plane of the top, the vertical plane through the diagonal, or a face
of a box separates them. These tests precede the convex collider.

Prisms on whose tops a flat face or straight line of the geom rests are combined into patches, which have up to four
contacts each (resting.py).

With a margin, contacts are those of tops raised by the margin and of a geom inflated by half the margin, as in 3.5.0:
dist is smaller than the distance by one and a half margins. The cells searched are those of the geom without margin.
"""

import math

from gelenk.algebra.vec import (
    Mat3,
    Vec2,
    Vec3,
    add,
    add_scaled,
    cross,
    dot,
    load3,
    load9,
    mat_mul,
    mat_t_vec,
    mat_vec,
    neg,
    norm,
    normalize,
    store3,
    store9,
    sub,
)
from gelenk.engine.collision.broadphase import NO_HINT, add_candidate
from gelenk.engine.collision.convex.resting import CLOSE, JOIN, MOST_PER_PATCH, OPEN
from gelenk.engine.collision.convex.support import (
    EXACTLY,
    SOLVE_SIDES,
    axis_of,
    ball_radius,
    has_edges,
    load_side,
    prism_support,
    rests_on_faces,
    solved,
    support,
    uses_portal,
)
from gelenk.engine.stage_calls import is_loaded
from gelenk.tables.enums import mjMAXCONPAIR, mjtGeom
from gelenk.tables.precision import Limits
from gelenk.tables.stages import INDEX
from gelenk.toolchain.kernel import call_pair, kernel
from gelenk.toolchain.kernel_types import Data, Model

HFIELD_PATCH = INDEX["hfield_patch"]
X, Y, Z = (1.0, 0.0, 0.0), (0.0, 1.0, 0.0), (0.0, 0.0, 1.0)


@kernel
def extent(m: Model, d: Data, e: Vec3) -> Vec2:
    """Return the interval of side 1 along the unit vector ``e`` of the field's frame."""
    low, high = support(m, d, 1, neg(e), 0), support(m, d, 1, e, 0)
    x, r = dot(e, load3(d.ccd_xpos, 1)), ball_radius(d, 1)
    return x + dot(e, low) - r, x + dot(e, high) + r


@kernel
def along(half: float, i: int, n: int) -> float:
    """Return the coordinate of sample ``i`` of ``n`` over [-half, half]."""
    return half * (2.0 * i / (n - 1) - 1.0)


@kernel
def raised_height(m: Model, hfield: int, r: int, c: int, raised: float) -> float:
    """Return the height of sample (r, c), raised by ``raised``."""
    return (
        m.hfield_size[hfield, 2] * m.hfield_data[m.hfield_adr[hfield] + r * m.hfield_ncol[hfield] + c]
        + raised
    )


@kernel
def sample(m: Model, d: Data, hfield: int, r: int, c: int, k: int, raised: float) -> None:
    """Write sample (r, c), raised by ``raised``, to corner ``k`` of the prism."""
    d.prism_corner[k, 0] = along(m.hfield_size[hfield, 0], c, m.hfield_ncol[hfield])
    d.prism_corner[k, 1] = along(m.hfield_size[hfield, 1], r, m.hfield_nrow[hfield])
    d.prism_corner[k, 2] = raised_height(m, hfield, r, c, raised)


@kernel
def load_prism(d: Data, a: Vec3, b: Vec3, c: Vec3, floor: float) -> None:
    """Load the prism below three corners as side 0: center, relative corners, sizes.

    The center is the mean of the six corners of the prism.
    """
    d.ccd_type[0] = mjtGeom.mjGEOM_HFIELD
    top = max(a[2], b[2], c[2])
    height = (a[2] + b[2] + c[2]) / 3.0
    center = ((a[0] + b[0] + c[0]) / 3.0, (a[1] + b[1] + c[1]) / 3.0, 0.5 * (floor + height))
    store3(d.ccd_xpos, 0, center)
    store3(d.prism, 0, sub(a, center))
    store3(d.prism, 1, sub(b, center))
    store3(d.prism, 2, sub(c, center))
    d.prism[3, 2] = floor - center[2]
    d.ccd_size[0, 0] = 0.0  # the core of a prism has no ball
    d.ccd_size[0, 1] = abs(d.prism[0, 0]) + abs(d.prism[0, 1])
    d.ccd_size[0, 2] = top - center[2]


@kernel
def turn_candidates(d: Data, first: int, pos: Vec3, mat: Mat3) -> None:
    """Transform candidates from ``first`` on from the field's frame to the world frame."""
    for k in range(first, d.near_count):
        n = mat_vec(mat, load3(d.near_frame, k))
        store3(d.near_pos, k, add(pos, mat_vec(mat, load3(d.near_pos, k))))
        store3(d.near_frame, k, n)


@kernel
def cells(low: float, high: float, half: float, n: int) -> tuple[int, int]:
    """Return the range of samples, of ``n`` over [-half, half], that covers [low, high]."""
    per = 0.5 * (n - 1) / half
    return max(0, math.floor((low + half) * per)), min(n - 1, math.ceil((high + half) * per))


@kernel
def add_prism_contact(m: Model, d: Data) -> None:
    """Add a contact of the prism and side 1, inflated by half the margin, if near enough."""
    inflate = 0.5 * d.near_margin
    found, n, dist, pos = solved(m, d, inflate, d.near_margin)
    if found:
        add_candidate(d, dist - inflate, add_scaled(pos, n, -0.5 * inflate), n, NO_HINT)


@kernel
def collide_prism(m: Model, d: Data) -> None:
    """Collide the prism with side 1: add a contact, or extend a patch."""
    if d.patch_count[0] > 0:
        call_pair(m, d, HFIELD_PATCH, JOIN, 0)
        if d.patch_count[1] == 1:
            return
    before = d.near_count
    add_prism_contact(m, d)
    if d.patch_count[0] >= 0 and d.near_count > before:
        call_pair(m, d, HFIELD_PATCH, OPEN, 0)


@kernel
def is_full(d: Data) -> bool:
    """Return whether candidates and patches leave no room for another contact."""
    return d.near_count + MOST_PER_PATCH * max(d.patch_count[0], 0) >= mjMAXCONPAIR


@kernel
def across_cells(m: Model, hfield: int) -> Vec3:
    """Return the horizontal unit vector across the cell diagonals, toward (r, c + 1)."""
    x, y = (
        m.hfield_size[hfield, 0] / (m.hfield_ncol[hfield] - 1),
        m.hfield_size[hfield, 1] / (m.hfield_nrow[hfield] - 1),
    )
    return normalize((y, -x, 0.0))


@kernel
def beyond_diagonal(a: Vec3, b: Vec3, c: Vec3, e: Vec3, near: Vec2, reach: float) -> bool:
    """Return whether side 1 is farther than ``reach`` from a prism along ``e``.

    ``e`` is the unit vector across the diagonals, ``near`` the interval of side 1 along ``e``; a, b, c are the corners
    of the top of the prism.
    """
    p, q, s = dot(e, a), dot(e, b), dot(e, c)
    return min(p, q, s) > near[1] + reach or max(p, q, s) < near[0] - reach


@kernel
def above_top(m: Model, d: Data, a: Vec3, b: Vec3, c: Vec3, reach: float) -> bool:
    """Return whether side 1 is more than ``reach`` above the plane of three corners."""
    n = cross(sub(b, a), sub(c, a))
    n = n if n[2] > 0.0 else neg(n)
    lowest = add(load3(d.ccd_xpos, 1), support(m, d, 1, neg(n), 0))
    return dot(n, sub(lowest, a)) > (ball_radius(d, 1) + reach) * norm(n)


@kernel
def beyond_face(d: Data, reach: float) -> bool:
    """Return whether a face plane of side 1, a box, is farther than ``reach`` from the prism."""
    if d.ccd_type[1] != mjtGeom.mjGEOM_BOX:
        return False
    c = sub(load3(d.ccd_xpos, 1), load3(d.ccd_xpos, 0))
    for k in range(3):
        n = axis_of(d, 1, k)
        n = n if dot(n, c) > 0.0 else neg(n)
        if dot(n, sub(c, prism_support(d, n))) - d.ccd_size[1, k] > reach:
            return True
    return False


@kernel
def walk_row(
    m: Model, d: Data, hfield: int, r: int, first: int, last: int, lowest: float, e: Vec3, near: Vec2
) -> bool:
    """Collide the prisms of a range of cells in row ``r``; return False to end the search.

    The cells are ``first`` .. ``last`` - 1. ``lowest`` is the least height of side 1, ``near`` its interval along
    ``e``, the unit vector across the cell diagonals.
    """
    raised = d.near_margin
    reach = 0.5 * d.near_margin + Limits.SEPARATED
    planes = not uses_portal(m)  # mpr.py reports contacts even of geoms that a plane separates
    ncol, half = m.hfield_ncol[hfield], m.hfield_size[hfield, 0]
    x = along(half, first, ncol)
    y0 = along(m.hfield_size[hfield, 1], r, m.hfield_nrow[hfield])
    y1 = along(m.hfield_size[hfield, 1], r + 1, m.hfield_nrow[hfield])
    a = (x, y1, raised_height(m, hfield, r + 1, first, raised))
    b = (x, y0, raised_height(m, hfield, r, first, raised))
    for i in range(2, 2 * (last - first + 1)):
        column, odd = first + i // 2, i & 1
        if odd == 0:
            x = along(half, column, ncol)
        c = (x, y0 if odd else y1, raised_height(m, hfield, r + 1 - odd, column, raised))
        if max(a[2], b[2], c[2]) >= lowest:
            if not (planes and (beyond_diagonal(a, b, c, e, near, reach) or above_top(m, d, a, b, c, reach))):
                load_prism(d, a, b, c, -m.hfield_size[hfield, 3])
                if not (planes and beyond_face(d, reach)):
                    collide_prism(m, d)
                if is_full(d):
                    return False
        a, b = b, c
    return True


@kernel
def has_cells(m: Model, hfield: int) -> bool:
    """Return whether the field has prisms; a single row or column has none."""
    return m.hfield_nrow[hfield] > 1 and m.hfield_ncol[hfield] > 1


@kernel
def place_side(m: Model, d: Data, geom1: int, geom2: int) -> None:
    """Load ``geom2`` as side 1, in the frame of the field."""
    load_side(m, d, 1, geom2)
    mat, r = load9(d.geom_xmat, geom1), load9(d.geom_xmat, geom2)
    store3(d.ccd_xpos, 1, mat_t_vec(mat, sub(load3(d.geom_xpos, geom2), load3(d.geom_xpos, geom1))))
    turn = (mat[0], mat[3], mat[6], mat[1], mat[4], mat[7], mat[2], mat[5], mat[8])
    store9(d.ccd_xmat, 1, mat_mul(turn, r))


@kernel
def walk_field(m: Model, d: Data, geom1: int, geom2: int) -> None:
    """Write the contacts of height field ``geom1`` with side 1, given in the field's frame.

    Side 1 is ``geom2`` if contacts are combined into patches (patch_count[0] is 0), else any convex shape.
    """
    hfield = m.geom_dataid[geom1]
    if not has_cells(m, hfield):
        return
    sx, sy = m.hfield_size[hfield, 0], m.hfield_size[hfield, 1]
    margin = d.near_margin
    lowz, highz = extent(m, d, Z)
    if lowz > m.hfield_size[hfield, 2] + margin or highz < -m.hfield_size[hfield, 3] - margin:
        return
    lowx, highx = extent(m, d, X)
    lowy, highy = extent(m, d, Y)
    near = lowx <= sx + margin and highx >= -sx - margin and lowy <= sy + margin and highy >= -sy - margin
    if not near:
        return
    c0, c1 = cells(lowx, highx, sx, m.hfield_ncol[hfield])
    r0, r1 = cells(lowy, highy, sy, m.hfield_nrow[hfield])
    identity = (1.0, 0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 1.0)
    store9(d.ccd_xmat, 0, identity)
    e = across_cells(m, hfield)
    near_diagonal = extent(m, d, e)
    for r in range(r0, r1):
        if not walk_row(m, d, hfield, r, c0, c1, lowz, e, near_diagonal):
            break
    if d.patch_count[0] >= 0:
        call_pair(m, d, HFIELD_PATCH, CLOSE, geom2)
    turn_candidates(d, 0, load3(d.geom_xpos, geom1), load9(d.geom_xmat, geom1))


@kernel
def hfield_pair(m: Model, d: Data, geom1: int, geom2: int) -> None:
    """Write the contacts of a height field and a convex geom (interface in dispatch.py).

    Reads   m.hfield_*, m.geom_type, geom_size, d.geom_xpos, geom_xmat, near_margin
    Writes  near_count, near_dist, near_pos, near_frame; work space ccd_*, prism, prism_corner, patch_*
    Status  2: the convex collider or the library faces is not loaded
    Source  a prism that is in no patch gives at most one contact, a pair at most mjMAXCONPAIR, as in 3.5.0
    """
    rests = rests_on_faces(m) and has_edges(m.geom_type[geom2])
    if not is_loaded(m, d, SOLVE_SIDES) or (rests and not is_loaded(m, d, HFIELD_PATCH)):
        return
    d.patch_count[0] = 0 if rests else -1
    place_side(m, d, geom1, geom2)
    walk_field(m, d, geom1, geom2)


@kernel
def hfield_side(m: Model, d: Data, geom1: int, unused: int) -> None:
    """Write the contacts of a height field and a flex element.

    The element is loaded as side 1, world frame (flex/element_shapes.py).
    """
    if not is_loaded(m, d, SOLVE_SIDES):
        return
    mat = load9(d.geom_xmat, geom1)
    store3(d.ccd_xpos, 1, mat_t_vec(mat, sub(load3(d.ccd_xpos, 1), load3(d.geom_xpos, geom1))))
    for k in range(4, 4 + d.elem_corners[1]):
        store3(d.elem_corner, k, mat_t_vec(mat, load3(d.elem_corner, k)))
    d.patch_count[0] = -1
    walk_field(m, d, geom1, -1)


@kernel
def prism_out_of_reach(d: Data, low: Vec2, high: Vec2, reach: float) -> bool:
    """Return whether the xy boxes of side 1 and the prism are farther apart than ``reach``."""
    for k in range(2):
        a, b, c = d.prism_corner[0, k], d.prism_corner[1, k], d.prism_corner[2, k]
        if min(a, b, c) > high[k] + reach or max(a, b, c) < low[k] - reach:
            return True
    return False


@kernel
def hfield_distance(m: Model, d: Data, geom1: int, geom2: int) -> None:
    """Write the signed distance of a height field and a convex geom, in any order.

    The result is the least distance of any prism of the field; see distance_pair in convex.py for inputs and outputs.
    """
    field, other = (geom1, geom2) if m.geom_type[geom1] == mjtGeom.mjGEOM_HFIELD else (geom2, geom1)
    best = d.near_margin
    start, end = (0.0, 0.0, 0.0), (0.0, 0.0, 0.0)
    hfield = m.geom_dataid[field]
    if mjtGeom.mjGEOM_SPHERE <= m.geom_type[other] <= mjtGeom.mjGEOM_MESH and has_cells(m, hfield):
        place_side(m, d, field, other)
        store9(d.ccd_xmat, 0, (1.0, 0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 1.0))
        lowx, highx = extent(m, d, X)
        lowy, highy = extent(m, d, Y)
        for r in range(m.hfield_nrow[hfield] - 1):
            sample(m, d, hfield, r + 1, 0, 0, 0.0)
            sample(m, d, hfield, r, 0, 1, 0.0)
            for i in range(2, 2 * m.hfield_ncol[hfield]):
                sample(m, d, hfield, r + 1 - (i & 1), i // 2, 2, 0.0)
                if not prism_out_of_reach(d, (lowx, lowy), (highx, highy), best):
                    a, b, c = load3(d.prism_corner, 0), load3(d.prism_corner, 1), load3(d.prism_corner, 2)
                    load_prism(d, a, b, c, -m.hfield_size[hfield, 3])
                    found, n, dist, mid = solved(m, d, best, EXACTLY)
                    if found and dist < best:
                        best = dist
                        start, end = add_scaled(mid, n, -0.5 * dist), add_scaled(mid, n, 0.5 * dist)
                for k in range(2):
                    store3(d.prism_corner, k, load3(d.prism_corner, k + 1))
    write_segment(d, field, start, end, best < d.near_margin, field == geom1)
    d.near_dist[0] = best


@kernel
def write_segment(d: Data, field: int, start: Vec3, end: Vec3, found: bool, forward: bool) -> None:
    """Write the segment between field and other geom to ccd_fromto, world frame.

    ``forward``: from the field to the other geom. The input is in the field's frame; zero unless ``found``.
    """
    pos, mat = load3(d.geom_xpos, field), load9(d.geom_xmat, field)
    start, end = add(pos, mat_vec(mat, start)), add(pos, mat_vec(mat, end))
    first, last = (start, end) if forward else (end, start)
    for k in range(3):
        d.ccd_fromto[k] = first[k] if found else 0.0
        d.ccd_fromto[3 + k] = last[k] if found else 0.0
