"""Many worlds of one model in one picture: a grid of them, or one that is picked.

Documents: design / The viewer

The first world is drawn as always. Geoms of the others are appended to its scene, moved to their places in the grid;
planes and height fields are those of the first world, and so are flexes and skins, of which a scene has one set of
vertices.
"""

import math
from collections.abc import Sequence
from typing import Any

import numpy as np

from gelenk.scene import update
from gelenk.scene.structs import MjvPerturb
from gelenk.tables.enums import mjtCatBit, mjtGeom
from gelenk.tables.fields_scene import GEOMS

SHOWN = int(mjtCatBit.mjCAT_STATIC) | int(mjtCatBit.mjCAT_DYNAMIC)
ONCE = tuple(
    int(kind)
    for kind in (mjtGeom.mjGEOM_PLANE, mjtGeom.mjGEOM_HFIELD, mjtGeom.mjGEOM_FLEX, mjtGeom.mjGEOM_SKIN)
)
APART = 1.2  # distance of neighbours, in extents of the model
NOTHING = MjvPerturb()


def grid(count: int, spacing: float) -> np.ndarray:
    """Places (count, 3) of worlds [m]: rows along x, as many as columns, the first one at the origin."""
    columns = max(1, math.ceil(math.sqrt(count)))
    number = np.arange(count)
    return np.stack([number % columns, number // columns, np.zeros(count)], axis=1) * spacing


class Worlds:
    """The worlds of a view.

    datas     one data for each, all of one model; another one has a copy of what is drawn as always
    spacing   distance of neighbours [m]; None: by the extent of the model
    picked    the one that is shown alone; -1: all of them
    """

    def __init__(self, m: Any, datas: Sequence[Any], spacing: float | None = None) -> None:
        self.datas = list(datas)
        self.spacing = float(APART * m.stat.extent if spacing is None else spacing)
        self.places = grid(len(self.datas), self.spacing).astype(np.float32)
        self.picked = -1

    @property
    def shown(self) -> Any:
        """The data that is drawn as always: of the world that is picked, or of the first."""
        return self.datas[max(0, self.picked)]

    def append(self, m: Any, opt: Any, scn: Any) -> None:
        """Add the geoms of all worlds but the first to a scene of the first."""
        if self.picked >= 0:
            return
        for d, place in zip(self.datas[1:], self.places[1:], strict=True):
            first = scn.ngeom
            update.add_geoms(m, d, opt, NOTHING, SHOWN, scn)
            kept = first + np.flatnonzero(~np.isin(scn._a_geom_type[first : scn.ngeom], ONCE))
            if len(kept) < scn.ngeom - first:
                for f in GEOMS:
                    column = getattr(scn, "_a_" + f.name)
                    column[first : first + len(kept)] = column[kept]
                scn.ngeom = first + len(kept)
            scn._a_geom_pos[first : scn.ngeom] += place
