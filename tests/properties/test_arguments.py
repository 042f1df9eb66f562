"""Wrong arguments of every public function raise TypeError, ValueError or IndexError, and never crash.

The calls are made from the table of signatures: a good call of each function, with one argument wrong at a
time.
"""

import numpy as np
import pytest

import gelenk
from gelenk.api import drawing
from gelenk.world.arguments import SIGNATURES
from tests.support import models

EXPECTED = (TypeError, ValueError, IndexError)
ID_NAMES = ("body", "geom", "site", "id", "objid", "key", "k", "index", "geom1", "geom2")
OTHER = "<mujoco><worldbody><body><joint/><geom size='0.1'/></body></worldbody></mujoco>"


@pytest.fixture(autouse=True)
def in_a_folder_of_its_own(tmp_path, monkeypatch):
    """Some functions write the file whose name they are given."""
    monkeypatch.chdir(tmp_path)


@pytest.fixture(scope="module")
def worlds():
    m, other = models.load("arm"), gelenk.MjModel.from_xml_string(OTHER)
    return m, gelenk.MjData(m), other, gelenk.MjData(other)


@pytest.fixture
def stage(worlds):
    m, d, other, other_data = worlds
    gelenk.mj_resetData(m, d)
    d.joint("elbow").qpos[:] = -2.1  # beyond its limit: more than one constraint row
    gelenk.mj_forward(m, d)
    assert d.nefc > 1
    return m, d, other, other_data


def functions():
    """Names of the public functions whose signature is in the table."""
    return [name for name in sorted(SIGNATURES) if name not in drawing.FUNCTIONS]


# vectors ("n") and matrices ("mn") whose size is not 4 and (4, 4): by function and argument, else by argument
SIZE = {
    "mj_fullM.dst": lambda m, d: (m.nv, m.nv),
    "mj_fullM.M": lambda m, d: m.nM,
    "mj_mulJacVec.res": lambda m, d: d.nefc,
    "mj_mulJacTVec.vec": lambda m, d: d.nefc,
    "mj_constraintUpdate.jar": lambda m, d: d.nefc,
    "qpos": lambda m, d: m.nq,
    "qpos1": lambda m, d: m.nq,
    "qpos2": lambda m, d: m.nq,
    "state": lambda m, d: 2 * m.nv + m.nq,
    "jacp": lambda m, d: (3, m.nv),
    "jacr": lambda m, d: (3, m.nv),
    "jacPoint": lambda m, d: (3, m.nv),
    "jacAxis": lambda m, d: (3, m.nv),
    "mj_angmomMat.mat": lambda m, d: (3, m.nv),
    "mj_solveM.x": lambda m, d: (1, m.nv),
    "mj_solveM.y": lambda m, d: (1, m.nv),
    "mj_solveM2.x": lambda m, d: (1, m.nv),
    "mj_solveM2.y": lambda m, d: (1, m.nv),
}


def good(name, argument, m, d):
    """A value that fits ``argument`` of function ``name``."""
    kind = argument.kind.rstrip("?")
    if kind in ("m", "d", "f", "s", "b"):
        return {"m": m, "d": d, "f": 0.5, "s": "xyz", "b": True}[kind]
    if kind == "i":
        return 1
    if kind[0] not in "RW":
        return None
    letter = kind[1] if kind[1] in "isb" else ""
    dtype = {"": np.float64, "i": np.int32, "s": np.float32, "b": np.uint8}[letter]
    shape = kind[1 + len(letter) :]
    size = SIZE.get(f"{name}.{argument.name}") or SIZE.get(argument.name)
    if shape in ("n", "mn"):
        if size and name.startswith("mj"):
            shape = size(m, d)
        elif name.startswith("mj_"):
            shape = m.nv if shape == "n" else (m.nv, m.nv)
        else:
            shape = 4 if shape == "n" else (4, 4)
    else:
        shape = int(shape)
    return np.ones(shape, dtype)


