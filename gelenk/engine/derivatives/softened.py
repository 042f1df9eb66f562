"""Derivatives with softened zones of rows and contacts from a distance; kinks.

Documents: design / Tangents of kernels; Computation / Constraint solver / Reduced primal problem

Softened zones of rows, and contacts from a distance (smooth, reach).

Values are those of the exact force law (constraint/solver/cost.py), whose derivative by jar jumps at the borders of
zones. The derivative here is that of the law softened by a softplus of width w, with s(x) = 1 / (1 + exp(-x)):
    limit, pyramid   D s(-jar / w)
    friction loss    D (s((jar + edge) / w) - s((jar - edge) / w))
    elliptic cone    s((T - N) / w) (b D + (1 - b) H),  b = s(-(mu^2 N + T) / w),  H the Hessian of the middle zone
Derivatives by D, friction and limits are those of the exact law. A contact within reach has rows with zero force and
the derivative above.

Kinks: borders near a state at which derivatives jump.

Laws of force are those of engine/constraint/solver/cost.py: friction loss is quadratic for |jar| < R frictionloss,
limits and edges of pyramids push for jar < 0, and an elliptic cone has the borders N = T and mu^2 N + T = 0.

A row is near a border if a change of an input by eps may cross the border. Its jar = J qacc - aref then changes by eps
(K d + B) |J| through aref, with the largest element of J, so the tolerance grows with the stiffness of a contact.
Limits and contacts also begin and end, where their distance reaches the margin.
"""

import math

from gelenk.algebra.linalg import copy, is_sparse, zero
from gelenk.engine.arena import clear_rows, finish_rows
from gelenk.engine.constraint.rows.contact import add_contact
from gelenk.engine.constraint.rows.make_constraint import EXACT_DIAGONAL, make_constraint
from gelenk.engine.constraint.solver.cholesky import solve_hessian
from gelenk.engine.constraint.solver.cost import cone_hessian, cone_radius, cone_stiffness, constraint_cost
from gelenk.engine.constraint.solver.elimination_tree import shape_hessian
from gelenk.engine.constraint.solver.islands import MODEL_ORDER, WHOLE, all_islands, arrange
from gelenk.engine.constraint.solver.jacobian_products import add_jt, mul_j
from gelenk.engine.constraint.solver.primal import load_vectors, mul_m_part, store_vectors
from gelenk.engine.derivatives.solver_rules import factor_here
from gelenk.engine.derivatives.witness_points import held
from gelenk.engine.position.transmission import IN_GAP
from gelenk.engine.stage_calls import require
from gelenk.engine.step import REFERENCE, find_contacts, run
from gelenk.tables.enums import (
    mjMINVAL,
    mjtConstraint,
    mjtConstraintState,
    mjtDisableBit,
    mjtEnableBit,
    mjtJoint,
)
from gelenk.tables.status import DONE, GROW
from gelenk.toolchain.kernel import kernel
from gelenk.toolchain.kernel_types import Data, Model


@kernel
def step_up(x: float) -> float:
    """Return s(x) = 1 / (1 + exp(-x)), the derivative of the softplus log(1 + exp(x))."""
    if x >= 0.0:
        return 1.0 / (1.0 + math.exp(-x))
    e = math.exp(x)
    return e / (1.0 + e)


@kernel
def is_from_distance(m: Model, d: Data, e: int) -> bool:
    """Return whether row ``e`` belongs to a contact that exists in derivatives only.

    Adhesive contacts have rows within the gap, so gradients/arguments.py refuses reach for their models.
    """
    if d.efc_type[e] < mjtConstraint.mjCNSTR_CONTACT_FRICTIONLESS or m.flg_adhesion != 0:
        return False
    c = d.efc_id[e]
    return bool(d.contact_dist[c] >= d.contact_includemargin[c])


@kernel
def reach_constraint(m: Model, d: Data) -> None:
    """Build the constraint rows, followed by the rows of contacts in the gap.

    Replaces make_constraint; reads and writes the same fields.
    """
    make_constraint(m, d)
    if d.need_efc > d.nefcmax or d.need_J > d.nJmax:
        return
    for c in range(d.ncon):
        geoms = d.contact_flex[c, 0] < 0 and d.contact_flex[c, 1] < 0
        if geoms and d.contact_exclude[c] == IN_GAP:
            d.contact_exclude[c] = 0
            add_contact(m, d, c)
    if finish_rows(m, d, 0) and (d.nefc > d.nefcmax or d.nJ > d.nJmax):
        d.need_efc = d.nefc
        d.need_J = d.nJ
        clear_rows(m, d)
    if d.nefc > 0 and (m.opt.enableflags & mjtEnableBit.mjENBL_DIAGEXACT) != 0:
        require(m, d, EXACT_DIAGONAL)


