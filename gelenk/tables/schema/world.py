"""MJCF rows of the kinematic tree: body and everything inside it, and deformable objects.

Documents: XML reference / (world)body; XML reference / deformable
"""

from math import nan

from gelenk.tables.enums import (
    mjtCamLight,
    mjtCamOutBit,
    mjtFlexSelf,
    mjtGeom,
    mjtGeomInertia,
    mjtJoint,
    mjtLightType,
    mjtOrientation,
    mjtProjection,
    mjtSleepPolicy,
)
from gelenk.tables.rows import (
    AUTO,
    BOOL,
    FLOAT,
    FLOATS,
    INT,
    INTS,
    REAL,
    REALS,
    STRING,
    STRINGS,
    Attr,
    Element,
    Presence,
    keyword,
    members,
    real,
    whole,
)
from gelenk.tables.schema.common import (
    CHILDCLASS,
    CLASS,
    CONTACT_FILTER,
    FORCE_LIMIT,
    FRICTION_LOSS,
    FROMTO,
    GEOM_TYPE,
    GROUP,
    INTENSITY,
    LIMIT,
    MARGIN,
    MATERIAL,
    NAME,
    POS,
    RESOLUTION,
    RGBA,
    SURFACE,
    UNDEFINED3,
    UNDEFINED6,
    USER,
    orientation,
    solver,
)

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

FORMS = ("quat", "axisangle", "xyaxes", "zaxis", "euler")
ONE_FORM = Presence("at most one", FORMS)

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

TRACKING = keyword(members(mjtCamLight, "mjCAMLIGHT_"))
TARGET = Attr("target", STRING, "", "targetbody", inherit=False, refers="body", doc="Body to look at.")
PROJECTION = members(mjtProjection, "mjPROJ_")

CAMERA = Element(
    "camera",
    "*",
    (
        NAME,
        CLASS,
        Attr("mode", TRACKING, mjtCamLight.mjCAMLIGHT_FIXED, doc="What the camera follows."),
        TARGET,
        Attr(
            "projection",
            keyword(PROJECTION),
            mjtProjection.mjPROJ_PERSPECTIVE,
            "proj",
            doc="Kind of projection.",
        ),
        Attr(
            "orthographic",
            keyword(dict(zip(("false", "true"), PROJECTION.values(), strict=True))),
            None,
            "proj",
            doc="Former spelling of projection.",
        ),
        Attr("fovy", REAL, 45, unit="degree, or m if orthographic", doc="Vertical field of view."),
        Attr("ipd", REAL, 0.068, unit="m", doc="Distance between the eyes."),
        RESOLUTION,
        Attr(
            "output",
            keyword(
                dict(
                    zip(
                        ("rgb", "depth", "distance", "normal", "segmentation"),
                        members(mjtCamOutBit, "mjCAMOUT_").values(),
                        strict=True,
                    )
                ),
                many=True,
            ),
            1,
            doc="What the camera renders.",
        ),
        Attr(
            "focal",
            real(2, dtype="float32"),
            (0, 0),
            "focal_length",
            unit="m",
            doc="Focal length in x and y.",
        ),
        Attr(
            "focalpixel",
            real(2, dtype="float32"),
            (0, 0),
            "focal_pixel",
            unit="pixel",
            doc="Focal length, in pixels.",
        ),
        Attr(
            "principal",
            real(2, dtype="float32"),
            (0, 0),
            "principal_length",
            unit="m",
            doc="Offset of the image center.",
        ),
        Attr(
            "principalpixel",
            real(2, dtype="float32"),
            (0, 0),
            "principal_pixel",
            unit="pixel",
            doc="Offset of the image center, in pixels.",
        ),
        Attr(
            "sensorsize",
            real(2, dtype="float32"),
            (0, 0),
            "sensor_size",
            unit="m",
            doc="Width and height of the sensor.",
        ),
        Attr(
            "",
            real(4, dtype="float32"),
            (0, 0, 0, 0),
            "intrinsic",
            doc="Focal lengths and principal point in x and y, as they are computed.",
        ),
        POS,
        *orientation(),
        USER,
    ),
    spec="MjsCamera",
    reader="camera",
    rules=(
        ONE_FORM,
        Presence("at most one", ("fovy", "sensorsize")),
        Presence("at most one", ("projection", "orthographic")),
    ),
    doc="A camera that moves with a body.",
)

