"""Recomputation of results that were not bound when a call computed them.

Documents: design / Batches

A batch keeps rows of the bound fields, and drops all other results. So that a field that is bound or read later
has the values of that call, each world keeps the state before its last step and that of the forward pass after it, and
the field is recomputed from these states in a second batch, bit for bit.
"""

from __future__ import annotations

import weakref
from typing import TYPE_CHECKING, Any

import numpy as np

from gelenk.batch.arguments import first_ten
from gelenk.batch.scheduler import Call, python_within
from gelenk.batch.transfers import Moves, move, part
from gelenk.engine.batch import call_layout
from gelenk.runtime import pipeline
from gelenk.runtime import state as states
from gelenk.tables.enums import mjtStage
from gelenk.toolchain import library, struct_layout

if TYPE_CHECKING:
    from gelenk.runtime.data import MjData
    from gelenk.runtime.model import MjModel

RESET, STEPPED, LOST = range(3)  # origin of the results of a world; LOST: they cannot be recomputed


class ResultOrigins:
    """The states from which the results of each world were computed.

    base      RESET, STEPPED or LOST (nsim)
    prior     state before the last step (nsim, nstate)
    later     stage that ran after the last step (nsim); 0: none
    stage     mjtStage of the forward pass after that (nsim); 0: none
    at        state of that forward pass (nsim, nstate)
    """

    def __init__(self, cpu: Any) -> None:  # the Cpu that owns this object
        # weak, so that there is no cycle and a batch releases its memory at once
        self._cpu = weakref.ref(cpu)
        self.base = np.zeros(cpu.nsim, np.uint8)
        self.later = np.zeros(cpu.nsim, np.int64)
        self.stage = np.zeros(cpu.nsim, np.uint8)
        self.prior = np.zeros_like(cpu.state)
        self.at = np.zeros((0, cpu.nstate))
        self._before = self.base

    @property
    def cpu(self) -> Any:
        """The Cpu that owns the worlds."""
        return self._cpu()

    def prior_moves(self) -> Moves:
        """Return the moves that save the state before the last step of a world.

        The moves save the row of the state, and the fields time and eq_active, whose slots do not point at the row.
        """
        cpu, rows = self.cpu, []
        stride, base = self.prior.strides[0], self.prior.ctypes.data
        first = min(((cpu.parts[name][0], name) for name in cpu.rowed), default=None)
        if first is not None:  # one copy from the first array of the row to the end of the row
            start, name = first
            size = stride - 8 * start
            rows.append(
                move(call_layout.SAVE, struct_layout.DATA.offset[name], base + 8 * start, size, world=stride)
            )
        for name, dtype in (("time", "float64"), ("eq_active", "uint8")):
            start, n = cpu.parts.get(name, (0, 0))
            if n:
                rows.append(part(struct_layout.DATA, name, dtype, base + 8 * start, n, True, world=stride))
        return Moves(rows)

    def copies(self) -> dict[str, np.ndarray]:
        """Return copies of all arrays, for a pickle."""
        return {name: getattr(self, name).copy() for name in ("base", "prior", "later", "stage", "at")}

    # ---- recorded by calls

    def mark_lost(self, call: Call) -> None:
        """Mark the worlds of a call as LOST, until `record_call`."""
        self._before = self.base[call.ids]
        self.base[call.ids] = LOST

    def record_call(self, call: Call) -> None:
        """Record the origin of the results of a finished call.

        `base` is stored last, in one assignment, so that Ctrl-C in this function leaves the worlds LOST.
        """
        table, ids, cpu, base = call.shared, call.ids, self.cpu, self.base.copy()
        good = cpu.status[ids] == 0
        stepped = table[call_layout.TASK] == call_layout.STEP and table[call_layout.NSTEP] > 0
        if not stepped:
            base[ids] = RESET if call.resets else self._before
        if not good.all():  # a world that failed is unchanged, except for `prior`
            base[ids[~good]] = LOST if stepped or call.resets else self._before[~good]
            ids = ids[good]
        if stepped or call.resets:
            if stepped:
                base[ids] = STEPPED
            self.later[ids] = table[call_layout.FINAL_STAGE] if stepped else 0
            self.stage[ids] = 0
        if table[call_layout.STAGE]:
            self._record_forward(ids, table[call_layout.STAGE], base)
        self.base[:] = base

    def _record_forward(self, ids: np.ndarray, stage: int, base: np.ndarray) -> None:
        if not len(self.at):
            self.at = np.zeros_like(self.prior)
        mixed = self.stage[ids] > stage  # their results belong to two states
        if stage >= mjtStage.mjSTAGE_ACC:
            base[ids[base[ids] == LOST]] = RESET
        base[ids[mixed]] = LOST
        self.at[ids], self.stage[ids] = self.cpu.state[ids], stage

    def mark_remote(self, ids: np.ndarray) -> None:
        """Mark worlds whose results were computed by a remote worker."""
        self.base[ids] = LOST

    # ---- read when a field is bound

    def recompute_rows(self, name: str, array: np.ndarray) -> None:
        """Recompute the rows of a field that no call has kept.

        Errors   RuntimeError: they cannot be recomputed; the message has the remedy
        """
        cpu = self.cpu
        lost = np.flatnonzero(self.base == LOST)
        remedy = f"bind('{name}') before the call, or run forward() first"
        if len(lost):
            raise RuntimeError(
                f"{name} was not kept by the last call, which failed, was interrupted, or ran elsewhere for "
                f"worlds {first_ten(lost)}: {remedy}"
            )
        ids = np.flatnonzero((self.base == STEPPED) | (self.stage > 0))
        if not len(ids):
            return
        if python_within(cpu.unique_models or [cpu.model]) and library.JIT:
            raise RuntimeError(
                f"{name} was not kept by the last call, and recomputing it would run Python callbacks or plugins "
                f"again: {remedy}"
            )
        array[ids] = self._recompute(name, ids)

    def _recompute(self, name: str, ids: np.ndarray) -> np.ndarray:
        cpu = self.cpu
        twin = type(cpu)(cpu.model, len(ids), cpu.nthread, False, cpu.use)
        try:
            for field, values in cpu.expanded.items():
                twin.expand(field)[:] = values[ids]
            if cpu.models is not None:
                twin.use_models([cpu.models[world] for world in ids.tolist()])
            rows = twin.bind(name)
            for later in np.unique(self.later[ids]).tolist():
                which = np.flatnonzero((self.base[ids] == STEPPED) & (self.later[ids] == later))
                twin.state[which] = self.prior[ids[which]]
                call = twin.step_call(which, call_layout.STEP, 1)
                call.shared[call_layout.FINAL_STAGE] = later
                twin.run(call)
            for stage in np.unique(self.stage[ids]).tolist():
                which = np.flatnonzero(self.stage[ids] == stage)
                if stage:
                    twin.state[which] = self.at[ids[which]]
                    twin.run(twin.step_call(which, call_layout.FORWARD, 0, stage))
            if twin.errors:
                world, error = next(iter(twin.errors.items()))
                raise RuntimeError(f"{name} of world {ids[world]} cannot be recomputed: {error}") from error
            return rows
        finally:
            twin.thread_pool.close()

    def compute_results(self, m: MjModel, d: MjData, world: int) -> None:
        """Compute in an MjData all results of the last call of a world.

        The caller writes the state of the world afterwards.
        """
        d._reset()
        again = not (library.JIT and python_within([m]))
        if again and self.base[world] == STEPPED:
            states.put(m, d, self.prior[world], states.INTEGRATION)
            pipeline.run_stage("step", m, d, 1)
            if self.later[world]:
                pipeline.run_stage("rne_post_constraint", m, d)
        if again and self.stage[world]:
            states.put(m, d, self.at[world], states.INTEGRATION)
            library.load(["batch"])
            pipeline.run_stage("forward_until", m, d, int(self.stage[world]), 0)
        for name in ("warning_lastinfo", "warning_number"):
            getattr(d, "_a_" + name)[...] = 0
