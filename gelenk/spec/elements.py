"""Spec classes: MjsBody, MjsGeom, ... Their fields and defaults come from the rows of the schema.

Documents: API / MjSpec; Modeling / Model editing

An element starts as a copy of its defaults class, which is how defaults are resolved: once, when the element
is made.
"""

from functools import cached_property

from gelenk.errors import Error, nearest
from gelenk.spec import mesh_shapes
from gelenk.spec.fields import Array, make_field
from gelenk.spec.shortcuts import Shortcuts
from gelenk.tables.enums import mjtJoint, mjtMeshInertia, mjtObj, mjtOrientation, mjtWrap
from gelenk.tables.schema import fields

FIELDS = fields()


class MjsElement:
    """Base of all spec elements and of the structures inside them.

    `where` says 'file:line:column' of the element in the text, or is empty; `tag` is how MJCF calls it.
    """

    tag = ""
    row = ""
    _fields = ()
    _arrays = ()
    _fresh = None
    _position = None
    _origin = None  # the spec that it was attached from, whose compiler settings count for it

    def __init_subclass__(cls):
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

    def __init__(self, like=None):
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

    def __setattr__(self, name, value):
        if not hasattr(type(self), name):
            raise AttributeError(f"{type(self).__name__} has no attribute '{name}'{self._hint(name)}")
        object.__setattr__(self, name, value)

    def _hint(self, name):
        hint = nearest(name, list(self._fields))
        return f"; {hint}" if hint else ""

    def __repr__(self):
        name = self.__dict__.get("name", "")
        return f"<{type(self).__name__}{f' {name!r}' if name else ''}>"

    @property
    def where(self):
        """'file:line:column' of the element in the text that it was read from, or an empty text."""
        return "{}:{}:{}".format(*self._position) if self._position else ""

    @property
    def line(self):
        """Line of the element in its file, or 0."""
        return self._position[1] if self._position else 0

    def assign(self, values):
        """Set several fields, as the keyword arguments of the add functions do."""
        turned = set()
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

    def _turn(self, name, value, turned):
        """Set one of the orientations that are not a quaternion; ``turned`` has the places that have been set."""
        place, form, member = TURNS[name]
        if place in turned:
            forms = [f"{'i' * (place == 'ialt')}{one}" for one in ("axisangle", "xyaxes", "zaxis", "euler")]
            raise ValueError(f"Only one of: {', '.join(forms[:-1])}, or {forms[-1]} can be set.")
        turned.add(place)
        alt = getattr(self, place)
        alt._fields[form].set_argument(alt, value)
        alt.type = member


class MjsOrientation(MjsElement):
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


class Named(MjsElement):
    """An element of a spec: it has a name, an owner, and a place in its list."""

    id = -1
    name = ""
    info = ""
    _spec = None

    def __init__(self, like=None, spec=None):
        super().__init__(like)
        self.__dict__["_spec"] = spec

    @property
    def spec(self):
        """The MjSpec that the element belongs to."""
        return self._spec

    def _check_name(self, name):
        """Raise gelenk.Error if another element of this kind has the name."""
        members = getattr(self._spec, GROUPS.get(self.tag, ""), ())
        if self.tag != "plugin" and any(el.name == name and el is not self for el in members):
            raise Error(f"Error: repeated name '{name}' in {self.tag}")


class MjsPlugin(Named):
    """A plugin, attached to an element or shared by several; `config` has its parameters."""

    tag = "plugin"
    _config = None
    _declared = False  # whether it says that the model needs the plugin, and is no instance

    @property
    def config(self):
        """Parameters of the plugin, by key, as texts; assigning replaces them."""
        return dict(self._config or {})

    @config.setter
    def config(self, values):
        if not isinstance(values, dict):
            raise TypeError(f"config must be a dictionary of texts, not {type(values).__name__}")
        if not all(isinstance(text, str) for pair in values.items() for text in pair):
            raise TypeError("config must be a dictionary of texts")
        self.__dict__["_config"] = dict(values)


