"""Range checks of the indices that MjData holds, for calls that start in the middle of the pipeline.

Documents: promises / Indices

The kernels, and the names of the parts, are in engine/ranges.py.
"""

from gelenk.engine.ranges import NAMES
from gelenk.jit import library


def check(m, d, parts) -> None:
    """Raise IndexError naming the first index out of range in some parts of ``d`` (CONTACTS | ROWS | ...)."""
    library.call("check_data", m, d, parts)
    number = d._get("bad_field")
    if number:
        name, at = NAMES[number - 1], d._get("bad_at")
        raise IndexError(f"d.{name} holds an index that is out of range, at place {at} of its numbers")
