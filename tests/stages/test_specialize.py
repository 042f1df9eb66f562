"""Code made to measure (`gelenk.specialize`): the same motion, and ordinary code wherever the model no longer fits.

One small model is compiled once, and its code stays in the cache: of a hinge with a motor and a limit, and of a ball
that falls onto a plane.
"""

import copy
import importlib.util
import pickle
import threading

import numpy as np
import pytest

import gelenk
from gelenk.api import simulate as module
from gelenk.runtime import required_libraries
from gelenk.tables.stages import INDEX
from gelenk.toolchain import build, library
from gelenk.toolchain.specialized import load
from gelenk.toolchain.struct_layout import MODEL
from tests.support.tolerance import tol

pytestmark = pytest.mark.skipif(not library.JIT, reason="plain Python has no compiled code")
TEXT = """
<mujoco>
  <option timestep="0.004"/>
  <worldbody>
    <geom type="plane" size="3 3 .1"/>
    <site name="mark" pos="0 0 1"/>
    <body pos="0 0 1">
      <joint name="hinge" axis="0 1 0" range="-40 90" limited="true" damping=".1"/>
      <geom type="capsule" fromto="0 0 0 .4 0 0" size=".04"/>
      <site name="tip" pos=".4 0 0"/>
    </body>
    <body pos="1 0 .3">
      <freejoint/>
      <geom type="sphere" size=".1"/>
    </body>
  </worldbody>
  <actuator><motor joint="hinge" ctrlrange="-2 2"/></actuator>
  <sensor><framepos objtype="site" objname="tip"/></sensor>
</mujoco>
"""
STEPS = 400
# sums are split otherwise where loops unroll: last bits differ by 1e-16, and grow in this motion by less than 1e4
CLOSE = 1e-11


@pytest.fixture(scope="module")
def plain():
    """A model that runs ordinary stages."""
    return gelenk.MjModel.from_xml_string(TEXT)


@pytest.fixture
def m():
    """A model with code of its own."""
    model = gelenk.MjModel.from_xml_string(TEXT)
    assert gelenk.specialize(model, wait=True).active
    return model


def run(model, steps=STEPS, edit=None):
    """Return the states of some steps with random controls; ``edit`` changes the model after half of them."""
    d = gelenk.MjData(model)
    random, states = np.random.default_rng(1), []
    for step in range(steps):
        if edit and step == steps // 2:
            edit(model)
        d.ctrl[:] = random.uniform(-2, 2, model.nu)
        gelenk.mj_step(model, d)
        states.append(np.concatenate([d.qpos, d.qvel, d.sensordata]))
    return np.array(states)


def test_the_motion_is_that_of_the_ordinary_step(m, plain):
    assert np.abs(run(m) - run(plain)).max() < tol(CLOSE)


def test_two_runs_have_equal_bits(m):
    assert np.array_equal(run(m), run(m))


def test_without_the_address_ordinary_stages_run(m, plain):
    before = required_libraries.installed(m)
    assert before != 0 and required_libraries.installed(plain) == 0
    required_libraries.install(m, 0)
    assert np.array_equal(run(m), run(plain))


def test_edits_of_numbers_are_seen(m, plain):
    def heavier(model):
        model.body_mass[2] *= 2.0
        model.dof_damping[0] = 1.0
        model.opt.gravity[2] = -3.0

    assert np.abs(run(m, edit=heavier) - run(plain, edit=heavier)).max() < tol(CLOSE)
    plain.body_mass[2] /= 2.0
    plain.dof_damping[0], plain.opt.gravity[2] = 0.1, -9.81


@pytest.mark.parametrize("name", ["cone", "integrator", "disableflags", "solver"])
def test_with_other_options_ordinary_stages_run(m, name):
    value = {"cone": 1, "integrator": 3, "disableflags": int(gelenk.mjtDisableBit.mjDSBL_LIMIT), "solver": 1}[
        name
    ]
    other = gelenk.MjModel.from_xml_string(TEXT)
    for model in (m, other):
        setattr(model.opt, name, value)
    assert np.array_equal(run(m), run(other))


