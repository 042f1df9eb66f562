"""Update a scene: mjv_updateScene, mjv_addGeoms, mjv_updateSkin, mjv_makeLights; plugins.

Documents: Programming / Visualization; API / Visualization; XML reference / light; XML reference / visual/headlight;
Modeling / Naming elements; API / mjtLabel; Programming / Engine plugins; API / mjv_updateScene

Kernels mark labeled geoms and write the label texts without fractions; the texts of contact forces and of the selected
point, which have fractions, are written here.

Plugins are visualized by mjv_updateScene, which calls each instance before adding model geoms. The table SHOW has the
plugins of 3.5.0 that draw: a cable colors its geoms by stress, a touch grid adds boxes, shapes add the iterations of
SDF collision (decor/sdf_iterations.py). Others have a method `visualize`, or a kernel (runtime/plugin_registry.py). The
visualization is computed from the current data, so that it is the same for copies and restored states.
"""

import weakref
from collections.abc import Callable
from copy import copy
from typing import Any

import numpy as np

from gelenk.engine.validation import index_columns as ranges
from gelenk.runtime import callbacks, index_checks, pipeline, plugin_instances, query
from gelenk.runtime.data import MjData
from gelenk.runtime.model import MjModel
from gelenk.scene import cameras
from gelenk.scene.cameras import Numbers, check_near
from gelenk.scene.classes import MjvCamera, MjvOption, MjvPerturb, MjvScene
from gelenk.scene.geoms import DECORATING, FRACTIONS, RAY_SENSORS
from gelenk.scene.model_frame import check_scale
from gelenk.scene.mouse import pose_beyond
from gelenk.scene.scene import soft_sizes
from gelenk.tables.enums import (
    mjtCamera,
    mjtCatBit,
    mjtDisableBit,
    mjtGeom,
    mjtLabel,
    mjtTrn,
    mjtVisFlag,
    mjtWarning,
)
from gelenk.tables.fields_visual import FLEX_FLAGS, LABEL
from gelenk.tables.status import DONE
from gelenk.toolchain import struct_layout

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


# Scene updates

