"""Discrete elastic rods: bending and twist of flexes of dimension 1.

Documents: Modeling / Deformable objects (Rods); XML reference / flex/elasticity (1D flexes, of 4.0.0)

An interior vertex i joins the edges 0 and 1 with curvature binormal kb (rod_geometry.py). Edge j carries a reference
frame (rod_frames.py) and a material frame (m_1j, m_2j), which is turned from it by the angle theta_j of a hinge:
    bending    1/2 sum over both edges j and axes a of k_a (kb . m_aj - kb0_aj)^2,    k_a = E I_a / (l_0 + l_1)
    twist      k_t (theta_1 - theta_0 + r)^2,    k_t = G J / (l_0 + l_1),    r the twist of reference frames
    damping    flex_damping on the rate of |kb|, with sqrt(k_1 k_2) on the weak axis, and on the rate of twist, so that
               rotations of the whole rod are not damped
The derivative of a reference frame has two parts: d r = kb / 2 . (de_0 / l_0 + de_1 / l_1), and the turn about its
tangent since the last step, (t_old x t) / (1 + t_old . t) / l . de. Without twist joints (closed or branched rods),
single hinges have the energy k (|kb| - |kb0|)^2, and neighbors that are bent at rest are pairs (rod_pairs.py).
Source  Bergou, Wardetzky, Robinson, Audoly, Grinspun 2008; Bergou, Audoly, Vouga, Wardetzky, Grinspun 2010
"""

import math

from gelenk.algebra.tree import last_dof
from gelenk.algebra.vec import Vec2, Vec3, add, add_scaled, cross, dot, get3, load3, norm, scale
from gelenk.engine.flex.passive import add_vertex_force, clear_forces, push_bodies
from gelenk.engine.flex.rod_bends import binormal_rate, edge_rates, pull_binormal, pull_vertices
from gelenk.engine.flex.rod_frames import (
    begins,
    compute_frames,
    edge_body,
    end_of_edge,
    is_clamped,
    is_rod,
    keep_frames,
    twist_joint,
)
from gelenk.engine.flex.rod_geometry import (
    LEAST,
    REST,
    STIFFNESS,
    SURPLUS,
    TORSION,
    Bend,
    bend_at,
    binormal_gradients,
    twist_gradients,
    vertex,
)
from gelenk.engine.flex.rod_pairs import free_forces
from gelenk.toolchain.kernel import kernel
from gelenk.toolchain.kernel_types import Data, Model, View


@kernel
def stiffnesses(m: Model, row: int) -> Vec2:
    """Return the stiffness of a hinge about the material axes m_1 (weak) and m_2 [N m]."""
    k1 = m.flex_bending[row, STIFFNESS]
    return k1, k1 + m.flex_bending[row, SURPLUS]


@kernel
def damped_stiffnesses(m: Model, row: int) -> Vec2:
    """Return the stiffnesses that damping scales: on the weak axis the geometric mean of both."""
    k1, k2 = stiffnesses(m, row)
    return math.sqrt(k1 * max(k2, 0.0)), k2


@kernel
def material_axes(m: Model, d: Data, f: int, j: int) -> tuple[Vec3, Vec3]:
    """Return the axes m_1, m_2 of the material frame of edge j of a rod with twist joints."""
    row, joint = int(m.flex_edgeadr[f]) + j, twist_joint(m, f, j)
    t = (d.rod_frame[row, 0], d.rod_frame[row, 1], d.rod_frame[row, 2])
    u = (d.rod_frame[row, 3], d.rod_frame[row, 4], d.rod_frame[row, 5])
    v = cross(t, u)
    angle = d.qpos[m.jnt_qposadr[joint]] if joint >= 0 else 0.0
    c, s = math.cos(angle), math.sin(angle)
    return add_scaled(scale(u, c), v, s), add_scaled(scale(v, c), u, -s)


@kernel
def twist_of(m: Model, d: Data, f: int, j: int) -> float:
    """Return the twist at the vertex between edges j and j + 1 [rad]."""
    before, after = twist_joint(m, f, j), twist_joint(m, f, j + 1)
    angle = d.rod_twist[m.flex_edgeadr[f] + j]
    if before >= 0:
        angle -= d.qpos[m.jnt_qposadr[before]]
    return angle + d.qpos[m.jnt_qposadr[after]] if after >= 0 else angle


