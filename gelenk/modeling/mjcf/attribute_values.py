"""Attribute values for writing, computed from fields: the inverse of attribute_setters.py.

Documents: XML reference / MJCF Reference

RECALLS are the inverses of STORES: they return the value of one attribute, or None to omit the attribute. REVISIONS are
the inverses of FINISHERS: they correct the attributes of a whole element in `said` (attribute -> text). The output is
canonical: orientations are quaternions, angles are radians.
"""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any, Protocol

import numpy as np

from gelenk.algebra.orientation import OrientationError, orientation
from gelenk.errors import Error
from gelenk.modeling.mjcf.attribute_setters import STORES, UNITS, Registry
from gelenk.modeling.mjcf.values import number, text_of
from gelenk.modeling.spec import drive_shortcuts
from gelenk.modeling.spec.field_descriptors import coefficients
from gelenk.tables.enums import (
    mjtAlignFree,
    mjtGeom,
    mjtJoint,
    mjtLimited,
    mjtObj,
    mjtOrientation,
    mjtTexture,
    mjtTrn,
)
from gelenk.tables.enums.options import ONE_CONTACT
from gelenk.tables.levels import release_number
from gelenk.tables.releases import R3_12, R4_0
from gelenk.tables.schema import ROOT
from gelenk.tables.schema.asset import HFIELD
from gelenk.tables.schema.relations import CONNECT, WELD

if TYPE_CHECKING:
    from gelenk.modeling.spec.element_classes import (
        MjsActuator,
        MjsCamera,
        MjsEquality,
        MjsHField,
        MjsJoint,
        MjsMaterial,
        MjsMesh,
        MjsNumeric,
        MjsSensor,
        MjsTexture,
    )
    from gelenk.modeling.spec.spec import MjsCompiler, MjSpec
    from gelenk.tables.schema_rows import Attr, Element

MATERIAL_LAYER = ROOT.by_tag["asset"].by_tag["material"].by_tag["layer"]
RECALLS = Registry("store")
REVISIONS = Registry("reader")
ANGLES = ("range", "ref", "springref", "springyield")
SILENT = ("alt", "ignore", "coordinate", "assetdir", "shortcut", "eulerseq")  # stores that need no recall
# stores that keep a value unchanged; "" is plain assignment
AS_THEY_ARE = ("", "positive", "count", "hull", "springlength", "factors", "numeric_size")
DECIDING = ("degree", "autolimits", "alignfree", "fitaabb")  # settings that `angle` and `resolved` read
SETTLED = ("align", "meshname")  # fields that `resolved` examines, besides those of limits


class Context(Protocol):
    """The interface of the writer that recall functions use; LineBuilder implements it."""

    spec: MjSpec
    degree: bool  # whether the text has angles in degrees
    files: Any  # the names of files (element_files.py)

    def compiler_of(self, element: Any) -> MjsCompiler:
        """Return the compiler settings under which an element was written."""


def numbers(element: Any, field: str) -> Any:
    """Return a field, as the stored tuple where one exists, to avoid building an array."""
    known = element.__dict__.get(field)
    return known if type(known) is tuple else getattr(element, field)


def plain(element: Any, field: str) -> Any:
    """Return a field or a part of one, such as data[0:5] or cubefiles[2]."""
    if "[" not in field:
        return numbers(element, field)
    field, part = field[:-1].split("[")
    start, _, stop = part.partition(":")
    values = numbers(element, field)
    return values[int(start) : int(stop)] if stop else values[int(start)]


def section(spec: Any, blank: Any, target: str, made: bool) -> tuple[Any, Any]:
    """Return the settings `target` of a spec and of a new spec.

    Both are None if the settings are untouched, unless ``made``.
    """
    for name in target.split(".") if target != "spec" else ():
        if name not in spec.__dict__ and not made:
            return None, None
        spec, blank = getattr(spec, name), getattr(blank, name)
    return spec, blank


def recall(element: Any, attr: Attr, context: Context) -> Any:
    """Return the value of an attribute; `context` supplies the compiler settings."""
    if attr.store:
        return RECALLS[attr.store](element, attr, context)
    return plain(element, attr.field or attr.name)


# ---- attributes by `store` of the schema row: (element, attr, context)


@RECALLS("quat")
def recall_quat(element: Any, attr: Attr, context: Context) -> Any:
    """Return the orientation as a quaternion, converted from any alternative form."""
    field = attr.field or attr.name
    alt = element.__dict__.get("alt" if field == "quat" else "ialt")
    quat = numbers(element, field)
    if alt is None or alt.type == mjtOrientation.mjORIENTATION_QUAT:
        return quat
    try:
        return np.array(orientation(quat, alt, context.compiler_of(element)))
    except OrientationError as error:
        raise Error(f"orientation specification error '{error}'", where=element.where) from None


