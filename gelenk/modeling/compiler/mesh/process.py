"""Process a raw mesh into a model mesh: scale, center, align, hull, normals and polygons.

Documents: XML reference / asset / mesh (processing steps); XML reference / asset / mesh (smoothnormal, processing
step 2)

vert' = R(quat)' (S R(refquat)' (vert - refpos) - pos), S = diag(scale), pos and quat the inertial frame.

Missing vertex normals are the area-weighted means of the normals of adjacent triangles.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from gelenk.algebra.portable_arrays import cross, dot_rows, matmul
from gelenk.algebra.vec import Quat, Vec3, quat_to_mat
from gelenk.errors import Error
from gelenk.modeling.assets.mesh_content import RawMesh
from gelenk.modeling.compiler.aabb_tree import build_triangle_tree
from gelenk.modeling.compiler.mesh.hull import hull_faces, hull_graph, mesh_polygons
from gelenk.modeling.compiler.mesh.inertia import mesh_inertial
from gelenk.modeling.compiler.mesh.octree import octree_of_mesh
from gelenk.modeling.compiler.mesh.processed_mesh import Mesh, Settings
from gelenk.tables.enums import mjMINVAL, mjtMeshInertia

FEWEST = 4  # least number of vertices of a mesh
MAX_SHOWN_INDEX = 100_000_000  # larger indices, perhaps characters of another kind of file, are not shown


def process(raw: RawMesh, settings: Settings) -> Mesh:
    """Return the processed mesh.

    Errors   Error: too few vertices, not finite, no such vertex, no hull, no volume, ... (hull.py, inertia.py)
    """
    check(raw)
    hull: Any = None
    if settings.hull or settings.inertia == mjtMeshInertia.mjMESH_INERTIA_CONVEX or not len(raw.face):
        hull = hull_faces(raw.vert, settings.most, settings.release)
    face, face_normal, face_texcoord = corner_indices(raw, hull, settings.turned)
    mirrored = sum(s < 0.0 for s in settings.scale) % 2 == 1
    if hull is not None and mirrored:
        hull = hull[:, [1, 0, 2]]  # a mirror turns triangles inside out
    vert = transform(raw.vert, settings)
    solid = hull if settings.inertia == mjtMeshInertia.mjMESH_INERTIA_CONVEX else face
    volume, pos, quat, inertia = mesh_inertial(vert, solid, settings.inertia, settings.release)
    if settings.fixed:
        pos, quat = (0.0, 0.0, 0.0), (1.0, 0.0, 0.0, 0.0)
    axes = np.array(quat_to_mat(quat)).reshape(3, 3)
    if len(raw.normal):
        normal = raw_normals(raw.normal, settings)
    else:
        outwards = -1.0 if mirrored and not settings.turned else 1.0
        normal = outwards * vertex_normals(vert, face, settings.smooth)
    vert = matmul(vert - np.array(pos), axes)
    low, high = vert.min(axis=0), vert.max(axis=0)
    return Mesh(
        vert,
        face,
        matmul(normal, axes),
        face_normal,
        raw.texcoord,
        face_texcoord if len(raw.texcoord) else np.zeros_like(face),
        None if hull is None else hull_graph(hull),
        mesh_polygons(vert, face if hull is None else hull),
        pos,
        quat,
        volume,
        inertia,
        triple(0.5 * (low + high)),
        triple(0.5 * (high - low)),
        triple(np.maximum(high, -low)),
        build_triangle_tree(vert, face),
        octree_of_mesh(vert, face, settings.deepest) if settings.field else None,
        raw.parts,
    )


def check(raw: RawMesh) -> None:
    """Fail on too few vertices, coordinates that are not finite, or face indices out of range."""
    nvert = len(raw.vert)
    if nvert < FEWEST:
        raise Error(f"at least {FEWEST} vertices required, found {nvert}")
    finite = np.isfinite(raw.vert).all(axis=1)
    if not finite.all():
        raise Error(f"vertex {int(np.argmin(finite))} is not finite")
    known = ((raw.face >= 0) & (raw.face < nvert)).all(axis=1)
    if not known.all():
        i = int(np.argmin(known))
        index = next(v for v in raw.face[i].tolist() if not 0 <= v < nvert)
        told = f" {index}" if abs(index) < MAX_SHOWN_INDEX else ""
        raise Error(f"in face {i}, vertex index{told} does not exist", hint=f"there are {nvert} vertices")


def transform(vert: np.ndarray, settings: Settings) -> np.ndarray:
    """Return vertices relative to the reference frame, scaled."""
    if any(settings.refpos):
        vert = vert - np.array(settings.refpos)
    scaled = rotate_into_frame(vert, settings.refquat) * np.array(settings.scale)
    return matmul(scaled, stretch_of(settings).T) if settings.stretch else scaled


def stretch_of(settings: Settings) -> np.ndarray:
    """Return the matrix of the stretch of scaled frames."""
    return np.array(settings.stretch).reshape(3, 3)


def raw_normals(normal: np.ndarray, settings: Settings) -> np.ndarray:
    """Return stated normals as unit vectors in the reference frame, divided by the scale."""
    scale = np.array(settings.scale)
    turned = rotate_into_frame(normal, settings.refquat) / np.where(scale == 0.0, 1.0, scale)
    if settings.stretch:
        turned = matmul(turned, np.linalg.inv(stretch_of(settings)))
    return normalized(turned)


def rotate_into_frame(vectors: np.ndarray, quat: Quat) -> np.ndarray:
    """Return vectors in the frame of `quat`."""
    w, x, y, z = quat
    length = (w * w + x * x + y * y + z * z) ** 0.5
    if length == 0.0 or (x, y, z) == (0.0, 0.0, 0.0):
        return vectors
    unit = (w / length, x / length, y / length, z / length)
    return matmul(vectors, np.array(quat_to_mat(unit)).reshape(3, 3))


def corner_indices(raw: RawMesh, hull: Any, turned: bool) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Return vertex, normal and texture coordinate indices of corners (default: vertex).

    A point cloud has the triangles of its hull, which are never reversed. With three normals for each vertex the first
    is its normal, the others are the axes of its tactile cell.
    """
    face = raw.face if len(raw.face) else hull
    face_normal = raw.face_normal if len(raw.face) else None
    face_texcoord = raw.face_texcoord if len(raw.face) else None
    if face_normal is None:
        face_normal = face * (3 if len(raw.normal) == 3 * len(raw.vert) else 1)
    if face_texcoord is None:
        face_texcoord = face
    nnormal = len(raw.normal) or len(raw.vert)
    streams = [face, existing(face_normal, nnormal), existing(face_texcoord, len(raw.texcoord))]
    if turned and len(raw.face):
        streams = [index[:, [0, 2, 1]] for index in streams]
    return streams[0], streams[1], streams[2]


