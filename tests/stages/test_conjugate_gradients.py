"""Conjugate gradients: equalities as part of the quadratic function, edges of flexes in runs, islands of every kind."""

import mujoco
import numpy as np
import pytest

import gelenk
from tests.support import models
from tests.support.tolerance import tol

SHEET = """<flexcomp name="{name}" type="grid" dim="2" count="5 4 1" spacing=".1 .1 .1" radius=".02" mass=".3"
 pos="{x} 0 .1"><edge equality="true"/><contact selfcollide="none" internal="false"/>{pin}</flexcomp>"""

# a free sheet on a ball, a pinned one, a chain with a weld, friction loss and a limit; some touch the floor
MIXED = f"""<mujoco><option solver="CG" tolerance="{{tolerance}}" iterations="{{iterations}}" cone="{{cone}}"/>
<worldbody><geom type="plane" size="5 5 .1"/><geom pos="0 0 .01" size=".1"/>
{SHEET.format(name="free", x=0, pin="")}{SHEET.format(name="held", x=2, pin='<pin id="0 4"/>')}
<body pos="4 0 .3"><joint name="a" axis="0 1 0" frictionloss=".2"/><geom size=".05" pos=".2 0 0"/>
<body name="tip" pos=".4 0 0"><joint name="b" axis="0 1 0" range="0 10"/><geom size=".05" pos=".2 0 0"/></body></body>
<body name="box" pos="4.8 0 .09"><freejoint/><geom type="box" size=".1 .1 .1"/></body></worldbody>
<equality><weld body1="tip" body2="box"/></equality></mujoco>"""


def at_rest_and_pushed(library, tolerance, iterations, cone="pyramidal"):
    text = MIXED.format(tolerance=tolerance, iterations=iterations, cone=cone)
    m = library.MjModel.from_xml_string(text)
    d = library.MjData(m)
    d.qvel[:] = np.random.default_rng(3).normal(0, 0.3, m.nv)
    for _ in range(5):
        library.mj_step(m, d)
    library.mj_forward(m, d)
    return m, d


@pytest.mark.parametrize("cone", ["pyramidal", "elliptic"])
def test_forces_are_those_of_the_acceleration_that_is_found(cone):
    m, d = at_rest_and_pushed(gelenk, 1e-12, 200, cone)
    assert d.ne > 50 and d.nf and d.ncon > 5 and d.nisland >= 3
    jar, force = np.zeros(d.nefc), np.zeros(m.nv)
    gelenk.mj_mulJacVec(m, d, jar, d.qacc)
    jar -= d.efc_aref
    edges = slice(0, d.ne)
    assert d.efc_force[edges] == pytest.approx(-d.efc_D[edges] * jar[edges], rel=tol(1e-10), abs=tol(1e-10))
    gelenk.mj_mulJacTVec(m, d, force, d.efc_force)
    assert d.qfrc_constraint == pytest.approx(force, rel=tol(1e-10), abs=tol(1e-10))
    left = np.zeros(m.nv)
    gelenk.mj_mulM(m, d, left, d.qacc)
    assert left == pytest.approx(d.qfrc_smooth + d.qfrc_constraint, abs=tol(1e-4))


@pytest.mark.parametrize("cone", ["pyramidal", "elliptic"])
def test_conjugate_gradients_and_newton_agree(cone):
    m, d = at_rest_and_pushed(gelenk, 1e-12, 300, cone)
    found = d.qacc.copy()
    m.opt.solver = gelenk.mjtSolver.mjSOL_NEWTON
    gelenk.mj_forward(m, d)
    assert found == pytest.approx(d.qacc, rel=tol(1e-5), abs=tol(1e-4))


@pytest.mark.parametrize("iterations", [1, 7, 100])
def test_iterations_are_those_of_the_reference(iterations):
    m, d = at_rest_and_pushed(gelenk, 1e-6, iterations)
    ref_m, ref_d = at_rest_and_pushed(mujoco, 1e-6, iterations)
    d.qpos[:], d.qvel[:], d.qacc_warmstart[:] = ref_d.qpos, ref_d.qvel, ref_d.qacc_warmstart
    gelenk.mj_forward(m, d)
    mujoco.mj_forward(ref_m, ref_d)
    n = ref_d.nisland
    assert d.nisland == n
    assert d.solver_niter[:n].tolist() == ref_d.solver_niter[:n].tolist()
    for island in range(n):
        for k in range(ref_d.solver_niter[island]):
            ours, theirs = d.solver[island * 200 + k], ref_d.solver[island * 200 + k]
            assert ours.improvement == pytest.approx(theirs.improvement, rel=tol(1e-4), abs=tol(1e-7))
            assert ours.gradient == pytest.approx(theirs.gradient, rel=tol(1e-4), abs=tol(1e-7))
            assert ours.nactive == theirs.nactive
    assert d.qacc == pytest.approx(ref_d.qacc, rel=tol(1e-5), abs=tol(1e-4))


def test_what_does_not_move_has_its_forces():
    m, d = at_rest_and_pushed(gelenk, 1e-6, 0)
    gelenk.mj_forward(m, d)
    force = np.zeros(m.nv)
    gelenk.mj_mulJacTVec(m, d, force, d.efc_force)
    assert np.abs(d.efc_force).max() > 0
    assert d.qfrc_constraint == pytest.approx(force, rel=tol(1e-10), abs=tol(1e-10))


def test_equalities_of_one_tree():
    m = models.load("loops", gelenk)
    m.opt.solver, m.opt.tolerance, m.opt.iterations = gelenk.mjtSolver.mjSOL_CG, 1e-14, 400
    d = gelenk.MjData(m)
    gelenk.mj_step(m, d, nstep=20)
    gelenk.mj_forward(m, d)
    assert d.ne and 0 < d.solver_niter[0] < 400
    found = d.qacc.copy()
    m.opt.solver = gelenk.mjtSolver.mjSOL_NEWTON
    gelenk.mj_forward(m, d)
    assert found == pytest.approx(d.qacc, rel=tol(1e-5), abs=tol(1e-5))
