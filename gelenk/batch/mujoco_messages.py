"""Messages of `mujoco.batch` of release 4.0.0, and checks of its arguments.

Documents: design / Batches; drop-in / Names
"""

from __future__ import annotations

import contextlib
import re
from collections.abc import Iterator
from typing import Any

import numpy as np
import numpy.typing as npt

from gelenk.batch import transfers
from gelenk.errors import FatalError, nearest
from gelenk.errors import SimulationError as WorldsError

# fields that MjData computes when they are read; bound arrays are refreshed after each call
ON_ACCESS = frozenset({"nisland", "nidof", "xiquat", "geom_xquat", "site_xquat"})
GONE = frozenset(
    {"qM", "flexvert_J", "flexvert_length", "tendon_efcadr"}
)  # fields that the release does not have
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
    """Raise errors of arguments with the messages of the release."""
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