@RECALLS(*SILENT)
def _nothing(element: Any, attr: Attr, context: Context) -> None:
    """Return None: the attribute has no effect, or another attribute states the value."""


@RECALLS(*AS_THEY_ARE[1:])
def _plain(element: Any, attr: Attr, context: Context) -> Any:
    return plain(element, attr.field or attr.name)


@RECALLS("polynomial")
def recall_polynomial(element: Any, attr: Attr, context: Context) -> tuple[float, ...]:
    """Return all three coefficients; the writer drops trailing ones equal to the defaults."""
    return coefficients(element.__dict__[attr.field or attr.name])


@RECALLS("flex_yield")
def recall_flex_yield(element: Any, attr: Attr, context: Context) -> tuple[float, ...]:
    """Return both yield strains of a flex, since a single one would be read as both."""
    return tuple(map(float, element.stressyield))


@STORES("materials")
def store_materials(flex: Any, field: str, value: Any, attr: Attr, node: Any) -> None:
    """Store the material of a flex, or from release 4.0 on those of its elements."""
    later = release_number(flex._spec.release) >= R4_0
    flex.__dict__[field] = flex._fields[field].convert(value.split() if later else value)


@RECALLS("materials")
def recall_materials(element: Any, attr: Attr, context: Context) -> str:
    """Return the materials of a flex or its elements, separated by blanks."""
    try:
        names = element._fields["material"].names(element)
    except TypeError as error:
        raise Error(str(error), where=element.where) from None
    if release_number(context.spec.release) >= R4_0 or len(names) > 1:
        wrong = next((name for name in names if len(name.split()) != 1), None)
        if wrong is not None:
            raise Error(
                f"the materials of flex '{element.name}' include '{wrong}', which MJCF cannot express: names are "
                "separated by blanks",
                where=element.where,
            )
    return " ".join(names)


@STORES("nodecoord")
def store_nodecoord(element: Any, field: str, value: Any, attr: Attr, node: Any) -> None:
    """Store the positions of nodes in their bodies."""
    element._fields[field].replace(element.__dict__, value)


@RECALLS("nodecoord")
def recall_nodecoord(element: Any, attr: Attr, context: Context) -> Any:
    """Return the positions of nodes; texts of releases before 4.0 cannot state them."""
    return numbers(element, attr.field) if release_number(context.spec.release) >= R4_0 else None


# prefix in the sizes nuser_... -> list of elements in the spec
USERS = {
    "body": "bodies",
    "jnt": "joints",
    "geom": "geoms",
    "site": "sites",
    "cam": "cameras",
    "tendon": "tendons",
    "actuator": "actuators",
    "sensor": "sensors",
}


@RECALLS("inner")
def recall_inner(element: Any, attr: Attr, context: Context) -> Any:
    """Return a field of a nested structure."""
    place, name = attr.field.split(".")
    inner = element.__dict__.get(place)
    return "" if inner is None else getattr(inner, name)


@RECALLS("spec")
def recall_spec(compiler: Any, attr: Attr, context: Context) -> Any:
    """Return a compiler setting that is stored in the spec itself."""
    return getattr(context.spec, attr.name)


@RECALLS("flag_disable")
def recall_flag_disable(option: Any, attr: Attr, context: Context) -> Any:
    """Return a flag whose bit means 'disable'; former names for several bits are omitted."""
    return _flag(option, attr, 0)


@RECALLS("flag_enable")
def recall_flag_enable(option: Any, attr: Attr, context: Context) -> Any:
    """Return a flag whose bit means 'enable'."""
    return _flag(option, attr, 1)


@RECALLS("flag_multiccd")
def recall_flag_multiccd(option: Any, attr: Attr, context: Context) -> Any:
    """Return the flag multiccd: 1, 0 if ONE_CONTACT is set, else None."""
    if _flag(option, attr, 1):
        return 1
    return 0 if option.disableflags & ONE_CONTACT else None


def _flag(option: Any, attr: Attr, value_if_set: int) -> Any:
    name, number = attr.field.split(".")
    bits = int(number)
    if bits & (bits - 1):
        return None
    return value_if_set if getattr(option, name) & bits else 1 - value_if_set


@RECALLS("groups")
def recall_groups(option: Any, attr: Attr, context: Context) -> np.ndarray:
    """Return the indices of the set bits."""
    bits = getattr(option, attr.field)
    return np.array([i for i in range(31) if bits >> i & 1], np.int32)


