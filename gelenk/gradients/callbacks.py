"""Derivatives of Python callbacks within a pass, from the user or by finite differences.

Documents: design / Tangents of kernels

A pass with tangents calls a callback where the pipeline does. The derivatives of all varying fields along the
directions of the pass are known there. The attribute `jvp` of a callback returns the derivatives of what the callback
writes along one direction; a callback without it is called twice for each direction, with all varying fields moved
forward and backward (central differences).
"""

from __future__ import annotations

import functools
import warnings
import weakref
from collections.abc import Callable, Iterator, Mapping
from typing import TYPE_CHECKING, Any

import numpy as np

from gelenk.gradients import arguments
from gelenk.runtime import callbacks
from gelenk.runtime.plugin_instances import REGISTERED
from gelenk.tables.enums import mjtPluginCapabilityBit
from gelenk.tables.stages import CALLBACK_PLACES, INDEX, PLUGINS
from gelenk.tables.status import DONE
from gelenk.toolchain import library
from gelenk.toolchain.struct_layout import DATA

if TYPE_CHECKING:
    from gelenk.runtime.model import MjModel

Workspace = Any  # of passes.py, which imports this module
Direction = Mapping[str, np.ndarray]
VALUE = "callback_value"  # field of data with the value that an actuator callback returned
# inputs of a step that the control callback may write
CONTROLLED = ("ctrl", "qfrc_applied", "xfrc_applied", "mocap_pos", "mocap_quat")
# callback -> fields that it writes; mjcb_contactfilter writes none, since it only selects pairs of geoms
WRITTEN: dict[str, tuple[str, ...]] = {
    "mjcb_control": CONTROLLED,
    "mjcb_passive": ("qfrc_passive",),
    "mjcb_act_dyn": (VALUE, "act_dot"),
    "mjcb_act_gain": (VALUE,),
    "mjcb_act_bias": (VALUE,),
    "mjcb_sensor": ("sensordata",),
}
# task of a plugin -> fields that it writes; the states of plugins, which ADVANCE writes, are those of steps before
WRITTEN_BY_TASK: dict[int, tuple[str, ...]] = {
    int(mjtPluginCapabilityBit.mjPLUGIN_ACTUATOR): ("actuator_force", "act_dot"),
    int(mjtPluginCapabilityBit.mjPLUGIN_PASSIVE): ("qfrc_passive",),
    int(mjtPluginCapabilityBit.mjPLUGIN_SENSOR): ("sensordata",),
}
PLACES = {place.name: INDEX[place.name] for place in CALLBACK_PLACES}
_OF_MODEL_AND_DATA = ("mjcb_control", "mjcb_passive")  # the other callbacks take two integers as well
_STATUS, _VALUE_AT = DATA.offset["status"] // 8, DATA.offset[VALUE] // 8
# step of central differences: the largest change of an element of the state or the controls
DIFFERENCE_STEP = 1e-6


def is_any_set(m: MjModel) -> bool:
    """Return whether any callback is set, or a plugin of the model is in Python."""
    return any(library.TABLE[index] for index in PLACES.values()) or bool(_python_plugins(m))


def _python_plugins(m: MjModel) -> list[str]:
    """Return the places, in the stage table, of the plugins of a model that are in Python."""
    in_python = int(library.TABLE[INDEX["python_plugins"]])
    used = {*m.plugin.tolist()} if in_python else ()
    return [PLUGINS[number] for number in used if in_python >> number & 1]


class Moved(Direction):
    """The derivatives of fields along one direction of a pass, by name.

    v["qpos"] has the motions of the dofs (nv). The derivative of another float field of data, or of a parameter of the
    model, has the shape of the field.
    """

    def __init__(self, work: Workspace, column: int) -> None:
        self._work, self._column = work, column

    def __getitem__(self, name: str) -> np.ndarray:
        """Return the derivative of a field."""
        work = self._work
        if name == "qpos":
            column = slice(self._column, self._column + 1)
            return work.motion(work.tangents("qpos")[:, column])[:, 0]
        if name not in work.data.arrays:
            if name not in arguments.parameters():
                raise KeyError(f"{name!r} is not a float field of data or of the model")
            shape = arguments.field(work.m, work.d, name).shape
            return work.model.tangents(name)[:, self._column].reshape(shape).copy()
        shape = np.shape(getattr(work.d, name))
        return work.data.arrays[name][: int(np.prod(shape)), self._column].reshape(shape).copy()

    def __iter__(self) -> Iterator[str]:
        """Iterate over the float fields of data."""
        return iter(self._work.data.arrays)

    def __len__(self) -> int:
        """Return the number of float fields of data."""
        return len(self._work.data.arrays)


def enter(work: Workspace) -> None:
    """Enter callbacks, and plugins in Python, into the stage table of a workspace."""
    known, entries = weakref.ref(work), work.table.addresses
    for name in (*PLACES, *_python_plugins(work.m)):
        if name not in work.entered:
            integers = 0 if name in _OF_MODEL_AND_DATA else 2
            work.entered[name] = work.table.entry(functools.partial(_run, known, name), integers)
        entries[INDEX[name]] = work.entered[name]


