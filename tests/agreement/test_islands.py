"""The fields that describe islands against 3.5.0, over constraints of every kind that joins trees."""

import copy
import pickle

import mujoco
import numpy as np
import pytest

import gelenk
from gelenk.tables.fields_data import ISLAND
from tests.support import models
from tests.support.tolerance import tol

BALLS = """<mujoco><worldbody><geom type="plane" size="5 5 1"/>
<body pos="0 0 .099"><freejoint/><geom size=".1"/></body>
<body pos="1 0 3"><freejoint/><geom size=".1"/></body>
<body pos="2 0 .099"><freejoint/><geom size=".1"/></body>
<body pos="3 0 .5"><joint name="h" type="hinge" frictionloss=".1"/><geom size=".1"/>
  <body pos=".3 0 0"><joint type="hinge"/><geom size=".1"/></body></body>
<body pos="2.15 0 .099"><freejoint/><geom size=".1"/></body>
<body pos="4 0 .5"><joint name="k" type="hinge"/><geom size=".1"/></body>
</worldbody><equality><joint joint1="h" joint2="k"/></equality></mujoco>"""

TOUCH = """<mujoco><worldbody>
<body><joint type="slide" axis="0 0 1"/><geom size=".1"/></body>
<body pos="0 0 .19"><joint type="slide" axis="0 1 0"/><geom size=".1"/></body></worldbody></mujoco>"""

ACROSS = """<mujoco><worldbody>
<body><joint type="slide" axis="0 1 0"/><joint type="slide" axis="1 0 0"/><geom size=".1" condim="1"/></body>
<body pos="0 0 .19"><joint type="slide" axis="0 1 0"/><geom size=".1" condim="1"/></body>
<body pos="3 0 .09"><joint type="slide" axis="0 1 0"/><geom size=".1" condim="1"/></body>
<body pos="5 0 0"><joint type="slide" axis="0 1 0"/><geom size=".1"/></body>
<geom type="plane" size="1 1 1" pos="3 0 0"/></worldbody></mujoco>"""

CONNECT = """<mujoco><worldbody>
<body name="a"><joint type="slide" axis="0 0 1"/><geom size=".1"/></body>
<body name="b" pos="0 0 2"><joint type="slide" axis="0 1 0"/><geom size=".1"/></body></worldbody>
<equality><connect body1="a" body2="b" anchor="0 0 0"/></equality></mujoco>"""

SLIDE = '<body pos="{k} 0 0"><joint name="j{k}" type="slide" axis="0 0 1" frictionloss="{f}"/><geom size=".1"/></body>'
SLIDES = "".join(SLIDE.format(k=k, f=0.1 * (k % 3 == 1)) for k in range(9))
TENDONS = f"""<mujoco><worldbody>{SLIDES}</worldbody>
<tendon><fixed limited="true" range="-1 .01" margin="1"><joint joint="j3" coef="1"/><joint joint="j1" coef="1"/></fixed>
<fixed frictionloss="1"><joint joint="j0" coef="1"/><joint joint="j5" coef="0"/></fixed>
<fixed name="x"><joint joint="j2" coef="1"/></fixed><fixed name="y"><joint joint="j7" coef="1"/></fixed></tendon>
<equality><tendon tendon1="x" tendon2="y"/></equality></mujoco>"""

TEXTS = {
    "balls": BALLS,
    "touch": TOUCH,
    "across": ACROSS,
    "connect": CONNECT,
    "tendons": TENDONS,
    "arm": models.ARM,
    "loops": models.LOOPS,
}
OPTIONS = {
    "dense": 'jacobian="dense"',
    "sparse": 'jacobian="sparse"',
    "elliptic": 'cone="elliptic" solver="CG"',
    "dual": 'solver="PGS"',
    "noslip": 'noslip_iterations="3" jacobian="sparse"',
}
SOLVED = ("iacc", "ifrc_constraint", "iefc_force", "iefc_state")  # what the two solvers find a little apart
# 3.5.0 leaves these as they are in memory where islands are not solved apart
BY_SOLVER = (*SOLVED, "iacc_smooth", "ifrc_smooth", "iefc_aref")
SPARSE = ("efc_J_rowsuper", "iefc_J_colind", "iefc_J_rowadr", "iefc_J_rownnz", "iefc_J_rowsuper")


