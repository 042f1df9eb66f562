"""Kinks: borders near a state at which derivatives jump.

Documents: design / Tangents of kernels; Computation / Constraint solver / Reduced primal problem

Laws of force are those of engine/constraint/solver/cost.py: friction loss is quadratic for |jar| < R frictionloss,
limits and edges of pyramids push for jar < 0, and an elliptic cone has the borders N = T and mu^2 N + T = 0.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from gelenk.tables.enums import mjtConstraint, mjtDisableBit

if TYPE_CHECKING:
    from gelenk.runtime.data import MjData
    from gelenk.runtime.model import MjModel


def count(m: MjModel, d: MjData, jar: np.ndarray, eps: float) -> int:
    """Return the number of constraint rows, cones and controls within ``eps`` of a border.

    jar   J qacc - aref (nefc)
    eps   distance relative to the scale of the row, aref and R times its force; of a control, to its range
    """
    scale = np.abs(d.efc_aref) + np.abs(d.efc_R * d.efc_force) + np.abs(jar)
    cones = d.efc_type == mjtConstraint.mjCNSTR_CONTACT_ELLIPTIC
    loss = (d.efc_type == mjtConstraint.mjCNSTR_FRICTION_DOF) | (
        d.efc_type == mjtConstraint.mjCNSTR_FRICTION_TENDON
    )
    edge = np.where(loss, d.efc_R * d.efc_frictionloss, 0.0)
    near = np.abs(np.abs(jar) - edge) <= eps * (scale + edge)
    equalities = d.efc_type == mjtConstraint.mjCNSTR_EQUALITY
    found = np.count_nonzero(near & ~cones & ~equalities)
    return int(found + sum(_cone_is_near(d, jar, c, eps) for c in _cones(d, cones)) + _controls(m, d, eps))


def _cones(d: MjData, cones: np.ndarray) -> list[int]:
    """Return the contacts that have elliptic rows."""
    return sorted(set(d.efc_id[cones].tolist()))


def _cone_is_near(d: MjData, jar: np.ndarray, c: int, eps: float) -> bool:
    contact = d.contact[c]
    first, dim = int(contact.efc_address), int(contact.dim)
    normal = jar[first]
    radius = float(np.linalg.norm(contact.friction[: dim - 1] * jar[first + 1 : first + dim]))
    size = abs(normal) + radius + abs(d.efc_aref[first])
    lower = contact.mu**2 * normal + radius
    return bool(min(abs(normal - radius), abs(lower)) <= eps * size)


def _controls(m: MjModel, d: MjData, eps: float) -> int:
    """Return the number of controls within ``eps`` of an end of their range."""
    if m.opt.disableflags & int(mjtDisableBit.mjDSBL_CLAMPCTRL) or not m.nu:
        return 0
    low, high = m.actuator_ctrlrange.T
    near = np.minimum(np.abs(d.ctrl - low), np.abs(d.ctrl - high)) <= eps * (high - low)
    return int(np.count_nonzero(near & (m.actuator_ctrllimited > 0)))
