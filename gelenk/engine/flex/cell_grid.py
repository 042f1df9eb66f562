"""The grid of cells of an interpolated flex, and the rotations of cells.

Documents: XML reference / body/flexcomp / dof, cellcount; flex/elasticity (of 4.0.0); Modeling / Deformable objects;
XML reference / flex/elasticity; Modeling / Deformable objects (Deformation model)

Grid of cells: nodes, coordinates, faces.

A grid has order c + 1 nodes along an axis with c cells; nodes and cells are numbered with z fastest. A *place* is a
point given by three coordinates from 0 to 1 in the box of the grid. The patches of a flex are its cells, or the outer
faces of a shell, in the order of the compiler (modeling/compiler/flex/elasticity.py). The rotation of a patch is the
one nearest to the deformation gradient dx/dX at its center; for a face, the unit normal replaces the missing column.

    interior of a shell   nodes follow those of the faces by transfinite interpolation: the sum over three axes of the
                          linear blends of two faces, minus the blends of edges over pairs of axes, plus that of corners
Source  Gordon, Hall 1973 (transfinite interpolation)

Rotations: the rotation nearest to a deformation gradient (polar decomposition).

The rotation R of a gradient with columns g_k is found by iteration. The rotation vector of each correction is the sum
of r_k x g_k, divided by |sum of r_k . g_k|, with r_k the columns of R.
Source  Mueller, Bender, Chentanez, Macklin 2016
"""

from gelenk.algebra.vec import (
    Mat3,
    Vec3,
    add,
    add_scaled,
    axis_angle_to_quat,
    cross,
    dot,
    load3,
    mat_mul,
    norm,
    normalize,
    quat_to_mat,
    scale,
    store3,
)
from gelenk.engine.position.object_frames import body_point
from gelenk.tables.precision import Limits
from gelenk.toolchain.kernel import kernel
from gelenk.toolchain.kernel_types import Data, Model, Rows

MAX_ROTATION_STEPS = 500  # maximum iterations of the rotation search


@kernel
def axes_along(g1: Vec3, g2: Vec3) -> Mat3:
    """Return a rotation matrix with columns along g1, then g2; identity if they are parallel."""
    x = normalize(g1)
    y = normalize(add_scaled(g2, x, -dot(g2, x)))
    z = cross(x, y)
    if not dot(z, z) > 0.5:
        return (1.0, 0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 1.0)
    return (x[0], y[0], z[0], x[1], y[1], z[1], x[2], y[2], z[2])


@kernel
def rotation_of(g1: Vec3, g2: Vec3, g3: Vec3) -> Mat3:
    """Return the rotation matrix nearest to the matrix with these columns, by iteration.

    The iteration starts from a rotation along the first two columns, so that no correction is half a turn, for which
    the axis is undefined.
    Source  Mueller, Bender, Chentanez, Macklin 2016
    """
    r = axes_along(g1, g2)
    for _ in range(MAX_ROTATION_STEPS):
        r1, r2, r3 = (r[0], r[3], r[6]), (r[1], r[4], r[7]), (r[2], r[5], r[8])
        turn = add(cross(r1, g1), add(cross(r2, g2), cross(r3, g3)))
        turn = scale(turn, 1.0 / (abs(dot(r1, g1) + dot(r2, g2) + dot(r3, g3)) + 1e-9))
        angle = norm(turn)
        if not angle > Limits.STILL:
            break
        r = mat_mul(quat_to_mat(axis_angle_to_quat(scale(turn, 1.0 / angle), angle)), r)
    return r


# Grid of cells

Triple = tuple[int, int, int]

AXES = 3


@kernel
def lagrange(order: int, i: int, t: float) -> float:
    """Evaluate Lagrange polynomial i of order + 1 equidistant nodes of [0, 1] at t."""
    if order == 1:
        return t if i == 1 else 1.0 - t
    if i == 1:
        return 4.0 * t * (1.0 - t)
    return (1.0 - t) * (1.0 - 2.0 * t) if i == 0 else t * (2.0 * t - 1.0)


@kernel
def center_slope(order: int, i: int) -> float:
    """Return the derivative at 1/2 of node i's Lagrange polynomial on [0, 1]."""
    if order == 1:
        return 1.0 if i == 1 else -1.0
    return i - 1.0


@kernel
def order_of(m: Model, f: int) -> int:
    """Return the interpolation order of flex ``f``; 0 without interpolation."""
    return abs(m.flex_interp[f])


@kernel
def lines(m: Model, f: int) -> Triple:
    """Return the number of nodes of flex ``f`` along each axis."""
    order = order_of(m, f)
    return (
        order * m.flex_cellnum[f, 0] + 1,
        order * m.flex_cellnum[f, 1] + 1,
        order * m.flex_cellnum[f, 2] + 1,
    )


