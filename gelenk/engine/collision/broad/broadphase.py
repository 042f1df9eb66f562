"""Candidate contacts of the pair of geoms at hand; what they are is said in dispatch.py.

Documents: Computation / Collision detection / Checking; Computation / Collision detection / Selection

Broad phase: which pairs of bodies have bounding spheres that meet, in order, without storing pairs.

The colliding geoms of a body are bounded by one sphere that includes their margins; planes make it infinite, and
where a body is but one plane, spheres are compared with that.
Few bodies are compared one by one, mostly by their boxes instead (bounding_boxes.py). Many are sorted into a uniform
grid whose cells are as wide as two ordinary spheres, so that only 27 cells can hold partners; the few bodies that are
larger than a cell are compared with all. The work grows with the number of bodies, nothing is kept between steps, and
partners come out in ascending order.
"""

import math

from gelenk.algebra.vec import Vec3, add, load3, norm, scale, store3, sub
from gelenk.tables.enums import mjtDisableBit, mjtEnableBit, mjtGeom
from gelenk.tables.precision import Limits
from gelenk.toolchain.kernel import kernel, spread
from gelenk.toolchain.kernel_types import Data, Ints, Model

NO_HINT = (0.0, 0.0, 0.0)  # the first tangent may point anywhere


@kernel
def write_candidate(d: Data, k: int, dist: float, pos: Vec3, normal: Vec3, hint: Vec3) -> None:
    """Candidate ``k``."""
    d.near_dist[k] = dist
    store3(d.near_pos, k, pos)
    store3(d.near_frame, k, normal)
    d.near_frame[k, 3] = hint[0]
    d.near_frame[k, 4] = hint[1]
    d.near_frame[k, 5] = hint[2]


@kernel
def put(d: Data, dist: float, pos: Vec3, normal: Vec3, hint: Vec3) -> None:
    """Add one candidate."""
    write_candidate(d, d.near_count, dist, pos, normal, hint)
    d.near_count += 1


@kernel
def nearest_candidate(d: Data, forward: bool) -> None:
    """The least distance of the candidates as that of the pair: writes what distance_pair (convex.py) does.

    ``forward``: normals are from the first geom to the second.
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
MANY = 32  # geoms from which those of a body are sorted, see geom_sweep.py
GRID_MIN = 64  # bodies from which the grid pays
LARGE = 4.0  # bodies wider than this many ordinary ones stay out of the grid
CELLS_PER_BODY = 12  # size of broad_start, see fields_scratch.py


@kernel
def margin_share(m: Model, g: int) -> float:
    """What geom ``g`` adds to the margin of its pairs."""
    return 0.5 * m.opt.o_margin if m.opt.enableflags & mjtEnableBit.mjENBL_OVERRIDE else m.geom_margin[g]


@kernel
def reach(m: Model, g: int) -> float:
    """Radius of the bounding sphere of geom ``g`` with its share of the margin; infinite for a plane."""
    r = m.geom_rbound[g]
    return r + margin_share(m, g) if r > 0.0 else INFINITE


@kernel
def bound_body(m: Model, d: Data, b: int) -> None:
    """Sphere and masks of the colliding geoms of one body; radius -1 where there are none.

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
            d.broad_sphere[b, k] = d.geom_xpos[last, k]
        d.broad_sphere[b, 3] = radius
    else:
        cover_geoms(m, d, b)


@kernel
def cover_geoms(m: Model, d: Data, b: int) -> None:
    """Sphere about the middle of the box of all colliding geoms of body ``b`` that covers them.

    Where there are many that never move it covers the whole box, which is found faster.
    """
    first, end = m.body_geomadr[b], m.body_geomadr[b] + m.body_geomnum[b]
    low, high = (INFINITE, INFINITE, INFINITE), (-INFINITE, -INFINITE, -INFINITE)
    for g in range(first, end):
        if m.geom_contype[g] | m.geom_conaffinity[g]:
            r, x = reach(m, g), load3(d.geom_xpos, g)
            low = (min(low[0], x[0] - r), min(low[1], x[1] - r), min(low[2], x[2] - r))
            high = (max(high[0], x[0] + r), max(high[1], x[1] + r), max(high[2], x[2] + r))
    center, radius = scale(add(low, high), 0.5), 0.0
    if m.body_weldid[b] == 0 and end - first >= MANY:
        radius, end = 0.5 * norm(sub(high, low)), first
    for g in range(first, end):
        if m.geom_contype[g] | m.geom_conaffinity[g]:
            radius = max(radius, norm(sub(load3(d.geom_xpos, g), center)) + reach(m, g))
    store3(d.broad_sphere, b, center)
    d.broad_sphere[b, 3] = radius * (1.0 + Limits.WIDER)


