"""make_flex: the macro flexcomp as a method of bodies.

Documents: API / MjSpec; XML reference / body/flexcomp

The arguments are the attributes of flexcomp, with the defaults of MuJoCo 4.0.0.
"""

from __future__ import annotations

import math
import operator
from collections.abc import Sequence
from typing import Any

import numpy as np

from gelenk.errors import Error
from gelenk.modeling.mjcf.file_sources import Sources
from gelenk.modeling.mjcf.meta_elements import from_mesh, shape_of
from gelenk.modeling.spec import point_grids as shapes
from gelenk.modeling.spec.element_classes import MjsBody, MjsFlex
from gelenk.modeling.spec.flexcomp import DOFS, Settings, check_settings, make_flexcomp
from gelenk.runtime.vfs import MjVfs, vfs_files
from gelenk.tables.schema.generated import FLEXCOMP

TYPES = tuple(FLEXCOMP.by_name["type"].kind.keys)
EQUALITIES = (0, 1, 3)  # none, edges, strain
MOST_ELASTIC2D = 3
MESHES = ("mesh", "gmsh")


class Origin:
    """The spec and the sources of files, as the readers of shapes take them."""

    def __init__(self, spec: Any, files: dict[str, Any]) -> None:
        self.spec = spec
        known = spec._sources
        self.sources = Sources(known.folder if known else spec.modelfiledir, {**spec.assets, **files})


def make_flex(
    self: MjsBody,
    name: str,
    type: str | None = None,  # the name in MuJoCo
    dim: int = 3,
    dof: str | None = None,
    count: Sequence[int] | None = None,
    cellcount: Sequence[int] | None = None,
    spacing: Sequence[float] | None = None,
    scale: Sequence[float] | None = None,
    radius: float = 0.0,
    mass: float = 1.0,
    inertiabox: float = 0.005,
    equality: int = 0,
    rigid: int = 0,
    flatskin: int = 0,
    elastic2d: int = 0,
    pos: Sequence[float] | None = None,
    quat: Sequence[float] | None = None,
    origin: Sequence[float] | None = None,
    file: str | None = None,
    mesh: str | None = None,
    vfs: MjVfs | None = None,
) -> MjsFlex:
    """Add a flex with the bodies of its vertices or nodes, as the element flexcomp does.

    name       of the flex, and prefix of the names of its bodies
    type       grid (default), box, cylinder, ellipsoid, square, disc, circle, mesh or gmsh
    dim        of the elements; 1: lines, 2: triangles, 3: tetrahedra
    dof        full (default), radial, trilinear, quadratic or 2d
    count      number of points along each axis
    cellcount  number of cells along each axis, of the dofs trilinear and quadratic
    spacing    distances of the points along each axis [m]
    scale      factors of the points of a mesh
    radius     of the elements [m]
    mass       of all bodies [kg]
    inertiabox half the side of the boxes that give the inertias of the bodies [m]
    equality   0: none, 1: edges keep their lengths, 3: cells their strain
    rigid      1: all vertices belong to this body
    flatskin   1: flat shading
    elastic2d  1: bending, 2: stretching, 3: both
    pos        position of the shape in this body [m]
    quat       orientation of the shape in this body
    origin     point inside of a mesh that completes tetrahedra, for dim 3 [m]
    file       file of a mesh
    mesh       name of a mesh of the spec
    vfs        an MjVfs with the file

    Returns    the flex, whose other fields can be set
    Errors     TypeError, ValueError: a value that flexcomp does not take
    Source     XML reference / body/flexcomp
    """
    return flex_of(self, dict(locals()))


def flex_of(body: MjsBody, given: dict[str, Any]) -> MjsFlex:
    """Add the flex with the arguments of make_flex, by name."""
    if body.spec is None:
        raise ValueError("make_flex: MjsBody belongs to no spec: use the add functions of a spec's bodies")
    kind, said = attributes(given)
    files = vfs_files(given["vfs"], "make_flex")
    try:
        return add_flex(body, kind, said, files)
    except (Error, ValueError) as error:
        raise ValueError(f"make_flex: {error}") from None


def attributes(given: dict[str, Any]) -> tuple[str, dict[str, Any]]:
    """Return the type and all attributes of a flexcomp with the arguments of make_flex."""
    said = {attr.name: attr.default for attr in FLEXCOMP.attrs if attr.name}
    stated: dict[str, Any] = {
        **{key: whole_numbers(key, given[key], 3) for key in ("count", "cellcount")},
        **{key: real_numbers(key, given[key], 3) for key in ("spacing", "scale", "pos", "origin")},
        "quat": real_numbers("quat", given["quat"], 4),
        **{key: text(key, given[key]) for key in ("file", "mesh")},
    }
    said.update({key: value for key, value in stated.items() if value is not None})
    said.update(
        name=text("name", given["name"]) or "",
        dim=between("dim", given["dim"], 1, 3),
        radius=real("radius", given["radius"], 0.0),
        mass=real("mass", given["mass"]),
        inertiabox=real("inertiabox", given["inertiabox"]),
        elastic2d=between("elastic2d", given["elastic2d"], 0, MOST_ELASTIC2D),
        rigid=between("rigid", given["rigid"], 0, 1),
        flatskin=between("flatskin", given["flatskin"], 0, 1),
        equality=between("equality", given["equality"], 0, max(EQUALITIES)),
        dof=DOFS[one_of("dof", "full" if given["dof"] is None else given["dof"], tuple(DOFS))],
    )
    if said["equality"] not in EQUALITIES:
        raise ValueError(
            f"make_flex: equality must be 0 (none), 1 (edges) or 3 (strain), not {said['equality']}"
        )
    usual = "mesh" if given["file"] or given["mesh"] else "grid"
    kind = one_of("type", usual if given["type"] is None else given["type"], TYPES)
    if kind == "direct":
        raise ValueError("make_flex: type direct has no arguments for points and elements: use add_flex")
    return kind, said


