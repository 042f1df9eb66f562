"""Functions of few plain values have a short way, which says what the long one does."""

import json
import math
import os
import random
import subprocess
import sys

import mujoco
import numpy as np
import pytest

import gelenk
from gelenk.engine.functions import vectors
from gelenk.runtime import length_range
from tests.support.tolerance import tol

SHORT = ("mj_version", "mj_versionString", "mj_getCache", "mju_type2Str", "mju_str2Type", "mju_warningText")


@pytest.mark.parametrize("name", SHORT)
def test_wrong_arguments_are_told_with_the_name_of_the_function(name):
    function = getattr(gelenk, name)
    with pytest.raises(TypeError, match=name):
        function(1, 2, 3)
    with pytest.raises(
        TypeError, match=f"{name}: unknown argument 'colour'|{name}: argument \\w+ is missing"
    ):
        function(colour=1)


def test_arguments_may_have_names_and_other_types():
    assert (
        gelenk.mju_type2Str(type=5)
        == gelenk.mju_type2Str(5.0)
        == gelenk.mju_type2Str(gelenk.mjtObj(5))
        == "geom"
    )
    assert gelenk.mju_str2Type(str="geom") == gelenk.mju_str2Type(b"geom") == 5
    assert gelenk.mju_warningText(info=3, warning=1) == gelenk.mju_warningText(1.0, 3)
    for function, wrong in (
        (gelenk.mju_type2Str, "5"),
        (gelenk.mju_str2Type, 5),
        (gelenk.mju_writeNumBytes, 0.5),
    ):
        with pytest.raises(TypeError, match=function.__name__):
            function(wrong)


def test_every_warning_has_a_text_and_no_other_number():
    for kind in range(int(gelenk.mjtWarning.mjNWARNING)):
        assert "7654" in gelenk.mju_warningText(kind, 7654)
    for kind in (-1, 99):
        with pytest.raises(ValueError, match="Invalid int value for mjtWarning"):
            gelenk.mju_warningText(kind, 1)


def test_numbers_of_bytes_are_those_of_the_reference():
    rng = random.Random(1)
    known = [0, 1, 1023, *(rng.getrandbits(rng.randint(1, 63)) for _ in range(300))]
    known += [(1 << k) + side for k in range(1, 63) for side in (-1, 0, 1)]
    known += [rng.getrandbits(rng.randint(1, 20)) << 10 * rng.randint(1, 4) for _ in range(300)]
    for number in known:
        assert gelenk.mju_writeNumBytes(number) == mujoco.mju_writeNumBytes(number), number
    assert gelenk.mju_writeNumBytes(-5) == "-5" and gelenk.mju_writeNumBytes(1 << 75) == "32768E"


def drawn(code, **environment):
    """Normal numbers of a new process, which ``code`` makes a list of; gelenk is there."""
    text = f"import gelenk, numpy as np\ndraw = gelenk.mju_standardNormal\nprint({code})"
    given = os.environ | environment
    run = subprocess.run([sys.executable, "-c", text], capture_output=True, text=True, check=True, env=given)
    return json.loads(run.stdout)


def test_normal_numbers_are_the_same_in_each_process_with_and_without_native_calls():
    known = drawn("[draw(None) for _ in range(6)]")
    assert len(set(known)) == 6
    mixed = "[draw(None), draw(0.5), draw(num2=np.ones(())), draw(1), draw('nan'), draw(None)]"
    assert drawn(mixed) == known
    assert drawn(mixed, GELENK_BORDER="0") == pytest.approx(known, rel=tol(1e-14))
    assert drawn("[draw(None) for _ in range(6)]", GELENK_JIT="0") == pytest.approx(known, rel=tol(1e-14))