def wrong(argument, value, other, other_data):
    """Values that do not fit ``argument``; ``value`` is one that does."""
    kind = argument.kind.rstrip("?")
    optional = argument.kind.endswith("?")
    if kind in ("m", "d"):
        return [None, 5, "m", other_data if kind == "m" else other]
    none = [] if optional else [None]
    if kind == "i":
        return [*none, "1", 1.5, [1], np.ones(2)] + ([10**9, -(10**9)] if argument.name in ID_NAMES else [])
    if kind == "f":
        return [*none, "x", [1.0, 2.0], object()]
    if kind == "s":
        return [*none, 5, b"\xff"]  # bytes that are no text
    if kind[0] not in "RW":
        return []
    shape, bad = value.shape, [*none, "x", object(), value.astype(complex), np.ones((2, 2, 2), value.dtype)]
    if kind[0] == "W":
        bad += [value.tolist(), value.astype(np.int64), value.astype(">f8")]
        frozen = value.copy()
        frozen.flags.writeable = False
        bad.append(frozen)
        if value.size > 1:
            bad.append(np.ones((*shape[:-1], 2 * shape[-1]), value.dtype)[..., ::2])
    if not kind.endswith("n"):  # a fixed number of elements
        bad += [
            np.ones(value.size + 1, value.dtype),
            np.ones(value.size - 1, value.dtype),
            np.zeros((2, 2), value.dtype),
        ]
    if kind.endswith("mn") and kind[0] == "W":
        bad.append(np.asfortranarray(np.ones((3, 4), value.dtype)))
    return bad


def attempt(function, values):
    """Call; what it raises must be one of the expected errors, with a message."""
    try:
        function(*values)
    except EXPECTED as error:
        assert str(error)
        return error
    except NotImplementedError:
        return None
    return None


# ids that are out of range answer with None, or with the plain reset, as in 3.5.0
ABSENT_IS_FINE = {("mj_id2name", "id"), ("mj_resetDataKeyframe", "key")}


@pytest.mark.parametrize("name", functions())
def test_wrong_arguments_raise(name, stage):
    m, d, other, other_data = stage
    function, arguments = getattr(gelenk, name), SIGNATURES[name].arguments
    values = [good(name, a, m, d) for a in arguments]
    for i, argument in enumerate(arguments):
        for bad in wrong(argument, values[i], other, other_data):
            if argument.kind[0] == "W":
                values = [good(name, a, m, d) for a in arguments]
            error = attempt(function, [*values[:i], bad, *values[i + 1 :]])
            if (name, argument.name) in ABSENT_IS_FINE and isinstance(bad, int):
                continue
            assert error is not None, f"{name} took {argument.name} = {bad!r}"
    with pytest.raises(TypeError):
        function(*[None] * (len(arguments) + 1))
    with pytest.raises(TypeError):
        function(*values, no_such_argument=1)


@pytest.mark.parametrize(
    "name", [n for n in functions() if {"m", "d"} <= {a.kind for a in SIGNATURES[n].arguments}]
)
def test_data_of_another_model_is_refused(name, stage):
    m, d, other, other_data = stage
    arguments = SIGNATURES[name].arguments
    values = [good(name, a, m, d) for a in arguments]
    for pair in ((m, other_data), (other, d)):
        swapped = [
            pair["md".index(a.kind)] if a.kind in "md" else v for a, v in zip(arguments, values, strict=True)
        ]
        with pytest.raises(EXPECTED):
            getattr(gelenk, name)(*swapped)


@pytest.mark.parametrize("name", [n for n in functions() if n.startswith(("mj_", "mjd_"))])
def test_vectors_of_a_wrong_length_are_refused(name, stage):
    """Vectors that native code reads or writes to the length that the model says."""
    m, d, _, _ = stage
    arguments = SIGNATURES[name].arguments
    for i, argument in enumerate(arguments):
        if not argument.kind.rstrip("?").endswith("n") or argument.kind[0] not in "RW":
            continue
        for size in (0, 1, 997):
            values = [good(name, a, m, d) for a in arguments]
            shape = (size,) if values[i].ndim == 1 else (size, size)
            if name in ("mj_getState", "mj_setState") and size == 1:
                continue  # the time alone
            values[i] = np.ones(shape, values[i].dtype)
            error = attempt(getattr(gelenk, name), values)
            assert error is not None, f"{name} took {argument.name} of shape {shape}"


