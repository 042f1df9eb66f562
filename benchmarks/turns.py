"""Several sides timed in turns.

Documents: design / Testing
"""

import time
from collections.abc import Callable

import numpy as np


def in_turns(turns: int, *sides: Callable[[], object]) -> list[tuple[float, float]]:
    """The least time of each side [s]: of the clock, and of the processor."""
    best = [(np.inf, np.inf)] * len(sides)
    for side in sides:
        side()
    for _ in range(turns):
        for i, side in enumerate(sides):
            clock, processor = time.perf_counter(), time.process_time()
            side()
            taken = time.perf_counter() - clock, time.process_time() - processor
            best[i] = min(best[i][0], taken[0]), min(best[i][1], taken[1])
    return best
