"""Abstract visualization (mjv_): mjv_updateScene, mjv_moveCamera, mjv_select, ...

Documents: API / Visualization; Programming / Visualization
"""

import sys

import numpy as np

from gelenk.api import native_entries
from gelenk.api.mj_files import FORMAT, write_file
from gelenk.api.printing import check_format
from gelenk.runtime.arguments import STRUCT_CLASSES, documented
from gelenk.runtime.data import MjData
from gelenk.runtime.log_messages import report
from gelenk.runtime.model import MjModel
from gelenk.scene import cameras, model_frame, mouse, printing, select, update
from gelenk.scene.classes import (
    CLASSES,
    MjvCamera,
    MjvFigure,
    MjvGeom,
    MjvGLCamera,
    MjvOption,
    MjvPerturb,
    MjvScene,
)
from gelenk.toolchain.extension import load

Array = np.ndarray

STRUCT_CLASSES.update(CLASSES)


# ---- defaults


@documented
def mjv_defaultCamera(cam: MjvCamera) -> None:
    """Set a camera to its defaults: a free camera, 2 m from the origin.

    Source     API / mjv_defaultCamera
    """
    cam._reset()


@documented
def mjv_defaultFreeCamera(m: MjModel, cam: MjvCamera) -> None:
    """Set a camera to the free camera of the model.

    Center and extent are those of m.stat, the angles those of m.vis.global_.

    Source     API / mjv_defaultFreeCamera; XML reference / visual / global
    """
    cameras.free_camera(m, cam)


@documented
def mjv_defaultOption(opt: MjvOption) -> None:
    """Set visualization options to their defaults.

    The first three groups of geoms, sites and tendons are shown, with the default flags.

    Source     API / mjv_defaultOption
    """
    opt._reset()


@documented
def mjv_defaultPerturb(pert: MjvPerturb) -> None:
    """Set a perturbation to its defaults: no body selected, no force.

    Source     API / mjv_defaultPerturb
    """
    pert._reset()


@documented
def mjv_defaultFigure(fig: MjvFigure) -> None:
    """Set a figure to its defaults: no lines, and a different color for each line.

    Source     API / mjv_defaultFigure
    """
    fig._reset()


# ---- geoms


@documented
def mjv_initGeom(geom: MjvGeom, type: int, size: Array, pos: Array, mat: Array, rgba: Array) -> None:
    """Set the shape and appearance of a geom; object, category and segmentation are kept.

    Source     API / mjv_initGeom
    """
    model_frame.init_row(geom, type, size, pos, mat, rgba)


@documented
def mjv_connector(geom: MjvGeom, type: int, width: float, from_: Array, to: Array) -> None:
    """Set type, size and pose of a geom that connects two points.

    Errors     FatalError: geoms of this type cannot connect points
    Source     API / mjv_connector
    """
    model_frame.set_connector(geom, type, width, from_, to)


# ---- scenes


@documented
def mjv_updateScene(
    m: MjModel,
    d: MjData,
    opt: MjvOption,
    pert: MjvPerturb | None,
    cam: MjvCamera,
    catmask: int,
    scn: MjvScene,
) -> None:
    """Rebuild the scene: geoms, decoration, lights, flexes, skins and the camera.

    The scene shows the result of the last mj_forward or mj_step. Geoms beyond the capacity of the scene are left out.

    Warns      mjWARN_VGEOMFULL: not all geoms fit into the scene
    Errors     ValueError: the scene was made for a model with other flexes or skins
               FatalError: there is no such camera or tracked body
    Source     API / mjv_updateScene; Programming / Visualization
    """
    update.update_scene(m, d, opt, pert, cam, catmask, scn)
    report(d)


@documented
def mjv_addGeoms(
    m: MjModel, d: MjData, opt: MjvOption, pert: MjvPerturb, catmask: int, scn: MjvScene
) -> None:
    """Append the geoms of the given categories to the scene.

    Warns      mjWARN_VGEOMFULL: not all geoms fit into the scene
    Errors     ValueError: the scene was made for a model with other flexes or skins
    Source     API / mjv_addGeoms
    """
    update.add_geoms(m, d, opt, pert, catmask, scn)
    report(d)


@documented
def mjv_makeLights(m: MjModel, d: MjData, scn: MjvScene) -> None:
    """Set the lights of the scene: the headlight at its camera and the active model lights.

    Source     API / mjv_makeLights
    """
    update.make_lights(m, d, scn)


