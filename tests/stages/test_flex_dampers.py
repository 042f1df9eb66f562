"""Edges between bodies that slide by themselves against edges of any bodies: rows of their lengths, dampers."""

import numpy as np
import pytest

import gelenk
from tests.support.tolerance import tol

SHEET = """<mujoco><option integrator="implicitfast"/><worldbody><body name="frame" pos="0 0 1">{joint}
<flexcomp name="a" type="grid" dim="2" count="4 3 1" spacing=".1 .1 .1" radius=".01" mass=".2">
<edge damping=".3"/><contact selfcollide="none" internal="false"/><pin id="0 5"/></flexcomp></body>
<body pos="1 0 1"><joint axis="0 1 0"/><geom size=".05"/></body></worldbody></mujoco>"""
JOINTS = {"apart": "", "carried": '<joint axis="0 1 0"/><geom size=".02" mass="1"/>'}


@pytest.mark.parametrize("kind", JOINTS)
def test_rows_of_edges_and_dampers_are_differences(kind):
    m = gelenk.MjModel.from_xml_string(SHEET.format(joint=JOINTS[kind]))
    d = gelenk.MjData(m)
    random = np.random.default_rng(4)
    d.qpos[:] = random.normal(0, 0.03, m.nv)
    d.qvel[:] = random.normal(0, 0.3, m.nv)
    assert (np.max(m.body_simple[m.flex_vertbodyid]) == 2) == (kind == "apart")
    gelenk.mj_forward(m, d)
    start, velocity, h = d.qpos.copy(), d.qvel.copy(), 1e-6
    rows = np.zeros((m.nflexedge, m.nv))
    for e in range(m.nflexedge):
        at = slice(m.flexedge_J_rowadr[e], m.flexedge_J_rowadr[e] + m.flexedge_J_rownnz[e])
        rows[e, m.flexedge_J_colind.ravel()[at]] = d.flexedge_J.ravel()[at]
    ends = []
    for i in range(m.nv):
        for sign in (1, -1):
            d.qpos[:] = start
            d.qpos[i] += sign * h
            gelenk.mj_forward(m, d)
            ends.append(d.flexedge_length.copy())
        assert rows[:, i] == pytest.approx((ends[-2] - ends[-1]) / (2 * h), abs=tol(1e-7))
    d.qpos[:], d.qvel[:] = start, velocity
    gelenk.mj_step(m, d)  # implicitfast: derivatives of dampers, without those of Coriolis forces
    derivative = np.zeros((m.nv, m.nv))
    damping = rows.T @ rows * 0.3
    for i in range(m.nv):
        at = slice(m.D_rowadr[i], m.D_rowadr[i] + m.D_rownnz[i])
        columns = m.D_colind[at]
        derivative[i, columns] = d.qDeriv[at]
        assert derivative[i, columns] == pytest.approx(-damping[i, columns], abs=tol(1e-10))
    assert np.abs(derivative).max() > 0.1
