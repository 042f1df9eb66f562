"""Differences and integrals of positions, and local frames: mj_differentiatePos, mj_integratePos, mj_local2Global, ...

Documents: API / Support
"""

from gelenk.jit import library
from gelenk.world.arguments import check_index, check_size, documented


@documented
def mj_differentiatePos(m, qvel, dt, qpos1, qpos2):
    """qvel (nv) = the constant velocity that leads from qpos1 to qpos2 (nq) in time dt."""
    check_size("mj_differentiatePos", "qvel", qvel, m.nv)
    check_size("mj_differentiatePos", "qpos1", qpos1, m.nq)
    check_size("mj_differentiatePos", "qpos2", qpos2, m.nq)
    if dt == 0.0:
        raise ValueError("mj_differentiatePos: dt must not be zero")
    library.call("differentiate_pos", m, qvel, dt, qpos1, qpos2)


@documented
def mj_integratePos(m, qpos, qvel, dt):
    """qpos (nq) moved with constant velocity qvel (nv) for time dt, in place."""
    check_size("mj_integratePos", "qpos", qpos, m.nq)
    check_size("mj_integratePos", "qvel", qvel, m.nv)
    library.call("integrate_pos", m, qpos, qvel, dt)


@documented
def mj_normalizeQuat(m, qpos):
    """Normalise all quaternions in qpos (nq), in place."""
    check_size("mj_normalizeQuat", "qpos", qpos, m.nq)
    library.call("normalize_quat", m, qpos)


@documented
def mj_local2Global(d, xpos, xmat, pos, quat, body, sameframe):
    """xpos (3), xmat (9) = the pose (pos, quat) of the frame of ``body``, in the world."""
    check_index("mj_local2Global", "body", body, d.model.nbody)
    library.call("local_to_global", d, xpos, xmat, pos, quat, body, sameframe)
