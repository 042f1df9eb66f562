# walk.py
import gelenk as mujoco
from gelenk import models
from gelenk.engine.position import kinematics as stage
from gelenk.jit import library

m = models.load("pendulum")
d = mujoco.MjData(m)
d.qpos[0] = 0.5
assert not library.JIT, "the stages are plain Python"
stage.kinematics(m._view, d._view)  # set a breakpoint in it
print(d.xpos[1], d.xmat[1].round(3))
mujoco.mj_step(m, d)
assert d.time == m.opt.timestep
