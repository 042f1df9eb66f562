"""Programs that draw through mujoco do so on gelenk, unmodified, where there is no driver of graphics.

Documents: drop-in / Drawing
"""

import os
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
ROBOSUITE = os.environ.get("GELENK_ROBOSUITE")  # the folder that it was installed into; then it must be there


def run(code, **environment):
    """Run a program in which `import mujoco` gives gelenk; DISPLAY and drivers are out of its reach."""
    path = os.pathsep.join(filter(None, (str(ROOT), os.environ.get("PYTHONPATH"))))
    own = {"PYTHONPATH": path, "PYTHONWARNINGS": "ignore", "PYOPENGL_PLATFORM": "none"} | environment
    inherited = {k: v for k, v in os.environ.items() if k not in ("DISPLAY", "MUJOCO_GL", "WAYLAND_DISPLAY")}
    code = "import gelenk; gelenk.install_as_mujoco()\nimport numpy as np\n" + code
    done = subprocess.run(
        [sys.executable, "-c", code],
        env=inherited | own,
        capture_output=True,
        text=True,
        timeout=600,
        check=False,
    )
    assert done.returncode == 0, done.stderr[-4000:]
    return done.stdout


@pytest.mark.parametrize("backend", ["egl", "osmesa", None])
def test_gymnasium_draws_colors_and_depth(backend):
    pytest.importorskip("gymnasium")
    code = """
import gymnasium
for mode, camera in (("rgb_array", {}), ("depth_array", {"camera_id": 0}), ("rgb_array", {"camera_name": "track"})):
    env = gymnasium.make("Hopper-v5", render_mode=mode, width=120, height=100, **camera)
    env.reset(seed=0)
    before = env.render()
    env.unwrapped.set_state(env.unwrapped.init_qpos + 0.3, env.unwrapped.init_qvel)
    after = env.render()
    env.close()
    assert after.shape == ((100, 120, 3) if mode == "rgb_array" else (100, 120)), after.shape
    assert after.dtype == (np.uint8 if mode == "rgb_array" else np.float32)
    assert (before != after).any() and np.ptp(after) > 0
env = gymnasium.make("Hopper-v5", render_mode="rgb_array", width=120, height=100)
env.reset(seed=0)
plain = env.render()
viewer = env.unwrapped.mujoco_renderer._get_viewer("rgb_array")
viewer.add_overlay(0, "Key", "value")
viewer.add_marker(pos=np.array([0.0, 0.0, 1.0]), size=np.full(3, 0.3), rgba=np.array([1, 0, 0, 1]))
assert (viewer.render("rgb_array") != plain).sum() > 500
assert viewer.render("rgbd_tuple")[1].shape == (100, 120)
"""
    run(code, **({"MUJOCO_GL": backend} if backend else {}))


@pytest.mark.parametrize("backend", ["egl", "glfw", None])
def test_dm_control_draws_colors_depth_objects_and_overlays(backend):
    pytest.importorskip("dm_control")
    code = """
import mujoco
from dm_control import suite
from dm_control.mujoco import engine
env = suite.load("cartpole", "swingup")
env.reset()
physics = env.physics
rgb = physics.render(60, 80, camera_id=0)
assert rgb.shape == (60, 80, 3) and rgb.dtype == np.uint8 and np.ptp(rgb) > 50
depth = physics.render(60, 80, camera_id=0, depth=True)
assert depth.dtype == np.float32 and 0 < depth.min() < depth.max()
ids = physics.render(60, 80, camera_id="fixed", segmentation=True)
geoms = set(ids[ids[..., 1] == int(mujoco.mjtObj.mjOBJ_GEOM)][:, 0].tolist())
assert physics.model.name2id("pole_1", "geom") in geoms and (ids == -1).any()
text = physics.render(60, 80, camera_id=0, overlays=[engine.TextOverlay("speed", "1.5")])
assert (text != rgb).any()
option = mujoco.MjvOption()
option.geomgroup[:] = 0
wrapped = physics.render(60, 80, camera_id=0, render_flag_overrides=dict(wireframe=True, shadow=False))
assert (wrapped != rgb).any()
moving = engine.MovableCamera(physics, 60, 80)
moving.set_pose([0, 0, 1], 3, 90, -20)
first = moving.render().copy()
moving.set_pose([0, 0, 1], 6, 90, -20)
assert (moving.render() != first).any() and moving.select((0.5, 0.5)) is not None
copy = physics.copy(share_model=True)
assert (copy.render(60, 80, camera_id=0) == rgb).all()
with physics.reset_context():
    physics.named.data.qpos["hinge_1"] = 1
assert (physics.render(60, 80, camera_id=0) != rgb).any()
physics.free()
from dm_control import mujoco as wrapper
import pickle
env = suite.load("quadruped", "escape")  # its terrain goes to the context
env.reset()
assert env.physics.render(48, 64).std() > 3
"""
    run(code, **({"MUJOCO_GL": backend} if backend else {}))


