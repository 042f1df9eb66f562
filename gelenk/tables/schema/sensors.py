"""MJCF schema rows of sensors.

Documents: XML reference / sensor
"""

from typing import Any

from gelenk.tables.enums import mjtConDataField, mjtDataType, mjtObj, mjtRayDataField, mjtSensor, mjtStage
from gelenk.tables.schema.common import CONFIG, HISTORY, NAME, OBJECT, PLUGIN_OF, USER
from gelenk.tables.schema.relations import name_of
from gelenk.tables.schema_rows import (
    INT,
    REAL,
    STRING,
    Attr,
    Element,
    Presence,
    keyword,
    members,
    real,
    whole,
)

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
    """Return a sensor of this type, on elements of `objtype` relative to `reftype`."""
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
