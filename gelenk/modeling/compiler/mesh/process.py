"""Process a raw mesh into a model mesh, and compute its volume, center and inertia.

Documents: XML reference / asset / mesh (processing steps); XML reference / asset / mesh (smoothnormal, processing
step 2); XML reference / asset / mesh (inertia); O'Rourke, Computational Geometry in C, section 1.3.8

Processing: scale, center, align, hull, normals and polygons.

vert' = R(quat)' (S R(refquat)' (vert - refpos) - pos), S = diag(scale), pos and quat the inertial frame.

Missing vertex normals are the area-weighted means of the normals of adjacent triangles.

Volume, center of mass and inertia of a triangle mesh, solid or shell, with validation.

With a, b, c the corners of a triangle relative to an apex, their tetrahedron has volume a . (b x c) / 6, center of mass
(a + b + c) / 4, and second moments V/20 (a a' + b b' + c c' + s s'), s = a + b + c. A bare triangle of area A has A/12
in place of V/20. The first apex is the area-weighted mean of the triangle centers, which yields the center of mass.
Volume and inertia are then computed about the center of mass. `legacy` takes all volumes as positive.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from gelenk.algebra.linalg import eig3_relative
from gelenk.algebra.portable_arrays import cross, dot_rows, gram, matmul, triangle_centroids, weighted
from gelenk.algebra.vec import Quat, Vec3, quat_to_mat
from gelenk.errors import Error
from gelenk.modeling.assets.mesh_content import RawMesh
from gelenk.modeling.compiler.aabb_tree import build_triangle_tree
from gelenk.modeling.compiler.element_frames import eig3
from gelenk.modeling.compiler.mesh.hull import hull_faces, hull_graph, mesh_polygons
from gelenk.modeling.compiler.mesh.octree import octree_of_mesh
from gelenk.modeling.compiler.mesh.processed_mesh import Mesh, Settings
from gelenk.tables.enums import mjMINVAL, mjtMeshInertia
from gelenk.tables.releases import R4_0

# products of inertia and differences of moments that count as zero from 4.0 on, relative to the largest moment: the
# vertices are in single precision (measured)
ROUNDED = 1e-7


class Inertial(NamedTuple):
    """Volume (area of a shell), center of mass, axes, and inertia per density of a mesh."""

    volume: float
    pos: Vec3
    quat: Quat
    inertia: Vec3


def mesh_inertial(vert: np.ndarray, face: np.ndarray, kind: int, release: int) -> Inertial:
    """Return inertial properties of a mesh (nvert, 3), (nface, 3), or of its hull if convex.

    Errors   Error: no area, no volume or a negative one, neighbors that face opposite sides
    """
    if kind == mjtMeshInertia.mjMESH_INERTIA_EXACT:
        check_orientation(face)
    corners = vert.take(face, axis=0)
    normal = 0.5 * cross(corners[:, 1] - corners[:, 0], corners[:, 2] - corners[:, 0])
    area = np.sqrt(dot_rows(normal, normal))
    total = float(area.sum())
    if not total >= mjMINVAL:
        raise Error("mesh surface area is too small", hint="it needs triangles; coordinates are in meters")
    middle = weighted(area, triangle_centroids(corners)) / total
    if kind == mjtMeshInertia.mjMESH_INERTIA_SHELL:
        return principal(corners - middle, area, 1.0 / 12.0, middle, release)
    corners = corners - middle
    weight = pyramids(corners, kind)
    check_volume(float(weight.sum()))
    pos = weighted(weight, (corners[:, 0] + corners[:, 1] + corners[:, 2]) / 4.0) / weight.sum()
    corners = corners - pos
    weight = pyramids(corners, kind)
    check_volume(float(weight.sum()))
    return principal(corners, weight, 1.0 / 20.0, middle + pos, release)


def pyramids(corners: np.ndarray, kind: int) -> np.ndarray:
    """Return signed volumes of the tetrahedra from the origin to the triangles (nface, 3, 3).

    Triangles that face the origin count as negative, except for `legacy`.
    """
    volume = np.einsum("ij,ij->i", corners[:, 0], cross(corners[:, 1], corners[:, 2])) / 6.0
    return np.abs(volume) if kind == mjtMeshInertia.mjMESH_INERTIA_LEGACY else volume


def check_volume(volume: float) -> None:
    if volume < 0.0:
        raise Error("mesh volume is negative (misoriented triangles)", hint="turn its faces around")
    if not volume >= mjMINVAL:
        raise Error("mesh volume is too small", hint='a surface without volume needs inertia="shell"')


def principal(
    corners: np.ndarray, weight: np.ndarray, share: float, pos: np.ndarray, release: int
) -> Inertial:
    """Return the inertial properties from triangle weights about the center of mass.

    share    factor of the second moments: 1/20 for solids, 1/12 for shells
    """
    s = corners[:, 0] + corners[:, 1] + corners[:, 2]
    heavy = (corners * weight[:, None, None]).reshape(-1, 3)
    moments = share * (gram(heavy, corners.reshape(-1, 3)) + gram(s * weight[:, None], s))
    full = np.trace(moments) * np.eye(3) - moments
    flat = tuple(full.ravel().tolist())
    if release >= R4_0:
        inertia, quat, _ = eig3_relative(flat, ROUNDED, ROUNDED)
    else:
        inertia, quat, _ = eig3(flat, release)
    x, y, z = pos.tolist()
    return Inertial(float(weight.sum()), (x, y, z), quat, inertia)


def check_orientation(face: np.ndarray) -> None:
    """Fail unless each edge occurs at most once in each direction (consistent orientation).

    Errors   Error naming two vertices (counted from 1)
    """
    start, end = face[:, [0, 1, 2]].ravel().astype(np.int64), face[:, [1, 2, 0]].ravel().astype(np.int64)
    edges, counts = np.unique(start * (int(face.max()) + 1) + end, return_counts=True)
    if (counts > 1).any():
        first = int(edges[counts > 1][0])
        a, b = divmod(first, int(face.max()) + 1)
        raise Error(
            f"faces have inconsistent orientation: those with vertices {a + 1} and {b + 1}",
            hint='turn one of them around, or choose another inertia than "exact"',
        )


# Processing of a raw mesh

FEWEST = 4  # least number of vertices of a mesh
MAX_SHOWN_INDEX = 100_000_000  # larger indices, perhaps characters of another kind of file, are not shown


def process(raw: RawMesh, settings: Settings) -> Mesh:
    """Return the processed mesh.

    Errors   Error: too few vertices, not finite, no such vertex, no hull, no volume, ... (hull.py, process.py)
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
    """Return the matrix by which scaled frames stretch the mesh."""
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
