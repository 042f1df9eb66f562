"""Record which BVH nodes of bodies and flexes the collision query visits (bvh_active).

Documents: Computation / Collision detection / Selection (mid phase); XML reference / visual/global (bvactive);
API / MjData

The visualizer draws these nodes in a separate color. The BVHs of two bodies or flexes are traversed together from their
roots. Pairs of nodes with separated boxes are not descended. Of other pairs, the node with the larger key is opened, or
the second node in a tie; the key is the surface formula of a box, applied to half size minus center, as in 3.5.0. Pairs
that the broad phase of 3.5.0 omits are traversed here if their root boxes overlap. Leaves of a body and a flex overlap
if their boxes do and, in addition, the box of the element overlaps the world-axis box of the geom's bounding sphere (of
a plane: its center). Leaves of two flexes always overlap.

Collision and rays do not write the field until it is first read (d.bvh_observed). The first reading, by the user or by
a scene that shows bounding volumes, computes the nodes of bodies and flexes for the current poses, and the nodes of
meshes for rangefinders (runtime/query.py). From then on each collision clears the field, rays mark the nodes of meshes
that they visit, and the next reading adds the nodes of collision (d.bvh_complete).
"""

from gelenk.algebra.vec import Mat3, Vec3, add, dot, load3, load9, mat_t_vec, mat_vec, norm, set3, sub
from gelenk.engine.collision.broadphase import bodies_may_collide
from gelenk.engine.collision.pairs.primitives import column
from gelenk.engine.flex.collision import masks_meet
from gelenk.tables.enums import mjtDisableBit, mjtFlexSelf, mjtGeom
from gelenk.toolchain.kernel import kernel
from gelenk.toolchain.kernel_types import Data, Ints, Model, Rows, View

WORLD = (1.0, 0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 1.0)  # frame of the boxes of flexes
ORIGIN = (0.0, 0.0, 0.0)


@kernel
def spread(r: Mat3, half: Vec3, axis: Vec3) -> float:
    """Return the half extent of a box along an axis."""
    v = mat_t_vec(r, axis)
    return abs(v[0]) * half[0] + abs(v[1]) * half[1] + abs(v[2]) * half[2]


@kernel
def are_boxes_separated(gap: Vec3, r1: Mat3, half1: Vec3, r2: Mat3, half2: Vec3, margin: float) -> bool:
    """Return whether a face normal separates two boxes by more than ``margin``.

    ``gap`` is from center to center.
    """
    for k in range(6):
        axis = column(r1, k) if k < 3 else column(r2, k - 3)
        if not abs(dot(gap, axis)) <= spread(r1, half1, axis) + spread(r2, half2, axis) + margin:
            return True
    return False


@kernel
def half_sizes(boxes: Rows, row: int) -> Vec3:
    return boxes[row, 3], boxes[row, 4], boxes[row, 5]


@kernel
def boxes_apart(
    x1: Vec3, r1: Mat3, boxes1: Rows, row1: int, x2: Vec3, r2: Mat3, boxes2: Rows, row2: int, margin: float
) -> bool:
    """Return whether two boxes, each a row of center and half sizes in a frame, are separated."""
    center1 = add(x1, mat_vec(r1, load3(boxes1, row1)))
    center2 = add(x2, mat_vec(r2, load3(boxes2, row2)))
    return are_boxes_separated(
        sub(center2, center1), r1, half_sizes(boxes1, row1), r2, half_sizes(boxes2, row2), margin
    )


