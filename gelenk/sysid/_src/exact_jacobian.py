"""Exact Jacobian of residuals, from the derivatives of a single rollout.

Documents: Programming / Simulation loop; design / Rollouts and programs of others

The map x -> parameters -> spec -> model is differentiated by finite differences of fields, since compiling is smooth
and no steps amplify its rounding errors. The rollout is differentiated exactly along these differences
(gradients.sensitivities). Delays, gains and weights of signals are also differentiated by finite differences, between
trajectories that are displaced along the exact derivative.
"""

from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import Any

import numpy as np
import numpy.typing as npt

from gelenk.gradients import Unsupported, sensitivities
from gelenk.gradients.arguments import SENSORS, STATE_PARTS, field, parameters
from gelenk.runtime import state as states
from gelenk.runtime.annotation_checks import checked
from gelenk.runtime.data import MjData
from gelenk.runtime.model import MjModel
from gelenk.sysid._src.model_modifier import apply_param_modifiers
from gelenk.sysid._src.parameter import ParameterDict
from gelenk.sysid._src.residual import BuildModelFn, residual
from gelenk.sysid._src.timeseries import TimeSeries
from gelenk.sysid._src.trajectory import ModelSequences, SystemTrajectory, sysid_rollout
from gelenk.tables.enums import mjtState
from gelenk.tables.gradients import FIXED_MODEL
from gelenk.toolchain.struct_layout import MODEL

STEP = 1e-5  # relative step of central differences, whose errors are of order STEP^2 and 1e-16 / STEP
# fields without influence on dynamics and sensors
_VISUAL = ("light_", "mat_", "tex_", "skin_", "text_", "names")
_VISUAL_ENDS = ("_rgba", "_matid", "_group", "_user", "_sameframe")


@checked
def residual_jacobian(
    x: npt.ArrayLike,
    params: ParameterDict,
    models_sequences: Iterable[ModelSequences],
    build_model: BuildModelFn = apply_param_modifiers,
    **options: Any,
) -> np.ndarray:
    """Return the Jacobian of residuals with exact derivatives of the rollouts.

    x                  values (n) of the parameters that are not frozen
    params             ParameterDict that is updated from x
    models_sequences   list of ModelSequences
    build_model        (params, spec) -> MjModel
    options            further arguments of `model_residual`

    Returns            float64 (number of residuals, n)
    Errors             gelenk.gradients.Unsupported: a feature without exact derivatives, parameters that change the
                       timestep or fields without derivatives, or a custom_rollout
    Source             drop-in / mujoco.sysid; design / Tangents of kernels
    """
    if options.get("custom_rollout") is not None:
        raise Unsupported("residual_jacobian: a custom_rollout has no exact derivative")
    at = np.asarray(x, np.float64).reshape(-1)
    low, high = params.get_bounds()
    step = STEP * np.maximum(1.0, np.abs(at))
    up, down = np.minimum(at + step, np.maximum(high, at)), np.maximum(at - step, np.minimum(low, at))
    points = np.tile(at[:, None], 2 * len(at) + 1)
    index = np.arange(len(at))
    points[index, 1 + index], points[index, 1 + len(at) + index] = up, down
    roll = _MovedRollout(up - at, at - down)
    found, _, _ = residual(
        points, params, list(models_sequences), build_model, custom_rollout=roll, **options
    )
    params.update_from_vector(at)
    moved = np.concatenate(found)
    width = np.where(up > down, up - down, 1.0)
    jacobian: np.ndarray = (moved[:, 1 : 1 + len(at)] - moved[:, 1 + len(at) :]) / width
    return jacobian


