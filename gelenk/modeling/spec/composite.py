"""The composite cable: a chain of bodies along a line of points, joined by ball joints.

Documents: XML reference / body/composite; Modeling / Composite objects

Every body is at one point, its x axis along the line to the next point; the other axes follow the line without
twist (the Bishop frame). The first body has its z axis perpendicular to the first two segments.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from itertools import pairwise
from typing import Any, NamedTuple

import numpy as np

from gelenk.algebra.orientation import floats
from gelenk.algebra.vec import (
    Mat3,
    Quat,
    Vec3,
    axis_angle_to_quat,
    cross,
    dot,
    mul_quat,
    neg_quat,
    norm,
    rotate,
)
from gelenk.modeling.spec.element_classes import MjsGeom, MjsJoint, MjsSite
from gelenk.modeling.spec.flexcomp import turned
from gelenk.tables.enums import mjMINVAL, mjtGeom, mjtJoint

FREE, BALL, NO_JOINT = range(3)  # values of `initial`
MOST_COMPOSITE_POINTS = 20_000
MOST_VERTICES = 1 << 20  # vertices of a skin
GROUP = 3  # default group of joints and sites
CURVES: dict[str, Callable[[float, Any], float]] = {
    "s": lambda s, size: s * size[0],
    "cos(s)": lambda s, size: size[1] * math.cos(math.pi * size[2] * s),
    "sin(s)": lambda s, size: size[1] * math.sin(math.pi * size[2] * s),
    "0": lambda s, size: 0.0,
}


class Cable(NamedTuple):
    """A cable: points (n, 3) [m] and settings.

    The points, and the edges between them, have single precision.
    initial is FREE, BALL or NO_JOINT; offset is added to the first point; place is (file, line, column).
    """

    prefix: str
    initial: int
    points: np.ndarray
    offset: np.ndarray
    default: Any
    place: tuple | None


def cable_points(count: Any, vertex: Any, curve: str, size: Any, quat: Any, counted: bool) -> np.ndarray:
    """Return the points of a cable: as listed, or `count` of them on a curve.

    A curve is given by a function per coordinate. The points have single precision. Only a curve is rotated by `quat`.
    The argument of cos and sin goes up to pi * size[2], as in 3.5.0; its documentation says twice that.

    Errors   ValueError
    """
    if vertex:
        if counted:
            raise ValueError("either vertex or count can be given, not both")
        if len(vertex) % 3 or len(vertex) < 6:
            raise ValueError(
                f"vertex has {len(vertex)} numbers: a cable is a line of at least 2 points, 3 numbers each"
            )
        bounded(len(vertex) // 3)
        return np.array(vertex, np.float32).reshape(-1, 3)
    count = (*count, 1, 1)[:3]
    if min(count) < 1:
        raise ValueError("positive counts expected in composite")
    if count[0] == 1 or count[1:] != (1, 1):
        raise ValueError("a cable is one-dimensional: count is the number of points, followed by ones")
    bounded(count[0])
    words = curve.split()
    if len(words) > 3:
        raise ValueError(f"curve must have at most 3 functions, one per coordinate, got {len(words)}")
    for word in words:
        if word not in CURVES:
            raise ValueError(
                f"curve has the invalid function '{word[:40]}', it is one of {', '.join(CURVES)}"
            )
    size = (*size, 0.0, 0.0)[:3]
    places = [i / (count[0] - 1) for i in range(count[0])]
    points = np.zeros((count[0], 3))
    for k, word in enumerate(words):
        points[:, k] = [CURVES[word](s, size) for s in places]
    return turned(points, quat).astype(np.float32)


def bounded(count: int) -> None:
    if count > MOST_COMPOSITE_POINTS:
        raise ValueError(f"a cable can have at most {MOST_COMPOSITE_POINTS} points, got {count}")


def add_cable(
    around: Any,
    cable: Cable,
    put_joint: Callable,
    put_geom: Callable,
    put_site: Callable,
    put_skin: Callable,
    skin: dict | None,
) -> list:
    """Add the bodies of a cable to a body or frame, with their elements; return the bodies.

    put_...   store the user's attributes in a new joint, geom, site, skin; defaults classes do not apply here
    skin      attributes of the skin element, or None
    Errors    ValueError: a geom that is not a cylinder, capsule or box
    """
    spec, prefix = around._spec, cable.prefix
    geom: Any = MjsGeom(None, spec)
    put_geom(geom)
    if geom.type not in (mjtGeom.mjGEOM_CYLINDER, mjtGeom.mjGEOM_CAPSULE, mjtGeom.mjGEOM_BOX):
        raise ValueError(
            "the geoms of a cable must be of type cylinder, capsule or box: set it in an element geom"
        )
    spec.add_text(name=f"composite_{prefix}", data=f"rope_{prefix}").__dict__["_position"] = cable.place
    edges = np.diff(cable.points, axis=0).astype(float)
    frames = [unit_quat(frame_quat(*axes)) for axes in moving_frames(edges)]
    lengths = np.linalg.norm(edges, axis=1).tolist()
    last = len(lengths) - 1
    body, names, bodies = around, [], []
    for i, length in enumerate(lengths):
        suffix = "first" if i == 0 else ("last" if i == last else str(i))
        body = body.add_body(cable.default)
        bodies.append(body)
        names.append(f"{prefix}B_{suffix}")
        pos = cable.points[0] + cable.offset if i == 0 else np.array([lengths[i - 1], 0.0, 0.0])
        quat = frames[0] if i == 0 else mul_quat(neg_quat(frames[i - 1]), frames[i])
        body.__dict__.update(name=names[-1], pos=floats(pos), quat=floats(quat), _position=cable.place)
        if i or cable.initial != NO_JOINT:
            add_joint(body, f"{prefix}J_{suffix}", cable.initial == FREE and not i, put_joint, cable)
        add_geom(body, f"{prefix}G{i}", length, geom, cable)
        if i in (0, last):
            add_site(body, f"{prefix}S_{suffix}", length if i == last else 0.0, put_site, cable)
        if i:
            exclude = spec.add_exclude(bodyname1=names[i - 1], bodyname2=names[i])
            exclude.__dict__["_position"] = cable.place
    if geom.type == mjtGeom.mjGEOM_BOX:
        add_skin(spec, names, geom, cable, put_skin, skin)
    return bodies


def add_joint(body: Any, name: str, free: bool, put_joint: Callable, cable: Cable) -> None:
    """Add a ball joint with the user's attributes, or a free joint without resistance."""
    joint = body._place(MjsJoint, body, None, {}, plain=True)
    joint.group = GROUP
    put_joint(joint)
    joint.__dict__.update(name=name, _position=cable.place)
    joint.type = mjtJoint.mjJNT_FREE if free else mjtJoint.mjJNT_BALL
    if free:
        joint.damping = joint.armature = joint.frictionloss = 0.0


