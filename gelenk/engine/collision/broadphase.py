"""Broadphase: find the pairs of bodies with overlapping bounding spheres, in order.

Documents: Computation / Collision detection / Checking; Computation / Collision detection / Selection

The colliding geoms of a body are bounded by one sphere that includes their margins. The sphere of a plane is infinite,
so a body that consists of a single plane is compared as a plane with the spheres of others. Few bodies are compared
pairwise, mostly by boxes instead (bounding_boxes.py). Many bodies are sorted into a uniform grid with cells as wide as
two ordinary spheres, so that partners lie in 27 cells; the few bodies larger than a cell are compared with all others.
The work is linear in the number of bodies. No pairs are stored, no state is kept between steps, and the partners of a
body are listed in ascending order.

This module also defines the functions that write candidate contacts; their layout is described in dispatch.py.
"""

import math

from gelenk.algebra.vec import Vec3, add, load3, norm, scale, store3, sub
from gelenk.tables.enums import mjtDisableBit, mjtEnableBit, mjtGeom
from gelenk.tables.precision import Limits
from gelenk.tables.releases import R3_9
from gelenk.toolchain.kernel import kernel, spread
from gelenk.toolchain.kernel_types import Data, Ints, Model

NO_HINT = (0.0, 0.0, 0.0)  # no preference for the first tangent


@kernel
def write_candidate(d: Data, k: int, dist: float, pos: Vec3, normal: Vec3, hint: Vec3) -> None:
    """Write candidate contact ``k``."""
    d.near_dist[k] = dist
    store3(d.near_pos, k, pos)
    store3(d.near_frame, k, normal)
    d.near_frame[k, 3] = hint[0]
    d.near_frame[k, 4] = hint[1]
    d.near_frame[k, 5] = hint[2]


@kernel
def add_candidate(d: Data, dist: float, pos: Vec3, normal: Vec3, hint: Vec3) -> None:
    """Append one candidate contact."""
    write_candidate(d, d.near_count, dist, pos, normal, hint)
    d.near_count += 1


@kernel
def nearest_candidate(d: Data, forward: bool) -> None:
    """Write the distance of the nearest candidate as the distance of the pair.

    The outputs are those of distance_pair (convex.py). ``forward``: normals point from the first geom to the second.
    """
    nearest = -1
    for k in range(d.near_count):
        if d.near_dist[k] < d.near_margin and (nearest < 0 or d.near_dist[k] < d.near_dist[nearest]):
            nearest = k
    if nearest < 0:
        d.near_dist[0] = d.near_margin
        for k in range(6):
            d.ccd_fromto[k] = 0.0
        return
    dist = d.near_dist[nearest]
    for k in range(3):
        half = 0.5 * dist * d.near_frame[nearest, k] * (1.0 if forward else -1.0)
        d.ccd_fromto[k] = d.near_pos[nearest, k] - half
        d.ccd_fromto[3 + k] = d.near_pos[nearest, k] + half
    d.near_dist[0] = dist


INFINITE = math.inf
SORTED_GEOMS_MIN = 32  # least number of geoms of a body that are kept sorted, see bounding_boxes.py
GRID_MIN = 64  # least number of bodies for the grid
LARGEST_RADIUS = 4.0  # largest radius in the grid, relative to the mean radius
CELLS_PER_BODY = 12  # capacity of broad_start per body, see fields_scratch.py


@kernel
def margin_share(m: Model, g: int) -> float:
    """Return the contribution of geom ``g`` to the contact distance of a pair (pair_reach)."""
    margin = m.geom_margin[g]
    if m.opt.enableflags & mjtEnableBit.mjENBL_OVERRIDE:
        margin = 0.5 * m.opt.o_margin
    return margin + m.geom_gap[g] if m.release[0] >= R3_9 else margin


@kernel
def reach(m: Model, g: int) -> float:
    """Return a geom's bounding radius plus its margin share; inf for a plane."""
    r = m.geom_rbound[g]
    return r + margin_share(m, g) if r > 0.0 else INFINITE


@kernel
def bound_body(m: Model, d: Data, b: int) -> None:
    """Compute the bounding sphere and masks of the colliding geoms of a body.

    The radius is -1 if there are none.

    Reads   geom_xpos, geom_rbound, geom_margin, geom_contype, geom_conaffinity
    Writes  broad_sphere (nbody, 4) center and radius, world frame; broad_mask (nbody, 2)
    """
    contype, conaffinity, radius, n, last = 0, 0, -1.0, 0, 0
    first, end = m.body_geomadr[b], m.body_geomadr[b] + m.body_geomnum[b]
    for g in range(first, end):
        contype |= m.geom_contype[g]
        conaffinity |= m.geom_conaffinity[g]
    for g in range(first, end):
        if m.geom_contype[g] | m.geom_conaffinity[g]:
            radius = max(radius, reach(m, g))
            n += 1
            last = g
            if radius == INFINITE:
                break
    d.broad_mask[b, 0] = contype
    d.broad_mask[b, 1] = conaffinity
    if n < 2 or radius == INFINITE:
        for k in range(3):
            d.broad_sphere[b, k] = d.geom_xpos[last, k] if m.ngeom > 0 else 0.0
        d.broad_sphere[b, 3] = radius
    else:
        cover_geoms(m, d, b)


