"""Index columns of a model: garbage written by a user is found before native code sees it."""

import copy
import ctypes
import gc
import pickle
import threading
import tracemalloc
import types

import numpy as np
import pytest

import gelenk
import scenes
from gelenk.runtime import index_checks
from gelenk.tables import fields_model
from gelenk.tables.field_groups import FIXED, GUARDED
from tests.support import models

CALLS = [
    gelenk.mj_step,
    gelenk.mj_forward,
    gelenk.mj_kinematics,
    gelenk.mj_inverse,
    lambda m, d: gelenk.mj_step(m, d, nstep=3),
    lambda m, d: gelenk.mj_jacBody(m, d, np.zeros((3, m.nv)), None, 1),
]

MESH = """<mujoco><asset><mesh name="m" vertex="0 0 0 1 0 0 0 1 0 0 0 1"/></asset>
<worldbody><geom type="mesh" mesh="m"/></worldbody></mujoco>"""


@pytest.fixture(scope="module", params=["arm", "loops", "humanoid"])
def model(request):
    return models.load(request.param)


def test_what_the_compiler_makes_is_in_range(model):
    index_checks.check(model)
    assert models.ids_out_of_range(model) == []


def test_every_integer_column_says_what_it_indexes():
    integers = [f for f in fields_model.MODEL if f.dtype.startswith(("int", "uint"))]
    assert [f.name for f in integers if not f.index] == []


def test_using_a_model_does_not_start_its_guard():
    m = models.load("arm")
    d = gelenk.MjData(m)
    gelenk.mj_step(m, d, 3)
    gelenk.mj_resetData(m, d)
    d.joint("elbow").qpos[:] = 0.1
    gelenk.mj_forward(m, d)
    assert m._guard is None
    assert m.jnt_qposadr[1] == 4
    assert m._guard is not None


@pytest.mark.parametrize("value", [10**6, -7, 2**31 - 1, -(2**31)])
def test_garbage_in_any_index_column_raises_and_names_it(model, value):
    d = gelenk.MjData(model)
    gelenk.mj_step(model, d)
    for k, name in enumerate(GUARDED):
        column = getattr(model, name)
        if not column.size or name == "wrap_prm":
            continue
        old = column.flat[-1]
        column.flat[-1] = value
        with pytest.raises(IndexError, match=rf"m\.{name}\["):
            CALLS[k % len(CALLS)](model, d)
        column.flat[-1] = old
    gelenk.mj_step(model, d)


def test_a_data_made_for_garbage_raises():
    m = models.load("arm")
    m.body_mocapid[1] = 10**6  # read where a data begins
    with pytest.raises(IndexError, match=r"m\.body_mocapid\["):
        gelenk.MjData(m)


def test_scenes_and_contexts_for_garbage_raise():
    for name, value in (("flex_vertnum", 2**31 - 1), ("flex_vertadr", -1), ("flex_edgenum", 10**6)):
        m = gelenk.MjModel.from_xml_path(str(scenes.path("cloth")))
        getattr(m, name)[0] = value
        for make in (lambda m=m: gelenk.MjvScene(m, 10), lambda m=m: gelenk.MjrContext(m, 150)):
            with pytest.raises(IndexError, match=rf"m\.{name}\["):
                make()


def test_small_changes_of_the_structure_raise_too(model):
    d = gelenk.MjData(model)
    for name in FIXED:
        column = getattr(model, name)
        if column.size:
            column.flat[0] += 1
            with pytest.raises(IndexError, match=name):
                gelenk.mj_step(model, d)
            column.flat[0] -= 1
    gelenk.mj_step(model, d)


def test_a_view_from_long_ago_is_still_watched():
    m = models.load("humanoid")
    d = gelenk.MjData(m)
    column = m.geom_bodyid
    gelenk.mj_step(m, d, 5)
    column[3] = 77777
    with pytest.raises(IndexError, match=r"m\.geom_bodyid\[3\] is 77777, which is not in 0 \.\. "):
        gelenk.mj_step(m, d)


def test_edits_within_range_are_taken():
    m = models.load("loops")
    d = gelenk.MjData(m)
    gelenk.mj_forward(m, d)
    first = m.body("box").id
    m.eq_obj2id[0] = m.body("e").id  # the mocap body now holds another one
    m.geom("floor").condim[:] = 1
    gelenk.mj_step(m, d, 100)
    assert first != m.eq_obj2id[0] and np.isfinite(d.qpos).all()
    with pytest.raises(IndexError, match="geom_condim"):
        m.geom_condim[:] = 5
        gelenk.mj_step(m, d)


