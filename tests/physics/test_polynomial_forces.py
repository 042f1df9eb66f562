"""Springs and dampers with polynomials, and damping and armature that actuators add.

Numbers are from the formulas, or measured on mujoco 4.0.0 where a test says so.
"""

import numpy as np
import pytest

import gelenk
from gelenk.batch import Batch
from tests.support.tolerance import tol

SLIDE = """<mujoco><option timestep=".002" gravity="0 0 0" integrator="{}"><flag energy="enable"/></option>
<worldbody><body><joint type="slide" axis="1 0 0" stiffness="2 3 4" damping=".5 .6 .7"/><geom size=".1" mass="2"/>
</body></worldbody></mujoco>"""

MIXED = """<mujoco><option gravity="0 0 0" timestep=".01" integrator="{integrator}">
<flag energy="enable" {flags}/></option>
<worldbody>
  <site name="w" pos=".6 .3 .8"/>
  <body><joint name="a" axis="0 1 0" stiffness="2 -3 4" damping=".5 .6 .7" springref="10"/>
    <geom size=".1" pos=".3 0 0"/><site name="s" pos=".4 0 .1"/>
    <body pos=".5 0 0"><joint name="b" type="ball" stiffness="3 2 1" damping=".2 .3 .4"/>
      <geom size=".1 .05" type="capsule" pos=".2 0 0"/>
      <body pos=".4 0 0"><joint name="c" type="slide" axis="0 0 1" stiffness="0 0 50" damping="0 .4"/>
        <geom size=".08"/></body>
    </body>
  </body>
  <body pos="0 2 0"><joint name="f" type="free" stiffness="3 2 1" damping=".2 .3 .4"/>
    <geom size=".1" pos=".1 0 0"/></body>
</worldbody>
<tendon>
  <fixed name="t" stiffness="1 2 3" damping=".3 .2 .1" springlength="-.05 .1"><joint joint="a" coef="1.5"/>
    <joint joint="c" coef="-2"/></fixed>
  <spatial name="s" stiffness="5 -1 20" damping=".3 .2 .1" springlength=".2 .3">
    <site site="w"/><site site="s"/></spatial>
</tendon>
<actuator>{actuators}</actuator></mujoco>"""
ACTUATORS = """<motor joint="a" gear="2" damping=".1 .2 .3" armature=".02"/><motor joint="a" damping="0 .3"/>
<position joint="b" kp="1" gear="1.5 2 3" damping=".2 .1 .3" armature=".01"/>
<motor tendon="t" gear="2" damping=".2 .1 .3" armature=".03"/><general tendon="s" damping=".2 .1" armature=".04"/>"""


def mixed(integrator="Euler", flags="", actuators=ACTUATORS):
    m = gelenk.MjModel.from_xml_string(MIXED.format(integrator=integrator, flags=flags, actuators=actuators))
    d = gelenk.MjData(m)
    random = np.random.default_rng(3)
    gelenk.mj_integratePos(m, d.qpos, random.normal(size=m.nv), 0.4)
    d.qvel[:] = random.normal(size=m.nv)
    gelenk.mj_forward(m, d)
    return m, d


@pytest.mark.parametrize("integrator", ["Euler", "implicit", "implicitfast"])
def test_a_slide_has_the_measured_forces_energy_and_step(integrator):
    m = gelenk.MjModel.from_xml_string(SLIDE.format(integrator))
    d = gelenk.MjData(m)
    d.qpos[0], d.qvel[0] = 0.3, -0.4
    gelenk.mj_forward(m, d)
    assert d.qfrc_spring[0] == pytest.approx(-(2 * 0.3 + 3 * 0.3**2 + 4 * 0.3**3), rel=tol(1e-14))
    assert d.qfrc_damper[0] == pytest.approx(0.3408, rel=tol(1e-14))
    assert d.energy[0] == pytest.approx(0.1251, rel=tol(1e-14))
    gelenk.mj_step(m, d)
    assert d.qvel[0] == pytest.approx(-0.40063636, abs=tol(5e-9))  # measured


