"""The inverse inertia in constraint space, dense and sparse, against its definition."""

import numpy as np
import pytest

import gelenk
from tests.support.tolerance import tol

LEG = """<body pos="{x} .2 -.2"><joint axis="0 1 0" range="5 60"/><joint axis="1 0 0" frictionloss=".1"/>
<geom type="capsule" size=".05" fromto="0 0 0 .1 0 -.3"/></body>"""
WALKERS = f"""<mujoco><option solver="PGS" jacobian="{{jacobian}}"/><worldbody>
<geom type="plane" size="5 5 .1" condim="1"/>
<body pos="0 0 .45"><freejoint/><geom size=".2"/>{LEG.format(x=0)}{LEG.format(x=0.3)}</body>
<body pos="2 0 .09"><freejoint/><geom type="box" size=".1 .1 .1"/></body>
<body pos="3 0 .09"><freejoint/><geom size=".1" condim="1"/></body>
<body pos="4 0 .11"><freejoint/><geom size=".1" condim="1"/></body></worldbody></mujoco>"""


def dense(m, d):
    """efc_J, and efc_AR, as dense matrices."""
    jacobian, full = np.zeros((d.nefc, m.nv)), np.zeros((d.nefc, d.nefc))
    for i in range(m.nv):
        gelenk.mj_mulJacVec(m, d, column := np.zeros(d.nefc), np.eye(m.nv)[i])
        jacobian[:, i] = column
    if gelenk.mj_isSparse(m):
        for r in range(d.nefc):
            at = slice(d.efc_AR_rowadr[r], d.efc_AR_rowadr[r] + d.efc_AR_rownnz[r])
            full[r, d.efc_AR_colind[at]] = d.efc_AR[at]
        return jacobian, full
    return jacobian, d.efc_AR.reshape(d.nefc, d.nefc)


@pytest.mark.parametrize("jacobian", ["dense", "sparse"])
def test_it_is_what_its_definition_says(jacobian):
    m = gelenk.MjModel.from_xml_string(WALKERS.format(jacobian=jacobian))
    d = gelenk.MjData(m)
    sizes, random = set(), np.random.default_rng(1)
    for step in range(300):
        if step % 30 == 29:
            d.qvel[:] += random.normal(0, 1.0, m.nv)
        gelenk.mj_step(m, d)
        gelenk.mj_forward(m, d)
        if d.nefc == 0 or d.nefc in sizes:
            continue
        sizes.add(d.nefc)
        inertia = np.zeros((m.nv, m.nv))
        gelenk.mj_fullM(m, inertia, d.qM)
        rows, found = dense(m, d)
        expected = rows @ np.linalg.solve(inertia, rows.T) + np.diag(d.efc_R)
        if jacobian == "dense":
            assert np.array_equal(found, found.T)
        assert found == pytest.approx(expected, rel=tol(1e-9), abs=tol(1e-9) * np.abs(expected).max())
    assert {n % 4 for n in sizes} == {0, 1, 2, 3}