@documented
def mjv_updateCamera(m: MjModel, d: MjData, cam: MjvCamera, scn: MjvScene) -> None:
    """Place the left and right cameras of the scene; a user camera leaves them unchanged.

    Errors     FatalError: there is no such camera or tracked body
    Source     API / mjv_updateCamera
    """
    cameras.update_camera(m, d, cam, scn)


@documented
def mjv_updateSkin(m: MjModel, d: MjData, scn: MjvScene) -> None:
    """Compute vertices and normals of all skins of the scene from the body poses.

    Errors     ValueError: the scene was made for a model with other flexes or skins
    Source     API / mjv_updateSkin; Programming / Visualization
    """
    update.update_skins(m, d, scn)


# ---- cameras


@documented
def mjv_cameraFrame(
    headpos: Array, forward: Array, up: Array, right: Array, d: MjData, cam: MjvCamera
) -> None:
    """Compute the position and axes of a camera in the world.

    Errors     FatalError: there is no such camera or tracked body, or the camera is a user camera, which has no pose
    Source     API / mjv_cameraFrame
    """
    cameras.camera_frame(headpos, forward, up, right, d, cam)


@documented
def mjv_cameraFrustum(zver: Array, zhor: Array, zclip: Array, m: MjModel, cam: MjvCamera) -> None:
    """Compute the view frustum of a camera, as its extent on the near plane.

    Errors     FatalError: there is no such camera, or the camera is a user camera, which has no frustum
    Source     API / mjv_cameraFrustum
    """
    zver[:], zhor[:], zclip[:] = cameras.camera_frustum(m, cam)


@documented
def mjv_averageCamera(cam1: MjvGLCamera, cam2: MjvGLCamera) -> MjvGLCamera:
    """Return the graphics camera midway between two.

    Returns    the MjvGLCamera
    Errors     FatalError: one is orthographic, the other is not
    Source     API / mjv_averageCamera
    """
    return cameras.average_camera(cam1, cam2)


@documented
def mjv_camera2GLCamera(m: MjModel, d: MjData, cam: MjvCamera) -> MjvGLCamera:
    """Return the graphics camera of a camera, midway between its two eyes.

    Returns    the MjvGLCamera
    Errors     FatalError: a camera without a frame, or an id out of range
    Source     API / mjv_camera2GLCamera
    """
    scn = MjvScene(m, 1)
    cameras.update_camera(m, d, cam, scn)
    return cameras.average_camera(scn.camera[0], scn.camera[1])


@documented
def mjv_frustumHeight(scn: MjvScene) -> float:
    """Return the height of the view frustum of the scene at unit distance.

    Returns    the height; of an orthographic camera, that at any distance [m]
    Source     API / mjv_frustumHeight
    """
    return cameras.frustum_height(scn)


@documented
def mjv_cameraInRoom(headpos: Array, forward: Array, up: Array, scn: MjvScene) -> None:
    """Compute position, forward and up of the scene's camera in room space.

    Source     API / mjv_cameraInRoom
    """
    cameras.camera_in_room(headpos, forward, up, scn)


@documented
def mjv_cameraInModel(headpos: Array, forward: Array, up: Array, scn: MjvScene) -> None:
    """Compute position, forward and up of the scene's camera in model space.

    Errors     FatalError: the scale of the scene is not positive
    Source     API / mjv_cameraInModel
    """
    model_frame.camera_in_model(headpos, forward, up, scn)


@documented
def mjv_room2model(modelpos: Array, modelquat: Array, roompos: Array, roomquat: Array, scn: MjvScene) -> None:
    """Convert a pose from room space to model space.

    Errors     FatalError: the scale of the scene is not positive
    Source     API / mjv_room2model
    """
    model_frame.room_to_model(modelpos, modelquat, roompos, roomquat, scn)


@documented
def mjv_model2room(roompos: Array, roomquat: Array, modelpos: Array, modelquat: Array, scn: MjvScene) -> None:
    """Convert a pose from model space to room space.

    As in 3.5.0, the scale of the scene multiplies its translation as well, and mjv_room2model does not divide the
    translation by the scale: the two functions are inverse where the scale is 1 or the translation 0.

    Errors     FatalError: the scale of the scene is not positive
    Source     API / mjv_model2room
    """
    model_frame.model_to_room(roompos, roomquat, modelpos, modelquat, scn)


