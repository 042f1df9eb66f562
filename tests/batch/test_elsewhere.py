"""Worlds that are stepped elsewhere: results are those of the batch itself, whoever did them and whoever was lost."""

import os
import pickle
import shutil

import numpy as np
import pytest

import gelenk
from gelenk.batch import Batch, SimulationError
from gelenk.batch.sharding import MOST_LOSSES, RemoteExecutor, Worker, WorkerLost
from gelenk.toolchain.gpu.cuda_driver import DriverError
from tests.batch.worlds import model

N, NSTEP = 21, 12
SLEEPY = """<mujoco><option sleep_tolerance="1e-3"><flag sleep="enable"/></option><worldbody>
<geom type="plane" size="9 9 1"/><body pos="0 0 .1"><freejoint/><geom type="box" size=".1 .1 .1"/></body>
<body pos="0 0 .3"><freejoint/><geom size=".1"/></body></worldbody></mujoco>"""
RECORD = ["qpos", "sensordata", "ncon", gelenk.mjtState.mjSTATE_PHYSICS]


class Here:
    """Workers in this process, to whom everything goes as a pickle; those that take jobs of `fatal` are lost.

    fatal   numbers of jobs, counted over all workers, that end their worker
    make    what makes a worker of a model
    """

    def __init__(self, m, count, fatal=(), seed=0, make=Worker):
        self.make = make
        self.model, self.fatal, self.random = pickle.dumps(m), set(fatal), np.random.default_rng(seed)
        self.coming, self.workers, self.done = [], {}, {}
        self.begun = self.jobs = 0
        for _ in range(count):
            self._start()

    def _start(self):
        self.workers[self.begun] = self.make(pickle.loads(self.model))
        self.coming.append(self.begun)
        self.begun += 1

    def share(self, value):
        return value

    def begin(self, worker, method, arguments):
        chunk, *rest = arguments
        arguments = [pickle.loads(pickle.dumps(chunk)), *rest]
        try:
            if self.jobs in self.fatal or "always" in self.fatal:
                raise WorkerLost("it was to be lost")
            self.done[worker] = getattr(self.workers[worker], method)(*arguments)
        except Exception as error:
            self.done[worker] = error
        self.jobs += 1

    def wait(self, busy):
        worker = int(self.random.choice([*busy, *self.coming]))
        if worker in self.coming:  # a new one is told of once
            self.coming.remove(worker)
        return worker

    def result(self, worker):
        found = self.done.pop(worker)
        if isinstance(found, WorkerLost):
            del self.workers[worker]
            self._start()
        if isinstance(found, Exception):
            raise found
        return found

    def close(self):
        self.workers.clear()


def two_batches(n=N):
    """The same worlds twice, each with masses of its own and a start of its own."""
    made = []
    for _ in range(2):
        random = np.random.default_rng(3)
        batch = Batch(model(), n, 1)
        batch.expand("body_mass")[:] *= random.uniform(0.8, 1.2, (n, 1))
        batch.set_const()
        batch.qvel[:] = random.normal(0, 0.3, batch.qvel.shape)
        made.append(batch)
    return made


def controls(batch, n=N):
    return np.random.default_rng(5).uniform(-1, 1, (n, NSTEP, batch.model.nu))


def same(a, b):
    return all(np.array_equal(a[item], b[item]) for item in RECORD)


@pytest.mark.parametrize("count, chunk, fatal", [(1, 64, ()), (3, 4, ()), (2, 5, (0, 1, 3)), (7, 1, (20, 4))])
def test_a_rollout_elsewhere_is_that_of_the_batch_to_the_last_bit(count, chunk, fatal):
    here, there = two_batches()
    cluster = RemoteExecutor(there, Here(there.model, count, fatal), chunk)
    for _ in range(2):
        told = []
        u = controls(here)
        found = cluster.rollout(NSTEP, u, record=RECORD, progress=lambda *now, told=told: told.append(now))
        assert same(found, here.rollout(NSTEP, u, record=RECORD))
        assert np.array_equal(here.state, there.state) and told[-1] == (N, N)
    ids = [1, 4, 20]
    out = {"qpos": np.zeros((3, 2, here.model.nq))}
    assert cluster.rollout(2, ids=ids, out=out)["qpos"] is out["qpos"]
    assert np.array_equal(out["qpos"], here.rollout(2, ids=ids)["qpos"])
    assert np.array_equal(here.state, there.state)


