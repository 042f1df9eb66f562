"""Statistics of the solver are the same, whether a program has had them from the start or asks for them at last.

Rows that are not in use are neither cleared nor copied (engine/constraint/solver/primal.py): what they would hold
is what they hold in an MjData of which all rows have been in use from the start.
"""

import copy
import pickle

import numpy as np
import pytest

import gelenk
from gelenk.engine.constraint.solver.primal import ISLANDS, STAT_ROWS
from gelenk.toolchain import library

ROWS = ISLANDS * STAT_ROWS
BOXES = "".join(
    f'<body pos="{x} 0 {z}"><freejoint/><geom type="box" size=".1 .1 .1"/></body>'
    for x, z in ((0, 0.1), (1, 0.09), (2, 0.3), (2.05, 0.49))
)
MODEL = f"""<mujoco><worldbody><geom type="plane" size="5 5 1"/>{BOXES}</worldbody>
<keyframe><key time="3"/></keyframe></mujoco>"""
SOLVERS = ("Newton", "CG", "PGS")


def model(solver="Newton", more=""):
    return gelenk.MjModel.from_xml_string(
        MODEL.replace("<worldbody>", f'<option solver="{solver}" {more}/><worldbody>')
    )


def bits(d):
    """All rows; whoever asks for them is a program that has them."""
    return d._a_solver_stat.view(np.int64).copy()


class Pair:
    """Two MjData that the same is done to: one was asked for statistics from the start, the other not."""

    def __init__(self, m):
        self.m, self.seen, self.unseen = m, gelenk.MjData(m), gelenk.MjData(m)
        assert len(self.seen.solver) == ROWS

    def both(self):
        return self.seen, self.unseen


def bad(m, d):
    d.qpos[2] = np.nan
    gelenk.mj_step(m, d)


ALONE = {
    "step": lambda m, d: gelenk.mj_step(m, d, 2),
    "forward": gelenk.mj_forward,
    "reset": gelenk.mj_resetData,
    "fill": lambda m, d: gelenk.mj_resetDataDebug(m, d, 7),
    "fill with NaN": lambda m, d: gelenk.mj_resetDataDebug(m, d, 255),
    "key": lambda m, d: gelenk.mj_resetDataKeyframe(m, d, 0),
    "bad": bad,
}


@pytest.mark.parametrize("solver", SOLVERS)
@pytest.mark.parametrize("seed", range(6))
def test_whoever_asks_late_sees_what_others_saw(solver, seed):
    draw = np.random.default_rng([seed, SOLVERS.index(solver)])
    m = model(solver, draw.choice(["", 'noslip_iterations="3"', 'iterations="2"']))
    pairs = [Pair(m), Pair(m)]
    for _ in range(25):
        one, other = (pairs[i] for i in draw.permutation(2))
        kind = draw.choice([*ALONE, "copy", "copied", "refreshed"])
        if kind in ALONE:
            for d in one.both():
                ALONE[kind](m, d)
        elif kind == "copy":
            gelenk.mj_copyData(other.seen, m, one.seen)
            gelenk.mj_copyData(other.unseen, m, one.unseen)
        elif kind == "copied":
            other.seen, other.unseen = copy.copy(one.seen), copy.copy(one.unseen)
            assert len(other.seen.solver) == ROWS
        else:
            other.seen = pickle.loads(pickle.dumps(one.seen))
            other.unseen = pickle.loads(pickle.dumps(one.unseen))
            assert len(other.seen.solver) == ROWS
    assert not library.JIT or not any(pair.unseen._scalar("stat_asked") for pair in pairs)
    for pair in pairs:
        np.testing.assert_array_equal(bits(pair.seen), bits(pair.unseen))
        np.testing.assert_array_equal(pair.seen.qpos, pair.unseen.qpos)


@pytest.mark.parametrize("asked", [(0, 0), (0, 1), (1, 0), (1, 1)])
def test_copies_have_the_rows_of_their_source_whether_it_had_more_or_fewer(asked):
    m = model()
    few, many = model(more='iterations="1"'), model("CG")
    for first, second in ((few, many), (many, few)):
        d, e = gelenk.MjData(m), gelenk.MjData(m)
        for use, data, which in zip(asked, (d, e), (first, second), strict=True):
            assert not use or len(data.solver) == ROWS
            gelenk.mj_step(which, data, 5)
        expected = bits(copy.copy(e))
        gelenk.mj_copyData(d, m, e)
        np.testing.assert_array_equal(bits(d), expected)
        assert expected.any()


def test_rows_that_a_program_wrote_stay_and_a_reset_clears_them():
    m = model()
    d, e = gelenk.MjData(m), gelenk.MjData(m)
    d.solver[3777].gradient = 5.0
    gelenk.mj_step(m, d)
    gelenk.mj_copyData(e, m, d)
    assert d.solver[3777].gradient == e.solver[3777].gradient == copy.copy(d).solver[3777].gradient == 5.0
    one = d.solver[3777]
    gelenk.mj_resetData(m, d)
    assert one.gradient == 0.0 and not bits(d).any() and bits(e).any()
    one.gradient = 6.0
    gelenk.mj_resetDataDebug(m, d, 1)
    assert (bits(d) == 0x0101010101010101).all()
    d.solver[3777].gradient = 6.0
    bad(m, d)
    assert one.gradient == 0.0


@pytest.mark.skipif(not library.JIT, reason="plain Python has all rows from the first that it writes")
def test_few_rows_are_in_use_and_a_reset_leaves_none():
    m = model()
    d = gelenk.MjData(m)
    gelenk.mj_step(m, d)
    assert 0 < d._scalar("stat_rows") <= 4 * STAT_ROWS
    gelenk.mj_resetData(m, d)
    assert d._scalar("stat_rows") == 0


def test_a_spoiled_count_of_rows_in_a_pickle_is_not_believed():
    m = model()
    d = gelenk.MjData(m)
    gelenk.mj_step(m, d)
    capacity, scalars, raw, buffers = gelenk.runtime.copy_pickle.data_state(d)
    for rows in (-(10**9), -1, ROWS + 1, 2**62):
        made = gelenk.runtime.copy_pickle.restore_data(
            m, capacity, scalars | {"stat_rows": rows}, raw, buffers
        )
        gelenk.mj_step(m, made)
        gelenk.mj_copyData(gelenk.MjData(m), m, made)
        gelenk.mj_resetData(m, made)
        assert not bits(made).any()


def test_islands_that_threads_solve_have_all_their_rows():
    boxes = "".join(
        f'<body pos="{0.5 * x} {0.5 * y} .095"><freejoint/><geom type="box" size=".1 .1 .1"/></body>'
        for x in range(22)
        for y in range(22)
    )
    text = f'<mujoco><worldbody><geom type="plane" size="20 20 1"/>{boxes}</worldbody></mujoco>'
    m = gelenk.MjModel.from_xml_string(text)
    d, e = gelenk.MjData(m), gelenk.MjData(m)
    assert len(e.solver) == ROWS
    number = gelenk.mju_threadPoolCreate(2)
    try:
        gelenk.mju_bindThreadPool(d, number)
        for one in (d, e):
            gelenk.mj_step(m, one)
            gelenk.mj_step(m, one)
        np.testing.assert_array_equal(bits(d), bits(e))
        assert np.count_nonzero(bits(d).any(1)) >= ISLANDS
    finally:
        gelenk.mju_threadPoolDestroy(number)
