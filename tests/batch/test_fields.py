"""Fields of a batch: what can be bound and expanded, named views, attributes."""

import numpy as np
import pytest

import gelenk
from gelenk.batch import DATA_FIELDS, MODEL_FIELDS, Batch
from gelenk.batch.transfers import STATE_ROWS
from tests.batch.worlds import by_hand, model, twins, vector


@pytest.fixture(scope="module")
def m():
    return model()


def test_fields_of_the_state_are_views_of_it_and_others_are_read_only(m):
    batch = Batch(m, 3)
    assert batch.state.shape == (3, batch.nstate) and batch.state.flags.c_contiguous
    for name in STATE_ROWS:
        array = batch.bind(name)
        assert array is batch.bind(name) and array.flags.writeable
        assert array.size == 0 or np.shares_memory(array, batch.state)
    batch.forward()
    for name in sorted(DATA_FIELDS - STATE_ROWS.keys()):
        array = batch.bind(name)
        assert array is getattr(batch, name) and not array.flags.writeable and len(array) == 3
        assert array.flags.c_contiguous


def test_shapes_and_types_are_those_of_the_data(m):
    batch, d = Batch(m, 2), gelenk.MjData(m)
    for name in sorted(DATA_FIELDS):
        found, one = batch.bind(name), np.asarray(getattr(d, name))
        assert found.shape == (2, *one.shape), name
        if name == "eq_active":
            assert found.dtype == np.float64
        elif one.ndim:
            assert found.dtype == one.dtype, name


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("nope", "nope"),
        ("qposs", "qpos"),
        ("contact", "get_data"),
        ("efc_force", "get_data"),
        ("body_mass", "expand"),
        ("gravity", "opt.gravity"),
        ("nisland", "asked for"),
        ("plugin_data", "world"),
        ("narena", "ncon"),
    ],
)
def test_what_cannot_be_bound_says_what_can(m, name, words):
    with pytest.raises(ValueError, match=words):
        Batch(m, 2).bind(name)
    with pytest.raises(TypeError, match="name"):
        Batch(m, 2).bind(3)


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("nope", "nope"),
        ("mesh_vert", "assets"),
        ("qpos", "bind"),
        ("timestep", "opt.timestep"),
        ("opt.timestp", "opt.timestep"),
        ("nq", "nq"),
        ("names", "names"),
    ],
)
def test_what_cannot_be_expanded_says_what_can(m, name, words):
    for ask in (Batch(m, 2).expand, Batch(m, 2).expanded):
        with pytest.raises(ValueError, match=words):
            ask(name)
    with pytest.raises(TypeError, match="name"):
        Batch(m, 2).expand(None)


def test_a_field_that_is_bound_later_has_what_the_call_before_left(m):
    for persistent in (False, True):
        batch, datas = twins(m, persistent=persistent)
        batch.step()
        found = batch.bind("xpos")
        for i, d in enumerate(datas):
            gelenk.mj_step(m, d)
            assert np.array_equal(found[i], d.xpos)
        batch.step()
        for i, d in enumerate(datas):
            gelenk.mj_step(m, d)
            assert np.array_equal(found[i], d.xpos)


# ---- expanding


@pytest.mark.parametrize(
    ("name", "change"),
    [
        ("body_mass", lambda a, rng: a * rng.uniform(0.5, 2, a.shape)),
        ("geom_friction", lambda a, rng: a * rng.uniform(0.1, 2, a.shape)),
        ("dof_damping", lambda a, rng: a + rng.uniform(0, 2, a.shape)),
        ("actuator_gainprm", lambda a, rng: a * rng.uniform(0.5, 2, a.shape)),
        ("opt.gravity", lambda a, rng: a + rng.normal(size=a.shape)),
        ("opt.timestep", lambda a, rng: a * rng.uniform(0.5, 2, a.shape)),
        ("opt.viscosity", lambda a, rng: a + rng.uniform(0, 1, a.shape)),
        ("opt.solver", lambda a, rng: np.arange(len(a)) % 3),
        ("opt.integrator", lambda a, rng: np.arange(len(a)) % 4),
        ("stat.meaninertia", lambda a, rng: a * rng.uniform(0.5, 2, a.shape)),
        ("geom_contype", lambda a, rng: rng.integers(0, 2, a.shape)),
    ],
)
@pytest.mark.parametrize("persistent", [False, True])
def test_a_world_with_fields_of_its_own_is_a_world_of_such_a_model(m, name, change, persistent):
    batch, datas = twins(m, nsim=4, nthread=2, persistent=persistent)
    array = batch.expand(name)
    array[:] = change(array.copy(), np.random.default_rng(1))
    assert batch.expand(name) is array and np.array_equal(batch.expanded(name), array)
    batch.step(nstep=20)
    for i, d in enumerate(datas):
        own = batch.get_model(i)
        gelenk.mj_step(own, d, 20)
        assert np.array_equal(batch.state[i], vector(own, d)), i
    assert any((batch.state[0] != row).any() for row in batch.state[1:])


