"""Plugins: kernels of users have exact derivatives, as those of the package; plugins in Python have differences."""

import math

import numpy as np
import pytest

import gelenk as mujoco
from gelenk import gradients
from gelenk.batch import Batch
from gelenk.gradients import callbacks
from gelenk.kernels import constants, kernel
from tests.support.derivatives import by_parameter, by_steps, check_step, converge, off
from tests.support.tolerance import tol

ACTUATOR, PASSIVE, SENSOR = (
    int(task) for task in (mujoco.PluginTask.ACTUATOR, mujoco.PluginTask.PASSIVE, mujoco.PluginTask.SENSOR)
)


@kernel
def every_task(m, d, instance, task):
    """Forces that grow with speed and place, an actuator with a square, a reading of a site."""
    k = constants(m, d, instance)[0]
    if task == PASSIVE:
        for i in range(m.nv):
            d.qfrc_passive[i] -= k * d.qvel[i] * abs(d.qvel[i]) + math.sin(d.site_xpos[0, 2]) * d.xpos[2, 0]
    if task == ACTUATOR:
        for i in range(m.nactuator):
            if m.actuator_plugin[i] == instance:
                d.actuator_force[i] = d.ctrl_used[i] * d.ctrl_used[i] - k * d.actuator_length[i]
    if task == SENSOR:
        for i in range(m.nsensor):
            if m.sensor_plugin[i] == instance:
                d.sensordata[m.sensor_adr[i]] = k * d.site_xpos[0, 0] * d.qvel[1]


class Compiled(mujoco.Plugin):
    name, attributes, kernel = "test.compiled", ("k",), every_task
    capabilities = mujoco.PluginTask.PASSIVE | mujoco.PluginTask.ACTUATOR | mujoco.PluginTask.SENSOR


class InPython(mujoco.Plugin):
    name, attributes, capabilities = "test.python", ("k",), Compiled.capabilities

    def compute(self, m, d, instance, task):
        if task == PASSIVE:
            d.qfrc_passive[:] -= 0.3 * d.qvel * abs(d.qvel) + np.sin(d.site_xpos[0, 2]) * d.xpos[2, 0]
        if task == ACTUATOR:
            d.actuator_force[0] = d.ctrl[0] ** 2 - 0.3 * d.actuator_length[0]
        if task == SENSOR:
            d.sensordata[0] = 0.3 * d.site_xpos[0, 0] * d.qvel[1]


def own(name):
    return f"""<mujoco><option timestep=".005"/>
<extension><plugin plugin="{name}"><instance name="p"><config key="k" value="0.3"/></instance></plugin></extension>
<worldbody><body><joint name="j" axis="0 1 0" damping=".1"/><geom type="capsule" fromto="0 0 0 .3 0 0" size=".03"/>
<body pos=".3 0 0"><plugin instance="p"/><joint name="k" axis="0 1 0"/>
<geom type="capsule" fromto="0 0 0 .3 0 0" size=".03"/><site name="s" pos=".3 0 0"/></body></body></worldbody>
<actuator><plugin joint="j" plugin="{name}" instance="p"/></actuator>
<sensor><plugin plugin="{name}" instance="p" objtype="site" objname="s"/></sensor></mujoco>"""


def slide(name):
    """A body on a slide, with a plugin of passive forces."""
    return mujoco.MjModel.from_xml_string(
        f"""<mujoco><extension><plugin plugin="{name}"/></extension><worldbody><body><plugin plugin="{name}"/>
<joint type="slide"/><geom size=".1"/></body></worldbody></mujoco>"""
    )


