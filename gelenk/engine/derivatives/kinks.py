"""Kinks: borders near a state at which derivatives jump.

Documents: design / Tangents of kernels; Computation / Constraint solver / Reduced primal problem

Laws of force are those of engine/constraint/solver/cost.py: friction loss is quadratic for |jar| < R frictionloss,
limits and edges of pyramids push for jar < 0, and an elliptic cone has the borders N = T and mu^2 N + T = 0.
"""

import math

from gelenk.tables.enums import mjtConstraint, mjtDisableBit
from gelenk.toolchain.kernel import kernel
from gelenk.toolchain.kernel_types import Data, Model


@kernel
def near_edges(d: Data, eps: float) -> int:
    """Return the number of rows, but of cones and equalities, within eps of a border."""
    found = 0
    for r in range(d.nefc):
        e = d.row_efc[r]
        kind, jar = d.efc_type[e], abs(d.row_jar[r])
        if kind != mjtConstraint.mjCNSTR_CONTACT_ELLIPTIC and kind != mjtConstraint.mjCNSTR_EQUALITY:
            edge = 0.0
            if kind == mjtConstraint.mjCNSTR_FRICTION_DOF or kind == mjtConstraint.mjCNSTR_FRICTION_TENDON:
                edge = d.efc_R[e] * d.efc_frictionloss[e]
            scale = abs(d.efc_aref[e]) + abs(d.efc_R[e] * d.row_force[r]) + jar
            if abs(jar - edge) <= eps * (scale + edge):
                found += 1
    return found


@kernel
def near_cones(d: Data, eps: float) -> int:
    """Return the number of elliptic cones within eps of a border.

    Rows keep the order of the model, so that those of a contact follow each other.
    """
    found = 0
    for r in range(d.nefc):
        e = d.row_efc[r]
        if d.efc_type[e] != mjtConstraint.mjCNSTR_CONTACT_ELLIPTIC or d.contact_efc_address[d.efc_id[e]] != e:
            continue
        c = d.efc_id[e]
        normal, square = d.row_jar[r], 0.0
        for k in range(1, d.contact_dim[c]):
            part = d.contact_friction[c, k - 1] * d.row_jar[r + k]
            square += part * part
        radius = math.sqrt(square)
        lower = d.contact_mu[c] * d.contact_mu[c] * normal + radius
        size = abs(normal) + radius + abs(d.efc_aref[e])
        if min(abs(normal - radius), abs(lower)) <= eps * size:
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
def count_kinks(m: Model, d: Data, eps: float) -> int:
    """Return the number of rows, cones and controls within eps of a border, after hold_step.

    eps   relative to the scale of a row, |aref| + |R force| + |jar|; of a control, to its range
    """
    found = near_ranges(m, d, eps)
    if d.nefc > 0:
        found += near_edges(d, eps) + near_cones(d, eps)
    return found
