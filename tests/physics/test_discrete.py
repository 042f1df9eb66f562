"""The integrator discrete: one solve in the metric M + h D + h^2 K is the step.

Numbers are from the formulas, or measured on mujoco 4.0.0 where a test says so.
"""

import numpy as np
import pytest

import gelenk
from tests.support.tolerance import tol

SLIDE = """<mujoco><option timestep=".01" integrator="discrete" gravity="0 0 0" solver="{solver}"/><worldbody><body>
<joint name="j" type="slide" {joint}/><geom size=".1" mass="2"/></body></worldbody>
<actuator>{act}</actuator></mujoco>"""
BALL = """<mujoco><option timestep=".01" integrator="discrete"><flag refsafe="{safe}"/></option><worldbody>
<geom type="plane" size="1 1 1"/><body pos="0 0 .099"><freejoint/>
<geom size=".1" mass="1" condim="1" solref="{solref}" priority="1"/></body></worldbody></mujoco>"""
ARM = """<mujoco><option timestep=".01" integrator="discrete" solver="{solver}" cone="{cone}" jacobian="{jacobian}"
 density="{density}" viscosity=".1" tolerance="1e-14" iterations="500" noslip_iterations="0"/>
<worldbody><geom type="plane" size="4 4 .1" friction=".6"/>
<body name="b" pos="0 0 .5"><joint name="x" axis="0 1 0" damping=".5" stiffness="400" range="-.2 .2" limited="true"/>
<geom type="capsule" size=".03" fromto="0 0 0 .3 0 -.2"/>
<body name="c" pos=".3 0 -.2"><joint name="y" axis="0 1 .2" damping=".1" frictionloss=".1"/>
<geom type="capsule" size=".05" fromto="0 0 0 .3 0 -.24"/><site name="s" pos=".3 0 -.24"/></body></body>
<body name="f" pos="0 .5 .099"><freejoint/><geom type="box" size=".1 .1 .1"/><site name="t"/></body></worldbody>
<tendon><spatial stiffness="2000 30" damping="3" springlength=".2"><site site="s"/><site site="t"/></spatial>
<fixed name="g" limited="true" range="-.3 .3"><joint joint="x" coef="1"/><joint joint="y" coef="-2"/></fixed></tendon>
<actuator><position joint="x" kp="300" kv="4"/><velocity joint="y" kv="30"/><position tendon="g" kp="40"/>
<muscle joint="y" lengthrange="-2 2" force="30"/></actuator></mujoco>"""


def load(text):
    m = gelenk.MjModel.from_xml_string(text)
    return m, gelenk.MjData(m)


def slide(joint, act="", solver="Newton"):
    return load(SLIDE.format(joint=joint, act=act, solver=solver))


def arm(solver="Newton", cone="pyramidal", jacobian="dense", density="0"):
    m, d = load(ARM.format(solver=solver, cone=cone, jacobian=jacobian, density=density))
    d.qpos[:2] = 0.25, -0.1
    d.qpos[5:9] = 0.98, 0.1, 0.1, 0.05
    d.qvel[:] = np.linspace(-1, 1, m.nv)
    d.ctrl[:] = 0.1, -0.2, 0.3, 0.5
    d.act[:] = 0.4
    return m, d


def test_a_spring_damper_and_servo_are_implicit_as_measured():
    m, d = slide('stiffness="100" damping="2"', '<position joint="j" kp="50" kv="3"/>')
    d.qpos[0], d.qvel[0], d.ctrl[0] = 0.1, 0.2, 0.3
    gelenk.mj_forward(m, d)
    np.testing.assert_allclose(d.qacc, -0.6295399516, rtol=0, atol=tol(1e-10))
    np.testing.assert_array_equal(d.qacc_smooth, d.qacc)
    np.testing.assert_allclose(
        d.qfrc_smooth, 50 * 0.2 - 3 * 0.2 - 100 * 0.1 - 2 * 0.2
    )  # as of continuous time
    gelenk.mj_step(m, d)
    np.testing.assert_allclose(d.qvel, 0.2 - 0.01 * 0.6295399516, atol=tol(1e-10))
    np.testing.assert_allclose(d.qpos, 0.1 + 0.01 * d.qvel, atol=tol(1e-14))


def test_springs_and_dampers_enter_by_their_tangents_as_measured():
    m, d = slide('stiffness="100 50 20" damping="2 1 3"')
    d.qpos[0], d.qvel[0] = 0.3, 0.4
    gelenk.mj_forward(m, d)
    np.testing.assert_allclose(d.qacc, -17.86705838, rtol=0, atol=tol(1e-8))