@kernel
def spin(m: Model, d: Data, f: int, j: int) -> Vec3:
    """Return the rotation of the frame of edge j about its tangent, per motion of the edge.

    Motion and rotation are those since the last step.
    """
    row, at = int(m.flex_edgeadr[f]) + j, int(m.flex_plasticadr[f]) + 6 * j
    if is_clamped(m, f, j) or begins(m, d, f):
        return 0.0, 0.0, 0.0
    t, old = (d.rod_frame[row, 0], d.rod_frame[row, 1], d.rod_frame[row, 2]), get3(d.plastic, at)
    a, b = load3(d.flexvert_xpos, end_of_edge(m, f, j, 0)), load3(d.flexvert_xpos, end_of_edge(m, f, j, 1))
    length = norm((b[0] - a[0], b[1] - a[1], b[2] - a[2]))
    return scale(cross(old, t), -1.0 / (max(1.0 + dot(old, t), LEAST) * max(length, LEAST)))


@kernel
def turn_rate(m: Model, d: Data, f: int, j: int) -> float:
    """Return the rate at which edge j turns about its tangent [rad/s].

    The rate is that of the twist joint, or of the body that holds a clamped edge.
    """
    row, joint = int(m.flex_edgeadr[f]) + j, twist_joint(m, f, j)
    if joint >= 0:
        return d.qvel[m.jnt_dofadr[joint]]
    b = edge_body(m, f, j)
    t = (d.rod_frame[row, 0], d.rod_frame[row, 1], d.rod_frame[row, 2])
    return t[0] * d.cvel[b, 0] + t[1] * d.cvel[b, 1] + t[2] * d.cvel[b, 2]


# Hinges with twist


@kernel
def bend_weight(m: Model, d: Data, f: int, row: int, j: int, side: int, kb: Vec3) -> Vec3:
    """Return sum of k_a (kb . m_a - kb0_a) m_a for edge j, and add its moment to rod_moment.

    side   0 if the edge comes before the vertex of the hinge, 1 after
    """
    k1, k2 = stiffnesses(m, row)
    m1, m2 = material_axes(m, d, f, j)
    a1, a2 = dot(kb, m1), dot(kb, m2)
    d1 = k1 * (a1 - m.flex_bending[row, REST + 2 * side])
    d2 = k2 * (a2 - m.flex_bending[row, REST + 2 * side + 1])
    d.rod_moment[m.flex_edgeadr[f] + j] -= d1 * a2 - d2 * a1
    return add_scaled(scale(m1, d1), m2, d2)


@kernel
def hinge_spring(m: Model, d: Data, f: int, j: int) -> None:
    """Add the elastic forces of the hinge of edges j and j + 1 to flex_force and rod_moment."""
    row = int(m.flex_edgeadr[f]) + j
    v0, v1, v2 = vertex(m, f, row, 0), vertex(m, f, row, 1), vertex(m, f, row, 2)
    b = bend_at(d, v0, v1, v2)
    w = add(bend_weight(m, d, f, row, j, 0, b.kb), bend_weight(m, d, f, row, j + 1, 1, b.kb))
    g0, g1 = binormal_gradients(b, w)
    pull_vertices(d, v0, v1, v2, g0, g1, -1.0)
    moment = -2.0 * m.flex_bending[row, TORSION] * twist_of(m, d, f, j)
    add_twist(m, d, row, v0, v1, v2, b, moment)


@kernel
def add_twist(m: Model, d: Data, row: int, v0: int, v1: int, v2: int, b: Bend, moment: float) -> None:
    """Add a moment that acts on the twist of a hinge to flex_force and rod_moment."""
    g0, g1 = twist_gradients(b)
    pull_vertices(d, v0, v1, v2, g0, g1, moment)
    d.rod_moment[row] -= moment
    d.rod_moment[row + 1] += moment


@kernel
def damped_weight(m: Model, d: Data, f: int, row: int, j: int, rates: Vec3) -> Vec3:
    """Return the sum of k m (m . rates) over the material axes of both edges of a hinge.

    k: damped stiffnesses
    """
    k1, k2 = damped_stiffnesses(m, row)
    total = (0.0, 0.0, 0.0)
    for side in range(2):
        m1, m2 = material_axes(m, d, f, j + side)
        total = add_scaled(total, m1, k1 * dot(m1, rates))
        total = add_scaled(total, m2, k2 * dot(m2, rates))
    return total


