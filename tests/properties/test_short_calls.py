"""Functions of few plain values have a short way, which says what the long one does."""

import random

import mujoco
import pytest

import gelenk
from gelenk.world import length_range

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
    numbers = [0, 1, 1023, *(rng.getrandbits(rng.randint(1, 63)) for _ in range(300))]
    numbers += [(1 << k) + side for k in range(1, 63) for side in (-1, 0, 1)]
    numbers += [rng.getrandbits(rng.randint(1, 20)) << 10 * rng.randint(1, 4) for _ in range(300)]
    for number in numbers:
        assert gelenk.mju_writeNumBytes(number) == mujoco.mju_writeNumBytes(number), number
    assert gelenk.mju_writeNumBytes(-5) == "-5" and gelenk.mju_writeNumBytes(1 << 75) == "32768E"


def test_normal_numbers_are_those_of_the_module_random():
    random.seed(3)
    known = [random.gauss(0.0, 1.0) for _ in range(5)]
    random.seed(3)
    assert [gelenk.mju_standardNormal(num2) for num2 in (None, 0.5, None, 1, None)] == known


def test_the_cache_is_emptied_and_resized():
    cache, before = gelenk.mj_getCache(), gelenk.mj_getCacheCapacity(gelenk.mj_getCache())
    try:
        assert gelenk.mj_setCacheCapacity(cache, 1 << 20) == gelenk.mj_getCacheCapacity(cache) == 1 << 20
        cache.get(("kind",), b"content", lambda: "value", lambda value: 100)
        assert gelenk.mj_getCacheSize(cache) >= 100
        gelenk.mj_clearCache(cache)
        assert gelenk.mj_getCacheSize(cache) == 0
        with pytest.raises(TypeError, match="size cannot be negative"):
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
    with pytest.raises(TypeError, match="mj_setLengthRange: opt must be a MjLROpt"):
        gelenk.mj_setLengthRange(m, d, 0, None)
