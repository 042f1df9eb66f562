"""Load a model, find things by name, step, reset, start from keyframes."""

import numpy as np

import gelenk as mujoco
from gelenk import models

print("API", mujoco.mj_versionString(), mujoco.mj_version(), "- gelenk", mujoco.version)

m = models.load("humanoid")
d = mujoco.MjData(m)

# names
head = mujoco.mj_name2id(m, mujoco.mjtObj.mjOBJ_BODY, "head")
assert mujoco.mj_id2name(m, mujoco.mjtObj.mjOBJ_BODY, head) == "head"
assert m.body("head").id == head  # the short way
assert mujoco.mju_type2Str(mujoco.mju_str2Type("body")) == "body"

# one step at a time, many at once, in two halves around a controller
mujoco.mj_resetDataKeyframe(m, d, m.key("stand").id)
mujoco.mj_step(m, d)
mujoco.mj_step(m, d, nstep=99)
mujoco.mj_step1(m, d)  # all that depends on position and velocity
d.ctrl[:] = -d.actuator_velocity  # a controller that may use it
mujoco.mj_step2(m, d)
print(f"after {d.time:.3f} s the head is {d.body('head').xpos[2]:.2f} m high; {d.ncon} contacts")

# everything but integration; then again for other controls, without what depends on position and velocity
mujoco.mj_forward(m, d)
d.ctrl[:] = 0
mujoco.mj_forwardSkip(m, d, mujoco.mjtStage.mjSTAGE_VEL, 1)

# keep a state as keyframe, go back to it
mujoco.mj_setKeyframe(m, d, 0)
kept = d.qpos.copy()
mujoco.mj_resetData(m, d)
mujoco.mj_resetDataKeyframe(m, d, 0)
assert np.array_equal(d.qpos, kept)
mujoco.mj_resetDataDebug(m, d, 255)  # fills what is computed with a byte, to find what reads too early

# controls, and the room that contacts of two geoms need
mujoco.mj_resetCtrl(m, d)
assert not d.ctrl.any() and mujoco.mj_maxContact(m, 0, 1, -1) >= 1
assert mujoco.mj_actuatorInputName(m, 0, 0) is None  # inputs of pid, dcmotor and orientation have names

# mass
mass = mujoco.mj_getTotalmass(m)
mujoco.mj_setTotalmass(m, 2 * mass)
assert abs(mujoco.mj_getTotalmass(m) / mass - 2) < 1e-9
