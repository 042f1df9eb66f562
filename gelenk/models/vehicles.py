"""Controllers of vehicles: cart-pole, car, drone and quadruped.

Documents: Modeling / MJCF models; Computation / Simulation pipeline

Each function returns a function (m, d) that sets d.ctrl from the state and the time of ``d`` alone.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

import gelenk

if TYPE_CHECKING:
    from collections.abc import Callable

    from gelenk import MjData, MjModel

    Act = Callable[[MjModel, MjData], None]


def ease(x: float) -> float:
    """Return the covered part (0 to 1) of a smooth move after the part ``x`` of its duration."""
    x = min(1.0, max(0.0, x))
    return x * x * x * (10 - 15 * x + 6 * x * x)


def swing_up(m: MjModel) -> Act:
    """Swing the pole up by its energy, then balance it by a linear feedback.

    acceleration of the cart ~ energy sign(rate cos(angle)), with the energy relative to that of the upright pose

    Source   Astrom and Furuta 2000, Swinging up a pendulum by energy control
    """
    gear = float(m.actuator_gear[0, 0])
    cart, pole = (float(m.body(name).mass[0]) for name in ("cart", "pole"))
    half, inertia = 0.5, pole / 12 + pole / 4  # half length and inertia about the hinge; the rod is 1 m long
    gravity = -float(m.opt.gravity[2])

    def act(m: MjModel, d: MjData) -> None:
        x, angle = d.qpos
        speed, rate = d.qvel
        angle = (angle + np.pi) % (2 * np.pi) - np.pi
        if abs(angle) < 0.5 and abs(rate) < 3.0:
            force = 1.2 * x + 2.6 * speed + 40.0 * angle + 9.0 * rate
            d.ctrl[0] = np.clip(force / gear, -1, 1)
            return
        energy = 0.5 * inertia * rate**2 + pole * gravity * half * (np.cos(angle) - 1)
        push = np.clip(60 * energy * np.sign(rate * np.cos(angle) or 1.0), -6, 6)
        d.ctrl[0] = np.clip((cart + pole) * (push - 3.0 * x - 1.5 * speed) / gear, -1, 1)

    return act


def drive_eight(m: MjModel) -> Act:
    """Follow the figure eight: drive toward a point that runs ahead on the line.

    Steering angle of pure pursuit: atan(2 wheelbase sin(bearing) / distance)
    """
    radius, speed, ahead, wheelbase = 1.2, 1.1, 0.3, 0.28

    def place(way: float) -> np.ndarray:
        """Return the point of the line after ``way`` meters, from the middle of the eight."""
        angle = (way / radius) % (4 * np.pi)
        side = 1.0 if angle < 2 * np.pi else -1.0
        return np.array([radius * np.sin(angle), side * radius * (1 - np.cos(angle))])

    def act(m: MjModel, d: MjData) -> None:
        w, _, _, z = d.qpos[3:7]
        heading = 2 * np.arctan2(z, w)
        forward = np.array([np.cos(heading), np.sin(heading)])
        way = speed * d.time
        late = float(forward @ (place(way) - d.qpos[:2]))
        aim = place(way - min(max(late, 0.0), 1.0) + ahead) - d.qpos[:2]
        bearing = np.arctan2(forward[0] * aim[1] - forward[1] * aim[0], forward @ aim)
        d.ctrl[0] = np.clip(np.arctan2(2 * wheelbase * np.sin(bearing), np.hypot(*aim)), -0.6, 0.6)
        d.ctrl[1] = np.clip(1.0 * (speed + np.clip(late, -1, 0.5) - forward @ d.qvel[:2]), -1, 1)

    return act


WAYPOINTS = ((1.2, 0.0, 0.8), (0.0, 1.2, 1.3), (-1.2, 0.0, 0.8), (0.0, -1.2, 1.3))  # centers of the rings [m]
RISE, LEG = 2.0, 2.5  # time to climb above the pad, and from a ring to the next [s]


def waypoint(time: float) -> tuple[np.ndarray, float]:
    """Return the target position of the drone, and its heading."""
    above = np.array([0.0, 0.0, 1.0])
    if time < RISE:
        return np.array([0.0, 0.0, 0.07 + 0.93 * ease(time / RISE)]), 0.0
    leg, part = divmod((time - RISE) / LEG, 1.0)
    points = np.array(WAYPOINTS)
    start = above if leg == 0 else points[int(leg - 1) % 4]
    end = points[int(leg) % 4]
    x = ease(1.25 * part)
    if leg == 0:
        return start + x * (end - start), 0.5 * np.pi * x
    angle = 0.5 * np.pi * (leg - 1 + x)
    height = start[2] + x * (end[2] - start[2])
    return np.array([1.2 * np.cos(angle), 1.2 * np.sin(angle), height]), angle + 0.5 * np.pi


def fly_rings(m: MjModel) -> Act:
    """Fly from ring to ring: position gives the thrust vector, torques turn toward it.

    Source   Lee, Leok and McClamroch 2010, Geometric tracking control of a quadrotor
    """
    mass = float(m.body("drone").subtreemass[0])
    inertia = np.array(m.body("drone").inertia)
    gravity = np.array([0.0, 0.0, -m.opt.gravity[2]])
    arm, drag = 0.14, 0.02
    # thrust, roll, pitch and yaw of the four motors
    mix = np.array([[1, 1, 1, 1], [arm, arm, -arm, -arm], [-arm, arm, arm, -arm], [-drag, drag, -drag, drag]])
    unmix = np.linalg.inv(mix)
    spin = np.array([40.0, -40.0, 40.0, -40.0])
    turn, rot = np.zeros(9), np.zeros(3)

    def act(m: MjModel, d: MjData) -> None:
        goal, heading = waypoint(d.time)
        before, after = waypoint(d.time - 0.01)[0], waypoint(d.time + 0.01)[0]
        velocity, push = (after - before) / 0.02, (after - 2 * goal + before) / 1e-4
        error, rate = np.clip(goal - d.qpos[:3], -1, 1), velocity - d.qvel[:3]
        force = mass * (gravity + 12.0 * error + 6.0 * rate + np.clip(push, -3, 3))
        up = force / np.linalg.norm(force)
        side = np.cross(up, [np.cos(heading), np.sin(heading), 0])
        side /= np.linalg.norm(side)
        wanted = np.column_stack([np.cross(side, up), side, up])
        gelenk.mju_quat2Mat(turn, d.qpos[3:7])
        now = turn.reshape(3, 3)
        apart = now.T @ wanted
        rot[:] = (
            0.5 * (apart[2, 1] - apart[1, 2]),
            0.5 * (apart[0, 2] - apart[2, 0]),
            0.5 * (apart[1, 0] - apart[0, 1]),
        )
        torque = inertia * (np.array([300.0, 300.0, 60.0]) * rot - np.array([32.0, 32.0, 14.0]) * d.qvel[3:6])
        d.ctrl[:4] = np.clip(unmix @ [force @ now[:, 2], *torque], 0, 6)
        d.ctrl[4:] = spin * min(1.0, 2 * d.time)

    return act


LEGS = ("front_left", "front_right", "hind_left", "hind_right")


def trot(m: MjModel) -> Act:
    """Trot in a circle: diagonal pairs of legs swing in turn; feet are placed against drift.

    A foot moves backward in the frame of the trunk while it stands, and forward through the air. Its position follows
    from the speed and the turn; longer and shorter legs correct roll and pitch of the trunk.

    Source   Raibert 1986, Legged robots that balance
    """
    period, lift, pace, radius = 0.5, 0.07, 0.4, 1.1
    thigh = float(-m.body("front_left_shank").pos[2])
    shank = float(-m.geom("front_left_foot").pos[2])
    ctrl = [m.actuator(f"{leg}_roll").id for leg in LEGS]
    height = 0.75 * (thigh + shank)
    has_thigh_body = m.body("front_left_shank").parentid[0] != m.body("front_left_hip").id
    root = np.array([m.body(f"{leg}_hip").pos for leg in LEGS])
    offset = np.array([m.body(f"{leg}_thigh").pos[1] if has_thigh_body else 0.0 for leg in LEGS])
    turn = np.zeros(9)

    def angles(x: float, y: float, z: float, aside: float) -> tuple[float, float, float]:
        """Return roll, hip and knee that put the foot at x, y, z from the hip."""
        down = np.sqrt(max(y * y + z * z - aside * aside, 1e-4))
        roll = np.arctan2(y, -z) - np.arctan2(aside, down)
        reach = min(np.hypot(x, down), 0.995 * (thigh + shank))
        bend = np.arccos((thigh**2 + shank**2 - reach**2) / (2 * thigh * shank))
        inner = np.arcsin(np.clip(shank * np.sin(bend) / reach, -1, 1))
        return roll, inner - np.arctan2(x, down), bend - np.pi

    def act(m: MjModel, d: MjData) -> None:
        gelenk.mju_quat2Mat(turn, d.qpos[3:7])
        frame = turn.reshape(3, 3)
        heading = np.arctan2(frame[1, 0], frame[0, 0])
        level = np.array([[np.cos(heading), np.sin(heading)], [-np.sin(heading), np.cos(heading)]])
        vx, vy = level @ d.qvel[:2]
        started = min(1.0, d.time / 1.0)
        goal = pace * started
        around = d.qpos[:2] - (0.0, radius)
        off = np.arctan2(around[1], around[0]) + 0.5 * np.pi - heading
        off = (off + np.pi) % (2 * np.pi) - np.pi
        yaw = started * (pace / radius + np.clip(1.2 * off + 1.5 * (np.hypot(*around) - radius), -0.5, 0.5))
        pitch, roll = np.arcsin(np.clip(-frame[2, 0], -1, 1)), np.arctan2(frame[2, 1], frame[2, 2])
        phase = d.time / period
        for k in range(4):
            part = (phase + (0.0 if k in (0, 3) else 0.5)) % 1.0
            hx, hy = root[k, 0], root[k, 1] + offset[k]
            step = (
                np.array([goal - yaw * hy, yaw * hx]) * period / 2
            )  # half the motion of the trunk in a stance
            caught = np.array([0.12 * (vx - goal), 0.12 * vy])
            z = -height - 0.8 * (hx * pitch - hy * roll)
            if part < 0.5:
                x = step / 2 - 2 * part * step + caught * (1 - 2 * part)
            else:
                s = ease(2 * part - 1)
                x = -step / 2 + s * (step + caught)
                z += lift * np.sin(np.pi * (2 * part - 1)) * min(1.0, 2 * d.time)
            d.ctrl[ctrl[k] : ctrl[k] + 3] = angles(x[0], offset[k] + x[1], z, offset[k])

    return act
