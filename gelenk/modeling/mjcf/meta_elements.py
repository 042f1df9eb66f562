"""Meta-elements, which expand to many elements: flexcomp, composite, attach.

Documents: XML reference / body/flexcomp; XML reference / body/composite; XML reference / attach

The macro flexcomp adds a flex with its bodies, composite a cable.

The element attach: copies of parts of other models, or of this one.
"""

from __future__ import annotations

import posixpath
from collections.abc import Callable
from functools import partial
from typing import Any

import numpy as np

from gelenk.algebra.orientation import OrientationError, orientation
from gelenk.algebra.portable_arrays import unique_rows
from gelenk.algebra.vec import mul_quat, normalize4
from gelenk.errors import Error, nearest, warn
from gelenk.modeling.assets.binary_formats import read_gmsh
from gelenk.modeling.assets.mesh_content import describe_parts
from gelenk.modeling.assets.mesh_formats import read_obj, read_ply, read_stl
from gelenk.modeling.mjcf.parse import Node
from gelenk.modeling.spec import point_grids as shapes
from gelenk.modeling.spec.attach import attach, attach_own
from gelenk.modeling.spec.composite import Cable, add_cable, cable_points
from gelenk.modeling.spec.element_classes import GROUPS, MjsFrame
from gelenk.modeling.spec.flexcomp import ORDERS, Settings, check_settings, make_flexcomp, turned
from gelenk.modeling.spec.keyframes import resolve
from gelenk.modeling.spec.point_grids import Shape
from gelenk.modeling.spec.spec import MjSpec
from gelenk.tables.levels import release_number
from gelenk.tables.releases import R4_0
from gelenk.tables.schema_rows import Element

MESH_READERS = {".obj": read_obj, ".ply": read_ply, ".stl": read_stl}
LEAST_DETERMINANT = 1e-15  # six times the volume of a tetrahedron [m^3]
MESH, GMSH = 7, 8  # types in the schema
CABLE_PLUGIN = "mujoco.elasticity.cable"
PASSED_THROUGH = ("name", "dim", "radius", "material", "rgba", "group", "flatskin")


def mesh_reader(reader: Any, ending: str) -> Callable[[bytes], Any]:
    """Return the function that reads mesh files of an ending."""
    read = MESH_READERS[ending]
    return partial(read, release=release_number(reader.spec.release)) if read is read_obj else read


def expand(reader: Any, node: Node, around: Any, default: Any) -> None:
    """Add the elements of a macro to the spec; `around` is the enclosing body or frame."""
    macro = flexcomp if node.tag == "flexcomp" else composite
    try:
        macro(reader, node, around, default)
    except (Error, ValueError) as error:
        reader.add_problem(node, str(error))


def values_of(node: Node) -> dict[str, Any]:
    """Return all attributes of the element, with defaults."""
    row: Element = node.row
    return {attr.name: attr.default for attr in row.attrs if attr.name} | node.values


def child(node: Node, tag: str) -> Node | None:
    """Return the only child with a tag, or None."""
    return next((inner for inner in node.children if inner.tag == tag), None)


def put_only(reader: Any, element: Any, node: Node | None, names: Any = None, leave: tuple = ()) -> None:
    """Store the named attributes of a node in an element, or all except those in `leave`."""
    if node is None:
        return
    whole = node.values
    node.values = {k: v for k, v in whole.items() if k not in leave and (names is None or k in names)}
    reader.store_values(element, node)
    node.values = whole


# ---- flexcomp


