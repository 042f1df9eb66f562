"""Draw the pictures of the README and the site, still and animated.

The pictures are a humanoid that squats, and the results of the tutorials, whose cells are run.
"""

import contextlib
from pathlib import Path

import numpy as np
from PIL import Image

import gelenk
from gelenk import models
from gelenk.cli import animation
from gelenk.models import humanoids
from tests.support.pages import CELL, blocks

DOCS = Path(__file__).resolve().parents[1] / "docs"
IMAGES = DOCS / "images"


def squat():
    """Return times and positions of the shipped humanoid in one squat, and the camera."""
    m, control = models.load("humanoid"), models.controller("humanoid")
    d = gelenk.MjData(m)
    times, qpos = [], []
    while d.time < humanoids.REST + 2 * humanoids.PERIOD:
        if d.time > humanoids.REST + humanoids.PERIOD:  # the second squat, which ends as it begins
            times.append(d.time)
            qpos.append(d.qpos.copy())
        control(m, d)
        gelenk.mj_step(m, d)
    camera = gelenk.MjvCamera()
    gelenk.mjv_defaultFreeCamera(m, camera)
    camera.lookat[:], camera.distance, camera.elevation = (0.02, 0, 0.8), 2.6, -10
    return m, np.array(times), np.array(qpos), camera


def tutorial(name):
    """Return the variables that the cells of a tutorial compute."""
    scope: dict = {}
    for block in blocks(DOCS / "tutorials" / f"{name}.md"):
        if block.language == CELL:
            with contextlib.redirect_stdout(None):
                exec(block.text, scope)  # noqa: S102
    return scope


def balancing(duration=4.0, push=150.0):
    """Yield model and data of the humanoid on one leg before each step, pushed forward, then back."""
    found = tutorial("lqr")
    m, balance, hold, K = (found[name] for name in ("m", "balance", "hold", "K"))
    d = gelenk.MjData(m)
    d.qpos[:] = balance
    chest, error = d.body("chest"), np.zeros(m.nv)
    while d.time < duration:
        gelenk.mj_differentiatePos(m, error, 1, balance, d.qpos)
        d.ctrl[:] = hold - K @ np.r_[error, d.qvel]
        chest.xfrc_applied[0] = push if 0.5 < d.time < 0.6 else -push if 2 < d.time < 2.1 else 0
        yield m, d
        gelenk.mj_step(m, d)


def one_leg():
    """Return the humanoid balancing on one leg: its model, times and positions."""
    run = [(m, d.time, d.qpos.copy()) for m, d in balancing()]
    models, times, qpos = zip(*run, strict=True)
    return models[0], np.array(times), np.array(qpos)


def swing_up():
    """Return a cart-pole that swings up and balances while the cart is pushed."""
    found = tutorial("ilqr")
    m, steady = found["m"], found["steady"]
    camera = gelenk.MjvCamera()
    camera.lookat[:], camera.distance, camera.azimuth, camera.elevation = (-0.2, 0, 1), 3.0, 90, -8
    return models.load("cartpole"), m.opt.timestep * np.arange(1, len(steady) + 1), steady, camera


def throw():
    """Draw the throw of the tutorial, before and after descent, and its loss."""
    from matplotlib import pyplot

    pyplot.switch_backend("agg")
    tutorial("throw")
    pyplot.figure(1).savefig(IMAGES / "throw.png", dpi=72)
    pyplot.close("all")


def built():
    """Return the models of the modeling page side by side: the crouching hopper, the bars."""
    views = {"hopper.xml": ((0, 0, 0.75), 2.4, 0), "bars.xml": ((0.05, 0, 0.2), 1.3, None)}
    pictures = []
    for block in blocks(DOCS / "guide" / "modeling.md"):
        if block.file in views:
            lookat, distance, key = views[block.file]
            m = gelenk.MjModel.from_xml_string(block.text)
            d = gelenk.MjData(m)
            if key is not None:
                gelenk.mj_resetDataKeyframe(m, d, key)
            gelenk.mj_forward(m, d)
            camera = gelenk.MjvCamera()
            camera.lookat[:], camera.distance, camera.azimuth, camera.elevation = lookat, distance, 110, -12
            with gelenk.Renderer(m, height=480, width=480) as renderer:
                renderer.update_scene(d, camera)
                pictures.append(renderer.render())
    return np.concatenate(pictures, axis=1)


def draw():
    """Draw all pictures."""
    Image.fromarray(built()).save(IMAGES / "modeling.png", optimize=True)
    throw()
    animation.save_gif(IMAGES / "humanoid.gif", *squat())
    animation.save_gif(IMAGES / "one_leg.gif", *one_leg())
    animation.save_gif(IMAGES / "swing_up.gif", *swing_up())
