"""Build: the state of one compilation, which all compiler passes share.

Documents: Modeling / Model elements

A `Build` holds the ordered elements, their ids and names, and the arrays filled so far while the passes construct a
model. Each pass of `compile.py` reads spec elements from the lists of the build, resolves references with `lookup`, and
stores model fields with `set_fields`. The spec stays as the user wrote it, except for the `id` of each element.
"""

from __future__ import annotations

from time import perf_counter
from typing import Any, NoReturn

from gelenk.algebra.vec import Quat, Vec3
from gelenk.errors import Error, nearest
from gelenk.modeling.compiler.element_frames import IDENTITY, ORIGIN
from gelenk.modeling.mjcf.file_sources import Assets, Sources, Stamp
from gelenk.modeling.spec.element_classes import KINDS as LISTED
from gelenk.tables.api_enums import mjNEQDATA, mjtCTimer
from gelenk.tables.enums import mjtObj
from gelenk.tables.levels import release_number
from gelenk.tables.object_types import KINDS
from gelenk.tables.releases import R3_16, R3_17

# names of object types in messages; the body frame (xbody) is called a body as well
KIND_NAME = {kind.type: kind.name for kind in KINDS} | {mjtObj.mjOBJ_XBODY: "body"}


NO_IDS: dict[str, int] = {}  # ids by name of a type that has no registered elements


class Part:
    """A spec element with the values that the compiler derives from it.

    el          the spec element, which keeps the user's values
    body        the Body that holds the part (the parent of a body); None for the world body
    pos, quat   pose in the frame of that body, element frames included
    """

    type: int  # geoms and sites
    size: Vec3
    aabb: tuple  # geoms: axis-aligned box in the geom's own frame, and radius of the bounding sphere around its center
    rbound: float
    dataid: int = -1  # geoms: mesh or height field; sites: mesh
    mass: float  # geoms: mass, and inertia about the center along the geom's axes
    inertia: Vec3
    fluid: tuple
    surfacevel: tuple | None = None  # geoms with a mesh: velocity of the surface in the frame of the mesh
    mesh: Any = None  # the Mesh of a mesh geom or site
    axis: Vec3  # joints
    dir: Vec3  # lights

    def __init__(self, el: Any, body: Any, pos: Vec3 = ORIGIN, quat: Quat = IDENTITY) -> None:
        self.el = el
        self.body = body
        self.pos = pos
        self.quat = quat


class Body(Part):
    """A body with its children, joints and elements, and its inertial frame (ipos, iquat)."""

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
        """Return the geoms, sites, cameras and lights of the body."""
        return self.geoms + self.sites + self.cameras + self.lights


class Arrays(dict[str, Any]):
    """Model arrays by field name; a field that no pass has filled reads as empty."""

    def __missing__(self, name: str) -> tuple[()]:
        return ()


class Sizes(dict[str, int]):
    """Sizes by name; a size that no pass has set reads as 0."""

    def __missing__(self, name: str) -> int:
        return 0


class ListsByType(dict[int, list[Any]]):
    """Lists by object type, with one entry for each element; empty for unregistered types."""

    def __missing__(self, key: int) -> list[Any]:
        return []


