"""Same inputs, same bits: runs, processes, copies, pickles, states; plain Python agrees."""

import copy
import gc
import hashlib
import os
import pickle
import subprocess
import sys
import weakref

import numpy as np
import pytest

import gelenk
import scenes
from tests.support import models
from tests.support.tolerance import tol

NAMES = ["arm", "loops", "humanoid", "boxes50"]
INTEGRATION = gelenk.mjtState.mjSTATE_INTEGRATION


def drive(m, d, n, seed=0):
    """``n`` steps under random controls."""
    rng = np.random.default_rng(seed)
    for _ in range(n):
        d.ctrl[:] = models.controls(m, rng)
        gelenk.mj_step(m, d)


def bits(m, d):
    """Hash of all that a step leaves behind: state, forces, contacts, sensors."""
    h = hashlib.sha256()
    for a in (
        d.qpos,
        d.qvel,
        d.act,
        d.qacc,
        d.qacc_warmstart,
        d.xpos,
        d.sensordata,
        d.efc_force,
        d.qfrc_constraint,
    ):
        h.update(np.ascontiguousarray(a).tobytes())
    for a in (d.contact.pos, d.contact.frame, d.contact.dist, d.contact.geom):
        h.update(np.ascontiguousarray(a).tobytes())
    h.update(np.float64(d.time).tobytes())
    return h.hexdigest()


@pytest.fixture(scope="module", params=NAMES)
def model(request):
    return models.load(request.param)


def started(m, n=60):
    d = gelenk.MjData(m)
    drive(m, d, n)
    return d


def test_running_twice_gives_the_same_bits(model):
    first, second = started(model, 100), started(model, 100)
    assert bits(model, first) == bits(model, second)
    drive(model, second, 1, seed=5)
    assert bits(model, first) != bits(model, second)


def test_a_reset_forgets_everything(model):
    d = started(model, 80)
    gelenk.mj_resetData(model, d)
    drive(model, d, 60)
    assert bits(model, d) == bits(model, started(model))


@pytest.mark.parametrize("way", ["copy", "deepcopy", "pickle", "mj_copyData"])
def test_a_copy_goes_on_with_the_same_bits(model, way):
    d = started(model)
    if way == "copy":
        other = copy.copy(d)
    elif way == "deepcopy":
        other = copy.deepcopy(d)
    elif way == "pickle":
        other = pickle.loads(pickle.dumps(d))
    else:
        other = gelenk.MjData(model)
        gelenk.mj_copyData(other, model, d)
    m2 = other.model
    assert bits(m2, other) == bits(model, d)
    drive(model, d, 30, seed=1)
    assert bits(m2, other) != bits(model, d)  # they share no memory
    drive(m2, other, 30, seed=1)
    assert bits(m2, other) == bits(model, d)


def test_a_copied_model_moves_with_the_same_bits(model):
    expected = bits(model, started(model))
    for m2 in (copy.copy(model), copy.deepcopy(model), pickle.loads(pickle.dumps(model))):
        assert bits(m2, started(m2)) == expected


def test_a_state_vector_restores_the_motion_to_the_bit(model):
    d = started(model)
    state = np.zeros(gelenk.mj_stateSize(model, INTEGRATION))
    gelenk.mj_getState(model, d, state, INTEGRATION)
    drive(model, d, 40, seed=2)
    other = started(model, 13)
    gelenk.mj_setState(model, other, state, INTEGRATION)
    drive(model, other, 40, seed=2)
    assert bits(model, other) == bits(model, d)


def test_ten_steps_in_one_call_are_ten_calls(model):
    one, ten = started(model), started(model)
    for _ in range(10):
        gelenk.mj_step(model, one)
    gelenk.mj_step(model, ten, nstep=10)
    assert bits(model, one) == bits(model, ten)


def test_two_halves_of_a_step_are_a_step(model):
    if model.opt.integrator == gelenk.mjtIntegrator.mjINT_RK4:
        pytest.skip("RK4 has no halves")
    whole, halves = started(model), started(model)
    for _ in range(10):
        gelenk.mj_step(model, whole)
        gelenk.mj_step1(model, halves)
        gelenk.mj_step2(model, halves)
    assert bits(model, whole) == bits(model, halves)


def test_stepping_other_worlds_in_between_changes_nothing(model):
    alone, mixed, other = started(model), started(model), started(model, 7)
    for k in range(20):
        drive(model, alone, 1, seed=k)
        drive(model, mixed, 1, seed=k)
        drive(model, other, 2, seed=k + 99)
    assert bits(model, alone) == bits(model, mixed)


CHILD = """
from tests.properties import test_sameness as t
from tests.support import models
for name in t.NAMES:
    m = models.load(name)
    print(name, t.bits(m, t.started(m)))
"""


