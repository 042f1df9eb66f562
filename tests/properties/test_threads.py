"""Pools of threads: the islands of a world are solved to the same bits by any number of threads.

In plain Python (GELENK_JIT=0) the islands go one after the other, whatever is bound.
"""

import copy
import itertools
import os
import pickle
import signal
import subprocess
import sys
import threading

import numpy as np
import pytest

import gelenk
from gelenk.runtime import thread_pool
from gelenk.toolchain import library

native = pytest.mark.skipif(not library.JIT, reason="threads run compiled code alone")
BODY = '<body pos="{x} {y} {z}"><freejoint/><geom type="{kind}" size=".15 .12 .1"/></body>'


def piles(count):
    """``count`` bodies: pairs on top of each other on a floor."""
    kinds = ("box", "box", "sphere", "capsule")
    bodies = "".join(
        BODY.format(x=0.5 * (k // 2 % 30), y=0.5 * (k // 60), z=0.095 + 0.195 * (k % 2), kind=kinds[k % 4])
        for k in range(count)
    )
    return f'<mujoco><worldbody><geom type="plane" size="90 90 1"/>{bodies}</worldbody></mujoco>'


@pytest.fixture(scope="module")
def model():
    return gelenk.MjModel.from_xml_string(piles(1000 if library.JIT else 8))


@pytest.fixture
def pool():
    made = []

    def make(count):
        made.append(gelenk.mju_threadPoolCreate(count))
        return made[-1]

    yield make
    for number in made:
        if number in thread_pool._pools:
            gelenk.mju_threadPoolDestroy(number)


def bits(model, number, steps=20):
    """What a world does, to the last bit."""
    d = gelenk.MjData(model)
    if number:
        gelenk.mju_bindThreadPool(d, number)
    seen = []
    for _ in range(steps if library.JIT else 2):
        gelenk.mj_step(model, d)
        seen += [d.qacc.tobytes(), d.efc_force.tobytes(), d.efc_state.tobytes(), d.solver_niter.tobytes()]
    assert d.nisland > 1
    return seen + [d.qpos.tobytes(), d.qvel.tobytes()]


@pytest.mark.parametrize("cone", ["pyramidal", "elliptic"])
@pytest.mark.parametrize("solver", ["newton", "cg"])
def test_any_number_of_threads_gives_the_same_bits(model, pool, solver, cone):
    m = copy.copy(model)
    m.opt.solver = int(getattr(gelenk.mjtSolver, f"mjSOL_{solver.upper()}"))
    m.opt.cone = int(getattr(gelenk.mjtCone, f"mjCONE_{cone.upper()}"))
    alone = bits(m, 0)
    for count in (1, 2, 5):
        assert bits(m, pool(count)) == alone


@pytest.mark.parametrize("settings", [{"solver": 0}, {"noslip_iterations": 2}])
def test_solvers_that_take_all_islands_together_use_one_thread(pool, settings):
    m = gelenk.MjModel.from_xml_string(piles(40 if library.JIT else 8))
    for name, value in settings.items():
        setattr(m.opt, name, value)
    assert bits(m, pool(2), 5) == bits(m, 0, 5)


@native
def test_every_thread_gets_islands(model, pool, monkeypatch):
    runs = []
    divide = thread_pool.divide
    monkeypatch.setattr(thread_pool, "divide", lambda *a: runs.append(divide(*a)) or runs[-1])
    bits(model, pool(1), 3)
    assert runs and all(len(run) == 2 for run in runs)


@pytest.mark.parametrize("count", [1, 2, 3, 50])
def test_runs_cover_all_islands_once_and_share_the_work(count):
    rng = np.random.default_rng(count)
    size = rng.integers(1, 400, 300)
    end = np.concatenate([[0], np.cumsum(size)])
    runs = thread_pool.divide(end, count)
    assert runs[0][0] == 0 and runs[-1][1] == 300
    assert all(a[1] == b[0] for a, b in itertools.pairwise(runs))
    assert len(runs) == min(count, end[-1] // thread_pool.LEAST_POOLED + 1)
    work = [size[a:b].sum() for a, b in runs]
    assert max(work) - min(work) <= 2 * size.max()


def test_a_binding_survives_reset_and_copies_and_ends_with_the_pool(model, pool):
    d = gelenk.MjData(model)
    number = pool(1)
    gelenk.mju_bindThreadPool(d, number)
    gelenk.mj_resetData(model, d)
    assert d.threadpool == number and copy.copy(d).threadpool == number
    assert pickle.loads(pickle.dumps(d)).threadpool == 0
    other = gelenk.MjData(model)
    gelenk.mj_copyData(other, model, d)
    assert other.threadpool == number
    gelenk.mju_threadPoolDestroy(number)
    if library.JIT:
        gelenk.mj_step(model, d)  # with the one thread that there is
        assert np.isfinite(d.qacc).all()


def test_wrong_pools_raise(model):
    d = gelenk.MjData(model)
    for count in (0, -1, 10**9):
        with pytest.raises(ValueError, match="threads"):
            gelenk.mju_threadPoolCreate(count)
    for call in (lambda: gelenk.mju_bindThreadPool(d, 12345), lambda: gelenk.mju_threadPoolDestroy(12345)):
        with pytest.raises(ValueError, match="thread pool 12345 does not exist"):
            call()
    with pytest.raises(TypeError):
        gelenk.mju_threadPoolCreate("two")


@native
def test_an_exception_in_a_thread_is_raised_by_the_step(model, pool, monkeypatch):
    d = gelenk.MjData(model)
    gelenk.mju_bindThreadPool(d, pool(1))
    gelenk.mj_step(model, d, 3)

    native = thread_pool.library.native

    def bad(name):
        def solve(*arguments):
            if threading.current_thread() is not threading.main_thread():
                raise MemoryError("no more")
            return native(name)(*arguments)

        return solve if name.endswith("_islands") else native(name)

    monkeypatch.setattr(thread_pool.library, "native", bad)
    with pytest.raises(MemoryError, match="no more"):
        gelenk.mj_step(model, d)
    monkeypatch.undo()
    gelenk.mj_step(model, d)


FORK = """
import os, sys, gelenk
from tests.properties.test_threads import bits, piles
m = gelenk.MjModel.from_xml_string(piles(1000))
number = gelenk.mju_threadPoolCreate(1)
alone = bits(m, number, 3)
child = os.fork()
if child == 0:
    os._exit(0 if bits(m, number, 3) == alone else 1)
sys.exit(os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]))
"""


@native
@pytest.mark.skipif(not hasattr(os, "fork"), reason="no fork here")
def test_a_child_of_a_process_with_a_pool_has_threads_of_its_own():
    done = subprocess.run([sys.executable, "-c", FORK], timeout=100, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr


INTERRUPT = """
import gelenk
from tests.properties.test_threads import piles
m = gelenk.MjModel.from_xml_string(piles(1000))
d = gelenk.MjData(m)
gelenk.mju_bindThreadPool(d, gelenk.mju_threadPoolCreate(1))
gelenk.mj_step(m, d)
try:
    print("ready", flush=True)
    while True:
        gelenk.mj_step(m, d, 10)
except KeyboardInterrupt:
    print("interrupted", flush=True)
"""


@native
def test_ctrl_c_ends_a_simulation_with_threads():
    with subprocess.Popen([sys.executable, "-c", INTERRUPT], stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout.readline() == "ready\n"
        process.send_signal(signal.SIGINT)
        assert process.communicate(timeout=60)[0] == "interrupted\n"
    assert process.returncode == 0
