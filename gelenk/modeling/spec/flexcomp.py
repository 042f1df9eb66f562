"""The macro flexcomp: generated grids, boxes, discs, circles, and the bodies of a flex.

Documents: XML reference / body/flexcomp / type, count, spacing; XML reference / body/flexcomp; Modeling / Deformable
objects

Points of a grid are numbered with z fastest, x slowest, and the grid is centered at the origin. `size` is half of
its extent, so that points divided by it are in the cube from -1 to 1.

Points and elements become a flex with the bodies that its vertices or nodes follow. A point that is not pinned gets
its own body with slide joints; a pinned point is a vertex in the body around the flexcomp. With the dofs trilinear
and quadratic the vertices stay in the body around the flexcomp, and 8 or 27 nodes on the bounding box of the points
get the bodies.
"""

from __future__ import annotations

import math
from typing import Any, NamedTuple

import numpy as np

from gelenk.algebra.orientation import ORIGIN, floats
from gelenk.algebra.portable_arrays import length, map_elements
from gelenk.modeling.spec.element_classes import MjsEquality, MjsGeom, MjsJoint
from gelenk.tables.enums import mjMINVAL, mjtEq, mjtGeom, mjtJoint

MOST_POINTS = 1 << 20  # points of one flexcomp; checked before any allocation

# six tetrahedra of a grid cell around the diagonal from (0, 1, 1) to (1, 0, 0); corner index 4x + 2y + z
CELL_TETRAHEDRA = ((0, 2, 4, 3), (0, 4, 1, 3), (4, 2, 6, 3), (4, 6, 7, 3), (4, 5, 1, 3), (4, 7, 5, 3))


class Shape(NamedTuple):
    """Points (n, 3) [m], elements (k, dim + 1) of point indices, texcoord (n, 2) in [0, 1]."""

    points: np.ndarray
    elements: np.ndarray
    texcoord: np.ndarray | None


def check_count(count: tuple[int, ...]) -> None:
    """Check the counts in Python integers before any array is allocated.

    Errors   ValueError: a count below 1, or too many points
    """
    total = 1
    for number in count:
        if number < 1:
            raise ValueError(f"count is too small: it must be positive, got {' '.join(map(str, count))}")
        total *= number
    if total > MOST_POINTS:
        raise ValueError(
            f"count is {' '.join(map(str, count))}: {total} points are more than {MOST_POINTS}, the most allowed"
        )


def grid_indices(count: tuple[int, int, int]) -> np.ndarray:
    """Return integer coordinates (n, 3) of all points of a grid."""
    return np.indices(count).reshape(3, -1).T


def grid(count: tuple[int, int, int], spacing: np.ndarray, dim: int) -> Shape:
    """Return lines, triangles or tetrahedra between the points of a rectangular grid."""
    nx, ny, nz = count if dim == 3 else (count[0], count[1] if dim == 2 else 1, 1)
    if dim == 2 and count[2] > 1:
        raise ValueError("a two-dimensional grid extends along x and y: the third count must be 1")
    index = grid_indices((nx, ny, nz))
    points = spacing * (index - 0.5 * (np.array([nx, ny, nz]) - 1))
    number = np.arange(nx * ny * nz).reshape(nx, ny, nz)
    if dim == 1:
        elements = np.stack([number[:-1, 0, 0], number[1:, 0, 0]], axis=-1)
    elif dim == 2:
        elements = triangles(number[:, :, 0])
    else:
        corners = [
            number[x : nx - 1 + x, y : ny - 1 + y, z : nz - 1 + z] for x, y, z in grid_indices((2, 2, 2))
        ]
        cells = np.stack(corners, axis=-1).reshape(-1, 8)
        elements = cells[:, CELL_TETRAHEDRA].reshape(-1, 4)
    if not len(elements):
        raise ValueError(
            "no elements were created in grid: it needs at least 2 points along each of its dimensions"
        )
    return Shape(points, elements, unit_square(index[:, :2], (nx, ny)))


