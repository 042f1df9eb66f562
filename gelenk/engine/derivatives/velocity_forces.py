"""Velocity forces: derivatives of the remainder by velocities and controls, closed form.

Documents: design / Tangents of kernels; Computation / General framework / Passive forces, Actuation model;
Computation / Constraint model / Reference acceleration

The remainder r of a step (remainder.py) depends on velocities through dampers, actuators and the reference
acceleration aref = -B J v - ... of the constraint rows. With b the damping of joints and tendons (Jacobian t), k the
derivative of an actuator's force by its velocity (moment p), and S the second derivative of the constraint cost:

    r' = - diag(b) - t' b t + p' k p - J' S B J

A force at a limit does not vary. Controls act through gains: r' = p' gain.

Both have the layout of the closed forms of bias forces: element (i, j) is in block j / COLUMNS, at row i.
"""

from gelenk.algebra.linalg import is_sparse
from gelenk.engine.coefficients import NONE
from gelenk.engine.force.actuation import (
    actuator_input,
    bias,
    gain,
    is_bad,
    is_disabled,
    is_drive,
    nearest_turn,
    turn_period,
)
from gelenk.engine.force.muscle import muscle_gain_vel
from gelenk.engine.integrate.derivative import is_outside
from gelenk.engine.sleep.awake_lists import can_sleep
from gelenk.tables.enums import mjtBias, mjtConstraintState, mjtDisableBit, mjtGain, mjtIntegrator, mjtJoint
from gelenk.tables.gradients import COLUMNS
from gelenk.tables.releases import R3_11
from gelenk.toolchain.kernel import flat, kernel
from gelenk.toolchain.kernel_types import Data, Model, Rows, View


@kernel
def has_plain_forces(m: Model, d: Data) -> bool:
    """Return whether the forces of tendons and actuators have the closed forms of this file.

    They have none with plugins, drives, sleeping trees, dampers with slopes, limits of the force on a tendon, and where
    the force on a joint is at its limit.
    """
    if m.nplugin > 0 or can_sleep(m):
        return False
    for t in range(m.ntendon):
        poly = m.tendon_dampingpoly[t, 0] != 0.0 or m.tendon_dampingpoly[t, 1] != 0.0
        if poly or m.tendon_actuatorid[t] != NONE or m.tendon_actfrclimited[t] != 0:
            return False
    for i in range(m.nactuator):
        if is_drive(m, i) or m.actuator_ctrlnum[i] > 1 or m.actuator_outnum[i] > 1:
            return False
    for j in range(m.njnt):
        if m.jnt_actfrclimited[j] != 0 and m.jnt_type[j] >= mjtJoint.mjJNT_SLIDE:
            if is_outside(d.qfrc_actuator[m.jnt_dofadr[j]], m.jnt_actfrcrange, j):
                return False
    return True


@kernel
def varies_gain(m: Model) -> bool:
    """Return whether a gain depends on the velocity of its actuator."""
    for i in range(m.nactuator):
        kind = m.actuator_gaintype[i]
        if kind == mjtGain.mjGAIN_MUSCLE or (
            kind == mjtGain.mjGAIN_AFFINE and m.actuator_gainprm[i, 2] != 0.0
        ):
            return True
    return False


@kernel
def has_closed_velocities(m: Model, d: Data) -> bool:
    """Return whether `subtract_velocity_forces` gives all derivatives by velocities.

    The force of a muscle is not linear in velocity, and implicitfast uses its derivative.
    """
    if not has_plain_forces(m, d):
        return False
    if m.opt.integrator == mjtIntegrator.mjINT_IMPLICITFAST:
        for i in range(m.nactuator):
            if m.actuator_gaintype[i] == mjtGain.mjGAIN_MUSCLE:
                return False
    return True


