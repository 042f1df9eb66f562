"""Plasticity of flexes, and of the cells of interpolated flexes: return mapping (yield).

Documents: XML reference / flex/elasticity (yield, of 4.0.0); Computation / State and control

Flexes with elements: return mapping of stretching and bending strains.

d.plastic holds offsets p of l^2 - L^2 for each edge of each element, then for each edge of a surface the coefficient c
of the volume gradient by which it is bent at rest (passive.py). At the end of a step, with the new positions:

    stretch    elastic strain E of an element, 2 d' E d = l^2 - L^2 - p for its edges d at rest; von Mises strain
               sqrt(2/3 D:D) at most the threshold, D the deviator of E
               solid     D is scaled, and p grows by the plastic strain P with a trace for which det(I + 2 P) = 1
               surface   tr E > 0: all of E is scaled, with D the deviator of E and the strain -tr E across the sheet,
                         which keeps the volume; else the deviator in the plane is scaled
    bending    angle a of a hinge, with the curvature a l / (A0 + A1), l the length of the edge and A the areas:
               t / 2 |curvature - plastic curvature| at most the threshold, t the thickness. c = tan(plastic angle)
               K l^3 / (4 A0 A1) at rest, the angle at most 1.3

Plasticity of the cells of interpolated flexes: return mapping of strains (yield).

d.plastic holds a plastic strain P of each patch: xx, yy, zz, xy, xz, yz of a cell, aa, bb, ab of a face in its plane;
shear strains are doubled. At the end of a step, with the new positions, the gradient F in the middle of the patch and
its rotation R, the elastic strain is E = sym(R'F) - I - P, and its von Mises strain sqrt(2/3 D:D) at most a threshold:

    cell     D is the deviator of E, and scaled
    face     tr E > 0: all of E is scaled, with the D of plane stress, -nu / (1 - nu) tr E across; else the deviator in
             the plane is scaled
Source   Simo, Hughes 1998, Computational Inelasticity (radial return); numbers of 4.0.0
"""

import math

from gelenk.algebra.linalg import last_dof
from gelenk.algebra.vec import (
    Mat3,
    Vec3,
    add,
    add_scaled,
    cross,
    dot,
    load3,
    load9,
    mat_t_vec,
    mat_vec,
    norm,
    pick,
    scale,
    store3,
    sub,
)
from gelenk.engine.flex.cell_grid import (
    face_of,
    has_modes,
    list_nodes,
    patch_gradient,
    patch_number,
    patch_size,
    rotation_of,
)
from gelenk.engine.flex.element_shapes import element_vertex
from gelenk.engine.flex.passive import add_vertex_force, curve_forces, element_edge, hinge_vertices, is_hinge
from gelenk.engine.position.object_frames import dof_velocity
from gelenk.engine.stage_calls import call_far
from gelenk.tables.enums import mjtDisableBit, mjtJoint
from gelenk.tables.stages import INDEX
from gelenk.toolchain.kernel import kernel
from gelenk.toolchain.kernel_types import Data, Model, View

Sym = tuple[float, float, float, float, float, float]  # xx, yy, zz, xy, xz, yz

YIELD_CELLS = INDEX["yield_cells"]
BENDS, STRETCHES = 1, 2  # bits of flex_plasticmode
THICKNESS = 6  # index of the thickness [m] in flex_stiffness of the first element, if bending yields
MOST_ANGLE = 1.3  # largest plastic angle of a hinge [rad]
ITERATIONS = 50
DETERMINANT_ERROR = 1e-15  # error of the determinant at which the iteration ends


# Addresses


@kernel
def edges_of(m: Model, f: int) -> int:
    """Return the number of edges of an element of flex ``f``."""
    return m.flex_dim[f] * (m.flex_dim[f] + 1) // 2


@kernel
def hinge_address(m: Model, f: int) -> int:
    """Return the address in plastic of the first edge of flex ``f``."""
    stretch = edges_of(m, f) * m.flex_elemnum[f] if m.flex_plasticmode[f] & STRETCHES != 0 else 0
    return m.flex_plasticadr[f] + stretch


# Forces


