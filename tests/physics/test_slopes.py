"""Analytic derivatives are the difference quotients of what they differentiate.

Quotients with steps h have errors of h^2 from truncation and eps / h from rounding; at h = 1e-5 both are near 1e-10
of the scale of the function, whose higher derivatives in velocity are of order one here.
"""

import numpy as np
import pytest

import gelenk
from tests.support.tolerance import relative, tol
from tests.support.world import random_state, world

H = 1e-5
CHAIN = """
<worldbody>
  <body pos="0 0 1"><freejoint/><geom type="ellipsoid" size=".1 .2 .3" {shape}/>
    <body pos=".3 0 0"><joint name="b" type="ball" damping=".3"/><geom type="capsule" size=".1 .2" {shape}/>
      <body pos="0 .3 0"><joint name="h" axis="1 2 3" damping=".7"/><geom type="box" size=".1 .2 .1" {shape}/>
        <site name="t" pos=".1 .1 .1"/>
        <body pos="0 .3 0"><joint name="s" type="slide" axis="0 1 1"/><geom size=".1" {shape}/></body>
      </body></body></body>
  <body pos="2 0 0"><joint name="g" axis="0 1 0"/><geom type="capsule" size=".05 .3"/></body>
  <site name="w" pos="1 1 1"/>
</worldbody>
<tendon>
  <fixed name="f" damping=".4"><joint joint="h" coef="1"/><joint joint="s" coef="-2"/></fixed>
  <spatial name="p" damping=".6" stiffness="3"><site site="t"/><site site="w"/></spatial>
</tendon>
<actuator>{actuators}</actuator>
"""
ACTUATORS = {
    "no actuator": "",
    "gains that depend on velocity": '<general joint="h" gaintype="affine" gainprm="2 .3 .5" ctrllimited="false"/>',
    "biases that depend on velocity": '<velocity joint="s" kv="3"/><damper joint="g" kv="2" ctrlrange="0 1"/>',
    "damped position servos": '<position joint="g" kp="20" kv="3"/><intvelocity joint="h" kp="5" actrange="-1 1"/>',
    "servos on tendons and sites": """<velocity tendon="f" kv="3"/><velocity tendon="p" kv="2"/>
        <general site="t" refsite="w" gear="1 2 0 0 .5 0" biastype="affine" biasprm="0 0 -2"/>""",
    "muscles": """<muscle joint="h" lengthrange="-3 3" force="20"/>
        <muscle tendon="p" lengthrange=".1 4" force="30" range=".6 1.3"/>""",
    "activations": """<general joint="h" dyntype="integrator" gaintype="affine" gainprm="1 0 .4"/>
        <general joint="s" dyntype="filterexact" dynprm=".1" gaintype="affine" gainprm="1 0 -.3"/>""",
    "a cylinder": '<cylinder joint="s" timeconst=".2" area=".5" bias="0 0 -.6"/>',
}
MEDIA = {
    "no medium": ("", ""),
    "boxes in a medium": ('density="50" viscosity=".8" wind=".1 .2 .3"', ""),
    "ellipsoids in a medium": ('density="50" viscosity=".8" wind=".1 .2 .3"', 'fluidshape="ellipsoid"'),
}


def dense(m, values):
    """A matrix of the structure D_*, dense."""
    out = np.zeros((m.nv, m.nv))
    for i in range(m.nv):
        part = slice(m.D_rowadr[i], m.D_rowadr[i] + m.D_rownnz[i])
        out[i, m.D_colind[part]] = values[part]
    return out


def forces(m, d, v):
    """What depends on velocity: passive and actuator forces less bias forces."""
    d.qvel[:] = v
    gelenk.mj_forward(m, d)
    return d.qfrc_passive + d.qfrc_actuator - d.qfrc_bias


# media and actuators add up, so that not all of both need to meet
BOTH = [*((a, "no medium") for a in ACTUATORS), *((a, m) for a in ("no actuator", "muscles") for m in MEDIA)]


