"""Entry points take more than one way: lists in the place of arrays, small and large matrices, labels and decoration.

Documents: design / The border

On each way the results are those of the Python function, to the bit.
"""

import numpy as np
import pytest

import gelenk
from gelenk.api import entries
from gelenk.engine.functions.matrices import MOST
from gelenk.jit.border import load
from gelenk.tables.enums import mjtLabel, mjtVisFlag
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
    for function in (gelenk.mju_quat2Mat, entries.PYTHON["mju_quat2Mat"]):
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
    entries.PYTHON.get(name, getattr(gelenk, name))(again, first, second)
    assert res.tobytes() == again.tobytes()
    # sums of up to 150 products of numbers below 20, in another order: 150 roundings of 2e-16 at most 1e4
    assert np.abs(res - product(first, second)).max() < tol(1e-10)


def test_what_is_written_may_be_what_is_read():
    for n in (3, 200):
        assert (n * n > MOST) == (n == 200)
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
        for function in (getattr(gelenk, name), entries.PYTHON[name]):
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
