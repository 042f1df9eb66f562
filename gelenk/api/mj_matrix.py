"""Products and solutions with the inertia matrix and the constraint Jacobian: mj_mulM, mj_solveM, mj_mulJacVec, ...

Documents: API / Support
"""

import numpy as np

from gelenk.algebra.linalg import is_sparse
from gelenk.jit import library
from gelenk.tables.enums import mjtCone, mjtSolver
from gelenk.world.arguments import check_size, documented


@documented
def mj_mulM(m, d, res, vec):
    """res = M vec"""
    check_size("mj_mulM", "res", res, m.nv)
    check_size("mj_mulM", "vec", vec, m.nv)
    library.call("mul_m", m, d, res, vec)


@documented
def mj_mulM2(m, d, res, vec):
    """res = M^(1/2) vec, with the factor L D^(1/2)"""
    check_size("mj_mulM2", "res", res, m.nv)
    check_size("mj_mulM2", "vec", vec, m.nv)
    library.call("mul_m2", m, d, res, vec)


def _solve_shapes(function, m, x, y):
    if x.shape != y.shape or x.shape[-1] != m.nv:
        raise TypeError(f"{function}: x and y must both have shape (n, {m.nv}), not {x.shape}, {y.shape}")


@documented
def mj_solveM(m, d, x, y):
    """x = M^-1 y, row by row: both (n, nv)"""
    _solve_shapes("mj_solveM", m, x, y)
    library.call("solve_m", m, d, x, y, len(x))


@documented
def mj_solveM2(m, d, x, y, sqrtInvD):
    """x = D^(-1/2) L^-T y, row by row: both (n, nv); sqrtInvD (nv)"""
    _solve_shapes("mj_solveM2", m, x, y)
    check_size("mj_solveM2", "sqrtInvD", sqrtInvD, m.nv)
    library.call("solve_m2", m, d, x, y, sqrtInvD, len(x))


@documented
def mj_fullM(m, dst, M):
    """dst (nv, nv) = the inertia matrix of its sparse form ``M`` (nM), as in d.qM"""
    if dst.shape != (m.nv, m.nv):
        raise TypeError(f"mj_fullM: dst must have shape ({m.nv}, {m.nv}), not {dst.shape}")
    check_size("mj_fullM", "M", M, m.nM)
    library.call("full_m", m, dst, M)


@documented
def mj_addM(m, d, dst, rownnz, rowadr, colind):
    """Add the inertia matrix to the CSR matrix (dst, rownnz, rowadr, colind), whose pattern holds that of M."""
    check_size("mj_addM", "rownnz", rownnz, m.nv)
    check_size("mj_addM", "rowadr", rowadr, m.nv)
    for i in range(m.nv):
        own = slice(int(m.M_rowadr[i]), int(m.M_rowadr[i] + m.M_rownnz[i]))
        row = slice(int(rowadr[i]), int(rowadr[i] + rownnz[i]))
        where = np.searchsorted(colind[row], m.M_colind[own])
        if (where >= rownnz[i]).any() or (colind[row][where] != m.M_colind[own]).any():
            raise ValueError(f"mj_addM: row {i} of the pattern lacks columns of M")
        dst[row][where] += d.M[own]


@documented
def mj_mulJacVec(m, d, res, vec):
    """res (nefc) = efc_J vec (nv)"""
    check_size("mj_mulJacVec", "res", res, d.nefc)
    check_size("mj_mulJacVec", "vec", vec, m.nv)
    res[:] = constraint_jacobian(m, d) @ vec


@documented
def mj_mulJacTVec(m, d, res, vec):
    """res (nv) = efc_J' vec (nefc)"""
    check_size("mj_mulJacTVec", "res", res, m.nv)
    check_size("mj_mulJacTVec", "vec", vec, d.nefc)
    res[:] = constraint_jacobian(m, d).T @ vec


def constraint_jacobian(m, d):
    """efc_J as a dense matrix (nefc, nv), however it is stored."""
    if not is_sparse(m._view):
        return d.efc_J[: d.nefc * m.nv].reshape(d.nefc, m.nv)
    dense = np.zeros((d.nefc, m.nv))
    for r, (adr, n) in enumerate(zip(d.efc_J_rowadr, d.efc_J_rownnz, strict=True)):
        dense[r, d.efc_J_colind[adr : adr + n]] = d.efc_J[adr : adr + n]
    return dense


@documented
def mj_isSparse(m):
    """1 when efc_J is stored by rows of nonzeros, else 0."""
    return int(is_sparse(m._view))


@documented
def mj_isPyramidal(m):
    """1 when friction cones are pyramids, else 0."""
    return int(m.opt.cone == mjtCone.mjCONE_PYRAMIDAL)


@documented
def mj_isDual(m):
    """1 when the solver works on constraint forces (PGS, or noslip), else 0."""
    return int(m.opt.solver == mjtSolver.mjSOL_PGS or m.opt.noslip_iterations > 0)
