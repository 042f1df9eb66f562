"""Attributes of a batch, and named access: ``batch.joint("hinge").qpos``, shape (nsim, 1).

Documents: design / Batches; API / Python named access

The views have the attributes of the accessors of MjData and MjModel. Fields of data are bound on first access. Fields
of the model are read as the worlds have them; assigning to one expands the field. If the worlds are on several
devices, reading returns a list with the array of each device.
"""

from __future__ import annotations

import functools
from typing import TYPE_CHECKING, Any, Protocol

import numpy as np

from gelenk.batch import arguments, transfers
from gelenk.batch.base import BatchBase
from gelenk.errors import FatalError, UnknownAttribute
from gelenk.runtime.model import MjModel
from gelenk.runtime.named_access import ONE_ROW, VIEW_KINDS, attributes_of, find, names_of, signal_rows
from gelenk.tables import fields_data
from gelenk.tables.object_types import JOINT_NQ, JOINT_NV
from gelenk.toolchain import struct_layout

KINDS_OF_ROWS = (
    *(
        "joint",
        "body",
        "geom",
        "site",
        "camera",
        "light",
        "sensor",
        "actuator",
        "tendon",
        "equality",
        "keyframe",
    ),
    *("material", "numeric", "pair"),
)


@functools.cache
def attributes(kind: str) -> dict[str, tuple[str, str]]:
    """Return attribute -> (field, selection of rows) for all bindable or expandable fields."""
    found = attributes_of(kind, struct_layout.MODEL_ARRAYS)
    if "d" in VIEW_KINDS[kind][2]:
        found = attributes_of(kind, fields_data.DATA) | {k: v for k, v in found.items() if v[1] != "data"}
        found |= {
            k: v for k, v in attributes_of(kind, fields_data.DATA).items() if v[0] in transfers.STATE_ROWS
        }
    known = transfers.DATA_FIELDS | transfers.MODEL_FIELDS
    if kind == "actuator":
        found["ctrl"] = ("ctrl", "ctrl")
    if kind == "sensor":
        found["data"] = ("sensordata", "data")
    return {a: (f, rows) for a, (f, rows) in found.items() if f in known and rows != "moment"}


class Worlds(Protocol):
    """The interface of a batch that its named objects use."""

    @property
    def _own_model(self) -> MjModel: ...

    def bind(self, name: str) -> np.ndarray:
        """Return the live array (nsim, ...) of a field of MjData."""

    def _values(self, name: str) -> np.ndarray: ...

    def _writable(self, name: str) -> np.ndarray: ...


