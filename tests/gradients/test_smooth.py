"""Softened derivatives, the options smooth and reach: zones of rows, contacts in reach."""

import numpy as np
import pytest

import gelenk as mujoco
from gelenk import gradients
from gelenk.gradients.arguments import Softening
from gelenk.gradients.passes import workspace
from tests.support.derivatives import RK4, SPHERES, converge, moving, off
from tests.support.tolerance import tol

BALL = """<mujoco><option timestep="0.002" cone="{cone}"/><worldbody><geom type="plane" size="5 5 1" condim="1"
  {plane}/>  <body pos="0 0 {z}"><joint type="slide" axis="0 0 1" {joint}/><geom size=".1" mass="2" condim="1"/></body>
</worldbody></mujoco>"""
SLIDER = """<mujoco><worldbody><body><joint type="slide" axis="1 0 0" frictionloss="3"/>
<geom size=".1" mass="2"/></body></worldbody></mujoco>"""
WIDTH = 20.0  # [m/s^2], twice gravity


def ball(z, cone="pyramidal", plane="", joint="", **keywords):
    """A ball of radius 0.1 on a vertical slider at height z above a plane, after mj_forward."""
    m = mujoco.MjModel.from_xml_string(BALL.format(z=z, cone=cone, plane=plane, joint=joint), **keywords)
    d = mujoco.MjData(m)
    mujoco.mj_forward(m, d)
    return m, d


def step_up(x):
    return 1 / (1 + np.exp(-x))


def jar(d):
    return d.qacc[0] * d.efc_J[0] - d.efc_aref[0]


def by_force(m, d, **options):
    """The derivative of qacc by a force."""
    return gradients.jacobian(m, d, of="qacc", by="qfrc_applied", **options)["qacc", "qfrc_applied"].item()


def zones(m, d):
    """The zones of all rows."""
    mujoco.mj_forward(m, d)
    return d.efc_state


def spheres(cone, steps=60, integrator="Euler"):
    """The three spheres, sliding on their plane, with rows in several zones."""
    m = converge(mujoco.MjModel.from_xml_string(SPHERES.format(cone=cone, integrator=integrator)))
    d = moving(m, steps)
    d.qvel[0] += 0.5
    return m, d


@pytest.mark.parametrize("force", [-30.0, 15.0, 18.0, 19.2, 40.0])
def test_weight_of_a_contact_is_a_logistic_function_of_its_acceleration(force):
    m, d = ball(0.099)
    d.qfrc_applied[0] = force
    mujoco.mj_forward(m, d)
    weight = d.efc_D[0] * step_up(-jar(d) / WIDTH)
    np.testing.assert_allclose(by_force(m, d, smooth=WIDTH), 1 / (2 + weight), rtol=tol(1e-12))


@pytest.mark.parametrize("force", [0.0, 2.0, 2.9999, 3.0001, 20.0])
def test_weight_of_friction_loss_is_a_softened_box(force):
    m = mujoco.MjModel.from_xml_string(SLIDER)
    d = mujoco.MjData(m)
    d.qfrc_applied[0] = force
    mujoco.mj_forward(m, d)
    edge, width = d.efc_R[0] * 3, 0.3
    weight = d.efc_D[0] * (step_up((jar(d) + edge) / width) - step_up((jar(d) - edge) / width))
    np.testing.assert_allclose(by_force(m, d, smooth=width), 1 / (2 + weight), rtol=tol(1e-11))


def test_on_a_border_the_derivative_is_between_both_sides():
    m, d = ball(0.099)
    border = 2 * (d.efc_aref[0] + 9.81)  # the force with which jar is zero
    sides = []
    for force in (border - 1e-9, border + 1e-9, border):
        d.qfrc_applied[0] = force
        sides.append((by_force(m, d), by_force(m, d, smooth=1.0)))
    stuck, free, _ = sides
    assert stuck[0] < 0.9 * free[0]  # they jump
    for _, soft in sides:
        assert 1.05 * stuck[0] < soft < 0.95 * free[0]
    np.testing.assert_allclose(stuck[1], free[1], rtol=tol(1e-6))  # the force moves by 2e-9 of the width


@pytest.mark.parametrize("integrator", ["Euler", "implicitfast", "RK4"])
@pytest.mark.parametrize("cone", ["pyramidal", "elliptic"])
def test_width_zero_is_the_limit(cone, integrator):
    m, d = spheres(cone)
    m.opt.integrator = {"Euler": 0, "RK4": RK4, "implicitfast": 3}[integrator]
    exact = gradients.jacobian(m, d, of="state")
    assert exact.kinks == 0 and d.nefc > 3
    far = [off(gradients.jacobian(m, d, of="state", smooth=width).A, exact.A) for width in (100.0, 1e-7)]
    assert far[0] > 1e-4
    assert far[1] < tol(1e-9)


