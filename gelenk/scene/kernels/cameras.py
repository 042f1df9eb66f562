"""Cameras and lights of a scene, as kernels: mjv_updateCamera and mjv_makeLights.

Documents: Programming / Visualization; XML reference / camera, light, visual/headlight

A free camera looks from distance D at the point p along azimuth a and elevation e:
    forward = (cos e cos a, cos e sin a, sin e),  up = (-sin e cos a, -sin e sin a, cos e),  position = p - D forward.
Each scene has two graphics cameras, one per eye; "the camera of a scene" is midway between them.
"""

import math

from gelenk.algebra.vec import (
    Vec3,
    add,
    add_scaled,
    cross,
    get3,
    load3,
    load9,
    neg_quat,
    normalize,
    normalize4,
    rotate,
    scale,
    store3,
    sub,
)
from gelenk.tables.enums import mjMAXLIGHT, mjtCamera, mjtLightType, mjtProjection, mjtVisFlag
from gelenk.toolchain.kernel import kernel
from gelenk.toolchain.kernel_types import Data, Model, Scene, View

BULB, RANGE = 0.02, 10.0  # bulb radius and range of the headlight [m]
Sides = tuple[float, float, float, float]  # near plane extents [m]: left, right, bottom, top of the axis


@kernel
def orbit_pose(lookat: Vec3, distance: float, azimuth: float, elevation: float) -> tuple[Vec3, Vec3, Vec3]:
    """Return position, forward and up of a camera that looks at a point; angles in degrees."""
    a, e = math.radians(azimuth), math.radians(elevation)
    forward = (math.cos(e) * math.cos(a), math.cos(e) * math.sin(a), math.sin(e))
    up = (-math.sin(e) * math.cos(a), -math.sin(e) * math.sin(a), math.cos(e))
    return add_scaled(lookat, forward, -distance), forward, up


@kernel
def symmetric_sides(near: float, fovy: float, orthographic: bool) -> Sides:
    """Return the near plane extents of a symmetric camera.

    Left and right are 0, since the aspect ratio of the image determines them.
    """
    half = 0.5 * fovy if orthographic else near * math.tan(0.5 * math.radians(fovy))
    return 0.0, 0.0, half, half


@kernel
def sensor_sides(m: Model, cam: int, near: float) -> Sides:
    """Return the near plane extents of camera ``cam`` of the model."""
    orthographic = m.cam_projection[cam] == mjtProjection.mjPROJ_ORTHOGRAPHIC
    width, height = m.cam_sensorsize[cam, 0], m.cam_sensorsize[cam, 1]
    if orthographic or width <= 0.0 or height <= 0.0:
        return symmetric_sides(near, m.cam_fovy[cam], orthographic)
    x, y = near / m.cam_intrinsic[cam, 0], near / m.cam_intrinsic[cam, 1]
    cx, cy = m.cam_intrinsic[cam, 2], m.cam_intrinsic[cam, 3]
    return x * (0.5 * width - cx), x * (0.5 * width + cx), y * (0.5 * height - cy), y * (0.5 * height + cy)


@kernel
def set_eye(
    s: Scene, eye: int, pos: Vec3, forward: Vec3, up: Vec3, sides: Sides, near: float, far: float, flat: bool
) -> None:
    """Set one graphics camera of the scene."""
    store3(s.camera_pos, eye, pos)
    store3(s.camera_forward, eye, forward)
    store3(s.camera_up, eye, up)
    s.camera_frustum_center[eye] = 0.5 * (sides[1] - sides[0])
    s.camera_frustum_width[eye] = 0.5 * (sides[0] + sides[1])
    s.camera_frustum_bottom[eye] = -sides[2]
    s.camera_frustum_top[eye] = sides[3]
    s.camera_frustum_near[eye] = near
    s.camera_frustum_far[eye] = far
    s.camera_orthographic[eye] = 1 if flat else 0


@kernel
def scene_camera(
    m: Model,
    d: Data,
    s: Scene,
    kind: int,
    cam: int,
    lookat: View,
    distance: float,
    azimuth: float,
    elevation: float,
) -> None:
    """Set both graphics cameras of the scene from a camera.

    kind    mjCAMERA_FIXED: camera ``cam`` of the model; else a camera that looks at a point
    Reads   cam_xpos, cam_xmat     Writes  the cameras of the scene
    """
    near, far = s.vis_map.znear * m.stat.extent, s.vis_map.zfar * m.stat.extent
    ipd, flat = s.vis_global.ipd, s.vis_global.orthographic != 0
    if kind == mjtCamera.mjCAMERA_FIXED:
        r = load9(d.cam_xmat, cam)
        pos, forward, up = load3(d.cam_xpos, cam), (-r[2], -r[5], -r[8]), (r[1], r[4], r[7])
        right = (r[0], r[3], r[6])
        ipd, flat = m.cam_ipd[cam], m.cam_projection[cam] == mjtProjection.mjPROJ_ORTHOGRAPHIC
        sides = sensor_sides(m, cam, near)
    else:
        pos, forward, up = orbit_pose(get3(lookat, 0), distance, azimuth, elevation)
        right = cross(forward, up)
        sides = symmetric_sides(near, s.vis_global.fovy, flat)
    set_eye(s, 0, add_scaled(pos, right, -0.5 * ipd), forward, up, sides, near, far, flat)
    set_eye(s, 1, add_scaled(pos, right, 0.5 * ipd), forward, up, sides, near, far, flat)
    s.enabletransform = 0


