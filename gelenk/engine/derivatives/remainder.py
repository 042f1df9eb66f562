"""The remainder: all forces except inertial ones, and the solution for their tangents.

These are the stages with tangents of an assembled Jacobian of a step.

Documents: design / Tangents of kernels

The constraint cost has its minimum a where g(a, p) = M a + qfrc_bias - r(a, p) = 0; the remainder r has the passive,
applied, actuator and constraint forces. With a held, the derivatives of M a + qfrc_bias are known in closed form
(bias.py), so only the stages of r carry tangents; M, its factor, velocities of bodies and bias forces need none. Then
a' = - inverse(H) g', with H held.
"""

from gelenk.algebra.linalg import copy, zero
from gelenk.engine.constraint.solver.cholesky import solve_hessian
from gelenk.engine.constraint.solver.cost import constraint_cost
from gelenk.engine.constraint.solver.islands import MODEL_ORDER, WHOLE, all_islands, arrange
from gelenk.engine.constraint.solver.jacobian_products import add_jt, mul_j
from gelenk.engine.derivatives.frames import move_frames, reads_frames
from gelenk.engine.derivatives.linear_systems import subtract_slopes
from gelenk.engine.force.acceleration import xfrc_accumulate
from gelenk.engine.force.actuation import ADVANCE
from gelenk.engine.integrate.derivative import smooth_vel
from gelenk.engine.integrate.euler import advance_activations
from gelenk.engine.position.inertia import mul_m, solve_ld
from gelenk.engine.position.tendon import tendon_velocity
from gelenk.engine.position.transmission import actuator_velocity
from gelenk.engine.step import (
    ACTUATION,
    MAKE_CONSTRAINT,
    PASSIVE,
    REFERENCE,
    TENDON,
    TRANSMISSION,
    find_contacts,
    run,
    run_growing,
)
from gelenk.tables.enums import mjtIntegrator, mjtStage
from gelenk.tables.status import DONE
from gelenk.toolchain.kernel import kernel
from gelenk.toolchain.kernel_types import Data, Model


@kernel
def remainder_positions(m: Model, d: Data) -> None:
    """Run the position stages that the remainder depends on."""
    if reads_frames(m, d):
        move_frames(m, d)
    if m.ntendon > 0:
        run(m, d, TENDON)
    find_contacts(m, d)
    run_growing(m, d, MAKE_CONSTRAINT)
    if m.nactuator > 0:
        run(m, d, TRANSMISSION)


@kernel
def remainder_velocities(m: Model, d: Data) -> None:
    """Run the velocity stages that the remainder depends on."""
    tendon_velocity(m, d)
    actuator_velocity(m, d)
    run(m, d, PASSIVE)
    if d.nefc > 0:
        run(m, d, REFERENCE)


@kernel
def sum_remainder(m: Model, d: Data) -> None:
    """sol_grad = - r at qacc = qacc_warmstart, which is held"""
    for i in range(m.nv):
        d.sol_frc[i] = d.qfrc_passive[i] + d.qfrc_applied[i] + d.qfrc_actuator[i]
    xfrc_accumulate(m, d, d.sol_frc)
    zero(d.sol_con, m.nv)
    if d.nefc > 0:
        arrange(m, d, MODEL_ORDER, WHOLE)
        isl = all_islands(d)
        copy(d.sol_x, d.qacc_warmstart, m.nv)
        mul_j(d, isl, d.sol_x, d.row_jar)
        for r in range(d.nefc):
            d.row_jar[r] -= d.efc_aref[d.row_efc[r]]
        constraint_cost(m, d, isl, False)
        add_jt(d, isl, d.row_force, d.sol_con)
    for i in range(m.nv):
        d.sol_grad[i] = -d.sol_frc[i] - d.sol_con[i]


@kernel
def sum_slopes(m: Model, d: Data) -> None:
    """sol_frc = h D x of implicitfast, x = sol_old held

    D: derivatives of forces by velocities
    """
    zero(d.sol_frc, m.nv)
    if m.opt.integrator == mjtIntegrator.mjINT_IMPLICITFAST:
        diagonal = smooth_vel(m, d, False)
        subtract_slopes(m, d, diagonal, d.sol_old, d.sol_frc)
        for i in range(m.nv):
            d.sol_frc[i] = -d.sol_frc[i]


@kernel
def remainder_part(m: Model, d: Data, skipstage: int) -> None:
    """Compute minus the remainder with the acceleration held, and the next activations.

    If positions and velocities do not vary, only actuator forces are computed.
    Reads   the state and frames; sol_Ma (nv), zero, whose tangents move the frames; qacc_warmstart, sol_old (nv), the
            minimum and x, without tangents
    Writes  sol_grad, sol_frc (nv); act (na): next activations
    Status  as the stages that it calls
    """
    d.status = DONE
    if skipstage < mjtStage.mjSTAGE_POS:
        remainder_positions(m, d)
    if skipstage < mjtStage.mjSTAGE_VEL:
        remainder_velocities(m, d)
    run(m, d, ACTUATION)
    if d.status != DONE:
        return
    if skipstage < mjtStage.mjSTAGE_VEL:
        sum_remainder(m, d)
    else:
        for i in range(m.nv):
            d.sol_grad[i] = -d.qfrc_actuator[i]
    sum_slopes(m, d)
    if d.status == DONE:
        if m.na > 0:
            advance_activations(m, d, d.act_dot, ADVANCE)


@kernel
def solution_part(m: Model, d: Data, damped: int) -> None:
    """Solve for the tangents of the acceleration x with which the integrator advances.

    The function is linear, and only its tangents have a meaning: a' = - inverse(H) g', and
    x' = inverse(A) (M a' + M' y + h D' x) with y = qacc - x, from A x = M qacc; A = M - h D.
    Reads   sol_grad = g', sol_frc = M' y + h D' x; hess, or qLD without rows; qH if damped: factors that are held
    Writes  sol_search = a', sol_work = x' (nv)
    """
    if d.nefc > 0:
        solve_hessian(d, all_islands(d), d.sol_search, d.sol_grad)
    else:
        for i in range(m.nv):
            d.sol_search[i] = -d.sol_grad[i]
        solve_ld(m, d.qLD, d.qLDiagInv, d.sol_search)
    if damped != 0:
        mul_m(m, d, d.sol_work, d.sol_search)
        for i in range(m.nv):
            d.sol_work[i] += d.sol_frc[i]
        solve_ld(m, d.qH, d.qHDiagInv, d.sol_work)
    else:
        copy(d.sol_work, d.sol_search, m.nv)
