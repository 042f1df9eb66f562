"""Many worlds of one model in one picture: a grid of them, or one that is picked.

Documents: design / The viewer

The first world is drawn as always. Geoms of the others are appended to its scene, moved to their places in the grid;
planes and height fields are those of the first world. A scene has one set of vertices of flexes and skins: those of
world w have a scene of their own; the numbers of their geoms go on where those of world w - 1 end.
"""

import math
from collections.abc import Sequence
from typing import Any

import numpy as np

from gelenk.scene import plugins, update
from gelenk.scene.classes import MjvCamera, MjvPerturb, MjvScene
from gelenk.tables.enums import mjtCatBit, mjtGeom
from gelenk.tables.fields_scene import GEOMS

SHOWN = mjtCatBit.mjCAT_STATIC | mjtCatBit.mjCAT_DYNAMIC
ONCE = (mjtGeom.mjGEOM_PLANE, mjtGeom.mjGEOM_HFIELD)
APART = 1.2  # distance of neighbours, in extents of the model
NOTHING, CAMERA = MjvPerturb(), MjvCamera()
Soft = Sequence[tuple[Any, np.ndarray]]  # scene and place of each world but the first


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
    soft      scenes with the vertices of flexes and skins, of all worlds but the first, with their places
    """

    def __init__(self, m: Any, datas: Sequence[Any], spacing: float | None = None) -> None:
        self.datas = list(datas)
        self.spacing = float(APART * m.stat.extent if spacing is None else spacing)
        self.places = grid(len(self.datas), self.spacing).astype(np.float32)
        self.picked = -1
        self.soft: Soft = ()
        self._scenes: list[Any] = []

    @property
    def shown(self) -> Any:
        """The data that is drawn as always: of the world that is picked, or of the first."""
        return self.datas[max(0, self.picked)]

    def append(self, m: Any, opt: Any, scn: Any) -> None:
        """Add the geoms of all worlds but the first to a scene of the first."""
        self.soft = ()
        if self.picked >= 0:
            return
        counts = ((mjtGeom.mjGEOM_FLEX, m.nflex), (mjtGeom.mjGEOM_SKIN, m.nskin))
        for world, (d, place) in enumerate(zip(self.datas[1:], self.places[1:], strict=True), 1):
            first = scn.ngeom
            plugins.visualize(m, d, opt, scn)
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
            self.soft = self._vertices(m, opt)

    def _vertices(self, m: Any, opt: Any) -> Soft:
        """Where the flexes and skins of all worlds but the first are."""
        if not self._scenes:
            self._scenes = [MjvScene(m, 0) for _ in self.datas[1:]]
        for d, scn in zip(self.datas[1:], self._scenes, strict=True):
            update.update_scene(m, d, opt, NOTHING, CAMERA, 0, scn)  # no geoms: the vertices alone
        return list(zip(self._scenes, self.places[1:], strict=True))
