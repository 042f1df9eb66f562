"""Grid of worlds: all worlds of one model in one picture, or a selected world.

Documents: design / The viewer

The first world is drawn as usual. Geoms of the others are appended to its scene, moved to their grid positions; planes
and height fields are drawn for the first world only. A scene has one set of flex and skin vertices, so world w has
its vertices in a scene of its own; the ids of its flex and skin geoms continue those of world w - 1.
"""

import math
from collections.abc import Sequence
from typing import Any

import numpy as np

from gelenk.scene import update
from gelenk.scene.classes import MjvCamera, MjvPerturb, MjvScene
from gelenk.tables.enums import mjtCatBit, mjtGeom
from gelenk.tables.fields_visual import GEOMS

SHOWN = mjtCatBit.mjCAT_STATIC | mjtCatBit.mjCAT_DYNAMIC
ONCE = (mjtGeom.mjGEOM_PLANE, mjtGeom.mjGEOM_HFIELD)
SPACING_EXTENTS = 1.2  # distance of neighboring worlds, in extents of the model
NOTHING, CAMERA = MjvPerturb(), MjvCamera()
Soft = Sequence[tuple[Any, np.ndarray]]  # scene and position of each world except for the first


def grid_positions(count: int, spacing: float) -> np.ndarray:
    """Return grid positions (count, 3) of worlds [m], with the first one at the origin.

    Rows are along x; the grid is about square.
    """
    columns = max(1, math.ceil(math.sqrt(count)))
    number = np.arange(count)
    return np.stack([number % columns, number // columns, np.zeros(count)], axis=1) * spacing


class Worlds:
    """The worlds of a view.

    datas     an MjData for each world, all of one model; the view draws a copy of the shown one
    spacing   distance of neighboring worlds [m]; None: from the extent of the model
    picked    index of the only world to show; -1: all
    soft      scenes with flex and skin vertices of all worlds except for the first, with their positions
    """

    def __init__(self, m: Any, datas: Sequence[Any], spacing: float | None = None) -> None:
        self.datas = list(datas)
        self.spacing = float(SPACING_EXTENTS * m.stat.extent if spacing is None else spacing)
        self.places = grid_positions(len(self.datas), self.spacing).astype(np.float32)
        self.picked = -1
        self.soft: Soft = ()
        self._scenes: list[Any] = []

    @property
    def shown_data(self) -> Any:
        """The MjData that is drawn as usual: of the selected or of the first world."""
        return self.datas[max(0, self.picked)]

    def append_geoms(self, m: Any, opt: Any, scn: Any) -> None:
        """Append the geoms of all worlds except for the first to a scene."""
        self.soft = ()
        if self.picked >= 0:
            return
        counts = ((mjtGeom.mjGEOM_FLEX, m.nflex), (mjtGeom.mjGEOM_SKIN, m.nskin))
        for world, (d, place) in enumerate(zip(self.datas[1:], self.places[1:], strict=True), 1):
            first = scn.ngeom
            update.visualize(m, d, opt, scn)
            update.add_geoms(m, d, opt, NOTHING, SHOWN, scn)
            kept = first + np.flatnonzero(~np.isin(scn._a_geom_type[first : scn.ngeom], ONCE))
            if len(kept) < scn.ngeom - first:
                for f in GEOMS:
                    column = getattr(scn, "_a_" + f.name)
                    column[first : first + len(kept)] = column[kept]
                scn.ngeom = first + len(kept)
            scn._a_geom_pos[first : scn.ngeom] += place
            kinds = scn._a_geom_type[first : scn.ngeom]
            for kind, count in counts:
                scn._a_geom_objid[first : scn.ngeom][kinds == kind] += world * count
        if m.nflex or m.nskin:
            self.soft = self._soft_scenes(m, opt)

    def _soft_scenes(self, m: Any, opt: Any) -> Soft:
        """Return scenes with the flex and skin vertices of all worlds except for the first."""
        if not self._scenes:
            self._scenes = [MjvScene(m, 0) for _ in self.datas[1:]]
        for d, scn in zip(self.datas[1:], self._scenes, strict=True):
            update.update_scene(m, d, opt, NOTHING, CAMERA, 0, scn)  # no geoms, only vertices
        return list(zip(self._scenes, self.places[1:], strict=True))
