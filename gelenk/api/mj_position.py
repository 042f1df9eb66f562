"""Differences and integrals of positions, and local frames: mj_differentiatePos, mj_integratePos, mj_local2Global, ...

Documents: API / Support
"""

import numpy as np

from gelenk.runtime.arguments import documented
from gelenk.runtime.data import MjData
from gelenk.runtime.model import MjModel
from gelenk.toolchain import library

Array = np.ndarray


@documented
def mj_differentiatePos(m: MjModel, qvel: Array, dt: float, qpos1: Array, qpos2: Array) -> None:
    """The constant velocity that leads from one configuration to another.

    qvel = (qpos2 - qpos1) / dt, where the difference of quaternions is a rotation vector in the frame of qpos1

    Errors     ValueError: dt is 0
    Source     API / mj_differentiatePos
    """
    if dt == 0.0:
        raise ValueError("mj_differentiatePos: dt must not be zero")
    library.call("differentiate_pos", m, qvel, dt, qpos1, qpos2)


@documented
def mj_integratePos(m: MjModel, qpos: Array, qvel: Array, dt: float) -> None:
    """Move a configuration with a constant velocity: the inverse of mj_differentiatePos.

    qpos = qpos + qvel dt, where quaternions are turned by the rotation vector angular velocity dt

    Source     API / mj_integratePos; Computation / Floating objects
    """
    library.call("integrate_pos", m, qpos, qvel, dt)


@documented
def mj_normalizeQuat(m: MjModel, qpos: Array) -> None:
    """Normalise all quaternions of a configuration.

    Source     API / mj_normalizeQuat
    """
    library.call("normalize_quat", m, qpos)


@documented
def mj_local2Global(
    d: MjData, xpos: Array, xmat: Array, pos: Array, quat: Array, body: int, sameframe: int
) -> None:
    """The pose in the world of a frame that is given in a body.

    xpos = d.xpos[body] + d.xmat[body] pos,  xmat = rotation matrix of d.xquat[body] quat

    Where sameframe says that the frame shares position or orientation with the body, or with its inertial frame, that
    is taken, and pos or quat do not count.

    Source     API / mj_local2Global
    """
    library.call("local_to_global", d, xpos, xmat, pos, quat, body, sameframe)