@kernel
def compatible(d: Data, b1: int, b2: int) -> bool:
    """Whether the masks of two bodies are; bodies without colliding geoms have none."""
    return (d.broad_mask[b1, 0] & d.broad_mask[b2, 1]) | (d.broad_mask[b2, 0] & d.broad_mask[b1, 1]) != 0


@kernel
def spheres_meet(d: Data, b1: int, b2: int) -> bool:
    """Whether the masks of two bodies are compatible and their spheres meet; False if anything is NaN.

    One question for both, whose answer is mostly no: two could not be foreseen by the processor.
    """
    x = d.broad_sphere[b1, 0] - d.broad_sphere[b2, 0]
    y = d.broad_sphere[b1, 1] - d.broad_sphere[b2, 1]
    z = d.broad_sphere[b1, 2] - d.broad_sphere[b2, 2]
    r = d.broad_sphere[b1, 3] + d.broad_sphere[b2, 3]
    return x * x + y * y + z * z <= (r * r if compatible(d, b1, b2) else -1.0)


@kernel
def height_above(d: Data, b: int, point: Vec3, normal: Vec3, margin: float) -> float:
    """How far the sphere of body ``b`` is above a plane and its margin, less a slack that is far above rounding: of a
    geom that just touches, its own function decides.
    """
    x, y, z = sub(load3(d.broad_sphere, b), point)
    r = d.broad_sphere[b, 3]
    slack = Limits.WIDER * (math.fabs(x) + math.fabs(y) + math.fabs(z) + r)
    return normal[0] * x + normal[1] * y + normal[2] * z - (r + margin + slack)


@kernel
def excluded(m: Model, signature: int) -> bool:
    """Whether the pair of bodies is in the sorted list of excluded pairs."""
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
    """Filters on bodies: not welded together, not parent and child (unless the parent is static), not
    excluded.
    """
    weld1, weld2 = m.body_weldid[b1], m.body_weldid[b2]
    if weld1 == weld2:
        return False
    if weld1 != 0 and weld2 != 0 and m.opt.disableflags & mjtDisableBit.mjDSBL_FILTERPARENT == 0:
        if weld1 == m.body_weldid[m.body_parentid[weld2]] or weld2 == m.body_weldid[m.body_parentid[weld1]]:
            return False
    return m.nexclude == 0 or not excluded(m, (b1 << 16) + b2)


# The grid


@kernel
def cell_along(x: float, low: float, inverse: float, n: int) -> int:
    """Cell of coordinate ``x`` along one axis of ``n`` cells; NaN is in the first."""
    t = (x - low) * inverse
    if not t > 0.0:
        return 0
    return n - 1 if t >= n else int(t)


@kernel
def ordinary_radius(m: Model, d: Data) -> float:
    """Radius up to which bodies go into the grid: LARGE times the mean over those that are not huge."""
    limit = INFINITE
    for _ in range(2):
        total, n = 0.0, 0
        for b in range(m.nbody):
            r = d.broad_sphere[b, 3]
            if r >= 0.0 and r < limit:
                total += r
                n += 1
        limit = LARGE * total / n if n > 0 else 0.0
    return limit