@kernel
def cover_geoms(m: Model, d: Data, b: int) -> None:
    """Write the sphere of body ``b``, centered in the box of its colliding geoms.

    For a static body with many geoms the sphere covers the whole box, which is faster to compute.
    """
    first, end = m.body_geomadr[b], m.body_geomadr[b] + m.body_geomnum[b]
    low, high = (INFINITE, INFINITE, INFINITE), (-INFINITE, -INFINITE, -INFINITE)
    for g in range(first, end):
        if m.geom_contype[g] | m.geom_conaffinity[g]:
            r, x = reach(m, g), load3(d.geom_xpos, g)
            low = (min(low[0], x[0] - r), min(low[1], x[1] - r), min(low[2], x[2] - r))
            high = (max(high[0], x[0] + r), max(high[1], x[1] + r), max(high[2], x[2] + r))
    center, radius = scale(add(low, high), 0.5), 0.0
    if m.body_weldid[b] == 0 and end - first >= SORTED_GEOMS_MIN:
        radius, end = 0.5 * norm(sub(high, low)), first
    for g in range(first, end):
        if m.geom_contype[g] | m.geom_conaffinity[g]:
            radius = max(radius, norm(sub(load3(d.geom_xpos, g), center)) + reach(m, g))
    store3(d.broad_sphere, b, center)
    d.broad_sphere[b, 3] = radius * (1.0 + Limits.WIDER)


@kernel
def are_masks_compatible(d: Data, b1: int, b2: int) -> bool:
    """Return whether the masks of two bodies are compatible.

    Masks are 0 for bodies without colliding geoms.
    """
    return (d.broad_mask[b1, 0] & d.broad_mask[b2, 1]) | (d.broad_mask[b2, 0] & d.broad_mask[b1, 1]) != 0


@kernel
def spheres_meet(d: Data, b1: int, b2: int) -> bool:
    """Return whether two bodies have compatible masks and overlapping spheres; False with NaN.

    Both tests are one condition, which is mostly false: two branches would be mispredicted.
    """
    x = d.broad_sphere[b1, 0] - d.broad_sphere[b2, 0]
    y = d.broad_sphere[b1, 1] - d.broad_sphere[b2, 1]
    z = d.broad_sphere[b1, 2] - d.broad_sphere[b2, 2]
    r = d.broad_sphere[b1, 3] + d.broad_sphere[b2, 3]
    return x * x + y * y + z * z <= (r * r if are_masks_compatible(d, b1, b2) else -1.0)


@kernel
def height_above(d: Data, b: int, point: Vec3, normal: Vec3, margin: float) -> float:
    """Return the height of the sphere of body ``b`` above a plane, less margin and slack.

    The slack is far above rounding, so that a geom that barely touches is left to its collision function.
    """
    x, y, z = sub(load3(d.broad_sphere, b), point)
    r = d.broad_sphere[b, 3]
    slack = Limits.WIDER * (math.fabs(x) + math.fabs(y) + math.fabs(z) + r)
    return normal[0] * x + normal[1] * y + normal[2] * z - (r + margin + slack)


@kernel
def is_excluded(m: Model, signature: int) -> bool:
    """Return whether the pair of bodies is in the sorted list of excluded pairs."""
    low, high = 0, m.nexclude
    while low < high:
        middle = (low + high) // 2
        if m.exclude_signature[middle] < signature:
            low = middle + 1
        else:
            high = middle
    return low < m.nexclude and m.exclude_signature[low] == signature


@kernel
def bodies_may_collide(m: Model, b1: int, b2: int) -> bool:
    """Return whether the body filters admit a pair.

    Excluded are bodies welded together or both without dofs, parent and child (unless the parent is static), and pairs
    of the exclude list.
    """
    weld1, weld2 = m.body_weldid[b1], m.body_weldid[b2]
    if weld1 == weld2 or (m.body_treeid[b1] < 0 and m.body_treeid[b2] < 0):
        return False
    if weld1 != 0 and weld2 != 0 and m.opt.disableflags & mjtDisableBit.mjDSBL_FILTERPARENT == 0:
        if weld1 == m.body_weldid[m.body_parentid[weld2]] or weld2 == m.body_weldid[m.body_parentid[weld1]]:
            return False
    return m.nexclude == 0 or not is_excluded(m, (b1 << 16) + b2)


