"""Checks of the arguments of batch methods, and messages of `mujoco.batch` 4.0.0.

Documents: promises / Arguments; design / Batches; drop-in / Names

Arguments of batch methods are world ids, values per world and stages; arrays must fit in the free memory.

`mujoco.batch` of release 4.0.0 has its own messages, and checks of its arguments.
"""

from __future__ import annotations

import contextlib
import math
import re
from collections.abc import Iterator
from typing import Any

import numpy as np
import numpy.typing as npt

from gelenk.batch import transfers
from gelenk.errors import FatalError, nearest
from gelenk.errors import SimulationError as WorldsError
from gelenk.runtime.arguments import integer as integer
from gelenk.tables.enums import mjtStage
from gelenk.toolchain.platforms import free_memory

_UNASKED = 1 << 26  # bytes up to which the free memory of the system is not checked


def check_memory(function: str, what: str, nbyte: int) -> None:
    """Raise MemoryError if less than ``nbyte`` bytes of memory are free.

    Systems overcommit: an allocation that succeeds may still fail when the memory is written.
    """
    if nbyte > _UNASKED and nbyte > free_memory():
        raise MemoryError(f"{function}: {what} need {nbyte / 2**20:,.0f} MiB, more than is free")


def check_array_memory(function: str, name: str, shape: tuple[int, ...], dtype: Any = np.float64) -> None:
    """Raise MemoryError if an array of this shape does not fit in the free memory."""
    check_memory(function, f"arrays {name} of shape {shape}", math.prod(shape) * np.dtype(dtype).itemsize)


def checked_count(function: str, name: str, value: Any, least: int = 1, most: int = 2**31 - 1) -> int:
    """Return ``value`` as an integer in [least, most], or raise."""
    number = integer(function, name, value)
    if number < least:
        raise ValueError(
            f"{function}: {name} must be {'positive' if least == 1 else f'at least {least}'}, not {number}"
        )
    if number > most:
        raise ValueError(f"{function}: {name} must be at most {most}, not {number}")
    return number


def stage(function: str, value: Any) -> int:
    """Return ``value`` as the number of a stage of the pipeline (mjtStage), or raise."""
    try:
        number = integer(function, "stage", value)
    except TypeError:
        raise TypeError(f"{function}: stage must be a mjtStage, not {value!r}") from None
    if not 0 <= number <= int(mjtStage.mjSTAGE_ACC):
        raise FatalError(f"{function}: stage must be in [mjSTAGE_NONE, mjSTAGE_ACC] = [0, 3], not {number}")
    return number


def flag(function: str, name: str, value: Any) -> bool:
    """Return ``value`` as a bool, or raise."""
    if not isinstance(value, bool | np.bool_ | int | np.integer):
        raise TypeError(f"{function}: {name} must be a bool, not {type(value).__name__}")
    return bool(value)


def ids(value: Any, everyone: np.ndarray) -> np.ndarray:
    """Return the ids of the worlds of a call: all, those of a mask, or ascending ids."""
    if value is None:
        return everyone
    n = len(everyone)
    try:
        array = np.asarray(value)
    except ValueError:
        raise ValueError("ids must be numbers in one dimension") from None
    if array.ndim != 1:
        raise ValueError("ids must have one dimension")
    if array.dtype == bool:
        if len(array) != n:
            raise ValueError(f"ids is a mask of {len(array)} worlds, but the batch has {n}")
        return np.flatnonzero(array)
    if not len(array):
        return np.zeros(0, np.int64)
    if array.dtype.kind not in "iu":
        raise ValueError(f"ids must be integers, not {array.dtype}")
    for bad in array[(array < 0) | (array >= n)][:1]:
        raise ValueError(f"ids must be in [0, {n}), not {bad}")
    array = np.ascontiguousarray(array, np.int64)
    for at in np.flatnonzero(np.diff(array) <= 0)[:1]:
        raise ValueError(f"ids must be sorted and unique, but {array[at]} precedes {array[at + 1]}")
    return array


