"""Common attributes and elements of the schema; dimensions of attributes for scaling.

Documents: XML reference; Modeling / Mechanisms; XML reference / body / frame (scale, scaling); XML units (of 4.0.0)

Attributes, groups of attributes, and elements are here if several elements share them.

Dimensions of attributes say how the scale of a frame changes them. A dimension is a product of powers, such as F/Q2, of

    L   length
    M   mass
    Q   coordinate of a joint, tendon or actuator: a length, or an angle, which has no dimension
    F   force along such a coordinate, M L2/Q: a force or a torque

Times have no symbol, since no scale changes them, so M is also the dimension of the stiffness of a slide. An attribute
of several values has a dimension for each, or one for all; the last one holds for the values that follow. Dimensions
with F are those that the policy `geometry` leaves unscaled. Attributes without a row are not scaled: angles, ratios,
times, colors. Positions and shapes are in the modules of modeling/compiler/scaling, since stretching rotates them.
"""

from __future__ import annotations

from math import nan
from typing import NamedTuple

from gelenk.tables.enums import mjtGeom, mjtSensor
from gelenk.tables.object_types import KINDS
from gelenk.tables.schema_rows import (
    AUTO,
    BOOL,
    FLOAT,
    INT,
    REAL,
    REALS,
    STRING,
    Attr,
    Element,
    Presence,
    keyword,
    members,
    real,
    whole,
)

NAME = Attr("name", STRING, "", inherit=False, doc="Element name, unique among elements of the same type.")
CLASS = Attr(
    "class",
    STRING,
    "",
    "classname",
    inherit=False,
    refers="default",
    doc="Default class, the source of unspecified attribute values.",
)
CHILDCLASS = Attr(
    "childclass",
    STRING,
    "",
    inherit=False,
    refers="default",
    doc="Default class of the elements of the subtree that specify no class.",
)
POS = Attr("pos", real(3), (0, 0, 0), unit="m", doc="Position of the frame, in the frame of the parent.")
GROUP = Attr("group", INT, 0, doc="Integer group, for visualization and selection.")
RGBA = Attr(
    "rgba",
    real(4, dtype="float32"),
    (0.5, 0.5, 0.5, 1),
    doc="Color and opacity: red, green, blue, alpha, 0 to 1.",
)
MATERIAL = Attr("material", STRING, "", refers="material", doc="Material that defines the appearance.")
ELEMENT_MATERIALS = MATERIAL._replace(
    store="materials",
    doc="Material that defines the appearance; from release 4.0 on, also one of each element, separated by blanks.",
)
# types of objects that can have names
OBJECT = keyword({kind.name: kind.type for kind in KINDS if kind.names})
USER = Attr("user", REALS, (), "userdata", doc="User data.")
MARGIN = Attr(
    "margin", REAL, 0, unit="m", doc="Distance threshold below which the constraint becomes active."
)
GAP = Attr("gap", REAL, 0, unit="m", doc="Part of the margin in which contacts generate no force.")
ADHESION = Attr("adhesion", REAL, 0, unit="N", doc="Force by which each contact may pull.")


def solver(suffix: str = "", field: str = "", doc: str = "") -> tuple[Attr, ...]:
    """Return solref and solimp of a constraint: reference dynamics and impedance."""
    of = f" of the {doc}" if doc else ""
    return (
        Attr(
            "solref" + suffix,
            real(0, 2),
            (0.02, 1),
            "solref" + field,
            unit="s, 1; or, if negative, stiffness and damping",
            doc=f"Constraint solver reference{of}.",
        ),
        Attr(
            "solimp" + suffix,
            real(0, 5),
            (0.9, 0.95, 0.001, 0.5, 2),
            "solimp" + field,
            unit="1, 1, m, 1, 1",
            doc=f"Constraint solver impedance{of}: dmin, dmax, width, midpoint, power.",
        ),
    )


def orientation(quat: str = "quat", alt: str = "alt") -> tuple[Attr, ...]:
    """Return the five attributes for the orientation of a frame; at most one may be used."""
    return (
        Attr(
            "quat",
            real(4),
            (1, 0, 0, 0),
            quat,
            store="quat",
            doc="Orientation as a unit quaternion, scalar first.",
        ),
        Attr(
            "axisangle",
            real(4),
            (0, 0, 0, 0),
            f"{alt}.axisangle",
            store="alt",
            unit="1, 1, 1, angle",
            doc="Orientation as rotation axis and angle.",
        ),
        Attr(
            "xyaxes",
            real(6),
            (0,) * 6,
            f"{alt}.xyaxes",
            store="alt",
            doc="Orientation as X axis and Y axis; the Y axis is made orthogonal to the X axis.",
        ),
        Attr(
            "zaxis",
            real(3),
            (0, 0, 0),
            f"{alt}.zaxis",
            store="alt",
            doc="Orientation as Z axis: minimal rotation that maps (0 0 1) to this vector.",
        ),
        Attr(
            "euler",
            real(3),
            (0, 0, 0),
            f"{alt}.euler",
            store="alt",
            unit="angle",
            doc="Orientation as Euler angles, in the axis sequence of compiler eulerseq.",
        ),
    )


