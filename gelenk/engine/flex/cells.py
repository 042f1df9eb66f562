"""Cells of interpolated flexes, from 4.0 on: forces, strain rows, rows of the metric.

Documents: XML reference / flex/elasticity (of 4.0.0); Modeling / Deformable objects; XML reference /
equality/flexstrain; flex/elasticity; Computation / Numerical integration (of 4.0.0)

Elastic and damping forces of the cells.

For each patch (a cell, or an outer face of a shell) with the rotation R, the modes W of the compiler, nodes x, and
their positions X at rest:

    f = -R W'W (R' x - X - P X + damping R' v),    P the plastic strain of the patch (plasticity.py)
Source  Mueller, Gross 2004 (corotational elasticity)

Rows of cells of interpolated flexes: strain constraints, and the metric of the integrator discrete.

A mode w of a patch with rotation R gives the row J = sum over its nodes of (R w_k)' J_k:

    strain     r = w (R' x - X), with the mean of the inverse weights of the nodes as the diagonal
    discrete   |w R' v|^2, with the weight h damping + h^2 (metric.py)
"""

from gelenk.algebra.linalg import last_dof
from gelenk.algebra.vec import Mat3, Vec3, dot, load3, mat_t_vec, mat_vec, pick, scale, sub
from gelenk.engine.flex.cell_grid import (
    face_of,
    has_modes,
    list_nodes,
    patch_number,
    patch_rotation,
    patch_size,
)
from gelenk.engine.flex.equality import add_row
from gelenk.engine.flex.passive import push_body
from gelenk.engine.integrate.flex_metric import terms_of
from gelenk.engine.integrate.metric import couple
from gelenk.engine.position.object_frames import body_velocity, dof_velocity
from gelenk.toolchain.kernel import kernel
from gelenk.toolchain.kernel_types import Data, Model

SPRING, DAMPER = 1, 2  # bits of the parts that cell_forces computes


@kernel
def plastic_shift(m: Model, d: Data, f: int, patch: int, offset: Vec3) -> Vec3:
    """Return the plastic strain of a patch times an offset at rest."""
    if m.flex_interp[f] > 0:
        at = m.flex_plasticadr[f] + 6 * patch
        xy, xz, yz = 0.5 * d.plastic[at + 3], 0.5 * d.plastic[at + 4], 0.5 * d.plastic[at + 5]
        return (
            d.plastic[at] * offset[0] + xy * offset[1] + xz * offset[2],
            xy * offset[0] + d.plastic[at + 1] * offset[1] + yz * offset[2],
            xz * offset[0] + yz * offset[1] + d.plastic[at + 2] * offset[2],
        )
    at, normal = m.flex_plasticadr[f] + 3 * patch, face_of(m, f, patch)[0]
    a, b = pick(offset, (normal + 1) % 3), pick(offset, (normal + 2) % 3)
    first = d.plastic[at] * a + 0.5 * d.plastic[at + 2] * b
    second = 0.5 * d.plastic[at + 2] * a + d.plastic[at + 1] * b
    if normal == 0:
        return 0.0, first, second
    return (second, 0.0, first) if normal == 1 else (first, second, 0.0)


@kernel
def measure_patch(m: Model, d: Data, f: int, patch: int, nodes: int, r: Mat3) -> None:
    """Write cell_shift = R' x - X - P X and cell_speed = R' v of the listed nodes."""
    start = load3(m.flex_node0, d.cell_node[0])
    for k in range(nodes):
        node = d.cell_node[k]
        x = load3(d.flexnode_xpos, node)
        u = sub(mat_t_vec(r, x), load3(m.flex_node0, node))
        if m.flex_plasticmode[f] != 0:
            u = sub(u, plastic_shift(m, d, f, patch, sub(load3(m.flex_node0, node), start)))
        v = mat_t_vec(r, body_velocity(m, d, m.flex_nodebodyid[node], x))
        for i in range(3):
            d.cell_shift[3 * k + i] = u[i]
            d.cell_speed[3 * k + i] = v[i]