def child(code, **env):
    result = subprocess.run(
        [sys.executable, "-c", code],
        env=os.environ | env,
        capture_output=True,
        text=True,
        timeout=900,
        check=False,
    )
    assert result.returncode == 0, result.stderr[-3000:]
    return result.stdout


def test_a_fresh_process_gives_the_same_bits():
    here = [f"{name} {bits(m, started(m))}" for name in NAMES for m in [models.load(name)]]
    assert child(CHILD, PYTHONHASHSEED="7").split("\n")[: len(NAMES)] == here


PLAIN = """
import sys
import numpy as np
import gelenk
import scenes
from gelenk.toolchain import library
from tests.properties import test_sameness as t
from tests.support import models
print(int(library.JIT))
for name in scenes.names():
    m = models.load(name)
    d = gelenk.MjData(m)
    t.drive(m, d, 2)
    print(name, np.concatenate([d.qpos, d.qvel, d.sensordata, d.qfrc_constraint]).tobytes().hex())
"""


def test_plain_python_computes_what_compiled_code_computes():
    results = {}
    for jit in ("0", "1"):
        mode, *rows = child(PLAIN, GELENK_JIT=jit).splitlines()
        assert mode == jit
        results[jit] = {name: np.frombuffer(bytes.fromhex(hex)) for name, hex in map(str.split, rows)}
    assert results["0"].keys() == set(scenes.names())
    for name, plain in results["0"].items():
        scale = np.maximum(1.0, np.abs(results["1"][name]))
        # LLVM contracts and reorders sums; stiff contacts of piles enlarge that
        assert (np.abs(plain - results["1"][name]) / scale).max() < tol(1e-9), name


CHECKED = """
from tests.properties import test_sameness as t
from tests.support import models
import gelenk
from gelenk.toolchain import digests, library
from gelenk.runtime import required_libraries
assert digests.checking()
steps = dict.fromkeys(t.NAMES, 50) | dict.fromkeys({further}, 20)
loaded = {name: models.load(name) for name in steps}
library.load(name for m in loaded.values() for name in required_libraries.libraries(m))  # all at once, by few processes
for name, m in loaded.items():
    t.started(m, steps[name])
print("ok")
"""


def check_indices(*further):
    assert child(CHECKED.replace("{further}", repr(further)), GELENK_CHECK="1").strip() == "ok"


@pytest.mark.slow
def test_no_index_is_out_of_bounds():
    check_indices("muscle_arm")


@pytest.mark.release
def test_no_index_is_out_of_bounds_in_further_models():
    check_indices("hand", "terrain", "cube", "cloth", "softbody")


@pytest.mark.parametrize("what", ["model", "data"])
def test_a_damaged_pickle_is_refused(what):
    m = models.load("arm")
    raw = bytearray(pickle.dumps(m if what == "model" else started(m)))
    rng = np.random.default_rng(0)
    refused = 0
    for _ in range(60):
        broken = bytearray(raw)
        # a bit of the numbers, which are most of it, but not of the pickle's own instructions
        where = rng.integers(len(raw) // 4, 3 * len(raw) // 4)
        broken[where] ^= 1 << int(rng.integers(8))
        try:
            pickle.loads(bytes(broken))
        except (
            ValueError,
            IndexError,
            TypeError,
            EOFError,
            pickle.UnpicklingError,
            AttributeError,
            KeyError,
        ):
            refused += 1
    assert refused == 60
    for size in rng.integers(1, len(raw) - 1, 10):
        with pytest.raises((ValueError, EOFError, pickle.UnpicklingError)):
            pickle.loads(bytes(raw[:size]))


STOPPED = """
import signal, threading, time, os
import gelenk
from tests.support import models
m = models.load("arm")
d = gelenk.MjData(m)
gelenk.mj_step(m, d)
threading.Timer(0.3, lambda: os.kill(os.getpid(), signal.SIGINT)).start()
start = time.perf_counter()
try:
    gelenk.mj_step(m, d, 10**10)
except KeyboardInterrupt:
    print(time.perf_counter() - start < 60, d.time > 0)
gelenk.mj_step(m, d)
"""


def test_many_steps_can_be_interrupted():
    assert child(STOPPED).strip() == "True True"


def test_memory_is_given_back_at_once():
    """Models and data are in no reference cycles, so that memory does not wait for the garbage collector."""
    gc.disable()
    try:
        m = models.load("arm")
        d = gelenk.MjData(m)
        gelenk.mj_step(m, d, 3)
        d.contact, d.joint("elbow").qpos, m.opt.timestep, m.body_parentid
        other = copy.copy(d)
        watched = [weakref.ref(x) for x in (m, d, other)]
        del m, d, other
        assert [w() for w in watched] == [None, None, None]
    finally:
        gc.enable()
