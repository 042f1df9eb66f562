"""Threads are started so that an interrupt in the caller is never lost or replaced.

Documents: promises / Ctrl-C by object
"""

import random
import re
import signal
import sys
import threading
import time
from pathlib import Path

import pytest

import gelenk
from gelenk import viewer
from gelenk.runtime.thread_pool import ThreadPool
from gelenk.toolchain import thread_start
from gelenk.toolchain.thread_start import start_thread
from gelenk.viewer import endpoint, handle, stepping
from tests.faults.scenarios import PLAIN
from tests.support.interrupts import Own, raises_on_alarm

PYTHON = re.compile(
    r"threading\.(Thread|Timer|Event|Condition|Semaphore|BoundedSemaphore|Barrier)[()]"
    r"|queue\.(Queue|LifoQueue|PriorityQueue)\(|concurrent\.futures|ThreadPoolExecutor\(|multiprocessing"
)


@pytest.fixture
def lost(monkeypatch):
    found = []
    monkeypatch.setattr(sys, "unraisablehook", found.append)
    with raises_on_alarm():
        yield found


def test_no_module_uses_a_lock_of_threading_that_is_written_in_python():
    root = Path(gelenk.__file__).parent
    found = {str(path.relative_to(root)) for path in root.rglob("*.py") if PYTHON.search(path.read_text())}
    assert found == {"toolchain/thread_start.py"}


def begin_and_wait():
    running = start_thread(lambda: None, "gelenk-begun")
    assert running.acquire(timeout=10)


def begin_a_crew():
    ThreadPool("gelenk-begun").run(3, lambda i: None)


@pytest.mark.parametrize("begin", [begin_and_wait, begin_a_crew])
def test_an_interrupt_that_comes_while_threads_start_reaches_the_caller(begin, lost):
    rng = random.Random(0)
    for _ in range(200):
        with pytest.raises(Own):
            signal.setitimer(signal.ITIMER_REAL, rng.uniform(1e-5, 2e-3))
            for _ in range(10_000):
                begin()
    assert not lost


@pytest.mark.parametrize("begin", [begin_and_wait, begin_a_crew])
def test_no_python_of_the_module_threading_runs_in_the_caller(begin):
    files = set()

    def note(frame, event, arg):
        if event == "call":
            files.add(frame.f_code.co_filename)

    sys.setprofile(note)
    try:
        begin()
    finally:
        sys.setprofile(None)
    assert thread_start.__file__ in files and threading.__file__ not in files


def test_the_lock_of_a_thread_is_held_until_its_end():
    gate, names = threading.Lock(), []
    gate.acquire()

    def work(*args):
        names.append((threading.current_thread().name, args))
        gate.acquire()

    running = start_thread(work, "gelenk-begun", 1, 2)
    assert not running.acquire(timeout=0.05)
    gate.release()
    assert running.acquire(timeout=10) and names == [("gelenk-begun", (1, 2))]


def test_the_lock_of_a_thread_that_fails_is_released(monkeypatch):
    failed = []
    monkeypatch.setattr(threading, "excepthook", failed.append)
    assert start_thread(lambda: 1 / 0, "gelenk-begun").acquire(timeout=10)
    until = time.monotonic() + 10
    while not failed:
        assert time.monotonic() < until
        time.sleep(0.01)
    assert failed[0].exc_type is ZeroDivisionError


@pytest.mark.parametrize("error", [RuntimeError("can't start new thread"), MemoryError("no memory")])
def test_an_error_of_the_start_reaches_the_caller(error, monkeypatch):
    def start(self):
        raise error

    monkeypatch.setattr(threading.Thread, "start", start)
    with pytest.raises(type(error), match=str(error)):
        start_thread(lambda: None, "gelenk-begun")


def test_a_start_that_ends_without_an_answer_is_a_memory_error(monkeypatch):
    monkeypatch.setattr(thread_start, "_start", lambda *args: None)
    with pytest.raises(MemoryError, match="no memory to start thread gelenk-begun"):
        start_thread(lambda: None, "gelenk-begun")


@pytest.mark.parametrize("place", ["start_thread", "tell", "Handle"])
def test_a_launch_that_is_interrupted_leaves_no_thread(place, monkeypatch):
    def begins(*args):
        begun = start_thread(*args)
        assert begun.locked()
        raise KeyboardInterrupt

    def ends(*args):
        raise KeyboardInterrupt

    if place == "start_thread":
        monkeypatch.setattr(stepping, "start_thread", begins)
    elif place == "tell":
        monkeypatch.setattr(endpoint.Endpoint, "print_address", ends)
    else:
        monkeypatch.setattr(handle, "Handle", ends)
    m = gelenk.MjModel.from_xml_string(PLAIN)
    with pytest.raises(KeyboardInterrupt):
        viewer.launch_passive(m, gelenk.MjData(m), browser=False, port=0)
    until = time.monotonic() + 10
    while any(thread.name == "gelenk-viewer" for thread in threading.enumerate()):
        assert time.monotonic() < until
        time.sleep(0.01)
