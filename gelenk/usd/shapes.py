"""Shapes as triangle meshes: geoms, and flexes and skins, whose vertices move by frame.

Documents: XML reference / geom (type, size); material (texrepeat, texuniform); flex; skin
"""

import math
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from gelenk.algebra.vec import quat_to_mat
from gelenk.runtime.data import MjData
from gelenk.runtime.model import MjModel
from gelenk.tables.enums import mjtGeom

TUBE = 8  # corners of the tube around a line element


def flex_elements(m: MjModel, i: int) -> np.ndarray:
    """Return the elements of flex ``i``, (n, dim + 1) vertices."""
    start, corners = int(m.flex_elemdataadr[i]), int(m.flex_dim[i]) + 1
    return np.array(m.flex_elem[start : start + corners * int(m.flex_elemnum[i])]).reshape(-1, corners)


def flex_parts(m: MjModel, i: int) -> list[tuple[int, np.ndarray]]:
    """Return each material of flex ``i``, -1 for none, and which elements have it."""
    first, count = int(m.flex_elemadr[i]), int(m.flex_elemnum[i])
    single = m._a_flex_elemmatid[first : first + count]
    materials = np.where(single >= 0, single, m._a_flex_matid[i])
    return [(material, materials == material) for material in dict.fromkeys(materials.tolist())]


def flex_faces(m: MjModel, i: int, shown: np.ndarray) -> np.ndarray:
    """Return the triangles (k, 3) of elements of flex ``i``; of solids, those of the shell."""
    elements = flex_elements(m, i)
    if m.flex_dim[i] == 2:
        return elements[shown]
    start, count = int(m.flex_shelldataadr[i]), int(m.flex_shellnum[i])
    shell = np.array(m.flex_shell[start : start + 3 * count]).reshape(-1, 3)
    if shown.all():
        return shell
    sides = np.sort(elements[shown][:, [[0, 1, 2], [0, 1, 3], [0, 2, 3], [1, 2, 3]]].reshape(-1, 3), axis=1)
    theirs = set(map(tuple, sides.tolist()))
    return shell[[tuple(side) in theirs for side in np.sort(shell, axis=1).tolist()]]


@dataclass(frozen=True)
class TriangleMesh:
    """Triangle mesh: vertices (n, 3) [m], vertex indices of faces (k, 3), texture coordinates.

    uv (3 k, 2) has one entry per corner of a face, or is None.
    """

    vertices: np.ndarray
    faces: np.ndarray
    uv: np.ndarray | None = None


def segment_tubes(ends: np.ndarray, radius: float) -> TriangleMesh:
    """Return a tube of this radius for each segment of ends (k, 2, 3)."""
    along = ends[:, 1] - ends[:, 0]
    side = np.cross(along, np.eye(3)[np.abs(along).argmin(axis=1)])
    side /= np.maximum(np.linalg.norm(side, axis=1, keepdims=True), 1e-12)
    other = np.cross(along, side) / np.maximum(np.linalg.norm(along, axis=1, keepdims=True), 1e-12)
    angle = 2.0 * np.pi * np.arange(TUBE) / TUBE
    ring = radius * (side[:, None] * np.cos(angle)[:, None] + other[:, None] * np.sin(angle)[:, None])
    vertices = (ends[:, :, None] + ring[:, None]).reshape(-1, 3)
    a, b = np.arange(TUBE), (np.arange(TUBE) + 1) % TUBE
    quads = np.concatenate([np.stack([a, b, a + TUBE], 1), np.stack([b, b + TUBE, a + TUBE], 1)])
    faces = (2 * TUBE * np.arange(len(ends))[:, None, None] + quads).reshape(-1, 3)
    return TriangleMesh(vertices, faces)


def flex_mesh(m: MjModel, d: MjData, i: int, shown: np.ndarray) -> TriangleMesh:
    """Return elements of flex ``i`` at their current pose, world frame [m].

    shown   which elements; those of lines become tubes
    Texture coordinates are included if the flex has any.
    """
    first, count = int(m.flex_vertadr[i]), int(m.flex_vertnum[i])
    vertices = np.array(d.flexvert_xpos[first : first + count])
    if m.flex_dim[i] == 1:
        return segment_tubes(vertices[flex_elements(m, i)[shown]], float(m.flex_radius[i]))
    faces, uv = flex_faces(m, i, shown), None
    if m.flex_texcoordadr[i] >= 0 and m.flex_dim[i] == 2:
        start = int(m.flex_elemdataadr[i])
        ids = np.array(m.flex_elemtexcoord[start : start + 3 * len(shown)]).reshape(-1, 3)[shown]
        uv = flip_v(m.flex_texcoord[ids.reshape(-1) + int(m.flex_texcoordadr[i])])
    return TriangleMesh(vertices, faces, uv)