def test_normal_numbers_come_in_pairs_of_philox():
    found = np.array(drawn("[draw(None) for _ in range(4)]")).reshape(2, 2)
    for i, (x, y) in enumerate(found):
        words = vectors.philox(0, 0, 2 * i, 0, 0, 0)
        radius, angle = vectors.fine_uniform(*words[:2]), vectors.fine_uniform(*words[2:])
        assert math.exp(-0.5 * (x * x + y * y)) == pytest.approx(radius, rel=tol(1e-12))
        assert math.atan2(y, x) % (2 * math.pi) == pytest.approx(2 * math.pi * angle, rel=tol(1e-12))


def test_normal_numbers_are_normal():
    n = 400_000
    x = np.array([gelenk.mju_standardNormal(None) for _ in range(n)])
    for power, moment, variance in ((1, 0, 1), (2, 1, 2), (3, 0, 15), (4, 3, 96)):
        assert abs((x**power).mean() - moment) < 5 * math.sqrt(variance / n)
    for lag in (1, 2, 3):
        assert abs((x[lag:] * x[:-lag]).mean()) < 5 / math.sqrt(n)
    expected = np.array([0.5 * (1 + math.erf(at / math.sqrt(2))) for at in np.sort(x)])
    assert np.abs(expected - (np.arange(n) + 0.5) / n).max() < 2.0 / math.sqrt(n)  # Kolmogorov: 7e-4 of all


def test_a_normal_number_takes_a_number_or_none():
    with pytest.raises(TypeError, match="mju_standardNormal: num2 must be a number"):
        gelenk.mju_standardNormal("x")
    with pytest.raises(TypeError, match="mju_standardNormal"):
        gelenk.mju_standardNormal()


def test_the_cache_is_emptied_and_resized():
    cache, before = gelenk.mj_getCache(), gelenk.mj_getCacheCapacity(gelenk.mj_getCache())
    try:
        assert gelenk.mj_setCacheCapacity(cache, 1 << 20) == gelenk.mj_getCacheCapacity(cache) == 1 << 20
        cache.get(("kind",), b"content", lambda: "value", lambda value: 100)
        assert gelenk.mj_getCacheSize(cache) >= 100
        gelenk.mj_clearCache(cache)
        assert gelenk.mj_getCacheSize(cache) == 0
        with pytest.raises(TypeError, match="size must be >= 0"):
            gelenk.mj_setCacheCapacity(cache, -1)
        for function in (gelenk.mj_clearCache, lambda cache: gelenk.mj_setCacheCapacity(cache, 1)):
            with pytest.raises(TypeError, match="cache must be a"):
                function(None)
    finally:
        gelenk.mj_setCacheCapacity(cache, before)


def test_which_actuators_get_a_range_of_lengths():
    m = gelenk.MjModel.from_xml_string(
        """<mujoco><worldbody><body><joint name="j" range="-1 1"/><geom size=".1"/></body></worldbody><actuator>
        <motor joint="j"/><muscle joint="j" lengthrange="0 1"/><general joint="j" gaintype="user"/></actuator>
        </mujoco>"""
    )
    options = gelenk.MjLROpt()
    wanted = {0: [], 1: [1], 2: [1, 2], 3: [0, 1, 2]}
    for options.useexisting in (0, 1):
        for mode, those in wanted.items():
            options.mode = mode
            found = [i for i in range(3) if length_range.wanted(m, i, options)]
            assert found == [i for i in those if not (options.useexisting and i == 1)]
    options.mode, options.uselimit = 3, 1
    d = gelenk.MjData(m)
    gelenk.mj_setLengthRange(m, d, 0, options)
    assert m.actuator_lengthrange[0].tolist() == m.jnt_range[0].tolist()
    for index, error in ((3, IndexError), (-1, IndexError), ("0", TypeError)):
        with pytest.raises(error, match="mj_setLengthRange: index"):
            gelenk.mj_setLengthRange(m, d, index, options)
    with pytest.raises(TypeError, match="mj_setLengthRange: opt must be an MjLROpt"):
        gelenk.mj_setLengthRange(m, d, 0, None)