class Classed(Named):
    """An element that takes values from a defaults class."""

    _default = None

    @property
    def classname(self):
        """The defaults class (MjsDefault) that the element was made from."""
        return self._default if self._default is not None else (self._spec.default if self._spec else None)

    @classname.setter
    def classname(self, default):
        self.__dict__["_default"] = default


class Placed(Classed):
    """An element of the kinematic tree: it has a parent body, and perhaps a frame around it."""

    parent = None
    frame = None

    def set_frame(self, frame):
        """Put the element into a frame of the same body."""
        if not isinstance(frame, MjsFrame):
            raise TypeError(f"frame must be MjsFrame, not {type(frame).__name__}")
        if frame.parent is not self.parent:
            raise ValueError("frame must be a frame of the same body")
        self.frame = frame


class Turned(Placed):
    """An element of the tree with an orientation."""

    @cached_property
    def alt(self):
        """Orientation in a form other than the quaternion."""
        return MjsOrientation()


def plugin_of(cls):
    """Give a class the attribute `plugin`, made when it is first looked at."""
    cls.plugin = cached_property(lambda self: MjsPlugin())
    cls.plugin.__set_name__(cls, "plugin")
    cls.plugin.__doc__ = "The plugin attached to this element."
    return cls


class MjsJoint(Placed):
    """A joint."""

    tag = "joint"


@plugin_of
class MjsGeom(Turned):
    """A geom."""

    tag = "geom"


class MjsSite(Turned):
    """A site."""

    tag = "site"


class MjsCamera(Turned):
    """A camera."""

    tag = "camera"


class MjsLight(Placed):
    """A light."""

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


class Container(Turned):
    """A body or frame: what elements of the tree can be added to."""

    childclass = ""

    def _class_inside(self):
        """The defaults class of what is added here."""
        default = self._default or self._spec.default
        if self.childclass and default.name != self.childclass:  # the user has assigned another
            default = self._spec.find_default(self.childclass) or default
            self.__dict__["_default"] = default
        return default

    def _place(self, cls, body, default, values, plain=False):
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

    def add_body(self, default=None, **values):
        """Add a body."""
        child = self._place(MjsBody, self._body, default, {})
        child.__dict__["childclass"] = child._default.name
        child.assign(values)
        child._class_inside()
        return child

    def add_frame(self, default=None, **values):
        """Add a frame: what is added to it is moved by it. ``default`` is a frame of this body to put it into."""
        if default is not None and not isinstance(default, MjsFrame):
            raise TypeError(f"the frame around a frame must be MjsFrame, not {type(default).__name__}")
        if default is not None and default.parent is not self._body:
            raise ValueError("the frame around a frame must be of the same body")
        return (default or self)._add_frame(None, values)

    def _add_frame(self, default, values):
        """Add a frame of a defaults class, or of none of its own."""
        child = self._place(MjsFrame, self._body, default, {})
        if default is not None:
            child.__dict__["childclass"] = default.name
        child.assign(values)
        child._class_inside()
        return child

    def add_joint(self, default=None, **values):
        """Add a joint."""
        return self._place(MjsJoint, self._body, default, values)

    def add_geom(self, default=None, **values):
        """Add a geom."""
        return self._place(MjsGeom, self._body, default, values)

    def add_site(self, default=None, **values):
        """Add a site."""
        return self._place(MjsSite, self._body, default, values)

    def add_camera(self, default=None, **values):
        """Add a camera."""
        return self._place(MjsCamera, self._body, default, values)

    def add_light(self, default=None, **values):
        """Add a light."""
        return self._place(MjsLight, self._body, default, values)


class MjsFrame(Container):
    """A frame: a transformation of the elements inside it, which belong to the body around it."""

    tag = "frame"

    @property
    def _body(self):
        return self.parent


