"""Controllers of arms and hands: gripper, arm with seven joints, muscles, cables, dexterous hand, puzzle cube.

Documents: Modeling / MJCF models; Computation / Simulation pipeline

Each function returns a function (m, d) that sets d.ctrl from the state and the time of ``d`` alone.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
from scipy.optimize import nnls

import gelenk
from gelenk.models.vehicles import ease

if TYPE_CHECKING:
    from gelenk import MjData, MjModel
    from gelenk.models.vehicles import Act

TRAYS = np.array([[0.42, 0.25], [0.42, -0.25]])  # centers of the two trays [m]
CYCLE = 8.0  # time to carry the block from a tray to the other [s]


def gripper(m: MjModel) -> Act:
    """Carry the block from tray to tray: above it, down, close, up, across, down, open, up.

    The tool points down, so shoulder, elbow and wrist follow from the law of cosines.
    """
    upper, fore = float(m.body("fore").pos[2]), float(m.body("wrist").pos[2])
    tool = float(m.body("palm").pos[2] + m.site("tool").pos[2])
    base = float(m.body("turret").pos[2] + m.body("upper").pos[2])
    block = int(m.joint("block").qposadr[0])
    high, low, wide, shut = 0.22, 0.027, 0.04, 0.012

    def angles(x: float, y: float, z: float, heading: float) -> tuple[float, ...]:
        """Return the five joint angles that put the tool there, pointing down, turned by ``heading``."""
        out, up = np.hypot(x, y), z + tool - base
        bend = np.arccos(np.clip((out**2 + up**2 - upper**2 - fore**2) / (2 * upper * fore), -1, 1))
        lean = np.arctan2(out, up) - np.arctan2(fore * np.sin(bend), upper + fore * np.cos(bend))
        yaw = np.arctan2(y, x)
        return yaw, lean, bend, np.pi - lean - bend, yaw - heading

    def act(m: MjModel, d: MjData) -> None:
        turn, part = divmod(d.time / CYCLE, 1.0)
        t = CYCLE * part
        start, end = TRAYS[int(turn) % 2], TRAYS[(int(turn) + 1) % 2]
        at = d.qpos[block : block + 2]
        found = at if np.hypot(*at) < 0.6 and d.qpos[block + 2] < 0.3 else start
        w, _, _, z = d.qpos[block + 3 : block + 7]
        aligned = (2 * np.arctan2(z, w) + np.pi / 4) % (np.pi / 2) - np.pi / 4
        place = found if t < 4.0 else start + ease((t - 4.0) / 1.5) * (end - start)
        down = ease((t - 1.0) / 1.2) - ease((t - 3.0) / 1.0) + ease((t - 5.5) / 1.0) - ease((t - 7.0) / 1.0)
        height = high + down * (low - high)
        if t < 1.0:
            place = start + ease(t) * (found - start)
        d.ctrl[:5] = angles(place[0], place[1], height, aligned if t < 3.0 else 0.0)
        d.ctrl[5] = shut if 2.4 < t < 6.6 else wide

    return act
