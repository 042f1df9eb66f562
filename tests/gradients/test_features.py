"""Exact derivatives of further features: noslip, surfaces, delays, springs that yield, flags, and rarer sensors."""

import numpy as np
import pytest

import gelenk as mujoco
from gelenk import gradients, models
from tests.support.derivatives import (
    SPHERES,
    STIFF,
    by_steps,
    check_step,
    converge,
    falls_as_square,
    moving,
    off,
)
from tests.support.tolerance import tol

ROUGH = 'size=".1" mass="1" condim="6" friction=".4 .02 .01"'
ARM = """<mujoco><option timestep=".002" {option}/><worldbody><body><joint name="j" axis="0 1 0" {joint}/>
<geom size=".1" pos=".3 0 0"/><body pos=".5 0 0"><joint name="k" type="ball" {joint}/><geom size=".1" pos=".3 0 .1"/>
</body></body></worldbody>{further}</mujoco>"""


def spheres(option, cone, integrator="Euler", release=None, **replaced):
    text = SPHERES.format(cone=cone, integrator=integrator).replace("<option ", f"<option {option} ")
    for old, new in replaced.values():
        assert old in text
        text = text.replace(old, new)
    return converge(mujoco.MjModel.from_xml_string(text, **({"release": release} if release else {})))


@pytest.mark.parametrize("jacobian", ["dense", "sparse"])
@pytest.mark.parametrize("sweeps", [1, 3, 30])
@pytest.mark.parametrize("cone", ["pyramidal", "elliptic"])
def test_sweeps_of_the_noslip_solver(cone, sweeps, jacobian):
    option = f'noslip_iterations="{sweeps}" noslip_tolerance="0" jacobian="{jacobian}"'
    m = spheres(option, cone, rough=('size="0.1" mass="1"', ROUGH))
    d = moving(m, 60)
    for motion in (0, 0.3):  # at rest, friction sticks
        d.qvel[:] += motion * np.random.default_rng(1).normal(size=m.nv)
        mujoco.mj_forward(m, d)
        check_step(m, d, STIFF)


def test_noslip_with_friction_loss_equalities_and_runge_kutta():
    m = converge(models.load("gripper"))
    m.opt.noslip_iterations, m.opt.noslip_tolerance = 5, 0
    check_step(m, moving(m, 300), STIFF)
    m.opt.integrator = int(mujoco.mjtIntegrator.mjINT_RK4)
    d = moving(m, 10)
    A = gradients.jacobian(m, d, of="state", by="state").A
    errors = [off(A, by_steps(m, d, eps)) for eps in STIFF]
    assert falls_as_square(errors), errors


def test_the_solver_with_noslip_changes_the_derivative():
    """Negative control: the derivative without the sweeps is another."""
    m = spheres(
        'noslip_iterations="3" noslip_tolerance="0"', "elliptic", rough=('size="0.1" mass="1"', ROUGH)
    )
    d = moving(m, 60)
    A = gradients.jacobian(m, d).A
    m.opt.noslip_iterations = 0
    assert off(gradients.jacobian(m, d).A, A) > 1e-3


@pytest.mark.parametrize("jacobian", ["dense", "sparse"])
@pytest.mark.parametrize("cone", ["pyramidal", "elliptic"])
def test_exact_diagonals(cone, jacobian):
    flag = ("/><worldbody>", '><flag diagexact="enable"/></option><worldbody>')
    m = spheres(f'jacobian="{jacobian}"', cone, release="4.0", flag=flag)
    check_step(m, moving(m, 60), STIFF)


@pytest.mark.parametrize("cone", ["pyramidal", "elliptic"])
def test_surfaces_that_move_and_adhere(cone):
    plane = ('size="5 5 .1"', 'size="5 5 .1" surfacevel=".3 .1 0 0 0 .2" adhesion="2"')
    ball = ('size="0.1" mass="1"', 'size="0.1" mass="1" condim="4" surfacevel="0 0 0 .2 .1 .3"')
    m = spheres("", cone, "implicitfast", "4.0", plane=plane, ball=ball)
    check_step(m, moving(m, 60), STIFF)