# ---- the mouse


@documented
def mjv_alignToCamera(res: Array, vec: Array, forward: Array) -> None:
    """Convert a vector from the view of a camera to the world.

    Forward is made horizontal and up vertical.

    Source     API / mjv_alignToCamera
    """
    load.run_kernel("align_to_camera", res, vec, forward)


@documented
def mjv_moveCamera(
    m: MjModel, action: int, reldx: float, reldy: float, scn: MjvScene, cam: MjvCamera
) -> None:
    """Rotate, move or zoom a free or tracking camera by a mouse drag; ignore other cameras.

    Errors     FatalError: there is no such action
    Source     API / mjv_moveCamera; Programming / Visualization
    """
    mouse.move_camera(m, action, reldx, reldy, scn, cam)


@documented
def mjv_moveModel(m: MjModel, action: int, reldx: float, reldy: float, roomup: Array, scn: MjvScene) -> None:
    """Rotate, move or scale the model in its room by a mouse drag.

    Errors     FatalError: there is no such action
    Source     API / mjv_moveModel
    """
    mouse.move_model(m, action, reldx, reldy, roomup, scn)


@documented
def mjv_initPerturb(m: MjModel, d: MjData, scn: MjvScene, pert: MjvPerturb) -> None:
    """Start a perturbation at the pose of the selected body.

    Sets the reference pose, the effective mass, and the scale of a drag [m].

    Source     API / mjv_initPerturb
    """
    mouse.init_perturb(m, d, scn, pert)


@documented
def mjv_movePerturb(
    m: MjModel, d: MjData, action: int, reldx: float, reldy: float, scn: MjvScene, pert: MjvPerturb
) -> None:
    """Move or rotate the reference pose of a perturbation by a mouse drag.

    Errors     FatalError: there is no such action
    Source     API / mjv_movePerturb
    """
    mouse.move_perturb(m, d, action, reldx, reldy, scn, pert)


@documented
def mjv_applyPerturbPose(m: MjModel, d: MjData, pert: MjvPerturb, flg_paused: int) -> None:
    """Move a selected mocap body to the reference pose of the perturbation.

    While paused, the tree of a selected body whose root is free is moved as well.

    Source     API / mjv_applyPerturbPose
    """
    mouse.apply_perturb_pose(m, d, pert, flg_paused)


@documented
def mjv_applyPerturbForce(m: MjModel, d: MjData, pert: MjvPerturb) -> None:
    """Set force and torque on the selected body as a damped spring to its reference pose.

    Source     API / mjv_applyPerturbForce; XML reference / visual / map
    """
    mouse.apply_perturb_force(m, d, pert)


@documented
def mjv_select(
    m: MjModel,
    d: MjData,
    vopt: MjvOption,
    aspectratio: float,
    relx: float,
    rely: float,
    scn: MjvScene,
    selpnt: Array,
    geomid: Array,
    flexid: Array,
    skinid: Array,
) -> int:
    """Find the first geom, flex or skin under a point of the image.

    Returns    the body id, -1 without a hit
    Writes     selpnt: the point of a geom, the nearest vertex of a flex or skin
    Source     API / mjv_select; Programming / Visualization
    """
    hit = select.select_at(m, d, vopt, aspectratio, relx, rely, scn)
    if hit.point is not None:
        selpnt[:] = hit.point
    geomid[0], flexid[0], skinid[0] = hit.geom, hit.flex, hit.skin
    return hit.body


# ---- printing


@documented
def mj_printScene(s: MjvScene, filename: str) -> None:
    """Write a scene to a text file; flexes and skins by their addresses.

    Errors     gelenk.Error: the file cannot be written
    Source     API / mj_printScene
    """
    mj_printFormattedScene(s, filename, FORMAT)


@documented
def mj_printFormattedScene(s: MjvScene, filename: str, float_format: str) -> None:
    """Write a scene to a text file, in a number format.

    Errors     ValueError: float_format is not a format of one float
               gelenk.Error: the file cannot be written
    Source     API / mj_printFormattedScene
    """
    check_format("mj_printFormattedScene", float_format)
    write_file("mj_printFormattedScene", filename, printing.scene_text(s, float_format))


native_entries.attach_drawing((sys.modules[__name__],), CLASSES, update.NOTHING)
