"""Alternating turns of several sides, and command-line options of such comparisons.

Documents: design / Testing
"""

import argparse
import time
from collections.abc import Callable

import numpy as np


def in_turns(turns: int, *sides: Callable[[], object]) -> list[tuple[float, float]]:
    """Return the minimum time of each side [s]: (wall clock, CPU)."""
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


def options(doc: str) -> argparse.Namespace:
    """Parse turns and threads from the command line; ``doc`` is the program's help."""
    parser = argparse.ArgumentParser(description=doc, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--turns", type=int, default=20, help="how often each is measured")
    parser.add_argument("--threads", type=int, default=2, help="threads that share the worlds")
    return parser.parse_args()
