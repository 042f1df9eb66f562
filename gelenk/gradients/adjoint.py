"""Adjoint mode (vjp): gradients of weighted sums of results, and passes with a tape.

Documents: design / Tapes; design / An assembled Jacobian

Adjoint mode computes the gradient of a weighted sum of results with respect to inputs. For state and control, this
gradient is the product of the transposed Jacobian of a step and the weights of the next state, which the kernel
`step_product` computes; `StepProduct` has the memory and the addresses for this kernel.

A tape pass is one run of the pipeline that records, followed by the sweep back over the tape.

    copy of d -> mj_forward -> hold_step -> number the elements of inputs, forward_part and integrator that record
              -> set the adjoints of the places of results to the weights -> sweep -> read the adjoints of inputs
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import TYPE_CHECKING

import numpy as np

from gelenk.engine.derivatives import step_jacobian as layout
from gelenk.engine.derivatives import step_product as product
from gelenk.gradients import arguments, callbacks, pass_memory
from gelenk.gradients.arguments import EXACT, STATE, STATE_PARTS, Softening, as_softening, stage_options
from gelenk.gradients.jacobian import (
    ContactMemory,
    Names,
    closed_form_memory,
    enter_options,
    jacobian,
)
from gelenk.gradients.passes import Workspace, with_free_workspace, workspace
from gelenk.runtime.annotation_checks import checked
from gelenk.runtime.arguments import check_pair
from gelenk.runtime.data import MjData
from gelenk.runtime.memory_plan import address_of
from gelenk.runtime.model import MjModel
from gelenk.tables.gradients import HOLD, PARAMETERS, REMAINDER, STATE_PRODUCT, SWEEP, TAPE
from gelenk.tables.gradients import STATE as BY_DATA
from gelenk.toolchain import digests
from gelenk.toolchain.tangents import load
from gelenk.toolchain.tangents.tape import FIELDS, SLACK

if TYPE_CHECKING:
    from numpy.typing import ArrayLike

    from gelenk.runtime.memory_plan import Piece
    from gelenk.runtime.model import MjModel

_MOST = 1 << 31  # limit of edges: places are 32-bit integers in the sweep
_CHECKING = digests.checking()
_REPEATS = 100  # limit of recordings: each stop (a stage is loaded, buffers or the tape grow) repeats it
_EDGES, _PLACES = FIELDS.index("edges"), FIELDS.index("places")
_NO_PLACES = np.empty(0, np.int64)


class Tape:
    """Memory for the edges of a recording.

    address   of its struct, for compiled code (toolchain/tangents/tape.py)
    """

    def __init__(self, room: int) -> None:
        self._struct = np.zeros(len(FIELDS), np.int64)
        self.address = self._struct.ctypes.data
        self._adjoint = np.zeros(0)
        self._sweep = load.plain_rule(SWEEP)
        self._make(room)

    def _make(self, room: int) -> None:
        self._pairs, self._slopes = np.zeros(room + SLACK, np.int64), np.zeros(room + SLACK)
        self._memory = self._pairs.ctypes.data, self._slopes.ctypes.data
        self._struct[:3] = *self._memory, room

    @property
    def edges(self) -> int:
        """Number of edges that were recorded."""
        return int(self._struct[_EDGES])

    @property
    def places(self) -> int:
        """Number of places that are in use."""
        return int(self._struct[_PLACES])

    def begin(self, places: int) -> None:
        """Clear the tape; ``places`` is the first place that recording code assigns."""
        self._struct[_EDGES], self._struct[_PLACES] = 0, places

    def grow(self) -> bool:
        """Enlarge the tape to the counted number of edges; return whether it was too small."""
        count, room = self.edges, len(self._slopes) - SLACK
        if count <= room:
            return False
        if count >= _MOST:
            raise MemoryError(f"vjp: the tape needs {count} edges, and at most {_MOST - 1} are possible")
        self._make(count + count // 4)
        return True

    def gradient(self, results: np.ndarray, weights: np.ndarray, first: int) -> np.ndarray:
        """Return the derivatives of a weighted sum with respect to the places 1 to first - 1.

        results   places of the results, int64, repetitions allowed
        weights   weights of the results
        """
        edges, places = self.edges, self.places
        if len(self._adjoint) < places:
            self._adjoint = np.zeros(places + places // 4)
            self._adjoint_address = self._adjoint.ctypes.data
        if _CHECKING:
            self.check(results)
        at = results.ctypes.data, weights.ctypes.data
        self._sweep(*self._memory, edges, *at, len(results), self._adjoint_address, places)
        return self._adjoint[1:first].copy()

    def check(self, results: np.ndarray = _NO_PLACES) -> None:
        """Raise IndexError unless all edges into a place precede those out of it."""
        edges, places = self.edges, self.places
        y, x = np.divmod(self._pairs[:edges], 1 << 32)
        last_in, first_out = np.full(places, -1), np.full(places, edges)
        if edges and (min(x.min(), y.min()) < 1 or max(x.max(), y.max(), results.max(initial=0)) >= places):
            raise IndexError("vjp: an edge of the tape refers to a place that does not exist")
        last_in[y], first_out[x[::-1]] = np.arange(edges), np.arange(edges)[::-1]
        if (last_in >= first_out).any():
            raise IndexError("vjp: an edge of the tape leaves a place before all edges into it")


class TapeWorkspace(Workspace):
    """A copy of an MjData with stages that record on a tape."""

    ending = TAPE
    first_room = 1 << 14  # capacity of a new tape in edges

    def __init__(self, m: MjModel, kind: str, softening: Softening = EXACT) -> None:
        self.tape = Tape(self.first_room)
        self._stopped = False
        super().__init__(m, kind, softening)

    def _make_shadows(self) -> None:
        super()._make_shadows()
        self._structs = (*self._structs, self.tape.address)
        self._numbered: tuple[str, ...] = ()
        self._views: list[tuple[np.ndarray, np.ndarray]] = []

    def _recover(self) -> bool:
        repeat = super()._recover()
        self._stopped |= repeat
        return repeat

    def _has_held_rows(self, caller: str) -> bool:
        same = super()._has_held_rows(caller)
        self._stopped |= not same
        return same

    def pull(
        self, weights: Mapping[str, np.ndarray], inputs: tuple[str, ...], skip: int, caller: str
    ) -> dict[str, np.ndarray]:
        """Return the gradient of a weighted sum of results with respect to input elements.

        weights   result -> its weights, flat; the weights of the state are those of dq, qvel, act
        inputs    fields of data and of the model
        skip      last stage whose results do not depend on the inputs (mjtStage)
        """
        old = self.d.qpos.copy()
        for _ in range(_REPEATS):
            self._stopped = False
            first = self._number(inputs)
            results, given = self._record(weights, skip, caller)
            if not self._stopped and not self.tape.grow():
                break
            self.restore()
        found = self.tape.gradient(results, given, first)
        at, gradient = 0, {}
        for name, (places, _) in zip(inputs, self._views, strict=True):
            gradient[name] = found[at : at + places.size]
            at += places.size
        if "qpos" in gradient:
            gradient["qpos"] = self.space.pull_lift(old, gradient["qpos"])
        return gradient

    def _number(self, inputs: tuple[str, ...]) -> int:
        """Assign the first places to the elements of inputs; return the first free place."""
        if inputs != self._numbered:
            first, self._views = 1, []
            for name in inputs:
                places = self.tangents(name).reshape(-1)
                self._views.append((places, np.arange(first, first + places.size)))
                first += places.size
            self._numbered, self._first = inputs, first
        self.data.clear()
        for places, values in self._views:
            places[:] = values
        self.tape.begin(self._first)
        return self._first

    def _record(
        self, weights: Mapping[str, np.ndarray], skip: int, caller: str
    ) -> tuple[np.ndarray, np.ndarray]:
        """Record the dynamics, and the integrator if needed; return places and weights of results."""
        self.forward(skip, caller)
        places, given = [], []
        for name, values in weights.items():
            if name != STATE:
                places.append(self.data.arrays[name].reshape(-1)[: values.size].copy())
                given.append(values)
        if STATE in weights:
            self.advance(caller)
            nv = self.m.nv
            places += [self.data.arrays[name].reshape(-1) for name in STATE_PARTS]
            given += [self.space.pull_lower(self.d.qpos, weights[STATE][:nv]), weights[STATE][nv:]]
        return np.concatenate(places), np.concatenate(given)


@contextmanager
def tape_workspace(m: MjModel, kind: str, softening: Softening = EXACT) -> Iterator[TapeWorkspace]:
    """Lend a recording workspace of a model; return it to the pool unless there is an error."""
    with workspace(m, kind, TapeWorkspace, softening) as found:
        yield found


# Gradient of a weighted sum of results

Gradient = tuple[np.ndarray, np.ndarray]  # with respect to (dq, qvel, act), and to ctrl
_RECORDING = BY_DATA + TAPE  # kind of code: stages that record on a tape


def vjp(
    m: MjModel,
    d: MjData,
    weights: Mapping[str, ArrayLike],
    by: Names = (arguments.STATE, "ctrl"),
    smooth: float = 0.0,
    reach: float = 0.0,
) -> dict[str, np.ndarray]:
    """Return the gradient of a weighted sum of results with respect to all inputs.

    g = vjp(m, d, {"state": w}); g["state"] is J.A.T @ w, and g["ctrl"] is J.B.T @ w, without computing J.
    One pass records partial derivatives on a tape, and a sweep back over the tape gives the whole gradient.
    Values that do not depend on the inputs are not recorded, so the tape of few inputs is short. For the next state by
    state and ctrl, derivatives of inertial terms have closed forms, and only the other forces are recorded.

    m, d      model and data; neither is changed
    weights   result -> its weights, of the shape of the result; results are those of `jacobian`
    by        inputs, as in `jacobian`
    smooth    width of softened zones, as in `jacobian` [m/s^2, rad/s^2]
    reach     distance up to which contacts count, as in `jacobian` [m]
    Returns   input -> gradient, of the shape of the input; that of "qpos" has nv elements
    Errors    as jacobian; ValueError: weights of a wrong shape, or with NaN; MemoryError: too many edges
    Source    design / Tapes
    """
    off = type(smooth) is type(reach) is float and smooth == 0 == reach
    found = _at_once(m, d, weights, by) if off else None
    return _by_record(m, d, weights, by, smooth, reach) if found is None else found


def _vjp(
    m: MjModel,
    d: MjData,
    weights: Mapping[str, ArrayLike],
    by: Names = (arguments.STATE, "ctrl"),
    smooth: float = 0.0,
    reach: float = 0.0,
) -> dict[str, np.ndarray]:
    """Return the gradient, from a tape of all stages or of `remainder_part` if sufficient."""
    caller = "vjp"
    softening = as_softening(smooth, reach, caller)
    if not weights:
        raise ValueError(f"{caller}: weights must have at least one result, such as {{'state': w}}")
    wanted = arguments.as_names(by, "by", caller)
    results = arguments.as_names(tuple(weights), "of", caller)
    for name in results:
        arguments.check_result(m, name, caller)
    for name in wanted:
        arguments.check_input(m, name, results, caller)
    check_pair(caller, m, d)
    arrays = {
        name: arguments.numbers(f"{caller}: weights[{name!r}]", value) for name, value in weights.items()
    }
    parts = {name: arguments.STATE_PARTS if name == arguments.STATE else (name,) for name in wanted}
    inputs = tuple(dict.fromkeys(part for name in wanted for part in parts[name]))
    if callbacks.is_any_set(m):  # callbacks do not record on the tape
        return _by_jacobian(m, d, arrays, wanted, softening, caller)
    kind = PARAMETERS if any(name in arguments.parameters() for name in inputs) else BY_DATA
    with tape_workspace(m, kind, softening) as work:
        work.begin(d, inputs, results, caller)
        given = {name: _checked_weights(m, work.d, name, array, caller) for name, array in arrays.items()}
        found = _product(work, given, inputs, caller)
        if found is None:
            found = work.pull(given, inputs, min(map(arguments.skipped, inputs)), caller)
        for name in arguments.UNIT_VECTORS:
            if name in found:
                found[name] = arguments.tangent_to_units(work.m, work.d, name, found[name][:, None])[:, 0]
    joined = {name: np.concatenate([found[part] for part in parts[name]]) for name in wanted}
    return {name: array.reshape(arguments.input_shape(m, d, name)) for name, array in joined.items()}


_vjp.__qualname__ = "vjp"  # the name that `checked` puts into messages
_by_record = checked(_vjp)


def _at_once(
    m: MjModel, d: MjData, weights: Mapping[str, ArrayLike], by: Names
) -> dict[str, np.ndarray] | None:
    """Return the gradient of a weighted next state in one native call.

    Returns None if `vjp` must take the general path: for other results, inputs or types of arguments.
    """
    if type(m) is not MjModel or type(d) is not MjData or type(weights) is not dict or len(weights) != 1:
        return None
    given = weights.get(arguments.STATE)
    if type(given) is not np.ndarray or given.dtype != np.float64 or given.shape != (2 * m.nv + m.na,):
        return None
    wanted = arguments.inputs_at_once(by)
    if not wanted:
        return None
    check_pair("vjp", m, d)
    found = with_free_workspace(m, _RECORDING, lambda work: product_of(work).at(d, given))
    if found is None:
        return None
    parts = arguments.by_input(m, *found)
    return {name: parts[name] for name in wanted}


def _product(
    work: TapeWorkspace, given: Mapping[str, np.ndarray], inputs: tuple[str, ...], caller: str
) -> dict[str, np.ndarray] | None:
    """Return the gradient by a `StepProduct`; None if the call or the model rules that out."""
    if (
        work.softening != EXACT
        or tuple(given) != (arguments.STATE,)
        or not arguments.AT_ONCE.issuperset(inputs)
    ):
        return None
    product = product_of(work)
    if product.declined == stage_options(work.m):
        return None
    found = product.run(given[arguments.STATE], caller)
    if found is None:
        work.restore()
        return None
    return arguments.by_input(work.m, *found)


def _by_jacobian(
    m: MjModel,
    d: MjData,
    weights: Mapping[str, np.ndarray],
    wanted: tuple[str, ...],
    softening: Softening,
    caller: str,
) -> dict[str, np.ndarray]:
    """Return weights times the Jacobian, which forward passes compute."""
    J = jacobian(m, d, tuple(weights), wanted, smooth=softening.smooth, reach=softening.reach)
    given = {of: _checked_weights(m, d, of, w, caller) for of, w in weights.items()}
    found = {}
    for name in wanted:
        shape = arguments.input_shape(m, d, name)
        found[name] = sum(w @ J[of, name].reshape(w.size, -1) for of, w in given.items()).reshape(shape)
    return found


def _checked_weights(m: MjModel, d: MjData, name: str, given: np.ndarray, caller: str) -> np.ndarray:
    """Return weights flat, checked against the shape of the result."""
    shape = arguments.result_shape(m, d, name)
    if given.shape != shape:
        raise ValueError(f"{caller}: weights[{name!r}] must have the shape {shape}, got {given.shape}")
    return given.reshape(-1)


class StepProduct:
    """Memory and addresses for the kernel `step_product`, for one workspace.

    declined   options of the model at the last call for which the kernel had no closed form
    """

    def __init__(self, work: TapeWorkspace) -> None:
        self._work, m = work, work.m
        self._run = load.plain_rule(STATE_PRODUCT)
        self._words = words = np.zeros(product.WORDS, np.int64)
        self._numbers = closed_form_memory(m, words)
        self._contacts = ContactMemory(m, words)
        self._table = pass_memory.StageTable(BY_DATA)  # of passes of contacts, which record nothing
        self._table.prepare(m, work.d)
        self._model = pass_memory.ModelShadow(m, BY_DATA, self._table.addresses)
        words[layout.REMAINDER] = load.addresses([REMAINDER], work.code)["remainder_part"]
        words[product.TAPE] = work.tape.address
        words[layout.HOLD] = load.plain_address(HOLD)
        words[product.OPTIONS] = -1  # no valid solver, so that `at` returns None before the first `run`
        nx = 2 * m.nv + m.na
        # one element more, so that they are never empty
        self._weights, self._gradient = np.zeros(nx + 1), np.zeros(nx + m.nu + 1)
        words[product.WEIGHTS], words[product.GRADIENT] = map(address_of, (self._weights, self._gradient))
        self._address = words.ctypes.data
        self.declined: tuple[int, ...] = ()
        self._pieces: dict[str, Piece] = {}  # memory of the data, replaced when buffers grow

    def _make_shadow(self) -> None:
        """Make the shadow of the data, for the current capacities."""
        work, words = self._work, self._words
        self._pieces = work.d._pieces
        self._shadow = shadow = pass_memory.of_data(work.d, work.code)
        places = (shadow.places[name] for name in layout.FIELDS)
        words[product.SHADOW : product.SHADOW + layout.RECORD] = [shadow.address, *places]
        self._tangents = pass_memory.of_data(work.d, BY_DATA)
        self._contacts.enter(work.m, work.d, self._model, self._tangents)

    def _load_missing(self) -> bool:
        """Load the library that a pass of contacts needs; return whether one was missing."""
        reached = self._table.reached
        needed = self._table.missing(reached[0]) if reached else ""
        if needed:
            reached.clear()
            self._table.prepare(self._work.m, self._work.d, needed)
        return bool(needed)

    def _result(self) -> Gradient:
        """Return the gradient that the kernel wrote."""
        found, nx = self._gradient[:-1].copy(), len(self._weights) - 1
        return found[:nx], found[nx:]

    def _make_room(self) -> None:
        """Enlarge tape and adjoints to the numbers of edges and places that the kernel counted."""
        tape, words = self._work.tape, self._words
        tape.grow()
        if tape.places > words[product.ROOM]:
            self._adjoint = np.zeros(tape.places + tape.places // 4)
            words[product.ADJOINT], words[product.ROOM] = address_of(self._adjoint), len(self._adjoint)

    def _check(self, ended: int, caller: str) -> None:
        """Raise IndexError for a wrong recording (GELENK_CHECK=1).

        Errors are writes past the end of the shadow, and edges out of order.
        """
        if pass_memory.CHECKING:
            pass_memory.check_guards([self._shadow, self._tangents], f"{caller}: {STATE_PRODUCT.name}")
            if ended == 1:
                self._work.tape.check()

    def run(self, weights: np.ndarray, caller: str) -> Gradient | None:
        """Return the gradient for (dq, qvel, act) and for ctrl, at the workspace's state.

        weights   of the next state
        Returns   None if all stages must be recorded: the model has no closed form, or a contact begins
        """
        work, words = self._work, self._words
        self._weights[:-1] = weights
        m, d = work.m, work.d
        words[layout.OWN_MODEL], words[layout.OWN_DATA] = m._address, d._address
        words[layout.MODEL], words[layout.IS_HELD] = work.model.address, 1
        for _ in range(_REPEATS):
            if d._pieces is not self._pieces:
                self._make_shadow()
            ended = self._run(m, d, d, self._address)
            if not ended:
                self.declined = stage_options(m)
                return None
            self._check(ended, caller)
            if ended == product.FULL:
                self._make_room()
            elif ended == product.OTHER_ROWS:
                return None
            elif self._load_missing():
                continue
            elif work.ended(STATE_PRODUCT.name, caller):
                enter_options(words, product.OPTIONS, m)
                return self._result()
        raise RuntimeError(f"{caller}: the product of a step is incomplete after {_REPEATS} attempts")

    def at(self, d: MjData, weights: np.ndarray) -> Gradient | None:
        """Return the gradient for (dq, qvel, act) and for ctrl, at the state of d.

        Returns None if the caller must use `begin` and `run`: before the first `run`, after buffers of the copy have
        grown, and if a stage needs Python (a library to load, a buffer to grow).
        """
        work = self._work
        if work.d._pieces is not self._pieces:
            return None
        self._weights[:-1] = weights
        self._words[layout.IS_HELD] = 0
        m, own, source = work.m._address, work.d._address, d._address
        for _ in range(_REPEATS):
            ended = self._run.entry(m, own, source, self._address)
            self._check(ended, "vjp")
            if ended != product.FULL:
                break
            self._make_room()
        if ended != 1 or work.table.reached or work.table.error is not None:
            return None
        return self._result()


def product_of(work: TapeWorkspace) -> StepProduct:
    """Return the `StepProduct` of a workspace, making it at the first call."""
    found: StepProduct | None = work.__dict__.get("product")
    if found is None:
        found = work.__dict__["product"] = StepProduct(work)
    return found
