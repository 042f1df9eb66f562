"""Plugins that come with gelenk run on devices as they do on the processor; those of users are refused."""

import copy

import numpy as np
import pytest

import gelenk
from gelenk.batch import Batch
from gelenk.batch.device.gpu_worlds import DeviceBatch
from gelenk.toolchain.gpu.variant import Variant
from tests.support import fake_cuda
from tests.support.tolerance import tol

pytestmark = fake_cuda.needs_cc
EXACT = Variant(exact=True)
NSIM = 5

# a controller with an integral and a limited setpoint, a cable, and balls that fall through and onto a torus
TEXT = """<mujoco><option timestep=".005" sdf_initpoints="10"/>
<extension><plugin plugin="mujoco.pid"/>
<plugin plugin="mujoco.elasticity.cable"><instance name="c"><config key="twist" value="1e6"/>
<config key="bend" value="{bend}"/></instance></plugin>
<plugin plugin="mujoco.sdf.torus"><instance name="t"><config key="radius1" value=".35"/>
<config key="radius2" value=".15"/></instance></plugin></extension>
<asset><mesh name="torus"><plugin instance="t"/></mesh></asset>
<worldbody><geom type="sdf" mesh="torus" contype="2"><plugin instance="t"/></geom>
<body pos="1 0 1"><joint name="j" axis="0 1 0" damping="1"/><geom size=".1" pos=".3 0 0"/></body>
<body pos="2 0 1"><joint type="ball"/><geom type="capsule" size=".01 .13" zaxis="1 0 0" pos=".15 0 0"/>
<plugin instance="c"/><body pos=".3 0 0"><joint type="ball"/>
<geom type="capsule" size=".01 .13" zaxis="1 0 0" pos=".15 0 0"/><plugin instance="c"/></body></body>
<body pos=".35 0 .24"><freejoint/><geom size=".1" conaffinity="2"/></body>
<body pos="-.3 0 .26"><freejoint/><geom size=".1" conaffinity="2"/></body></worldbody>
<actuator><plugin joint="j" plugin="mujoco.pid" actdim="2"><config key="kp" value="1"/><config key="ki" value="3"/>
<config key="slewmax" value="2"/></plugin></actuator></mujoco>"""


def both(lanes, monkeypatch):
    """The same worlds on the device and on the processor."""
    monkeypatch.setenv("GELENK_CUDA_DRIVER", fake_cuda.library())
    m = gelenk.MjModel.from_xml_string(TEXT.format(bend=4e5))
    assert m.nplugin == 3
    there = Batch(m, NSIM, device="cuda:0", precision=EXACT, load=fake_cuda.load, lanes=lanes, nconmax=32)
    here = Batch(m, NSIM, 1)
    for batch in (there, here):
        batch.qvel = np.random.default_rng(0).normal(0, 0.1, (NSIM, m.nv))
        batch.ctrl = np.linspace(-1, 1, NSIM)[:, None]
    return m, there, here


def close(x, y):
    # after 20 steps on contacts that the solver holds to its tolerance of 1e-8
    return np.abs(x - y).max() <= tol(1e-7) * max(1.0, np.abs(y).max())


@pytest.mark.parametrize("lanes", [1, 4])
def test_plugins_of_gelenk_run_on_a_device(lanes, monkeypatch):
    _, there, here = both(lanes, monkeypatch)
    touched, _ = here.bind("ncon"), here.bind("actuator_force")
    for _ in range(2):
        for batch in (there, here):
            batch.step(nstep=20)
        there.check()
        for name in ("qpos", "qvel", "act", "actuator_force"):
            assert close(there.get(name), getattr(here, name)), name
        assert np.array_equal(there.get("ncon"), touched) and (touched >= 2).all()
        assert np.abs(here.act[:, 0]).min() > 0  # the integrals
        for batch in (there, here):  # constants are no state: a reset leaves them where they are
            batch.reset([1, 3])
            batch.ctrl = 0.5
    assert close(there.state, here.state)


def test_rays_meet_distance_fields_of_plugins_there(monkeypatch):
    m, there, here = both(1, monkeypatch)
    origin = np.random.default_rng(1).uniform([-0.5, -0.5, 1], [0.5, 0.5, 2], (9, 3))
    for count in (9, 3):  # their constants are behind the questions, of which there are more and fewer
        rays = origin[:count], np.array([0, 0, -1.0])
        found, wanted = (b.ray(*rays, normal=True) for b in (there, here))
        assert np.array_equal(found[1], wanted[1]) and (wanted[1] == 0).any()
        assert close(found[0], wanted[0]) and close(found[2], wanted[2])
    body = m.nbody - 1
    assert close(there.jac(body, [0, 0, 0])[0], here.jac(body, [0, 0, 0])[0])


def test_constants_are_those_of_all_worlds_and_plugins_of_users_are_refused(monkeypatch):
    m, there, _ = both(1, monkeypatch)
    stiffer = gelenk.MjModel.from_xml_string(TEXT.format(bend=8e5))
    with pytest.raises(NotImplementedError, match="plugin constants of model 1 differ"):
        there.set_models([m, stiffer, m, m, m])
    there.set_models([m, copy.copy(m), m, m, m])

    class Wind(gelenk.Plugin):
        name = "test.device_wind"
        capabilities = gelenk.PluginTask.PASSIVE

        def compute(self, m, d, instance, task):
            d.qfrc_passive[0] += 1

    gelenk.register_plugin(Wind())
    windy = gelenk.MjModel.from_xml_string(
        '<mujoco><extension><plugin plugin="test.device_wind"><instance name="i"/></plugin></extension><worldbody>'
        '<body><joint name="j"/><geom size=".1"/><plugin instance="i"/></body></worldbody></mujoco>'
    )
    with pytest.raises(ValueError, match=r"cannot run the plugin test\.device_wind: device='cpu' can"):
        DeviceBatch(windy, 1, device=fake_cuda.device())
