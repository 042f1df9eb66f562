"""Vector-Jacobian products: the gradient of a weighted sum of results, by inputs.

Documents: design / Tangents of kernels
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

import numpy as np

from gelenk.gradients import names
from gelenk.gradients.jacobian import Names, jacobian
from gelenk.runtime.annotation_checks import checked
from gelenk.runtime.data import MjData
from gelenk.runtime.model import MjModel

if TYPE_CHECKING:
    from numpy.typing import ArrayLike


@checked
def vjp(
    m: MjModel, d: MjData, weights: Mapping[str, ArrayLike], by: Names = (names.STATE, "ctrl")
) -> dict[str, np.ndarray]:
    """Return the gradient of a weighted sum of results, by inputs.

    g = vjp(m, d, {"state": w}); g["state"] is J.A.T @ w, and g["ctrl"] is J.B.T @ w.

    m, d      model and data, which keep all that they have
    weights   result -> its weights, of the shape of the result; results are those of `jacobian`
    by        inputs, as in `jacobian`
    Returns   input -> gradient, of the shape of the input; that of "qpos" has nv elements
    Errors    as jacobian; ValueError: weights of another shape, or with NaN
    Source    design / Tangents of kernels
    """
    caller = "vjp"
    if not weights:
        raise ValueError(f"{caller}: weights must have at least one result, such as {{'state': w}}")
    J = jacobian(m, d, tuple(weights), by)
    wanted = names.as_names(by, "by", caller)
    found: dict[str, np.ndarray] = {}
    for of, value in weights.items():
        given = _weights(m, d, of, value, caller)
        for name in wanted:
            part = np.tensordot(given, J[of, name], given.ndim)
            found[name] = found[name] + part if name in found else part
    return found


def _weights(m: MjModel, d: MjData, name: str, value: Any, caller: str) -> np.ndarray:
    """Return weights as an array of the right shape."""
    shape = names.result_shape(m, d, name)
    try:
        given = np.array(value, np.float64)
    except (TypeError, ValueError):
        raise TypeError(f"{caller}: weights[{name!r}] must have numbers, got {value!r}") from None
    if given.shape != shape:
        raise ValueError(f"{caller}: weights[{name!r}] must have the shape {shape}, got {given.shape}")
    if not np.isfinite(given).all():
        raise ValueError(f"{caller}: weights[{name!r}] must be finite")
    return given