@kernel
def has_closed_controls(m: Model, d: Data) -> bool:
    """Return whether `subtract_control_forces` gives all derivatives by controls.

    Activations have rates of their own. For some gains, the derivatives by velocity that implicitfast uses vary with
    controls.
    """
    if m.na > 0 or not has_plain_forces(m, d):
        return False
    for i in range(m.nu):
        if is_bad(d.ctrl[i]):
            return False
    return m.opt.integrator == mjtIntegrator.mjINT_EULER or not varies_gain(m)


@kernel
def subtract_outer(out: View, nv: int, i: int, x: float, row: View) -> None:
    """out[i, :] -= x row, for a dense row (nv)"""
    for first in range(0, nv, COLUMNS):
        at = first * nv + i * COLUMNS
        for c in range(min(COLUMNS, nv - first)):
            out[at + c] -= x * row[first + c]


@kernel
def address(nv: int, i: int, j: int) -> int:
    """Return the address of element (i, j)."""
    return (j // COLUMNS * nv + i) * COLUMNS + j % COLUMNS


@kernel
def subtract_rows(m: Model, d: Data, out: View, a: int, b: int, weight: float, sparse: bool) -> None:
    """out -= weight efc_J[a]' efc_J[b]"""
    at, of = d.efc_J_rowadr[a], d.efc_J_rowadr[b]
    if not sparse:
        row = d.efc_J[of:]
        for i in range(m.nv):
            if d.efc_J[at + i] != 0.0:
                subtract_outer(out, m.nv, i, weight * d.efc_J[at + i], row)
        return
    for p in range(at, at + d.efc_J_rownnz[a]):
        x = weight * d.efc_J[p]
        for q in range(of, of + d.efc_J_rownnz[b]):
            out[address(m.nv, d.efc_J_colind[p], d.efc_J_colind[q])] -= x * d.efc_J[q]


@kernel
def subtract_references(m: Model, d: Data, out: View) -> None:
    """out -= - J' S B J, with the weights of rows and cones at the minimum (hold_minimum)"""
    sparse = is_sparse(m)
    for r in range(d.nefc):
        e = d.row_efc[r]
        if d.row_weight[r] != 0.0:
            subtract_rows(m, d, out, e, e, -d.row_weight[r] * d.efc_KBIP[e, 1], sparse)
        c = d.row_cone[r] if d.row_state[r] == mjtConstraintState.mjCNSTRSTATE_CONE else -1
        if c >= 0 and (r == 0 or d.row_cone[r - 1] != c):  # the first row of a contact in its middle region
            n = d.contact_dim[c]
            for i in range(n):
                for k in range(n):
                    other = d.row_efc[r + k]
                    weight = -d.contact_H[c, i * n + k] * d.efc_KBIP[other, 1]
                    subtract_rows(m, d, out, d.row_efc[r + i], other, weight, sparse)


@kernel
def subtract_dampers(m: Model, d: Data, out: View) -> None:
    """out -= - diag(b) - t' b t, for joints and tendons"""
    if m.opt.disableflags & mjtDisableBit.mjDSBL_DAMPER != 0:
        return
    for i in range(m.nv):
        out[address(m.nv, i, i)] += m.dof_damping[i]
    sparse = is_sparse(m)
    values, columns = flat(d.ten_J), flat(d.ten_J_colind)
    for t in range(m.ntendon):
        b = m.tendon_damping[t]
        if b == 0.0:
            continue
        if not sparse:
            for i in range(m.nv):
                if d.ten_J[t, i] != 0.0:
                    subtract_outer(out, m.nv, i, -b * d.ten_J[t, i], d.ten_J[t])
            continue
        for p in range(d.ten_J_rowadr[t], d.ten_J_rowadr[t] + d.ten_J_rownnz[t]):
            for q in range(d.ten_J_rowadr[t], d.ten_J_rowadr[t] + d.ten_J_rownnz[t]):
                out[address(m.nv, columns[p], columns[q])] += b * values[p] * values[q]


@kernel
def is_beyond(value: float, bounds: Rows, i: int) -> bool:
    """Return whether a value is beyond its bounds; at a bound, the derivative is that from inside."""
    return value < bounds[i, 0] or value > bounds[i, 1]


@kernel
def input_of(m: Model, d: Data, i: int) -> float:
    """Return the input of the gain of actuator i."""
    u = actuator_input(m, d, i)
    if m.release[0] >= R3_11:
        return nearest_turn(u, turn_period(m, i), d.actuator_length[m.actuator_outadr[i]])
    return u


@kernel
def is_held(m: Model, d: Data, i: int) -> bool:
    """Return whether the force of actuator i is off, or beyond a limit of its own."""
    if is_disabled(m, i):
        return True
    if m.actuator_forcelimited[i] == 0:
        return False
    return is_beyond(gain(m, d, i) * input_of(m, d, i) + bias(m, d, i), m.actuator_forcerange, i)


@kernel
def velocity_slope(m: Model, d: Data, i: int) -> float:
    """Return the derivative of the force of actuator i by its velocity."""
    slope, kind, out = 0.0, m.actuator_gaintype[i], m.actuator_outadr[i]
    if m.actuator_biastype[i] == mjtBias.mjBIAS_AFFINE:
        slope = m.actuator_biasprm[i, 2]
    if kind != mjtGain.mjGAIN_AFFINE and kind != mjtGain.mjGAIN_MUSCLE:
        return slope
    u = input_of(m, d, i)
    if kind == mjtGain.mjGAIN_AFFINE:
        return slope + m.actuator_gainprm[i, 2] * u
    low, high = m.actuator_lengthrange[out, 0], m.actuator_lengthrange[out, 1]
    length, velocity = d.actuator_length[out], d.actuator_velocity[out]
    return slope + u * muscle_gain_vel(
        length, velocity, low, high, m.actuator_acc0[out], m.actuator_gainprm[i]
    )


@kernel
def subtract_actuators(m: Model, d: Data, out: View) -> None:
    """out -= p' k p"""
    if m.opt.disableflags & mjtDisableBit.mjDSBL_ACTUATION != 0:
        return
    for i in range(m.nactuator):
        slope = velocity_slope(m, d, i)
        if slope == 0.0 or is_held(m, d, i):
            continue
        adr = d.moment_rowadr[m.actuator_outadr[i]]
        end = adr + d.moment_rownnz[m.actuator_outadr[i]]
        for p in range(adr, end):
            x = slope * d.actuator_moment[p]
            for q in range(adr, end):
                out[address(m.nv, d.moment_colind[p], d.moment_colind[q])] -= x * d.actuator_moment[q]


@kernel
def subtract_velocity_forces(m: Model, d: Data, out: View) -> None:
    """out -= r', the derivative of the remainder by velocities

    Reads   forward dynamics at the state; row_weight, row_state, contact_H of hold_minimum
    """
    subtract_dampers(m, d, out)
    subtract_actuators(m, d, out)
    if d.nefc > 0:
        subtract_references(m, d, out)


@kernel
def subtract_control_forces(m: Model, d: Data, out: View, first: int, width: int) -> None:
    """Write -r' for the controls ``first`` .. ``first + width`` - 1, COLUMNS for each dof."""
    for k in range(m.nv * COLUMNS):
        out[k] = 0.0
    if m.opt.disableflags & mjtDisableBit.mjDSBL_ACTUATION != 0:
        return
    limited = m.opt.disableflags & mjtDisableBit.mjDSBL_CLAMPCTRL == 0
    for i in range(m.nactuator):
        u, c = m.actuator_ctrladr[i], m.actuator_ctrladr[i] - first
        if m.actuator_ctrlnum[i] == 0 or not 0 <= c < width or is_held(m, d, i):
            continue
        if limited and m.actuator_ctrllimited[u] != 0 and is_beyond(d.ctrl[u], m.actuator_ctrlrange, u):
            continue
        weight, at = gain(m, d, i), m.actuator_outadr[i]
        for p in range(d.moment_rowadr[at], d.moment_rowadr[at] + d.moment_rownnz[at]):
            out[d.moment_colind[p] * COLUMNS + c] -= weight * d.actuator_moment[p]
