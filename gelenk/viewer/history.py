"""History of states: a ring buffer that the page scrubs through while paused.

Documents: design / The viewer; Programming / Simulation
"""

from collections import deque
from typing import Any

import numpy as np

from gelenk.runtime import state
from gelenk.tables.enums import mjtState

MOST_STATES, MOST_BYTES = 2000, 100 << 20


class History:
    """The last states of a model: 2,000, or as many as fit into 100 MB.

    ``at`` is the index of the shown state: 0 the newest, -1 the one before.
    """

    def __init__(self, m: Any) -> None:
        self.size = state.size(m, mjtState.mjSTATE_INTEGRATION)
        room = max(1, min(MOST_STATES, MOST_BYTES // max(8, 8 * self.size)))
        self.states: deque[np.ndarray] = deque(maxlen=room)
        self.at = 0

    def add(self, m: Any, d: Any) -> None:
        """Append the state of ``d``, and drop the states after the shown one."""
        for _ in range(-self.at):
            self.states.pop()
        self.at = 0
        now = np.zeros(self.size)
        state.get(m, d, now, mjtState.mjSTATE_INTEGRATION)
        self.states.append(now)

    def go(self, m: Any, d: Any, at: int) -> int:
        """Restore the state nearest to ``at`` into ``d``, and return its index."""
        if not self.states:
            return 0
        self.at = max(1 - len(self.states), min(0, at))
        state.put(m, d, self.states[self.at - 1], mjtState.mjSTATE_INTEGRATION)
        return self.at
