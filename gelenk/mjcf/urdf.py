"""URDF to spec: links become bodies, joints joints, and the extension <mujoco> sets options.

Documents: Modeling / URDF extensions

As 3.5.0, this reads what it knows and passes over the rest (transmissions, tags of simulators). Defaults differ from
MJCF: angles are radians, fusestatic, discardvisual and strippath are on. The link called world is the world.
"""

from __future__ import annotations

import math
import posixpath
from typing import TYPE_CHECKING, Any

from gelenk.algebra.orientation import OrientationError, euler_quat, zaxis_quat
from gelenk.algebra.vec import quat_to_mat
from gelenk.errors import Error, Problem, nearest
from gelenk.mjcf.check import check, described, warn
from gelenk.mjcf.parse import blame
from gelenk.mjcf.values import Wrong, read_reals
from gelenk.spec.spec import MjSpec
from gelenk.tables.enums import mjtEq, mjtGeom, mjtJoint, mjtLimited, mjtObj
from gelenk.tables.rows import real
from gelenk.tables.schema import ROOT

if TYPE_CHECKING:
    from gelenk.mjcf.parse import Node
    from gelenk.mjcf.sources import Sources
    from gelenk.spec.elements import MjsBody, MjsGeom

EXTENSIONS = ("compiler", "option", "size", "visual", "statistic")
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
ONE, THREE, FOUR = real(1), real(3), real(4)


def read_urdf(root: Any, sources: Sources, reader: Any) -> MjSpec:
    """The spec of a robot; `reader` is a fresh reader of MJCF, for the extension.

    Errors   Error with all problems of the text
    """
    spec = reader.spec
    spec.compiler.degree = 0
    spec.compiler.fusestatic = spec.compiler.discardvisual = 1
    spec.strippath = 1
    extensions = [node for node in root.children if node.tag == "mujoco"]
    if len(extensions) > 1:
        raise Error("repeated element: 'mujoco'", extensions[1].where, "it may be there once")
    for node in extensions:
        reader.model(_extension(node))
        spec.compiler.degree = 0
    robot = Robot(spec, sources)
    reader.problems += robot.read(root)
    if robot.turned:
        links = ", ".join(robot.turned[:5]) + (", ..." if len(robot.turned) > 5 else "")
        warn(
            f"rpy of <inertial> is left out, as in 3.5.0: the inertia of {links} counts in the axes of the link"
        )
    if reader.problems:
        raise Error(problems=reader.problems)
    spec.modelname = root.attrs.get("name") or spec.modelname
    spec.__dict__["_sources"] = sources
    return spec


def _extension(node: Node) -> Any:
    """The extension with what MJCF knows of it: as documented, the rest is passed over."""
    known = ROOT.by_tag
    node.children = [child for child in node.children if child.tag in EXTENSIONS]
    stack = [(child, known[child.tag]) for child in node.children]
    while stack:
        child, row = stack.pop()
        child.attrs = {name: text for name, text in child.attrs.items() if name in row.by_name}
        child.children = [inner for inner in child.children if inner.tag in row.by_tag]
        stack.extend((inner, row.by_tag[inner.tag]) for inner in child.children)
    return check(node, ROOT)