@pytest.mark.parametrize("count, chunk, fatal", [(1, 64, ()), (3, 5, (1, 2))])
def test_models_of_the_caller_travel_with_their_worlds(count, chunk, fatal):
    here, there = (Batch(model(), N, 1) for _ in range(2))
    cluster = RemoteExecutor(there, Here(there.model, count, fatal), chunk)
    u, models = controls(here), [model() for _ in range(3)]
    for heavier, one in enumerate(models):
        one.body_mass[1:] *= 1 + heavier
        gelenk.mj_setConst(one, gelenk.MjData(one))
    for batch in (here, there):
        batch.set_models([models[i % 3] for i in range(N)])
    assert same(cluster.rollout(NSTEP, u, record=RECORD), here.rollout(NSTEP, u, record=RECORD))
    assert np.array_equal(here.state, there.state) and len({*here.qpos[:, 2]}) == N
    models[1].opt.gravity[2] = -1.0  # read as they are in each call
    assert same(cluster.rollout(2, record=RECORD), here.rollout(2, record=RECORD))
    for batch in (here, there):
        batch.set_models(None)
    assert same(cluster.rollout(2, record=RECORD), here.rollout(2, record=RECORD))
    before = there.state.copy()
    target = np.zeros((N, 3))
    assert np.array_equal(cluster.evaluate(_cost, target)["cost"], _cost(here, target)["cost"])
    assert np.array_equal(there.state, before)


@pytest.mark.parametrize("count, chunk, fatal", [(1, 64, ()), (2, 2, (1,))])
def test_persistent_worlds_travel_with_all_that_they_have(count, chunk, fatal):
    """Of trees that sleep nothing is computed anew, so what sleeps must be known where they are stepped."""
    m = model(SLEEPY)
    here, there = (Batch(m, 5, 1, persistent=True) for _ in range(2))
    cluster = RemoteExecutor(there, Here(there.model, count, fatal), chunk)
    for batch in (here, there):
        batch.bind("tree_asleep")
    speed = np.linspace(0, 2, 5)
    for _ in range(3):
        for batch in (here, there):
            batch.qvel[:, 6 + 2] += speed
        for nstep in (5, 30):
            found, wanted = (b.rollout(nstep, record=["qpos", "tree_asleep"]) for b in (cluster, here))
            assert all(np.array_equal(found[item], wanted[item]) for item in wanted)
            assert np.array_equal(here.state, there.state)
            assert np.array_equal(here.tree_asleep, there.tree_asleep)
    asleep = here.tree_asleep >= 0
    assert asleep.any() and not asleep.all()
    for batch in (here, there):
        batch.step(nstep=10)
    assert np.array_equal(here.state, there.state)


def test_worlds_that_fail_or_warn_elsewhere_do_so_here():
    here, there = two_batches()
    cluster = RemoteExecutor(there, Here(there.model, 2), 4)
    for batch, rollout in ((here, here.rollout), (there, cluster.rollout)):
        batch.expand("opt.integrator")[[3, 9]] = 99
        batch.qvel[6] = np.nan
        with pytest.raises(SimulationError, match=r"2 of 21 worlds failed \(3, 9\)") as raised:
            rollout(3)
        assert raised.value.ids.tolist() == [3, 9] and batch.error(9)
    assert np.array_equal(here.state, there.state) and np.array_equal(here.warning, there.warning)
    assert here.warning[6].any() and np.array_equal(here.status, there.status)
    for batch in (here, there):
        batch.expand("opt.integrator")[:] = 0
        batch.step()
        assert not batch.status.any()


