"""Default look: sky, light and floor for models that lack them; covered collision geoms.

Documents: Programming / Visualization; Modeling / Geom collision filters; design / The viewer

The viewer and `gelenk picture` add the missing parts to scenes and contexts, with two textures and a material that are
appended to those of the model. Models, their data, and images of the API's Renderer, which equal those of MuJoCo 3.5.0,
are unchanged.
"""

import functools
from types import SimpleNamespace
from typing import Any, NamedTuple

import numpy as np

from gelenk.render import texture_memory
from gelenk.render.batch_render import make_context_and_scene
from gelenk.render.capture import capture_image
from gelenk.render.context import plane_blocks
from gelenk.render.options import RenderOptions
from gelenk.runtime import pipeline
from gelenk.runtime.data import MjData
from gelenk.scene.cameras import update_camera
from gelenk.scene.shapes import MATERIAL_STEP
from gelenk.scene.update import update_scene
from gelenk.tables.enums import mjtCatBit, mjtGeom, mjtLightType, mjtObj, mjtTexture, mjtTextureRole
from gelenk.tables.fields_context import MATERIALS, ROLES, TEXTURES
from gelenk.tables.fields_visual import GEOMS

SIDE = 64  # texels along a face of the sky, and of the floor's texture
ZENITH, HORIZON, NADIR = (0.33, 0.48, 0.66), (0.80, 0.85, 0.90), (0.60, 0.64, 0.69)  # colors of the sky
BRIGHT_TILE, DARK_TILE = 0.70, 0.63  # gray of the floor's tiles
TILE_EXTENTS = 0.2  # width of a tile of the floor, in extents of the model, before rounding to 1, 2 or 5
FLOOR_GAP = 2e-3  # distance of the floor below the lowest geom, in extents of the model
WIDE = 0.3  # half width from which a static box counts as a floor, in extents of the model
MOST_KEYS = 20  # keyframes that are searched for the lowest geom
LIGHT_DIRECTION = (-0.42, 0.48, -0.77)
LIGHT_DISTANCE = 3.0  # distance of the light from the moving geoms, in extents of the model
LIGHT_DIFFUSE, LIGHT_SPECULAR = 0.42, 0.25  # of the directional light
SKY_AMBIENT = 0.18  # light of the sky from all sides, so that shadows are not black
SOFT_EXTENTS = 0.006  # half width of the penumbra of shadows, in extents of the model
SHOWN_GROUPS = 3  # geom groups that are visible by default
HAZE = (*HORIZON, 1.0)


class DefaultLook(NamedTuple):
    """The parts that a model lacks.

    sky, light  whether the model lacks a skybox; whether it lacks lights
    floor       height of the added floor [m]; None: no floor is added
    tile        width of a tile of the floor [m]
    """

    sky: bool
    light: bool
    floor: float | None
    tile: float = 1.0

    def __bool__(self) -> bool:
        """Return whether anything is missing."""
        return self.sky or self.light or self.floor is not None


NOTHING = DefaultLook(sky=False, light=False, floor=None)


def missing_parts(m: Any) -> DefaultLook:
    """Return the parts of the default look that a model lacks."""
    sky = not (m._a_tex_type == int(mjtTexture.mjTEXTURE_SKYBOX)).any()
    if m.nmat >= MATERIALS or m.ntex > TEXTURES - 2:
        return NOTHING
    extent = max(1e-6, float(m.stat.extent))
    return DefaultLook(sky, m.nlight == 0, _floor_height(m, extent), _round_length(TILE_EXTENTS * extent))


def _round_length(length: float) -> float:
    """Return the number among 1, 2, 5, 10, 20, ... (or 0.1, 0.2, ...) nearest to a length."""
    power = 10.0 ** np.floor(np.log10(length))
    return float(min((1 * power, 2 * power, 5 * power, 10 * power), key=lambda x: abs(np.log(x / length))))