@kernel
def mode_values(m: Model, d: Data, adr: int, columns: int) -> tuple[float, float]:
    """Return the products of a mode of the patch with displacements and with velocities."""
    shift, speed = 0.0, 0.0
    for k in range(columns):
        shift += m.cell_mode[adr + k] * d.cell_shift[k]
        speed += m.cell_mode[adr + k] * d.cell_speed[k]
    return shift, speed


@kernel
def patch_forces(m: Model, d: Data, f: int, patch: int) -> None:
    """Add the elastic and the damping forces of a patch to flexnode_work."""
    nodes, modes = patch_size(m, f)
    columns = 3 * nodes
    first = m.flex_modeadr[f] + patch * modes * columns
    if not has_modes(m, first, columns):
        return
    list_nodes(m, d, f, patch)
    r = patch_rotation(m, d, f, patch)
    measure_patch(m, d, f, patch, nodes, r)
    for k in range(columns):
        d.cell_force[k] = 0.0
        d.cell_brake[k] = 0.0
    for mode in range(modes):
        adr = first + mode * columns
        shift, speed = mode_values(m, d, adr, columns)
        for k in range(columns):
            d.cell_force[k] -= m.cell_mode[adr + k] * shift
            d.cell_brake[k] -= m.cell_mode[adr + k] * speed
    for k in range(nodes):
        node = d.cell_node[k]
        force = mat_vec(r, (d.cell_force[3 * k], d.cell_force[3 * k + 1], d.cell_force[3 * k + 2]))
        brake = mat_vec(r, (d.cell_brake[3 * k], d.cell_brake[3 * k + 1], d.cell_brake[3 * k + 2]))
        for i in range(3):
            d.flexnode_work[node, i] += force[i]
            d.flexnode_work[node, 3 + i] += brake[i]


@kernel
def cell_forces(m: Model, d: Data, f: int, parts: int) -> None:
    """Add the forces of the cells of flex ``f`` (part of flex_passive).

    parts   bits SPRING and DAMPER
    Reads   flexnode_xpos, cdof, cvel        Writes  qfrc_spring, qfrc_damper (nv) [N or N m]; work space cell_*,
                                                     flexnode_work
    """
    first, end = m.flex_nodeadr[f], m.flex_nodeadr[f] + m.flex_nodenum[f]
    for node in range(first, end):
        for i in range(6):
            d.flexnode_work[node, i] = 0.0
    for patch in range(patch_number(m, f)):
        patch_forces(m, d, f, patch)
    for node in range(first, end):
        b, x = m.flex_nodebodyid[node], load3(d.flexnode_xpos, node)
        if parts & SPRING != 0:
            push_body(m, d, b, x, load3(d.flexnode_work, node), d.qfrc_spring)
        if parts & DAMPER != 0 and m.flex_damping[f] != 0.0:
            brake = (d.flexnode_work[node, 3], d.flexnode_work[node, 4], d.flexnode_work[node, 5])
            push_body(m, d, b, x, scale(brake, m.flex_damping[f]), d.qfrc_damper)


# Rows of cells


@kernel
def list_dofs(m: Model, d: Data, nodes: int) -> int:
    """List the dofs that move the nodes, ascending, at the end of chain_dof.

    Returns their number. Also writes cell_dof, the index of the last dof of each node in that list.
    """
    for k in range(nodes):
        d.cell_dof[k] = last_dof(m, m.flex_nodebodyid[d.cell_node[k]])
    end = m.nv
    while True:
        dof = -1
        for k in range(nodes):
            dof = max(dof, d.cell_dof[k])
        if dof < 0:
            break
        for k in range(nodes):
            if d.cell_dof[k] == dof:
                d.cell_dof[k] = m.dof_parentid[dof]
        end -= 1
        d.chain_dof[end] = dof
    for k in range(nodes):
        at = m.nv - 1
        last = last_dof(m, m.flex_nodebodyid[d.cell_node[k]])
        while at >= end and d.chain_dof[at] > last:
            at -= 1
        d.cell_dof[k] = at
    return m.nv - end


