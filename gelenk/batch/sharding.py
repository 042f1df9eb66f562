"""Sharding of a batch: remote workers step shards of its worlds, and may be lost.

Documents: design / Batches

No state stays with a worker. A shard carries the states of its worlds and their expanded fields, and for
persistent worlds everything that their MjData has; it returns the new values. Models of the caller (`set_models`) go
to all workers once per call. So a shard whose worker is lost is given to another worker, and results depend only on
the shards: neither on the number of workers nor on the assignment.

Workers         distributes jobs: Ray actors (gelenk.batch.ray), or any class with their methods
Worker          runs jobs, in a remote process
RemoteExecutor  runs the calls of a batch on workers
"""

from __future__ import annotations

from collections import Counter, deque
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple, Protocol, Self

import numpy as np
import numpy.typing as npt

from gelenk.batch import arguments, rollout_calls
from gelenk.batch.batch import Batch
from gelenk.errors import SimulationError
from gelenk.runtime.copy_pickle import data_state, put_data
from gelenk.runtime.data import MjData
from gelenk.runtime.model import MjModel
from gelenk.tables.enums import mjtState

# values that a function returns for n worlds (n, ...), or several such arrays by name
Numbers = np.ndarray | dict[str, np.ndarray]

Progress = Callable[[int, int], None]
MOST_LOSSES = 3  # workers that one shard may lose; after that the shard is taken as the cause
CHUNK_WORLDS = 64


class WorkerLost(RuntimeError):
    """Error: a worker is gone, together with its job."""


class Workers(Protocol):
    """A pool of workers with one job each at a time; their numbers are never reused."""

    def share(self, value: object) -> object:
        """Return a reference to a value for all workers, as an argument of `begin`."""

    def begin(self, worker: int, method: str, arguments: tuple[Any, ...]) -> None:
        """Start a method of `Worker` in a worker."""

    def wait(self, busy: Collection[int]) -> int:
        """Wait until one of these workers is done or lost, or until a new one has started.

        Errors   WorkerLost: there are no workers, and none will start
        """

    def result(self, worker: int) -> object:
        """Return the result of a worker, or raise its error.

        Errors   WorkerLost: the worker is gone; another one will start
        """

    def close(self) -> None:
        """End the workers."""


Worlds = list[tuple[Any, ...]]  # of persistent batches: `data_state` of each MjData


class Shard(NamedTuple):
    """Worlds sent to a worker.

    state      states (n, nstate)
    warning    warnings (n, 2, mjNWARNING)
    expanded   expanded fields (n, ...)
    which      index of the model of each world (n), if the models are the caller's
    worlds     of a persistent batch; else None
    """

    state: np.ndarray
    warning: np.ndarray
    expanded: dict[str, np.ndarray]
    which: np.ndarray | None
    worlds: Worlds | None


class ShardResult(NamedTuple):
    """Results of a shard.

    state      states (n, nstate)
    warning    warnings (n, 2, mjNWARNING)
    warned     which worlds have new warnings (n)
    errors     messages of failed worlds, by row
    found      result of the method
    worlds     of a persistent batch; else None
    """

    state: np.ndarray
    warning: np.ndarray
    warned: np.ndarray
    errors: dict[int, str]
    found: Any
    worlds: Worlds | None


def _taken(batch: Batch, ids: np.ndarray) -> Worlds | None:
    """Return the states of persistent worlds, to be sent."""
    cpu = batch._cpu
    if not cpu.persistent:
        return None
    spare = MjData(cpu.model)
    return [data_state(cpu.copy_world(world, spare)) for world in ids.tolist()]


def _put(batch: Batch, ids: np.ndarray, worlds: Worlds | None) -> None:
    """Load received worlds into a persistent batch (inverse of `_taken`)."""
    if worlds is not None:
        spare = MjData(batch._cpu.model)
        for world, state in zip(ids.tolist(), worlds, strict=True):
            put_data(spare, *state)
            batch._cpu.put_world(world, spare)


def set_chunk_fields(batch: Any, chunk: Shard, models: Sequence[MjModel] | None) -> None:
    """Set models and expanded fields of the worlds of a shard, on the CPU or a device."""
    if chunk.which is not None and models is not None:
        batch.set_models([models[i] for i in chunk.which.tolist()])
    elif batch.models is not None:
        batch.set_models(None)
    for name, values in chunk.expanded.items():
        batch.expand(name)[:] = values


