"""Forces of the medium and their velocity derivatives: against 3.5.0, difference quotients and each other."""

import mujoco
import numpy as np
import pytest

import gelenk
from gelenk.engine.force import fluid
from gelenk.engine.integrate import fluid_derivative
from tests.support.forces import run
from tests.support.mirror import mirror_data, mirror_model
from tests.support.tolerance import relative, tol

SCENE = """<mujoco><option integrator="%s" density="1.3" viscosity=".2" wind=".5 -1 .2"/><worldbody>
<body><freejoint/><geom type="box" size=".1 .2 .05" pos=".1 0 0"/>
 <body pos=".3 0 0"><joint type="ball"/>
  <geom type="ellipsoid" size=".2 .1 .05" euler="10 20 30" fluidshape="ellipsoid"/>
  <geom size=".1" pos=".2 .1 0"/>
  <body pos=".2 .1 0"><geom type="capsule" size=".05 .1" fluidshape="ellipsoid" fluidcoef="1 .3 .7 2 .5"/>
   <body pos="0 .2 .1"><joint axis="1 2 3" pos="0 .1 0"/><joint type="slide" axis="0 1 1"/>
    <geom type="cylinder" size=".05 .1" euler="30 0 0" fluidshape="ellipsoid" fluidcoef=".5 1 2 0 3"/>
    <geom type="box" size=".05 .1 .02" pos=".2 0 0" euler="0 0 50" fluidshape="ellipsoid"/>
   </body></body></body>
 <body pos="0 .4 0"><joint axis="0 1 0"/><geom type="capsule" size=".03 .1"/></body></body>
<body pos="3 0 0"><joint axis="1 0 0"/><joint type="slide"/><geom size=".1" fluidshape="ellipsoid"/></body>
<body pos="5 0 0"><geom size=".1"/></body>
</worldbody></mujoco>"""
ROUNDING = tol(1e-13)  # sums of some ten products


def state(integrator="implicit", speed=1.0, density=None, size=None):
    """Models and data of the reference and of ours, after mj_forward of the reference at a random state."""
    ref = mujoco.MjModel.from_xml_string(SCENE % integrator)
    if density is not None:
        ref.opt.density = density
    if size is not None:
        ref.geom_size *= size
        ref.opt.wind = 0.0
    rng = np.random.default_rng(3)
    rd = mujoco.MjData(ref)
    mujoco.mj_integratePos(ref, rd.qpos, rng.uniform(-1, 1, ref.nv), 1.0)
    rd.qvel[:] = speed * rng.standard_normal(ref.nv)
    mujoco.mj_forward(ref, rd)
    m = mirror_model(ref)
    return ref, rd, m, mirror_data(ref, rd, m)


def reference_slope(ref, rd):
    """What the medium adds to qDeriv."""
    density, viscosity = ref.opt.density, ref.opt.viscosity
    found = []
    for ref.opt.density, ref.opt.viscosity in ((density, viscosity), (0.0, 0.0)):
        other = mujoco.MjData(ref)
        other.qpos[:], other.qvel[:] = rd.qpos, rd.qvel
        mujoco.mj_forward(ref, other)
        mujoco.mj_implicit(ref, other)
        found.append(other.qDeriv.copy())
    ref.opt.density, ref.opt.viscosity = density, viscosity
    return found[0] - found[1]


def slope(m, d, plain=False):
    """d qfrc_fluid / d qvel by our stage."""
    d.qDeriv[:] = 0.0
    run(fluid_derivative.fluid_vel, plain, m, d)
    return d.qDeriv


def dense(m, values):
    """A matrix of structure D_*, dense."""
    out = np.zeros((m.nv, m.nv))
    for i in range(m.nv):
        part = slice(m.D_rowadr[i], m.D_rowadr[i] + m.D_rownnz[i])
        out[i, m.D_colind[part]] = values[part]
    return out


@pytest.mark.parametrize("plain", [False, True], ids=["compiled", "plain"])
@pytest.mark.parametrize("speed", [1e-3, 1.0, 100.0])
def test_forces_of_the_medium_are_those_of_the_reference(speed, plain):
    _, rd, m, d = state(speed=speed)
    d.qfrc_fluid[:] = np.nan
    run(fluid.fluid, plain, m, d)
    assert np.abs(d.qfrc_fluid - rd.qfrc_fluid).max() < ROUNDING * np.abs(rd.qfrc_fluid).max()


@pytest.mark.parametrize("plain", [False, True], ids=["compiled", "plain"])
@pytest.mark.parametrize("integrator", ["implicit", "implicitfast"])
def test_derivatives_are_those_of_the_reference(integrator, plain):
    ref, rd, m, d = state(integrator)
    assert relative(slope(m, d, plain), reference_slope(ref, rd)) < tol(1e-12)


