"""Entry points take more than one way: lists in the place of arrays, small and large matrices, labels and decoration.

Documents: design / The border

On each way the results are those of the Python function, to the bit.
"""

import copy

import numpy as np
import pytest

import gelenk
from gelenk.api import native_entries
from gelenk.engine.functions.matrices import MOST_MULTIPLICATIONS
from gelenk.tables.enums import mjtLabel, mjtVisFlag
from gelenk.toolchain.extension import load
from tests.properties.test_border import outcome, world
from tests.support.tolerance import tol

native = pytest.mark.skipif(load.module is None, reason="there is no border here")
LISTS = (
    *([1, 0, 0, 0], (0.5, -0.5, 0.5, 0.5), [np.float64(0.6), 0, 0.8, 0.0], (-0.0, 1e308, 3, -(2**53))),
    *(
        [2**53 + 1, 0, 0, 0],
        [True, 0, 0, 0],
        [np.float32(0.1), 0, 0, 0],
        [10**400, 0, 0, 0],
        [-1, -1, -1, -1],
    ),
    *(
        [1, 0, 0],
        [1, 0, 0, 0, 0],
        [],
        [None] * 4,
        ["1"] * 4,
        [[1, 0, 0, 0]],
        [1j, 0, 0, 0],
        [float("nan"), 0, 0, 0],
    ),
)


class Number(float):
    """A float of somebody's own."""


@native
@pytest.mark.parametrize("quat", [*LISTS, [Number(0.6), 0, 0.8, 0], range(4), {1, 2, 3, 4}], ids=repr)
def test_a_list_is_read_as_the_array_of_its_numbers(quat):
    found = []
    for function in (gelenk.mju_quat2Mat, native_entries.REPLACED_FUNCTIONS["mju_quat2Mat"]):
        res = np.zeros(9)
        found.append((outcome(function, [res, quat], {}), res.tobytes()))
    assert found[0] == found[1]


PRODUCTS = {
    "mju_mulMatVec": (lambda m, k, n: ((m,), (m, k), (k,)), lambda a, b: a @ b),
    "mju_mulMatTVec": (lambda m, k, n: ((k,), (m, k), (m,)), lambda a, b: a.T @ b),
    "mju_mulMatMat": (lambda m, k, n: ((m, n), (m, k), (k, n)), lambda a, b: a @ b),
    "mju_mulMatMatT": (lambda m, k, n: ((m, n), (m, k), (n, k)), lambda a, b: a @ b.T),
    "mju_mulMatTMat": (lambda m, k, n: ((m, n), (k, m), (k, n)), lambda a, b: a.T @ b),
}


@pytest.mark.parametrize("sizes", [(1, 1, 1), (3, 4, 5), (7, 2, 3), (40, 60, 50), (200, 150, 1)], ids=str)
@pytest.mark.parametrize("name", PRODUCTS)
def test_products_of_matrices_are_those_of_numpy_on_each_way(name, sizes):
    shapes, product = PRODUCTS[name]
    rng = np.random.default_rng(3)
    res, first, second = (rng.normal(size=shape) for shape in shapes(*sizes))
    again = res.copy()
    getattr(gelenk, name)(res, first, second)
    native_entries.REPLACED_FUNCTIONS.get(name, getattr(gelenk, name))(again, first, second)
    assert res.tobytes() == again.tobytes()
    # sums of up to 150 products of numbers below 20, in another order: 150 roundings of 2e-16 at most 1e4
    assert np.abs(res - product(first, second)).max() < tol(1e-10)


def test_what_is_written_may_be_what_is_read():
    for n in (3, 200):
        assert (n * n > MOST_MULTIPLICATIONS) == (n == 200)
        matrix, vector = np.random.default_rng(n).normal(size=(n, n)), np.arange(n) * 1.0
        wanted = matrix @ vector
        gelenk.mju_mulMatVec(vector, matrix, vector)
        assert np.array_equal(vector, wanted)


@pytest.mark.parametrize("step", [-1, 1])
def test_what_is_written_may_overlap_what_is_read(step):
    matrix, numbers = np.random.default_rng(1).normal(size=(3, 3)), np.arange(5) + 1.0
    read, written = numbers[1:4], numbers[1 + step : 4 + step]
    wanted = matrix @ read
    gelenk.mju_mulMatVec(written, matrix, read)
    assert np.array_equal(written, wanted)


