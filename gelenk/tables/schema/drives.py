"""MJCF rows of what drives and measures: actuators, sensors, keyframes.

Documents: XML reference / actuator; XML reference / sensor; XML reference / keyframe
"""

from typing import Any

from gelenk.tables.enums import (
    mjtBias,
    mjtConDataField,
    mjtDataType,
    mjtDyn,
    mjtGain,
    mjtObj,
    mjtRayDataField,
    mjtSensor,
    mjtStage,
    mjtTrn,
)
from gelenk.tables.rows import (
    AUTO,
    BOOL,
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
from gelenk.tables.schema.common import CLASS, GROUP, NAME, OBJECT, USER
from gelenk.tables.schema.relations import name_of
from gelenk.tables.schema.world import CONFIG, PLUGIN

INTERPOLATION = keyword({"zoh": 0, "linear": 1, "cubic": 2})
HISTORY = (
    Attr("nsample", INT, 0, doc="Samples kept for delays."),
    Attr("interp", INTERPOLATION, 0, doc="How values between samples are found."),
    Attr("delay", REAL, 0, unit="s", doc="Delay."),
)

PLUGIN_OF = tuple(row._replace(field=f"plugin.{row.field}", store="inner") for row in PLUGIN.attrs[:2])

# ---- actuators

CTRL_LIMIT = Attr("ctrllimited", AUTO, 2, doc="Whether controls are clamped.")
CTRL_RANGE = Attr("ctrlrange", real(2), (0, 0), doc="Range of controls.")
FORCE = (
    Attr("forcelimited", AUTO, 2, doc="Whether forces are clamped."),
    Attr("forcerange", real(2), (0, 0), unit="N or N m", doc="Range of forces."),
)
ACT_LIMIT = Attr("actlimited", AUTO, 2, doc="Whether activations are clamped.")
ACT_RANGE = Attr("actrange", real(2), (0, 0), doc="Range of activations.")
LENGTH_RANGE = Attr(
    "lengthrange", real(2), (0, 0), inherit=False, unit="m or rad", doc="Range of the length, for muscles."
)
GEAR = Attr(
    "gear", real(0, 6), (1, 0, 0, 0, 0, 0), doc="Ratio of lengths; force and torque axes for other targets."
)
CRANK = Attr("cranklength", REAL, 0, unit="m", doc="Length of the rod of a slider-crank.")


def transmission(attr: str, trn: str, kind: Any) -> Attr:
    """An attribute that names what the actuator pulls on, and with that says the kind of transmission."""
    return name_of(attr, kind, "target", store=f"target_{trn.lower()}")


JOINT = transmission("joint", "JOINT", "joint")
JOINT_IN_PARENT = transmission("jointinparent", "JOINTINPARENT", "joint")
TENDON = transmission("tendon", "TENDON", "tendon")
CRANK_SITE = transmission("cranksite", "SLIDERCRANK", "site")
SLIDER_SITE = name_of("slidersite", "site", doc="Site whose z axis the slider moves along.")
SITE = transmission("site", "SITE", "site")
REF_SITE = name_of("refsite", "site", doc="Site relative to which motion is measured.")
BODY = transmission("body", "BODY", "body")
TARGETS = (JOINT, JOINT_IN_PARENT, TENDON, CRANK_SITE, SITE, BODY)

COMMON = (
    NAME,
    CLASS,
    GROUP,
    *HISTORY,
    CTRL_LIMIT,
    CTRL_RANGE,
    *FORCE,
    LENGTH_RANGE,
    GEAR,
    CRANK,
    USER,
    JOINT,
    JOINT_IN_PARENT,
    TENDON,
    CRANK_SITE,
    SLIDER_SITE,
    SITE,
    REF_SITE,
)
MODEL_TYPES = (
    Attr("dyntype", keyword(members(mjtDyn, "mjDYN_")), mjtDyn.mjDYN_NONE, doc="Activation dynamics."),
    Attr(
        "gaintype", keyword(members(mjtGain, "mjGAIN_")), mjtGain.mjGAIN_FIXED, doc="Gain: force per control."
    ),
    Attr(
        "biastype",
        keyword(members(mjtBias, "mjBIAS_")),
        mjtBias.mjBIAS_NONE,
        doc="Bias: force without control.",
    ),
    Attr("dynprm", real(0, 10), (1, *(0,) * 9), doc="Parameters of the activation dynamics."),
    Attr("gainprm", real(0, 10), (1, *(0,) * 9), doc="Parameters of the gain."),
    Attr("biasprm", real(0, 10), (0,) * 10, doc="Parameters of the bias."),
)
ACTDIM = Attr("actdim", INT, -1, doc="Number of activations; -1: what the dynamics need.")
EARLY = Attr("actearly", BOOL, 0, doc="Forces see the activation of the next step.")
ACTUATOR_FIELDS = (
    Attr("", STRING, "", "target", doc="Name of the joint, tendon, site or body that is driven."),
    Attr(
        "",
        keyword(members(mjtTrn, "mjTRN_")),
        mjtTrn.mjTRN_UNDEFINED,
        "trntype",
        doc="What the target is, and how forces reach it.",
    ),
    Attr(
        "",
        REAL,
        0,
        "inheritrange",
        doc="Range of a position servo, as a multiple of the range of its joint or tendon; 0: not taken from it.",
    ),
)


def shortcut(name: str, kind: Any, default: Any, doc: str, unit: str = "") -> Attr:
    """A parameter of a shortcut: no field of its own, but what the shortcut's fields are computed from."""
    return Attr(name, kind, default, store="shortcut", unit=unit, doc=doc)


def without(rows: Any, *gone: Attr) -> tuple[Attr, ...]:
    return tuple(row for row in rows if row not in gone)


INHERIT = shortcut(
    "inheritrange", REAL, 0, "Take the control range from the target's, scaled by this about its middle."
)
RATIO = shortcut("dampratio", REAL, 0, "Damping, as a ratio to critical damping.")


def actuator(tag: str, rows: Any, doc: str, base: Any = COMMON, children: Any = (), **more: Any) -> Element:
    """An actuator; of the attributes that name what it pulls on, at most one may be given."""
    targets = tuple(row.name for row in (*base, *rows) if row in TARGETS)
    return Element(
        tag,
        "*",
        (*base, *rows),
        children,
        spec="MjsActuator",
        reader="actuator",
        rules=(Presence("at most one", targets),),
        doc=doc,
        **more,
    )


ACTUATOR = Element(
    "actuator",
    "*",
    (),
    (
        actuator(
            "general",
            (BODY, ACT_LIMIT, ACT_RANGE, ACTDIM, *MODEL_TYPES, EARLY, *ACTUATOR_FIELDS),
            "An actuator, all of whose parts are given.",
        ),
        actuator("motor", (), "A force."),
        actuator(
            "position",
            (
                shortcut("kp", REAL, 1, "Gain of position feedback."),
                shortcut("kv", REAL, 0, "Gain of velocity feedback."),
                RATIO,
                shortcut("timeconst", REAL, 0, "Time constant of a filter on the control.", "s"),
                INHERIT,
            ),
            "A position servo.",
        ),
        actuator("velocity", (shortcut("kv", REAL, 1, "Gain of velocity feedback."),), "A velocity servo."),
        actuator(
            "intvelocity",
            (
                shortcut("kp", REAL, 1, "Gain of position feedback."),
                shortcut("kv", REAL, 0, "Gain of velocity feedback."),
                RATIO,
                ACT_RANGE,
                INHERIT,
            ),
            "A position servo whose set point is the integral of the control.",
        ),
        actuator(
            "damper",
            (shortcut("kv", REAL, 1, "Damping at full control."),),
            "A damper whose strength is the control.",
            without(COMMON, CTRL_LIMIT),
        ),
        actuator(
            "cylinder",
            (
                shortcut("timeconst", REAL, 1, "Time constant of the pressure.", "s"),
                shortcut("area", REAL, 1, "Area of the piston.", "m^2"),
                shortcut("diameter", REAL, None, "Diameter, instead of the area.", "m"),
                shortcut("bias", real(3), (0, 0, 0), "Constant, position and velocity terms of the force."),
            ),
            "A pneumatic or hydraulic cylinder.",
        ),
        actuator(
            "muscle",
            (
                shortcut(
                    "timeconst", real(2), (0.01, 0.04), "Time constants of activation and deactivation.", "s"
                ),
                shortcut("tausmooth", REAL, 0, "Width of the transition between these.")._replace(
                    inherit=False
                ),
                shortcut("range", real(2), (0.75, 1.05), "Operating range of lengths, in optimal lengths."),
                shortcut("force", REAL, -1, "Peak active force; -1: from scale.", "N"),
                shortcut("scale", REAL, 200, "Peak force times the acceleration of a unit force."),
                shortcut("lmin", REAL, 0.5, "Shortest length that gives force."),
                shortcut("lmax", REAL, 1.6, "Longest length that gives force."),
                shortcut("vmax", REAL, 1.5, "Velocity of shortening at which force vanishes.", "1/s"),
                shortcut("fpmax", REAL, 1.3, "Passive force at the longest length."),
                shortcut("fvmax", REAL, 1.2, "Active force at saturating lengthening."),
            ),
            "A muscle.",
            without(COMMON, SITE, REF_SITE),
        ),
        actuator(
            "adhesion",
            (BODY, shortcut("gain", REAL, 1, "Force at full control.", "N")),
            "Pulls the contacts of a body together.",
            (NAME, CLASS, GROUP, *HISTORY, CTRL_RANGE, *FORCE, USER),
        ),
        actuator(
            "plugin",
            (
                *PLUGIN_OF,
                ACT_LIMIT,
                ACT_RANGE,
                ACTDIM,
                MODEL_TYPES[0],
                MODEL_TYPES[3],
                EARLY,
            ),
            "An actuator that a plugin computes.",
            without(COMMON, REF_SITE),
            (CONFIG,),
        ),
    ),
    doc="Actuators.",
)

# ---- sensors

LATENCY = (
    *HISTORY,
    Attr("interval", real(0, 2), (0, 0), unit="s", doc="Period at which the sensor is read, and its phase."),
)
READING = (
    Attr("cutoff", REAL, 0, doc="Readings are clamped to this; 0: not."),
    Attr("noise", REAL, 0, doc="Standard deviation of noise; for the user's information."),
)
SENSOR_FIELDS = (
    Attr("", keyword(members(mjtSensor, "mjSENS_")), mjtSensor.mjSENS_TOUCH, "type", doc="Kind of sensor."),
    Attr(
        "",
        keyword(members(mjtObj, "mjOBJ_")),
        mjtObj.mjOBJ_UNKNOWN,
        "objtype",
        doc="Kind of the object that is sensed.",
    ),
    Attr("", STRING, "", "objname", doc="Name of the object that is sensed."),
    Attr(
        "",
        keyword(members(mjtObj, "mjOBJ_")),
        mjtObj.mjOBJ_UNKNOWN,
        "reftype",
        doc="Kind of the object whose frame is the reference.",
    ),
    Attr("", STRING, "", "refname", doc="Name of the object whose frame is the reference; empty: the world."),
    Attr(
        "",
        keyword(members(mjtDataType, "mjDATATYPE_")),
        mjtDataType.mjDATATYPE_REAL,
        "datatype",
        doc="What the readings may be: any number, positive, a unit vector, a quaternion.",
    ),
    Attr(
        "",
        keyword(members(mjtStage, "mjSTAGE_")),
        mjtStage.mjSTAGE_ACC,
        "needstage",
        doc="The stage after which it is computed.",
    ),
    Attr("", INT, 0, "dim", doc="How many numbers it reports; of user sensors."),
    Attr("", whole(3), (0, 0, 0), "intprm", doc="Integers that some kinds take: rays, contacts."),
)
FRAMED = keyword({name: OBJECT.keys[name] for name in ["body", "xbody", "geom", "site", "camera"]})
REFERENCE = (
    Attr("reftype", FRAMED, doc="Kind of the element relative to which is measured."),
    Attr("refname", STRING, "", doc="Its name."),
)


def sensor(
    tag: str,
    kind: Any,
    rows: Any,
    doc: str,
    objtype: Any = None,
    reftype: Any = None,
    base: Any = (NAME, *READING, *LATENCY, USER),
    children: Any = (),
    **more: Any,
) -> Element:
    """A sensor of the given type; with `objtype` and `reftype`, of elements of these kinds."""
    fixed = {"type": getattr(mjtSensor, "mjSENS_" + (kind or tag.upper()))}
    if objtype:
        fixed["objtype"] = getattr(mjtObj, "mjOBJ_" + objtype)
    if reftype:
        fixed["reftype"] = getattr(mjtObj, "mjOBJ_" + reftype)
    return Element(
        tag,
        "*",
        (*base, *rows, *SENSOR_FIELDS),
        children,
        spec="MjsSensor",
        reader="sensor",
        fixed=fixed,
        doc=doc,
        **more,
    )


def on(kind: Any, attr: str = "") -> tuple[Attr, ...]:
    return (name_of(attr or kind, kind, "objname", True),)


def simple(kind: Any, objtype: Any, table: Any) -> tuple[Element, ...]:
    return tuple(sensor(tag, sens, on(kind), doc, objtype) for tag, sens, doc in table)


def framed(table: Any, rows: Any = ()) -> tuple[Element, ...]:
    objects = (
        Attr("objtype", FRAMED, required=True, doc="Kind of the element."),
        Attr("objname", STRING, "", required=True, doc="Its name."),
    )
    return tuple(sensor(tag, "", (*objects, *rows), doc) for tag, doc in table)


SIDE = {
    side: tuple(
        name_of(f"{kind}{side}", kind, "objname" if side == 1 else "refname", store=f"side{side}_{kind}")
        for kind in ("geom", "body")
    )
    for side in (1, 2)
}
ENDS = (Presence("exactly one", ("geom1", "body1")), Presence("exactly one", ("geom2", "body2")))
SUBTREES = {
    side: name_of(f"subtree{side}", "body", "objname" if side == 1 else "refname", store=f"side{side}_xbody")
    for side in (1, 2)
}
CONTACT_DATA = keyword(
    {name: 1 << int(field) for name, field in members(mjtConDataField, "mjCONDATA_").items()}, many="in order"
)
RAY_DATA = keyword(
    {name: 1 << int(field) for name, field in members(mjtRayDataField, "mjRAYDATA_").items()}, many="in order"
)

SENSOR = Element(
    "sensor",
    "*",
    (),
    (
        *simple(
            "site",
            "SITE",
            (
                ("touch", "", "Sum of normal forces of contacts inside a site."),
                ("accelerometer", "", "Linear acceleration of a site, gravity included."),
                ("velocimeter", "", "Linear velocity of a site."),
                ("gyro", "", "Angular velocity of a site."),
                ("force", "", "Force between the body of a site and its parent."),
                ("torque", "", "Torque between the body of a site and its parent."),
                ("magnetometer", "", "Magnetic flux at a site."),
            ),
        ),
        sensor(
            "rangefinder",
            "",
            (
                name_of("site", "site", "objname", store="side1_site"),
                name_of("camera", "camera", "objname", store="side1_camera"),
                Attr("data", RAY_DATA, 1, "intprm[0]", doc="What is reported of each ray."),
            ),
            "Distance to the nearest surface along the z axis of a site, or of each pixel of a camera.",
            rules=(Presence("exactly one", ("site", "camera")),),
        ),
        sensor(
            "camprojection",
            "",
            (*on("site"), name_of("camera", "camera", "refname", True)),
            "Position of a site in the image of a camera.",
            "SITE",
            "CAMERA",
        ),
        *simple(
            "joint",
            "JOINT",
            (
                ("jointpos", "", "Position of a joint."),
                ("jointvel", "", "Velocity of a joint."),
                ("jointactuatorfrc", "JOINTACTFRC", "Sum of actuator forces on a joint."),
                ("ballquat", "", "Orientation of a ball joint."),
                ("ballangvel", "", "Angular velocity of a ball joint."),
                ("jointlimitpos", "", "Distance to a joint's limit."),
                ("jointlimitvel", "", "Its rate of change."),
                ("jointlimitfrc", "", "Force of a joint's limit."),
            ),
        ),
        *simple(
            "tendon",
            "TENDON",
            (
                ("tendonpos", "", "Length of a tendon."),
                ("tendonvel", "", "Velocity of a tendon."),
                ("tendonactuatorfrc", "TENDONACTFRC", "Sum of actuator forces on a tendon."),
                ("tendonlimitpos", "", "Distance to a tendon's limit."),
                ("tendonlimitvel", "", "Its rate of change."),
                ("tendonlimitfrc", "", "Force of a tendon's limit."),
            ),
        ),
        *simple(
            "actuator",
            "ACTUATOR",
            (
                ("actuatorpos", "", "Length of an actuator."),
                ("actuatorvel", "", "Velocity of an actuator."),
                ("actuatorfrc", "", "Force of an actuator."),
            ),
        ),
        *framed(
            (
                ("framepos", "Position of a frame."),
                ("framequat", "Orientation of a frame."),
                ("framexaxis", "X axis of a frame."),
                ("frameyaxis", "Y axis of a frame."),
                ("framezaxis", "Z axis of a frame."),
                ("framelinvel", "Linear velocity of a frame."),
                ("frameangvel", "Angular velocity of a frame."),
            ),
            REFERENCE,
        ),
        *framed(
            (
                ("framelinacc", "Linear acceleration of a frame."),
                ("frameangacc", "Angular acceleration of a frame."),
            )
        ),
        *simple(
            "body",
            "BODY",
            (
                ("subtreecom", "", "Center of mass of a subtree."),
                ("subtreelinvel", "", "Its velocity."),
                ("subtreeangmom", "", "Angular momentum of a subtree about its center of mass."),
            ),
        ),
        sensor(
            "insidesite",
            "",
            (
                Attr("objtype", FRAMED, required=True, doc="Kind of the element."),
                Attr("objname", STRING, "", required=True, doc="Its name."),
                name_of("site", "site", "refname", True),
            ),
            "Whether an element is inside a site.",
            None,
            "SITE",
        ),
        *(
            sensor(tag, kind, (*SIDE[1], *SIDE[2]), doc, rules=ENDS)
            for tag, kind, doc in (
                ("distance", "GEOMDIST", "Smallest distance of two geoms or bodies."),
                ("normal", "GEOMNORMAL", "Direction between the closest points of two geoms or bodies."),
                ("fromto", "GEOMFROMTO", "The closest points of two geoms or bodies."),
            )
        ),
        sensor(
            "contact",
            "",
            (
                *SIDE[1],
                *SIDE[2],
                SUBTREES[1],
                SUBTREES[2],
                name_of("site", "site", "objname", store="side1_site"),
                Attr("num", INT, 1, "intprm[2]", doc="Number of contacts that there is room for."),
                Attr("data", CONTACT_DATA, 1, "intprm[0]", doc="What is reported of each contact."),
                Attr(
                    "reduce",
                    keyword({"none": 0, "mindist": 1, "maxforce": 2, "netforce": 3}),
                    0,
                    "intprm[1]",
                    doc="Which contacts are reported.",
                ),
            ),
            "Data of contacts between two sets of geoms.",
            rules=(
                Presence("at most one", ("geom1", "body1", "subtree1", "site")),
                Presence("at most one", ("geom2", "body2", "subtree2")),
            ),
        ),
        sensor("e_potential", "", (), "Potential energy."),
        sensor("e_kinetic", "", (), "Kinetic energy."),
        sensor("clock", "", (), "Time."),
        sensor(
            "tactile",
            "",
            (name_of("geom", "geom", "refname", True), name_of("mesh", "mesh", "objname", True)),
            "Penetration at the vertices of a mesh.",
            "MESH",
            "GEOM",
            (NAME, *LATENCY, USER),
        ),
        sensor(
            "user",
            "",
            (
                Attr("objtype", OBJECT, doc="Kind of the element that the sensor belongs to."),
                Attr("objname", STRING, "", doc="Its name."),
                Attr(
                    "datatype",
                    keyword(members(mjtDataType, "mjDATATYPE_")),
                    mjtDataType.mjDATATYPE_REAL,
                    doc="What the numbers are.",
                ),
                Attr(
                    "needstage",
                    keyword(members(mjtStage, "mjSTAGE_")),
                    mjtStage.mjSTAGE_ACC,
                    doc="Stage after which it can be computed.",
                ),
                Attr("dim", INT, 0, required=True, doc="Number of readings."),
            ),
            "A sensor that a callback computes.",
            base=(NAME, *READING, USER),
        ),
        sensor(
            "plugin",
            "",
            (
                *PLUGIN_OF,
                Attr("objtype", OBJECT, doc="Kind of the element."),
                Attr("objname", STRING, "", doc="Its name."),
                Attr("reftype", OBJECT, doc="Kind of the reference."),
                Attr("refname", STRING, "", doc="Its name."),
            ),
            "A sensor that a plugin computes.",
            base=(NAME, READING[0], USER),
            children=(CONFIG,),
        ),
    ),
    doc="Sensors.",
)

KEYFRAME = Element(
    "keyframe",
    "*",
    (),
    (
        Element(
            "key",
            "*",
            (
                NAME,
                Attr("time", REAL, 0, unit="s", doc="Time."),
                Attr("qpos", REALS, (), doc="Positions of joints."),
                Attr("qvel", REALS, (), doc="Velocities of joints."),
                Attr("act", REALS, (), doc="Activations."),
                Attr("ctrl", REALS, (), doc="Controls."),
                Attr("mpos", REALS, (), unit="m", doc="Positions of mocap bodies."),
                Attr("mquat", REALS, (), doc="Orientations of mocap bodies."),
            ),
            spec="MjsKey",
            doc="A state to reset to.",
        ),
    ),
    doc="States to reset to.",
)
