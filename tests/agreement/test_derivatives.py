"""Derivatives by finite differences are those of 3.5.0, and leave the state as it was.

Documents: API / Derivatives
"""

import mujoco
import numpy as np
import pytest

import gelenk
from tests.support.tolerance import relative, tol

MODEL = """<mujoco><option integrator="%s" timestep="0.004"/><worldbody><geom type="plane" size="5 5 1"/>
<body pos="0 0 .099"><freejoint/><geom type="box" size=".1 .2 .1"/><site name="s"/>
<body pos=".2 0 0"><joint name="b" type="ball" damping=".1"/><geom type="capsule" size=".03" fromto="0 0 0 .3 0 .1"/>
<body pos=".3 0 .1"><joint name="h" axis="0 1 0" stiffness="3" range="-1 1" limited="true"/>
<geom size=".05"/></body></body></body></worldbody><actuator>
<position name="p" joint="h" kp="20" ctrlrange="-1 1" ctrllimited="true"/>
<general joint="h" dyntype="filter" dynprm=".1" gainprm="2"/><motor joint="b" gear="1 .5 0 0 0 0"/></actuator>
<sensor><jointpos joint="h"/><ballangvel joint="b"/><accelerometer site="s"/><actuatorfrc actuator="p"/></sensor>
</mujoco>"""
INTEGRATORS = pytest.mark.parametrize("integrator", ["Euler", "implicit", "implicitfast"])


def made(lib, integrator):
    m = lib.MjModel.from_xml_string(MODEL % integrator)
    d = lib.MjData(m)
    d.qvel[:] = np.linspace(-0.3, 0.4, m.nv)
    d.ctrl[:] = 0.2, 1.0, -0.5
    for _ in range(5):
        lib.mj_step(m, d)
    return m, d


def state(d):
    return [np.copy(x) for x in (d.qpos, d.qvel, d.act, d.ctrl, d.qacc_warmstart, d.time)]


def transition(lib, integrator, centered, **changes):
    m, d = made(lib, integrator)
    for name, value in changes.items():
        getattr(d, name)[:] = value
    nx, before = 2 * m.nv + m.na, state(d)
    outputs = [np.zeros((r, c)) for r in (nx, m.nsensordata) for c in (nx, m.nu)]
    A, B, C, D = outputs
    lib.mjd_transitionFD(m, d, 1e-6, centered, A, B, C, D)
    assert all((a == b).all() for a, b in zip(before, state(d), strict=True))
    return outputs


@INTEGRATORS
@pytest.mark.parametrize("centered", [False, True])
def test_derivatives_of_a_step_agree(integrator, centered):
    ours, theirs = (transition(lib, integrator, centered) for lib in (gelenk, mujoco))
    if centered:
        theirs[3] = -theirs[3]  # 3.5.0 has the other sign: docs/differences.md
    for mine, other in zip(ours, theirs, strict=True):
        # contacts: slopes of accelerations of some 1e4 lose 1e-16 / 1e-6 of them, and the solver ends at 1e-8
        assert relative(mine, other) < tol(1e-5)


@pytest.mark.parametrize("ctrl", [-1.0, 0.3, 1.0])
@pytest.mark.parametrize("centered", [False, True])
def test_controls_at_an_end_of_their_range_are_moved_inwards(ctrl, centered):
    """A clamped control that is moved outwards changes nothing: no difference, or half of one."""
    text = """<mujoco><worldbody><body><joint name="j"/><inertial pos="0 0 0" mass="1" diaginertia=".5 .5 .5"/></body>
</worldbody><actuator><motor joint="j" ctrlrange="-1 1" ctrllimited="true"/></actuator></mujoco>"""
    m = gelenk.MjModel.from_xml_string(text)
    d, B = gelenk.MjData(m), np.zeros((2, 1))
    d.ctrl[0] = ctrl
    gelenk.mjd_transitionFD(m, d, 1e-6, centered, None, B, None, None)
    h = m.opt.timestep
    assert B[:, 0] == pytest.approx([h * h / 0.5, h / 0.5], rel=tol(1e-6))


@INTEGRATORS
@pytest.mark.parametrize("actuation", [False, True])
def test_derivatives_of_inverse_dynamics_agree(integrator, actuation):
    found = []
    for lib in (gelenk, mujoco):
        m, d = made(lib, integrator)
        lib.mj_forward(m, d)
        before = state(d)
        outputs = [np.zeros((m.nv, n)) for n in (*3 * (m.nv,), *3 * (m.nsensordata,), m.nM)]
        lib.mjd_inverseFD(m, d, 1e-6, actuation, *outputs)
        assert all((a == b).all() for a, b in zip(before, state(d), strict=True))
        found.append(outputs)
    if (
        actuation
    ):  # 3.5.0 computes forces of actuators behind their sensors, and sees no slope: docs/differences.md
        assert found[1][3][9, 7] == 0
        found[1][3][9, 7] = -20
    for mine, other in zip(*found, strict=True):
        # forward differences of 1e-6 of forces that have curvature
        assert relative(mine, other) < tol(1e-5)


@pytest.mark.parametrize("number", range(4))
def test_each_output_may_be_asked_for_alone(number):
    whole = transition(gelenk, "implicitfast", True)
    m, d = made(gelenk, "implicitfast")
    alone = np.zeros_like(whole[number])
    gelenk.mjd_transitionFD(m, d, 1e-6, True, *(alone if i == number else None for i in range(4)))
    assert (alone == whole[number]).all()


def test_derivatives_grow_what_is_too_small():
    m, d = made(gelenk, "Euler")
    fresh = gelenk.MjData(m)  # its buffers have seen no contact
    fresh.qpos[:], fresh.qvel[:], fresh.act[:], fresh.ctrl[:] = d.qpos, d.qvel, d.act, d.ctrl
    fresh.qacc_warmstart[:] = d.qacc_warmstart
    nx = 2 * m.nv + m.na
    grown, ready = np.zeros((nx, nx)), np.zeros((nx, nx))
    gelenk.mjd_transitionFD(m, fresh, 1e-6, True, grown, None, None, None)
    gelenk.mjd_transitionFD(m, d, 1e-6, True, ready, None, None, None)
    assert (grown == ready).all()


def test_a_callback_that_fails_leaves_the_state(monkeypatch):
    m, d = made(gelenk, "Euler")
    before, calls = state(d), []

    def fails(m, d):
        calls.append(1)
        if len(calls) > 3:
            raise RuntimeError

    gelenk.set_mjcb_passive(fails)
    try:
        with pytest.raises(RuntimeError):
            gelenk.mjd_transitionFD(m, d, 1e-6, True, np.zeros((2 * m.nv + m.na,) * 2), None, None, None)
    finally:
        gelenk.set_mjcb_passive(None)
    assert all((a == b).all() for a, b in zip(before, state(d), strict=True))