class Worker:
    """A worker that runs shards of worlds of one model, in the process that creates it."""

    def __init__(self, model: MjModel, nthread: int = 1) -> None:
        self.model, self.nthread = model, nthread
        self._batches: dict[tuple[int, bool], Batch] = {}

    def ready(self) -> None:
        """Do nothing; an answer shows that the worker has started."""

    def _load_shard(self, batch: Batch, chunk: Shard, models: Sequence[MjModel] | None) -> Batch:
        cpu = batch._cpu
        set_chunk_fields(batch, chunk, models)
        _put(batch, cpu.all, chunk.worlds)
        cpu.state[:], cpu.warning[:] = chunk.state, chunk.warning
        batch._told[:] = -1  # warnings are logged by the owner of the worlds
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
        """Run `Batch.rollout` on the worlds of a shard."""
        kind = n, persistent = len(chunk.state), chunk.worlds is not None
        if kind not in self._batches:
            self._batches.clear()
            self._batches[kind] = Batch(self.model, n, self.nthread, persistent)
        batch = self._load_shard(self._batches[kind], chunk, models)
        cpu = batch._cpu
        before = cpu.warning.copy()
        found = rollout_calls.outputs(cpu.model, record, n, nstep, None)
        errors: dict[int, str] = {}
        try:
            batch.rollout(nstep, control, control_spec, record, out=found)
        except SimulationError as error:
            errors = {int(i): batch.error(int(i)) for i in error.ids}
        warned = (cpu.warning != before).any(axis=(1, 2))
        worlds = _taken(batch, cpu.all)
        return ShardResult(cpu.state.copy(), cpu.warning.copy(), warned, errors, found, worlds)

    def evaluate(
        self,
        chunk: Shard,
        models: Sequence[MjModel] | None,
        function: Callable[..., Any],
        rows: Sequence[np.ndarray],
    ) -> Any:
        """Return ``function(batch, *rows)``, with a new batch of the worlds of a shard."""
        with Batch(self.model, len(chunk.state), self.nthread, chunk.worlds is not None) as batch:
            return function(self._load_shard(batch, chunk, models), *rows)