def existing(index: np.ndarray, count: int) -> np.ndarray:
    """Return the indices with -1 in place of those out of range."""
    return np.where((index >= 0) & (index < count), index, -1)


def triple(values: np.ndarray) -> Vec3:
    x, y, z = values.tolist()
    return (x, y, z)


SHARP = 0.8  # cosine of the angle to the mean normal; triangles below it are across a sharp edge


def vertex_normals(vert: np.ndarray, face: np.ndarray, smooth: bool) -> np.ndarray:
    """Return unit normals (nvert, 3); the z axis where triangles cancel or are missing.

    Without `smooth`, the mean excludes triangles across a sharp edge.
    """
    corners = vert.take(face, axis=0)
    area = cross(corners[:, 1] - corners[:, 0], corners[:, 2] - corners[:, 0])
    mean = normalized(gather(area, face, len(vert)))
    if smooth:
        return mean
    flat = normalized(area)
    near = np.einsum("fi,fki->fk", flat, mean.take(face, axis=0)) >= SHARP
    total = np.zeros((len(vert), 3))
    for k in range(3):
        chosen = near[:, k]
        total += gather(area[chosen], face[chosen][:, k : k + 1], len(vert))
    return normalized(total)


def gather(values: np.ndarray, face: np.ndarray, n: int) -> np.ndarray:
    """Return the sums of triangle `values` (nface, 3) at each of n vertices."""
    index = face.T.ravel()
    repeated = np.tile(values, (face.shape[1], 1))
    return np.stack([np.bincount(index, repeated[:, k], n) for k in range(3)], axis=1)


def normalized(vectors: np.ndarray) -> np.ndarray:
    """Return unit vectors; the z axis for vectors shorter than mjMINVAL."""
    length = np.sqrt(dot_rows(vectors, vectors))
    good = length > mjMINVAL
    result = np.tile((0.0, 0.0, 1.0), (len(vectors), 1))
    result[good] = vectors[good] / length[good, None]
    return result
