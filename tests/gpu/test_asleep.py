"""Trees that sleep and wake, and what is delayed, in worlds on a device: as in those of the processor."""

import copy

import numpy as np
import pytest

import gelenk
from gelenk.batch import SimulationError
from gelenk.batch.device.gpu_batch import GpuBatch
from gelenk.toolchain.gpu.variant import Variant
from tests.support import fake_cuda
from tests.support.both_sides import both_sides
from tests.support.tolerance import tol

pytestmark = fake_cuda.needs_cc
DOUBLE = Variant(exact=True)
NSIM = 35
STACK = """<mujoco><option sleep_tolerance="1e-3"><flag sleep="enable"/></option><worldbody>
<geom type="plane" size="9 9 1"/>
<body name="low" pos="0 0 .1"><freejoint/><geom type="box" size=".1 .1 .1"/></body>
<body name="top" pos="0 0 .3"><freejoint/><geom size=".1"/></body>
<body name="bed" pos="2 0 .3" sleep="init"><freejoint/><geom size=".1"/></body>
<body name="arm" pos="4 0 1"><joint name="arm" axis="0 1 0" damping="1"/><geom size=".05" pos="0 0 -.3"/></body>
<body name="hand" mocap="true" pos="0 2 1"><geom size=".1"/></body>
</worldbody><actuator><motor joint="arm" gear=".1"/></actuator>
<sensor><framepos objtype="body" objname="top"/><jointvel joint="arm"/></sensor>
<keyframe><key name="apart" qpos="0 0 .1 1 0 0 0  1 0 .1 1 0 0 0  2 0 .3 1 0 0 0  0"/></keyframe></mujoco>"""
LATE = """<mujoco><option timestep=".002" integrator="{integrator}"/><worldbody>
<body><joint name="j" axis="0 1 0" damping=".1"/><geom size=".1" pos="0 0 -.5"/><site name="s"/></body></worldbody>
<actuator><motor joint="j" delay=".011" nsample="8" interp="linear"/>
<position joint="j" kp="3" delay=".004" nsample="3"/></actuator>
<sensor><jointpos joint="j" delay=".006" nsample="5" interp="cubic"/><jointvel joint="j" interval=".01" nsample="4"/>
<accelerometer site="s" interval=".006 -.002" delay=".008" nsample="6"/></sensor></mujoco>"""


def near(there, here, *names):
    # several lanes add up in another order: the solver may end an iteration sooner or later
    bound = 1e-9 if there.lanes == 1 else 1e-6
    for name in names:
        assert np.allclose(there.get(name), getattr(here, name), rtol=tol(bound), atol=tol(bound)), name


def delayed(integrator="Euler"):
    return gelenk.MjModel.from_xml_string(LATE.format(integrator=integrator))


@pytest.fixture(params=[1, pytest.param(4, marks=pytest.mark.slow)], ids=lambda n: f"{n} lanes")
def sleepers(request, monkeypatch):
    monkeypatch.setenv("GELENK_CUDA_DRIVER", fake_cuda.library())
    m = gelenk.MjModel.from_xml_string(STACK)
    there, here = both_sides(m, NSIM, DOUBLE, persistent=True, lanes=request.param)
    driver = fake_cuda.Fake()
    driver.order(7)  # of lanes, drawn anew after each wait
    for batch in (there, here):
        batch.bind("tree_asleep")
        batch.reset()
    yield there, here
    driver.order(0)


def test_trees_fall_asleep_and_are_woken_as_on_the_processor(sleepers):
    there, here = sleepers
    assert isinstance(there, GpuBatch)
    assert (there.get("tree_asleep")[:, 2] == 2).all()  # of policy init
    for batch in sleepers:
        batch.step(nstep=60)
    there.check()
    near(there, here, "tree_asleep", "qpos", "qvel")
    assert (here.tree_asleep[:, :3] >= 0).all() and (here.tree_asleep[:, 3] < 0).all()
    push = np.zeros((NSIM, here.model.nbody, 6))
    push[5, 1, 0] = 3.0  # the box below: what lies on it wakes with it
    hand = np.tile([0.0, 2.0, 1.0], (NSIM, 1, 1))
    hand[7] = [2.0, 0.0, 0.45]  # comes to the ball that lies in bed
    velocity = here.qvel.copy()
    velocity[9, 12] = 0.5  # of the ball itself
    for batch in sleepers:
        batch.xfrc_applied = push
        batch.mocap_pos = hand
        batch.qvel = velocity
        batch.ctrl = 0.5
        batch.step(nstep=5)
    there.check()
    near(there, here, "tree_asleep", "qpos", "qvel", "sensordata")
    awake = here.tree_asleep < 0
    assert awake[5, :2].all() and not awake[4, :3].any() and awake[9, 2]
    others = [copy.copy(there)]
    for batch in (*sleepers, *others):
        batch.reset([3, 8, 34], keyframe=[0, -1, 0], stage=0)
        batch.xfrc_applied = 0.0
        batch.step(nstep=30)
    there.check()
    near(there, here, "tree_asleep", "qpos", "qvel", "time")
    for other in others:
        assert np.array_equal(other.state, there.state)
        assert np.array_equal(other.get("tree_asleep"), there.get("tree_asleep"))


