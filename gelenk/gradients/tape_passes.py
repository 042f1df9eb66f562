"""Tape passes: one run of the pipeline that records, and the sweep back over the tape.

Documents: design / Tapes

    copy of d -> mj_forward -> hold_step -> number the elements of inputs, forward_part and integrator that record
              -> weights to the adjoints of the places of results -> sweep -> adjoints of inputs
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import TYPE_CHECKING

import numpy as np

from gelenk.gradients.names import STATE, STATE_PARTS
from gelenk.gradients.passes import Workspace, workspace
from gelenk.gradients.softening import EXACT, Softening
from gelenk.tables.gradients import SWEEP, TAPE
from gelenk.toolchain import sources
from gelenk.toolchain.tangents import load
from gelenk.toolchain.tangents.tape import FIELDS, SLACK

if TYPE_CHECKING:
    from gelenk.runtime.model import MjModel

_MOST = 1 << 31  # limit of edges: places are 32-bit integers in the sweep
_CHECKING = sources.checking()
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
        """Return the derivatives of a weighted sum by the places 1 to first - 1.

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
        """Return the gradient of a weighted sum of results by the elements of inputs.

        weights   result -> its weights, flat; those of the state by dq, qvel, act
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
        """Assign the first places to the elements of inputs; return their number, with place 0."""
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
