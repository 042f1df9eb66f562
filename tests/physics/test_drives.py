"""Actuators with laws of their own: pid, dcmotor and orientation, and several inputs and outputs.

Numbers with many digits are measured on mujoco 4.0.0, or follow from the formulas of drives.py.
"""

import numpy as np
import pytest

import gelenk
from gelenk.batch import Batch
from tests.support.tolerance import tol

HINGE = """<mujoco><option timestep=".002" integrator="{integrator}" gravity="0 0 0"/>
<worldbody><body><joint name="h" axis="0 0 1"/><geom size=".1" mass="1"/></body></worldbody>
<actuator>{actuator}</actuator></mujoco>"""
BALL = """<mujoco><option timestep=".002" integrator="{integrator}" gravity="0 0 0"/>
<worldbody><site name="r" quat=".9 .1 .2 .3"/><body><joint name="b" type="ball"/>
<geom size=".1 .2 .3" type="box" mass="1"/><site name="s" quat=".7 .1 .2 .4" pos=".1 .2 .3"/></body></worldbody>
<actuator>{actuator}</actuator>
<sensor><actuatorpos actuator="x"/><actuatorvel actuator="x"/><actuatorfrc actuator="x"/></sensor></mujoco>"""
MOTOR = '<dcmotor joint="h" resistance="2" motorconst=".1" {}/>'
PID = '<pid joint="h" kp="10" kv="2" ki="5" imax=".02" slewmax="3" input="pos vel ff"/>'
MIXED = """<mujoco><option integrator="{integrator}"/><worldbody>
<body><joint name="h" axis="0 1 0"/><geom type="capsule" size=".03" fromto="0 0 0 .3 0 0"/>
<body pos=".3 0 0"><joint name="b" type="ball"/><geom type="capsule" size=".03" fromto="0 0 0 .2 0 .1"/></body></body>
</worldbody><actuator>
<orientation name="x" joint="b" kp="7" kv=".1" input="quat"/><motor name="y" joint="h" ctrlrange="-1 1"/>
<dcmotor name="n" joint="h" resistance="1" motorconst=".1" input="none"/>
<pid name="z" joint="h" kp="5" kv="1" ki="1" input="pos vel ff" nsample="4" delay=".004"/>
<dcmotor name="w" joint="h" resistance="2" motorconst=".1" inductance=".01" lugre="100 1 .1 .2 .05"
thermal="2 .5 0 .004 20 25"/></actuator></mujoco>"""
CLOSE = {"rel": tol(1e-9), "abs": tol(1e-11)}


def stepped(actuator, ctrl, act=(), length=0.1, w=0.5, integrator="implicit", text=HINGE):
    """Return model and data after forward dynamics, force, rates, and the state after a step."""
    m = gelenk.MjModel.from_xml_string(text.format(integrator=integrator, actuator=actuator))
    d = gelenk.MjData(m)
    d.qpos[:], d.qvel[:], d.ctrl[:] = length, w, ctrl
    d.act[:] = act
    gelenk.mj_forward(m, d)
    force, rates = d.actuator_force.copy(), d.act_dot.copy()
    gelenk.mj_step(m, d)
    return m, d, force, rates


@pytest.mark.parametrize(
    ("ctrl", "act", "w", "force", "rates", "after"),
    [
        ([1, 0.5, 0.25], [0.3, 0.01], 0.2, 2.96, [3, 0.206], [0.306, 0.010412]),
        ([1, 0.5, 0.25], [0.3, 0.0199], 0.2, 3.0095, [3, 0.206], [0.306, 0.020312]),
        ([1, 0.5, 0.25], [0.3, 0.05], 0.2, 3.16, [3, 0], [0.306, 0.05]),
        ([0.301, 0.5, 0.25], [0.3, 0.01], 0.2, 2.91, [0.5, 0.201], [0.301, 0.010402]),
    ],
)
def test_a_pid_controller_has_the_measured_force_and_states(ctrl, act, w, force, rates, after):
    m, d, found, found_rates = stepped(PID, ctrl, act, w=w)
    assert (m.nu, m.nout, m.na, m.nactuator) == (3, 1, 2, 1)
    assert found == pytest.approx([force], **CLOSE)
    assert found_rates == pytest.approx(rates, **CLOSE)
    assert d.act == pytest.approx(after, **CLOSE)
    assert d.qDeriv == pytest.approx([-2], **CLOSE)