@kernel
def hinge_damper(m: Model, d: Data, f: int, j: int) -> None:
    """Add the damping forces of the hinge of edges j and j + 1 to flex_force and rod_moment."""
    row, damping = int(m.flex_edgeadr[f]) + j, m.flex_damping[f]
    v0, v1, v2 = vertex(m, f, row, 0), vertex(m, f, row, 1), vertex(m, f, row, 2)
    b = bend_at(d, v0, v1, v2)
    w = damped_weight(m, d, f, row, j, binormal_rate(m, d, v0, v1, v2, b))
    pull_binormal(m, d, v0, v1, v2, b, w, -damping)
    g0, g1 = twist_gradients(b)
    rate = edge_rates(m, d, v0, v1, v2, g0, g1) + turn_rate(m, d, f, j + 1) - turn_rate(m, d, f, j)
    add_twist(m, d, row, v0, v1, v2, b, -2.0 * damping * m.flex_bending[row, TORSION] * rate)


@kernel
def push_turn(m: Model, d: Data, b: int, torque: Vec3, qfrc: View) -> None:
    """qfrc += J' torque on body ``b`` [world frame]."""
    i = last_dof(m, b)
    while i >= 0:
        qfrc[i] += d.cdof[i, 0] * torque[0] + d.cdof[i, 1] * torque[1] + d.cdof[i, 2] * torque[2]
        i = m.dof_parentid[i]


@kernel
def push_edges(m: Model, d: Data, f: int, damp: bool, qfrc: View) -> None:
    """Add rod_moment of the edges to qfrc and flex_force.

    In qfrc the moment acts on twist joints, or on the bodies that hold clamped edges.
    """
    first = int(m.flex_edgeadr[f])
    for j in range(m.flex_edgenum[f]):
        moment, joint = d.rod_moment[first + j], twist_joint(m, f, j)
        if joint < 0:
            t = (d.rod_frame[first + j, 0], d.rod_frame[first + j, 1], d.rod_frame[first + j, 2])
            push_turn(m, d, edge_body(m, f, j), scale(t, moment), qfrc)
            continue
        qfrc[m.jnt_dofadr[joint]] += moment
        if damp:
            continue
        w = scale(spin(m, d, f, j), moment)
        add_vertex_force(d, end_of_edge(m, f, j, 0), scale(w, -1.0))
        add_vertex_force(d, end_of_edge(m, f, j, 1), w)


@kernel
def twisted_forces(m: Model, d: Data, f: int, damp: bool, qfrc: View) -> None:
    """Add the elastic or the damping forces of a rod with twist joints to qfrc."""
    clear_forces(m, d, f)
    first, n = int(m.flex_edgeadr[f]), int(m.flex_edgenum[f])
    for j in range(n):
        d.rod_moment[first + j] = 0.0
    for j in range(n - 1):
        if damp:
            hinge_damper(m, d, f, j)
        else:
            hinge_spring(m, d, f, j)
    push_edges(m, d, f, damp, qfrc)
    push_bodies(m, d, f, qfrc)


# Stages


@kernel
def rod_forces(m: Model, d: Data, f: int, damp: int) -> None:
    """Add elastic forces of the rod ``f`` to qfrc_spring, or damping to qfrc_damper.

    Reads   flexvert_xpos, plastic, qpos, qvel, cdof, cvel, xmat
    Writes  qfrc_spring or qfrc_damper (nv); work space flex_force, rod_frame, rod_twist, rod_moment
    Source  Modeling / Deformable objects (Rods)
    """
    qfrc = d.qfrc_damper if damp != 0 else d.qfrc_spring
    if is_rod(m, f):
        compute_frames(m, d, f)
        twisted_forces(m, d, f, damp != 0, qfrc)
    else:
        free_forces(m, d, f, damp != 0, qfrc)


@kernel
def keep_rods(m: Model, d: Data) -> None:
    """Store the reference frames of rods at the start of the step in plastic (nplastic)."""
    for f in range(m.nflex):
        if is_rod(m, f):
            keep_frames(m, d, f)
