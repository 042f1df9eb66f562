"""Public objects at work: what is called again and again, and how the object is compared with an untouched twin.

A scenario is a class: its constructor makes the object and the twin, `call` is what is interrupted and starved (or
`starved`), `check` uses the object after that and compares it with the twin, bit by bit.
"""

import contextlib
import copy
import os
import pickle

import numpy as np

import gelenk
from gelenk import batch as batches
from gelenk import viewer
from gelenk.batch.rollout import Rollout
from gelenk.envs import make_vec
from gelenk.runtime import thread_pool

XML = """
<mujoco>
  <option timestep="0.002"/>
  <extension><plugin plugin="test.pull"><instance name="pull"/></plugin></extension>
  <worldbody>
    <geom type="plane" size="5 5 0.1"/>
    <body pos="0 0 0.099"><freejoint/><geom size="0.1"/></body>
    <body pos="1 0 1"><joint name="hinge" axis="0 1 0" damping="0.1"/>
      <geom type="capsule" size="0.05" fromto="0 0 0 0.5 0 0"/></body>
    PULL
  </worldbody>
  <actuator><motor joint="hinge"/></actuator>
  <sensor><user dim="1" needstage="vel"/></sensor>
</mujoco>
"""
PLAIN = XML.replace("PULL", "").replace(
    '<extension><plugin plugin="test.pull"><instance name="pull"/></plugin></extension>', ""
)
PULLED = XML.replace("PULL", '<body><geom size="0.1" pos="0 3 3"/><plugin instance="pull"/></body>')
BOXES = "".join(
    f"<body pos='{i % 5} {i // 5} .09'><freejoint/><geom type='box' size='.1 .1 .1'/></body>"
    for i in range(25)
)
STATE = gelenk.mjtState.mjSTATE_INTEGRATION


class Pull(gelenk.Plugin):
    """A passive plugin in Python."""

    name, capabilities = "test.pull", gelenk.PluginTask.PASSIVE

    def compute(self, m, d, instance, task):
        d.qfrc_passive[:] -= 0.5 * d.qpos[-1]


gelenk.register_plugin(Pull)


def state(m, d):
    found = np.zeros(gelenk.mj_stateSize(m, STATE))
    gelenk.mj_getState(m, d, found, STATE)
    return found


def control(m, d):
    d.ctrl[:] = 0.1 * np.sin(d.time)


def sense(m, d, stage):
    d.sensordata[:] = d.time


def let_through(m, d, geom1, geom2):
    return 0


def set_callbacks(on):
    gelenk.set_mjcb_control(control if on else None)
    gelenk.set_mjcb_sensor(sense if on else None)
    gelenk.set_mjcb_contactfilter(let_through if on else None)


class Model:
    """Loading, copying and pickling."""

    def __init__(self):
        self.twin = pickle.dumps(self.call())

    def call(self):
        return copy.copy(pickle.loads(pickle.dumps(gelenk.MjModel.from_xml_string(PLAIN))))

    def starved(self):
        """Without a text: pyexpat, which is CPython's, crashes where ParserCreate has no memory."""
        return copy.copy(pickle.loads(self.twin))

    def check(self):
        assert pickle.dumps(self.call()) == self.twin


class Data:
    """Steps, copies, resets; contacts that need more room than there is."""

    steps, text = 100, PLAIN

    def __init__(self):
        self.m = gelenk.MjModel.from_xml_string(self.text)
        self.d = gelenk.MjData(self.m)

    def call(self):
        gelenk.mj_step(self.m, self.d, self.steps)
        gelenk.mj_forward(self.m, self.d)

    def starved(self):
        """With answers of functions and named access: steps allocate nothing in Python."""
        self.call()
        gelenk.mj_energyPos(self.m, self.d)
        return state(self.m, self.d), self.d.body(1).xpos.copy(), self.d.contact.dist.copy(), repr(self.d)

    def check(self):
        """The state is one of a step that has ended, so a new MjData goes on from it to the last bit."""
        twin = gelenk.MjData(self.m)
        gelenk.mj_setState(self.m, twin, state(self.m, self.d), STATE)
        for d in (self.d, twin):
            gelenk.mj_step(self.m, d, 3)
        assert np.array_equal(state(self.m, self.d), state(self.m, twin))
        assert len(self.d.contact) == self.d.ncon and np.array_equal(self.d.contact.dist, twin.contact.dist)
        if self.d.time > 5:
            gelenk.mj_resetData(self.m, self.d)


class Copies(Data):
    """MjData that are made, copied and pickled."""

    def call(self):
        made = gelenk.MjData(self.m)
        gelenk.mj_copyData(made, self.m, self.d)
        return pickle.loads(pickle.dumps(copy.copy(made)))

    def check(self):
        assert np.array_equal(state(self.m, self.call()), state(self.m, self.d))
        gelenk.mj_step(self.m, self.d)