# Places


@kernel
def cell_at(t: float, count: int) -> int:
    """Return the index of the cell at coordinate t, of ``count`` cells along an axis."""
    return max(0, min(int(t * count), count - 1))


@kernel
def place_in(m: Model, f: int, u: Vec3) -> tuple[int, Vec3]:
    """Return the first node of the cell at place ``u``, and the coordinates of u in the cell."""
    a, b, c = m.flex_cellnum[f, 0], m.flex_cellnum[f, 1], m.flex_cellnum[f, 2]
    i, j, k = cell_at(u[0], a), cell_at(u[1], b), cell_at(u[2], c)
    order, size = order_of(m, f), lines(m, f)
    first = (order * i * size[1] + order * j) * size[2] + order * k
    return first, (u[0] * a - i, u[1] * b - j, u[2] * c - k)


@kernel
def point_at(m: Model, d: Data, f: int, u: Vec3) -> Vec3:
    """Return the point of flex ``f`` at a place [m, world frame]."""
    order, size = order_of(m, f), lines(m, f)
    first, t = place_in(m, f, u)
    x = (0.0, 0.0, 0.0)
    for i in range(order + 1):
        wi = lagrange(order, i, t[0])
        for j in range(order + 1):
            wj = wi * lagrange(order, j, t[1])
            node = m.flex_nodeadr[f] + first + (i * size[1] + j) * size[2]
            for k in range(order + 1):
                x = add_scaled(x, load3(d.flexnode_xpos, node + k), wj * lagrange(order, k, t[2]))
    return x


# Nodes


@kernel
def end_of(i: int, last: int, side: int) -> int:
    """Return the index of the end of a line of nodes that ``side`` selects.

    Side 1 is the first node, side 2 the last node; side 0 returns i.
    """
    return i if side == 0 else 0 if side == 1 else last


@kernel
def blend(i: int, last: int, side: int) -> float:
    """Return the linear weight of the end ``side`` at index i of a line; 1 for side 0."""
    return 1.0 if side == 0 else 1.0 - i / last if side == 1 else i / last


@kernel
def place_inner(m: Model, d: Data, f: int, i: int, j: int, k: int) -> None:
    """Interpolate an inner node of a shell from the nodes of its faces, edges and corners."""
    size, first, x = lines(m, f), m.flex_nodeadr[f], (0.0, 0.0, 0.0)
    a, b, c = size[0] - 1, size[1] - 1, size[2] - 1
    for side in range(1, 27):
        p, q, r = side // 9, side // 3 % 3, side % 3
        number = min(p, 1) + min(q, 1) + min(r, 1)
        weight = blend(i, a, p) * blend(j, b, q) * blend(k, c, r)
        node = (end_of(i, a, p) * size[1] + end_of(j, b, q)) * size[2] + end_of(k, c, r)
        x = add_scaled(x, load3(d.flexnode_xpos, first + node), -weight if number == 2 else weight)
    store3(d.flexnode_xpos, first + (i * size[1] + j) * size[2] + k, x)


@kernel
def place_nodes(m: Model, d: Data, f: int) -> None:
    """Compute the nodes of flex ``f``: flexnode_xpos (nflexnode, 3) [m, world frame]."""
    for k in range(m.flex_nodeadr[f], m.flex_nodeadr[f] + m.flex_nodenum[f]):
        store3(d.flexnode_xpos, k, body_point(d, m.flex_nodebodyid[k], load3(m.flex_node, k)))
    if m.flex_interp[f] < 0:
        size = lines(m, f)
        for i in range(1, size[0] - 1):
            for j in range(1, size[1] - 1):
                for k in range(1, size[2] - 1):
                    place_inner(m, d, f, i, j, k)


# Patches: cells, or the faces of a shell


@kernel
def patch_number(m: Model, f: int) -> int:
    """Return the number of patches of flex ``f``: its cells, or the outer faces of a shell."""
    a, b, c = m.flex_cellnum[f, 0], m.flex_cellnum[f, 1], m.flex_cellnum[f, 2]
    return a * b * c if m.flex_interp[f] > 0 else 2 * (b * c + c * a + a * b)


@kernel
def patch_size(m: Model, f: int) -> tuple[int, int]:
    """Return the number of nodes of a patch, and its number of modes."""
    n = order_of(m, f) + 1
    return (n * n * n, 3 * n * n * n - 6) if m.flex_interp[f] > 0 else (n * n, 2 * n * n - 3)


