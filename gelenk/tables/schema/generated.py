"""MJCF schema rows of elements from which bodies are generated: composite and flexcomp.

Documents: XML reference / (world)body
"""

from math import nan

from gelenk.tables.enums import mjtGeom, mjtJoint
from gelenk.tables.schema.common import (
    CONTACT_FILTER,
    FRICTION_LOSS,
    GEOM_TYPE,
    GROUP,
    LIMIT,
    MARGIN,
    MATERIAL,
    ONE_FORM,
    PLUGIN,
    POS,
    RGBA,
    SURFACE,
    orientation,
    solver,
)
from gelenk.tables.schema.deformable import EDGE, ELASTICITY, FLEX_CONTACT
from gelenk.tables.schema_rows import (
    BOOL,
    FLOAT,
    FLOATS,
    INT,
    INTS,
    REAL,
    REALS,
    STRING,
    Attr,
    Element,
    keyword,
    members,
    real,
    whole,
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
            keyword({"free": 0, "ball": 1, "none": 2}, other=1),  # any other word means ball, as in 3.5.0
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
