"""mujoco.batch of release 4.0.0: names, messages and dtypes of the module, on our batches.

Documents: design / Batches; drop-in / Names

The level of a process is fixed at import, so the checks run in processes of their own. Messages were read from 4.0.0.
"""

import os
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

import gelenk
from gelenk import mujoco_batch

ROOT = Path(__file__).resolve().parents[2]
XML = """
<mujoco>
  <worldbody>
    <geom type="plane" size="2 2 .1"/>
    <body name="cart" pos="0 0 .1">
      <joint name="slide" type="slide" axis="1 0 0"/>
      <geom name="box" type="box" size=".1 .1 .05" mass="1"/>
      <geom type="sphere" size=".02" pos=".3 0 0"/>
      <body name="pole" pos="0 0 .05">
        <joint name="hinge" axis="0 1 0" range="-1 1"/>
        <geom type="capsule" fromto="0 0 0 0 0 .5" size=".02" mass=".1"/>
      </body>
    </body>
  </worldbody>
  <equality><weld body1="cart" body2="pole" active="false"/></equality>
  <actuator><motor joint="slide" gear="5"/><motor joint="hinge"/></actuator>
  <keyframe><key qpos="0.3 0.5" ctrl="0.1 0.2"/></keyframe>
</mujoco>
"""
HEAD = f'''
import numpy as np
import gelenk
gelenk.install_as_mujoco()
import mujoco
from mujoco import batch
m = mujoco.MjModel.from_xml_string("""{XML}""")
b = batch.Batch(m, 8, 2)


def error(call, kind=Exception):
    try:
        call()
    except kind as error:
        return str(error)
    raise AssertionError("no error")
'''


