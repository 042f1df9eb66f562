"""Small meshes as arrays and as contents of files; all principal moments are distinct."""

import struct

import numpy as np

TETRAHEDRON = (
    np.array([(0, 0, 0), (1, 0, 0), (0, 2, 0), (0, 0, 3.0)]),
    np.array([(0, 2, 1), (0, 1, 3), (0, 3, 2), (1, 2, 3)]),
)


def box(x=1.0, y=2.0, z=3.0):
    """Return a box of these half sizes: eight vertices, twelve triangles."""
    vert = np.array([[i, j, k] for i in (-x, x) for j in (-y, y) for k in (-z, z)])
    quads = [(0, 1, 3, 2), (4, 6, 7, 5), (0, 4, 5, 1), (2, 3, 7, 6), (0, 2, 6, 4), (1, 5, 7, 3)]
    return vert, np.array([t for a, b, c, d in quads for t in ((a, b, c), (a, c, d))])


def torus(major=1.0, minor=0.4, n=12, k=8, noise=0.0, seed=0):
    """Return a torus, which is not convex; `noise` perturbs its vertices."""
    i, j = np.divmod(np.arange(n * k), k)
    u, v = 2 * np.pi * i / n, 2 * np.pi * j / k
    across = major + minor * np.cos(v)
    vert = np.stack([1.3 * across * np.cos(u), across * np.sin(u), minor * np.sin(v)], axis=1)
    a, b = i * k + j, (i + 1) % n * k + j
    c, d = (i + 1) % n * k + (j + 1) % k, i * k + (j + 1) % k
    vert += noise * np.random.default_rng(seed).normal(size=vert.shape)
    return vert, np.stack([a, b, c, a, c, d], axis=1).reshape(-1, 3)


def soup(seed=0):
    """Return triangles between random points."""
    rng = np.random.default_rng(seed)
    return rng.normal(size=(10, 3)), np.array([rng.choice(10, 3, replace=False) for _ in range(14)])


def inline(mesh, attributes="", faces=True):
    """Return the mesh element with its vertices and triangles as attributes."""
    vert, face = mesh
    text = f'vertex="{" ".join(f"{x:.9g}" for x in vert.ravel())}"'
    if faces:
        text += f' face="{" ".join(map(str, face.ravel()))}"'
    return f'<mesh name="m" {text} {attributes}/>'


def obj(mesh):
    """Return the text of an OBJ file."""
    vert, face = mesh
    lines = [f"v {x:.9g} {y:.9g} {z:.9g}" for x, y, z in vert]
    lines += [f"f {a} {b} {c}" for a, b, c in face + 1]
    return "\n".join(lines).encode()


def stl(mesh):
    """Return a binary STL file."""
    vert, face = mesh
    triangles = [struct.pack("<12fH", 0, 0, 0, *vert[f].ravel(), 0) for f in face]
    return bytes(80) + struct.pack("<I", len(face)) + b"".join(triangles)


def msh(mesh):
    """Return an MSH file without normals and texture coordinates."""
    vert, face = mesh
    return (
        struct.pack("<4i", len(vert), 0, 0, len(face))
        + vert.astype("<f4").tobytes()
        + face.astype("<i4").tobytes()
    )


def ply(mesh, binary="", polygons=None, extra=False):
    """Return a PLY file: text, or binary of byte order "<" or ">"; `polygons`: its faces.

    `extra` adds elements that readers skip: colors, edges, a list in each vertex.
    """
    vert, face = mesh
    polygons = face.tolist() if polygons is None else polygons
    kinds = {"": "ascii", "<": "binary_little_endian", ">": "binary_big_endian"}
    head = ["ply", f"format {kinds[binary]} 1.0", "comment made here", f"element vertex {len(vert)}"]
    head += [f"property float {axis}" for axis in "xyz"]
    rows = [[("f", x) for x in v] for v in vert.tolist()]
    if extra:
        head += ["property uchar red", "property list uchar short tags", "element edge 1", "property int v"]
        rows = [
            [*row, ("B", 7), ("B", i % 3), *[("h", k) for k in range(i % 3)]] for i, row in enumerate(rows)
        ]
        rows.append([("i", 1)])
    head += [f"element face {len(polygons)}", "property list uchar int vertex_indices", "end_header", ""]
    rows += [[("B", len(polygon)), *[("i", i) for i in polygon]] for polygon in polygons]
    body = b"".join(
        struct.pack((binary or "<") + "".join(kind for kind, _ in row), *(value for _, value in row))
        if binary
        else (" ".join(repr(value) for _, value in row) + "\n").encode()
        for row in rows
    )
    return "\n".join(head).encode() + body


FORMATS = {"obj": obj, "stl": stl, "msh": msh}  # those of the reference
PLY_FORMATS = {
    "ply": ply,
    "binary ply": lambda mesh: ply(mesh, "<"),
    "uneven ply": lambda mesh: ply(mesh, ">", extra=True),
}
