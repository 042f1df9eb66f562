"""The model under construction: ordered elements, their ids and names, and the arrays filled so far.

Documents: Modeling / Model elements

The passes of `compile.py` share one `Build`. Each reads spec elements from its lists, resolves references
with `lookup`, and stores model fields with `put`. The spec itself is left as the user wrote it, except for
the `id` of each element.
"""

from __future__ import annotations

from typing import Any, NoReturn

from gelenk.algebra.vec import Quat, Vec3
from gelenk.errors import Error, nearest
from gelenk.modeling.compiler.element_frames import IDENTITY, ORIGIN
from gelenk.modeling.mjcf.file_sources import Assets, Sources, Stamp
from gelenk.modeling.spec.element_classes import KINDS as LISTED
from gelenk.tables.enums import mjtObj
from gelenk.tables.object_types import KINDS

# what messages call an object of each type; the frame of a body is its body to the reader
KIND = {kind.type: kind.name for kind in KINDS} | {mjtObj.mjOBJ_XBODY: "body"}


NOBODY: dict[str, int] = {}  # ids by name where nothing is registered


class Part:
    """An element as the compiler changes it, with its pose in the body that it ends up in.

    el          the spec element, which keeps what the user wrote
    body        the Body that it belongs to (the parent of a body); None for the world
    pos, quat   pose in the frame of that body, element frames included
    """

    type: int  # geoms and sites
    size: Vec3
    aabb: tuple  # geoms: box around it in its own frame, and radius of the ball around its center
    rbound: float
    dataid: int = -1  # geoms: mesh or height field
    mass: float  # geoms, and inertia about the centre along the geom's axes
    inertia: Vec3
    fluid: tuple
    mesh: Any = None  # the Mesh that a geom shows
    axis: Vec3  # joints
    dir: Vec3  # lights

    def __init__(self, el: Any, body: Any, pos: Vec3 = ORIGIN, quat: Quat = IDENTITY) -> None:
        self.el = el
        self.body = body
        self.pos = pos
        self.quat = quat


class Body(Part):
    """A body with what hangs on it, and its inertial frame: pose ipos, iquat in the body, mass, inertia."""

    def __init__(self, el: Any, body: Any, pos: Vec3 = ORIGIN, quat: Quat = IDENTITY) -> None:
        super().__init__(el, body, pos, quat)
        self.children: list[Body] = []
        self.joints: list[Part] = []
        self.geoms: list[Part] = []
        self.sites: list[Part] = []
        self.cameras: list[Part] = []
        self.lights: list[Part] = []
        self.mass = 0.0
        self.inertia: Vec3 = ORIGIN
        self.ipos: Vec3 = ORIGIN
        self.iquat: Quat = IDENTITY
        self.stated = (pos, quat)  # pose without element frames
        self.has_inertial = False
        self.id = 0

    def elements(self) -> list[Part]:
        """Everything that moves with the body except its joints and children."""
        return self.geoms + self.sites + self.cameras + self.lights


class Arrays(dict[str, Any]):
    """Model field -> its values so far; what no pass has filled has none: passes leave out kinds without elements."""

    def __missing__(self, name: str) -> tuple[()]:
        return ()


class Sizes(dict[str, int]):
    """Name of a size -> its value; 0 where no pass has said anything."""

    def __missing__(self, name: str) -> int:
        return 0


class Kinds(dict[int, list[Any]]):
    """Object type -> one entry for each element of it; an empty list where no pass has registered any."""

    def __missing__(self, key: int) -> list[Any]:
        return []


