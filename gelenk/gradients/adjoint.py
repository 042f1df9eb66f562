"""Adjoint mode, vjp: the gradient of a weighted sum of results, by inputs.

Documents: design / Tapes
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

import numpy as np

from gelenk.gradients import callbacks, names
from gelenk.gradients.features import options
from gelenk.gradients.jacobian import AT_ONCE, Names, by_input, inputs_at_once, jacobian
from gelenk.gradients.passes import with_free_workspace
from gelenk.gradients.products import product_of
from gelenk.gradients.softening import EXACT, Softening, as_softening
from gelenk.gradients.tape_passes import TapeWorkspace, tape_workspace
from gelenk.runtime.annotation_checks import checked
from gelenk.runtime.arguments import check_pair
from gelenk.runtime.data import MjData
from gelenk.runtime.model import MjModel
from gelenk.tables.gradients import PARAMETERS, TAPE
from gelenk.tables.gradients import STATE as BY_DATA

if TYPE_CHECKING:
    from numpy.typing import ArrayLike
_RECORDING = BY_DATA + TAPE  # kind of code


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
    take no other way: what does not depend on them is not recorded, so that their record is short. Of the next state by
    state and ctrl, inertia has closed forms, and the record is that of all other forces.

    m, d      model and data, which keep all that they have
    weights   result -> its weights, of the shape of the result; results are those of `jacobian`
    by        inputs, as in `jacobian`
    smooth    width of softened zones, as in `jacobian` [m/s^2, rad/s^2]
    reach     distance up to which contacts count, as in `jacobian` [m]
    Returns   input -> gradient, of the shape of the input; that of "qpos" has nv elements
    Errors    as jacobian; ValueError: weights of another shape, or with NaN; MemoryError: no room for the record
    Source    design / Tapes
    """
    off = type(smooth) is type(reach) is float and smooth == 0 == reach
    found = _at_once(m, d, weights, by) if off else None
    return _by_record(m, d, weights, by, smooth, reach) if found is None else found


def _vjp(
    m: MjModel,
    d: MjData,
    weights: Mapping[str, ArrayLike],
    by: Names = (names.STATE, "ctrl"),
    smooth: float = 0.0,
    reach: float = 0.0,
) -> dict[str, np.ndarray]:
    """Return the gradient by a recording of all stages, or of some where these serve."""
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
    if callbacks.are_set():  # a tape has no record of them
        return _by_jacobian(m, d, arrays, wanted, softening, caller)
    kind = PARAMETERS if any(name in names.parameters() for name in inputs) else BY_DATA
    with tape_workspace(m, kind, softening) as work:
        work.begin(d, inputs, results, caller)
        given = {name: _fitting(m, work.d, name, array, caller) for name, array in arrays.items()}
        found = _product(work, given, inputs, caller)
        if found is None:
            found = work.pull(given, inputs, min(map(names.skipped, inputs)), caller)
        for name in names.UNIT_VECTORS:
            if name in found:
                found[name] = names.tangent_to_units(work.m, work.d, name, found[name][:, None])[:, 0]
    joined = {name: np.concatenate([found[part] for part in parts[name]]) for name in wanted}
    return {name: array.reshape(names.input_shape(m, d, name)) for name, array in joined.items()}


_vjp.__qualname__ = "vjp"  # in messages
_by_record = checked(_vjp)


def _at_once(
    m: MjModel, d: MjData, weights: Mapping[str, ArrayLike], by: Names
) -> dict[str, np.ndarray] | None:
    """Return the gradient of a weighted next state in one native call.

    Returns None if that does not serve. Other results and inputs, and arguments of other types, are left to the general
    way.
    """
    if type(m) is not MjModel or type(d) is not MjData or type(weights) is not dict or len(weights) != 1:
        return None
    given = weights.get(names.STATE)
    if type(given) is not np.ndarray or given.dtype != np.float64 or given.shape != (2 * m.nv + m.na,):
        return None
    wanted = inputs_at_once(by)
    if not wanted:
        return None
    check_pair("vjp", m, d)
    found = with_free_workspace(m, _RECORDING, lambda work: product_of(work).at(d, given))
    if found is None:
        return None
    parts = by_input(m, *found)
    return {name: parts[name] for name in wanted}


def _product(
    work: TapeWorkspace, given: Mapping[str, np.ndarray], inputs: tuple[str, ...], caller: str
) -> dict[str, np.ndarray] | None:
    """Return the gradient by inputs if inertia has closed forms for it, else None."""
    if work.softening != EXACT or tuple(given) != (names.STATE,) or not AT_ONCE.issuperset(inputs):
        return None
    product = product_of(work)
    if product.declined == options(work.m):
        return None
    found = product.run(given[names.STATE], caller)
    if found is None:
        work.restore()
        return None
    return by_input(work.m, *found)


def _by_jacobian(
    m: MjModel,
    d: MjData,
    weights: Mapping[str, np.ndarray],
    wanted: tuple[str, ...],
    softening: Softening,
    caller: str,
) -> dict[str, np.ndarray]:
    """Return the gradient as a product with the Jacobian, by forward passes."""
    J = jacobian(m, d, tuple(weights), wanted, smooth=softening.smooth, reach=softening.reach)
    given = {of: _fitting(m, d, of, w, caller) for of, w in weights.items()}
    found = {}
    for name in wanted:
        shape = names.input_shape(m, d, name)
        found[name] = sum(w @ J[of, name].reshape(w.size, -1) for of, w in given.items()).reshape(shape)
    return found


def _fitting(m: MjModel, d: MjData, name: str, given: np.ndarray, caller: str) -> np.ndarray:
    """Return weights flat, if they have the shape of the result."""
    shape = names.result_shape(m, d, name)
    if given.shape != shape:
        raise ValueError(f"{caller}: weights[{name!r}] must have the shape {shape}, got {given.shape}")
    return given.reshape(-1)