MODELS = {
    "pid": """<mujoco><extension><plugin plugin="mujoco.pid"><instance name="p"><config key="kp" value="40"/>
<config key="ki" value="4"/><config key="kd" value="3"/><config key="slewmax" value="3"/></instance></plugin>
</extension><worldbody><body><joint name="j" axis="0 1 0"/><geom type="capsule" fromto="0 0 0 .3 0 0" size=".03"/>
</body></worldbody><actuator><plugin joint="j" plugin="mujoco.pid" instance="p" actdim="2"/></actuator></mujoco>""",
    "cable": """<mujoco><option timestep=".0005"/><extension><plugin plugin="mujoco.elasticity.cable"/></extension>
<worldbody><composite prefix="c" type="cable" curve="s" count="6 1 1" size="1" initial="none">
<plugin plugin="mujoco.elasticity.cable"><config key="twist" value="4e5"/><config key="bend" value="4e5"/></plugin>
<joint kind="main" damping=".01"/><geom type="capsule" size=".005" density="1000"/></composite></worldbody></mujoco>""",
    "touch grid": """<mujoco><extension><plugin plugin="mujoco.sensor.touch_grid"/></extension><worldbody>
<geom type="plane" size="5 5 .1"/><body pos="0 0 .095"><freejoint/><geom size=".1" mass="1"/><site name="s"/></body>
</worldbody><sensor><plugin plugin="mujoco.sensor.touch_grid" objtype="site" objname="s">
<config key="size" value="3 3"/><config key="fov" value="60 60"/><config key="gamma" value="0"/>
<config key="nchannel" value="3"/></plugin></sensor></mujoco>""",
    "kernel of a user": own("test.compiled"),
    "Python": own("test.python"),
}


@pytest.fixture(scope="module", autouse=True)
def registered():
    mujoco.register_plugin(Compiled)
    mujoco.register_plugin(InPython)


@pytest.fixture(autouse=True)
def warned():
    callbacks._warn_once.cache_clear()


def scene(name, **options):
    """A model and its data, in motion."""
    m = converge(mujoco.MjModel.from_xml_string(MODELS[name]))
    for option, value in options.items():
        setattr(m.opt, option, value)
    d = mujoco.MjData(m)
    d.qvel[:] = 0.3 * np.sin(1.0 + np.arange(m.nv))
    d.ctrl[:] = 0.4
    mujoco.mj_step(m, d, nstep=30)
    mujoco.mj_forward(m, d)
    return m, d


@pytest.mark.filterwarnings("ignore:plugin test.python runs in Python")
@pytest.mark.parametrize("name", MODELS)
def test_derivatives_of_a_step_are_those_of_differences(name):
    m, d = scene(name)
    check_step(m, d)


@pytest.mark.filterwarnings("ignore:plugin test.python runs in Python")
@pytest.mark.parametrize("name", MODELS)
def test_a_gradient_is_the_product_of_weights_and_jacobian(name):
    m, d = scene(name)
    rng = np.random.default_rng(0)
    J = gradients.jacobian(m, d)
    weights = {of: rng.normal(size=J[of, "state"].shape[0]) for of in ("state", "sensordata")}
    found = gradients.vjp(m, d, weights)
    for by in ("state", "ctrl"):
        expected = sum(w @ J[of, by] for of, w in weights.items())
        scale = max(1, abs(expected).max(initial=0))
        np.testing.assert_allclose(found[by], expected, rtol=0, atol=tol(1e-12) * scale)


@pytest.mark.parametrize(
    "integrator", [mujoco.mjtIntegrator.mjINT_RK4, mujoco.mjtIntegrator.mjINT_IMPLICITFAST]
)
def test_other_integrators(integrator):
    m, d = scene("kernel of a user", integrator=int(integrator))
    assert off(gradients.jacobian(m, d, of="state").A, by_steps(m, d, 1e-6)) < tol(1e-8)


def test_parameters_of_a_model_with_a_plugin():
    m, d = scene("kernel of a user")
    J = gradients.jacobian(m, d, of="state", by="dof_damping")
    assert off(J["state", "dof_damping"][:, 0], by_parameter(m, d, m.dof_damping, 0, 1e-4)) < tol(1e-7)


def test_a_plugin_in_python_is_told():
    m, d = scene("Python")
    with pytest.warns(UserWarning, match=r"plugin test\.python runs in Python .* give it a kernel"):
        gradients.jacobian(m, d)


@pytest.mark.filterwarnings("ignore:plugin test.python runs in Python")
@pytest.mark.parametrize("name", ["pid", "kernel of a user", "Python"])
def test_the_worlds_of_a_batch(name):
    m, d = scene(name)
    with Batch(m, 2) as batch:
        batch.qpos[:], batch.qvel[:], batch.act[:], batch.ctrl[:] = d.qpos, d.qvel, d.act, d.ctrl
        batch.time[:] = d.time
        found = batch.jacobian(of="state")["state", "state"]
    expected = gradients.jacobian(m, d, of="state")["state", "state"]
    np.testing.assert_allclose(found[1], expected, rtol=0, atol=tol(1e-12))