@pytest.mark.parametrize(
    "push, zone", [((9, 3, 0), "QUADRATIC"), ((40, 0, 10), "CONE"), ((0, 0, 45), "SATISFIED")]
)
def test_cones_in_all_zones_have_the_limit(push, zone):
    m = converge(mujoco.MjModel.from_xml_string(SPHERES.format(cone="elliptic", integrator="Euler")))
    d = mujoco.MjData(m)
    mujoco.mj_step(m, d, nstep=30)
    d.xfrc_applied[1, :3] = push
    mujoco.mj_forward(m, d)
    assert getattr(mujoco.mjtConstraintState, f"mjCNSTRSTATE_{zone}") in d.efc_state[d.contact.efc_address]
    exact = gradients.jacobian(m, d, of="state")
    soft = gradients.jacobian(m, d, of="state", smooth=1e-8)
    assert exact.kinks == 0
    assert off(soft.A, exact.A) < tol(1e-9)


def test_a_sphere_that_begins_to_slide_has_no_jump():
    m = converge(mujoco.MjModel.from_xml_string(SPHERES.format(cone="elliptic", integrator="Euler")))
    d = mujoco.MjData(m)
    mujoco.mj_step(m, d, nstep=30)

    def at(force, smooth):
        d.xfrc_applied[1] = force, 0, 10, 0, 0, 0
        found = gradients.jacobian(m, d, of="state", smooth=smooth).A
        return found, np.count_nonzero(zones(m, d) == mujoco.mjtConstraintState.mjCNSTRSTATE_CONE)

    low, high = 0.0, 40.0
    first = at(low, 1.0)[1]
    while high - low > 1e-10:  # the force at which a contact leaves or enters the middle zone
        middle = 0.5 * (low + high)
        low, high = (middle, high) if at(middle, 1.0)[1] == first else (low, middle)
    assert off(at(low, 0.0)[0], at(high, 0.0)[0]) > 1e-2
    # forces that differ by 1e-10 change weights by some 1e-9 of a width of 1
    assert off(at(low, 1.0)[0], at(high, 1.0)[0]) < tol(1e-7)


@pytest.mark.parametrize("reach", [0.0, 0.05])
@pytest.mark.parametrize("cone", ["pyramidal", "elliptic"])
def test_values_are_those_of_the_exact_step(cone, reach):
    m, d = spheres(cone)
    d.qpos[2] += 0.001  # one sphere above the plane
    mujoco.mj_forward(m, d)
    before = d.qpos.tobytes(), d.qacc.tobytes(), d.efc_force.tobytes()
    gradients.jacobian(m, d, smooth=WIDTH, reach=reach)
    assert (d.qpos.tobytes(), d.qacc.tobytes(), d.efc_force.tobytes()) == before
    results = ("state",)
    with workspace(m, "state", softening=Softening(WIDTH, reach)) as work:
        work.begin(d, ("qvel",), results, "jacobian")
        work.forward(0, "jacobian")
        for name in ("qacc", "qfrc_constraint"):
            expected = getattr(d, name)
            np.testing.assert_allclose(
                getattr(work.d, name), expected, rtol=0, atol=tol(1e-9) * np.abs(expected).max()
            )
        assert (work.d.nefc > d.nefc) == (reach > 0)
        np.testing.assert_array_equal(work.d.efc_force[d.nefc :], 0.0)


@pytest.mark.parametrize("release", ["3.5.0", "4.0.0"])
def test_a_ball_above_the_floor_feels_it_with_reach_alone(release):
    m, d = ball(0.101, release=release)
    assert d.ncon == 0
    free = gradients.jacobian(m, d, of="state")
    assert off(gradients.jacobian(m, d, of="state", smooth=WIDTH).A, free.A) < tol(1e-14)
    found = gradients.jacobian(m, d, of="state", smooth=WIDTH, reach=0.01)
    assert found.A[1, 0] < -1 and found.A[1, 1] < 0.9
    nearer = gradients.jacobian(m, d, of="state", smooth=WIDTH, reach=0.0009)
    assert off(nearer.A, free.A) < tol(1e-14)
    assert (found.smooth, found.reach, free.smooth, free.reach) == (WIDTH, 0.01, 0.0, 0.0)
    assert "smooth=20.0, reach=0.01" in repr(found)