def test_a_pickle_with_a_bad_index_is_refused():
    m = copy.copy(models.load("arm"))
    raw = pickle.dumps(m)
    assert np.array_equal(pickle.loads(raw).body_parentid, m.body_parentid)
    m.sensor_objid[0] = 55
    with pytest.raises(IndexError, match="sensor_objid"):
        pickle.loads(pickle.dumps(m))


@pytest.mark.parametrize("name", ["D_colind", "D_diag", "D_rownnz"])
def test_rows_of_the_full_matrix_of_dofs_are_those_of_the_tree(name):
    # factors are looked for along these rows: without an end, if a dof is missing in one of them
    m = copy.copy(models.load("arm"))
    column = getattr(m, "_a_" + name)
    for at in range(len(column) - 1):
        before = column.copy()
        column[at : at + 2] = column[at : at + 2][::-1]
        if not np.array_equal(before, column):
            with pytest.raises(IndexError, match="D_"):
                pickle.loads(pickle.dumps(m))
        column[:] = before
    assert pickle.loads(pickle.dumps(m)).nD == m.nD


def test_copies_of_models_are_looked_at_as_the_original_is():
    m = gelenk.MjModel.from_xml_string(
        "<mujoco><worldbody><body><joint/><geom size='.1'/><body><geom size='.1'/></body></body></worldbody></mujoco>"
    )
    m.geom_bodyid[1] = 1  # within its range
    other = copy.copy(m)
    assert other.geom_bodyid.tolist() == m.geom_bodyid.tolist() == [1, 1]
    gelenk.mj_forward(other, gelenk.MjData(other))
    other.jnt_bodyid[0] = 999
    with pytest.raises(IndexError, match="jnt_bodyid"):
        copy.copy(other)
    with pytest.raises(IndexError, match="jnt_bodyid"):
        gelenk.mj_forward(other, gelenk.MjData(other))
    copy.copy(m)


def test_columns_are_watched_as_long_as_anybody_can_write_into_them():
    m = models.load("humanoid")
    d = gelenk.MjData(m)
    guard = watch(m, d)
    at = GUARDED.index("geom_bodyid")
    assert m.geom_bodyid[3] == 3 and guard.watched[at]
    gelenk.mj_kinematics(m, d)
    assert not guard.watched[at]
    m.geom_bodyid[3] = 77777  # written and let go in one statement
    for call in CALLS:
        with pytest.raises(IndexError, match="geom_bodyid"):
            call(m, d)
    m.geom_bodyid[3] = 3
    gelenk.mj_step(m, d)
    assert not any(guard.watched)


def watch(m, d):
    """The guard of a model, of which nobody has a column."""
    _ = m.geom_bodyid
    gelenk.mj_kinematics(m, d)
    return m._guard


WRITERS = {
    "the array": lambda a: a,
    "a view of a view": lambda a: a[2:][1:][::1],
    "a reshaped view": lambda a: a.reshape(1, -1).T.view(np.uint32)[3:, 0],
    "a subclass": lambda a: a.view(np.recarray)[3:],
    "strides": lambda a: np.lib.stride_tricks.as_strided(a, (4,), (4,)),
    "frombuffer": lambda a: np.frombuffer(a, np.int32)[3:],
    "memoryview": lambda a: memoryview(a)[3:],
    "memoryview of a memoryview": lambda a: memoryview(memoryview(a[2:]))[1:],
    "ctypes": lambda a: (ctypes.c_int * a.size).from_buffer(a),
    "ctypeslib": np.ctypeslib.as_ctypes,
    "a pointer": lambda a: a.ctypes.data_as(ctypes.POINTER(ctypes.c_int)),
    "flat": lambda a: a.flat,
    "dlpack": lambda a: np.from_dlpack(a)[3:],
    "masked": lambda a: np.ma.array(a, copy=False)[3:],
    "interface": lambda a: np.asarray(types.SimpleNamespace(__array_interface__=a.__array_interface__, of=a))[
        3:
    ],
}


