"""A batch gives what one MjData for each world gives, to the last bit, whoever steps which world."""

import numpy as np
import pytest

import gelenk
import scenes
from gelenk.batch import DATA_FIELDS, Batch
from gelenk.batch.scheduler import python_within
from gelenk.batch.transfers import COUNTS, DERIVED
from gelenk.engine.batch import call_layout
from tests.batch.worlds import assert_same, by_hand, model, sleeps, stir, twins

FIELDS = ("xpos", "sensordata", "qacc", "qfrc_constraint", "ncon", "solver_niter")


@pytest.mark.parametrize("name", scenes.names())
def test_a_batch_is_a_loop_over_worlds_for_every_scene(name):
    m = gelenk.MjModel.from_xml_path(str(scenes.path(name)))
    batch, datas = twins(m, nsim=3, nthread=2, speed=0.05)
    for field in FIELDS:
        batch.bind(field)
    batch.step(nstep=12)
    for d in datas:
        gelenk.mj_step(m, d, 12)
    assert_same(batch, datas, FIELDS)


@pytest.mark.parametrize("nthread", [1, 2, 3, 7])
def test_no_bit_depends_on_the_number_of_threads(nthread):
    m = model()
    batch, datas = twins(m, nsim=13, nthread=nthread)
    for _ in range(4):
        batch.step(nstep=10)
    for d in datas:
        gelenk.mj_step(m, d, 40)
    assert_same(batch, datas)


@pytest.mark.parametrize("persistent", [False, True])
def test_every_field_that_can_be_bound_is_that_of_a_data_of_its_own(persistent):
    """Fields that a stage writes in part only are those of this world, whatever the thread did in between."""
    m = model()
    batch, datas = twins(m, nsim=5, nthread=2, persistent=persistent)
    names = sorted({*DERIVED, *COUNTS})
    for name in names:
        batch.bind(name)
    for _ in range(3):
        batch.step(nstep=30)
        for d in datas:
            gelenk.mj_step(m, d, 30)
    assert_same(batch, datas, names)
    assert names and set(names) < DATA_FIELDS


@pytest.mark.parametrize("integrator", ["Euler", "implicitfast", "implicit", "RK4"])
@pytest.mark.parametrize("solver", ["Newton", "CG", "PGS"])
def test_every_integrator_and_solver(integrator, solver):
    m = model()
    m.opt.integrator = getattr(gelenk.mjtIntegrator, f"mjINT_{integrator.upper()}")
    m.opt.solver = getattr(gelenk.mjtSolver, f"mjSOL_{solver.upper()}")
    batch, datas = twins(m)
    batch.step(nstep=60)
    for d in datas:
        gelenk.mj_step(m, d, 60)
    assert_same(batch, datas)


def test_histories_and_their_delays_belong_to_worlds():
    m = model(
        """<mujoco><worldbody><body><joint name="j"/><geom size=".1" pos="0 0 -1"/></body></worldbody>
        <actuator><motor joint="j" delay=".01" nsample="8"/></actuator>
        <sensor><jointpos joint="j" delay=".02" nsample="12"/></sensor></mujoco>"""
    )
    assert m.nhistory > 0
    batch, datas = twins(m, nsim=6, nthread=3)
    batch.bind("sensordata")
    rng = np.random.default_rng(5)
    for _ in range(20):
        batch.ctrl = control = rng.standard_normal((6, 1))
        batch.step()
        for d, u in zip(datas, control, strict=True):
            d.ctrl[:] = u
            gelenk.mj_step(m, d)
    assert_same(batch, datas, ["sensordata"])


def test_plugin_states_belong_to_worlds():
    m = model(
        """<mujoco><extension><plugin plugin="mujoco.pid"><instance name="pid">
        <config key="kp" value="20"/><config key="ki" value="30"/></instance></plugin></extension>
        <worldbody><body><joint name="j" damping="1"/><geom size=".1" pos="0 0 -1"/></body></worldbody>
        <actuator><plugin plugin="mujoco.pid" instance="pid" joint="j" actdim="1"/></actuator></mujoco>"""
    )
    assert m.na > 0
    batch, datas = twins(m, nsim=5, nthread=2)
    batch.step(nstep=50)
    for d in datas:
        gelenk.mj_step(m, d, 50)
    assert_same(batch, datas)


def test_inputs_of_every_kind_act_on_their_world():
    m = model()
    batch, _ = twins(m, nsim=4)
    rng = np.random.default_rng(2)
    batch.qfrc_applied = rng.standard_normal((4, m.nv))
    batch.xfrc_applied = rng.standard_normal((4, m.nbody, 6))
    batch.mocap_pos = rng.standard_normal((4, 1, 3))
    batch.userdata = rng.standard_normal((4, 3))
    batch.eq_active = [[0], [1], [1], [0]]
    datas = by_hand(m, batch.state)
    batch.step(nstep=25)
    for d in datas:
        gelenk.mj_step(m, d, 25)
    assert_same(batch, datas, ["mocap_pos"])
    batch.eq_active[2] = 7.5
    batch.forward()
    assert batch.eq_active.ravel().tolist() == [0, 1, 1, 0]