def _floor_height(m: Any, extent: float) -> float | None:
    """Return the height of the lowest point in the initial state and keyframes.

    None if the model has a floor, or gravity is not downwards.
    """
    gravity = np.asarray(m.opt.gravity, float)
    if np.abs(gravity[:2]).max() > abs(gravity[2]) or gravity[2] > 0:
        return None
    kind = m._a_geom_type
    flat = (kind == int(mjtGeom.mjGEOM_PLANE)) | (kind == int(mjtGeom.mjGEOM_HFIELD))
    static = m._a_body_weldid[m._a_geom_bodyid] == 0
    box = (kind == int(mjtGeom.mjGEOM_BOX)) & static & (m._a_geom_size[:, :2] > WIDE * extent).all(axis=1)
    visible = _is_visible(m)
    if ((flat | box) & visible).any():
        return None
    d = MjData(m)
    low = _lowest_height(m, d, flat)
    for key in range(min(m.nkey, MOST_KEYS)):
        d._a_qpos[:] = m._a_key_qpos[key]
        low = min(low, _lowest_height(m, d, flat))
    return low - FLOOR_GAP * extent if np.isfinite(low) else 0.0


def _is_visible(m: Any) -> np.ndarray:
    """Return which geoms are visible by default: in a shown group, and not fully transparent."""
    material = m._a_geom_matid
    alpha = m._a_geom_rgba[:, 3]
    if m.nmat:
        alpha = np.where((material >= 0) & (alpha == 1), m._a_mat_rgba[np.maximum(material, 0), 3], alpha)
    return (m._a_geom_group < SHOWN_GROUPS) & (alpha > 0)


def _lowest_height(m: Any, d: Any, flat: np.ndarray) -> float:
    """Return the height of the lowest bounded geom or flex vertex, or of a hidden plane."""
    pipeline.run_stage("kinematics", m, d)
    if (flat & (m._a_geom_type == int(mjtGeom.mjGEOM_PLANE))).any():
        return float(d._a_geom_xpos[flat][:, 2].min())
    center, half = np.split(m._a_geom_aabb.reshape(-1, 6), 2, axis=1)
    row = d._a_geom_xmat.reshape(-1, 3, 3)[:, 2]
    low = d._a_geom_xpos[:, 2] + (row * center).sum(axis=1) - (np.abs(row) * half).sum(axis=1)
    bodies = m._a_flex_vertbodyid if m.nflex else np.zeros(0, np.int32)
    low = np.append(low[~flat], d._a_xpos[bodies[bodies > 0], 2])
    return float(low.min(initial=np.inf))


# ---- textures


def make_textures() -> Any:
    """Return the textures of sky and floor, in the fields that a model has for its own."""
    sky, floor = _sky_faces(), _floor_tiles()
    return SimpleNamespace(
        _a_tex_type=np.array([int(mjtTexture.mjTEXTURE_SKYBOX), int(mjtTexture.mjTEXTURE_2D)]),
        _a_tex_height=np.array([len(sky), len(floor)]),
        _a_tex_width=np.array([SIDE, SIDE]),
        _a_tex_nchannel=np.array([3, 3]),
        _a_tex_colorspace=np.array([0, 0]),
        _a_tex_adr=np.array([0, sky.size]),
        _a_tex_data=np.concatenate([sky.reshape(-1), floor.reshape(-1)]),
    )


@functools.cache
def _sky_faces() -> np.ndarray:
    """Return the faces (6 SIDE, SIDE, 3) of a sky whose color depends on the elevation only."""
    across = (np.arange(SIDE) + 0.5) / SIDE * 2 - 1
    u, v = np.meshgrid(across, -across)
    norm = np.sqrt(1 + u * u + v * v)
    side, top = v / norm, 1 / norm
    sines = np.concatenate([side, side, top, -top, side, side])[:, :, None]
    above = np.clip(sines, 0, 1) ** 0.65
    below = np.clip(-4 * sines, 0, 1)
    zenith, horizon, nadir = (np.array(c) for c in (ZENITH, HORIZON, NADIR))
    colors = np.where(sines >= 0, horizon + above * (zenith - horizon), horizon + below * (nadir - horizon))
    return np.round(255 * colors).astype(np.uint8)


@functools.cache
def _floor_tiles() -> np.ndarray:
    """Return four tiles (SIDE, SIDE, 3) of the floor."""
    half = np.arange(SIDE) >= SIDE // 2
    gray = np.where(half[:, None] ^ half[None, :], BRIGHT_TILE, DARK_TILE)
    return np.round(255 * gray[:, :, None] * np.array((0.97, 1.0, 1.03))).astype(np.uint8)