class _MovedRollout:
    """Rollout of the first model; trajectories of the others follow by linear extrapolation.

    up, down   distances (n) of the points above and below x in each parameter
    """

    def __init__(self, up: np.ndarray, down: np.ndarray) -> None:
        self.up, self.down = up, down

    def __call__(
        self,
        models: Sequence[MjModel],
        datas: Sequence[MjData],
        control_signal: Sequence[TimeSeries],
        initial_states: Sequence[npt.ArrayLike],
        **_: Any,
    ) -> list[SystemTrajectory]:
        m, n = models[0], len(self.up)
        control, initial_state = control_signal[0], initial_states[0]
        base = sysid_rollout(m, datas[0], control, initial_state)[0]
        if base.state is None or not n:
            return [base] * len(models)
        tangents = _differences(models, n)
        if not tangents:
            return [base] * len(models)
        d = MjData(m)
        states.put(m, d, np.array(initial_state, np.float64), mjtState.mjSTATE_FULLPHYSICS)
        results = (*STATE_PARTS, *((SENSORS,) if m.nsensordata else ()))
        y = sensitivities(m, d, base.control.data, tangents, of=results)
        still = np.zeros((n, len(base.state.data), 1))  # derivatives of the time
        state = np.concatenate([still, *(y[name] for name in STATE_PARTS)], axis=2)
        sensors = y.get(SENSORS, np.zeros((n, *base.sensordata.data.shape)))
        width = np.where(self.up + self.down > 0, self.up + self.down, 1.0)
        moved = [
            _moved(base, models[i + side * n + 1], share[i] / width[i], state[i], sensors[i])
            for side, share in enumerate((self.up, -self.down))
            for i in range(n)
        ]
        return [base, *moved]


def _moved(
    base: SystemTrajectory, model: MjModel, by: float, state: np.ndarray, sensors: np.ndarray
) -> SystemTrajectory:
    """Return a trajectory moved along a derivative."""
    assert base.state is not None
    return base.replace(
        model=model,
        state=replace(base.state, data=base.state.data + by * state),
        sensordata=replace(base.sensordata, data=base.sensordata.data + by * sensors),
    )


def _differences(models: Sequence[MjModel], n: int) -> dict[str, np.ndarray]:
    """Return the fields that parameters change -> difference (n, ...) of each parameter."""
    first, changed = models[0], _changed_arrays(models)
    for name in changed:
        if not _is_inert(name):
            raise Unsupported(f"residual_jacobian: a parameter changes m.{name}, which has no derivative")
    found = {}
    d = MjData(first)
    for name in parameters():
        if name not in changed and name in MODEL.arrays:
            continue
        values = [field(m, d, name) for m in models]
        if any(value.shape != values[0].shape for value in values):
            raise Unsupported(f"residual_jacobian: a parameter changes the size of m.{name}")
        change = np.array([values[1 + i] - values[1 + n + i] for i in range(n)])
        if change.any():
            found[name] = change
    if "opt.timestep" in found:
        raise Unsupported("residual_jacobian: a parameter changes the timestep, and so the times of samples")
    return {name: change for name, change in found.items() if not name.startswith(_VISUAL)}


def _changed_arrays(models: Sequence[MjModel]) -> list[str]:
    """Return the arrays of the model that differ between models."""
    first = models[0]
    if any(len(m._buffer) != len(first._buffer) for m in models):
        return list(MODEL.arrays)
    bytes_changed = np.zeros(len(first._buffer), bool)
    for m in models[1:]:
        bytes_changed |= m._buffer != first._buffer
    at, found = np.flatnonzero(bytes_changed), []
    for name in MODEL.arrays:
        array = getattr(first, f"_a_{name}")
        start = array.ctypes.data - first._buffer.ctypes.data
        if 0 <= start <= len(first._buffer) - array.nbytes:
            begin, end = np.searchsorted(at, [start, start + array.nbytes])
            differs = begin < end
        else:  # the array is outside of the buffer of the model
            differs = not all(np.array_equal(array, getattr(m, f"_a_{name}")) for m in models[1:])
        if differs:
            found.append(name)
    return found


def _is_inert(name: str) -> bool:
    """Return whether a field of the model has a derivative, or does not affect residuals."""
    if name.startswith(_VISUAL) or name.endswith(_VISUAL_ENDS):
        return True
    return name in FIXED_MODEL or name in parameters()