class NamedRows:
    """A named object in all worlds."""

    __slots__ = ("_batch", "_kind", "id", "name")

    _batch: Worlds
    _kind: str
    id: int
    name: str

    def __init__(self, batch: Worlds, kind: str, key: int | str) -> None:
        if isinstance(key, bool) or not isinstance(key, int | str | np.integer):
            raise TypeError(f"{kind} must be a name or an id, not {type(key).__name__}")
        m = batch._own_model
        index = find(m, kind, key)
        for slot, value in (
            ("_batch", batch),
            ("_kind", kind),
            ("id", index),
            ("name", names_of(m, VIEW_KINDS[kind][0])[index]),
        ):
            object.__setattr__(self, slot, value)

    def _rows(self, rows: str) -> slice:
        m, i = self._batch._own_model._view, self.id
        if rows in ("dof", "qpos"):
            start = int((m.jnt_dofadr if rows == "dof" else m.jnt_qposadr)[i])
            return slice(start, start + (JOINT_NV if rows == "dof" else JOINT_NQ)[int(m.jnt_type[i])])
        if rows == "ctrl" or rows == "out":
            return signal_rows(m, rows, i)
        if rows == "data":
            return slice(int(m.sensor_adr[i]), int(m.sensor_adr[i] + m.sensor_dim[i]))
        if rows == "part":
            return slice(int(m.numeric_adr[i]), int(m.numeric_adr[i] + m.numeric_size[i]))
        return slice(i, i + 1)

    def _find(self, attribute: str) -> tuple[str, str]:
        found = attributes(self._kind).get(attribute)
        if found is None:
            message = f"{attribute} is not a field of a {self._kind}, or a batch does not provide it"
            if attribute == "moment":
                message = (
                    "moment is a dense copy of sparse rows, not a slice of a field: get_data(sim) has it"
                )
            raise UnknownAttribute(message, attribute, lambda: attributes(self._kind))
        return found

    def _cut(self, array: Any, rows: str) -> Any:
        if isinstance(array, list):  # one array for each device
            return [self._cut(one, rows) for one in array]
        part = array[:, self._rows(rows)]
        return part[:, 0] if rows in ONE_ROW and part.ndim > 2 and part.shape[1] == 1 else part

    if not TYPE_CHECKING:  # type checkers read the attributes in fields_of_worlds.pyi

        def __getattr__(self, attribute: str) -> np.ndarray:
            field, rows = self._find(attribute)
            if field in transfers.DATA_FIELDS:
                return self._cut(self._batch.bind(field), rows)
            return self._cut(self._batch._values(field), rows)

        def __setattr__(self, attribute: str, value: Any) -> None:
            if attribute in ("id", "name"):
                raise AttributeError(f"{attribute} of a {self._kind} can only be read")
            field, rows = self._find(attribute)
            part = self._cut(self._batch._writable(field), rows)
            _write(f"{attribute} of a {self._kind}", part, value)

    def __dir__(self) -> list[str]:
        return sorted(["id", "name", *attributes(self._kind)])

    def __repr__(self) -> str:
        return f"<{self._kind} {self.name or self.id!r} of {self._batch!r}>"


def _write(name: str, target: Any, value: Any) -> None:
    """Write values into the rows of a field; arrays of a device check their values themselves."""
    if isinstance(target, np.ndarray):
        arguments.write_broadcast(name, target, value)
    else:
        target[...] = value


def _method(kind: str) -> Any:
    def named(self: Worlds, key: int | str) -> NamedRows:
        return NamedRows(self, kind, key)

    named.__name__ = kind
    named.__doc__ = (
        f"The {kind} with this name or id in all worlds: its fields have a row for each.\n\n"
        "key        name or id\n"
        "Returns    arrays (nsim, ...) of its fields, in their types and units (docs/fields.md)\n"
        "Errors     KeyError: there is no such name; IndexError: no such id; TypeError: it is neither\n"
        "Source     design / Batches"
    )
    return named


class ByName:
    """Attribute access to the fields of a batch, and methods that return named objects."""

    if not TYPE_CHECKING:  # type checkers read the fields in fields_of_worlds.pyi

        def __getattr__(self, name: str) -> np.ndarray:
            if name.startswith("_") or "model" not in self.__dict__:
                raise AttributeError(name)
            if name in transfers.DATA_FIELDS:
                return self.bind(name)
            array = self.expanded(name) if name in transfers.MODEL_FIELDS else None
            if array is not None:
                return self._own_rows[name]
            for field in (name, f"opt.{name}", f"stat.{name}"):
                if field in transfers.MODEL_FIELDS:
                    raise AttributeError(f"{name} is a field of the model: use expand('{field}')")
            cls = type(self)
            raise UnknownAttribute(
                f"Batch has no attribute '{name}'", name, lambda: [*transfers.DATA_FIELDS, *dir(cls)]
            )

        def __setattr__(self, name: str, value: Any) -> None:
            known = getattr(type(self), name, None)
            if isinstance(known, property) or (name[0] != "_" and name in self.__dict__):
                raise AttributeError(f"{name} of a Batch can only be read; assign to its elements")
            if name in transfers.DATA_FIELDS or name in transfers.MODEL_FIELDS:
                _write(name, self._writable(name), value)
                return
            if name.startswith("_"):
                object.__setattr__(self, name, value)
                return
            raise UnknownAttribute(
                f"Batch has no attribute '{name}'",
                name,
                lambda: [*transfers.DATA_FIELDS, *transfers.MODEL_FIELDS],
            )

    def __dir__(self) -> list[str]:
        return sorted({*object.__dir__(self), *transfers.DATA_FIELDS})