@kernel
def face_of(m: Model, f: int, patch: int) -> tuple[int, int, int, int]:
    """Return the normal axis of a face, its side, and its cell along the next two axes."""
    normal = 0
    for axis in range(AXES):
        count = m.flex_cellnum[f, (axis + 1) % 3] * m.flex_cellnum[f, (axis + 2) % 3]
        if patch < 2 * count:
            normal = axis
            break
        patch -= 2 * count
    count, across = m.flex_cellnum[f, (normal + 1) % 3], m.flex_cellnum[f, (normal + 2) % 3]
    side = patch // (count * across)
    patch -= side * count * across
    return normal, side, patch // across, patch % across


@kernel
def stride(size: Triple, axis: int) -> int:
    """Return the index distance of neighboring nodes along an axis."""
    return size[1] * size[2] if axis == 0 else size[2] if axis == 1 else 1


@kernel
def list_nodes(m: Model, d: Data, f: int, patch: int) -> None:
    """Write cell_node: the nodes of a patch, with the last axis fastest."""
    order, size, first, n = order_of(m, f), lines(m, f), m.flex_nodeadr[f], 0
    if m.flex_interp[f] > 0:
        b, c = m.flex_cellnum[f, 1], m.flex_cellnum[f, 2]
        start = (order * (patch // (b * c)) * size[1] + order * (patch // c % b)) * size[2] + order * (
            patch % c
        )
        for i in range(order + 1):
            for j in range(order + 1):
                for k in range(order + 1):
                    d.cell_node[n] = first + start + (i * size[1] + j) * size[2] + k
                    n += 1
        return
    normal, side, p, q = face_of(m, f, patch)
    along, across = stride(size, (normal + 1) % 3), stride(size, (normal + 2) % 3)
    last = size[0] - 1 if normal == 0 else size[1] - 1 if normal == 1 else size[2] - 1
    start = side * last * stride(size, normal) + order * (p * along + q * across)
    for i in range(order + 1):
        for j in range(order + 1):
            d.cell_node[n] = first + start + i * along + j * across
            n += 1


@kernel
def cell_side(m: Model, f: int, axis: int) -> float:
    """Return the length of a cell along an axis [m]."""
    first = m.flex_nodeadr[f]
    extent = m.flex_node0[first + m.flex_nodenum[f] - 1, axis] - m.flex_node0[first, axis]
    return extent / m.flex_cellnum[f, axis]


@kernel
def slope_along(m: Model, d: Data, f: int, places: Rows, axis: int, axes: int) -> Vec3:
    """Return the derivative of the position at the center of a patch by a coordinate."""
    order = order_of(m, f)
    n, total = order + 1, (0.0, 0.0, 0.0)
    nodes, step = n**axes, n ** (axes - 1 - axis)
    for k in range(nodes):
        weight, rest = center_slope(order, k // step % n), k
        for a in range(axes):
            place = rest % n
            rest = rest // n
            if axes - 1 - a != axis:
                weight *= lagrange(order, place, 0.5)
        total = add_scaled(total, load3(places, d.cell_node[k]), weight)
    return total


@kernel
def scaled(v: Vec3, s: float) -> Vec3:
    """Return v / s; v if s is 0."""
    return (v[0] / s, v[1] / s, v[2] / s) if s != 0.0 else v


@kernel
def patch_gradient(m: Model, d: Data, f: int, patch: int, places: Rows) -> tuple[Vec3, Vec3, Vec3]:
    """Return the columns of dx/dX at the center of the patch with nodes cell_node.

    places   (nflexnode, 3 or more) positions of the nodes [m, world frame]
    """
    if m.flex_interp[f] > 0:
        return (
            scaled(slope_along(m, d, f, places, 0, 3), cell_side(m, f, 0)),
            scaled(slope_along(m, d, f, places, 1, 3), cell_side(m, f, 1)),
            scaled(slope_along(m, d, f, places, 2, 3), cell_side(m, f, 2)),
        )
    normal = face_of(m, f, patch)[0]
    g1 = scaled(slope_along(m, d, f, places, 0, 2), cell_side(m, f, (normal + 1) % 3))
    g2 = scaled(slope_along(m, d, f, places, 1, 2), cell_side(m, f, (normal + 2) % 3))
    g3 = normalize(cross(g1, g2))
    if normal == 0:
        return g3, g1, g2
    if normal == 1:
        return g2, g3, g1
    return g1, g2, g3


@kernel
def patch_rotation(m: Model, d: Data, f: int, patch: int) -> Mat3:
    """Return the rotation matrix of a patch, whose nodes are listed in cell_node."""
    g1, g2, g3 = patch_gradient(m, d, f, patch, d.flexnode_xpos)
    return rotation_of(g1, g2, g3)


@kernel
def has_modes(m: Model, adr: int, columns: int) -> bool:
    """Return whether any of ``columns`` elements of cell_mode from an address on is nonzero.

    All modes of an empty cell are zero.
    """
    for k in range(adr, adr + columns):
        if m.cell_mode[k] != 0.0:
            return True
    return False
