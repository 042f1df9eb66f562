"""Tape passes: the pipeline run once with a record of its partial derivatives, and the sweep back over it.

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
from gelenk.tables.gradients import SWEEP, TAPE
from gelenk.toolchain.tangents import load
from gelenk.toolchain.tangents.tape import FIELDS, SLACK

if TYPE_CHECKING:
    from gelenk.runtime.model import MjModel

FIRST_ROOM = 1 << 14  # edges of a new tape
_REPEATS = 100  # most recordings: each time a stage is loaded, or buffers or the tape grow
_EDGES, _PLACES = FIELDS.index("edges"), FIELDS.index("places")


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
        self._pairs = np.zeros(room + SLACK, np.int64)
        self._weights = np.zeros(room + SLACK)
        self._struct[:3] = self._pairs.ctypes.data, self._weights.ctypes.data, room

    def begin(self, places: int) -> None:
        """Forget all edges; the first place that code gives away is ``places``."""
        self._struct[_EDGES], self._struct[_PLACES] = 0, places

    def grow(self) -> bool:
        """Make room for as many edges as were counted; return whether there was too little."""
        count, room = int(self._struct[_EDGES]), len(self._weights) - SLACK
        if count <= room:
            return False
        self._make(count + count // 4)
        return True

    def gradient(self, results: list[tuple[np.ndarray, np.ndarray]], first: int) -> np.ndarray:
        """Return the derivatives of a weighted sum by the places 0 to first - 1.

        results   pairs (places, weights) of equal size
        """
        count = int(self._struct[_PLACES])
        if len(self._adjoint) < count:
            self._adjoint = np.zeros(count + count // 4)
        adjoint = self._adjoint
        adjoint[:count] = 0.0
        for places, weights in results:
            np.add.at(adjoint, places, weights)
        adjoint[0] = 0.0  # of what does not vary
        self._sweep(self._pairs.view(np.int32), self._weights, adjoint, int(self._struct[_EDGES]))
        return adjoint[:first].copy()


class TapeWorkspace(Workspace):
    """A copy of an MjData with stages that record on a tape."""

    ending = TAPE

    def __init__(self, m: MjModel, kind: str) -> None:
        self.tape = Tape(FIRST_ROOM)
        self._stopped = False
        super().__init__(m, kind)

    def _make_shadows(self) -> None:
        super()._make_shadows()
        self._structs = (*self._structs, self.tape.address)

    def _recover(self) -> bool:
        repeat = super()._recover()
        self._stopped |= repeat
        return repeat

    def pull(
        self, weights: Mapping[str, np.ndarray], inputs: list[str], skip: int, caller: str
    ) -> dict[str, np.ndarray]:
        """Return the gradient of a weighted sum of results by the elements of inputs.

        weights   result -> its weights, flat; those of the state by dq, qvel, act
        inputs    fields of data and of the model
        skip      stage up to which nothing changes with the inputs (mjtStage)
        """
        old = self.d.qpos.copy()
        for _ in range(_REPEATS):
            self._stopped = False
            first = self._number(inputs)
            results = self._record(weights, skip, caller)
            if not self._stopped and not self.tape.grow():
                break
            self.restore()
        found = self.tape.gradient(results, first)
        at, gradient = 1, {}
        for name in inputs:
            size = self.tangents(name).size
            gradient[name] = found[at : at + size]
            at += size
        if "qpos" in gradient:
            gradient["qpos"] = self.space.pull_lift(old, gradient["qpos"])
        return gradient

    def _number(self, inputs: list[str]) -> int:
        """Give the elements of inputs the first places; return the number of these, with 0."""
        self.data.clear()
        first = 1
        for name in inputs:
            places = self.tangents(name).reshape(-1)
            places[:] = np.arange(first, first + places.size)
            first += places.size
        self.tape.begin(first)
        return first

    def _record(
        self, weights: Mapping[str, np.ndarray], skip: int, caller: str
    ) -> list[tuple[np.ndarray, np.ndarray]]:
        """Record forward dynamics, and a step if weights are of the state; return places and weights."""
        self.forward(skip, caller)
        found = [
            (self.data.arrays[name].reshape(-1)[: given.size].copy(), given)
            for name, given in weights.items()
            if name != STATE
        ]
        if STATE in weights:
            self.advance(caller)
            nv = self.m.nv
            motion, rest = weights[STATE][:nv], weights[STATE][nv:]
            parts = (self.space.pull_lower(self.d.qpos, motion), rest[:nv], rest[nv:])
            for name, given in zip(STATE_PARTS, parts, strict=True):
                found.append((self.tangents(name).reshape(-1)[: given.size], given))
        return found


@contextmanager
def tape_workspace(m: MjModel, kind: str) -> Iterator[TapeWorkspace]:
    """Give a workspace of a model that records, and keep it afterwards, unless there was an error."""
    with workspace(m, kind, TapeWorkspace) as found:
        yield found
