"""Couplings of rods: stiffness and damping in the metric of discrete.

Documents: Computation / General framework / Numerical integration (of 4.0.0); XML reference / flex/elasticity

The metric stays positive definite with these parts of the derivatives, J the gradient of kb:
    bending    k_a (J' m_aj) (J' m_aj)' over axes a of the material frames of both edges j
    twist      2 k_t over (- theta_0, theta_1), and separately 2 k_t over the vertices; the latter enters the matrix as
               h^2 K, but adds nothing to metric_shift
    theta_j    the second derivative of the bending energy, where it is positive
    damping    as in rods.py: along kb with damped stiffnesses, and 2 k_t over thetas and vertices
"""

from gelenk.algebra.linalg import last_dof
from gelenk.algebra.vec import Vec2, Vec3, add, cross, dot, load3, norm, normalize, scale
from gelenk.engine.flex.rod_geometry import (
    BINORMAL,
    HINGE,
    MIN_DENOMINATOR,
    PAIR,
    REST,
    STIFFNESS,
    TORSION,
    Bend,
    bend_at,
    binormal_gradients,
    compute_frames,
    is_rod,
    of_vertices,
    record_kind,
    twist_gradients,
    twist_joint,
    vertex,
)
from gelenk.engine.flex.rods import (
    SIZE,
    WEIGHT,
    Pair,
    damped_stiffnesses,
    material_axes,
    pair_at,
    pair_stiffness,
    stiffnesses,
    torsion_of,
    turn_gradients,
)
from gelenk.engine.integrate.metric import couple
from gelenk.engine.position.object_frames import dof_velocity
from gelenk.tables.enums import mjtDisableBit
from gelenk.toolchain.kernel import kernel
from gelenk.toolchain.kernel_types import Data, Model


@kernel
def add_entry(d: Data, n: int, i: int, value: float) -> int:
    """Add a value at dof i to the row of n entries, whose dofs ascend; return the new count."""
    k = n
    while k > 0 and d.rod_dof[k - 1] > i:
        k -= 1
    if k > 0 and d.rod_dof[k - 1] == i:
        d.rod_value[k - 1] += value
        return n
    for p in range(n, k, -1):
        d.rod_dof[p] = d.rod_dof[p - 1]
        d.rod_value[p] = d.rod_value[p - 1]
    d.rod_dof[k] = i
    d.rod_value[k] = value
    return n + 1


@kernel
def add_vertex(m: Model, d: Data, n: int, v: int, g: Vec3) -> int:
    """Add the Jacobian of vertex v along g to the row of n entries; return the new count."""
    b, x = int(m.flex_vertbodyid[v]), load3(d.flexvert_xpos, v)
    i = last_dof(m, b)
    while i >= 0:
        n = add_entry(d, n, i, dot(g, dof_velocity(m, d, i, b, x)))
        i = m.dof_parentid[i]
    return n


@kernel
def add_turn(m: Model, d: Data, f: int, n: int, j: int, s: float) -> int:
    """Add s at the twist joint of edge j to the row of n entries; return the new count.

    A clamped edge has no joint.
    """
    joint = twist_joint(m, f, j)
    return add_entry(d, n, m.jnt_dofadr[joint], s) if joint >= 0 else n


@kernel
def couple_vertices(m: Model, d: Data, v0: int, v1: int, v2: int, g0: Vec3, g1: Vec3, terms: Vec2) -> None:
    """Append the coupling of a function with gradients g0, g1; terms as in `couple`."""
    a, b, c = of_vertices(g0, g1)
    n = add_vertex(m, d, 0, v0, a)
    n = add_vertex(m, d, n, v1, b)
    n = add_vertex(m, d, n, v2, c)
    couple(m, d, d.rod_value, d.rod_dof, n, terms)


@kernel
def couple_bend(m: Model, d: Data, f: int, j: int, b: Bend, spring: float, damping: float) -> None:
    """Append the couplings of bending at the hinge between edges j and j + 1.

    spring    1, or 0 if springs are disabled
    """
    row, size = int(m.flex_edgeadr[f]) + j, norm(b.kb)
    v0, v1, v2 = vertex(m, f, row, 0), vertex(m, f, row, 1), vertex(m, f, row, 2)
    k1, k2 = stiffnesses(m, row)
    c1, c2 = damped_stiffnesses(m, row)
    along, weight = scale(b.kb, 1.0 / max(size, MIN_DENOMINATOR)), 0.0
    straight = damping if size <= MIN_DENOMINATOR else 0.0
    for side in range(2):
        m1, m2 = material_axes(m, d, f, j + side)
        g0, g1 = binormal_gradients(b, m1)
        couple_vertices(m, d, v0, v1, v2, g0, g1, (straight * c1, spring * k1))
        g0, g1 = binormal_gradients(b, m2)
        couple_vertices(m, d, v0, v1, v2, g0, g1, (straight * c2, spring * k2))
        weight += c1 * dot(along, m1) ** 2 + c2 * dot(along, m2) ** 2
    if size > MIN_DENOMINATOR:
        g0, g1 = binormal_gradients(b, along)
        couple_vertices(m, d, v0, v1, v2, g0, g1, (damping * weight, 0.0))


