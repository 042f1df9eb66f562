"""Plugins: the first-party ones agree with 3.5.0 to rounding; those of users take part in every stage."""

import copy
import pickle

import mujoco
import numpy as np
import pytest

import gelenk
from gelenk import Plugin, PluginTask
from tests.support.plugin_kernel import KernelSprings
from tests.support.tolerance import tol

PID = """<mujoco><option timestep=".01" {option}/><extension><plugin plugin="mujoco.pid"/></extension>
  <worldbody><body><joint name="j" damping="1"/><geom size=".1" pos=".3 0 0"/></body></worldbody>
  <actuator><plugin joint="j" plugin="mujoco.pid" {attributes}>{config}</plugin></actuator></mujoco>"""


def configured(**values):
    return "".join(f'<config key="{key}" value="{value}"/>' for key, value in values.items())


CONTROLLERS = [
    (configured(kp=2), "", ""),
    (configured(ki=3), 'actdim="1"', ""),
    (configured(kp=1, kd=0.5, slewmax=2), 'actdim="1"', ""),
    (configured(ki=100, imax=2.5), 'actdim="1"', ""),
    (configured(kp=1, ki=3, slewmax=2), 'actdim="2" ctrlrange="-1 1" forcerange="-.5 .5"', ""),
    (configured(kp=1, ki=3, kd=0.5, slewmax=2), 'actdim="3" dyntype="filter" dynprm=".1"', ""),
    (
        configured(kp=1, ki=3, kd=0.5, slewmax=2),
        'actdim="3" dyntype="filterexact" dynprm=".1" actlimited="true" actrange="-.1 .1"',
        "",
    ),
    (configured(kp=1, ki=3, kd=0.5), 'actdim="2" dyntype="integrator"', 'integrator="RK4"'),
    (
        configured(kp=1, ki=3, kd=0.5, slewmax=2),
        'actdim="3" dyntype="integrator" actearly="true"',
        'integrator="implicitfast"',
    ),
]


@pytest.mark.parametrize(("config", "attributes", "option"), CONTROLLERS)
def test_pid_is_that_of_the_reference(config, attributes, option):
    text = PID.format(config=config, attributes=attributes, option=option)
    theirs, ours = mujoco.MjModel.from_xml_string(text), gelenk.MjModel.from_xml_string(text)
    for field in ("plugin_attr", "plugin_attradr", "plugin_statenum", "actuator_plugin", "actuator_actnum"):
        assert np.array_equal(getattr(ours, field), getattr(theirs, field)), field
    rd, d = mujoco.MjData(theirs), gelenk.MjData(ours)
    random = np.random.default_rng(0)
    for k in range(40):
        if k == 20:  # the setpoint of the step before is forgotten
            mujoco.mj_resetData(theirs, rd)
            gelenk.mj_resetData(ours, d)
        rd.ctrl[:] = d.ctrl[:] = random.normal()
        mujoco.mj_step(theirs, rd)
        gelenk.mj_step(ours, d)
        for field in ("actuator_force", "act", "qpos", "qvel"):
            np.testing.assert_allclose(getattr(d, field), getattr(rd, field), rtol=0, atol=tol(1e-12))


def cable(geom, flat="false", turned="", n=4):
    bodies = ""
    for i in reversed(range(n)):
        place = f'pos=".3 0 0" {turned}' if i else ""
        bodies = f'<body {place}><joint type="ball"/>{geom}<plugin instance="c"/>{bodies}</body>'
    config = configured(twist=1e6, bend=4e5, flat=flat)
    return f"""<mujoco><option gravity="0 0 0"/><extension><plugin plugin="mujoco.elasticity.cable">
      <instance name="c">{config}</instance></plugin></extension><worldbody>{bodies}</worldbody></mujoco>"""


BOX = '<geom type="box" size=".14 .02 .01" pos=".15 0 0"/>'
CAPSULE = '<geom type="capsule" size=".01 .13" zaxis="1 0 0" pos=".15 0 0"/>'


@pytest.mark.parametrize("geom", [BOX, CAPSULE], ids=["box", "capsule"])
@pytest.mark.parametrize("flat", ["false", "true"])
@pytest.mark.parametrize("turned", ["", 'quat=".9 .1 -.2 .3"'], ids=["straight", "curved"])
def test_cables_are_those_of_the_reference(geom, flat, turned):
    text = cable(geom, flat, turned)
    theirs, ours = mujoco.MjModel.from_xml_string(text), gelenk.MjModel.from_xml_string(text)
    assert np.array_equal(ours.plugin_attr, theirs.plugin_attr)
    assert np.array_equal(ours.body_plugin, theirs.body_plugin)
    rd, d = mujoco.MjData(theirs), gelenk.MjData(ours)
    random = np.random.default_rng(1)
    for _ in range(5):
        rd.qpos[:] = random.normal(size=ours.nq)
        mujoco.mj_normalizeQuat(theirs, rd.qpos)
        d.qpos[:] = rd.qpos
        mujoco.mj_forward(theirs, rd)
        gelenk.mj_forward(ours, d)
        np.testing.assert_allclose(d.qfrc_passive, rd.qfrc_passive, rtol=0, atol=tol(1e-11))


