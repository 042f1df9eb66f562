"""MJCF schema rows of the kinematic tree: the world body, bodies and their elements.

Documents: XML reference / (world)body
"""

from math import nan

from gelenk.tables.enums import mjtGeom, mjtGeomInertia, mjtJoint, mjtOrientation, mjtScaling, mjtSleepPolicy
from gelenk.tables.schema.common import (
    ADHESION,
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
from gelenk.tables.schema.visual import CAMERA, LIGHT
from gelenk.tables.schema_rows import (
    AUTO,
    BOOL,
    INT,
    POLYNOMIAL,
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
            doc="Orientation representation in effect.",
        ),
        *(row._replace(name="", field=row.name, store="") for row in orientation()[1:]),
    ),
    spec="MjsOrientation",
    doc="Alternative orientation representation.",
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
            doc="Position of the center of mass, in the body frame.",
        ),
        *orientation("iquat", "ialt"),
        Attr("mass", REAL, 0, required=True, unit="kg", doc="Body mass."),
        Attr(
            "diaginertia",
            real(3),
            (0, 0, 0),
            "inertia",
            unit="kg m^2",
            doc="Diagonal inertia: principal moments about the axes of the inertial frame.",
        ),
        Attr(
            "fullinertia",
            real(6),
            UNDEFINED6,
            unit="kg m^2",
            doc="Inertia matrix: xx, yy, zz, xy, xz, yz; its eigenvectors define the inertial frame.",
        ),
    ),
    rules=(Presence("at most one", ("fullinertia", *FORMS)),),
    doc="Inertial properties of the body; replaces inference from geoms.",
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
            doc="Joint type.",
        ),
        GROUP,
        Attr(
            "pos",
            real(3),
            (0, 0, 0),
            unit="m",
            doc="Joint anchor in the body frame; ignored for free joints.",
        ),
        Attr(
            "axis",
            real(3),
            (0, 0, 1),
            doc="Joint axis in the body frame: rotation axis of hinges, direction of slides.",
        ),
        Attr(
            "springdamper",
            real(2),
            (0, 0),
            unit="s, 1",
            doc="Time constant and damping ratio from which stiffness and damping are computed.",
        ),
        Attr(
            "stiffness",
            POLYNOMIAL,
            0,
            store="polynomial",
            unit="N/m or N m/rad",
            doc="Spring stiffness; three values for a force a x + b x^2 + c x^3.",
        ),
        Attr(
            "range",
            real(2),
            (0, 0),
            unit="m or angle",
            doc="Joint limits; ball joints: 0, maximum angle.",
        ),
        *LIMIT,
        *FRICTION_LOSS,
        *FORCE_LIMIT,
        Attr(
            "actuatorgravcomp",
            BOOL,
            0,
            "actgravcomp",
            doc="Whether gravity compensation is applied as an actuator force.",
        ),
        Attr(
            "margin",
            REAL,
            0,
            unit="m or angle",
            doc="Distance to the limit at which the constraint becomes active.",
        ),
        Attr(
            "ref", REAL, 0, unit="m or angle", doc="Joint position in the initial configuration of the model."
        ),
        Attr("springref", REAL, 0, unit="m or angle", doc="Joint position at which the spring is at rest."),
        Attr(
            "springyield",
            REAL,
            0,
            unit="m or angle",
            doc="Displacement at which the spring yields: beyond, its rest position follows; 0: elastic.",
        ),
        Attr(
            "armature",
            REAL,
            0,
            unit="kg or kg m^2",
            doc="Armature inertia: rotor inertia or mass that moves with the joint only.",
        ),
        Attr(
            "damping",
            POLYNOMIAL,
            0,
            store="polynomial",
            unit="N s/m or N m s/rad",
            doc="Damping coefficient; three values for a force a v + b v|v| + c v^3.",
        ),
        USER,
        Attr(
            "",
            AUTO,
            2,
            "align",
            doc="Whether the frame of a free body is aligned with its inertial frame; 2: auto.",
        ),
    ),
    spec="MjsJoint",
    doc="Joint: motion degrees of freedom of a body relative to its parent.",
)

