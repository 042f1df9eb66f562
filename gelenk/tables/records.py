"""Record: base of structs that compare and print field by field.

Documents: API / Python bindings
"""

from typing import Any

import numpy as np


class Record:
    """Base of structs that consist of the fields named by `_record`; not hashable."""

    _record: tuple[str, ...] = ()

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, type(self)) and not isinstance(self, type(other)):
            return NotImplemented
        return all(_same(getattr(self, name), getattr(other, name)) for name in self._record)

    __hash__ = None  # type: ignore[assignment]

    def __repr__(self) -> str:
        rows = (f"  {name}: {getattr(self, name)!r}" for name in sorted(self._record))
        return "\n".join((f"<{type(self).__name__}", *rows, ">"))


def _same(a: Any, b: Any) -> bool:
    return np.array_equal(a, b) if isinstance(a, np.ndarray) else bool(a == b)