@RECALLS("user_count")
def recall_user_count(spec: Any, attr: Attr, context: Context) -> int:
    """Return the stated size of user data, or the length of the longest if it is not stated."""
    stated = getattr(spec, attr.name)
    if stated >= 0 or not attr.name.startswith("nuser_"):
        return stated
    group = USERS[attr.name.removeprefix("nuser_")]
    return max((len(numbers(el, "userdata")) for el in getattr(spec, group)), default=0) or stated


@RECALLS("memory")
def recall_memory(spec: Any, attr: Attr, context: Context) -> str | None:
    """Return a number of bytes in the largest unit in which it is an integer."""
    if spec.memory < 0:
        return None
    size, best = spec.memory, ""
    for unit, shift in UNITS.items():
        if size and not size % (1 << shift):
            best = unit
    return f"{size >> UNITS[best] if best else size}{best}"


@RECALLS("gridlayout")
def recall_gridlayout(texture: MjsTexture, attr: Attr, context: Context) -> str:
    """Return one letter per cell of the composite image."""
    rows, columns = texture.gridsize
    return "".join(texture.gridlayout[: rows * columns])


@RECALLS("eq_body")
def recall_eq_body(equality: MjsEquality, attr: Attr, context: Context) -> Any:
    """Return a body that the constraint connects, or None for sites."""
    return _end(equality, attr, mjtObj.mjOBJ_BODY)


@RECALLS("eq_site")
def recall_eq_site(equality: MjsEquality, attr: Attr, context: Context) -> Any:
    """Return a site that the constraint connects, or None for bodies."""
    return _end(equality, attr, mjtObj.mjOBJ_SITE)


def _end(equality: MjsEquality, attr: Attr, kind: Any) -> Any:
    return (getattr(equality, attr.field) or None) if equality.objtype == kind else None


@RECALLS("input")
def recall_input(actuator: MjsActuator, attr: Attr, context: Context) -> Any:
    """Return the words of an input signature; empty for that of the gain type."""
    return drive_shortcuts.words_of(int(actuator.ctrlspec), actuator.gaintype)


def _target(kind: Any) -> Any:
    def recall(actuator: MjsActuator, attr: Attr, context: Context) -> Any:
        return actuator.target if actuator.trntype == kind else None

    recall.__doc__ = f"Return the transmission target if the transmission type is {kind.name}, else None."
    return recall


for _name, _member in mjtTrn.__members__.items():
    RECALLS(f"target_{_name.removeprefix('mjTRN_').lower()}")(_target(_member))


def _side(side: int, kind: Any) -> Any:
    def recall(sensor: MjsSensor, attr: Attr, context: Context) -> Any:
        found = sensor.objtype if side == 1 else sensor.reftype
        return ((sensor.objname if side == 1 else sensor.refname) or None) if found == kind else None

    recall.__doc__ = f"The element on side {side} of the sensor, if it is of type {kind.name}."
    return recall


for _kind in ("geom", "body", "xbody", "site", "camera"):
    for _number in (1, 2):
        RECALLS(f"side{_number}_{_kind}")(_side(_number, getattr(mjtObj, f"mjOBJ_{_kind.upper()}")))


def angle(joint: MjsJoint, attr: Attr, value: Any, context: Context) -> Any:
    """Return a joint angle in the unit of the text: radians, unless it is saved as written."""
    turning = joint.type in (mjtJoint.mjJNT_HINGE, mjtJoint.mjJNT_BALL)
    compiler = context.compiler_of(joint)
    if not turning or bool(compiler.degree) == context.degree or attr.name not in ANGLES:
        return value
    convert = math.degrees if context.degree else math.radians
    if attr.name == "range":
        auto = joint.limited == 2
        limited = compiler.autolimits and value[0] < value[1] if auto else joint.limited
        # the compiler converts the range only of limited joints
        return tuple(map(convert, value)) if limited else value
    hinge = joint.type == mjtJoint.mjJNT_HINGE
    return convert(value) if hinge or attr.name == "springyield" else value


def resolved(element: Any, attr: Attr, value: Any, context: Context) -> Any:
    """Return a value, with "auto" resolved where the settings of the element's origin decide.

    This applies if the origin, the model that the element was attached from, has other settings than the whole model.
    """
    own, whole = context.compiler_of(element), context.spec.compiler
    field = attr.field or attr.name
    if field == "align" and value == mjtAlignFree.mjALIGNFREE_AUTO and own.alignfree != whole.alignfree:
        return int(own.alignfree)
    if field.endswith("limited") and value == mjtLimited.mjLIMITED_AUTO:
        low, high = getattr(element, field.replace("limited", "range"))
        return 1 if own.autolimits and not whole.autolimits and low < high else value
    if field == "meshname" and value and own.fitaabb != whole.fitaabb and element.type != mjtGeom.mjGEOM_MESH:
        raise Error(
            f"'fitaabb' of the model that geom '{element.name}' was attached from differs from the whole model's",
            where=element.where,
        )
    return value


