"""Adjoint mode, vjp: the gradient of a weighted sum of results, by inputs.

Documents: design / Tapes
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

import numpy as np

from gelenk.gradients import names
from gelenk.gradients.jacobian import Names, step_blocks
from gelenk.gradients.softening import EXACT, as_softening
from gelenk.gradients.tape_passes import tape_workspace
from gelenk.runtime.annotation_checks import checked
from gelenk.runtime.arguments import check_pair
from gelenk.runtime.data import MjData
from gelenk.runtime.model import MjModel
from gelenk.tables.gradients import PARAMETERS
from gelenk.tables.gradients import STATE as BY_DATA

if TYPE_CHECKING:
    from numpy.typing import ArrayLike

SMALL = 60  # most dofs with which the Jacobian of a step is multiplied instead of recording a tape


@checked
def vjp(
    m: MjModel,
    d: MjData,
    weights: Mapping[str, ArrayLike],
    by: Names = (names.STATE, "ctrl"),
    smooth: float = 0.0,
    reach: float = 0.0,
) -> dict[str, np.ndarray]:
    """Return the gradient of a weighted sum of results by all inputs, in one pass.

    g = vjp(m, d, {"state": w}); g["state"] is J.A.T @ w, and g["ctrl"] is J.B.T @ w, without computing J.
    One pass records partial derivatives, and a sweep back over the record has the gradient by all inputs. Few inputs
    take no other way: what does not depend on them is not recorded, so that their record is short. For the next state
    of models with few dofs, an assembled Jacobian is cheaper and used instead.

    m, d      model and data, which keep all that they have
    weights   result -> its weights, of the shape of the result; results are those of `jacobian`
    by        inputs, as in `jacobian`
    smooth    width of softened zones, as in `jacobian` [m/s^2, rad/s^2]
    reach     distance up to which contacts count, as in `jacobian` [m]
    Returns   input -> gradient, of the shape of the input; that of "qpos" has nv elements
    Errors    as jacobian; ValueError: weights of another shape, or with NaN; MemoryError: no room for the record
    Source    design / Tapes
    """
    caller = "vjp"
    softening = as_softening(smooth, reach, caller)
    if not weights:
        raise ValueError(f"{caller}: weights must have at least one result, such as {{'state': w}}")
    wanted = names.as_names(by, "by", caller)
    results = names.as_names(tuple(weights), "of", caller)
    for name in results:
        names.check_result(m, name, caller)
    for name in wanted:
        names.check_input(m, name, results, caller)
    check_pair(caller, m, d)
    arrays = {name: names.numbers(f"{caller}: weights[{name!r}]", value) for name, value in weights.items()}
    parts = {name: names.STATE_PARTS if name == names.STATE else (name,) for name in wanted}
    inputs = tuple(dict.fromkeys(part for name in wanted for part in parts[name]))
    if m.nv <= SMALL and results == (names.STATE,) and softening == EXACT:
        flat = _fitting(m, d, names.STATE, arrays[names.STATE], caller)
        if blocks := step_blocks(m, d, wanted, caller):
            return {name: flat @ blocks[names.STATE, name] for name in wanted}
    kind = PARAMETERS if any(name in names.parameters() for name in inputs) else BY_DATA
    with tape_workspace(m, kind, softening) as work:
        work.begin(d, inputs, results, caller)
        given = {name: _fitting(m, work.d, name, array, caller) for name, array in arrays.items()}
        found = work.pull(given, inputs, min(map(names.skipped, inputs)), caller)
        for name in names.UNIT_VECTORS:
            if name in found:
                found[name] = names.tangent_to_units(work.m, work.d, name, found[name][:, None])[:, 0]
    joined = {name: np.concatenate([found[part] for part in parts[name]]) for name in wanted}
    return {name: array.reshape(names.input_shape(m, d, name)) for name, array in joined.items()}


def _fitting(m: MjModel, d: MjData, name: str, given: np.ndarray, caller: str) -> np.ndarray:
    """Return weights flat, if they have the shape of the result."""
    shape = names.result_shape(m, d, name)
    if given.shape != shape:
        raise ValueError(f"{caller}: weights[{name!r}] must have the shape {shape}, got {given.shape}")
    return given.reshape(-1)
