"""Discrete elastic rods (1D flexes): hinges with twist, bent pairs, forces at a vertex.

Documents: Modeling / Deformable objects (Rods); XML reference / flex/elasticity (1D flexes, of 4.0.0); XML reference
/ flex/elasticity (Torsion, of 4.0.0)

Bending and twist act at interior vertices. An interior vertex i joins the edges 0 and 1 with curvature binormal kb.
Edge j carries a reference frame and a material frame (m_1j, m_2j), which is turned from it by the angle theta_j of a
hinge; rod_geometry.py has kb and the reference frame:
    bending    1/2 sum over both edges j and axes a of k_a (kb . m_aj - kb0_aj)^2,    k_a = E I_a / (l_0 + l_1)
    twist      k_t (theta_1 - theta_0 + r)^2,    k_t = G J / (l_0 + l_1),    r the twist of reference frames
    damping    flex_damping on the rate of |kb|, with sqrt(k_1 k_2) on the weak axis, and on the rate of twist, so that
               rotations of the whole rod are not damped
The derivative of a reference frame has two parts: d r = kb / 2 . (de_0 / l_0 + de_1 / l_1), and the turn about its
tangent since the last step, (t_old x t) / (1 + t_old . t) / l . de.
Source  Bergou, Wardetzky, Robinson, Audoly, Grinspun 2008; Bergou, Audoly, Vouga, Wardetzky, Grinspun 2010

Pairs of bent neighbors act in rods without twist joints, closed or branched, beside single hinges:

    hinge    k (|kb| - |kb0|)^2
    pair     w_0 (|kb_0| - |kb0_0|)^2 + w_1 (|kb_1| - |kb0_1|)^2 + 2 k_d (1 - cos(tau - tau0))
A pair is an edge with the tangent t between two vertices that are bent at qpos0; tau is the angle from kb_0 to kb_1
about t, the dihedral angle, with d tau = p_1 - p_0, p_i = (t x kb_i) . d kb_i / |kb_i|^2. The record of a pair holds
k_d cos tau0 and k_d sin tau0. Damping acts on the rates of |kb_i| and of tau.

Forces and rates at a vertex of a rod are along gradients by its two edges. A function of the two edges between vertices
v0, v1, v2 has gradients g0, g1 by these, hence -g0, g0 - g1, g1 by the vertices. Damping acts on the rate of |kb| at
bent vertices, so that rotations are not damped, and on the rate of kb at straight vertices.
"""

import math
from typing import NamedTuple

from gelenk.algebra.linalg import last_dof
from gelenk.algebra.vec import Vec2, Vec3, add, add_scaled, cross, dot, get3, load3, norm, scale
from gelenk.engine.flex.passive import add_vertex_force, clear_forces, push_bodies, vertex_velocity
from gelenk.engine.flex.rod_geometry import (
    BINORMAL,
    HINGE,
    MIN_DENOMINATOR,
    PAIR,
    REST,
    STIFFNESS,
    SURPLUS,
    TORSION,
    Bend,
    begins,
    bend_at,
    binormal_gradients,
    compute_frames,
    edge_body,
    end_of_edge,
    is_clamped,
    is_rod,
    keep_frames,
    of_vertices,
    record_kind,
    twist_gradients,
    twist_joint,
    vertex,
)
from gelenk.toolchain.kernel import kernel
from gelenk.toolchain.kernel_types import Data, Model, View


@kernel
def pull_vertices(d: Data, v0: int, v1: int, v2: int, g0: Vec3, g1: Vec3, s: float) -> None:
    """flex_force += s times a gradient by two edges, on their three vertices."""
    a, b, c = of_vertices(g0, g1)
    add_vertex_force(d, v0, scale(a, s))
    add_vertex_force(d, v1, scale(b, s))
    add_vertex_force(d, v2, scale(c, s))


@kernel
def edge_rates(m: Model, d: Data, v0: int, v1: int, v2: int, g0: Vec3, g1: Vec3) -> float:
    """Return the rate of a function with gradients g0, g1 by the two edges."""
    a, b, c = of_vertices(g0, g1)
    rate = dot(a, vertex_velocity(m, d, v0)) + dot(b, vertex_velocity(m, d, v1))
    return rate + dot(c, vertex_velocity(m, d, v2))


@kernel
def binormal_rate(m: Model, d: Data, v0: int, v1: int, v2: int, b: Bend) -> Vec3:
    """Return the rate of kb [1/s]; for a bent vertex, only the part along kb.

    Rotations of the whole rod do not change that part.
    """
    size = norm(b.kb)
    if size > MIN_DENOMINATOR:
        along = scale(b.kb, 1.0 / size)
        g0, g1 = binormal_gradients(b, along)
        return scale(along, edge_rates(m, d, v0, v1, v2, g0, g1))
    rates = (0.0, 0.0, 0.0)
    for k in range(3):
        axis = (1.0 if k == 0 else 0.0, 1.0 if k == 1 else 0.0, 1.0 if k == 2 else 0.0)
        g0, g1 = binormal_gradients(b, axis)
        rates = add_scaled(rates, axis, edge_rates(m, d, v0, v1, v2, g0, g1))
    return rates