COLOR = real(3, dtype="float32")
LIGHT = Element(
    "light",
    "*",
    (
        NAME,
        CLASS,
        Attr("mode", TRACKING, mjtCamLight.mjCAMLIGHT_FIXED, doc="What the light follows."),
        TARGET,
        Attr(
            "type",
            keyword(members(mjtLightType, "mjLIGHT_")),
            mjtLightType.mjLIGHT_SPOT,
            doc="How the light spreads.",
        ),
        Attr(
            "directional",
            keyword({"false": mjtLightType.mjLIGHT_SPOT, "true": mjtLightType.mjLIGHT_DIRECTIONAL}),
            None,
            "type",
            doc="Former spelling of type.",
        ),
        Attr("texture", STRING, "", inherit=False, refers="texture", doc="Texture of an image-based light."),
        INTENSITY,
        Attr("range", FLOAT, 10, unit="m", doc="Distance that the light reaches."),
        Attr("castshadow", BOOL, 1, doc="Whether it casts shadows."),
        Attr("bulbradius", FLOAT, 0.02, unit="m", doc="Radius of the light source, for soft shadows."),
        Attr("active", BOOL, 1, doc="Whether it is on."),
        POS,
        Attr("dir", real(3), (0, 0, -1), doc="Direction in which it shines."),
        Attr(
            "attenuation",
            COLOR,
            (1, 0, 0),
            unit="1, 1/m, 1/m^2",
            doc="Constant, linear and quadratic attenuation.",
        ),
        Attr("cutoff", FLOAT, 45, unit="degree", doc="Half angle of the cone of a spot light."),
        Attr("exponent", FLOAT, 10, doc="How the light falls off towards the edge of the cone."),
        Attr("ambient", COLOR, (0, 0, 0), doc="Color that reaches everything."),
        Attr("diffuse", COLOR, (0.7, 0.7, 0.7), doc="Color that is scattered in all directions."),
        Attr("specular", COLOR, (0.3, 0.3, 0.3), doc="Color of highlights."),
    ),
    spec="MjsLight",
    rules=(Presence("at most one", ("type", "directional")),),
    doc="A light that moves with a body.",
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

COMPOSITE_GEOM = Element(
    "geom",
    "?",
    (
        Attr("type", GEOM_TYPE, mjtGeom.mjGEOM_CAPSULE, doc="Shape."),
        *CONTACT_FILTER,
        GROUP,
        Attr("size", real(0, 3), (0, 0, 0), unit="m", doc="Sizes of the shape."),
        MATERIAL,
        RGBA,
        *SURFACE,
        Attr("mass", REAL, nan, unit="kg", doc="Mass of each geom."),
        Attr("density", REAL, 1000, unit="kg/m^3", doc="Density of each geom."),
    ),
    doc="Appearance and contact of all elements of a composite.",
)

COMPOSITE_JOINT = Element(
    "joint",
    "*",
    (
        Attr("kind", keyword({"main": 0}), required=True, doc="Which joints are meant."),
        Attr("type", keyword(members(mjtJoint, "mjJNT_")), mjtJoint.mjJNT_HINGE, doc="Type of the joints."),
        Attr("axis", real(3), (0, 0, 1), doc="Axis of the joints."),
        GROUP,
        Attr("stiffness", REAL, 0, doc="Stiffness of the springs."),
        Attr("damping", REAL, 0, doc="Damping of the joints."),
        Attr("armature", REAL, 0, doc="Inertia added to the joints."),
        Attr("range", real(2), (0, 0), unit="m or angle", doc="Limits of the joints."),
        *LIMIT,
        *FRICTION_LOSS,
        MARGIN,
        *solver("fix", "_fix", "equality constraints"),
    ),
    doc="Parameters of the joints of a composite.",
)

REMOVED_COMPOSITES = {
    "particle": "replicate",
    "grid": "a two-dimensional flexcomp",
    "rope": "type cable",
    "loop": "a one-dimensional flexcomp",
    "cloth": "a two-dimensional flexcomp",
    "box": "a flexcomp of type box",
    "cylinder": "a flexcomp of type cylinder",
    "ellipsoid": "a flexcomp of type ellipsoid",
}
COMPOSITE = Element(
    "composite",
    "*",
    (
        Attr("prefix", STRING, "", doc="Put before all names."),
        Attr("type", keyword({"cable": 0}, gone=REMOVED_COMPOSITES), required=True, doc="Kind of composite."),
        Attr("count", whole(1, 3), (1, 1, 1), required=False, doc="Number of elements along each dimension."),
        Attr("offset", real(3), (0, 0, 0), unit="m", doc="Offset from the body around it."),
        Attr("quat", real(4), (1, 0, 0, 0), doc="Orientation of the whole."),
        Attr("vertex", REALS, (), unit="m", doc="Points of the cable."),
        Attr(
            "initial",
            keyword({"free": 0, "ball": 1, "none": 2}, other=1),  # any other word is ball, as in 3.5.0
            1,
            doc="Joint of the first element.",
        ),
        Attr("curve", STRING, "", doc="Function for each coordinate of the cable: s, cos(s), sin(s), 0."),
        Attr("size", real(1, 3), (1, 0, 0), doc="Scale of the curve functions."),
    ),
    (
        COMPOSITE_JOINT,
        COMPOSITE_GEOM,
        Element(
            "skin",
            "?",
            (
                Attr("texcoord", BOOL, 0, doc="Whether texture coordinates are made."),
                MATERIAL,
                RGBA,
                GROUP,
                Attr("inflate", FLOAT, 0, unit="m", doc="Distance by which the skin lies outside."),
                Attr(
                    "subgrid",
                    INT,
                    0,
                    doc="Lines of vertices between the bones; 0: two rows of bones, else three.",
                ),
            ),
            doc="Skin of a composite.",
        ),
        Element(
            "site",
            "?",
            (GROUP, Attr("size", real(0, 3), (0.005,) * 3, doc="Sizes of the shape."), MATERIAL, RGBA),
            doc="Sites of a composite.",
        ),
        PLUGIN,
    ),
    doc="Makes a chain of bodies, such as a cable.",
)

FLEX_CONTACT = Element(
    "contact",
    "?",
    (
        *CONTACT_FILTER,
        *SURFACE,
        Attr("internal", BOOL, 0, doc="Collisions within one element, which keep it from inverting."),
        Attr(
            "selfcollide",
            keyword({name: int(member) for name, member in members(mjtFlexSelf, "mjFLEXSELF_").items()}),
            4,
            doc="How elements of the flex collide with each other.",
        ),
        Attr("activelayers", INT, 1, doc="Outermost layers that take part in self-collision."),
        Attr("vertcollide", BOOL, 0, doc="Whether vertices collide, as spheres."),
        Attr("passive", BOOL, 0, doc="Whether contacts act as passive forces."),
    ),
    spec="MjsFlex",
    doc="Contact parameters of a flex.",
)
ELASTICITY = Element(
    "elasticity",
    "?",
    (
        Attr("young", REAL, 0, unit="Pa", doc="Young's modulus."),
        Attr("poisson", REAL, 0, doc="Poisson's ratio."),
        Attr("damping", REAL, 0, unit="s", doc="Rayleigh's damping coefficient."),
        Attr("thickness", REAL, -1, unit="m", doc="Thickness of a two-dimensional flex."),
        Attr(
            "elastic2d",
            keyword({"none": 0, "bend": 1, "stretch": 2, "both": 3}),
            0,
            doc="Which deformations of a two-dimensional flex meet resistance.",
        ),
    ),
    spec="MjsFlex",
    doc="Elastic properties of a flex.",
)
EDGE = Element(
    "edge",
    "?",
    (
        Attr("stiffness", REAL, 0, "edgestiffness", unit="N/m", doc="Stiffness of the edges."),
        Attr("damping", REAL, 0, "edgedamping", unit="N s/m", doc="Damping of the edges."),
    ),
    spec="MjsFlex",
    doc="Edges of a flex.",
)

FLEXCOMP = Element(
    "flexcomp",
    "*",
    (
        Attr("name", STRING, "", required=True, doc="Name of the flex; bodies are named after it."),
        Attr("dim", INT, 2, doc="Dimension: lines, triangles, tetrahedra."),
        Attr(
            "dof",
            keyword({"full": 0, "radial": 1, "trilinear": 2, "quadratic": 3}),
            0,
            doc="Degrees of freedom of the vertices.",
        ),
        Attr(
            "type",
            keyword(
                {
                    name: i
                    for i, name in enumerate(
                        [
                            "grid",
                            "box",
                            "cylinder",
                            "ellipsoid",
                            "square",
                            "disc",
                            "circle",
                            "mesh",
                            "gmsh",
                            "direct",
                        ]
                    )
                }
            ),
            0,
            doc="Where points and elements come from.",
        ),
        Attr("count", whole(3), (10, 10, 10), doc="Number of points along each dimension."),
        Attr("spacing", real(3), (0.02, 0.02, 0.02), unit="m", doc="Distance of the points."),
        Attr("point", REALS, (), unit="m", doc="Points, for type direct."),
        Attr("element", INTS, (), doc="Points of each element, for type direct."),
        Attr("texcoord", FLOATS, (), doc="Texture coordinates of the points."),
        Attr("mass", REAL, 1, unit="kg", doc="Mass of the whole."),
        Attr("inertiabox", REAL, 0.005, unit="m", doc="Half side of the box whose inertia every body has."),
        Attr("file", STRING, "", doc="Mesh or GMSH file."),
        Attr("rigid", BOOL, 0, doc="Whether all points belong to the body around it."),
        POS,
        *orientation(),
        Attr("scale", real(3), (1, 1, 1), doc="Scale of the points."),
        Attr("radius", REAL, 0.005, unit="m", doc="Radius of all elements."),
        MATERIAL,
        RGBA,
        GROUP,
        Attr("flatskin", BOOL, 0, doc="Whether the skin is shaded flat."),
        Attr("origin", real(3), None, unit="m", doc="Point from which a surface mesh is filled."),
    ),
    (
        Element(
            "edge",
            "?",
            (
                Attr(
                    "equality",
                    keyword({"false": 0, "true": 1, "vert": 2}),
                    0,
                    doc="Whether edges keep their lengths.",
                ),
                *solver(),
                *EDGE.attrs,
            ),
            doc="Edges of a flexcomp.",
        ),
        ELASTICITY,
        FLEX_CONTACT,
        Element(
            "pin",
            "*",
            (
                Attr("id", INTS, (), doc="Points that do not move."),
                Attr("range", INTS, (), doc="Ranges of points."),
                Attr("grid", INTS, (), doc="Grid coordinates of points."),
                Attr("gridrange", INTS, (), doc="Ranges of grid coordinates."),
            ),
            doc="Points that belong to the body around the flexcomp.",
        ),
        PLUGIN,
    ),
    rules=(ONE_FORM,),
    doc="Makes a deformable object with its bodies.",
)

SKIN = Element(
    "skin",
    "*",
    (
        NAME,
        Attr("file", STRING, "", doc="File of the skin."),
        Attr("vertex", FLOATS, (), "vert", unit="m", doc="Vertices."),
        Attr("texcoord", FLOATS, (), doc="Texture coordinates."),
        Attr("face", INTS, (), doc="Vertices of the triangles."),
        Attr("inflate", FLOAT, 0, unit="m", doc="Distance by which the skin lies outside."),
        MATERIAL,
        RGBA,
        GROUP,
        Attr("", STRINGS, (), "bodyname", doc="Names of the bodies that move the skin."),
        Attr(
            "",
            FLOATS,
            (),
            "bindpos",
            doc="Positions of the bodies when the skin was bound, three numbers each.",
        ),
        Attr(
            "",
            FLOATS,
            (),
            "bindquat",
            doc="Orientations of the bodies when the skin was bound, four numbers each.",
        ),
        Attr("", STRINGS, (), "vertid", doc="Vertices that each body moves."),
        Attr("", STRINGS, (), "vertweight", doc="Weights of these vertices."),
    ),
    (
        Element(
            "bone",
            "*",
            (
                Attr("body", STRING, "", required=True, refers="body", doc="Body that is the bone."),
                Attr(
                    "bindpos",
                    real(3),
                    (0, 0, 0),
                    required=True,
                    unit="m",
                    doc="Position of the body when the skin was made.",
                ),
                Attr("bindquat", real(4), (1, 0, 0, 0), required=True, doc="Its orientation."),
                Attr("vertid", INTS, (), required=True, doc="Vertices that it moves."),
                Attr("vertweight", FLOATS, (), required=True, doc="Their weights."),
            ),
            doc="A body that moves some vertices of a skin.",
        ),
    ),
    spec="MjsSkin",
    reader="skin",
    doc="A surface for display whose vertices follow several bodies.",
)

FLEX = Element(
    "flex",
    "*",
    (
        NAME,
        GROUP,
        MATERIAL,
        RGBA,
        Attr("dim", INT, 2, doc="Dimension: lines, triangles, tetrahedra."),
        Attr("radius", REAL, 0.005, unit="m", doc="Radius of all elements."),
        Attr("body", STRINGS, (), "vertbody", required=True, refers="body", doc="Bodies of the vertices."),
        Attr("vertex", REALS, (), "vert", unit="m", doc="Positions of the vertices in their bodies."),
        Attr("element", INTS, (), "elem", required=True, doc="Vertices of each element."),
        Attr("flatskin", BOOL, 0, doc="Whether the skin is shaded flat."),
        Attr("texcoord", FLOATS, (), doc="Texture coordinates."),
        Attr("elemtexcoord", INTS, (), doc="Texture coordinates of the corners of the elements."),
        Attr(
            "node", STRINGS, (), "nodebody", refers="body", doc="Bodies that are the nodes of interpolation."
        ),
        Attr(
            "",
            REALS,
            (),
            "node",
            doc="Positions of the nodes in the frames of their bodies, three numbers each.",
        ),
        Attr("", real(3), (0, 0, 0), "size", doc="Half sizes of the box that the nodes span."),
    ),
    (FLEX_CONTACT, EDGE, ELASTICITY),
    spec="MjsFlex",
    doc="A deformable object made of simple elements.",
)

DEFORMABLE = Element("deformable", "*", (), (FLEX, SKIN), doc="Groups deformable objects.")

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
    open=True,  # files of former versions have prefix, which 3.5.0 ignores
    doc="Repeats what is inside it.",
)