class Robot:
    """The links and joints of one robot, on their way into a spec."""

    def __init__(self, spec: MjSpec, sources: Sources) -> None:
        self.spec, self.sources = spec, sources
        self.problems: list[Problem] = []
        self.links: dict = {}  # name -> node
        self.joint_to: dict = {}  # name of a link -> the joint that it hangs on
        self.below: dict = {}  # name of a link -> joints that hang on it
        self.colors: dict = {}  # name of a material -> rgba
        self.bodies: dict = {}
        self.meshes: dict = {}  # (file, scale) -> name
        self.names: dict = {}  # kind -> names that are taken
        self.turned: list = []  # links whose inertia has a rotation of its own

    def problem(self, node: Node, message: str, hint: str = "") -> None:
        self.problems.append(blame(node, f"{message}, in {described(node)}", hint))

    # ---- the text

    def numbers(self, node: Node, name: str, kind: Any, default: Any = None) -> Any:
        """The numbers of an attribute; None after a problem, or where it is required and missing."""
        text = node.attrs.get(name)
        if text is None or not text.strip():
            if default is None:
                self.problem(node, f"required attribute missing: '{name}'")
            return default
        try:
            found = read_reals(text, kind)
        except Wrong as wrong:
            self.problem(node, f"attribute '{name}' {wrong.args[0]}", wrong.args[1])
            return None
        if found is None or not all(map(math.isfinite, found)):
            self.problem(node, f"attribute '{name}' must be finite numbers")
            return None
        return found

    def number(self, node: Node, name: str, default: Any = None) -> float:
        found = self.numbers(node, name, ONE, None if default is None else (default,))
        return found[0] if found else 0.0

    def child(self, node: Node, tag: str, required: bool = False) -> Any:
        found = next((child for child in node.children if child.tag == tag), None)
        if found is None and required:
            self.problem(node, f"missing element: '{tag}'")
        return found

    def named(self, node: Node) -> str:
        name = node.attrs.get("name", "")
        if not name:
            self.problem(node, "required attribute missing: 'name'")
        return name

    def origin(self, node: Node) -> Any:
        """(position, quaternion) of the child <origin>."""
        origin = self.child(node, "origin")
        if origin is None:
            return (0.0, 0.0, 0.0), (1.0, 0.0, 0.0, 0.0)
        pos = self.numbers(origin, "xyz", THREE, (0.0, 0.0, 0.0))
        angles = self.numbers(origin, "rpy", THREE, (0.0, 0.0, 0.0))
        return tuple(pos or (0.0,) * 3), euler_quat(tuple(angles or (0.0,) * 3), "XYZ")

    # ---- structure

    def read(self, root: Any) -> list[Problem]:
        """Everything; returns the problems."""
        for node in root.children:
            if node.tag == "material":
                self.material(node)
            elif node.tag == "link":
                self.add_link(node)
        joints = [node for node in root.children if node.tag == "joint"]
        for node in joints:
            self.connect(node)
        if not self.problems:
            self.grow()
        if not self.problems:
            for node in joints:
                self.mimic(node)
        return self.problems

    def add_link(self, node: Node) -> None:
        name = self.named(node)
        if name in self.links:
            self.problem(node, f"repeated URDF name: '{name}'", f"the first is at {self.links[name].where}")
        elif name:
            self.links[name] = node

    def connect(self, node: Node) -> None:
        """Enter a joint between two links."""
        if not self.named(node):
            return
        ends = []
        for tag in ("parent", "child"):
            end = self.child(node, tag, True)
            link = end.attrs.get("link") if end is not None else None
            if end is not None and not link:
                self.problem(end, "required attribute missing: 'link'")
            elif link is not None and link not in self.links:
                hint = nearest(link, list(self.links))
                self.problem(node, f"URDF joint parent or child missing: there is no link '{link}'", hint)
                link = None
            ends.append(link)
        parent, child = ends
        if node.attrs.get("type") not in JOINTS:
            given = node.attrs.get("type")
            self.problem(
                node,
                f"invalid joint type in URDF joint definition: '{given}'",
                f"it is one of {', '.join(JOINTS)}",
            )
        if not (parent and child):
            return
        if child in self.joint_to:
            first = self.joint_to[child].where
            self.problem(node, f"URDF body has multiple parents: '{child}'", f"the first is given at {first}")
        else:
            self.joint_to[child] = node
            self.below.setdefault(parent, []).append(child)

    def grow(self) -> None:
        """Make the bodies, from the links without parents outwards."""
        stack = [(name, None) for name in reversed(self.links) if name not in self.joint_to]
        while stack:
            name, parent = stack.pop()
            self.bodies[name] = self.body(name, parent)
            stack.extend((child, name) for child in reversed(self.below.get(name, ())))
        lost = [name for name in self.links if name not in self.bodies]
        if lost:
            node = self.links[lost[0]]
            self.problem(
                node, f"URDF body not found: '{lost[0]}' is part of a loop of joints", "links form a tree"
            )

    # ---- bodies

    def body(self, name: str, parent: Any) -> MjsBody:
        node = self.links[name]
        joint = self.joint_to.get(name)
        around = self.spec.worldbody if parent is None else self.bodies[parent]
        if name == "world" and parent is None:
            body = self.spec.worldbody
        else:
            body = around.add_body(name=name)
        self.place(body, node)
        if joint is not None:
            body.pos[:], body.quat[:] = self.origin(joint)
            self.joint(body, joint)
        inertial = self.child(node, "inertial")
        if inertial is not None and body is not self.spec.worldbody:
            self.inertial(body, inertial)
        rgba = None  # of the last material: as in 3.5.0, shapes after it that have none take it too
        for child in node.children:
            if child.tag in ("visual", "collision"):
                material = self.child(child, "material")
                rgba = (self.material(material) if material is not None else None) or rgba
                self.geom(body, child, rgba)
        return body

    def place(self, element: Any, node: Node) -> None:
        element.__dict__["_position"] = node.position
        element.__dict__["info"] = f"line {node.line}"

    def unique(self, kind: Any, name: str | None) -> str:
        """The name, or, since names of shapes need not differ in URDF, none if it is taken."""
        taken = self.names.setdefault(kind, set())
        if not name or name in taken:
            return ""
        taken.add(name)
        return name

    def inertial(self, body: MjsBody, node: Node) -> None:
        """Mass and inertia. The inertia counts in the axes of the link: its own rotation is left out, as in 3.5.0."""
        mass, inertia = self.child(node, "mass", True), self.child(node, "inertia", True)
        if mass is None or inertia is None:
            return
        pos, quat = self.origin(node)
        if abs(quat[0]) < 1 - 1e-12:
            self.turned.append(body.name)
        body.mass, body.ipos, body.explicitinertial = self.number(mass, "value"), pos, 1
        body.fullinertia = [
            self.number(inertia, "i" + axes, 0.0 if axes[0] != axes[1] else None)
            for axes in ("xx", "yy", "zz", "xy", "xz", "yz")
        ]

    # ---- joints

    def joint(self, body: MjsBody, node: Node) -> None:
        """The joints that one joint of URDF becomes: none, one, or the three of a plane."""
        kind, name = node.attrs["type"], node.attrs["name"]
        if kind == "fixed":
            return
        axis = self.child(node, "axis")
        axis = (1.0, 0.0, 0.0) if axis is None else self.numbers(axis, "xyz", THREE, (1.0, 0.0, 0.0))
        if axis is None:
            return
        if kind != "planar":
            self.add_joint(body, node, JOINTS[kind], name, axis)
            return
        try:
            turn = quat_to_mat(zaxis_quat(tuple(axis)))
        except OrientationError:
            self.problem(node, "axis too small in joint", "the axis of a plane is its normal")
            return
        for suffix, member, column in (
            ("TX", mjtJoint.mjJNT_SLIDE, 0),
            ("TY", mjtJoint.mjJNT_SLIDE, 1),
            ("RZ", mjtJoint.mjJNT_HINGE, 2),
        ):
            self.add_joint(body, node, member, f"{name}_{suffix}", turn[column::3], suffix == "TX")

    def add_joint(
        self, body: MjsBody, node: Node, kind: Any, name: str, axis: Any, limits: bool = True
    ) -> None:
        joint = body.add_joint(name=name, type=kind, axis=axis)
        self.place(joint, node)
        dynamics, limit = self.child(node, "dynamics"), self.child(node, "limit")
        if kind == mjtJoint.mjJNT_FREE:
            return
        if dynamics is not None:
            joint.damping = self.number(dynamics, "damping", 0.0)
            joint.frictionloss = self.number(dynamics, "friction", 0.0)
        if limit is None or not limits or kind == mjtJoint.mjJNT_BALL:
            return
        low, high = self.number(limit, "lower", 0.0), self.number(limit, "upper", 0.0)
        effort = abs(self.number(limit, "effort", 0.0))
        joint.range[:] = low, high
        if low >= high:
            joint.limited = mjtLimited.mjLIMITED_FALSE
        if effort > 0.0:
            joint.actfrcrange[:] = -effort, effort
            joint.actfrclimited = mjtLimited.mjLIMITED_TRUE

    def mimic(self, node: Node) -> None:
        """A joint that follows another is an equality: position = offset + multiplier times the other's."""
        mimic = self.child(node, "mimic")
        if mimic is None:
            return
        leader = mimic.attrs.get("joint")
        if not leader:
            self.problem(mimic, "required attribute missing: 'joint'")
            return
        known = [joint.name for joint in self.spec.joints]
        for name in (leader, node.attrs["name"]):
            if name not in known:
                self.problem(mimic, f"joint '{name}' not found", nearest(name, known))
                return
        equality = self.spec.add_equality(
            type=mjtEq.mjEQ_JOINT, objtype=mjtObj.mjOBJ_JOINT, name1=node.attrs["name"], name2=leader
        )
        equality.data[:5] = (
            self.number(mimic, "offset", 0.0),
            self.number(mimic, "multiplier", 1.0),
            0.0,
            0.0,
            0.0,
        )
        self.place(equality, mimic)

    # ---- geometry

    def material(self, node: Node) -> Any:
        """The colour of a material, kept by name; None where it has none."""
        color = self.child(node, "color")
        name = node.attrs.get("name")
        rgba = None if color is None else self.numbers(color, "rgba", FOUR)
        if rgba is not None and name:
            self.colors[name] = rgba
        return rgba or self.colors.get(name)

    def geom(self, body: MjsBody, node: Node, rgba: Any) -> None:
        """A shape that is seen (visual) or touched (collision)."""
        seen = node.tag == "visual"
        if seen and self.spec.compiler.discardvisual:
            return
        geometry = self.child(node, "geometry", True)
        if geometry is None:
            return
        shape = next((child for child in geometry.children if child.tag in SHAPES), None)
        if shape is None:
            hint = f"it is one of {', '.join(SHAPES)}"
            self.problem(geometry, "visual geometry specification not found", hint)
            return
        pos, quat = self.origin(node)
        geom = body.add_geom(name=self.unique("geom", node.attrs.get("name")), pos=pos, quat=quat)
        self.place(geom, node)
        self.shape(geom, shape)
        if seen:
            geom.contype = geom.conaffinity = 0
            geom.group, geom.density = 1, 0
        if rgba is not None:
            geom.rgba[:] = rgba

    def shape(self, geom: MjsGeom, node: Node) -> None:
        tag = node.tag
        if tag == "mesh":
            geom.type, geom.meshname = mjtGeom.mjGEOM_MESH, self.mesh(node)
        elif tag == "box":
            size = self.numbers(node, "size", THREE)
            geom.type, geom.size = mjtGeom.mjGEOM_BOX, [s / 2 for s in size or (0.0,) * 3]
        elif tag == "sphere":
            geom.type, geom.size[0] = mjtGeom.mjGEOM_SPHERE, self.number(node, "radius")
        else:
            geom.type = mjtGeom.mjGEOM_CYLINDER if tag == "cylinder" else mjtGeom.mjGEOM_CAPSULE
            geom.size[:2] = self.number(node, "radius"), self.number(node, "length") / 2

    def mesh(self, node: Node) -> str:
        """The name of the mesh of a file and scale, which is added when it is new."""
        file = node.attrs.get("filename")
        if not file:
            self.problem(node, "required attribute missing: 'filename'")
            return ""
        scale = tuple(self.numbers(node, "scale", THREE, (1.0, 1.0, 1.0)) or (1.0,) * 3)
        if (file, scale) not in self.meshes:
            stem = posixpath.splitext(posixpath.basename(file.replace("\\", "/")))[0]
            taken = set(self.meshes.values())
            name = next(
                name for name in (f"{stem}{i or ''}" for i in range(len(taken) + 1)) if name not in taken
            )
            mesh = self.spec.add_mesh(name=name, file=self.file(file), scale=scale)
            self.place(mesh, node)
            self.meshes[file, scale] = name
        return self.meshes[file, scale]

    def file(self, name: str) -> str:
        """The file that a name in URDF stands for, as the compiler looks for it.

        package://robot/meshes/arm.stl: with strippath arm.stl in meshdir, as 3.5.0 has it. Where that is not there,
        the first of meshes/arm.stl and robot/meshes/arm.stl that is, beside the text or in a folder above it.
        """
        for scheme in ("package://", "model://", "file://"):
            if name.startswith(scheme):
                break
        else:
            return name
        folder = self.spec.compiler.meshdir
        plain = posixpath.basename(name) if self.spec.strippath else name
        if self.is_there(posixpath.join(folder, plain)):
            return name
        path = name[len(scheme) :]
        inner = path.partition("/")[2]
        for place in [inner, path]:
            for up in range(6):
                found = posixpath.join(*[".."] * up, place) if up else place
                if place and self.is_there(found):
                    if not folder and posixpath.basename(found) == found:
                        return found
                    self.spec.strippath = 0
                    return posixpath.relpath(found, folder) if folder else found
        return name

    def is_there(self, name: str) -> bool:
        try:
            self.sources.find(name)
        except Error:
            return False
        return True
