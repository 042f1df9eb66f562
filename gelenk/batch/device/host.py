"""What a batch on a device asks the processor: the same worlds, there for one call.

Documents: design / Many worlds on GPUs

Constants of the model are computed from copies of the states and of the fields that are expanded, in double precision,
by the batch of the processor: its results, its arguments, its errors.
"""

from __future__ import annotations

from collections.abc import Container

import numpy as np

from gelenk.batch.batch import Batch
from gelenk.batch.device.own import shared_value
from gelenk.tables.enums import mjtEnableBit
from gelenk.world.copying import copy_model
from gelenk.world.model import MjModel

_FLAGS = "opt.enableflags"


def on_host(model: MjModel, state: np.ndarray, expanded: dict[str, np.ndarray]) -> Batch:
    """A batch on the processor with these states (n, nstate) and fields of the model (n, ...).

    Nobody sleeps there, since nothing that is asked depends on it: sleepers are where their qpos says.
    """
    if model.opt.enableflags & mjtEnableBit.mjENBL_SLEEP:
        model = copy_model(model)
        model.opt.enableflags &= ~mjtEnableBit.mjENBL_SLEEP
    there = Batch(model, len(state))
    there.state[:] = state
    for name, values in expanded.items():
        there.expand(name)[...] = values & ~int(mjtEnableBit.mjENBL_SLEEP) if name == _FLAGS else values
    return there


def differing(model: MjModel, there: Batch, known: Container[str]) -> dict[str, np.ndarray]:
    """The fields of the model that a batch has expanded, by name: those that are known, or in which a world differs."""
    return {
        name: values
        for name, values in there._cpu.expanded.items()
        if name != _FLAGS  # which was changed for this
        and (
            name in known
            or not np.array_equal(
                values, np.broadcast_to(shared_value(model, name), values.shape), equal_nan=True
            )
        )
    }