class RemoteExecutor:
    """A batch whose long calls are run by remote workers; its state stays on the host.

    batch     the batch, in host memory
    workers   pool that runs the jobs
    chunk     worlds per shard

    Errors   ValueError: the batch cannot be sent, or an argument
    """

    def __init__(self, batch: Batch, workers: Workers, chunk: int = CHUNK_WORLDS) -> None:
        check_sendable(batch)
        self.batch, self.workers = batch, workers
        self._idle: list[int] = []
        self.chunk = arguments.checked_count(type(self).__name__, "chunk", chunk)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, exc_type: object, exc_val: object, exc_tb: object) -> None:
        self.close()

    def close(self) -> None:
        """End the workers; the batch remains usable.

        Source   design / Batches
        """
        self.workers.close()

    # ---- shards

    def _shard_slices(self, ids: np.ndarray) -> list[slice]:
        return [slice(i, min(i + self.chunk, len(ids))) for i in range(0, len(ids), self.chunk)]

    def _pack_shard(self, ids: np.ndarray) -> Shard:
        cpu = self.batch._cpu
        which = None
        if cpu.models is not None:
            numbers = {id(m): i for i, m in enumerate(cpu.unique_models)}
            which = np.array([numbers[id(cpu.models[world])] for world in ids.tolist()], np.int64)
        expanded = {name: a[ids] for name, a in cpu.expanded.items()}
        return Shard(cpu.state[ids], cpu.warning[ids], expanded, which, _taken(self.batch, ids))

    def _shard_results(
        self, ids: np.ndarray, method: str, arguments_of: Callable[[slice], tuple[Any, ...]]
    ) -> Iterator[tuple[slice, Any]]:
        """Yield the results of shards as they arrive; repeat shards of lost workers."""
        workers, idle, waiting = self.workers, self._idle, deque(self._shard_slices(ids))
        cpu = self.batch._cpu
        models = None if cpu.models is None else workers.share(tuple(cpu.unique_models))
        busy: dict[int, slice] = {}
        losses: Counter[int] = Counter()
        try:
            while waiting or busy:
                while waiting and idle:
                    worker, part = idle.pop(0), waiting.popleft()
                    busy[worker] = part
                    workers.begin(worker, method, (self._pack_shard(ids[part]), models, *arguments_of(part)))
                worker = workers.wait(busy)
                if worker not in busy:
                    idle.append(worker)
                    continue
                part = busy.pop(worker)
                try:
                    result = workers.result(worker)
                except WorkerLost as error:
                    losses[part.start] += 1
                    if losses[part.start] > MOST_LOSSES:
                        raise _hopeless(ids[part], losses[part.start], error) from error
                    waiting.append(part)
                    continue
                except BaseException:
                    idle.append(worker)
                    raise
                idle.append(worker)
                yield part, result
        finally:
            idle += busy  # on early exit, results of running jobs are dropped; the next job of a worker waits

    # ---- calls

    def rollouts(
        self,
        nstep: int,
        control: npt.ArrayLike | None = None,
        control_spec: int = int(mjtState.mjSTATE_CTRL),
        record: Iterable[str | int] = ("qpos",),
        ids: npt.ArrayLike | None = None,
    ) -> Iterator[tuple[np.ndarray, dict[str | int, np.ndarray]]]:
        """Yield the results of `Batch.rollout` shard by shard: (worlds, recorded arrays).

        nstep, control, control_spec, record, ids   as of `Batch.rollout`

        Afterwards the state of these worlds is that after their steps. During the iteration, the batch accepts no other
        call; if it ends early, worlds whose shards have not been yielded are unchanged.

        Returns                                     iterator of pairs: ids of worlds (n), dictionary of arrays (n,
                                                    nstep, ...)
        Errors                                      those of `Batch.rollout`, SimulationError after the last shard;
                                                    WorkerLost: a shard lost too many workers
        Source                                      design / Batches
        """
        batch, cpu = self.batch, self.batch._cpu
        check_sendable(batch)
        nstep = arguments.checked_count("rollout", "nstep", nstep)
        ids = arguments.ids(ids, cpu.all)
        items = rollout_calls.as_items(record)
        rollout_calls.outputs(cpu.model, items, 0, nstep, None)
        spec, inputs = rollout_calls.inputs(cpu.model, control, control_spec, len(ids), nstep)

        def arguments_of(part: slice) -> tuple[Any, ...]:
            return nstep, None if inputs is None else inputs[part], spec, items

        use, token = batch._use, object()
        try:
            with batch._locked():
                use.lent = token
                good = batch._runnable_worlds(ids)
            keep = np.isin(ids, good)
            if not keep.all() and inputs is not None:
                inputs = inputs[keep]
            cpu.status[good] = 0
            warned = 0
            for part, done in self._shard_results(good, "rollout", arguments_of):
                some = good[part]
                _put(batch, some, done.worlds)
                cpu.state[some], cpu.warning[some] = done.state, done.warning
                if cpu.past is not None:
                    cpu.past.mark_remote(some)
                cpu.warned[some] |= done.warned.astype(np.uint8)
                warned += int(done.warned.sum())
                for row, message in done.errors.items():
                    cpu.record_failure(int(some[row]), RuntimeError(message))
                yield some, done.found
            batch._report_failures(ids, warned)
        finally:
            if use.lent is token:
                use.lent = None

    def rollout(
        self,
        nstep: int,
        control: npt.ArrayLike | None = None,
        control_spec: int = int(mjtState.mjSTATE_CTRL),
        record: Iterable[str | int] = ("qpos",),
        ids: npt.ArrayLike | None = None,
        out: Mapping[str | int, np.ndarray] | None = None,
        progress: Progress | None = None,
    ) -> dict[str | int, np.ndarray]:
        """Run `Batch.rollout`: the same arguments, results and errors, bit for bit.

        nstep, control, control_spec, record, ids, out   as of `Batch.rollout`
        progress                                         called with the number of finished worlds, and of all
        Returns                                          as of `Batch.rollout`
        Source                                           design / Batches
        """
        cpu = self.batch._cpu
        everyone = arguments.ids(ids, cpu.all)
        arrays = rollout_calls.outputs(cpu.model, record, len(everyone), nstep, out)
        done = 0
        for some, found in self.rollouts(nstep, control, control_spec, list(arrays), everyone):
            rows = np.searchsorted(everyone, some)
            for item, array in arrays.items():
                array[rows] = found[item]
            done += len(some)
            if progress is not None:
                progress(done, len(everyone))
        return arrays

    def evaluations(
        self, function: Callable[..., Numbers], *rows: npt.ArrayLike, ids: npt.ArrayLike | None = None
    ) -> Iterator[tuple[np.ndarray, Numbers]]:
        """Yield the results of `evaluate` shard by shard: (worlds, returned values).

        function, rows, ids   as of `evaluate`
        Returns               iterator of pairs: ids of worlds (n), values (n, ...) or a dictionary of such arrays
        Errors                those of `evaluate`
        Source                design / Batches
        """
        batch, cpu = self.batch, self.batch._cpu
        check_sendable(batch)
        if not callable(function):
            raise TypeError(f"evaluate: function must be callable, not {type(function).__name__}")
        ids = arguments.ids(ids, cpu.all)
        given = [np.asarray(value) for value in rows]
        for i, value in enumerate(given):
            if not value.ndim or len(value) != len(ids):
                raise ValueError(
                    f"evaluate: rows {i} must have length {len(ids)}, one row per world, not {value.shape}"
                )

        shared = self.workers.share(function)

        def arguments_of(part: slice) -> tuple[Any, ...]:
            return shared, [value[part] for value in given]

        use, token = batch._use, object()
        try:
            with batch._locked():
                use.lent = token
            for part, found in self._shard_results(ids, "evaluate", arguments_of):
                yield ids[part], found
        finally:
            if use.lent is token:
                use.lent = None

    def evaluate(
        self,
        function: Callable[..., Numbers],
        *rows: npt.ArrayLike,
        ids: npt.ArrayLike | None = None,
        progress: Progress | None = None,
    ) -> Numbers:
        """Return the values of a function for each world.

        Workers call ``function(batch, *rows)`` with a Batch of the worlds of a shard.

        function   returns values for its n worlds, (n, ...), or a dict of such arrays; it is pickled with what it
                   imports and closes over. The batch that it gets is a copy: the worlds of this batch do not change
        ids        as of `Batch.rollout`
        progress   called with the number of finished worlds, and of all
        rows       arrays with a row for each world of the call; the function gets the rows of its worlds

        Returns the values for all worlds. Errors   those of the function; ValueError: rows, or the returned values
        Source     design / Batches
        """
        everyone = arguments.ids(ids, self.batch._cpu.all)
        whole: Any = None
        done = 0
        for some, found in self.evaluations(function, *rows, ids=everyone):
            whole = _placed(whole, found, np.searchsorted(everyone, some), len(everyone))
            done += len(some)
            if progress is not None:
                progress(done, len(everyone))
        return whole


