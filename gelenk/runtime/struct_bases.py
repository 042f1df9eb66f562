"""Base classes of structs: MjModel and MjData in memory, and small structs as records.

Documents: design / Blocks; API / Python bindings

Modules that check, reset, step and copy models and data import these bases, and both classes import the modules. The
private attributes that other packages use are listed in tests/support/internal_members.py.
"""

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

import numpy as np

from gelenk.runtime.block import Block
from gelenk.runtime.index_guard import Guard
from gelenk.tables.levels import is_known
from gelenk.toolchain import struct_layout

if TYPE_CHECKING:  # fields from the tables, as seen by type checkers and editors
    from gelenk.runtime.fields import DataFields, ModelFields, OptionFields
else:
    DataFields = ModelFields = object


class ModelBlock(Block, ModelFields):
    """The memory of a model."""

    _guard: Guard | None  # of the index columns, once a user has accessed one
    _state_parts: dict[int, tuple[tuple[str, int, int], ...]]  # see state.parts

    if TYPE_CHECKING:

        @property
        def opt(self) -> OptionFields: ...


class DataBlock(Block, DataFields):
    """The memory of the state of a world and of all derived quantities."""

    _model: ModelBlock
    _control_at: tuple[int, float] | None  # see callbacks.py
    _skip_control: bool

    def _scalar(self, name: str) -> int:
        """Return an integer scalar as the struct has it."""
        return int(self._ints[struct_layout.DATA.offset[name] // 8])

    def _set_scalar(self, name: str, value: int) -> None:
        """Set an integer scalar without checks."""
        self._ints[struct_layout.DATA.offset[name] // 8] = value

    def _set_float(self, name: str, value: float) -> None:
        """Set a float scalar without checks."""
        self._floats[struct_layout.DATA.offset[name] // 8] = value

    def _grow(self) -> bool:
        """Enlarge the buffers that were too small; return whether any was."""
        raise NotImplementedError


def unknown(rows: Iterable[Any]) -> frozenset[str]:
    """Return the names of fields that came after the level."""
    return frozenset(row.name for row in rows if not is_known(row.since))


class Record:
    """Base of structs that consist of the fields named by `_record`; not hashable.

    Fields of releases after the level are not printed (`_unprinted`).
    """

    _record: tuple[str, ...] = ()
    _unprinted: frozenset[str] = frozenset()

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, type(self)) and not isinstance(self, type(other)):
            return NotImplemented
        return all(_same(getattr(self, name), getattr(other, name)) for name in self._record)

    __hash__ = None  # type: ignore[assignment]

    def __repr__(self) -> str:
        rows = (f"  {name}: {getattr(self, name)!r}" for name in sorted({*self._record} - self._unprinted))
        return "\n".join((f"<{type(self).__name__}", *rows, ">"))


def _same(a: Any, b: Any) -> bool:
    return np.array_equal(a, b) if isinstance(a, np.ndarray) else bool(a == b)