def test_a_free_cable_keeps_its_angular_momentum():
    text = (
        cable(BOX)
        .replace('<joint type="ball"/>', "<freejoint/>", 1)
        .replace("<option", "<option timestep='1e-4'", 1)
    )
    m = gelenk.MjModel.from_xml_string(text)
    d = gelenk.MjData(m)
    d.qpos[7:] = np.random.default_rng(2).normal(0.0, 0.2, m.nq - 7) + np.tile([1, 0, 0, 0], 3)
    gelenk.mj_normalizeQuat(m, d.qpos)
    gelenk.mj_step(m, d, 500)
    gelenk.mj_subtreeVel(m, d)
    assert np.abs(d.qvel).max() > 0.01
    assert np.abs(d.subtree_angmom[1]).max() < tol(1e-4) * np.abs(d.qvel).max()


GRID = """<mujoco><extension><plugin plugin="mujoco.sensor.touch_grid"/></extension><worldbody>
  <body><freejoint/><geom size="1" condim="6"/><site name="s" pos=".1 .2 .3" euler="20 30 40"/></body>{balls}
  </worldbody><sensor><clock/>
  <plugin plugin="mujoco.sensor.touch_grid" objtype="site" objname="s">{config}</plugin></sensor></mujoco>"""


@pytest.mark.parametrize("gamma", [0, 0.3, 1])
@pytest.mark.parametrize("nchannel", [1, 3, 6])
def test_touch_grids_are_those_of_the_reference(gamma, nchannel):
    """Contacts of spheres, whose forces agree to the solver's tolerance; cells are the same ones."""
    random = np.random.default_rng(3)
    balls = ""
    for direction in random.normal(size=(30, 3)) - [0, 0, 1]:
        place = " ".join(map(str, 1.08 * direction / np.linalg.norm(direction)))
        balls += f'<body pos="{place}"><freejoint/><geom size=".1"/></body>'
    config = configured(nchannel=nchannel, size="7 5", fov="100 60", gamma=gamma)
    text = GRID.format(balls=balls, config=config)
    theirs, ours = mujoco.MjModel.from_xml_string(text), gelenk.MjModel.from_xml_string(text)
    for field in ("plugin_attr", "sensor_dim", "sensor_needstage", "sensor_adr"):
        assert np.array_equal(getattr(ours, field), getattr(theirs, field)), field
    rd, d = mujoco.MjData(theirs), gelenk.MjData(ours)
    rd.qvel[:] = d.qvel[:] = random.normal(size=ours.nv)
    theirs.opt.tolerance = ours.opt.tolerance = 1e-14
    mujoco.mj_forward(theirs, rd)
    gelenk.mj_forward(ours, d)
    assert np.count_nonzero(d.sensordata) > 8
    scale = np.abs(rd.sensordata).max()
    np.testing.assert_allclose(d.sensordata, rd.sensordata, rtol=0, atol=tol(1e-6) * scale)


def test_accelerations_and_forces_of_bodies_are_made_for_sensors_of_plugins_at_that_stage():
    text = GRID.format(
        balls='<geom type="plane" size="9 9 1" pos="0 0 -.99"/>', config=configured(size="7 7", fov="45 45")
    )
    found = []
    for module in (mujoco, gelenk):
        m = module.MjModel.from_xml_string(text)
        d = module.MjData(m)
        m.opt.tolerance = 1e-14
        module.mj_forward(m, d)
        acceleration = np.zeros(6)
        module.mj_objectAcceleration(m, d, mujoco.mjtObj.mjOBJ_BODY, 1, acceleration, 0)
        found.append((d.cacc, d.cfrc_int, d.cfrc_ext, acceleration))
    scale = np.abs(found[0][2]).max()  # the contact force, which balances in cfrc_int
    assert scale > 1
    for theirs, ours in zip(*found, strict=True):
        np.testing.assert_allclose(ours, theirs, rtol=0, atol=tol(1e-6) * scale)


class Springs(Plugin):
    """A passive plugin in Python."""

    name = "test.springs"
    attributes = ("stiffness", "unused")
    capabilities = PluginTask.PASSIVE

    def compute(self, m, d, instance, task):
        if task == PluginTask.PASSIVE:
            d.qfrc_passive[:] -= float(gelenk.plugin_config(m, instance)["stiffness"]) * d.qpos