@kernel
def geoms_apart(m: Model, d: Data, g1: int, g2: int) -> bool:
    """Return whether two geoms are separated by more than their margins.

    The test uses bounding spheres, or a sphere and a plane, then the boxes.
    """
    margin = m.geom_margin[g1] + m.geom_margin[g2]
    x1, x2 = load3(d.geom_xpos, g1), load3(d.geom_xpos, g2)
    r1, r2 = load9(d.geom_xmat, g1), load9(d.geom_xmat, g2)
    if m.geom_type[g1] == mjtGeom.mjGEOM_PLANE:
        if dot(sub(x2, x1), column(r1, 2)) > m.geom_rbound[g2] + margin:
            return True
    elif m.geom_type[g2] == mjtGeom.mjGEOM_PLANE:
        if dot(sub(x1, x2), column(r2, 2)) > m.geom_rbound[g1] + margin:
            return True
    elif norm(sub(x2, x1)) > m.geom_rbound[g1] + m.geom_rbound[g2] + margin:
        return True
    return boxes_apart(x1, r1, m.geom_aabb, g1, x2, r2, m.geom_aabb, g2, margin)


@kernel
def opening_priority(boxes: Rows, row: int) -> float:
    """Return the key of a node: of two nodes, the one with the larger key is opened."""
    x = boxes[row, 3] - boxes[row, 0]
    y = boxes[row, 4] - boxes[row, 1]
    z = boxes[row, 5] - boxes[row, 2]
    return x * y + y * z + z * x


@kernel
def open_pair(m: Model, waiting: Ints, top: int, i: int, root1: int, j: int, root2: int, first: bool) -> int:
    """Push the two node pairs from opening node ``i`` or ``j``; return the stack height."""
    for k in range(2):
        child = m.bvh_child[i, k] if first else m.bvh_child[j, k]
        waiting[2 * top] = root1 + child if first else i
        waiting[2 * top + 1] = j if first else root2 + child
        top += 1
    return top


@kernel
def visit_pair(m: Model, d: Data, b1: int, b2: int, waiting: Ints) -> None:
    """Mark the nodes of two bodies' trees that overlap each other.

    waiting: work space for pairs of nodes
    """
    margin = m.body_margin[b1] + m.body_margin[b2]
    x1, x2 = load3(d.xipos, b1), load3(d.xipos, b2)
    r1, r2 = load9(d.ximat, b1), load9(d.ximat, b2)
    waiting[0], waiting[1] = m.body_bvhadr[b1], m.body_bvhadr[b2]
    top = 1
    while top > 0:
        top -= 1
        i, j = waiting[2 * top], waiting[2 * top + 1]
        leaf1, leaf2 = m.bvh_nodeid[i] >= 0, m.bvh_nodeid[j] >= 0
        if leaf1 and leaf2:
            if geoms_apart(m, d, m.bvh_nodeid[i], m.bvh_nodeid[j]):
                continue
        elif boxes_apart(x1, r1, m.bvh_aabb, i, x2, r2, m.bvh_aabb, j, margin):
            continue
        d.bvh_active[i] = 1
        d.bvh_active[j] = 1
        if leaf1 and leaf2:
            continue
        first = leaf2 or (not leaf1 and opening_priority(m.bvh_aabb, i) > opening_priority(m.bvh_aabb, j))
        top = open_pair(m, waiting, top, i, m.body_bvhadr[b1], j, m.body_bvhadr[b2], first)


@kernel
def element_apart(m: Model, d: Data, geom: int, row: int, margin: float) -> bool:
    """Return whether the box of a flex element is separated from a geom.

    row: address of the box in flexelem_aabb; the test is described in the docstring of this module.
    """
    reach = m.geom_rbound[geom] + margin
    for k in range(3):
        if abs(d.geom_xpos[geom, k] - d.flexelem_aabb[row, k]) > d.flexelem_aabb[row, 3 + k] + reach:
            return True
    x, r = load3(d.geom_xpos, geom), load9(d.geom_xmat, geom)
    return boxes_apart(x, r, m.geom_aabb, geom, ORIGIN, WORLD, d.flexelem_aabb, row, margin)