def broadcast_integers(name: str, value: Any, shape: tuple[int, ...], least: int, end: int) -> np.ndarray:
    """Return integers in [least, end), broadcast to ``shape``."""
    array = _array(name, value, "integers")
    if array.dtype.kind not in "iu":
        raise ValueError(f"{name} must be integers, not {_told(array, value)}")
    for bad in array[(array < least) | (array >= end)].reshape(-1)[:1]:
        raise ValueError(f"{name} must be in [{least}, {end}), not {bad}")
    return broadcast(name, array.astype(np.int64), shape)


def _array(name: str, value: Any, what: str) -> np.ndarray:
    try:
        return np.asarray(value)
    except ValueError:  # rows of several lengths
        raise ValueError(f"{name} must be {what}, with rows of equal length") from None


def _told(array: np.ndarray, value: Any) -> str:
    """Return the type of a value that is not numeric, for a message."""
    return type(value).__name__ if array.dtype == object and not array.ndim else str(array.dtype)


def real_array(name: str, value: Any) -> np.ndarray:
    """Return real numbers as an array of their own shape and dtype."""
    array = _array(name, value, "numbers")
    if array.dtype.kind not in "fiub":
        raise ValueError(f"{name} must be numbers, not {_told(array, value)}")
    return array


def broadcast_floats(name: str, value: Any, shape: tuple[int, ...]) -> np.ndarray:
    """Return float64 values, broadcast to ``shape``."""
    return broadcast(name, real_array(name, value).astype(np.float64), shape)


def write_broadcast(name: str, target: np.ndarray, value: Any, key: Any = ...) -> None:
    """Write values into the array of a field, or into a part of this array."""
    array = real_array(name, value)
    try:
        target[key] = array
    except ValueError:
        raise ValueError(
            f"{name} must be of shape {target[key].shape}, or broadcast to it, not {array.shape}"
        ) from None


def broadcast(name: str, array: np.ndarray, shape: tuple[int, ...]) -> np.ndarray:
    """Return the array, broadcast to ``shape`` and contiguous."""
    try:
        return np.ascontiguousarray(np.broadcast_to(array, shape))
    except ValueError:
        raise ValueError(f"{name} must be of shape {shape}, or broadcast to it, not {array.shape}") from None


def first_ten(ids: np.ndarray) -> str:
    """Return the first ten ids as text, with dots if there are more."""
    return ", ".join(map(str, ids[:10].tolist())) + (", ..." if len(ids) > 10 else "")


# Arguments and messages of `mujoco.batch`

# fields that MjData computes when they are read; bound arrays are refreshed after each call
ON_ACCESS = frozenset({"nisland", "nidof", "xiquat", "geom_xquat", "site_xquat"})
GONE = frozenset(
    {"qM", "flexvert_J", "flexvert_length", "tendon_efcadr"}
)  # fields that `mujoco.batch` 4.0.0 does not have
DATA_FIELDS: frozenset[str] = (transfers.DATA_FIELDS - GONE) | ON_ACCESS
MODEL_FIELDS: frozenset[str] = transfers.MODEL_FIELDS
COUNTS = sorted({*transfers.COUNTS, "nisland", "nidof"})
SHOWN = 5  # failed simulations that a message lists


class SimulationError(WorldsError):
    """Some simulations of a call failed and kept their states; `ids` lists these simulations.

    ids       failed simulations
    message   error of the first one
    ncall     number of simulations of the call; None: not mentioned in the text
    """

    def __init__(self, ids: Any, message: str, ncall: int | None = None) -> None:
        ids = np.asarray(ids)
        shown = ", ".join(map(str, ids[:SHOWN].tolist())) + (", ..." if len(ids) > SHOWN else "")
        of = "" if ncall is None else f" of {ncall}"
        head = f"MuJoCo raised in {len(ids)}{of} simulations ({shown})" if len(ids) else "MuJoCo raised"
        first = f"; simulation {ids[0]}: {message}" if len(ids) else f": {message}"
        super().__init__(head + first, ids)
        self._given = ids, message, ncall

    def __reduce__(self) -> tuple[Any, ...]:
        return SimulationError, self._given


