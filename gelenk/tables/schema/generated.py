"""MJCF schema rows of elements from which bodies are generated: composite and flexcomp.

Documents: XML reference / (world)body
"""

from math import nan

from gelenk.tables.enums import mjtGeom, mjtJoint
from gelenk.tables.schema.common import (
    CONTACT_FILTER,
    ELEMENT_MATERIALS,
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
from gelenk.tables.schema.deformable import CELLCOUNT, EDGE, ELASTICITY, FLEX_CONTACT
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
        Attr("type", GEOM_TYPE, mjtGeom.mjGEOM_CAPSULE, doc="Geom type."),
        *CONTACT_FILTER,
        GROUP,
        Attr("size", real(0, 3), (0, 0, 0), unit="m", doc="Geom size parameters."),
        MATERIAL,
        RGBA,
        *SURFACE,
        Attr("mass", REAL, nan, unit="kg", doc="Mass of each geom."),
        Attr("density", REAL, 1000, unit="kg/m^3", doc="Density of each geom."),
    ),
    doc="Geom properties of the elements of a composite.",
)

COMPOSITE_JOINT = Element(
    "joint",
    "*",
    (
        Attr("kind", keyword({"main": 0}), required=True, doc="Kind of joints."),
        Attr("type", keyword(members(mjtJoint, "mjJNT_")), mjtJoint.mjJNT_HINGE, doc="Joint type."),
        Attr("axis", real(3), (0, 0, 1), doc="Joint axis."),
        GROUP,
        Attr("stiffness", REAL, 0, doc="Spring stiffness."),
        Attr("damping", REAL, 0, doc="Damping coefficient."),
        Attr("armature", REAL, 0, doc="Armature inertia."),
        Attr("range", real(2), (0, 0), unit="m or angle", doc="Joint limits."),
        *LIMIT,
        *FRICTION_LOSS,
        MARGIN,
        *solver("fix", "_fix", "equality constraints"),
    ),
    doc="Joint properties of a composite.",
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
        Attr("prefix", STRING, "", doc="Prefix of the names of all elements."),
        Attr("type", keyword({"cable": 0}, gone=REMOVED_COMPOSITES), required=True, doc="Composite type."),
        Attr("count", whole(1, 3), (1, 1, 1), required=False, doc="Number of elements along each dimension."),
        Attr("offset", real(3), (0, 0, 0), unit="m", doc="Offset of the composite from the parent body."),
        Attr("quat", real(4), (1, 0, 0, 0), doc="Orientation of the composite."),
        Attr("vertex", REALS, (), unit="m", doc="Vertex positions of the cable."),
        Attr(
            "initial",
            keyword({"free": 0, "ball": 1, "none": 2}, other=1),  # any other word means ball, as in 3.5.0
            1,
            doc="Type of the joint of the first body.",
        ),
        Attr("curve", STRING, "", doc="Coordinate functions of the cable: s, cos(s), sin(s), 0."),
        Attr("size", real(1, 3), (1, 0, 0), doc="Scale factors of the coordinate functions."),
    ),
    (
        COMPOSITE_JOINT,
        COMPOSITE_GEOM,
        Element(
            "skin",
            "?",
            (
                Attr("texcoord", BOOL, 0, doc="Whether texture coordinates are generated."),
                MATERIAL,
                RGBA,
                GROUP,
                Attr("inflate", FLOAT, 0, unit="m", doc="Offset of the vertices along the normals."),
                Attr(
                    "subgrid",
                    INT,
                    0,
                    doc="Number of vertex lines between adjacent bone rows; 0: two bone rows, else three.",
                ),
            ),
            doc="Skin of a composite.",
        ),
        Element(
            "site",
            "?",
            (GROUP, Attr("size", real(0, 3), (0.005,) * 3, doc="Site size parameters."), MATERIAL, RGBA),
            doc="Site properties of a composite.",
        ),
        PLUGIN,
    ),
    doc="Composite object: a chain of bodies, such as a cable.",
)

FLEXCOMP = Element(
    "flexcomp",
    "*",
    (
        Attr("name", STRING, "", required=True, doc="Name of the flex and prefix of its body names."),
        Attr("dim", INT, 2, doc="Dimensionality; 1: lines, 2: triangles, 3: tetrahedra."),
        Attr(
            "dof",
            keyword({"full": 0, "radial": 1, "trilinear": 2, "quadratic": 3, "2d": 4}),
            0,
            doc="Parametrization of the degrees of freedom of the vertices.",
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
            doc="Source of the points and elements.",
        ),
        Attr("count", whole(3), (10, 10, 10), doc="Number of points along each dimension."),
        CELLCOUNT,
        Attr(
            "spacing",
            real(3),
            (0.02, 0.02, 0.02),
            unit="m",
            doc="Spacing between points along each dimension.",
        ),
        Attr("point", REALS, (), unit="m", doc="Point positions, for type direct."),
        Attr("element", INTS, (), doc="Point ids of the elements, for type direct."),
        Attr("texcoord", FLOATS, (), doc="Texture coordinates of the points."),
        Attr("mass", REAL, 1, unit="kg", doc="Total mass, distributed over the bodies."),
        Attr(
            "inertiabox",
            REAL,
            0.005,
            unit="m",
            doc="Half size of the cube that defines the rotational inertia of each body.",
        ),
        Attr("file", STRING, "", doc="File name of a surface mesh or GMSH file."),
        Attr(
            "mesh",
            STRING,
            "",
            refers="mesh",
            doc="Name of a mesh that gives points and elements, in place of a file.",
        ),
        Attr("rigid", BOOL, 0, doc="Whether all vertices belong to the parent body."),
        POS,
        *orientation(),
        Attr("scale", real(3), (1, 1, 1), doc="Scale factors of the point coordinates."),
        Attr("radius", REAL, 0.005, unit="m", doc="Radius of the elements."),
        ELEMENT_MATERIALS,
        RGBA,
        GROUP,
        Attr("flatskin", BOOL, 0, doc="Whether flat shading is used."),
        Attr(
            "origin", real(3), None, unit="m", doc="Origin of the tetrahedra generated from a surface mesh."
        ),
    ),
    (
        Element(
            "edge",
            "?",
            (
                Attr(
                    "equality",
                    keyword({"false": 0, "true": 1, "vert": 2, "strain": 3}),
                    0,
                    doc="Equality constraint of the edges, the vertices or the strain of cells.",
                ),
                *solver(),
                *EDGE.attrs,
            ),
            doc="Edge properties of a flexcomp.",
        ),
        ELASTICITY,
        FLEX_CONTACT,
        Element(
            "pin",
            "*",
            (
                Attr("id", INTS, (), doc="Ids of pinned points."),
                Attr("range", INTS, (), doc="Ranges of ids of pinned points."),
                Attr("grid", INTS, (), doc="Grid coordinates of pinned points."),
                Attr("gridrange", INTS, (), doc="Ranges of grid coordinates of pinned points."),
            ),
            doc="Points pinned to the parent body.",
        ),
        PLUGIN,
    ),
    rules=(ONE_FORM,),
    doc="Flexcomp: generates a flex and its bodies.",
)
