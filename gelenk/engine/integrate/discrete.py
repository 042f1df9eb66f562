"""Conversion of discrete-time accelerations, (v[t + h] - v[t]) / h, to continuous time.

Documents: Computation / General framework / Numerical integration; XML reference / flag / invdiscrete

An integrator that is implicit in velocity solves (M - h D) a_discrete = M a, so

    a = a_discrete - h inv(M) D a_discrete,    D = -diag(damping) for Euler, qDeriv for the implicit ones
"""

from gelenk.engine.integrate.derivative import smooth_vel
from gelenk.engine.integrate.euler import is_damped
from gelenk.engine.position.inertia import solve_m_vector
from gelenk.tables.enums import mjtIntegrator
from gelenk.tables.status import DONE
from gelenk.toolchain.kernel import kernel
from gelenk.toolchain.kernel_types import Data, Model, View

PRODUCT = 3  # row of d.work_nv


@kernel
def damp_euler(m: Model, d: Data, res: View) -> None:
    """res = D qacc for the Euler integrator; zero without implicit damping"""
    damped = is_damped(m)
    for i in range(m.nv):
        res[i] = -m.dof_damping[i] * d.qacc[i] if damped else 0.0


@kernel
def mul_derivative(m: Model, d: Data, res: View) -> None:
    """res = qDeriv qacc"""
    smooth_vel(m, d, m.opt.integrator == mjtIntegrator.mjINT_IMPLICIT)
    for i in range(m.nv):
        total = 0.0
        for k in range(m.D_rowadr[i], m.D_rowadr[i] + m.D_rownnz[i]):
            total += d.qDeriv[k] * d.qacc[m.D_colind[k]]
        res[i] = total


@kernel
def continuous_acc(m: Model, d: Data) -> None:
    """Convert the discrete-time acceleration in qacc to continuous time.

    Reads   qacc (nv), qLD, inputs of the derivatives        Writes  qacc (nv); qDeriv (nD) if implicit
    Source  XML reference / option / flag / invdiscrete
    """
    correction = d.work_nv[PRODUCT]
    if m.opt.integrator == mjtIntegrator.mjINT_EULER:
        damp_euler(m, d, correction)
    else:
        mul_derivative(m, d, correction)
        if d.status != DONE:  # the derivatives are incomplete
            return
    solve_m_vector(m, d, correction)
    for i in range(m.nv):
        d.qacc[i] -= m.opt.timestep * correction[i]
