"""Products of the transposed Jacobian of a step: memory and addresses for their kernel.

Documents: design / An assembled Jacobian
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from gelenk.engine.derivatives import step_jacobian as layout
from gelenk.engine.derivatives import step_product as product
from gelenk.gradients import shadows
from gelenk.gradients.assembly import closed_form_memory, enter_options
from gelenk.gradients.features import options
from gelenk.runtime.memory_plan import address_of
from gelenk.tables.gradients import ASSEMBLY, HOLD, STATE_PRODUCT
from gelenk.toolchain.tangents import load

if TYPE_CHECKING:
    from gelenk.gradients.tape_passes import TapeWorkspace
    from gelenk.runtime.data import MjData

Gradient = tuple[np.ndarray, np.ndarray]  # by (dq, qvel, act), and by ctrl
_REPEATS = 100  # most stops of one product


class StepProduct:
    """What the kernel `step_product` needs besides the copy and the tape of a workspace.

    declined   options of the model when it had no such product last
    """

    def __init__(self, work: TapeWorkspace) -> None:
        self._work, m = work, work.m
        self._run = load.plain_rule(STATE_PRODUCT)
        self._words = words = np.zeros(product.WORDS, np.int64)
        self._numbers = closed_form_memory(m, words)
        words[layout.REMAINDER] = load.addresses([ASSEMBLY], work.code)["remainder_part"]
        words[product.TAPE] = work.tape.address
        words[layout.HOLD] = load.plain_address(HOLD)
        words[product.OPTIONS] = -1  # no solver: `run` comes first
        nx = 2 * m.nv + m.na
        self._weights, self._gradient = np.zeros(nx + 1), np.zeros(nx + m.nu + 1)  # never empty
        words[product.WEIGHTS], words[product.GRADIENT] = map(address_of, (self._weights, self._gradient))
        self._address = words.ctypes.data
        self.declined: tuple[int, ...] = ()
        self._capacities: list[int] = []

    def _make_shadow(self) -> None:
        """Make the shadow of the data, for the current capacities."""
        work, words = self._work, self._words
        self._capacities = shadows.capacities(work.d)
        self._shadow = shadow = shadows.of_data(work.d, work.code)
        places = (shadow.places[name] for name in layout.FIELDS)
        words[product.SHADOW : product.SHADOW + layout.RECORD] = [shadow.address, *places]

    def _result(self) -> Gradient:
        """Return the gradient that the kernel wrote."""
        found, nx = self._gradient[:-1].copy(), len(self._weights) - 1
        return found[:nx], found[nx:]

    def _make_room(self) -> None:
        """Make room for the edges and the places that were counted."""
        tape, words = self._work.tape, self._words
        tape.grow()
        if tape.places > words[product.ROOM]:
            self._adjoint = np.zeros(tape.places + tape.places // 4)
            words[product.ADJOINT], words[product.ROOM] = address_of(self._adjoint), len(self._adjoint)

    def _check(self, ended: int, caller: str) -> None:
        """Raise IndexError if a recording is wrong (GELENK_CHECK=1).

        It may have written behind the shadow, or have edges out of order.
        """
        if shadows.CHECKING:
            shadows.check_guards([self._shadow], f"{caller}: {STATE_PRODUCT.name}")
            if ended == 1:
                self._work.tape.check()

    def run(self, weights: np.ndarray, caller: str) -> Gradient | None:
        """Return the gradient by (dq, qvel, act) and by ctrl, at the state of the workspace.

        weights   of the next state
        Returns   None if all stages need to be recorded: for the model, or for a contact that begins
        """
        work, words = self._work, self._words
        self._weights[:-1] = weights
        m, d = work.m, work.d
        words[layout.OWN_MODEL], words[layout.OWN_DATA] = m._address, d._address
        words[layout.MODEL], words[layout.IS_HELD] = work.model.address, 1
        for _ in range(_REPEATS):
            if shadows.capacities(d) != self._capacities:
                self._make_shadow()
            ended = self._run(m, d, d, self._address)
            if not ended:
                self.declined = options(m)
                return None
            self._check(ended, caller)
            if ended == product.FULL:
                self._make_room()
            elif ended == product.OTHER_ROWS:
                return None
            elif work.ended(STATE_PRODUCT.name, caller):
                enter_options(words, product.OPTIONS, m)
                return self._result()
        raise RuntimeError(f"{caller}: the product of a step does not end")

    def at(self, d: MjData, weights: np.ndarray) -> Gradient | None:
        """Return the gradient by (dq, qvel, act) and by ctrl, at the state of d.

        Returns None before the first `run`, after another call has made buffers of the copy grow, and wherever
        something needs Python, which `run` after `begin` sees to.
        """
        work = self._work
        if shadows.capacities(work.d) != self._capacities:
            return None
        self._weights[:-1] = weights
        self._words[layout.IS_HELD] = 0
        for _ in range(_REPEATS):
            ended = self._run(work.m, work.d, d, self._address)
            self._check(ended, "vjp")
            if ended != product.FULL:
                break
            self._make_room()
        if ended != 1 or work.table.reached or work.table.error is not None:
            return None
        return self._result()


def product_of(work: TapeWorkspace) -> StepProduct:
    """Return the products of a workspace, which are made at their first use."""
    found: StepProduct | None = work.__dict__.get("product")
    if found is None:
        found = work.__dict__["product"] = StepProduct(work)
    return found