def test_a_program_with_a_scene_and_a_context_of_its_own_draws():
    """As robosuite and others do: contexts by name, the private module, arrays that are read and turned over."""
    run("""
import mujoco
from mujoco.egl import GLContext
import mujoco.osmesa, mujoco.glfw, mujoco.gl_context, mujoco._render
gl = GLContext(640, 480)
gl.make_current()
model = mujoco.MjModel.from_xml_string('''<mujoco><asset><texture name="t" type="2d" builtin="flat" rgb1="1 0 0"
    width="8" height="8"/><material name="m" texture="t"/></asset><worldbody><light pos="0 0 3"/>
    <geom type="box" size=".5 .5 .5" material="m"/><camera name="c" pos="0 -2 0" xyaxes="1 0 0 0 0 1"/>
    </worldbody></mujoco>''')
data = mujoco.MjData(model)
mujoco.mj_forward(model, data)
con = mujoco._render.MjrContext(model, mujoco.mjtFontScale.mjFONTSCALE_150)
mujoco.mjr_setBuffer(mujoco.mjtFramebuffer.mjFB_OFFSCREEN, con)
assert con.currentBuffer == mujoco.mjtFramebuffer.mjFB_OFFSCREEN
if 700 > con.offWidth:
    mujoco.mjr_resizeOffscreen(700, 500, con)
scn, cam = mujoco.MjvScene(model, maxgeom=1000), mujoco.MjvCamera()
cam.type, cam.fixedcamid = mujoco.mjtCamera.mjCAMERA_FIXED, 0
viewport = mujoco.MjrRect(0, 0, 700, 500)
def picture():
    mujoco.mjv_updateScene(model, data, mujoco.MjvOption(), mujoco.MjvPerturb(), cam, mujoco.mjtCatBit.mjCAT_ALL, scn)
    mujoco.mjr_render(viewport=viewport, scn=scn, con=con)
    rgb, depth = np.zeros((500, 700, 3), np.uint8), np.zeros((500, 700), np.float32)
    mujoco.mjr_readPixels(rgb=rgb, depth=depth, viewport=viewport, con=con)
    return np.flipud(rgb), np.flipud(depth)
rgb, depth = picture()
r, g, b = rgb[250, 350]
assert r > 40 and g == b == 0, (r, g, b)
near, far = model.vis.map.znear * model.stat.extent, model.vis.map.zfar * model.stat.extent
assert abs(near / (1 - depth[250, 350] * (1 - near / far)) - 1.5) < 1e-3
model.tex_data[:] = np.tile([0, 255, 0], model.tex_data.size // 3)
mujoco.mjr_uploadTexture(model, con, 0)
rgb, _ = picture()
assert rgb[250, 350][1] > 40 and rgb[250, 350][0] == 0
con.free()
gl.free()
""")


@pytest.mark.parametrize("backend", ["egl", "osmesa"])
def test_robosuite_draws_colors_depth_and_objects(backend):
    if not ROBOSUITE:
        pytest.importorskip(
            "robosuite",
            reason="not in the extra `test`: 700 MB, and a C compiler for evdev. .ci/run brings what it needs here",
        )
    code = """
import robosuite
env = robosuite.make(
    "Lift", robots="Panda", has_renderer=False, has_offscreen_renderer=True, use_camera_obs=True,
    camera_names=["agentview", "frontview"], camera_heights=60, camera_widths=80, camera_depths=True,
    camera_segmentations="instance",
)
observed = env.reset()
for camera in ("agentview", "frontview"):
    assert observed[camera + "_image"].shape == (60, 80, 3) and observed[camera + "_image"].std() > 10
    assert np.ptp(observed[camera + "_depth"]) > 0
    assert len(np.unique(observed[camera + "_segmentation_instance"])) > 2
env.close()
"""
    run(code, MUJOCO_GL=backend, PYTHONPATH=os.pathsep.join(filter(None, (str(ROOT), ROBOSUITE))))


