"""Exact derivatives of a step against central differences, whose error falls as eps^2."""

import numpy as np
import pytest

import gelenk as mujoco
from gelenk import gradients, models
from gelenk.gradients.arguments import results
from gelenk.tables.stages import INDEX
from gelenk.toolchain import library
from tests.support.derivatives import (
    SMOOTH,
    SPHERES,
    STIFF,
    by_steps,
    check_step,
    converge,
    falls_as_square,
    moving,
    off,
)
from tests.support.tolerance import relative, tol

EULER, IMPLICIT, FAST = "Euler", "implicit", "implicitfast"
NO_CONTACT = int(mujoco.mjtDisableBit.mjDSBL_CONTACT)


@pytest.mark.parametrize("integrator", [EULER, IMPLICIT, FAST])
@pytest.mark.parametrize("cone", ["pyramidal", "elliptic"])
def test_spheres_on_a_plane(cone, integrator):
    m = converge(mujoco.MjModel.from_xml_string(SPHERES.format(cone=cone, integrator=integrator)))
    d = moving(m, 60)
    assert d.ncon == 3 and d.nefc > 9
    check_step(m, d)


@pytest.mark.parametrize("integrator", [0, 2, 3])
def test_humanoid_with_its_sensors(integrator):
    m = converge(models.load("humanoid"))
    m.opt.integrator = integrator
    m.opt.disableflags |= NO_CONTACT
    assert m.nsensordata > 0
    check_step(m, moving(m, 40))


@pytest.mark.parametrize("cone", [0, 1])
def test_humanoid_on_the_floor(cone):
    m = converge(models.load("humanoid"))
    m.opt.cone = cone
    d = moving(m, 400)
    assert d.ncon > 0
    check_step(m, d)


@pytest.mark.parametrize(
    "name, steps, nefc",
    [
        ("arm7", 40, 7),  # friction loss
        ("gripper", 300, 17),  # equalities, contacts of boxes
        ("muscle_arm", 40, 0),  # muscles, activations, wrapped tendons
        ("tendon_arm", 40, 0),
        ("quadruped", 200, 1),
        ("car", 300, 20),  # boxes, ellipsoids
        ("cartpole", 40, 0),
    ],
)
def test_shipped_models(name, steps, nefc):
    m = converge(models.load(name))
    if name == "arm7":  # its base touches by convex collision
        m.opt.disableflags |= NO_CONTACT
    d = moving(m, steps)
    assert d.nefc >= nefc
    check_step(m, d, STIFF if nefc > 10 else SMOOTH)


MECHANISMS = {
    "fluid": """<mujoco><option density="1.2" viscosity="0.02" wind="1 .2 .1" integrator="implicit"/><worldbody>
      <body pos="0 0 1"><freejoint/><geom type="ellipsoid" size=".1 .2 .3" fluidshape="ellipsoid"/><body pos=".4 0 0">
      <joint type="ball" damping=".01" stiffness="1"/><geom type="box" size=".05 .1 .2" contype="0" conaffinity="0"/>
      </body></body></worldbody></mujoco>""",
    "equalities": """<mujoco><worldbody><body name="t" mocap="true" pos="0 0 1"/>
      <body name="a" pos="0 0 1"><freejoint/><geom size=".1"/></body>
      <body name="b" pos="1 0 1"><joint name="j" axis="0 1 0"/><geom size=".05" pos="0 0 -.2"/>
      <body name="c" pos="0 0 -.3"><joint name="k" axis="0 1 .1"/><geom size=".05" pos=".2 0 0"/></body></body>
      </worldbody><equality><weld body1="t" body2="a" torquescale=".7"/><connect body1="c" body2="a" anchor=".3 0 0"/>
      <joint joint1="j" joint2="k" polycoef=".1 .5 .2 .1 0"/></equality></mujoco>""",
    "transmissions": """<mujoco><worldbody><site name="ref" pos="0 0 1.5"/><body pos="0 0 1">
      <joint name="j" axis="0 1 0"/><joint name="k" type="slide" axis="1 0 0"/><geom size=".1"/>
      <site name="c" pos=".1 0 .05"/><site name="s" pos=".4 0 0"/><body pos=".3 0 0"><joint name="b" type="ball"/>
      <geom size=".05" pos=".1 0 0"/><site name="q" pos=".1 .1 0"/></body></body></worldbody><actuator>
      <general cranksite="c" slidersite="s" cranklength=".3" gainprm="2"/>
      <general site="q" refsite="ref" gear="1 .2 .3 .4 .5 .6" biastype="affine" biasprm="0 -1 -.1"/>
      <general jointinparent="b" gear="1 .2 .1"/><intvelocity joint="j" kp="3" actrange="-1 1"/>
      <general joint="k" dyntype="filterexact" dynprm=".03" gainprm="3"/>
      <general joint="j" dyntype="filter" dynprm=".05" gaintype="affine" gainprm="1 .2 .1"/></actuator></mujoco>""",
    "springs": """<mujoco><worldbody><body pos="0 0 1"><joint type="slide" axis="1 0 0" stiffness="3 2 1"
      damping="1 .5 .2" springref=".1"/><joint type="ball" stiffness="2 1 0" damping=".1 .2 0" range="0 10"/>
      <geom type="box" size=".1 .2 .3" contype="0" conaffinity="0"/></body></worldbody></mujoco>""",
}