@kernel
def shape_grid(m: Model, d: Data, limit: float) -> None:
    """Origin, cell width and counts of the grid: broad_low[k], broad_high[0] = 1 / width, broad_count[k].

    The grid covers three standard deviations about the mean of the centers (what lies outside counts to the
    border cells, which keeps neighbours neighbours) and has at most CELLS_PER_BODY cells for each body.
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
    """Number of the cell of body ``b``; x fastest, so that neighbours along x follow each other."""
    inverse = d.broad_high[0]
    i = cell_along(d.broad_sphere[b, 0], d.broad_low[0], inverse, d.broad_count[0])
    j = cell_along(d.broad_sphere[b, 1], d.broad_low[1], inverse, d.broad_count[1])
    k = cell_along(d.broad_sphere[b, 2], d.broad_low[2], inverse, d.broad_count[2])
    return (k * d.broad_count[1] + j) * d.broad_count[0] + i


@kernel
def fill_grid(m: Model, d: Data) -> None:
    """Sort the bodies by cell: broad_order[broad_start[c] .. broad_start[c + 1] - 1] are those of cell c,
    ascending.

    broad_cell[b] is the cell of a body, -1 for one that is compared with all, -2 for one that collides with
    none.
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
def insert(ascending: Ints, n: int, item: int) -> int:
    """Put ``item`` into an ascending list of ``n`` numbers; the new length."""
    i = n
    while i > 0 and ascending[i - 1] > item:
        ascending[i] = ascending[i - 1]
        i -= 1
    ascending[i] = item
    return n + 1


@kernel
def neighbours(m: Model, d: Data, b1: int) -> int:
    """List, in ascending order, the bodies above ``b1`` in the 27 cells around it, and the large ones."""
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
                    n = insert(d.broad_list, n, b2)
    for at in range(d.broad_nlarge):
        b2 = d.broad_large[at]
        if b2 > b1 and spheres_meet(d, b1, b2):
            n = insert(d.broad_list, n, b2)
    return n


@kernel
def is_plane(m: Model, b: int) -> bool:
    """Whether a body is one plane, as the world often is."""
    return m.body_geomnum[b] == 1 and m.geom_type[m.body_geomadr[b]] == mjtGeom.mjGEOM_PLANE


@kernel
def mark_above_plane(m: Model, d: Data, b1: int) -> None:
    """broad_list[b2] = whether body b2 > b1 may touch the plane that b1 is; not if anything is NaN."""
    g = m.body_geomadr[b1]
    point = load3(d.geom_xpos, g)
    normal = d.geom_xmat[g, 2], d.geom_xmat[g, 5], d.geom_xmat[g, 8]
    margin = margin_share(m, g)
    for b2 in range(b1 + 1, m.nbody):
        height = height_above(d, b2, point, normal, margin)
        d.broad_list[b2] = 1 if (height if compatible(d, b1, b2) else INFINITE) <= 0.0 else 0


@kernel
def gather_marked(m: Model, d: Data, b1: int) -> int:
    """List the bodies above ``b1`` at which broad_list is 1, not 0, in ascending order; how many.

    Bodies are marked in the list itself, several at once: the end of what is gathered stays before the marks that are
    still to be read. No branches: nobody can tell which bodies are near.
    """
    n = 0
    for b2 in range(b1 + 1, m.nbody):
        near = d.broad_list[b2]
        d.broad_list[n] = b2
        n += near
    return n


@kernel
def all_above(m: Model, d: Data, b1: int) -> int:
    """List, in ascending order, the bodies above ``b1`` that may touch it."""
    if is_plane(m, b1):
        mark_above_plane(m, d, b1)
    else:
        for b2 in range(b1 + 1, m.nbody):
            d.broad_list[b2] = 1 if spheres_meet(d, b1, b2) else 0
    return gather_marked(m, d, b1)


@kernel
def partners(m: Model, d: Data, b1: int) -> int:
    """Number of bodies above ``b1`` that may touch it, listed in broad_list in ascending order."""
    if d.broad_sphere[b1, 3] < 0.0:
        return 0
    if m.nbody < GRID_MIN or d.broad_cell[b1] == -1:
        return all_above(m, d, b1)
    return neighbours(m, d, b1)


@kernel
def bound_bodies(m: Model, d: Data) -> None:
    """Spheres of all bodies and, where it pays, the grid."""
    for b in spread(d, 0, m.nbody):
        bound_body(m, d, b)
    if m.nbody >= GRID_MIN:
        fill_grid(m, d)
