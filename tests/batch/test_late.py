"""Results that are asked for after a call have the bits that they would have had if they had been bound before."""

import copy
import pickle

import numpy as np
import pytest

import gelenk
from gelenk import models
from gelenk.batch import Batch, SimulationError, transfers
from gelenk.batch.sharding import RemoteExecutor, Worker

NAMES = [*transfers.DERIVED, *transfers.COUNTS]
SENSING = """<mujoco><option><flag energy="enable"/></option><worldbody><geom type="plane" size="5 5 .1"/>
  <body name="a" pos="0 0 .3"><freejoint/><geom name="g" size=".1"/><site name="s"/></body>
  <body pos="1 0 1"><joint name="j" axis="0 1 0"/><geom type="capsule" fromto="0 0 0 .3 0 0" size=".05"/></body>
  </worldbody><actuator><motor name="u" joint="j"/></actuator>
  <sensor><touch site="s"/><accelerometer site="s"/><jointpos joint="j"/><actuatorfrc actuator="u"/></sensor>
  </mujoco>"""

CALLS = {
    "step": lambda b: b.step(),
    "several": lambda b: b.step(nstep=5),
    "stage": lambda b: b.step(nstep=2, stage=2),
    "mask": lambda b: (b.step(), b.step(np.array([True, False, False, True]))),
    "forward": lambda b: (b.step(), b.forward([1, 2])),
    "positions": lambda b: (b.step(), b.forward([1], stage=1)),
    "reset": lambda b: (b.step(nstep=3), b.reset([0, 2])),
    "bare reset": lambda b: (b.step(nstep=3), b.reset([0, 2], stage=0), b.step([0])),
    "rollout": lambda b: b.rollout(4, np.full((4, 4, b._cpu.model.nu), 0.1), record=["qpos"]),
    "written": lambda b: (b.step(), b.qpos.__setitem__(slice(None), 0.5)),
}


def started(m, **options):
    """A batch whose worlds differ."""
    batch, rng = Batch(m, 4, 2, **options), np.random.default_rng(1)
    batch.qvel[:] = rng.uniform(-1, 1, batch.qvel.shape)
    batch.ctrl[:] = rng.uniform(-1, 1, batch.ctrl.shape)
    return batch


@pytest.mark.parametrize("call", CALLS)
@pytest.mark.parametrize("name", ["humanoid", "sensing"])
def test_every_field_has_the_bits_of_one_bound_early(name, call):
    m = models.load("humanoid") if name == "humanoid" else gelenk.MjModel.from_xml_string(SENSING)
    m.opt.integrator = int(gelenk.mjtIntegrator.mjINT_IMPLICITFAST)
    early, late = started(m), started(m)
    for field in NAMES:
        early.bind(field)
    CALLS[call](early)
    CALLS[call](late)
    assert [f for f in NAMES if not np.array_equal(early.bind(f), late.bind(f), equal_nan=True)] == []
    assert late.xpos[1].any()
    assert (late.state == early.state).all()
    late.step()  # what is bound now is live
    early.step()
    assert (late.xpos == early.xpos).all() and (late.ncon == early.ncon).all()


def test_views_and_data_of_a_world_are_those_of_a_loop():
    m = models.load("humanoid")
    batch, d = started(m), gelenk.MjData(m)
    gelenk.mj_setState(m, d, batch.state[3], gelenk.mjtState.mjSTATE_INTEGRATION)
    gelenk.mj_step(m, d, 5)
    batch.step(nstep=5)
    assert (batch.body("head").xpos[3] == d.body("head").xpos).all()
    assert (batch.ncon[3] == d.ncon) and (batch.xpos[3] == d.xpos).all()
    found = batch.get_data(3)
    for field in ("qpos", "xpos", "cvel", "qacc", "qfrc_constraint", "actuator_force"):
        assert (getattr(found, field) == getattr(d, field)).all(), field
    assert found.ncon == d.ncon and found.time == d.time


@pytest.mark.parametrize("travel", [copy.deepcopy, lambda b: pickle.loads(pickle.dumps(b))])
def test_a_copy_knows_what_its_results_were_computed_from(travel):
    m = models.load("humanoid")
    early, late = started(m), started(m)
    early.bind("xpos")
    for batch in (early, late):
        batch.step(nstep=2)
        batch.forward([1])
    assert (travel(late).xpos == early.xpos).all()


def test_worlds_of_their_own_are_computed_with_their_own_models():
    m = models.load("cartpole")
    early, late = started(m), started(m)
    early.bind("qacc")
    for batch in (early, late):
        batch.expand("body_mass")[:, 2] = [0.1, 0.2, 0.3, 0.4]
        batch.set_const()
        batch.step()
    assert (late.qacc == early.qacc).all() and len(np.unique(late.qacc[:, 0])) == 4
    others = [models.load("cartpole") for _ in range(4)]
    for i, other in enumerate(others):
        other.opt.gravity[2] = -i
    early, late = started(m), started(m)
    early.bind("qfrc_bias")
    for batch in (early, late):
        batch.set_models(others)
        batch.step()
    assert (late.qfrc_bias == early.qfrc_bias).all()


def test_a_persistent_batch_has_what_its_data_have():
    m = models.load("humanoid")
    batch, other = started(m, persistent=True), started(m)
    batch.step(nstep=5)
    other.step(nstep=5)
    assert (batch.xpos == other.xpos).all() and batch.xpos.any() and (batch.ncon == other.ncon).all()


def test_what_cannot_be_computed_anew_is_refused_with_the_remedy():
    m = models.load("cartpole")
    batch = started(m)
    batch.expand("opt.integrator")[2] = 99
    with pytest.raises(SimulationError):
        batch.step()
    with pytest.raises(RuntimeError, match=r"xpos .* worlds 2: bind\('xpos'\) before the call"):
        _ = batch.xpos
    batch.expand("opt.integrator")[2] = 0
    batch.forward()
    assert batch.xpos.any()

    count = []
    gelenk.set_mjcb_control(lambda m, d: count.append(1))
    try:
        batch = started(m)
        batch.step()
        calls = len(count)
        if gelenk.toolchain.library.JIT:
            with pytest.raises(RuntimeError, match="Python callbacks"):
                _ = batch.body("pole").xpos
        assert len(count) == calls
    finally:
        gelenk.set_mjcb_control(None)


def test_before_any_call_results_are_those_of_a_new_data():
    m = models.load("humanoid")
    assert (started(m).xpos == gelenk.MjData(m).xpos).all()


class Here:
    """One worker, in this process."""

    def __init__(self, m):
        self.worker, self.done = Worker(m), None

    def share(self, value):
        return value

    def begin(self, worker, method, arguments):
        self.done = getattr(self.worker, method)(*arguments)

    def wait(self, busy):
        return 0

    def result(self, worker):
        return self.done

    def close(self):
        pass


def test_results_that_were_computed_elsewhere_are_refused():
    m = models.load("cartpole")
    batch = started(m)
    batch.step()
    RemoteExecutor(batch, Here(m)).rollout(3)
    with pytest.raises(RuntimeError, match="ran elsewhere"):
        _ = batch.xpos
    batch.forward()
    assert batch.xpos.any()