def test_a_pid_controller_under_runge_kutta_has_the_measured_states():
    _, d, _, _ = stepped(PID, [1, 0.5, 0.25], [0.3, 0.01], w=0.2, integrator="RK4")
    assert d.act == pytest.approx([0.306, 0.010416855162], rel=tol(1e-8))


def test_a_pid_controller_with_zero_setpoint_velocity_is_a_position_servo():
    _, one, *_ = stepped('<pid joint="h" kp="10" kv="2"/>', [0.3, 0])
    _, other, *_ = stepped('<position joint="h" kp="10" kv="2"/>', [0.3])
    assert one.qvel == pytest.approx(other.qvel, rel=tol(1e-14))


COGGING = 'cogging=".3 6 .2"'
LUGRE = 'lugre="100 1 .1 .2 .05"'
COIL = 'inductance=".01 0"'
HOT = 'thermal="2 .5 0 .04 20 25"'
ALL = 'input="pos vel ff" controller="5 0 1 0 0 {}"'
SLEWED = 'input="pos vel ff voltage" controller="5 2 1 3 .1 12"'
MOTORS = [
    ("", 6, [], 0.5, 0.2975, [], [], -0.005),
    (COGGING, 0, [], 0.5, 0.21270682727, [], [], -0.005),
    (COIL, 6, [0.02], 0.5, 0.099420426396, [591], [0.994204263965], -0.00164839977),
    (COIL + ' saturation="0 0 100"', 6, [0.02], 0.5, 0.018483997698, [100], [0.184839976982], 0),
    (LUGRE, 0, [0.02], 0.5, 7.4975, [-9.5], [0.007989709382], -1.005),
    (LUGRE, 0, [0.0005], -0.02, -0.024500851154, [-0.025399148846], [0.00044974631], -1.005),
    (LUGRE, 0, [0.0005], 0, -0.05, [0], [0.0005], -1.005),
    ('thermal="2 .5 0 .004 20 25"', 6, [3], 0.5, 0.288275193798, [31.304748062016], [3.062609496124], -0.00484496124),
    (f"{HOT} {COIL}", 6, [10, 0.02], 0.5, 0.062640506532, [-9.99744, 367.875], [9.98000512, 0.626405065323],
     -0.001030249856),
    (f"{HOT} {ALL.format(0)}", [0.5, 0.1, 0.05], [10], 0.5, 1.03125, [670.625], [11.34125], -0.625),
    (f"{HOT} {ALL.format(1)}", [0.5, 0.1, 0.05], [10], 0.5, 0.0296875, [-9.4359375], [9.981128125], -0.003125),
    (ALL.format(0), [0.5, 0.1, 0.05], [], 0.5, 1.65, [], [], -1),
    (ALL.format(3), [0.5, 0.1, 0.05], [], 0.5, 0.1475, [], [], -0.005),
    (SLEWED, [0.5, 0.1, 0.05, 1], [0.02, 0.04], 0.5, -0.5525, [3, -0.074], [0.026, 0.039852], -0.005),
    (f"{SLEWED} {COIL}", [0.5, 0.1, 0.05, 1], [0.02, 0.04, 0.1], 0.5, -0.175444974105, [3, -0.074, -1125],
     [0.026, 0.039852, -1.75444974105], -0.00164839977),
    (f'input="pos" controller="5 2 1 0 .1 0" {COIL}', [0.5], [0.0999, 0.1], 0.5, 0.567093186209, [0.4, 3379.6],
     [0.1, 5.67093186209], -0.329679953964),
    (f'input="pos" controller="5 2 1 0 .1 0" {COIL}', [0.5], [0.3, 0.1], 0.5, 0.699031103786, [0, 4180],
     [0.1, 6.990311037855], -0.329679953964),
    ('input="vel ff" controller="0 0 1 3 0 0"', [0.5, 0.2], [0.1], 0.5, -0.194, [3], [0.106], -1),
    ('input="ff voltage" controller="0 0 0 3 0 0"', [0.5, 0.2], [0.1], 0.5, 0.116, [3], [0.106], 0),
    ('input="none"', [], [], 0.5, -0.0025, [], [], -0.005),
    ('saturation=".01 0 0"', 6, [], 0.5, 0.01, [], [], 0),
    (f'{LUGRE} saturation=".05 0 0"', 6, [0.01], 0.5, 3.55, [-4.5], [0.004310914971], -1),
    (f'{COGGING} saturation=".05 0 0"', 6, [], 0.5, 0.26520682727, [], [], 0),
]  # fmt: skip


