"""Values that programs pass by mistake, and detection of foreign error messages.

Documents: promises / Arguments
"""

import datetime
import decimal
import fractions
import re

import numpy as np

import gelenk

EXPECTED = (TypeError, ValueError, IndexError, KeyError, AttributeError, gelenk.Error, NotImplementedError)
SMALL = "<mujoco><worldbody><body name='o'><joint/><geom size='1'/></body></worldbody></mujoco>"
RAW = re.compile(
    r"out of bounds for axis|too large to convert|too big to convert|[Pp]ython int too large|convert float NaN"
    r"|convert float infinity|could not convert string|object of type '\w+' has no len|truth value of an|inhomogeneous"
    r"|setting an array element|argument \d+: <class|returned NULL|without an exception|without exception"
    r"|could not broadcast|operands could not|not supported between instances|unsupported operand|is not subscriptable"
    r"|is not iterable|object is not callable|not an iterator|required positional|unexpected keyword|has no attribute"
    r" '(shape|dtype|_\w+|__dict__|lower|strip|split|encode|decode|startswith|endswith|keys|items|values|name)'"
    r"|must be real number|invalid literal|int\(\) argument|float\(\) argument|list index out|tuple index out"
    r"|string index out|unhashable|expected str, bytes|cannot reshape|embedded null|cannot be interpreted as"
    r"|can't multiply|bad operand|not enough values|too many values|slice indices|byte indices|only integer scalar"
    r"|only length-1|only 0-dimensional|surrogates not allowed|codec can't|'NoneType' object|NoneType object"
    r"|math range|math domain|memoryview: |read-only|requires a bytes-like|object cannot be|sequence item"
    r"|dimension mismatch|mismatch in its core|incompatible types|only be converted|indices must be"
)


class Odd:
    """An object of a type that no function accepts."""

    def __repr__(self):
        return "<odd>"


def frozen(array):
    """Make an array read-only and return the array."""
    array.flags.writeable = False
    return array


def values():
    """Return new values on each call, since callers may write to some."""
    m = gelenk.MjModel.from_xml_string(SMALL)
    spec = gelenk.MjSpec.from_string(SMALL)
    gone = spec.worldbody.add_geom(size=[1, 0, 0])
    spec.delete(gone)
    numbers = [
        None,
        True,
        False,
        0,
        1,
        -1,
        2,
        7,
        10**6,
        2**31,
        -(2**31) - 1,
        2**63,
        10**30,
        -(10**30),
        10**400,
    ]
    floats = [0.0, 0.5, 1.5, float("nan"), float("inf"), -float("inf"), 1e300, 1 + 2j]
    texts = [
        "",
        "x",
        "world",
        "1",
        "nan",
        "a" * 100_000,
        "a\0b",
        "\udc80",
        "é",
        b"",
        b"x",
        b"\xff",
        bytearray(b"ab"),
    ]
    lists = [
        [],
        (),
        [1],
        [1, 2],
        [1.0, 2.0, 3.0],
        [0.0] * 4,
        [0.0] * 7,
        [None],
        ["x"],
        [[1, 2], [3]],
        [[1, 2, 3]],
    ]
    lists += [[1, [2]], {}, {"a": 1}, set(), {1, 2}, range(3), iter([1, 2, 3]), slice(1, 2), [10**400, 0, 0]]
    lists += [[float("nan")] * 3, ["1", "2", "3"], [Odd()], [10**30] * 3, "1 2 3"]
    arrays = [
        np.zeros(0),
        np.zeros(3),
        np.zeros(4),
        np.zeros((3, 3)),
        np.zeros((2, 2, 2)),
        np.array(1.0),
        np.array(3),
    ]
    arrays += [
        np.zeros(3, object),
        np.array([None, "x", 1], object),
        np.zeros(3, complex),
        np.zeros(3, ">f8"),
    ]
    arrays += [np.zeros(3, "datetime64[s]"), np.array(["a", "b"]), np.zeros(3, bool), np.zeros(3, np.float16)]
    arrays += [
        np.zeros(6)[::2],
        frozen(np.zeros(3)),
        np.full(3, np.nan),
        np.zeros(3, np.int64),
        np.zeros(3, np.uint8),
    ]
    arrays += [np.zeros(2, [("a", "i4")]), np.float64(2), np.int32(3), np.float64("nan"), np.bool_(True)]
    others = [object(), Odd(), Odd, len, lambda *a: None, Ellipsis, NotImplemented, ValueError("x")]
    others += [
        decimal.Decimal("1.5"),
        fractions.Fraction(1, 3),
        datetime.date(2000, 1, 1),
        memoryview(b"abc"),
    ]
    ours = [
        m,
        gelenk.MjData(m),
        spec,
        spec.worldbody,
        gone,
        gelenk.MjvOption(),
        gelenk.mjtObj.mjOBJ_GEOM,
        gelenk.mjtObj,
    ]
    return [*numbers, *floats, *texts, *lists, *arrays, *others, *ours]


def judge(call, *arguments, also=(), **keywords):
    """Call a function; return what is wrong with its exception, "" if nothing."""
    try:
        call(*arguments, **keywords)
    except OSError as error:
        return (
            ""
            if error.filename is not None
            else f"{type(error).__name__} without the name of a file: {error}"
        )
    except (*EXPECTED, *also) as error:
        text = str(error)
        if not text:
            return f"{type(error).__name__} without a message"
        found = RAW.search(text)
        return f"{type(error).__name__}: {text[:150]}" if found else ""
    except Exception as error:
        return f"{type(error).__name__}: {str(error)[:150]}"
    return ""
