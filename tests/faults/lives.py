"""Public objects from their making to their end: each call makes some, uses them and closes them.

Classes as in scenarios.py. What was made when a call was hit is kept, so that `check` closes it and uses the next one.
"""

import copy
import os
import pickle
import tempfile
from pathlib import Path

import numpy as np

import gelenk
import scenes
from gelenk import batch as batches
from gelenk import viewer
from gelenk.batch.rollout import Rollout, rollout, shutdown_persistent_pool
from gelenk.batch.sharding import RemoteExecutor
from gelenk.envs import get_environment, make_vec
from gelenk.toolchain.gpu.variant import Variant
from tests.batch.test_elsewhere import Here
from tests.faults.scenarios import PLAIN, STATE, Pool, state
from tests.support import fake_cuda
from tests.support.files import noise, png
from tests.support.mesh_files import box, obj

FILES = {"box.obj": obj(box()), "noise.png": png(noise(8, 8))}
FURNISHED = """
<mujoco>
  <asset>
    <mesh name="box" file="box.obj"/>
    <texture name="noise" type="2d" file="noise.png"/>
    <material name="noise" texture="noise"/>
  </asset>
  <worldbody><body name="b"><freejoint/><geom type="mesh" mesh="box" material="noise"/></body></worldbody>
</mujoco>
"""


class Files:
    """Models of files: meshes and textures, which are cached, the binary form, and the text that is saved."""

    def __init__(self):
        self.folder = Path(tempfile.mkdtemp())
        for name, content in FILES.items():
            (self.folder / name).write_bytes(content)
        (self.folder / "m.xml").write_text(FURNISHED)
        self.twin = self.call()

    def call(self):
        m = gelenk.MjModel.from_xml_path(str(self.folder / "m.xml"))
        gelenk.mj_saveLastXML(str(self.folder / "saved.xml"), m)
        gelenk.mj_saveModel(m, str(self.folder / "m.mjb"))
        again = gelenk.MjModel.from_binary_path(str(self.folder / "m.mjb"))
        gelenk.mj_setConst(again, gelenk.MjData(again))
        return pickle.dumps(again), (self.folder / "saved.xml").read_text()

    def starved(self):
        """Without a text, see Model."""
        again = gelenk.MjModel.from_binary_path(str(self.folder / "m.mjb"))
        gelenk.mj_setConst(again, gelenk.MjData(again))
        gelenk.mj_saveModel(again, str(self.folder / "again.mjb"))

    def check(self):
        assert self.call() == self.twin


class Late:
    """A batch whose fields are bound after steps: rows of the last step, or an error that says what to do."""

    errors = batches.SimulationError
    names = ("xpos", "cvel", "qM", "sensordata", "xipos", "qfrc_bias", "cinert", "geom_xpos")
    last = 60  # steps

    def __init__(self):
        self.m = gelenk.MjModel.from_xml_string(PLAIN)
        d = gelenk.MjData(self.m)
        self.states, self.rows = [], []
        for _ in range(self.last + 1):
            self.states.append(state(self.m, d))
            self.rows.append({name: getattr(d, name).copy() for name in self.names})
            if not len(self.states) - 1:
                gelenk.mj_forward(self.m, d)
                self.rows[0] = {name: getattr(d, name).copy() for name in self.names}
            gelenk.mj_step(self.m, d)
        self.forwarded = []
        for values in self.states:
            gelenk.mj_setState(self.m, d, values, STATE)
            gelenk.mj_forward(self.m, d)
            self.forwarded.append({name: getattr(d, name).copy() for name in self.names})
        self.begin()

    def begin(self):
        self.batch, self.open = batches.Batch(self.m, 4, 2), list(self.names)
        self.batch.reset()

    def call(self):
        self.batch.reset([0, 2])
        self.batch.step(nstep=3)
        self.batch.step([1, 2], nstep=2)
        if self.open:
            self.batch.bind(self.open.pop())

    def check(self):
        steps = np.rint(self.batch.time / self.m.opt.timestep).astype(int)
        for world, count in enumerate(steps):
            assert np.array_equal(self.batch.state[world], self.states[count])
        name = self.open.pop() if self.open else "xpos"
        try:
            rows = self.batch.bind(name)
            for world, count in enumerate(steps):
                known = (self.rows[count][name], self.forwarded[count][name])
                assert any(np.array_equal(rows[world], values) for values in known), (
                    f"{name} of world {world} after {count} steps: {rows[world]}, not {known}"
                )
        except RuntimeError as error:
            assert f"bind('{name}') before the call, or run forward() first" in str(error)
            self.batch.forward()
            rows = self.batch.bind(name)
            for world, count in enumerate(steps):
                assert np.array_equal(rows[world], self.forwarded[count][name])
        self.batch.reset()
        if not self.open:
            self.batch.close()
            self.begin()