NOTHING = MjvPerturb()  # the perturbation of calls without one
EVERYTHING = MjvOption()  # the options of calls that do not depend on them
_NGEOM, _STATUS, _CATMASK = (struct_layout.SCENE.offset[name] // 8 for name in ("ngeom", "status", "catmask"))


def link_inputs(
    m: MjModel, d: MjData, scn: MjvScene, opt: MjvOption, pert: MjvPerturb | None, catmask: int
) -> None:
    """Link visual settings, options, perturbation and category mask for kernels."""
    if scn._model is None or scn._model() is not m:
        _fit_to_model(m, scn)
    scn._link_visual(m)
    scn._serial = m._serial
    scn._ints[_CATMASK] = catmask
    if pert is not None and pert.select >= m.nbody:
        pert = _set_missing_pose(d, pert, scn)
    _link_copy(scn, "opt", opt)
    _link_copy(scn, "pert", pert if pert is not None else NOTHING)


def _link_copy(scn: MjvScene, name: str, shown: MjvOption | MjvPerturb) -> None:
    """Link a copy of options or a perturbation for kernels.

    A copy, as in native calls, since the original may not exist at the next call.
    """
    kept: Any = scn._nested_structs.get(name)
    if kept is None:
        scn._set_nested(name, copy(shown))
    else:
        kept._copy_values(shown._memory)


def _set_missing_pose(d: MjData, pert: MjvPerturb, scn: MjvScene) -> MjvPerturb:
    """Set the pose of an out-of-range selected body; without a pose, return NOTHING."""
    pose = pose_beyond(d, pert.select)
    if pose is None:
        return NOTHING
    scn._a_select_pos[:], scn._a_select_mat[:] = pose
    return pert


def _fit_to_model(m: MjModel, scn: MjvScene) -> None:
    """Copy the topology of a model, whose flex and skin sizes must match those of the scene."""
    wanted = soft_sizes(m)
    other = [name for name, size in wanted.items() if scn._room.get(name, 0) != size]
    if other:
        raise ValueError(f"the scene was made for another model: {', '.join(other)} differ")
    scn._copy_topology(m)
    scn._model = weakref.ref(m)


def add_geoms(
    m: MjModel, d: MjData, opt: MjvOption, pert: MjvPerturb | None, catmask: int, scn: MjvScene
) -> None:
    """Append everything of these categories that the options show (mjv_addGeoms)."""
    link_inputs(m, d, scn, opt, pert, catmask)
    ints, kinds, flags = scn._ints, int(catmask), opt._a_flags.tobytes()
    first, was_full = int(ints[_NGEOM]), int(ints[_STATUS])
    dynamic, label = kinds & mjtCatBit.mjCAT_DYNAMIC, opt.label
    nflex, nskin, ntendon, nactuator = scn._counts
    if flags[mjtVisFlag.mjVIS_ISLAND] or label == mjtLabel.mjLABEL_ISLAND:
        _ = d.nisland  # computes the islands if necessary
    if dynamic and nflex:
        pipeline.run_stage("scene_flexes", m, d, scn)
    if dynamic and nskin:
        pipeline.run_stage("scene_skins", m, d, scn)
    pipeline.run_stage("scene_geoms", m, d, scn)
    if dynamic and ntendon and flags[mjtVisFlag.mjVIS_TENDON]:
        pipeline.run_stage("scene_tendons", m, d, scn)
    if dynamic and nactuator and mjtTrn.mjTRN_SLIDERCRANK in m._a_actuator_trntype.tolist():
        pipeline.run_stage("scene_cranks", m, d, scn)
    if kinds & mjtCatBit.mjCAT_DECOR and (label or _has_decoration(m, opt, flags, pert)):
        if d._scalar("ncon"):
            index_checks.check_data(m, d, ranges.CONTACTS)
        if m.vis.global_.bvactive and (flags[mjtVisFlag.mjVIS_BODYBVH] or flags[mjtVisFlag.mjVIS_MESHBVH]):
            query.update_bvh_active(m, d)
        pipeline.run_stage("scene_decor", m, d, scn)
    if label:
        write_labels(m, d, NOTHING if pert is None else pert, scn, first, label)
    if not was_full and ints[_STATUS]:
        _warn_full(d, scn.maxgeom)


_DECORATE = sum(255 << 8 * flag for flag in DECORATING)  # flags are bytes
_RAYS = 255 << 8 * int(mjtVisFlag.mjVIS_RANGEFINDER)


def _has_decoration(m: MjModel, opt: MjvOption, flags: bytes, pert: MjvPerturb | None) -> bool:
    """Return whether the settings enable decoration other than labels."""
    if (pert is not None and pert.select > 0) or opt.frame != 0:
        return True
    shown = int.from_bytes(flags, "little") & _DECORATE
    if shown & ~_RAYS:
        return True
    return shown != 0 and not set(RAY_SENSORS).isdisjoint(m._a_sensor_type.tolist())


def _warn_full(d: MjData, room: int) -> None:
    """Count a warning that not all geoms fit, once per update."""
    d._a_warning_number[mjtWarning.mjWARN_VGEOMFULL] += 1
    d._a_warning_lastinfo[mjtWarning.mjWARN_VGEOMFULL] = room
    d._set_scalar("warned", 1)


def update_scene(
    m: MjModel,
    d: MjData,
    opt: MjvOption,
    pert: MjvPerturb | None,
    cam: MjvCamera,
    catmask: int,
    scn: MjvScene,
) -> None:
    """Rebuild geoms, cameras, lights, flexes and skins (mjv_updateScene)."""
    scn._ints[_NGEOM] = scn._ints[_STATUS] = 0
    if cameras.aim_camera(m, d, cam) == mjtCamera.mjCAMERA_USER:
        check_headlight(m, scn)
    if m.nplugin:
        link_inputs(m, d, scn, opt, pert, catmask)
        visualize(m, d, opt, scn)
    flags = opt._a_flags.tobytes()
    add_geoms(m, d, opt, pert, catmask, scn)
    pipeline.run_stage("scene_picture", m, d, scn, *cameras.pose_of(cam))
    nflex, nskin, _, _ = scn._counts
    if nflex and any(flags[slice(*FLEX_FLAGS)]):
        scn._restore_face_ranges()
        pipeline.run_stage("scene_flex_shapes", m, d, scn)
    if nskin and flags[mjtVisFlag.mjVIS_SKIN]:
        pipeline.run_stage("scene_skin_shapes", m, d, scn, 0)


def update_skins(m: MjModel, d: MjData, scn: MjvScene) -> None:
    """Compute vertices and normals of all skins (mjv_updateSkin)."""
    link_inputs(m, d, scn, EVERYTHING, None, 0)
    if m.nskin:
        pipeline.run_stage("scene_skin_shapes", m, d, scn, 1)


def check_headlight(m: MjModel, scn: MjvScene) -> None:
    """Raise FatalError if the headlight is on but the camera is unset."""
    if m.vis.headlight.active:
        check_near(scn)
        check_scale(scn)


def make_lights(m: MjModel, d: MjData, scn: MjvScene) -> None:
    """Set the lights of a scene, up to mjMAXLIGHT (mjv_makeLights)."""
    check_headlight(m, scn)
    scn._link_visual(m)
    pipeline.run_stage("scene_lights", m, d, scn)


def write_labels(m: MjModel, d: MjData, pert: MjvPerturb, scn: MjvScene, first: int, label: int) -> None:
    """Write the labels of the marked geoms from ``first`` on; label: mjtLabel of the options."""
    pipeline.run_stage("scene_labels", m, d, scn, first)
    if label not in FRACTIONS:
        return
    labels = scn._a_geom_label.reshape(-1).data
    for i in (scn._a_geom_mark[first : scn.ngeom].nonzero()[0] + first).tolist():
        written = _mark_text(pert, scn, i).encode()[: LABEL - 1] + b"\0"
        labels[i * LABEL : i * LABEL + len(written)] = written


def _mark_text(pert: MjvPerturb, scn: MjvScene, i: int) -> str:
    """Return the text of a contact force or the selected point."""
    if scn._a_geom_mark[i] == mjtLabel.mjLABEL_SELPNT:
        return _format_vector(scn._a_geom_pos[i]) + f" (local {_format_vector(pert.localpos)})"
    return f"{float(scn._a_geom_value[i]):.3g}"


def _format_vector(numbers: Numbers) -> str:
    return " ".join(f"{float(x):.3f}" for x in numbers)
