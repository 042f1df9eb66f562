"""Compare worlds of a batch with an MjData of the same model, states and controls.

The batch runs the LLVM text of GPU code, compiled for the CPU, through the stub of the CUDA driver.
"""

import numpy as np

import gelenk
import scenes
from gelenk.batch.device.gpu_worlds import DeviceBatch
from gelenk.engine.step import step
from gelenk.runtime import pipeline
from tests.support import fake_cuda
from tests.support.models import controls

STATE = ("qpos", "qvel", "act", "ctrl", "qacc_warmstart", "mocap_pos", "mocap_quat")
FIELDS = (
    *(
        "xpos",
        "xquat",
        "M",
        "qLD",
        "cdof",
        "qfrc_bias",
        "qfrc_passive",
        "qacc_smooth",
        "qfrc_constraint",
        "qacc",
    ),
    *("sensordata", "qvel", "qpos", "act"),
)


def batch(m, nsim, variant, **more):
    """Return a batch on the driver stub."""
    return DeviceBatch(m, nsim, device=fake_cuda.device(), precision=variant, load=fake_cuda.load, **more)


def load(name):
    """Return a scene as a model, without features that GPUs do not support."""
    return gelenk.MjModel.from_xml_path(str(scenes.path(name)))


def column(b, name):
    """Return a scalar of all worlds."""
    return b._read_field(b.plan.columns[name])


def plain_step(m, d):
    """Step once, with the kernels as plain Python."""
    step(m._view, d._view, 1)
    while pipeline.recover(m, d):
        step(m._view, d._view, 1)
    d._set_scalar("restarted", 0)


def native_step(m, d):
    """Step once, with the compiled engine."""
    gelenk.mj_step(m, d)


def side_by_side(m, b, nstep, one_step, seed=0, every=1):
    """Step a batch of equal worlds and one MjData; yield the MjData after each step.

    Each step starts from equal states: that of the MjData, rounded to the precision of the batch. The first state is
    the last keyframe, if there is one. Controls are random.

    every   steps of the MjData from one comparison to the next
    """
    d = gelenk.MjData(m)
    if m.nkey:
        gelenk.mj_resetDataKeyframe(m, d, m.nkey - 1)
    rng = np.random.default_rng(seed)
    real = b.plan.columns["time"].dtype
    d.qvel[:] += rng.normal(0.0, 0.05, m.nv)
    for _ in range(nstep):
        for _ in range(every - 1):
            one_step(m, d)
        if m.nu:
            d.ctrl[:] = 0.3 * controls(m, rng)
        for name in STATE:
            field = getattr(d, name)
            field[...] = field.astype(real)
            if field.size and name in b.plan.arrays:
                b.set(name, field)
        b._write_field(b.plan.columns["time"], np.full(b.nsim, d.time, real))
        b.step()
        one_step(m, d)
        yield d


def size(d, name):
    """Return the scale of differences of a field: its largest element, or its summands'."""
    largest = float(np.abs(getattr(d, name)).max())
    if name in ("qacc", "qvel"):  # forces that balance leave less than each of them
        step = 1.0 if name == "qacc" else d.model.opt.timestep
        return max(largest, step * float(np.abs(d.qacc_smooth).max()))
    return max(largest, 1.0 if name == "qpos" else 1e-9)  # [m], [rad]


def errors(b, d):
    """Return field -> largest difference of the first and last world from ``d``, relative."""
    found = {}
    for name in FIELDS:
        y = getattr(d, name)
        if name in b.plan.arrays and y.size:
            x = b.get(name)
            found[name] = max(float(np.abs(x[w] - y).max()) for w in (0, -1)) / size(d, name)
    return found


def counts(b, d):
    """Return whether all worlds have as many contacts and rows as ``d``."""
    return all((column(b, name) == getattr(d, name)).all() for name in ("ncon", "nefc", "ne", "nf", "nl"))
