"""Systems without outer forces keep their momentum, whatever happens inside; and forces explain every motion.

Contacts, equalities, tendons, springs, actuators between bodies and dampers all act on two sides at once.
"""

import numpy as np
import pytest

import gelenk
from tests.support.tolerance import tol
from tests.support.world import world

SHAPES = """
<worldbody>
  <body pos="0 0 0"><freejoint/><geom type="box" size=".2 .15 .1"/><site name="a" pos=".1 .1 0"/></body>
  <body pos=".3 0 .05" euler="20 30 10"><freejoint/><geom type="capsule" size=".12 .15"/><site name="b"/></body>
  <body pos="0 .25 .05" euler="50 0 10"><freejoint/><geom type="cylinder" size=".15 .12"/></body>
  <body pos="-.3 .05 0" euler="0 40 10"><freejoint/><geom type="ellipsoid" size=".15 .1 .2"/>
    <body name="c" pos="-.2 0 0"><joint name="c" axis="0 1 1" stiffness="2" damping=".1" frictionloss=".3"/>
      <geom size=".1" pos="-.1 0 0"/></body></body>
  <body pos="0 -.2 -.1"><freejoint/><geom type="mesh" mesh="m"/></body>
</worldbody>
<asset><mesh name="m" vertex="0 0 .2  .2 0 -.1  -.1 .15 -.1  -.1 -.15 -.1"/></asset>
<tendon><spatial stiffness="30" damping="2" springlength=".1"><site site="a"/><site site="b"/></spatial></tendon>
<equality><connect body1="c" body2="world" anchor="0 0 0" active="false"/></equality>
<actuator><motor joint="c"/></actuator>
"""


def momentum(m, d):
    """Linear and angular momentum of all bodies, about the origin."""
    gelenk.mj_subtreeVel(m, d)
    total = d.subtree_linvel[0] * m.body_subtreemass[0]
    return total, d.subtree_angmom[0] + np.cross(d.subtree_com[0], total)


@pytest.fixture(scope="module", params=["pyramidal", "elliptic"])
def heap(request):
    return world(SHAPES, f'gravity="0 0 0" cone="{request.param}" impratio="3" timestep="1e-3"')


def shake(m, d, seed):
    """The heap, a little displaced and moving."""
    rng = np.random.default_rng(seed)
    gelenk.mj_resetData(m, d)
    qpos = d.qpos.copy()
    gelenk.mj_integratePos(m, qpos, rng.uniform(-0.05, 0.05, m.nv), 1.0)
    d.qpos[:], d.qvel[:], d.ctrl[:] = qpos, 0.3 * rng.standard_normal(m.nv), 0.5
    gelenk.mj_forward(m, d)


def wrench(m, d, force):
    """Total force and torque about the origin of generalised forces on bodies that float."""
    total, torque = np.zeros(3), np.zeros(3)
    for j in np.flatnonzero(m.jnt_type == gelenk.mjtJoint.mjJNT_FREE):
        body, adr = m.jnt_bodyid[j], m.jnt_dofadr[j]
        f = force[adr : adr + 3]
        total += f
        torque += np.cross(d.xpos[body], f) + d.xmat[body].reshape(3, 3) @ force[adr + 3 : adr + 6]
    return total, torque


def test_forces_between_bodies_have_no_sum_and_no_moment(heap):
    """Action is reaction: of contacts, joints and tendons, to rounding, since both sides are one row."""
    m, d = heap
    for seed in range(20):
        shake(m, d, seed)
        assert d.ncon > 2
        scale = 1.0 + np.abs(d.qfrc_constraint).max()
        for force in (d.qfrc_constraint, d.qfrc_passive, d.qfrc_actuator):
            total, torque = wrench(m, d, force)
            assert np.abs(total).max() < tol(1e-12) * scale
            assert np.abs(torque).max() < tol(1e-12) * scale


def test_each_contact_force_acts_on_both_its_bodies(heap):
    """The contact forces, applied to the two bodies of each contact with opposite signs, are the constraint forces."""
    m, d = heap
    for seed in range(5):
        shake(m, d, seed)
        expected = np.zeros(m.nv)
        for k in range(d.ncon):
            force = np.zeros(6)
            gelenk.mj_contactForce(m, d, k, force)
            frame = d.contact.frame[k].reshape(3, 3)
            for geom, sign in zip(d.contact.geom[k], (-1.0, 1.0), strict=True):
                push, turn = sign * frame.T @ force[:3], sign * frame.T @ force[3:]
                gelenk.mj_applyFT(m, d, push, turn, d.contact.pos[k], m.geom_bodyid[geom], expected)
        friction = d.efc_type == gelenk.mjtConstraint.mjCNSTR_FRICTION_DOF
        expected[m.joint("c").dofadr[0]] += d.efc_force[friction].sum()
        scale = 1.0 + np.abs(expected).max()
        np.testing.assert_allclose(d.qfrc_constraint, expected, atol=tol(1e-12) * scale)


