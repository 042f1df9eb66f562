"""Wrong arguments of every public function raise TypeError, ValueError or IndexError, and never crash.

The calls are made from the table of signatures: a good call of each function, with one argument wrong at a
time.
"""

import math

import numpy as np
import pytest

import gelenk
from gelenk.tables.docstrings import SIGNATURES
from tests.support import models

EXPECTED = (TypeError, ValueError, IndexError)
ID_NAMES = ("id", "objid", "key", "k")  # what is out of range is not always told by the table
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
    return sorted(SIGNATURES)


def extents(name, argument, m, d):
    """A shape that fits ``argument`` of function ``name``; entries that nothing tells are 4."""
    integers = {a.name for a in SIGNATURES[name].arguments if a.kind == "i"}

    def size(entry):
        if entry.isdecimal():
            return int(entry)
        if entry in integers:
            return 1
        return getattr(d if entry in ("ncon", "nefc") else m, entry, 4)

    def extent(entry):
        return sum(math.prod(size(factor) for factor in term.split("*")) for term in entry.split("+"))

    if name in ("mj_getState", "mj_setState"):
        return (2 * m.nv + m.nq,)
    shape = argument.shape or (argument.form.strip("*"),)
    if name.startswith("mj_"):
        shape = tuple("nv" if entry in ("m", "n") else entry for entry in shape)
    return tuple(map(extent, shape))


def good(name, argument, m, d):
    """A value that fits ``argument`` of function ``name``."""
    plain = {"m": m, "d": d, "f": 0.5, "s": "xyz", "b": True, "i": 1}
    if argument.dtype:
        return np.ones(extents(name, argument, m, d), argument.dtype)
    return plain.get(argument.kind)


def wrong(argument, value, other, other_data):
    """Values that do not fit ``argument``; ``value`` is one that does."""
    kind = argument.kind
    if kind in ("m", "d"):
        return [None, 5, "m", other_data if kind == "m" else other]
    none = [] if argument.optional else [None]
    if kind == "i":
        far = [10**9, -(10**9)] if argument.below or argument.name in ID_NAMES else []
        return [*none, "1", 1.5, [1], np.ones(2), *far]
    if kind == "f":
        return [*none, "x", [1.0, 2.0], object()]
    if kind == "s":
        return [*none, 5, b"\xff"]  # bytes that are no text
    if kind == "o":
        return [5, "x"]
    if not argument.dtype:
        return []
    shape, bad = value.shape, [*none, "x", object(), value.astype(complex), np.ones((2, 2, 2), value.dtype)]
    if kind == "W":
        bad += [value.tolist(), value.astype(np.int64), value.astype(">f8")]
        frozen = value.copy()
        frozen.flags.writeable = False
        bad.append(frozen)
        if value.size > 1:
            bad.append(np.ones((*shape[:-1], 2 * shape[-1]), value.dtype)[..., ::2])
    if argument.form.isdecimal():  # a fixed number of elements
        bad += [
            np.ones(value.size + 1, value.dtype),
            np.ones(value.size - 1, value.dtype),
            np.zeros((2, 2), value.dtype),
        ]
    if argument.is_matrix and kind == "W":
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
            if argument.kind == "W":
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
        if not argument.dtype or argument.form.isdecimal():
            continue
        for size in (0, 1, 997):
            values = [good(name, a, m, d) for a in arguments]
            shape = (size,) if values[i].ndim == 1 else (size, size)
            if shape == values[i].shape or (name in ("mj_getState", "mj_setState") and size == 1):
                continue  # the right one; the time alone
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
            value, kind = good(name, argument, m, d), argument.kind
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