class BatchLife:
    """A batch that is made, furnished, asked, copied, pickled and closed."""

    errors = batches.SimulationError
    batch = None

    def __init__(self):
        self.m = gelenk.MjModel.from_xml_string(PLAIN)
        self.twin = self.call()

    def call(self):
        self.batch = batch = batches.Batch(self.m, 4, 2)
        batch.set_models([self.m] * 4)
        batch.forward()
        batch.set_models(None)
        batch.expand("body_mass")[:, 1] = [1, 2, 3, 4]
        batch.set_const()
        batch.step(nstep=3)
        found = [batch.get_data(2).qpos.copy(), batch.get_model(3).body_mass.copy()]
        found += batch.rollout(3, record=["qpos", "xpos"]).values()
        found += batch.jac(1, [0, 0, 0])
        found += [pickle.loads(pickle.dumps(copy.copy(batch))).state.copy()]
        found.append(batch.xpos)
        batch.close()
        return found

    def check(self):
        batch, self.batch = self.batch, None
        if batch is not None and repr(batch) != "<Batch, closed>":
            batch.step()
            assert np.isfinite(batch.state).all()
            batch.close()
            assert repr(batch) == "<Batch, closed>"
        assert all(np.array_equal(a, b) for a, b in zip(self.call(), self.twin, strict=True))


class Device:
    """A batch on the stand-in for the driver of a GPU, and one that is made and closed."""

    made = None

    def __init__(self):
        os.environ["GELENK_CUDA_DRIVER"] = fake_cuda.library()
        self.m = gelenk.MjModel.from_xml_path(str(scenes.path("cartpole")))
        self.batch = self.begun(8)
        self.start = np.random.default_rng(0).normal(0, 0.3, (8, self.m.nq))
        self.twin = self.course()

    def begun(self, nsim):
        return batches.Batch(
            self.m, nsim, device="cuda:0", precision=Variant(exact=True), load=fake_cuda.load, lanes=1
        )

    def course(self):
        self.batch.reset()
        self.batch.qpos = self.start
        self.batch.step(nstep=3)
        self.batch.check()
        return self.batch.state.copy()

    def call(self):
        self.batch.step(nstep=2)
        self.batch.forward([1, 3])
        self.batch.get("xpos")
        self.batch.bind("qvel")
        self.made = self.begun(2)
        self.made.step()
        self.made.close()

    def check(self):
        made, self.made = self.made, None
        if made is not None and repr(made) != "<Batch, closed>":
            made.step()
            made.close()
        assert np.array_equal(self.course(), self.twin)


class Lent:
    """A batch that is lent to an iterator of rollouts elsewhere."""

    errors = batches.SimulationError

    def __init__(self):
        self.m = gelenk.MjModel.from_xml_string(PLAIN)
        self.batch, self.d = batches.Batch(self.m, 6, 1), gelenk.MjData(self.m)
        self.there = RemoteExecutor(self.batch, Here(self.m, 2), 2)
        self.call()

    def call(self):
        for _ in self.there.rollouts(2):
            pass
        self.there.rollout(2)

    def check(self):
        before = self.batch.state.copy()
        self.batch.step()
        for world in range(6):
            gelenk.mj_setState(self.m, self.d, before[world], STATE)
            gelenk.mj_step(self.m, self.d)
            assert np.array_equal(self.batch.state[world], state(self.m, self.d))
        self.there = RemoteExecutor(self.batch, Here(self.m, 2), 2)
        if self.batch.time.max() > 5:
            self.batch.reset()


