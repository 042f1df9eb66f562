"""The elementary functions of strict builds: errors in units in the last place, special values, equal bits."""

import hashlib
import math

import numpy as np
import pytest

from gelenk.algebra.elementary import BINARY, KERNELS
from gelenk.algebra.elementary.trigonometric import LARGE
from gelenk.toolchain import digests, library
from gelenk.toolchain.kernel import kernel
from tests.support.exact_functions import units_away

COUNT = 600  # arguments of each function and range; 1e5 of each were checked once, with the same result
NAMES = list(KERNELS)
# bound of the error in units in the last place: the largest of 3e6 arguments is 0.93 (tan), 0.5 of them
# the last rounding
MOST = 1.0


@kernel
def evaluate(which, x, y, out, n):
    for i in range(n):
        a, b, value = x[i], y[i], 0.0
        if which == 0:
            value = math.sin(a)
        elif which == 1:
            value = math.cos(a)
        elif which == 2:
            value = math.tan(a)
        elif which == 3:
            value = math.asin(a)
        elif which == 4:
            value = math.acos(a)
        elif which == 5:
            value = math.atan(a)
        elif which == 6:
            value = math.atan2(a, b)
        elif which == 7:
            value = math.exp(a)
        elif which == 8:
            value = math.sinh(a)
        elif which == 9:
            value = math.cosh(a)
        elif which == 10:
            value = math.tanh(a)
        elif which == 11:
            value = math.log(a)
        elif which == 12:
            value = math.log1p(a)
        elif which == 13:
            value = math.asinh(a)
        elif which == 14:
            value = a**b
        out[i] = value


@pytest.fixture(scope="module")
def strict():
    """Values of a function, by its name, as strict builds compute them."""
    if not library.JIT:
        pytest.skip("plain Python calls the C library")
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("GELENK_STRICT", "1")
        assert digests.strict()
        compiled = library.jit(evaluate, "iFFFi")

    def values(name, x, y=0.0):
        x, y = (np.array(a, float) for a in np.broadcast_arrays(x, y))
        out = np.empty(x.shape)
        compiled(NAMES.index(name), x, y, out, x.size)
        return out

    return values


def magnitudes(rng, low, high):
    """Numbers of either sign with exponents of two from ``low`` to ``high``."""
    return np.ldexp(rng.uniform(1.0, 2.0, COUNT), rng.integers(low, high, COUNT)) * rng.choice(
        [-1.0, 1.0], COUNT
    )


def near(rng, points):
    """Numbers next to some points."""
    return rng.choice(points, COUNT) * (
        1.0 + rng.uniform(-1.0, 1.0, COUNT) * 2.0 ** -rng.integers(1, 53, COUNT)
    )


def arguments(name, rng):
    """Arguments of a function, from all ranges that it treats in its own way."""
    uniform = [rng.uniform(-a, a, COUNT) for a in (1.0, 3.0, 30.0, 700.0)]
    if name in ("sin", "cos", "tan"):
        right = 0.5 * math.pi
        edges = (
            near(rng, right * np.arange(1.0, 2000.0)),
            near(rng, [0.5 * right, LARGE, 5.319372648326541e255]),
        )
        return np.concatenate([*uniform, rng.uniform(-2e5, 2e5, COUNT), magnitudes(rng, -30, 1023), *edges])
    if name in ("asin", "acos"):
        return np.concatenate(
            [uniform[0], magnitudes(rng, -60, 0), near(rng, [0.5]), 1.0 - 2.0 ** -np.arange(1.0, 54.0)]
        )
    if name == "log":
        return np.abs(
            np.concatenate([*uniform, magnitudes(rng, -1074, 1023), near(rng, [1.0, math.sqrt(0.5)])])
        )
    if name == "log1p":
        small = np.abs(magnitudes(rng, -60, 1023))
        return np.concatenate([uniform[0], small, near(rng, [-0.29, 0.41]), np.abs(uniform[2])])
    if name in ("atan", "asinh"):
        return np.concatenate(
            [*uniform, magnitudes(rng, -40, 900), near(rng, [0.35, 2.0**28, *(np.arange(1, 17) / 16)])]
        )
    return np.concatenate([*uniform, magnitudes(rng, -40, 6), near(rng, [0.5, 22.0])])


@pytest.mark.parametrize("name", [name for name in NAMES if name not in BINARY])
def test_errors_of_functions_are_below_one_unit_in_the_last_place(strict, name, record_property):
    x = arguments(name, np.random.default_rng(1))
    worst = max(units_away(name, *pair) for pair in zip(strict(name, x).tolist(), x.tolist(), strict=True))
    record_property("units", worst)
    assert worst < MOST