def flexcomp(reader: Any, node: Node, around: Any, default: Any) -> None:
    """Add a flex with its bodies; enclosing frames transform it from release 4.0 on."""
    said = values_of(node)
    kind = {value: key for key, value in node.row.by_name["type"].kind.keys.items()}[said["type"]]
    if not 1 <= said["dim"] <= 3:
        raise ValueError(f"dim must be 1, 2 or 3, got {said['dim']}")
    shapes.check_count(said["count"])
    edge = child(node, "edge")
    edge_said = edge.values if edge else {}
    elasticity = child(node, "elasticity")
    pos, quat = in_frames(reader, around, np.array(said["pos"], float), rotation(reader, node))
    settings = Settings(
        name=said["name"],
        dof=said["dof"],
        cells=tuple(map(int, said["cellcount"])),
        mass=said["mass"],
        inertiabox=said["inertiabox"],
        rigid=bool(said["rigid"]),
        pos=pos,
        quat=quat,
        equality=edge_said.get("equality", 0),
        solref=edge_said.get("solref", ()),
        solimp=edge_said.get("solimp", ()),
        default=default,
        place=node.position,
    )
    check_settings(around._body, settings, elasticity.values.get("elastic2d", 0) if elasticity else 0)
    flex = reader.spec.add_flex()
    flex.__dict__["_position"] = node.position
    if said["mesh"]:
        kind = "mesh"
        shape, dim = from_mesh(reader, flex, said, node.values)
    else:
        shape, dim = shape_of(reader, flex, kind, said, node.values.get("dim"))
    if said["texcoord"]:
        shape = shape._replace(texcoord=pairs(said["texcoord"]))
    elif not said["material"] or dim == 1:
        shape = shape._replace(texcoord=None)
    put_only(reader, flex, node, PASSED_THROUGH)
    flex.dim = dim
    if kind in ("box", "cylinder") or (kind == "grid" and dim == 3):
        flex.flatskin = 1
    put_only(reader, flex, edge, ("stiffness", "damping"))
    put_only(reader, flex, elasticity)
    if said["dof"] in ORDERS and elasticity and len(elasticity.values.get("yield", ())) == 1:
        flex.stressyield[1] = 0.0  # bending of interpolated flexes does not yield
    put_only(reader, flex, child(node, "contact"))
    reader.record_position(flex, node)
    pins = [inner.values for inner in node.children if inner.tag == "pin"]
    grid = tuple(said["count"][:dim]) if kind == "grid" else None
    make_flexcomp(around._body, flex, shape, settings, pins, grid)
    names = {*flex.vertbody, *flex.nodebody}
    body = around._body
    give_plugin(reader, node, f"flexcomp_{flex.name}", [b for b in (body, *body.bodies) if b.name in names])


def in_frames(reader: Any, around: Any, pos: np.ndarray, quat: tuple) -> tuple[np.ndarray, tuple]:
    """Return the pose of a flexcomp in its body; frames between them count from 4.0 on."""
    frame = around if isinstance(around, MjsFrame) else None
    while frame is not None and release_number(reader.spec.release) >= R4_0:
        turn = orientation(frame.quat, frame.alt, reader.spec.compiler)
        w, x, y, z = map(float, quat)
        pos, quat = np.array(frame.pos) + turned(pos, turn), mul_quat(turn, normalize4((w, x, y, z)))
        frame = frame.frame
    return pos, quat


def rotation(reader: Any, node: Node) -> tuple:
    """Return the orientation of a node as a quaternion."""
    if "quat" in node.values:
        return tuple(node.values["quat"])
    # a temporary body, which reads all forms of orientation
    holder = reader.spec.worldbody.__class__(None, reader.spec)
    put_only(reader, holder, node, ("axisangle", "xyaxes", "zaxis", "euler"))
    try:
        return orientation(holder.quat, holder.alt, reader.spec.compiler)
    except OrientationError as error:
        raise ValueError(f"orientation specification error '{error}'") from None


def shape_of(reader: Any, flex: Any, kind: str, said: dict, stated: int | None) -> tuple[Shape, int]:
    """Return the points and elements of a flexcomp, and its dimension.

    `stated` is the dimension in the text, or None.
    """
    dim = said["dim"]
    if len(said["point"]) % 3:
        raise ValueError(f"point has {len(said['point'])} values, which must be a multiple of 3")
    if len(said["element"]) % (dim + 1):
        raise ValueError(
            f"element has {len(said['element'])} values, which must be a multiple of dim + 1 = {dim + 1}"
        )
    if kind in ("mesh", "gmsh"):
        return from_file(reader, flex, kind, said, stated)
    if kind == "direct":
        return direct(said), dim
    count, spacing = tuple(said["count"]), np.array(said["spacing"], float)
    if not (spacing >= 2.0 * said["radius"]).all():
        raise ValueError(
            f"spacing {' '.join(f'{x:g}' for x in spacing)} must be at least twice the radius {said['radius']:g}, "
            "or neighbors are in contact"
        )
    if kind in ("square", "disc"):
        return shapes.disc(count, spacing, 2, kind == "disc"), 2
    if kind in ("box", "cylinder", "ellipsoid"):
        return shapes.box(count, spacing, dim, kind), dim
    if kind == "circle" and dim == 1:
        return shapes.circle(count[0], float(spacing[0])), dim
    return shapes.grid(count, spacing, dim), dim


