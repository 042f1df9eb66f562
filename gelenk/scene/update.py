"""Update a scene: mjv_updateScene, mjv_addGeoms, mjv_updateSkin, mjv_makeLights.

Documents: Programming / Visualization; API / Visualization; XML reference / light; XML reference / visual/headlight;
Modeling / Naming elements; API / mjtLabel

Kernels mark labeled geoms and write the label texts without fractions; the texts of contact forces and of the selected
point, which have fractions, are written here.
"""

import weakref
from copy import copy
from typing import Any

from gelenk.engine.validation import data_indices as ranges
from gelenk.runtime import bvh_active, index_checks, pipeline
from gelenk.runtime.data import MjData
from gelenk.runtime.model import MjModel
from gelenk.scene import cameras, plugins
from gelenk.scene.appearance import DECORATING, FRACTIONS, RAY_SENSORS
from gelenk.scene.cameras import Numbers, check_near
from gelenk.scene.classes import MjvCamera, MjvOption, MjvPerturb, MjvScene
from gelenk.scene.model_frame import check_scale
from gelenk.scene.perturb import pose_beyond
from gelenk.scene.scene import soft_sizes
from gelenk.tables.enums import mjtCamera, mjtCatBit, mjtLabel, mjtTrn, mjtVisFlag, mjtWarning
from gelenk.tables.fields_scene import LABEL
from gelenk.tables.fields_visual import FLEX_FLAGS
from gelenk.toolchain import struct_layout

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
    """Set the pose of an out-of-range selected body; without one nothing is selected."""
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
            bvh_active.update_bvh_active(m, d)
        pipeline.run_stage("scene_decor", m, d, scn)
    if label:
        write_labels(m, d, NOTHING if pert is None else pert, scn, first, label)
    if not was_full and ints[_STATUS]:
        _warn_full(d, scn.maxgeom)


_DECORATE = sum(255 << 8 * flag for flag in DECORATING)  # flags are bytes
_RAYS = 255 << 8 * int(mjtVisFlag.mjVIS_RANGEFINDER)


def _has_decoration(m: MjModel, opt: MjvOption, flags: bytes, pert: MjvPerturb | None) -> bool:
    """Return whether anything beyond geoms, sites and tendons can be shown, except labels."""
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
        plugins.visualize(m, d, opt, scn)
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