class Build:
    """The state of one compilation, which compiler passes read and fill.

    spec        the spec being compiled
    compile     function from a spec to a model, needed by meshes whose shape a plugin's distance field defines
    edited      whether the caller can edit the spec afterwards
    bodies, joints, geoms, sites, cameras, lights
                spec elements in the order of the model: bodies depth first, the others grouped by body
    body_parts, joint_parts, ...
                their Parts in the order of the model; world is the Part of the world body
    elements    object type -> list of spec elements (the lists above and those registered later)
    ids         object type -> {name: id}, without unnamed elements; xbodies have the ids of bodies
    names       object type -> list of names, "" where unnamed
    arrays      model field -> numpy array or list of values (converted to the field's dtype at the end)
    sizes       size name -> int
    meshes      name -> processed Mesh
    by_reference   id() of each texture element for which the model has the path instead of pixels
    release     release of MuJoCo whose semantics apply, as a number like that of mj_version
    discards    whether passes omit visual elements (discardvisual)
    tendon_trees   trees that each tendon acts on, in the order of its path
    timer       time of each part of the compilation (mjtCTimer) [s]
    places, wiring   places in scaled frames (scaling/places.py, wiring.py); None without such frames
    """

    def __init__(self, spec: Any, compile: Any = None, edited: bool = True) -> None:
        self.spec = spec
        self.compile = compile
        self.edited = edited
        self.elements = ListsByType()
        self.ids: dict[int, dict[str, int]] = {}
        self.names = ListsByType()
        self.arrays = Arrays()
        self.sizes = Sizes()
        self.assets: Any = None  # set when the first file is read
        self.plugins: Any = None  # plugins.Instances
        self.tendon_trees: list[list[int]] = []
        self.sensor_plugin: dict[int, int] = {}  # sensor id -> plugin instance
        self.world: Any = None
        self.places: Any = None
        self.wiring: Any = None
        self.meshes: dict[str, Any] = {}
        self.by_reference: set[int] = set()
        self.timer = [0.0] * int(mjtCTimer.mjNCTIMER)
        self.body_parts: list[Body] = []
        self.joint_parts: list[Part] = []
        self.geom_parts: list[Part] = []
        self.site_parts: list[Part] = []
        self.camera_parts: list[Part] = []
        self.light_parts: list[Part] = []
        try:
            self.release = release_number(spec.release)
        except ValueError as error:
            self.fail(spec, str(error), "release")
        self.arrays["release"] = [self.release]
        self.sizes["neqdata"] = 12 if self.release >= R3_17 else mjNEQDATA
        # later releases discard visual elements from the spec (spec_edits.py)
        self.discards = bool(spec.compiler.discardvisual) and self.release < R3_16
        self.bodies: list = []
        self.joints: list = []
        self.geoms: list = []
        self.sites: list = []
        self.cameras: list = []
        self.lights: list = []

    def register(self, obj: int, elements: list) -> list:
        """Set the ids of the elements of one type and register their names; fail on duplicates."""
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
                        el,
                        f"repeated name '{name}' in {KIND_NAME[obj]}",
                        "name",
                        f"first used at {location_of(first)}",
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
        """Return the id of the named object, or -1 if it does not exist."""
        return self.ids.get(obj, NO_IDS).get(name, -1)

    def lookup(self, obj: int, name: str, el: Any, attribute: str | None = None) -> int:
        """Return the id of the object that `attribute` of `el` names; fail if it does not exist."""
        found = self.find(obj, name)
        if found < 0:
            kind = KIND_NAME[mjtObj(obj)]
            self.fail(el, f"{kind} '{name}' not found", attribute, self.suggest(obj, name))
        return found

    def suggest(self, obj: int, name: str) -> str:
        """Return the hint for an unknown name: the nearest known name, or up to eight known names."""
        kind = KIND_NAME[mjtObj(obj)]
        known = list(self.ids.get(obj, NO_IDS))
        if not known:
            return f"no {kind} has a name"
        return nearest(name, known) or f"known: {', '.join(known[:8])}{', ...' if len(known) > 8 else ''}"

    def fail(self, el: Any, message: str, attribute: str | None = None, hint: str | None = None) -> NoReturn:
        """Raise `gelenk.Error` with the problem of element `el`, its place and the remedy.

        The place is the position in the MJCF text. An element that a program created has no position: the message then
        states its name, id and info, worded as in 3.5.0.
        """
        if not any(el is known for elements in self.elements.values() for known in elements):
            set_element_ids(self.spec)
        name = getattr(el, "name", "") or ""
        element = f"Element name '{name}', id {getattr(el, 'id', -1)}"
        where = self.spec._written.get(attribute) if el is self.spec else getattr(el, "where", "")
        if where:
            if name and f"'{name}'" not in message:
                message = f"{message}, in '{name}'"
        elif el is self.spec:
            where = location_of(el)
        else:
            info = f", {el.info}" if getattr(el, "info", "") else ""
            message = f"Error: {message}\n{element}{info}"
        if attribute:
            message = f"{message} (attribute '{attribute}')"
        raise Error(message, where=where, hint=hint or "", element="" if el is self.spec else element)

    def origin_of(self, el: Any) -> Any:
        """Return the spec whose compiler settings and files apply to `el`.

        It is the spec being compiled, except for elements that were attached from another one.
        """
        return getattr(el, "_origin", None) or self.spec

    def locate(self, el: Any, name: str) -> tuple[Sources, str]:
        """Return the source (disk or assets) of a file of an element, and its path there."""
        from gelenk.modeling.mjcf.element_files import locate

        return locate(self.spec, el, name)

    def read_file(self, el: Any, name: str, attribute: str = "file") -> bytes:
        """Return the content of the file that `attribute` of `el` names.

        The folder follows from the compiler settings. Assets passed from Python precede files on disk.
        """
        if self.assets is None:
            self.assets = Assets(self.spec.assets)
        sources, path = self.locate(el, name)
        try:
            return sources.find(path, more=self.assets)[1]
        except Error as error:
            self.fail(el, str(error), attribute)

    def is_in_memory(self, el: Any, name: str) -> bool:
        """Return whether a file of an element is among the assets passed from Python."""
        if self.assets is None:
            self.assets = Assets(self.spec.assets)
        sources, path = self.locate(el, name)
        return sources.is_in_memory(path, self.assets)

    def stamp(self, el: Any, name: str) -> Stamp | None:
        """Return a stamp that changes with the file; None if only its content shows changes."""
        sources, path = self.locate(el, name)
        if self.assets is None:
            self.assets = Assets(self.spec.assets)
        return sources.stamp(path, self.assets)

    def count_time(self, part: int, began: float) -> None:
        """Add the time since `began` to the timers of all assets and of `part` (-1: no part)."""
        passed = perf_counter() - began
        self.timer[mjtCTimer.mjCTIMER_ASSETS] += passed
        if part >= 0:
            self.timer[part] += passed

    def free(self) -> None:
        """Clear the parts, so that their reference cycles are freed without garbage collection."""
        for body in self.body_parts:
            body.__dict__.clear()
        self.plugins = None

    def set_fields(self, **fields: Any) -> None:
        """Store model fields by name."""
        self.arrays.update(fields)


def location_of(el: Any) -> str:
    """Return the position of an element in the text, or its type if a program created it."""
    where = getattr(el, "where", None)
    return str(where) if where else type(el).__name__


def set_element_ids(spec: Any) -> None:
    """Set the id of every element to its position in its list.

    Error messages show these ids. Elements that later passes leave out of the model keep theirs.
    """
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
