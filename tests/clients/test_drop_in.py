"""The drop-in list: what programs that import the reference rely on beyond documented functions."""

import copy
import ctypes
import gc
import inspect
import os
import pickle
import subprocess
import sys
import threading
import weakref

import numpy as np
import pytest

import gelenk
import gelenk as mujoco
from gelenk.runtime import struct_bases
from gelenk.tables import fields_data, fields_model
from gelenk.tables.field_rows import FIRST
from gelenk.tables.levels import DERIVED
from tests.support import models
from tests.support.tolerance import tol

reference = pytest.importorskip("mujoco")
CLASSES = (
    "MjModel",
    "MjData",
    "MjOption",
    "MjStatistic",
    "MjContact",
    "MjVisual",
    "MjWarningStat",
    "MjTimerStat",
)
# it takes the address of a C struct, and there is none
LATER = {"_from_model_ptr"}
PRIVATE_OF_BINDINGS = {"_pybind11_conduit_v1_", "_address"}


@pytest.fixture
def arm():
    m = models.load("arm")
    d = mujoco.MjData(m)
    mujoco.mj_forward(m, d)
    return m, d


@pytest.mark.parametrize("name", CLASSES)
def test_classes_list_the_same_members(name):
    ours, theirs = getattr(mujoco, name), getattr(reference, name)
    wanted = {n for n in dir(theirs) if not n.startswith("__")} - LATER - PRIVATE_OF_BINDINGS
    assert wanted - set(dir(ours)) == set()
    own = {n for n in dir(ours) if not n.startswith("_")} - set(dir(theirs))
    assert own == later_members(name)


def later_members(name):
    """The members of a class that came after 3.5.0."""
    rows = {
        "MjModel": (*struct_bases.LATER, *(f for f in fields_model.SIZES if f.since != FIRST)),
        "MjData": [f for f in (*fields_data.DATA, *fields_data.ROWS) if f.since != FIRST],
        "MjContact": [f for f in fields_data.CONTACT if f.since != FIRST],
    }
    derived = {row.name for row in DERIVED if row.struct == name}
    return {f.name for f in rows.get(name, ())} | derived


def test_fields_are_descriptors_of_the_class():
    for name in ("MjModel", "MjData", "MjOption"):
        cls = getattr(mujoco, name)
        for field in cls._all_fields:
            assert inspect.isdatadescriptor(inspect.getattr_static(cls, field)), f"{name}.{field}"
        assert set(cls._all_fields) == set(getattr(reference, name)._all_fields)


def test_enums_have_the_same_members_in_the_same_order():
    names = [n for n in dir(reference) if n.startswith("mjt")]
    assert len(names) > 50
    for name in names:
        ours, theirs = getattr(mujoco, name), getattr(reference, name)
        expected = [(k, int(v)) for k, v in theirs.__members__.items()]
        assert [(k, int(v)) for k, v in ours.__members__.items()] == expected, name


def test_enums_mix_with_integers():
    kind = mujoco.mjtGeom.mjGEOM_BOX
    assert (
        kind == 6
        and kind.value == 6
        and int(kind) == 6
        and mujoco.mjtGeom(6) == kind
        and kind.name == "mjGEOM_BOX"
    )
    assert {6: "box"}[kind] == "box"
    both = mujoco.mjtDisableBit.mjDSBL_CONTACT | mujoco.mjtDisableBit.mjDSBL_LIMIT
    assert both == int(reference.mjtDisableBit.mjDSBL_CONTACT) | int(reference.mjtDisableBit.mjDSBL_LIMIT)
    assert np.array([6, 5])[0] == kind
    with pytest.raises(ValueError):
        mujoco.mjtGeom(12345)
    assert pickle.loads(pickle.dumps(kind)) == kind


def test_constants_are_the_same():
    for name in dir(reference):
        value = getattr(reference, name)
        if name.startswith("mj") and isinstance(value, (int, float)) and not callable(value):
            assert getattr(mujoco, name) == value, name


def test_versions_compare_as_text():
    assert mujoco.__version__ == reference.__version__ == "3.5.0"
    assert mujoco.mj_versionString() == reference.mj_versionString()
    assert mujoco.mj_version() == reference.mj_version()
    assert isinstance(mujoco.version, str) and mujoco.version != "3.5.0"