def from_file(reader: Any, flex: Any, kind: str, said: dict, stated: int | None) -> tuple[Shape, int]:
    """Return the points and elements of a GMSH or mesh file, and the dimension.

    A mesh file also sets the texture coordinates of the flex. Coincident vertices of a mesh are merged into one point.
    With dim 3 the triangles of a mesh become tetrahedra with the origin.
    """
    if not said["file"]:
        raise ValueError(f"type {kind} needs a file")
    if kind == "gmsh":
        content = read_asset(reader, said["file"], reader.spec.compiler.meshdir)
        points, elements = naming(said["file"], read_gmsh, content, stated)
        shapes.check_count((len(points),))
        return Shape(points * said["scale"], elements, None), elements.shape[1] - 1
    ending = posixpath.splitext(said["file"])[1].lower()
    if ending == ".msh":
        raise ValueError("legacy MSH files are not supported in flexcomp; use OBJ, PLY, STL or type gmsh")
    if ending not in MESH_READERS:
        raise ValueError(f"unknown or unsupported mesh file '{said['file']}': OBJ, PLY and STL are read")
    if said["dim"] < 2:
        raise ValueError("dim must be at least 2 for type mesh")
    solid = said["dim"] == 3
    if solid and said["origin"] is None:
        raise ValueError(
            "origin must be specified for dim 3, a point inside of the mesh: it completes tetrahedra"
        )
    content = read_asset(reader, said["file"], reader.spec.compiler.meshdir)
    mesh = naming(said["file"], mesh_reader(reader, ending), content)
    if mesh.parts != 1:
        warn(
            f"{flex.where}: the file '{said['file']}' of flexcomp '{said['name']}' {describe_parts(mesh.parts)}"
        )
    points, elements = surface(f"file '{said['file']}'", mesh.vert, mesh.face.astype(int))
    if solid:
        points, elements = tetrahedra(points, elements, np.array(said["origin"], float))
    elif len(mesh.texcoord) and mesh.face_texcoord is not None and mesh.face_texcoord.min() >= 0:
        flex.texcoord = mesh.texcoord.reshape(-1)
        flex.elemtexcoord = mesh.face_texcoord.reshape(-1)
    return Shape(points * said["scale"], elements, None), 3 if solid else 2


