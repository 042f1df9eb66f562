"""MJCF schema rows of the kinematic tree: the world body, bodies and their elements.

Documents: XML reference / (world)body
"""

from math import nan

from gelenk.tables.enums import mjtGeom, mjtGeomInertia, mjtJoint, mjtOrientation, mjtSleepPolicy
from gelenk.tables.schema.cameras import CAMERA, LIGHT
from gelenk.tables.schema.common import (
    CHILDCLASS,
    CLASS,
    CONTACT_FILTER,
    FORCE_LIMIT,
    FORMS,
    FRICTION_LOSS,
    FROMTO,
    GEOM_TYPE,
    GROUP,
    LIMIT,
    MATERIAL,
    NAME,
    ONE_FORM,
    PLUGIN,
    POS,
    RGBA,
    SURFACE,
    UNDEFINED3,
    UNDEFINED6,
    USER,
    orientation,
)
from gelenk.tables.schema.generated import COMPOSITE, FLEXCOMP
from gelenk.tables.schema_rows import (
    AUTO,
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
)

ORIENTATION = Element(
    "",
    "*",
    (
        Attr(
            "",
            keyword(members(mjtOrientation, "mjORIENTATION_")),
            mjtOrientation.mjORIENTATION_QUAT,
            "type",
            doc="Which of the forms counts.",
        ),
        *(row._replace(name="", field=row.name, store="") for row in orientation()[1:]),
    ),
    spec="MjsOrientation",
    doc="An orientation that is not given as a quaternion.",
)

INERTIAL = Element(
    "inertial",
    "?",
    (
        Attr(
            "pos",
            real(3),
            UNDEFINED3,
            "ipos",
            required=True,
            unit="m",
            doc="Center of mass, in the frame of the body.",
        ),
        *orientation("iquat", "ialt"),
        Attr("mass", REAL, 0, required=True, unit="kg", doc="Mass of the body."),
        Attr(
            "diaginertia",
            real(3),
            (0, 0, 0),
            "inertia",
            unit="kg m^2",
            doc="Moments of inertia about the frame's axes.",
        ),
        Attr(
            "fullinertia",
            real(6),
            UNDEFINED6,
            unit="kg m^2",
            doc="Inertia matrix: xx, yy, zz, xy, xz, yz; its eigenvectors become the frame.",
        ),
    ),
    rules=(Presence("at most one", ("fullinertia", *FORMS)),),
    doc="Mass and inertia of the body, instead of those of its geoms.",
)

JOINT = Element(
    "joint",
    "*",
    (
        NAME,
        CLASS,
        Attr(
            "type",
            keyword(members(mjtJoint, "mjJNT_")),
            mjtJoint.mjJNT_HINGE,
            doc="Which motion the joint allows.",
        ),
        GROUP,
        Attr(
            "pos",
            real(3),
            (0, 0, 0),
            unit="m",
            doc="A point that the joint leaves in place, in the frame of the body.",
        ),
        Attr(
            "axis",
            real(3),
            (0, 0, 1),
            doc="Axis of rotation or direction of sliding, in the frame of the body.",
        ),
        Attr(
            "springdamper",
            real(2),
            (0, 0),
            unit="s, 1",
            doc="Time constant and damping ratio from which stiffness and damping are computed.",
        ),
        Attr("stiffness", REAL, 0, unit="N/m or N m/rad", doc="Stiffness of the joint's spring."),
        Attr(
            "range",
            real(2),
            (0, 0),
            unit="m or angle",
            doc="Lower and upper limit; of a ball joint, 0 and the angle.",
        ),
        *LIMIT,
        *FRICTION_LOSS,
        *FORCE_LIMIT,
        Attr(
            "actuatorgravcomp",
            BOOL,
            0,
            "actgravcomp",
            doc="Count gravity compensation among the actuator forces.",
        ),
        Attr(
            "margin",
            REAL,
            0,
            unit="m or angle",
            doc="Distance to the limit at which its constraint is included.",
        ),
        Attr("ref", REAL, 0, unit="m or angle", doc="Value of the joint in the configuration of the model."),
        Attr("springref", REAL, 0, unit="m or angle", doc="Value at which the spring is at rest."),
        Attr(
            "armature",
            REAL,
            0,
            unit="kg or kg m^2",
            doc="Inertia added by what moves with the joint but not the body.",
        ),
        Attr(
            "damping",
            REAL,
            0,
            unit="N s/m or N m s/rad",
            doc="Force that opposes the velocity, per velocity.",
        ),
        USER,
        Attr(
            "",
            AUTO,
            2,
            "align",
            doc="Whether the frame of a free body moves to its center of mass, along its axes of inertia; 2: auto.",
        ),
    ),
    spec="MjsJoint",
    doc="Freedom of a body to move relative to its parent.",
)

FREEJOINT = Element(
    "freejoint",
    "*",
    (
        NAME,
        GROUP,
        Attr("align", AUTO, 2, doc="Whether the frame of the body moves to its inertial frame."),
    ),
    spec="MjsJoint",
    fixed={"type": mjtJoint.mjJNT_FREE},
    doc="A free joint that takes no values from defaults.",
)

