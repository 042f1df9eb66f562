"""Spec classes: MjsBody, MjsGeom, ... Their fields and defaults come from the rows of the schema.

Documents: API / MjSpec; Modeling / Model editing

An element starts as a copy of its defaults class, which is how defaults are resolved: once, when the element
is made.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property
from typing import TYPE_CHECKING, Any, ClassVar, TypeVar

from gelenk.errors import Error, nearest
from gelenk.spec import attributes, mesh_shapes
from gelenk.spec.fields import Array, Field, make_field
from gelenk.spec.shortcuts import Shortcuts
from gelenk.tables.enums import mjtMeshInertia, mjtOrientation, mjtWrap
from gelenk.tables.schema import fields

if TYPE_CHECKING:
    from gelenk.spec.defaults import MjsDefault
    from gelenk.spec.spec import MjSpec

FIELDS = fields()
E = TypeVar("E", bound="MjsElement")
P = TypeVar("P", bound="Placed")


class MjsElement:
    """Base of all spec elements and of the structures inside them.

    `where` says 'file:line:column' of the element in the text, or is empty; `tag` is how MJCF calls it.
    """

    tag: ClassVar[str] = ""
    row: ClassVar[str] = ""
    _fields: ClassVar[dict[str, Field]] = {}
    _arrays: ClassVar[tuple[str, ...]] = ()
    _lists: ClassVar[tuple[str, ...]] = ()
    _fresh: ClassVar[dict[str, Any]] = {}
    _position: tuple[str, int, int] | None = None
    _origin: MjSpec | None = None  # the spec that it was attached from, whose compiler settings count for it

    def __init_subclass__(cls) -> None:
        rows = FIELDS.get(cls.row or cls.__name__, {})
        cls._fields = {}
        for name, row in rows.items():
            if not isinstance(getattr(cls, name, None), (property, cached_property)):
                field = make_field(name, row)
                cls._fields[name] = field
                setattr(cls, name, field)
        cls._fresh = {name: field.fresh() for name, field in cls._fields.items()}
        cls._arrays = tuple(name for name, field in cls._fields.items() if isinstance(field, Array))
        cls._lists = tuple(name for name, value in cls._fresh.items() if isinstance(value, list))

    def __init__(self, like: MjsElement | None = None) -> None:
        values = self.__dict__
        values.update(like.__dict__ if like is not None else self._fresh)
        for name in self._arrays:
            values[name] = values[name].copy()
        for name in self._lists:
            values[name] = type(values[name])(values[name])
        if like is not None:
            for name in ("alt", "ialt", "plugin"):
                if name in values:
                    values[name] = type(values[name])(values[name])
            if values.get("_config"):
                values["_config"] = dict(values["_config"])

    if not TYPE_CHECKING:  # checkers know the attributes

        def __setattr__(self, name: str, value: Any) -> None:
            if not hasattr(type(self), name):
                raise AttributeError(f"{type(self).__name__} has no attribute '{name}'{self._hint(name)}")
            object.__setattr__(self, name, value)

    def _hint(self, name: str) -> str:
        hint = nearest(name, list(self._fields))
        return f"; {hint}" if hint else ""

    def __repr__(self) -> str:
        name = self.__dict__.get("name", "")
        return f"<{type(self).__name__}{f' {name!r}' if name else ''}>"

    @property
    def where(self) -> str:
        """'file:line:column' of the element in the text that it was read from, or an empty text."""
        return "{}:{}:{}".format(*self._position) if self._position else ""

    @property
    def line(self) -> int:
        """Line of the element in its file, or 0."""
        return self._position[1] if self._position else 0

    def assign(self: E, values: Mapping[str, object]) -> E:
        """Set several fields, as the keyword arguments of the add functions do.

        values     name of a field, or of an orientation, -> its value; None leaves it as it is

        Returns    the element itself
        Errors     TypeError: there is no such field, or its value has another type
                   ValueError: an array of another length, or two orientations
        Source     API / MjSpec; Modeling / Model editing
        """
        turned: set[str] = set()
        for name, value in values.items():
            if value is not None:
                if name in TURNS and name not in self._fields and hasattr(type(self), TURNS[name][0]):
                    self._turn(name, value, turned)
                elif name in self._fields:
                    self._fields[name].set_argument(self, value)
                elif not hasattr(type(self), name):
                    raise TypeError(f"{type(self).__name__} has no attribute '{name}'{self._hint(name)}")
                else:
                    setattr(self, name, value)
        return self

    def _turn(self, name: str, value: Any, turned: set[str]) -> None:
        """Set one of the orientations that are not a quaternion; ``turned`` has the places that have been set."""
        place, form, member = TURNS[name]
        if place in turned:
            forms = [f"{'i' * (place == 'ialt')}{one}" for one in ("axisangle", "xyaxes", "zaxis", "euler")]
            raise ValueError(f"Only one of: {', '.join(forms[:-1])}, or {forms[-1]} can be set.")
        turned.add(place)
        alt = getattr(self, place)
        alt._fields[form].set_argument(alt, value)
        alt.type = member


class MjsOrientation(MjsElement, attributes.OrientationAttributes):
    """An orientation in one of the forms that are not a quaternion; `type` says which field counts."""


# argument -> (structure, its field, the type that says so): orientations of the element, and of its inertial frame
TURNS = {
    f"{prefix}{member.name.removeprefix('mjORIENTATION_').lower()}": (
        f"{prefix}alt",
        member.name.removeprefix("mjORIENTATION_").lower(),
        member,
    )
    for prefix in ("", "i")
    for member in mjtOrientation.__members__.values()
    if member != mjtOrientation.mjORIENTATION_QUAT
}


class Named(MjsElement, attributes.NamedAttributes):
    """An element of a spec: it has a name, an owner, and a place in its list.

    tag    how MJCF calls it
    id     place among the elements of its kind; of a compiled spec, as in the model
    name   unique among elements of its kind, or empty
    info   a text of the user's own
    """

    id: int = -1
    name: str = ""
    info: str = ""
    _spec: MjSpec = None  # type: ignore[assignment]  # None in templates that belong to no spec

    def __init__(self, like: MjsElement | None = None, spec: MjSpec | None = None) -> None:
        super().__init__(like)
        self.__dict__["_spec"] = spec

    @property
    def spec(self) -> MjSpec:
        """The MjSpec that the element belongs to."""
        return self._spec

    def _check_name(self, name: str) -> None:
        """Raise gelenk.Error if another element of this kind has the name."""
        members = getattr(self._spec, GROUPS.get(self.tag, ""), ())
        if self.tag != "plugin" and any(el.name == name and el is not self for el in members):
            raise Error(f"Error: repeated name '{name}' in {self.tag}")


class MjsPlugin(Named, attributes.PluginAttributes):
    """A plugin, attached to an element or shared by several; `config` has its parameters."""

    tag = "plugin"
    _config: dict[str, str] | None = None
    _declared: bool = False  # whether it says that the model needs the plugin, and is no instance

    @property
    def config(self) -> dict[str, str]:
        """Parameters of the plugin, by key, as texts; assigning replaces them."""
        return dict(self._config or {})

    @config.setter
    def config(self, values: dict[str, str]) -> None:
        if not isinstance(values, dict):
            raise TypeError(f"config must be a dictionary of texts, not {type(values).__name__}")
        if not all(isinstance(text, str) for pair in values.items() for text in pair):
            raise TypeError("config must be a dictionary of texts")
        self.__dict__["_config"] = dict(values)


class Classed(Named):
    """An element that takes values from a defaults class."""

    _default: MjsDefault | None = None

    @property
    def classname(self) -> MjsDefault:
        """The defaults class (MjsDefault) that the element was made from."""
        if self._default is not None:
            return self._default
        return self._spec.default if self._spec else None  # type: ignore[return-value]  # of no spec

    @classname.setter
    def classname(self, default: MjsDefault) -> None:
        self.__dict__["_default"] = default


class Placed(Classed):
    """An element of the kinematic tree.

    parent   the body that it is in; None of the world
    frame    the frame of that body around it, or None
    """

    parent: MjsBody = None  # type: ignore[assignment]  # None of the world, and of templates
    frame: MjsFrame | None = None

    def set_frame(self, frame: MjsFrame) -> None:
        """Put the element into a frame of the same body, which moves it from then on.

        frame      the frame

        Errors     TypeError: it is no frame
                   ValueError: it is a frame of another body
        Source     XML reference / frame
        """
        if not isinstance(frame, MjsFrame):
            raise TypeError(f"frame must be MjsFrame, not {type(frame).__name__}")
        if frame.parent is not self.parent:
            raise ValueError("frame must be a frame of the same body")
        self.frame = frame


class Turned(Placed):
    """An element of the tree with an orientation."""

    @cached_property
    def alt(self) -> MjsOrientation:
        """Orientation in a form other than the quaternion."""
        return MjsOrientation()


C = TypeVar("C", bound=type)


def plugin_of(cls: C) -> C:
    """Give a class the attribute `plugin`, made when it is first looked at."""
    plugin = cached_property(lambda self: MjsPlugin())
    plugin.__set_name__(cls, "plugin")
    plugin.__doc__ = "The plugin attached to this element."
    setattr(cls, "plugin", plugin)  # noqa: B010  # checkers see it in attributes.pyi
    return cls


class MjsJoint(Placed, attributes.JointAttributes):
    """A joint: how a body moves in the frame of its parent, by 1, 3 or 6 degrees of freedom.

    Source   XML reference / body / joint; Computation / General framework
    """

    tag = "joint"


@plugin_of
class MjsGeom(Turned, attributes.GeomAttributes):
    """A geom: a shape of a body, with which it collides, and from which its inertia is computed.

    Source   XML reference / body / geom; Computation / Collision detection
    """

    tag = "geom"


class MjsSite(Turned, attributes.SiteAttributes):
    """A site: a place on a body without mass or contact, for sensors, tendons, and actuators.

    Source   XML reference / body / site
    """

    tag = "site"


class MjsCamera(Turned, attributes.CameraAttributes):
    """A camera: fixed to a body, following it, or looking at another.

    Source   XML reference / body / camera
    """

    tag = "camera"


class MjsLight(Placed, attributes.LightAttributes):
    """A light: fixed to a body, following it, or shining at another.

    Source   XML reference / body / light
    """

    tag = "light"


KINDS = {
    "bodies": "body",
    "joints": "joint",
    "geoms": "geom",
    "sites": "site",
    "cameras": "camera",
    "lights": "light",
    "frames": "frame",
}


class Container(Turned, attributes.ContainerAttributes):
    """A body or frame: what elements of the tree can be added to.

    childclass   name of the defaults class of what is inside and names none itself
    """

    childclass: str = ""

    @property
    def _body(self) -> MjsBody:
        """The body that gets what is added here."""
        raise NotImplementedError

    def _class_inside(self) -> MjsDefault:
        """The defaults class of what is added here."""
        default = self._default or self._spec.default
        if self.childclass and default.name != self.childclass:  # the user has assigned another
            default = self._spec.find_default(self.childclass) or default
            self.__dict__["_default"] = default
        return default

    def _place(
        self,
        cls: type[P],
        body: MjsBody,
        default: MjsDefault | None,
        values: Mapping[str, Any],
        plain: bool = False,
    ) -> P:
        if default is None:
            default = self._class_inside()
        elif not hasattr(default, "_template"):
            raise TypeError(f"default must be MjsDefault, not {type(default).__name__}")
        element = cls(None if plain else getattr(default, cls.tag, None), self._spec)
        state = element.__dict__
        state["_default"] = default
        state["parent"] = body
        if self is not body:
            state["frame"] = self
        body._children[cls.tag].append(element)
        return element.assign(values) if values else element

    def _add_frame(self, default: MjsDefault | None, values: Mapping[str, Any]) -> MjsFrame:
        """Add a frame of a defaults class, or of none of its own."""
        child = self._place(MjsFrame, self._body, default, {})
        if default is not None:
            child.__dict__["childclass"] = default.name
        child.assign(values)
        child._class_inside()
        return child


class MjsFrame(Container, attributes.FrameAttributes):
    """A frame: a transformation of the elements inside it, which belong to the body around it."""

    tag = "frame"

    @property
    def _body(self) -> MjsBody:
        return self.parent


@plugin_of
class MjsBody(Container, attributes.BodyAttributes):
    """A body; `bodies`, `joints`, `geoms`, `sites`, `cameras`, `lights`, `frames` list what is in it."""

    tag = "body"
    _children: dict[str, list[Any]]

    def __init__(self, like: MjsElement | None = None, spec: MjSpec | None = None) -> None:
        super().__init__(like, spec)
        self.__dict__["_children"] = {tag: [] for tag in KINDS.values()}

    @property
    def _body(self) -> MjsBody:
        return self

    @cached_property
    def ialt(self) -> MjsOrientation:
        """Orientation of the inertial frame in a form other than the quaternion."""
        return MjsOrientation()

    def find_child(self, name: str) -> MjsBody | None:
        """The body of that name below this one.

        name       the name

        Returns    the body, None where there is none
        Source     Modeling / Model editing
        """
        return next((body for body in self.subtree() if body.name == name and body is not self), None)

    def subtree(self) -> Iterator[MjsBody]:
        """This body and all below it.

        Returns    an iterator: parents before their children, in the order of the text
        Source     Modeling / Model editing
        """
        stack = [self]
        while stack:
            body = stack.pop()
            yield body
            stack.extend(reversed(body._children["body"]))


def _list_of(tag: str, name: str) -> property:
    def children(self: MjsBody) -> list[Any]:
        return list(self._children[tag])

    return property(children, doc=f"The {name} directly in this body, in the order of the text.")


for _list, _tag in KINDS.items():
    setattr(MjsBody, _list, _list_of(_tag, _list))


@plugin_of
class MjsMesh(Classed, attributes.MeshAttributes):
    """A mesh. The make_ methods fill in a builtin one: its vertices, triangles and normals (mesh_shapes.py)."""

    tag = "mesh"

    def make_sphere(self, subdivision: int) -> None:
        """An icosahedron whose triangles are cut into four, several times, with its corners at distance 1.

        subdivision   how many times

        Errors     ValueError: subdivision is out of range
        Source     XML reference / asset / mesh (builtin)
        """
        self._take(mesh_shapes.sphere(int(subdivision)))

    def make_hemisphere(self, resolution: int) -> None:
        """The upper half of a unit sphere, closed by a flat bottom.

        resolution   how finely it is cut

        Errors     ValueError: resolution is out of range
        Source     XML reference / asset / mesh (builtin)
        """
        self._take(mesh_shapes.hemisphere(int(resolution)))

    def make_cone(self, nedge: int, radius: float) -> None:
        """A cone, perhaps cut off at the top, of radius 1 at its bottom.

        nedge      how many sides
        radius     radius at the top [1], as a part of that at the bottom

        Errors     ValueError: an argument is out of range
        Source     XML reference / asset / mesh (builtin)
        """
        self._take(mesh_shapes.cone(int(nedge), float(radius)))

    def make_supersphere(self, resolution: int, e: float, n: float) -> None:
        """A superellipsoid: with exponents 1 a sphere, 0 a box, 2 an octahedron.

        resolution   how finely it is cut
        e          exponent along the longitude [1]
        n          exponent along the latitude [1]

        Errors     ValueError: an argument is out of range
        Source     XML reference / asset / mesh (builtin)
        """
        self._take(mesh_shapes.supersphere(int(resolution), float(e), float(n)))

    def make_supertorus(self, resolution: int, radius: float, s: float, t: float) -> None:
        """A supertoroid: a ring of radius 1 around z.

        resolution   how finely it is cut
        radius     radius of the section [1], as a part of that of the ring
        s          exponent of the section [1]
        t          exponent of the ring [1]

        Errors     ValueError: an argument is out of range
        Source     XML reference / asset / mesh (builtin)
        """
        self._take(mesh_shapes.supertorus(int(resolution), float(radius), float(s), float(t)))

    def make_wedge(
        self, resolution: Sequence[int] = (0, 0), fov: Sequence[float] = (0.0, 0.0), gamma: float = 0.0
    ) -> None:
        """A grid of tactile cells on a unit sphere around -z.

        resolution   cells along longitude and latitude
        fov        half angles of view, horizontal and vertical [degree]
        gamma      how much cells are finer near the middle [1]

        Errors     ValueError: an argument is out of range
        Source     XML reference / asset / mesh (builtin)
        """
        self._take(
            mesh_shapes.wedge((int(resolution[0]), int(resolution[1])), (fov[0], fov[1]), float(gamma))
        )

    def make_plate(self, resolution: Sequence[int] = (0, 0)) -> None:
        """A square grid of tactile cells; it has no volume, so its inertia is that of a shell.

        resolution   cells along x and y

        Errors     ValueError: resolution is out of range
        Source     XML reference / asset / mesh (builtin)
        """
        self._take(mesh_shapes.plate(int(resolution[0]), int(resolution[1])))
        self.inertia = mjtMeshInertia.mjMESH_INERTIA_SHELL

    def _take(self, shape: Any) -> None:
        self.uservert = shape.vert.ravel()
        self.userface = shape.face.ravel()
        self.usernormal = shape.normal.ravel()


class MjsHField(Named, attributes.HFieldAttributes):
    """A height field: elevations on a grid, from a file or `userdata` (nrow ncol).

    Source   XML reference / asset / hfield
    """

    tag = "hfield"


class MjsSkin(Named, attributes.SkinAttributes):
    """A skin: a mesh that is drawn, each vertex moved by bodies according to weights.

    Source   XML reference / deformable / skin
    """

    tag = "skin"


class MjsFlex(Named, attributes.FlexAttributes):
    """A flex: a deformable line, sheet or solid whose vertices are bodies.

    Source   XML reference / deformable / flex
    """

    tag = "flex"


class MjsTexture(Named, attributes.TextureAttributes):
    """A texture: an image from a file, a builtin pattern, or `data`.

    Source   XML reference / asset / texture
    """

    tag = "texture"


class MjsMaterial(Classed, attributes.MaterialAttributes):
    """A material: color, textures and how light is reflected.

    Source   XML reference / asset / material
    """

    tag = "material"


class MjsPair(Classed, attributes.PairAttributes):
    """A contact pair: two geoms that are tested whatever their contype and conaffinity say.

    Source   XML reference / contact / pair; Computation / Collision detection
    """

    tag = "pair"


class MjsExclude(Named, attributes.ExcludeAttributes):
    """A pair of bodies that does not collide.

    Source   XML reference / contact / exclude
    """

    tag = "exclude"


class MjsEquality(Classed, attributes.EqualityAttributes):
    """An equality constraint: connect, weld, or a relation of joints, tendons or flexes.

    Source   XML reference / equality; Computation / Constraint model
    """

    tag = "equality"


# what the points of a path are
WRAPPED = {
    mjtWrap.mjWRAP_JOINT: "joint",
    mjtWrap.mjWRAP_SITE: "site",
    mjtWrap.mjWRAP_SPHERE: "geom",
    mjtWrap.mjWRAP_CYLINDER: "geom",
}


class MjsWrap(MjsElement):
    """A point of a tendon's path.

    type      what it is (mjtWrap)
    name      the joint, site or geom
    sidename  of a geom, the site on whose side the tendon passes
    coef      of a joint, its coefficient [1, or m/rad]
    divisor   of a pulley, what lengths are divided by [1]
    tendon    the tendon (MjsTendon)
    """

    row = "none"
    type: mjtWrap = None  # type: ignore[assignment]  # the functions that add points say it
    name: str = ""
    sidename: str = ""
    coef: float | None = None
    divisor: float | None = None
    tendon: MjsTendon = None  # type: ignore[assignment]

    @property
    def target(self) -> MjsJoint | MjsSite | MjsGeom | None:
        """The joint, site or geom that is wrapped, or None."""
        spec = self.tendon.spec
        kind = WRAPPED.get(self.type)
        return getattr(spec, kind)(self.name) if kind else None

    @property
    def info(self) -> str:
        """Where the point is in the text, or an empty text."""
        return f"line {self.line}" if self.line else ""

    @property
    def sidesite(self) -> MjsSite | None:
        """The side site of a wrapped geom, or None."""
        return self.tendon.spec.site(self.sidename) if self.sidename else None


class MjsTendonPath(list[MjsWrap]):
    """The points of a tendon's path, MjsWrap each, in order."""