def checked_ids(ids: npt.ArrayLike | None, nsim: int) -> np.ndarray | None:
    """Return the simulations of a call as int32, or None for all.

    Errors   ValueError: neither a mask nor sorted, unique and valid integers
    """
    if ids is None:
        return None
    try:
        array = np.asarray(ids)
    except ValueError:
        raise ValueError("ids must be one-dimensional") from None
    if array.dtype == bool:
        if array.shape != (nsim,):
            raise ValueError(f"a boolean mask must have shape ({nsim},)")
        return None if array.all() else np.flatnonzero(array).astype(np.int32)
    if array.ndim != 1:
        raise ValueError("ids must be one-dimensional")
    if array.size and array.dtype.kind not in "iu":
        raise ValueError(f"ids must be integers, got {array.dtype}")
    for bad in array[(array < 0) | (array >= nsim)][:1]:
        raise ValueError(f"ids must be in [0, {nsim}), got {bad}")
    array = array.astype(np.int32)
    for at in np.flatnonzero(np.diff(array) <= 0)[:1]:
        raise ValueError(f"ids must be sorted and unique, got {array[at]} before {array[at + 1]}")
    return array


def hint(name: str, names: Any) -> str:
    """Return ' (did you mean ...?)' with the nearest known name, or an empty text."""
    found = re.search("'([^']+)'", nearest(name, names))
    return f" (did you mean '{found[1]}'?)" if found else ""


def not_bindable(name: str) -> ValueError:
    """Return the error for a name that cannot be bound."""
    if name in MODEL_FIELDS:
        return ValueError(f"{name} is an MjModel field: use expand('{name}')")
    what = f"{name} is not an MjData array field"
    if f"opt.{name}" in MODEL_FIELDS:
        return ValueError(f"{what}; {name} is an MjOption field: use expand('opt.{name}')")
    if name in transfers._GROWING - {"contact"}:
        return ValueError(
            f"{name} is in the arena, whose size changes from step to step, and cannot be bound"
        )
    if name in transfers._SCALARS:
        accepted = ", ".join(COUNTS)
        return ValueError(f"{name} is not one of the MjData scalars bind() accepts: {accepted}")
    return ValueError(what + hint(name, DATA_FIELDS))


def not_expandable(name: str) -> ValueError:
    """Return the error for a name that cannot be expanded."""
    if name in DATA_FIELDS:
        return ValueError(f"{name} is an MjData field: use bind('{name}')")
    if name in transfers._STORED and name.startswith(transfers.ASSETS):
        return ValueError(f"{name} is asset data, shared by all simulations, and cannot be expanded")
    what = f"{name} is not an expandable MjModel field"
    if f"opt.{name}" in MODEL_FIELDS:
        return ValueError(f"{what}; {name} is an MjOption field: use expand('opt.{name}')")
    return ValueError(what + hint(name, MODEL_FIELDS))


def output_error(name: str) -> ValueError:
    """Return the error for assigning to a field that calls compute."""
    return ValueError(
        f"{name} is computed by every call and cannot be written; write state fields (qpos, ctrl, ...) or expand "
        "model fields"
    )


@contextlib.contextmanager
def worded(function: str = "") -> Iterator[None]:
    """Raise errors of arguments with the messages of `mujoco.batch` 4.0.0."""
    try:
        yield
    except (ValueError, IndexError) as error:
        if type(error) not in (ValueError, IndexError, FatalError):
            raise
        text = re.sub(r", not (\S+)$", r", got \1", str(error))
        head, _, rest = text.partition(": ")
        if head in ("step", "forward", "reset"):
            kind = FatalError if isinstance(error, FatalError) or rest.startswith("nstep") else type(error)
            short = "nstep must be positive" if rest.startswith("nstep") else rest
            raise kind(f"mjb_{head}: {short}") from None
        if head in ("get_data", "get_model", "error", "rollout", "Batch"):
            text = rest
        raise type(error)(text) from None
