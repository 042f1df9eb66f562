"""Position differences, integration, local frames: mj_integratePos, ...

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
    """Compute the constant velocity that leads from one configuration to another.

    qvel = (qpos2 - qpos1) / dt, where the difference of quaternions is a rotation vector in the frame of qpos1

    Errors     ValueError: dt is 0
    Source     API / mj_differentiatePos
    """
    if dt == 0.0:
        raise ValueError("mj_differentiatePos: dt must not be zero")
    library.call("differentiate_pos", m, qvel, dt, qpos1, qpos2)


@documented
def mj_integratePos(m: MjModel, qpos: Array, qvel: Array, dt: float) -> None:
    """Integrate a configuration with a constant velocity (inverse of mj_differentiatePos).

    qpos = qpos + qvel dt, where quaternions are rotated by the rotation vector (angular velocity) dt

    Source     API / mj_integratePos; Computation / Floating objects
    """
    library.call("integrate_pos", m, qpos, qvel, dt)


@documented
def mj_normalizeQuat(m: MjModel, qpos: Array) -> None:
    """Normalize all quaternions of a configuration.

    Source     API / mj_normalizeQuat
    """
    library.call("normalize_quat", m, qpos)


@documented
def mj_local2Global(
    d: MjData, xpos: Array, xmat: Array, pos: Array, quat: Array, body: int, sameframe: int
) -> None:
    """Convert a pose given in a body frame to the world frame.

    xpos = d.xpos[body] + d.xmat[body] pos,  xmat = rotation matrix of d.xquat[body] quat

    If sameframe marks the position or orientation as that of the body frame or its inertial frame, the value of that
    frame is used in place of pos or quat.

    Source     API / mj_local2Global
    """
    library.call("local_to_global", d, xpos, xmat, pos, quat, body, sameframe)