class Counter(Plugin):
    """State, a sensor of it, and an actuator that pulls by it."""

    name = "test.counter"
    attributes = ("start", "fail")
    capabilities = PluginTask.ACTUATOR | PluginTask.SENSOR
    needstage = int(gelenk.mjtStage.mjSTAGE_POS)

    def state_size(self, config):
        return 2

    def sensor_size(self, config):
        return 2

    def reset(self, m, d, instance):
        adr = m.plugin_stateadr[instance]
        d.plugin_state[adr] = float(gelenk.plugin_config(m, instance)["start"] or 0)

    def compute(self, m, d, instance, task):
        adr = m.plugin_stateadr[instance]
        if task == PluginTask.ADVANCE:
            d.plugin_state[adr] += 1
        elif task == PluginTask.ACTUATOR:
            if gelenk.plugin_config(m, instance)["fail"]:
                raise ArithmeticError("no force today")
            d.actuator_force[m.actuator_plugin == instance] = d.plugin_state[adr]
        elif task == PluginTask.SENSOR:
            for i in np.flatnonzero(m.sensor_plugin == instance):
                d.sensordata[m.sensor_adr[i] : m.sensor_adr[i] + 2] = d.plugin_state[adr], d.time


class Witness(Plugin):
    """Senses what is computed for sensors of its stage alone."""

    capabilities = PluginTask.SENSOR

    def __init__(self, name, stage, field):
        self.name, self.needstage, self.field = f"test.{name}", int(stage), field

    def sensor_size(self, config):
        return 3

    def compute(self, m, d, instance, task):
        d.sensordata[:] = getattr(d, self.field)[1, -3:]


gelenk.register_plugin(Springs)
gelenk.register_plugin(Witness("momentum", gelenk.mjtStage.mjSTAGE_VEL, "subtree_linvel"))
gelenk.register_plugin(Witness("acceleration", gelenk.mjtStage.mjSTAGE_ACC, "cacc"))
gelenk.register_plugin(Counter())
gelenk.register_plugin(KernelSprings)


def slider(inside="", extension="", outside=""):
    return f"""<mujoco><option gravity="0 0 0"/><extension>{extension}</extension><worldbody>
      <body><joint name="j" type="slide"/><geom size=".1" mass="2"/>{inside}</body></worldbody>{outside}</mujoco>"""


@pytest.mark.parametrize("name", ["test.springs", "test.kernel_springs"])
def test_a_spring_of_a_user_is_a_spring(name):
    config = configured(stiffness=50)
    plugin = f'<plugin plugin="{name}">{config}</plugin>'
    ours = gelenk.MjModel.from_xml_string(slider(plugin, f'<plugin plugin="{name}"/>'))
    plain = gelenk.MjModel.from_xml_string(slider().replace('type="slide"', 'type="slide" stiffness="50"'))
    d, e = gelenk.MjData(ours), gelenk.MjData(plain)
    d.qpos[0] = e.qpos[0] = 0.1
    gelenk.mj_step(ours, d, 100)
    gelenk.mj_step(plain, e, 100)
    np.testing.assert_allclose(d.qpos, e.qpos, rtol=0, atol=tol(1e-14))
    assert abs(d.qpos[0] - 0.1) > 0.01


@pytest.mark.parametrize("name", ["momentum", "acceleration"])
def test_a_sensor_of_a_user_finds_what_sensors_of_its_stage_may_read(name):
    extension, outside = f'<plugin plugin="test.{name}"/>', f'<sensor><plugin plugin="test.{name}"/></sensor>'
    m = gelenk.MjModel.from_xml_string(slider("", extension, outside))
    d = gelenk.MjData(m)
    d.qvel[0], d.qfrc_applied[0] = 3.0, 10.0
    gelenk.mj_forward(m, d)
    np.testing.assert_allclose(d.sensordata, [0, 0, 3.0 if name == "momentum" else 5.0], rtol=tol(1e-14))


def counting(**config):
    extension = f'<plugin plugin="test.counter"><instance name="c">{configured(**config)}</instance></plugin>'
    drives = """<actuator><plugin instance="c" joint="j"/></actuator>
      <sensor><clock/><plugin plugin="test.counter" instance="c"/></sensor>"""
    return gelenk.MjModel.from_xml_string(slider("", extension, drives))


def test_state_advances_once_a_step_and_is_seen_by_sensors_and_actuators():
    for option in range(4):  # every integrator
        m = counting(start=5)
        m.opt.integrator = option
        assert (m.npluginstate, m.nsensordata, m.sensor_dim.tolist()) == (2, 3, [1, 2])
        d = gelenk.MjData(m)
        assert d.plugin_state.tolist() == [5, 0]
        gelenk.mj_step(m, d, 3)
        assert d.plugin_state[0] == 8
        assert d.sensordata[1] == d.actuator_force[0] == 7
        gelenk.mj_resetData(m, d)
        assert d.plugin_state[0] == 5


