"""Models in one line for tests: ``m, d = world("<worldbody>...</worldbody>")``."""

import numpy as np

import gelenk


def world(body, option=""):
    """Return model and data of MJCF text without its root; ``option``: attributes of option."""
    m = gelenk.MjModel.from_xml_string(f"<mujoco><option {option}/>{body}</mujoco>")
    return m, gelenk.MjData(m)


def advance(m, d, seconds):
    """Step for ``seconds``, a whole number of timesteps."""
    n = round(seconds / m.opt.timestep)
    assert abs(n * m.opt.timestep - seconds) < 1e-9 * max(1.0, seconds)
    gelenk.mj_step(m, d, n)


def full_mass(m, d):
    """Return the joint-space inertia matrix as a dense array."""
    M = np.zeros((m.nv, m.nv))
    gelenk.mj_fullM(m, M, d.qM)
    return M


def random_state(m, d, seed, speed=1.0, push=0.0):
    """Set a random state near qpos0, with unit quaternions; return the random generator.

    ``push`` scales the random forces.
    """
    rng = np.random.default_rng(seed)
    gelenk.mj_resetData(m, d)
    qpos = d.qpos.copy()
    gelenk.mj_integratePos(m, qpos, rng.uniform(-0.7, 0.7, m.nv), 1.0)
    d.qpos[:] = qpos
    d.qvel[:] = speed * rng.standard_normal(m.nv)
    d.qfrc_applied[:] = push * rng.standard_normal(m.nv)
    d.ctrl[:] = rng.uniform(-1, 1, m.nu)
    d.act[:] = rng.uniform(0, 1, m.na)
    return rng