@pytest.mark.parametrize("name", MECHANISMS)
def test_mechanisms(name):
    m = converge(mujoco.MjModel.from_xml_string(MECHANISMS[name]))
    d = mujoco.MjData(m)
    d.qvel[:] = 0.3 * np.random.default_rng(5).normal(size=m.nv)
    d.ctrl[:] = 0.3
    mujoco.mj_step(m, d, nstep=40)
    check_step(m, d, SMOOTH[:2])


@pytest.mark.parametrize("name", ["arm", "pair_of_arms", "pile"])
def test_scenes(name):
    m = converge(mujoco.MjModel.from_xml_path(f"scenes/{name}.xml"))
    check_step(m, moving(m, 60), STIFF)


def test_sparse_rows_give_the_derivatives_of_dense_rows():
    m = converge(models.load("humanoid"))
    d = moving(m, 400)
    found = []
    for jacobian in (mujoco.mjtJacobian.mjJAC_DENSE, mujoco.mjtJacobian.mjJAC_SPARSE):
        m.opt.jacobian = int(jacobian)
        found.append(gradients.jacobian(m, d).A)
    # rounding, times the condition of stiff contacts
    np.testing.assert_allclose(found[0], found[1], atol=tol(1e-9) * np.abs(found[0]).max())


@pytest.mark.parametrize("solver", [mujoco.mjtSolver.mjSOL_CG, mujoco.mjtSolver.mjSOL_PGS])
def test_all_solvers_share_the_minimum_and_its_derivatives(solver):
    m = models.load("humanoid")
    d = moving(m, 400)
    m.opt.solver = mujoco.mjtSolver.mjSOL_NEWTON
    exact = gradients.jacobian(m, d).A
    m.opt.solver = solver
    # the minimum is polished, so that the tolerance of the solver does not count
    np.testing.assert_allclose(gradients.jacobian(m, d).A, exact, atol=tol(1e-8) * np.abs(exact).max())


@pytest.mark.parametrize("name, steps", [("pendulum", 10), ("muscle_arm", 40), ("humanoid", 400)])
def test_runge_kutta(name, steps):
    m = converge(models.load(name))
    d = moving(m, steps)
    m.opt.integrator = int(mujoco.mjtIntegrator.mjINT_RK4)
    A = gradients.jacobian(m, d, of="state", by="state").A
    errors = [off(A, by_steps(m, d, eps)) for eps in SMOOTH[1:]]
    assert falls_as_square(errors), errors


@pytest.mark.parametrize("product", ["jvp", "vjp"])
def test_runge_kutta_whose_stages_lack_room_begins_again(product):
    """A later stage touches more than there is room for: the first call is repeated, the second has room."""
    m = mujoco.MjModel.from_xml_string(
        '<mujoco><option timestep=".01" integrator="RK4"/><worldbody><geom type="plane" size="5 5 1"/>'
        '<body pos="0 0 .105"><freejoint/><geom type="box" size=".1 .1 .1"/></body></worldbody></mujoco>'
    )
    d = mujoco.MjData(m)
    d.qvel[:] = (0.3, 0.1, -2, 0.1, 0.2, 0.3)
    mujoco.mj_forward(m, d)
    assert d.ncon == 0
    x, found = np.arange(1.0, 13.0), []
    for _ in range(2):
        if product == "jvp":
            found.append(gradients.jvp(m, d, {"state": x}, of="state")["state"])
        else:
            found.append(gradients.vjp(m, d, {"state": x}, by="state")["state"])
    assert relative(*found) < tol(1e-13)


def test_solutions_are_held_of_the_rows_that_the_pass_has():
    """Where a contact begins, code with tangents may round it to be there: then the minimum is held anew."""
    m = converge(models.load("humanoid"))
    d = moving(m, 400)
    expected = gradients.jacobian(m, d, of="qacc", by="qvel")["qacc", "qvel"]
    v = {"qvel": np.ones(m.nv)}
    (work,) = m.__dict__["_tangents_state"]
    holds, hold = [], work._hold_solutions
    work._hold_solutions = lambda caller: (holds.append(caller), hold(caller))
    begin = work.begin

    def begin_otherwise(*arguments):
        begin(*arguments)
        work._rows += 1

    work.begin = begin_otherwise
    found = gradients.jvp(m, d, v, of="qacc")["qacc"], gradients.jacobian(m, d, of="qacc", by="qvel")
    assert len(holds) == 4
    assert relative(found[0], expected @ v["qvel"]) < tol(1e-9)
    assert relative(found[1]["qacc", "qvel"], expected) < tol(1e-9)