GEOM_TYPE = keyword(
    members(mjtGeom, "mjGEOM_", "plane hfield sphere capsule ellipsoid cylinder box mesh sdf")
)
CONTACT_FILTER = (
    Attr("contype", INT, 1, doc="Contact type bitmask, tested against conaffinity of the other geom."),
    Attr("conaffinity", INT, 1, doc="Contact affinity bitmask, tested against contype of the other geom."),
    Attr(
        "condim",
        INT,
        3,
        doc="Contact dimensionality; 1: normal, 3: sliding, 4: torsional, 6: rolling friction.",
    ),
    Attr(
        "priority",
        INT,
        0,
        doc="Contact priority: the geom with the higher priority determines the contact parameters.",
    ),
)
SURFACE = (
    Attr(
        "friction",
        real(0, 3),
        (1, 0.005, 0.0001),
        unit="1, m, m",
        doc="Friction coefficients: sliding, torsional, rolling.",
    ),
    Attr("solmix", REAL, 1, doc="Weight for mixing the contact solver parameters of two geoms."),
    *solver(doc="contact"),
    MARGIN,
    GAP,
)
LIMIT = (
    Attr(
        "limited",
        AUTO,
        2,
        doc="Whether the range is enforced; auto: if a range is specified and autolimits is true.",
    ),
    *solver("limit", "_limit", "limit"),
)
FRICTION_LOSS = (
    *solver("friction", "_friction", "dry friction"),
    Attr("frictionloss", REAL, 0, unit="N or N m", doc="Dry friction: maximum friction force."),
)
FORCE_LIMIT = (
    Attr("actuatorfrclimited", AUTO, 2, "actfrclimited", doc="Whether the total actuator force is limited."),
    Attr(
        "actuatorfrcrange",
        real(2),
        (0, 0),
        "actfrcrange",
        unit="N or N m",
        doc="Limits of the total actuator force.",
    ),
)
RESOLUTION = Attr("resolution", whole(2), (1, 1), unit="pixel", doc="Image resolution: width, height.")
UNDEFINED3 = (nan, 0, 0)
UNDEFINED6 = (nan, 0, 0, 0, 0, 0)
FROMTO = Attr(
    "fromto",
    real(6),
    UNDEFINED6,
    unit="m",
    doc="End points of an elongated shape; replaces position, orientation and length.",
)
INTENSITY = Attr("intensity", FLOAT, 0, unit="cd", doc="Luminous intensity, for physically based renderers.")

CONFIG = Element(
    "config",
    "*",
    (
        Attr("key", STRING, "", required=True, doc="Name of a plugin parameter."),
        Attr("value", STRING, "", required=True, doc="Value of the plugin parameter, as text."),
    ),
    doc="Plugin parameter.",
)

PLUGIN = Element(
    "plugin",
    "*",
    (
        Attr("plugin", STRING, "", "plugin_name", refers="plugin", doc="Name of the plugin."),
        Attr(
            "instance",
            STRING,
            "",
            "name",
            refers="instance",
            doc="Name of a plugin instance declared under extension.",
        ),
        Attr("", BOOL, 0, "active", doc="Whether the element uses a plugin."),
        Attr("", STRING, "", "info", doc="Location of the plugin in the XML, for messages."),
    ),
    (CONFIG,),
    spec="MjsPlugin",
    doc="Plugin attached to the parent element.",
)

FORMS = ("quat", "axisangle", "xyaxes", "zaxis", "euler")
ONE_FORM = Presence("at most one", FORMS)

INTERPOLATION = keyword({"zoh": 0, "linear": 1, "cubic": 2})
HISTORY = (
    Attr("nsample", INT, 0, doc="Number of samples in the history buffer."),
    Attr("interp", INTERPOLATION, 0, doc="Interpolation between samples of the history buffer."),
    Attr("delay", REAL, 0, unit="s", doc="Delay; requires a history buffer."),
)

PLUGIN_OF = tuple(row._replace(field=f"plugin.{row.field}", store="inner") for row in PLUGIN.attrs[:2])


# Dimensions of attributes

IMPEDANCE, IMPEDANCE_Q = "1 1 L 1 1", "1 1 Q 1 1"
STIFFNESS, DAMPING = "F/Q F/Q2 F/Q3", "F/Q F/Q2 F/Q3"

