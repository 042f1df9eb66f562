"""Serialization of batches on a device: worlds are copied through the host.

Documents: design / Many worlds on GPUs

A pickle is restored on the device of the same name.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from gelenk.batch.device.gpu_worlds import DeviceBatch
from gelenk.errors import guarded
from gelenk.runtime.model import MjModel
from gelenk.tables.fields_data import STATE

# saved besides state and columns; models that sleep save all fields, since sleeping trees are not recomputed
_COUNTED = ("warning_number", "warning_lastinfo", "timer_number")


class Taken(NamedTuple):
    """Fields of all worlds, expanded model fields, and names of bound fields."""

    values: dict[str, np.ndarray]
    expanded: dict[str, np.ndarray]
    bound: list[str]


def copy_to_host(inner: DeviceBatch) -> Taken:
    """Copy the worlds of a batch to the host."""
    plan = inner.plan
    kept = {*(row.name for row in STATE), *_COUNTED, *inner._bound}
    entries = [
        *plan.columns.values(),
        *(e for e in plan.arrays.values() if e.name in kept or inner.can_sleep),
    ]
    values = {entry.name: inner._read_field(entry) for entry in entries}
    return Taken(values, {name: a.numpy() for name, a in inner.own.arrays.items()}, list(inner._bound))


@guarded("Batch")
def restored(
    cls: type, model: MjModel, nsim: int, made: dict[str, Any], worlds: Taken, models: Any = None
) -> Any:
    """Return the batch of a pickle."""
    batch = cls(model, nsim, **made)
    inner = batch._inner
    for name, array in worlds.expanded.items():
        inner.expand(name).assign(array)
    plan = inner.plan
    for name, array in worlds.values.items():
        inner._write_field(plan.columns.get(name) or plan.arrays[name], np.ascontiguousarray(array))
    # forces the next call to write picked, since the restored column belongs to no call
    inner._picked_now = np.zeros(nsim, bool)
    for name in worlds.bound:
        inner.bind(name)
    batch.__dict__["_models"] = models
    return batch
