"""Programs that say ``import mujoco`` run unmodified."""

import gelenk

gelenk.install_as_mujoco()

import mujoco  # noqa: E402
from mujoco import rollout  # noqa: E402

assert mujoco.MjModel is gelenk.MjModel and rollout.rollout
m = mujoco.MjModel.from_xml_path(str(gelenk.models.path("pendulum")))
print(mujoco.__version__, m.nq)