@plugin_of
class MjsBody(Container):
    """A body; `bodies`, `joints`, `geoms`, `sites`, `cameras`, `lights`, `frames` list what is in it."""

    tag = "body"
    _children = None

    def __init__(self, like=None, spec=None):
        super().__init__(like, spec)
        self.__dict__["_children"] = {tag: [] for tag in KINDS.values()}

    @property
    def _body(self):
        return self

    @cached_property
    def ialt(self):
        """Orientation of the inertial frame in a form other than the quaternion."""
        return MjsOrientation()

    def add_freejoint(self, **values):
        """Add a free joint; it takes no values from defaults."""
        for name in values:
            if name not in ("align", "group", "name"):
                raise TypeError(f"Invalid {name} keyword argument. Valid options are: align, group, name.")
        joint = self._place(MjsJoint, self, None, {}, plain=True)
        joint.type = mjtJoint.mjJNT_FREE
        return joint.assign(values)

    def find_child(self, name):
        """The body of that name below this one, or None."""
        return next((body for body in self.subtree() if body.name == name and body is not self), None)

    def subtree(self):
        """This body and all below it, parents first, in the order of the text."""
        stack = [self]
        while stack:
            body = stack.pop()
            yield body
            stack.extend(reversed(body._children["body"]))

    def find_all(self, kind):
        """All elements of a kind ('body', 'geom', mjOBJ_GEOM, ...) in the tree from here on, in order of the text."""
        if isinstance(kind, mjtObj):
            kind = kind.name.removeprefix("mjOBJ_").lower()
        elif not isinstance(kind, str):
            raise TypeError(f"find_all() takes a kind, as text or mjtObj, not {type(kind).__name__}")
        if kind not in self._children:
            kinds = ("body", "frame", "geom", "site", "joint", "light", "camera")
            raise ValueError(f"body.find_all supports the types: {', '.join(kinds)}.")
        if kind == "body":
            return [body for body in self.subtree() if body is not self]
        return [element for body in self.subtree() for element in body._children[kind]]


def _list_of(tag, name):
    def children(self):
        return list(self._children[tag])

    return property(children, doc=f"The {name} directly in this body, in the order of the text.")


for _list, _tag in KINDS.items():
    setattr(MjsBody, _list, _list_of(_tag, _list))


@plugin_of
class MjsMesh(Classed):
    """A mesh. The make_ methods fill in a builtin one: its vertices, triangles and normals (mesh_shapes.py)."""

    tag = "mesh"

    def make_sphere(self, subdivision):
        """An icosahedron whose triangles are cut into four, `subdivision` times."""
        self._take(mesh_shapes.sphere(int(subdivision)))

    def make_hemisphere(self, resolution):
        """The upper half of a sphere, closed by a flat bottom."""
        self._take(mesh_shapes.hemisphere(int(resolution)))

    def make_cone(self, nedge, radius):
        """A cone with nedge sides, cut off at the top where its radius is a part `radius` of that below."""
        self._take(mesh_shapes.cone(int(nedge), float(radius)))

    def make_supersphere(self, resolution, e, n):
        """A superellipsoid with exponents e of longitude and n of latitude."""
        self._take(mesh_shapes.supersphere(int(resolution), float(e), float(n)))

    def make_supertorus(self, resolution, radius, s, t):
        """A supertoroid whose section has that radius, with exponents s of the section and t of the ring."""
        self._take(mesh_shapes.supertorus(int(resolution), float(radius), float(s), float(t)))

    def make_wedge(self, resolution=(0, 0), fov=(0.0, 0.0), gamma=0.0):
        """A grid of tactile cells on a sphere around -z, within angles `fov` [degrees]."""
        self._take(mesh_shapes.wedge((int(resolution[0]), int(resolution[1])), tuple(fov), float(gamma)))

    def make_plate(self, resolution=(0, 0)):
        """A square grid of tactile cells; it has no volume, so its inertia is that of a shell."""
        self._take(mesh_shapes.plate(int(resolution[0]), int(resolution[1])))
        self.inertia = mjtMeshInertia.mjMESH_INERTIA_SHELL

    def _take(self, shape):
        self.uservert = shape.vert.ravel()
        self.userface = shape.face.ravel()
        self.usernormal = shape.normal.ravel()