class Growing(Data):
    """The first step of new MjData, whose buffers are too small for the contacts."""

    text = f"<mujoco><worldbody><geom type='plane' size='9 9 .1'/>{BOXES}</worldbody></mujoco>"

    def __init__(self):
        super().__init__()
        gelenk.mj_step(self.m, self.d)
        self.twin = state(self.m, self.d)
        self.call()

    def call(self):
        self.d = gelenk.MjData(self.m)
        gelenk.mj_step(self.m, self.d)

    def check(self):
        if not self.d.time:
            gelenk.mj_step(self.m, self.d)
        assert np.array_equal(state(self.m, self.d), self.twin) and self.d.ncon == 100


class Asked(Data):
    """Steps with callbacks in Python."""

    def __init__(self):
        super().__init__()
        set_callbacks(True)


class Plugged(Data):
    """Steps with a plugin in Python."""

    steps, text = 50, PULLED


class Warned(Data):
    """Steps of a state that is reset with a warning, which a function in Python hears of."""

    steps = 5

    def __init__(self):
        super().__init__()
        self.heard = []
        gelenk.set_mju_user_warning(self.heard.append)

    def call(self):
        self.d.qvel[0] = np.nan
        super().call()

    def check(self):
        if np.isnan(self.d.qvel[0]):
            self.d.qvel[0] = 0
        self.heard.clear()
        super().check()
        self.d.qvel[0] = np.nan
        gelenk.mj_step(self.m, self.d)
        assert self.d.warning[gelenk.mjtWarning.mjWARN_BADQVEL].number


class Islands(Data):
    """Steps whose islands are solved by the threads of a pool that is made, bound and destroyed."""

    steps = 10
    text = f"<mujoco><worldbody><geom type='plane' size='9 9 .1'/>{BOXES}</worldbody></mujoco>"

    def __init__(self):
        super().__init__()
        thread_pool.LEAST = (
            20  # islands that a thread is woken for: the usual number takes thousands of boxes
        )
        self.call()
        assert self.d.nisland > 20

    def call(self):
        number = gelenk.mju_threadPoolCreate(2)
        gelenk.mju_bindThreadPool(self.d, number)
        super().call()
        gelenk.mju_threadPoolDestroy(number)

    def check(self):
        super().check()
        thread_pool._pools.clear()  # of those whose number was lost
        self.call()


class Derived(Data):
    """Functions that change a state for a while, ask for rows of many kinds, or make arrays."""

    def __init__(self):
        super().__init__()
        gelenk.mj_step(self.m, self.d, 50)
        gelenk.mj_forward(self.m, self.d)
        self.before = state(self.m, self.d)
        self.twin = self.call()

    def call(self):
        m, d, n = self.m, self.d, 2 * self.m.nv
        A, B = np.zeros((n, n)), np.zeros((n, self.m.nu))
        gelenk.mjd_transitionFD(m, d, 1e-6, True, A, B, None, None)
        F = np.zeros((self.m.nv, self.m.nv))
        gelenk.mjd_inverseFD(m, d, 1e-6, False, F, None, None, None, None, None, None)
        jacp, force, geom = np.zeros((3, m.nv)), np.zeros(6), np.zeros(1, np.int32)
        gelenk.mj_jacBody(m, d, jacp, None, 1)
        gelenk.mj_contactForce(m, d, 0, force)
        far = gelenk.mj_ray(m, d, np.array([0.3, 0, 2]), np.array([0.0, 0, -1]), None, 1, -1, geom)
        return [A, B, F, jacp, force, far, d.body("world").xpos.copy(), d.contact.dist.copy(), d.efc_J.copy()]

    def check(self):
        """The state is what it was; what follows from it is so after mj_forward."""
        assert np.array_equal(state(self.m, self.d), self.before)
        gelenk.mj_forward(self.m, self.d)
        gelenk.mj_setState(self.m, self.d, self.before, STATE)
        assert all(np.array_equal(a, b) for a, b in zip(self.call(), self.twin, strict=True))


class Spec:
    """Editing, copying and compiling."""

    def __init__(self):
        self.spec = gelenk.MjSpec.from_string(PLAIN)
        self.twin = pickle.dumps(self.call())

    def call(self):
        made = self.spec.copy()
        body = made.worldbody.add_body(name="new", pos=[0, 0, 3])
        body.add_geom(size=[0.1, 0, 0])
        body.add_joint(name="slider", type=gelenk.mjtJoint.mjJNT_SLIDE)
        made.delete(made.bodies[1])
        return made.compile()

    def check(self):
        assert pickle.dumps(self.call()) == self.twin


class Attached(Spec):
    """Specs that are attached, compiled again beside a state, and written."""

    def __init__(self):
        self.plain = gelenk.MjSpec.from_string(PLAIN)
        self.twin = self.call()

    def call(self):
        self.spec = self.plain.copy()
        m = self.spec.compile()
        d = gelenk.MjData(m)
        gelenk.mj_step(m, d, 5)
        arm = self.spec.copy()
        arm.option.timestep = self.spec.option.timestep
        self.spec.attach(arm, prefix="arm-", frame=self.spec.worldbody.add_frame())
        self.spec.worldbody.add_body(name="loose").add_freejoint()
        self.spec.body("loose").add_geom(size=[0.1, 0, 0])
        m, d = self.spec.recompile(m, d)
        return pickle.dumps(m), state(m, d).tobytes(), self.spec.to_xml()

    def check(self):
        with contextlib.suppress(gelenk.Error):  # a geom that was added, and whose size was not set
            self.spec.compile()
        assert self.call() == self.twin