def test_errors_of_powers_are_below_one_unit_in_the_last_place(strict, record_property):
    rng = np.random.default_rng(2)
    x = np.abs(np.concatenate([magnitudes(rng, -1074, 1023), rng.uniform(0.5, 2.0, COUNT), near(rng, [1.0])]))
    x[x == 1.0] = 2.0
    reach = np.minimum(700.0 / np.abs(np.log(x)), 2.0**60)
    y = reach * rng.uniform(-1.0, 1.0, x.size)
    found = strict("pow", x, y).tolist()
    worst = max(units_away("pow", *three) for three in zip(found, x.tolist(), y.tolist(), strict=True))
    record_property("units", worst)
    assert worst < MOST


def test_errors_of_angles_are_below_one_unit_in_the_last_place(strict, record_property):
    rng = np.random.default_rng(3)
    base = 2.0 ** rng.integers(-900, 900, COUNT)
    y = np.concatenate(
        [rng.uniform(-1.0, 1.0, COUNT), base * magnitudes(rng, -30, 2), magnitudes(rng, -1000, 900)]
    )
    x = np.concatenate(
        [rng.uniform(-1.0, 1.0, COUNT), base * magnitudes(rng, -30, 2), magnitudes(rng, -20, 20)]
    )
    found = strict("atan2", y, x).tolist()
    worst = max(units_away("atan2", *three) for three in zip(found, y.tolist(), x.tolist(), strict=True))
    record_property("units", worst)
    assert worst < MOST


SPECIAL = np.array(
    [
        0.0,
        5e-324,
        2.0**-1022,
        1e-30,
        0.5,
        1.0,
        2.0,
        3.0,
        2.0**52 + 1.0,
        2.0**53 - 1.0,
        2.0**60,
        1.7976931348623157e308,
    ]
)
SPECIAL = np.concatenate([SPECIAL, [math.inf], -SPECIAL, [-math.inf, math.nan]])
NUMPY = {"atan2": np.arctan2, "pow": np.power, "asin": np.arcsin, "acos": np.arccos, "atan": np.arctan} | {
    "asinh": np.arcsinh
}


@pytest.mark.parametrize("name", NAMES)
def test_special_values_are_those_of_the_c_standard(strict, name):
    """C99, annex F; numpy passes them on from the C library, which may be 1 unit in the last place off elsewhere."""
    x, y = (a.ravel() for a in np.meshgrid(SPECIAL, SPECIAL)) if name in BINARY else (SPECIAL, None)
    with np.errstate(all="ignore"):
        function = NUMPY.get(name) or getattr(np, name)
        wanted = function(x) if y is None else function(x, y)
    found = strict(name, x, 0.0 if y is None else y)
    assert np.array_equal(np.isnan(found), np.isnan(wanted))
    real = ~np.isnan(wanted)
    assert np.array_equal(np.signbit(found[real]), np.signbit(wanted[real]))
    finite = np.isfinite(wanted)
    assert np.array_equal(found[real & ~finite], wanted[real & ~finite])
    largest = np.abs(found[finite]) == 1.7976931348623157e308
    apart = np.abs(found[finite] - wanted[finite])[~largest]
    assert (apart <= np.spacing(np.abs(wanted[finite][~largest]))).all()
    assert np.array_equal(found[wanted == 0.0], wanted[wanted == 0.0])


def test_huge_arguments_are_reduced_exactly(strict):
    """The double that is closest to a multiple of pi/2 (Muller 2016, section 11.2): 6381956970095103 * 2^797."""
    x = 6381956970095103.0 * 2.0**797
    found = float(strict("cos", [x])[0])
    assert abs(found + 4.687165924254627e-19) < 1e-33 and units_away("cos", found, x) < MOST


def test_bits_of_the_functions_are_pinned(strict):
    """One hash for all platforms; frozen worlds (tests/platforms) check the others."""
    rng = np.random.default_rng(4)
    digest = hashlib.sha256()
    for name in NAMES:
        x = rng.integers(1, 2**52, COUNT) / 2.0**52
        y = rng.integers(1, 2**52, COUNT) / 2.0**50
        digest.update(strict(name, x * 8.0 if name not in ("asin", "acos") else x, y).tobytes())
    assert digest.hexdigest()[:16] == "7ad1e8c699fe3393"
