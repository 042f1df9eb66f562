"""Matrix products and solves with M and the constraint Jacobian: mj_mulM, mj_solveM, ...

Documents: API / Support
"""

import numpy as np

from gelenk.algebra.linalg import is_sparse
from gelenk.engine.validation.data_indices import ROWS
from gelenk.runtime import index_checks, pipeline
from gelenk.runtime.arguments import documented, later_form
from gelenk.runtime.data import MjData
from gelenk.runtime.model import MjModel
from gelenk.tables.enums import mjtCone, mjtSolver
from gelenk.toolchain.extension import call_kernel

Array = np.ndarray


@documented
def mj_mulM(m: MjModel, d: MjData, res: Array, vec: Array) -> None:
    """Multiply by the inertia matrix.

    res = M vec

    Source     API / mj_mulM
    """
    pipeline.run_stage("mul_m", m, d, res, vec)


@documented
def mj_mulM2(m: MjModel, d: MjData, res: Array, vec: Array) -> None:
    """Multiply by a square root of the inertia matrix, from its factor M = L' D L.

    res = D^(1/2) L vec, so that res . res = vec . M vec

    Source     API / mj_mulM2
    """
    pipeline.run_stage("mul_m2", m, d, res, vec)


@documented
def mj_solveM(m: MjModel, d: MjData, x: Array, y: Array) -> None:
    """Solve with the inertia matrix, by its factor M = L' D L.

    M x[i] = y[i]

    Source     API / mj_solveM; Featherstone 2008, ch. 6.5
    """
    pipeline.run_stage("solve_m", m, d, x, y, len(x))


@documented
def mj_solveM2(m: MjModel, d: MjData, x: Array, y: Array, sqrtInvD: Array) -> None:
    """Half-solve with the inertia matrix, by its factor M = L' D L.

    x[i] = D^(-1/2) L'^-1 y[i], so that x[i] . x[j] = y[i] . M^-1 y[j]

    Source     API / mj_solveM2
    """
    pipeline.run_stage("solve_m2", m, d, x, y, sqrtInvD.reshape(-1), len(x))


def _names_data(*args: object, **kwargs: object) -> bool:
    return not kwargs and len(args) == 3 and isinstance(args[1], MjData)


@later_form(_names_data, lambda call, m, d, dst: call(m, dst, d.qM))
@documented
def mj_fullM(m: MjModel, dst: Array, M: Array) -> None:
    """Convert the sparse inertia matrix to dense form.

    The form of later releases is ``mj_fullM(m, d, dst)``.

    Source     API / mj_fullM
    """
    call_kernel.run_kernel("full_m", m, dst, M)


@documented
def mj_addM(m: MjModel, d: MjData, dst: Array, rownnz: Array, rowadr: Array, colind: Array) -> None:
    """Add the lower triangle of M to a sparse matrix whose pattern contains that of M.

    Errors     ValueError: a row of the pattern lacks columns of M, or reaches outside of dst or colind
    Source     API / mj_addM
    """
    if pipeline.run_stage("add_m", m, d, dst, rownnz, rowadr, colind, dst.size, colind.size) == 0:
        return
    for i in range(m.nv):
        own = slice(int(m.M_rowadr[i]), int(m.M_rowadr[i] + m.M_rownnz[i]))
        adr, n = int(rowadr[i]), int(rownnz[i])
        if adr < 0 or n < 0 or adr + n > min(dst.size, colind.size):
            raise ValueError(f"mj_addM: row {i} reaches outside dst or colind")
        row = slice(adr, adr + n)
        where = np.searchsorted(colind[row], m.M_colind[own])
        if (where >= n).any() or (colind[row][where] != m.M_colind[own]).any():
            raise ValueError(f"mj_addM: row {i} of the pattern lacks columns of M")
        dst[row][where] += d.M[own]


@documented
def mj_mulJacVec(m: MjModel, d: MjData, res: Array, vec: Array) -> None:
    """Multiply dof velocities by the constraint Jacobian, giving constraint velocities.

    res = J vec

    Source     API / mj_mulJacVec
    """
    _jacobian_product("mul_jac", m, d, res, vec)


@documented
def mj_mulJacTVec(m: MjModel, d: MjData, res: Array, vec: Array) -> None:
    """Multiply constraint forces by the transposed Jacobian, giving dof forces.

    res = J' vec

    Source     API / mj_mulJacTVec
    """
    _jacobian_product("mul_jac_t", m, d, res, vec)


def _jacobian_product(stage: str, m: MjModel, d: MjData, res: Array, vec: Array) -> None:
    """Run a product with the constraint Jacobian after checking its row indices."""
    index_checks.check_data(m, d, ROWS)
    pipeline.run_stage(stage, m, d, res, vec.copy() if np.may_share_memory(res, vec) else vec)


@documented
def mj_isSparse(m: MjModel) -> int:
    """Return whether d.efc_J is sparse: option.jacobian, or nv where that is auto.

    Returns    1: by rows of nonzeros, 0: dense
    Source     API / mj_isSparse; XML reference / option / jacobian
    """
    return int(is_sparse(m._view))


@documented
def mj_isPyramidal(m: MjModel) -> int:
    """Return whether friction cones are pyramidal.

    Returns    1: pyramidal, 0: elliptic
    Source     API / mj_isPyramidal; XML reference / option / cone
    """
    return int(m.opt.cone == mjtCone.mjCONE_PYRAMIDAL)


@documented
def mj_isDual(m: MjModel) -> int:
    """Return whether the solver works on constraint forces and so needs d.efc_AR.

    Returns    1: the solver is PGS, or noslip_iterations is positive; 0: otherwise
    Source     API / mj_isDual; XML reference / option / solver
    """
    return int(m.opt.solver == mjtSolver.mjSOL_PGS or m.opt.noslip_iterations > 0)
