"""Rows of cells of interpolated flexes: strain constraints, and the metric of discrete.

Documents: XML reference / equality/flexstrain; flex/elasticity; Computation / Numerical integration (of 4.0.0)

A mode w of a patch with rotation R gives the row J = sum over its nodes of (R w_k)' J_k:

    strain     r = w (R' x - X), with the mean of the inverse weights of the nodes as the diagonal
    discrete   |w R' v|^2, with the weight h damping + h^2 (metric.py)
"""

from gelenk.algebra.tree import last_dof
from gelenk.algebra.vec import Mat3, dot, load3, mat_vec
from gelenk.engine.flex.cell_forces import measure_patch, mode_values
from gelenk.engine.flex.cell_grid import has_modes, list_nodes, patch_number, patch_rotation, patch_size
from gelenk.engine.flex.equality import add_row
from gelenk.engine.integrate.flex_metric import terms_of
from gelenk.engine.integrate.metric import couple
from gelenk.engine.position.object_frames import dof_velocity
from gelenk.toolchain.kernel import kernel
from gelenk.toolchain.kernel_types import Data, Model


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
            while d.chain_dof[at] > i:  # ascending, and with all dofs of the body
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
