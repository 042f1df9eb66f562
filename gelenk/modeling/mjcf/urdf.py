"""URDF reader: a link becomes a body, a joint MJCF joints; <mujoco> sets options.

Documents: Modeling / URDF extensions

Like MuJoCo 3.5.0, the reader ignores unknown elements (transmissions, tags of simulators). Defaults differ from
MJCF: angles are radians; fusestatic and discardvisual are on. The link named world is the world body. Before release
3.7, strippath is on, the rotation of inertias is ignored, and continuous joints may have limits.
Faults in features beyond 3.5.0 (mimic, meshes of packages), repeated elements and some missing attributes never prevent
loading: one warning of each kind lists what is left out or replaced by a default.
"""

from __future__ import annotations

import math
import os
import posixpath
from typing import TYPE_CHECKING, Any

from gelenk.algebra.orientation import OrientationError, zaxis_quat
from gelenk.algebra.vec import quat_to_mat
from gelenk.errors import Error, Problem, nearest, warn
from gelenk.modeling.mjcf.check import check
from gelenk.modeling.mjcf.file_sources import is_provided
from gelenk.modeling.mjcf.urdf_text import FOUR, ONE, THREE, UrdfText, put, rotated, stripped
from gelenk.modeling.mjcf.values import Wrong, read_reals
from gelenk.modeling.spec.spec import MjSpec
from gelenk.tables.enums import mjtEq, mjtGeom, mjtJoint, mjtLimited, mjtObj
from gelenk.tables.levels import release_number
from gelenk.tables.releases import R3_7
from gelenk.tables.schema import ROOT

if TYPE_CHECKING:
    from gelenk.modeling.mjcf.file_sources import Sources
    from gelenk.modeling.mjcf.parse import Node
    from gelenk.modeling.spec.element_classes import MjsBody, MjsGeom, MjsJoint

EXTENSIONS = ("compiler", "option", "size")
# (tag, attribute) of MJCF that are ignored in URDF, since 3.5.0 does not know them
BEYOND = {("option", "apirate"), ("flag", "passive")}
JOINTS = {
    "revolute": mjtJoint.mjJNT_HINGE,
    "continuous": mjtJoint.mjJNT_HINGE,
    "prismatic": mjtJoint.mjJNT_SLIDE,
    "spherical": mjtJoint.mjJNT_BALL,
    "floating": mjtJoint.mjJNT_FREE,
    "fixed": None,
    "planar": None,
}
SHAPES = ("box", "cylinder", "capsule", "sphere", "mesh")


def read_urdf(root: Any, sources: Sources, reader: Any) -> MjSpec:
    """Return the spec of a robot; `reader` is a new reader of MJCF, for the extension.

    Errors   Error with all problems of the text
    """
    spec = reader.spec
    spec.compiler.degree = 0
    spec.compiler.fusestatic = spec.compiler.discardvisual = 1
    spec.strippath = int(release_number(spec.release) < R3_7)
    extensions = [node for node in root.children if node.tag == "mujoco"]
    if len(extensions) > 1:
        raise Error("repeated element: 'mujoco'", extensions[1].where, "give it once")
    for node in extensions:
        reader.read_model(_extension(node))
        spec.compiler.degree = 0
    robot = Robot(spec, sources)
    reader.problems += robot.read(root)
    if reader.problems:
        raise Error(problems=reader.problems)
    for subject, places in robot.notes.items():
        warn(f"{subject}: {'; '.join(places)}")
    spec.modelname = root.attrs.get("name", spec.modelname)
    spec.__dict__["_sources"] = sources
    return spec


def _extension(node: Node) -> Any:
    """Check the extension: warn of ineffective sections, drop parts that 3.5.0 ignores."""
    known = ROOT.by_tag
    lost = [child.tag for child in node.children if child.tag in known and child.tag not in EXTENSIONS]
    if lost:
        warn(
            f"{node.where}: <{'>, <'.join(dict.fromkeys(lost))}> in the element mujoco of a URDF file has no effect; "
            f"allowed there: <{'>, <'.join(EXTENSIONS)}>"
        )
    node.children = [child for child in node.children if child.tag in EXTENSIONS]
    stack = [(child, known[child.tag]) for child in node.children]
    while stack:
        child, row = stack.pop()
        child.attrs = {
            name: text
            for name, text in child.attrs.items()
            if name in row.by_name and (row.tag, name) not in BEYOND
        }
        child.children = [inner for inner in child.children if inner.tag in row.by_tag]
        stack.extend((inner, row.by_tag[inner.tag]) for inner in child.children)
    return check(node, ROOT)