def test_an_actuator_adds_gear_squared_times_its_damping_and_armature():
    m = gelenk.MjModel.from_xml_string("""<mujoco><worldbody><body><joint name="j" axis="0 1 0" damping=".1"/>
      <inertial pos="0 0 0" mass="1" diaginertia=".044 .044 .044"/></body></worldbody>
      <actuator><motor joint="j" gear="3" armature=".02" damping=".1 .2" forcerange="-.01 .01"/></actuator></mujoco>""")
    d = gelenk.MjData(m)
    d.qvel[0] = 0.5
    gelenk.mj_forward(m, d)
    assert d.M[0] == pytest.approx(0.224, rel=tol(1e-14)) and m.dof_M0[0] == d.M[0]
    assert m.dof_invweight0[0] == pytest.approx(1 / 0.224)
    assert d.qfrc_damper[0] == pytest.approx(-0.95, rel=tol(1e-14))
    m.opt.disableflags |= gelenk.mjtDisableBit.mjDSBL_ACTUATION  # damping is passive
    gelenk.mj_forward(m, d)
    assert d.qfrc_damper[0] == pytest.approx(-0.95, rel=tol(1e-14))


def test_springs_of_balls_and_free_joints_act_along_angle_and_distance():
    m, d = mixed(actuators="")
    turn = np.zeros(3)
    gelenk.mju_quat2Vel(turn, d.qpos[1:5], 1)
    shift, spin = d.qpos[6:9] - m.qpos0[6:9], np.zeros(3)
    gelenk.mju_quat2Vel(spin, d.qpos[9:13], 1)
    own = d.qfrc_spring[1:4], d.qfrc_spring[5:8], d.qfrc_spring[8:11]
    for force, x in zip(own, (turn, shift, spin), strict=True):
        r = np.linalg.norm(x)
        np.testing.assert_allclose(force, -(3 + 2 * r + r * r) * x, rtol=tol(1e-12))
    v = d.qvel[5:11]
    np.testing.assert_allclose(d.qfrc_damper[5:11], -(0.2 + 0.3 * abs(v) + 0.4 * v * v) * v, rtol=tol(1e-12))


def test_spring_forces_are_the_gradient_of_the_energy():
    m, d = mixed()
    force, qpos = d.qfrc_spring.copy(), d.qpos.copy()
    for i in range(m.nv):
        energy = []
        for side in (-1e-6, 1e-6):
            d.qpos[:] = qpos
            gelenk.mj_integratePos(m, d.qpos, np.eye(m.nv)[i], side)
            gelenk.mj_forward(m, d)
            energy.append(d.energy[0])
        # a central difference of 1e-6 in numbers near 10: rounding of 1e-15 / 1e-6
        assert force[i] == pytest.approx((energy[0] - energy[1]) / 2e-6, abs=tol(2e-8))


def damping_slope(m, d):
    """D = d qfrc_damper / d qvel by central differences."""
    qvel, columns = d.qvel.copy(), []
    for i in range(m.nv):
        ends = []
        for side in (-1e-6, 1e-6):
            d.qvel[:] = qvel
            d.qvel[i] += side
            gelenk.mj_forward(m, d)
            ends.append(d.qfrc_damper.copy())
        columns.append((ends[1] - ends[0]) / 2e-6)
    d.qvel[:] = qvel
    gelenk.mj_forward(m, d)
    return np.array(columns).T


@pytest.mark.parametrize("integrator", ["Euler", "implicitfast"])
def test_a_step_takes_damping_implicitly_by_its_slope(integrator):
    """Euler: that of dofs, with their actuators; implicitfast: that of tendons too, and of servos."""
    actuators = ACTUATORS.replace('<position joint="b" kp="1"', '<motor joint="b"')
    m, d = mixed(integrator, actuators=actuators)
    slope = damping_slope(m, d)
    if integrator == "Euler":
        bare, _ = mixed(integrator, actuators=actuators)
        bare.tendon_damping[:], bare.tendon_dampingpoly[:], bare.actuator_damping[3:] = 0, 0, 0
        bare.actuator_dampingpoly[3:] = 0
        slope = damping_slope(bare, d_of(bare, d))
    inertia = np.zeros((m.nv, m.nv))
    gelenk.mj_fullM(m, inertia, d.qM)
    force, before = d.qfrc_smooth.copy(), d.qvel.copy()
    gelenk.mj_step(m, d)
    after = before + m.opt.timestep * np.linalg.solve(inertia - m.opt.timestep * slope, force)
    np.testing.assert_allclose(d.qvel, after, rtol=tol(1e-7), atol=tol(1e-8))  # of the finite differences


def d_of(m, like):
    d = gelenk.MjData(m)
    d.qpos[:], d.qvel[:] = like.qpos, like.qvel
    gelenk.mj_forward(m, d)
    return d