@pytest.mark.parametrize("how", WRITERS)
def test_whatever_can_write_into_a_column_is_watched(how):
    m = models.load("humanoid")
    d = gelenk.MjData(m)
    guard = watch(m, d)
    at = GUARDED.index("geom_bodyid")
    writer = WRITERS[how](m.geom_bodyid)
    gc.collect()
    for call in CALLS:
        call(m, d)
    assert guard.watched[at]
    old = writer[0]
    writer[0] = 77777
    assert m._a_geom_bodyid.max() == 77777
    for call in CALLS:
        with pytest.raises(IndexError, match="geom_bodyid"):
            call(m, d)
    writer[0] = old
    for call in CALLS:
        call(m, d)
    assert guard.watched[at]
    del writer
    gc.collect()
    gelenk.mj_kinematics(m, d)
    assert not guard.watched[at]


def test_an_accessor_is_watched():
    m = models.load("humanoid")
    d = gelenk.MjData(m)
    watch(m, d)
    bodyid = m.geom("head").bodyid
    gelenk.mj_step(m, d, 3)
    bodyid[:] = 77777
    for call in CALLS:
        with pytest.raises(IndexError, match="geom_bodyid"):
            call(m, d)


def test_the_base_of_a_column_gives_no_way_around_the_guard():
    m = models.load("humanoid")
    base = m.geom_bodyid.base
    with pytest.raises(TypeError):
        memoryview(base)
    assert not hasattr(base, "__array_interface__")
    assert m.geom_bodyid is m.geom_bodyid and m.geom_bodyid.base is base


def test_columns_that_can_be_read_only_stay_so():
    m = gelenk.MjModel.from_xml_string(MESH)
    assert m.mesh_face.size
    with pytest.raises(ValueError):
        m.mesh_face.flags.writeable = True


def test_other_threads_write_into_columns_and_are_watched():
    """Readers take columns on and off the list while another thread calls: what is written last is found."""
    m = models.load("humanoid")
    d = gelenk.MjData(m)
    stop = threading.Event()

    def read():
        while not stop.is_set():
            _ = m.geom_bodyid[3], m.body_rootid[1]

    readers = [threading.Thread(target=read) for _ in range(3)]
    for thread in readers:
        thread.start()
    try:
        for _ in range(300):
            m.geom_bodyid[3] = 77777
            with pytest.raises(IndexError, match="geom_bodyid"):
                gelenk.mj_kinematics(m, d)
            m.geom_bodyid[3] = 3
            gelenk.mj_kinematics(m, d)
    finally:
        stop.set()
        for thread in readers:
            thread.join()


TREES = ["body_bvhadr", "body_bvhnum", "dof_treeid", "body_treeid"]


@pytest.mark.parametrize("value", [-1, 0, 7, 10**5, 2**31 - 1, -(2**31)])
def test_trees_cannot_be_edited(value):
    """dof_treeid -1 made islands run without end; nodes that are not there were drawn."""
    m = gelenk.MjModel.from_xml_path(str(scenes.path("pair_of_arms")))
    d = gelenk.MjData(m)
    gelenk.mj_step(m, d)
    opt, cam, scn = gelenk.MjvOption(), gelenk.MjvCamera(), gelenk.MjvScene(m, 1000)
    opt.flags[:] = 1
    for name in TREES:
        column = getattr(m, name)
        old = column.copy()
        column[:] = value
        for call in (gelenk.mj_forward, lambda m, d: gelenk.mjv_updateScene(m, d, opt, None, cam, 7, scn)):
            with pytest.raises(IndexError, match=name):
                call(m, d)
        column[:] = old
    gelenk.mjv_updateScene(m, d, opt, None, cam, 7, scn)


def test_a_model_whose_bodies_have_broken_trees_of_boxes_is_refused():
    for name in ("bvh_child", "bvh_nodeid", "body_bvhadr", "dof_treeid"):
        m = copy.copy(models.load("humanoid"))
        getattr(m, "_a_" + name)[1] = 10**6
        with pytest.raises(IndexError, match=name):
            pickle.loads(pickle.dumps(m))


def test_huge_layers_of_elements_take_no_memory():
    """Layers that were counted by their numbers took 16 GB."""
    m = gelenk.MjModel.from_xml_path(str(scenes.path("softbody")))
    d = gelenk.MjData(m)
    gelenk.mj_forward(m, d)
    m.flex_elemlayer[:] = 2**31 - 1
    tracemalloc.start()
    scn = gelenk.MjvScene(m, 1000)
    assert tracemalloc.get_traced_memory()[1] < 2**28
    tracemalloc.stop()
    gelenk.mjv_updateScene(m, d, gelenk.MjvOption(), None, gelenk.MjvCamera(), 7, scn)
