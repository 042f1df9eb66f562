"""Geometry of rods (records, curvature binormals), and their reference frames.

Documents: Modeling / Deformable objects (Rods); XML reference / flex/elasticity (1D flexes, of 4.0.0); XML reference
/ flex/elasticity (State, of 4.0.0)

Geometry: records in flex_bending, curvature binormals, their gradients.

Each row of flex_bending is a record (modeling/compiler/flex/rods.py writes them):
    hinge      v0 v1 v2 -1 k_1 (k_2 - k_1) |kb0| joint k_t b, then kb0 . m_a of both edges; b: signed minor half side
    pair       v0 v1 v2 v3 w_0 w_1 |kb0| of v1 and of v2, k_d cos, k_d sin of the rest angle
    frames     0 0, tangent and u of the first edge at qpos0 (of its body if clamped), u of the last edge in its body,
               1 if the first edge is clamped; the last row of a rod with twist joints
With the unit tangents t_0, t_1 of the edges e_0, e_1 at a vertex, of lengths l_0, l_1, and c = 1 + t_0 . t_1,
    kb = 2 t_0 x t_1 / c,      d(w . kb) = P_0 (2 t_1 x w - (w . kb) t_1) / (c l_0) . de_0
                                         + P_1 (-2 t_0 x w - (w . kb) t_0) / (c l_1) . de_1,    P_j = 1 - t_j t_j'
Source  Bergou, Wardetzky, Robinson, Audoly, Grinspun 2008, section 7

Reference frames of rods, transported in time and kept in d.plastic.

Edge j has the frame (t_j, u_j, t_j x u_j). From one step to the next u_j is transported with the tangent. The twist r
at a vertex is the angle from u_0, transported to t_1, to u_1, unwrapped: the one nearest to that of the step before.
In d.plastic a rod with n edges has n times t_j, u_j and n - 1 times r. Zeros mean that there are no frames yet: the
first frame is that of qpos0, transported to the tangent, and the others follow from it without twist. The frame of a
clamped edge, whose ends are fixed to one body, follows that body at all times.
Source  Bergou, Audoly, Vouga, Wardetzky, Grinspun 2010 (time-parallel frames)
"""

import math
from typing import NamedTuple

from gelenk.algebra.vec import (
    Vec3,
    add,
    add_scaled,
    cross,
    dot,
    get3,
    load3,
    load9,
    mat_vec,
    norm,
    scale,
    sub,
)
from gelenk.toolchain.kernel import kernel
from gelenk.toolchain.kernel_types import Data, Model

NOTHING, HINGE, PAIR = 0, 1, 2  # kinds of records
# columns of a record
STIFFNESS, SURPLUS, BINORMAL, JOINT, TORSION, REST = 4, 5, 6, 7, 8, 10
FRAME_TANGENT, FRAME_FIRST, FRAME_LAST, CLAMPED = 2, 5, 8, 11  # columns of the row of frames
# lower bound of lengths [m], curvatures and 1 + t_0 . t_1 in denominators; edges that fold back have no curvature
MIN_DENOMINATOR = 1e-12


class Bend(NamedTuple):
    """Two edges at a vertex: curvature binormal, unit tangents, lengths [m]."""

    kb: Vec3
    t0: Vec3
    t1: Vec3
    l0: float
    l1: float


@kernel
def has_rod(m: Model, f: int) -> bool:
    """Return whether flex ``f`` is a rod that bends."""
    if m.flex_dim[f] != 1 or m.flex_rigid[f] != 0 or m.flex_interp[f] != 0 or m.flex_edgenum[f] == 0:
        return False
    return m.flex_bending[m.flex_edgeadr[f], STIFFNESS] > 0.0


@kernel
def twists(m: Model, f: int) -> bool:
    """Return whether flex ``f`` is a rod with twist joints, one open chain."""
    n, at = int(m.flex_edgenum[f]), int(m.flex_plasticadr[f])
    return m.flex_dim[f] == 1 and n > 1 and at >= 0 and at + 7 * n - 1 <= m.nplastic


@kernel
def whole_number(x: float, low: int, high: int) -> int:
    """Return x as an integer if low <= x < high, else -2, since programs may write any value."""
    return int(x) if x >= low and x < high else -2


