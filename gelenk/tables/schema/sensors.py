"""MJCF schema rows of sensors.

Documents: XML reference / sensor
"""

from typing import Any

from gelenk.tables.enums import mjtConDataField, mjtDataType, mjtObj, mjtRayDataField, mjtSensor, mjtStage
from gelenk.tables.schema.common import CONFIG, HISTORY, NAME, OBJECT, PLUGIN_OF, USER
from gelenk.tables.schema.relations import name_of
from gelenk.tables.schema_rows import (
    BOOL,
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
    Attr("interval", real(0, 2), (0, 0), unit="s", doc="Sampling interval: period, phase."),
)
READING = (
    Attr("cutoff", REAL, 0, doc="Cutoff: maximum absolute value of the reading; 0: none."),
    Attr("noise", REAL, 0, doc="Standard deviation of the sensor noise; not applied in simulation."),
)
SENSOR_FIELDS = (
    Attr("", keyword(members(mjtSensor, "mjSENS_")), mjtSensor.mjSENS_TOUCH, "type", doc="Sensor type."),
    Attr(
        "",
        keyword(members(mjtObj, "mjOBJ_")),
        mjtObj.mjOBJ_UNKNOWN,
        "objtype",
        doc="Type of the sensed object.",
    ),
    Attr("", STRING, "", "objname", doc="Name of the sensed object."),
    Attr(
        "",
        keyword(members(mjtObj, "mjOBJ_")),
        mjtObj.mjOBJ_UNKNOWN,
        "reftype",
        doc="Type of the reference object.",
    ),
    Attr("", STRING, "", "refname", doc="Name of the reference object; empty: world frame."),
    Attr(
        "",
        keyword(members(mjtDataType, "mjDATATYPE_")),
        mjtDataType.mjDATATYPE_REAL,
        "datatype",
        doc="Data type of the reading: real, positive, unit vector, quaternion.",
    ),
    Attr(
        "",
        keyword(members(mjtStage, "mjSTAGE_")),
        mjtStage.mjSTAGE_ACC,
        "needstage",
        doc="Pipeline stage that the sensor requires.",
    ),
    Attr("", INT, 0, "dim", doc="Number of elements of the reading; user sensors only."),
    Attr("", whole(3), (0, 0, 0), "intprm", doc="Integer parameters of rangefinders and contact sensors."),
)
FRAMED = keyword({name: OBJECT.keys[name] for name in ["body", "xbody", "geom", "site", "camera"]})
REFERENCE = (
    Attr("reftype", FRAMED, doc="Type of the reference object."),
    Attr("refname", STRING, "", doc="Name of the reference object."),
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
        Attr("objtype", FRAMED, required=True, doc="Type of the sensed object."),
        Attr("objname", STRING, "", required=True, doc="Name of the sensed object."),
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
                ("touch", "", "Touch sensor: sum of the contact normal forces inside a site volume."),
                (
                    "accelerometer",
                    "",
                    "Accelerometer: linear acceleration at a site, including gravity, in the site frame.",
                ),
                ("velocimeter", "", "Velocimeter: linear velocity of a site, in the site frame."),
                ("gyro", "", "Gyroscope: angular velocity of a site, in the site frame."),
                (
                    "force",
                    "",
                    "Force sensor: interaction force between the site body and its parent, in the site frame.",
                ),
                (
                    "torque",
                    "",
                    "Torque sensor: interaction torque between the site body and its parent, in the site frame.",
                ),
                ("magnetometer", "", "Magnetometer: magnetic flux at a site, in the site frame."),
            ),
        ),
        sensor(
            "rangefinder",
            "",
            (
                name_of("site", "site", "objname", store="side1_site"),
                name_of("camera", "camera", "objname", store="side1_camera"),
                Attr("data", RAY_DATA, 1, "intprm[0]", doc="Reported fields of each ray."),
            ),
            "Rangefinder: distance to the nearest surface along the z axis of a site, or per pixel of a camera.",
            rules=(Presence("exactly one", ("site", "camera")),),
        ),
        sensor(
            "camprojection",
            "",
            (*on("site"), name_of("camera", "camera", "refname", True)),
            "Position of a site projected to a camera image, in pixels.",
            "SITE",
            "CAMERA",
        ),
        *simple(
            "joint",
            "JOINT",
            (
                ("jointpos", "", "Position of a slide or hinge joint."),
                ("jointvel", "", "Velocity of a slide or hinge joint."),
                ("jointactuatorfrc", "JOINTACTFRC", "Total actuator force on a joint."),
                ("ballquat", "", "Orientation of a ball joint, quaternion."),
                ("ballangvel", "", "Angular velocity of a ball joint."),
                ("jointlimitpos", "", "Distance to a joint limit minus the margin."),
                ("jointlimitvel", "", "Velocity of a joint limit constraint."),
                ("jointlimitfrc", "", "Force of a joint limit constraint."),
            ),
        ),
        *simple(
            "tendon",
            "TENDON",
            (
                ("tendonpos", "", "Length of a tendon."),
                ("tendonvel", "", "Velocity of a tendon."),
                ("tendonactuatorfrc", "TENDONACTFRC", "Total actuator force on a tendon."),
                ("tendonlimitpos", "", "Distance to a tendon limit minus the margin."),
                ("tendonlimitvel", "", "Velocity of a tendon limit constraint."),
                ("tendonlimitfrc", "", "Force of a tendon limit constraint."),
            ),
        ),
        *simple(
            "actuator",
            "ACTUATOR",
            (
                ("actuatorpos", "", "Length of an actuator."),
                ("actuatorvel", "", "Velocity of an actuator."),
                ("actuatorfrc", "", "Scalar force of an actuator."),
            ),
        ),
        *framed(
            (
                ("framepos", "Position of a frame, relative to the reference frame."),
                ("framequat", "Orientation of a frame, relative to the reference frame."),
                ("framexaxis", "X axis of a frame, in the reference frame."),
                ("frameyaxis", "Y axis of a frame, in the reference frame."),
                ("framezaxis", "Z axis of a frame, in the reference frame."),
                ("framelinvel", "Linear velocity of a frame, relative to the reference frame."),
                ("frameangvel", "Angular velocity of a frame, relative to the reference frame."),
            ),
            REFERENCE,
        ),
        *framed(
            (
                ("framelinacc", "Linear acceleration of a frame, in world axes."),
                ("frameangacc", "Angular acceleration of a frame, in world axes."),
            )
        ),
        *simple(
            "body",
            "BODY",
            (
                ("subtreecom", "", "Center of mass of a subtree."),
                ("subtreelinvel", "", "Linear velocity of the center of mass of a subtree."),
                ("subtreeangmom", "", "Angular momentum of a subtree about its center of mass."),
            ),
        ),
        sensor(
            "insidesite",
            "",
            (
                Attr("objtype", FRAMED, required=True, doc="Type of the sensed object."),
                Attr("objname", STRING, "", required=True, doc="Name of the sensed object."),
                name_of("site", "site", "refname", True),
                Attr(
                    "enclosed", BOOL, 0, "intprm[0]", doc="Measure how far the object juts out of the site."
                ),
            ),
            "Whether an object is inside a site volume: 1 or 0; or how far it juts out.",
            None,
            "SITE",
        ),
        *(
            sensor(tag, kind, (*SIDE[1], *SIDE[2]), doc, rules=ENDS)
            for tag, kind, doc in (
                ("distance", "GEOMDIST", "Smallest signed distance between two geoms or bodies."),
                ("normal", "GEOMNORMAL", "Unit vector between the nearest points of two geoms or bodies."),
                ("fromto", "GEOMFROMTO", "Segment between the nearest points of two geoms or bodies."),
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
                Attr("num", INT, 1, "intprm[2]", doc="Maximum number of reported contacts."),
                Attr("data", CONTACT_DATA, 1, "intprm[0]", doc="Reported fields of each contact."),
                Attr(
                    "reduce",
                    keyword({"none": 0, "mindist": 1, "maxforce": 2, "netforce": 3}),
                    0,
                    "intprm[1]",
                    doc="Criterion that selects the reported contacts.",
                ),
            ),
            "Contact sensor: data of contacts between two sets of geoms.",
            rules=(
                Presence("at most one", ("geom1", "body1", "subtree1", "site")),
                Presence("at most one", ("geom2", "body2", "subtree2")),
            ),
        ),
        sensor("e_potential", "", (), "Potential energy."),
        sensor("e_kinetic", "", (), "Kinetic energy."),
        sensor("clock", "", (), "Clock: simulation time."),
        sensor(
            "tactile",
            "",
            (name_of("geom", "geom", "refname", True), name_of("mesh", "mesh", "objname", True)),
            "Tactile sensor: pressure and sliding velocities at the vertices of a mesh.",
            "MESH",
            "GEOM",
            (NAME, READING[0], *LATENCY, USER),
        ),
        sensor(
            "user",
            "",
            (
                Attr("objtype", OBJECT, doc="Type of the sensed object."),
                Attr("objname", STRING, "", doc="Name of the sensed object."),
                Attr(
                    "datatype",
                    keyword(members(mjtDataType, "mjDATATYPE_")),
                    mjtDataType.mjDATATYPE_REAL,
                    doc="Data type of the reading.",
                ),
                Attr(
                    "needstage",
                    keyword(members(mjtStage, "mjSTAGE_")),
                    mjtStage.mjSTAGE_ACC,
                    doc="Pipeline stage that the sensor requires.",
                ),
                Attr("dim", INT, 0, required=True, doc="Number of elements of the reading."),
            ),
            "User sensor, computed by a callback.",
            base=(NAME, *READING, USER),
        ),
        sensor(
            "plugin",
            "",
            (
                *PLUGIN_OF,
                Attr("objtype", OBJECT, doc="Type of the sensed object."),
                Attr("objname", STRING, "", doc="Name of the sensed object."),
                Attr("reftype", OBJECT, doc="Type of the reference object."),
                Attr("refname", STRING, "", doc="Name of the reference object."),
            ),
            "Sensor computed by a plugin.",
            base=(NAME, READING[0], USER),
            children=(CONFIG,),
        ),
    ),
    doc="Sensors.",
)
