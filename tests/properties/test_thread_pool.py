"""Threads of one call: all of them have ended their part when it returns, whatever happened in it.

Documents: promises / Ctrl-C by object
"""

import gc
import importlib.util
import itertools
import os
import re
import sys
import threading
import time
from pathlib import Path

import pytest

from gelenk.runtime import thread_pool
from gelenk.runtime.thread_pool import ThreadPool
from gelenk.toolchain.thread_start import start_thread


def names(pool):
    return [t.name for t in threading.enumerate() if t.name.startswith(pool)]


def wait_for_none(pool):
    end = time.monotonic() + 10
    while names(pool) and time.monotonic() < end:
        time.sleep(0.001)
    assert not names(pool)


def test_each_thread_does_its_part_and_the_first_one_something_before():
    pool, done = ThreadPool("gelenk-each"), []
    pool.run(3, lambda i: done.append((i, threading.current_thread())), lambda: done.append("first"))
    own = [entry for entry in done if entry == "first" or entry[0] == 0]
    assert own == ["first", (0, threading.current_thread())]
    assert len(done) == 4 and len({entry[1] for entry in done if entry != "first"}) == 3
    assert sorted(names("gelenk-each")) == ["gelenk-each-1", "gelenk-each-2"]
    pool.run(2, done.append)  # which needs none but those
    assert len(names("gelenk-each")) == 2
    del pool
    gc.collect()
    wait_for_none("gelenk-each")  # they end with the pool


def test_a_closed_crew_has_no_threads_and_begins_new_ones():
    pool, done = ThreadPool("gelenk-closed"), []
    pool.close()  # which has none yet
    for _ in range(2):
        pool.run(3, done.append)
        pool.close()
        wait_for_none("gelenk-closed")
    assert sorted(done) == [0, 0, 1, 1, 2, 2]


@pytest.mark.parametrize("where", [0, 2, "first"])
def test_an_error_waits_for_the_others(where):
    pool, done = ThreadPool("gelenk-test"), []

    def work(i):
        time.sleep(0.02 * i)
        if i == where:
            raise ValueError("a mistake")
        done.append(i)

    def first():
        if where == "first":
            raise ValueError("a mistake")

    with pytest.raises(ValueError, match="a mistake"):
        pool.run(4, work, first)
    expected = [1, 2, 3] if where == "first" else [i for i in range(4) if i != where]
    assert sorted(done) == expected
    pool.run(4, done.append)  # and it goes on
    assert sorted(done[len(expected) :]) == [0, 1, 2, 3]


def test_what_ends_a_program_comes_before_other_errors():
    def work(i):
        time.sleep(0.02 * i)
        raise (SystemExit if i == 1 else ValueError)(f"of thread {i}")

    with pytest.raises(SystemExit, match="of thread 1"):
        ThreadPool("gelenk-test").run(3, work)


def test_ctrl_c_is_told_to_those_who_work_and_waits_for_them(monkeypatch):
    wait, struck = thread_pool._Parts.wait, []

    def strike(parts, i):
        if not struck:
            struck.append(i)
            raise KeyboardInterrupt
        return wait(parts, i)

    monkeypatch.setattr(thread_pool._Parts, "wait", strike)
    told, done = threading.Event(), []

    def work(i):
        if i and told.wait(10):
            done.append(i)

    with pytest.raises(KeyboardInterrupt):
        ThreadPool("gelenk-test").run(3, work, interrupted=told.set)
    assert sorted(done) == [1, 2]


def struck_at(number, pool, work, told):
    """Run three parts with Ctrl-C before instruction ``number`` of Crew.run; whether it has so many."""
    count = 0

    def trace(frame, event, _):
        nonlocal count
        if frame.f_code is not ThreadPool.run.__code__:
            return None
        frame.f_trace_opcodes = True
        count += event == "opcode"
        if count == number and event == "opcode":
            raise KeyboardInterrupt
        return trace

    before = sys.gettrace()
    sys.settrace(trace)
    try:
        pool.run(3, work, interrupted=told)
    except KeyboardInterrupt:
        return True
    finally:
        sys.settrace(before)
    return False


def test_ctrl_c_at_any_instruction_leaves_nobody_at_work():
    pool, number, goes_on = ThreadPool("gelenk-any"), 0, True
    pool.run(3, lambda i: None)
    while goes_on:
        number += 1
        told, begun, ended = threading.Event(), [], []

        def work(i, told=told, begun=begun, ended=ended):
            begun.append(i)
            if i == 0:
                told.set()
            ended.append(i if told.wait(10) else "late")

        goes_on = struck_at(number, pool, work, told.set)
        # who has begun has ended, in time, and did a part once
        assert sorted(ended) == sorted(begun) and len({*begun}) == len(begun), number
        done = []
        pool.run(3, done.append)
        assert sorted(done) == [0, 1, 2], number
    assert number > 100 and sorted(begun) == [0, 1, 2]


def test_where_the_system_has_no_more_threads_those_it_gave_end(monkeypatch):
    pool, done, start = ThreadPool("gelenk-few"), [], threading.Thread.start

    def refuse(thread):
        if thread.name == "gelenk-few-2":
            raise RuntimeError("can't start new thread")
        start(thread)

    with monkeypatch.context() as patch:
        patch.setattr(threading.Thread, "start", refuse)
        with pytest.raises(RuntimeError, match="can't start"):
            pool.run(3, done.append)
    assert not done
    wait_for_none("gelenk-few")
    pool.run(3, done.append)
    assert sorted(done) == [0, 1, 2] and len(names("gelenk-few")) == 2


@pytest.mark.skipif(
    importlib.util.find_spec("_testcapi") is None, reason="allocations cannot be made to fail"
)
@pytest.mark.skipif(sys.version_info >= (3, 12), reason="CPython 3.12 and 3.13 crashed in this test")
def test_a_thread_without_memory_to_begin_is_a_memory_error_and_leaves_nothing(monkeypatch):
    import _testcapi

    monkeypatch.setattr(threading, "excepthook", lambda told: None)
    monkeypatch.setattr(sys, "unraisablehook", lambda told: None)
    gc.collect()
    gc.freeze()
    begun, died, done = 0, 0, []
    for at, span in itertools.product(range(130), (1, 2, 5, 20)):
        try:
            gc.collect()
            _testcapi.set_nomemory(at, at + span)
            try:
                start_thread(done.append, "gelenk-starved", at)
            finally:
                _testcapi.remove_mem_hooks()
            begun += 1
        except (MemoryError, RuntimeError) as error:  # CPython: "can't start new thread"
            died += "no memory to" in str(error)
    gc.unfreeze()
    assert begun and died
    assert start_thread(done.append, "gelenk-last", 0).acquire(timeout=10)  # forgets threads that died
    wait_for_none("gelenk-starved")


def test_the_package_begins_threads_by_this_function_alone():
    root = Path(thread_pool.__file__).parents[1]
    found = [
        p.name
        for p in root.rglob("*.py")
        if re.search(r"threading\.(Thread|Timer)\(|start_new_thread\(", p.read_text())
    ]
    assert found == ["thread_start.py"]


@pytest.mark.skipif(not hasattr(os, "fork"), reason="no fork")
@pytest.mark.filterwarnings("ignore:.*multi-threaded.*:DeprecationWarning")
def test_a_child_has_threads_of_its_own():
    pool, done = ThreadPool("gelenk-test"), []
    pool.run(3, done.append)
    child = os.fork()
    if child == 0:
        pool.run(3, done.append)
        os._exit(0 if sorted(done) == [0, 0, 1, 1, 2, 2] else 1)
    assert os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 0
    pool.run(3, done.append)
