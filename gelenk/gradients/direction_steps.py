"""Steps along directions in native code: memory and addresses for `direction_loop`.

Documents: design / Rollouts and programs of others
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

import numpy as np

from gelenk.engine.derivatives import direction_loop as loop
from gelenk.engine.derivatives import pass_loop
from gelenk.gradients import shadows
from gelenk.gradients.assembly import enter_options
from gelenk.gradients.softening import EXACT
from gelenk.runtime.memory_plan import address_of
from gelenk.tables.enums import mjtIntegrator, mjtStage
from gelenk.tables.gradients import DIRECTION_LOOP, HOLD
from gelenk.toolchain.tangents import load

if TYPE_CHECKING:
    from gelenk.gradients.passes import Workspace
    from gelenk.runtime.data import MjData

Columns = Mapping[str, np.ndarray]  # field -> (elements, K), contiguous


class DirectionSteps:
    """What `direction_loop` needs besides a workspace that has begun at a step before.

    work      the workspace, whose model and options stay as they are
    columns   derivatives of the state (2 nv + na, K), which steps advance
    seeds     those of further inputs
    results   those of fields of the dynamics, which steps write
    """

    def __init__(self, work: Workspace, columns: np.ndarray, seeds: Columns, results: Columns) -> None:
        self._work, self._columns, self._seeds, self._results = work, columns, seeds, results
        self._run = load.plain_rule(DIRECTION_LOOP)
        self._before = np.empty_like(columns)
        self._saved = np.empty(work.saved_size)
        self._shadow: shadows.Shadow | None = None
        self._words = np.empty(0, np.int64)
        held_within = work.m.opt.integrator == mjtIntegrator.mjINT_RK4  # whose stages hold in Python
        self.serves = not held_within and work.softening == EXACT

    def _fill(self) -> None:
        """Fill the table of words, for the shadow of the workspace."""
        work, head = self._work, np.zeros(pass_loop.RESULTS, np.int64)
        entries, structs, numbers = work.pass_words(mjtStage.mjSTAGE_NONE)
        head[: pass_loop.IS_QPOS] = *entries, *structs, *numbers
        head[pass_loop.SIZE], head[pass_loop.COUNT] = self._columns.shape[1], len(self._results)
        head[pass_loop.SAVED], head[pass_loop.STATE] = map(address_of, (self._saved, self._columns))
        head[pass_loop.QPOS : pass_loop.ACT + 1] = [work.place(name) for name in ("qpos", "qvel", "act")]
        middle = np.zeros(loop.FURTHER, np.int64)
        middle[loop.INPUTS] = len(self._seeds)
        middle[loop.HOLD] = load.plain_address(HOLD)
        enter_options(middle, loop.OPTIONS, work.m)
        self._words = np.concatenate([head, self._records(self._results), middle, self._records(self._seeds)])
        self._shadow = work.data

    def _records(self, fields: Columns) -> np.ndarray:
        """Return a record of each field: place of its tangents, elements, place of its columns."""
        rows = [
            (self._work.place(name), len(a), address_of(a) if a.size else 0) for name, a in fields.items()
        ]
        return np.array(rows, np.int64).reshape(-1)

    def step(self, d: MjData) -> bool:
        """Advance the columns by a step from the state of d.

        Returns False if they are as before, and Python has to.
        """
        work = self._work
        if not work.fits:
            return False
        if self._shadow is not work.data:
            self._fill()
        self._before[:] = self._columns
        ended = self._run(work.m, work.d, d, address_of(self._words))
        if shadows.CHECKING:
            shadows.check_guards((work.model, work.data), f"sensitivities: {DIRECTION_LOOP.name}")
        if ended == 1 and not work.table.reached and work.table.error is None:
            return True
        self._columns[:] = self._before
        return False