def by_state_and_ctrl(m, start, eps):
    """Central differences of the next state and of sensordata by qpos, qvel, ctrl, histories included."""
    states, readings = [], []
    for k in range(2 * m.nv + m.nu):
        sides = []
        for sign in (1, -1):
            d, motion = mujoco.MjData(m), np.zeros(2 * m.nv + m.nu)
            motion[k] = sign * eps
            mujoco.mj_copyData(d, m, start)
            mujoco.mj_integratePos(m, d.qpos, motion[: m.nv].copy(), 1.0)
            d.qvel += motion[m.nv : 2 * m.nv]
            d.ctrl += motion[2 * m.nv :]
            mujoco.mj_step(m, d)
            sides.append((d.qpos.copy(), d.qvel.copy(), d.sensordata.copy()))
        dq = np.zeros(m.nv)
        mujoco.mj_differentiatePos(m, dq, 2 * eps, sides[1][0], sides[0][0])
        states.append(np.concatenate([dq, (sides[0][1] - sides[1][1]) / (2 * eps)]))
        readings.append((sides[0][2] - sides[1][2]) / (2 * eps))
    return np.array(states).T, np.array(readings).T


@pytest.mark.parametrize("interp", ["zoh", "linear", "cubic"])
def test_delayed_controls_and_readings_are_held(interp):
    further = f"""<actuator><motor joint="j" delay=".009" nsample="8" interp="{interp}"/><motor joint="j"/>
    <position joint="j" kp="3" nsample="3"/></actuator><sensor><jointpos joint="j" delay=".005" nsample="6"
    interp="{interp}"/><jointvel joint="j"/><jointpos joint="j" nsample="4" interval=".006"/></sensor>"""
    m = converge(mujoco.MjModel.from_xml_string(ARM.format(option="", joint="", further=further)))
    d = moving(m, 33)
    J = gradients.jacobian(m, d)
    errors = []
    for eps in (1e-4, 1e-5):
        found = by_state_and_ctrl(m, d, eps)
        errors.append(max(off(np.hstack([J.A, J.B]), found[0]), off(np.hstack([J.C, J.D]), found[1])))
    assert falls_as_square(errors), errors
    assert not J.B[:, 0].any() and J.B[:, 1].any() and not J.C[0].any()
    np.testing.assert_array_equal(gradients.jacobian(m, d).A, J.A)  # histories are restored between passes


def test_springs_that_yield():
    text = ARM.format(option="", joint='stiffness="3" springyield=".01"', further="")
    m = converge(mujoco.MjModel.from_xml_string(text, release="4.0"))
    d = moving(m, 53)
    assert np.abs(d.plastic).max() > 0.1
    J = check_step(m, d, STIFF)
    np.testing.assert_array_equal(gradients.jacobian(m, d).A, J.A)


@pytest.mark.parametrize("integrator", ["Euler", "implicit", "implicitfast"])
def test_inverse_dynamics_of_discrete_accelerations(integrator):
    """Where damping alone is implicit in velocity, df/da is M + h times the damping."""
    option = f'integrator="{integrator}"'
    text = ARM.format(option=option, joint='damping=".3"', further="").replace(
        "/><worldbody>", '><flag invdiscrete="enable"/></option><worldbody>'
    )
    m = converge(mujoco.MjModel.from_xml_string(text))
    d = moving(m, 33)
    d.qvel[:] += np.arange(m.nv)
    mujoco.mj_forward(m, d)
    inputs = ("qpos", "qvel", "qacc")
    J = gradients.jacobian(m, d, of="qfrc_inverse", by=inputs)
    for name in inputs:
        errors = []
        for eps in (1e-4, 1e-5):
            columns = []
            for motion in np.eye(m.nv):
                sides = []
                for sign in (1, -1):
                    one = mujoco.MjData(m)
                    mujoco.mj_copyData(one, m, d)
                    if name == "qpos":
                        mujoco.mj_integratePos(m, one.qpos, motion, sign * eps)
                    else:
                        getattr(one, name)[:] += sign * eps * motion
                    mujoco.mj_inverse(m, one)
                    sides.append(one.qfrc_inverse.copy())
                columns.append((sides[0] - sides[1]) / (2 * eps))
            errors.append(off(J["qfrc_inverse", name], np.array(columns).T))
        assert falls_as_square(errors), (name, errors)
    if integrator == "implicit":  # Coriolis forces are, too
        return
    M = np.zeros((m.nv, m.nv))
    mujoco.mj_fullM(m, M, d.qM)
    expected = M + m.opt.timestep * np.diag(m.dof_damping)
    np.testing.assert_allclose(J["qfrc_inverse", "qacc"], expected, atol=tol(1e-12))