@pytest.mark.parametrize(("actuators", "medium"), dict.fromkeys(BOTH))
def test_the_slope_of_all_forces_is_their_difference_quotient(actuators, medium):
    option, shape = MEDIA[medium]
    text = CHAIN.format(shape=shape, actuators=ACTUATORS[actuators])
    m, d = world(text, f'integrator="implicit" {option}')
    for seed in range(3):
        random_state(m, d, seed)
        d.ctrl[:] = np.abs(d.ctrl)
        v, qpos = d.qvel.copy(), d.qpos.copy()
        quotient = np.zeros((m.nv, m.nv))
        for j, e in enumerate(np.eye(m.nv)):
            quotient[:, j] = (forces(m, d, v + H * e) - forces(m, d, v - H * e)) / (2 * H)
        forces(m, d, v)
        gelenk.mj_implicit(m, d)
        assert not np.array_equal(d.qpos, qpos)
        slope = dense(m, d.qDeriv)
        pattern = dense(m, np.ones_like(d.qDeriv)) > 0
        # dofs of different branches that tendons or sites couple have no place in the matrix, as in 3.5.0
        assert relative(slope[pattern], quotient[pattern]) < tol(1e-8)


def rotated(q, v):
    """q followed by the rotation vector v, in its frame."""
    out = q.copy()
    gelenk.mju_quatIntegrate(out, v, 1.0)
    return out


def unit(rng):
    q = rng.standard_normal(4)
    return q / np.linalg.norm(q)


def test_slopes_of_the_difference_of_two_orientations():
    rng = np.random.default_rng(1)
    for _ in range(20):
        a, b = unit(rng), unit(rng)
        Da, Db = np.zeros((3, 3)), np.zeros((3, 3))
        gelenk.mjd_subQuat(a, b, Da, Db)

        def difference(a, b):
            out = np.zeros(3)
            gelenk.mju_subQuat(out, a, b)
            return out

        if np.linalg.norm(difference(a, b)) > 3.0:  # near half a turn the shorter way changes
            continue
        for j, e in enumerate(np.eye(3)):
            qa = (difference(rotated(a, H * e), b) - difference(rotated(a, -H * e), b)) / (2 * H)
            qb = (difference(a, rotated(b, H * e)) - difference(a, rotated(b, -H * e))) / (2 * H)
            np.testing.assert_allclose(Da[:, j], qa, atol=tol(1e-7))  # curvature grows towards half a turn
            np.testing.assert_allclose(Db[:, j], qb, atol=tol(1e-7))


def test_slopes_of_integrating_an_orientation():
    """q exp(v s): with respect to q, to v s and to s, in the tangent spaces of q and of the result."""
    rng = np.random.default_rng(2)
    for _ in range(20):
        q, v, s = unit(rng), rng.standard_normal(3), rng.uniform(0.1, 1.5)
        Dq, Dv, Ds = np.zeros(9), np.zeros(9), np.zeros(3)
        gelenk.mjd_quatIntegrate(v, s, Dq, Dv, Ds)

        def end(q, v, s):
            out = q.copy()
            gelenk.mju_quatIntegrate(out, v, s)
            return out

        def quotient(high, low):
            out = np.zeros(3)
            gelenk.mju_subQuat(out, high, low)
            return out / (2 * H)

        for j, e in enumerate(np.eye(3)):
            dq = quotient(end(rotated(q, H * e), v, s), end(rotated(q, -H * e), v, s))
            dv = quotient(end(q, v + H / s * e, s), end(q, v - H / s * e, s))
            np.testing.assert_allclose(Dq.reshape(3, 3)[:, j], dq, atol=tol(1e-8))
            np.testing.assert_allclose(Dv.reshape(3, 3)[:, j], dv, atol=tol(1e-8))
        np.testing.assert_allclose(Ds, quotient(end(q, v, s + H), end(q, v, s - H)), atol=tol(1e-8))
