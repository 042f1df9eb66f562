"""Common groups of attributes, and elements that several elements share.

Documents: XML reference; Modeling / Mechanisms
"""

from math import nan

from gelenk.tables.enums import mjtGeom
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

NAME = Attr("name", STRING, "", inherit=False, doc="Name, unique among elements of its kind.")
CLASS = Attr(
    "class",
    STRING,
    "",
    "classname",
    inherit=False,
    refers="default",
    doc="Defaults class that values not given here come from.",
)
CHILDCLASS = Attr(
    "childclass",
    STRING,
    "",
    inherit=False,
    refers="default",
    doc="Defaults class of everything inside that names none itself.",
)
POS = Attr("pos", real(3), (0, 0, 0), unit="m", doc="Position of the frame, in the frame of the parent.")
GROUP = Attr("group", INT, 0, doc="Integer group, for switching elements on and off together.")
RGBA = Attr("rgba", real(4, dtype="float32"), (0.5, 0.5, 0.5, 1), doc="Red, green, blue and opacity, 0 to 1.")
MATERIAL = Attr("material", STRING, "", refers="material", doc="Material that gives the appearance.")
# types of objects that can have names
OBJECT = keyword({kind.name: kind.type for kind in KINDS if kind.names})
USER = Attr("user", REALS, (), "userdata", doc="Numbers of the user's own.")
MARGIN = Attr("margin", REAL, 0, unit="m", doc="Distance at which a constraint is included.")
GAP = Attr("gap", REAL, 0, unit="m", doc="Part of the margin within which a contact exerts no force yet.")


def solver(suffix: str = "", field: str = "", doc: str = "") -> tuple[Attr, ...]:
    """Return solref and solimp of a constraint: reference dynamics and impedance."""
    return (
        Attr(
            "solref" + suffix,
            real(0, 2),
            (0.02, 1),
            "solref" + field,
            unit="s, 1; or, if negative, stiffness and damping",
            doc=f"Reference dynamics of the {doc or 'constraint'}.",
        ),
        Attr(
            "solimp" + suffix,
            real(0, 5),
            (0.9, 0.95, 0.001, 0.5, 2),
            "solimp" + field,
            unit="1, 1, m, 1, 1",
            doc=f"Impedance of the {doc or 'constraint'}: smallest, largest, width, midpoint, power.",
        ),
    )


def orientation(quat: str = "quat", alt: str = "alt") -> tuple[Attr, ...]:
    """Return the five attributes for the orientation of a frame; at most one may be used."""
    return (
        Attr("quat", real(4), (1, 0, 0, 0), quat, store="quat", doc="Unit quaternion, scalar first."),
        Attr(
            "axisangle",
            real(4),
            (0, 0, 0, 0),
            f"{alt}.axisangle",
            store="alt",
            unit="1, 1, 1, angle",
            doc="Axis, and the angle of a rotation about it.",
        ),
        Attr(
            "xyaxes",
            real(6),
            (0,) * 6,
            f"{alt}.xyaxes",
            store="alt",
            doc="X axis, then Y axis, made orthogonal to X.",
        ),
        Attr(
            "zaxis",
            real(3),
            (0, 0, 0),
            f"{alt}.zaxis",
            store="alt",
            doc="Z axis; the frame is turned the shortest way that takes (0 0 1) there.",
        ),
        Attr(
            "euler",
            real(3),
            (0, 0, 0),
            f"{alt}.euler",
            store="alt",
            unit="angle",
            doc="Rotations about three axes, in the order that compiler eulerseq says.",
        ),
    )


GEOM_TYPE = keyword(
    members(mjtGeom, "mjGEOM_", "plane hfield sphere capsule ellipsoid cylinder box mesh sdf")
)
CONTACT_FILTER = (
    Attr("contype", INT, 1, doc="Bits of the kinds of contacts that this geom makes."),
    Attr("conaffinity", INT, 1, doc="Bits of the kinds of contacts that this geom takes part in."),
    Attr("condim", INT, 3, doc="Dimensions of the contact: 1 normal, 3 sliding, 4 torsion, 6 rolling."),
    Attr("priority", INT, 0, doc="The geom of higher priority decides the parameters of a contact alone."),
)
SURFACE = (
    Attr(
        "friction",
        real(0, 3),
        (1, 0.005, 0.0001),
        unit="1, m, m",
        doc="Sliding, torsional, rolling friction.",
    ),
    Attr("solmix", REAL, 1, doc="Weight of this geom's solver parameters when they are mixed."),
    *solver(doc="contact"),
    MARGIN,
    GAP,
)
LIMIT = (
    Attr(
        "limited", AUTO, 2, doc="Whether the range is a limit; auto: when one is given and autolimits is on."
    ),
    *solver("limit", "_limit", "limit"),
)
FRICTION_LOSS = (
    *solver("friction", "_friction", "dry friction"),
    Attr("frictionloss", REAL, 0, unit="N or N m", doc="Dry friction: largest force that opposes motion."),
)
FORCE_LIMIT = (
    Attr(
        "actuatorfrclimited", AUTO, 2, "actfrclimited", doc="Whether the sum of actuator forces is limited."
    ),
    Attr(
        "actuatorfrcrange",
        real(2),
        (0, 0),
        "actfrcrange",
        unit="N or N m",
        doc="Range of the sum of actuator forces.",
    ),
)
RESOLUTION = Attr("resolution", whole(2), (1, 1), unit="pixel", doc="Width and height of the image.")
UNDEFINED3 = (nan, 0, 0)
UNDEFINED6 = (nan, 0, 0, 0, 0, 0)
FROMTO = Attr(
    "fromto",
    real(6),
    UNDEFINED6,
    unit="m",
    doc="Two end points; they replace position, orientation and length of elongated shapes.",
)
INTENSITY = Attr("intensity", FLOAT, 0, unit="cd", doc="Intensity, for renderers of physical units.")

CONFIG = Element(
    "config",
    "*",
    (
        Attr("key", STRING, "", required=True, doc="Name of a parameter of the plugin."),
        Attr("value", STRING, "", required=True, doc="Its value, as text."),
    ),
    doc="A parameter of a plugin.",
)

PLUGIN = Element(
    "plugin",
    "*",
    (
        Attr("plugin", STRING, "", "plugin_name", refers="plugin", doc="Identifier of the plugin."),
        Attr("instance", STRING, "", "name", refers="instance", doc="Instance declared under extension."),
        Attr("", BOOL, 0, "active", doc="Whether an element uses the plugin."),
        Attr("", STRING, "", "info", doc="Where the plugin is in the text."),
    ),
    (CONFIG,),
    spec="MjsPlugin",
    doc="Attaches a plugin to the element around it.",
)

FORMS = ("quat", "axisangle", "xyaxes", "zaxis", "euler")
ONE_FORM = Presence("at most one", FORMS)

INTERPOLATION = keyword({"zoh": 0, "linear": 1, "cubic": 2})
HISTORY = (
    Attr("nsample", INT, 0, doc="Samples kept for delays."),
    Attr("interp", INTERPOLATION, 0, doc="How values between samples are found."),
    Attr("delay", REAL, 0, unit="s", doc="Delay."),
)

PLUGIN_OF = tuple(row._replace(field=f"plugin.{row.field}", store="inner") for row in PLUGIN.attrs[:2])
