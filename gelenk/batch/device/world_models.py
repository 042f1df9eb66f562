"""Models of the caller, one per world on a device; serialization of device batches.

Documents: design / Many worlds on GPUs

Fields in which the models differ become expanded. The models are copied in the call, since a device cannot read later
edits on the host. Everything that a device stores once for all worlds must be equal: index fields, which could not be
checked, assets, and the stages that models step with.

Serialization of batches on a device copies the worlds through the host. A pickle is restored on the device of the same
name.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from gelenk.batch.device import memory_plan
from gelenk.batch.device.arguments import unsupported_parts
from gelenk.batch.device.gpu_worlds import DeviceBatch, libraries_of
from gelenk.batch.device.per_world_fields import shared_value
from gelenk.errors import guarded
from gelenk.runtime.model import MjModel
from gelenk.tables.field_groups import ON_DEVICES, PER_WORLD
from gelenk.tables.fields_data import STATE

# fields that only Python reads, which may differ
_TEXTS = ("text_data", "paths", "names")


def differing(inner: DeviceBatch, found: list[MjModel]) -> list[str]:
    """Return the model fields in which any of these models differs from that of the batch.

    Errors   NotImplementedError: an index or an asset differs, or a model needs stages that the program lacks
    """
    have = {*inner._libraries}
    plugins = memory_plan.numbers(inner.model)
    for i, m in enumerate(found):
        if unsupported_parts(m):
            raise NotImplementedError(
                f"set_models: model {i} has {'; '.join(unsupported_parts(m))}: device='cpu' can"
            )
        lacking = [name for name in libraries_of(m) if name not in have]
        if lacking:
            raise NotImplementedError(
                f"set_models: model {i} needs {', '.join(lacking)}, which the model of the batch does not need: make "
                "the batch from a model that needs it"
            )
        for name in m._layout.arrays:
            if name in PER_WORLD or name in _TEXTS:
                continue
            one, own = getattr(m, "_a_" + name, None), getattr(inner.model, "_a_" + name, None)
            if one is not None and not _equal(one, own):
                raise NotImplementedError(
                    f"set_models: {name} of model {i} differs, but all worlds on a GPU share assets"
                )
        if not np.array_equal(memory_plan.numbers(m), plugins):
            raise NotImplementedError(
                f"set_models: plugin constants of model {i} differ, but all worlds on a GPU share them; use "
                "device='cpu'"
            )
    names = []
    for name in PER_WORLD:
        base = shared_value(inner.model, name)
        if all(_equal(shared_value(m, name), base) for m in found):
            continue
        if name in ON_DEVICES:
            names.append(name)
        elif name != "names_map":
            raise NotImplementedError(
                f"set_models: {name} differs, but all worlds on a GPU share index columns; use device='cpu'"
            )
    return names


def _equal(x: np.ndarray, y: np.ndarray | None) -> bool:
    return y is not None and np.array_equal(x, y, equal_nan=x.dtype.kind == "f")


def put_models(inner: DeviceBatch, listed: list[MjModel], names: list[str]) -> None:
    """Expand fields, and write the values of the model of each world.

    Errors   MemoryError: the device has no memory left; no field is expanded then
    """
    try:
        for name in names:
            inner.expand(name).assign(_rows(listed, name))
    except BaseException:
        inner.share_fields(names)
        raise


def _rows(listed: list[MjModel], name: str) -> np.ndarray:
    kept: dict[int, np.ndarray] = {}
    return np.stack([kept.setdefault(id(m), shared_value(m, name)) for m in listed])


# Serialization of batches on a device

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