@pytest.mark.parametrize("size", [1e-2, 1e-3])
def test_small_slow_bodies_have_the_drag_and_lift_of_the_reference(size):
    ref, rd, m, d = state(size=size, speed=1e-3)
    m.opt.viscosity = ref.opt.viscosity = 0.0  # viscous forces would hide the others
    mujoco.mj_forward(ref, rd)
    run(fluid.fluid, False, m, d)
    assert np.abs(d.qfrc_fluid - rd.qfrc_fluid).max() < ROUNDING * np.abs(rd.qfrc_fluid).max()


@pytest.mark.parametrize("density", [-1.0, 0.0])
def test_boxes_have_no_drag_without_a_positive_density(density):
    _, rd, m, d = state(density=density)
    run(fluid.fluid, False, m, d)
    assert relative(d.qfrc_fluid, rd.qfrc_fluid) < ROUNDING


def test_derivatives_are_the_difference_quotients_of_the_forces():
    m = gelenk.MjModel.from_xml_string(SCENE % "implicit")
    d = gelenk.MjData(m)
    base = np.random.default_rng(1).standard_normal(m.nv)
    h, quotient = 1e-5, np.zeros((m.nv, m.nv))
    for j in range(m.nv):
        for sign in (1, -1):
            d.qvel[:] = base
            d.qvel[j] += sign * h
            gelenk.mj_forward(m, d)
            quotient[:, j] += sign * d.qfrc_fluid / (2 * h)
    d.qvel[:] = base
    gelenk.mj_forward(m, d)
    # forces turn over lengths of 1 m/s, so the truncation is h^2, as large as the roundings eps / h
    assert relative(dense(m, slope(m, d)), quotient) < tol(1e-8)


def test_implicitfast_takes_the_symmetric_part():
    _, _, m, d = state("implicit")
    whole = dense(m, slope(m, d).copy())
    m.opt.integrator = int(gelenk.mjtIntegrator.mjINT_IMPLICITFAST)
    assert np.abs(whole - whole.T).max() > 1e-3
    assert relative(dense(m, slope(m, d)), 0.5 * (whole + whole.T)) < tol(1e-15)


def test_at_rest_in_still_medium_only_viscosity_has_a_derivative():
    _, _, m, d = state(speed=0.0)
    m.opt.wind[:] = 0.0
    d.cvel[:] = 0.0
    assert np.abs(dense(m, slope(m, d).copy())).max() > 0.1
    m.opt.viscosity = 0.0
    assert np.abs(slope(m, d)).max() == 0.0


@pytest.mark.parametrize("integrator", ["Euler", "RK4", "implicit", "implicitfast"])
def test_steps_are_those_of_the_reference(integrator):
    ref = mujoco.MjModel.from_xml_string(SCENE % integrator)
    m = gelenk.MjModel.from_xml_string(SCENE % integrator)
    rd, d = mujoco.MjData(ref), gelenk.MjData(m)
    rd.qvel[:] = d.qvel[:] = np.random.default_rng(2).standard_normal(ref.nv)
    for _ in range(20):
        mujoco.mj_step(ref, rd)
        gelenk.mj_step(m, d)
    for name in ("qpos", "qvel", "qacc", "qfrc_fluid", "qfrc_passive"):
        assert relative(getattr(d, name), getattr(rd, name)) < tol(1e-11), name  # 20 steps of roundings


def test_medium_that_is_taken_away_leaves_no_force():
    m = gelenk.MjModel.from_xml_string(SCENE % "Euler")
    d = gelenk.MjData(m)
    gelenk.mj_forward(m, d)
    assert np.abs(d.qfrc_fluid).max() > 0.1
    m.opt.density = m.opt.viscosity = 0.0
    gelenk.mj_forward(m, d)
    assert not d.qfrc_fluid.any()
    m.opt.density = 1.0
    m.opt.disableflags = int(gelenk.mjtDisableBit.mjDSBL_SPRING | gelenk.mjtDisableBit.mjDSBL_DAMPER)
    gelenk.mj_forward(m, d)
    assert not d.qfrc_fluid.any()


def test_medium_may_appear_and_integrators_change_while_stepping():
    m = gelenk.MjModel.from_xml_string(SCENE % "Euler")
    m.opt.density = m.opt.viscosity = 0.0
    d = gelenk.MjData(m)
    gelenk.mj_step(m, d)
    m.opt.density = 1.0
    m.opt.integrator = int(gelenk.mjtIntegrator.mjINT_IMPLICIT)
    gelenk.mj_step(m, d)
    assert d.time == 2 * m.opt.timestep
    assert d.qfrc_fluid.any() and d.qDeriv.any()
