"""Random numbers by counting: the published ones, whatever integers a machine has."""

import numpy as np
import pytest

from gelenk.algebra.random_numbers import UNIFORM_SPACING, normal, philox, uniform
from tests.support.tolerance import tol

# the known answers that the authors publish with their code: counter, key, words
KNOWN = (
    ((0, 0, 0, 0), (0, 0), (0x6627E8D5, 0xE169C58D, 0xBC57AC4C, 0x9B00DBD8)),
    ((0xFFFFFFFF,) * 4, (0xFFFFFFFF,) * 2, (0x408F276D, 0x41C83B0E, 0xA20BC7C6, 0x6D5451FD)),
    (
        (0x243F6A88, 0x85A308D3, 0x13198A2E, 0x03707344),
        (0xA4093822, 0x299F31D0),
        (0xD16CFE09, 0x94FDCCEB, 0x5001E420, 0x24126EA1),
    ),
)


@pytest.mark.parametrize("counter, key, words", KNOWN)
def test_words_are_the_published_ones(counter, key, words):
    assert philox(*key, *counter) == words


@pytest.mark.parametrize("counter, key, words", KNOWN)
def test_integers_of_32_bits_give_the_same_words(counter, key, words):
    with np.errstate(over="ignore"):
        found = philox(*(np.uint32(x).astype(np.int32) for x in (*key, *counter)))
    assert tuple(int(np.int32(x).astype(np.uint32)) for x in found) == words


def test_uniform_numbers_are_exact_in_single_precision_and_inside():
    for bits in (0, 1, 0x7FFFFFFF, 0xFFFFFFFF, -1, 0x12345678):
        x = uniform(bits)
        assert 0.0 < x < 1.0 and float(np.float32(x)) == x and (x / UNIFORM_SPACING - 0.5).is_integer()
    assert uniform(-1) == uniform(0xFFFFFFFF)


def test_normal_numbers_have_the_moments_of_a_normal_distribution():
    words = [philox(1, 2, i, 0, 0, 0) for i in range(4000)]
    x = np.array([normal(w[0], w[1]) for w in words] + [normal(w[2], w[3]) for w in words])
    n = len(x)
    # five standard errors: of the mean 1 / sqrt(n), of the variance sqrt(2 / n), of the fourth moment sqrt(96 / n)
    assert abs(x.mean()) < tol(5 / np.sqrt(n))
    assert abs(x.var() - 1) < tol(5 * np.sqrt(2 / n))
    assert abs((x**4).mean() - 3) < tol(5 * np.sqrt(96 / n))