def test_worlds_that_sleep_are_persistent_and_wake_as_alone():
    m = gelenk.MjModel.from_xml_path(str(scenes.path("pile")))
    m.opt.enableflags |= int(gelenk.mjtEnableBit.mjENBL_SLEEP)
    assert sleeps(m)
    batch, datas = twins(m, nsim=3, nthread=2, speed=0.01)
    for name in ("tree_asleep", "tree_awake"):
        batch.bind(name)
    batch.step(nstep=400)
    for d in datas:
        gelenk.mj_step(m, d, 400)
    assert_same(batch, datas, ["tree_asleep", "tree_awake"])
    batch.xfrc_applied[1, -1, 2] = 50.0
    datas[1].xfrc_applied[-1, 2] = 50.0
    batch.step(nstep=20)
    for d in datas:
        gelenk.mj_step(m, d, 20)
    assert_same(batch, datas, ["tree_asleep"])
    with pytest.raises(ValueError, match="persistent"):
        Batch(m, 2)


def test_a_world_does_not_depend_on_those_beside_it():
    m = model()
    alone, many = Batch(m, 1), Batch(m, 64, 3)
    stir(many)
    alone.state[0] = many.state[37]
    alone.step(nstep=50)
    many.step(nstep=50)
    assert np.array_equal(alone.state[0], many.state[37])


def test_ten_thousand_worlds_step_together():
    m = gelenk.MjModel.from_xml_path(str(scenes.path("cartpole")))
    batch = Batch(m, 10_000, 2)
    stir(batch)
    start = batch.state.copy()
    batch.step(nstep=5)
    for i in (0, 1, 4999, 9999):
        (d,) = by_hand(m, start[i : i + 1])
        gelenk.mj_step(m, d, 5)
        assert np.array_equal(batch.qpos[i], d.qpos)


def test_more_contacts_than_there_is_room_for_are_no_difference():
    """The first worlds make the buffers of a thread grow in the middle of a call."""
    m = model(
        """<mujoco><worldbody><geom type="plane" size="9 9 1"/><replicate count="15" offset=".3 0 0">
        <body pos="0 0 .12"><freejoint/><geom type="box" size=".1 .1 .1"/></body></replicate></worldbody></mujoco>"""
    )
    batch, datas = twins(m, nsim=4, nthread=2, speed=0.01)
    batch.bind("ncon")
    batch.step(nstep=40)
    for d in datas:
        gelenk.mj_step(m, d, 40)
    assert batch.ncon.max() > 32
    assert_same(batch, datas, ["ncon"])


@pytest.mark.parametrize("persistent", [False, True])
def test_buffers_grow_in_forward_dynamics_too(persistent):
    m = model(
        """<mujoco><worldbody><geom type="plane" size="9 9 1"/><replicate count="20" offset=".3 0 0">
        <body pos="0 0 .09"><freejoint/><geom type="box" size=".1 .1 .1"/></body></replicate></worldbody></mujoco>"""
    )
    batch, datas = twins(m, nsim=4, nthread=2, persistent=persistent, speed=0.01)
    batch.bind("ncon")
    batch.forward()
    for d in datas:
        gelenk.mj_forward(m, d)
    assert batch.ncon.max() > 32
    assert_same(batch, datas, ["ncon"])


@pytest.mark.parametrize("count", [1, 2, 3, 8])
def test_positions_are_shared_in_parts_that_all_threads_finish(count):
    batch = Batch(model(), 29, count)
    for ids in (None, [3, 4, 20], [7]):
        batch.step(ids)
        (call,) = batch._cpu._calls.values()
        n, parts = len(call.ids), call.parts
        threads = min(count, n)
        ends = [parts[i * call_layout.PART_BYTES + call_layout.PART_END] for i in range(threads)]
        assert call.shared[call_layout.NPART] == threads and ends[-1] == n and ends == sorted(ends)
        taken = [parts[i * call_layout.PART_BYTES + call_layout.FIRST] for i in range(threads)]
        assert all(first >= end for first, end in zip(taken, ends, strict=True))
        assert parts.address % call_layout.PART_BYTES == 0
    steps = np.round(batch.time / batch.model.opt.timestep)
    assert steps.tolist() == [1 + (i in (3, 4, 20)) + (i == 7) for i in range(29)]


class Nothing(gelenk.Plugin):
    """A plugin without a kernel."""

    name = "test.nothing"
    capabilities = gelenk.PluginTask.PASSIVE
    called = 0

    def compute(self, m, d, instance, task):
        Nothing.called += 1


def test_a_plugin_in_python_slows_down_only_the_models_that_use_it():
    gelenk.register_plugin(Nothing)
    plain, other = (
        model(),
        model("""<mujoco><extension><plugin plugin="test.nothing"/></extension>
        <worldbody><body><plugin plugin="test.nothing"/><joint/><geom size=".1"/></body></worldbody></mujoco>"""),
    )
    assert not python_within([plain]) and python_within([plain, other])
    Nothing.called = 0
    for m, within in ((plain, False), (other, True)):
        batch = Batch(m, 6, nthread=2)
        batch.step()
        (call,) = batch._cpu._calls.values()
        assert call.focus == within and (Nothing.called >= 6) == within
    try:
        gelenk.set_mjcb_passive(lambda m, d: None)  # a callback is asked whatever the model is
        assert python_within([plain])
    finally:
        gelenk.set_mjcb_passive(None)
    assert not python_within([plain])