def test_pgs_takes_actuators_explicitly():
    m, d = slide('stiffness="100"', '<position joint="j" kp="50" kv="3"/>', "PGS")
    d.qpos[0], d.qvel[0] = 0.1, 0.2
    gelenk.mj_forward(m, d)
    np.testing.assert_allclose(d.qacc, (-5 - 0.6 - 10 - 0.01 * 100 * 0.2) / (2 + 1e-4 * 100), atol=tol(1e-12))


def test_a_servo_at_its_limit_has_no_stiffness():
    m, d = slide("", '<position joint="j" kp="50" kv="3" forcerange="-1 1" forcelimited="true"/>')
    d.qpos[0], d.qvel[0] = 0.1, 0.2
    gelenk.mj_forward(m, d)
    np.testing.assert_allclose(d.qacc, -0.5, atol=tol(1e-12))


@pytest.mark.parametrize(
    "act, stiffness, damping",
    [
        (
            '<general joint="j" gaintype="affine" gainprm="5 -20 -3" ctrlrange="-.1 .1" ctrllimited="true"/>',
            2,
            0.3,
        ),
        ('<general joint="j" gaintype="affine" gainprm="5 20 3"/>', 0, 0),
        ('<general joint="j" biastype="affine" gainprm="5" biasprm="1 20 -3"/>', 0, 3),
        ('<dcmotor joint="j" motorconst=".1" resistance="2" cogging=".3 6 .2"/>', 0, 0.005),
        ('<dcmotor joint="j" input="pos" motorconst=".1" resistance="2" controller="5 0 0 0 0 0"/>', 5, 0),
        ('<pid joint="j" input="pos" kp="10" kv="2" ki="5"/>', 10, 2),
    ],
)
def test_actuators_have_the_measured_stiffness_and_damping(act, stiffness, damping):
    m, d = slide("", act)
    d.qpos[0], d.qvel[0], d.ctrl[0] = 0.1, 0.2, 0.3
    gelenk.mj_forward(m, d)
    wanted = (d.actuator_force[0] - 0.01 * stiffness * 0.2) / (2 + 0.01 * damping + 1e-4 * stiffness)
    np.testing.assert_allclose(d.qacc, wanted, atol=tol(1e-12))


def test_muscles_have_the_slope_of_their_force():
    m, d = slide("", '<muscle joint="j" lengthrange="0 .5" force="100"/>')
    for length in (0.02, 0.2, 0.3, 0.4, 0.48):
        force = []
        for shift in (-1e-6, 1e-6, 0):
            d.qpos[0], d.act[0] = length + shift, 0.5
            gelenk.mj_forward(m, d)
            force.append(d.actuator_force[0])
        k = max(0, (force[0] - force[1]) / 2e-6)
        still = d.qacc[0], d.actuator_force[0]
        weight = still[1] / still[0] - 2 - 1e-4 * k  # what is left is damping: h d
        assert 0 <= weight < 1
        d.qvel[0] = 1e-7
        gelenk.mj_forward(m, d)
        # a difference quotient with a step of 1e-7 has four digits
        np.testing.assert_allclose(
            weight, (still[1] - d.actuator_force[0]) / 1e-7 * 0.01, rtol=tol(1e-3), atol=tol(1e-6)
        )
        d.qvel[0] = 0


@pytest.mark.parametrize(
    "solref, safe, aref, softness",
    [
        (".02 1", "enable", 18.18181818, 0.02272727),
        (".004 1", "enable", 25.0641131, None),
        (".004 1", "disable", 32.78688525, None),
        ("-1000 -20", "enable", 8, 0.04),
    ],
)
def test_rows_of_contacts_are_as_measured(solref, safe, aref, softness):
    m, d = load(BALL.format(solref=solref, safe=safe))
    d.qvel[2] = -0.3
    gelenk.mj_forward(m, d)
    np.testing.assert_allclose(d.efc_aref, aref, rtol=tol(1e-8))
    if softness:
        np.testing.assert_allclose(d.efc_R, softness, rtol=tol(1e-6))
    if solref == ".02 1":
        np.testing.assert_allclose(d.qacc[2], 17.55977778, rtol=tol(1e-8))
    if solref == ".004 1":
        wanted = (10526.3158, 205.1957) if safe == "enable" else (69252.0776, 526.3158)
        np.testing.assert_allclose(d.efc_KBIP[0, :2], wanted, rtol=tol(1e-6))


@pytest.mark.parametrize(
    "timeconst, z, resolved", [(".0201", 0.0999, False), (".0201", 0.09, True), (".0206", 0.09, False)]
)
def test_only_springs_that_the_step_cannot_resolve_are_replaced(timeconst, z, resolved):
    m, d = load(BALL.format(solref=f"{timeconst} 1", safe="enable"))
    m.opt.timestep = 0.02
    d.qpos[2] = z
    gelenk.mj_forward(m, d)
    assert (abs(4e-4 * d.efc_KBIP[0, 0] * d.efc_KBIP[0, 2] - 1) < 1e-12) == resolved