@kernel
def camera_pose(s: Scene) -> tuple[Vec3, Vec3]:
    """Return position and forward of the camera of a scene, in the model."""
    pos = scale(add(load3(s.camera_pos, 0), load3(s.camera_pos, 1)), 0.5)
    left, right = normalize(load3(s.camera_forward, 0)), normalize(load3(s.camera_forward, 1))
    forward = normalize(add(left, right))
    if s.enabletransform == 0:
        return pos, forward
    back = neg_quat(normalize4((s.rotate[0], s.rotate[1], s.rotate[2], s.rotate[3])))
    shifted = scale(sub(pos, get3(s.translate, 0)), 1.0 / s.scale)
    return rotate(back, shifted), rotate(back, forward)


@kernel
def clear_light(s: Scene, i: int) -> None:
    """Reset light ``i`` to zero."""
    for k in range(3):
        s.light_pos[i, k] = 0.0
        s.light_dir[i, k] = 0.0
        s.light_attenuation[i, k] = 0.0
        s.light_ambient[i, k] = 0.0
        s.light_diffuse[i, k] = 0.0
        s.light_specular[i, k] = 0.0
    s.light_id[i] = 0
    s.light_type[i] = 0
    s.light_texid[i] = 0
    s.light_cutoff[i] = 0.0
    s.light_softness[i] = 0.0
    s.light_exponent[i] = 0.0
    s.light_bulbradius[i] = 0.0
    s.light_intensity[i] = 0.0
    s.light_range[i] = 0.0
    s.light_headlight[i] = 0
    s.light_castshadow[i] = 0


@kernel
def set_headlight(s: Scene) -> None:
    """Set light 0 to the headlight, at the camera."""
    pos, forward = camera_pose(s)
    store3(s.light_pos, 0, pos)
    store3(s.light_dir, 0, forward)
    for k in range(3):
        s.light_ambient[0, k] = s.vis_headlight.ambient[k]
        s.light_diffuse[0, k] = s.vis_headlight.diffuse[k]
        s.light_specular[0, k] = s.vis_headlight.specular[k]
    s.light_id[0] = -1
    s.light_type[0] = mjtLightType.mjLIGHT_DIRECTIONAL
    s.light_texid[0] = -1
    s.light_bulbradius[0] = BULB
    s.light_range[0] = RANGE
    s.light_headlight[0] = 1


@kernel
def set_light(m: Model, d: Data, s: Scene, n: int, i: int) -> None:
    """Copy light ``i`` of the model to light ``n`` of the scene."""
    for k in range(3):
        s.light_pos[n, k] = d.light_xpos[i, k]
        s.light_dir[n, k] = d.light_xdir[i, k]
        s.light_ambient[n, k] = m.light_ambient[i, k]
        s.light_diffuse[n, k] = m.light_diffuse[i, k]
        s.light_specular[n, k] = m.light_specular[i, k]
    s.light_id[n] = i
    s.light_type[n] = m.light_type[i]
    s.light_texid[n] = m.light_texid[i]
    s.light_bulbradius[n] = m.light_bulbradius[i]
    s.light_intensity[n] = m.light_intensity[i]
    s.light_range[n] = m.light_range[i]
    s.light_castshadow[n] = m.light_castshadow[i]
    if m.light_type[i] == mjtLightType.mjLIGHT_SPOT:
        for k in range(3):
            s.light_attenuation[n, k] = m.light_attenuation[i, k]
        s.light_cutoff[n] = m.light_cutoff[i]
        s.light_softness[n] = m.light_softness[i]
        s.light_exponent[n] = m.light_exponent[i]


@kernel
def scene_lights(m: Model, d: Data, s: Scene) -> None:
    """Set the headlight and the active lights of the scene, up to mjMAXLIGHT.

    Reads   light_xpos, light_xdir     Writes  the lights of the scene
    """
    n = 0
    if s.vis_headlight.active != 0:
        clear_light(s, 0)
        set_headlight(s)
        n = 1
    for i in range(m.nlight):
        if m.light_active[i] != 0 and n < mjMAXLIGHT:
            clear_light(s, n)
            set_light(m, d, s, n, i)
            n += 1
    s.nlight = n


@kernel
def scene_picture(
    m: Model,
    d: Data,
    s: Scene,
    kind: int,
    cam: int,
    lookat: View,
    distance: float,
    azimuth: float,
    elevation: float,
) -> None:
    """Set cameras (unless a user camera), lights and flex options of a scene."""
    if kind != mjtCamera.mjCAMERA_USER:
        scene_camera(m, d, s, kind, cam, lookat, distance, azimuth, elevation)
    scene_lights(m, d, s)
    vert = s.opt.flags[mjtVisFlag.mjVIS_FLEXVERT]
    edge = s.opt.flags[mjtVisFlag.mjVIS_FLEXEDGE]
    face = s.opt.flags[mjtVisFlag.mjVIS_FLEXFACE]
    skin = s.opt.flags[mjtVisFlag.mjVIS_FLEXSKIN]
    if vert != 0 or edge != 0 or face != 0 or skin != 0:  # else unchanged, as in 3.5.0: no flex is drawn
        s.flexvertopt, s.flexedgeopt, s.flexfaceopt, s.flexskinopt = vert, edge, face, skin