def add_flex(body: Any, kind: str, said: dict, files: dict) -> MjsFlex:
    """Add the flex of a shape, bodies and constraints; add nothing if that fails."""
    spec = body.spec
    settings = Settings(
        name=said["name"],
        dof=said["dof"],
        cells=tuple(said["cellcount"]),
        mass=said["mass"],
        inertiabox=said["inertiabox"],
        rigid=bool(said["rigid"]),
        pos=np.array(said["pos"], float),
        quat=tuple(said["quat"]),
        equality=said["equality"],
        solref=(),
        solimp=(),
        default=spec.default,
        place=None,
    )
    check_settings(body, settings, said["elastic2d"])
    shapes.check_count(tuple(said["count"]))
    before = {id(el) for el in (*spec.bodies, *spec.equalities)}
    flex: Any = spec.add_flex()
    try:
        make_shape(body, flex, kind, said, files, settings)
    except (Error, ValueError):
        spec.delete(flex)
        for el in [el for el in (*spec.equalities, *body.bodies) if id(el) not in before]:
            spec.delete(el)
        raise
    made: MjsFlex = flex
    return made


def make_shape(body: Any, flex: Any, kind: str, said: dict, files: dict, settings: Settings) -> None:
    """Set the fields of a new flex, and add its bodies and constraints."""
    spec = body.spec
    flex.name, flex.dim, flex.radius = said["name"], said["dim"], said["radius"]
    flex.elastic2d, flex.flatskin = said["elastic2d"], said["flatskin"]
    origin, stated = Origin(spec, files), {"dim": said["dim"]}
    if said["file"] and any(el.name == said["file"] for el in spec.meshes):
        said["mesh"], said["file"] = said["file"], ""
    if said["mesh"]:
        if kind not in MESHES:
            raise ValueError("mesh asset can only be used with flexcomp type mesh or gmsh")
        shape, flex.dim = from_mesh(origin, flex, said, stated)
    else:
        shape, flex.dim = shape_of(origin, flex, kind, said, said["dim"])
    if kind in ("box", "cylinder") or (kind == "grid" and flex.dim == 3):
        flex.flatskin = 1
    if kind not in MESHES:
        shape = shape._replace(texcoord=None)
    make_flexcomp(body, flex, shape, settings, [], None)


# ---- arguments


def whole_numbers(what: str, values: Any, size: int) -> tuple[int, ...] | None:
    """Return integers as a tuple of this size; None for none."""
    if values is None:
        return None
    try:
        found = tuple(operator.index(value) for value in values)
    except TypeError:
        raise TypeError(f"make_flex: {what} takes {size} integers, not {values!r}") from None
    if len(found) != size:
        raise ValueError(f"make_flex: {what} must have {size} elements, not {len(found)}")
    return found


def real_numbers(what: str, values: Any, size: int) -> tuple[float, ...] | None:
    """Return finite numbers as a tuple of this size; None for none."""
    if values is None:
        return None
    try:
        found = tuple(float(value) for value in values)
    except (TypeError, ValueError, OverflowError):
        raise TypeError(f"make_flex: {what} takes {size} numbers, not {values!r}") from None
    if len(found) != size:
        raise ValueError(f"make_flex: {what} must have {size} elements, not {len(found)}")
    if not all(map(math.isfinite, found)):
        raise ValueError(f"make_flex: {what} must be finite, got {' '.join(f'{x:g}' for x in found)}")
    return found


def real(what: str, value: Any, least: float = -math.inf) -> float:
    """Return a finite number that is at least ``least``."""
    try:
        found = float(value)
    except (TypeError, ValueError, OverflowError):
        raise TypeError(f"make_flex: {what} takes a number, not {value!r}") from None
    if not math.isfinite(found) or found < least:
        raise ValueError(f"make_flex: {what} must be a number of at least {least:g}, got {found:g}")
    return found


def between(what: str, value: Any, least: int, most: int) -> int:
    """Return an integer from ``least`` to ``most``."""
    try:
        found = operator.index(value)
    except TypeError:
        raise TypeError(f"make_flex: {what} takes an integer, not {value!r}") from None
    if not least <= found <= most:
        raise ValueError(f"make_flex: {what} must be from {least} to {most}, got {found}")
    return found


def text(what: str, value: Any) -> str | None:
    """Return a text, or None."""
    if value is not None and not isinstance(value, str):
        raise TypeError(f"make_flex: {what} takes text, not {value.__class__.__name__}")
    return value


def one_of(what: str, value: Any, names: tuple[str, ...]) -> str:
    """Return a text that is one of several."""
    found = text(what, value)
    if found not in names:
        raise ValueError(f"make_flex: {what} must be one of {', '.join(names)}, not {value!r}")
    return found
