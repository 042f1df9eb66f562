"""Cameras and options of viewers, as structs."""

import gelenk as mujoco
from gelenk import models

m = models.load("humanoid")
camera, option, perturb = mujoco.MjvCamera(), mujoco.MjvOption(), mujoco.MjvPerturb()
mujoco.mjv_defaultCamera(camera)
mujoco.mjv_defaultFreeCamera(m, camera)  # looks at the model as its statistic element asks for
mujoco.mjv_defaultOption(option)
mujoco.mjv_defaultPerturb(perturb)
figure = mujoco.MjvFigure()
figure.title, figure.linepnt[0] = "height", 2
mujoco.mjv_defaultFigure(figure)  # as new
assert figure.title == "" and figure.linepnt[0] == 0
print(camera.lookat, camera.distance, option.geomgroup)
try:
    mujoco.Renderer(m)
except NotImplementedError as error:
    print(error)