def test_private_names_lead_to_the_public_ones():
    assert mujoco._enums.mjtGeom is mujoco.mjtGeom
    assert mujoco._structs.MjModel is mujoco.MjModel
    assert mujoco._structs._MjContactList is type(mujoco.MjData(models.load("arm")).contact)
    assert mujoco._functions.mj_step is mujoco.mj_step
    assert issubclass(mujoco._errors.FatalError, Exception)
    assert mujoco._constants.mjMINVAL == mujoco.mjMINVAL


def test_docstrings_begin_with_the_signature():
    line = inspect.getdoc(mujoco.mj_step).split("\n")[0]
    assert line == reference.mj_step.__doc__.split("\n")[0].strip()
    for name in dir(reference):
        if name.startswith(("mj_", "mju_", "mjd_")) and hasattr(mujoco, name):
            assert getattr(mujoco, name).__doc__.startswith(f"{name}("), name


def test_room_for_contacts_and_rows_can_be_made(arm):
    m, d = arm
    mujoco._functions._realloc_con_efc(d, 40, 300, 300 * m.nv)
    assert d.ncon == len(d.contact) == 40 and d.nefc == 300 and d.efc_J.size == 300 * m.nv
    mujoco._functions._realloc_con_efc(d, ncon=0, nefc=0)
    mujoco.mj_step(m, d)
    for bad in (-1, None, 2**40):
        with pytest.raises((TypeError, ValueError)):
            mujoco._functions._realloc_con_efc(d, bad, 0)


def test_counts_of_rows_can_be_set_after_room_was_made(arm):
    """As MJX does, one after the other; whether they fit each other is asked where they are used."""
    m, d = arm
    mujoco._functions._realloc_con_efc(d, ncon=0, nefc=20)
    d.nefc = 0
    for name, value in (("nl", 4), ("nf", 3), ("ne", 2)):
        setattr(d, name, value)
        with pytest.raises(IndexError, match=r"d\.nefc"):
            mujoco.mj_fwdConstraint(m, d)
    d.nefc = 20
    assert (d.ne, d.nf, d.nl, d.nefc) == (2, 3, 4, 20)
    for name in ("ne", "nf", "nl", "nefc", "ncon"):
        for bad in (-1, 10**6):
            with pytest.raises(ValueError, match=name):
                setattr(d, name, bad)
    mujoco.mj_step(m, d)


def test_a_field_is_one_object_as_long_as_its_struct(arm):
    """So that programs may hold weak references to it, as dm_control does."""
    m, d = arm
    fields = [(m, "geom_type"), (m, "body_parentid"), (m, "qpos0"), (m.opt, "gravity"), (d, "qpos")]
    for struct, name in [*fields, (d, "contact"), (d, "warning"), (d, "timer"), (d, "solver")]:
        kept = weakref.ref(getattr(struct, name))
        gc.collect()
        assert kept() is getattr(struct, name), name


def test_settings_that_are_whole_numbers_refuse_others():
    m = models.load("arm")
    for bad in (0.5, 1.0, "3", None, 2**63):
        with pytest.raises(TypeError):
            m.opt.iterations = bad
        with pytest.raises(TypeError):
            mujoco.MjvCamera().fixedcamid = bad
    for good in (3, np.int64(3), np.array(3), True):
        m.opt.iterations = good
        assert m.opt.iterations == int(good)


def test_lists_of_contacts_and_counters_are_pickled_as_they_are(arm):
    m, d = arm
    d.qpos[0] = np.nan
    mujoco.mj_step(m, d, 3)
    for part in (d.contact, d.warning, d.timer, d.solver):
        assert pickle.loads(pickle.dumps(part)) == part
    for column in (d.warning.number, d.warning.lastinfo, d.timer.number, d.solver.nactive):
        assert column.dtype == np.int32
    d.warning.number[:] = 7  # columns are live
    assert d.warning[3].number == 7


def test_a_warning_handler_of_ctypes_gets_bytes(arm):
    m, d = arm
    texts = []
    handler = ctypes.CFUNCTYPE(None, ctypes.c_char_p)(texts.append)
    mujoco.set_mju_user_warning(handler)
    try:
        d.qpos[0] = np.nan
        mujoco.mj_step(m, d)
    finally:
        mujoco.set_mju_user_warning(None)
    assert len(texts) == 1 and b"QPOS" in texts[0]


# Memory


def test_arrays_stay_live_across_steps_and_resets(arm):
    m, d = arm
    qpos, xpos, sensors = d.qpos, d.xpos, d.sensordata
    mujoco.mj_step(m, d, 10)
    assert qpos is d.qpos or np.shares_memory(qpos, d.qpos)
    np.testing.assert_array_equal(xpos, d.xpos)
    np.testing.assert_array_equal(sensors, d.sensordata)
    mujoco.mj_resetData(m, d)
    np.testing.assert_array_equal(qpos, m.qpos0)
    qpos[4] = 0.25
    mujoco.mj_forward(m, d)
    assert d.joint("elbow").qpos[0] == 0.25