for _kind in KINDS_OF_ROWS:
    setattr(ByName, _kind, _method(_kind))


class Attributes(ByName, BatchBase):
    """The methods and attributes of a batch that return its arrays."""

    _readable: dict[str, np.ndarray]

    def bind(self, name: str) -> np.ndarray:
        """Return the live array (nsim, ...) of a field of MjData.

        name      of a field of MjData

        Fields of the state are views of `state`: a value written into them is the state in the next call; eq_active is
        float64. Other fields are read-only: a call writes the rows of its worlds. After `step` they are those of the
        last step, computed before its integration. A field that is bound after a call has the values of that call,
        recomputed from the state in which the call began, with the current model. Before any call the values are 0,
        as in a new MjData; in a persistent batch they are those of the MjData of each world.

        Returns   array (nsim, ...) in the type and unit of the field (docs/fields.md)
        Errors    ValueError: not a field of MjData, or a field without a fixed size; RuntimeError: the field cannot be
                  recomputed, since the last call failed or ran Python callbacks: bind the field before calls
        Source    design / Batches
        """
        if isinstance(name, str) and name in self._cpu.views:
            return self._cpu.views[name]
        if isinstance(name, str) and (name in transfers.DERIVED or name in transfers.COUNTS):
            with self._locked():
                view = self._cpu.bind(name).view()
            view.flags.writeable = False
            return self.__dict__["_readable"].setdefault(name, view)
        raise transfers.not_bindable(name)

    def expand(self, name: str) -> np.ndarray:
        """Return the live array (nsim, ...) of a model field, with values per world from now on.

        name      of a field of MjModel, or "opt.timestep", "stat.meaninertia" and the like

        After writing fields from which others follow, call `set_const`. Index fields are checked before a call.

        Returns   array (nsim, ...) in the type and unit of the field (docs/fields.md)
        Errors    ValueError: no such field, or a field of assets; FatalError: `set_models` is in effect
        Source    design / Batches
        """
        if not isinstance(name, str) or name not in transfers.MODEL_FIELDS:
            raise transfers.not_expandable(name)
        if self._models is not None:
            raise FatalError(
                "expand: the batch runs the caller's models, given to set_models; edit those instead"
            )
        with self._locked():
            self._cpu.computed.discard(name)
            return self._cpu.expand(name)

    def expanded(self, name: str) -> np.ndarray | None:
        """Return the values (nsim, ...) of an expanded model field, read-only; else None.

        name      as of `expand`
        Returns   array (nsim, ...) in the type and unit of the field (docs/fields.md), or None
        Errors    ValueError: no such field can be expanded
        Source    design / Batches
        """
        if not isinstance(name, str) or name not in transfers.MODEL_FIELDS:
            raise transfers.not_expandable(name)
        array = self._cpu.expanded.get(name)
        if array is None:
            return None
        view = array.view()
        view.flags.writeable = False
        return view

    @property
    def _own_rows(self) -> dict[str, Any]:
        """The live arrays of the expanded fields, by name."""
        return self._cpu.expanded

    def _values(self, name: str) -> np.ndarray:
        """Return the values (nsim, ...) of a model field; they are read-only unless expanded."""
        if self._cpu.models is not None:
            found = np.stack([getattr(m, "_a_" + name) for m in self._cpu.models])
            found.flags.writeable = False
            return found
        array = self._cpu.expanded.get(name)
        if array is None:
            shared = self._cpu.shared_value(name)
            return np.broadcast_to(shared, (self.nsim, *shared.shape))
        if name in self._cpu.computed:
            array = array.view()
            array.flags.writeable = False
        return array

    def _writable(self, name: str) -> np.ndarray:
        """Return the array that an assignment to a field writes to."""
        if name in self._cpu.views:
            return self._cpu.views[name]
        if name in transfers.DATA_FIELDS:
            raise ValueError(
                f"{name} is computed by every call, and cannot be written: write fields of the state, or expand those "
                "of the model"
            )
        if self._models is not None:
            raise ValueError(
                f"{name} belongs to the models given to set_models: edit those, and call set_models again"
            )
        return self.expand(name)