class Batch:
    """Steps of eight worlds by two threads; each world steps to the end of what was asked, or not at all."""

    errors = batches.SimulationError
    persistent = False

    def __init__(self):
        self.m = gelenk.MjModel.from_xml_string(PLAIN)
        self.batch = batches.Batch(self.m, 8, 2, persistent=self.persistent)
        self.d = gelenk.MjData(self.m)
        self.batch.bind("xpos")  # before steps with callbacks, which are not run again for a late bind
        self.call()

    def call(self):
        self.batch.step(nstep=5)
        self.batch.qpos[0]
        self.batch.bind("xpos")
        self.batch.forward()

    def check(self):
        before = self.batch.state.copy()
        self.batch.step(nstep=2)
        for world in (0, 7):
            gelenk.mj_setState(self.m, self.d, before[world], STATE)
            gelenk.mj_step(self.m, self.d, 2)
            assert np.array_equal(self.batch.state[world], state(self.m, self.d))
        if self.batch.time.max() > 5:
            self.batch.reset()


class Persistent(Batch):
    """The same, where each world has an MjData."""

    persistent = True


class AskedBatch(Batch):
    """The same with callbacks, which run in each of the threads."""

    def __init__(self):
        super().__init__()
        set_callbacks(True)


class Pool:
    """Rollouts in a pool of two threads."""

    def __init__(self):
        self.m = gelenk.MjModel.from_xml_string(PLAIN)
        self.datas = [gelenk.MjData(self.m) for _ in range(2)]
        full = np.zeros(gelenk.mj_stateSize(self.m, gelenk.mjtState.mjSTATE_FULLPHYSICS))
        gelenk.mj_getState(self.m, self.datas[0], full, gelenk.mjtState.mjSTATE_FULLPHYSICS)
        self.initial, self.control = (
            np.tile(full, (6, 1)),
            np.random.default_rng(0).normal(size=(6, 40, self.m.nu)),
        )
        self.pool = Rollout(nthread=2)
        self.twin = [array.copy() for array in self.call()]

    def call(self):
        return self.pool.rollout(self.m, self.datas, self.initial, self.control)

    def check(self):
        assert all(np.array_equal(a, b) for a, b in zip(self.call(), self.twin, strict=True))


class Renderer:
    """Pictures of colors and of objects."""

    def __init__(self):
        self.m = gelenk.MjModel.from_xml_string(PLAIN)
        self.d = gelenk.MjData(self.m)
        gelenk.mj_forward(self.m, self.d)
        self.renderer = gelenk.Renderer(self.m, 48, 64)
        self.call()
        self.twin = self.call()

    def call(self):
        self.renderer.update_scene(self.d)
        self.renderer.enable_segmentation_rendering()
        objects = self.renderer.render()
        self.renderer.disable_segmentation_rendering()
        return self.renderer.render(), objects

    def starved(self):
        """Without objects: subscripts of numpy 2.4 crash where they have no memory."""
        self.renderer.update_scene(self.d)
        self.renderer.disable_segmentation_rendering()
        self.renderer.render()

    def check(self):
        assert all(np.array_equal(a, b) for a, b in zip(self.call(), self.twin, strict=True))


class Viewer:
    """A passive viewer that listens for pages; each third is closed, and another one begun."""

    def __init__(self):
        os.environ["GELENK_VIEWER"] = "print"
        self.m = gelenk.MjModel.from_xml_string(PLAIN)
        self.d = gelenk.MjData(self.m)
        self.handle, self.count = None, 0
        self.begin()

    def begin(self):
        self.handle = viewer.launch_passive(self.m, self.d, browser=False, port=0)

    def call(self):
        self.handle.sync()
        self.handle.sync(state_only=True)

    def check(self):
        assert self.handle.is_running()
        gelenk.mj_step(self.m, self.d)
        self.handle.sync()
        self.count += 1
        if self.count % 100 == 0:
            self.handle.close()
            assert not self.handle.is_running()
            self.begin()


class Task:
    """A task with four worlds."""

    def __init__(self):
        self.env = make_vec("Swimmer-v5", num_envs=4)
        self.action = np.zeros(self.env.action_space.shape, np.float32)
        self.twin = self.course()

    def course(self):
        first, _ = self.env.reset(seed=3)
        return np.stack([first, *(self.env.step(self.action)[0] for _ in range(3))])

    def call(self):
        self.env.step(self.action)
        self.env.step(self.action)

    def check(self):
        assert np.array_equal(self.course(), self.twin)