def test_writing_into_the_model_takes_effect(arm):
    m, d = arm
    m.opt.timestep = 0.5
    m.opt.gravity[:] = 0.0, 0.0, 1.0
    m.body_mass[1] *= 2
    m.geom("palm").rgba = (1, 0, 0, 0.5)
    m.vis.global_.offwidth = 1234
    assert (m.opt.timestep, m.opt.gravity[2], m.vis.global_.offwidth) == (0.5, 1.0, 1234)
    np.testing.assert_allclose(m.geom_rgba[m.geom("palm").id], (1, 0, 0, 0.5))
    d.qpos = m.qpos0
    with pytest.raises(ValueError):
        d.qpos = np.zeros(m.nq + 1)


def test_contacts_are_records_and_arrays_and_can_be_written():
    m = models.load("humanoid")
    d = mujoco.MjData(m)
    mujoco.mj_step(m, d, 300)
    assert d.ncon == len(d.contact) > 0
    c = d.contact[0]
    assert (c.geom1, c.geom2) == tuple(d.contact.geom[0]) == (d.contact.geom1[0], d.contact.geom2[0])
    assert c.frame.shape == (9,) and c.pos.shape == (3,) and c.H.shape == (36,)
    c.dist = -0.125
    c.friction[:] = 0.5
    assert d.contact.dist[0] == -0.125 and d.contact.friction[0, 4] == 0.5
    assert [x.dim for x in d.contact] == d.contact.dim.tolist()
    with pytest.raises(IndexError):
        d.contact[d.ncon]
    fresh = mujoco.MjContact()
    fresh.dist = 1.0
    assert fresh.dist == 1.0


def test_arrays_outlive_their_owner():
    m = models.load("arm")
    d = mujoco.MjData(m)
    qpos, mass, opt = d.qpos, m.body_mass, m.opt
    accessor = d.body("hand")
    expected = mass.copy()
    del m, d
    for _ in range(20):
        mujoco.MjData(models.load("arm"))
    np.testing.assert_array_equal(mass, expected)
    assert qpos[0] == 1.0 and opt.timestep == 0.004 and accessor.xpos.shape == (3,)


# Names


def test_objects_are_found_by_name_and_id(arm):
    m, d = arm
    ref = models.load("arm", reference)
    ref_data = reference.MjData(ref)
    reference.mj_forward(ref, ref_data)
    assert m.names == ref.names
    np.testing.assert_array_equal(m.name_bodyadr, ref.name_bodyadr)
    for kind, name in (("body", "hand"), ("joint", "shoulder"), ("geom", "palm"), ("site", "tip"),
                       ("tendon", "t"), ("camera", "eye"), ("keyframe", "bent")):  # fmt: skip
        ours, theirs = getattr(m, kind)(name), getattr(ref, kind)(name)
        assert ours.id == theirs.id and ours.name == name
        assert getattr(m, kind)(ours.id).name == name
        for field in dir(theirs):
            value = getattr(theirs, field)
            if not field.startswith("_") and isinstance(value, np.ndarray):
                mine = getattr(ours, field)
                assert mine.shape == value.shape, f"{kind}.{field}"
                np.testing.assert_allclose(mine, value, atol=tol(1e-9), err_msg=f"{kind}.{field}")
        if hasattr(ref_data, kind):
            ours, theirs = getattr(d, kind)(name), getattr(ref_data, kind)(name)
            for field in dir(theirs):
                value = getattr(theirs, field)
                if not field.startswith("_") and isinstance(value, np.ndarray):
                    assert getattr(ours, field).shape == value.shape, f"{kind}.{field}"
    with pytest.raises(KeyError, match="hand"):
        m.body("nobody")
    with pytest.raises(IndexError):
        m.body(99)


def test_names_and_ids_convert(arm):
    m, _ = arm
    for kind in (mujoco.mjtObj.mjOBJ_BODY, int(mujoco.mjtObj.mjOBJ_BODY)):
        assert mujoco.mj_name2id(m, kind, "hand") == m.body("hand").id
        assert mujoco.mj_name2id(m, kind, "nobody") == -1
        assert mujoco.mj_id2name(m, kind, m.body("hand").id) == "hand"
    assert mujoco.mj_id2name(m, mujoco.mjtObj.mjOBJ_GEOM, 1) is None  # it has no name
    for i in range(m.nbody):
        raw = m.names[m.name_bodyadr[i] :].split(b"\0", 1)[0].decode()
        assert raw == m.body(i).name