def test_margins_and_gaps_of_the_model_stay():
    m, d = ball(0.101, plane='margin="0.01" gap="0.004"')
    exact = gradients.jacobian(m, d, of="state")
    assert d.nefc == 1
    soft = gradients.jacobian(m, d, of="state", smooth=1e-9, reach=0.02)
    assert off(soft.A, exact.A) < tol(1e-10)
    np.testing.assert_array_equal(m.geom_margin, [0.01, 0])


@pytest.mark.parametrize("cone", ["pyramidal", "elliptic"])
@pytest.mark.parametrize("by", [("state", "ctrl"), ("state", "body_mass", "geom_friction")])
def test_modes_agree(cone, by):
    m, d = spheres(cone)
    d.qpos[2] += 0.0015
    options = {"smooth": WIDTH, "reach": 0.01}
    J = gradients.jacobian(m, d, of="state", by=by, **options)
    rng = np.random.default_rng(0)
    w = rng.normal(size=2 * m.nv)
    g = gradients.vjp(m, d, {"state": w}, by=by, **options)
    for name in by:
        block = J["state", name].reshape(2 * m.nv, -1)
        if not block.size:
            continue
        scale = np.abs(block).max()
        np.testing.assert_allclose(g[name].ravel(), w @ block, rtol=0, atol=tol(1e-10) * 10 * scale)
        v = rng.normal(size=g[name].shape)
        y = gradients.jvp(m, d, {name: v}, of="state", **options)["state"]
        np.testing.assert_allclose(y, block @ v.ravel(), rtol=0, atol=tol(1e-10) * 10 * scale)


def test_options_of_calls_do_not_mix():
    m, d = ball(0.099)
    exact, soft = by_force(m, d), by_force(m, d, smooth=WIDTH)
    wider = by_force(m, d, smooth=2 * WIDTH, reach=0.1)
    assert len({exact, soft, wider}) == 3
    assert (by_force(m, d), by_force(m, d, smooth=WIDTH)) == (exact, soft)


@pytest.mark.parametrize(
    "options, words",
    [
        ({"smooth": -1.0}, "smooth must be finite and >= 0"),
        ({"smooth": np.nan}, "smooth must be finite and >= 0"),
        ({"smooth": 1.0, "reach": np.inf}, "reach must be finite and >= 0"),
        ({"reach": 0.1}, "needs smooth > 0"),
    ],
)
def test_wrong_widths_are_refused(options, words):
    m, d = ball(0.099)
    calls = (
        lambda: gradients.jacobian(m, d, **options),
        lambda: gradients.jvp(m, d, {"qvel": [1.0]}, **options),
        lambda: gradients.vjp(m, d, {"state": [1.0, 0.0]}, **options),
    )
    for call, caller in zip(calls, ("jacobian", "jvp", "vjp"), strict=True):
        with pytest.raises(ValueError, match=f"{caller}: .*{words}"):
            call()


@pytest.mark.parametrize("value", ["wide", None, [1.0, 2.0], np.ones(2)])
def test_wrong_types_are_refused(value):
    m, d = ball(0.099)
    with pytest.raises(TypeError, match="smooth"):
        gradients.jacobian(m, d, smooth=value)


def test_what_cannot_be_softened_is_refused_by_name():
    m, d = ball(0.099)
    with pytest.raises(ValueError, match="smooth and reach must be 0 for inverse dynamics"):
        gradients.jacobian(m, d, of="qfrc_inverse", by="qacc", smooth=1.0)
    with pytest.raises(ValueError, match="'efc_force': reach must be 0, since it adds rows"):
        gradients.jacobian(m, d, of="efc_force", smooth=1.0, reach=0.1)
    m.opt.integrator = RK4
    with pytest.raises(gradients.Unsupported, match="reach: the integrator RK4"):
        gradients.jacobian(m, d, smooth=1.0, reach=0.1)
    m.opt.integrator, m.opt.noslip_iterations = 0, 3
    with pytest.raises(gradients.Unsupported, match="noslip_iterations"):
        gradients.jacobian(m, d, smooth=1.0)


@pytest.mark.parametrize("gap", [0.002, 0.006, 0.009])
def test_slope_of_a_contact_from_a_distance_fades_with_the_gap(gap):
    m, d = ball(0.1 + gap)
    found = gradients.jacobian(m, d, of="qacc", by="qpos", smooth=WIDTH, reach=0.01)["qacc", "qpos"].item()
    impedance, timeconst = 0.95, 0.02  # solimp beyond its width of 1 mm, solref
    stiffness = impedance / (impedance * timeconst) ** 2  # aref = -stiffness gap
    weight = 2 * impedance / (1 - impedance) * step_up(-(-9.81 + stiffness * gap) / WIDTH)
    np.testing.assert_allclose(found, -weight * stiffness / (2 + weight), rtol=tol(1e-10))