@kernel
def record_kind(m: Model, f: int, row: int) -> int:
    """Return the kind of a row of flex_bending of flex ``f``; NOTHING if it is invalid."""
    n = int(m.flex_vertnum[f])
    v0, v1 = whole_number(m.flex_bending[row, 0], 0, n), whole_number(m.flex_bending[row, 1], 0, n)
    v2, v3 = whole_number(m.flex_bending[row, 2], 0, n), whole_number(m.flex_bending[row, 3], -1, n)
    if v0 < 0 or v1 < 0 or v2 < 0 or v3 < -1 or v0 == v1 or v1 == v2:
        return NOTHING
    if v3 >= 0:
        return PAIR
    return HINGE if whole_number(m.flex_bending[row, JOINT], -1, m.njnt) >= -1 else NOTHING


@kernel
def vertex(m: Model, f: int, row: int, k: int) -> int:
    """Return vertex k of a record of flex ``f``, counted over all flexes."""
    return int(m.flex_vertadr[f]) + int(m.flex_bending[row, k])


@kernel
def bend_at(d: Data, v0: int, v1: int, v2: int) -> Bend:
    """Return the bend at vertex v1 between its neighbors."""
    e0 = sub(load3(d.flexvert_xpos, v1), load3(d.flexvert_xpos, v0))
    e1 = sub(load3(d.flexvert_xpos, v2), load3(d.flexvert_xpos, v1))
    l0, l1 = max(norm(e0), MIN_DENOMINATOR), max(norm(e1), MIN_DENOMINATOR)
    t0, t1 = scale(e0, 1.0 / l0), scale(e1, 1.0 / l1)
    kb = scale(cross(t0, t1), 2.0 / max(1.0 + dot(t0, t1), MIN_DENOMINATOR))
    return Bend(kb, t0, t1, l0, l1)


@kernel
def binormal_gradients(b: Bend, w: Vec3) -> tuple[Vec3, Vec3]:
    """Return the derivatives of w . kb by the two edges, for a constant vector w."""
    c, along = max(1.0 + dot(b.t0, b.t1), MIN_DENOMINATOR), dot(w, b.kb)
    g0 = scale(add_scaled(scale(cross(b.t1, w), 2.0), b.t1, -along), 1.0 / (c * b.l0))
    g1 = scale(add_scaled(scale(cross(b.t0, w), -2.0), b.t0, -along), 1.0 / (c * b.l1))
    return add_scaled(g0, b.t0, -dot(g0, b.t0)), add_scaled(g1, b.t1, -dot(g1, b.t1))


@kernel
def twist_gradients(b: Bend) -> tuple[Vec3, Vec3]:
    """Return the derivatives of the twist of reference frames by the two edges."""
    return scale(b.kb, 0.5 / b.l0), scale(b.kb, 0.5 / b.l1)


@kernel
def of_vertices(g0: Vec3, g1: Vec3) -> tuple[Vec3, Vec3, Vec3]:
    """Return derivatives by the three vertices from those by the two edges between them."""
    return scale(g0, -1.0), sub(g0, g1), g1


@kernel
def transport(a: Vec3, b: Vec3, u: Vec3) -> Vec3:
    """Return u after the smallest rotation that takes the unit vector a to b.

    For opposite vectors u, which is perpendicular to both, is returned unchanged.
    """
    c, axis = 1.0 + dot(a, b), cross(a, b)
    if c <= MIN_DENOMINATOR:
        return u
    turned = add(scale(u, c - 1.0), cross(axis, u))
    return add_scaled(turned, axis, dot(axis, u) / c)


# Reference frames


@kernel
def is_rod(m: Model, f: int) -> bool:
    """Return whether flex ``f`` has twist joints, and all its records are valid."""
    if not twists(m, f):
        return False
    first, n = int(m.flex_edgeadr[f]), int(m.flex_edgenum[f])
    for row in range(first, first + n - 1):
        if record_kind(m, f, row) != HINGE:
            return False
    return True


@kernel
def frame_row(m: Model, f: int) -> int:
    """Return the row of flex_bending with the frames at qpos0."""
    return int(m.flex_edgeadr[f]) + int(m.flex_edgenum[f]) - 1


@kernel
def is_clamped(m: Model, f: int, j: int) -> bool:
    """Return whether edge j of a rod is fixed to a body, so that it has no twist joint."""
    if j == 0:
        return m.flex_bending[frame_row(m, f), CLAMPED] != 0.0
    return m.flex_bending[m.flex_edgeadr[f] + j - 1, JOINT] < 0.0


@kernel
def twist_joint(m: Model, f: int, j: int) -> int:
    """Return the twist joint of edge j, -1 if the edge is clamped."""
    if is_clamped(m, f, j):
        return -1
    row = int(m.flex_edgeadr[f]) + max(j - 1, 0)
    return whole_number(m.flex_bending[row, JOINT] - (1.0 if j == 0 else 0.0), 0, m.njnt)