@kernel
def visit_flex(m: Model, d: Data, b: int, f: int, waiting: Ints) -> None:
    """Mark the nodes of the trees of body ``b`` and flex ``f`` that overlap each other."""
    margin, fixed = m.body_margin[b] + m.flex_margin[f], m.nbvhstatic
    x, r = load3(d.xipos, b), load9(d.ximat, b)
    waiting[0], waiting[1] = m.body_bvhadr[b], m.flex_bvhadr[f]
    top = 1
    while top > 0:
        top -= 1
        i, j = waiting[2 * top], waiting[2 * top + 1]
        geom, element = m.bvh_nodeid[i], m.bvh_nodeid[j]
        if geom >= 0 and element >= 0:
            if element_apart(m, d, geom, m.flex_elemadr[f] + element, margin):
                continue
        elif boxes_apart(x, r, m.bvh_aabb, i, ORIGIN, WORLD, d.bvh_aabb_dyn, j - fixed, margin):
            continue
        d.bvh_active[i] = 1
        d.bvh_active[j] = 1
        if geom < 0 or element < 0:
            wider = opening_priority(m.bvh_aabb, i) > opening_priority(d.bvh_aabb_dyn, j - fixed)
            first = element >= 0 or (geom < 0 and wider)
            top = open_pair(m, waiting, top, i, m.body_bvhadr[b], j, m.flex_bvhadr[f], first)


@kernel
def visit_flexes(m: Model, d: Data, f1: int, f2: int, waiting: Ints) -> None:
    """Mark the nodes of two flexes' trees that overlap each other."""
    margin, fixed = m.flex_margin[f1] + m.flex_margin[f2], m.nbvhstatic
    waiting[0], waiting[1] = m.flex_bvhadr[f1], m.flex_bvhadr[f2]
    top = 1
    while top > 0:
        top -= 1
        i, j = waiting[2 * top], waiting[2 * top + 1]
        leaf1, leaf2 = m.bvh_nodeid[i] >= 0, m.bvh_nodeid[j] >= 0
        row1, row2 = i - fixed, j - fixed
        if not (leaf1 and leaf2):
            if boxes_apart(ORIGIN, WORLD, d.bvh_aabb_dyn, row1, ORIGIN, WORLD, d.bvh_aabb_dyn, row2, margin):
                continue
        d.bvh_active[i] = 1
        d.bvh_active[j] = 1
        if not (leaf1 and leaf2):
            wider = opening_priority(d.bvh_aabb_dyn, row1) > opening_priority(d.bvh_aabb_dyn, row2)
            first = leaf2 or (not leaf1 and wider)
            top = open_pair(m, waiting, top, i, m.flex_bvhadr[f1], j, m.flex_bvhadr[f2], first)


@kernel
def visit_itself(m: Model, d: Data, f: int) -> None:
    """Mark all nodes of flex ``f`` if it self-collides by its BVH: each node overlaps itself."""
    kind = m.flex_selfcollide[f]
    walked = kind == mjtFlexSelf.mjFLEXSELF_BVH or (
        kind == mjtFlexSelf.mjFLEXSELF_AUTO and m.flex_dim[f] == 3
    )
    if walked and m.flex_rigid[f] == 0 and m.flex_contype[f] & m.flex_conaffinity[f] != 0:
        for node in range(m.flex_bvhadr[f], m.flex_bvhadr[f] + m.flex_bvhnum[f]):
            d.bvh_active[node] = 1


@kernel
def visit_all_flexes(m: Model, d: Data, waiting: Ints) -> None:
    """Mark nodes for pairs of body and flex, pairs of flexes, and self-collision."""
    for f in range(m.nflex):
        if m.flex_bvhnum[f] < 1:
            continue
        for b in range(m.nbody):
            own = m.flex_rigid[f] != 0 and m.flex_vertbodyid[m.flex_vertadr[f]] == b
            meets = False
            for g in range(m.body_geomadr[b], m.body_geomadr[b] + m.body_geomnum[b]):
                meets = meets or masks_meet(m, g, f)
            if meets and not own and m.body_bvhnum[b] > 0:
                visit_flex(m, d, b, f, waiting)
        for f2 in range(f + 1, m.nflex):
            forth = m.flex_contype[f] & m.flex_conaffinity[f2]
            if m.flex_bvhnum[f2] > 0 and forth | (m.flex_contype[f2] & m.flex_conaffinity[f]) != 0:
                visit_flexes(m, d, f, f2, waiting)
        visit_itself(m, d, f)