def test_a_model_has_no_constructor_and_data_needs_a_model():
    with pytest.raises(TypeError):
        gelenk.MjModel()
    for bad in (None, 5, "x"):
        with pytest.raises(TypeError):
            gelenk.MjData(bad)
    with pytest.raises(TypeError):
        gelenk.MjModel.from_xml_string(5)
    with pytest.raises(EXPECTED):
        gelenk.MjModel.from_xml_path("/no/such/file.xml")
    with pytest.raises((TypeError, *EXPECTED)):
        gelenk.MjModel.from_xml_path(None)


@pytest.mark.parametrize("bad", ["x", np.ones(3), [1, 2], None, object()])
def test_fields_take_only_what_fits(stage, bad):
    m, d, _, _ = stage
    for target, field in ((d, "qpos"), (d, "ctrl"), (m, "body_pos"), (m.opt, "gravity"), (m, "jnt_type")):
        if isinstance(bad, np.ndarray) and field in ("gravity", "body_pos"):
            continue
        before = np.array(getattr(target, field))
        with pytest.raises(EXPECTED):
            setattr(target, field, bad)
        np.testing.assert_array_equal(getattr(target, field), before)


def test_sizes_cannot_be_set(stage):
    m, d, _, _ = stage
    for target, field in ((m, "nv"), (m, "nbody"), (d, "ncon"), (d, "nefc")):
        with pytest.raises((AttributeError, *EXPECTED)):
            setattr(target, field, 10**6)


@pytest.mark.parametrize("nstep", [None, "3", 1.5, [1], 2.0**70])
def test_the_number_of_steps_is_an_integer(stage, nstep):
    m, d, _, _ = stage
    with pytest.raises((OverflowError, *EXPECTED)):
        gelenk.mj_step(m, d, nstep)


INTEGERS = (-(2**31), -7, -1, 0, 1, 2, 5, 20, 10**6, 2**31 - 1, 2**40)
FLOATS = (0.0, 1.0, -1.0, np.nan, np.inf, 1e300, 1e-300)
# it takes any number of steps, and means it; text goes to the terminal
ENDLESS = {"mj_step", "mju_printMat", "mju_printMatSparse", "mju_writeLog"}


@pytest.mark.parametrize("name", [n for n in functions() if n not in ENDLESS])
@pytest.mark.filterwarnings("ignore")
def test_any_numbers_give_a_result_or_one_of_the_errors(name, stage):
    m, d, _, _ = stage
    rng = np.random.default_rng(sum(map(ord, name)))
    for _ in range(60):
        values = []
        for argument in SIGNATURES[name].arguments:
            value, kind = good(name, argument, m, d), argument.kind.rstrip("?")
            if kind == "i":
                value = int(rng.choice(INTEGERS))
            elif kind == "f":
                value = float(rng.choice(FLOATS))
            elif isinstance(value, np.ndarray) and value.dtype.kind == "f":
                value[...] = 10.0 * rng.standard_normal(value.shape)
                value.flat[0] = rng.choice(FLOATS)
            elif isinstance(value, np.ndarray):
                value[...] = rng.integers(0, 100, value.shape)
            values.append(value)
        attempt(getattr(gelenk, name), values)
    m.body_mass[...], m.body_inertia[...] = np.maximum(m.body_mass, 0.1), np.maximum(m.body_inertia, 0.01)
    gelenk.mj_resetData(m, d)
    gelenk.mj_step(m, d)


@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize("fill", [1, 255])
def test_stages_in_any_order_survive_a_debug_reset(fill):
    m = models.load("arm")
    d = gelenk.MjData(m)
    names = [n for n in functions() if [a.kind for a in SIGNATURES[n].arguments] == ["m", "d"]]
    for name in names:
        gelenk.mj_resetDataDebug(m, d, fill)
        assert not d.moment_colind.any()
        getattr(gelenk, name)(m, d)
    gelenk.mj_resetData(m, d)
    gelenk.mj_step(m, d)
    assert np.isfinite(d.qpos).all()