FREEJOINT = Element(
    "freejoint",
    "*",
    (
        NAME,
        GROUP,
        Attr("align", AUTO, 2, doc="Whether the body frame is aligned with the inertial frame."),
    ),
    spec="MjsJoint",
    fixed={"type": mjtJoint.mjJNT_FREE},
    doc="Free joint that is not affected by default classes.",
)

GEOM = Element(
    "geom",
    "*",
    (
        NAME,
        CLASS,
        Attr("type", GEOM_TYPE, mjtGeom.mjGEOM_SPHERE, doc="Geom type."),
        *CONTACT_FILTER,
        GROUP,
        Attr(
            "size",
            real(0, 3),
            (0, 0, 0),
            unit="m",
            doc="Geom size parameters; number and meaning depend on the geom type.",
        ),
        MATERIAL,
        RGBA,
        Attr("castshadow", BOOL, 1, doc="Whether the geom casts shadows."),
        *SURFACE,
        Attr(
            "surfacevel",
            real(6),
            (0,) * 6,
            unit="m/s, rad/s",
            doc="Velocity of the surface as contacts see it, in the geom frame: constant part, and angular velocity "
            "about the origin of the frame.",
        ),
        ADHESION,
        Attr("mass", REAL, nan, unit="kg", doc="Geom mass; replaces the mass computed from density."),
        Attr(
            "density",
            REAL,
            1000,
            unit="kg/m^3 or kg/m^2",
            doc="Material density from which the mass is computed; per area for shell inertia.",
        ),
        Attr(
            "shellinertia",
            keyword({"false": mjtGeomInertia.mjINERTIA_VOLUME, "true": mjtGeomInertia.mjINERTIA_SHELL}),
            mjtGeomInertia.mjINERTIA_VOLUME,
            "typeinertia",
            doc="Whether the mass is concentrated on the surface.",
        ),
        FROMTO,
        POS,
        *orientation(),
        Attr("hfield", STRING, "", "hfieldname", refers="hfield", doc="Name of the height field asset."),
        Attr(
            "mesh",
            STRING,
            "",
            "meshname",
            refers="mesh",
            doc="Name of the mesh asset; a primitive geom type is fitted to the mesh.",
        ),
        Attr("fitscale", REAL, 1, doc="Scale of the primitive fitted to a mesh."),
        Attr(
            "fluidshape",
            keyword({"none": 0.0, "ellipsoid": 1.0}),
            0.0,
            "fluid_ellipsoid",
            doc="Fluid interaction model: ellipsoid enables per-geom forces.",
        ),
        Attr(
            "fluidcoef",
            real(0, 5),
            (0.5, 0.25, 1.5, 1, 1),
            "fluid_coefs",
            doc="Ellipsoid fluid model coefficients: blunt drag, slender drag, angular drag, Kutta lift, Magnus lift.",
        ),
        USER,
    ),
    (PLUGIN,),
    spec="MjsGeom",
    rules=(ONE_FORM,),
    doc="Geom: collision shape with mass and appearance, attached to a body.",
)

SITE = Element(
    "site",
    "*",
    (
        NAME,
        CLASS,
        Attr("type", GEOM_TYPE, mjtGeom.mjGEOM_SPHERE, doc="Site shape."),
        GROUP,
        MATERIAL,
        Attr(
            "mesh",
            STRING,
            "",
            "meshname",
            refers="mesh",
            doc="Name of the mesh asset whose convex hull is the volume of a site of type mesh.",
        ),
        RGBA,
        Attr("size", real(0, 3), (0.005, 0.005, 0.005), unit="m", doc="Site size parameters."),
        FROMTO,
        POS,
        *orientation(),
        USER,
    ),
    spec="MjsSite",
    rules=(ONE_FORM,),
    doc="Site: a frame on a body, for sensors, tendons and actuators.",
)