@pytest.mark.parametrize(("more", "ctrl", "act", "w", "force", "rates", "after", "slope"), MOTORS)
def test_a_motor_has_the_measured_torque_states_and_slope(more, ctrl, act, w, force, rates, after, slope):
    m, d, found, found_rates = stepped(MOTOR.format(more), ctrl, act, w=w)
    assert m.na == len(after)
    assert found == pytest.approx([force], **CLOSE)
    assert found_rates == pytest.approx(rates, **CLOSE)
    assert d.act == pytest.approx(after, **CLOSE)
    assert d.qDeriv == pytest.approx([slope], **CLOSE)


@pytest.mark.parametrize(("more", "after"), [(LUGRE, 0.007989709382), (COIL, 0.822296843478)])
def test_a_motor_under_runge_kutta_has_the_measured_state(more, after):
    _, d, _, _ = stepped(MOTOR.format(more), 6 * (more == COIL), [0.02], integrator="RK4")
    assert d.act == pytest.approx([after], rel=tol(1e-8))


Q = np.array([0.9, 0.1, 0.3, 0.2])
W = 0.1, 0.2, 0.3


@pytest.mark.parametrize(
    ("actuator", "ctrl", "force"),
    [
        ('joint="b"', [0.5, -0.2, 1], [-0.891024840813, -7.654002434773, 6.652830172261]),
        ('joint="b" forcerange="0 5"', [0.5, -0.2, 1], [-0.437623530265, -3.759234774088, 3.267512748108]),
        ('joint="b" input="quat"', [2, -0.2, 1, 0.3], [-2.671372507185, 2.986695657994, -3.254437137347]),
        ('joint="b" input="quat"', [-2, 0.2, -1, -0.3], [-2.671372507185, 2.986695657994, -3.254437137347]),
        ('joint="b" input="quat"', [0, 0, 0, 0], [-2.306024073902, -6.718072221705, -4.812048147803]),
        ('site="s" refsite="r"', [0.5, -0.2, 1], [-3.421397801643, -6.285591135564, 2.689028318691]),
    ],
)
def test_an_orientation_has_the_measured_torque_and_sensors(actuator, ctrl, force):
    text = f'<orientation name="x" kp="10" kv="2" {actuator}/>'
    m = gelenk.MjModel.from_xml_string(BALL.format(integrator="implicit", actuator=text))
    d = gelenk.MjData(m)
    d.qpos[:], d.qvel[:], d.ctrl[:] = Q / np.linalg.norm(Q), W, ctrl
    gelenk.mj_forward(m, d)
    assert d.actuator_force == pytest.approx(force, **CLOSE)
    assert d.sensordata[6:] == pytest.approx(force, **CLOSE)
    assert m.sensor_dim.tolist() == [3, 3, 3] and m.nout == 3
    if "site" in actuator:
        assert d.sensordata[:3] == pytest.approx([0.479375695844, 0.566775684589, 0.815733228287], **CLOSE)
        assert d.sensordata[3:6] == pytest.approx([0.128571428571, 0.157142857143, 0.314285714286], **CLOSE)
        assert d.qfrc_actuator == pytest.approx([4.585911778184, -6.08838703345, 0.588598872677], **CLOSE)
    else:
        assert d.sensordata[:3] == pytest.approx([0.21060240739, 0.63180722217, 0.42120481478], **CLOSE)
        assert d.qfrc_actuator == pytest.approx(force, **CLOSE)


@pytest.mark.parametrize(
    ("more", "act", "after"),
    [
        ("", [0.1, 0.2, 0.3], [0.101, 0.1996, 0.302]),
        ('actrange="-.1 .2"', [0.1, 0.2, 0.3], [0.101, 0.1996, 0.2]),
        ('actrange="-9 9"', [3, 2, 3], [-1.017580378505, -0.678025233208, -1.017919458937]),
    ],
)
def test_an_integrated_orientation_setpoint_is_clamped_and_stays_within_half_a_turn(more, act, after):
    text = f'<general name="x" joint="b" gaintype="so3" biastype="so3" dyntype="integrator" gainprm="10" \
biasprm="0 -10 -2" {more}/>'
    _, d, _, rates = stepped(text, [0.5, -0.2, 1], act, Q / np.linalg.norm(Q), W, text=BALL)
    assert rates == pytest.approx([0.5, -0.2, 1], **CLOSE)
    assert d.act == pytest.approx(after, **CLOSE)


def mixed(integrator="implicitfast"):
    m = gelenk.MjModel.from_xml_string(MIXED.format(integrator=integrator))
    d = gelenk.MjData(m)
    return m, d


