"""Passive forces of flexes: edges, stretching, bending, interpolated solids, contacts.

Documents: Computation / General framework / Numerical integration; XML reference / flexcomp / edge (damping);
Modeling / Deformable objects (Deformation model); XML reference / flex/elasticity; flex/edge

    edge       f = stiffness (length0 - length) - damping velocity along the edge
    stretch    strain of edge i of an element e_i = l_i^2 - L_i^2, energy e' K e / 4, forces on its ends
               -+ (x_a - x_b) sum_j K_ij (e_j + damping (l_j^2 - (l_j - h v_j)^2) / h), h the timestep
    bending    over the four vertices around an edge: f = -B (x + damping v) - c d det(x1 - x0, x2 - x0, x3 - x0) / dx
    interpolated   f = R K (R' x - X + damping R' v) over the nodes, R the rotation of the gradient at the center
Source  Weischedel, Tuganov, Hermansson, Linn, Wardetzky 2012; Bergou et al. 2006; Garg et al. 2007; Mueller, Gross
        2004 (corotational elasticity)
"""

from gelenk.algebra.linalg import last_dof
from gelenk.algebra.vec import (
    Mat3,
    Vec3,
    add,
    add_scaled,
    cross,
    dot,
    load3,
    mat_t_vec,
    mat_vec,
    scale,
    store3,
    sub,
)
from gelenk.engine.flex.cell_grid import center_slope, lagrange, rotation_of
from gelenk.engine.flex.contacts import PASSIVE, share_contact
from gelenk.engine.flex.rod_geometry import has_rod
from gelenk.engine.model_features import has_cells, has_passive_flexes
from gelenk.engine.position.object_frames import body_velocity, dof_velocity
from gelenk.engine.stage_calls import call_far, require
from gelenk.tables.enums import mjtDisableBit
from gelenk.tables.releases import R4_0
from gelenk.tables.stages import INDEX
from gelenk.toolchain.kernel import flat, kernel
from gelenk.toolchain.kernel_types import Data, Model, View

CELL_FORCES = INDEX["cell_forces"]
PLASTIC_FORCES = INDEX["plastic_forces"]
PASSIVE_CONTACT_FORCES = INDEX["passive_contact_forces"]
BOTH, ELASTIC, VISCOUS = 0, 1, 2  # parts of the stretching forces
ROD_FORCES = INDEX["rod_forces"]
# stiffness [N/m] of passive contacts, independent of contact parameters; within the margin the force pulls, as in 3.5.0
CONTACT_STIFFNESS = 1e4


# Forces on vertices


@kernel
def add_vertex_force(d: Data, v: int, force: Vec3) -> None:
    """flex_force[v] += force"""
    d.flex_force[v, 0] += force[0]
    d.flex_force[v, 1] += force[1]
    d.flex_force[v, 2] += force[2]


@kernel
def push_body(m: Model, d: Data, b: int, point: Vec3, force: Vec3, qfrc: View) -> None:
    """qfrc += J' force at a point [world frame] of body ``b``."""
    if force[0] == 0.0 and force[1] == 0.0 and force[2] == 0.0:
        return
    i = last_dof(m, b)
    while i >= 0:
        qfrc[i] += dot(dof_velocity(m, d, i, b, point), force)
        i = m.dof_parentid[i]


@kernel
def clear_forces(m: Model, d: Data, f: int) -> None:
    """Set flex_force = 0 for flex ``f``."""
    for v in range(m.flex_vertadr[f], m.flex_vertadr[f] + m.flex_vertnum[f]):
        store3(d.flex_force, v, (0.0, 0.0, 0.0))


@kernel
def push_bodies(m: Model, d: Data, f: int, qfrc: View) -> None:
    """qfrc += J' force of all vertices of flex ``f``."""
    for v in range(m.flex_vertadr[f], m.flex_vertadr[f] + m.flex_vertnum[f]):
        push_body(m, d, m.flex_vertbodyid[v], load3(d.flexvert_xpos, v), load3(d.flex_force, v), qfrc)


# Edges