# Softened derivatives


@kernel
def cone_slope(d: Data, c: int, row: int, active: float, inner: float) -> None:
    """contact_H = active (inner D + (1 - inner) H) at row_jar, of an elliptic contact

    active, inner   weights of its zones

    (T - N) / T is 0 at the upper border of the middle zone and 1 + 1 / mu^2 at the lower one; outside the zone it is
    clamped to this range, so that H stays positive.
    """
    dim, mu, normal = d.contact_dim[c], d.contact_mu[c], d.row_jar[row]
    radius = cone_radius(d, c, row, dim)
    if radius >= mjMINVAL:
        excess = min(max(radius - normal, 0.0), radius * (1.0 + 1.0 / (mu * mu)))
        scale = active * (1.0 - inner) * cone_stiffness(d.efc_D[d.row_efc[row]], mu)
        cone_hessian(d, c, row, dim, scale, excess, radius)
    else:
        for k in range(dim * dim):
            d.contact_H[c, k] = 0.0
    for i in range(dim):
        d.contact_H[c, i * dim + i] += active * inner * d.efc_D[d.row_efc[row + i]]


@kernel
def soften_cone(d: Data, c: int, row: int, width: float) -> None:
    """Set contact_H to the softened second derivative of the cost of an elliptic contact.

    The state of the contact becomes the middle zone, whose Hessian is contact_H.
    The weights of its first two rows are those of the zones: active and inner.
    """
    dim, mu, normal = d.contact_dim[c], d.contact_mu[c], d.row_jar[row]
    radius = cone_radius(d, c, row, dim)
    for i in range(dim):
        d.row_state[row + i] = mjtConstraintState.mjCNSTRSTATE_CONE
        d.row_weight[row + i] = 0.0
    d.row_weight[row] = step_up((radius - normal) / width)
    d.row_weight[row + 1] = 1.0 if radius < mjMINVAL else step_up(-(mu * mu * normal + radius) / width)
    cone_slope(d, c, row, d.row_weight[row], d.row_weight[row + 1])


@kernel
def soften_rows(d: Data, row_eq: int, row_fr: int, width: float) -> None:
    """Set row_weight, for cones contact_H, to the softened derivatives at row_jar."""
    for r in range(d.nefc):
        e = d.row_efc[r]
        x, weight = d.row_jar[r], d.efc_D[e]
        if r < row_eq:
            d.row_weight[r] = weight
        elif r < row_fr:
            edge = d.row_edge[r]
            d.row_weight[r] = weight * (step_up((x + edge) / width) - step_up((x - edge) / width))
        else:
            d.row_weight[r] = weight * step_up(-x / width)
        d.row_state[r] = mjtConstraintState.mjCNSTRSTATE_QUADRATIC
    r = row_fr
    while r < d.nefc:
        c = d.row_cone[r]
        if c >= 0:
            soften_cone(d, c, r, width)
            r += d.contact_dim[c]
        else:
            r += 1


@kernel
def soften(m: Model, d: Data, width: float, reach: float) -> None:
    """Factorize the Hessian with softened zones at qacc, the minimum that hold_minimum found.

    width   of the softplus [m/s^2 or rad/s^2]
    reach   greater than 0: detect contacts again with the gaps of the model; contacts in the gap get rows
    Reads   qacc, positions and velocities, what constraint_forces reads
    Writes  contact_*, efc_*, if ``reach``; row_held: derivatives, for cones weights of zones; hess, hess_inv and their
            structure
    Status  need_con, need_efc, need_J, need_H; a stage of collision may be missing
    """
    d.status = DONE
    if reach > 0.0:
        find_contacts(m, d)
        if d.status != DONE:
            return
        reach_constraint(m, d)
        if d.need_efc > d.nefcmax or d.need_J > d.nJmax:
            d.status = GROW
            return
        if d.nefc > 0:
            run(m, d, REFERENCE)
    if d.nefc == 0 or d.status != DONE:
        return
    arrange(m, d, MODEL_ORDER, WHOLE)
    if not shape_hessian(m, d):
        d.status = GROW
        return
    load_vectors(m, d)
    isl = all_islands(d)
    mul_j(d, isl, d.qacc, d.row_jar)
    for r in range(d.nefc):
        d.row_jar[r] -= d.efc_aref[d.row_efc[r]]
    soften_rows(d, isl.row_eq, isl.row_fr, width)
    factor_here(m, d)


# The rule


