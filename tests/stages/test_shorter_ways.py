"""What the smooth stages do in fewer passes, or leave out where it is known, is what the long way gives."""

import math

import numpy as np
import pytest

import gelenk
from gelenk.algebra import vec
from gelenk.engine.force import velocity
from tests.support.smooth import SCENES, random_state, run
from tests.support.tolerance import relative, tol

ROUNDING = tol(1e-13)

ARM = """
<mujoco>
  <option integrator="implicitfast" density="{density}" gravity="0 0 -9"/>
  <worldbody>
    <body>
      <joint name="a" axis="0 1 0" damping="0.3"/>
      <geom type="capsule" size="0.05" fromto="0 0 0 0.4 0 0"/>
      <body pos="0.4 0 0">
        <joint name="b" axis="0 1 0" damping="0.7"/>
        <geom type="capsule" size="0.04" fromto="0 0 0 0.3 0 0"/>
        <body pos="0.3 0 0">
          <joint name="c" axis="0 0 1"/>
          <geom type="box" size="0.05 0.04 0.03"/>
        </body>
      </body>
    </body>
  </worldbody>
  <tendon>
    <fixed name="both" damping="{damping}"><joint joint="a" coef="1"/><joint joint="b" coef="-2"/></fixed>
  </tendon>
  <actuator>{actuators}</actuator>
</mujoco>"""
MOTOR = '<motor joint="a" gear="3"/>'
SERVO = '<velocity joint="c" kv="2"/>'
ON_TENDON = '<velocity tendon="both" kv="5"/>'
# density, damping of the tendon, actuators, and whether the slopes of forces couple dofs
ARMS = {
    "motor": (0, 0, MOTOR, False),
    "servo": (0, 0, MOTOR + SERVO, False),
    "servo of a tendon": (0, 0, SERVO + ON_TENDON, True),
    "damped tendon": (0, 1.5, MOTOR, True),
    "medium": (500, 0, MOTOR, True),
}


def derivative(m, d):
    """qDeriv as a dense matrix (nv, nv)."""
    dense = np.zeros((m.nv, m.nv))
    for i in range(m.nv):
        entries = slice(m.D_rowadr[i], m.D_rowadr[i] + m.D_rownnz[i])
        dense[i, m.D_colind[entries]] = d.qDeriv[entries]
    return dense


@pytest.mark.parametrize("arm", ARMS)
def test_implicitfast_takes_all_of_the_derivative(arm):
    density, damping, actuators, couples = ARMS[arm]
    m = gelenk.MjModel.from_xml_string(ARM.format(density=density, damping=damping, actuators=actuators))
    d = gelenk.MjData(m)
    d.qpos[:] = 0.3, -0.5, 0.7
    d.qvel[:] = 1.0, 2.0, -3.0
    d.ctrl[:] = 0.4
    before = d.qvel.copy()
    gelenk.mj_step(m, d)
    slopes = derivative(m, d)
    assert np.any(slopes - np.diag(np.diag(slopes))) == couples
    # implicitfast keeps the symmetric part of a medium's slopes
    M = np.zeros((m.nv, m.nv))
    gelenk.mj_fullM(m, M, d.qM)
    lower = np.tril(M - m.opt.timestep * slopes)
    acceleration = np.linalg.solve(lower + np.tril(lower, -1).T, d.qfrc_smooth + d.qfrc_constraint)
    assert relative((d.qvel - before) / m.opt.timestep, acceleration) < tol(1e-11)


@pytest.mark.parametrize("scene", SCENES)
def test_velocities_and_bias_of_one_pass_are_those_of_two(scene):
    _, _, m, d = random_state(scene)
    run(velocity.fwd_velocity_smooth, "md", False, m, d)
    found = d.cvel.copy(), d.cdof_dot.copy(), d.qfrc_bias.copy()
    two = np.zeros(m.nv)
    run(velocity.com_vel, "md", False, m, d)
    run(velocity.rne, "mdiF", False, m, d, 0, two)
    for one, other in zip(found, (d.cvel, d.cdof_dot, two), strict=True):
        assert relative(one, other) < ROUNDING


@pytest.mark.parametrize("angle", [0.0, 1e-12, 1e-3, 0.4, 1.59, 1.61, 3.0, 6.0])
def test_turn_by_a_vector_is_the_turn_about_its_axis(angle):
    axis = np.array([2.0, -1.0, 2.0]) / 3.0
    expected = (math.cos(angle / 2), *(axis * math.sin(angle / 2)))
    np.testing.assert_allclose(
        vec.rotvec_to_quat(tuple(axis * angle)), expected, rtol=tol(1e-15), atol=tol(1e-16)
    )


def test_turn_by_sees_what_is_no_number():
    assert all(math.isnan(x) for x in vec.rotvec_to_quat((math.nan, 0.0, 0.0)))


FALLEN = """
<mujoco>
  <worldbody>
    <geom name="floor" type="plane" size="1 1 1"/>
    <body pos="0 0 0.09"><freejoint/><geom name="ball" size="0.1"/></body>
  </worldbody>
  <contact>{pair}</contact>
</mujoco>"""


@pytest.mark.parametrize("pair", ["", '<pair geom1="floor" geom2="ball"/>'])
def test_contacts_are_looked_for_where_masks_let_any_be(pair):
    m = gelenk.MjModel.from_xml_string(FALLEN.format(pair=pair))
    d = gelenk.MjData(m)
    for contype, found in ((1, 1), (0, 1 if pair else 0), (1, 1)):  # masks may be edited, pairs ask none
        m.geom_contype[:] = contype
        m.geom_conaffinity[:] = 1
        gelenk.mj_forward(m, d)
        assert (d.ncon, d.nefc > 0) == (found, found > 0)


def test_forces_of_dofs_that_nothing_makes_are_zero():
    m = gelenk.MjModel.from_xml_string(ARM.format(density=0, damping=0, actuators=MOTOR))
    d = gelenk.MjData(m)
    d.qvel[:] = 1.0, 2.0, -3.0
    for flag, damping in ((0, [-0.3, -1.4, 0.0]), (int(gelenk.mjtDisableBit.mjDSBL_DAMPER), [0.0] * 3)):
        m.opt.disableflags = flag
        for force in (d.qfrc_spring, d.qfrc_damper, d.qfrc_gravcomp, d.qfrc_fluid, d.qfrc_passive):
            force[:] = np.nan
        gelenk.mj_forward(m, d)
        assert np.allclose(d.qfrc_damper, damping, rtol=ROUNDING) and np.array_equal(
            d.qfrc_passive, d.qfrc_damper
        )
        assert not (d.qfrc_spring.any() or d.qfrc_gravcomp.any() or d.qfrc_fluid.any())