@kernel
def offset_stress(m: Model, d: Data, f: int, element: int, i: int) -> float:
    """Return row i of the stiffness of an element times its plastic offsets."""
    n, row, stress = edges_of(m, f), m.flex_elemadr[f] + element, 0.0
    at = m.flex_plasticadr[f] + n * element
    for j in range(n):
        low, high = min(i, j), max(i, j)
        k = low * n - low * (low - 1) // 2 + high - low
        stress += m.flex_stiffness[row, k] * d.plastic[at + j]
    return stress


@kernel
def plastic_forces(m: Model, d: Data, f: int, unused: int) -> None:
    """flex_force += forces of the plastic strains of flex ``f`` (part of flex_passive)

    Reads   plastic, flexvert_xpos        Writes  flex_force (nflexvert, 3) [N]
    """
    first = m.flex_vertadr[f]
    if m.flex_plasticmode[f] & STRETCHES != 0:
        for element in range(m.flex_elemnum[f]):
            for i in range(edges_of(m, f)):
                e = element_edge(m, f, element, i)
                a, b = first + m.flex_edge[e, 0], first + m.flex_edge[e, 1]
                edge = sub(load3(d.flexvert_xpos, b), load3(d.flexvert_xpos, a))
                force = scale(edge, offset_stress(m, d, f, element, i))
                add_vertex_force(d, a, scale(force, -1.0))
                add_vertex_force(d, b, force)
    if m.flex_plasticmode[f] & BENDS != 0:
        at = hinge_address(m, f)
        for k in range(m.flex_edgenum[f]):
            e = m.flex_edgeadr[f] + k
            if d.plastic[at + k] != 0.0 and is_hinge(m, e):
                curve_forces(m, d, f, e, d.plastic[at + k])


# Geometry at rest and at the end of the step


@kernel
def rest_point(m: Model, f: int, v: int) -> Vec3:
    """Return the position of vertex ``v`` at rest, up to a translation of the flex [m]."""
    return (
        2.0 * m.flex_size[f, 0] * m.flex_vert0[v, 0],
        2.0 * m.flex_size[f, 1] * m.flex_vert0[v, 1],
        2.0 * m.flex_size[f, 2] * m.flex_vert0[v, 2],
    )


@kernel
def slides(m: Model, b: int) -> bool:
    """Return whether body ``b`` has only slide joints, on a body fixed to the world."""
    if b <= 0 or m.body_treeid[m.body_parentid[b]] >= 0 or m.body_mocapid[m.body_parentid[b]] >= 0:
        return False
    for j in range(m.body_jntadr[b], m.body_jntadr[b] + m.body_jntnum[b]):
        if m.jnt_type[j] != mjtJoint.mjJNT_SLIDE:
            return False
    return m.body_jntnum[b] > 0


@kernel
def next_point(m: Model, d: Data, v: int) -> Vec3:
    """Return the position of vertex ``v`` at the end of the step [m].

    The position is exact for bodies that slide on fixed bodies; other bodies are moved by timestep * rk_vel.
    """
    return moved_point(m, d, m.flex_vertbodyid[v], load3(d.flexvert_xpos, v), load3(m.flex_vert, v))


@kernel
def moved_point(m: Model, d: Data, b: int, x: Vec3, local: Vec3) -> Vec3:
    """Return the position of a point of body ``b`` at the end of the step [m].

    x is the position of the point before the step, local its position in the body frame.
    """
    if slides(m, b):
        parent = m.body_parentid[b]
        moved = add(load3(d.xpos, parent), mat_vec(load9(d.xmat, parent), load3(m.body_pos, b)))
        for j in range(m.body_jntadr[b], m.body_jntadr[b] + m.body_jntnum[b]):
            shift = d.qpos[m.jnt_qposadr[j]] - m.qpos0[m.jnt_qposadr[j]]
            moved = add_scaled(moved, load3(d.xaxis, j), shift)
        return add(moved, mat_vec(load9(d.xmat, b), local))
    moved, i = x, last_dof(m, b)
    while i >= 0:
        moved = add_scaled(moved, dof_velocity(m, d, i, b, x), m.opt.timestep * d.rk_vel[i])
        i = m.dof_parentid[i]
    return moved


# Tensors