class Build:
    """One compilation: what the passes hand to each other.

    spec        the spec being compiled
    compile     makes a model of a spec, for meshes that take their shape from one
    edited      whether anybody could edit the spec afterwards
    bodies, joints, geoms, sites, cameras, lights
                spec elements in the order of the model: bodies depth first, the others grouped by body
    body_parts, joint_parts, ...
                their Parts in the same order; world is the Part of the world body
    elements    object type -> list of spec elements (the lists above and those registered later)
    ids         object type -> {name: id}, unnamed elements left out; of frames at the centre of bodies those of bodies
    names       object type -> list of names, "" where unnamed
    arrays      model field -> numpy array or list of numbers (made an array of the field's type at the end)
    sizes       size name -> int
    meshes      name -> processed Mesh
    tendon_trees   trees that each tendon acts on, in the order in which its path meets them
    """

    def __init__(self, spec: Any, compile: Any = None, edited: bool = True) -> None:
        self.spec = spec
        self.compile = compile
        self.edited = edited
        self.elements = Kinds()
        self.ids: dict[int, dict[str, int]] = {}
        self.names = Kinds()
        self.arrays = Arrays()
        self.sizes = Sizes()
        self.assets: Any = None  # sources.Assets, once a file is read
        self.plugins: Any = None  # plugins.Instances
        self.tendon_trees: list[list[int]] = []
        self.sensor_plugin: dict[int, int] = {}  # id of a sensor -> its plugin instance
        self.world: Any = None
        self.meshes: dict[str, Any] = {}
        self.body_parts: list[Body] = []
        self.joint_parts: list[Part] = []
        self.geom_parts: list[Part] = []
        self.site_parts: list[Part] = []
        self.camera_parts: list[Part] = []
        self.light_parts: list[Part] = []
        self.bodies: list = []
        self.joints: list = []
        self.geoms: list = []
        self.sites: list = []
        self.cameras: list = []
        self.lights: list = []

    def register(self, obj: int, elements: list) -> list:
        """Number the elements of one type in order, and enter their names; a repeated name is an error."""
        ids: dict[str, int] = {}
        names: list[str] = []
        for i, el in enumerate(elements):
            el.__dict__["id"] = i
            name = el.name or ""
            names.append(name)
            if name:
                if name in ids:
                    first = elements[ids[name]]
                    self.fail(
                        el, f"repeated name '{name}' in {KIND[obj]}", "name", f"first used at {place(first)}"
                    )
                ids[name] = i
        key = int(obj)
        self.elements[key] = elements
        self.ids[key] = ids
        self.names[key] = names
        if key == mjtObj.mjOBJ_BODY:
            self.ids[int(mjtObj.mjOBJ_XBODY)] = ids
        return elements

    def find(self, obj: int, name: str) -> int:
        """Id of the named object, -1 if there is none."""
        return self.ids.get(obj, NOBODY).get(name, -1)

    def lookup(self, obj: int, name: str, el: Any, attribute: str | None = None) -> int:
        """Id of the object that `attribute` of element `el` names; an error with a hint if there is none."""
        found = self.find(obj, name)
        if found < 0:
            kind = KIND[mjtObj(obj)]
            self.fail(el, f"{kind} '{name}' not found", attribute, self.suggest(obj, name))
        return found

    def suggest(self, obj: int, name: str) -> str:
        """The hint for a name that does not exist: the nearest one that does, or some of those that do."""
        kind = KIND[mjtObj(obj)]
        known = list(self.ids.get(obj, NOBODY))
        if not known:
            return f"no {kind} has a name"
        return nearest(name, known) or f"known: {', '.join(known[:8])}{', ...' if len(known) > 8 else ''}"

    def fail(self, el: Any, message: str, attribute: str | None = None, hint: str | None = None) -> NoReturn:
        """Raise `gelenk.Error`: what is wrong with element `el`, where, what would be right.

        The place is that in the text; for an element made by program its name, id and info, as 3.5.0 words them.
        """
        if not any(el is known for elements in self.elements.values() for known in elements):
            number(self.spec)
        name = getattr(el, "name", "") or ""
        element = f"Element name '{name}', id {getattr(el, 'id', -1)}"
        where = self.spec._written.get(attribute) if el is self.spec else getattr(el, "where", "")
        if where:
            if name and f"'{name}'" not in message:
                message = f"{message}, in '{name}'"
        elif el is self.spec:
            where = place(el)
        else:
            info = f", {el.info}" if getattr(el, "info", "") else ""
            message = f"Error: {message}\n{element}{info}"
        if attribute:
            message = f"{message} (attribute '{attribute}')"
        raise Error(message, where=where, hint=hint or "", element="" if el is self.spec else element)

    def origin(self, el: Any) -> Any:
        """The spec that `el` was written in, whose compiler settings and files count for it.

        It is the spec being compiled, except for elements that were attached from another.
        """
        return getattr(el, "_origin", None) or self.spec

    def locate(self, el: Any, name: str) -> tuple[Sources, str]:
        """Return where a file of an element comes from, and its path there."""
        from gelenk.modeling.mjcf.element_files import locate

        return locate(self.spec, el, name)

    def read_file(self, el: Any, name: str, attribute: str = "file") -> bytes:
        """Content of the file that `attribute` of `el` names, in the folder that the compiler settings say.

        Assets handed over from Python come first, then the disk.
        """
        if self.assets is None:
            self.assets = Assets(self.spec.assets)
        sources, path = self.locate(el, name)
        try:
            return sources.find(path, more=self.assets)[1]
        except Error as error:
            self.fail(el, str(error), attribute)

    def stamp(self, el: Any, name: str) -> Stamp | None:
        """What tells a file on disk from another version of it, without reading it; None where only reading tells."""
        sources, path = self.locate(el, name)
        if self.assets is None:
            self.assets = Assets(self.spec.assets)
        return sources.stamp(path, self.assets)

    def release(self) -> None:
        """Let go of the parts, which refer to each other: what nobody needs is freed at once."""
        for body in self.body_parts:
            body.__dict__.clear()
        self.plugins = None

    def put(self, **fields: Any) -> None:
        """Store model fields by name."""
        self.arrays.update(fields)


def place(el: Any) -> str:
    """Where an element was written; for one made by program its type."""
    where = getattr(el, "where", None)
    return str(where) if where else type(el).__name__


def number(spec: Any) -> None:
    """Number the elements as they stand: for a message, or where the passes leave some out, which keep these."""
    counts = dict.fromkeys(LISTED.values(), 0)
    for i, body in enumerate(spec.worldbody.subtree()):
        state = body.__dict__
        state["id"] = i
        for tag, inside in state["_children"].items():
            if inside and tag != "body":
                for n, el in enumerate(inside, counts[tag]):
                    el.__dict__["id"] = n
                counts[tag] += len(inside)
    for group, elements in spec._elements.items():
        if elements:
            for n, el in enumerate(elements if group != "plugins" else spec.plugins):
                el.__dict__["id"] = n
