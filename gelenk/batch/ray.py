"""Batches on a Ray cluster (extra `ray`): actors step the worlds, each with its own batch.

Documents: design / Batches

    batch = Batch(model, 1000)
    with Cluster(batch, actors=32) as cluster:
        found = cluster.rollout(100, controls, record=["qpos"])     as batch.rollout, to the last bit
        cost = cluster.evaluate(score, parameters)                  score(batch, parameters) -> (n,)
    with Cluster(batch, device="cuda:0", precision="float32") as cluster: ...     a batch on a GPU each

`ray.init(address=...)` selects the cluster; without it Ray starts one on this computer.
"""

from __future__ import annotations

from collections.abc import Collection
from typing import Any

from gelenk.batch import arguments
from gelenk.batch.batch import Batch
from gelenk.batch.sharding import CHUNK_WORLDS, RemoteExecutor, Worker, WorkerLost

try:
    import ray
    from ray.exceptions import ObjectLostError, RayActorError
except ModuleNotFoundError as error:
    raise ModuleNotFoundError(
        "gelenk.batch.ray needs Ray: pip install 'gelenk[ray]'", name=error.name
    ) from error

__all__ = ["Actors", "Cluster", "WorkerLost"]
GPU_CHUNK = 4096  # worlds that keep a GPU busy
MOST_STARTS = 3  # consecutive failed starts of actors; after more than these, `Actors.wait` raises WorkerLost


class Actors:
    """Ray actors as workers (`sharding.Workers`); the model is put into the object store once.

    A lost actor is replaced. Each actor gets jobs as soon as it has started.
    """

    def __init__(
        self,
        model: Any,
        count: int,
        made: dict[str, Any],
        options: dict[str, Any],
        worker: type[Worker] = Worker,
    ) -> None:
        if not ray.is_initialized():
            ray.init(include_dashboard=False)
        self._model, self._made = ray.put(model), made
        # sharding.py repeats lost jobs with everything that they need, so Ray itself restarts nothing
        wanted = {"max_restarts": 0, "max_task_retries": 0} | options
        self._class = ray.remote(worker).options(**wanted)
        self._handles: dict[int, Any] = {}
        self._jobs: dict[int, Any] = {}
        self._coming: dict[Any, int] = {}
        self._begun = self._failed = 0
        for _ in range(count):
            self._start()

    def _start(self) -> None:
        handle: Any = self._class.remote(self._model, **self._made)
        self._handles[self._begun] = handle
        self._coming[handle.ready.remote()] = self._begun
        self._begun += 1

    def share(self, value: object) -> object:
        """Put a value into the object store, and return a reference.

        value     anything that can be pickled
        Returns   a reference that methods of actors accept as an argument
        Source    design / Batches
        """
        return ray.put(value)

    def begin(self, worker: int, method: str, arguments: tuple[Any, ...]) -> None:
        """Start a method of an actor.

        worker      number of the actor
        method      name of the method
        arguments   arguments of the method
        Source      design / Batches
        """
        self._jobs[worker] = getattr(self._handles[worker], method).remote(*arguments)

    def wait(self, busy: Collection[int]) -> int:
        """Return the number of an actor that is done, lost, or newly started.

        busy      numbers of the actors that have jobs
        Returns   number of the actor
        Errors    WorkerLost: there are no actors, or no new one can be started
        Source    design / Batches
        """
        while True:
            known = {self._jobs[worker]: worker for worker in busy} | self._coming
            if not known:
                raise WorkerLost("the cluster has been closed")
            ready = ray.wait(list(known), num_returns=1)[0][0]
            if ready not in self._coming:
                return known[ready]
            worker = self._coming.pop(ready)
            try:
                ray.get(ready)
            except RayActorError as error:
                del self._handles[worker]
                self._failed += 1
                if self._failed > MOST_STARTS:
                    raise WorkerLost(f"actors cannot be started: {error}") from error
                self._start()
                continue
            self._failed = 0
            return worker

    def result(self, worker: int) -> object:
        """Return the result of the method of an actor, or raise its error.

        worker    number of the actor
        Returns   what the method returned
        Errors    what the method raised; WorkerLost: the actor is gone
        Source    design / Batches
        """
        try:
            return ray.get(self._jobs.pop(worker))
        except (RayActorError, ObjectLostError) as error:
            self._handles.pop(worker, None)
            self._start()
            raise WorkerLost(f"an actor was lost: {error}") from error

    def close(self) -> None:
        """End the actors.

        Source   design / Batches
        """
        handles = list(self._handles.values())
        self._handles.clear()
        self._jobs.clear()
        self._coming.clear()
        if ray.is_initialized():
            for handle in handles:
                ray.kill(handle)


class Cluster(RemoteExecutor):
    """A batch whose long calls are run by Ray actors; its state stays on the host.

    batch      the batch, in host memory
    actors     number of actors; 0: as many as the cluster has CPUs for, or GPUs. Results do not depend on it
    nthread    threads of each actor, and CPUs that the actor requests from Ray
    chunk      worlds per shard; None: 64, on GPUs 4096
    device     device of the batch of each actor: "cpu", or "cuda:0" for a GPU. Each actor requests one GPU from Ray and
               sees only this one. Results are then those of a batch on a GPU, and functions of `evaluate` get such a
               batch
    precision, nconmax, njmax, lanes   of that batch, as for `Batch`
    options    Ray options of the actors: memory, resources, num_gpus, scheduling_strategy, ...

    Errors     TypeError, ValueError: an argument, or worlds that cannot be sent; WorkerLost, from calls: a shard ended
               its worker repeatedly, or no worker can be started
    """

    def __init__(
        self,
        batch: Batch,
        actors: int = 0,
        nthread: int = 1,
        chunk: int | None = None,
        device: str = "cpu",
        precision: str = "float64",
        nconmax: int | None = None,
        njmax: int | None = None,
        lanes: int | None = None,
        **options: Any,
    ) -> None:
        count = arguments.checked_count("Cluster", "actors", actors, 0)
        nthread = arguments.checked_count("Cluster", "nthread", nthread)
        room = {"nconmax": nconmax, "njmax": njmax, "lanes": lanes}
        there = isinstance(device, str) and device.partition(":")[0] == "cuda"
        if not there and (
            device != "cpu" or precision != "float64" or any(v is not None for v in room.values())
        ):
            raise ValueError(
                "Cluster: device must be 'cpu' or 'cuda:0'; precision, nconmax, njmax and lanes need 'cuda:0', "
                f"got {device!r}"
            )
        super().__init__(batch, None, (GPU_CHUNK if there else CHUNK_WORLDS) if chunk is None else chunk)  # type: ignore[arg-type]
        if there and batch.persistent:
            raise ValueError(
                "Cluster: persistent worlds, which sleep needs, cannot run on a GPU: use device='cpu'"
            )
        if not ray.is_initialized():
            ray.init(include_dashboard=False)
        kind, each = ("GPU", 1) if there else ("CPU", nthread)
        if not count:
            found = int(ray.cluster_resources().get(kind, 0))
            if there and not found:
                raise ValueError(
                    "Cluster: the cluster has no GPU now: pass actors, the number that it will have"
                )
            count = max(1, found // each)
        options = {"num_cpus": nthread} | ({"num_gpus": 1} if there else {}) | options
        made: dict[str, Any] = {"nthread": nthread}
        worker: type = Worker
        if there:
            made = {"device": device, "precision": precision, **room}
            from gelenk.batch.device.sharding import DeviceWorker

            worker = DeviceWorker
        self.workers = Actors(batch._cpu.model, count, made, options, worker)