GEOM = Element(
    "geom",
    "*",
    (
        NAME,
        CLASS,
        Attr("type", GEOM_TYPE, mjtGeom.mjGEOM_SPHERE, doc="Shape."),
        *CONTACT_FILTER,
        GROUP,
        Attr(
            "size", real(0, 3), (0, 0, 0), unit="m", doc="Sizes of the shape; how many depends on the type."
        ),
        MATERIAL,
        RGBA,
        *SURFACE,
        Attr("mass", REAL, nan, unit="kg", doc="Mass, instead of what density and volume give."),
        Attr("density", REAL, 1000, unit="kg/m^3 or kg/m^2", doc="Density from which the mass is computed."),
        Attr(
            "shellinertia",
            keyword({"false": mjtGeomInertia.mjINERTIA_VOLUME, "true": mjtGeomInertia.mjINERTIA_SHELL}),
            mjtGeomInertia.mjINERTIA_VOLUME,
            "typeinertia",
            doc="The mass lies on the surface.",
        ),
        FROMTO,
        POS,
        *orientation(),
        Attr("hfield", STRING, "", "hfieldname", refers="hfield", doc="Height field of a geom of that type."),
        Attr(
            "mesh",
            STRING,
            "",
            "meshname",
            refers="mesh",
            doc="Mesh; with another type, that shape is fitted to it.",
        ),
        Attr("fitscale", REAL, 1, doc="Scale of a shape that is fitted to a mesh."),
        Attr(
            "fluidshape",
            keyword({"none": 0.0, "ellipsoid": 1.0}),
            0.0,
            "fluid_ellipsoid",
            doc="Ellipsoid: forces of the fluid on this geom by the ellipsoid model.",
        ),
        Attr(
            "fluidcoef",
            real(0, 5),
            (0.5, 0.25, 1.5, 1, 1),
            "fluid_coefs",
            doc="Blunt drag, slender drag, angular drag, Kutta lift, Magnus lift.",
        ),
        USER,
    ),
    (PLUGIN,),
    spec="MjsGeom",
    rules=(ONE_FORM,),
    doc="A shape with mass and appearance that collides.",
)

SITE = Element(
    "site",
    "*",
    (
        NAME,
        CLASS,
        Attr("type", GEOM_TYPE, mjtGeom.mjGEOM_SPHERE, doc="Shape."),
        GROUP,
        MATERIAL,
        RGBA,
        Attr("size", real(0, 3), (0.005, 0.005, 0.005), unit="m", doc="Sizes of the shape."),
        FROMTO,
        POS,
        *orientation(),
        USER,
    ),
    spec="MjsSite",
    rules=(ONE_FORM,),
    doc="A place on a body, for sensors, tendons and forces.",
)

ATTACH = Element(
    "attach",
    "*",
    (
        Attr("model", STRING, "", required=True, refers="model", doc="Model declared under asset."),
        Attr("body", STRING, "", doc="Body of that model; all of it if not given."),
        Attr("prefix", STRING, "", required=True, doc="Put before all names."),
    ),
    doc="Puts a part of another model here.",
)

TREE = (GEOM, SITE, CAMERA, LIGHT, PLUGIN, ATTACH, COMPOSITE, FLEXCOMP, "body", "frame", "replicate")
BODY = Element(
    "body",
    "R",
    (
        NAME,
        CHILDCLASS,
        Attr("pos", real(3), (0, 0, 0), unit="m", doc="Position of the frame, in the frame of the parent."),
        *orientation(),
        Attr("mocap", BOOL, 0, doc="Moved by the user: a body without joints whose pose is an input."),
        Attr("gravcomp", REAL, 0, doc="Force against gravity, as a part of the weight."),
        Attr(
            "sleep",
            keyword(members(mjtSleepPolicy, "mjSLEEP_", "auto never allowed init")),
            mjtSleepPolicy.mjSLEEP_AUTO,
            doc="Whether the tree that starts here may fall asleep.",
        ),
        USER,
        *(
            row._replace(name="", field=row.field or row.name, required=False, store="")
            for row in INERTIAL.attrs
            if "." not in row.field
        ),
        Attr(
            "",
            BOOL,
            0,
            "explicitinertial",
            doc="Whether inertial properties were given, rather than computed from geoms.",
        ),
    ),
    (INERTIAL, JOINT, FREEJOINT, *TREE),
    spec="MjsBody",
    rules=(ONE_FORM,),
    doc="A rigid body; nesting makes the tree.",
)

WORLDBODY = Element("worldbody", "*", (), TREE, spec="MjsBody", doc="The body that is the world.")

FRAME = Element(
    "frame",
    "R",
    (NAME, CHILDCLASS, POS, *orientation()),
    (INERTIAL, JOINT, FREEJOINT, *TREE),
    spec="MjsFrame",
    rules=(ONE_FORM,),
    doc="Moves what is inside it, and is gone after compilation.",
)

REPLICATE = Element(
    "replicate",
    "R",
    (
        Attr("count", INT, required=True, doc="Number of copies."),
        Attr("sep", STRING, "", doc="Put between a name and the number of the copy."),
        Attr("offset", real(3), (0, 0, 0), unit="m", doc="Translation from one copy to the next."),
        Attr("euler", real(3), (0, 0, 0), unit="angle", doc="Rotation from one copy to the next."),
    ),
    (INERTIAL, JOINT, FREEJOINT, *TREE),
    open=True,  # files of earlier versions have the attribute prefix, which 3.5.0 ignores
    doc="Repeats what is inside it.",
)