ATTACH = Element(
    "attach",
    "*",
    (
        Attr("model", STRING, "", refers="model", doc="Name of the model asset; default: this model itself."),
        Attr("body", STRING, "", doc="Name of the body to attach; default: the whole model."),
        Attr("frame", STRING, "", doc="Name of the frame to attach, in place of a body."),
        Attr("prefix", STRING, "", required=True, doc="Prefix of the names of all attached elements."),
    ),
    doc="Attaches a subtree of another model.",
)

TREE = (GEOM, SITE, CAMERA, LIGHT, PLUGIN, ATTACH, COMPOSITE, FLEXCOMP, "body", "frame", "replicate")
BODY = Element(
    "body",
    "R",
    (
        NAME,
        CHILDCLASS,
        Attr(
            "pos", real(3), (0, 0, 0), unit="m", doc="Position of the body frame, in the frame of the parent."
        ),
        *orientation(),
        Attr(
            "mocap",
            BOOL,
            0,
            doc="Whether the body is a mocap body: static, with a pose that the user controls.",
        ),
        Attr("gravcomp", REAL, 0, doc="Gravity compensation force, as a fraction of the weight."),
        Attr(
            "sleep",
            keyword(members(mjtSleepPolicy, "mjSLEEP_", "auto never allowed init")),
            mjtSleepPolicy.mjSLEEP_AUTO,
            doc="Sleep policy of the tree that starts at this body.",
        ),
        Attr(
            "fuse",
            keyword({"false": 0, "auto": 1}),
            1,
            doc="Whether the body may be fused with its parent if it is static.",
        ),
        Attr(
            "simple",
            keyword({"false": 0, "auto": 1}),
            1,
            doc="Whether the inertia matrix may omit zeros of the body; false if its inertia changes at runtime.",
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
            doc="Whether the inertial properties are specified explicitly rather than computed from geoms.",
        ),
    ),
    (INERTIAL, JOINT, FREEJOINT, *TREE),
    spec="MjsBody",
    rules=(ONE_FORM,),
    doc="Rigid body; nested bodies form the kinematic tree.",
)

WORLDBODY = Element(
    "worldbody", "*", (), TREE, spec="MjsBody", doc="World body, the root of the kinematic tree."
)

FRAME = Element(
    "frame",
    "R",
    (
        NAME,
        CHILDCLASS,
        POS,
        *orientation(),
        Attr(
            "scale",
            real(1, 3),
            (1, 1, 1),
            store="factors",
            doc="Factor of the lengths of the enclosed elements; three values stretch along the axes of the frame.",
        ),
        Attr(
            "scaling",
            keyword(members(mjtScaling, "mjSCALING_")),
            mjtScaling.mjSCALING_SIMILAR,
            doc="Whether all quantities are scaled by their dimension, or lengths, masses and inertias only.",
        ),
        Attr(
            "massscale",
            REAL,
            0,
            doc="Factor of the masses of the enclosed elements; 0: the product of the three length factors.",
        ),
    ),
    (INERTIAL, JOINT, FREEJOINT, *TREE),
    spec="MjsFrame",
    rules=(ONE_FORM,),
    doc="Coordinate frame that transforms the enclosed elements; removed by the compiler.",
)

REPLICATE = Element(
    "replicate",
    "R",
    (
        Attr("count", INT, required=True, doc="Number of copies."),
        Attr("sep", STRING, "", doc="Separator between a name and the index of the copy."),
        Attr("offset", real(3), (0, 0, 0), unit="m", doc="Translation between consecutive copies."),
        Attr("euler", real(3), (0, 0, 0), unit="angle", doc="Rotation between consecutive copies."),
    ),
    (INERTIAL, JOINT, FREEJOINT, *TREE),
    open=True,  # files of earlier versions have the attribute prefix, which 3.5.0 ignores
    doc="Replicates the enclosed elements.",
)