# spec class -> field -> dimensions of its values
DIMENSIONS: dict[str, dict[str, str]] = {
    "MjsBody": {"mass": "M", "inertia": "M L2", "fullinertia": "M L2"},
    "MjsJoint": {
        "range": "Q",
        "ref": "Q",
        "springref": "Q",
        "springyield": "Q",
        "margin": "Q",
        "stiffness": STIFFNESS,
        "damping": DAMPING,
        "armature": "F/Q",
        "frictionloss": "F",
        "actfrcrange": "F",
        "solimp_limit": IMPEDANCE_Q,
        "solimp_friction": IMPEDANCE_Q,
    },
    "MjsGeom": {
        "mass": "M",
        "friction": "1 L L",
        "solimp": IMPEDANCE,
        "margin": "L",
        "gap": "L",
        "adhesion": "F",
    },
    "MjsCamera": {
        "ipd": "L",
        "focal_length": "L",
        "principal_length": "L",
        "sensor_size": "L",
    },
    "MjsLight": {"bulbradius": "L", "range": "L", "attenuation": "1 1/L 1/L2"},
    "MjsPair": {
        "friction": "1 1 L L L",
        "solimp": IMPEDANCE,
        "margin": "L",
        "gap": "L",
        "adhesion": "F",
    },
    "MjsTendon": {
        "range": "Q",
        "springlength": "Q",
        "springyield": "Q",
        "margin": "Q",
        "width": "L",
        "stiffness": STIFFNESS,
        "damping": DAMPING,
        "armature": "F/Q",
        "frictionloss": "F",
        "actfrcrange": "F",
        "solimp_limit": IMPEDANCE_Q,
        "solimp_friction": IMPEDANCE_Q,
    },
    "MjsActuator": {
        "forcerange": "F",
        "lengthrange": "Q",
        "cranklength": "L",
        "damping": DAMPING,
        "armature": "F/Q",
    },
    "MjsFlex": {
        "radius": "L",
        "friction": "1 L L",
        "solimp": IMPEDANCE,
        "margin": "L",
        "gap": "L",
        "edgestiffness": "F/L",
        "edgedamping": "F/L",
        "young": "F/L2",
        "thickness": "L",
    },
    "MjsSkin": {"inflate": "L"},
}

# sensor type -> dimension of cutoff and noise
SENSORS: dict[int, str] = {
    **dict.fromkeys((mjtSensor.mjSENS_TOUCH, mjtSensor.mjSENS_FORCE), "F"),
    mjtSensor.mjSENS_TORQUE: "F L",
    **dict.fromkeys(
        (
            mjtSensor.mjSENS_ACCELEROMETER,
            mjtSensor.mjSENS_VELOCIMETER,
            mjtSensor.mjSENS_RANGEFINDER,
            mjtSensor.mjSENS_FRAMEPOS,
            mjtSensor.mjSENS_FRAMELINVEL,
            mjtSensor.mjSENS_FRAMELINACC,
            mjtSensor.mjSENS_SUBTREECOM,
            mjtSensor.mjSENS_SUBTREELINVEL,
            mjtSensor.mjSENS_GEOMDIST,
            mjtSensor.mjSENS_GEOMNORMAL,
            mjtSensor.mjSENS_GEOMFROMTO,
        ),
        "L",
    ),
    mjtSensor.mjSENS_SUBTREEANGMOM: "F L",
    **dict.fromkeys(
        (
            mjtSensor.mjSENS_JOINTPOS,
            mjtSensor.mjSENS_JOINTVEL,
            mjtSensor.mjSENS_JOINTLIMITPOS,
            mjtSensor.mjSENS_JOINTLIMITVEL,
            mjtSensor.mjSENS_TENDONPOS,
            mjtSensor.mjSENS_TENDONVEL,
            mjtSensor.mjSENS_TENDONLIMITPOS,
            mjtSensor.mjSENS_TENDONLIMITVEL,
            mjtSensor.mjSENS_ACTUATORPOS,
            mjtSensor.mjSENS_ACTUATORVEL,
        ),
        "Q",
    ),
    **dict.fromkeys(
        (
            mjtSensor.mjSENS_JOINTACTFRC,
            mjtSensor.mjSENS_JOINTLIMITFRC,
            mjtSensor.mjSENS_TENDONACTFRC,
            mjtSensor.mjSENS_TENDONLIMITFRC,
            mjtSensor.mjSENS_ACTUATORFRC,
        ),
        "F",
    ),
}


class Dimension(NamedTuple):
    """Exponents of the symbols of one dimension."""

    L: int = 0
    M: int = 0
    Q: int = 0
    F: int = 0


def parse(text: str) -> Dimension:
    """Return the exponents of a product such as 'F/Q2' or 'M L2'.

    Errors   ValueError: an unknown symbol
    """
    found = dict.fromkeys(Dimension._fields, 0)
    over, _, under = text.partition("/")
    for part, sign in ((over, 1), (under, -1)):
        for factor in part.split():
            if factor == "1":
                continue
            symbol, power = factor[0], factor[1:] or "1"
            if symbol not in found:
                raise ValueError(f"unknown symbol {symbol} in the dimension '{text}'")
            found[symbol] += sign * int(power)
    return Dimension(**found)