class MjsTendon(Classed, attributes.TendonAttributes):
    """A tendon: a length that depends on joints, or on a path along sites and geoms; `path` lists what it goes along.

    Source   XML reference / tendon; Computation / General framework
    """

    tag = "tendon"
    path: MjsTendonPath = MjsTendonPath()  # each has its own

    def __init__(self, like: MjsElement | None = None, spec: MjSpec | None = None) -> None:
        super().__init__(like, spec)
        self.__dict__["path"] = MjsTendonPath()

    @property
    def default(self) -> MjsDefault:
        """The defaults class that the tendon was made from."""
        return self.classname

    def _wrap(self, kind: mjtWrap, **values: Any) -> MjsWrap:
        wrap = MjsWrap()
        wrap.__dict__.update(values, type=kind, tendon=self)
        self.path.append(wrap)
        return wrap

    def wrap_joint(self, name: str, coef: float) -> MjsWrap:
        """Let a fixed tendon depend on a joint.

        name       the joint
        coef       its coefficient [1, or m/rad]

        Returns    the point of the path (MjsWrap)
        Source     XML reference / tendon
        """
        return self._wrap(mjtWrap.mjWRAP_JOINT, name=name, coef=float(coef))

    def wrap_site(self, name: str) -> MjsWrap:
        """Let the tendon pass through a site.

        name       the site

        Returns    the point of the path (MjsWrap)
        Source     XML reference / tendon
        """
        return self._wrap(mjtWrap.mjWRAP_SITE, name=name)

    def wrap_geom(self, name: str, sidesite: str) -> MjsWrap:
        """Let the tendon wrap around a sphere or cylinder.

        name       the geom
        sidesite   the site on whose side it passes; "": the shorter way

        Returns    the point of the path (MjsWrap)
        Source     XML reference / tendon
        """
        return self._wrap(mjtWrap.mjWRAP_SPHERE, name=name, sidename=sidesite)

    def wrap_pulley(self, divisor: float) -> MjsWrap:
        """Split the tendon at a pulley.

        divisor    what lengths of the path after it are divided by [1]

        Returns    the point of the path (MjsWrap)
        Source     XML reference / tendon
        """
        return self._wrap(mjtWrap.mjWRAP_PULLEY, divisor=float(divisor))


