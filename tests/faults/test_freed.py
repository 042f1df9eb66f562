"""What runs while objects are freed is no Python, where an interrupt would be printed and lost.

Documents: promises / Ctrl-C by object
"""

import functools
import gc
import operator
import random
import re
import signal
import sys
import threading
import time
import weakref
from pathlib import Path

import numpy as np
import pytest

import gelenk
from gelenk.batch import Batch
from gelenk.batch.recompute import LOST
from gelenk.batch.rollout import rollout, shutdown_persistent_pool
from gelenk.batch.scheduler import weak_method
from gelenk.runtime import binary_model, exclusive_use
from gelenk.runtime.thread_pool import ThreadPool
from gelenk.toolchain import memory, thread_start
from gelenk.toolchain.memory import Living
from tests.faults.scenarios import PLAIN
from tests.support import fake_cuda
from tests.support.interrupts import Own, raises_on_alarm

# slots that library.py fills with another class
ALLOWED = {"toolchain/memory.py", "toolchain/kernel.py"}


class Thing:
    def value(self):
        return 3


def test_no_module_asks_for_python_at_the_end_of_an_object():
    pattern = re.compile(r"weakref\.finalize|Weak(Value|Key)Dictionary|WeakSet|WeakMethod\(|def __del__")
    root = Path(gelenk.__file__).parent
    found = {
        str(path.relative_to(root))
        for path in root.rglob("*.py")
        if any(pattern.search(line) for line in path.read_text().splitlines() if "like a Weak" not in line)
    }
    assert found <= ALLOWED | {
        "batch/scheduler.py",
        "toolchain/memory.py",
    }  # docstrings name such classes


@functools.cache
def gpu():
    return fake_cuda.device()


def memory_of_a_gpu():
    return [gpu().allocate(8) for _ in range(5)]


@pytest.mark.parametrize(
    "make",
    [
        lambda: ThreadPool("gelenk-freed"),
        lambda: Batch(model(), 4, 2),
        pytest.param(memory_of_a_gpu, marks=fake_cuda.needs_cc),
        pytest.param(lambda: gpu().stream(), marks=fake_cuda.needs_cc),
        pytest.param(fake_cuda.device, marks=fake_cuda.needs_cc),
    ],
)
def test_an_interrupt_that_comes_while_an_object_goes_reaches_the_caller(make, monkeypatch):
    lost = []
    monkeypatch.setattr(sys, "unraisablehook", lost.append)
    rng = random.Random(0)
    make()
    with raises_on_alarm():
        for _ in range(30):
            with pytest.raises(Own):
                signal.setitimer(signal.ITIMER_REAL, rng.uniform(1e-5, 1e-3))
                for _ in range(10_000):
                    made = make()
                    if isinstance(made, ThreadPool):
                        made.run(2, lambda i: None)
                    elif isinstance(made, Batch):
                        made.step()
                    del made
    assert not lost


def model():
    return gelenk.MjModel.from_xml_string(PLAIN)


def test_threads_of_a_crew_end_when_it_goes_or_is_closed():
    for end in (ThreadPool.close, lambda pool: None):
        pool = ThreadPool("gelenk-going")
        pool.run(3, lambda i: None)
        end(pool)
        del pool
        until = time.monotonic() + 10
        while any(t.name.startswith("gelenk-going") for t in threading.enumerate()):
            assert time.monotonic() < until
            gc.collect()
            time.sleep(0.01)


def test_references_by_address_forget_what_is_gone():
    known, kept = Living(), Thing()
    known[7] = kept
    for address in range(5000):
        known[10 + address] = Thing()
    assert known[7] is kept and known[5009] is None
    assert len(known) < 3000


def test_a_native_finalizer_makes_all_its_calls_before_what_they_use_is_freed():
    calls, used, owner = [], Thing(), Thing()
    kept = weakref.ref(used)
    memory.finalize(
        owner, used, *(functools.partial(calls.append, n) for n in (3, 0, 2)),
        functools.partial(operator.call, lambda: calls.append(kept() is not None)),
    )  # fmt: skip
    del used
    gc.collect()
    assert not calls and kept() is not None
    del owner
    gc.collect()
    assert calls == [3, 0, 2, True] and kept() is None


