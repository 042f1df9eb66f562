"""Record which BVH nodes collision and rays visit (bvh_active), computed when read.

Documents: XML reference / visual/global (bvactive); API / MjData
"""

from collections.abc import Iterator

import numpy as np

from gelenk.runtime import pipeline
from gelenk.runtime.block import attach
from gelenk.runtime.data import MjData
from gelenk.runtime.model import MjModel
from gelenk.tables.enums import mjtDisableBit, mjtObj, mjtSensor


def update_bvh_active(m: MjModel, d: MjData) -> None:
    """Update bvh_active: nodes of bodies and flexes for the current poses, unless up to date.

    Nodes of meshes are those that rays have visited since the last collision; at the first read, those that
    rangefinders visit at the current poses.
    """
    if d._scalar("bvh_complete") or m.nbvh == 0:
        return
    observed = d._scalar("bvh_observed")
    d._set_scalar("bvh_observed", 1)
    d._set_scalar("bvh_complete", 1)
    if not d._a_xquat[0].any():  # nothing has been computed since the reset
        return
    waiting, spheres = np.empty(2 * m.nbvh + 4, np.int32), np.empty(4 * m.nbody)
    pipeline.run_stage("visit_volumes", m, d, waiting, spheres)
    if not observed and m.nmesh and not m.opt.disableflags & mjtDisableBit.mjDSBL_SENSOR:
        _repeat_rays(m, d)


def _repeat_rays(m: MjModel, d: MjData) -> None:
    """Cast the rays of all rangefinders again, which marks the visited nodes."""
    groups, found, out = np.ones(6, np.int32), np.zeros(1, np.int32), np.zeros(4)
    for i in np.flatnonzero(m._a_sensor_type == mjtSensor.mjSENS_RANGEFINDER):
        for pnt, vec, body in _rays(m, d, int(i)):
            pipeline.run_stage("ray", m, d, pnt, vec, groups, 0, 1, body, found, out)


def _rays(m: MjModel, d: MjData, i: int) -> Iterator[tuple[np.ndarray, np.ndarray, int]]:
    """Yield origin, direction and excluded body of each ray of rangefinder ``i``.

    The rays start at a site, or at the pixels of a camera.
    """
    obj = int(m._a_sensor_objid[i])
    if m._a_sensor_objtype[i] == mjtObj.mjOBJ_SITE:
        mat = d._a_site_xmat[obj].reshape(3, 3)
        yield d._a_site_xpos[obj].copy(), mat[:, 2].copy(), int(m._a_site_bodyid[obj])
        return
    from gelenk.engine.sensor.distance import pixel_ray  # imported here, since few programs need it

    mat = d._a_cam_xmat[obj].reshape(3, 3)
    columns, rows = (int(n) for n in m._a_cam_resolution[obj])
    for pixel in range(columns * rows):
        start, direction = pixel_ray(m._view, obj, pixel // columns, pixel % columns)
        yield d._a_cam_xpos[obj] + mat @ start, mat @ direction, int(m._a_cam_bodyid[obj])


def watch_reads() -> None:
    """Replace the property ``bvh_active`` of MjData by one that updates the array when read."""
    plain = MjData.__dict__["bvh_active"]

    def get(self: MjData) -> np.ndarray:
        if not self._scalar("bvh_complete"):
            update_bvh_active(self._model, self)
        return self._a_bvh_active

    attach(MjData, bvh_active=property(get, plain.fset, doc=plain.__doc__))
