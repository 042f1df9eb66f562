"""Tendon lengths, Jacobian, velocities and inertia.

Documents: Modeling / Tendons; XML reference / tendon; Computation / Actuation model

A fixed tendon is a linear combination of joint positions: length = sum coef q, J = coef at the joints' dofs.
Spatial tendons are in tendon_path.py.

ten_J is dense (ntendon, nv), or, for a sparse Jacobian, packed rows from the start of ten_J with
ten_J_rownnz, ten_J_rowadr, ten_J_colind.
"""

from gelenk.algebra.linalg import dot_dense, dot_sparse, insert_entry, is_sparse, zero
from gelenk.engine.coefficients import tendon_inertia
from gelenk.engine.stage_calls import call_far
from gelenk.tables.enums import mjtWrap
from gelenk.tables.stages import INDEX
from gelenk.toolchain.kernel import flat, kernel
from gelenk.toolchain.kernel_types import Data, Ints, Model, View

SPATIAL_TENDON = INDEX["spatial_tendon"]


@kernel
def fixed_length(m: Model, d: Data, t: int) -> float:
    """Return the length of fixed tendon ``t``: sum of coef qpos."""
    adr = m.tendon_adr[t]
    length = 0.0
    for w in range(adr, adr + m.tendon_num[t]):
        length += m.wrap_prm[w] * d.qpos[m.jnt_qposadr[m.wrap_objid[w]]]
    return length


@kernel
def fixed_row_dense(m: Model, d: Data, t: int) -> None:
    """Write row ``t`` of the dense ten_J for a fixed tendon."""
    row = d.ten_J[t]
    adr = m.tendon_adr[t]
    zero(row, m.nv)
    for w in range(adr, adr + m.tendon_num[t]):
        row[m.jnt_dofadr[m.wrap_objid[w]]] += m.wrap_prm[w]


@kernel
def fixed_row_sparse(m: Model, values: View, colind: Ints, t: int) -> int:
    """Write the row of fixed tendon ``t`` to ``values, colind``; return its entry count."""
    adr = m.tendon_adr[t]
    nnz = 0
    for w in range(adr, adr + m.tendon_num[t]):
        nnz = insert_entry(values, colind, nnz, m.jnt_dofadr[m.wrap_objid[w]], m.wrap_prm[w])
    return nnz


@kernel
def tendon(m: Model, d: Data) -> None:
    """Compute tendon lengths, their Jacobian and wrap paths (mj_tendon).

    Reads   qpos (nq), site_xpos geom_xpos geom_xmat, cdof (nv, 6), subtree_com
    Writes  ten_length (ntendon) [m or rad], ten_J (ntendon, nv); if sparse, ten_J_rownnz ten_J_rowadr
            ten_J_colind;
            ten_wrapadr ten_wrapnum (ntendon): a fixed tendon has no path, so no points
            wrap_obj (nwrap, 2), wrap_xpos (nwrap, 6) of the points, two to a row: -1 site, -2 pulley, or geom
    Source  XML reference / tendon
    """
    sparse = is_sparse(m)
    values = flat(d.ten_J)
    colind = flat(d.ten_J_colind)
    at = 0
    path = 0
    for t in range(m.ntendon):
        if d.tendon_asleep[t] != 0 and d.ten_wrapadr[t] == path and (not sparse or d.ten_J_rowadr[t] == at):
            path += d.ten_wrapnum[t]  # the values from before the tendon fell asleep are still valid
            at += d.ten_J_rownnz[t] if sparse else 0
            continue
        d.ten_wrapadr[t] = path
        d.ten_wrapnum[t] = 0
        nnz = 0
        if m.tendon_num[t] > 0 and m.wrap_type[m.tendon_adr[t]] == mjtWrap.mjWRAP_JOINT:
            d.ten_length[t] = fixed_length(m, d, t)
            if sparse:
                nnz = fixed_row_sparse(m, values[at:], colind[at:], t)
            else:
                fixed_row_dense(m, d, t)
        else:
            d.ten_J_rownnz[t] = 0
            call_far(m, d, SPATIAL_TENDON, t, at if sparse else t * m.nv)
            path += d.ten_wrapnum[t]
            nnz = d.ten_J_rownnz[t]
        if sparse:
            d.ten_J_rownnz[t] = nnz
            d.ten_J_rowadr[t] = at
            at += nnz


@kernel
def ten_row_dot(m: Model, d: Data, t: int, sparse: bool, vec: View) -> float:
    """Return row ``t`` of ten_J times a vector over the dofs."""
    if sparse:
        adr = d.ten_J_rowadr[t]
        return dot_sparse(flat(d.ten_J)[adr:], flat(d.ten_J_colind)[adr:], d.ten_J_rownnz[t], vec)
    return dot_dense(d.ten_J[t], vec, m.nv)


@kernel
def tendon_velocity(m: Model, d: Data) -> None:
    """ten_velocity = ten_J qvel (part of mj_fwdVelocity).

    Reads   ten_J, qvel (nv)        Writes  ten_velocity (ntendon)
    """
    sparse = is_sparse(m)
    for t in range(m.ntendon):
        if d.tendon_asleep[t] == 0:
            d.ten_velocity[t] = ten_row_dot(m, d, t, sparse, d.qvel)


@kernel
def ten_entry(d: Data, t: int, sparse: bool, i: int) -> float:
    """Return the element of ten_J of tendon ``t`` at dof ``i``."""
    if not sparse:
        return d.ten_J[t, i]
    values, colind = flat(d.ten_J), flat(d.ten_J_colind)
    adr = d.ten_J_rowadr[t]
    for k in range(adr, adr + d.ten_J_rownnz[t]):
        if colind[k] == i:
            return values[k]
    return 0.0


@kernel
def tendon_armature(m: Model, d: Data) -> None:
    """Add tendon inertia: M += armature J' J, where M has entries (mj_tendonArmature).

    This is a part of mj_makeM.
    Reads   ten_J        Writes  M (nC)
    Source  XML reference / tendon / spatial / armature
    """
    sparse = is_sparse(m)
    for t in range(m.ntendon):
        armature = tendon_inertia(m, t)
        if armature == 0.0:
            continue
        for i in range(m.nv):
            weight = armature * ten_entry(d, t, sparse, i)
            if weight == 0.0:
                continue
            adr = m.M_rowadr[i]
            for k in range(adr, adr + m.M_rownnz[i]):
                d.M[k] += weight * ten_entry(d, t, sparse, m.M_colind[k])
