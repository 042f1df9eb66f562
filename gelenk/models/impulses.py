"""Controllers of scenes without motors, by impulses and torques; and of doors.

Documents: Modeling / MJCF models; Computation / Simulation pipeline

Each function returns a function (m, d) that sets d.qfrc_applied, or d.ctrl, from the state and the time of ``d`` alone.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

import gelenk
from gelenk.models.vehicles import ease

if TYPE_CHECKING:
    from gelenk import MjData, MjModel
    from gelenk.models.vehicles import Act

GRAVITY = 9.81  # [m/s^2]


def lifting_dofs(m: MjModel) -> tuple[np.ndarray, np.ndarray]:
    """Return the degrees of freedom that raise bodies straight up, and the weight on each [N]."""
    free = m.jnt_type == int(gelenk.mjtJoint.mjJNT_FREE)
    slide = (m.jnt_type == int(gelenk.mjtJoint.mjJNT_SLIDE)) & (np.abs(m.jnt_axis[:, 2]) > 0.9)
    joints = np.flatnonzero(free | slide)
    dofs = m.jnt_dofadr[joints] + np.where(free[joints], 2, 0)
    return dofs, GRAVITY * m.body_mass[m.jnt_bodyid[joints]]


def toss_bodies(m: MjModel, every: float, time: float, size: float, first: float) -> Act:
    """Lift bodies by ``size`` times their weight for ``time`` [s], once per ``every`` [s]."""
    dofs, weight = lifting_dofs(m)
    share = 1 + 0.25 * np.sin(1.7 * np.arange(len(dofs)))  # different factors, so that bodies fly differently
    if m.nflex:
        share[:] = 1

    def act(m: MjModel, d: MjData) -> None:
        push = size * weight * share if 0 <= (d.time - first) % every < time and d.time >= first else 0.0
        d.qfrc_applied[dofs] = push

    return act


def toss_boxes(m: MjModel) -> Act:
    """Throw the boxes in the bin up, every three seconds."""
    return toss_bodies(m, 3.0, 0.1, 2.7, 1.6)


def toss_soft_bodies(m: MjModel) -> Act:
    """Let soft bodies jump, every two seconds."""
    return toss_bodies(m, 2.0, 0.1, 2.9, 1.5)


def toss_cards(m: MjModel) -> Act:
    """Throw the decks of cards up again when they have slid apart."""
    return toss_bodies(m, 3.0, 0.1, 2.6, 2.0)


def blow_gusts(m: MjModel) -> Act:
    """Blow gusts that travel across the cloth."""
    first = m.jnt_dofadr[m.jnt_axis[:, 1] > 0.9]
    bodies = m.dof_bodyid[first]
    weight = GRAVITY * m.body_mass[bodies]

    def act(m: MjModel, d: MjData) -> None:
        gust = ease(d.time - 1) * max(0.0, np.sin(2 * np.pi * d.time / 3.0 - 1.0))
        x = d.xpos[bodies, 0]
        d.qfrc_applied[first] = -1.6 * gust * weight * (1 + 0.5 * np.sin(9 * x - 8 * d.time))

    return act


def pull_ropes(m: MjModel) -> Act:
    """Pull the rope and the cable to and fro over the bar, by their ends in turn."""
    joints = np.flatnonzero(
        (m.jnt_type == int(gelenk.mjtJoint.mjJNT_SLIDE)) & (np.abs(m.jnt_axis[:, 0]) > 0.9)
    )
    dofs = m.jnt_dofadr[joints]
    weight = GRAVITY * float(m.body_mass[m.jnt_bodyid[joints]].sum())
    root = int(m.jnt_dofadr[m.jnt_type == int(gelenk.mjtJoint.mjJNT_FREE)][0])
    tree = m.body_treeid[m.dof_bodyid[root]]
    cable = GRAVITY * float(m.body_mass[m.body_treeid == tree].sum())

    def act(m: MjModel, d: MjData) -> None:
        swing = np.sin(2 * np.pi * d.time / 2.4)
        d.qfrc_applied[dofs[:5]] = -0.06 * weight * max(0.0, swing)
        d.qfrc_applied[dofs[-5:]] = 0.06 * weight * max(0.0, -swing)
        d.qfrc_applied[root] = 0.3 * cable * swing

    return act


def move_doors(m: MjModel) -> Act:
    """Open and close drawers and doors, one after the other."""
    start = np.array([0.0, 5.0, 6.5, 8.0, 3.5, 3.5, 1.5, 2.0])
    period, stay = 12.0, 3.0
    far = 0.95 * m.actuator_ctrlrange[:, 1]

    def act(m: MjModel, d: MjData) -> None:
        t = (d.time - 0.5 - start) % period
        opened = [
            ease(x / 1.5) - ease((x - stay) / 1.5) if d.time > 0.5 + s else 0.0
            for x, s in zip(t, start, strict=True)
        ]
        d.ctrl[:] = far * opened

    return act


def swing_up(m: MjModel) -> Act:
    """Swing the pendulum up by a weak torque, balance it, and let it sink.

    The torque has the direction of the rate while the energy is below that of the upright pose, else the opposite
    direction. A round takes 14 s; the torque is a quarter of that which lifts the horizontal rod.

    Source   Astrom and Furuta 2000, Swinging up a pendulum by energy control
    """
    period, sink, most = 14.0, 10.0, 2.5  # [s], [s], [N m]
    body = m.body("pendulum")
    mass, length = float(body.mass[0]), float(np.linalg.norm(body.ipos))
    inertia = mass * length**2 + float(np.max(body.inertia))

    def act(m: MjModel, d: MjData) -> None:
        rate, part = float(d.qvel[0]), d.time % period
        above = float(d.qpos[0] + np.pi / 2 + np.pi) % (2 * np.pi) - np.pi  # angle from upright
        if part > sink:
            wanted = most if part < sink + 0.3 else -1.5 * rate
        elif abs(above) < 0.25 and abs(rate) < 1.0:
            wanted = -40 * above - 12 * rate
        else:
            energy = 0.5 * inertia * rate**2 + mass * GRAVITY * length * (np.cos(above) - 1)
            wanted = -8 * energy * (np.sign(rate) or 1.0)
        d.qfrc_applied[0] = np.clip(wanted, -most, most)

    return act


def whirl_end(m: MjModel) -> Act:
    """Whirl the upper end of the chain in a circle that grows and shrinks; waves run down."""
    driven, period, rate = 20, 12.0, 2 * np.pi * 0.62  # joints; [s]; second mode of a hanging chain [rad/s]
    hanging = m.key("hanging").qpos[:driven].copy()
    stiffness, damping = np.r_[120.0, 120.0, np.full(driven - 2, 60.0)], 0.4

    def act(m: MjModel, d: MjData) -> None:
        grown = min(1.0, 3 * abs(np.sin(np.pi * d.time / period)))
        goal = hanging.copy()
        goal[:2] += 0.45 * grown * np.array([np.sin(rate * d.time), np.cos(rate * d.time)])
        d.qfrc_applied[:driven] = stiffness * (goal - d.qpos[:driven]) - damping * d.qvel[:driven]

    return act