def add_to_context(con: Any, m: Any, look: DefaultLook) -> None:
    """Add textures, material and floor plane to a context of the model."""
    if not look.sky and look.floor is None:
        return
    found, count = make_textures(), len(con._levels)
    for i in range(2):
        con._levels.append(texture_memory.mipmap_levels(found, i))
        con.textureType[count + i], con.texture[count + i] = found._a_tex_type[i], count + i + 1
    con.ntexture = count + 2
    con._pack_textures()
    if look.sky:
        con._set_int("skybox", count)
        con._a_haze_rgba[:] = HAZE
    if look.floor is None:
        return
    con.mat_texid[m.nmat * ROLES + int(mjtTextureRole.mjTEXROLE_RGB)] = count + 1
    con.mat_texuniform[m.nmat] = 1
    con.mat_texrepeat[2 * m.nmat : 2 * m.nmat + 2] = floor_repeat(look)
    reach = 1.05 * float(m.vis.map.zfar) * float(m.stat.extent) + 0.5 * MATERIAL_STEP / floor_repeat(look)
    blocks, first = plane_blocks(0.0, 0.0, look.tile, (reach, reach)), len(con._shapes)
    con._shapes += blocks
    con._pack_shapes()
    row = [first, len(blocks) // 2, first + len(blocks) - 1]
    con._set_array("plane_block", np.concatenate([con._a_plane_block, np.array([row], np.int32)]))
    con.rangePlane += 1
    con._set_sizes(nplane=con.rangePlane)


def floor_repeat(look: DefaultLook) -> float:
    """Return the repetitions of the floor's texture of 2 x 2 tiles [1/m]."""
    return 0.5 / look.tile


# ---- scenes


def add_to_scene(scn: Any, m: Any, look: DefaultLook) -> None:
    """Add floor and lights to a scene that update_scene has made."""
    if look.floor is not None and scn.ngeom < scn.maxgeom:
        n = scn.ngeom
        for f in GEOMS:
            getattr(scn, "_a_" + f.name)[n] = 0
        scn._a_geom_type[n], scn._a_geom_category[n] = int(mjtGeom.mjGEOM_PLANE), int(mjtCatBit.mjCAT_STATIC)
        scn._a_geom_dataid[n] = (m._a_geom_type == int(mjtGeom.mjGEOM_PLANE)).sum()
        scn._a_geom_objtype[n], scn._a_geom_objid[n] = int(mjtObj.mjOBJ_UNKNOWN), -1
        scn._a_geom_segid[n], scn._a_geom_matid[n] = -1, m.nmat
        scn._a_geom_mat[n] = np.eye(3).reshape(scn._a_geom_mat[n].shape)
        scn._a_geom_rgba[n], scn._a_geom_specular[n], scn._a_geom_shininess[n] = 1, 0.1, 0.3
        scn._a_geom_size[n, 2] = 1
        scn.ngeom = n + 1
    follow_camera(scn, m, look)


def follow_camera(scn: Any, m: Any, look: DefaultLook) -> None:
    """Move the floor under the camera, by whole tiles, and add the lights of the look."""
    count = scn.ngeom
    rows = np.flatnonzero((scn._a_geom_segid[:count] == -1) & (scn._a_geom_matid[:count] == m.nmat))
    if look.floor is not None and len(rows):
        step = MATERIAL_STEP / floor_repeat(look)
        eye = scn._a_camera_pos.mean(axis=0)[:2]
        scn._a_geom_pos[rows[-1]] = (*(step * np.floor(eye / step + 0.5)), look.floor)
    if look.sky or look.light:
        _put_light(scn, (0, 0, 1), (0, 0, -1), ambient=SKY_AMBIENT)
    if look.light:
        moving = scn._a_geom_category[:count] == int(mjtCatBit.mjCAT_DYNAMIC)
        center = scn._a_geom_pos[:count][moving].mean(axis=0) if moving.any() else m.stat.center
        direction = np.array(LIGHT_DIRECTION) / np.linalg.norm(LIGHT_DIRECTION)
        pos = center - LIGHT_DISTANCE * float(m.stat.extent) * direction
        _put_light(scn, pos, direction, diffuse=LIGHT_DIFFUSE, specular=LIGHT_SPECULAR, castshadow=1)


def _put_light(scn: Any, pos: Any, direction: Any, **values: float) -> None:
    """Append a directional light to a scene, unless it is full."""
    n = scn.nlight
    if n >= len(scn._a_light_id):
        return
    found: dict[str, Any] = dict.fromkeys(
        ("ambient", "diffuse", "specular", "headlight", "castshadow", "bulbradius"), 0.0
    )
    found |= {
        "id": -1,
        "texid": -1,
        "type": int(mjtLightType.mjLIGHT_DIRECTIONAL),
        "cutoff": 45,
        "exponent": 10,
    }
    found |= {"attenuation": (1, 0, 0), "intensity": 0, "range": 10, "pos": pos, "dir": direction}
    for name, value in (found | values).items():
        getattr(scn, "_a_light_" + name)[n] = value
    scn.nlight = n + 1


# ---- collision geoms


class CoveredGeoms(NamedTuple):
    """Collision geoms that visual geoms of the same bodies cover.

    groups   shown groups that contain only such geoms, so that they can be hidden as a whole
    geoms    ids of such geoms in other groups
    """

    groups: tuple[int, ...] = ()
    geoms: tuple[int, ...] = ()

    def __bool__(self) -> bool:
        """Return whether there are any."""
        return bool(self.groups or self.geoms)


def covered_geoms(m: Any) -> CoveredGeoms:
    """Return the visible collision geoms of bodies with visible visual geoms.

    Visual geoms have contype and conaffinity 0.
    """
    visible, body, group = _is_visible(m), m._a_geom_bodyid, m._a_geom_group
    collides = (m._a_geom_contype != 0) | (m._a_geom_conaffinity != 0)
    bounded = np.isin(m._a_geom_type, (int(mjtGeom.mjGEOM_PLANE), int(mjtGeom.mjGEOM_HFIELD)), invert=True)
    count = max(1, m.nbody)
    # a body counts as covered where its visual geoms are about as large as the colliding ones
    size = np.where(bounded, m._a_geom_rbound, 0.0)
    visual, solid = np.zeros(count), np.zeros(count)
    np.maximum.at(visual, body[visible & ~collides], size[visible & ~collides])
    np.maximum.at(solid, body[visible & collides], size[visible & collides])
    hidden = visible & collides & bounded & (visual[body] >= 0.5 * solid[body]) & (visual[body] > 0)
    groups = [int(g) for g in np.unique(group[hidden]) if not (visible & ~hidden)[group == g].any()]
    rest = np.flatnonzero(hidden & ~np.isin(group, groups))
    return CoveredGeoms(tuple(groups), tuple(rest.tolist()))


def remove_geoms(scn: Any, ids: tuple[int, ...]) -> None:
    """Remove the geoms of the model with these ids from a scene."""
    count = scn.ngeom
    drop = np.isin(scn._a_geom_objid[:count], ids) & (scn._a_geom_objtype[:count] == int(mjtObj.mjOBJ_GEOM))
    kept = np.flatnonzero(~drop)
    for f in GEOMS if len(kept) < count else ():
        column = getattr(scn, "_a_" + f.name)
        column[: len(kept)] = column[kept]
    scn.ngeom = len(kept)


def draw_picture(
    m: Any, d: Any, cam: Any, size: tuple[int, int], option: Any, flags: dict[int, bool], hidden: CoveredGeoms
) -> np.ndarray:
    """Render an image (height, width, 3) with the default look and soft shadows.

    flags    rendering flags that differ from the defaults: mjtRndFlag -> on or off
    hidden   collision geoms that are not drawn
    """
    look = missing_parts(m)
    better = RenderOptions(soft_shadows=soft_width(m))
    con, scn = make_context_and_scene(m, *size, flags=flags, better=better)
    add_to_context(con, m, look)
    update_camera(m, d, cam, scn)  # before the scene, so that infinite planes follow this camera
    update_scene(m, d, option, None, cam, int(mjtCatBit.mjCAT_ALL), scn)
    remove_geoms(scn, hidden.geoms)
    add_to_scene(scn, m, look)
    return capture_image(con, *size, scn, "rgb")


def soft_width(m: Any, software: bool = True) -> float:
    """Return the half width of the penumbra of soft shadows [m].

    software  whether the software renderer draws the shadows; the result is then 0 for models with flexes, since soft
              shadows would darken folds
    """
    return 0.0 if software and m.nflex else SOFT_EXTENTS * float(m.stat.extent)