@kernel
def fill_row(m: Model, d: Data, nodes: int, nnz: int, adr: int, r: Mat3) -> None:
    """Write the row of the mode at an address of cell_mode to the end of chain_share."""
    for at in range(m.nv - nnz, m.nv):
        d.chain_share[at] = 0.0
    for k in range(nodes):
        node, at = d.cell_node[k], d.cell_dof[k]
        b, x = m.flex_nodebodyid[node], load3(d.flexnode_xpos, node)
        c = adr + 3 * k
        along = mat_vec(r, (m.cell_mode[c], m.cell_mode[c + 1], m.cell_mode[c + 2]))
        i = last_dof(m, b)
        while i >= 0:
            while d.chain_dof[at] > i:  # chain_dof ascends, and has all dofs of the body
                at -= 1
            d.chain_share[at] += dot(along, dof_velocity(m, d, i, b, x))
            i = m.dof_parentid[i]


@kernel
def mean_weight(m: Model, d: Data, nodes: int) -> float:
    """Return the mean of the inverse weights of the bodies of the listed nodes."""
    total = 0.0
    for k in range(nodes):
        total += m.body_invweight0[m.flex_nodebodyid[d.cell_node[k]], 0]
    return total / nodes


@kernel
def strain_rows(m: Model, d: Data, e: int, f: int) -> None:
    """Add the rows of strain constraint ``e`` on a cell of flex ``f``.

    This is part of mj_makeConstraint.
    Reads   flexnode_xpos, cdof, eq_data     Writes  efc_*, see constraint/rows; work space cell_*, chain_*
    """
    if m.flex_modeadr[f] < 0:
        return
    i, j, k = int(m.eq_data[e, 0]), int(m.eq_data[e, 1]), int(m.eq_data[e, 2])
    a, b, c = m.flex_cellnum[f, 0], m.flex_cellnum[f, 1], m.flex_cellnum[f, 2]
    if i < 0 or i >= a or j < 0 or j >= b or k < 0 or k >= c:
        return
    patch = (i * b + j) * c + k
    nodes, modes = patch_size(m, f)
    columns = 3 * nodes
    first = m.flex_modeadr[f] + patch * modes * columns
    if not has_modes(m, first, columns):
        return
    list_nodes(m, d, f, patch)
    r = patch_rotation(m, d, f, patch)
    measure_patch(m, d, f, patch, nodes, r)
    nnz, weight = list_dofs(m, d, nodes), mean_weight(m, d, nodes)
    for mode in range(modes):
        adr = first + mode * columns
        if has_modes(m, adr, columns):
            fill_row(m, d, nodes, nnz, adr, r)
            pos = mode_values(m, d, adr, columns)[0]
            add_row(m, d, e, pos, weight, d.chain_share, d.chain_dof, m.nv - nnz, nnz)


@kernel
def cell_couplings(m: Model, d: Data, f: int, unused: int) -> None:
    """Append the couplings of the cells of flex ``f``, and their share of metric_shift.

    Reads   flexnode_xpos, cdof, qvel        Writes  efc_*, nefc, nJ, metric_shift; work space cell_*, chain_*
    """
    terms = terms_of(m, f)
    nodes, modes = patch_size(m, f)
    columns = 3 * nodes
    for patch in range(patch_number(m, f)):
        first = m.flex_modeadr[f] + patch * modes * columns
        if not has_modes(m, first, columns):
            continue
        list_nodes(m, d, f, patch)
        r = patch_rotation(m, d, f, patch)
        nnz = list_dofs(m, d, nodes)
        for mode in range(modes):
            adr = first + mode * columns
            if has_modes(m, adr, columns):
                fill_row(m, d, nodes, nnz, adr, r)
                couple(m, d, d.chain_share[m.nv - nnz :], d.chain_dof[m.nv - nnz :], nnz, terms)