SHAPES = {
    "plane": 'type="plane" size="1 1 1" euler="5 3 0"',
    "sphere": 'size=".3"',
    "capsule": 'type="capsule" size=".2 .3" euler="90 20 0"',
    "ellipsoid": 'type="ellipsoid" size=".3 .4 .2" euler="3 4 5"',
    "cylinder": 'type="cylinder" size=".3 .1" euler="3 4 5"',
    "box": 'type="box" size=".3 .3 .1" euler="3 4 5"',
    "mesh": 'type="mesh" mesh="m"',
    "hfield": 'type="hfield" hfield="h"',
}
SEEN = """<mujoco><option ccd_tolerance="1e-10"/><asset>
<mesh name="m" vertex="-.3 -.3 -.1 .3 -.3 -.1 0 .3 -.1 .01 .02 .15 .05 .09 -.12"/>
<hfield name="h" nrow="3" ncol="3" size=".5 .4 .1 .1" elevation="0 .1 .2 .1 .6 .3 .1 .2 .3"/></asset><worldbody>
<geom name="a" {geom}/><body name="b" pos=".03 .04 1"><freejoint/><geom name="b" type="{own}" size=".1 .07 .05"/>
<site name="s" euler="175 4 3"/><camera name="c" resolution="3 2" euler="4 5 6" fovy="12"/></body></worldbody><sensor>
{sensors}</sensor></mujoco>"""
RAYS = """<rangefinder site="s" data="dist dir origin point normal depth"/><rangefinder camera="c"/>
<framepos objtype="camera" objname="c"/><framezaxis objtype="camera" objname="c"/>"""
DISTANCES = """<distance geom1="a" geom2="b" cutoff="2"/><normal geom1="a" geom2="b" cutoff="2"/>
<fromto geom1="a" geom2="b" cutoff="2"/>"""


def looking(geom, sensors, own="sphere"):
    m = converge(
        mujoco.MjModel.from_xml_string(
            SEEN.format(geom=SHAPES[geom], sensors=sensors, own=own), release="4.0"
        )
    )
    d = mujoco.MjData(m)
    d.qpos[3:] = (0.99, 0.02, 0.03, 0.04)
    mujoco.mj_normalizeQuat(m, d.qpos)
    d.qvel[:] = 0.1 * np.arange(6)
    mujoco.mj_forward(m, d)
    return m, d


@pytest.mark.parametrize("geom", SHAPES)
def test_rays_and_frames_of_cameras(geom):
    m, d = looking(geom, RAYS)
    assert d.sensordata[0] > 0.5
    J = check_step(m, d, (1e-4, 1e-5))
    assert np.abs(J.C).max() > 0.5


@pytest.mark.parametrize("own", ["sphere", "capsule", "ellipsoid", "cylinder", "box"])
@pytest.mark.parametrize("geom", ["plane", "sphere", "capsule", "ellipsoid", "cylinder", "box", "mesh"])
def test_distances_of_geoms(geom, own):
    m, d = looking(geom, DISTANCES, own)
    assert 0.3 < d.sensordata[0] < 1.5
    check_step(m, d, (1e-4, 1e-5))


@pytest.mark.parametrize("reduce", ["none", "mindist", "maxforce", "netforce"])
def test_contact_sensors(reduce):
    m = mujoco.MjModel.from_xml_string(
        '<mujoco><worldbody><geom name="p" type="plane" size="1 1 1"/><body pos="0 0 .0985" name="b"><freejoint/>'
        '<geom name="g" type="box" size=".1 .1 .1"/></body></worldbody><sensor><contact geom1="p" geom2="g" num="3" '
        f'data="found force torque dist pos normal tangent" reduce="{reduce}"/></sensor></mujoco>'
    )
    d = mujoco.MjData(converge(m))
    d.qpos[3:] = (1, 0.003, 0.002, 0.001)
    mujoco.mj_normalizeQuat(m, d.qpos)
    d.qvel[:] = 0.1 * np.arange(6)
    mujoco.mj_forward(m, d)
    assert d.ncon == 4
    J = check_step(m, d, (1e-6, 1e-7))
    assert J.C.any()