def _run(known: weakref.ref[Workspace], name: str, *addresses: int) -> None:
    """Run a callback in a pass, with the derivatives of what it writes."""
    work = known()
    if work is None:
        return
    function, d = callbacks.get_callback(name), work.d
    numbers = addresses[2:4] if name not in _OF_MODEL_AND_DATA else ()
    call = functools.partial(_call, function, work, numbers[: callbacks.count_of(name)])
    written = WRITTEN_BY_TASK.get(numbers[1], ()) if name in PLUGINS else WRITTEN.get(name, ())
    moving = _varying_fields(work)
    found: dict[str, np.ndarray] = {}
    columns = np.flatnonzero(
        functools.reduce(np.logical_or, (t.any(0) for _, t in moving), np.zeros(1, bool))
    )
    if written and len(columns):
        found = {field: work.data.arrays[field].copy() for field in written}
        derive = _by_user if hasattr(function, "jvp") else _by_differences
        for column in columns.tolist():
            derive(work, name, call, column, moving, found)
    call()
    for field, tangents in found.items():
        work.data.arrays[field][...] = tangents
    d._ints[_STATUS] = DONE


def _call(function: Callable[..., Any], work: Workspace, numbers: tuple[int, ...]) -> None:
    """Call a callback; store the value that it returns."""
    result = function(work.m, work.d, *numbers)
    if result is not None:
        _array(work, VALUE)[0] = float(result)


def _array(work: Workspace, field: str) -> np.ndarray:
    """Return the memory of a field of the copy, flat."""
    if field == VALUE:
        return work.d._floats[_VALUE_AT : _VALUE_AT + 1]
    found: np.ndarray = getattr(work.d, f"_a_{field}")
    return found.reshape(-1)


def _varying_fields(work: Workspace) -> list[tuple[Any, np.ndarray]]:
    """Return the fields whose tangents are not zero: their memory and their tangents."""
    found: list[tuple[Any, np.ndarray]] = []
    for name, tangents in work.data.arrays.items():
        if name in DATA.arrays and tangents.any():
            array = _array(work, name)
            found.append((array, tangents[: len(array)]))
    for name in work.parameters:
        owner, _, field = name.rpartition(".")
        block = work.m.opt if owner else work.m
        array = np.asarray(getattr(block, field))
        found.append((array.reshape(-1) if array.ndim else _Scalar(block, field), work.model.tangents(name)))
    return found


class _Scalar:
    """An option of the model, with the interface of an array of one element."""

    def __init__(self, block: Any, name: str) -> None:
        self._block, self._name = block, name

    def copy(self) -> np.ndarray:
        """Return the value of the option."""
        return np.array([getattr(self._block, self._name)])

    def __setitem__(self, every: slice, values: np.ndarray) -> None:
        """Set the option to the value."""
        setattr(self._block, self._name, float(values[0]))


def _by_differences(
    work: Workspace,
    name: str,
    call: Callable[[], None],
    column: int,
    moving: list[tuple[Any, np.ndarray]],
    found: dict[str, np.ndarray],
) -> None:
    """Set a column of the tangents of what a callback writes, by central differences."""
    _warn_once(name)
    before = [array.copy() for array, _ in moving]
    written = {field: _array(work, field).copy() for field in found}
    largest = [np.abs(tangents[:, column]).max(initial=0.0) for _, tangents in moving]
    state = [
        np.abs(work.tangents(part)[:, column]).max(initial=0.0) for part in (*arguments.STATE_PARTS, "ctrl")
    ]
    eps = DIFFERENCE_STEP / (max(state) or max(largest))
    sides: list[dict[str, np.ndarray]] = []
    for sign in (1.0, -1.0):
        for (array, tangents), values in zip(moving, before, strict=True):
            array[:] = values + sign * eps * tangents[:, column]
        call()
        sides.append({field: _array(work, field).copy() for field in found})
        for field, values in written.items():
            _array(work, field)[:] = values
    for (array, _), values in zip(moving, before, strict=True):
        array[:] = values
    for field, tangents in found.items():
        size = len(sides[0][field])
        tangents[:size, column] = (sides[0][field] - sides[1][field]) / (2.0 * eps)


def _by_user(
    work: Workspace,
    name: str,
    call: Callable[[], None],
    column: int,
    moving: list[tuple[Any, np.ndarray]],
    found: dict[str, np.ndarray],
) -> None:
    """Set a column of the tangents of what a callback writes, by its attribute `jvp`."""
    numbers = call.args[2]  # type: ignore[attr-defined]
    given = callbacks.get_callback(name).jvp(work.m, work.d, Moved(work, column), *numbers)
    if VALUE in found and not isinstance(given, Mapping):
        given = {VALUE: 0.0 if given is None else given}
    if not isinstance(given, Mapping):
        raise TypeError(f"{name}.jvp must return a mapping, field -> derivative, got {given!r}")
    for field, value in given.items():
        if field not in found:
            raise ValueError(
                f"{name}.jvp: {field!r} is not a field that the callback writes: {', '.join(found)}"
            )
        shape = () if field == VALUE else np.shape(getattr(work.d, field))
        derivative = arguments.numbers(f"{name}.jvp: the derivative of {field!r}", value, shape).reshape(-1)
        if name == "mjcb_passive":  # the callback adds to forces that stages have written
            found[field][: derivative.size, column] += derivative
        else:
            found[field][: derivative.size, column] = derivative


@functools.cache
def _warn_once(name: str) -> None:
    """Warn once per callback or plugin that its derivatives are finite differences."""
    if name in PLUGINS:
        plugin = REGISTERED[PLUGINS.index(name)].name
        what, remedy = f"plugin {plugin} runs in Python", "give it a kernel for exact derivatives"
    else:
        what, remedy = f"{name} has no attribute jvp", "define callback.jvp = lambda m, d, v: ..."
    warnings.warn(
        f"{what} and is differentiated by finite differences; {remedy} (docs/guide/gradients.md)",
        stacklevel=2,
    )