def test_expanding_changes_nothing_by_itself(m):
    batch, datas = twins(m)
    for name in sorted(MODEL_FIELDS):
        array = batch.expand(name)
        assert len(array) == 4 and array.flags.writeable
    batch.step(nstep=10)
    for i, d in enumerate(datas):
        gelenk.mj_step(m, d, 10)
        assert np.array_equal(batch.state[i], vector(m, d))


def test_constants_follow_from_what_is_expanded(m):
    batch, datas = twins(m)
    mass = batch.expand("body_mass")
    mass[:, 2] = [1, 2, 3, 4]
    batch.set_const([1, 2, 3])
    assert batch.expanded("dof_invweight0") is not None and batch.expanded("cam_pos0") is None
    for i in (1, 2, 3):
        own = model()
        own.body_mass[2] = i + 1
        gelenk.mj_setConst(own, gelenk.MjData(own))
        found = batch.get_model(i)
        for name in ("body_subtreemass", "dof_invweight0", "body_invweight0", "dof_M0"):
            assert np.array_equal(getattr(found, name), getattr(own, name)), name
        assert found.stat.meaninertia == own.stat.meaninertia
        gelenk.mj_step(own, datas[i], 10)
    batch.step(nstep=10)
    for i in (1, 2, 3):
        assert np.array_equal(batch.state[i], vector(m, datas[i]))
    assert not batch.body("arm").invweight0.flags.writeable


# ---- models of the caller


def test_each_world_can_have_a_model_of_the_caller(m):
    batch, datas = twins(m)
    models = [model() for _ in range(4)]
    for i, own in enumerate(models):
        own.opt.gravity[2] = -i
        own.body_mass[:] *= 1 + i
    batch.set_models(models)
    assert batch.models == tuple(models)
    batch.step(nstep=10)
    for i, d in enumerate(datas):
        gelenk.mj_step(models[i], d, 10)
        assert np.array_equal(batch.state[i], vector(m, d))
    assert batch.body("arm").mass.ravel().tolist() == [own.body("arm").mass[0] for own in models]
    assert batch.get_model(2).opt.gravity[2] == -2 and batch.get_model(2) is not models[2]
    for call in (lambda: batch.expand("body_mass"), batch.set_const):
        with pytest.raises(gelenk.FatalError, match="set_models"):
            call()
    with pytest.raises(ValueError, match="set_models"):
        batch.body("arm").mass = 1
    batch.set_models(models[1])
    assert batch.models is models[1]
    batch.set_models(None)
    assert batch.models is None
    batch.expand("body_mass")
    with pytest.raises(gelenk.FatalError, match="expanded"):
        batch.set_models(models)


@pytest.mark.parametrize(
    ("models", "error"),
    [(3, TypeError), ([], ValueError), ("m", ValueError), (lambda m: [m, m, None, m], TypeError)],
)
def test_models_that_do_not_fit_are_refused(m, models, error):
    batch = Batch(m, 4)
    with pytest.raises(error, match="set_models"):
        batch.set_models(models(m) if callable(models) else models)
    with pytest.raises(gelenk.FatalError, match="other sizes of MjData"):
        batch.set_models([m, m, m, model("<mujoco/>")])
    assert batch.models is None


# ---- names and attributes


def test_named_views_are_slices_of_fields(m):
    batch = Batch(m, 3)
    hinge = batch.joint("hinge")
    assert hinge.id == 1 and hinge.name == "hinge" and hinge.qpos.shape == (3, 1)
    hinge.qpos = [[1], [2], [3]]
    assert batch.qpos[:, 7].tolist() == [1, 2, 3]
    assert batch.joint("free").qpos.shape == (3, 7) and batch.joint(0).qvel.shape == (3, 6)
    assert batch.body("arm").xpos.shape == (3, 3) and not batch.body("arm").xpos.flags.writeable
    assert batch.sensor("acc").data.shape == (3, 3) and batch.actuator("motor").ctrl.shape == (3, 1)
    assert batch.keyframe("high").qpos.shape == (3, m.nq)
    assert not batch.body("arm").mass.flags.writeable and batch.expanded("body_mass") is None
    batch.body("arm").mass = [[1], [2], [3]]
    assert batch.expanded("body_mass")[:, 3].tolist() == [1, 2, 3] and batch.body("arm").mass.flags.writeable
    batch.step()
    assert np.array_equal(batch.geom("rod").xpos, batch.geom_xpos[:, 3])


