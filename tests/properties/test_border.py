"""Entry points of the compiled border do what the Python functions do whose places they have taken: results to the
bit, errors to the letter, memory to the byte.

Documents: design / The border
"""

import copy
import gc
import inspect
import os
import pickle
import shutil
import subprocess
import sys
import threading
from pathlib import Path

import numpy as np
import pytest

import gelenk
from gelenk.api import mju_misc, native_entries
from gelenk.runtime import state as state_vectors
from gelenk.tables.docstrings import MISSING
from gelenk.tables.fields_data import STATE
from gelenk.tables.functions.targets import TARGETS
from gelenk.toolchain import cache, digests, library, struct_layout
from gelenk.toolchain.extension import load
from tests.properties.test_arguments import good
from tests.support import models
from tests.support.stand_ins import OTHER, outcome, stand_ins, world

ROOT = Path(__file__).resolve().parents[2]
FIELDS = [
    name for name in struct_layout.DATA.arrays if isinstance(getattr(gelenk.MjData, name, None), property)
]


def contact():
    """One of its own, with a number in each field."""
    made = gelenk.MjContact()
    made.dist, made.dim, made.geom[:], made.frame[:] = -0.01, 3, (0, 1), np.arange(9.0)
    return made


FITTING = {  # arguments that others, or what they mean, ask for
    ("mj_addM", "dst"): lambda m: np.ones(m.nC),
    ("mj_addM", "rownnz"): lambda m: m.M_rownnz.copy(),
    ("mj_addM", "rowadr"): lambda m: m.M_rowadr.copy(),
    ("mj_addM", "colind"): lambda m: m.M_colind.copy(),
    ("mj_setLengthRange", "opt"): lambda m: gelenk.MjLROpt(),
    ("mj_setLengthRange", "index"): lambda m: 0,
    ("mj_readCtrl", "id"): lambda m: 0,
    ("mj_readSensor", "id"): lambda m: 0,
    ("mj_readSensor", "result"): lambda m: np.zeros(m._a_sensor_dim[0]),
    ("mju_Halton", "base"): lambda m: 3,
    ("mj_addContact", "con"): lambda m: contact(),
    ("mju_rayGeom", "geomtype"): lambda m: int(gelenk.mjtGeom.mjGEOM_BOX),
    ("mju_encodePyramid", "pyramid"): lambda m: np.ones(6),
    ("mju_decodePyramid", "pyramid"): lambda m: np.ones(6),
}
# a band matrix of 4 rows, of which the last is dense; its diagonal is not 0
BAND = {"ntotal": 4, "nband": 2, "ndense": 1}
for _name in ("bandDiag", "band2Dense", "dense2Band", "bandMulMatVec", "cholFactorBand", "cholSolveBand"):
    for _argument, _value in BAND.items():
        FITTING[f"mju_{_name}", _argument] = lambda m, value=_value: value
for _name, _argument in (
    ("band2Dense", "mat"),
    ("dense2Band", "res"),
    ("cholFactorBand", "mat"),
    ("cholSolveBand", "mat"),
):
    FITTING[f"mju_{_name}", _argument] = lambda m: np.array([0, 2, 0.5, 3, 0.1, 4, 0.2, 0.3, 0.4, 5])
FITTING |= {
    ("mju_band2Dense", "res"): lambda m: np.ones((4, 4)),
    ("mju_dense2Band", "mat"): lambda m: np.arange(16.0).reshape(4, 4),
    ("mju_bandMulMatVec", "mat"): lambda m: np.arange(10.0).reshape(5, 2),
    ("mju_bandMulMatVec", "vec"): lambda m: np.ones((2, 2)),
    ("mju_bandMulMatVec", "res"): lambda m: np.ones(4),
    ("mju_cholSolveBand", "vec"): lambda m: np.ones(4),
    ("mju_cholSolveBand", "res"): lambda m: np.ones(4),
    ("mju_boxQP", "H"): lambda m: np.diag([1.0, 2.0, 3.0, 4.0]) + 0.1,
    ("mju_boxQP", "R"): lambda m: np.ones((4, 11)),
    ("mju_sparse2dense", "rownnz"): lambda m: np.array([1, 2, 0, 1], np.int32),
    ("mju_sparse2dense", "rowadr"): lambda m: np.array([0, 1, 3, 2], np.int32),
}
native = pytest.mark.skipif(load.module is None, reason="there is no border here")


