"""The profiler shares the time of steps among their parts, and neither delays nor changes what is simulated.

Documents: Computation / Simulation pipeline; API / mjtTimer
"""

import threading

import numpy as np
import pytest

import gelenk
from gelenk import models
from gelenk.runtime import copy_pickle
from gelenk.tables.enums import mjtTimer
from gelenk.viewer import messages, overlay
from gelenk.viewer.channel import Channel
from gelenk.viewer.loop import Loop
from gelenk.viewer.session import Session
from tests.support.tolerance import tol
from tests.viewer.page import until

PARTS = ("collision", "prepare", "solve", "other")


@pytest.fixture
def squat():
    m = models.load("humanoid")
    d = gelenk.MjData(m)
    gelenk.mj_resetDataKeyframe(m, d, m.key("squat").id)
    gelenk.mj_step(m, d, 100)
    return m, d


@pytest.mark.parametrize("solver", ["mjSOL_NEWTON", "mjSOL_PGS"])
def test_the_parts_of_a_step_are_forward_dynamics(squat, solver):
    m, d = squat
    m.opt.solver = getattr(gelenk.mjtSolver, solver)
    assert d.ncon
    copy = copy_pickle.copy_data(d, m)
    found = overlay.time_parts(m, copy)
    gelenk.mj_forward(m, d)
    np.testing.assert_array_equal(copy.qacc, d.qacc)
    np.testing.assert_array_equal(copy.efc_force, d.efc_force)
    assert all(t > 0 for t in found)
    for name in ("POS_COLLISION", "POS_MAKE", "CONSTRAINT", "VELOCITY"):
        assert copy.timer[getattr(mjtTimer, f"mjTIMER_{name}")].number == 1
    assert sum(d.timer[i].number for i in range(mjtTimer.mjTIMER_POSITION, mjtTimer.mjNTIMER)) == 0


def test_a_probe_looks_in_a_thread_of_its_own_and_changes_nothing(squat):
    m, d = squat
    made = overlay.StageProfiler()
    before = d.qacc.copy(), d.timer[mjtTimer.mjTIMER_STEP].number
    made.submit_state(m, d)
    until(lambda: sum(made.times) > 0)
    assert sum(made.divide_step_time(3.0)) == pytest.approx(3.0, rel=tol(1e-9))
    assert np.array_equal(d.qacc, before[0]) and d.timer[mjtTimer.mjTIMER_STEP].number == before[1]
    other = models.load("pendulum")  # another model, with other sizes
    times = made.times
    until(lambda: made.submit_state(other, gelenk.MjData(other)) is None and made.times is not times)
    assert made.divide_step_time(0.0) == overlay.PartTimes()


def test_callbacks_of_the_program_are_not_asked(squat):
    m, d = squat
    asked = []
    gelenk.set_mjcb_passive(lambda m, d: asked.append(threading.current_thread()))
    try:
        made = overlay.StageProfiler()
        made.submit_state(m, d)
        assert made.times == overlay.PartTimes() and not asked and not overlay.can_be_probed(m)
    finally:
        gelenk.set_mjcb_passive(None)
    assert overlay.can_be_probed(m)


def test_the_plot_of_the_profiler_has_a_line_for_each_part(squat):
    m, d = squat
    session = Session(m, d, Channel("test"), passive=False)
    session.ui.overlays.profiler = True
    loop = Loop(session)
    until(lambda: (loop.refresh(), session.show(), sum(session.profiler.probe.times) > 0)[-1])
    for _ in range(2):
        gelenk.mj_step(m, d, 5)
        session._values_at = 0.0
        session.show()
    head, arrays = messages.unpack(session.offer.overlays["profiler"][1])
    figure = next(f for f in head["figures"] if f["title"].startswith("CPU"))
    lines = {line["name"]: arrays[line["data"]] for line in figure["lines"]}
    assert tuple(lines) == ("step", *PARTS, "picture") == overlay.Profiler.times
    newest = {name: points[0] for name, points in lines.items()}
    assert all(point[0] == 0 for point in newest.values()) and newest["step"][1] > 0
    total = sum(newest[name][1] for name in PARTS)
    assert total == pytest.approx(newest["step"][1], rel=tol(1e-4))  # in single precision