@kernel
def pull_binormal(m: Model, d: Data, v0: int, v1: int, v2: int, b: Bend, w: Vec3, s: float) -> None:
    """flex_force += s times the gradient of w . kb, with w along kb where the vertex is bent."""
    size = norm(b.kb)
    if size > MIN_DENOMINATOR:
        along = scale(b.kb, 1.0 / size)
        w = scale(along, dot(along, w))
    g0, g1 = binormal_gradients(b, w)
    pull_vertices(d, v0, v1, v2, g0, g1, s)


# Pairs of bent vertices

WEIGHT, SIZE, COSINE, SINE = 4, 6, 8, 9  # columns of a pair; the first two have a value for each vertex


class Pair(NamedTuple):
    """A pair of bent vertices: the two bends, unit vectors along kb, cosine and sine of tau."""

    first: Bend
    second: Bend
    along0: Vec3
    along1: Vec3
    cos: float
    sin: float


@kernel
def pair_at(m: Model, d: Data, f: int, row: int) -> Pair:
    """Return the pair of a record of flex ``f``."""
    v0, v1, v2, v3 = vertex(m, f, row, 0), vertex(m, f, row, 1), vertex(m, f, row, 2), vertex(m, f, row, 3)
    a, b = bend_at(d, v0, v1, v2), bend_at(d, v1, v2, v3)
    u, w = (
        scale(a.kb, 1.0 / max(norm(a.kb), MIN_DENOMINATOR)),
        scale(b.kb, 1.0 / max(norm(b.kb), MIN_DENOMINATOR)),
    )
    return Pair(a, b, u, w, dot(u, w), dot(cross(u, w), a.t1))


@kernel
def turn_gradients(b: Bend, t: Vec3, along: Vec3) -> tuple[Vec3, Vec3]:
    """Return p, the derivatives by the edges of the angle of kb about t."""
    return binormal_gradients(b, scale(cross(t, along), 1.0 / max(norm(b.kb), MIN_DENOMINATOR)))


@kernel
def torsion_of(m: Model, row: int, p: Pair) -> Vec2:
    """Return 2 k_d cos(tau - tau0) and 2 k_d sin(tau - tau0)."""
    c, s = 2.0 * m.flex_bending[row, COSINE], 2.0 * m.flex_bending[row, SINE]
    return c * p.cos + s * p.sin, c * p.sin - s * p.cos


@kernel
def pull_turn(m: Model, d: Data, f: int, row: int, p: Pair, moment: float) -> None:
    """flex_force += moment times the gradient of tau"""
    v0, v1, v2, v3 = vertex(m, f, row, 0), vertex(m, f, row, 1), vertex(m, f, row, 2), vertex(m, f, row, 3)
    g0, g1 = turn_gradients(p.first, p.first.t1, p.along0)
    pull_vertices(d, v0, v1, v2, g0, g1, -moment)
    g0, g1 = turn_gradients(p.second, p.first.t1, p.along1)
    pull_vertices(d, v1, v2, v3, g0, g1, moment)


@kernel
def turn_speed(m: Model, d: Data, f: int, row: int, p: Pair) -> float:
    """Return the rate of tau [rad/s]."""
    v0, v1, v2, v3 = vertex(m, f, row, 0), vertex(m, f, row, 1), vertex(m, f, row, 2), vertex(m, f, row, 3)
    g0, g1 = turn_gradients(p.first, p.first.t1, p.along0)
    before = edge_rates(m, d, v0, v1, v2, g0, g1)
    g0, g1 = turn_gradients(p.second, p.first.t1, p.along1)
    return edge_rates(m, d, v1, v2, v3, g0, g1) - before


@kernel
def pull_size(m: Model, d: Data, f: int, row: int, k: int, b: Bend, along: Vec3, s: float) -> None:
    """flex_force += s times the gradient of |kb| at the vertex k of a record"""
    v0, v1, v2 = vertex(m, f, row, k - 1), vertex(m, f, row, k), vertex(m, f, row, k + 1)
    g0, g1 = binormal_gradients(b, along)
    pull_vertices(d, v0, v1, v2, g0, g1, s)