def pair(name, option="", steps=0):
    """Both models and data in one state, which is the reference's after some steps."""
    text = TEXTS[name].replace("<worldbody>", f"<option {option}/><worldbody>", 1)
    rm = mujoco.MjModel.from_xml_string(text)
    m = gelenk.MjModel.from_xml_string(text)
    rd, d = mujoco.MjData(rm), gelenk.MjData(m)
    mujoco.mj_step(rm, rd, steps)
    state = np.zeros(mujoco.mj_stateSize(rm, mujoco.mjtState.mjSTATE_INTEGRATION))
    mujoco.mj_getState(rm, rd, state, mujoco.mjtState.mjSTATE_INTEGRATION)
    gelenk.mj_setState(m, d, state, gelenk.mjtState.mjSTATE_INTEGRATION)
    return rm, rd, m, d


def value(name, d, sparse):
    """A field, without the places that mean nothing."""
    array = np.asarray(getattr(d, name))
    if name in ("iM", "iLD", "iM_colind"):
        return array[: np.sum(d.iM_rownnz)]
    if name in ("iefc_J", "iefc_J_colind") and sparse:
        return array[: np.sum(d.iefc_J_rownnz)]
    if name == "iefc_J":
        parts = [
            (int(d.island_iefcadr[k]) * d.nidof, int(d.island_nefc[k] * d.island_nv[k]))
            for k in range(d.nisland)
        ]
        return np.concatenate([array[adr : adr + n] for adr, n in parts] or [array[:0]])
    return array


def agree(rm, rd, d):
    sparse, dual = mujoco.mj_isSparse(rm), mujoco.mj_isDual(rm)
    assert (rd.nisland, rd.nidof) == (d.nisland, d.nidof)
    for name in ISLAND if rd.nisland else ():
        if (dual and name in BY_SOLVER) or (not sparse and name in SPARSE):
            continue
        want, got = value(name, rd, sparse), value(name, d, sparse)
        assert want.shape == got.shape, name
        if name in SOLVED:  # as far as the solvers agree: tolerance 1e-8, relative to the largest
            np.testing.assert_allclose(
                got, want, rtol=0, atol=tol(1e-5) * np.abs(want).max(initial=1), err_msg=name
            )
        elif want.dtype.kind == "f":  # rounding of the same formulas
            np.testing.assert_allclose(got, want, rtol=tol(1e-9), atol=tol(1e-9), err_msg=name)
        else:
            np.testing.assert_array_equal(got, want, err_msg=name)


@pytest.mark.parametrize("steps", [0, 30])
@pytest.mark.parametrize("option", OPTIONS)
@pytest.mark.parametrize("name", TEXTS)
def test_fields_of_islands_are_those_of_the_reference(name, option, steps):
    if (name, steps) == ("loops", 0):  # an ellipsoid that touches the floor at distance 0, or just not
        steps = 1
    rm, rd, m, d = pair(name, OPTIONS[option], steps)
    mujoco.mj_forward(rm, rd)
    gelenk.mj_forward(m, d)
    agree(rm, rd, d)


def test_they_are_there_after_steps_too():
    rm, rd, m, d = pair("balls")
    mujoco.mj_step(rm, rd, 20)
    gelenk.mj_step(m, d, 20)
    assert rd.nisland == d.nisland == 3
    np.testing.assert_array_equal(rd.dof_island, d.dof_island)
    np.testing.assert_array_equal(rd.map_efc2iefc, d.map_efc2iefc)


