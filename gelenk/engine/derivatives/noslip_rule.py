"""The rule of the noslip solver: its sweeps with tangents, from the minimum before.

Documents: design / Tangents of kernels; Computation / Constraint solver / Algorithms (NoSlip)

The sweeps end before they converge, so the derivative is that of the sweeps, not of the minimum that they approach.
A = J inverse(M) J' and qacc = inverse(M) (qfrc_smooth + J' f) are solutions of linear systems with the factor of M
held; a step of refinement gives their tangents (linear_systems.py).
"""

from gelenk.algebra.linalg import copy, is_sparse
from gelenk.engine.constraint.rows.exact_diagonal import load_row
from gelenk.engine.constraint.rows.make_constraint import row_dot
from gelenk.engine.constraint.solver.dual import dual_states, load_slopes
from gelenk.engine.constraint.solver.islands import all_islands
from gelenk.engine.constraint.solver.jacobian_products import add_jt
from gelenk.engine.constraint.solver.noslip import noslip_sweep, regularization_cost
from gelenk.engine.constraint.solver.primal import step_scale
from gelenk.engine.derivatives.linear_systems import refine
from gelenk.engine.position.inertia import mul_m, solve_ld
from gelenk.tables.precision import Limits
from gelenk.toolchain.kernel import kernel
from gelenk.toolchain.kernel_types import Data, Model, View

RIGHT, SOLUTION, M_TIMES = 0, 1, 2  # rows of work_nv


@kernel
def solve_inertia(m: Model, d: Data, x: View) -> None:
    """x <- inverse(M) x with qLD held; uses two rows of work_nv, SOLUTION and M_TIMES"""
    z, product = d.work_nv[SOLUTION], d.work_nv[M_TIMES]
    copy(z, x, m.nv)
    solve_ld(m, d.qLD, d.qLDiagInv, z)
    mul_m(m, d, product, z)
    refine(m, d.qLD, d.qLDiagInv, product, z, x)


@kernel
def project_rule(m: Model, d: Data, sparse: bool) -> None:
    """Recompute the elements of efc_AR, in the structure that project_constraint has found.

    Reads   efc_J, efc_R (nefc), M; qLD, qLDiagInv, and the structure of efc_AR      Writes  efc_AR
    """
    x = d.work_nv[RIGHT]
    for r in range(d.nefc):
        load_row(m, d, r, sparse, x)
        solve_inertia(m, d, x)
        first, count = (d.efc_AR_rowadr[r], d.efc_AR_rownnz[r]) if sparse else (r * d.nefc, d.nefc)
        for k in range(count):
            s = d.efc_AR_colind[first + k] if sparse else k
            d.efc_AR[first + k] = row_dot(m, d, s, x, sparse) + (d.efc_R[r] if s == r else 0.0)


@kernel
def sweep_forces(m: Model, d: Data, sparse: bool) -> None:
    """Sweep over efc_force as solve_noslip does."""
    scale, floor = step_scale(m), max(m.opt.noslip_tolerance, Limits.SOLVER)
    for k in range(m.opt.noslip_iterations):
        improvement = scale * noslip_sweep(d, sparse)
        if k == 0:
            improvement += scale * regularization_cost(d)
        if improvement < floor:
            break


@kernel
def noslip_rule(m: Model, d: Data) -> None:
    """Compute friction forces and acceleration, as solve_noslip does, with qLD held.

    Reads   efc_J, efc_aref, efc_R, efc_force, efc_frictionloss (nefc), contact_friction, qfrc_smooth, qacc_smooth, M;
            qLD, qLDiagInv
    Writes  efc_b, efc_AR, efc_force, efc_state (nefc), qfrc_constraint, qacc (nv)
    """
    sparse = is_sparse(m)
    project_rule(m, d, sparse)
    for r in range(d.nefc):
        d.efc_b[r] = row_dot(m, d, r, d.qacc_smooth, sparse) - d.efc_aref[r]
    load_slopes(d, sparse)
    sweep_forces(m, d, sparse)
    dual_states(d)
    for i in range(m.nv):
        d.qfrc_constraint[i] = 0.0
    add_jt(d, all_islands(d), d.efc_force, d.qfrc_constraint)
    for i in range(m.nv):
        d.qacc[i] = d.qfrc_smooth[i] + d.qfrc_constraint[i]
    solve_inertia(m, d, d.qacc)