@kernel
def pair_spring(m: Model, d: Data, f: int, row: int) -> None:
    """Add the elastic forces of a pair to flex_force."""
    p = pair_at(m, d, f, row)
    stretch = norm(p.first.kb) - m.flex_bending[row, SIZE]
    pull_size(m, d, f, row, 1, p.first, p.along0, -2.0 * m.flex_bending[row, WEIGHT] * stretch)
    stretch = norm(p.second.kb) - m.flex_bending[row, SIZE + 1]
    pull_size(m, d, f, row, 2, p.second, p.along1, -2.0 * m.flex_bending[row, WEIGHT + 1] * stretch)
    pull_turn(m, d, f, row, p, -torsion_of(m, row, p)[1])


@kernel
def size_rate(m: Model, d: Data, f: int, row: int, k: int, b: Bend, along: Vec3) -> float:
    """Return the rate of |kb| at the vertex k of a record [1/s]."""
    v0, v1, v2 = vertex(m, f, row, k - 1), vertex(m, f, row, k), vertex(m, f, row, k + 1)
    g0, g1 = binormal_gradients(b, along)
    return edge_rates(m, d, v0, v1, v2, g0, g1)


@kernel
def pair_stiffness(m: Model, row: int) -> float:
    """Return 2 k_d of a pair."""
    return 2.0 * norm((m.flex_bending[row, COSINE], m.flex_bending[row, SINE], 0.0))


@kernel
def pair_damper(m: Model, d: Data, f: int, row: int) -> None:
    """Add the damping forces of a pair to flex_force."""
    p, damping = pair_at(m, d, f, row), m.flex_damping[f]
    rate = 2.0 * m.flex_bending[row, WEIGHT] * size_rate(m, d, f, row, 1, p.first, p.along0)
    pull_size(m, d, f, row, 1, p.first, p.along0, -damping * rate)
    rate = 2.0 * m.flex_bending[row, WEIGHT + 1] * size_rate(m, d, f, row, 2, p.second, p.along1)
    pull_size(m, d, f, row, 2, p.second, p.along1, -damping * rate)
    pull_turn(m, d, f, row, p, -damping * pair_stiffness(m, row) * turn_speed(m, d, f, row, p))


@kernel
def single_spring(m: Model, d: Data, f: int, row: int) -> None:
    """Add the elastic forces of a single hinge to flex_force."""
    v0, v1, v2 = vertex(m, f, row, 0), vertex(m, f, row, 1), vertex(m, f, row, 2)
    b = bend_at(d, v0, v1, v2)
    size = norm(b.kb)
    along = scale(b.kb, 1.0 / max(size, MIN_DENOMINATOR))
    g0, g1 = binormal_gradients(b, along)
    strength = -2.0 * m.flex_bending[row, STIFFNESS] * (size - m.flex_bending[row, BINORMAL])
    pull_vertices(d, v0, v1, v2, g0, g1, strength)


@kernel
def single_damper(m: Model, d: Data, f: int, row: int) -> None:
    """Add the damping forces of a single hinge to flex_force."""
    v0, v1, v2 = vertex(m, f, row, 0), vertex(m, f, row, 1), vertex(m, f, row, 2)
    b = bend_at(d, v0, v1, v2)
    rates = binormal_rate(m, d, v0, v1, v2, b)
    pull_binormal(m, d, v0, v1, v2, b, rates, -2.0 * m.flex_damping[f] * m.flex_bending[row, STIFFNESS])


@kernel
def free_forces(m: Model, d: Data, f: int, damp: bool, qfrc: View) -> None:
    """Add the elastic or the damping forces of a rod without twist joints to qfrc."""
    clear_forces(m, d, f)
    for row in range(m.flex_edgeadr[f], m.flex_edgeadr[f] + m.flex_edgenum[f]):
        kind = record_kind(m, f, row)
        if kind == PAIR and damp:
            pair_damper(m, d, f, row)
        elif kind == PAIR:
            pair_spring(m, d, f, row)
        elif kind == HINGE and damp:
            single_damper(m, d, f, row)
        elif kind == HINGE:
            single_spring(m, d, f, row)
    push_bodies(m, d, f, qfrc)


# Bending and twist of rods


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
    """Return the derivative by edge j of the rotation of its frame about the tangent.

    The rotation is that since the last step; it is zero for clamped edges, and if d.plastic has no frames.
    """
    row, at = int(m.flex_edgeadr[f]) + j, int(m.flex_plasticadr[f]) + 6 * j
    if is_clamped(m, f, j) or begins(m, d, f):
        return 0.0, 0.0, 0.0
    t, old = (d.rod_frame[row, 0], d.rod_frame[row, 1], d.rod_frame[row, 2]), get3(d.plastic, at)
    a, b = load3(d.flexvert_xpos, end_of_edge(m, f, j, 0)), load3(d.flexvert_xpos, end_of_edge(m, f, j, 1))
    length = norm((b[0] - a[0], b[1] - a[1], b[2] - a[2]))
    return scale(
        cross(old, t), -1.0 / (max(1.0 + dot(old, t), MIN_DENOMINATOR) * max(length, MIN_DENOMINATOR))
    )


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