def test_the_flag_and_the_lack_of_constraints_leave_no_islands():
    for text in (BALLS.replace("<worldbody>", '<option><flag island="disable"/></option><worldbody>'), SLIDE):
        if text is SLIDE:
            text = f"<mujoco><worldbody>{SLIDE.format(k=0, f=0)}</worldbody></mujoco>"
        m = gelenk.MjModel.from_xml_string(text)
        d = gelenk.MjData(m)
        gelenk.mj_forward(m, d)
        assert (d.nisland, d.nidof, d.island_nv.size, d.iacc.size, d.iM_rowadr.size) == (0, 0, 0, 0, 0)
        assert (d.dof_island == -1).all() and (d.tree_island == -1).all() and (d.efc_island == -1).all()
        assert (d.map_dof2idof == np.arange(m.nv)).all() and (d.map_efc2iefc == np.arange(d.nefc)).all()


def test_mj_island_finds_them_in_the_rows_at_hand():
    rm, rd, m, d = pair("balls")
    mujoco.mj_fwdPosition(rm, rd)
    gelenk.mj_fwdPosition(m, d)
    gelenk.mj_island(m, d)
    assert d.nisland == rd.nisland == 3
    d.efc_J[:] = 0.0
    assert d.nisland == 3  # nothing has changed that a stage knows of
    gelenk.mj_island(m, d)
    assert (
        d.nisland == 2
    )  # contacts join the trees of their bodies; 3.5.0 takes no other rows that move nothing
    gelenk.mj_resetData(m, d)
    assert (d.nisland, d.island_nv.size) == (0, 0)


def test_copies_and_pickles_have_them():
    _, _, m, d = pair("balls")
    gelenk.mj_forward(m, d)
    for other in (copy.copy(d), pickle.loads(pickle.dumps(d))):
        assert other.nisland == 3
        np.testing.assert_array_equal(other.dof_island, d.dof_island)
    late = copy.copy(d)  # the fields of d were made above, here they are copied
    np.testing.assert_array_equal(late.iefc_J, d.iefc_J)


def test_options_that_change_afterwards_do_not_change_what_the_rows_are():
    _, _, m, d = pair("balls")
    gelenk.mj_forward(m, d)
    want = copy.copy(d).efc_island.copy()
    m.opt.jacobian = gelenk.mjtJacobian.mjJAC_SPARSE
    np.testing.assert_array_equal(d.efc_island, want)


def test_reading_them_changes_nothing_in_a_simulation():
    _, _, m, d = pair("balls")
    other = gelenk.MjData(m)
    for _ in range(30):
        gelenk.mj_step(m, d)
        gelenk.mj_step(m, other)
        assert other.nisland >= 0 and other.iefc_J is not None
    np.testing.assert_array_equal(d.qpos, other.qpos)


def test_many_tendons_over_many_trees_join_them_all():
    """Ten groups of ten slides; nine have five tendons each, so that links between trees outnumber rows."""
    groups, size = 10, 10
    slides = "".join(SLIDE.format(k=k, f=0) for k in range(groups * size))
    tendons = ""
    for g in range(groups):
        for r in range(5 if g < groups - 1 else 1):
            joints = "".join(
                f'<joint joint="j{g * size + i}" coef="{1 + 0.1 * ((i * r) % 4)}"/>' for i in range(size)
            )
            tendons += f'<fixed frictionloss="{0.1 + g}">{joints}</fixed>'
    text = f"<mujoco><worldbody>{slides}</worldbody><tendon>{tendons}</tendon></mujoco>"
    rm, m = mujoco.MjModel.from_xml_string(text), gelenk.MjModel.from_xml_string(text)
    rd, d = mujoco.MjData(rm), gelenk.MjData(m)
    mujoco.mj_forward(rm, rd)
    gelenk.mj_forward(m, d)
    assert d.nisland == rd.nisland == groups
    np.testing.assert_allclose(d.qacc, rd.qacc, atol=tol(1e-9))