def add_geom(body: Any, name: str, length: float, like: Any, cable: Cable) -> None:
    """Add the geom of the segment from this body to the next."""
    geom = body._place(MjsGeom, body, None, {}, plain=True)
    state = {key: value for key, value in like.__dict__.items() if key not in ("_spec", "name")}
    geom.__dict__.update({k: v.copy() if isinstance(v, np.ndarray) else v for k, v in state.items()})
    geom.__dict__.update(name=name, _position=cable.place)
    if like.type == mjtGeom.mjGEOM_BOX:
        geom.size[0] = 0.5 * length
        geom.pos[:] = (0.5 * length, 0.0, 0.0)
    else:
        geom.fromto[:] = (0.0, 0.0, 0.0, length, 0.0, 0.0)


def add_site(body: Any, name: str, x: float, put_site: Callable, cable: Cable) -> None:
    """Add a site at an end of the cable."""
    site = body._place(MjsSite, body, None, {}, plain=True)
    site.group = GROUP
    put_site(site)
    site.__dict__.update(name=name, pos=(x, 0.0, 0.0), _position=cable.place)


# frames along the line


def moving_frames(pieces: np.ndarray) -> list[tuple[Vec3, Vec3, Vec3]]:
    """Return tangent, normal and binormal of every segment of a line.

    From one segment to the next the normal undergoes the smallest rotation that takes one tangent to the other. If the
    first two segments are collinear, all normals are zero, and the tangents alone determine the orientation.
    """
    edges = [tuple(edge) for edge in pieces.tolist()]
    tangents = [direction(edge) for edge in edges]
    binormal = direction(cross(tangents[0], edges[1])) if len(edges) > 1 else (0.0, 0.0, 0.0)
    normal = direction(cross(binormal, tangents[0]))
    frames = [(tangents[0], normal, binormal)]
    for before, tangent in pairwise(tangents):
        axis = cross(before, tangent)
        angle = math.atan2(norm(axis), dot(before, tangent))
        normal = rotate(axis_angle_to_quat(direction(axis), angle), normal)
        frames.append((tangent, normal, direction(cross(tangent, normal))))
    return frames