def test_the_impedance_of_rows_is_at_most_that_of_rigid_ones():
    m, d = load(BALL.format(solref=".0001 1", safe="disable"))
    gelenk.mj_forward(m, d)
    np.testing.assert_allclose(d.efc_R, 1e-4 / 0.9999, rtol=tol(1e-9))


def test_the_diagonal_is_that_of_the_factored_metric():
    joint = 'range="-.05 .05" limited="true" frictionloss=".1" stiffness="100" damping="5"'
    m, d = slide(joint)
    d.qpos[0], d.qvel[0] = 0.1, 0.2
    gelenk.mj_forward(m, d)  # measured
    np.testing.assert_allclose(d.efc_R, [0.0262772107, 0.0110326567], rtol=tol(1e-8))
    np.testing.assert_allclose(d.efc_aref, [-10.2564102564, 68.1818181818], rtol=tol(1e-10))
    np.testing.assert_allclose(d.qacc, -66.786407767, rtol=tol(1e-9))
    h, (k, b, impedance, _) = 0.01, d.efc_KBIP.T
    np.testing.assert_allclose(d.efc_diagApprox * (1 + h * b + h * h * k * impedance), 0.5 * 2 / 2.06)


def test_a_stiff_spring_stays_at_rest_where_euler_blows_up():
    m, d = slide('stiffness="1e6" springref="0"')
    d.qpos[0] = 0.1
    for _ in range(100):
        gelenk.mj_step(m, d)
    assert abs(d.qpos[0]) < 1e-3 and abs(d.qvel[0]) < 1e-2
    m.opt.integrator = gelenk.mjtIntegrator.mjINT_EULER
    d.qpos[0], d.qvel[0] = 0.1, 0
    for _ in range(2):
        gelenk.mj_step(m, d)
    assert abs(d.qvel[0]) > 1e3


@pytest.mark.parametrize("jacobian", ["dense", "sparse"])
@pytest.mark.parametrize("cone", ["pyramidal", "elliptic"])
def test_newton_and_cg_agree_with_couplings_and_contacts(cone, jacobian):
    found = []
    for solver in ("Newton", "CG"):
        m, d = arm(solver, cone, jacobian)
        gelenk.mj_forward(m, d)
        assert d.nefc > 4 and d.ncon > 0
        assert not np.any(d.efc_type == gelenk.mjtConstraint.mjCNSTR_EQUALITY)  # couplings are not shown
        found.append((d.qacc.copy(), d.qacc_smooth.copy(), d.efc_force.copy()))
    for newton, cg in zip(*found, strict=True):
        np.testing.assert_allclose(cg, newton, rtol=tol(1e-5), atol=1e-6 * max(1, np.abs(newton).max()))


@pytest.mark.parametrize("jacobian", ["dense", "sparse"])
@pytest.mark.parametrize("solver", ["Newton", "CG", "PGS"])
@pytest.mark.parametrize("cone", ["pyramidal", "elliptic"])
def test_inverse_dynamics_inverts_the_step(cone, solver, jacobian):
    m, d = arm(solver, cone, jacobian, density="30")
    d.qfrc_applied[:] = np.linspace(1, -1, m.nv)
    d.xfrc_applied[m.body("f").id] = 1, -2, 3, 0.1, 0.2, 0.3
    for _ in range(3):
        gelenk.mj_step(m, d)
    gelenk.mj_forward(m, d)
    force = d.qfrc_constraint.copy()
    wrench = np.zeros(m.nv)
    f = m.body("f").id
    gelenk.mj_applyFT(m, d, d.xfrc_applied[f, :3], d.xfrc_applied[f, 3:], d.xipos[f], f, wrench)
    gelenk.mj_inverse(m, d)
    scale = np.abs(force).max() + 10
    np.testing.assert_allclose(d.qfrc_constraint, force, atol=2e-4 * scale)
    np.testing.assert_allclose(d.qfrc_inverse, d.qfrc_applied + d.qfrc_actuator + wrench, atol=2e-4 * scale)


def test_stages_from_velocity_on_can_be_repeated():
    m, d = arm()
    gelenk.mj_forward(m, d)
    want = d.qacc.copy(), d.efc_aref.copy(), d.efc_R.copy()
    for skip in (gelenk.mjtStage.mjSTAGE_VEL, gelenk.mjtStage.mjSTAGE_POS):
        gelenk.mj_forwardSkip(m, d, skip, 0)
        for a, b in zip((d.qacc, d.efc_aref, d.efc_R), want, strict=True):
            np.testing.assert_allclose(a, b, rtol=tol(1e-7), atol=tol(1e-7))