@native
@pytest.mark.parametrize("label", range(int(mjtLabel.mjNLABEL)))
@pytest.mark.parametrize("spoiled", (False, True))
def test_labels_and_decoration_are_the_same_on_both_ways(label, spoiled):
    m, d = world()
    if spoiled:
        d.contact.geom[0, 1] = m.ngeom
    opt, pert, cam = gelenk.MjvOption(), gelenk.MjvPerturb(), gelenk.MjvCamera()
    opt.flags[:], opt.label = 1, label
    for flag in ("ISLAND", "BODYBVH", "MESHBVH"):  # for which Python is needed
        opt.flags[int(getattr(mjtVisFlag, f"mjVIS_{flag}"))] = 0
    pert.select = 3
    found = []
    for name in ("mjv_updateScene", "mjv_addGeoms"):
        for function in (getattr(gelenk, name), native_entries.REPLACED_FUNCTIONS[name]):
            scn = gelenk.MjvScene(m, 500)
            args = (opt, pert, cam, 7, scn) if name == "mjv_updateScene" else (opt, pert, 7, scn)
            seen = [outcome(function, [m, d, *args], {}) for _ in range(2)]  # the first loads and prepares
            texts = [(geom.type, geom.objid, geom.label) for geom in scn.geoms[: scn.ngeom]]
            found.append((seen, texts, scn._a_geom_pos[: scn.ngeom].tobytes()))
        assert found[-1] == found[-2]
    assert spoiled == (found[0][0][1][0] is IndexError)
    marked = [text for _, _, text in found[0][1] if text]
    assert spoiled or marked or label in (0, *_ABSENT)


# labels of what the world does not have, or of islands, which are not asked for
_ABSENT = [
    int(getattr(mjtLabel, f"mjLABEL_{name}")) for name in ("LIGHT", "CONSTRAINT", "SKIN", "FLEX", "ISLAND")
]


def both_ways(name, *args):
    """Result and arguments of the entry and of the Python function, the same to the bit."""
    found = []
    for function in (
        getattr(gelenk, name),
        native_entries.REPLACED_FUNCTIONS.get(name, getattr(gelenk, name)),
    ):
        memory = copy.deepcopy(args)
        found.append((outcome(function, list(memory), {}), memory))
    assert found[0][0] == found[1][0]
    for one, other in zip(found[0][1], found[1][1], strict=True):
        if isinstance(one, np.ndarray):
            np.testing.assert_array_equal(one, other)
    return found[0]


BAND = np.array(
    [0, 4, 0.5, 5, 0.1, 6, 0.2, 0.3, 0.4, 7]
)  # 4 rows, of which the last is dense; 2 numbers wide
SIZES = (4, 2, 1)


@pytest.mark.parametrize(
    "sizes", [(4, 2, 1), (4, 2, 2), (4, 0, 1), (-1, 2, 1), (4, 2, -1), (1 << 40, 1 << 40, 0)]
)
def test_sizes_of_bands_are_checked_on_both_ways(sizes):
    for name, *args in (
        ("mju_band2Dense", np.ones((4, 4)), BAND, *sizes, 1),
        ("mju_dense2Band", BAND, np.ones((4, 4)), *sizes),
        ("mju_bandMulMatVec", np.ones(4), BAND.reshape(5, 2), np.ones((2, 2)), *sizes, 1, 1),
        ("mju_bandMulMatVec", np.ones(4), BAND.reshape(5, 2), np.ones((2, 2)), *sizes, 2, 1),
        ("mju_cholFactorBand", BAND, *sizes, 0.0, 0.0),
        ("mju_cholSolveBand", np.ones(4), BAND, np.ones(4), *sizes),
        ("mju_cholSolveBand", np.ones(3), BAND, np.ones(3), *sizes),
        ("mju_bandDiag", 3, *sizes),
        ("mju_bandDiag", 1, *sizes),
    ):
        both_ways(name, *args)


def test_bands_that_cannot_be_factored_or_solved_are_told():
    (kind, least), _ = both_ways("mju_cholFactorBand", -BAND, *SIZES, 0.0, 0.0)
    assert kind is float and np.frombuffer(least)[0] == 0.0
    singular = BAND.copy()
    singular[3] = 0.0
    with pytest.raises(np.linalg.LinAlgError, match="singular"):
        gelenk.mju_cholSolveBand(np.ones(4), singular, np.ones(4), *SIZES)