@kernel
def end_of_edge(m: Model, f: int, j: int, end: int) -> int:
    """Return the first (0) or second (1) vertex of edge j of a rod."""
    row = int(m.flex_edgeadr[f]) + max(j - 1, 0)
    return vertex(m, f, row, end if j == 0 else end + 1)


@kernel
def edge_body(m: Model, f: int, j: int) -> int:
    """Return the body of the first vertex of edge j, which holds the edge if it is clamped."""
    return int(m.flex_vertbodyid[end_of_edge(m, f, j, 0)])


@kernel
def tangent(m: Model, d: Data, f: int, j: int) -> Vec3:
    """Return the unit tangent of edge j of a rod."""
    e = sub(load3(d.flexvert_xpos, end_of_edge(m, f, j, 1)), load3(d.flexvert_xpos, end_of_edge(m, f, j, 0)))
    return scale(e, 1.0 / max(norm(e), MIN_DENOMINATOR))


@kernel
def model_vector(m: Model, row: int, column: int) -> Vec3:
    """Return three elements of a row of flex_bending."""
    return m.flex_bending[row, column], m.flex_bending[row, column + 1], m.flex_bending[row, column + 2]


@kernel
def begins(m: Model, d: Data, f: int) -> bool:
    """Return whether the frames in d.plastic are zero, so that frames start from qpos0."""
    at = int(m.flex_plasticadr[f])
    old = get3(d.plastic, at)
    return dot(old, old) == 0.0


@kernel
def carried(m: Model, d: Data, f: int, j: int, t: Vec3, before: Vec3, beside: Vec3) -> Vec3:
    """Return the vector u of the frame of edge j with the tangent t.

    A clamped edge takes u from its body. Other edges transport the u in d.plastic; without frames there, the first
    edge transports that of qpos0, and others that of edge j - 1.

    before, beside   tangent and u of edge j - 1
    """
    row, at = frame_row(m, f), int(m.flex_plasticadr[f]) + 6 * j
    if is_clamped(m, f, j):
        return mat_vec(
            load9(d.xmat, edge_body(m, f, j)), model_vector(m, row, FRAME_FIRST if j == 0 else FRAME_LAST)
        )
    if not begins(m, d, f):
        return transport(get3(d.plastic, at), t, get3(d.plastic, at + 3))
    if j == 0:
        return transport(model_vector(m, row, FRAME_TANGENT), t, model_vector(m, row, FRAME_FIRST))
    return transport(before, t, beside)


@kernel
def angle_about(t: Vec3, a: Vec3, b: Vec3) -> float:
    """Return the angle from a to b about the axis t, which is perpendicular to a and b."""
    return math.atan2(dot(cross(a, b), t), dot(a, b))


@kernel
def compute_frames(m: Model, d: Data, f: int) -> None:
    """Compute the frames and reference twists of the rod ``f``.

    Reads   plastic, flexvert_xpos, xmat
    Writes  rod_frame (nflexedge, 6): t, u; rod_twist (nflexedge) [rad], that of the vertex after each edge
    """
    first, n = int(m.flex_edgeadr[f]), int(m.flex_edgenum[f])
    stored = int(m.flex_plasticadr[f]) + 6 * n
    before, beside = (0.0, 0.0, 0.0), (0.0, 0.0, 0.0)
    for j in range(n):
        t = tangent(m, d, f, j)
        u = carried(m, d, f, j, t, before, beside)
        for k in range(3):
            d.rod_frame[first + j, k] = t[k]
            d.rod_frame[first + j, 3 + k] = u[k]
        if j > 0:
            r = angle_about(t, transport(before, t, beside), u)
            turn = 2.0 * math.pi
            d.rod_twist[first + j - 1] = r + turn * math.floor((d.plastic[stored + j - 1] - r) / turn + 0.5)
        before, beside = t, u


@kernel
def keep_frames(m: Model, d: Data, f: int) -> None:
    """Copy the frames of rod ``f`` at the start of a step to d.plastic, when the step ends."""
    compute_frames(m, d, f)
    first, n, at = int(m.flex_edgeadr[f]), int(m.flex_edgenum[f]), int(m.flex_plasticadr[f])
    for j in range(n):
        for k in range(6):
            d.plastic[at + 6 * j + k] = d.rod_frame[first + j, k]
    for j in range(n - 1):
        d.plastic[at + 6 * n + j] = d.rod_twist[first + j]
