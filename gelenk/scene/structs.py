"""The structs of abstract visualization as Python objects: MjvCamera, MjvGeom, ...

Documents: Programming / Visualization; API / MjvCamera, MjvOption, MjvPerturb, MjvGLCamera, MjvGeom, MjvLight

Camera, options and perturbation are blocks of memory that kernels read. Geoms, lights and graphics cameras are rows of
the columns of a scene, or of a pool of such columns.
"""

import functools
import math
from typing import Any, NoReturn

import numpy as np

from gelenk.runtime import assignment
from gelenk.runtime.block import Fixed, describe
from gelenk.runtime.memory_plan import PREFIX, Table, address_of, allocate_piece
from gelenk.runtime.struct_bases import Record, unknown
from gelenk.tables.fields_visual import LABEL, STRUCTS, Part, columns_of
from gelenk.toolchain import struct_layout
from gelenk.toolchain.extension import load
from gelenk.toolchain.extension.load import Base

POOL_ROWS = 64  # rows per pool; allocation in bulk costs less than the object of one row


def set_default(target: np.ndarray, default: Any) -> None:
    """Write the default of a field, a scalar or one value per element, into an array."""
    target[...] = np.reshape(default, target.shape) if np.size(default) > 1 else default


def _former_field(name: str, unused: Any) -> property:
    """Return the property of a field of some releases that has no effect."""

    def put(self: Any, value: Any) -> NoReturn:
        raise AttributeError(f"{name} of MjvGeom has no effect: set matid, whose material has the texture")

    def get(self: Any) -> Any:
        return np.array(unused, np.float32) if isinstance(unused, tuple) else unused

    return property(get, put, doc="Always unused: the texture of a geom is that of its material, matid.")


def common_members(name: str) -> dict[str, Any]:
    """Return the members that all struct classes share: field names, copying, docstring."""
    parts = tuple(part.name for part in STRUCTS[name][0])

    def __copy__(self: Any) -> Any:
        made = type(self)()
        for part in parts:
            value = getattr(self, part)
            if isinstance(value, np.ndarray):
                getattr(made, part)[...] = value
            else:
                setattr(made, part, value)
        return made

    def __deepcopy__(self: Any, memo: object) -> Any:
        return self.__copy__()

    body: dict[str, Any] = {"__copy__": __copy__, "__deepcopy__": __deepcopy__, "_record": parts}
    body["_unprinted"] = unknown(STRUCTS[name][0])
    return body | {"__module__": __name__, "__doc__": f"{STRUCTS[name][1]} (API / {name})"}


# ---- blocks that kernels read


def _block_class(name: str) -> Any:
    parts = STRUCTS[name][0]
    plan, defaults = struct_layout.VISION[name], {part.name: part.default for part in parts}

    def __copy__(self: Any) -> Any:
        cls: Any = type(self)
        made = cls.__new__(cls)
        made._allocate_copy(self)
        return made

    body = common_members(name) | {"__copy__": __copy__, "_defaults": staticmethod(lambda: defaults)}
    return describe(plan, meanings={p.name: p.meaning for p in parts})(type(name, (Record, Fixed), body))


# ---- rows of columns


@functools.cache
def limits_of(dtype: str) -> tuple[int, int]:
    """Return the smallest and largest value of an integer type."""
    return int(np.iinfo(dtype).min), int(np.iinfo(dtype).max)


def to_scalar(part: Part, value: Any) -> Any:
    """Convert ``value`` for a scalar field: to int if the field is an integer.

    Errors   TypeError: not a number
    """
    if part.dtype.startswith("float"):
        return assignment.real(part.name, value)
    if isinstance(value, np.floating) and np.isfinite(value):
        value = int(value)
    return assignment.whole(part.name, value, *limits_of(part.dtype))


