"""Soft bodies: flexes and skins as triangle meshes whose vertices move by frame.

Documents: XML reference / flex; skin; Modeling / Deformable objects
"""

from collections.abc import Iterator

import numpy as np

from gelenk.algebra.vec import quat_to_mat
from gelenk.runtime.data import MjData
from gelenk.runtime.model import MjModel
from gelenk.usd.shapes import TriangleMesh

TUBE = 8  # corners of the tube around a line element


def flex_faces(m: MjModel, i: int) -> np.ndarray:
    """Return the triangles (k, 3) of flex ``i``: its elements, or the shell of solid elements."""
    if m.flex_dim[i] == 2:
        start, count = int(m.flex_elemdataadr[i]), int(m.flex_elemnum[i])
        return np.array(m.flex_elem[start : start + 3 * count]).reshape(-1, 3)
    start, count = int(m.flex_shelldataadr[i]), int(m.flex_shellnum[i])
    return np.array(m.flex_shell[start : start + 3 * count]).reshape(-1, 3)


def tubes(ends: np.ndarray, radius: float) -> TriangleMesh:
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


def flex_mesh(m: MjModel, d: MjData, i: int) -> TriangleMesh:
    """Return flex ``i`` at its current pose, world frame [m]; line elements become tubes.

    Texture coordinates are included if the flex has any.
    """
    first, count = int(m.flex_vertadr[i]), int(m.flex_vertnum[i])
    vertices = np.array(d.flexvert_xpos[first : first + count])
    if m.flex_dim[i] == 1:
        start = int(m.flex_elemdataadr[i])
        elements = np.array(m.flex_elem[start : start + 2 * int(m.flex_elemnum[i])]).reshape(-1, 2)
        return tubes(vertices[elements], float(m.flex_radius[i]))
    faces, uv = flex_faces(m, i), None
    if m.flex_texcoordadr[i] >= 0 and m.flex_dim[i] == 2:
        start = int(m.flex_elemdataadr[i])
        ids = np.array(m.flex_elemtexcoord[start : start + faces.size]) + int(m.flex_texcoordadr[i])
        uv = flip_v(m.flex_texcoord[ids])
    return TriangleMesh(vertices, faces, uv)


def flip_v(uv: np.ndarray) -> np.ndarray:
    """Flip texture coordinates to the bottom origin of USD images."""
    return np.stack([uv[:, 0], 1.0 - uv[:, 1]], axis=-1)


def bones(m: MjModel, i: int) -> Iterator[int]:
    """Return the ids of the bones of skin ``i``."""
    return iter(range(int(m.skin_boneadr[i]), int(m.skin_boneadr[i] + m.skin_bonenum[i])))


def skin_vertices(m: MjModel, d: MjData, i: int) -> np.ndarray:
    """Return the vertices (n, 3) of skin ``i`` from its bones, before inflation, world [m]."""
    first, count = int(m.skin_vertadr[i]), int(m.skin_vertnum[i])
    rest, moved = m.skin_vert[first : first + count].astype(float), np.zeros((count, 3))
    for b in bones(m, i):
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