@kernel
def add_outer(e: Sym, a: Vec3, b: Vec3, weight: float) -> Sym:
    """Return e + weight (a b' + b a') / 2."""
    return (
        e[0] + weight * a[0] * b[0],
        e[1] + weight * a[1] * b[1],
        e[2] + weight * a[2] * b[2],
        e[3] + 0.5 * weight * (a[0] * b[1] + a[1] * b[0]),
        e[4] + 0.5 * weight * (a[0] * b[2] + a[2] * b[0]),
        e[5] + 0.5 * weight * (a[1] * b[2] + a[2] * b[1]),
    )


@kernel
def strain_tensor(m: Model, f: int, element: int, values: View) -> Sym:
    """Return E with 2 d' E d = values[i] for the edges d of an element at rest.

    Returns 0 for an element without area or volume.
    """
    zero = (0.0, 0.0, 0.0, 0.0, 0.0, 0.0)
    x0 = rest_point(m, f, element_vertex(m, f, element, 0))
    d1 = sub(rest_point(m, f, element_vertex(m, f, element, 1)), x0)
    d2 = sub(rest_point(m, f, element_vertex(m, f, element, 2)), x0)
    if m.flex_dim[f] == 2:  # edges (1, 2), (2, 0), (0, 1)
        normal = cross(d1, d2)
        square = dot(normal, normal)
        if not square > 0.0:
            return zero
        r1, r2 = scale(cross(d2, normal), 1.0 / square), scale(cross(normal, d1), 1.0 / square)
        e = add_outer(zero, r1, r1, 0.5 * values[2])
        e = add_outer(e, r2, r2, 0.5 * values[1])
        return add_outer(e, r1, r2, 0.5 * (values[2] + values[1] - values[0]))
    # edges (0, 1), (1, 2), (2, 0), (2, 3), (0, 3), (1, 3)
    d3 = sub(rest_point(m, f, element_vertex(m, f, element, 3)), x0)
    volume = dot(cross(d1, d2), d3)
    if volume == 0.0:
        return zero
    r1 = scale(cross(d2, d3), 1.0 / volume)
    r2, r3 = scale(cross(d3, d1), 1.0 / volume), scale(cross(d1, d2), 1.0 / volume)
    e = add_outer(zero, r1, r1, 0.5 * values[0])
    e = add_outer(e, r2, r2, 0.5 * values[2])
    e = add_outer(e, r3, r3, 0.5 * values[4])
    e = add_outer(e, r1, r2, 0.5 * (values[0] + values[2] - values[1]))
    e = add_outer(e, r2, r3, 0.5 * (values[2] + values[4] - values[3]))
    return add_outer(e, r1, r3, 0.5 * (values[0] + values[4] - values[5]))


@kernel
def double_dot(e: Sym) -> float:
    """Return E : E."""
    return e[0] * e[0] + e[1] * e[1] + e[2] * e[2] + 2.0 * (e[3] * e[3] + e[4] * e[4] + e[5] * e[5])


@kernel
def isochoric_shift(p: Sym) -> float:
    """Return c for which det(I + 2 P + 2 c I) = 1.

    Newton's method starts where all eigenvalues are at least 1, and converges from above, as the determinant is convex
    there.
    """
    a, b, c = 1.0 + 2.0 * p[0], 1.0 + 2.0 * p[1], 1.0 + 2.0 * p[2]
    x, y, z = 2.0 * p[3], 2.0 * p[4], 2.0 * p[5]
    least = min(a - abs(x) - abs(y), min(b - abs(x) - abs(z), c - abs(y) - abs(z)))
    first = a + b + c
    second = a * b + a * c + b * c - x * x - y * y - z * z
    third = a * (b * c - z * z) - x * (x * c - y * z) + y * (x * z - b * y)
    shift = 1.0 - least
    for _ in range(ITERATIONS):
        error = ((shift + first) * shift + second) * shift + third - 1.0
        slope = (3.0 * shift + 2.0 * first) * shift + second
        if not error > DETERMINANT_ERROR * max(1.0, abs(third)) or not slope > 0.0:
            break
        shift -= error / slope
    return 0.5 * shift


# Return mapping


