"""Side sites: tendons that take another path around a geom at the other release.

Documents: XML reference / tendon / spatial; drop-in / Versions

Before 4.0 a half-plane decides on the side of a geom; later the path winds around the geom as the polyline through the
side site does. Both releases are evaluated in the states of the old motion.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

import numpy as np

from gelenk.api.simulate import mj_fwdPosition
from gelenk.migration.sides import Remark, Rule, Sides
from gelenk.runtime.data import MjData
from gelenk.tables.releases import R4_0

if TYPE_CHECKING:
    from gelenk.migration.motion import Motion

RULE = Rule("side sites", R4_0, "a tendon goes around a geom as the path through its side site does")
MOST_STATES = 200  # states of the motion in which tendons are measured
SAME = 1e-9  # difference of lengths that counts as rounding [m]


def side_sites(sides: Sides, motion: Motion) -> Iterator[Remark]:
    """Yield a remark for each tendon with a side site whose length differs in a motion."""
    tendons = [t for t in sides.old.spec.tendons if any(point.sidename for point in t.path)]
    if not tendons or not sides.crosses(R4_0):
        return
    stride = max(1, len(motion.qpos) // MOST_STATES)
    states = np.vstack([sides.old.model.qpos0[None], motion.qpos[::stride]])
    times = np.concatenate([[0.0], motion.time[::stride]])
    old, new = (lengths(side.model, states) for side in sides)
    index = {id(element): i for i, element in enumerate(sides.old.spec.tendons)}
    for record, _ in sides.records("spatial"):
        i = index.get(id(record.element), -1)
        if i < 0 or not any(point.sidename for point in record.element.path):
            continue
        apart = np.abs(old[:, i] - new[:, i])
        worst = int(np.nanargmax(apart)) if np.isfinite(apart).any() else 0
        if apart[worst] > SAME:
            what = (
                f"the length is {new[worst, i]:.6g} m instead of {old[worst, i]:.6g} m at {times[worst]:g} s"
            )
            names = " and ".join(f"'{p.sidename}'" for p in record.element.path if p.sidename)
            remedy = f"move the side site {names} to the middle of the arc on the geom, outside of it"
            yield sides.remark(RULE, record, what, remedy)


def lengths(m: Any, states: np.ndarray) -> np.ndarray:
    """Return the lengths of all tendons (n, ntendon) in n states [m]."""
    d = MjData(m)
    found = np.full((len(states), m.ntendon), np.nan)
    for row, qpos in zip(found, states, strict=True):
        if np.isfinite(qpos).all():
            d.qpos[:] = qpos
            mj_fwdPosition(m, d)
            row[:] = d.ten_length
    return found