# The grid


@kernel
def cell_along(x: float, low: float, inverse: float, n: int) -> int:
    """Return the cell of coordinate ``x`` along one axis of ``n`` cells; 0 for NaN."""
    t = (x - low) * inverse
    if not t > 0.0:
        return 0
    return n - 1 if t >= n else int(t)


@kernel
def ordinary_radius(m: Model, d: Data) -> float:
    """Return the largest radius in the grid: LARGEST_RADIUS times the mean without outliers."""
    limit = INFINITE
    for _ in range(2):
        total, n = 0.0, 0
        for b in range(m.nbody):
            r = d.broad_sphere[b, 3]
            if r >= 0.0 and r < limit:
                total += r
                n += 1
        limit = LARGEST_RADIUS * total / n if n > 0 else 0.0
    return limit


@kernel
def shape_grid(m: Model, d: Data, limit: float) -> None:
    """Choose the grid: origin broad_low[k], broad_high[0] = 1 / width, counts broad_count[k].

    The grid covers three standard deviations about the mean of the centers, with at most CELLS_PER_BODY cells per
    body. Bodies outside are assigned to the border cells, which keeps neighbors adjacent.
    """
    widest, n = 0.0, 0
    for k in range(3):
        d.broad_low[k] = 0.0
        d.broad_high[k] = 0.0
    for b in range(m.nbody):
        r = d.broad_sphere[b, 3]
        if r >= 0.0 and r <= limit:
            widest = max(widest, r)
            n += 1
            for k in range(3):
                d.broad_low[k] += d.broad_sphere[b, k]
                d.broad_high[k] += d.broad_sphere[b, k] * d.broad_sphere[b, k]
    width, total = 2.0 * widest * (1.0 + Limits.CELL) + Limits.LEAST, 1.0
    for k in range(3):
        mean = d.broad_low[k] / max(n, 1)
        spread = 3.0 * math.sqrt(max(0.0, d.broad_high[k] / max(n, 1) - mean * mean))
        if not spread < 1e100:
            mean, spread = 0.0, 0.0
        d.broad_low[k] = mean - spread
        d.broad_high[k] = 2.0 * spread
        total *= max(1.0, 2.0 * spread / width)
    while total > 0.5 * CELLS_PER_BODY * m.nbody:
        width *= 1.25
        total = 1.0
        for k in range(3):
            total *= max(1.0, d.broad_high[k] / width)
    for k in range(3):
        d.broad_count[k] = int(d.broad_high[k] / width) + 1
    while d.broad_count[0] * d.broad_count[1] * d.broad_count[2] >= CELLS_PER_BODY * m.nbody:
        width *= 1.25
        for k in range(3):
            d.broad_count[k] = int(d.broad_high[k] / width) + 1
    d.broad_high[0] = 1.0 / width


@kernel
def cell_of(d: Data, b: int) -> int:
    """Return the grid cell of body ``b``.

    The index along x is fastest, so that neighbors along x are consecutive.
    """
    inverse = d.broad_high[0]
    i = cell_along(d.broad_sphere[b, 0], d.broad_low[0], inverse, d.broad_count[0])
    j = cell_along(d.broad_sphere[b, 1], d.broad_low[1], inverse, d.broad_count[1])
    k = cell_along(d.broad_sphere[b, 2], d.broad_low[2], inverse, d.broad_count[2])
    return (k * d.broad_count[1] + j) * d.broad_count[0] + i


@kernel
def fill_grid(m: Model, d: Data) -> None:
    """Sort the bodies by grid cell into broad_order, ascending within a cell.

    Cell c has the bodies broad_order[broad_start[c] .. broad_start[c + 1] - 1]. broad_cell[b] is the cell of body b, or
    -1 if b is compared with all others, or -2 if b has no colliding geoms.
    """
    limit = ordinary_radius(m, d)
    shape_grid(m, d, limit)
    ncell = d.broad_count[0] * d.broad_count[1] * d.broad_count[2]
    for c in range(ncell + 1):
        d.broad_start[c] = 0
    nlarge = 0
    for b in range(m.nbody):
        r = d.broad_sphere[b, 3]
        d.broad_cell[b] = -2
        if r > limit:
            d.broad_cell[b] = -1
            d.broad_large[nlarge] = b
            nlarge += 1
        elif r >= 0.0:
            c = cell_of(d, b)
            d.broad_cell[b] = c
            d.broad_start[c] += 1
    d.broad_nlarge = nlarge
    end = 0
    for c in range(ncell + 1):
        end += d.broad_start[c]
        d.broad_start[c] = end
    for i in range(m.nbody):
        b = m.nbody - 1 - i
        c = d.broad_cell[b]
        if c >= 0:
            d.broad_start[c] -= 1
            d.broad_order[d.broad_start[c]] = b