# Copies


def test_copies_and_pickles_keep_everything(arm):
    m, d = arm
    mujoco.mj_step(m, d, 3)
    for other in (copy.copy(d), copy.deepcopy(d), pickle.loads(pickle.dumps(d))):
        for name in ("qpos", "xpos", "sensordata", "efc_force", "M", "ctrl"):
            np.testing.assert_array_equal(getattr(other, name), getattr(d, name), err_msg=name)
        assert other.time == d.time and other.ncon == d.ncon and other.nefc == d.nefc
    for other in (copy.copy(m), copy.deepcopy(m), pickle.loads(pickle.dumps(m))):
        assert other.names == m.names and other.opt.timestep == m.opt.timestep
        np.testing.assert_array_equal(other.body_mass, m.body_mass)
        other.body_mass[1] = 77.0
        assert m.body_mass[1] != 77.0


def test_every_field_has_the_dtype_and_shape_of_the_reference(arm):
    m, d = arm
    ref = models.load("arm", reference)
    ref_data = reference.MjData(ref)
    reference.mj_forward(ref, ref_data)
    for ours, theirs in ((m, ref), (d, ref_data), (m.opt, ref.opt), (m.stat, ref.stat)):
        for name in dir(theirs):
            value = getattr(theirs, name) if not name.startswith("_") else None
            if isinstance(value, np.ndarray):
                mine = getattr(ours, name)
                assert mine.dtype == value.dtype, name
                if not name.startswith(("efc_AR", "island_", "i", "map_", "plugin")):  # its own memory
                    assert mine.shape == value.shape or "wrap" in name, f"{name} {mine.shape} {value.shape}"


# Processes and threads

FORK = """
import os, sys
import gelenk
from tests.support import models
m = models.load("arm")
d = gelenk.MjData(m)
gelenk.mj_step(m, d, 5)
before = d.qpos.tobytes()
child = os.fork()
gelenk.mj_step(m, d, 5)
if child == 0:
    os._exit(0 if d.qpos.tobytes() != before else 1)
assert os.waitpid(child, 0)[1] == 0
import multiprocessing
with multiprocessing.get_context("spawn").Pool(1) as pool:
    other = pool.apply(gelenk.mj_getTotalmass, (m,))
assert other == gelenk.mj_getTotalmass(m)
print("ok")
"""


def test_fork_and_spawn_work_after_import():
    code = "if __name__ == '__main__':\n" + "\n".join("    " + line for line in FORK.split("\n"))
    out = subprocess.run(
        [sys.executable, "-c", code],
        env=os.environ, capture_output=True, text=True, timeout=120, check=False,
    )  # fmt: skip
    assert out.stdout.strip() == "ok", out.stderr[-2000:]


def test_several_worlds_step_at_once_in_threads():
    m = models.load("humanoid")
    serial = mujoco.MjData(m)
    mujoco.mj_step(m, serial, 400)
    results = [mujoco.MjData(m) for _ in range(4)]
    threads = [threading.Thread(target=mujoco.mj_step, args=(m, d, 400)) for d in results]
    for t in threads:
        t.start()
    for t in threads:
        t.join()
    for d in results:
        assert d.qpos.tobytes() == serial.qpos.tobytes()


def test_gelenk_is_the_module_that_was_asked_for():
    assert (
        mujoco is gelenk
        and "numba"
        not in subprocess.run(
            [sys.executable, "-c", "import sys, gelenk; print(*sys.modules)"],
            capture_output=True,
            text=True,
            check=True,
        ).stdout.split()
    )


def test_names_of_specs_are_there_though_they_are_imported_when_asked_for():
    code = """
import sys, gelenk
assert not any(name.startswith(("gelenk.api.spec_methods", "gelenk.scene", "gelenk.render")) for name in sys.modules)
assert {"MjSpec", "MjsBody", "from_zip", "MjLROpt", "MjStruct"} <= set(dir(gelenk))
assert set(gelenk.__all__) <= set(dir(gelenk)) and gelenk._specs.MjSpec is gelenk.MjSpec
from gelenk import *
assert MjSpec is gelenk.MjSpec
try:
    gelenk.MjNothing
except AttributeError as error:
    assert "MjNothing" in str(error)
else:
    raise AssertionError
"""
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
