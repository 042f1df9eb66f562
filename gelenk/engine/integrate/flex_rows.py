"""Rows of couplings of flexes under discrete: weighted sums of velocities of vertices.

Documents: Computation / General framework / Numerical integration (of 4.0.0)

The couplings of an element or hinge (flex_metric.py) are a group of rows over the dofs of the same vertices, one block
of the solver. Where vertices slide along the axes of the world, dof velocities are vertex velocities (begin_group,
begin_row, end_row, end_group). Other vertices have three dofs of their own (list_points, couple_points), or dofs
of bodies with ancestors (couple_vertices).
"""

from gelenk.algebra.linalg import is_sparse, last_dof
from gelenk.algebra.vec import Vec2, dot, load3, store3
from gelenk.engine.integrate.metric import couple, join_couplings, reserve_coupling
from gelenk.engine.position.object_frames import dof_velocity
from gelenk.toolchain.kernel import kernel
from gelenk.toolchain.kernel_types import Data, Model

AXES = 3
POINT = 3  # dofs of a point


@kernel
def is_point(m: Model, b: int) -> bool:
    """Return whether body ``b`` moves by exactly three dofs, all its own, as a free vertex."""
    return m.body_weldid[b] == b and m.body_dofnum[b] == POINT and m.dof_parentid[m.body_dofadr[b]] < 0


# Vertices that slide along the axes of the world: their velocities are those of their dofs

FIXED, OTHER = -1, -2  # values of couple_first: static vertices; not sliding along the axes, or J is dense


@kernel
def is_aligned(m: Model, d: Data, b: int) -> bool:
    """Return whether the dofs of point ``b`` are translations along the axes of the world."""
    first = m.body_dofadr[b]
    for i in range(POINT):
        for k in range(2 * AXES):
            if d.cdof[first + i, k] != (1.0 if k == AXES + i else 0.0):
                return False
    return True


@kernel
def mark_vertices(m: Model, d: Data, f: int) -> None:
    """Write couple_first of the vertices of flex ``f``; OTHER for all unless J is sparse."""
    for v in range(m.flex_vertadr[f], m.flex_vertadr[f] + m.flex_vertnum[f]):
        b, first = m.flex_vertbodyid[v], OTHER
        if is_sparse(m):
            if last_dof(m, b) < 0:
                first = FIXED
            elif is_point(m, b) and is_aligned(m, d, b):
                first = m.body_dofadr[b]
        d.couple_first[v] = first


@kernel
def begin_group(m: Model, d: Data, count: int) -> int:
    """List the dofs of the vertices couple_vert in couple_column; return their number.

    Also writes couple_place and couple_speed, and clears couple_shift. Returns -1 if couple_first of a vertex is OTHER.
    """
    n = 0
    for k in range(count):
        first, place, seen = d.couple_first[d.couple_vert[k]], 0, False
        if first == OTHER:
            return -1
        for j in range(count):
            other = d.couple_first[d.couple_vert[j]]
            if 0 <= other < first:
                place += POINT
            seen = seen or (j < k and other == first)
        d.couple_place[k] = place if first >= 0 else -1
        if first < 0 or seen:
            continue
        n += POINT
        for i in range(POINT):
            d.couple_column[place + i] = first + i
            d.couple_speed[place + i] = d.qvel[first + i]
            d.couple_shift[place + i] = 0.0
    return n


@kernel
def begin_row(m: Model, d: Data, n: int, terms: Vec2) -> int:
    """Append a coupling over n dofs couple_column, without values; return its address.

    Returns -1 if the weight is 0 or memory is full.
    """
    h = m.opt.timestep
    if n == 0 or h * (terms[0] + h * terms[1]) <= 0.0:
        return -1
    adr = reserve_coupling(m, d, n, terms)
    if adr >= 0:
        for k in range(n):
            d.efc_J_colind[adr + k] = d.couple_column[k]
    return adr


@kernel
def end_row(m: Model, d: Data, n: int, adr: int, stiffness: float) -> None:
    """Add the share of the coupling at an address of efc_J to couple_shift."""
    velocity = 0.0
    for k in range(n):
        velocity += d.efc_J[adr + k] * d.couple_speed[k]
    force = m.opt.timestep * stiffness * velocity
    for k in range(n):
        d.couple_shift[k] -= force * d.efc_J[adr + k]


@kernel
def end_group(d: Data, n: int, first: int) -> None:
    """Add couple_shift to metric_shift, and join the couplings from row ``first`` on."""
    for k in range(n):
        d.metric_shift[d.couple_column[k]] += d.couple_shift[k]
    join_couplings(d, first)


# Other vertices


@kernel
def list_points(m: Model, d: Data, count: int) -> int:
    """List in chain_dof the dofs of the vertices couple_vert, ascending; return their number.

    Writes the velocity of each vertex per dof to couple_motion. Returns -1 if a vertex moves by dofs that are not its
    own three; fixed vertices have no dofs.
    """
    n = 0
    for k in range(count):
        b = int(m.flex_vertbodyid[d.couple_vert[k]])
        if last_dof(m, b) < 0:
            continue
        if not is_point(m, b):
            return -1
        first, at = m.body_dofadr[b], n
        while at > 0 and m.body_dofadr[m.flex_vertbodyid[d.couple_vert[d.couple_dof[at - 1]]]] > first:
            d.couple_dof[at] = d.couple_dof[at - 1]
            at -= 1
        d.couple_dof[at] = k
        n += 1
    for p in range(n):
        v = int(d.couple_vert[d.couple_dof[p]])
        b = int(m.flex_vertbodyid[v])
        for i in range(POINT):
            dof = m.body_dofadr[b] + i
            d.chain_dof[m.nv - POINT * (n - p) + i] = dof
            store3(d.couple_motion, POINT * p + i, dof_velocity(m, d, dof, b, load3(d.flexvert_xpos, v)))
    return POINT * n


@kernel
def couple_points(m: Model, d: Data, count: int, n: int, terms: Vec2) -> None:
    """Append the coupling of couple_weight over ``count`` vertices.

    Requires list_points, which returned n.
    """
    if n < 0:
        couple_vertices(m, d, count, terms)
        return
    for k in range(n):
        weight = load3(d.couple_weight, d.couple_dof[k // POINT])
        d.chain_share[m.nv - n + k] = dot(weight, load3(d.couple_motion, k))
    couple(m, d, d.chain_share[m.nv - n :], d.chain_dof[m.nv - n :], n, terms)


@kernel
def couple_vertices(m: Model, d: Data, count: int, terms: Vec2) -> None:
    """Append a coupling: the sum of couple_weight . velocity over ``count`` of couple_vert.

    The dofs of all vertices are merged in descending order. Overwrites couple_dof.
    """
    for k in range(count):
        d.couple_dof[k] = last_dof(m, m.flex_vertbodyid[d.couple_vert[k]])
    end = m.nv
    while True:
        dof = -1
        for k in range(count):
            dof = max(dof, d.couple_dof[k])
        if dof < 0:
            break
        total = 0.0
        for k in range(count):
            if d.couple_dof[k] == dof:
                v = d.couple_vert[k]
                motion = dof_velocity(m, d, dof, m.flex_vertbodyid[v], load3(d.flexvert_xpos, v))
                total += dot(load3(d.couple_weight, k), motion)
                d.couple_dof[k] = m.dof_parentid[dof]
        end -= 1
        d.chain_dof[end] = dof
        d.chain_share[end] = total
    couple(m, d, d.chain_share[end:], d.chain_dof[end:], m.nv - end, terms)
