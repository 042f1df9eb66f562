"""Assembled Jacobians of a step: memory and addresses for the kernel that computes them.

Documents: design / Tangents of kernels
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from gelenk.engine.derivatives import step_jacobian as layout
from gelenk.gradients import shadows
from gelenk.tables.gradients import ASSEMBLY, COLUMNS, STATE, STEP_JACOBIAN
from gelenk.toolchain.tangents import load

if TYPE_CHECKING:
    from gelenk.gradients.passes import Workspace

_REPEATS = 100  # most stops of one Jacobian


class Assembly:
    """What the kernel `step_jacobian` needs besides the copy of a workspace."""

    def __init__(self, work: Workspace) -> None:
        self._work, m = work, work.m
        self._run = load.plain_rule(STEP_JACOBIAN)
        self._words = np.zeros(layout.WORDS, np.int64)
        block = -(-m.nv // COLUMNS) * COLUMNS * m.nv
        self._numbers = [np.zeros(layout.work_size(m)), *(np.zeros(block) for _ in range(3))]
        entries = load.addresses([ASSEMBLY], STATE)
        self._words[layout.REMAINDER] = entries["remainder_part"]
        self._words[layout.SOLUTION] = entries["solution_part"]
        places = layout.WORK, layout.BY_POS, layout.BY_VEL, layout.BY_INERTIA
        for place, array in zip(places, self._numbers, strict=True):
            self._words[place] = array.ctypes.data
        self._capacities: list[int] = []
        self._shadows: list[shadows.Shadow] = []

    def _make_shadows(self) -> None:
        """Make a shadow of the data for each kind of input, for the current capacities."""
        d = self._work.d
        self._capacities = shadows.capacities(d)
        self._shadows = [shadows.of_data(d) for _ in range(layout.KINDS)]
        for kind, shadow in enumerate(self._shadows):
            record = layout.SHADOWS + kind * layout.RECORD
            fields = (shadow.arrays[name].ctypes.data for name in layout.FIELDS)
            self._words[record : record + layout.RECORD] = [shadow.address, *fields]

    def run(self, caller: str) -> tuple[np.ndarray, np.ndarray] | None:
        """Return A and B at the state that the workspace holds; None if the model needs passes."""
        work, words = self._work, self._words
        m, d = work.m, work.d
        nx = 2 * m.nv + m.na
        by_state, by_ctrl = np.empty((nx, nx)), np.empty((nx, m.nu))
        words[layout.OWN_MODEL], words[layout.OWN_DATA] = m._address, d._address
        words[layout.MODEL] = work.model.address
        words[layout.A], words[layout.B] = by_state.ctypes.data, by_ctrl.ctypes.data
        for _ in range(_REPEATS):
            if shadows.capacities(d) != self._capacities:
                self._make_shadows()
            if not self._run(m, d, words.ctypes.data):
                return None
            if work.ended(STEP_JACOBIAN.name, caller):
                return by_state, by_ctrl
        raise RuntimeError(f"{caller}: the Jacobian of a step does not end")


def assembly_of(work: Workspace) -> Assembly:
    """Return the assembly of a workspace, which is made at its first use."""
    found: Assembly | None = work.__dict__.get("assembly")
    if found is None:
        found = work.__dict__["assembly"] = Assembly(work)
    return found