def test_controls_outputs_and_actuators_have_their_addresses():
    m, d = mixed()
    assert (m.nactuator, m.nu, m.nout, m.na) == (5, 9, 7, 4)
    assert m.actuator_ctrladr.tolist() == [0, 4, 5, 5, 8] and m.actuator_ctrlnum.tolist() == [4, 1, 0, 3, 1]
    assert m.actuator_outadr.tolist() == [0, 3, 4, 5, 6] and m.actuator_outnum.tolist() == [3, 1, 1, 1, 1]
    assert m.actuator_ctrlspec.tolist() == [2, 0, 16, 7, 8]
    assert m.actuator_actadr.tolist() == [-1, -1, -1, 0, 1]
    assert m.actuator_ctrllimited.tolist() == [0] * 4 + [1] + [0] * 4
    assert m.nhistory == 2 + 4 * 4
    assert d.ctrl.tolist() == [1, 0, 0, 0, 0, 0, 0, 0, 0]
    d.ctrl[:] = 3
    gelenk.mj_resetCtrl(m, d)
    assert d.ctrl.tolist() == [1, 0, 0, 0, 0, 0, 0, 0, 0]
    names = [
        [gelenk.mj_actuatorInputName(m, i, k) for k in range(n)] for i, n in enumerate(m.actuator_ctrlnum)
    ]
    assert names == [["qw", "qx", "qy", "qz"], [None], [], ["pos", "vel", "ff"], ["voltage"]]
    d.ctrl[:] = np.arange(9)
    gelenk.mj_forward(m, d)
    assert d.actuator("x").ctrl.tolist() == [0, 1, 2, 3] and d.actuator("n").ctrl.tolist() == []
    assert d.actuator("z").ctrl.tolist() == [5, 6, 7]
    assert d.actuator("x").force.tolist() == d.actuator_force[:3].tolist()
    assert d.actuator("x").moment.shape == (3, m.nv) and d.actuator("y").moment.shape == (m.nv,)
    assert m.actuator("x").gear.shape == (3, 6) and m.actuator("y").gear.shape == (6,)
    assert m.actuator("z").ctrlrange.shape == (3, 2) and m.actuator("y").ctrlrange.tolist() == [-1, 1]


def test_histories_hold_a_sample_of_all_controls_of_an_actuator():
    m, d = mixed()
    gelenk.mj_initCtrlHistory(m, d, 3, None, np.arange(12.0).reshape(4, 3))
    result = np.zeros(3)
    assert gelenk.mj_readCtrl(m, d, 3, 0.0, result, 0) is result
    assert result.tolist() == [6, 7, 8]  # of two steps before
    with pytest.raises(TypeError, match="3 controls"):
        gelenk.mj_readCtrl(m, d, 3, 0.0, 0)
    with pytest.raises(TypeError, match="shape"):
        gelenk.mj_readCtrl(m, d, 3, 0.0, np.zeros(2), 0)
    with pytest.raises(TypeError, match="3 elements"):
        gelenk.mj_initCtrlHistory(m, d, 3, None, np.zeros(4))
    d.ctrl[:] = np.arange(9)
    for _ in range(4):
        gelenk.mj_step(m, d)
    gelenk.mj_readCtrl(m, d, 3, d.time, result, 0)
    assert result.tolist() == [5, 6, 7]


@pytest.mark.parametrize("integrator", ["Euler", "implicit", "implicitfast", "RK4"])
def test_a_batch_steps_drives_as_a_single_world_does(integrator):
    m, d = mixed(integrator)
    ctrl = np.linspace(-1, 1, m.nu)
    batch = Batch(m, 3, nthread=2)
    batch.bind("ctrl")[:] = ctrl
    for _ in range(5):
        batch.step()
    d.ctrl[:] = ctrl
    for _ in range(5):
        gelenk.mj_step(m, d)
    assert batch.bind("qpos")[1].tolist() == d.qpos.tolist()
    assert batch.bind("act")[2].tolist() == d.act.tolist()
    assert batch.actuator("z").ctrl.shape == (3, 3)


@pytest.mark.parametrize("field", ["gaintype", "dyntype", "dynprm", "gainprm"])
def test_edits_of_a_model_never_reach_beyond_its_arrays(field):
    """Programs may write types and parameters that do not fit the number of inputs and activations."""
    m, d = mixed()
    array = getattr(m, f"actuator_{field}")
    for value in range(8):
        array[:] = value
        gelenk.mj_resetData(m, d)
        d.ctrl[:] = 0.1
        gelenk.mj_step(m, d)
    assert d.act.shape == (m.na,)


