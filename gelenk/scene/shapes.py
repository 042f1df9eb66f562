"""Shapes of a scene: rows with the defaults of mjv_initGeom, sizes, colors, connectors.

Documents: XML reference / geom; Programming / Visualization; API / mjv_initGeom, mjv_connector

A scene has one row more than maxgeom. Geoms beyond the capacity are written to that row, which is never drawn, so
that kernels need no capacity checks. plane_step() is used by scenes and by the renderer.
"""

import math
from typing import Any

from gelenk.algebra.vec import Mat3, Vec3, add_scaled, norm, quat_to_mat, store3, store9, sub
from gelenk.tables.enums import mjMINVAL, mjtCatBit, mjtGeom, mjtObj
from gelenk.tables.fields_visual import GEOM
from gelenk.toolchain.kernel import kernel
from gelenk.toolchain.kernel_types import Ints, Model, Scene, View

MATERIAL_STEP = 4.0  # steps of infinite planes with a material, in units of 1 / texrepeat [m]
GRID_STEP = 2.1 / 99.0  # steps of infinite planes without a material, in units of the far plane distance


@kernel
def plane_step(m: Model, material: int, k: int, far: float) -> float:
    """Return the step of an infinite plane along axis ``k`` that preserves its texture [m].

    far  distance of the far plane [m]
    """
    if material >= 0 and m.mat_texrepeat[material, k] > 0.0:
        return MATERIAL_STEP / m.mat_texrepeat[material, k]
    return GRID_STEP * far


Color = tuple[float, float, float, float]  # red, green, blue, opacity
IDENTITY = (1.0, 0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 1.0)
_DEFAULT: dict[str, Any] = {part.name: part.default for part in GEOM}
DATAID, MATID, TEXCOORD, CASTSHADOW = (
    int(_DEFAULT[name]) for name in ("dataid", "matid", "texcoord", "castshadow")
)
EMISSION, SPECULAR, SHININESS, REFLECTANCE, RBOUND, SIZE = (
    float(_DEFAULT[name])
    for name in ("emission", "specular", "shininess", "reflectance", "modelrbound", "size")
)
COLOR: Color = _DEFAULT["rgba"]


@kernel
def plain_look(s: Scene, n: int) -> None:
    """Set default appearance of geom ``n``, except color: no mesh, material or label."""
    s.geom_dataid[n] = DATAID
    s.geom_matid[n] = MATID
    s.geom_texcoord[n] = TEXCOORD
    s.geom_emission[n] = EMISSION
    s.geom_specular[n] = SPECULAR
    s.geom_shininess[n] = SHININESS
    s.geom_reflectance[n] = REFLECTANCE
    s.geom_modelrbound[n] = RBOUND
    s.geom_castshadow[n] = CASTSHADOW
    s.geom_label[n, 0] = 0


@kernel
def add_geom(s: Scene, shape: int, objtype: int, objid: int, category: int) -> int:
    """Append a geom for object ``objid``, and return its row."""
    n = s.ngeom
    if n < s.maxgeom:
        s.ngeom = n + 1
    else:
        n = s.maxgeom
        s.status = 1
    s.geom_type[n] = shape
    s.geom_objtype[n] = objtype
    s.geom_objid[n] = objid
    s.geom_category[n] = category
    s.geom_segid[n] = n
    s.geom_camdist[n] = 0.0
    s.geom_transparent[n] = 0
    s.geom_mark[n] = 0
    plain_look(s, n)
    set_size(s, n, SIZE, SIZE, SIZE)
    store3(s.geom_pos, n, (0.0, 0.0, 0.0))
    store9(s.geom_mat, n, IDENTITY)
    set_color(s, n, COLOR)
    return n


@kernel
def set_size(s: Scene, n: int, x: float, y: float, z: float) -> None:
    """Set the size of geom ``n``: half sizes, or radius, width and length of its shape [m]."""
    s.geom_size[n, 0] = x
    s.geom_size[n, 1] = y
    s.geom_size[n, 2] = z


@kernel
def set_color(s: Scene, n: int, rgba: Color) -> None:
    """Set the color and opacity of geom ``n``."""
    for k in range(4):
        s.geom_rgba[n, k] = rgba[k]


@kernel
def load_color(rgba: View) -> Color:
    """Return four elements of an array as a color."""
    return rgba[0], rgba[1], rgba[2], rgba[3]


@kernel
def add_decor(s: Scene, shape: int, objtype: int, objid: int, pos: Vec3, mat: Mat3, rgba: Color) -> int:
    """Append a decoration geom, and return its row."""
    n = add_geom(s, shape, objtype, objid, mjtCatBit.mjCAT_DECOR)
    store3(s.geom_pos, n, pos)
    store9(s.geom_mat, n, mat)
    set_color(s, n, rgba)
    return n


@kernel
def turn_z(v: Vec3) -> Mat3:
    """Return the shortest rotation from z to the direction of v, as a matrix.

    For -z the rotation is half a turn about x.
    """
    length = norm(v)
    if length < mjMINVAL:
        return IDENTITY
    x, y, z = v[0] / length, v[1] / length, v[2] / length
    sine = math.sqrt(x * x + y * y)
    if sine < mjMINVAL:
        return IDENTITY if z > 0.0 else (1.0, 0.0, 0.0, 0.0, -1.0, 0.0, 0.0, 0.0, -1.0)
    half = 0.5 * math.atan2(sine, z)
    scale = math.sin(half) / sine
    return quat_to_mat((math.cos(half), -y * scale, x * scale, 0.0))


@kernel
def connect(s: Scene, n: int, width: float, start: Vec3, end: Vec3) -> None:
    """Set pose and size of geom ``n`` so that it connects two points."""
    axis = sub(end, start)
    length = norm(axis)
    shape = s.geom_type[n]
    if shape == mjtGeom.mjGEOM_CAPSULE or shape == mjtGeom.mjGEOM_CYLINDER:
        set_size(s, n, width, width, 0.5 * length)
        store3(s.geom_pos, n, add_scaled(start, axis, 0.5))
    else:
        set_size(s, n, width, width, length)
        store3(s.geom_pos, n, start)
    store9(s.geom_mat, n, turn_z(axis))


@kernel
def add_connector(
    s: Scene, shape: int, objtype: int, objid: int, width: float, start: Vec3, end: Vec3, rgba: Color
) -> int:
    """Append a decoration geom that connects two points, and return its row."""
    n = add_geom(s, shape, objtype, objid, mjtCatBit.mjCAT_DECOR)
    connect(s, n, width, start, end)
    set_color(s, n, rgba)
    return n


@kernel
def add_frame(s: Scene, objid: int, pos: Vec3, mat: Mat3, length: float, width: float) -> None:
    """Add three cylinders along the axes of a frame: x red, y green, z blue."""
    for k in range(3):
        end = add_scaled(pos, (mat[k], mat[k + 3], mat[k + 6]), length)
        rgba = (0.9 if k == 0 else 0.0, 0.9 if k == 1 else 0.0, 0.9 if k == 2 else 0.0, 1.0)
        add_connector(s, mjtGeom.mjGEOM_CYLINDER, mjtObj.mjOBJ_UNKNOWN, objid, width, pos, end, rgba)


@kernel
def in_group(groups: Ints, group: int) -> bool:
    """Return whether objects of a group are shown; ids out of range are clamped."""
    return groups[min(max(group, 0), 5)] != 0