class Replaced(mujoco.Plugin):
    name, capabilities = "test.replaced", mujoco.PluginTask.PASSIVE


@kernel
def gentle(m, d, instance, task):
    for i in range(m.nv):
        d.qfrc_passive[i] -= 2.0 * d.qvel[i]


@kernel
def strong(m, d, instance, task):
    for i in range(m.nv):
        d.qfrc_passive[i] -= 5.0 * d.qvel[i]


def test_a_plugin_that_replaces_another_counts_at_the_next_call():
    from gelenk.runtime import plugin_registry

    found = []
    for function in (gentle, strong):
        made = plugin_registry._prepared(type("Replaced", (Replaced,), {"kernel": staticmethod(function)})())
        number = plugin_registry.find("test.replaced")
        if number < 0:
            number = mujoco.register_plugin(made.plugin)
        else:
            plugin_registry.replace(number, made)
        if not found:
            m = slide("test.replaced")
        found.append(
            gradients.jacobian(m, mujoco.MjData(m), of="qfrc_passive", by="qvel")["qfrc_passive", "qvel"]
        )
    assert found == [[[-2.0]], [[-5.0]]]


STRENGTH = 2.0


@kernel
def of_a_constant(m, d, instance, task):
    for i in range(m.nv):
        d.qfrc_passive[i] -= STRENGTH * d.qvel[i]


def test_the_constants_are_those_of_the_registration(monkeypatch):
    """The step has them compiled in, and a later change of the module does not reach it."""

    class Constant(mujoco.Plugin):
        name, capabilities, kernel = "test.constant", mujoco.PluginTask.PASSIVE, of_a_constant

    mujoco.register_plugin(Constant)
    monkeypatch.setitem(globals(), "STRENGTH", 5.0)
    m = slide("test.constant")
    J = gradients.jacobian(m, mujoco.MjData(m), of="qfrc_passive", by="qvel")
    assert J["qfrc_passive", "qvel"] == [[-2.0]]


@kernel
def without_rule(m, d, instance, task):
    for i in range(m.nv):
        d.qfrc_passive[i] -= math.lgamma(2.0 + d.qvel[i])


def test_a_kernel_without_a_rule_is_refused_by_name():
    class LogGamma(mujoco.Plugin):
        name, capabilities, kernel = "test.lgamma", mujoco.PluginTask.PASSIVE, without_rule

    mujoco.register_plugin(LogGamma)
    m = slide("test.lgamma")
    for derive in (lambda d: gradients.jacobian(m, d), lambda d: gradients.vjp(m, d, {"state": np.ones(2)})):
        with pytest.raises(
            gradients.Unsupported, match=r"test\.lgamma .* without_rule .* function lgamma.*transitionFD"
        ):
            derive(mujoco.MjData(m))


def test_an_index_out_of_range_is_told_as_in_a_step():
    class Wild(mujoco.Plugin):
        name, capabilities, kernel = "test.beyond_velocities", mujoco.PluginTask.PASSIVE, wild

    mujoco.register_plugin(Wild)
    m = slide("test.beyond_velocities")
    d = mujoco.MjData(m)
    with pytest.raises(IndexError, match=r"kernel wild: index 6 is out of range for d\.qfrc_passive"):
        gradients.jacobian(m, d)


@kernel
def wild(m, d, instance, task):
    d.qfrc_passive[m.nv + 5] -= d.qvel[0]


def test_states_of_plugins_are_refused_over_several_steps():
    class Counting(mujoco.Plugin):
        name, capabilities = "test.counting", mujoco.PluginTask.PASSIVE

        def state_size(self, config):
            return 1

        def compute(self, m, d, instance, task):
            pass

    mujoco.register_plugin(Counting)
    m = slide("test.counting")
    with pytest.raises(gradients.Unsupported, match="plugins with states"):
        gradients.rollout(m, mujoco.MjData(m), np.zeros((3, 0)), lambda t, m, d: (0.0, {}))