def test_a_damping_ratio_becomes_the_damping_of_the_mean_inertia():
    """The mass is that of the mean mobility: on 4.0.0, too."""
    text = MIXED.split("<actuator>")[0] + "<actuator>{}</actuator></mujoco>"
    for actuator, kp in (
        ('<pid joint="h" kp="3" dampratio=".5"/>', 3),
        ('<orientation joint="b" kp="3" dampratio=".5"/>', 3),
    ):
        m = gelenk.MjModel.from_xml_string(text.replace("{integrator}", "Euler").format(actuator))
        d = gelenk.MjData(m)
        gelenk.mj_forward(m, d)
        inertia, moments = np.zeros((m.nv, m.nv)), np.zeros((m.nout, m.nv))
        gelenk.mj_fullM(m, inertia, d.qM)
        gelenk.mju_sparse2dense(moments, d.actuator_moment, d.moment_rownnz, d.moment_rowadr, d.moment_colind)
        mass = 1 / np.mean(np.diag(moments @ np.linalg.inv(inertia) @ moments.T))
        assert m.actuator_biasprm[0, 2] == pytest.approx(-np.sqrt(kp * mass), rel=tol(1e-9))


CIRCLE = [
    ('<position joint="b" kp="10" gear="1 0 0"/>', 3, [], 30, [], []),
    ('<position joint="b" kp="10" gear="1 0 0"/>', 4, [], -22.831853071796, [], []),
    ('<position joint="b" kp="10" gear="1 0 0"/>', 7, [], 7.168146928204, [], []),
    ('<position joint="b" kp="10" gear="2 0 0"/>', 7, [], -55.663706143592, [], []),
    ('<position joint="b" kp="10" gear="1 2 0"/>', 8, [], -60.496294620815, [], []),
    ('<position jointinparent="b" kp="10" gear="1 0 0"/>', 7, [], 7.168146928204, [], []),
    ('<velocity joint="b" kv="10" gear="1 0 0"/>', 7, [], 70, [], []),
    ('<intvelocity joint="b" kp="10" gear="1 0 0"/>', 7, [7], 7.168146928204, [7], [0.73081469282]),
    ('<pid joint="b" kp="10" gear="1 0 0"/>', [7, 0], [], 7.168146928204, [], []),
    ('<pid joint="b" kp="10" ki="1" gear="1 0 0"/>', [7, 0], [0.1], 7.268146928204, [0.71681469282], [0.101433629386]),
    ('<pid joint="b" kp="10" slewmax="1" gear="1 0 0"/>', [7, 0], [7.1], 8.148146928204, [-1], [7.098]),
    ('<dcmotor joint="b" resistance="1" motorconst=".1" gear="1 0 0" input="pos" controller="10"/>', 7, [], 70, [], []),
]  # fmt: skip
FILTER = '<general joint="b" gainprm="10" gear="1 0 0" biastype="affine" biasprm="0 {}" dyntype="filter" dynprm=".05"/>'
CIRCLE += [
    (FILTER.format(-10), 7, [0.5], 5, [4.336293856408], [0.508672587713]),
    (FILTER.format(-10), -3.1, [3.1], 31, [1.663706143592], [3.103327412287]),
    (FILTER.format(-9), 7, [0.5], 5, [130], [0.76]),
]


@pytest.mark.parametrize(("actuator", "ctrl", "act", "force", "rates", "after"), CIRCLE)
def test_setpoints_of_rotations_lie_on_the_circle_from_3_11_on(actuator, ctrl, act, force, rates, after):
    text = BALL.split("<sensor>")[0].format(integrator="implicit", actuator=actuator) + "</mujoco>"
    for known in (True, False)[: 1 if "intvelocity" in actuator else 2]:  # in 3.5 it needs an actrange
        m = gelenk.MjModel.from_xml_string(text, release="4.0" if known else "3.5")
        d = gelenk.MjData(m)
        d.ctrl[:], d.act[:] = ctrl, act
        gelenk.mj_forward(m, d)
        if known:
            assert d.actuator_force == pytest.approx([force], **CLOSE)
            assert d.act_dot == pytest.approx(rates, **CLOSE)
            gelenk.mj_step(m, d)
            assert d.act == pytest.approx(after, **CLOSE)
        elif "position" in actuator:
            assert d.actuator_force == pytest.approx([10 * ctrl], **CLOSE)
