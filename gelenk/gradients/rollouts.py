"""Rollouts: the gradient of a loss over several steps, backward in time.

Documents: design / Rollouts and programs of others

    lambda_t = Phi_x' lambda_{t+1} + L_x      gradient with respect to the state at t
    dL/du_t  = Phi_u' lambda_{t+1} + L_u
    dL/dp    = sum over t of Phi_p' lambda_{t+1} + L_p

The steps Phi are differentiated by `vjp`. A rollout of T steps stores about 2 sqrt(T) states: a checkpoint every
sqrt(T) steps, and the states between two checkpoints, which are computed again.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any

import numpy as np

from gelenk.api import mj_state
from gelenk.gradients import arguments
from gelenk.gradients.adjoint import vjp
from gelenk.gradients.arguments import EXACT, Softening, Unsupported, as_softening
from gelenk.gradients.jacobian import Names
from gelenk.gradients.pass_memory import TangentSpace
from gelenk.gradients.passes import integrator
from gelenk.runtime.annotation_checks import checked
from gelenk.runtime.arguments import check_pair
from gelenk.runtime.data import MjData
from gelenk.runtime.model import MjModel
from gelenk.runtime.pipeline import run_stage
from gelenk.tables.enums import mjtState

if TYPE_CHECKING:
    from numpy.typing import ArrayLike

    Weights = Mapping[str, ArrayLike]
    Loss = Callable[[int, MjModel, MjData], tuple[float, Weights]]

_AT_T = ("qpos", "qvel", "act", "ctrl", arguments.STATE)  # names whose weights need no Jacobian of results


@checked
def rollout(
    m: MjModel,
    d: MjData,
    ctrl: ArrayLike,
    loss: Loss | Weights,
    by: Names = (arguments.STATE, "ctrl"),
    smooth: float = 0.0,
    reach: float = 0.0,
) -> tuple[float, dict[str, np.ndarray]]:
    """Return a loss over a rollout, and its gradient.

    value, g = rollout(m, d, ctrl, loss) starts at the state of d and applies ctrl[t] in step t. At each t from 0 to T,
    loss(t, m, d) reads an MjData after mj_forward with ctrl[t]; at t = T, with the controls of the last step. The loss
    returns its value and the derivatives of the value: (value, {name: derivative}). The losses of all t are summed.

        def loss(t, m, d):
            error = d.site_xpos[0] - goal
            return error @ error + 0.01 * d.ctrl @ d.ctrl, {"site_xpos": [2 * error], "ctrl": 0.02 * d.ctrl}

    m, d      model and data; neither is changed
    ctrl      controls (T, nu)
    loss      as above; derivatives are with respect to "qpos" (nq), "qvel", "act", "ctrl", "state" in its tangent space
              (2 nv + na), and results of `jacobian` at this state, such as "xpos" or "sensordata"; {} where the
              value does not vary. Or a mapping of constant weights: name -> (T + 1, ...), whose loss is the weighted
              sum
    by        inputs: "ctrl" of all steps, "state", "qpos", "qvel" and "act" of the first; of the other inputs
              of `jacobian`, fields of the model and forces, which are equal in all steps
    smooth    width of softened zones, as in `jacobian` [m/s^2, rad/s^2]; states and the value stay exact
    reach     distance up to which contacts count in derivatives, as in `jacobian` [m]
    Returns   value, and input -> gradient: "ctrl" (T, nu), "state" (2 nv + na), "qpos" (nv), others of their shape
    Errors    as jacobian; TypeError, ValueError: a loss or controls of a wrong kind or shape, or not finite;
              ValueError: the state becomes infinite in a step
    Source    design / Tangents of kernels
    """
    caller = "rollout"
    softening = as_softening(smooth, reach, caller)
    wanted = arguments.as_names(by, "by", caller)
    for name in wanted:
        arguments.check_input(m, name, (arguments.STATE,), caller)
    check_pair(caller, m, d)
    refuse_memory(m, caller)
    run = _Rollout(m, d, checked_controls(m, ctrl, caller), caller, softening)
    value = run.forward(loss if callable(loss) else _weighted(m, d, loss, len(run.ctrl), caller))
    return value, run.backward(wanted)


class _Rollout:
    """States of a rollout at checkpoints, and the derivatives of the loss at all t."""

    def __init__(
        self, m: MjModel, d: MjData, ctrl: np.ndarray, caller: str, softening: Softening = EXACT
    ) -> None:
        self.m, self.ctrl, self.caller, self.softening = m, ctrl, caller, softening
        self.d = MjData(m)
        vector = np.empty(mj_state.mj_stateSize(m, mjtState.mjSTATE_INTEGRATION))
        mj_state.mj_getState(m, d, vector, mjtState.mjSTATE_INTEGRATION)
        mj_state.mj_setState(m, self.d, vector, mjtState.mjSTATE_INTEGRATION)
        self.every = max(
            math.isqrt(max(len(ctrl) - 1, 0)) + 1, 1
        )  # steps between checkpoints: at least sqrt(T)
        self.kept = np.empty((len(ctrl) // self.every + 1, len(vector)))
        self.segment = np.empty((self.every, len(vector)))
        self.first = 0  # step at which the segment begins
        self.weights: list[dict[str, np.ndarray]] = []

    def forward(self, loss: Loss) -> float:
        """Roll out; return the value of the loss, and keep its derivatives."""
        m, d, total = self.m, self.d, 0.0
        for t in range(len(self.ctrl) + 1):
            self._enter(t)
            if t % self.every == 0:
                self.first = t
                self.kept[t // self.every] = self.segment[0]
            self._stage("forward", t)
            value, weights = _checked_loss(m, d, loss(t, m, d), t, self.caller)
            total += value
            self.weights.append(weights)
            if t < len(self.ctrl):
                self._stage(integrator(m), t)
        return total

    def _enter(self, t: int) -> None:
        """Set the controls of step t, and store the state in the segment."""
        if t < len(self.ctrl):
            self.d.ctrl[:] = self.ctrl[t]
        mj_state.mj_getState(self.m, self.d, self.segment[t % self.every], mjtState.mjSTATE_INTEGRATION)

    def _stage(self, name: str, t: int) -> None:
        d = self.d
        run_stage(name, self.m, d)
        if not (np.isfinite(d.qacc).all() and np.isfinite(d.qpos).all()):
            raise ValueError(f"{self.caller}: the state becomes infinite or NaN in step {t}")

    def _restore(self, t: int) -> None:
        """Set d to the state at t; recompute the segment of t if another one is stored."""
        first = t - t % self.every
        if first != self.first:
            mj_state.mj_setState(self.m, self.d, self.kept[first // self.every], mjtState.mjSTATE_INTEGRATION)
            for at in range(first, first + self.every):
                self._enter(at)
                if at + 1 < first + self.every:
                    self._stage("forward", at)
                    self._stage(integrator(self.m), at)
            self.first = first
        mj_state.mj_setState(self.m, self.d, self.segment[t - first], mjtState.mjSTATE_INTEGRATION)

    def backward(self, wanted: tuple[str, ...]) -> dict[str, np.ndarray]:
        """Return the gradient with respect to the inputs, from the end to the start."""
        m, d = self.m, self.d
        space, nv, T = TangentSpace(m), m.nv, len(self.ctrl)
        constant = tuple(name for name in wanted if name not in _AT_T)
        by = (arguments.STATE, *(("ctrl",) if "ctrl" in wanted else ()), *constant)
        found = {name: np.zeros(arguments.input_shape(m, d, name)) for name in constant}
        ctrl, adjoint = np.zeros((T, m.nu)), np.zeros(2 * nv + m.na)
        for t in reversed(range(T + 1)):
            self._restore(t)
            given = self.weights.pop()
            outputs = {name: w for name, w in given.items() if name not in _AT_T}
            if not np.isfinite(adjoint).all():
                raise ValueError(
                    f"{self.caller}: the gradient with respect to the state at t={t + 1} is infinite or NaN: "
                    "derivatives of long rollouts may grow without bound; use fewer steps"
                )
            if t < T and adjoint.any():
                outputs[arguments.STATE] = adjoint
            g = (
                vjp(m, d, outputs, by, *self.softening)
                if outputs
                else {arguments.STATE: np.zeros_like(adjoint)}
            )
            adjoint = g[arguments.STATE].copy()
            if T and "ctrl" in wanted:
                ctrl[min(t, T - 1)] += g.get("ctrl", 0.0) + given.get("ctrl", 0.0)
            for name in constant:
                found[name] += g.get(name, 0.0)
            adjoint += given.get(arguments.STATE, 0.0)
            if "qpos" in given:
                adjoint[:nv] += space.pull_lift(d.qpos, given["qpos"])
            adjoint[nv : 2 * nv] += given.get("qvel", 0.0)
            adjoint[2 * nv :] += given.get("act", 0.0)
        parts = dict(zip(arguments.STATE_PARTS, np.split(adjoint, [nv, 2 * nv]), strict=True))
        found |= {"ctrl": ctrl, arguments.STATE: adjoint, **parts}
        return {name: found[name] for name in wanted}


def checked_controls(m: MjModel, ctrl: Any, caller: str) -> np.ndarray:
    """Return controls as an array (T, nu), checked."""
    try:
        found = np.array(ctrl, np.float64)
    except (TypeError, ValueError):
        raise TypeError(f"{caller}: ctrl must have numbers, got {ctrl!r}") from None
    if found.ndim != 2 or found.shape[1] != m.nu:
        raise ValueError(
            f"{caller}: ctrl must have the shape (T, {m.nu}): a row for each step, got {found.shape}"
        )
    if not np.isfinite(found).all():
        t, i = np.argwhere(~np.isfinite(found))[0].tolist()
        raise ValueError(f"{caller}: ctrl[{t}, {i}] must be finite, got {found[t, i]}")
    return found


def _checked_loss(
    m: MjModel, d: MjData, returned: Any, t: int, caller: str
) -> tuple[float, dict[str, np.ndarray]]:
    """Return the result of a loss as a float and arrays, checked."""
    what = f"{caller}: loss(t={t}, m, d)"
    pair = isinstance(returned, tuple | list) and len(returned) == 2
    if not pair or not isinstance(returned[1], Mapping):
        raise TypeError(f"{what} must return (value, derivatives), such as (0.0, {{}}), got {returned!r}")
    try:
        value = float(returned[0])
    except (TypeError, ValueError):
        raise TypeError(f"{what} must return a number first, got {returned[0]!r}") from None
    if not math.isfinite(value):
        raise ValueError(f"{what} must be finite, got {value}")
    return value, {
        name: arguments.numbers(f"{what}: the derivative by {name!r}", w, _shape(m, d, name, caller))
        for name, w in returned[1].items()
    }


def _shape(m: MjModel, d: MjData, name: Any, caller: str) -> tuple[int, ...]:
    """Return the shape of the derivative of a loss with respect to a field."""
    if name in _AT_T:
        return (2 * m.nv + m.na,) if name == arguments.STATE else getattr(d, name).shape
    if not isinstance(name, str):
        raise TypeError(f"{caller}: derivatives of a loss must be by names of fields, got {name!r}")
    check_forward_result(m, name, caller)
    return arguments.result_shape(m, d, name)


def refuse_memory(m: MjModel, caller: str) -> None:
    """Raise Unsupported if a step depends on values besides the differentiated state."""
    kept = (m.nhistory, "delays"), (m.nplastic, "springs that yield"), (m.npluginstate, "plugins with states")
    for count, what in kept:
        if count > 0:
            raise Unsupported(
                f"{caller}: {what} have no exact derivative over several steps yet: they carry values from step to "
                "step that are not part of (qpos, qvel, act)"
            )


def check_forward_result(m: MjModel, name: str, caller: str) -> None:
    """Raise ValueError unless forward dynamics computes a result with tangents."""
    arguments.check_result(m, name, caller)
    if name == arguments.INVERSE:
        raise ValueError(
            f"{caller}: of {name!r}: steps run forward dynamics, which does not compute the field"
        )


def _weighted(m: MjModel, d: MjData, weights: Any, T: int, caller: str) -> Loss:
    """Return a loss function: the sum over time of fields times weights."""
    if not isinstance(weights, Mapping):
        raise TypeError(
            f"{caller}: loss must be a function (t, m, d) -> (value, derivatives), or a mapping of weights, "
            f"got {weights!r}"
        )
    arrays = {}
    for name, value in weights.items():
        if name == arguments.STATE:
            raise ValueError(
                f"{caller}: weights of {name!r} have no weighted sum, since the state is not a vector of its "
                "tangent space; give weights of 'qpos', 'qvel' and 'act'"
            )
        shape = T + 1, *_shape(m, d, name, caller)
        try:
            arrays[name] = np.array(value, np.float64)
        except (TypeError, ValueError):
            raise TypeError(f"{caller}: weights of {name!r} must have numbers, got {value!r}") from None
        if arrays[name].shape != shape:
            raise ValueError(
                f"{caller}: weights of {name!r} must have the shape {shape}, one row for each state of the rollout, "
                f"got {arrays[name].shape}"
            )

    def loss(t: int, m: MjModel, d: MjData) -> tuple[float, dict[str, np.ndarray]]:
        value = sum(float(np.vdot(w[t], getattr(d, name))) for name, w in arrays.items())
        return value, {name: w[t] for name, w in arrays.items() if w[t].any()}

    return loss