def _number_property(part: Part) -> property:
    name, exact = part.name, float if part.dtype.startswith("float") else None

    def get(self: Any) -> Any:
        return self._columns[name].item(self._row)

    def put(self: Any, value: Any) -> None:
        self._columns[name][self._row] = value if type(value) is exact else to_scalar(part, value)

    return property(get, put, doc=part.meaning)


def _numbers_property(part: Part) -> property:
    name = part.name
    shape = part.shape if len(part.shape) > 1 else None

    def get(self: Any) -> np.ndarray:
        return self._columns[name][self._row]

    def get_shaped(self: Any) -> np.ndarray:
        columns = self._columns
        column = columns._shaped.get(name)
        return (columns.reshaped(name, shape) if column is None else column)[self._row]

    def put(self: Any, value: Any) -> None:
        assignment.assign(name, read(self), value)

    read = get if shape is None else get_shaped
    return property(read, put, doc=part.meaning)


def _text_property(part: Part) -> property:
    name = part.name

    def get(self: Any) -> str:
        columns = self._columns
        column = columns._texts.get(name)
        text = (columns.texts(name) if column is None else column).item(self._row).decode("utf-8", "replace")
        return text[: text.index("\0")] if "\0" in text else text

    def put(self: Any, value: Any) -> None:
        if type(value) is str and len(value) < LABEL and value.isascii():
            self._columns.texts(name)[self._row] = value  # padded with zeros
            return
        data = assignment.text(name, value)
        if len(data) >= LABEL:
            raise ValueError(f"{name} has {len(data)} bytes, but at most {LABEL - 1} fit")
        self._columns.texts(name)[self._row] = data  # padded with zeros

    return property(get, put, doc=part.meaning)


def _row_property(part: Part) -> property:
    if part.dtype == "str":
        return _text_property(part)
    return _numbers_property(part) if part.shape else _number_property(part)


class Columns(dict[str, np.ndarray]):
    """The columns {name: array} of a scene.

    slots   memory of the scene struct, through which kernels find the columns
    """

    def __init__(self, columns: dict[str, np.ndarray], slots: np.ndarray) -> None:
        super().__init__(columns)
        self.slots, self.address = slots, address_of(slots)
        self._texts: dict[str, np.ndarray] = {}
        self._shaped: dict[str, np.ndarray] = {}

    def reshaped(self, name: str, shape: tuple[int, ...] | None) -> np.ndarray:
        """Return a column (nrow, n) with rows reshaped to ``shape``."""
        made = self._shaped.get(name)
        if made is None:
            made = self._shaped[name] = self[name].reshape(-1, *(shape or ()))
        return made

    def texts(self, name: str) -> np.ndarray:
        """Return a column of texts (nrow,) as numpy byte strings."""
        made = self._texts.get(name)
        if made is None:
            made = self._texts[name] = self[name].view(f"S{LABEL}")[:, 0]
        return made


class _Pool(Columns):
    """Columns of POOL_ROWS structs outside scenes, created on first access.

    The pool's struct is that of a scene with only these columns, so that kernels accept its rows as rows of a scene.
    """

    def __init__(self, prefix: str, table: Table) -> None:
        super().__init__({}, np.zeros(struct_layout.SCENE.nslot, np.int64))
        self._prefix = f"{PREFIX}{prefix}_"
        self._piece = allocate_piece(table.plan({"nrow": POOL_ROWS}), self.slots)
        self.bytes = self._piece.bytes

    def __missing__(self, name: str) -> np.ndarray:
        made = self._piece.array(self._prefix + name)
        if made is None:
            raise KeyError(name)
        return self.setdefault(name, made)


