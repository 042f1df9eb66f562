"""Visualization of plugins: mjv_updateScene calls each instance before adding model geoms.

Documents: Programming / Engine plugins; API / mjv_updateScene

The table SHOW has the plugins of 3.5.0 that draw: a cable colors its geoms by stress, a touch grid adds boxes, shapes
add the iterations of SDF collision (decor/sdf_iterations.py). Others have a method `visualize`, or a kernel
(runtime/plugin_registry.py). The visualization is computed from the current data, so that copies and restored data
look alike.
"""

from collections.abc import Callable

import numpy as np

from gelenk.engine.validation import data_indices as ranges
from gelenk.runtime import callbacks, index_checks, pipeline, plugin_instances
from gelenk.runtime.data import MjData
from gelenk.runtime.model import MjModel
from gelenk.scene.classes import MjvOption, MjvScene
from gelenk.tables.enums import mjtDisableBit, mjtGeom, mjtVisFlag
from gelenk.tables.status import DONE

MOST_POINTS = 1 << 20  # capacity in points per plugin instance: 24 MB
_NO_PASSIVE = int(mjtDisableBit.mjDSBL_SPRING) | int(mjtDisableBit.mjDSBL_DAMPER)


def stress_colors(stress: np.ndarray, most: float) -> np.ndarray:
    """Map stress to colors (n, 3): blue (0), cyan, green, yellow, red (``most`` and above)."""
    least = np.minimum(stress, most)
    x = least / most
    # as in 3.5.0, values that are not below a bound count as above, including NaN, also for negative ``most``
    quarter = sum((~(least < part * most)).astype(int) for part in (0.25, 0.5, 0.75))
    red = np.choose(quarter, (0 * x, 0 * x, 4 * x - 2, 1 + 0 * x))
    green = np.choose(quarter, (4 * x, 1 + 0 * x, 1 + 0 * x, 4 - 4 * x))
    blue = np.choose(quarter, (1 + 0 * x, 2 - 4 * x, 0 * x, 0 * x))
    return np.stack([red, green, blue], axis=-1)


def color_cable(m: MjModel, d: MjData, opt: MjvOption, scn: MjvScene, instance: int) -> None:
    """Color the geoms of a cable by stress, in m.geom_rgba.

    Stress is the mean moment of the joints of a body over ``vmax``.

    Reads   xquat, xmat        Writes  geom_rgba of the first geom of each body, except opacity
    """
    most = plugin_instances.number(plugin_instances.config(m, instance), "vmax")
    if most == 0.0:
        return
    moments, joints = np.zeros((m.nbody, 3)), np.zeros(m.nbody)
    pipeline.run_stage("cable_moments", m, d, instance, moments, joints)
    own = np.flatnonzero((joints >= 0) & (m._a_body_geomnum > 0))
    stress = np.linalg.norm(moments[own], axis=1) / np.maximum(joints[own], 1)
    if m.opt.disableflags & _NO_PASSIVE == _NO_PASSIVE:  # a cable has no moments then
        stress[:] = 0.0
    m._a_geom_rgba[m._a_body_geomadr[own], :3] = stress_colors(stress, most)


def show_touch(m: MjModel, d: MjData, opt: MjvOption, scn: MjvScene, instance: int) -> None:
    """Add a box for each cell of a touch grid that has contacts."""
    index_checks.check_data(m, d, ranges.CONTACTS)
    for sensor in np.flatnonzero(m._a_sensor_plugin == instance).tolist():
        ncon = int(d._scalar("ncon"))
        cells, distances = np.empty(ncon, np.int32), np.zeros(ncon)
        pipeline.run_stage("touched_cells", m, d, instance, sensor, cells, distances)
        touched, place, count = np.unique(cells[cells >= 0], return_inverse=True, return_counts=True)
        mean = np.bincount(place, distances[cells >= 0], len(touched)) / count
        pipeline.run_stage("scene_touch", m, d, scn, instance, sensor, touched, mean, len(touched))


def show_descents(m: MjModel, d: MjData, opt: MjvOption, scn: MjvScene, instance: int) -> None:
    """Add the SDF iterations of a shape, if mjVIS_SDFITER is set."""
    if not opt._a_flags[mjtVisFlag.mjVIS_SDFITER]:
        return
    geoms = np.flatnonzero((m._a_geom_type == mjtGeom.mjGEOM_SDF) & (m._a_geom_plugin == instance))
    if not len(geoms):
        return
    steps = m.opt.sdf_initpoints * (2 * m.opt.sdf_iterations + 3) * m.ngeom
    room = min(max(steps, 0), MOST_POINTS)
    points, chain, found = np.empty((room, 3)), np.empty(room, np.int32), np.array([0, 0, room], np.int32)
    pipeline.run_stage("trace_descents", m, d, instance, points, chain, found)
    pipeline.run_stage("scene_descents", m, d, scn, int(geoms[0]), points, chain, int(found[1]))


def show_nothing(m: MjModel, d: MjData, opt: MjvOption, scn: MjvScene, instance: int) -> None:
    """Add nothing: a torus does not show its SDF iterations, as in 3.5.0."""


def show_user(m: MjModel, d: MjData, opt: MjvOption, scn: MjvScene, instance: int) -> None:
    """Call the visualization of a user plugin."""
    plugin = plugin_instances.REGISTERED[int(m._a_plugin[instance])]
    if plugin._compiled_visualize is not None:
        d._set_scalar("status", DONE)
        plugin._compiled_visualize(m, d, scn, instance)
        if d._scalar("status") != DONE:  # an index check failed
            d._set_scalar("status", DONE)
            callbacks.raise_pending(d)
    plugin.visualize(m, d, opt, scn, instance)
    m._check_indices()


Show = Callable[[MjModel, MjData, MjvOption, MjvScene, int], None]
SHOW: dict[str, Show] = {
    "mujoco.elasticity.cable": color_cable,
    "mujoco.sensor.touch_grid": show_touch,
    "mujoco.sdf.torus": show_nothing,
}


def visualize(m: MjModel, d: MjData, opt: MjvOption, scn: MjvScene) -> None:
    """Call the visualization of all plugin instances, for a scene prepared for the model.

    Errors   what the method `visualize` of a plugin raises; the scene is then empty
    """
    try:
        if not d._a_plugin_data.all():  # a reset in native code clears the addresses of the constants
            plugin_instances.restart(m, d)
        for instance in range(m.nplugin):
            plugin = plugin_instances.REGISTERED[int(m._a_plugin[instance])]
            SHOW.get(plugin.name, show_user if plugin.draws else show_descents)(m, d, opt, scn, instance)
    except BaseException:
        scn.ngeom = 0
        raise