@kernel
def yield_element(m: Model, d: Data, f: int, element: int) -> None:
    """Update the plastic offsets of an element of flex ``f``."""
    n, dim = edges_of(m, f), m.flex_dim[f]
    at = m.flex_plasticadr[f] + n * element
    elastic, threshold = d.plastic_edge, max(0.0, m.flex_yield[f, 0])
    for i in range(n):
        e = element_edge(m, f, element, i)
        a, b = m.flex_vertadr[f] + m.flex_edge[e, 0], m.flex_vertadr[f] + m.flex_edge[e, 1]
        edge, rest = sub(next_point(m, d, b), next_point(m, d, a)), m.flexedge_length0[e]
        elastic[i] = dot(edge, edge) - rest * rest - d.plastic[at + i]
    strain = strain_tensor(m, f, element, elastic)
    trace, square = strain[0] + strain[1] + strain[2], double_dot(strain)
    stretched = dim == 2 and trace > 0.0
    square += trace * trace if stretched else -trace * trace / dim
    mises = math.sqrt(2.0 / 3.0 * max(0.0, square))
    if not mises > threshold:
        return
    lost, shift = 1.0 - threshold / mises, 0.0
    mean = 0.0 if stretched else trace / dim
    if dim == 3:
        before = strain_tensor(m, f, element, d.plastic[at:])
        shift = isochoric_shift(
            (
                before[0] + lost * (strain[0] - mean),
                before[1] + lost * (strain[1] - mean),
                before[2] + lost * (strain[2] - mean),
                before[3] + lost * strain[3],
                before[4] + lost * strain[4],
                before[5] + lost * strain[5],
            )
        )
    for i in range(n):
        rest = m.flexedge_length0[element_edge(m, f, element, i)]
        d.plastic[at + i] += lost * (elastic[i] - 2.0 * mean * rest * rest) + 2.0 * shift * rest * rest


@kernel
def yield_hinge(m: Model, d: Data, f: int, e: int, at: int) -> None:
    """Update the plastic coefficient of edge ``e`` of flex ``f``, at address ``at``."""
    rest = m.flexedge_length0[e]
    factor = m.flex_bending[e, 11] / rest if rest > 0.0 else 0.0
    if not factor > 0.0:
        return
    v0, v1, v2, v3 = hinge_vertices(m, f, e)
    x0 = next_point(m, d, v0)
    edge = sub(next_point(m, d, v1), x0)
    n0 = cross(edge, sub(next_point(m, d, v2), x0))
    n1 = cross(sub(next_point(m, d, v3), x0), edge)
    length, area = norm(edge), 0.5 * (norm(n0) + norm(n1))
    if not length > 0.0 or not area > 0.0:
        return
    angle = math.atan2(dot(cross(n0, n1), edge) / length, dot(n0, n1))
    thickness = m.flex_stiffness[m.flex_elemadr[f], THICKNESS]
    most = 2.0 * max(0.0, m.flex_yield[f, 1]) / thickness * area / length
    before = math.atan(d.plastic[at] / factor)
    if abs(angle - before) > most:
        after = angle - most if angle > before else angle + most
        d.plastic[at] = factor * math.tan(max(-MOST_ANGLE, min(MOST_ANGLE, after)))


@kernel
def yield_flexes(m: Model, d: Data) -> None:
    """Update the plastic strains of flexes, unless springs are disabled.

    Reads   flexvert_xpos, cdof (of the step), rk_vel (nv): the velocity that moved qpos
    Writes  plastic (nplastic) [m^2, N]; work space plastic_edge
    """
    if m.opt.disableflags & mjtDisableBit.mjDSBL_SPRING != 0:
        return
    for f in range(m.nflex):
        if m.flex_interp[f] != 0:
            if m.flex_plasticmode[f] != 0:
                call_far(m, d, YIELD_CELLS, f, 0)
            continue
        if m.flex_plasticmode[f] & STRETCHES != 0:
            for element in range(m.flex_elemnum[f]):
                yield_element(m, d, f, element)
        if m.flex_plasticmode[f] & BENDS != 0:
            at = hinge_address(m, f)
            for e in range(m.flex_edgenum[f]):
                if is_hinge(m, m.flex_edgeadr[f] + e):
                    yield_hinge(m, d, f, m.flex_edgeadr[f] + e, at + e)


# Plasticity of cells


