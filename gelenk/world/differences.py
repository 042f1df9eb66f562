"""Derivatives of a step and of inverse dynamics by finite differences.

Documents: API / Derivatives; Computation / Derivatives

transition   (x, u) -> (y, s): state x = (dq, v, act), dq tangent to qpos; control u, next state y, sensors s
inverse      (q, v, a) -> (qfrc_inverse, s, M)

What a change cannot touch is not computed again: controls and activations leave positions and velocities
valid, velocities leave positions valid. Every evaluation starts from the same warm start.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from gelenk.jit import library
from gelenk.tables.enums import mjtDisableBit, mjtIntegrator, mjtStage
from gelenk.world import drive

if TYPE_CHECKING:
    from gelenk.world.data import MjData
    from gelenk.world.model import MjModel

_STATE = ("qpos", "qvel", "act", "ctrl", "qacc_warmstart")


def _save(d: MjData) -> dict[str, Any]:
    return {name: getattr(d, name).copy() for name in _STATE} | {"time": d.time}


def _restore(d: MjData, saved: dict[str, Any]) -> None:
    for name, value in saved.items():
        setattr(d, name, value)


def _tangent(m: MjModel, base: np.ndarray, moved: np.ndarray) -> np.ndarray:
    """Displacement (nv) that leads from configuration ``base`` to ``moved``."""
    out = np.zeros(m.nv)
    library.call("differentiate_pos", m, out, 1.0, base, moved)
    return out


def _nudge(m: MjModel, qpos: np.ndarray, i: int, eps: float) -> np.ndarray:
    """``qpos`` moved by ``eps`` along dof ``i``."""
    velocity = np.zeros(m.nv)
    velocity[i] = 1.0
    moved = qpos.copy()
    library.call("integrate_pos", m, moved, velocity, eps)
    return moved


class _Transition:
    """One step of ``d`` from a saved state, as a function of small changes."""

    def __init__(self, m: MjModel, d: MjData, eps: float, sensors: bool) -> None:
        self.m, self.d, self.eps, self.sensors = m, d, eps, sensors
        self.saved = _save(d)
        euler = int(m.opt.integrator) in (int(mjtIntegrator.mjINT_EULER), int(mjtIntegrator.mjINT_RK4))
        self.integrate = "euler" if euler else "implicit"
        self.base = self.run(mjtStage.mjSTAGE_NONE)

    def run(self, skip: int) -> Any:
        """Step from the present state; returns next state and sensors, and goes back to the saved state."""
        d = self.d
        drive.run("forward_part", self.m, d, skip, 0 if self.sensors else 1)
        sensordata = d.sensordata.copy()
        drive.call_stage(self.integrate, self.m, d)
        result = d.qpos.copy(), np.concatenate([d.qvel, d.act]), sensordata
        _restore(d, self.saved)
        return result

    def at(self, skip: int, name: str, i: int, change: Any) -> Any:
        """Result with entry ``i`` of ``name`` changed; a change of qpos is along dof i."""
        if name == "qpos":
            self.d.qpos = _nudge(self.m, self.saved["qpos"], i, change)
        else:
            getattr(self.d, name)[i] += change
        return self.run(skip)

    def difference(self, minus: Any, plus: Any, width: float) -> tuple[Any, ...]:
        """(d y, d s) between two results that are ``width`` apart."""
        dq = _tangent(self.m, minus[0], plus[0])
        return np.concatenate([dq, plus[1] - minus[1]]) / width, (plus[2] - minus[2]) / width

    def column(
        self, skip: int, name: str, i: int, centered: bool, forward: bool = True, backward: bool = True
    ) -> Any:
        """Derivative with respect to one entry; one-sided where only one side is allowed."""
        backward = backward and (centered or not forward)
        plus = self.at(skip, name, i, self.eps) if forward else self.base
        minus = self.at(skip, name, i, -self.eps) if backward else self.base
        return self.difference(minus, plus, self.eps * (int(forward) + int(backward)) or 1.0)


def _within(m: MjModel, i: int, value: float) -> bool:
    """Whether the clamped range of control i contains ``value``."""
    if not m.actuator_ctrllimited[i] or int(m.opt.disableflags) & int(mjtDisableBit.mjDSBL_CLAMPCTRL):
        return True
    return bool(m.actuator_ctrlrange[i, 0] <= value <= m.actuator_ctrlrange[i, 1])


def transition_fd(
    m: MjModel,
    d: MjData,
    eps: float,
    centered: bool,
    A: np.ndarray | None,
    B: np.ndarray | None,
    C: np.ndarray | None,
    D: np.ndarray | None,
) -> None:
    """Derivatives of a step (mjd_transitionFD); any output may be None. ``d`` keeps its state.

    With nx = 2 nv + na: A (nx, nx) dy/dx, B (nx, nu) dy/du, C (nsensordata, nx) ds/dx, D (.., nu) ds/du
    Controls at an end of their range are differenced towards the inside. Raises ValueError for RK4 and delays.
    """
    if int(m.opt.integrator) == int(mjtIntegrator.mjINT_RK4):
        raise ValueError("mjd_transitionFD: the RK4 integrator is not supported")
    if m.nhistory:
        raise ValueError("mjd_transitionFD: delays are not supported, their histories are part of the state")
    step = _Transition(m, d, eps, C is not None or D is not None)
    if B is not None or D is not None:
        for i in range(m.nu):
            u = step.saved["ctrl"][i]
            dy, ds = step.column(
                mjtStage.mjSTAGE_VEL, "ctrl", i, centered, _within(m, i, u + eps), _within(m, i, u - eps)
            )
            _put(B, D, i, dy, ds)
    if A is not None or C is not None:
        for i in range(m.na):
            _put(A, C, 2 * m.nv + i, *step.column(mjtStage.mjSTAGE_VEL, "act", i, centered))
        for i in range(m.nv):
            _put(A, C, m.nv + i, *step.column(mjtStage.mjSTAGE_POS, "qvel", i, centered))
        for i in range(m.nv):
            _put(A, C, i, *step.column(mjtStage.mjSTAGE_NONE, "qpos", i, centered))


def _put(first: np.ndarray | None, second: np.ndarray | None, i: int, dy: np.ndarray, ds: np.ndarray) -> None:
    if first is not None:
        first[:, i] = dy
    if second is not None:
        second[:, i] = ds


def inverse_fd(
    m: MjModel,
    d: MjData,
    eps: float,
    actuation: bool,
    DfDq: np.ndarray | None,
    DfDv: np.ndarray | None,
    DfDa: np.ndarray | None,
    DsDq: np.ndarray | None,
    DsDv: np.ndarray | None,
    DsDa: np.ndarray | None,
    DmDq: np.ndarray | None,
) -> None:
    """Derivatives of inverse dynamics by forward differences (mjd_inverseFD); any output may be None.

    Rows are inputs: DfD* (nv, nv) of qfrc_inverse, DsD* (nv, nsensordata) of sensors, DmDq (nv, nM) of qM.
    With ``actuation`` the force of the actuators is taken off qfrc_inverse.
    """
    sensors = not (DsDq is None and DsDv is None and DsDa is None)
    saved = {name: getattr(d, name).copy() for name in ("qpos", "qvel", "qacc")}

    def run(skip: int) -> Any:
        if actuation:
            drive.run("inverse_part", m, d, skip, 1)
            drive.call_stage("fwd_actuation", m, d)
        if sensors or not actuation:  # sensors of actuator forces need these first
            drive.run("inverse_part", m, d, skip, 0 if sensors else 1)
        force = d.qfrc_inverse - d.qfrc_actuator if actuation else d.qfrc_inverse.copy()
        result = force, d.sensordata.copy(), d.qM.copy()
        _restore(d, saved)
        return result

    def differentiate(skip: int, name: str, outputs: Any) -> None:
        for i in range(m.nv) if any(out is not None for out in outputs) else ():
            if name == "qpos":
                d.qpos = _nudge(m, saved["qpos"], i, eps)
            else:
                getattr(d, name)[i] += eps
            for out, moved, base in zip(outputs, run(skip), start, strict=True):
                if out is not None:
                    out[i] = (moved - base) / eps

    start = run(mjtStage.mjSTAGE_NONE)
    differentiate(mjtStage.mjSTAGE_VEL, "qacc", (DfDa, DsDa, None))
    differentiate(mjtStage.mjSTAGE_POS, "qvel", (DfDv, DsDv, None))
    differentiate(mjtStage.mjSTAGE_NONE, "qpos", (DfDq, DsDq, DmDq))
