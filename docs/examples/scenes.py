"""The abstract scene: what there is to see of a model, geoms of one's own, cameras, picking, pulling."""

import tempfile
from pathlib import Path

import numpy as np

import gelenk as mujoco
from gelenk import models

m = models.load("humanoid")
d = mujoco.MjData(m)
mujoco.mj_forward(m, d)
option, camera, perturb = mujoco.MjvOption(), mujoco.MjvCamera(), mujoco.MjvPerturb()
mujoco.mjv_defaultFreeCamera(m, camera)
scene = mujoco.MjvScene(m, maxgeom=1000)
everything = mujoco.mjtCatBit.mjCAT_ALL

# fill it: geoms, lights and the camera
option.flags[mujoco.mjtVisFlag.mjVIS_JOINT] = 1
mujoco.mjv_updateScene(m, d, option, perturb, camera, everything, scene)
shown = {scene.geoms[i].objtype for i in range(scene.ngeom)}
assert {mujoco.mjtObj.mjOBJ_GEOM, mujoco.mjtObj.mjOBJ_JOINT} <= shown
mujoco.mjv_updateCamera(m, d, camera, scene)  # the parts by themselves
mujoco.mjv_makeLights(m, d, scene)
mujoco.mjv_updateSkin(m, d, scene)
before = scene.ngeom
mujoco.mjv_addGeoms(m, d, option, perturb, mujoco.mjtCatBit.mjCAT_DECOR, scene)
assert scene.ngeom > before

# a geom of one's own: an arrow from the chest upwards
arrow, chest = scene.geoms[scene.ngeom], d.body("chest").xpos
red = np.array([1, 0, 0, 1], np.float32)
mujoco.mjv_initGeom(arrow, mujoco.mjtGeom.mjGEOM_ARROW, np.zeros(3), np.zeros(3), np.eye(3).ravel(), red)
mujoco.mjv_connector(arrow, mujoco.mjtGeom.mjGEOM_ARROW, 0.02, chest, chest + [0, 0, 1])
arrow.label = "up"
scene.ngeom += 1
with tempfile.TemporaryDirectory() as folder:
    mujoco.mj_printScene(scene, str(Path(folder, "scene.txt")))
    mujoco.mj_printFormattedScene(scene, str(Path(folder, "numbers.txt")), "%.4f")
    assert "up" in Path(folder, "scene.txt").read_text()

# where the camera is and what it sees; the mouse turns it
pos, forward, up, right = np.zeros((4, 3))
mujoco.mjv_cameraFrame(pos, forward, up, right, d, camera)
np.testing.assert_allclose(pos + camera.distance * forward, camera.lookat)
vertical, horizontal, clip = np.zeros((3, 2), np.float32)
mujoco.mjv_cameraFrustum(vertical, horizontal, clip, m, camera)
height = mujoco.mjv_frustumHeight(scene)
np.testing.assert_allclose(height, vertical.sum() / clip[0], rtol=1e-6)
middle = mujoco.mjv_averageCamera(scene.camera[0], scene.camera[1])
np.testing.assert_allclose(middle.pos, pos, atol=1e-6)
azimuth = camera.azimuth
mujoco.mjv_moveCamera(m, mujoco.mjtMouse.mjMOUSE_ROTATE_H, 0.1, 0, scene, camera)
np.testing.assert_allclose(camera.azimuth, azimuth - 18)

# what is in the middle of the picture?
point, geom, flex, skin = np.zeros(3), *np.full((3, 1), -1, np.int32)
body = mujoco.mjv_select(m, d, option, 4 / 3, 0.5, 0.5, scene, point, geom, flex, skin)
print("in the middle:", m.body(body).name, m.geom(geom[0]).name, point)

# pull at it
perturb.select, perturb.active = body, mujoco.mjtPertBit.mjPERT_TRANSLATE
perturb.localpos = d.body(body).xmat.reshape(3, 3).T @ (point - d.body(body).xpos)
mujoco.mjv_initPerturb(m, d, scene, perturb)
mujoco.mjv_movePerturb(m, d, mujoco.mjtMouse.mjMOUSE_MOVE_V, 0.2, 0, scene, perturb)
mujoco.mjv_applyPerturbPose(m, d, perturb, 0)  # moves mocap bodies, and free ones while time stands still
mujoco.mjv_applyPerturbForce(m, d, perturb)
assert np.linalg.norm(d.xfrc_applied[body, :3]) > 0

# the model in a room: half as large, elsewhere
scene.enabletransform, scene.scale = 1, 0.5
mujoco.mjv_moveModel(m, mujoco.mjtMouse.mjMOUSE_MOVE_H, 0.1, 0, np.array([0.0, 0, 1]), scene)
place, turn, back, quat = np.zeros(3), np.zeros(4), np.zeros(3), np.zeros(4)
mujoco.mjv_room2model(place, turn, np.array([1.0, 2, 3]), np.array([1.0, 0, 0, 0]), scene)
mujoco.mjv_model2room(back, quat, place, turn, scene)
mujoco.mjv_cameraInRoom(pos, forward, up, scene)
mujoco.mjv_cameraInModel(pos, forward, up, scene)
mujoco.mjv_alignToCamera(right, np.array([1.0, 0, 0]), forward)