def test_inverse_dynamics_is_the_inverse_of_forward_dynamics():
    """f = M a + c - J' f_c(a), so df/da = M + J' W J, and df/dv, df/dq are those of -H da/dv and -H da/dq."""
    m = converge(models.load("humanoid"))
    d = moving(m, 400)
    inverse = gradients.jacobian(m, d, of="qfrc_inverse", by=("qpos", "qvel", "qacc"))
    forward = gradients.jacobian(m, d, of="qacc", by=("qpos", "qvel", "qfrc_applied"))
    H = inverse["qfrc_inverse", "qacc"]
    scale = np.abs(H).max() * np.abs(forward["qacc", "qfrc_applied"]).max()
    np.testing.assert_allclose(H @ forward["qacc", "qfrc_applied"], np.eye(m.nv), atol=tol(1e-12) * scale)
    force = gradients.jacobian(m, d, of="qfrc_actuator", by=("qpos", "qvel"))
    for by in ("qpos", "qvel"):
        expected = force["qfrc_actuator", by] - H @ forward["qacc", by]
        assert relative(inverse["qfrc_inverse", by], expected) < tol(1e-9)


def test_jvp_is_the_product_with_the_jacobian():
    m = converge(models.load("humanoid"))
    d = moving(m, 400)
    J = gradients.jacobian(m, d)
    rng = np.random.default_rng(3)
    x, u = rng.normal(size=2 * m.nv), rng.normal(size=m.nu)
    y = gradients.jvp(m, d, {"state": x, "ctrl": u})
    # sums of 75 products in another order
    np.testing.assert_allclose(y["state"], J.A @ x + J.B @ u, atol=tol(1e-12) * np.abs(J.A).max())
    np.testing.assert_allclose(y["sensordata"], J.C @ x + J.D @ u, atol=tol(1e-12) * np.abs(J.C).max())


def test_energies_are_differentiated_at_the_state_itself():
    """e_kinetic reads the energy of the step before; its derivative is that of the energy now, M qvel by qvel."""
    m = mujoco.MjModel.from_xml_string(
        '<mujoco><worldbody><body><joint axis="0 1 0"/><geom size=".1" pos=".3 0 0"/><body pos=".6 0 0">'
        '<joint axis="0 1 0"/><geom size=".1" pos=".3 0 0"/></body></body></worldbody>'
        "<sensor><e_potential/><e_kinetic/></sensor></mujoco>"
    )
    d = mujoco.MjData(m)
    d.qpos[:], d.qvel[:] = (0.3, 0.7), (1.0, -2.0)
    mujoco.mj_forward(m, d)
    C = gradients.jacobian(m, d).C
    M = np.zeros((m.nv, m.nv))
    mujoco.mj_fullM(m, M, d.qM)
    np.testing.assert_allclose(C[1, m.nv :], M @ d.qvel, atol=tol(1e-13))
    d.qvel[:] = 0
    mujoco.mj_forward(m, d)
    np.testing.assert_allclose(C[0, : m.nv], d.qfrc_bias, atol=tol(1e-13))  # gravity


def test_fields_of_forward_dynamics():
    m = models.load("arm7")
    d = moving(m, 10)
    m.opt.disableflags |= NO_CONTACT
    J = gradients.jacobian(m, d, of=("xpos", "qfrc_bias", "qacc"), by=("qpos", "qvel"))
    assert J["xpos", "qpos"].shape == (m.nbody, 3, m.nv)
    assert not J["xpos", "qvel"].any()
    body, Jp = m.nbody - 1, np.zeros((3, m.nv))
    mujoco.mj_forward(m, d)
    mujoco.mj_jac(m, d, Jp, None, d.xpos[body], body)
    np.testing.assert_allclose(J["xpos", "qpos"][body], Jp, atol=tol(1e-13))


def test_each_result_of_forward_dynamics_along_a_direction():
    m = converge(models.load("humanoid"))
    d = moving(m, 400)
    v = np.random.default_rng(0).normal(size=m.nv)
    of = sorted(results() - {"qfrc_inverse", "sensordata"})
    found = gradients.jvp(m, d, {"qpos": v, "qvel": v}, of=of)
    sides = []
    for step in (1e-6, -1e-6):
        moved = mujoco.MjData(m)
        mujoco.mj_copyData(moved, m, d)
        mujoco.mj_integratePos(m, moved.qpos, v, step)
        moved.qvel += step * v
        mujoco.mj_forward(m, moved)
        sides.append(moved)
    for name in of:
        expected = (np.array(getattr(sides[0], name)) - np.array(getattr(sides[1], name))) / 2e-6
        # the weight of a touching foot: 1e-6 of its derivative
        assert off(found[name], expected) < tol(1e-5), name
    assert np.abs(found["efc_force"]).max() > 1 and len(of) > 40


def test_a_tangent_that_is_lost_shows():
    """Negative control: without tangents of the velocity stage the derivatives are wrong."""
    m = converge(models.load("arm7"))
    m.opt.disableflags |= NO_CONTACT
    d = moving(m, 40)
    exact = gradients.jacobian(m, d).A
    (work,) = m.__dict__["_tangents_state"]
    index = INDEX["fwd_velocity_smooth"]
    work.table.addresses[index] = library.TABLE[index]
    assert off(gradients.jacobian(m, d).A, exact) > 1e-3
