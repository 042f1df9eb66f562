"""Kinks: borders near a state at which derivatives jump.

Documents: design / Tangents of kernels; Computation / Constraint solver / Reduced primal problem

Laws of force are those of engine/constraint/solver/cost.py: friction loss is quadratic for |jar| < R frictionloss,
limits and edges of pyramids push for jar < 0, and an elliptic cone has the borders N = T and mu^2 N + T = 0.

A row is near a border if a change of an input by eps may cross it. Its jar = J qacc - aref then changes by
eps (K d + B) |J| through aref, with the largest element of J; a stiff contact crosses where 1e-6 of jar would not.
Limits and contacts also begin and end, where their distance reaches the margin.
"""

import math

from gelenk.algebra.linalg import is_sparse
from gelenk.tables.enums import mjtConstraint, mjtDisableBit, mjtJoint
from gelenk.toolchain.kernel import kernel
from gelenk.toolchain.kernel_types import Data, Model


@kernel
def largest_element(m: Model, d: Data, e: int, sparse: bool) -> float:
    """Return the largest absolute value of efc_J[e]."""
    adr, found = d.efc_J_rowadr[e], 0.0
    for k in range(adr, adr + (d.efc_J_rownnz[e] if sparse else m.nv)):
        found = max(found, abs(d.efc_J[k]))
    return found


@kernel
def reference_slope(d: Data, e: int) -> float:
    """Return K d + B of a row, the derivatives of -aref by pos and by vel, added."""
    return d.efc_KBIP[e, 0] * d.efc_KBIP[e, 2] + d.efc_KBIP[e, 1]


@kernel
def is_ending(d: Data, e: int, change: float) -> bool:
    """Return whether a limit or contact ends within ``change`` of its distance [m, rad]."""
    return bool(
        d.efc_type[e] >= mjtConstraint.mjCNSTR_LIMIT_JOINT and abs(d.efc_pos[e] - d.efc_margin[e]) <= change
    )


@kernel
def near_edges(m: Model, d: Data, eps: float) -> int:
    """Return the number of rows within eps of a border, without elliptic cones and equalities."""
    found, sparse = 0, is_sparse(m)
    for r in range(d.nefc):
        e = d.row_efc[r]
        kind, jar = d.efc_type[e], abs(d.row_jar[r])
        if kind != mjtConstraint.mjCNSTR_CONTACT_ELLIPTIC and kind != mjtConstraint.mjCNSTR_EQUALITY:
            edge = 0.0
            if kind == mjtConstraint.mjCNSTR_FRICTION_DOF or kind == mjtConstraint.mjCNSTR_FRICTION_TENDON:
                edge = d.efc_R[e] * d.efc_frictionloss[e]
            scale = abs(d.efc_aref[e]) + abs(d.efc_R[e] * d.row_force[r]) + jar + edge
            change = eps * largest_element(m, d, e, sparse)
            near = abs(jar - edge) <= eps * scale + change * reference_slope(d, e)
            if near or is_ending(d, e, change):
                found += 1
    return found


@kernel
def near_cones(m: Model, d: Data, eps: float) -> int:
    """Return the number of elliptic cones within eps of a border.

    Rows are in the order of the model, so the rows of a contact are consecutive.
    """
    found, sparse = 0, is_sparse(m)
    for r in range(d.nefc):
        e = d.row_efc[r]
        if d.efc_type[e] != mjtConstraint.mjCNSTR_CONTACT_ELLIPTIC or d.contact_efc_address[d.efc_id[e]] != e:
            continue
        c = d.efc_id[e]
        normal, square = d.row_jar[r], 0.0
        change = eps * largest_element(m, d, e, sparse)
        moves = change * reference_slope(d, e)
        for k in range(1, d.contact_dim[c]):
            mu = d.contact_friction[c, k - 1]
            part = mu * d.row_jar[r + k]
            square += part * part
            moves += mu * eps * largest_element(m, d, e + k, sparse) * reference_slope(d, e + k)
        radius = math.sqrt(square)
        lower = d.contact_mu[c] * d.contact_mu[c] * normal + radius
        size = abs(normal) + radius + abs(d.efc_aref[e])
        near = min(abs(normal - radius), abs(lower)) <= eps * size + moves
        if near or is_ending(d, e, change):
            found += 1
    return found


@kernel
def near_ranges(m: Model, d: Data, eps: float) -> int:
    """Return the number of controls within eps of an end of their range."""
    found = 0
    if m.opt.disableflags & mjtDisableBit.mjDSBL_CLAMPCTRL != 0:
        return found
    for i in range(m.nu):
        low, high = m.actuator_ctrlrange[i, 0], m.actuator_ctrlrange[i, 1]
        if m.actuator_ctrllimited[i] != 0:
            if min(abs(d.ctrl[i] - low), abs(d.ctrl[i] - high)) <= eps * (high - low):
                found += 1
    return found


@kernel
def ball_angle(d: Data, adr: int) -> float:
    """Return the angle of the quaternion at qpos[adr], of the shorter rotation."""
    w, x, y, z = d.qpos[adr], d.qpos[adr + 1], d.qpos[adr + 2], d.qpos[adr + 3]
    return 2.0 * math.atan2(math.sqrt(x * x + y * y + z * z), abs(w))


@kernel
def is_beginning(value: float, low: float, high: float, margin: float, eps: float) -> bool:
    """Return whether a limit without a row begins where ``value`` changes by eps."""
    return bool(0.0 <= min(value - low, high - value) - margin <= eps)


@kernel
def near_limits(m: Model, d: Data, eps: float) -> int:
    """Return the number of limits of joints and tendons that begin within eps."""
    found = 0
    if m.opt.disableflags & mjtDisableBit.mjDSBL_LIMIT != 0:
        return found
    for j in range(m.njnt):
        if m.jnt_limited[j] == 0:
            continue
        low, high, adr = m.jnt_range[j, 0], m.jnt_range[j, 1], m.jnt_qposadr[j]
        value = d.qpos[adr]
        if m.jnt_type[j] == mjtJoint.mjJNT_BALL:
            value, high = ball_angle(d, adr), max(low, high)
            low = -high
        if is_beginning(value, low, high, m.jnt_margin[j], eps):
            found += 1
    for t in range(m.ntendon):
        if m.tendon_limited[t] != 0:
            low, high = m.tendon_range[t, 0], m.tendon_range[t, 1]
            if is_beginning(d.ten_length[t], low, high, m.tendon_margin[t], eps):
                found += 1
    return found


@kernel
def count_kinks(m: Model, d: Data, eps: float) -> int:
    """Return how many rows, cones, limits and controls are near a border, after hold_step.

    eps   change of inputs. The tolerance of a row is the change of jar by it, plus eps times the scale of the row,
          |aref| + |R force| + |jar|; that of a control is relative to its range
    """
    found = near_ranges(m, d, eps) + near_limits(m, d, eps)
    if d.nefc > 0:
        found += near_edges(m, d, eps) + near_cones(m, d, eps)
    return found
