"""Derivatives of all worlds of a batch, on its threads.

Documents: design / Rollouts and programs of others; Batches

Each thread has its own MjModel and MjData and claims worlds one after the other. Passes run without the interpreter
lock; the Python code between passes holds it.
"""

from __future__ import annotations

import itertools
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from gelenk.batch.cpu_backend import DIFFERENTIATING, Cpu
from gelenk.gradients import arguments
from gelenk.gradients.adjoint import vjp
from gelenk.gradients.arguments import Softening, as_softening, refuse_softening
from gelenk.gradients.jacobian import Jacobian, Names, jacobian, jvp
from gelenk.runtime import state

if TYPE_CHECKING:
    from gelenk.runtime.data import MjData
    from gelenk.runtime.model import MjModel

Work = Callable[[int, "MjModel", "MjData"], Any]  # position of a world in the call -> its result


@dataclass(frozen=True)
class BatchJacobian(Jacobian):
    """The derivatives of results with respect to inputs in n worlds.

    ``J[of, by]``, and A, B, C, D, have n as first dimension, then the shape of the result, then that of the input.

    blocks   (of, by) -> array
    kinks    number of kinks in each world, as in `Jacobian` (n)
    """

    kinks: np.ndarray  # type: ignore[assignment]


def jacobians(
    cpu: Cpu, ids: np.ndarray, of: Names | None, by: Names, eps: float, smooth: float, reach: float
) -> BatchJacobian:
    """Return the Jacobians of worlds; NaN in worlds that fail."""
    caller = "jacobian"
    results, inputs = _checked(cpu, of, by, caller)
    softening = _softening(cpu, smooth, reach, results, caller)
    m, d, n = cpu.model, cpu.spare, len(ids)
    blocks = {
        (result, name): np.full(
            (n, *arguments.result_shape(m, d, result), *arguments.input_shape(m, d, name)), np.nan
        )
        for result in results
        for name in inputs
    }
    near = np.zeros(n, np.int64)

    def work(at: int, m: MjModel, d: MjData) -> None:
        found = jacobian(m, d, results, inputs, eps, *softening)
        for pair, block in found.items():
            blocks[pair][at] = block
        near[at] = found.kinks

    _run(cpu, ids, work)
    return BatchJacobian(blocks, near, smooth=softening.smooth, reach=softening.reach)


def directional(
    cpu: Cpu, ids: np.ndarray, tangents: Mapping[str, Any], of: Names | None, smooth: float, reach: float
) -> dict[str, np.ndarray]:
    """Return the derivatives of results along one direction in each world."""
    caller = "jvp"
    if not isinstance(tangents, Mapping):
        raise TypeError(f"{caller}: tangents must be a mapping, input -> direction, got {tangents!r}")
    if not tangents:
        raise ValueError(f"{caller}: tangents must have at least one direction, such as {{'qvel': v}}")
    results, inputs = _checked(cpu, of, tuple(tangents), caller)
    softening = _softening(cpu, smooth, reach, results, caller)
    m, d, n = cpu.model, cpu.spare, len(ids)
    shapes = {name: arguments.input_shape(m, d, name) for name in inputs}
    rows = {name: _rows(caller, "tangents", name, tangents[name], n, shapes[name]) for name in inputs}
    found = {name: np.full((n, *arguments.result_shape(m, d, name)), np.nan) for name in results}

    def work(at: int, m: MjModel, d: MjData) -> None:
        y = jvp(m, d, {name: row[at] for name, row in rows.items()}, results, *softening)
        for name, value in y.items():
            found[name][at] = value

    _run(cpu, ids, work)
    return found


def pulled_back(
    cpu: Cpu, ids: np.ndarray, weights: Mapping[str, Any], by: Names, smooth: float, reach: float
) -> dict[str, np.ndarray]:
    """Return the gradients of weighted sums of results in each world."""
    caller = "vjp"
    if not isinstance(weights, Mapping):
        raise TypeError(f"{caller}: weights must be a mapping, result -> weights, got {weights!r}")
    if not weights:
        raise ValueError(f"{caller}: weights must have at least one result, such as {{'state': w}}")
    results, inputs = _checked(cpu, tuple(weights), by, caller)
    softening = _softening(cpu, smooth, reach, results, caller)
    m, d, n = cpu.model, cpu.spare, len(ids)
    shapes = {name: arguments.result_shape(m, d, name) for name in results}
    rows = {name: _rows(caller, "weights", name, weights[name], n, shapes[name]) for name in results}
    found = {name: np.full((n, *arguments.input_shape(m, d, name)), np.nan) for name in inputs}

    def work(at: int, m: MjModel, d: MjData) -> None:
        g = vjp(m, d, {name: row[at] for name, row in rows.items()}, inputs, *softening)
        for name, value in g.items():
            found[name][at] = value

    _run(cpu, ids, work)
    return found


def _checked(cpu: Cpu, of: Names | None, by: Names, caller: str) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Return the names of results and inputs, checked."""
    m = cpu.model
    if of is None:
        of = arguments.STATE, arguments.SENSORS
    results = arguments.as_names(of, "of", caller)
    for name in results:
        arguments.check_result(m, name, caller)
    inputs = arguments.as_names(by, "by", caller)
    for name in inputs:
        arguments.check_input(m, name, results, caller)
    if arguments.INVERSE in results:
        raise ValueError(
            f"{caller}: of {arguments.INVERSE!r}: inverse dynamics reads qacc, which worlds of a batch do not keep"
        )
    arguments.refuse_model(m, caller)
    return results, inputs


def _softening(cpu: Cpu, smooth: Any, reach: Any, results: tuple[str, ...], caller: str) -> Softening:
    """Return the options of derivatives, checked."""
    for name, value in (("smooth", smooth), ("reach", reach)):
        if isinstance(value, bool) or not isinstance(value, int | float):
            raise TypeError(f"{caller}: {name} must be a number, got {value!r}")
    found = as_softening(smooth, reach, caller)
    refuse_softening(cpu.model, found, results, caller)
    return found


def _rows(caller: str, what: str, name: str, value: Any, n: int, shape: tuple[int, ...]) -> np.ndarray:
    """Return an array for each world (n, ...), given one for each world or one for all."""
    try:
        given = np.array(value, np.float64)
    except (TypeError, ValueError):
        raise TypeError(f"{caller}: {what}[{name!r}] must have numbers, got {value!r}") from None
    if given.shape not in (shape, (n, *shape)):
        raise ValueError(
            f"{caller}: {what}[{name!r}] must have the shape {shape}, or {(n, *shape)} for one in each world, "
            f"got {given.shape}"
        )
    if not np.isfinite(given).all():
        raise ValueError(f"{caller}: {what}[{name!r}] must be finite")
    return np.broadcast_to(given, (n, *shape))


def _run(cpu: Cpu, ids: np.ndarray, work: Work) -> None:
    """Run work for each world on the threads of the batch; failures are recorded."""
    if not len(ids):
        return
    threads = cpu.threads_of(len(ids), DIFFERENTIATING)
    claimed = itertools.count()
    ended = False

    def part(i: int) -> None:
        thread = threads[i]
        while not ended and (at := next(claimed)) < len(ids):
            world = int(ids[at])
            if cpu.status[world]:  # the world has failed: its state is not valid
                continue
            m, d = cpu.copied_model(thread, world), thread.data
            state.put(m, d, cpu.state[world], state.INTEGRATION)
            try:
                work(at, m, d)
            except Exception as error:
                cpu.record_failure(world, error)

    def stop() -> None:
        nonlocal ended
        ended = True

    cpu.thread_pool.run(len(threads), part, interrupted=stop)
