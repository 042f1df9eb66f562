"""Draws the pictures of the README, still and moving: a humanoid that dives out of a squat."""

from pathlib import Path

import numpy as np
from matplotlib.figure import Figure

import gelenk
from gelenk.cli import animation, models, picture

IMAGES = Path(__file__).resolve().parents[1] / "docs" / "images"


def jump(duration=1.4, crouched=0.25):
    """Times and positions of the humanoid: it holds the squat, then all joints are told to straighten."""
    m = models.load("humanoid")
    d = models.start(m, "squat")
    straight = np.zeros(m.nu)
    arms = [m.actuator(f"{side}_shoulder_pitch").id for side in ("left", "right")]
    straight[arms] = 2.4  # arms up
    times, qpos = [], []
    while d.time < duration:
        if d.time > crouched:
            d.ctrl[:] = straight
        times.append(d.time)
        qpos.append(d.qpos.copy())
        gelenk.mj_step(m, d)
    return m, np.array(times), np.array(qpos)


def humanoid(path, wanted=12):
    """The strip of states."""
    m, times, qpos = jump()
    fig = Figure(figsize=(11, 2.6))
    ax = fig.add_axes((0, 0, 1, 1))
    aspect = picture.strip(ax, m, times, qpos, wanted, gap=0.12)
    fig.set_figheight(11 / aspect)
    fig.savefig(path, dpi=130)


def draw():
    """Draws them all."""
    humanoid(IMAGES / "humanoid.png")
    animation.save(IMAGES / "humanoid.gif", *jump(duration=2.4))