def flip_v(uv: np.ndarray) -> np.ndarray:
    """Flip texture coordinates to the bottom origin of USD images."""
    return np.stack([uv[:, 0], 1.0 - uv[:, 1]], axis=-1)


def bone_ids(m: MjModel, i: int) -> Iterator[int]:
    """Return the ids of the bones of skin ``i``."""
    return iter(range(int(m.skin_boneadr[i]), int(m.skin_boneadr[i] + m.skin_bonenum[i])))


def skin_vertices(m: MjModel, d: MjData, i: int) -> np.ndarray:
    """Return the vertices (n, 3) of skin ``i`` from its bones, before inflation, world [m]."""
    first, count = int(m.skin_vertadr[i]), int(m.skin_vertnum[i])
    rest, moved = m.skin_vert[first : first + count].astype(float), np.zeros((count, 3))
    for b in bone_ids(m, i):
        start, n, body = int(m.skin_bonevertadr[b]), int(m.skin_bonevertnum[b]), int(m.skin_bonebodyid[b])
        ids, weights = m.skin_bonevertid[start : start + n], m.skin_bonevertweight[start : start + n]
        bind = np.array(quat_to_mat(tuple(m.skin_bonebindquat[b].tolist()))).reshape(3, 3)
        turn = np.asarray(d.xmat[body]).reshape(3, 3) @ bind.T
        placed = (rest[ids] - m.skin_bonebindpos[b]) @ turn.T + d.xpos[body]
        np.add.at(moved, ids, weights[:, None] * placed)
    return moved


def skin_mesh(m: MjModel, d: MjData, i: int) -> TriangleMesh:
    """Return skin ``i`` at its current pose, world frame [m], with texture coordinates if any."""
    vertices = skin_vertices(m, d, i)
    start, count = int(m.skin_faceadr[i]), int(m.skin_facenum[i])
    faces = np.array(m.skin_face[start : start + count])
    if m.skin_inflate[i] != 0.0:
        p, q, r = (vertices[faces[:, k]] for k in range(3))
        across, normals = np.cross(q - p, r - p), np.zeros_like(vertices)
        for k in range(3):
            np.add.at(normals, faces[:, k], across)
        length = np.linalg.norm(normals, axis=1, keepdims=True)
        vertices += float(m.skin_inflate[i]) * normals / np.maximum(length, 1e-12)
    uv = None
    if m.skin_texcoordadr[i] >= 0:
        uv = flip_v(m.skin_texcoord[faces.ravel() + int(m.skin_texcoordadr[i])])
    return TriangleMesh(vertices, faces, uv)


RINGS, SEGMENTS_AROUND = 24, 48  # segments of round shapes along and around their axis
PLANE, HFIELD, SPHERE, CAPSULE = (
    int(getattr(mjtGeom, f"mjGEOM_{name}")) for name in ("PLANE", "HFIELD", "SPHERE", "CAPSULE")
)
ELLIPSOID, CYLINDER, BOX, MESH = (
    int(getattr(mjtGeom, f"mjGEOM_{name}")) for name in ("ELLIPSOID", "CYLINDER", "BOX", "MESH")
)
THIN = 0.0005  # half thickness of planes [m]
# triangles of a box with corners numbered x + 2 z + 4 y
BOX_FACES = (
    *((4, 7, 5), (4, 6, 7), (0, 2, 4), (2, 6, 4), (0, 1, 2), (1, 3, 2)),
    *((1, 5, 7), (1, 7, 3), (2, 3, 7), (2, 7, 6), (0, 4, 1), (1, 4, 5)),
)


def box(size: Sequence[float]) -> TriangleMesh:
    """Return a box with these half sizes."""
    corners = [(x, y, z) for y in (-1, 1) for z in (-1, 1) for x in (-1, 1)]
    return TriangleMesh(np.array(corners) * np.asarray(size, float), np.array(BOX_FACES))


def ring_faces(rings: int, around: int) -> np.ndarray:
    """Return the triangles of a grid of closed rings."""
    i, j = np.meshgrid(np.arange(rings - 1), np.arange(around), indexing="ij")
    a, b = i * around + j, i * around + (j + 1) % around
    quads = np.stack([a, a + around, b, a + around, b + around, b], axis=-1)
    return quads.reshape(-1, 3)


def surface_of_revolution(profile: npt.ArrayLike) -> TriangleMesh:
    """Return the surface of revolution of a profile of (radius, z), top first."""
    profile = np.asarray(profile, float)
    angle = 2 * math.pi * np.arange(SEGMENTS_AROUND) / SEGMENTS_AROUND
    around = np.stack([np.cos(angle), np.sin(angle)], axis=-1)
    rings = np.concatenate(
        [np.column_stack([radius * around, np.full(SEGMENTS_AROUND, z)]) for radius, z in profile]
    )
    return TriangleMesh(rings, ring_faces(len(profile), SEGMENTS_AROUND))