@kernel
def stretch_of(m: Model, d: Data, f: int, patch: int) -> Mat3:
    """Return R'F of a patch at the end of the step, by rows."""
    g1, g2, g3 = patch_gradient(m, d, f, patch, d.flexnode_work)
    r = rotation_of(g1, g2, g3)
    a, b, c = mat_t_vec(r, g1), mat_t_vec(r, g2), mat_t_vec(r, g3)
    return a[0], b[0], c[0], a[1], b[1], c[1], a[2], b[2], c[2]


@kernel
def lost_share(square: float, threshold: float) -> float:
    """Return the fraction of a strain that becomes plastic, from its von Mises strain.

    square   D:D of the deviator D of the strain
    """
    mises = math.sqrt(2.0 / 3.0 * max(0.0, square))
    return 1.0 - threshold / mises if mises > threshold else 0.0


@kernel
def yield_cell(m: Model, d: Data, f: int, patch: int) -> None:
    """Update the plastic strain of a cell of flex ``f``."""
    at, u = m.flex_plasticadr[f] + 6 * patch, stretch_of(m, d, f, patch)
    xx, yy, zz = u[0] - 1.0 - d.plastic[at], u[4] - 1.0 - d.plastic[at + 1], u[8] - 1.0 - d.plastic[at + 2]
    xy, xz, yz = (
        u[1] + u[3] - d.plastic[at + 3],
        u[2] + u[6] - d.plastic[at + 4],
        u[5] + u[7] - d.plastic[at + 5],
    )
    mean = (xx + yy + zz) / 3.0
    deviator = (xx - mean, yy - mean, zz - mean)
    square = dot(deviator, deviator) + 0.5 * (xy * xy + xz * xz + yz * yz)
    lost = lost_share(square, max(0.0, m.flex_yield[f, 0]))
    for i in range(3):
        d.plastic[at + i] += lost * pick(deviator, i)
        d.plastic[at + 3 + i] += lost * pick((xy, xz, yz), i)


@kernel
def yield_face(m: Model, d: Data, f: int, patch: int, poisson: float) -> None:
    """Update the plastic strain of a face of a shell."""
    at, u, normal = m.flex_plasticadr[f] + 3 * patch, stretch_of(m, d, f, patch), face_of(m, f, patch)[0]
    a, b = (normal + 1) % 3, (normal + 2) % 3
    aa = u[4 * a] - 1.0 - d.plastic[at]
    bb = u[4 * b] - 1.0 - d.plastic[at + 1]
    ab = u[3 * a + b] + u[3 * b + a] - d.plastic[at + 2]
    trace = aa + bb
    square = aa * aa + bb * bb + 0.5 * ab * ab
    if trace > 0.0:
        across = -poisson / (1.0 - poisson) * trace
        square += across * across - (trace + across) * (trace + across) / 3.0
    else:
        square -= 0.5 * trace * trace
        aa -= 0.5 * trace
        bb -= 0.5 * trace
    lost = lost_share(square, max(0.0, m.flex_yield[f, 0]))
    d.plastic[at] += lost * aa
    d.plastic[at + 1] += lost * bb
    d.plastic[at + 2] += lost * ab


@kernel
def yield_cells(m: Model, d: Data, f: int, unused: int) -> None:
    """Update the plastic strains of flex ``f`` (part of yield_flexes).

    Reads   flexnode_xpos, cdof (of the step), rk_vel (nv): the velocity that moved qpos
    Writes  plastic (nplastic); work space flexnode_work, cell_node
    """
    for node in range(m.flex_nodeadr[f], m.flex_nodeadr[f] + m.flex_nodenum[f]):
        x = load3(d.flexnode_xpos, node)
        store3(d.flexnode_work, node, moved_point(m, d, m.flex_nodebodyid[node], x, load3(m.flex_node, node)))
    nodes, modes = patch_size(m, f)
    size = modes * 3 * nodes
    end = m.flex_modeadr[f] + patch_number(m, f) * size
    for patch in range(patch_number(m, f)):
        if not has_modes(m, m.flex_modeadr[f] + patch * size, 3 * nodes):
            continue
        list_nodes(m, d, f, patch)
        if m.flex_interp[f] > 0:
            yield_cell(m, d, f, patch)
        else:
            yield_face(
                m, d, f, patch, m.cell_mode[end]
            )  # the compiler stores Poisson's ratio at this address
