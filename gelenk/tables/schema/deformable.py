"""MJCF schema rows of deformable objects: flexes and skins.

Documents: XML reference / deformable
"""

from gelenk.tables.enums import mjtFlexSelf
from gelenk.tables.schema.common import CONTACT_FILTER, GROUP, MATERIAL, NAME, RGBA, SURFACE
from gelenk.tables.schema_rows import (
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
    keyword,
    members,
    real,
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