def _cost(batch, target):
    batch.rollout(4)
    return {"cost": np.abs(batch.qpos[:, :3] - target).sum(axis=1), "n": np.full(batch.nsim, batch.nsim)}


def test_a_function_is_evaluated_for_all_worlds_and_moves_none():
    here, there = two_batches()
    before = there.state.copy()
    target = np.random.default_rng(1).normal(size=(N, 3))
    for count, fatal in ((1, ()), (4, (2,))):
        found = RemoteExecutor(there, Here(there.model, count, fatal), 8).evaluate(_cost, target)
        assert np.array_equal(found["n"], np.repeat([8, 8, 5], [8, 8, 5])) and np.array_equal(
            there.state, before
        )
        here.state[:] = before
        assert np.array_equal(found["cost"], _cost(here, target)["cost"])


def test_results_come_as_they_are_done_and_what_is_given_up_stays_as_it_was():
    _, there = two_batches()
    cluster = RemoteExecutor(there, Here(there.model, 2), 5)
    coming = cluster.rollouts(3)
    ids, found = next(coming)
    assert len(ids) == 5 and found["qpos"].shape[:2] == (5, 3)
    with pytest.raises(RuntimeError, match="under way"):
        there.step()
    coming.close()
    moved = there.time > 0
    assert moved.sum() == 5 and moved[ids].all()
    assert sum(len(ids) for ids, _ in cluster.rollouts(1)) == N


def test_a_chunk_that_ends_every_worker_is_told_of():
    _, there = two_batches()
    cluster = RemoteExecutor(there, Here(there.model, 1, ["always"]), N)
    before = there.state.copy()
    with pytest.raises(WorkerLost, match=f"{MOST_LOSSES + 1} workers were lost with worlds 0 to 20"):
        cluster.rollout(1)
    assert np.array_equal(there.state, before)
    cluster.workers.fatal.clear()
    cluster.rollout(1)


@pytest.mark.parametrize(
    "call, error, words",
    [
        (lambda c: c.rollout(0), ValueError, "nstep must be positive"),
        (lambda c: c.rollout(1, record=["qops"]), ValueError, "did you mean 'qpos'"),
        (lambda c: c.rollout(1, np.zeros((2, 1, 2))), ValueError, "control must be of shape"),
        (lambda c: c.rollout(1, ids=[99]), ValueError, r"ids must be in \[0, 21\)"),
        (lambda c: c.evaluate(3), TypeError, "must be callable"),
        (lambda c: c.evaluate(_cost, np.zeros(4)), ValueError, "rows 0 must have length 21"),
        (lambda c: c.evaluate(lambda batch: 1.0), ValueError, r"returned shape \(\) for 21 worlds"),
        (lambda c: c.evaluate(lambda batch: 1 / 0), ZeroDivisionError, "division"),
        (lambda c: RemoteExecutor(c.batch, c.workers, 0), ValueError, "chunk must be positive"),
        (
            lambda c: RemoteExecutor(c.batch.model, c.workers),
            TypeError,
            "RemoteExecutor takes a Batch, not MjModel",
        ),
    ],
)
def test_wrong_arguments_are_named_and_change_nothing(call, error, words):
    _, there = two_batches()
    cluster = RemoteExecutor(there, Here(there.model, 1))
    before = there.state.copy()
    with pytest.raises(error, match=words):
        call(cluster)
    assert np.array_equal(there.state, before)
    cluster.rollout(1)


# ---- on Ray


@pytest.fixture(scope="module")
def ray():
    found = pytest.importorskip("ray", reason="needs Ray: pip install 'gelenk[ray]'")
    found.init(num_cpus=3, include_dashboard=False, log_to_driver=False)
    yield found
    found.shutdown()