class PoolLife(Pool):
    """Pools of rollouts that are made and closed, by the class and by the function."""

    def call(self):
        given = (self.m, self.datas, self.initial, self.control)
        with Rollout(nthread=2) as self.pool:
            found = self.pool.rollout(*given)
        rollout(*given, persistent_pool=True)
        shutdown_persistent_pool()
        return found

    def check(self):
        try:
            found = self.pool.rollout(self.m, self.datas, self.initial, self.control)
            assert all(np.array_equal(a, b) for a, b in zip(found, self.twin, strict=True))
        except RuntimeError as error:
            assert "after thread pool shutdown" in str(error)
        self.pool.close()
        super().check()


class RendererLife:
    """A renderer that is made, draws distances on two threads, and is closed; pictures by the functions, too."""

    renderer = None

    def __init__(self):
        self.m = gelenk.MjModel.from_xml_string(PLAIN)
        self.d = gelenk.MjData(self.m)
        gelenk.mj_forward(self.m, self.d)
        self.twin = self.call()

    def call(self):
        self.renderer = gelenk.Renderer(self.m, 48, 64, 100, threads=2)
        self.renderer.update_scene(self.d)
        self.renderer.enable_depth_rendering()
        found = [self.renderer.render()]
        self.renderer.close()
        scene, context = gelenk.MjvScene(self.m, 100), gelenk.MjrContext(self.m, 100)
        camera, option, box = gelenk.MjvCamera(), gelenk.MjvOption(), gelenk.MjrRect(0, 0, 64, 48)
        gelenk.mjv_updateScene(self.m, self.d, option, None, camera, 7, scene)
        gelenk.mjr_render(box, scene, context)
        found.append(np.zeros((48, 64, 3), np.uint8))
        gelenk.mjr_readPixels(found[-1], None, box, context)
        context.free()
        return found

    def check(self):
        renderer, self.renderer = self.renderer, None
        if renderer is not None:
            try:
                renderer.update_scene(self.d)
                assert renderer.render().shape[:2] == (48, 64)
            except RuntimeError as error:
                assert "after close" in str(error)
            renderer.close()
        assert all(np.array_equal(a, b) for a, b in zip(self.call(), self.twin, strict=True))


class ViewerLife:
    """A passive viewer that is launched, shows texts and pictures, and is closed."""

    handle = None

    def __init__(self):
        os.environ["GELENK_VIEWER"] = "print"
        self.m = gelenk.MjModel.from_xml_string(PLAIN)
        self.d = gelenk.MjData(self.m)
        self.picture = np.zeros((4, 4, 3), np.uint8)
        self.call()

    def call(self):
        with viewer.launch_passive(self.m, self.d, browser=False, port=0) as self.handle:
            self.handle.set_texts((None, None, "a", "b"))
            self.handle.set_images((gelenk.MjrRect(0, 0, 4, 4), self.picture))
            self.handle.sync()
        assert not self.handle.is_running()

    def check(self):
        handle, self.handle = self.handle, None
        if handle is not None:
            handle.sync()
            handle.close()
            assert not handle.is_running()
        with viewer.launch_passive(self.m, self.d, browser=False, port=0) as again:
            again.sync()
            assert again.is_running()


class TaskLife:
    """Tasks that are made, reset, stepped beyond the ends of episodes, and closed."""

    def __init__(self):
        self.twin = self.call()

    def call(self):
        env = make_vec("InvertedPendulum-v5", num_envs=3, autoreset_mode="SameStep", max_episode_steps=2)
        found = [env.reset(seed=3)[0]]
        action = np.zeros(env.action_space.shape, np.float32)
        for _ in range(3):
            found += env.step(action)[:2]
        env.close()
        functional = get_environment("Swimmer-v5", 2)
        begun = functional.reset(1)
        found.append(functional.step(begun, np.zeros((2, functional.action_size))).obs)
        functional.close()
        return found

    def starved(self):
        """Without texts, see Model."""
        if not hasattr(self, "env"):
            self.env = make_vec(
                "InvertedPendulum-v5", num_envs=3, autoreset_mode="SameStep", max_episode_steps=2
            )
            self.functional = get_environment("Swimmer-v5", 2)
        self.env.reset(seed=3)
        self.env.step(np.zeros((3, 1), np.float32))
        self.functional.step(self.functional.reset(1), np.zeros((2, 2)))

    def check(self):
        assert all(np.array_equal(a, b) for a, b in zip(self.call(), self.twin, strict=True))