def run(code, level="4.0.0"):
    environment = os.environ | {"GELENK_API": level, "PYTHONPATH": str(ROOT)}
    done = subprocess.run(
        [sys.executable, "-c", HEAD + code], env=environment, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr[-3000:]


@pytest.mark.parametrize("first", ["", "import gelenk.batch; ", "from gelenk import rollout, batch; "])
def test_every_import_gives_the_module_of_the_release_and_gelenk_keeps_its_own(first):
    code = f"""
{first}
import mujoco.batch, sys
assert batch is mujoco.batch is sys.modules["mujoco.batch"] and batch.__name__ == "gelenk.mujoco_batch"
import gelenk.batch
from gelenk.batch import Batch
assert Batch.__module__ == "gelenk.batch.batch" and issubclass(batch.Batch, Batch)
assert batch.ray is sys.modules["gelenk.batch.ray"] if "gelenk.batch.ray" in sys.modules else True
"""
    run(code)


@pytest.mark.parametrize("level", ["3.5.0", "3.11.0"])
def test_releases_without_the_module_see_the_batches_of_gelenk(level):
    run("assert batch.__name__ == 'gelenk.batch'", level)
    run("assert batch.__name__ == 'gelenk.mujoco_batch'", "3.17.0")


def test_messages_are_those_of_the_release():
    run("""
told = [
    (lambda: batch.Batch(m, 0), "nsim must be positive"),
    (lambda: b.bind("body_mass"), "body_mass is an MjModel field: use expand('body_mass')"),
    (lambda: b.bind("timestep"), "use expand('opt.timestep')"),
    (lambda: b.bind("efc_force"), "efc_force is in the arena, whose size changes from step to step"),
    (lambda: b.bind("qpso"), "qpso is not an MjData array field (did you mean 'qpos'?)"),
    (lambda: b.bind("pstack"), "the MjData scalars bind() accepts: nA, nJ, ncon, ne, nefc, nf, nidof, nisland, nl"),
    (lambda: b.expand("xpos"), "xpos is an MjData field: use bind('xpos')"),
    (lambda: b.expand("mesh_vert"), "mesh_vert is asset data, shared by all simulations, and cannot be expanded"),
    (lambda: b.expand("body_mas"), "body_mas is not an expandable MjModel field (did you mean 'body_mass'?)"),
    (lambda: b.step([0, 8]), "ids must be in [0, 8), got 8"),
    (lambda: b.step([2, 1]), "ids must be sorted and unique, got 2 before 1"),
    (lambda: b.step([0.5]), "ids must be integers, got float64"),
    (lambda: b.step(np.ones(9, bool)), "a boolean mask must have shape (8,)"),
    (lambda: b.step([[0]]), "ids must be one-dimensional"),
    (lambda: b.step(nstep=0), "mjb_step: nstep must be positive"),
    (lambda: b.step(stage=9), "mjb_step: stage must be in [mjSTAGE_NONE, mjSTAGE_ACC] = [0, 3], got 9"),
    (lambda: b.reset(keyframe=5), "keyframe must be in [-1, 1), got 5"),
    (lambda: b.get_data(8), "sim must be in [0, 8), got 8"),
    (lambda: b.body_mass, "'Batch' object has no attribute 'body_mass'; body_mass is an MjModel field: use expand"),
    (lambda: b.joint("hinge").qpso, "qpso is not a field of a joint (did you mean 'qpos'?)"),
    (lambda: b.actuator(1).moment, "actuator moment is not a slice of a field that the batch binds or expands"),
    (lambda: setattr(b, "xpos", 0), "xpos is computed by every call and cannot be written; write state fields"),
    (lambda: setattr(b.body("pole"), "xpos", 0), "body xpos is computed by every call and cannot be written"),
    (lambda: setattr(b.joint("hinge"), "qposadr", 0), "jnt_qposadr is structural: it cannot differ between sim"),
    (lambda: b.jac(99, np.zeros(3)), "body must be in [0, 3), got 99"),
    (lambda: b.set_models([m]), "set_models needs a model per simulation, got 1 for 8"),
    (lambda: b.rollout(1, record=("qpso",)), "qpso is not an MjData array field (did you mean 'qpos'?)"),
]
for call, text in told:
    assert text in error(call), (text, error(call))
assert error(lambda: b.step(nstep=0), mujoco.FatalError) and not b.time.any()
""")


def test_failures_are_a_simulation_error_of_the_module_with_its_ids():
    run("""
import pickle
b.expand("opt.integrator")[[3, 6]] = 99
try:
    b.step()
    raise AssertionError
except batch.SimulationError as e:
    assert isinstance(e, RuntimeError) and (e.ids == [3, 6]).all()
    assert str(e).startswith("MuJoCo raised in 2 of 8 simulations (3, 6); simulation 3: "), str(e)
    again = pickle.loads(pickle.dumps(e))
    assert str(again) == str(e) and (again.ids == e.ids).all()
assert b.status.tolist() == [0, 0, 0, 1, 0, 0, 1, 0] and b.error(3) and b.error(0) == ""
assert str(batch.SimulationError([1], "why")) == "MuJoCo raised in 1 simulations (1); simulation 1: why"
""")


def test_dtypes_and_numbers_are_those_of_the_level():
    run("""
assert b.expand("jnt_limited").dtype == bool and b.eq_active.dtype == np.float64
assert b.rollout(2, record=("eq_active",))["eq_active"].dtype == bool
assert b.warning.shape == (8, mujoco.mjtWarning.mjNWARNING, 2) and b.warning.dtype == np.int32
b.qvel[3, 0] = np.inf
b.step()
assert b.warning[3, mujoco.mjtWarning.mjWARN_BADQVEL, 1] == 1 and not b.warning[0].any()
assert "qM" not in batch.DATA_FIELDS and "nisland" in batch.DATA_FIELDS
for name in batch.DATA_FIELDS:
    assert b.bind(name).shape[0] == 8, name
""")


@pytest.mark.parametrize("persistent", [False, True])
def test_fields_that_mjdata_computes_on_access_follow_each_call(persistent):
    run(f"""
b = batch.Batch(m, 3, 2, persistent={persistent})
quat, islands = b.bind("geom_xquat"), b.bind("nisland")
assert quat.shape == (3, m.ngeom, 4) and islands.dtype == np.int32 and not quat.flags.writeable
b.qpos[:, 1] = [0, 0.5, 1.5]
b.forward([1, 2])
d = mujoco.MjData(m)
for i in (1, 2):
    d.qpos[:] = b.qpos[i]
    mujoco.mj_forward(m, d)
    assert (quat[i] == d.geom_xquat).all() and islands[i] == d.nisland
assert not quat[0].any() and islands.tolist() == [0, 1, 1]  # hinges beyond their limits
""")


def test_named_views_expand_by_assignment_and_structure_is_shared():
    run("""
pole = b.body("pole")
assert not pole.mass.flags.writeable and "body_mass" not in b._expanded
pole.mass = np.arange(1, 9).reshape(8, 1)
assert (b.expanded("body_mass")[:, 2] == np.arange(1, 9)).all() and pole.mass.flags.writeable
b.note = "mine"
assert b.note == "mine"
""")


def test_set_const_recomputes_bounds_of_each_simulation():
    run("""
b.geom("box").size = np.linspace(0.05, 0.4, 8).reshape(8, 1)
b.set_const([0, 5])
for i in range(8):
    n = b.get_model(i)
    mujoco.mj_setConst(n, mujoco.MjData(n))
    same = (b.get_model(i).geom_rbound == n.geom_rbound).all()
    assert same == (i in (0, 5)), i
assert b.expand("bvh_aabb").shape[0] == 8
""")


def test_caller_models_and_given_arrays():
    run("""
models = [b.get_model(i) for i in range(8)]
b.set_models(models)
assert b.models == tuple(models)
assert "caller's models" in error(lambda: b.expand("body_mass"), mujoco.FatalError)
assert "caller's models" in error(b.set_const, mujoco.FatalError)
b.set_models(None)
qpos = np.empty((8, 3, m.nq))
out = b.rollout(3, record=("qpos",), out={"qpos": qpos, "more": 1})
assert out["qpos"] is qpos and list(out) == ["qpos"] and (qpos[:, -1] == b.qpos).all()
b.expand("body_mass")
assert "per-simulation" in error(lambda: b.set_models(models), mujoco.FatalError)
""")


def test_the_face_steps_as_gelenk_does_at_every_level():
    m = gelenk.MjModel.from_xml_string(XML)
    ours, face = gelenk.batch.Batch(m, 4), mujoco_batch.Batch(m, 4)
    for batch in (ours, face):
        batch.ctrl[:] = np.linspace(-1, 1, 8).reshape(4, 2)
        batch.step(nstep=20)
    assert (ours.state == face.state).all()
    with pytest.raises(gelenk.batch.SimulationError):  # a program may catch either
        face.expand("opt.integrator")[2] = 99
        face.step()


def test_a_gpu_batch_is_one_of_gelenk():
    m = gelenk.MjModel.from_xml_string(XML)
    with pytest.raises(Exception, match=r"cuda|CUDA|GPU"):
        mujoco_batch.Batch(m, 4, device="cuda:99")