@pytest.mark.parametrize("integrator", ["Euler", "implicit", "implicitfast"])
def test_inverse_dynamics_of_a_step_finds_no_other_force(integrator):
    m, d = mixed(integrator, 'invdiscrete="enable"')
    before, qpos = d.qvel.copy(), d.qpos.copy()
    actuator = d.qfrc_actuator.copy()
    gelenk.mj_step(m, d)
    acceleration = (d.qvel - before) / m.opt.timestep
    d.qpos[:], d.qvel[:], d.qacc[:] = qpos, before, acceleration
    gelenk.mj_inverse(m, d)
    np.testing.assert_allclose(d.qfrc_inverse, actuator, atol=tol(1e-9))


def test_finite_differences_of_a_step_follow_the_polynomials():
    """d v'/d v of a slide with Euler: 1 + h d(f / (m + h D))/dv, D the slope of damping and f the force."""
    m = gelenk.MjModel.from_xml_string(SLIDE.format("Euler"))
    d = gelenk.MjData(m)
    d.qpos[0], d.qvel[0], h = 0.3, 0.4, m.opt.timestep
    a = np.zeros((2, 2))
    gelenk.mjd_transitionFD(m, d, 1e-6, True, a, None, None, None)

    def velocity(v):
        force = -(2 * 0.3 + 3 * 0.3**2 + 4 * 0.3**3) - (0.5 + 0.6 * abs(v) + 0.7 * v * v) * v
        return v + h * force / (2 + h * (0.5 + 1.2 * abs(v) + 2.1 * v * v))

    assert a[1, 1] == pytest.approx((velocity(0.4 + 1e-6) - velocity(0.4 - 1e-6)) / 2e-6, rel=tol(1e-8))


# velocities after one step of 0.01 s from (.5, -.3, .2, .7), measured on mujoco 4.0.0
REFLECTED = """<mujoco><option timestep=".01" gravity="0 0 0" integrator="{}"/><worldbody><site name="s0" pos="1 0 1"/>
<body><joint name="j" axis="0 1 0" {}/><geom size=".1" mass="2" pos=".3 0 0"/><site name="s" pos=".2 0 0"/>
<body pos=".5 0 0"><joint name="b" type="ball"/><geom size=".1" pos=".2 0 0" mass="1"/></body></body></worldbody>
<tendon><fixed name="t"><joint joint="j" coef="2"/></fixed>
<spatial name="ts"><site site="s0"/><site site="s"/></spatial></tendon><actuator>{}</actuator></mujoco>"""
MEASURED = {
    "ball": ("Euler", "", '<motor joint="b" gear="2 3 4" damping=".1" armature=".01"/>',
             (0.502582077393, -0.275291666667, 0.185729327902, 0.668386363636)),
    "ball in parent": ("Euler", "", '<motor jointinparent="b" gear="2 3 4" damping=".1" armature=".01"/>',
                       (0.502582077393, -0.275291666667, 0.185729327902, 0.668386363636)),
    "several": ("Euler", "", '<motor joint="j" damping="0 .3" gear="2"/><motor joint="j" damping="0 0 .3" gear="2"/>',
                (0.480498234602, -0.3035, 0.261914868576, 0.700409090909)),
    "negative": ("Euler", "", '<motor joint="j" damping="-.1"/>',
                 (0.50229302124, -0.3035, 0.190586475943, 0.700409090909)),
    "negative square": ("Euler", 'damping="0 -.2 0"', '<motor joint="j"/>',
                        (0.502304006969, -0.3035, 0.190550522648, 0.700409090909)),
    "joint": ("Euler", 'damping=".1 -.2 .3"', '<motor joint="j" damping="1 .2 .3" gear="2"/>',
              (0.411166877905, -0.3035, 0.488817490494, 0.700409090909)),
    "tendon": ("Euler", "", '<motor tendon="t" damping="1" gear="2" armature=".1"/>',
               (0.455808314088, -0.3035, 0.342718244804, 0.700409090909)),
    "tendon, implicit": ("implicit", "", '<motor tendon="t" damping="1 .2 .3" gear="2" armature=".1"/>',
                         (0.444913107831, -0.303118965679, 0.37835294063, 0.700914784853)),
    "tendon, implicitfast": ("implicitfast", "", '<motor tendon="t" damping="1 .2 .3" gear="2" armature=".1"/>',
                             (0.444913210381, -0.3035, 0.378374947843, 0.700409090909)),
    "spatial tendon": ("Euler", "", '<motor tendon="ts" damping="1 .2 .3" gear="2" armature=".1"/>'
                       '<motor tendon="ts" armature=".1"/>',
                       (0.497567870531, -0.3035, 0.206050605534, 0.700409090909)),
    "muscle": ("Euler", "", '<muscle joint="j" lengthrange="0 1" damping="1 .2 .3" armature=".1"/>',
               (0.481863067347, -0.3035, 0.257448143227, 0.700409090909)),
}  # fmt: skip