class Robot(UrdfText):
    """The links and joints of one robot while they are added to a spec."""

    def __init__(self, spec: MjSpec, sources: Sources) -> None:
        super().__init__()
        self.spec, self.sources = spec, sources
        self.corrected = release_number(spec.release) >= R3_7  # of rotated inertias and unlimited joints
        self.links: dict = {}  # name -> node
        self.joint_to: dict = {}  # name of a link -> joint to its parent
        self.below: dict = {}  # name of a link -> names of its child links
        self.colors: dict = {}  # name of a material -> rgba of its first definition
        self.color_nodes: dict = {}  # id of a node <material> -> rgba of its own definition
        self.bodies: dict = {}
        self.meshes: dict = {}  # (file, scale) -> name
        self.files: dict = {}  # name in the text -> file for the compiler
        self.names: dict = {}  # kind -> names in use
        self.searched: set = set()  # names of meshes found in a package, with their folders

    # ---- structure

    def read(self, root: Any) -> list[Problem]:
        """Read the robot, and return the problems."""
        self.define_materials(root)
        for node in root.children:
            if node.tag == "link":
                self.add_link(node)
        joints = [node for node in root.children if node.tag == "joint"]
        for node in joints:
            self.connect(node)
        if not self.problems:
            self.create_bodies()
        if not self.problems:
            for node in joints:
                self.add_mimic(node)
            self.keep_folders()
        return self.problems

    def add_link(self, node: Node) -> None:
        name = self.required_name(node)
        if name in self.links:
            self.report(node, f"repeated URDF name: '{name}'", f"the first is at {self.links[name].where}")
        elif name is not None:
            self.links[name] = node

    def connect(self, node: Node) -> None:
        """Register a joint between two links."""
        if self.required_name(node) is None:
            return
        ends = []
        for tag in ("parent", "child"):
            end = self.first_child(node, tag, True)
            link = end.attrs.get("link") if end is not None else None
            if end is not None and link is None:
                self.report(end, "required attribute missing: 'link'")
            elif link is not None and link not in self.links:
                hint = nearest(link, list(self.links))
                self.report(node, f"URDF joint parent or child missing: there is no link '{link}'", hint)
                link = None
            ends.append(link)
        parent, child = ends
        if node.attrs.get("type") not in JOINTS:
            given = node.attrs.get("type")
            self.report(
                node,
                f"invalid joint type in URDF joint definition: '{given}'",
                f"it is one of {', '.join(JOINTS)}",
            )
        if parent is None or child is None:
            return
        if child in self.joint_to:
            first = self.joint_to[child].where
            self.report(node, f"URDF body has multiple parents: '{child}'", f"the first is given at {first}")
        else:
            self.joint_to[child] = node
            self.below.setdefault(parent, []).append(child)

    def create_bodies(self) -> None:
        """Create the bodies from the roots outward, then fill them in the order of the text."""
        stack = [(name, None) for name in reversed(self.links) if name not in self.joint_to]
        while stack:
            name, parent = stack.pop()
            self.bodies[name] = self.add_body(name, parent)
            stack.extend((child, name) for child in reversed(self.below.get(name, ())))
        lost = [name for name in self.links if name not in self.bodies]
        if lost:
            node = self.links[lost[0]]
            self.report(
                node, f"URDF body not found: '{lost[0]}' is part of a loop of joints", "links form a tree"
            )
        for name in self.links:  # in the order of the text, which determines the order and names of meshes
            if name in self.bodies:
                self.fill_body(self.bodies[name], self.links[name])

    # ---- bodies

    def add_body(self, name: str, parent: Any) -> MjsBody:
        """Add the body of a link with its joint, but without inertia and shapes."""
        node = self.links[name]
        joint = self.joint_to.get(name)
        around = self.spec.worldbody if parent is None else self.bodies[parent]
        body = self.spec.worldbody if name == "world" else around.add_body(name=name)
        self.record_position(body, node)
        if joint is not None:
            pos, quat = self.read_origin(joint)
            put(body, pos=pos, quat=quat)
            self.add_joints(body, joint)
        return body

    def fill_body(self, body: MjsBody, node: Node) -> None:
        """Add the inertia and shapes of a link."""
        inertial = self.first_child(node, "inertial")
        if inertial is not None:
            self.set_inertia(body, inertial)
        rgba = None  # of the last material, which 3.5.0 applies to later shapes without one
        for child in node.children:
            if child.tag in ("visual", "collision"):
                material = self.first_child(child, "material") if child.tag == "visual" else None
                rgba = (self.color_of(material) if material is not None else None) or rgba
                self.add_geom(body, child, rgba)

    def unique_name(self, kind: Any, name: str | None) -> str:
        """Return the name, or "" if it is taken, since URDF shapes may share names."""
        taken = self.names.setdefault(kind, set())
        if not name or name in taken:
            return ""
        taken.add(name)
        return name

    def set_inertia(self, body: MjsBody, node: Node) -> None:
        """Store mass and inertia; before release 3.7, the rotation of the inertia is ignored.

        A zero matrix, which converters write for frames and tools, counts as no inertia rather than as an invalid one.
        """
        mass, inertia = self.first_child(node, "mass", True), self.first_child(node, "inertia", True)
        if mass is None or inertia is None:
            return
        pos, quat = self.read_origin(node)
        body.mass, body.explicitinertial = self.read_number(mass, "value"), 1
        put(body, ipos=pos)
        matrix = [self.read_number(inertia, axes) for axes in ("ixx", "iyy", "izz")]
        for axes in ("ixy", "ixz", "iyz"):
            matrix += self.read_optional(inertia, axes, (0.0,), "it is read as 0") or (0.0,)
        if not any(matrix):
            put(body, iquat=quat)
            return
        if abs(quat[0]) < 1 - 1e-12 and self.corrected:
            matrix = list(rotated(matrix, quat))
        elif abs(quat[0]) < 1 - 1e-12:
            text = "rpy of <inertial> is left out, as in 3.5.0: the inertia counts in the axes of the link"
            self.note(text, body.name)
        put(body, fullinertia=matrix)

    # ---- joints

    def add_joints(self, body: MjsBody, node: Node) -> None:
        """Add the MJCF joints of a URDF joint: none, one, or the three of a planar joint."""
        kind, name = node.attrs["type"], node.attrs["name"]
        if kind == "fixed":
            return
        axis = self.first_child(node, "axis")
        if axis is None:
            axis = (1.0, 0.0, 0.0)
        else:
            axis = self.read_optional(axis, "xyz", (1.0, 0.0, 0.0), "it is read as 1 0 0")
        if axis is None:
            return
        if kind != "planar":
            self.add_joint(body, node, JOINTS[kind], name, axis)
            return
        try:
            turn = quat_to_mat(zaxis_quat(tuple(axis)))
        except OrientationError:
            self.report(node, "axis too small in joint", "the axis of a plane is its normal")
            return
        for suffix, member, column in (
            ("TX", mjtJoint.mjJNT_SLIDE, 0),
            ("TY", mjtJoint.mjJNT_SLIDE, 1),
            ("RZ", mjtJoint.mjJNT_HINGE, 2),
        ):
            along = turn[column::3] if column < 2 else axis
            self.add_joint(body, node, member, f"{name}_{suffix}", along, suffix == "TX")

    def add_joint(
        self, body: MjsBody, node: Node, kind: Any, name: str, axis: Any, limits: bool = True
    ) -> None:
        joint = body.add_joint(name=name, type=kind)
        put(joint, axis=axis)
        self.record_position(joint, node)
        dynamics, limit = self.first_child(node, "dynamics"), self.first_child(node, "limit")
        if dynamics is not None:
            joint.damping = self.read_number(dynamics, "damping", 0.0, False)
            joint.frictionloss = self.read_number(dynamics, "friction", 0.0, False)
        if limit is not None and limits:
            self.set_limits(joint, limit)
        if self.corrected and node.attrs["type"] == "continuous":
            put(joint, range=(0.0, 0.0))
            joint.limited = mjtLimited.mjLIMITED_FALSE

    def set_limits(self, joint: MjsJoint, limit: Node) -> None:
        """Store the range (if both ends are given and lower < upper) and the effort (if positive)."""
        low, high, effort = (self.read_number(limit, n, 0.0, False) for n in ("lower", "upper", "effort"))
        effort = abs(effort)
        put(joint, range=(low, high))
        both = self.is_given(limit, "lower") and self.is_given(limit, "upper")
        is_free = joint.type == mjtJoint.mjJNT_FREE
        is_ball = joint.type == mjtJoint.mjJNT_BALL
        if is_ball and both and low < high and low != 0.0:
            self.note("limits of spherical joints are left out where lower is not 0", joint.name)
            both = False
        if is_free or not (both and low < high):
            joint.limited = mjtLimited.mjLIMITED_FALSE
        if effort > 0.0:
            put(joint, actfrcrange=(-effort, effort))
            joint.actfrclimited = (
                mjtLimited.mjLIMITED_FALSE if is_ball or is_free else mjtLimited.mjLIMITED_TRUE
            )

    def add_mimic(self, node: Node) -> None:
        """Add an equality for a joint that follows another: q = offset + multiplier * q_leader.

        3.5.0 ignores mimic, so an invalid one is left out, with a warning.
        """
        mimic = self.first_child(node, "mimic")
        if mimic is None:
            return
        follower, leader = node.attrs["name"], mimic.attrs.get("joint", "")
        kinds = {joint.name: joint.type for joint in self.spec.joints}
        reason = ""
        for name in (leader, follower):
            if not name:
                reason = "a joint without a name"
            elif name not in kinds:
                reason = f"no joint '{name}' that moves"
            elif kinds[name] not in (mjtJoint.mjJNT_HINGE, mjtJoint.mjJNT_SLIDE):
                reason = f"'{name}' is neither a hinge nor a slide"
            if reason:
                break
        if not reason and leader == follower:
            reason = "the two joints are one"
        factors: list[float] = []
        for name, default in (("offset", 0.0), ("multiplier", 1.0)):
            try:
                found = (
                    read_reals(mimic.attrs.get(name, ""), ONE) if self.is_given(mimic, name) else [default]
                )
            except Wrong:
                found = None
            if not found or not math.isfinite(found[0]):
                reason = reason or f"'{name}' is not a finite number"
            factors += found or ()
        if reason:
            self.note(
                "mimic is left out, so that the joint moves by itself",
                f"'{follower}' follows '{leader}': {reason}, at {mimic.where}",
            )
            return
        equality = self.spec.add_equality(
            type=mjtEq.mjEQ_JOINT, objtype=mjtObj.mjOBJ_JOINT, name1=follower, name2=leader
        )
        equality.data[:5] = *factors, 0.0, 0.0, 0.0
        self.record_position(equality, mimic)

    # ---- geometry

    def define_materials(self, root: Node) -> None:
        """Read the colors of all named materials; the first of one name counts, as in 3.5.0."""
        stack = [root]
        while stack:
            node = stack.pop()
            stack += reversed(node.children)
            name = node.attrs.get("name")
            if node.tag != "material" or name is None:
                continue
            color = self.first_child(node, "color")
            rgba = None if color is None else self.read_numbers(color, "rgba", FOUR, None, False)
            self.color_nodes[id(node)] = rgba
            if rgba is not None and self.colors.setdefault(name, rgba) != rgba:
                self.note("materials of one name and several colors: the first counts elsewhere", f"'{name}'")

    def color_of(self, node: Node) -> Any:
        """Return the color of a shape's material: its own or that of its name, or None."""
        name = node.attrs.get("name")
        if name is None:
            color = self.first_child(node, "color")
            self.note(
                "<material> has no name, which 3.5.0 refuses: its color is used for this shape", node.where
            )
            return None if color is None else self.read_numbers(color, "rgba", FOUR, None, False)
        return self.color_nodes[id(node)] or self.colors.get(name)

    def add_geom(self, body: MjsBody, node: Node, rgba: Any) -> None:
        """Add a visual or collision shape."""
        seen = node.tag == "visual"
        if seen and self.spec.compiler.discardvisual:
            return
        geometry = self.first_child(node, "geometry", True)
        if geometry is None:
            return
        shape = next((child for child in geometry.children if child.tag in SHAPES), None)
        if shape is None:
            hint = f"it is one of {', '.join(SHAPES)}"
            self.report(geometry, "visual geometry specification not found", hint)
            return
        pos, quat = self.read_origin(node)
        geom = body.add_geom(name=self.unique_name("geom", node.attrs.get("name")))
        put(geom, pos=pos, quat=quat)
        self.record_position(geom, node)
        self.set_shape(geom, shape)
        if seen:
            geom.contype = geom.conaffinity = 0
            geom.group, geom.density = 1, 0
        if rgba is not None and rgba[0] >= 0.0:
            put(geom, rgba=rgba)

    def set_shape(self, geom: MjsGeom, node: Node) -> None:
        tag = node.tag
        if tag == "mesh":
            geom.type, geom.meshname = mjtGeom.mjGEOM_MESH, self.add_mesh(node)
        elif tag == "box":
            size = self.read_numbers(node, "size", THREE)
            geom.type = mjtGeom.mjGEOM_BOX
            put(geom, size=[s / 2 for s in size or (0.0,) * 3])
        elif tag == "sphere":
            geom.type = mjtGeom.mjGEOM_SPHERE
            put(geom, size=(self.read_number(node, "radius"),))
        else:
            geom.type = mjtGeom.mjGEOM_CYLINDER if tag == "cylinder" else mjtGeom.mjGEOM_CAPSULE
            put(geom, size=(self.read_number(node, "radius"), self.read_number(node, "length") / 2))

    def add_mesh(self, node: Node) -> str:
        """Return the name of the mesh with a file and scale; a new mesh is added."""
        file = node.attrs.get("filename")
        if not file:
            self.report(node, "required attribute missing: 'filename'")
            return ""
        scale = tuple(self.read_numbers(node, "scale", THREE, (1.0, 1.0, 1.0)) or (1.0,) * 3)
        if file not in self.files:
            self.files[file] = self.resolve_file(file)
        found = self.files[file]
        key = found if found != file or not self.spec.strippath else stripped(file), scale
        if key not in self.meshes:
            stem = posixpath.splitext(stripped(file))[0]
            taken = set(self.meshes.values())
            name = next(
                name for name in (f"{stem}{i or ''}" for i in range(len(taken) + 1)) if name not in taken
            )
            self.record_position(self.spec.add_mesh(name=name, file=found, scale=scale), node)
            if found != file:
                self.searched.add(name)
            self.meshes[key] = name
        return self.meshes[key]

    def keep_folders(self) -> None:
        """Turn strippath off if packages contain meshes, after stripping the other meshes' paths."""
        if self.searched and self.spec.strippath:
            for mesh in self.spec.meshes:
                if mesh.name not in self.searched:
                    mesh.file = stripped(mesh.file)
            self.spec.strippath = 0

    def resolve_file(self, name: str) -> str:
        """Return the file that a name in URDF refers to, in the form that the compiler looks up.

        package://robot/meshes/arm.stl is arm.stl in meshdir with strippath, as in 3.5.0. If that file does not exist,
        it is the first existing one of meshes/arm.stl and robot/meshes/arm.stl, beside the text or in a folder above
        it.
        """
        for scheme in ("package://", "model://", "file://"):
            if name.startswith(scheme):
                break
        else:
            return name
        folder = self.spec.compiler.meshdir
        if self.is_there(posixpath.join(folder, stripped(name) if self.spec.strippath else name)):
            return name
        path = name[len(scheme) :]
        for place in [path] if posixpath.isabs(path) else [path.partition("/")[2], path]:
            for up in range(6):
                found = posixpath.join(*[".."] * up, place)
                if place and self.is_there(found):
                    return self.from_folder(folder, found)
        return name

    def from_folder(self, folder: str, path: str) -> str:
        """Convert a path relative to the text to one relative to `folder` (relative or absolute)."""
        if not folder or posixpath.isabs(path):
            return path
        if posixpath.isabs(folder):
            return os.path.abspath(os.path.join(self.sources.folder, path))
        root = "/_" * 50  # placeholder for the folder of the text, deeper than any path climbs
        return posixpath.relpath(posixpath.join(root, path), posixpath.join(root, folder))

    def is_there(self, name: str) -> bool:
        if not is_provided(name):
            return self.sources.is_readable(name)
        try:
            self.sources.find(name)
        except Error:
            return False
        return True