@kernel
def edge_forces(m: Model, d: Data, f: int, spring: bool, damper: bool) -> None:
    """Add spring and damper forces of the edges of flex ``f`` to qfrc_spring and qfrc_damper."""
    stiffness = m.flex_edgestiffness[f] if spring else 0.0
    damping = m.flex_edgedamping[f] if damper else 0.0
    if stiffness == 0.0 and damping == 0.0:
        return
    for e in range(m.flex_edgeadr[f], m.flex_edgeadr[f] + m.flex_edgenum[f]):
        pull = stiffness * (m.flexedge_length0[e] - d.flexedge_length[e])
        brake = -damping * d.flexedge_velocity[e]
        for k in range(m.flexedge_J_rowadr[e], m.flexedge_J_rowadr[e] + m.flexedge_J_rownnz[e]):
            i = m.flexedge_J_colind[k]
            d.qfrc_spring[i] += d.flexedge_J[k] * pull
            d.qfrc_damper[i] += d.flexedge_J[k] * brake


# Stretching


@kernel
def element_edge(m: Model, f: int, element: int, i: int) -> int:
    """Return edge i of an element of flex ``f``."""
    dim = m.flex_dim[f]
    n = dim * (dim + 1) // 2
    return m.flex_edgeadr[f] + m.flex_elemedge[m.flex_elemedgeadr[f] + n * element + i]


@kernel
def strain_edges(m: Model, d: Data, f: int, part: int) -> None:
    """Compute edge_strain of flex ``f``: an ELASTIC or VISCOUS part, or both.

    ELASTIC: l^2 - L^2; VISCOUS: damping times its rate. Also clears edge_stress.
    """
    rate = m.flex_damping[f] / m.opt.timestep
    for e in range(m.flex_edgeadr[f], m.flex_edgeadr[f] + m.flex_edgenum[f]):
        length, rest = d.flexedge_length[e], m.flexedge_length0[e]
        before = length - m.opt.timestep * d.flexedge_velocity[e]
        if part == BOTH:
            d.edge_strain[e] = length * length - rest * rest + rate * (length * length - before * before)
        elif part == ELASTIC:
            d.edge_strain[e] = length * length - rest * rest
        else:
            d.edge_strain[e] = rate * (length * length - before * before)
        d.edge_stress[e] = 0.0


@kernel
def stress_edges(m: Model, d: Data, f: int) -> None:
    """edge_stress += K edge_strain for the elements of flex ``f``.

    K is symmetric; its upper triangle is stored.
    """
    n = m.flex_dim[f] * (m.flex_dim[f] + 1) // 2
    for element in range(m.flex_elemnum[f]):
        row, k = m.flex_elemadr[f] + element, 0
        for i in range(n):
            e = element_edge(m, f, element, i)
            strain = d.edge_strain[e]
            stress = m.flex_stiffness[row, k] * strain
            for j in range(i + 1, n):
                other = element_edge(m, f, element, j)
                stiffness = m.flex_stiffness[row, k + j - i]
                stress += stiffness * d.edge_strain[other]
                d.edge_stress[other] += stiffness * strain
            d.edge_stress[e] += stress
            k += n - i


@kernel
def has_stretch(m: Model, f: int) -> bool:
    """Return whether the elements of flex ``f`` resist stretching.

    If any element does, the first one does.
    """
    row = m.flex_elemadr[f]
    return m.flex_elemnum[f] > 0 and m.flex_interp[f] == 0 and m.flex_stiffness[row, 0] != 0.0


@kernel
def stretch_forces(m: Model, d: Data, f: int, part: int) -> None:
    """flex_force += elastic or viscous forces of stretched elements of flex ``f``, or both"""
    strain_edges(m, d, f, part)
    stress_edges(m, d, f)
    adr = m.flex_vertadr[f]
    for e in range(m.flex_edgeadr[f], m.flex_edgeadr[f] + m.flex_edgenum[f]):
        a, b = adr + m.flex_edge[e, 0], adr + m.flex_edge[e, 1]
        force = scale(sub(load3(d.flexvert_xpos, b), load3(d.flexvert_xpos, a)), d.edge_stress[e])
        add_vertex_force(d, a, force)
        add_vertex_force(d, b, scale(force, -1.0))


# Bending


@kernel
def hinge_vertices(m: Model, f: int, e: int) -> tuple[int, int, int, int]:
    """Return the four vertices of the triangles at edge ``e``: its ends come first."""
    v = m.flex_vertadr[f]
    return v + m.flex_edge[e, 0], v + m.flex_edge[e, 1], v + m.flex_edgeflap[e, 0], v + m.flex_edgeflap[e, 1]


