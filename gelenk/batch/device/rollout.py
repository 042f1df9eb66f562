"""Rollouts on a device: controls, steps and records without transfers to the host.

Documents: design / Many worlds on GPUs
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping
from typing import Any, NamedTuple

import numpy as np

from gelenk.batch import arguments, rollout_calls, transfers
from gelenk.batch.device.arrays import DeviceArray
from gelenk.batch.device.gpu_worlds import DeviceBatch
from gelenk.batch.device.memory_plan import Entry
from gelenk.runtime import state as states
from gelenk.toolchain.gpu.cuda_driver import Stream


class Rows(NamedTuple):
    """The rows of a field in an array (n, nstep, ...).

    pointer   address of the first world at the first step
    world     stride of worlds in elements; step   stride of steps in bytes
    """

    entry: Entry
    pointer: int
    world: int
    step: int


def entry_of(batch: DeviceBatch, name: str) -> Entry | None:
    """Return the entry of a field; None if the program does not have the field."""
    return batch.plan.arrays.get(name) or batch.plan.columns.get(name)


def _parts(batch: DeviceBatch, function: str, spec: int) -> list[tuple[Entry, int]]:
    """Return (field, start) of the parts of a state vector on the device.

    Errors   NotImplementedError: a part has another dtype than the rest
    """
    found = []
    for name, start, n in states.parts(batch.model, spec):
        entry = entry_of(batch, name)
        if n and entry is not None:
            if entry.dtype != batch.plan.columns["time"].dtype:
                raise NotImplementedError(
                    f"{function}: {name} is {entry.dtype} on a GPU, unlike the rest of the state: record it separately"
                )
            found.append((entry, start))
    return found


class Planned(NamedTuple):
    """A checked rollout: worlds, inputs, arrays to keep alive, result arrays."""

    ids: np.ndarray
    nstep: int
    inputs: list[Rows]
    kept: list[DeviceArray]
    arrays: dict[Any, Any]


def control(
    batch: DeviceBatch, values: Any, spec: Any, n: int, nstep: int
) -> tuple[list[Rows], list[DeviceArray]]:
    """Return the inputs (n, nstep, ncontrol), and device arrays to keep alive.

    Errors   TypeError, ValueError: their shape, dtype or device
    """
    if values is None:
        return [], []
    real = batch.plan.columns["time"].dtype
    there = getattr(values, "__cuda_array_interface__", None)
    if there is None:
        sig, array = rollout_calls.inputs(batch.model, values, spec, n, nstep)
        assert array is not None
        kept = []
        for name, start, size in states.parts(batch.model, sig):
            entry = entry_of(batch, name)
            if size and entry is not None:
                made = DeviceArray(batch.device, (n, nstep, size), entry.dtype, batch.stream)
                made.assign(array[:, :, start : start + size])
                kept.append((entry, made))
        rows = [Rows(entry, made.pointer, nstep * entry.numbers, entry.nbytes) for entry, made in kept]
        return rows, [made for _, made in kept]
    sig, _ = rollout_calls.inputs(batch.model, np.zeros(1), spec, 1, 1)
    shape = (n, nstep, states.size(batch.model, sig))
    if _number(values, batch.device.number) != batch.device.number:
        raise ValueError(
            f"control is on cuda:{_number(values, 0)}, and the batch on cuda:{batch.device.number}: copy it"
        )
    if tuple(there["shape"]) != shape or there["typestr"] != real.str or there.get("strides") is not None:
        raise ValueError(f"control on a device must be C-contiguous, {real} and of shape {shape}")
    pointer, size = there["data"][0], real.itemsize
    found = [
        Rows(entry, pointer + start * size, nstep * shape[2], shape[2] * size)
        for entry, start in _parts(batch, "control", sig)
    ]
    return found, []


def _number(values: Any, default: int) -> int:
    """Return the device number of an array, or the default if the array has none."""
    asked = getattr(values, "__dlpack_device__", None)
    return int(asked()[1]) if asked is not None else default


def outputs(
    batch: DeviceBatch, record: Iterable[Any], n: int, nstep: int, out: Mapping[Any, Any] | None
) -> dict[Any, DeviceArray]:
    """Return the device array of each item of ``record``: that of ``out``, or a new one.

    Errors   TypeError, ValueError: an item, or an array of ``out``
    """
    items, given = rollout_calls.record_items(record, out)
    found = {}
    for item in items:
        shape, dtype = _shape(batch, item)
        full = (n, nstep, *shape)
        array = given.get(item)
        if item not in given:
            array = DeviceArray(batch.device, full, dtype, batch.stream)
        elif (
            not isinstance(array, DeviceArray)
            or array.device.number != batch.device.number
            or (array.shape, array.dtype) != (full, dtype)
            or array.nbytes != array.memory.size
        ):
            raise ValueError(
                f"out[{item!r}] must be an array of an earlier rollout on cuda:{batch.device.number}, {dtype} of shape "
                f"{full}"
            )
        found[item] = array
    rollout_calls.check_all_used(given, found)
    return found


def _shape(batch: DeviceBatch, item: Any) -> tuple[tuple[int, ...], np.dtype]:
    if isinstance(item, str):
        if item not in transfers.DATA_FIELDS:
            raise transfers.not_bindable(item)
        entry = batch._find_entry(item)
        return entry.shape, entry.dtype
    spec = arguments.integer("rollout", "record", item)
    states.check_signature("rollout", spec, batch.model)
    _parts(batch, "record", spec)
    return (states.size(batch.model, spec),), batch.plan.columns["time"].dtype


def rows(batch: DeviceBatch, arrays: Mapping[Any, DeviceArray]) -> list[Rows]:
    """Return the destination rows of all recorded items."""
    found = []
    for item, array in arrays.items():
        nstep, size = array.shape[1], math.prod(array.shape[2:])
        step = size * array.dtype.itemsize
        if isinstance(item, str):
            found.append(Rows(batch._find_entry(item), array.pointer, nstep * size, step))
            continue
        for entry, start in _parts(batch, "record", int(item)):
            place = array.pointer + start * array.dtype.itemsize
            found.append(Rows(entry, place, nstep * size, step))
    return found


def run(
    batch: DeviceBatch, ids: np.ndarray, nstep: int, inputs: list[Rows], records: list[Rows], stream: Stream
) -> None:
    """Step worlds under inputs, and record; a world that warns takes no more steps."""
    warned, picked = batch.plan.columns["warned"], batch._memory["picked"]
    batch._write_field(warned, np.zeros(batch.nsim, warned.dtype))
    batch._select_worlds(ids, stream)
    batch.stream.wait()
    worlds = None
    if len(ids) < batch.nsim:
        numbers = DeviceArray(batch.device, ids.shape, np.dtype(np.int32), batch.stream)
        numbers.assign(ids)
        batch.kept.append(numbers)
        worlds = len(ids), numbers.pointer
    batch._copy_bound(stream, False)
    for t in range(nstep):
        for row in inputs:
            place = row.pointer + t * row.step
            batch._copy_rows(row.entry, place, False, stream, row.world, worlds, picked.pointer)
        batch._launch_steps(1, stream)
        batch._launch("batch_stop", stream)
        for row in records:
            batch._copy_rows(row.entry, row.pointer + t * row.step, True, stream, row.world, worlds)
    batch._copy_bound(stream, True)
    # forces the next call to write picked, from which worlds that stopped were removed
    batch._picked_now = np.zeros(batch.nsim, bool)