@kernel
def insert_sorted(ascending: Ints, n: int, item: int) -> int:
    """Insert ``item`` into an ascending list of ``n`` integers; return the new length."""
    i = n
    while i > 0 and ascending[i - 1] > item:
        ascending[i] = ascending[i - 1]
        i -= 1
    ascending[i] = item
    return n + 1


@kernel
def list_grid_partners(m: Model, d: Data, b1: int) -> int:
    """List the bodies above ``b1`` that may touch it, using the grid; return their number.

    Bodies are taken from the 27 cells around ``b1`` and from broad_large; broad_list is ascending.
    """
    nx, ny, nz = d.broad_count[0], d.broad_count[1], d.broad_count[2]
    cell, n = d.broad_cell[b1], 0
    i, j, k = cell % nx, (cell // nx) % ny, cell // (nx * ny)
    low, high = max(i - 1, 0), min(i + 1, nx - 1)
    for kk in range(max(k - 1, 0), min(k + 2, nz)):
        for jj in range(max(j - 1, 0), min(j + 2, ny)):
            row = (kk * ny + jj) * nx
            for at in range(d.broad_start[row + low], d.broad_start[row + high + 1]):
                b2 = d.broad_order[at]
                if b2 > b1 and spheres_meet(d, b1, b2):
                    n = insert_sorted(d.broad_list, n, b2)
    for at in range(d.broad_nlarge):
        b2 = d.broad_large[at]
        if b2 > b1 and spheres_meet(d, b1, b2):
            n = insert_sorted(d.broad_list, n, b2)
    return n


@kernel
def is_plane(m: Model, b: int) -> bool:
    """Return whether a body consists of one plane, as the world body often does."""
    return m.body_geomnum[b] == 1 and m.geom_type[m.body_geomadr[b]] == mjtGeom.mjGEOM_PLANE


@kernel
def mark_above_plane(m: Model, d: Data, b1: int) -> None:
    """Set broad_list[b2], b2 > b1, to whether b2 may touch the plane body b1; NaN gives 0."""
    g = m.body_geomadr[b1]
    point = load3(d.geom_xpos, g)
    normal = d.geom_xmat[g, 2], d.geom_xmat[g, 5], d.geom_xmat[g, 8]
    margin = margin_share(m, g)
    for b2 in range(b1 + 1, m.nbody):
        height = height_above(d, b2, point, normal, margin)
        d.broad_list[b2] = 1 if (height if are_masks_compatible(d, b1, b2) else INFINITE) <= 0.0 else 0


@kernel
def gather_marked(m: Model, d: Data, b1: int) -> int:
    """Compact the marks of broad_list into an ascending list of bodies; return its length.

    The marks are 0 or 1 for each body above ``b1``, in the list itself: the end of the compacted list never passes the
    marks that are still to be read. The loop has no branches, since marks are unpredictable.
    """
    n = 0
    for b2 in range(b1 + 1, m.nbody):
        near = d.broad_list[b2]
        d.broad_list[n] = b2
        n += near
    return n


@kernel
def list_all_partners(m: Model, d: Data, b1: int) -> int:
    """List all bodies above ``b1`` that may touch it in broad_list; return their number.

    The list is ascending.
    """
    if is_plane(m, b1):
        mark_above_plane(m, d, b1)
    else:
        for b2 in range(b1 + 1, m.nbody):
            d.broad_list[b2] = 1 if spheres_meet(d, b1, b2) else 0
    return gather_marked(m, d, b1)


@kernel
def list_partners(m: Model, d: Data, b1: int) -> int:
    """List the bodies above ``b1`` that may touch it in broad_list; return their number.

    The list is ascending. Bodies come from the grid if there is one.
    """
    if d.broad_sphere[b1, 3] < 0.0:
        return 0
    if m.nbody < GRID_MIN or d.broad_cell[b1] == -1:
        return list_all_partners(m, d, b1)
    return list_grid_partners(m, d, b1)


@kernel
def bound_bodies(m: Model, d: Data) -> None:
    """Compute the bounding spheres of all bodies and, from GRID_MIN bodies on, the grid."""
    for b in spread(d, 0, m.nbody):
        bound_body(m, d, b)
    if m.nbody >= GRID_MIN:
        fill_grid(m, d)