class _FreeRows:
    """Rows of pools that are free for new structs, with default values."""

    def __init__(self, prefix: str, parts: tuple[Part, ...]) -> None:
        self._prefix, self._parts = prefix, parts
        self.rows: list[tuple[Columns, int]] = []

    @functools.cached_property
    def _pool_layout(self) -> tuple[Table, bytes]:
        """Return the layout of a pool, and its memory with defaults."""
        table = Table(columns_of(self._prefix, "nrow", self._parts), struct_layout.SCENE.offset)
        pool = _Pool(self._prefix, table)
        for part in self._parts:
            if part.dtype != "str":
                for row in range(POOL_ROWS):
                    set_default(pool[part.name][row, ...], part.default)
        return table, pool.bytes.tobytes()

    def add_pool(self) -> None:
        """Add another pool."""
        table, defaults = self._pool_layout
        pool = _Pool(self._prefix, table)
        pool.bytes[:] = np.frombuffer(defaults, np.uint8)
        self.rows.extend((pool, row) for row in range(POOL_ROWS))


class ColumnView:
    """Columns under their names in a scene ("geom_pos"), for kernels in plain Python."""

    def __init__(self, columns: Columns, prefix: str) -> None:
        self._columns, self._skip = columns, len(prefix) + 1

    def __getattr__(self, name: str) -> np.ndarray:
        return self._columns[name[self._skip :]]


_RECORDS: dict[str, np.ndarray] = {}  # kept alive, since native code has their addresses


def _copy_record(prefix: str, parts: tuple[Part, ...]) -> np.ndarray:
    """Return the table from which native code copies a row.

    See toolchain/extension/struct_copy.py.
    """
    words = [len(parts)]
    for f in columns_of(prefix, "nrow", parts):
        words += [
            struct_layout.SCENE.offset[f.name],
            math.prod(f.shape[1:]) * struct_layout.NUMPY[f.dtype].itemsize,
        ]
    return np.array(words, np.int64)


def _row_class(name: str, prefix: str) -> Any:
    parts = STRUCTS[name][0]
    names, supply = tuple(part.name for part in parts), _FreeRows(prefix, parts)
    rows = supply.rows
    record = _RECORDS[name] = _copy_record(prefix, parts)
    record_at = record.ctypes.data

    def __init__(self: Any) -> None:
        while True:  # threads may take rows that another thread added
            try:
                made, self._row = rows.pop()
                break
            except IndexError:
                supply.add_pool()
        self._columns = made
        if load.module:
            self._address = made.address

    def __copy__(self: Any) -> Any:
        made = type(self)()
        source, row, target, place = self._columns, self._row, made._columns, made._row
        if load.module:
            load.module._transferred(row, source.address, target.address, place, record_at)
            return made
        for name in names:
            target[name][place] = source[name][row]
        return made

    @classmethod  # type: ignore[misc]  # of the class below
    def _of(cls: Any, columns: Columns, row: int) -> Any:
        """Return an object for row ``row`` of the columns of a scene."""
        self = cls.__new__(cls)
        self._columns, self._row = columns, row
        if load.module:
            self._address = columns.address
        return self

    view = property(lambda self: ColumnView(self._columns, prefix))
    body = common_members(name) | {"__init__": __init__, "__copy__": __copy__, "_of": _of, "_view": view}
    made = type(name, (Record, Base), body | {part.name: _row_property(part) for part in parts})
    for part in parts:
        if not part.shape and part.dtype != "str":
            limits = (0, 0) if part.dtype == "float32" else limits_of(part.dtype)
            at = struct_layout.SCENE.offset[f"{prefix}_{part.name}"]
            load.replace_property(made, part.name, f"{part.dtype}s", at, limits)
    return made


MjvCamera = _block_class("MjvCamera")
MjvOption = _block_class("MjvOption")
MjvPerturb = _block_class("MjvPerturb")
MjvGLCamera = _row_class("MjvGLCamera", "camera")
MjvLight = _row_class("MjvLight", "light")
MjvGeom = _row_class("MjvGeom", "geom")
for _name, _unused in (("texid", -1), ("texuniform", 0), ("texrepeat", (0.0, 0.0))):
    setattr(MjvGeom, _name, _former_field(_name, _unused))
