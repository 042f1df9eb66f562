"""The macro flexcomp: generated shapes and the bodies of a flex; twist joints of rods.

Documents: XML reference / body/flexcomp; Modeling / Deformable objects; XML reference / body/flexcomp (1D, of 4.0.0);
Modeling / Deformable objects (Rods)

Points and elements of grids, boxes, discs and circles (point_grids.py) become a flex with the bodies that its vertices
or nodes follow. A point that is not pinned gets its own body with slide joints; a pinned point is a vertex in the body
around the flexcomp. With the dofs trilinear and quadratic the vertices stay in the body around the flexcomp, and the
nodes of a grid of cells in the bounding box of the points get the bodies (point_grids.py).

Twist joints of rods are hinges that carry the twist of the edges of a flex. An open chain of n >= 2 elastic edges has n
hinges NAME_twist_0, NAME_twist_1, ..., NAME_twist in bodies of the same names under the world. Their polar inertia is
that of the edges: m r^2 / 2 of a circle, m (a^2 + b^2) / 3 of a box with half sides a and b, m the mass of the flexcomp
over n. Edges that are clamped have none: the first if both its points are pinned, and the last of three or more.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from gelenk.algebra.orientation import ORIGIN, floats
from gelenk.algebra.portable_arrays import length
from gelenk.modeling.spec.element_classes import MjsEquality, MjsGeom, MjsJoint
from gelenk.modeling.spec.point_grids import Nodes, Shape, grid_nodes, node_counts
from gelenk.tables.api_enums import mjtEq
from gelenk.tables.enums import mjMINVAL, mjtGeom, mjtJoint
from gelenk.tables.levels import release_number
from gelenk.tables.releases import R4_0

BOX = 1  # value of `section`
BODY_MASS = 1e-9  # mass of a twist body, which must not be zero [kg]


def twist_names(name: str, n: int) -> list[str]:
    """Return the names of the twist joints of a rod with n edges."""
    return [f"{name}_twist_{j}" if j < n - 1 else f"{name}_twist" for j in range(n)]


def chain_of(elem: np.ndarray) -> list[int]:
    """Return the vertices of an open chain of two or more lines, or [] for other flexes.

    The chain starts at the one of its two end vertices that appears first in `elem`.
    """
    pairs = np.asarray(elem, int).reshape(-1, 2).tolist()
    around: dict[int, list[int]] = {}
    for a, b in pairs:
        around.setdefault(a, []).append(b)
        around.setdefault(b, []).append(a)
    ends = [v for pair in pairs for v in pair if len(around[v]) == 1]
    if len(pairs) < 2 or len(ends) != 2 or any(len(o) > 2 for o in around.values()):
        return []
    chain = [ends[0], around[ends[0]][0]]
    while len(around[chain[-1]]) == 2:
        a, b = around[chain[-1]]
        chain.append(b if a == chain[-2] else a)
    return chain if len(chain) == len(around) else []


def check_section(flex: Any) -> None:
    """Check that the section of a rod has an area.

    Errors   ValueError: a size is not positive
    """
    if int(flex.section) == BOX and not min(flex.sectionsize) > 0.0:
        raise ValueError("1D flex elasticity with box section requires positive sectionsize")
    if int(flex.section) != BOX and not flex.radius > 0.0:
        raise ValueError("1D flex elasticity with circle section requires positive radius")


def add_twists(body: Any, flex: Any, elements: np.ndarray, pinned: np.ndarray, settings: Any) -> None:
    """Add the twist bodies and joints of a rod to the world body.

    body        MjsBody around the flexcomp
    elements    (n, 2) points of the elements
    pinned      which points are pinned
    Errors      ValueError: a section without area
    """
    if int(flex.dim) != 1 or not flex.young > 0.0 or settings.dof != 0 or settings.rigid or pinned.all():
        return
    spec = body.spec
    chain = chain_of(elements)
    if not chain or release_number(spec.release) < R4_0:
        return
    check_section(flex)
    n = len(chain) - 1
    a, b = (float(x) for x in flex.sectionsize)
    square = (a * a + b * b) / 3.0 if int(flex.section) == BOX else 0.5 * float(flex.radius) ** 2
    inertia = settings.mass / n * square
    for j, name in enumerate(twist_names(settings.name, n)):
        clamped = bool(pinned[chain[j]] and pinned[chain[j + 1]])
        if clamped and (j == 0 or (j == n - 1 and n > 2)):
            continue
        child = spec.worldbody.add_body()
        child.__dict__.update(
            name=name,
            pos=ORIGIN,
            mass=BODY_MASS,
            ipos=ORIGIN,
            inertia=(inertia, inertia, inertia),
            explicitinertial=1,
            _position=settings.place,
        )
        joint = child._place(MjsJoint, child, spec.default, {})
        joint.__dict__.update(
            name=name, type=mjtJoint.mjJNT_HINGE, pos=ORIGIN, axis=(1.0, 0.0, 0.0), _position=settings.place
        )


# Flexcomp

FULL, RADIAL, TRILINEAR, QUADRATIC, PLANAR = range(5)
ORDERS = {TRILINEAR: 1, QUADRATIC: 2}
DOFS = {"full": FULL, "radial": RADIAL, "trilinear": TRILINEAR, "quadratic": QUADRATIC, "2d": PLANAR}
EQUALITIES = {1: mjtEq.mjEQ_FLEX, 2: mjtEq.mjEQ_FLEXVERT, 3: mjtEq.mjEQ_FLEXSTRAIN}
STRAIN = 3  # key of EQUALITIES
STRETCH = 2  # bit of elastic2d
MOST_BODIES = 1 << 16  # bodies of one flexcomp
NEARLY_UNIT = 1e-3
AXES = np.eye(3)
VERTEX_GROUP = 4  # geom group of the spheres at vertices


class Settings(NamedTuple):
    """Settings of a flexcomp: mass [kg], half side of boxes [m], pose in the parent, dofs.

    place is (file, line, column), and is stored in all created elements; default is the defaults class of the joints.
    cells is the number of cells of interpolated dofs along each axis.
    """

    name: str
    dof: int
    cells: tuple
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
    later = release_number(body.spec.release) >= R4_0
    if not later and (settings.equality == STRAIN or settings.cells != (1, 1, 1)):
        raise ValueError(
            "cellcount and equality strain of flexes require release 4.0: compile for this release"
        )
    if settings.equality == STRAIN and (settings.dof not in ORDERS or settings.rigid):
        raise ValueError("equality strain needs a flex with dof trilinear or quadratic")
    if settings.equality and elastic2d & STRETCH:
        raise ValueError(
            "elasticity and edge constraints cannot both be present: drop equality or stretching in elastic2d"
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
    order = ORDERS.get(settings.dof, 0)
    points = settings.pos + turned(shape.points, settings.quat)
    count = len(points)
    if order:
        grid = node_counts(settings.cells, order)
        count = grid[0] * grid[1] * grid[2]
        bound_bodies(count)
    pinned = pinned_points(pins, count, grid, dim)
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
    strained = [(0, 0, 0)]
    if order and not settings.rigid:
        nodes = grid_nodes(flex, points, elements, box, settings.cells, order)
        interpolate(body, flex, points, nodes, pinned, settings)
        strained = nodes.filled
    else:
        pinned = np.ones(len(points), bool) if order else pinned[used]
        pinned[0] |= settings.dof == RADIAL
        follow(body, flex, points, pinned, settings)
        add_twists(body, flex, elements, pinned, settings)
    if settings.equality and not settings.rigid:
        for cell in strained if settings.equality == STRAIN else strained[:1]:
            add_equality(flex, settings, cell)


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
            axes = AXES[:2] if settings.dof == PLANAR else AXES
            add_slides(child, radial if settings.dof == RADIAL else axes, settings)
            if flex.vertcollide:
                add_sphere(child, float(flex.radius), settings).group = VERTEX_GROUP
    flex.vertbody = names
    if pinned.any():
        flex.vert = (points * pinned[:, None]).reshape(-1)


def interpolate(
    body: Any, flex: Any, points: np.ndarray, nodes: Nodes, pinned: np.ndarray, settings: Settings
) -> None:
    """Add bodies at the nodes that move, and keep the others in the body around the flexcomp."""
    names = []
    share, pinned = nodes.share, pinned | (nodes.share == 0.0)
    if release_number(flex.spec.release) >= R4_0 and not pinned.all():
        share = share / share[~pinned].sum()
    rows = zip(nodes.points, nodes.places.tolist(), share.tolist(), pinned.tolist(), strict=True)
    for node, place, part, fixed in rows:
        names.append(body.name if fixed else f"{settings.name}_{'_'.join(map(str, place))}")
        if not fixed:
            child = add_body(body, names[-1], node, settings.mass * part, settings)
            add_slides(child, AXES, settings)
            if flex.vertcollide:
                add_sphere(child, float(flex.radius), settings)
    flex.vertbody = [body.name] * len(points)
    flex.vert = points.reshape(-1)
    flex.nodebody = names
    if release_number(flex.spec.release) >= R4_0:
        flex.order, flex.cellcount = ORDERS[settings.dof], settings.cells
    if pinned.any():
        flex.node = (nodes.points * pinned[:, None]).reshape(-1)


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


def add_equality(flex: Any, settings: Settings, cell: tuple) -> None:
    """Add the constraint on edges, vertices or a cell of the flex, without a defaults class."""
    spec = flex.spec
    equality = spec.add_equality()
    equality.__dict__.update(MjsEquality(None, spec).__dict__)
    equality.__dict__.update(
        type=EQUALITIES[settings.equality],
        name1=settings.name,
        _default=spec.default,
        _position=settings.place,
    )
    if settings.equality == STRAIN:
        equality.data[:3] = cell
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
        # if dim is less than the number of axes, a pin selects a whole line or plane of nodes
        table = pinned.reshape(grid)
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
