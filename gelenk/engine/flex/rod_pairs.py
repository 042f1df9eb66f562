"""Pairs of bent neighbors in rods without twist joints, closed or branched.

Documents: Modeling / Deformable objects (Rods); XML reference / flex/elasticity (Torsion, of 4.0.0)

    hinge    k (|kb| - |kb0|)^2
    pair     w_0 (|kb_0| - |kb0_0|)^2 + w_1 (|kb_1| - |kb0_1|)^2 + 2 k_d (1 - cos(tau - tau0))
A pair is an edge with the tangent t between two vertices that are bent at qpos0; tau is the angle from kb_0 to kb_1
about t, the dihedral angle, with d tau = p_1 - p_0, p_i = (t x kb_i) . d kb_i / |kb_i|^2. The record of a pair holds
k_d cos tau0 and k_d sin tau0. Damping acts on the rates of |kb_i| and of tau.
"""

from typing import NamedTuple

from gelenk.algebra.vec import Vec2, Vec3, cross, dot, norm, scale
from gelenk.engine.flex.passive import clear_forces, push_bodies
from gelenk.engine.flex.rod_bends import binormal_rate, edge_rates, pull_binormal, pull_vertices
from gelenk.engine.flex.rod_geometry import (
    BINORMAL,
    HINGE,
    LEAST,
    PAIR,
    STIFFNESS,
    Bend,
    bend_at,
    binormal_gradients,
    record_kind,
    vertex,
)
from gelenk.toolchain.kernel import kernel
from gelenk.toolchain.kernel_types import Data, Model, View

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
    u, w = scale(a.kb, 1.0 / max(norm(a.kb), LEAST)), scale(b.kb, 1.0 / max(norm(b.kb), LEAST))
    return Pair(a, b, u, w, dot(u, w), dot(cross(u, w), a.t1))


@kernel
def turn_gradients(b: Bend, t: Vec3, along: Vec3) -> tuple[Vec3, Vec3]:
    """Return p, the derivatives by the edges of the angle of kb about t."""
    return binormal_gradients(b, scale(cross(t, along), 1.0 / max(norm(b.kb), LEAST)))


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
    along = scale(b.kb, 1.0 / max(size, LEAST))
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