@kernel
def bound_trees(m: Model, d: Data, spheres: View) -> None:
    """Write the bounding spheres of the root boxes of all bodies.

    Center, then radius; the radius is -1 for bodies that do not collide.
    """
    for b in range(m.nbody):
        mask = 0
        for g in range(m.body_geomadr[b], m.body_geomadr[b] + m.body_geomnum[b]):
            mask |= m.geom_contype[g] | m.geom_conaffinity[g]
        spheres[4 * b + 3] = -1.0
        if mask != 0 and m.body_bvhnum[b] > 0:
            root = m.body_bvhadr[b]
            center = add(load3(d.xipos, b), mat_vec(load9(d.ximat, b), load3(m.bvh_aabb, root)))
            set3(spheres, 4 * b, center)
            spheres[4 * b + 3] = norm(half_sizes(m.bvh_aabb, root)) + m.body_margin[b]


@kernel
def spheres_apart(spheres: View, b1: int, b2: int) -> bool:
    """Return whether the bounding spheres of two bodies are separated."""
    x = spheres[4 * b1] - spheres[4 * b2]
    y = spheres[4 * b1 + 1] - spheres[4 * b2 + 1]
    z = spheres[4 * b1 + 2] - spheres[4 * b2 + 2]
    r = spheres[4 * b1 + 3] + spheres[4 * b2 + 3]
    return not x * x + y * y + z * z <= r * r


@kernel
def masks_agree(m: Model, b1: int, b2: int) -> bool:
    """Return whether the combined masks of the geoms of two bodies are compatible."""
    contype1, conaffinity1, contype2, conaffinity2 = 0, 0, 0, 0
    for g in range(m.body_geomadr[b1], m.body_geomadr[b1] + m.body_geomnum[b1]):
        contype1 |= m.geom_contype[g]
        conaffinity1 |= m.geom_conaffinity[g]
    for g in range(m.body_geomadr[b2], m.body_geomadr[b2] + m.body_geomnum[b2]):
        contype2 |= m.geom_contype[g]
        conaffinity2 |= m.geom_conaffinity[g]
    return (contype1 & conaffinity2) | (contype2 & conaffinity1) != 0


@kernel
def visit_volumes(m: Model, d: Data, waiting: Ints, spheres: View) -> None:
    """Mark the nodes of bodies and flexes that collision detection visits; unmark the others.

    Reads   poses of bodies and geoms, boxes of flexes     Writes  bvh_active
    waiting  work space: twice the number of nodes, plus four
    spheres  work space: four per body
    """
    for b in range(m.nbody):
        for node in range(m.body_bvhadr[b], m.body_bvhadr[b] + m.body_bvhnum[b]):
            d.bvh_active[node] = 0
    for node in range(m.nbvhstatic, m.nbvh):
        d.bvh_active[node] = 0
    off = mjtDisableBit.mjDSBL_MIDPHASE | mjtDisableBit.mjDSBL_CONTACT | mjtDisableBit.mjDSBL_CONSTRAINT
    if m.opt.disableflags & off:
        return
    bound_trees(m, d, spheres)
    for b1 in range(m.nbody):
        if spheres[4 * b1 + 3] < 0.0:
            continue
        for b2 in range(b1 + 1, m.nbody):
            if spheres[4 * b2 + 3] < 0.0 or spheres_apart(spheres, b1, b2):
                continue
            several = m.body_geomnum[b1] * m.body_geomnum[b2] > 1
            if several and masks_agree(m, b1, b2) and bodies_may_collide(m, b1, b2):
                visit_pair(m, d, b1, b2, waiting)
    visit_all_flexes(m, d, waiting)