def triangles(number: np.ndarray, turned: bool = False) -> np.ndarray:
    """Return two triangles for each cell of a table of point indices (nx, ny), cells in rows.

    With `turned` the diagonal is flipped in two quarters of the table, so that the mesh is symmetric.
    """
    a, b, c, d = number[:-1, :-1], number[1:, :-1], number[1:, 1:], number[:-1, 1:]
    cells = np.stack([a, b, c, a, c, d], axis=-1)
    if turned:
        x, y = np.indices(a.shape)
        half_x, half_y = number.shape[0] // 2, number.shape[1] // 2
        other = np.stack([a, b, d, b, c, d], axis=-1)
        cells = np.where(((x < half_x) != (y < half_y))[..., None], other, cells)
    return cells.reshape(-1, 3)


def unit_square(index: np.ndarray, count: tuple[int, int]) -> np.ndarray:
    """Return texture coordinates that map the x and y of a grid to the unit square."""
    return index / np.maximum(np.array(count) - 1, 1)


def disc(count: tuple[int, int, int], spacing: np.ndarray, dim: int, round_: bool) -> Shape:
    """Return a square grid of triangles; `round_` maps squares around the center to ellipses.

    As in 3.5.0 the points of a disc are scaled once more by the half size of the grid [m].
    """
    if dim != 2:
        raise ValueError("types square and disc are two-dimensional: dim must be 2")
    shape = grid(count, spacing, dim)
    if not round_:
        return shape
    nx, ny, _ = count
    size = 0.5 * spacing * (np.array(count) - 1)
    points = shape.points * size * roundness(shape.points)[:, None]
    return Shape(points, triangles(np.arange(nx * ny).reshape(nx, ny), turned=True), shape.texcoord)


def roundness(points: np.ndarray) -> np.ndarray:
    """Return factors that map squares around the origin to inscribed circles; 1 at the origin."""
    length = np.linalg.norm(points, axis=1)
    return np.abs(points).max(axis=1) / np.where(length > 0.0, length, 1.0) + (length == 0.0)


def circle(count: int, spacing: float) -> Shape:
    """Return a closed line of count - 1 points on a circle with chords of length `spacing`."""
    n = count - 1
    if n < 2:
        raise ValueError("a circle needs a count of at least 3")
    angle = 2.0 * math.pi * np.arange(n) / n
    radius = 0.5 * spacing / math.sin(math.pi / n)
    points = radius * np.stack(
        [map_elements(math.cos, angle), map_elements(math.sin, angle), np.zeros(n)], axis=1
    )
    elements = np.stack([np.arange(n), (np.arange(n) + 1) % n], axis=1)
    return Shape(points, elements, np.zeros((n, 2)))


def box(count: tuple[int, int, int], spacing: np.ndarray, dim: int, form: str) -> Shape:
    """Return a box, cylinder or ellipsoid: its surface (dim 2) or the solid (dim 3).

    In 3D the first point is the center, which makes a tetrahedron with every triangle of the surface. In 2D there is
    no center, and the box is open at the top. 1D is refused.
    """
    if dim == 1:
        raise ValueError(f"type {form} is a surface or a solid: dim must be 2 or 3")
    if min(count) < 2:
        raise ValueError(f"count too small: type {form} needs at least 2 points along each dimension")
    index = surface_indices(count, closed=dim == 3)
    number = np.full(count, -1)
    first = 1 if dim == 3 else 0
    number[tuple(index.T)] = first + np.arange(len(index))
    half = 0.5 * (np.array(count) - 1)
    points = project((index - half) / half, form) * spacing * half
    texcoord = side_texcoord(index, count, closed=dim == 3)
    if dim == 2:
        return Shape(points, surface_triangles(number), texcoord)
    surface = np.concatenate(
        [split(side) for side in (*faces(number, 2), *faces(number, 1), *faces(number, 0))]
    )
    elements = np.concatenate([np.zeros((len(surface), 1), int), surface], axis=1)
    centre = np.zeros((1, 3))
    return Shape(np.concatenate([centre, points]), elements, np.concatenate([centre[:, :2], texcoord]))


def surface_indices(count: tuple[int, int, int], closed: bool) -> np.ndarray:
    """Return grid coordinates of surface points: bottom, top (if closed), y sides, x sides."""
    nx, ny, nz = count
    inner_z = np.arange(1, nz - 1 if closed else nz)
    parts: list[tuple] = [(np.arange(nx), np.arange(ny), [z]) for z in ((0, nz - 1) if closed else (0,))]
    parts += [(np.arange(nx), [y], inner_z) for y in (0, ny - 1)]
    parts += [([x], np.arange(1, ny - 1), inner_z) for x in (0, nx - 1)]
    return np.concatenate([np.stack(np.meshgrid(*part, indexing="ij"), -1).reshape(-1, 3) for part in parts])