@pytest.mark.parametrize("name", MEASURED)
def test_steps_with_actuators_are_as_measured(name):
    integrator, joint, actuators, expected = MEASURED[name]
    m = gelenk.MjModel.from_xml_string(REFLECTED.format(integrator, joint, actuators))
    d = gelenk.MjData(m)
    d.qvel[:] = 0.5, -0.3, 0.2, 0.7
    gelenk.mj_step(m, d)
    np.testing.assert_allclose(d.qvel, expected, atol=tol(2e-12))  # measured to twelve digits


def test_ids_of_actuators_are_found_by_setconst():
    m, d = mixed()
    assert m.jnt_actuatorid.tolist() == [-2, 2, -1, -1] and m.tendon_actuatorid.tolist() == [3, 4]
    m, d = mixed(actuators='<motor joint="c"/>')
    assert m.jnt_actuatorid.tolist() == [-1] * 4 and m.tendon_actuatorid.tolist() == [-1, -1]
    before = d.qfrc_damper.copy()
    m.actuator_damping[0] = 2.0  # as in 4.0.0 without effect until mj_setConst
    gelenk.mj_forward(m, d)
    assert (d.qfrc_damper == before).all()
    gelenk.mj_setConst(m, gelenk.MjData(m))
    gelenk.mj_forward(m, d)
    assert m.jnt_actuatorid.tolist() == [-1, -1, 0, -1]
    assert d.qfrc_damper[4] == pytest.approx(before[4] - 2.0 * d.qvel[4], rel=tol(1e-12))


@pytest.mark.parametrize("wrong", [-3, 7, 10**6, -(2**31), 2**31 - 1])
def test_any_id_of_an_actuator_is_safe(wrong):
    """A wrong one that is in range names an actuator of another target, which adds nothing."""
    m, d = mixed()
    expected = d.qfrc_damper.copy()
    m.jnt_actuatorid[0] = m.tendon_actuatorid[:] = wrong
    gelenk.mj_forward(m, d)
    np.testing.assert_allclose(d.qfrc_damper, expected, rtol=tol(1e-12))  # found among all actuators


def test_the_damper_flag_covers_actuators():
    _, d = mixed(flags='damper="disable"')
    assert not d.qfrc_damper.any()


def test_a_model_without_polynomials_keeps_its_bits():
    """Zeros in the new columns give the numbers of models that have none of them."""
    actuators = '<position joint="a" kp="3" kv="1"/>'
    texts = [MIXED.format(integrator="Euler", flags="", actuators=actuators)]
    for one, three in (("2", "2 -3 4"), (".5", ".5 .6 .7"), ("3", "3 2 1"), (".2", ".2 .3 .4"), ("1", "1 2 3"),
                       (".3", ".3 .2 .1"), ("5", "5 -1 20"), ("0", "0 0 50"), ("0", "0 .4")):  # fmt: skip
        texts[0] = texts[0].replace(f'"{three}"', f'"{one}"')
    texts.append(
        texts[0]
        .replace('kv="1"', 'kv="1" damping="0 0 0" armature="0"')
        .replace('stiffness="2"', 'stiffness="2 0 0"')
    )
    states = []
    for text in texts:
        m = gelenk.MjModel.from_xml_string(text)
        assert (
            not m.jnt_stiffnesspoly.any() and not m.dof_dampingpoly.any() and not m.tendon_dampingpoly.any()
        )
        d = gelenk.MjData(m)
        d.qvel[:] = 0.3
        gelenk.mj_step(m, d, 50)
        states.append(d.qpos.tobytes())
    assert states[0] == states[1]


def test_a_batch_steps_to_the_bits_of_single_worlds():
    m, d = mixed("implicitfast")
    batch = Batch(m, 3)
    batch.qpos, batch.qvel = np.tile(d.qpos, (3, 1)), np.tile(d.qvel, (3, 1))
    d = d_of(m, d)
    for _ in range(5):
        gelenk.mj_step(m, d)
        batch.step()
    assert (batch.qpos == d.qpos).all() and (batch.qvel == d.qvel).all()