@kernel
def couple_shape(m: Model, d: Data, f: int, j: int, b: Bend, spring: float, damping: float) -> None:
    """Append the coupling of the vertices at the hinge between edges j and j + 1 by twist.

    The stiffness k is passed as the damping h k, so that metric_shift gets no share of this coupling.
    """
    row = int(m.flex_edgeadr[f]) + j
    v0, v1, v2 = vertex(m, f, row, 0), vertex(m, f, row, 1), vertex(m, f, row, 2)
    k = 2.0 * m.flex_bending[row, TORSION]
    g0, g1 = twist_gradients(b)
    couple_vertices(m, d, v0, v1, v2, g0, g1, ((damping + spring * m.opt.timestep) * k, 0.0))


@kernel
def couple_twist(m: Model, d: Data, f: int, j: int, spring: float, damping: float) -> None:
    """Append the coupling of the twist angles of edges j and j + 1."""
    k = 2.0 * m.flex_bending[int(m.flex_edgeadr[f]) + j, TORSION]
    n = add_turn(m, d, f, 0, j, -1.0)
    n = add_turn(m, d, f, n, j + 1, 1.0)
    couple(m, d, d.rod_value, d.rod_dof, n, (damping * k, spring * k))


@kernel
def turn_stiffness(m: Model, d: Data, f: int, row: int, j: int, side: int, kb: Vec3) -> float:
    """Return the second derivative of the bending energy of a hinge by theta of edge j."""
    k1, k2 = stiffnesses(m, row)
    m1, m2 = material_axes(m, d, f, j)
    a1, a2 = dot(kb, m1), dot(kb, m2)
    d1, d2 = a1 - m.flex_bending[row, REST + 2 * side], a2 - m.flex_bending[row, REST + 2 * side + 1]
    return k1 * (a2 * a2 - a1 * d1) + k2 * (a1 * a1 - a2 * d2)


@kernel
def couple_turns(m: Model, d: Data, f: int, j: int, b: Bend) -> None:
    """Append the couplings of the twist angles of edges j and j + 1 by bending."""
    row = int(m.flex_edgeadr[f]) + j
    for side in range(2):
        joint = twist_joint(m, f, j + side)
        if joint >= 0:
            stiffness = max(0.0, turn_stiffness(m, d, f, row, j + side, side, b.kb))
            n = add_entry(d, 0, m.jnt_dofadr[joint], 1.0)
            couple(m, d, d.rod_value, d.rod_dof, n, (0.0, stiffness))


# Rods without twist joints


@kernel
def couple_single(m: Model, d: Data, f: int, row: int, spring: float, damping: float) -> None:
    """Append the couplings of a single hinge along and across kb.

    The coupling across kb is proportional to the excess of |kb| over its value at rest, if positive.
    """
    v0, v1, v2 = vertex(m, f, row, 0), vertex(m, f, row, 1), vertex(m, f, row, 2)
    b = bend_at(d, v0, v1, v2)
    size, k = norm(b.kb), 2.0 * m.flex_bending[row, STIFFNESS]
    across = spring * max(0.0, 1.0 - m.flex_bending[row, BINORMAL] / max(size, MIN_DENOMINATOR))
    middle = normalize(add(b.t0, b.t1))
    along = scale(b.kb, 1.0 / max(size, MIN_DENOMINATOR))
    if size <= MIN_DENOMINATOR:
        along = normalize(cross(middle, (0.0, 1.0, 0.0) if abs(middle[1]) < 0.5 else (0.0, 0.0, 1.0)))
        across = spring if m.flex_bending[row, BINORMAL] == 0.0 else 0.0
    straight = damping if size <= MIN_DENOMINATOR else 0.0
    g0, g1 = binormal_gradients(b, along)
    couple_vertices(m, d, v0, v1, v2, g0, g1, (damping * k, spring * k))
    g0, g1 = binormal_gradients(b, middle)
    couple_vertices(m, d, v0, v1, v2, g0, g1, (straight * k, across * k))
    g0, g1 = binormal_gradients(b, cross(middle, along))
    couple_vertices(m, d, v0, v1, v2, g0, g1, (straight * k, across * k))


