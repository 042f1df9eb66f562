"""The worlds of a batch, stepped elsewhere: in chunks, by workers that have a batch each and may be lost.

Documents: design / Batches

Nothing of a world stays with a worker. A chunk takes along the states of its worlds, and their values of what is
expanded; of persistent ones all that their MjData has. It brings back what they became. Models of the caller
(`set_models`) go to all workers once for each call. So a chunk whose worker is lost is given to another, and the result
depends on the chunks alone, never on how many workers there are or who took which.

    Workers     what hands out jobs: Ray's actors (gelenk.batch.ray), or whatever has their methods
    Worker      what does them, where it is
    Elsewhere   a batch whose calls are done so
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

Numbers = (
    np.ndarray | dict[str, np.ndarray]
)  # what a function says of worlds (n, ...), or several such by name

Progress = Callable[[int, int], None]
MOST_LOSSES = 3  # workers that one chunk may cost: more, and it is the chunk that ends them
CHUNK = 64


class WorkerLost(RuntimeError):
    """A worker is gone, and what it was doing with it."""


class Workers(Protocol):
    """Who does jobs, one each at a time; they have numbers, and none is used twice."""

    def share(self, value: object) -> object:
        """What stands for a value that goes to all of them, as an argument of `begin`."""

    def begin(self, worker: int, method: str, arguments: tuple[Any, ...]) -> None:
        """Let a worker call a method of `Worker`."""

    def wait(self, busy: Collection[int]) -> int:
        """Wait for one of these workers to be done or lost, or for a new one, which is none of these.

        Errors   WorkerLost: there is none, and none will come
        """

    def result(self, worker: int) -> object:
        """What it returned; raises what it raised, or WorkerLost: then it is gone, and another will come."""

    def close(self) -> None:
        """End them."""


Worlds = list[tuple[Any, ...]]  # of persistent batches: what `data_state` says of each MjData


class Chunk(NamedTuple):
    """Worlds on their way: states (n, nstate), warnings (n, 2, mjNWARNING), expanded fields (n, ...).

    which    numbers of their models (n), where those are the caller's
    worlds   of a persistent batch; None: it is none
    """

    state: np.ndarray
    warning: np.ndarray
    expanded: dict[str, np.ndarray]
    which: np.ndarray | None
    worlds: Worlds | None


class Done(NamedTuple):
    """What became of them: states, warnings, which worlds have new ones, what failed by row, and what was asked for."""

    state: np.ndarray
    warning: np.ndarray
    warned: np.ndarray
    errors: dict[int, str]
    found: Any
    worlds: Worlds | None


def _taken(batch: Batch, ids: np.ndarray) -> Worlds | None:
    """The worlds of a persistent batch, to travel."""
    cpu = batch._cpu
    if not cpu.persistent:
        return None
    spare = MjData(cpu.model)
    return [data_state(cpu.copy_world(world, spare)) for world in ids.tolist()]


def _put(batch: Batch, ids: np.ndarray, worlds: Worlds | None) -> None:
    """The same in the other direction."""
    if worlds is not None:
        spare = MjData(batch._cpu.model)
        for world, state in zip(ids.tolist(), worlds, strict=True):
            put_data(spare, *state)
            batch._cpu.put_world(world, spare)


def furnish(batch: Any, chunk: Chunk, models: Sequence[MjModel] | None) -> None:
    """Models and fields of the worlds of a chunk, for a batch of the processor or of a device."""
    if chunk.which is not None and models is not None:
        batch.set_models([models[i] for i in chunk.which.tolist()])
    elif batch.models is not None:
        batch.set_models(None)
    for name, values in chunk.expanded.items():
        batch.expand(name)[:] = values


class Worker:
    """Does chunks of worlds of one model, wherever it is made."""

    def __init__(self, model: MjModel, nthread: int = 1) -> None:
        self.model, self.nthread = model, nthread
        self._batches: dict[tuple[int, bool], Batch] = {}

    def ready(self) -> None:
        """Nothing: who answers is there."""

    def _filled(self, batch: Batch, chunk: Chunk, models: Sequence[MjModel] | None) -> Batch:
        cpu = batch._cpu
        furnish(batch, chunk, models)
        _put(batch, cpu.all, chunk.worlds)
        cpu.state[:], cpu.warning[:] = chunk.state, chunk.warning
        batch._told[:] = -1  # warnings are told where the worlds are from
        return batch

    def rollout(
        self,
        chunk: Chunk,
        models: Sequence[MjModel] | None,
        nstep: int,
        control: np.ndarray | None,
        control_spec: int,
        record: Sequence[Any],
    ) -> Done:
        """`Batch.rollout` of these worlds."""
        kind = n, persistent = len(chunk.state), chunk.worlds is not None
        if kind not in self._batches:
            self._batches.clear()
            self._batches[kind] = Batch(self.model, n, self.nthread, persistent)
        batch = self._filled(self._batches[kind], chunk, models)
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
        return Done(cpu.state.copy(), cpu.warning.copy(), warned, errors, found, worlds)

    def evaluate(
        self,
        chunk: Chunk,
        models: Sequence[MjModel] | None,
        function: Callable[..., Any],
        rows: Sequence[np.ndarray],
    ) -> Any:
        """``function(batch, *rows)`` with a batch of these worlds, which is of this call alone."""
        with Batch(self.model, len(chunk.state), self.nthread, chunk.worlds is not None) as batch:
            return function(self._filled(batch, chunk, models), *rows)


class Elsewhere:
    """The calls of a batch that take time, done by workers; its state stays here, live as ever.

    batch     whose worlds these are, in the memory of the processor
    workers   who do it
    chunk     worlds that travel together

    Errors   ValueError: the batch cannot travel, or an argument
    """

    def __init__(self, batch: Batch, workers: Workers, chunk: int = CHUNK) -> None:
        check(batch)
        self.batch, self.workers = batch, workers
        self._idle: list[int] = []
        self.chunk = arguments.count(type(self).__name__, "chunk", chunk)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, exc_type: object, exc_val: object, exc_tb: object) -> None:
        self.close()

    def close(self) -> None:
        """End the workers; the batch stays.

        Source   design / Batches
        """
        self.workers.close()

    # ---- chunks

    def _parts(self, ids: np.ndarray) -> list[slice]:
        return [slice(i, min(i + self.chunk, len(ids))) for i in range(0, len(ids), self.chunk)]

    def _packed(self, ids: np.ndarray) -> Chunk:
        cpu = self.batch._cpu
        which = None
        if cpu.models is not None:
            numbers = {id(m): i for i, m in enumerate(cpu.unique_models)}
            which = np.array([numbers[id(cpu.models[world])] for world in ids.tolist()], np.int64)
        expanded = {name: a[ids] for name, a in cpu.expanded.items()}
        return Chunk(cpu.state[ids], cpu.warning[ids], expanded, which, _taken(self.batch, ids))

    def _each(
        self, ids: np.ndarray, method: str, arguments_of: Callable[[slice], tuple[Any, ...]]
    ) -> Iterator[tuple[slice, Any]]:
        """Results of chunks as they come; what a lost worker did is done again."""
        workers, idle, waiting = self.workers, self._idle, deque(self._parts(ids))
        cpu = self.batch._cpu
        models = None if cpu.models is None else workers.share(tuple(cpu.unique_models))
        busy: dict[int, slice] = {}
        losses: Counter[int] = Counter()
        try:
            while waiting or busy:
                while waiting and idle:
                    worker, part = idle.pop(0), waiting.popleft()
                    busy[worker] = part
                    workers.begin(worker, method, (self._packed(ids[part]), models, *arguments_of(part)))
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
            idle += busy  # given up: what they still do concerns nobody, and the next job waits for it

    # ---- calls

    def rollouts(
        self,
        nstep: int,
        control: npt.ArrayLike | None = None,
        control_spec: int = int(mjtState.mjSTATE_CTRL),
        record: Iterable[str | int] = ("qpos",),
        ids: npt.ArrayLike | None = None,
    ) -> Iterator[tuple[np.ndarray, dict[str | int, np.ndarray]]]:
        """`Batch.rollout`, chunk by chunk, as they are done: (worlds, what they recorded).

        nstep, control, control_spec, record, ids   as of `Batch.rollout`

        The state of these worlds is then that after their steps. While it goes on, the batch takes no other call;
        given up early, chunks that have not been told of leave their worlds as they were.

        Returns                                     iterator of pairs: numbers of worlds (n), dictionary of arrays (n,
                                                    nstep, ...)
        Errors                                      those of `Batch.rollout`, SimulationError after the last chunk;
                                                    WorkerLost: a chunk ended too many
        Source                                      design / Batches
        """
        batch, cpu = self.batch, self.batch._cpu
        check(batch)
        nstep = arguments.count("rollout", "nstep", nstep)
        ids = arguments.ids(ids, cpu.all)
        items = rollout_calls.listed(record)
        rollout_calls.outputs(cpu.model, items, 0, nstep, None)
        spec, inputs = rollout_calls.inputs(cpu.model, control, control_spec, len(ids), nstep)

        def arguments_of(part: slice) -> tuple[Any, ...]:
            return nstep, None if inputs is None else inputs[part], spec, items

        use, token = batch._use, object()
        try:
            with batch._alone():
                use.lent = token
                good = batch._begin(ids)
            keep = np.isin(ids, good)
            if not keep.all() and inputs is not None:
                inputs = inputs[keep]
            cpu.status[good] = 0
            warned = 0
            for part, done in self._each(good, "rollout", arguments_of):
                some = good[part]
                _put(batch, some, done.worlds)
                cpu.state[some], cpu.warning[some] = done.state, done.warning
                if cpu.past is not None:
                    cpu.past.lose(some)
                cpu.warned[some] |= done.warned.astype(np.uint8)
                warned += int(done.warned.sum())
                for row, message in done.errors.items():
                    cpu.failed(int(some[row]), RuntimeError(message))
                yield some, done.found
            batch._end(ids, warned)
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
        """`Batch.rollout`: the same arguments, results and errors, to the last bit.

        nstep, control, control_spec, record, ids, out   as of `Batch.rollout`
        progress                                         called with the number of worlds that are done, and of all
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
        """`evaluate`, chunk by chunk, as they are done: (worlds, what the function returned for them).

        function, rows, ids   as of `evaluate`
        Returns               iterator of pairs: numbers of worlds (n), numbers (n, ...) or a dictionary of such
        Errors                those of `evaluate`
        Source                design / Batches
        """
        batch, cpu = self.batch, self.batch._cpu
        check(batch)
        if not callable(function):
            raise TypeError(f"evaluate: function must be callable, not {type(function).__name__}")
        ids = arguments.ids(ids, cpu.all)
        given = [np.asarray(value) for value in rows]
        for i, value in enumerate(given):
            if not value.ndim or len(value) != len(ids):
                raise ValueError(
                    f"evaluate: rows {i} must be {len(ids)} long, one for each world, not {value.shape}"
                )

        shared = self.workers.share(function)

        def arguments_of(part: slice) -> tuple[Any, ...]:
            return shared, [value[part] for value in given]

        use, token = batch._use, object()
        try:
            with batch._alone():
                use.lent = token
            for part, found in self._each(ids, "evaluate", arguments_of):
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
        """What a function says of each world: ``function(batch, *rows)`` is called with a Batch of some of them.

        function   returns numbers for its n worlds, (n, ...), or a dict of such; it travels, so it may use what it
                   imports or closes over. The batch that it gets is its own: the worlds here stay as they are
        ids        as of `Batch.rollout`
        progress   called with the number of worlds that are done, and of all
        rows       arrays with a row for each world of the call; it gets those of its worlds

        Returns what it returned, for all worlds. Errors   what it raises; ValueError: rows, or what it returned
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


def check(batch: Any) -> None:
    """Whether the worlds of a batch can travel.

    Errors   TypeError, ValueError: they cannot, and why
    """
    if not isinstance(batch, Batch):
        raise TypeError(f"a Batch is stepped elsewhere, not {type(batch).__name__}")
    if batch.device != "cpu":
        raise ValueError(
            "worlds on a device cannot travel: take a batch with device='cpu', and give the device to the cluster"
        )


def _hopeless(ids: np.ndarray, count: int, error: WorkerLost) -> WorkerLost:
    return WorkerLost(f"{count} workers were lost with worlds {ids[0]} to {ids[-1]}: {error}")


def _placed(whole: Any, found: Any, rows: np.ndarray, n: int) -> Any:
    """Put the rows of a chunk where they belong."""
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