def test_dense_rows_alone_are_a_matrix_whatever_the_band():
    matrix = np.diag([1.0, 4.0, 9.0]) + 0.1
    for nband in (0, 2, 1 << 62):
        band, dense = matrix.ravel().copy(), np.zeros((3, 3))
        assert gelenk.mju_cholFactorBand(band, 3, nband, 3, 0.0, 0.0) > 0.0
        gelenk.mju_band2Dense(dense, band, 3, nband, 3, 0)
        np.testing.assert_allclose(np.tril(dense), np.linalg.cholesky(matrix), rtol=tol(1e-14))
    for call in (
        lambda: gelenk.mju_cholFactorBand(matrix.ravel().copy(), 3, 1 << 70, 3, 0.0, 0.0),
        lambda: gelenk.mju_band2Dense(np.zeros((3, 3)), matrix.ravel(), 3, 1 << 70, 3, 0),
    ):
        with pytest.raises(ValueError, match="nband must be an integer of 64 bits"):
            call()


def test_numbers_that_are_written_may_be_those_of_a_band_or_of_weights():
    numbers = np.concatenate([BAND, np.zeros(12)])
    wanted = np.zeros((4, 4))
    gelenk.mju_band2Dense(wanted, BAND, *SIZES, 1)
    gelenk.mju_band2Dense(numbers[4:20].reshape(4, 4), numbers[:10], *SIZES, 1)
    np.testing.assert_array_equal(numbers[4:20].reshape(4, 4), wanted)
    mat, numbers = np.arange(6.0).reshape(3, 2), np.arange(4.0) + 1.0
    wanted = mat.T @ (numbers[1:, None] * mat)
    gelenk.mju_sqrMatTD(numbers.reshape(2, 2), mat, numbers[1:])
    np.testing.assert_array_equal(numbers.reshape(2, 2), wanted)
    gelenk.mju_sqrMatTD(res := np.zeros((2, 2)), mat, None)
    np.testing.assert_array_equal(res, mat.T @ mat)


@pytest.mark.parametrize("columns", [3, 10])  # the factor alone, or room to work in too
@pytest.mark.parametrize("sign", [1, -1])
@pytest.mark.parametrize("given", range(8))
def test_a_minimum_in_a_box_is_the_same_on_both_ways(columns, sign, given):
    H, g = sign * (np.diag([1.0, 2.0, 3.0]) + 0.5), np.array([1.0, -2.0, 0.1])
    free = np.zeros(5, np.int32) if given & 4 else None
    lower, upper = -np.full(3, 0.3) if given & 1 else None, np.full(3, 0.4) if given & 2 else None
    (_, _), (res, R, free, *_) = both_ways(
        "mju_boxQP", np.zeros(3), np.zeros((3, columns)), free, H, g, lower, upper
    )
    if sign > 0:
        expected = np.linalg.solve(H, -g)
        if not given & 3:
            np.testing.assert_allclose(
                res, expected, atol=tol(1e-12)
            )  # a step of Newton's, of numbers of size 1
            np.testing.assert_allclose(R.ravel()[:9].reshape(3, 3), np.linalg.cholesky(H), atol=tol(1e-14))
        assert free is None or given & 3 or (free[:3] == [0, 1, 2]).all()


def test_masses_and_keyframes_of_a_model_are_the_same_on_both_ways():
    found = []
    for way in (vars(gelenk), native_entries.REPLACED_FUNCTIONS or vars(gelenk)):
        m, d = world()
        way["mj_setTotalmass"](m, 5.0)
        if m.nkey:
            way["mj_setKeyframe"](m, d, m.nkey - 1)
        found.append(
            [m.body_mass, m.body_inertia, m.key_time, m.key_qpos, m.key_qvel, m.key_mpos, m.key_mquat]
        )
        with pytest.raises(ValueError, match="must be a finite number"):
            way["mj_setTotalmass"](m, float("nan"))
        with pytest.raises(gelenk.FatalError, match="mj_setKeyframe"):
            way["mj_setKeyframe"](m, d, m.nkey)
    for one, other in zip(*found, strict=True):
        np.testing.assert_array_equal(one, other)
