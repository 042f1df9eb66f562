"""Setters of attribute values: STORES for attributes, FINISHERS for whole elements.

Documents: design / One source of truth; XML reference / MJCF Reference; XML reference / actuator

The functions are registered under the names that schema rows use. Attributes without a setter are copied.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING, Any, TypeVar

import numpy as np

from gelenk.algebra.orientation import ORIGIN
from gelenk.errors import Error
from gelenk.modeling.mjcf.actuator_shortcuts import finish_actuator
from gelenk.modeling.spec.field_descriptors import coefficients
from gelenk.tables.enums import mjtMeshBuiltin, mjtObj, mjtOrientation, mjtTrn
from gelenk.tables.enums.options import ONE_CONTACT
from gelenk.tables.levels import release_number
from gelenk.tables.releases import R3_12

if TYPE_CHECKING:
    from gelenk.modeling.mjcf.parse import Node
    from gelenk.tables.schema_rows import Attr

Function = TypeVar("Function", bound=Callable[..., Any])


class Registry(dict[str, Callable[..., Any]]):
    """Map from name to function; ``column`` is the column of the rows with these names."""

    def __init__(self, column: str) -> None:
        super().__init__()
        self.column = column

    def __call__(self, *names: str) -> Callable[[Function], Function]:
        """Return a decorator that registers a function under these names.

        Errors   ValueError: another function has one of the names
        """

        def keep(function: Function) -> Function:
            for name in names:
                if self.setdefault(name, function) is not function:
                    raise ValueError(
                        f"{self.column} '{name}' is both {self[name].__name__} and {function.__name__}"
                    )
            return function

        return keep

    def check_complete(self, names: Iterable[str]) -> None:
        """Raise LookupError if a row names an unregistered function; the empty name is ignored."""
        if unknown := sorted({*names} - {"", *self}):
            raise LookupError(
                f"rows of the schema name {self.column}={', '.join(map(repr, unknown))}, for which there is no "
                f"function; there are {', '.join(sorted(self))}"
            )


STORES = Registry("store")
FINISHERS = Registry("reader")
FINISHERS("actuator")(finish_actuator)

ALT_TYPE = {
    name.removeprefix("mjORIENTATION_").lower(): member for name, member in mjtOrientation.__members__.items()
}


# ---- attribute setters by `store` of the schema row: (element, field, value, attr, node)


@STORES("flex_yield")
def store_flex_yield(element: Any, field: str, value: Any, attr: Attr, node: Node) -> None:
    """Store the yield strains of a flex; a single one is that of bending, too, in surfaces."""
    surface = int(element.dim) == 2 and not element.nodebody
    element.stressyield[:] = (*value, value[0] if surface else 0.0)[:2]


@STORES("quat")
def store_quat(element: Any, field: str, value: Any, attr: Attr, node: Node) -> None:
    """Store a quaternion, and reject zero."""
    if not any(value):
        raise Error("zero quaternion is not allowed")
    element._fields[field].replace(element.__dict__, value)


@STORES("alt")
def store_alt(element: Any, field: str, value: Any, attr: Attr, node: Node) -> None:
    """Store an alternative orientation, such as `field` = alt.euler."""
    place, name = field.split(".")
    orientation = getattr(element, place)
    orientation._fields[name].replace(orientation.__dict__, value)
    orientation.__dict__["type"] = ALT_TYPE[name]


@STORES("inner")
def store_inner(element: Any, field: str, value: Any, attr: Attr, node: Node) -> None:
    """Store a field of a nested structure, such as `field` = plugin.name."""
    place, name = field.split(".")
    setattr(getattr(element, place), name, value)


@STORES("ignore")
def store_ignore(element: Any, field: str, value: Any, attr: Attr, node: Node) -> None:
    """Ignore an attribute that has no effect."""


@STORES("spec")
def store_spec(compiler: Any, field: str, value: Any, attr: Attr, node: Node) -> None:
    """Skip a compiler setting that is stored in the spec itself, by the reader of settings."""


@STORES("coordinate")
def store_coordinate(compiler: Any, field: str, value: Any, attr: Attr, node: Node) -> None:
    """Reject global coordinates."""
    if value:
        raise Error("global coordinates are no longer supported; 2.3.3 was the last release to convert them")


@STORES("eulerseq")
def store_eulerseq(compiler: Any, field: str, value: Any, attr: Attr, node: Node) -> None:
    """Store three axes out of x, y, z, X, Y, Z."""
    if len(value) != 3:
        raise Error("eulerseq must have length 3")
    compiler.__dict__[field] = list(value)


@STORES("assetdir")
def store_assetdir(compiler: Any, field: str, value: Any, attr: Attr, node: Node) -> None:
    """Store the folder of meshes and textures, unless meshdir or texturedir is given."""
    for name in ("meshdir", "texturedir"):
        if name not in node.values:
            compiler.__dict__[name] = value


@STORES("flag_disable")
def store_flag_disable(option: Any, field: str, value: Any, attr: Attr, node: Node) -> None:
    """Store a flag whose bit means 'disable', such as `field` = disableflags.16."""
    _set_bit(option, field, not value)


@STORES("flag_enable")
def store_flag_enable(option: Any, field: str, value: Any, attr: Attr, node: Node) -> None:
    """Store a flag whose bit means 'enable'."""
    _set_bit(option, field, value)


@STORES("flag_multiccd")
def store_flag_multiccd(option: Any, field: str, value: Any, attr: Attr, node: Node) -> None:
    """Store the flag multiccd: 'enable' sets its bit, 'disable' sets ONE_CONTACT.

    ONE_CONTACT (tables/enums/options.py) asks for the contacts of 3.5.0.
    """
    _set_bit(option, field, value)
    _set_bit(option, f"disableflags.{ONE_CONTACT}", not value)


def _set_bit(option: Any, field: str, on: bool) -> None:
    name, bit = field.split(".")
    state = option.__dict__
    state[name] = state[name] | int(bit) if on else state[name] & ~int(bit)


@STORES("groups")
def store_groups(option: Any, field: str, value: Any, attr: Attr, node: Node) -> None:
    """Add a list of groups to the bits of the field; several lists accumulate."""
    bits = option.__dict__[field]
    for group in value:
        if not 0 <= group <= 30:
            raise Error(f"disabled actuator group {group} must be in the range 0 to 30")
        bits |= 1 << group
    option.__dict__[field] = bits


UNITS = {"K": 10, "M": 20, "G": 30, "T": 40, "P": 50, "E": 60}


@STORES("memory")
def store_memory(spec: Any, field: str, value: Any, attr: Attr, node: Node) -> None:
    """Store bytes with a unit, such as 500K, 10M, 1G; -1 lets the compiler choose."""
    text = value.strip()
    unit = text[-1:].upper()
    digits = text[:-1] if unit in UNITS else text
    if text == "-1":
        spec.__dict__["memory"] = -1
        return
    if not digits.isdigit() or not digits.isascii() or len(digits) > 20:
        raise Error(
            f"memory must be a number of bytes with an optional unit K, M, G, T, P or E, not '{value}'"
        )
    size = int(digits) << UNITS.get(unit, 0)
    if size >= 1 << 63:
        raise Error(f"memory '{value}' is too large")
    spec.__dict__["memory"] = size


@STORES("positive")
def store_positive(element: Any, field: str, value: Any, attr: Attr, node: Node) -> None:
    """Store a number that must be positive."""
    if not value > 0:
        raise Error(f"{attr.name} must be strictly positive")
    element.__dict__[field] = float(np.float32(value)) if attr.kind.dtype == "float32" else value


@STORES("polynomial")
def store_polynomial(element: Any, field: str, value: Any, attr: Attr, node: Node) -> None:
    """Store one to three coefficients; missing ones are unchanged, as in other arrays."""
    values = (*value, *coefficients(element.__dict__[field])[len(value) :])
    element.__dict__[field] = values if any(values[1:]) else values[0]


@STORES("count")
def store_count(spec: Any, field: str, value: Any, attr: Attr, node: Node) -> None:
    """Store a size that must not be negative."""
    if value < 0:
        raise Error(f"{field} must be >= 0")
    spec.__dict__[field] = value


@STORES("user_count")
def store_user_count(spec: Any, field: str, value: Any, attr: Attr, node: Node) -> None:
    """Store a size of user data, or -1."""
    if value < -1:
        raise Error(f"{field} must be >= -1")
    spec.__dict__[field] = value


@STORES("hull")
def store_hull(mesh: Any, field: str, value: Any, attr: Attr, node: Node) -> None:
    """Store the largest number of hull vertices: at least 4, or -1."""
    if value != -1 and value < 4:
        raise Error("maxhullvert must be larger than 3")
    mesh.__dict__[field] = value


@STORES("gridlayout")
def store_gridlayout(texture: Any, field: str, value: Any, attr: Attr, node: Node) -> None:
    """Store one letter per cell of the composite image."""
    if len(value) > 12:
        raise Error("gridlayout can have at most 12 characters")
    texture.__dict__[field] = list(value) + texture.__dict__[field][len(value) :]


@STORES("springlength")
def store_springlength(tendon: Any, field: str, value: Any, attr: Attr, node: Node) -> None:
    """Store the range of rest lengths; one value is used for both ends."""
    tendon._fields[field].replace(tendon.__dict__, value if len(value) == 2 else [value[0], value[0]])


@STORES("factors")
def store_factors(element: Any, field: str, value: Any, attr: Attr, node: Node) -> None:
    """Store three factors; one value is used for all."""
    if len(value) == 2:
        raise Error(f"{attr.name} must have 1 or 3 values")
    element._fields[field].replace(element.__dict__, value if len(value) == 3 else [value[0]] * 3)


@STORES("numeric_size")
def store_numeric_size(numeric: Any, field: str, value: Any, attr: Attr, node: Node) -> None:
    """Store the size of a numeric; its data is padded with zeros to this size."""
    numeric.__dict__[field] = value


@STORES("eq_body")
def store_eq_body(equality: Any, field: str, value: Any, attr: Attr, node: Node) -> None:
    """Store a body that a constraint connects."""
    equality.__dict__[field] = value
    equality.__dict__["objtype"] = mjtObj.mjOBJ_BODY


@STORES("eq_site")
def store_eq_site(equality: Any, field: str, value: Any, attr: Attr, node: Node) -> None:
    """Store a site that a constraint connects."""
    equality.__dict__[field] = value
    equality.__dict__["objtype"] = mjtObj.mjOBJ_SITE


@STORES("shortcut", "input")
def store_shortcut(actuator: Any, field: str, value: Any, attr: Attr, node: Node) -> None:
    """Skip a parameter of an actuator shortcut, which `finish_actuator` reads."""


def _target(kind: Any) -> Callable[..., None]:
    def store(actuator: Any, field: str, value: Any, attr: Attr, node: Node) -> None:
        actuator.__dict__["target"] = value
        actuator.__dict__["trntype"] = kind

    store.__doc__ = f"Set the transmission target, and the transmission type {kind.name}."
    return store


for _name, _member in mjtTrn.__members__.items():
    STORES(f"target_{_name.removeprefix('mjTRN_').lower()}")(_target(_member))


def _side(side: int, kind: Any) -> Callable[..., None]:
    def store(sensor: Any, field: str, value: Any, attr: Attr, node: Node) -> None:
        sensor.__dict__["objname" if side == 1 else "refname"] = value
        sensor.__dict__["objtype" if side == 1 else "reftype"] = kind

    store.__doc__ = f"The element on side {side} of the sensor, of type {kind.name}."
    return store


for _kind in ("geom", "body", "xbody", "site", "camera"):
    for _number in (1, 2):
        STORES(f"side{_number}_{_kind}")(_side(_number, getattr(mjtObj, f"mjOBJ_{_kind.upper()}")))


# ---- element finishers by `reader` of the schema row: (element, node, in_default)


@FINISHERS("camera")
def finish_camera(camera: Any, node: Node, in_default: bool) -> None:
    """Clear inherited user data before 3.12; later cameras inherit it from their class."""
    if not in_default and "user" not in node.values and release_number(camera._spec.release) < R3_12:
        camera.__dict__["userdata"] = ()


@FINISHERS("numeric")
def finish_numeric(numeric: Any, node: Node, in_default: bool) -> None:
    """Pad the data to the size, or take the size from the data."""
    data = numeric.data
    size = node.values.get("size", 0) if "size" in node.attrs else len(data)
    if "size" in node.attrs and len(data) > size:
        raise Error(f"attribute 'data' has too much data: {len(data)} values, where size is {size}")
    if not 1 <= size <= 500:
        raise Error(f"the size of a numeric must be from 1 to 500, not {size}")
    numeric.__dict__["size"] = size
    numeric.data = np.concatenate([data, np.zeros(size - len(data))])


@FINISHERS("text")
def finish_text(text: Any, node: Node, in_default: bool) -> None:
    """Reject an empty text."""
    if not text.data:
        raise Error("text field cannot be empty")


@FINISHERS("tuple")
def finish_tuple(tup: Any, node: Node, in_default: bool) -> None:
    """Store the members of a tuple."""
    members = [child.values for child in node.children]
    state = tup.__dict__
    tup.objtype = [int(values["objtype"]) for values in members]
    state["objname"] = [values["objname"] for values in members]
    tup.objprm = [values.get("prm", 0.0) for values in members]


@FINISHERS("hfield")
def finish_hfield(hfield: Any, node: Node, in_default: bool) -> None:
    """Flip the rows of the elevation, since the text starts with the last row."""
    state = hfield.__dict__
    rows, columns, count = state["nrow"], state["ncol"], len(state["userdata"])
    if rows > 0 and columns > 0 and count:
        if count != rows * columns:
            raise Error(f"elevation has {count} numbers, but nrow * ncol is {rows} * {columns}")
        hfield.userdata = hfield.userdata.reshape(rows, columns)[::-1].ravel()


@FINISHERS("skin")
def finish_skin(skin: Any, node: Node, in_default: bool) -> None:
    """Store the bones of a skin, one entry per bone in each list."""
    bones = [child.values for child in node.children]
    state = skin.__dict__
    state["bodyname"] = [bone["body"] for bone in bones]
    for name in ("bindpos", "bindquat"):
        setattr(skin, name, [number for bone in bones for number in bone[name]])
    for name in ("vertid", "vertweight"):
        state[name] = [list(bone.get(name, ())) for bone in bones]
        if not all(state[name]):
            raise Error(f"required attribute '{name}' of a bone is missing")


@FINISHERS("texture")
def finish_texture(texture: Any, node: Node, in_default: bool) -> None:
    """Check that a layout of the composite image has a letter for each cell."""
    layout = node.values.get("gridlayout")
    if layout is None:
        return
    rows, columns = texture._numbers("gridsize")
    if len(layout) != rows * columns:
        raise Error(f"gridlayout has {len(layout)} characters, but gridsize has {rows} * {columns} cells")


# builtin mesh -> (name, number of parameters); those in WITH_DIMENSION take dim as one more
BUILTIN_MESHES = {
    mjtMeshBuiltin.mjMESH_BUILTIN_SPHERE: ("sphere", 1),
    mjtMeshBuiltin.mjMESH_BUILTIN_HEMISPHERE: ("hemisphere", 1),
    mjtMeshBuiltin.mjMESH_BUILTIN_CONE: ("cone", 2),
    mjtMeshBuiltin.mjMESH_BUILTIN_SUPERSPHERE: ("supersphere", 3),
    mjtMeshBuiltin.mjMESH_BUILTIN_SUPERTORUS: ("supertorus", 4),
    mjtMeshBuiltin.mjMESH_BUILTIN_WEDGE: ("wedge", 5),
    mjtMeshBuiltin.mjMESH_BUILTIN_PLATE: ("plate", 2),
    mjtMeshBuiltin.mjMESH_BUILTIN_GRID: ("grid", 6),
    mjtMeshBuiltin.mjMESH_BUILTIN_BOX: ("box", 6),
    mjtMeshBuiltin.mjMESH_BUILTIN_CYLINDER: ("cylinder", 6),
    mjtMeshBuiltin.mjMESH_BUILTIN_ELLIPSOID: ("ellipsoid", 6),
    mjtMeshBuiltin.mjMESH_BUILTIN_SQUARE: ("square", 6),
    mjtMeshBuiltin.mjMESH_BUILTIN_DISC: ("disc", 6),
}
WITH_DIMENSION = ("grid", "box", "cylinder", "ellipsoid")


@FINISHERS("mesh")
def finish_mesh(mesh: Any, node: Node, in_default: bool) -> None:
    """Generate the vertices and faces of a builtin mesh."""
    if (kind := node.values.get("builtin")) is None:
        return
    if "params" not in node.values:
        raise Error("a builtin mesh needs the attribute 'params'")
    for attribute in ("file", "vertex"):
        if attribute in node.values:
            raise Error(f"a mesh cannot have both 'builtin' and '{attribute}'")
    if kind not in BUILTIN_MESHES:
        raise Error("builtin must name a shape to make, not 'none'")
    name, count = BUILTIN_MESHES[kind]
    params: list = [float(value) for value in node.values["params"]]
    if len(params) != count + (name in WITH_DIMENSION and len(params) == 7):
        raise Error(f"a builtin {name} has {count} parameter{'s' * (count > 1)}, not {len(params)}")
    if not all(abs(value) < 2**31 for value in params):
        raise Error(f"the parameters of a builtin {name} must be finite")
    whole = 3 if count == 6 else 1 + (name in ("wedge", "plate"))  # of these, the fractions are cut off
    params[:whole] = map(int, params[:whole])
    if name == "wedge":
        params = [params[:2], params[2:4], params[4]]
    elif name == "plate":
        params = [params]
    elif count == 6:
        params = [params[:3], params[3:6], *map(int, params[6:])]
    getattr(mesh, f"make_{name}")(*params)


@FINISHERS("material")
def finish_material(material: Any, node: Node, in_default: bool) -> None:
    """Store the textures of the layers, which exclude the attribute `texture`."""
    if node.children and "texture" in node.attrs:
        raise Error("a material with the attribute 'texture' cannot have elements <layer>")
    for child in node.children:
        role = child.values["role"]
        material.__dict__["textures"][role] = child.values["texture"]


@FINISHERS("connect")
def finish_connect(equality: Any, node: Node, in_default: bool) -> None:
    """Check that either body1 and anchor or two sites are given."""
    given = node.values.keys()
    bodies, sites = {"body1", "anchor"} <= given, {"site1", "site2"} <= given
    if given & {"body1", "body2", "anchor"} and given & {"site1", "site2"}:
        raise Error("body and site semantics cannot be mixed")
    if not bodies and not sites:
        raise Error("either both body1 and anchor must be defined, or both site1 and site2 must be defined")


@FINISHERS("weld")
def finish_weld(equality: Any, node: Node, in_default: bool) -> None:
    """Check that either body1 or two sites are given.

    The anchor of bodies is the origin of body2 by default.
    """
    given = node.attrs.keys()
    if "body1" in given and "anchor" not in node.values:
        equality._fields["data"].replace(equality.__dict__, ORIGIN)
    if given & {"body1", "body2", "anchor", "relpose"} and given & {"site1", "site2"}:
        raise Error("body and site semantics cannot be mixed")
    if "body1" not in given and not {"site1", "site2"} <= given:
        raise Error("either body1 must be defined, or both site1 and site2 must be defined")


@FINISHERS("tendon")
def finish_tendon(tendon: Any, node: Node, in_default: bool) -> None:
    """Store the path of a tendon."""
    for child in node.children:
        values = child.values
        if child.tag == "joint":
            wrap = tendon.wrap_joint(values["joint"], values["coef"])
        elif child.tag == "site":
            wrap = tendon.wrap_site(values["site"])
        elif child.tag == "geom":
            wrap = tendon.wrap_geom(values["geom"], values.get("sidesite", ""))
        else:
            wrap = tendon.wrap_pulley(values["divisor"])
        wrap.__dict__["_position"] = child.position


@FINISHERS("sensor")
def finish_sensor(sensor: Any, node: Node, in_default: bool) -> None:
    """Store the default outputs, and check that names and types of objects come in pairs."""
    given = node.attrs.keys()
    for row in node.row.attrs:
        if row.field.startswith("intprm[") and row.default is not None and row.name not in node.values:
            sensor._fields["intprm"].replace(sensor.__dict__, (row.default,), int(row.field[7:-1]))
    for name, kind in (("refname", "reftype"), ("objname", "objtype")):
        row = node.row.by_name
        if name in row and kind in row and (name in given) != (kind in given):
            missing = kind if name in given else name
            raise Error(f"{name if name in given else kind} is given, but {missing} is missing")
