"""GELENK_STRICT=1: what it selects, what it refuses, and that ordinary code does not know of it."""

import importlib.util
import math
import re
import subprocess
import sys

import pytest

import gelenk
from gelenk.cli import doctor
from gelenk.tables.stages import LIBRARIES
from gelenk.toolchain import digests, library, wheel_manifest
from gelenk.toolchain.kernel import kernel

pytestmark = pytest.mark.skipif(not library.JIT, reason="plain Python has no libraries")
ROWS = LIBRARIES["energy"]


@pytest.fixture
def pendulum():
    """A model whose libraries are loaded, so that no strict ones stay in this process."""
    m = gelenk.models.load("pendulum")
    d = gelenk.MjData(m)
    gelenk.mj_step(m, d)
    return m


@pytest.fixture
def strict(pendulum, monkeypatch):
    monkeypatch.setenv("GELENK_STRICT", "1")


def names():
    return [
        digests.library_name("energy", ROWS),
        *digests.bitcode_names(ROWS),
        digests.border_name(),
        *digests.border_bitcode_names(ROWS),
    ]


def test_strict_files_have_names_of_their_own(monkeypatch):
    ordinary = names()
    monkeypatch.setenv("GELENK_STRICT", "1")
    strict = names()
    assert all(".strict." in name for name in strict) and not any("strict" in name for name in ordinary)
    assert not {name.split("-")[1] for name in strict} & {name.split("-")[1] for name in ordinary}, (
        "other sources"
    )
    monkeypatch.setenv("GELENK_STRICT", "0")
    assert names() == ordinary


def test_elementary_functions_are_sources_of_strict_code_alone(monkeypatch):
    mine = {"toolchain.strict_bitcode", "algebra.elementary.trigonometric", "algebra.elementary.exponential"}
    assert not mine & digests.closure_of(ROWS)
    monkeypatch.setenv("GELENK_STRICT", "1")
    assert mine <= digests.closure_of(ROWS, back=False)


def test_the_library_of_a_wheel_is_not_strict(strict, monkeypatch):
    made = wheel_manifest.Manifest(
        {digests.cpu_level(): wheel_manifest.Files("a", "b")}, {"energy": "hash"}, {}, ""
    )
    monkeypatch.setattr(wheel_manifest, "carried", lambda: made)
    monkeypatch.setattr(wheel_manifest, "untouched", lambda: True)
    assert not wheel_manifest.holds("energy", lambda: "hash")
    monkeypatch.delenv("GELENK_STRICT")
    assert wheel_manifest.holds("energy", lambda: "hash")


def test_without_numba_the_import_says_what_to_install(strict, monkeypatch):
    find = importlib.util.find_spec
    monkeypatch.setattr(importlib.util, "find_spec", lambda name: None if name == "numba" else find(name))
    with pytest.raises(ImportError, match=r"GELENK_STRICT=1 asks .* pip install 'gelenk\[compile\]'"):
        library.refuse_import()


def test_a_function_without_own_kernel_is_refused_by_name(strict):
    @kernel
    def gamma(x, n):
        x[0] = math.lgamma(x[0]) + math.erf(x[0])

    with pytest.raises(Exception, match=r"GELENK_STRICT=1 .* strict builds have no erf, lgamma"):
        library.jit(gamma, "Fi")


def test_specialize_is_refused(strict, pendulum):
    with pytest.raises(RuntimeError, match=r"specialize .* GELENK_STRICT=1"):
        gelenk.specialize(pendulum)


DERIVATIVES = """import os, gelenk
from gelenk.gradients import jacobian
m = gelenk.models.load("pendulum")
d = gelenk.MjData(m)
gelenk.mj_step(m, d)
os.environ["GELENK_STRICT"] = "1"
try:
    jacobian(m, d)
except RuntimeError as error:
    print(error)
"""


def test_exact_derivatives_are_refused():
    """In a process of its own, where libraries that the call needs before may be strict."""
    done = subprocess.run([sys.executable, "-c", DERIVATIVES], capture_output=True, text=True, check=True)
    assert re.search("exact derivatives .* GELENK_STRICT=1", done.stdout)


def test_gpus_are_refused(strict, pendulum):
    from gelenk.batch.device.gpu_worlds import DeviceBatch

    with pytest.raises(RuntimeError, match=r"GPUs .* GELENK_STRICT=1"):
        DeviceBatch(pendulum, 1)


def test_the_doctor_names_the_switch():
    assert "GELENK_STRICT" in doctor.SWITCHES