def test_actors_of_ray_give_the_bits_of_the_batch_for_any_number_of_them(ray):
    from gelenk.batch.ray import Cluster

    for actors in (1, 3):
        here, there = two_batches()
        with Cluster(there, actors=actors, chunk=4) as cluster:
            u = controls(here)
            assert same(cluster.rollout(NSTEP, u, record=RECORD), here.rollout(NSTEP, u, record=RECORD))
            assert np.array_equal(here.state, there.state)


def test_models_of_the_caller_and_sleepers_travel_to_actors_of_ray(ray):
    from gelenk.batch.ray import Cluster

    here, there = (Batch(model(), 7, 1) for _ in range(2))
    models = [model() for _ in range(7)]
    for i, one in enumerate(models):
        one.opt.gravity[2] = -i
    for batch in (here, there):
        batch.set_models(models)
    with Cluster(there, actors=2, chunk=3) as cluster:
        assert same(cluster.rollout(4, record=RECORD), here.rollout(4, record=RECORD))
    here, there = (Batch(model(SLEEPY), 3, 1, persistent=True) for _ in range(2))
    with Cluster(there, actors=2, chunk=2) as cluster:
        for _ in range(2):
            found, wanted = (b.rollout(30, record=["qpos", "tree_asleep"]) for b in (cluster, here))
            assert all(np.array_equal(found[item], wanted[item]) for item in wanted)
    assert (found["tree_asleep"][:, -1] >= 0).any()


def test_devices_are_asked_for_by_arguments_that_fit_together(ray):
    from gelenk.batch.ray import Cluster

    here, _ = two_batches()
    for wrong in ({"device": "cpu", "lanes": 4}, {"device": "gpu"}, {"device": 3}, {"precision": "float32"}):
        with pytest.raises(ValueError, match="device must be 'cpu' or 'cuda:0'; precision"):
            Cluster(here, actors=1, **wrong)
    sleepy = Batch(model(SLEEPY), 3, 1, persistent=True)
    with pytest.raises(ValueError, match="persistent worlds, which sleep needs, cannot run on a GPU"):
        Cluster(sleepy, actors=1, device="cuda:0")
    if not ray.cluster_resources().get("GPU"):
        with pytest.raises(ValueError, match="the cluster has no GPU"):
            Cluster(here, device="cuda:0")


@pytest.mark.skipif(shutil.which("nvidia-smi") is not None, reason="there is a driver")
def test_what_a_device_says_comes_from_the_actors(ray):
    from gelenk.batch.ray import Cluster

    here, _ = two_batches()
    before = here.state.copy()
    cluster = Cluster(here, actors=1, device="cuda:0", precision="float32", num_gpus=0)
    with cluster, pytest.raises(DriverError, match="needs NVIDIA's driver"):
        cluster.rollout(2)
    assert np.array_equal(here.state, before)


def test_an_actor_that_is_killed_in_the_middle_costs_nothing_but_time(ray, tmp_path):
    from gelenk.batch.ray import Cluster

    here, there = two_batches()
    mark = str(tmp_path / "killed")

    def deadly(batch, which):
        if which[0] == 8 and not os.path.exists(mark):
            open(mark, "w").close()
            os._exit(9)  # as a machine that goes down
        batch.rollout(4)
        return batch.qpos.copy()

    with Cluster(there, actors=2, chunk=4) as cluster:
        found = cluster.evaluate(deadly, np.arange(N))
        assert os.path.exists(mark)
        here.rollout(4)
        assert np.array_equal(found, here.qpos)
        handles = list(cluster.workers._handles.values())
        coming = cluster.rollouts(4)
        next(coming)
        ray.kill(handles[0])  # by somebody else, between two chunks
        assert sum(len(ids) for ids, _ in coming) == N - 4
        assert np.array_equal(there.state, here.state)
        with pytest.raises(ZeroDivisionError):
            cluster.evaluate(lambda batch: 1 / 0)