def test_contexts_of_robosuite_ask_no_driver(tmp_path):
    """Its module of EGL calls the driver as it is imported; ours is there in its place."""
    module = tmp_path / "robosuite/renderers/context/egl_context.py"
    module.parent.mkdir(parents=True)
    module.write_text(
        "from mujoco.egl import egl_ext as EGL\nfrom OpenGL import error\nraise ImportError('a driver')\n"
    )
    code = """
import mujoco
from robosuite.renderers.context.egl_context import EGLGLContext
context = EGLGLContext(max_width=64, max_height=48, device_id=-1)
context.make_current()
model = mujoco.MjModel.from_xml_string("<mujoco/>")
assert mujoco.MjrContext(model, 150).offWidth == 640
context.free()
"""
    run(code, PYTHONPATH=os.pathsep.join((str(ROOT), str(tmp_path))))


def test_mink_moves_an_arm_to_where_it_shall_be_and_its_result_is_drawn():
    run("""
import mink
import mujoco
from gelenk import models
model = mujoco.MjModel.from_xml_path(str(models.path("arm7")))
configuration = mink.Configuration(model)
configuration.update(np.full(model.nq, 0.3))
body = next(model.body(i).name for i in reversed(range(model.nbody)) if model.body(i).name)
task = mink.FrameTask(body, "body", position_cost=1.0, orientation_cost=0.0, lm_damping=1e-6)
posture = mink.PostureTask(model, cost=1e-4)
posture.set_target_from_configuration(configuration)
start = configuration.get_transform_frame_to_world(body, "body")
goal = start.translation() + np.array([-0.1, 0.1, -0.05])
task.set_target(mink.SE3.from_rotation_and_translation(start.rotation(), goal))
limits = [mink.ConfigurationLimit(model)]
with mujoco.Renderer(model, 60, 80) as renderer:
    renderer.update_scene(configuration.data)
    before = renderer.render().copy()
    for _ in range(200):
        velocity = mink.solve_ik(configuration, [task, posture], 0.02, "daqp", limits=limits)
        configuration.integrate_inplace(velocity, 0.02)
    renderer.update_scene(configuration.data)
    after = renderer.render()
reached = configuration.get_transform_frame_to_world(body, "body").translation()
assert np.linalg.norm(reached - goal) < 2e-3, (reached, goal)
assert np.linalg.norm(start.translation() - goal) > 0.1
assert before.std() > 3 and (before != after).any()
""")


def test_the_module_of_the_renderer_and_its_names_are_there():
    """As mink and others use it."""
    run("""
import mujoco
from mujoco import renderer
from mujoco.renderer import Renderer
assert mujoco.Renderer is Renderer and renderer.Renderer is Renderer
model = mujoco.MjModel.from_xml_string("<mujoco><worldbody><geom size='.2'/></worldbody></mujoco>")
data = mujoco.MjData(model)
mujoco.mj_forward(model, data)
class Mine(mujoco.Renderer):
    def snapshot(self, data, **options):
        self.update_scene(data, **options)
        return self.render()
mine = Mine(model=model, height=48, width=64)
camera = mujoco.MjvCamera()
mujoco.mjv_defaultFreeCamera(model, camera)
camera.distance = 1.0
assert mine.snapshot(data, camera=camera, scene_option=mujoco.MjvOption()).std() > 1
mine._scene.flags[mujoco.mjtRndFlag.mjRND_WIREFRAME] = True
mine.snapshot(data)
assert mine._gl_context is not None and mine._mjr_context.offWidth == 640
mine.close()
""")


def test_the_native_driver_may_be_missing_altogether():
    """No module of OpenGL is imported on the way to a picture."""
    run("""
import sys
import mujoco
model = mujoco.MjModel.from_xml_string("<mujoco><worldbody><geom size='.2'/></worldbody></mujoco>")
data = mujoco.MjData(model)
mujoco.mj_forward(model, data)
with mujoco.Renderer(model, 24, 32) as r:
    r.update_scene(data)
    r.render()
assert not [name for name in sys.modules if name.split(".")[0] in ("OpenGL", "glfw")]
""")