def side_texcoord(index: np.ndarray, count: tuple[int, int, int], closed: bool) -> np.ndarray:
    """Return texture coordinates of surface points along the axes of their sides.

    The axes are x, y on bottom and top (if closed); x, z on y sides; y, z on x sides. A point on an edge belongs to the
    first of these sides.
    """
    full = index / (np.array(count) - 1)
    low, high = index == 0, index == np.array(count) - 1
    along = np.select(
        [low[:, 2] | (high[:, 2] & closed), low[:, 1] | high[:, 1]], [[[0], [1]], [[0], [2]]], [[1], [2]]
    ).T
    return np.take_along_axis(full, along, axis=1)


def faces(number: np.ndarray, axis: int) -> list[np.ndarray]:
    """Return tables of point indices of the two sides of a box perpendicular to `axis`."""
    return [number.take(0, axis), number.take(-1, axis)]


def split(number: np.ndarray) -> np.ndarray:
    """Return two triangles for each cell of a side, in the order of the solid shapes."""
    a, b, c, d = number[:-1, :-1], number[1:, :-1], number[1:, 1:], number[:-1, 1:]
    return np.stack([a, b, c, a, d, c], axis=-1).reshape(-1, 3)


def surface_triangles(number: np.ndarray) -> np.ndarray:
    """Return triangles of the open box, counter-clockwise seen from outside."""
    sides = [
        (number[:, :, 0], "acb adc"),
        (number[:, 0, :], "abc acd"),
        (number[:, -1, :], "bad bdc"),
        (number[0], "bad bdc"),
        (number[-1], "abc acd"),
    ]
    tables = []
    for side, order in sides:
        corner = {"a": side[:-1, :-1], "b": side[1:, :-1], "c": side[1:, 1:], "d": side[:-1, 1:]}
        tables.append(np.stack([corner[k] for k in order.replace(" ", "")], axis=-1).reshape(-1, 3))
    return np.concatenate(tables)


def project(points: np.ndarray, form: str) -> np.ndarray:
    """Map points of the cube from -1 to 1 to the unit cylinder or sphere; a box is unchanged."""
    if form == "box":
        return points
    plane = points if form == "ellipsoid" else points * [1.0, 1.0, 0.0]
    scaled = points * roundness(plane)[:, None]
    if form == "cylinder":
        scaled[:, 2] = points[:, 2]
    return scaled


FULL, RADIAL, TRILINEAR, QUADRATIC = range(4)
DOFS = {"full": FULL, "radial": RADIAL, "trilinear": TRILINEAR, "quadratic": QUADRATIC}
EQUALITIES = {1: mjtEq.mjEQ_FLEX, 2: mjtEq.mjEQ_FLEXVERT}
STRETCH = 2  # bit of elastic2d
MOST_BODIES = 1 << 16  # bodies of one flexcomp
NEARLY_UNIT = 1e-3
SIMPSON = np.array([1.0, 4.0, 1.0]) / 6.0  # mass fraction of a node by its place along an axis (quadratic)
AXES = np.eye(3)
VERTEX_GROUP = 4  # geom group of the spheres at vertices


class Settings(NamedTuple):
    """Settings of a flexcomp: mass [kg], half side of boxes [m], pose in the parent, dofs.

    place is (file, line, column), and is stored in all created elements; default is the defaults class of the joints.
    """

    name: str
    dof: int
    mass: float
    inertiabox: float
    rigid: bool
    pos: np.ndarray
    quat: tuple
    equality: int
    solref: Any
    solimp: Any
    default: Any
    place: tuple | None


def check_settings(body: Any, settings: Settings, elastic2d: int) -> None:
    """Check settings that would make the flexcomp invalid.

    Errors   ValueError: unnamed parent body, no mass, two mechanisms that exclude each other
    """
    if not body.name:
        raise ValueError("parent body must have a name, so that the flex can refer to it")
    if not settings.mass > mjMINVAL or not settings.inertiabox > mjMINVAL:
        raise ValueError("mass and inertiabox must be positive")
    if settings.equality and elastic2d & STRETCH:
        raise ValueError(
            "elasticity and edge constraints cannot both be present: elastic2d stretches, equality holds"
        )