def test_state_is_part_of_the_state_vector_and_of_copies():
    m = counting(start=1)
    d = gelenk.MjData(m)
    gelenk.mj_step(m, d, 4)
    signature = int(gelenk.mjtState.mjSTATE_FULLPHYSICS)
    state = np.zeros(gelenk.mj_stateSize(m, signature))
    gelenk.mj_getState(m, d, state, signature)
    others = [copy.copy(d), copy.deepcopy(d), pickle.loads(pickle.dumps(d)), gelenk.MjData(m)]
    gelenk.mj_setState(m, others[-1], state, signature)
    del d
    for other in others:
        gelenk.mj_step(other.model, other)
        assert other.plugin_state[0] == 6


def test_a_reset_after_divergence_starts_plugins_anew():
    m = counting(start=3)
    d = gelenk.MjData(m)
    gelenk.mj_step(m, d, 5)
    d.qpos[0] = np.nan
    gelenk.mj_step(m, d)
    assert d.plugin_state[0] == 4 and np.isfinite(d.qpos).all()


def test_what_a_plugin_raises_arrives():
    m = counting(fail=1)
    with pytest.raises(ArithmeticError, match="today"):
        gelenk.mj_step(m, gelenk.MjData(m))


def test_addresses_are_not_for_users():
    d = gelenk.MjData(counting())
    with pytest.raises(ValueError):
        d.plugin_data[0] = 1


WRONG = {
    "unrecognized plugin 'me.none'": slider("", '<plugin plugin="me.none"/>'),
    "<extension>": slider('<plugin plugin="test.springs"/>'),
    "unrecognized attribute 'plugin:stifness'": slider(
        f'<plugin plugin="test.springs">{configured(stifness=1)}</plugin>', '<plugin plugin="test.springs"/>'
    ),
    "does not support passive forces": slider(
        '<plugin plugin="mujoco.pid"/>', '<plugin plugin="mujoco.pid"/>'
    ),
    "unrecognized name 'd'": slider('<plugin instance="d"/>'),
    "given twice": slider(
        f'<plugin plugin="test.springs">{configured(stiffness=1) * 2}</plugin>',
        '<plugin plugin="test.springs"/>',
    ),
    "repeated name 'c'": slider(
        "", '<plugin plugin="test.springs"><instance name="c"/><instance name="c"/></plugin>'
    ),
    'add actdim="1"': PID.format(config=configured(ki=1), attributes="", option=""),
    "config 'fov' must be in": GRID.format(
        balls="", config=configured(nchannel=1, size="2 2", fov="0 9", gamma=0)
    ),
    "config 'size' must be two": GRID.format(
        balls="", config=configured(nchannel=1, size="2", fov="9 9", gamma=0)
    ),
    "must be attached to a site": GRID.format(
        balls="", config=configured(nchannel=1, size="2 2", fov="9 9", gamma=0)
    ).replace('objtype="site" objname="s"', ""),
    "no actuator has this instance": slider("", '<plugin plugin="mujoco.pid"><instance name="c"/></plugin>'),
    "config 'kp' must be a number": PID.format(config=configured(kp="x"), attributes="", option=""),
    "is of plugin 'test.springs', not 'test.counter'": slider(
        '<plugin plugin="test.counter" instance="c"/>',
        '<plugin plugin="test.springs"><instance name="c"/></plugin><plugin plugin="test.counter"/>',
    ),
}


@pytest.mark.parametrize("message", WRONG)
def test_wrong_models_are_refused_with_their_place(message):
    with pytest.raises(gelenk.Error) as error:
        gelenk.MjModel.from_xml_string(WRONG[message])
    assert message in str(error.value) and "<string>:" in str(error.value)


def test_wrong_plugins_are_refused():
    with pytest.raises(TypeError):
        gelenk.register_plugin("a plugin")
    with pytest.raises(ValueError, match="name"):
        gelenk.register_plugin(Plugin)
    with pytest.raises(ValueError, match="capabilities"):
        gelenk.register_plugin(type("Lazy", (Plugin,), {"name": "test.lazy"}))
    with pytest.raises(ValueError, match="registered already"):
        gelenk.register_plugin(type("Other", (Plugin,), {"name": "test.springs", "capabilities": 4}))
    assert gelenk.register_plugin(Springs) == gelenk.register_plugin(Springs())
    with pytest.raises(IndexError):
        gelenk.plugin_config(gelenk.MjModel.from_xml_string(slider()), 0)