@pytest.fixture(scope="module")
def stage():
    m, d = world()
    other = gelenk.MjModel.from_xml_string(OTHER)
    return m, d, other, gelenk.MjData(other), copy.copy(m)


def own(value):
    """A value that a call may change without touching what the next call gets."""
    if isinstance(value, gelenk.MjData) and value.__dict__:
        return copy.copy(value)
    whole = isinstance(value, np.ndarray) and value.flags.carray and value.dtype != object
    return value.copy() if whole else value


def field_bytes(d, name):
    """The bytes of a field, as far as its rows count; nothing where its indices were spoiled."""
    try:
        return getattr(d, name).tobytes()
    except (IndexError, ValueError):
        return None


def contents(value):
    """All that there is in an argument after the call."""
    if isinstance(value, np.ndarray) and value.dtype != object:
        return value.tobytes()
    if isinstance(value, gelenk.MjData) and value.__dict__:
        value._a_timer_duration[:] = 0.0
        value._set_scalar("need_stage", 0)  # what the first of the two calls had to load
        scalars = [
            int(value._ints[struct_layout.DATA.offset[name] // 8]) for name in struct_layout.DATA.scalars
        ]
        return (
            scalars,
            [field_bytes(value, name) for name in FIELDS],  # rows that count: others may be anything
            value._told,
            value.contact.geom.tobytes(),
            value.efc_J.tobytes(),
        )
    return None


def agree(name, args, kwargs=None):
    """Call the entry point and the Python function, each with arguments of its own, and compare everything."""
    kwargs = kwargs or {}
    seen = []
    replaced = native_entries.with_keyword_hints(TARGETS[name], native_entries.REPLACED_FUNCTIONS[name])
    for function in (getattr(gelenk, name), replaced):
        given, named = [own(a) for a in args], {key: own(a) for key, a in kwargs.items()}
        mju_misc.DRAWS[:] = 0.0
        result = outcome(function, given, named)
        if isinstance(result[1], np.ndarray):
            ours = any(result[1] is a for a in (*given, *named.values()))
            result = (result[0], result[1].tobytes(), ours)
        seen.append((result, [contents(a) for a in [*given, *named.values()]]))
    shown = [type(a).__name__ if not isinstance(a, int | float | str) else a for a in args]
    assert seen[0][0] == seen[1][0], (name, shown, kwargs.keys())
    assert seen[0][1] == seen[1][1], (name, shown, kwargs.keys())
    return seen[0][0]


def arguments(name, stage):
    """Good arguments of a function."""
    m, d = stage[:2]
    values = []
    for argument in TARGETS[name].signature.arguments:
        value = good(name, argument, m, d)
        if isinstance(value, np.ndarray) and value.dtype.kind == "f":
            value[...] = np.random.default_rng(len(name)).normal(size=value.shape)
        if argument.kind == "f" and argument.name == "dt":
            value = 0.002
        if name in ("mj_getState", "mj_setState", "mj_stateSize") and argument.name == "sig":
            value = 7 - 1  # qpos and qvel
            if name != "mj_stateSize":
                values[2] = np.ones(gelenk.mj_stateSize(m, value))
        if name == "mj_extractState":
            value = {
                "srcsig": 6,
                "dstsig": 2,
                "src": np.arange(m.nq + m.nv) * 1.0,
                "dst": np.zeros(m.nq),
            }.get(argument.name, value)
        if (name, argument.name) in FITTING:
            value = FITTING[name, argument.name](m)
        values.append(value)
    return values


@native
@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize("name", [name for name, target in TARGETS.items() if not target.is_drawing])
def test_an_entry_point_and_its_python_function_agree(name, stage):
    values = arguments(name, stage)
    rows = TARGETS[name].signature.arguments
    kind = agree(name, values)
    of_a_type = ("mj_rayMesh", "mj_rayHfield", "mj_rayFlex")  # geom 1 is a box, and there are no flexes
    assert not issubclass(kind[0], Exception) or name in of_a_type, kind
    for i, argument in enumerate(rows):
        for other in stand_ins(argument, values[i], stage):
            agree(name, [*values[:i], other, *values[i + 1 :]])
    names = [a.name for a in rows]
    for cut in range(len(names) + 1):  # by position, then by name
        agree(name, values[:cut], dict(zip(names[cut:], values[cut:], strict=True)))
    turned = dict(reversed(list(zip(names, values, strict=True))))
    agree(name, [], turned)
    agree(
        name, [], {"".join(list(key)): value for key, value in turned.items()}
    )  # names that are not interned
    agree(name, values[:-1])
    agree(name, [*values, 1])
    agree(name, [])
    agree(name, values, {"zz": 1})
    if names:
        agree(name, values, {names[0]: values[0]})
        agree(name, values[:-1], {"zz": values[-1]})


@native
def test_every_target_is_an_entry_point_and_says_what_its_python_function_says():
    for name, python in native_entries.REPLACED_FUNCTIONS.items():
        entry = getattr(gelenk, name)
        assert type(entry).__name__ == "builtin_function_or_method"
        assert entry.__doc__ == python.__doc__
        assert entry.__module__ == python.__module__
        assert pickle.loads(pickle.dumps(entry)) is entry
        assert copy.deepcopy(entry) is entry
        assert getattr(sys.modules[entry.__module__], name) is entry
        wanted = [
            (a.name, inspect.Parameter.empty if a.default is MISSING else a.default)
            for a in TARGETS[name].signature.arguments
        ]
        for function in (entry, python):
            assert [(p.name, p.default) for p in inspect.signature(function).parameters.values()] == wanted


@native
def test_lists_and_arrays_give_the_same_bits():
    rng = np.random.default_rng(3)
    for _ in range(50):
        quat, vector, n = rng.normal(size=4), rng.normal(size=3), rng.normal(size=17)
        for name, size, given in (
            ("mju_quat2Mat", 9, (quat,)),
            ("mju_mulQuat", 4, (quat, quat[::-1].copy())),
            ("mju_rotVecQuat", 3, (vector, quat)),
            ("mju_addScl", 17, (n, n[::-1].copy(), 0.3)),
        ):
            first, second = np.zeros(size), np.zeros(size)
            getattr(gelenk, name)(first, *given)
            getattr(gelenk, name)(second, *[a.tolist() if isinstance(a, np.ndarray) else a for a in given])
            assert first.tobytes() == second.tobytes(), name
        assert gelenk.mju_dot(n, n) == gelenk.mju_dot(n.tolist(), n)


@native
def test_state_vectors_are_those_of_the_field_tables(stage):
    m, d = stage[:2]
    count = int(gelenk.mjtState.mjNSTATE)  # components of the level
    assert count <= len(STATE)
    for bits in [1 << i for i in range(count)] + [(1 << count) - 1, 0]:
        n = state_vectors.size(m, bits)
        assert gelenk.mj_stateSize(m, bits) == n
        ours, tables = np.zeros(n), np.ones(n)
        gelenk.mj_getState(m, d, ours, bits)
        state_vectors.get(m, d, tables, bits)
        assert ours.tobytes() == tables.tobytes()


def history(function, m, callback=None):
    """What a simulation with too little room, a bad number and a reset on its way leaves."""
    d = gelenk.MjData(m)
    d._resize(nconmax=1, nefcmax=1, nJmax=1)
    told = []
    gelenk.set_mju_user_warning(told.append)
    gelenk.set_mjcb_control(callback)
    try:
        for _ in range(200):
            function("mj_step")(m, d)
        function("mj_step")(m, d, 20)
        function("mj_step")(m, d, nstep=5)
        d._resize(nconmax=1, nefcmax=1, nJmax=1)
        function("mj_forward")(m, d)
        d._resize(nconmax=1)
        for name in ("mj_kinematics", "mj_comPos", "mj_collision"):
            function(name)(m, d)
        d._resize(nefcmax=8, nJmax=1)
        function("mj_makeConstraint")(m, d)
        for _ in range(2):
            d.qvel[0] = np.nan
            function("mj_step")(m, d)
        function("mj_resetData")(m, d)
        d.qvel[0] = np.nan
        function("mj_step")(m, d)
    finally:
        gelenk.set_mju_user_warning(None)
        gelenk.set_mjcb_control(None)
    return d.qpos.tobytes(), d.qacc.tobytes(), told, d._a_timer_number.tolist()


@native
@pytest.mark.parametrize("callback", [False, True])
def test_growth_warnings_and_callbacks_go_on_where_native_code_stopped(callback):
    m = models.load("humanoid")
    seen = []
    for function in (lambda name: getattr(gelenk, name), native_entries.REPLACED_FUNCTIONS.__getitem__):
        asked = []

        def control(m, d, asked=asked):
            asked.append(d.time)
            d.ctrl[:] = 0.01 * np.sin(d.time)

        seen.append((history(function, m, control if callback else None), asked))
    assert seen[0] == seen[1]
    assert len(seen[0][0][2]) >= 2


@native
def test_what_a_callback_raises_comes_out_and_nothing_is_asked_twice():
    m, d = world()
    calls = []

    def passive(m, d):
        calls.append(1)
        raise KeyError("own")

    gelenk.set_mjcb_passive(passive)
    try:
        for name in ("mj_step", "mj_forward", "mj_passive", "mj_fwdVelocity"):
            with pytest.raises(KeyError, match="own"):
                getattr(gelenk, name)(m, d)
    finally:
        gelenk.set_mjcb_passive(None)
    assert len(calls) == 4


@native
def test_a_clock_of_a_program_is_asked():
    m, d = world()
    times = iter(range(100))
    gelenk.set_mjcb_time(lambda: next(times))
    try:
        before = d.timer[gelenk.mjtTimer.mjTIMER_FORWARD].duration
        gelenk.mj_forward(m, d)
        gelenk.mj_step(m, d)
    finally:
        gelenk.set_mjcb_time(None)
    assert d.timer[gelenk.mjtTimer.mjTIMER_FORWARD].duration == before + 1
    number, took = d.timer[gelenk.mjtTimer.mjTIMER_FORWARD].number, d.timer[1].duration
    gelenk.mj_forward(m, d)
    assert d.timer[gelenk.mjtTimer.mjTIMER_FORWARD].number == number + 1
    assert 0 < d.timer[1].duration - took < 10


@native
def test_indices_that_a_user_writes_are_noticed():
    m, d = world()
    gelenk.mj_kinematics(m, d)
    before = int(m.geom_bodyid[1])
    gelenk.mj_kinematics(m, d)
    for name in ("mj_kinematics", "mj_step", "mj_mulM"):
        m.geom_bodyid[1] = 10**6
        given = [m, d] if name != "mj_mulM" else [m, d, np.zeros(m.nv), np.zeros(m.nv)]
        with pytest.raises(IndexError, match="geom_bodyid"):
            getattr(gelenk, name)(*given)
        m.geom_bodyid[1] = before
        getattr(gelenk, name)(*given)


@native
@pytest.mark.parametrize("name", [n for n, target in TARGETS.items() if target.parts])
def test_what_a_user_writes_into_contacts_and_rows_is_noticed(name):
    m, d = world()
    values = [m, d, *arguments(name, (m, d))[2:]]
    assert d.nefc > d.nl > 0
    nl, geom, kind = d.nl, d.contact.geom.copy(), d.efc_type.copy()
    d._set_scalar("nl", d.nefc + 1)
    agree(name, values)
    d._set_scalar("nl", nl)
    d.contact.geom[0] = 10**6
    agree(name, values)
    d.contact.geom[...] = geom
    d.efc_type[0] = 10**6
    agree(name, values)
    d.efc_type[...] = kind
    agree(name, values)


@native
def test_an_index_may_run_any_code_before_anything_is_looked_at():
    m, d = world()
    jac = np.zeros((3, m.nv))

    class Shrinks:
        def __index__(self):
            jac.resize((0,), refcheck=False)
            return 1

    with pytest.raises(TypeError):
        gelenk.mj_jacBody(m, d, jac, None, Shrinks())

    class Drops:
        def __index__(self):
            gelenk.mj_resetData(m, d)  # no contact is left
            return 0

    gelenk.mj_forward(m, d)
    gelenk.mj_addContact(m, d, gelenk.MjContact())
    with pytest.raises(IndexError):
        gelenk.mj_contactForce(m, d, Drops(), np.zeros(6))


@native
def test_a_result_that_nobody_wants_may_be_larger_than_the_stack():
    bodies = "".join(f"<body pos='{i} 0 0'><freejoint/><geom size='.1'/></body>" for i in range(300))
    m = gelenk.MjModel.from_xml_string(f"<mujoco><worldbody>{bodies}</worldbody></mujoco>")
    d = gelenk.MjData(m)
    gelenk.mj_forward(m, d)
    for body in (1, 300):
        jac, both = np.zeros((3, m.nv)), np.zeros((3, m.nv))
        gelenk.mj_jacBody(m, d, None, jac, body)
        gelenk.mj_jacBody(m, d, np.zeros((3, m.nv)), both, body)
        assert jac.tobytes() == both.tobytes() and jac.any()


@native
def test_many_calls_keep_references_and_memory(request):
    m, d = world()
    jac, quat, nine = np.zeros((3, m.nv)), np.array([0.5, 0.5, -0.5, 0.5]), np.zeros(9)
    vector = np.zeros(m.nv)
    calls = (
        lambda: gelenk.mj_jacBody(m, d, jac, None, 1),
        lambda: gelenk.mj_jacBody(m=m, d=d, jacp=jac, jacr=None, body=1),
        lambda: gelenk.mj_kinematics(m, d),
        lambda: gelenk.mj_mulM(m, d, vector, vector),
        lambda: gelenk.mju_quat2Mat(nine, quat),
        lambda: gelenk.mju_dot3(quat[:3], quat[1:]),
        lambda: gelenk.mj_stateSize(m, 6),
        lambda: gelenk.mj_resetData(m, d),
        lambda: gelenk.mju_quat2Mat(nine, [1, 0, 0, 0]),  # the long way
        lambda: outcome(gelenk.mj_jacBody, (m, d, jac, None, 10**9), {}),
    )
    gc.collect()
    gc.freeze()  # what all tests before have left is not looked through again and again
    request.addfinalizer(gc.unfreeze)
    for call in calls:
        for _ in range(20):
            call()
        gc.collect()
        kept = [m, d, jac, quat, nine, vector, None, gelenk.mj_jacBody]
        before, blocks = [sys.getrefcount(o) for o in kept], sys.getallocatedblocks()
        for _ in range(3000):
            call()
        gc.collect()
        after = [sys.getrefcount(o) for o in kept]
        assert max(abs(a - b) for a, b in zip(after, before, strict=True)) < 20
        assert sys.getallocatedblocks() - blocks < 500  # a leak would be one a call


@native
def test_threads_give_the_bits_of_one():
    m, _ = world()

    def simulate(out, i):
        d = gelenk.MjData(m)
        d.qvel[:] = 0.1 * i
        for _ in range(200):
            gelenk.mj_step(m, d)
            gelenk.mj_forward(m, d)
        out[i] = d.qpos.tobytes()

    alone, together = {}, {}
    for i in range(4):
        simulate(alone, i)
    threads = [threading.Thread(target=simulate, args=(together, i)) for i in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert alone == together


def run(code, **environment):
    env = os.environ | {"GELENK_QUIET": "1", "PYTHONPATH": str(ROOT)} | environment
    done = subprocess.run([sys.executable, "-c", code], env=env, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    return done.stdout.split()


SHOW = (
    "import numpy as np, gelenk as g\n"
    "from gelenk.toolchain.extension import load\n"
    f"m = g.MjModel.from_xml_string({OTHER!r}); d = g.MjData(m); r = np.zeros(9)\n"
    "g.mju_quat2Mat(r, [0.6, 0.0, 0.8, 0.0]); g.mj_kinematics(m, d)\n"
    "kinds = [type(f).__name__ for f in (g.mj_kinematics, g.mju_dot3(r[:3], r[:3]))]\n"
    "print(kinds[0], load.module is not None, r[0].round(9), kinds[1])"
)


def test_without_the_border_functions_stay_in_python(tmp_path):
    plain = ["function", "False", "-0.28", "float"]
    assert run(SHOW, GELENK_JIT="0") == plain
    away = "import sys; sys.modules['numba'] = None\n"  # as if it were not installed
    assert run(away + SHOW, GELENK_CACHE=str(tmp_path), GELENK_JIT="0") == plain


@native
def test_a_border_that_cannot_be_loaded_leaves_python(tmp_path):
    path = Path(load.module.__file__)
    damaged = tmp_path / path.name
    damaged.write_bytes(path.read_bytes()[:5000])
    damaged.chmod(0o600)
    for name in (
        "awake",
        "position",
        "setconst",
    ):  # what the program runs is not damaged, and not compiled anew
        library.load([name])
        shutil.copy(cache.find(digests.library_name(name, library.LIBRARIES[name])), tmp_path)
    found = run(SHOW, GELENK_CACHE=str(tmp_path))
    assert found[1:] in (["False", "-0.28", "float"], ["True", "-0.28", "float"])


@native
def test_arrays_of_an_unknown_numpy_are_left_alone(monkeypatch):
    assert not load.unexpected_layout()
    monkeypatch.setattr(load, "SHAPE", load.SHAPE + 8)
    assert load.unexpected_layout()
    assert load.load() is None


@native
def test_a_second_copy_of_the_package_stays_in_python():
    assert not load.module._setup(*range(7))
    assert library.JIT and not digests.checking()
    assert gelenk.mju_dot3([1, 2, 3], np.ones(3)) == 6.0