def make_flexcomp(
    body: Any, flex: Any, shape: Shape, settings: Settings, pins: list[dict], grid: Any
) -> None:
    """Add bodies and an equality constraint for a shape, and set the vertices of the flex.

    body      MjsBody around the flexcomp
    flex      MjsFlex with the attributes that are passed through
    pins      one dict per pin element: id, range, grid, gridrange
    grid      counts of points along the axes for pins by grid coordinates, None if these have no meaning
    Errors    ValueError
    """
    dim = int(flex.dim)
    order = {TRILINEAR: 1, QUADRATIC: 2}.get(settings.dof, 0)
    if order:
        grid = (order + 1,) * 3
    points = settings.pos + turned(shape.points, settings.quat)
    pinned = pinned_points(pins, (order + 1) ** 3 if order else len(points), grid, dim)
    texcoord = shape.texcoord
    used = np.zeros(len(points), bool)
    used[shape.elements.reshape(-1)] = True
    elements = (np.cumsum(used) - 1)[shape.elements]
    box = points.min(axis=0), points.max(axis=0)
    points = points[used]
    if texcoord is not None:
        if len(texcoord) != len(used):
            raise ValueError(f"texcoord has {len(texcoord)} pairs for {len(used)} points")
        texcoord = texcoord[used]
        flex.texcoord = texcoord.reshape(-1)
    flex.elem = elements.reshape(-1)
    if order:
        interpolate(body, flex, points, box, pinned, settings, order)
    else:
        pinned = pinned[used]
        pinned[0] |= settings.dof == RADIAL
        follow(body, flex, points, pinned, settings)
    if settings.equality and not settings.rigid:
        add_equality(flex, settings)


def turned(points: np.ndarray, quat: Any) -> np.ndarray:
    """Rotate points by a quaternion: v + 2 q x (q x v + w v).

    As in 3.5.0 a quaternion with few digits is used as written; one far from unit length is normalized.
    """
    q = np.array(quat, float)
    size = length(q)
    if abs(size - 1.0) > NEARLY_UNIT:
        q = q / size if size > mjMINVAL else np.array([1.0, 0.0, 0.0, 0.0])
    return points + 2.0 * np.cross(q[1:], np.cross(q[1:], points) + q[0] * points)


def follow(body: Any, flex: Any, points: np.ndarray, pinned: np.ndarray, settings: Settings) -> None:
    """Add a body for each point that is not pinned, and assign its vertex to the body."""
    if settings.rigid or pinned.all():
        flex.vertbody = [body.name]
        flex.vert = points.reshape(-1)
        return
    bound_bodies(len(points) - int(pinned.sum()))
    share = settings.mass / len(points)
    names = []
    for i, (point, fixed) in enumerate(zip(points, pinned.tolist(), strict=True)):
        names.append(body.name if fixed else f"{settings.name}_{i}")
        if not fixed:
            child = add_body(body, names[-1], point, share, settings)
            far = length(point)
            radial = (point / far if far > 0.0 else point,)
            add_slides(child, radial if settings.dof == RADIAL else AXES, settings)
            if flex.vertcollide:
                add_sphere(child, float(flex.radius), settings).group = VERTEX_GROUP
    flex.vertbody = names
    if pinned.any():
        flex.vert = (points * pinned[:, None]).reshape(-1)


def interpolate(
    body: Any, flex: Any, points: np.ndarray, box: tuple, pinned: np.ndarray, settings: Settings, order: int
) -> None:
    """Add bodies at the nodes, a grid of order + 1 along each axis of the bounding box."""
    if settings.rigid:
        flex.vertbody = [body.name]
        flex.vert = points.reshape(-1)
        return
    low, high = box
    index = grid_indices((order + 1,) * 3)
    nodes = low + (high - low) * (index / order)
    share = SIMPSON[index].prod(axis=1) if order == 2 else np.full(8, 1.0 / 8.0)
    names = []
    for node, place, part, fixed in zip(nodes, index.tolist(), share.tolist(), pinned.tolist(), strict=True):
        names.append(body.name if fixed else f"{settings.name}_{'_'.join(map(str, place))}")
        if not fixed:
            child = add_body(body, names[-1], node, settings.mass * part, settings)
            add_slides(child, AXES, settings)
            if flex.vertcollide:
                add_sphere(child, float(flex.radius), settings)
    flex.vertbody = [body.name] * len(points)
    flex.vert = points.reshape(-1)
    flex.nodebody = names
    if pinned.any():
        flex.node = (nodes * pinned[:, None]).reshape(-1)