# ---- elements by `reader` of the schema row: (element, said, context)


@REVISIONS("camera")
def revise_camera(camera: MjsCamera, said: dict[str, str], context: Context) -> None:
    """Write all user data before 3.12, which is not inherited; a sensor size replaces fovy."""
    if release_number(camera._spec.release) < R3_12:
        said.pop("user", None)
        if len(numbers(camera, "userdata")):
            said["user"] = " ".join(map(number, camera.userdata))
    if any(camera.sensor_size):
        said.pop("fovy", None)


@REVISIONS("numeric")
def revise_numeric(numeric: MjsNumeric, said: dict[str, str], context: Context) -> None:
    """Write the size, also where it follows from the data."""
    count = max(numeric.size, len(numeric.data))
    said["size"] = str(count)


def _revise_points(equality: MjsEquality, said: dict[str, str], row: Element, context: Context) -> None:
    if equality.objtype == mjtObj.mjOBJ_SITE:
        for name in ("anchor", "relpose"):
            said.pop(name, None)
    else:
        said["anchor"] = text_of(equality.data[:3], row.by_name["anchor"].kind)


@REVISIONS("connect")
def revise_connect(equality: MjsEquality, said: dict[str, str], context: Context) -> None:
    """Write an anchor between bodies, and none between sites."""
    _revise_points(equality, said, CONNECT, context)


@REVISIONS("weld")
def revise_weld(equality: MjsEquality, said: dict[str, str], context: Context) -> None:
    """Write an anchor between bodies, since the default is the origin, and none between sites."""
    _revise_points(equality, said, WELD, context)


@REVISIONS("hfield")
def revise_hfield(hfield: MjsHField, said: dict[str, str], context: Context) -> None:
    """Write rows last to first; a file replaces nrow, ncol and elevation."""
    if hfield.file:
        for name in ("nrow", "ncol", "elevation"):
            said.pop(name, None)
    elif "elevation" in said and len(hfield.userdata) == hfield.nrow * hfield.ncol:
        rows = hfield.userdata.reshape(hfield.nrow, hfield.ncol)[::-1].ravel()
        said["elevation"] = text_of(rows, HFIELD.by_name["elevation"].kind)


@REVISIONS("mesh")
def revise_mesh(mesh: MjsMesh, said: dict[str, str], context: Context) -> None:
    """Reject needsdf without a geom of type sdf, since MJCF cannot express it."""
    shown = (geom for geom in context.spec.geoms if geom.meshname == mesh.name)
    if mesh.needsdf and not any(geom.type == mjtGeom.mjGEOM_SDF for geom in shown):
        raise Error(f"'needsdf' of mesh '{mesh.name}' is set, which MJCF cannot express", where=mesh.where)


@REVISIONS("texture")
def revise_texture(texture: MjsTexture, said: dict[str, str], context: Context) -> None:
    """Write a layout only if it is used; a texture's own pixels become a file, if allowed."""
    if len(texture.data):
        said["file"] = context.files.image_name(texture)
        for name in ("width", "height", "builtin", "gridsize", "gridlayout"):
            said.pop(name, None)
        if texture.height == 6 * texture.width and texture.type != mjtTexture.mjTEXTURE_2D:
            said |= {"gridsize": "6 1", "gridlayout": "RLUDFB"}
        return
    if not set(texture.gridlayout) - {"."}:
        said.pop("gridlayout", None)


@REVISIONS("material")
def revise_material(material: MjsMaterial, said: dict[str, str], context: Context) -> None:
    """Omit `texture` if several textures are written as layers."""
    if layers(material):
        said.pop("texture", None)


def layers(material: MjsMaterial, template: Any = None) -> list[dict[str, str]]:
    """Return the layers (attribute -> text) of a material with textures of roles besides rgb."""
    roles = MATERIAL_LAYER.by_name["role"].kind
    base = template.textures if template is not None else [""] * len(material.textures)
    if material.textures == base or not any(
        name for role, name in enumerate(material.textures) if role != roles.keys["rgb"]
    ):
        return []
    return [
        {"texture": name, "role": text_of(role, roles)}
        for role, name in enumerate(material.textures)
        if name and text_of(role, roles)
    ]


RECALLS.check_complete(STORES)
