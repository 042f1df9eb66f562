"""Assembled Jacobians of a step: memory and addresses for the kernel that computes them.

Documents: design / Tangents of kernels
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from gelenk.engine.derivatives import step_jacobian as layout
from gelenk.gradients import shadows
from gelenk.gradients.features import stage_options
from gelenk.runtime.memory_plan import address_of
from gelenk.tables.gradients import ASSEMBLY, COLUMNS, HOLD, STATE, STATE_JACOBIAN
from gelenk.toolchain.tangents import load

if TYPE_CHECKING:
    from gelenk.gradients.passes import Workspace
    from gelenk.runtime.data import MjData
    from gelenk.runtime.model import MjModel

Matrices = tuple[np.ndarray, np.ndarray]  # A and B
_REPEATS = 100  # limit of runs of one Jacobian: each stop (buffers grow, a library is loaded) repeats it
_CLOSED_FORMS = layout.WORK, layout.BY_POS, layout.BY_VEL, layout.BY_INERTIA


def closed_form_memory(m: MjModel, words: np.ndarray) -> list[np.ndarray]:
    """Allocate memory for the closed forms and enter its addresses into a table of words.

    words   table of `step_jacobian` or of `step_product`
    """
    block = -(-m.nv // COLUMNS) * COLUMNS * m.nv
    found = [np.zeros(layout.work_size(m._view)), *(np.zeros(block) for _ in range(3))]
    for place, array in zip(_CLOSED_FORMS, found, strict=True):
        words[place] = array.ctypes.data
    return found


def enter_options(words: np.ndarray, at: int, m: MjModel) -> None:
    """Enter the options that the stage table was prepared for.

    Native calls compare these with the options of the model.
    """
    o = m.opt
    words[at : at + 4] = o.solver, o.cone, o.disableflags, o.enableflags


class Assembly:
    """Memory and addresses for the kernel `step_jacobian`, for one workspace.

    declined   options of the model at the last call for which the kernel had no closed form
    """

    def __init__(self, work: Workspace) -> None:
        self._work, m = work, work.m
        self._run = load.plain_rule(STATE_JACOBIAN)
        self._words = np.zeros(layout.WORDS, np.int64)
        self._numbers = closed_form_memory(m, self._words)
        entries = load.addresses([ASSEMBLY], STATE)
        self._words[layout.REMAINDER] = entries["remainder_part"]
        self._words[layout.SOLUTION] = entries["solution_part"]
        self._words[layout.HOLD] = load.plain_address(HOLD)
        self._words[layout.OPTIONS] = -1  # equals no solver, so that `at` returns None before the first `run`
        self._address = self._words.ctypes.data
        self.declined: tuple[int, ...] = ()
        self._capacities: list[int] = []
        self._shadows: list[shadows.Shadow] = []

    def _make_shadows(self) -> None:
        """Make a shadow of the data for each kind of input, for the current capacities."""
        d = self._work.d
        self._capacities = shadows.capacities(d)
        self._shadows = [shadows.of_data(d, STATE) for _ in range(layout.KINDS)]
        for kind, shadow in enumerate(self._shadows):
            record = layout.SHADOWS + kind * layout.RECORD
            fields = (shadow.places[name] for name in layout.FIELDS)
            self._words[record : record + layout.RECORD] = [shadow.address, *fields]

    def _matrices(self) -> Matrices:
        """Allocate the matrices A and B, and enter their addresses."""
        m, words = self._work.m, self._words
        nx = 2 * m.nv + m.na
        by_state, by_ctrl = np.empty((nx, nx)), np.empty((nx, m.nu))
        words[layout.A], words[layout.B] = address_of(by_state), address_of(by_ctrl) if m.nu else 0
        return by_state, by_ctrl

    def _check_guards(self, caller: str) -> None:
        """Raise IndexError if a pass wrote behind a shadow (GELENK_CHECK=1)."""
        if shadows.CHECKING:
            shadows.check_guards(self._shadows, f"{caller}: {STATE_JACOBIAN.name}")

    def run(self, caller: str) -> Matrices | None:
        """Return A and B at the state that the workspace holds; None if passes are needed.

        Passes are needed by models without a closed form, and where a contact is so close to its border that the
        rounding of code with tangents decides whether it exists.
        """
        work, words = self._work, self._words
        m, d, found = work.m, work.d, self._matrices()
        words[layout.OWN_MODEL], words[layout.OWN_DATA] = m._address, d._address
        words[layout.MODEL], words[layout.IS_HELD] = work.model.address, 1
        rows = d.nefc
        for _ in range(_REPEATS):
            if shadows.capacities(d) != self._capacities:
                self._make_shadows()
            if self._run(m, d, d, self._address, 0.0) < 0:
                self.declined = stage_options(m)
                return None
            self._check_guards(caller)
            if work.ended(STATE_JACOBIAN.name, caller):
                if d.nefc != rows:
                    return None
                enter_options(words, layout.OPTIONS, m)
                return found
        raise RuntimeError(f"{caller}: the Jacobian of a step does not end")

    def at(self, d: MjData, eps: float) -> tuple[Matrices, int] | None:
        """Return A and B at the state of d, and the number of kinks.

        Returns None if the caller must use `begin` and `run`: before the first `run`, after buffers of the copy have
        grown, and if a stage needs Python (a library to load, a buffer to grow).
        """
        work = self._work
        if shadows.capacities(work.d) != self._capacities:
            return None
        found = self._matrices()
        self._words[layout.IS_HELD] = 0
        near = self._run(work.m, work.d, d, self._address, eps)
        self._check_guards("jacobian")
        if near < 0 or work.table.reached or work.table.error is not None:
            return None
        return found, near


def assembly_of(work: Workspace) -> Assembly:
    """Return the `Assembly` of a workspace, making it at the first call."""
    found: Assembly | None = work.__dict__.get("assembly")
    if found is None:
        found = work.__dict__["assembly"] = Assembly(work)
    return found