def test_with_other_flags_of_columns_ordinary_stages_run(m):
    other = gelenk.MjModel.from_xml_string(TEXT)
    for model in (m, other):
        model.jnt_limited[0] = 0
    assert np.array_equal(run(m), run(other))
    m.jnt_limited[0] = 1
    assert np.abs(run(m) - run(gelenk.MjModel.from_xml_string(TEXT))).max() < tol(CLOSE)


def test_with_sleeping_trees_ordinary_stages_run(m):
    other = gelenk.MjModel.from_xml_string(TEXT)
    for model in (m, other):
        model.opt.enableflags |= int(gelenk.mjtEnableBit.mjENBL_SLEEP)
    assert np.array_equal(run(m), run(other))


def test_a_changed_index_ends_the_use_of_the_code(m):
    made = gelenk.specialize(m)
    other = gelenk.MjModel.from_xml_string(TEXT)
    for model in (m, other):
        model.sensor_objid[0] = 0  # the site of the world
    first, second = run(m), run(other)
    assert not made.active
    assert np.array_equal(first, second) and np.array_equal(first[-1, -3:], [0, 0, 1])


def test_compiled_structure_is_refused_as_ever(m):
    d = gelenk.MjData(m)
    m.body_parentid[2] = 1
    with pytest.raises(IndexError, match="part of the compiled structure"):
        gelenk.mj_step(m, d)
    m.body_parentid[2] = 0


def test_code_of_the_cache_needs_no_compiler(m, monkeypatch):
    monkeypatch.setattr(build, "compile_rows", None)
    monkeypatch.setattr(importlib.util, "find_spec", lambda name: None)
    made = gelenk.specialize(gelenk.MjModel.from_xml_string(TEXT))
    assert made.ready and made.active and made.seconds == 0.0


def test_the_remedy_for_a_missing_compiler_is_told(plain, monkeypatch):
    monkeypatch.setattr(load, "find", lambda facts: 0)
    monkeypatch.setattr(importlib.util, "find_spec", lambda name: None)
    with pytest.raises(RuntimeError, match=r"pip install 'gelenk\[compile\]'"):
        gelenk.specialize(plain)


def test_an_error_of_the_compiler_is_told_by_wait(monkeypatch):
    def fail(known):
        raise RuntimeError("compiling failed for own_step: no space left")

    monkeypatch.setattr(load, "find", lambda facts: 0)
    monkeypatch.setattr(load, "compile_step", fail)
    other = gelenk.MjModel.from_xml_string(TEXT)
    made = gelenk.specialize(other)
    with pytest.raises(RuntimeError, match="no space left"):
        made.wait()
    assert made.ready and not made.active and "no space" in str(made.error)
    assert np.isfinite(run(other, 3)).all()


def test_a_model_that_changes_while_compiling_keeps_ordinary_stages(monkeypatch):
    begun, go = threading.Event(), threading.Event()

    def slow(known):
        begun.set()
        go.wait(10.0)
        return 1

    monkeypatch.setattr(load, "find", lambda facts: 0)
    monkeypatch.setattr(load, "compile_step", slow)
    other = gelenk.MjModel.from_xml_string(TEXT)
    made = gelenk.specialize(other)
    assert begun.wait(10.0) and not made.ready and "compiling" in repr(made)
    run(other, 3)
    other.opt.cone = 1
    go.set()
    assert not made.wait().active


@pytest.mark.parametrize("value", [None, 3, "humanoid", gelenk.MjModel])
def test_only_models_are_taken(value):
    with pytest.raises(TypeError):
        gelenk.specialize(value)


def test_plain_python_and_index_checks_are_refused(plain, monkeypatch):
    monkeypatch.setattr(library, "JIT", False)
    with pytest.raises(RuntimeError, match="GELENK_JIT"):
        gelenk.specialize(plain)
    monkeypatch.undo()
    monkeypatch.setattr(module.digests, "checking", lambda: True)
    with pytest.raises(RuntimeError, match="GELENK_CHECK"):
        gelenk.specialize(plain)


