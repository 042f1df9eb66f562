"""Serialization of batches: copies and pickles with everything that a world has.

Documents: design / Batches
"""

from __future__ import annotations

from typing import Any, Self

import numpy as np

from gelenk.batch.named_access import Attributes
from gelenk.batch.recompute import LOST, ResultOrigins
from gelenk.batch.world_models import WorldModelMethods
from gelenk.errors import Damaged, guarded
from gelenk.runtime.data import MjData
from gelenk.runtime.model import MjModel
from gelenk.tables.enums import mjtStage
from gelenk.tables.stages import INDEX

RNE = INDEX["rne_post_constraint"]


class SerializationMethods(Attributes, WorldModelMethods):
    """A batch that can be copied and pickled."""

    def __copy__(self) -> Self:
        return self.__deepcopy__({})

    def __deepcopy__(self, memo: dict[int, Any]) -> Self:
        make, values = self.__reduce__()
        return memo.setdefault(id(self), make(*values))

    def __reduce__(self) -> tuple[Any, ...]:
        cpu = self._cpu
        with self._locked():
            worlds = [cpu.copy_world(i, None) for i in range(self.nsim)] if cpu.persistent else []
            arrays = {"state": cpu.state.copy(), "warning": cpu.warning.copy(), "status": cpu.status.copy()}
            expanded = {n: a.copy() for n, a in cpu.expanded.items()}
            bound = {n: a.copy() for n, a in cpu.bound.items()}
            told = self._told.copy()
            past = None if cpu.past is None else cpu.past.copies()
        made = (cpu.nsim, cpu.nthread, cpu.persistent)
        errors = {k: str(e) for k, e in cpu.errors.items()}
        return restored, (
            type(self),
            cpu.model,
            self._models,
            made,
            arrays,
            expanded,
            bound,
            told,
            errors,
            worlds,
            past,
        )


@guarded("Batch")
def restored(
    cls: type,
    model: MjModel,
    models: Any,
    made: tuple[int, int, bool],
    arrays: dict[str, np.ndarray],
    expanded: dict[str, np.ndarray],
    bound: dict[str, np.ndarray],
    told: np.ndarray,
    errors: dict[int, str],
    worlds: list[MjData],
    past: dict[str, np.ndarray] | None = None,
) -> SerializationMethods:
    """Return the batch of a pickle."""
    batch = cls(model, *made)
    cpu = batch._cpu
    for name, array in bound.items():
        batch.bind(name)
        copy_checked(cpu.bound[name], array)
    for name, array in expanded.items():
        copy_checked(batch.expand(name), array)
    if models is not None:
        batch.set_models(models)
    for world, data in enumerate(worlds):
        cpu.put_world(world, data)
    for name, array in arrays.items():
        copy_checked(getattr(cpu, name), array)
    copy_checked(batch._told, told)
    if past is not None:
        restore_past(cpu.past, past)
    cpu.errors = {k: RuntimeError(message) for k, message in errors.items()}
    return batch


def copy_checked(target: np.ndarray, array: np.ndarray) -> None:
    """Copy an array of a pickle into an array of the same dtype and shape, or raise."""
    if not isinstance(array, np.ndarray) or (array.dtype, array.shape) != (target.dtype, target.shape):
        raise Damaged("an array has another shape or type")
    target[...] = array


def restore_past(past: ResultOrigins, arrays: dict[str, np.ndarray]) -> None:
    """Write the arrays of `ResultOrigins.copies` of a pickle, and check their stages.

    Compiled code calls these stages.
    """
    if len(arrays["at"]):
        past.at = np.zeros_like(past.prior)
    for name, array in arrays.items():
        copy_checked(getattr(past, name), array)
    known = (past.base <= LOST) & (past.stage <= mjtStage.mjSTAGE_ACC) & np.isin(past.later, (0, RNE))
    if not known.all():
        raise Damaged("a stage is named that does not exist")
