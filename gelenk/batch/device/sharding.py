"""Sharding on a GPU: a remote worker that runs each shard of worlds as a device batch.

Documents: design / Batches; design / Many worlds on GPUs

Worlds come from a batch on the CPU, and return to it. States, warnings and model fields are sent in double precision,
also if the device computes in single precision.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from gelenk.batch import rollout_calls
from gelenk.batch.device.arrays import DeviceArray
from gelenk.batch.device.gpu_batch import GpuBatch
from gelenk.batch.sharding import Shard, ShardResult, Worker, set_chunk_fields
from gelenk.errors import SimulationError
from gelenk.runtime import state as states
from gelenk.runtime.model import MjModel
from gelenk.tables.enums import mjtStage

_WARNINGS = ("warning_lastinfo", "warning_number")  # in the order of Shard.warning


class DeviceWorker(Worker):
    """A worker that runs shards of worlds of one model on a device.

    made   arguments of `Batch` except for the model and the number of worlds: device, precision, nconmax, ...
    """

    def __init__(self, model: MjModel, **made: Any) -> None:
        super().__init__(model)
        self._made = made
        self._kept: GpuBatch | None = None

    def _load_device_batch(self, chunk: Shard, models: Sequence[MjModel] | None) -> GpuBatch:
        """Load a shard into a device batch, which is reused if the number of worlds matches."""
        n = len(chunk.state)
        if self._kept is None or self._kept.nsim != n:
            if self._kept is not None:
                self._kept.close()
            self._kept = None
            self._kept = GpuBatch(self.model, n, **self._made)
        batch = self._kept
        set_chunk_fields(batch, chunk, models)
        batch.reset(stage=mjtStage.mjSTAGE_NONE)  # also restarts worlds that stopped
        inner = batch._inner
        for name, start, size in states.parts(self.model, states.INTEGRATION):
            if size and batch._has_field(name):
                shape = inner._find_entry(name).shape
                inner.set(name, chunk.state[:, start : start + size].reshape(n, *shape))
        for i, name in enumerate(_WARNINGS):
            entry = inner.plan.arrays[name]
            inner._write_field(entry, np.ascontiguousarray(chunk.warning[:, i], entry.dtype))
        return batch

    def rollout(
        self,
        chunk: Shard,
        models: Sequence[MjModel] | None,
        nstep: int,
        control: np.ndarray | None,
        control_spec: int,
        record: Sequence[Any],
    ) -> ShardResult:
        """Run `Batch.rollout` on the worlds of a shard; worlds that stop keep their old state."""
        batch = self._load_device_batch(chunk, models)
        found = rollout_calls.outputs(self.model, record, len(chunk.state), nstep, None)
        arrays = batch.rollout(nstep, control, control_spec, [*found])
        errors: dict[int, str] = {}
        try:
            batch.check()
        except SimulationError as error:
            errors = {int(i): batch.error(int(i)) for i in error.ids}
        for item, array in found.items():
            array[...] = arrays[item].numpy()
        state, warning = batch.state.copy(), np.ascontiguousarray(batch.warning.transpose(0, 2, 1))
        stopped = [*errors]
        state[stopped], warning[stopped] = chunk.state[stopped], chunk.warning[stopped]
        warned = (warning != chunk.warning).any(axis=(1, 2))
        return ShardResult(state, warning, warned, errors, found, None)

    def evaluate(
        self,
        chunk: Shard,
        models: Sequence[MjModel] | None,
        function: Callable[..., Any],
        rows: Sequence[np.ndarray],
    ) -> Any:
        """Return ``function(batch, *rows)`` with a batch of these worlds, as host arrays."""
        found = function(self._load_device_batch(chunk, models), *rows)
        if isinstance(found, dict):
            return {name: _on_host(value) for name, value in found.items()}
        return _on_host(found)


def _on_host(value: Any) -> Any:
    return value.numpy() if isinstance(value, DeviceArray) else value