def direction(a: Vec3) -> Vec3:
    """Return the unit vector of a, or zero if a is zero."""
    length = norm(a)
    return (a[0] / length, a[1] / length, a[2] / length) if length > mjMINVAL else (0.0, 0.0, 0.0)


def frame_quat(x: Vec3, y: Vec3, z: Vec3) -> Quat:
    """Return the unnormalized quaternion of a matrix with these columns (Shepperd 1978).

    y and z may be zero.
    """
    m: Mat3 = (x[0], y[0], z[0], x[1], y[1], z[1], x[2], y[2], z[2])
    trace = m[0] + m[4] + m[8]
    if trace > 0.0:
        return 1.0 + trace, m[7] - m[5], m[2] - m[6], m[3] - m[1]
    if m[0] > m[4] and m[0] > m[8]:
        return m[7] - m[5], 1.0 + m[0] - m[4] - m[8], m[1] + m[3], m[2] + m[6]
    if m[4] > m[8]:
        return m[2] - m[6], m[1] + m[3], 1.0 - m[0] + m[4] - m[8], m[5] + m[7]
    return m[3] - m[1], m[2] + m[6], m[5] + m[7], 1.0 - m[0] - m[4] + m[8]


def unit_quat(q: Quat) -> Quat:
    length = math.sqrt(sum(c * c for c in q))
    return (
        (q[0] / length, q[1] / length, q[2] / length, q[3] / length)
        if length > mjMINVAL
        else (1.0, 0.0, 0.0, 0.0)
    )


# skin


def add_skin(
    spec: Any, bodies: list[str], geom: Any, cable: Cable, put_skin: Callable, said: dict | None
) -> None:
    """Add a closed surface around a cable of boxes: two layers of vertices, two rows of bones.

    The bones are at the points of the line, on the edges of the boxes. All vertices are at the origin of the skin,
    which is inflated by the thickness. A positive subgrid adds a third row of bones in the middle, and `subgrid` lines
    of vertices between the bones, on a smooth surface through them.
    """
    subgrid = max(0, said["subgrid"]) if said else 0
    skin = spec.add_skin()
    skin.rgba = (1.0, 1.0, 1.0, 1.0)
    if said:
        put_skin(skin)
    side = float(geom.size[1])
    rows = (-side, 0.0, side) if subgrid else (-side, side)
    bones = [(name, (0.0, y, 0.0)) for name in bodies for y in rows]
    bones += [(bodies[-1], (-2.0 * float(geom.size[0]), y, 0.0)) for y in rows]
    width = subgrid + 1
    shape = len(bodies) * width + 1, (len(rows) - 1) * width + 1
    behind = shape[0] * shape[1]
    if 2 * behind > MOST_VERTICES:
        raise ValueError(
            f"a skin with subgrid {subgrid} has {2 * behind} vertices, at most {MOST_VERTICES} are allowed"
        )
    skin.__dict__.update(name=f"{cable.prefix}Skin", _position=cable.place)
    skin.inflate = 2.0 * float(geom.size[2])
    skin.vert = np.zeros(3 * 2 * behind)
    skin.face = np.array(skin_faces(*shape)).reshape(-1)
    if said and said["texcoord"]:
        places = [np.arange(n) / (n - 1) for n in shape]
        skin.texcoord = np.tile(np.stack(np.meshgrid(*places, indexing="ij"), -1).reshape(-1), 2)
    skin.bodyname = [name for name, _ in bones]
    skin.bindpos = np.array([pos for _, pos in bones]).reshape(-1)
    skin.bindquat = np.tile([1.0, 0.0, 0.0, 0.0], len(bones))
    skin.vertid, skin.vertweight = [], []
    across = smooth_weights(len(rows), subgrid)
    for line, line_weight in smooth_weights(len(bodies) + 1, subgrid):
        for column, column_weight in across:
            i, j = np.repeat(line, len(column)), np.tile(column, len(line))
            order = by_cells(i, j, *shape, width)
            vertex = (i * shape[1] + j)[order]
            weight = np.outer(line_weight, column_weight).reshape(-1)[order]
            skin.vertid.append(np.stack([vertex, vertex + behind], 1).reshape(-1).tolist())
            skin.vertweight.append(np.repeat(weight, 2).tolist())


