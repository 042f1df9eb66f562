"""MJCF schema rows of deformable objects: flexes and skins.

Documents: XML reference / deformable
"""

from gelenk.tables.enums import mjtFlexSelf
from gelenk.tables.schema.common import (
    CONTACT_FILTER,
    ELEMENT_MATERIALS,
    GROUP,
    MATERIAL,
    NAME,
    RGBA,
    SURFACE,
)
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
    whole,
)

CELLCOUNT = Attr(
    "cellcount",
    whole(3),
    (1, 1, 1),
    doc="Number of cells along each axis of the grid of interpolation nodes.",
)
FLEX_CONTACT = Element(
    "contact",
    "?",
    (
        *CONTACT_FILTER,
        *SURFACE,
        Attr(
            "internal", BOOL, 0, doc="Whether internal collisions that prevent element inversion are enabled."
        ),
        Attr(
            "selfcollide",
            keyword({name: int(member) for name, member in members(mjtFlexSelf, "mjFLEXSELF_").items()}),
            4,
            doc="Method of self-collision detection.",
        ),
        Attr(
            "activelayers", INT, 1, doc="Number of outermost element layers that take part in self-collision."
        ),
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
        Attr("shear", REAL, 0, unit="Pa", doc="Shear modulus of a 1D flex; 0: young / (2 (1 + poisson))."),
        Attr("damping", REAL, 0, unit="s", doc="Rayleigh damping coefficient."),
        Attr("thickness", REAL, -1, unit="m", doc="Thickness of a 2D flex."),
        Attr(
            "yield",
            real(1, 2),
            (0, 0),
            "stressyield",
            store="flex_yield",
            doc="Strains at which stretching and bending yield; 0: elastic.",
        ),
        Attr(
            "elastic2d",
            keyword({"none": 0, "bend": 1, "stretch": 2, "both": 3}),
            0,
            doc="Elastic deformation modes of a 2D flex: bending, stretching.",
        ),
        Attr("section", keyword({"circle": 0, "box": 1}), 0, doc="Cross-section of a 1D flex."),
        Attr("sectionsize", real(2), (0, 0), unit="m", doc="Half sizes of the box section of a 1D flex."),
    ),
    spec="MjsFlex",
    doc="Elastic properties of a flex.",
)
EDGE = Element(
    "edge",
    "?",
    (
        Attr("stiffness", REAL, 0, "edgestiffness", unit="N/m", doc="Stiffness of the edges."),
        Attr("damping", REAL, 0, "edgedamping", unit="N s/m", doc="Damping coefficient of the edges."),
    ),
    spec="MjsFlex",
    doc="Edge properties of a flex.",
)

SKIN = Element(
    "skin",
    "*",
    (
        NAME,
        Attr("file", STRING, "", doc="File name of the skin."),
        Attr("vertex", FLOATS, (), "vert", unit="m", doc="Vertex positions."),
        Attr("texcoord", FLOATS, (), doc="Texture coordinates."),
        Attr("face", INTS, (), doc="Vertex indices of the faces."),
        Attr("inflate", FLOAT, 0, unit="m", doc="Offset of the vertices along the normals."),
        MATERIAL,
        RGBA,
        GROUP,
        Attr("", STRINGS, (), "bodyname", doc="Names of the bone bodies."),
        Attr(
            "",
            FLOATS,
            (),
            "bindpos",
            doc="Bind positions of the bone bodies, three values per bone.",
        ),
        Attr(
            "",
            FLOATS,
            (),
            "bindquat",
            doc="Bind orientations of the bone bodies, four values per bone.",
        ),
        Attr("", STRINGS, (), "vertid", doc="Vertex ids of each bone."),
        Attr("", STRINGS, (), "vertweight", doc="Vertex weights of each bone."),
    ),
    (
        Element(
            "bone",
            "*",
            (
                Attr("body", STRING, "", required=True, refers="body", doc="Name of the bone body."),
                Attr(
                    "bindpos",
                    real(3),
                    (0, 0, 0),
                    required=True,
                    unit="m",
                    doc="Bind position of the bone body.",
                ),
                Attr(
                    "bindquat", real(4), (1, 0, 0, 0), required=True, doc="Bind orientation of the bone body."
                ),
                Attr("vertid", INTS, (), required=True, doc="Ids of the vertices influenced by the bone."),
                Attr("vertweight", FLOATS, (), required=True, doc="Weights of the vertices in vertid."),
            ),
            doc="Bone: a body that influences vertices of a skin.",
        ),
    ),
    spec="MjsSkin",
    reader="skin",
    doc="Skin: a rendered surface whose vertices are weighted averages of bone transforms.",
)

FLEX = Element(
    "flex",
    "*",
    (
        NAME,
        GROUP,
        ELEMENT_MATERIALS,
        RGBA,
        Attr("dim", INT, 2, doc="Dimensionality; 1: lines, 2: triangles, 3: tetrahedra."),
        Attr("radius", REAL, 0.005, unit="m", doc="Radius of the elements."),
        Attr(
            "body", STRINGS, (), "vertbody", required=True, refers="body", doc="Names of the vertex bodies."
        ),
        Attr("vertex", REALS, (), "vert", unit="m", doc="Vertex positions in the body frames."),
        Attr("element", INTS, (), "elem", required=True, doc="Vertex ids of the elements."),
        Attr("flatskin", BOOL, 0, doc="Whether flat shading is used."),
        CELLCOUNT,
        Attr(
            "dof",
            keyword({"trilinear": 1, "quadratic": 2}),
            0,
            "order",
            doc="Order of the interpolation between nodes; 0: none, or that of one cell with 8 or 27 nodes.",
        ),
        Attr("texcoord", FLOATS, (), doc="Texture coordinates."),
        Attr("elemtexcoord", INTS, (), doc="Texture coordinate indices of the element vertices."),
        Attr(
            "node",
            STRINGS,
            (),
            "nodebody",
            refers="body",
            doc="Names of the bodies of the interpolation nodes.",
        ),
        Attr(
            "nodecoord",
            REALS,
            (),
            "node",
            store="nodecoord",
            unit="m",
            doc="Node positions in the body frames, three values per node.",
        ),
        Attr("", real(3), (0, 0, 0), "size", doc="Half sizes of the bounding box of the nodes."),
        Attr("", INT, 0, "elastic3d", doc="Material of solids; 0: Saint Venant-Kirchhoff, the only one."),
    ),
    (FLEX_CONTACT, EDGE, ELASTICITY),
    spec="MjsFlex",
    doc="Flex: a deformable object of lines, triangles or tetrahedra.",
)

DEFORMABLE = Element("deformable", "*", (), (FLEX, SKIN), doc="Deformable objects.")
