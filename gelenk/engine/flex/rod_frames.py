"""Reference frames of rods, transported in time and kept in d.plastic.

Documents: Modeling / Deformable objects (Rods); XML reference / flex/elasticity (State, of 4.0.0)

Edge j has the frame (t_j, u_j, t_j x u_j). From one step to the next u_j is transported with the tangent. The twist r
at a vertex is the angle from u_0, transported to t_1, to u_1, unwrapped: the one nearest to that of the step before.
In d.plastic a rod with n edges has n times t_j, u_j and n - 1 times r. Zeros mean that there are no frames yet: the
first frame is that of qpos0, transported to the tangent, and the others follow from it without twist. The frame of a
clamped edge, whose ends are fixed to one body, follows that body at all times.
Source  Bergou, Audoly, Vouga, Wardetzky, Grinspun 2010 (time-parallel frames)
"""

import math

from gelenk.algebra.vec import Vec3, cross, dot, get3, load3, load9, mat_vec, norm, scale, sub
from gelenk.engine.flex.rod_geometry import (
    CLAMPED,
    FRAME_FIRST,
    FRAME_LAST,
    FRAME_TANGENT,
    HINGE,
    JOINT,
    LEAST,
    record_kind,
    transport,
    twists,
    vertex,
    whole_number,
)
from gelenk.toolchain.kernel import kernel
from gelenk.toolchain.kernel_types import Data, Model


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
    return scale(e, 1.0 / max(norm(e), LEAST))


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
    """Return u of edge j, transported to the tangent t.

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
    """Return the angle from a to b about the axis t, to both of which t is perpendicular."""
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
    """Store the frames of the rod ``f`` at the start of the step in d.plastic, at its end."""
    compute_frames(m, d, f)
    first, n, at = int(m.flex_edgeadr[f]), int(m.flex_edgenum[f]), int(m.flex_plasticadr[f])
    for j in range(n):
        for k in range(6):
            d.plastic[at + 6 * j + k] = d.rod_frame[first + j, k]
    for j in range(n - 1):
        d.plastic[at + 6 * n + j] = d.rod_twist[first + j]