@plugin_of
class MjsActuator(Classed, Shortcuts, attributes.ActuatorAttributes):
    """An actuator: a force on joints, tendons or sites that follows from a control and an activation.

    Source   XML reference / actuator; Computation / Actuation model
    """

    tag = "actuator"


@plugin_of
class MjsSensor(Named, attributes.SensorAttributes):
    """A sensor: numbers of d.sensordata that follow from the state.

    Source   XML reference / sensor
    """

    tag = "sensor"


class MjsNumeric(Named, attributes.NumericAttributes):
    """Numbers of the user's own, m.numeric_data.

    Source   XML reference / custom / numeric
    """

    tag = "numeric"


class MjsText(Named, attributes.TextAttributes):
    """A text of the user's own, m.text_data.

    Source   XML reference / custom / text
    """

    tag = "text"


class MjsTuple(Named, attributes.TupleAttributes):
    """A list of elements, by kinds and names, each with a number.

    Source   XML reference / custom / tuple
    """

    tag = "tuple"


class MjsKey(Named, attributes.KeyAttributes):
    """A keyframe: a state and controls that programs can return to.

    Source   XML reference / keyframe / key
    """

    tag = "key"


LISTS: dict[str, Any] = {
    "actuators": MjsActuator,
    "equalities": MjsEquality,
    "excludes": MjsExclude,
    "flexes": MjsFlex,
    "hfields": MjsHField,
    "keys": MjsKey,
    "materials": MjsMaterial,
    "meshes": MjsMesh,
    "numerics": MjsNumeric,
    "pairs": MjsPair,
    "plugins": MjsPlugin,
    "sensors": MjsSensor,
    "skins": MjsSkin,
    "tendons": MjsTendon,
    "texts": MjsText,
    "textures": MjsTexture,
    "tuples": MjsTuple,
}

# kind -> the list of a spec that has all of them
GROUPS = {tag: group for group, tag in KINDS.items()} | {cls.tag: group for group, cls in LISTS.items()}