def check_sendable(batch: Any) -> None:
    """Raise unless the worlds of a batch can be sent to workers.

    Errors   TypeError, ValueError: they cannot; the message has the reason
    """
    if not isinstance(batch, Batch):
        raise TypeError(f"RemoteExecutor takes a Batch, not {type(batch).__name__}")
    if batch.device != "cpu":
        raise ValueError(
            "worlds on a GPU cannot be sent: make the batch with device='cpu', and pass the device to the cluster"
        )


def _hopeless(ids: np.ndarray, count: int, error: WorkerLost) -> WorkerLost:
    return WorkerLost(f"{count} workers were lost with worlds {ids[0]} to {ids[-1]}: {error}")


def _placed(whole: Any, found: Any, rows: np.ndarray, n: int) -> Any:
    """Write the rows of a shard into the array of all worlds."""
    if isinstance(found, dict):
        whole = {} if whole is None else whole
        return whole | {name: _placed(whole.get(name), value, rows, n) for name, value in found.items()}
    value = np.asarray(found)
    if not value.ndim or len(value) != len(rows):
        raise ValueError(f"evaluate: the function returned shape {value.shape} for {len(rows)} worlds")
    if whole is None:
        whole = np.empty((n, *value.shape[1:]), value.dtype)
    whole[rows] = value
    return whole