def test_the_data_of_a_world_has_those_asleep_that_are(sleepers):
    there, here = sleepers
    for batch in sleepers:
        batch.step(nstep=60)
    found, wanted = there.get_data(4), here.get_data(4)
    assert (found.tree_asleep == wanted.tree_asleep).all() and found.ntree_awake == wanted.ntree_awake == 1
    assert np.allclose(found.xpos, wanted.xpos, atol=tol(1e-9))
    for x, y in zip(there.jac(2, [0, 0, 0]), here.jac(2, [0, 0, 0]), strict=True):
        assert np.allclose(x, y, atol=tol(1e-9))
    there.expand("body_mass")[:, 1] = 2.0
    there.set_const()
    assert (there.expanded("opt.enableflags") is None) and there.expanded("dof_invweight0") is not None


def test_a_world_that_diverges_starts_with_its_sleepers(sleepers):
    there, here = sleepers
    velocity = np.zeros((NSIM, here.model.nv))
    velocity[6, 0] = np.nan
    for batch in sleepers:
        batch.step(nstep=4)
        batch.qvel = velocity
        batch.step(nstep=3)
    there.check()
    near(there, here, "tree_asleep", "qpos", "qvel", "time")
    assert here.time[6] < here.time[5] and here.tree_asleep[6, 2] == 2


def test_a_tree_that_cannot_begin_asleep_stops_its_world(sleepers):
    there, _ = sleepers
    there.expand("qpos0")[11, 14:17] = [0.0, 0.15, 0.1]  # the bed is beside a box
    there.reset([10, 11], stage=0)
    with pytest.raises(SimulationError, match=r"world 11: a tree that begins asleep") as raised:
        there.check()
    assert raised.value.ids.tolist() == [11]


@pytest.mark.parametrize(
    "integrator", ["Euler", *(pytest.param(n, marks=pytest.mark.release) for n in ("RK4", "implicitfast"))]
)
def test_delays_are_those_of_the_processor(integrator, monkeypatch):
    monkeypatch.setenv("GELENK_CUDA_DRIVER", fake_cuda.library())
    m = delayed(integrator)
    there, here = both_sides(m, NSIM, DOUBLE)
    here.bind("sensordata")
    random = np.random.default_rng(1)
    for _ in range(12):
        ctrl = random.normal(0, 1, (NSIM, m.nu))
        for batch in (there, here):
            batch.ctrl = ctrl
            batch.step(nstep=2)
    there.check()
    near(there, here, "qpos", "qvel", "history", "sensordata")
    assert np.abs(here.history).max() > 0.1
    velocity = here.qvel.copy()
    velocity[6] = np.nan
    for batch in (there, here):
        batch.reset([1, 30], stage=0)
        batch.qvel = velocity
        batch.step(nstep=3)
    there.check()
    near(there, here, "qpos", "qvel", "history", "sensordata", "time")
    state = int(gelenk.mjtState.mjSTATE_FULLPHYSICS)
    plans = random.normal(0, 1, (NSIM, 6, m.nu))
    found, wanted = (b.rollout(6, plans, record=[state]) for b in (there, here))
    assert np.allclose(found[state].numpy(), wanted[state], atol=tol(1e-9))


def test_histories_begin_with_the_timestep_of_their_world(monkeypatch):
    monkeypatch.setenv("GELENK_CUDA_DRIVER", fake_cuda.library())
    there, here = both_sides(delayed(), NSIM, DOUBLE)
    steps = np.random.default_rng(2).uniform(0.0007, 0.004, NSIM)
    for batch in (there, here):
        batch.expand("opt.timestep")[:] = steps
        batch.reset()
    assert np.allclose(there.get("history"), here.history, rtol=0, atol=tol(1e-15))
    for batch in (there, here):
        batch.step(nstep=9)
    near(there, here, "history", "qpos")


@pytest.mark.release
def test_single_precision_takes_readings_when_they_are_due(monkeypatch):
    monkeypatch.setenv("GELENK_CUDA_DRIVER", fake_cuda.library())
    m = delayed()
    there, here = both_sides(m, 2, Variant(single=True, narrow=True))
    here.bind("sensordata")
    there.reset()
    here.reset()
    start = np.full((2, 1), 0.3)
    for batch in (there, here):
        batch.qpos = start
    for _ in range(50):
        for batch in (there, here):
            batch.step()
        # a reading that came a step too early or too late would be off by the step's motion, some hundredths
        assert np.allclose(there.get("history"), here.history, rtol=tol(1e-3), atol=tol(1e-3))
        assert np.allclose(there.get("sensordata"), here.sensordata, rtol=tol(1e-3), atol=tol(1e-3))