@kernel
def soften_forces(d: Data) -> None:
    """row_force -= derivative * row_jv; row_jv is zero and has the tangents of jar"""
    r = 0
    while r < d.nefc:
        c = d.row_cone[r]
        if c < 0:
            d.row_force[r] -= d.row_held[r] * d.row_jv[r]
            r += 1
            continue
        dim = d.contact_dim[c]
        cone_slope(d, c, r, d.row_held[r], d.row_held[r + 1])
        for i in range(dim):
            for j in range(dim):
                d.row_force[r + i] -= d.contact_H[c, i * dim + j] * d.row_jv[r + j]
        r += dim


@kernel
def softened_residual(m: Model, d: Data) -> None:
    """sol_con = J' f, sol_grad = M sol_x - qfrc_smooth - J' f, with the forces f at sol_x

    Forces have the values of the exact law, its derivatives at constant jar, and the softened derivatives by jar.
    """
    isl = all_islands(d)
    mul_j(d, isl, d.sol_x, d.row_jar)
    for r in range(d.nefc):
        jar = d.row_jar[r] - d.efc_aref[d.row_efc[r]]
        kept = held(d, 0, jar)
        d.row_jar[r] = kept
        d.row_jv[r] = jar - kept
    mul_m_part(m, d, isl, d.sol_Ma, d.sol_x)
    constraint_cost(m, d, isl, False)
    soften_forces(d)
    zero(d.sol_con, m.nv)
    add_jt(d, isl, d.row_force, d.sol_con)
    for i in range(m.nv):
        d.sol_grad[i] = d.sol_Ma[i] - d.sol_frc[i] - d.sol_con[i]


@kernel
def softened_rule(m: Model, d: Data) -> None:
    """Compute qacc and forces by one Newton step, with hess and softened derivatives held.

    Replaces minimum_rule (solver_rules.py) after ``soften``.
    Reads   what minimum_rule reads; row_held: derivatives, for cones weights of zones
    Writes  efc_force, efc_state (nefc), qfrc_constraint, qacc (nv)
    """
    if d.nefc == 0:
        copy(d.qacc, d.qacc_smooth, m.nv)
        zero(d.qfrc_constraint, m.nv)
        return
    arrange(m, d, MODEL_ORDER, WHOLE)
    load_vectors(m, d)
    for r in range(d.nefc):
        if is_from_distance(m, d, d.row_efc[r]):
            d.row_D[r] = 0.0
    copy(d.sol_x, d.qacc_warmstart, m.nv)
    softened_residual(m, d)
    solve_hessian(d, all_islands(d), d.sol_search, d.sol_grad)
    for i in range(m.nv):
        d.sol_x[i] += d.sol_search[i]
    softened_residual(m, d)
    store_vectors(m, d)


# Kinks


@kernel
def largest_element(m: Model, d: Data, e: int, sparse: bool) -> float:
    """Return the largest absolute value of efc_J[e]."""
    adr, found = d.efc_J_rowadr[e], 0.0
    for k in range(adr, adr + (d.efc_J_rownnz[e] if sparse else m.nv)):
        found = max(found, abs(d.efc_J[k]))
    return found


@kernel
def reference_slope(d: Data, e: int) -> float:
    """Return K d + B of a row: the derivative of -aref by pos plus that by vel."""
    return d.efc_KBIP[e, 0] * d.efc_KBIP[e, 2] + d.efc_KBIP[e, 1]


@kernel
def is_ending(d: Data, e: int, change: float) -> bool:
    """Return whether a limit or contact ends if its distance changes by ``change`` [m, rad]."""
    return bool(
        d.efc_type[e] >= mjtConstraint.mjCNSTR_LIMIT_JOINT and abs(d.efc_pos[e] - d.efc_margin[e]) <= change
    )


@kernel
def near_edges(m: Model, d: Data, eps: float) -> int:
    """Return the number of rows within eps of a border, except elliptic cones and equalities."""
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
    """Return whether a limit that has no row gets one if ``value`` changes by eps."""
    return bool(0.0 <= min(value - low, high - value) - margin <= eps)


@kernel
def near_limits(m: Model, d: Data, eps: float) -> int:
    """Return the number of limits of joints and tendons that a change by eps may activate."""
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

    eps   change of inputs. The tolerance of a row is the resulting change of jar, plus eps times the scale of the row,
          |aref| + |R force| + |jar|; the tolerance of a control is eps times the width of its range
    """
    found = near_ranges(m, d, eps) + near_limits(m, d, eps)
    if d.nefc > 0:
        found += near_edges(m, d, eps) + near_cones(m, d, eps)
    return found