class MjsHField(Named):
    """A height field."""

    tag = "hfield"


class MjsSkin(Named):
    """A skin."""

    tag = "skin"


class MjsFlex(Named):
    """A flex."""

    tag = "flex"


class MjsTexture(Named):
    """A texture."""

    tag = "texture"


class MjsMaterial(Classed):
    """A material."""

    tag = "material"


class MjsPair(Classed):
    """A contact pair."""

    tag = "pair"


class MjsExclude(Named):
    """A pair of bodies that does not collide."""

    tag = "exclude"


class MjsEquality(Classed):
    """An equality constraint."""

    tag = "equality"


# what the points of a path are
WRAPPED = {
    mjtWrap.mjWRAP_JOINT: "joint",
    mjtWrap.mjWRAP_SITE: "site",
    mjtWrap.mjWRAP_SPHERE: "geom",
    mjtWrap.mjWRAP_CYLINDER: "geom",
}


class MjsWrap(MjsElement):
    """A point of a tendon's path: what it wraps, by name, and how."""

    row = "none"
    type = None
    name = ""
    sidename = ""
    coef = None
    divisor = None
    tendon = None

    @property
    def target(self):
        """The joint, site or geom that is wrapped, or None."""
        spec = self.tendon.spec
        kind = WRAPPED.get(self.type)
        return getattr(spec, kind)(self.name) if kind else None

    @property
    def info(self):
        """Where the point is in the text, or an empty text."""
        return f"line {self.line}" if self.line else ""

    @property
    def sidesite(self):
        """The side site of a wrapped geom, or None."""
        return self.tendon.spec.site(self.sidename) if self.sidename else None


class MjsTendonPath(list):
    """The points of a tendon's path, MjsWrap each, in order."""


class MjsTendon(Classed):
    """A tendon; `path` lists what it goes along."""

    tag = "tendon"
    path = ()

    def __init__(self, like=None, spec=None):
        super().__init__(like, spec)
        self.__dict__["path"] = MjsTendonPath()

    @property
    def default(self):
        """The defaults class that the tendon was made from."""
        return self.classname

    def _wrap(self, kind, **values):
        wrap = MjsWrap()
        wrap.__dict__.update(values, type=kind, tendon=self)
        self.path.append(wrap)
        return wrap

    def wrap_joint(self, name, coef):
        """Add a joint to a fixed tendon, with its coefficient."""
        return self._wrap(mjtWrap.mjWRAP_JOINT, name=name, coef=float(coef))

    def wrap_site(self, name):
        """Let the tendon pass through a site."""
        return self._wrap(mjtWrap.mjWRAP_SITE, name=name)

    def wrap_geom(self, name, sidesite):
        """Let the tendon wrap around a geom, staying on the side of a site."""
        return self._wrap(mjtWrap.mjWRAP_SPHERE, name=name, sidename=sidesite)

    def wrap_pulley(self, divisor):
        """Split the tendon."""
        return self._wrap(mjtWrap.mjWRAP_PULLEY, divisor=float(divisor))


@plugin_of
class MjsActuator(Classed, Shortcuts):
    """An actuator."""

    tag = "actuator"


@plugin_of
class MjsSensor(Named):
    """A sensor."""

    tag = "sensor"


class MjsNumeric(Named):
    """Numbers of the user's own."""

    tag = "numeric"


class MjsText(Named):
    """A text of the user's own."""

    tag = "text"


class MjsTuple(Named):
    """A list of elements."""

    tag = "tuple"


class MjsKey(Named):
    """A keyframe."""

    tag = "key"


LISTS = {
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