@pytest.mark.parametrize("integrator", ["Euler", "implicit", "implicitfast"])
def test_a_heap_that_flies_apart_keeps_its_momentum(heap, integrator):
    """To first order of the step, since the velocity of a floating body refers to the pose at its beginning."""
    m, d = heap
    m.opt.integrator = getattr(gelenk.mjtIntegrator, f"mjINT_{integrator.upper()}")
    drift = []
    for h in (1e-3, 2.5e-4):
        m.opt.timestep = h
        shake(m, d, 3)
        before = np.concatenate(momentum(m, d))
        gelenk.mj_step(m, d, round(0.2 / h))
        gelenk.mj_forward(m, d)
        drift.append(np.abs(np.concatenate(momentum(m, d)) - before).max())
    assert drift[1] < 0.4 * drift[0] < 0.02 * np.abs(before).max()


INTEGRATORS = ["Euler", "RK4", "implicit", "implicitfast"]
MACHINE = """
<worldbody>
  <geom type="plane" size="3 3 .1"/>
  <body pos="0 0 .095"><freejoint/><geom type="box" size=".2 .15 .1"/>
    <body pos=".2 0 0"><joint name="j" axis="0 1 0" damping=".5" stiffness="3" armature=".01" frictionloss=".05"/>
      <geom type="capsule" size=".04" fromto="0 0 0 .3 0 0"/>
      <body pos=".3 0 0"><joint name="k" axis="0 1 0" damping=".2" range="-20 20"/><geom size=".06"/></body></body>
  </body>
</worldbody>
<tendon><fixed name="t" damping=".1" stiffness="1"><joint joint="j" coef="1"/>
  <joint joint="k" coef="-1"/></fixed></tendon>
<actuator><motor joint="j"/><velocity joint="k" kv=".7"/><position tendon="t" kp="2" kv=".1"/></actuator>
"""


def applied(m, d):
    """All forces that inverse dynamics must find: of actuators and of the user."""
    total = d.qfrc_actuator + d.qfrc_applied
    for body in range(1, m.nbody):
        gelenk.mj_applyFT(
            m, d, d.xfrc_applied[body, :3], d.xfrc_applied[body, 3:], d.xipos[body], body, total
        )
    return total


@pytest.mark.parametrize("cone", ["pyramidal", "elliptic"])
@pytest.mark.parametrize("discrete", [False, True], ids=["continuous", "discrete"])
@pytest.mark.parametrize("integrator", INTEGRATORS)
def test_inverse_dynamics_finds_the_forces_that_were_applied(integrator, discrete, cone):
    """With invdiscrete from the change of velocity in a step; RK4, which has substeps, in continuous time."""
    m, d = world(MACHINE, f'integrator="{integrator}" cone="{cone}" tolerance="0" iterations="100"')
    if discrete:
        m.opt.enableflags |= gelenk.mjtEnableBit.mjENBL_INVDISCRETE
    rng = np.random.default_rng(2)
    contacts = 0
    for _ in range(20):
        d.ctrl[:] = rng.uniform(-1, 1, m.nu)
        d.qfrc_applied[:] = 0.3 * rng.standard_normal(m.nv)
        d.xfrc_applied[2] = 0.3 * rng.standard_normal(6)
        gelenk.mj_forward(m, d)
        forces, contacts = applied(m, d), contacts + d.ncon
        scale = 1.0 + np.abs(d.qfrc_constraint).max()
        other = gelenk.MjData(m)
        gelenk.mj_copyData(other, m, d)
        if discrete and integrator != "RK4":
            gelenk.mj_step(m, d)
            other.qacc[:] = (d.qvel - other.qvel) / m.opt.timestep
        gelenk.mj_inverse(m, other)
        np.testing.assert_allclose(other.qfrc_inverse, forces, atol=tol(1e-8) * scale)
        if not (discrete and integrator != "RK4"):
            gelenk.mj_step(m, d)
    assert contacts > 20