@kernel
def couple_size(
    m: Model, d: Data, f: int, row: int, k: int, b: Bend, along: Vec3, spring: float, damping: float
) -> None:
    """Append the couplings of vertex k of a pair: along kb, and of the rotation of kb.

    The latter is proportional to the excess of |kb| over its value at rest, if positive.
    """
    v0, v1, v2 = vertex(m, f, row, k - 1), vertex(m, f, row, k), vertex(m, f, row, k + 1)
    weight, size = 2.0 * m.flex_bending[row, WEIGHT + k - 1], norm(b.kb)
    g0, g1 = binormal_gradients(b, along)
    couple_vertices(m, d, v0, v1, v2, g0, g1, (damping * weight, spring * weight))
    excess = weight * max(0.0, size - m.flex_bending[row, SIZE + k - 1]) * size
    g0, g1 = turn_gradients(b, b.t1 if k == 1 else b.t0, along)
    couple_vertices(m, d, v0, v1, v2, g0, g1, (0.0, spring * excess))


@kernel
def couple_planes(m: Model, d: Data, f: int, row: int, p: Pair, sign: float, terms: Vec2) -> None:
    """Append the coupling of a pair along p_1 + sign p_0, the gradients of kb's rotations."""
    g0, g1 = turn_gradients(p.first, p.first.t1, p.along0)
    a, b, c = of_vertices(g0, g1)
    n = add_vertex(m, d, 0, vertex(m, f, row, 0), scale(a, sign))
    n = add_vertex(m, d, n, vertex(m, f, row, 1), scale(b, sign))
    n = add_vertex(m, d, n, vertex(m, f, row, 2), scale(c, sign))
    g0, g1 = turn_gradients(p.second, p.first.t1, p.along1)
    a, b, c = of_vertices(g0, g1)
    n = add_vertex(m, d, n, vertex(m, f, row, 1), a)
    n = add_vertex(m, d, n, vertex(m, f, row, 2), b)
    n = add_vertex(m, d, n, vertex(m, f, row, 3), c)
    couple(m, d, d.rod_value, d.rod_dof, n, terms)


@kernel
def couple_pair(m: Model, d: Data, f: int, row: int, spring: float, damping: float) -> None:
    """Append the couplings of a pair.

    Torsion has the quadratic form k (p_0^2 - 2 cos(tau - tau0) p_0 p_1 + p_1^2).
    """
    p = pair_at(m, d, f, row)
    couple_size(m, d, f, row, 1, p.first, p.along0, spring, damping)
    couple_size(m, d, f, row, 2, p.second, p.along1, spring, damping)
    k = pair_stiffness(m, row)
    apart = 0.5 * (k + torsion_of(m, row, p)[0])
    couple_planes(m, d, f, row, p, -1.0, (damping * k, spring * apart))
    couple_planes(m, d, f, row, p, 1.0, (0.0, spring * max(0.0, k - apart)))


@kernel
def couple_free(m: Model, d: Data, f: int, spring: float, damping: float) -> None:
    """Append the couplings of a rod without twist joints."""
    for row in range(m.flex_edgeadr[f], m.flex_edgeadr[f] + m.flex_edgenum[f]):
        kind = record_kind(m, f, row)
        if kind == PAIR:
            couple_pair(m, d, f, row, spring, damping)
        elif kind == HINGE:
            couple_single(m, d, f, row, spring, damping)


# Stage


@kernel
def rod_couplings(m: Model, d: Data, f: int, part: int) -> None:
    """Append the couplings of the rod ``f`` to efc_*, and their share of metric_shift.

    part    0: couplings of the twist angles, 1: all others
    Reads   flexvert_xpos, plastic, qpos, qvel, cdof, xmat
    Writes  efc_J, efc_D, ..., metric_shift (nv); work space rod_frame, rod_twist, rod_value, rod_dof
    """
    spring = 1.0 if m.opt.disableflags & mjtDisableBit.mjDSBL_SPRING == 0 else 0.0
    damping = max(0.0, m.flex_damping[f]) if m.opt.disableflags & mjtDisableBit.mjDSBL_DAMPER == 0 else 0.0
    if not is_rod(m, f):
        if part == 1:
            couple_free(m, d, f, spring, damping)
        return
    compute_frames(m, d, f)
    first = int(m.flex_edgeadr[f])
    for j in range(m.flex_edgenum[f] - 1):
        row = first + j
        b = bend_at(d, vertex(m, f, row, 0), vertex(m, f, row, 1), vertex(m, f, row, 2))
        if part == 1:
            couple_bend(m, d, f, j, b, spring, damping)
            couple_shape(m, d, f, j, b, spring, damping)
            continue
        couple_twist(m, d, f, j, spring, damping)
        if spring > 0.0:
            couple_turns(m, d, f, j, b)
