"""Numbers, keywords and lists as they are written in attributes."""

import mujoco
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from gelenk.errors import Error
from gelenk.modeling.mjcf.read import from_string

NUMBERS = [
    "1",
    "+1",
    "-1",
    "1.",
    ".5",
    "1e3",
    "1E-3",
    "0x10",
    "0x1p-2",
    "inf",
    "-inf",
    "Infinity",
    " 1 ",
    "\t1\n",
    "",
    " ",
    "1,5",
    "1_0",
    "1d3",
    "e1",
    "1e",
    "--1",
    "1 2",
    "1f",
    "0b1",
    "１",
    "1\xa0",
    "1;",
    "true",
    "1e400",
    "-1e400",
    "in",
    "infinit",
    "nan1",
    "0x",
    "x1",
    "1.5.5",
    "1e5.5",
    "1-",
    "1+1",
]
INTEGERS = [
    "1",
    "+1",
    "-1",
    "007",
    " 1 ",
    "",
    "1.0",
    "1e1",
    "0x3",
    "2147483647",
    "-2147483648",
    "2147483648",
    "1 2",
    "a",
    "1a",
    "1_0",
    "３",
    "--1",
    "99999999999999999999",
]


def taken(read, attribute, text):
    try:
        spec = read(f'<mujoco><worldbody><geom {attribute}="{text}"/></worldbody></mujoco>')
        return np.copy(getattr(spec.geoms[0], attribute))
    except ValueError:
        return None


@pytest.mark.parametrize("attribute, texts", [("margin", NUMBERS), ("size", NUMBERS), ("condim", INTEGERS)])
def test_numbers_are_taken_and_refused_as_by_the_reference(attribute, texts):
    for text in texts:
        expected = taken(mujoco.MjSpec.from_string, attribute, text)
        got = taken(from_string, attribute, text)
        assert np.array_equal(got, expected), f"{text!r}: expected {expected}, got {got}"


WRITTEN = [
    *(
        "1.",
        "+.5",
        "-.5",
        "1e+5",
        "1;2",
        "1.0f",
        "1d0",
        "1.0d",
        "1e+",
        "0X1p3",
        "0x1.8p1",
        "0o7",
        "-0",
        "+-1",
        "1-2",
        "1/2",
    ),
    *(
        "50%",
        "1m",
        "1.2.3",
        "..5",
        ".",
        "-",
        "+",
        "nan",
        "NaN",
        "-nan",
        "+nan",
        "nan(1)",
        "nan(abc)",
        "-nan(0x1)",
        "nan(_)",
    ),
    *(
        "nan(1",
        "nan()",
        "nan(-)",
        "1nan",
        "+inf",
        "-Inf",
        "INF",
        "1#INF",
        "1.#QNAN",
        "-1.#IND",
        "None",
        "null",
        "1L",
        "${x}",
    ),
    *("[1]", "(1", "{1}", "1,2,3", "0x1p9999", "0x1_0"),
]
WRITTEN += [
    "1\x0b2",
    "1\x0c",
    "1\x01",
    "−1",
    "1 2 foo",
    "1, 2, 3",
    "1 2 3,",
    "1\t2\n3",
    "1\r\n2",
    "&#13;1",
    "1&#10;2",
]


@pytest.mark.parametrize("text", WRITTEN, ids=repr)
def test_numbers_that_converters_write_are_read_as_by_3_5_0(text):
    found = []
    for read in (mujoco.MjSpec.from_string, from_string):
        try:
            spec = read(f'<mujoco><worldbody><geom size="1" user="{text}"/></worldbody></mujoco>')
            found.append([float(number) for number in spec.geoms[0].userdata])
        except ValueError:
            found.append(None)
    assert repr(found[0]) == repr(found[1])


@given(st.lists(st.floats(allow_nan=False), min_size=1, max_size=8))
def test_every_float_survives_the_way_through_text(numbers):
    text = " ".join(map(repr, numbers))
    spec = from_string(f'<mujoco><worldbody><geom user="{text}"/></worldbody></mujoco>')
    assert spec.geoms[0].userdata.tolist() == numbers


@given(st.integers(-(2**31), 2**31 - 1))
def test_every_integer_survives_the_way_through_text(number):
    spec = from_string(f'<mujoco><worldbody><geom contype="{number}"/></worldbody></mujoco>')
    assert spec.geoms[0].contype == number


def test_missing_values_keep_those_of_the_defaults_class():
    spec = from_string("""<mujoco><default><geom friction="1 2 3" solimp="0.1 0.2"/></default>
      <worldbody><geom friction="9" solimp="0.5"/></worldbody></mujoco>""")
    assert spec.geoms[0].friction.tolist() == [9, 2, 3]
    assert spec.geoms[0].solimp.tolist() == [0.5, 0.2, 0.001, 0.5, 2]


@pytest.mark.parametrize("text, bits", [("rgb", 1), ("depth rgb", 3), ("segmentation", 16), ("", 1)])
def test_several_keywords_are_joined(text, bits):
    spec = from_string(f'<mujoco><worldbody><camera output="{text}"/></worldbody></mujoco>')
    assert spec.cameras[0].output == bits


@pytest.mark.parametrize(
    "memory, size", [("-1", -1), ("1000", 1000), ("2K", 2048), ("3m", 3 << 20), ("1G", 1 << 30)]
)
def test_memory_has_units(memory, size):
    assert from_string(f'<mujoco><size memory="{memory}"/></mujoco>').memory == size


@pytest.mark.parametrize("memory", ["", "K", "1.5M", "1MB", "-2", "1 M 1", "1e9", "99999999999999999999"])
def test_memory_that_is_no_size_is_refused(memory):
    with pytest.raises(Error, match="memory"):
        from_string(f'<mujoco><size memory="{memory}"/></mujoco>')