@kernel
def is_hinge(m: Model, e: int) -> bool:
    """Return whether edge ``e`` is between two triangles that resist bending.

    All 17 values are compared with zero. The first row of the bending matrix is zero where both triangles have right
    angles at the second vertex of the edge, and the whole matrix is zero at creases of squares.
    """
    if m.flex_edgeflap[e, 0] >= 0 and m.flex_edgeflap[e, 1] >= 0:
        for k in range(17):
            if m.flex_bending[e, k] != 0.0:
                return True
    return False


@kernel
def vertex_velocity(m: Model, d: Data, v: int) -> Vec3:
    """Return the velocity of vertex ``v`` of a flex without interpolation [m/s]."""
    return body_velocity(m, d, m.flex_vertbodyid[v], load3(d.flexvert_xpos, v))


@kernel
def hinge_force(m: Model, e: int, i: int, x0: Vec3, x1: Vec3, x2: Vec3, x3: Vec3) -> Vec3:
    """Return minus row i of the bending matrix of edge ``e`` times four vectors."""
    force = scale(x0, -m.flex_bending[e, 4 * i])
    force = add_scaled(force, x1, -m.flex_bending[e, 4 * i + 1])
    force = add_scaled(force, x2, -m.flex_bending[e, 4 * i + 2])
    return add_scaled(force, x3, -m.flex_bending[e, 4 * i + 3])


@kernel
def bending_forces(m: Model, d: Data, f: int) -> None:
    """flex_force += forces of the bent edges of flex ``f``"""
    for e in range(m.flex_edgeadr[f], m.flex_edgeadr[f] + m.flex_edgenum[f]):
        if not is_hinge(m, e):
            continue
        v0, v1, v2, v3 = hinge_vertices(m, f, e)
        x0, x1 = load3(d.flexvert_xpos, v0), load3(d.flexvert_xpos, v1)
        x2, x3 = load3(d.flexvert_xpos, v2), load3(d.flexvert_xpos, v3)
        add_vertex_force(d, v0, hinge_force(m, e, 0, x0, x1, x2, x3))
        add_vertex_force(d, v1, hinge_force(m, e, 1, x0, x1, x2, x3))
        add_vertex_force(d, v2, hinge_force(m, e, 2, x0, x1, x2, x3))
        add_vertex_force(d, v3, hinge_force(m, e, 3, x0, x1, x2, x3))
        if m.flex_bending[e, 16] != 0.0:
            curve_forces(m, d, f, e, m.flex_bending[e, 16])


@kernel
def bending_dampers(m: Model, d: Data, f: int) -> None:
    """flex_force += damping of the bent edges of flex ``f``"""
    damping = m.flex_damping[f]
    for e in range(m.flex_edgeadr[f], m.flex_edgeadr[f] + m.flex_edgenum[f]):
        if not is_hinge(m, e):
            continue
        v0, v1, v2, v3 = hinge_vertices(m, f, e)
        u0, u1 = vertex_velocity(m, d, v0), vertex_velocity(m, d, v1)
        u2, u3 = vertex_velocity(m, d, v2), vertex_velocity(m, d, v3)
        add_vertex_force(d, v0, scale(hinge_force(m, e, 0, u0, u1, u2, u3), damping))
        add_vertex_force(d, v1, scale(hinge_force(m, e, 1, u0, u1, u2, u3), damping))
        add_vertex_force(d, v2, scale(hinge_force(m, e, 2, u0, u1, u2, u3), damping))
        add_vertex_force(d, v3, scale(hinge_force(m, e, 3, u0, u1, u2, u3), damping))


@kernel
def curve_forces(m: Model, d: Data, f: int, e: int, coefficient: float) -> None:
    """Add the forces of a hinge that is bent at rest.

    The forces are minus the coefficient times the gradient of the volume that the vertices span.
    """
    v0, v1, v2, v3 = hinge_vertices(m, f, e)
    x0 = load3(d.flexvert_xpos, v0)
    s1, s2 = sub(load3(d.flexvert_xpos, v1), x0), sub(load3(d.flexvert_xpos, v2), x0)
    s3 = sub(load3(d.flexvert_xpos, v3), x0)
    c = -coefficient
    f1, f2, f3 = scale(cross(s2, s3), c), scale(cross(s3, s1), c), scale(cross(s1, s2), c)
    add_vertex_force(d, v0, scale(add(f1, add(f2, f3)), -1.0))
    add_vertex_force(d, v1, f1)
    add_vertex_force(d, v2, f2)
    add_vertex_force(d, v3, f3)