def smooth_weights(count: int, subgrid: int) -> list[tuple[np.ndarray, np.ndarray]]:
    """Return the points that each of `count` knots moves, ascending, and the weights.

    Points are on the knots, and `subgrid` in each interval between two, on the Catmull-Rom spline (1974) through
    the knots. Beyond its ends the spline is extended linearly.
    """
    width = subgrid + 1
    point = np.arange((count - 1) * width + 1)
    u, before = (point % width) / width, point // width
    knot = (before + np.arange(-1, 3)[:, None]).reshape(-1)
    weight = np.concatenate([
        -0.5 * u + u**2 - 0.5 * u**3,
        1.0 - 2.5 * u**2 + 1.5 * u**3,
        0.5 * u + 2.0 * u**2 - 1.5 * u**3,
        -0.5 * u**2 + 0.5 * u**3,
    ])  # fmt: skip
    point = np.tile(point, 4)
    for outside, end, inside in ((-1, 0, 1), (count, count - 1, count - 2)):  # knot = 2 end - inside
        at = np.flatnonzero((knot == outside) & (weight != 0.0))
        knot[at] = end
        point = np.append(point, point[at])
        knot, weight = np.append(knot, np.full(len(at), inside)), np.append(weight, -weight[at])
        weight[at] *= 2.0
    pair, entry = np.unique(knot[weight != 0.0] * len(u) + point[weight != 0.0], return_inverse=True)
    total = np.bincount(entry, weight[weight != 0.0])
    pair, total = pair[np.abs(total) > mjMINVAL], total[np.abs(total) > mjMINVAL]
    ends = np.searchsorted(pair, np.arange(1, count) * len(u))
    return list(zip(np.split(pair % len(u), ends), np.split(total, ends), strict=True))


def by_cells(i: np.ndarray, j: np.ndarray, rows: int, columns: int, width: int) -> np.ndarray:
    """Return the order in which 3.5.0 lists grid vertices (i, j): by cells between bones."""
    return np.lexsort(
        (j, i, np.minimum(j // width, (columns - 2) // width), np.minimum(i // width, (rows - 2) // width))
    )


def skin_faces(rows: int, columns: int) -> list[tuple[int, int, int]]:
    """Return triangles of the front layer, back layer, both sides, both ends.

    Vertex i columns + j is in front; the one behind it has an index larger by rows * columns.
    """
    m = rows * columns  # index offset from a front vertex to the one behind
    corners = [
        (a, a + columns, a + columns + 1, a + 1)
        for a in (i * columns + j for i in range(rows - 1) for j in range(columns - 1))
    ]
    faces = [t for a, b, c, d in corners for t in ((a, b, c), (a, c, d))]
    faces += [t for a, b, c, d in corners for t in ((a + m, c + m, b + m), (a + m, d + m, c + m))]
    for a in range(0, m - columns, columns):
        b = a + columns
        faces += [(a, b + m, b), (a, a + m, b + m)]
    for d in range(columns - 1, m - 1, columns):
        c = d + columns
        faces += [(d, c, c + m), (d, c + m, d + m)]
    for a in range(columns - 1):
        faces += [(a, a + 1, a + 1 + m), (a, a + 1 + m, a + m)]
    for a in range(m - columns, m - 1):
        faces += [(a, a + 1 + m, a + 1), (a, a + m, a + 1 + m)]
    return faces