def test_native_finalizers_of_a_cycle_are_called_and_forgotten():
    def ring(calls):
        owner, other = Thing(), Thing()
        owner.other, other.other = other, owner
        memory.finalize(owner, other_thing, functools.partial(calls.append, 1))

    calls, other_thing = [], Thing()
    gc.freeze()  # what earlier tests have left need not be looked through a hundred times
    for _ in range(100):
        ring(calls)
        gc.collect()
    assert calls == [1] * 100
    memory.finalize(other_thing, None)
    assert len(memory._references) < 50 + len(memory._used)


def test_a_weak_method_says_that_its_object_is_gone():
    thing = Thing()
    call = weak_method(thing.value)
    assert call() == 3
    del thing
    with pytest.raises(ReferenceError):
        call()


def test_a_lock_that_cannot_be_had_is_a_memory_error():
    def refuse():
        raise RuntimeError("can't allocate lock")

    with pytest.raises(MemoryError):
        thread_start.new_lock(refuse)
    other = RuntimeError("can't start new thread")
    assert exclusive_use.no_memory(other) is other


def test_missing_memory_is_no_damage_of_a_model(monkeypatch):
    content = binary_model.to_bytes(model())
    monkeypatch.setattr(binary_model, "restore_model", lambda *given: (_ for _ in ()).throw(MemoryError()))
    with pytest.raises(MemoryError):
        binary_model.from_bytes(content)


def test_a_call_that_was_interrupted_while_it_noted_its_results_has_none(monkeypatch):
    batch = Batch(model(), 2, 1)
    batch.reset()
    with monkeypatch.context() as patch:
        patch.setattr(
            type(batch._cpu.past),
            "_record_forward",
            lambda *given: (_ for _ in ()).throw(KeyboardInterrupt()),
        )
        with pytest.raises(KeyboardInterrupt):
            batch.reset()
    assert (batch._cpu.past.base == LOST).all()
    with pytest.raises(RuntimeError, match="was not kept"):
        batch.bind("xpos")
    batch.forward()
    assert batch.bind("xpos").any()


@pytest.mark.parametrize("name, ask", [("xpos", "bind"), ("body_mass", "expand")])
def test_a_field_whose_bind_was_interrupted_is_not_left_to_calls_that_do_not_know_it(name, ask, monkeypatch):
    batch = Batch(model(), 2, 1)
    batch.step()
    with monkeypatch.context() as patch:
        patch.setattr(
            type(batch._cpu), "_invalidate_calls", lambda cpu: (_ for _ in ()).throw(KeyboardInterrupt())
        )
        with pytest.raises(KeyboardInterrupt):
            getattr(batch, ask)(name)
    rows = getattr(batch, ask)(name)
    before = rows.copy()
    if ask == "expand":
        rows[0] *= 2  # of the masses of one world
    batch.step(nstep=20)
    if ask == "expand":
        batch.ctrl = 1.0
        batch.step(nstep=20)
        assert not np.array_equal(batch.qvel[0], batch.qvel[1])
    else:
        assert not np.array_equal(rows, before)


def test_a_renderer_whose_close_was_interrupted_is_closed(monkeypatch):
    renderer = gelenk.Renderer(model(), 16, 16)
    with monkeypatch.context() as patch:
        patch.setattr(gelenk.MjrContext, "free", lambda con: (_ for _ in ()).throw(KeyboardInterrupt()))
        with pytest.raises(KeyboardInterrupt):
            renderer.close()
    with pytest.raises(RuntimeError, match="after close"):
        renderer.render()
    renderer.close()


def test_a_shared_pool_whose_shutdown_was_interrupted_is_made_anew(monkeypatch):
    m = model()
    datas = [gelenk.MjData(m) for _ in range(2)]
    initial = np.zeros((2, gelenk.mj_stateSize(m, gelenk.mjtState.mjSTATE_FULLPHYSICS)))
    initial[:, 4] = initial[:, 10] = 1
    before = rollout(m, datas, initial, nstep=2, persistent_pool=True)[0]
    with monkeypatch.context() as patch:
        patch.setattr(ThreadPool, "close", lambda pool: (_ for _ in ()).throw(KeyboardInterrupt()))
        with pytest.raises(KeyboardInterrupt):
            shutdown_persistent_pool()
    assert np.array_equal(rollout(m, datas, initial, nstep=2, persistent_pool=True)[0], before)
    shutdown_persistent_pool()