def test_mass_matrix_and_its_factor_stay_those_of_continuous_time():
    m, d = arm()
    gelenk.mj_forward(m, d)
    want = d.M.copy(), d.qLD.copy(), d.qLDiagInv.copy()
    m.opt.integrator = gelenk.mjtIntegrator.mjINT_EULER
    gelenk.mj_forward(m, d)
    for a, b in zip((d.M, d.qLD, d.qLDiagInv), want, strict=True):
        np.testing.assert_array_equal(a, b)


def test_transition_derivatives_are_those_of_the_step():
    m, d = slide('stiffness="100" damping="2"', '<position joint="j" kp="50" kv="3"/>')
    d.qpos[0], d.qvel[0] = 0.1, 0.2
    A, B = np.zeros((2, 2)), np.zeros((2, 1))
    gelenk.mjd_transitionFD(m, d, 1e-6, True, A, B, None, None)
    mass, h = 2 + 0.01 * 5 + 1e-4 * 150, 0.01
    dv_dq, dv_dv, dv_du = -h * 150 / mass, 1 - h * (5 + h * 150) / mass, h * 50 / mass
    np.testing.assert_allclose(A, [[1 + h * dv_dq, h * dv_dv], [dv_dq, dv_dv]], atol=tol(1e-8))
    np.testing.assert_allclose(B, [[h * dv_du], [dv_du]], atol=tol(1e-8))


def test_a_spinning_free_body_gains_no_energy():
    text = """<mujoco><option timestep=".01" integrator="{}" gravity="0 0 0"/><worldbody><body><freejoint/>
    <geom type="box" size=".1 .2 .4" mass="1"/></body></worldbody></mujoco>"""
    speed = []
    for integrator in ("discrete", "implicit"):
        m, d = load(text.format(integrator))
        d.qvel[3:] = 5, 20, 3
        gelenk.mj_step(m, d)
        speed.append(d.qvel.copy())
    np.testing.assert_allclose(speed[0], speed[1], atol=tol(1e-11))


def test_the_drag_in_the_metric_has_the_pattern_of_the_inertia_matrix():
    text = """<mujoco><option integrator="discrete" timestep=".01" density="50" wind="1 2 3" gravity="0 0 0"/>
    <worldbody>
    <body simple="{}"><freejoint/><geom type="box" size=".1 .2 .3" fluidshape="ellipsoid" density="100"/></body>
    </worldbody></mujoco>"""
    # measured on mujoco 4.0.0, with 5 digits: D of the translation, where dqacc = inv(M + h D) dforce
    diagonal, others = [18.19164, 18.08117, 22.74464], [4.26898, 6.48763, 5.15853]
    for simple, wanted in (("auto", [0, 0, 0]), ("false", others)):
        m, d = load(text.format(simple))
        gelenk.mj_forward(m, d)
        base, columns = d.qacc.copy(), []
        for i in range(3):
            d.qfrc_applied[:] = 1e3 * np.eye(6)[i]
            gelenk.mj_forward(m, d)
            columns.append((d.qacc - base)[:3] / 1e3)
        metric = np.linalg.inv(np.array(columns).T)
        drag = (metric - m.body_mass[1] * np.eye(3)) / 0.01
        np.testing.assert_allclose(np.diag(drag), diagonal, rtol=0, atol=tol(1e-5))
        np.testing.assert_allclose(drag[[0, 0, 1], [1, 2, 2]], wanted, rtol=0, atol=tol(1e-5))
        d.qfrc_applied[:] = 0
        gelenk.mj_forward(m, d)
        gelenk.mj_inverse(m, d)  # the same metric
        np.testing.assert_allclose(d.qfrc_inverse, 0, rtol=0, atol=tol(1e-10))


def test_step_in_two_parts_is_one_step():
    m, d = arm()
    other = gelenk.MjData(m)
    other.qpos[:], other.qvel[:], other.ctrl[:], other.act[:] = d.qpos, d.qvel, d.ctrl, d.act
    gelenk.mj_step(m, d)
    gelenk.mj_step1(m, other)
    gelenk.mj_step2(m, other)
    np.testing.assert_array_equal(other.qpos, d.qpos)
    np.testing.assert_array_equal(other.qvel, d.qvel)


SHEET = """<mujoco><option integrator="discrete"/><worldbody><flexcomp name="f" type="grid" dim="2"
count="4 4 1" spacing=".1 .1 .1"><elasticity young="1e4" poisson=".2" thickness=".01" elastic2d="both"/>
<contact selfcollide="none"/></flexcomp></worldbody></mujoco>"""


def test_pgs_refuses_elastic_flexes():
    m, d = load(SHEET)
    m.opt.solver = gelenk.mjtSolver.mjSOL_PGS
    with pytest.raises(gelenk.FatalError, match="discrete"):
        gelenk.mj_forward(m, d)