def test_copies_and_pickles_run_ordinary_stages(m):
    for other in (copy.copy(m), copy.deepcopy(m), pickle.loads(pickle.dumps(m))):
        assert required_libraries.installed(other) == 0
        assert gelenk.specialize(other).active


def test_threads_share_the_code(m):
    expected, found = run(m), [None] * 4

    def work(i):
        other = gelenk.MjModel.from_xml_string(TEXT)
        gelenk.specialize(other, wait=True)
        found[i] = run(other)

    threads = [threading.Thread(target=work, args=(i,)) for i in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert all(np.array_equal(states, expected) for states in found)


def test_callbacks_are_called(m, plain):
    calls = []

    def push(model, d):
        calls.append(1)
        d.ctrl[:] = np.sin(d.time)

    gelenk.set_mjcb_control(push)
    try:
        found = run(m, 50), run(plain, 50)
    finally:
        gelenk.set_mjcb_control(None)
    assert len(calls) == 100
    assert np.abs(found[0] - found[1]).max() < tol(CLOSE)


def test_invalid_states_are_reset_as_ever(m, plain):
    found = []
    for model in (m, plain):
        d = gelenk.MjData(model)
        d.qpos[0] = np.nan
        gelenk.mj_step(model, d)
        assert d.warning[int(gelenk.mjtWarning.mjWARN_BADQPOS)].number == 1
        found.append(np.concatenate([d.qpos, d.qvel]))
    assert np.abs(found[0] - found[1]).max() < tol(CLOSE)


def test_batches_run_the_code_and_have_its_bits(m, plain):
    def states(model, name=None):
        batch = gelenk.batch.Batch(model, 3)
        if name:
            batch.expand(name)[:] = getattr(model, name)
        batch.step(nstep=60)
        return np.array(batch.state)

    own, ordinary = states(m), states(plain)
    d = gelenk.MjData(m)
    gelenk.mj_step(m, d, 60)
    assert np.array_equal(own[0], own[2])
    assert np.abs(own - ordinary).max() < tol(CLOSE)
    assert np.array_equal(states(m, "body_mass"), own)
    assert np.array_equal(states(m, "sensor_objid"), states(plain, "sensor_objid"))


SLOT, TABLE = MODEL.offset["nv"], MODEL.offset["stage_table"]
STAGE = f"""
define i64 @gelenk_some(i64 %a0, i64 %a1) {{
  %m = inttoptr i64 %a0 to ptr
  %d = inttoptr i64 %a1 to ptr
  %n = call i64 @size(ptr %m)
  %x = call i64 @either(ptr %m)
  %y = call i64 @either(ptr %d)
  %at = getelementptr inbounds i8, ptr %m, i64 {TABLE}
  %table = load ptr, ptr %at, align 8
  %entry = getelementptr i64, ptr %table, i64 {INDEX["kinematics"]}
  %address = load i64, ptr %entry, align 8
  ret i64 %n
}}

define internal i64 @size(ptr %p) {{
  %at = getelementptr inbounds i8, ptr %p, i64 {SLOT}
  %n = load i64, ptr %at, align 8
  ret i64 %n
}}

define internal i64 @either(ptr %p) {{
  %at = getelementptr inbounds i8, ptr %p, i64 {SLOT}
  %n = load i64, ptr %at, align 8
  ret i64 %n
}}
"""


def test_templates_call_functions_where_the_struct_is_known():
    """`either` is called with a model and with data, so that its load stays a load."""
    template = pytest.importorskip("gelenk.toolchain.specialized.template")
    text = template.with_functions(STAGE, "gelenk_some", "md")
    assert text.count("call i64 @number.model.nv(ptr %at)") == 1
    assert text.count("call i64 @stage.kinematics(ptr %entry)") == 1
    size, either = text.split("@size(ptr %p)")[1], text.split("@either(ptr %p)")[1]
    assert "number.model.nv" in size.split("}")[0] and "load i64" in either.split("}")[0]
    assert "declare i64 @number.model.nv(ptr)" in text