def arc_profile(start: float, stop: float, count: int = RINGS // 2 + 1) -> np.ndarray:
    """Return (radius, z) on the unit circle between two polar angles."""
    angle = np.linspace(start, stop, count)
    return np.stack([np.sin(angle), np.cos(angle)], axis=-1)


def ellipsoid(size: Sequence[float]) -> TriangleMesh:
    """Return an ellipsoid with these half axes."""
    unit = surface_of_revolution(arc_profile(0, math.pi, RINGS + 1))
    return TriangleMesh(unit.vertices * np.asarray(size, float), unit.faces)


def capsule(radius: float, half: float) -> TriangleMesh:
    """Return a capsule along z."""
    top, bottom = arc_profile(0, math.pi / 2), arc_profile(math.pi / 2, math.pi)
    return surface_of_revolution(np.concatenate([radius * top + (0, half), radius * bottom - (0, half)]))


def cylinder(radius: float, half: float) -> TriangleMesh:
    """Return a cylinder along z."""
    return surface_of_revolution([(0, half), (radius, half), (radius, -half), (0, -half)])


def hfield(m: MjModel, i: int) -> TriangleMesh:
    """Return the surface of height field ``i`` of a model."""
    rows, columns = int(m.hfield_nrow[i]), int(m.hfield_ncol[i])
    x, y, top, _ = m.hfield_size[i]
    start = int(m.hfield_adr[i])
    heights = m.hfield_data[start : start + rows * columns].reshape(rows, columns)
    xs, ys = np.meshgrid(np.linspace(-x, x, columns), np.linspace(-y, y, rows))
    r, c = np.meshgrid(np.arange(rows - 1), np.arange(columns - 1), indexing="ij")
    a = (r * columns + c).ravel()
    faces = np.concatenate(
        [np.stack([a, a + 1, a + columns + 1], 1), np.stack([a, a + columns + 1, a + columns], 1)]
    )
    return TriangleMesh(np.stack([xs, ys, top * heights], axis=-1).reshape(-1, 3), faces)


def mesh(m: MjModel, i: int) -> TriangleMesh:
    """Return mesh ``i`` of a model, with its texture coordinates if any."""
    vertices = slice(int(m.mesh_vertadr[i]), int(m.mesh_vertadr[i] + m.mesh_vertnum[i]))
    faces = slice(int(m.mesh_faceadr[i]), int(m.mesh_faceadr[i] + m.mesh_facenum[i]))
    uv = None
    if m.mesh_texcoordadr[i] >= 0:
        start = int(m.mesh_texcoordadr[i])
        texcoord = m.mesh_texcoord[start : start + int(m.mesh_texcoordnum[i])]
        uv = texcoord[m.mesh_facetexcoord[faces].ravel()]
        uv = np.stack([uv[:, 0], 1.0 - uv[:, 1]], axis=-1)  # the origin of USD images is at the bottom
    return TriangleMesh(np.array(m.mesh_vert[vertices], float), np.array(m.mesh_face[faces]), uv)


def geom_mesh(m: MjModel, kind: int, size: Iterable[float], dataid: int = -1) -> TriangleMesh:
    """Return the triangles of a geom or site of this type and size."""
    x, y, z = (float(number) for number in size)
    if kind == PLANE:
        endless = 10.0 * float(m.stat.extent)
        return box((x or endless, y or endless, THIN))
    if kind == HFIELD:
        return hfield(m, dataid)
    if kind == MESH:
        return mesh(m, dataid)
    makers = {SPHERE: lambda: ellipsoid((x, x, x)), ELLIPSOID: lambda: ellipsoid((x, y, z))}
    makers |= {CAPSULE: lambda: capsule(x, y), CYLINDER: lambda: cylinder(x, y), BOX: lambda: box((x, y, z))}
    if kind not in makers:
        raise ValueError(f"geoms of type {mjtGeom(kind).name} have no shape of their own")
    return makers[kind]()


def planar_uv(shape: TriangleMesh, repeat: npt.ArrayLike, uniform: bool) -> np.ndarray:
    """Return texture coordinates (3 k, 2) of a planar projection along z.

    repeat    repetitions along x and y: over the shape, or per meter if ``uniform``
    """
    low, high = shape.vertices.min(0), shape.vertices.max(0)
    span = np.where(high - low > 0, high - low, 1.0)[:2]
    corners = shape.vertices[shape.faces.ravel()][:, :2] - low[:2]
    return corners * np.asarray(repeat, float) / (1.0 if uniform else span)