# Interpolated solids


@kernel
def gradient_columns(m: Model, d: Data, f: int) -> tuple[Vec3, Vec3, Vec3]:
    """Return the columns of dx/du at the center of an interpolated flex.

    u: coordinates in the box of the flex, from 0 to 1
    """
    order, node = m.flex_interp[f], m.flex_nodeadr[f]
    n = order + 1
    g1, g2, g3 = (0.0, 0.0, 0.0), (0.0, 0.0, 0.0), (0.0, 0.0, 0.0)
    for k in range(m.flex_nodenum[f]):
        x, y, z = k // (n * n), (k // n) % n, k % n
        wx, wy, wz = lagrange(order, x, 0.5), lagrange(order, y, 0.5), lagrange(order, z, 0.5)
        p = load3(d.flexnode_xpos, node + k)
        g1 = add_scaled(g1, p, center_slope(order, x) * wy * wz)
        g2 = add_scaled(g2, p, wx * center_slope(order, y) * wz)
        g3 = add_scaled(g3, p, wx * wy * center_slope(order, z))
    return g1, g2, g3


@kernel
def node_displacements(m: Model, d: Data, f: int, r: Mat3) -> None:
    """Write R' x - X and R' v of the nodes of flex ``f`` to flexnode_work."""
    for k in range(m.flex_nodeadr[f], m.flex_nodeadr[f] + m.flex_nodenum[f]):
        x = load3(d.flexnode_xpos, k)
        u = sub(mat_t_vec(r, x), load3(m.flex_node0, k))
        v = mat_t_vec(r, body_velocity(m, d, m.flex_nodebodyid[k], x))
        for i in range(3):
            d.flexnode_work[k, i] = u[i]
            d.flexnode_work[k, 3 + i] = v[i]


@kernel
def stiffness_row(m: Model, d: Data, f: int, i: int, column: int) -> float:
    """Return row i of the stiffness of flex ``f`` times node displacements or velocities.

    ``column``: 0 for displacements, 3 for velocities.
    """
    stiffness = flat(m.flex_stiffness)
    n, node = 3 * m.flex_nodenum[f], m.flex_nodeadr[f]
    start = 21 * m.flex_elemadr[f] + n * i
    total = 0.0
    for k in range(m.flex_nodenum[f]):
        for j in range(3):
            total += stiffness[start + 3 * k + j] * d.flexnode_work[node + k, column + j]
    return total


@kernel
def node_force(m: Model, d: Data, f: int, k: int, column: int) -> Vec3:
    """Return the three stiffness rows of node k, see stiffness_row."""
    return (
        stiffness_row(m, d, f, 3 * k, column),
        stiffness_row(m, d, f, 3 * k + 1, column),
        stiffness_row(m, d, f, 3 * k + 2, column),
    )


@kernel
def has_solid(m: Model, f: int) -> bool:
    """Return whether flex ``f`` is interpolated and elastic."""
    return m.flex_interp[f] != 0 and m.flex_elemnum[f] > 0 and m.flex_stiffness[m.flex_elemadr[f], 0] != 0.0


@kernel
def solid_forces(m: Model, d: Data, f: int, spring: bool, damper: bool) -> None:
    """Add elastic and damping forces of an interpolated flex to qfrc_spring, qfrc_damper."""
    g1, g2, g3 = gradient_columns(m, d, f)
    r = rotation_of(g1, g2, g3)
    node_displacements(m, d, f, r)
    for k in range(m.flex_nodenum[f]):
        row = m.flex_nodeadr[f] + k
        b, x = m.flex_nodebodyid[row], load3(d.flexnode_xpos, row)
        if spring:
            push_body(m, d, b, x, mat_vec(r, node_force(m, d, f, k, 0)), d.qfrc_spring)
        if damper and m.flex_damping[f] != 0.0:
            force = scale(mat_vec(r, node_force(m, d, f, k, 3)), m.flex_damping[f])
            push_body(m, d, b, x, force, d.qfrc_damper)


# Rods