def test_every_named_attribute_has_a_row_for_each_world(m):
    batch = Batch(m, 2)
    named = {
        *(("joint", "hinge"), ("body", "box"), ("geom", "rod"), ("site", "s"), ("camera", "eye")),
        *(
            ("sensor", "acc"),
            ("actuator", "servo"),
            ("tendon", "cord"),
            ("equality", "leash"),
            ("keyframe", "high"),
        ),
    }
    for kind, name in sorted(named):
        view = getattr(batch, kind)(name)
        for attribute in set(dir(view)) - {"id", "name"}:
            assert getattr(view, attribute).shape[0] == 2, (kind, attribute)
        assert name in repr(view)


def test_names_that_are_not_there_are_told(m):
    batch = Batch(m, 2)
    with pytest.raises(KeyError, match="hinge"):
        batch.joint("nope")
    with pytest.raises(IndexError, match="0 to 1"):
        batch.joint(2)
    with pytest.raises(TypeError, match="joint"):
        batch.joint(1.0)
    with pytest.raises(AttributeError, match="damping"):
        _ = batch.joint("hinge").dampin
    with pytest.raises(AttributeError, match="read"):
        batch.joint("hinge").id = 3
    with pytest.raises(ValueError, match="computed"):
        batch.body("arm").xpos = 1
    with pytest.raises(ValueError):
        batch.joint("hinge").qpos = [1, 2, 3]


def test_attributes_are_fields_and_nothing_else_can_be_set(m):
    batch = Batch(m, 3)
    batch.ctrl = 2.0
    assert (batch.bind("ctrl") == 2).all()
    batch.body_mass = 3.0
    assert (batch.body_mass == 3).all()
    batch.time = [1, 2, 3]
    assert batch.time.tolist() == [1, 2, 3]
    for name in ("nsim", "state", "status", "models", "device", "nope"):
        with pytest.raises(AttributeError, match=name):
            setattr(batch, name, 1)
    with pytest.raises(ValueError, match="computed"):
        batch.xpos = 1
    with pytest.raises(AttributeError, match="qpos"):
        _ = batch.qposs
    with pytest.raises(AttributeError, match=r"opt\.gravity"):
        _ = batch.gravity
    with pytest.raises(ValueError):
        batch.qpos = np.zeros(3)
    assert {"step", "qpos", "xpos", "joint"} <= set(dir(batch))


# ---- data


@pytest.mark.parametrize("persistent", [False, True])
def test_the_data_of_a_world_is_a_copy_of_its_state(m, persistent):
    batch, datas = twins(m, persistent=persistent)
    batch.step(nstep=15)
    for i, d in enumerate(datas):
        gelenk.mj_step(m, d, 15)
        found = batch.get_data(i)
        assert np.array_equal(vector(m, found), vector(m, d))
        if persistent:
            assert np.array_equal(found.xpos, d.xpos) and np.array_equal(found.contact.dist, d.contact.dist)
            assert found.nefc == d.nefc and np.array_equal(found.efc_force, d.efc_force)
        own = batch.get_model(i)
        gelenk.mj_step(own, found, 5)
        gelenk.mj_step(m, d, 5)
        assert np.array_equal(found.qpos, d.qpos)
    into = gelenk.MjData(m)
    assert batch.get_data(1, into) is into and into.time == batch.time[1]
    into.qpos[:] = 9
    assert not (batch.qpos == 9).any()


def test_data_and_models_that_do_not_fit_are_refused(m):
    batch, other = Batch(m, 2), model("<mujoco/>")
    for call in (batch.get_data, batch.get_model, batch.error):
        for sim in (2, -1):
            with pytest.raises(IndexError, match="sim"):
                call(sim)
        with pytest.raises(TypeError, match="sim"):
            call(1.5)
    for call, value in ((batch.get_data, gelenk.MjData(other)), (batch.get_model, other)):
        with pytest.raises(gelenk.FatalError, match="sizes"):
            call(0, value)
        with pytest.raises(TypeError):
            call(0, 3)


def test_a_model_to_write_into_becomes_that_of_the_world(m):
    batch, into = Batch(m, 2), model()
    batch.expand("body_mass")[1] = 5
    batch.expand("opt.timestep")[1] = 0.001
    into.opt.gravity[:] = 0
    assert batch.get_model(1, into) is into
    assert (into.body_mass == 5).all() and into.opt.timestep == 0.001 and into.opt.gravity[2] == -9.81
    assert by_hand(m, batch.state)[0].qpos[2] == m.qpos0[2]
