"""Threads of one picture: all of them have ended their part when a call returns, whatever happened in it.

Documents: Programming / Visualization
"""

import gc
import threading
import time

import pytest

from gelenk.render.crew import Crew


def names():
    return [t.name for t in threading.enumerate() if t.name.startswith("gelenk-render")]


def test_each_thread_does_its_part_and_the_first_one_something_before():
    crew, done = Crew(), []
    crew.run(3, lambda i: done.append((i, threading.current_thread())), lambda: done.append("first"))
    own = [entry for entry in done if entry == "first" or entry[0] == 0]
    assert own == ["first", (0, threading.current_thread())]
    assert len(done) == 4 and len({entry[1] for entry in done if entry != "first"}) == 3
    assert len(names()) == 2
    del crew
    gc.collect()
    end = time.monotonic() + 10
    while names() and time.monotonic() < end:
        time.sleep(0.001)
    assert not names()  # they end with the crew


@pytest.mark.parametrize("where", [0, 2, "first"])
def test_an_error_waits_for_the_others(where):
    crew, done = Crew(), []

    def work(i):
        time.sleep(0.02 * i)
        if i == where:
            raise ValueError("a mistake")
        done.append(i)

    def first():
        if where == "first":
            raise ValueError("a mistake")

    with pytest.raises(ValueError, match="a mistake"):
        crew.run(4, work, first)
    expected = [1, 2, 3] if where == "first" else [i for i in range(4) if i != where]
    assert sorted(done) == expected
    crew.run(4, done.append)  # and it goes on
    assert sorted(done[len(expected) :]) == [0, 1, 2, 3]


def test_tiles_are_taken_from_the_middle_on():
    from gelenk.render.tiles import from_middle

    for count in (1, 2, 7, 20):
        order = [from_middle(k, count) for k in range(count)]
        assert sorted(order) == list(range(count))
        away = [abs(tile - count // 2) for tile in order]
        assert away == sorted(away)