@kernel
def rod_passive(m: Model, d: Data, f: int, spring: bool, damper: bool) -> None:
    """Add the forces of a rod (rods.py)."""
    if spring:
        call_far(m, d, ROD_FORCES, f, 0)
    if damper and m.flex_damping[f] != 0.0:
        call_far(m, d, ROD_FORCES, f, 1)


# Contacts


@kernel
def contact_forces(m: Model, d: Data) -> None:
    """Add the forces of ``passive`` contacts of flexes to qfrc_spring, before release 4.0.

    A force is stiffness times depth along the normal. From release 4.0 on see passive_contacts.py.
    """
    for c in range(d.ncon):
        if d.contact_exclude[c] != PASSIVE:
            continue
        normal, point = load3(d.contact_frame, c), load3(d.contact_pos, c)
        n = share_contact(m, d, c)
        for i in range(n):
            force = scale(normal, -CONTACT_STIFFNESS * d.contact_dist[c] * d.share[i])
            push_body(m, d, d.share_body[i], point, force, d.qfrc_spring)


# Stages


@kernel
def combined_forces(m: Model, d: Data, f: int, spring: bool, damper: bool) -> None:
    """Add elastic and viscous forces of flex ``f``; viscous stretching goes to qfrc_spring."""
    clear_forces(m, d, f)
    if has_stretch(m, f):
        stretch_forces(m, d, f, BOTH)
    if spring and m.flex_dim[f] == 2:
        bending_forces(m, d, f)
    push_bodies(m, d, f, d.qfrc_spring)
    if damper and m.flex_dim[f] == 2 and m.flex_damping[f] != 0.0:
        clear_forces(m, d, f)
        bending_dampers(m, d, f)
        push_bodies(m, d, f, d.qfrc_damper)


@kernel
def separate_forces(m: Model, d: Data, f: int, spring: bool, damper: bool) -> None:
    """Add elastic forces of flex ``f`` to qfrc_spring, and viscous ones to qfrc_damper."""
    stretches, bends = has_stretch(m, f), m.flex_dim[f] == 2
    if spring:
        clear_forces(m, d, f)
        if stretches:
            stretch_forces(m, d, f, ELASTIC)
        if bends:
            bending_forces(m, d, f)
        if m.flex_plasticmode[f] != 0:
            call_far(m, d, PLASTIC_FORCES, f, 0)
        push_bodies(m, d, f, d.qfrc_spring)
    if damper and m.flex_damping[f] != 0.0:
        clear_forces(m, d, f)
        if stretches:
            stretch_forces(m, d, f, VISCOUS)
        if bends:
            bending_dampers(m, d, f)
        push_bodies(m, d, f, d.qfrc_damper)


@kernel
def flex_passive(m: Model, d: Data) -> None:
    """Add the forces of flexes to qfrc_spring and qfrc_damper (part of mj_passive).

    Reads   flexvert_xpos, flexnode_xpos [m], flexedge_length, flexedge_velocity, flexedge_J, cdof, cvel, qvel
    Writes  qfrc_spring, qfrc_damper (nv) [N or N m]; work space flex_force, flexnode_work,
            edge_strain, edge_stress
    Source  Modeling / Deformable objects. In models of releases before 4.0, stretching acts unless springs and dampers
            are both disabled, and its damping is part of qfrc_spring.
    """
    spring = m.opt.disableflags & mjtDisableBit.mjDSBL_SPRING == 0
    damper = m.opt.disableflags & mjtDisableBit.mjDSBL_DAMPER == 0
    for f in range(m.nflex):
        if m.flex_rigid[f] != 0:
            continue
        if m.flex_interp[f] != 0:
            if has_solid(m, f):
                solid_forces(m, d, f, spring, damper)
            if has_cells(m, f) and (spring or damper):
                call_far(m, d, CELL_FORCES, f, (1 if spring else 0) + (2 if damper else 0))
            continue
        if m.release[0] < R4_0:
            combined_forces(m, d, f, spring, damper)
        else:
            separate_forces(m, d, f, spring, damper)
        edge_forces(m, d, f, spring, damper)
        if has_rod(m, f):
            rod_passive(m, d, f, spring, damper)
    if m.release[0] < R4_0:
        contact_forces(m, d)
    elif has_passive_flexes(m):
        require(m, d, PASSIVE_CONTACT_FORCES)