def surface(source: str, points: np.ndarray, elements: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Return points and triangles of a mesh, checked, with coincident points merged."""
    if not len(points) or not len(elements):
        raise ValueError(f"the mesh {source} has no vertices or no faces")
    shapes.check_count((len(points),))
    if elements.min() < 0 or elements.max() >= len(points):
        raise ValueError(f"a face of the mesh {source} refers to an unknown vertex")
    return joined(points, elements)


def from_mesh(reader: Any, flex: Any, said: dict, stated: dict) -> tuple[Shape, int]:
    """Return the points and elements of a mesh of the model in its frame, and the dimension.

    A mesh with tetrahedra is a solid; one with triangles becomes a surface, or with dim 3 tetrahedra with the origin.

    stated   attributes in the text
    """
    name, solid = said["mesh"], said["dim"] == 3
    if said["file"]:
        raise ValueError("both 'file' and 'mesh' specified")
    if stated.get("type", MESH) not in (MESH, GMSH):
        raise ValueError("mesh asset can only be used with flexcomp type mesh or gmsh")
    mesh = next((el for el in reader.spec.meshes if el.name == name), None)
    if mesh is None:
        raise ValueError(f"mesh '{name}' not found")
    if len(mesh.usertet):
        if stated.get("dim", 3) != 3:
            raise ValueError(
                "flexcomp dim does not match mesh dimensionality: the mesh has tetrahedra, so dim is 3"
            )
        points = in_frame_of(mesh, np.array(mesh.usernode, float).reshape(-1, 3))
        shapes.check_count((len(points),))
        return Shape(points * said["scale"], np.array(mesh.usertet, int).reshape(-1, 4), None), 3
    if said["dim"] < 2:
        raise ValueError("dim must be at least 2 for a mesh")
    if solid and said["origin"] is None:
        raise ValueError("origin must be specified for mesh flexcomps if dim=3, a point inside of the mesh")
    points, elements = surface(f"'{name}'", *triangles_of(reader, flex, mesh))
    points = in_frame_of(mesh, points)
    if solid:
        points, elements = tetrahedra(points, elements, np.array(said["origin"], float))
    return Shape(points * said["scale"], elements, None), 3 if solid else 2


def triangles_of(reader: Any, flex: Any, mesh: Any) -> tuple[np.ndarray, np.ndarray]:
    """Return vertices and faces of a mesh element, and give the flex its texture coordinates."""
    if not mesh.file:
        texcoord, corners = np.array(mesh.usertexcoord, np.float32), np.array(mesh.userfacetexcoord, int)
        vert, face = (
            np.array(mesh.uservert, float).reshape(-1, 3),
            np.array(mesh.userface, int).reshape(-1, 3),
        )
    else:
        ending = posixpath.splitext(mesh.file)[1].lower()
        if ending not in MESH_READERS:
            raise ValueError(f"unknown or unsupported mesh file '{mesh.file}': OBJ, PLY and STL are read")
        content = read_asset(reader, mesh.file, reader.spec.compiler.meshdir)
        found = naming(mesh.file, mesh_reader(reader, ending), content)
        known = found.face_texcoord is not None and len(found.texcoord) and found.face_texcoord.min() >= 0
        texcoord = found.texcoord.reshape(-1) if known else np.zeros(0, np.float32)
        corners = found.face_texcoord.reshape(-1) if known else np.zeros(0, int)
        vert, face = found.vert, found.face.astype(int)
    if len(texcoord) and len(corners) == face.size:
        flex.texcoord, flex.elemtexcoord = texcoord, corners
    return vert, face


def in_frame_of(mesh: Any, points: np.ndarray) -> np.ndarray:
    """Return points of a mesh relative to its reference frame, scaled."""
    w, x, y, z = mesh.refquat
    return turned(points - mesh.refpos, (w, -x, -y, -z)) * mesh.scale


def naming(file: str, read: Callable[..., Any], *arguments: Any) -> Any:
    """Call a file reader, and add the file name to its errors."""
    try:
        return read(*arguments)
    except Error as error:
        raise Error(f"file '{file}': {error}") from None


def joined(points: np.ndarray, elements: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Merge coincident points, and renumber the elements."""
    _, first, number = unique_rows(points + 0.0)  # -0 equals 0
    order = np.argsort(first)
    return points[first[order]], np.argsort(order)[number.reshape(-1)][elements]


def tetrahedra(
    points: np.ndarray, triangles: np.ndarray, origin: np.ndarray
) -> tuple[np.ndarray, np.ndarray]:
    """Return tetrahedra from the origin (point 0) to each triangle whose inner side it sees.

    As in 3.5.0, triangles seen edge-on or from outside are left out.
    """
    sides = points.astype(float)[triangles] - origin
    seen = (sides[:, 0] * np.cross(sides[:, 1], sides[:, 2])).sum(axis=1) >= LEAST_DETERMINANT
    if not seen.any():
        raise ValueError("the origin sees no triangle of the mesh from inside: Point and element required")
    elements = np.concatenate([np.zeros((int(seen.sum()), 1), int), triangles[seen] + 1], axis=1)
    return np.concatenate([[origin], points]), elements


def direct(said: dict) -> Shape:
    """Return the listed points and elements, scaled."""
    points, elements = said["point"], said["element"]
    if not points or not elements:
        raise ValueError("type direct needs point and element")
    size = said["dim"] + 1
    table = np.array(points, float).reshape(-1, 3) * said["scale"]
    for i, number in enumerate(elements):
        if not 0 <= number < len(table):
            raise ValueError(f"element {i // size} has point id {number}, number of points is {len(table)}")
    return Shape(table, np.array(elements, int).reshape(-1, size), None)


def pairs(numbers: list) -> np.ndarray:
    """Return texture coordinates as an array (n, 2)."""
    if len(numbers) % 2:
        raise ValueError(f"texcoord has {len(numbers)} values, which must be a multiple of 2")
    return np.array(numbers, np.float32).reshape(-1, 2)


# ---- composite


def composite(reader: Any, node: Node, around: Any, default: Any) -> None:
    """Add a cable, the only type of composite."""
    said = values_of(node)
    joints = [inner for inner in node.children if inner.tag == "joint"]
    if len(joints) > 1:
        raise ValueError("a cable has one kind of joints: give one element joint")
    points = cable_points(
        said["count"], said["vertex"], said["curve"], said["size"], said["quat"], "count" in node.values
    )
    steps = np.diff(np.asarray(points, float).reshape(-1, 3), axis=0)
    if release_number(reader.spec.release) >= R4_0 and not np.abs(steps).max(axis=1, initial=0).all():
        raise ValueError("points of the cable coincide: give a curve and a size")
    cable = Cable(
        prefix=said["prefix"],
        initial=said["initial"],
        points=points,
        offset=np.array(said["offset"], float),
        default=default,
        place=node.position,
    )
    geom, skin = child(node, "geom"), child(node, "skin")
    plugin = child(node, "plugin")
    if plugin is not None and plugin.values.get("plugin") != CABLE_PLUGIN:
        raise ValueError(f"only the plugin {CABLE_PLUGIN} is supported by composite")
    bodies = add_cable(
        around,
        cable,
        put_joint=lambda joint: put_only(
            reader,
            joint,
            joints[0] if joints else None,
            leave=("kind", "type", "axis", "solreffix", "solimpfix"),
        ),
        put_geom=lambda target: put_only(reader, target, geom),
        put_site=lambda site: put_only(reader, site, child(node, "site")),
        put_skin=lambda target: put_only(reader, target, skin, ("material", "rgba", "group")),
        skin=values_of(skin) if skin else None,
    )
    give_plugin(reader, node, f"composite{cable.prefix}", bodies)


def give_plugin(reader: Any, node: Node, name: str, bodies: list) -> None:
    """Attach the plugin of a macro to its bodies: the named instance, or a new one."""
    plugin = child(node, "plugin")
    if plugin is None:
        return
    kind, instance = plugin.values.get("plugin", ""), plugin.values.get("instance", "")
    if not kind and not instance:
        raise ValueError("a plugin needs one of plugin, instance")
    if not instance:
        if not any(declared.plugin_name == kind for declared in reader.spec._elements["plugins"]):
            raise ValueError(f"unrecognized plugin '{kind}'; an element plugin in extension declares it")
        instance = name
        shared = reader.spec.add_plugin(name=name, plugin_name=kind, active=1)
        reader.record_position(shared, plugin)
        reader.read_configuration(shared, plugin)
    for body in bodies:
        body.plugin.__dict__.update(active=1, plugin_name=kind, name=instance)
        body.plugin.__dict__["_position"] = plugin.position


def read_asset(reader: Any, name: str, folder: str) -> bytes:
    """Return the content of a file named by a macro, in a folder of the compiler settings."""
    if reader.spec.strippath:
        name = posixpath.basename(name.replace("\\", "/"))
    return reader.sources.find(posixpath.join(folder, name))[1]


# The element attach


def attach_element(reader: Any, node: Any, around: Any) -> None:
    """Attach a copy of a body, a frame or all of another model, or of a part of this model.

    reader   the Reader of the text (read.py); node: the element; around: the body or frame that it stands in
    """
    values = node.values
    own = "model" not in values
    child = reader.spec if own else reader.parts.get(values["model"])
    if child is None and reader.problems:  # the problems may include the missing model
        return
    if child is None:
        reader.add_problem(
            node, f"could not find model '{values['model']}'", nearest(values["model"], list(reader.parts))
        )
        return
    kinds = [kind for kind in ("body", "frame") if values.get(kind)]
    if len(kinds) == 2 and own and values["body"] == values["frame"]:
        kinds = ["body"]  # as in 4.0.0
    if len(kinds) == 2:
        reader.add_problem(node, "only one of 'body' and 'frame' can be specified")
        return
    if own and not kinds:
        reader.add_problem(node, "either 'body' or 'frame' must be specified without 'model'")
        return
    part = None
    for kind in kinds:
        part = getattr(child, kind)(values[kind])
        if part is None:
            names = [known.name for known in getattr(child, GROUPS[kind])]
            reader.add_problem(
                node,
                f"could not find {kind} '{values[kind]}' in the model",
                nearest(values[kind], names),
            )
            return
    reader.expanded = True
    try:
        attach_part(reader.spec, child, around, part, values["prefix"])
    except Error as error:
        reader.add_problems_of(node, error)


def attach_part(spec: MjSpec, child: MjSpec, around: Any, part: Any, prefix: str) -> None:
    """Attach a copy of a part."""
    if child is spec:
        attach_own(spec, around, part, prefix)
        return
    resolve(child)  # once for all copies
    attach(spec, around, child, part, prefix, by_copy=True)