def bound_bodies(count: int) -> None:
    if count > MOST_BODIES:
        raise ValueError(
            f"{count} bodies are more than {MOST_BODIES}, the most of one flexcomp; pin points or coarsen"
        )


def add_body(body: Any, name: str, pos: np.ndarray, mass: float, settings: Settings) -> Any:
    """Add a child body that is a small box of the given mass, with half side inertiabox."""
    child = body.add_body(settings.default)
    inertia = mass * 2.0 * settings.inertiabox**2 / 3.0
    child.__dict__.update(
        name=name,
        pos=floats(pos),
        mass=mass,
        ipos=ORIGIN,
        inertia=(inertia, inertia, inertia),
        explicitinertial=1,
        _position=settings.place,
    )
    return child


def add_slides(body: Any, axes: Any, settings: Settings) -> None:
    """Add slide joints along the axes, with all else from the defaults class."""
    for axis in axes:
        joint = body._place(MjsJoint, body, settings.default, {})
        joint.__dict__.update(
            type=mjtJoint.mjJNT_SLIDE, pos=ORIGIN, axis=floats(axis), _position=settings.place
        )


def add_sphere(body: Any, radius: float, settings: Settings) -> Any:
    """Add the sphere of a colliding vertex, with all else from the defaults class."""
    geom = body._place(MjsGeom, body, settings.default, {})
    geom.type = mjtGeom.mjGEOM_SPHERE
    geom.size[0] = radius
    geom.__dict__["_position"] = settings.place
    return geom


def add_equality(flex: Any, settings: Settings) -> None:
    """Add the constraint on edges or vertices of the flex, without a defaults class."""
    spec = flex.spec
    equality = spec.add_equality()
    equality.__dict__.update(MjsEquality(None, spec).__dict__)
    equality.__dict__.update(
        type=EQUALITIES[settings.equality],
        name1=settings.name,
        _default=spec.default,
        _position=settings.place,
    )
    equality.solref[: len(settings.solref)] = settings.solref
    equality.solimp[: len(settings.solimp)] = settings.solimp


# pins


def pinned_points(pins: list[dict], count: int, grid: Any, dim: int) -> np.ndarray:
    """Return which of `count` points (or nodes) the pin elements name, as a mask."""
    pinned = np.zeros(count, bool)
    for pin in pins:
        ids = np.array(pin.get("id", ()), int)
        inside(ids, count, "pin id")
        pinned[ids] = True
        for low, high in tuples(pin.get("range", ()), 2, "pin range").tolist():
            inside(np.array([low, high]), count, "pin range")
            pinned[low : high + 1] = True
        if not (pin.get("grid") or pin.get("gridrange")):
            continue
        if grid is None:
            raise ValueError("pins by grid or gridrange can only be used with type grid or interpolated dofs")
        table = pinned.reshape(grid)  # with fewer coordinates than axes, a pin is a whole line of nodes
        for place in tuples(pin.get("grid", ()), dim, "pin grid"):
            inside(place, table.shape[:dim], "pin grid")
            table[tuple(place)] = True
        for ends in tuples(pin.get("gridrange", ()), 2 * dim, "pin gridrange"):
            low, high = ends[:dim], ends[dim:]
            inside(low, table.shape[:dim], "pin gridrange")
            inside(high, table.shape[:dim], "pin gridrange")
            table[tuple(slice(a, b + 1) for a, b in zip(low, high, strict=True))] = True
    return pinned


def tuples(numbers: Any, size: int, what: str) -> np.ndarray:
    """Return the numbers in rows of `size`."""
    if len(numbers) % size:
        raise ValueError(f"{what} has {len(numbers)} values, which must be a multiple of {size}")
    return np.array(numbers, int).reshape(-1, size)


def inside(numbers: np.ndarray, limit: Any, what: str) -> None:
    """Check that indices are within their limits.

    Errors   ValueError: a number is negative or not below its limit
    """
    if ((numbers < 0) | (numbers >= np.array(limit))).any():
        raise ValueError(f"{what} {' '.join(map(str, numbers.tolist()))} is out of range")
