"""Finite differences of a step and of inverse dynamics: checks, and memory for kernels.

Documents: API / Derivatives; Computation / Derivatives

transition   (x, u) -> (y, s): state x = (dq, v, act), dq tangent to qpos; control u, next state y, sensors s
inverse      (q, v, a) -> (qfrc_inverse, s, M)
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, cast

import numpy as np

from gelenk.engine.query import finite_differences as kernels
from gelenk.runtime import pipeline
from gelenk.tables.enums import mjtIntegrator

if TYPE_CHECKING:
    from gelenk.runtime.data import MjData
    from gelenk.runtime.model import MjModel

Matrix = np.ndarray | None
_NOTHING = np.zeros(0)


def _wanted(bits: tuple[int, ...], outputs: tuple[Matrix, ...]) -> int:
    """Return the bits of the outputs that are not None."""
    return sum(bit for bit, out in zip(bits, outputs, strict=True) if out is not None)


def _run(
    name: str, m: MjModel, d: MjData, numbers: int, outputs: tuple[Matrix, ...], eps: float, wanted: int
) -> None:
    """Run a kernel with work memory for the state and for `numbers` floats."""
    kept, room = np.empty(kernels.kept_numbers(cast(Any, m))), np.empty(numbers)
    pipeline.run_stage(
        name, m, d, kept, room, *(_NOTHING if out is None else out for out in outputs), eps, wanted
    )


def transition_fd(
    m: MjModel, d: MjData, eps: float, centered: bool, A: Matrix, B: Matrix, C: Matrix, D: Matrix
) -> None:
    """Write derivatives of a step (mjd_transitionFD); outputs may be None; d keeps its state.

    With nx = 2 nv + na: A (nx, nx) dy/dx, B (nx, nu) dy/du, C (nsensordata, nx) ds/dx, D (.., nu) ds/du
    Controls at a limit are differenced toward the inside. Raises ValueError for RK4 and delays.
    """
    if int(m.opt.integrator) == int(mjtIntegrator.mjINT_RK4):
        raise ValueError("mjd_transitionFD: the RK4 integrator is not supported")
    if m.nhistory:
        raise ValueError("mjd_transitionFD: delays are not supported, their histories are part of the state")
    outputs = A, B, C, D
    bits = kernels.STATE_BY_STATE, kernels.STATE_BY_CTRL, kernels.SENSORS_BY_STATE, kernels.SENSORS_BY_CTRL
    wanted = _wanted(bits, outputs) + (kernels.CENTERED if centered else 0)
    numbers = 4 * (m.nq + m.nv + m.na + m.nsensordata) + m.nv
    _run("transition", m, d, numbers, outputs, eps, wanted)


def inverse_fd(
    m: MjModel,
    d: MjData,
    eps: float,
    actuation: bool,
    DfDq: Matrix,
    DfDv: Matrix,
    DfDa: Matrix,
    DsDq: Matrix,
    DsDv: Matrix,
    DsDa: Matrix,
    DmDq: Matrix,
) -> None:
    """Write derivatives of inverse dynamics (mjd_inverseFD); any output may be None.

    These are forward differences. Rows are inputs: DfD* (nv, nv) of qfrc_inverse, DsD* (nv, nsensordata) of sensors,
    DmDq (nv, nM) of qM. With ``actuation`` the force of the actuators is subtracted from qfrc_inverse.
    """
    outputs = DfDq, DfDv, DfDa, DsDq, DsDv, DsDa, DmDq
    arguments = kernels.BY_POS, kernels.BY_VEL, kernels.BY_ACC
    bits = (
        *(by * kernels.FORCE for by in arguments),
        *(by * kernels.SENSORS for by in arguments),
        kernels.BY_POS * kernels.INERTIA,
    )
    wanted = _wanted(bits, outputs) + (kernels.WITHOUT_ACTUATORS if actuation else 0)
    _run("inverse_slopes", m, d, 2 * (m.nv + m.nsensordata + m.nM) + m.nv, outputs, eps, wanted)
