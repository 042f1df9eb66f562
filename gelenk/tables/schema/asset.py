"""MJCF schema rows of assets: meshes, height fields, textures, materials, other models.

Documents: XML reference / asset
"""

from gelenk.tables.enums import (
    mjtBuiltin,
    mjtColorSpace,
    mjtEmbed,
    mjtMark,
    mjtMeshBuiltin,
    mjtMeshInertia,
    mjtTexture,
    mjtTextureRole,
)
from gelenk.tables.schema.common import CLASS, MATERIAL, NAME, PLUGIN
from gelenk.tables.schema.deformable import SKIN
from gelenk.tables.schema_rows import (
    BOOL,
    FLOATS,
    INT,
    INTS,
    REAL,
    REALS,
    STRING,
    Attr,
    Element,
    Kind,
    keyword,
    members,
    real,
    whole,
)

FILE = Attr("file", STRING, "", inherit=False, doc="File name.")
CONTENT_TYPE = Attr(
    "content_type", STRING, "", inherit=False, doc="Media type; replaces detection by file extension."
)

MESH = Element(
    "mesh",
    "*",
    (
        NAME,
        CLASS,
        CONTENT_TYPE,
        FILE,
        Attr("vertex", FLOATS, (), "uservert", inherit=False, unit="m", doc="Vertex positions."),
        Attr("normal", FLOATS, (), "usernormal", inherit=False, doc="Vertex normals."),
        Attr("texcoord", FLOATS, (), "usertexcoord", inherit=False, doc="Texture coordinates."),
        Attr("face", INTS, (), "userface", inherit=False, doc="Vertex indices of the faces."),
        Attr(
            "refpos",
            real(3),
            (0, 0, 0),
            inherit=False,
            unit="m",
            doc="Reference position, subtracted from the vertices.",
        ),
        Attr(
            "refquat",
            real(4),
            (1, 0, 0, 0),
            inherit=False,
            doc="Reference orientation; its inverse is applied to the vertices and normals.",
        ),
        Attr("scale", real(3), (1, 1, 1), doc="Scale factors along the axes."),
        Attr(
            "smoothnormal",
            BOOL,
            0,
            inherit=False,
            doc="Whether vertex normals are averaged across sharp edges.",
        ),
        Attr(
            "maxhullvert",
            INT,
            -1,
            store="hull",
            doc="Maximum number of vertices of the convex hull; -1: unlimited.",
        ),
        Attr(
            "inertia",
            keyword(members(mjtMeshInertia, "mjMESH_INERTIA_")),
            mjtMeshInertia.mjMESH_INERTIA_LEGACY,
            doc="Method for volume and inertia.",
        ),
        MATERIAL._replace(inherit=False),
        Attr(
            "builtin",
            keyword(members(mjtMeshBuiltin, "mjMESH_BUILTIN_")),
            store="ignore",
            inherit=False,
            doc="Procedurally generated mesh.",
        ),
        Attr("params", REALS, store="ignore", inherit=False, doc="Parameters of the builtin mesh."),
        Attr("", INTS, (), "userfacenormal", doc="Normal indices of the faces."),
        Attr("", INTS, (), "userfacetexcoord", doc="Texture coordinate indices of the faces."),
        Attr(
            "", FLOATS, (), "usernode", unit="m", doc="Node positions of a builtin grid, which flexcomps use."
        ),
        Attr("", INTS, (), "usertet", doc="Node indices of the tetrahedra of a builtin grid."),
        Attr("", INT, 6, "octree_maxdepth", doc="Largest depth of the octree of the mesh, 0 to 6."),
        Attr("", BOOL, 0, "needsdf", doc="Whether a signed distance field of the mesh is computed."),
    ),
    (PLUGIN,),
    spec="MjsMesh",
    reader="mesh",
    doc="Triangle mesh.",
)

HFIELD = Element(
    "hfield",
    "*",
    (
        NAME,
        CONTENT_TYPE,
        FILE,
        Attr("nrow", INT, 0, doc="Number of rows of the elevation data."),
        Attr("ncol", INT, 0, doc="Number of columns of the elevation data."),
        Attr(
            "elevation",
            FLOATS,
            (),
            "userdata",
            doc="Elevation data in row-major order, normalized to 0 to 1.",
        ),
        Attr(
            "size",
            real(4),
            (0, 0, 0, 0),
            required=True,
            unit="m",
            doc="Half size in x, half size in y, maximum elevation, base thickness.",
        ),
    ),
    spec="MjsHField",
    reader="hfield",
    doc="Height field: terrain map.",
)

SIDES = ("right", "left", "up", "down", "front", "back")
TEXTURE = Element(
    "texture",
    "*",
    (
        NAME,
        CLASS,
        Attr(
            "type",
            keyword(members(mjtTexture, "mjTEXTURE_")),
            mjtTexture.mjTEXTURE_CUBE,
            doc="Texture type: mapping to objects.",
        ),
        Attr(
            "colorspace",
            keyword(
                dict(
                    zip(
                        ("auto", "linear", "sRGB"),
                        members(mjtColorSpace, "mjCOLORSPACE_").values(),
                        strict=True,
                    )
                )
            ),
            mjtColorSpace.mjCOLORSPACE_AUTO,
            doc="Color space of the texture file.",
        ),
        CONTENT_TYPE,
        FILE,
        Attr("gridsize", whole(2), (1, 1), doc="Number of rows and columns of the image grid."),
        Attr(
            "",
            Kind("strings", 12, 12, ""),
            (".",) * 12,
            "gridlayout",
            doc="Cube side of each grid cell, by rows: R L U D F B, or . for unused.",
        ),
        Attr(
            "gridlayout",
            STRING,
            None,
            store="gridlayout",
            doc="Cube side of each grid cell, by rows: R L U D F B, or . for unused.",
        ),
        *(
            Attr(
                f"file{side}",
                STRING,
                "",
                f"cubefiles[{i}]",
                inherit=False,
                doc=f"File name of the {side} side of the cube.",
            )
            for i, side in enumerate(SIDES)
        ),
        Attr(
            "builtin",
            keyword({name: int(value) for name, value in members(mjtBuiltin, "mjBUILTIN_").items()}),
            0,
            doc="Procedurally generated pattern.",
        ),
        Attr("rgb1", real(3), (0.8, 0.8, 0.8), doc="First color of the generated pattern."),
        Attr("rgb2", real(3), (0.5, 0.5, 0.5), doc="Second color of the generated pattern."),
        Attr(
            "mark",
            keyword({name: int(value) for name, value in members(mjtMark, "mjMARK_").items()}),
            0,
            doc="Procedural mark on top of the pattern.",
        ),
        Attr("markrgb", real(3), (0, 0, 0), doc="Color of the procedural marks."),
        Attr("random", REAL, 0.01, doc="Fraction of the pixels covered by random marks."),
        Attr("width", INT, 0, unit="pixel", doc="Width of the generated texture."),
        Attr(
            "height",
            INT,
            0,
            unit="pixel",
            doc="Height of the generated texture; for cubes 6 times the width.",
        ),
        Attr("hflip", BOOL, 0, doc="Whether the image is flipped horizontally."),
        Attr("vflip", BOOL, 0, doc="Whether the image is flipped vertically."),
        Attr("nchannel", INT, 3, doc="Number of channels."),
        Attr(
            "embed",
            keyword(members(mjtEmbed, "mjEMBED_")),
            mjtEmbed.mjEMBED_AUTO,
            doc="Whether the model has the pixels, or only the path of the file; auto: as passthrough says.",
        ),
        Attr(
            "",
            Kind("strings", 6, 6, ""),
            ("",) * 6,
            "cubefiles",
            doc="File names of the cube sides: right, left, up, down, front, back.",
        ),
        Attr(
            "",
            Kind("bytes", 0, 1, ""),
            b"",
            "data",
            doc="Texture pixels by rows, nchannel bytes each; replaces the file.",
        ),
    ),
    spec="MjsTexture",
    reader="texture",
    doc="Texture.",
)

ROLES = {name: int(value) for name, value in members(mjtTextureRole, "mjTEXROLE_").items()}
MATERIALS = Element(
    "material",
    "*",
    (
        NAME,
        CLASS,
        Attr(
            "texture",
            STRING,
            "",
            f"textures[{ROLES['rgb']}]",
            refers="texture",
            doc="Name of the color texture.",
        ),
        Attr(
            "texrepeat",
            real(2, dtype="float32"),
            (1, 1),
            doc="Number of repetitions of a 2d texture along each axis.",
        ),
        Attr(
            "texuniform",
            BOOL,
            0,
            doc="Whether texrepeat is relative to spatial units rather than to the object size.",
        ),
        Attr("emission", real(1, dtype="float32"), 0, doc="Emission, as a multiple of the color."),
        Attr("specular", real(1, dtype="float32"), 0.5, doc="Specularity."),
        Attr("shininess", real(1, dtype="float32"), 0.5, doc="Shininess: sharpness of specular highlights."),
        Attr("reflectance", real(1, dtype="float32"), 0, doc="Reflectance."),
        Attr(
            "metallic",
            real(1, dtype="float32"),
            -1,
            doc="Metallic coefficient, for physically based renderers.",
        ),
        Attr(
            "roughness",
            real(1, dtype="float32"),
            -1,
            doc="Roughness coefficient, for physically based renderers.",
        ),
        Attr(
            "rgba", real(4, dtype="float32"), (1, 1, 1, 1), doc="Color and opacity: red, green, blue, alpha."
        ),
        Attr(
            "",
            Kind("strings", 10, 10, ""),
            ("",) * 10,
            "textures",
            doc="Names of textures, by role (mjtTextureRole).",
        ),
    ),
    (
        Element(
            "layer",
            "*",
            (
                Attr("texture", STRING, "", required=True, refers="texture", doc="Name of the texture."),
                Attr(
                    "role",
                    keyword({role: index for role, index in ROLES.items() if role != "user"}),
                    required=True,
                    doc="Role of the texture in the material.",
                ),
            ),
            doc="Texture layer of a material.",
        ),
    ),
    spec="MjsMaterial",
    reader="material",
    doc="Material: appearance properties shared by several elements.",
)

MODEL = Element(
    "model",
    "*",
    (
        Attr("name", STRING, "", doc="Name of the model for attach; default: name in the file."),
        Attr("file", STRING, "", required=True, doc="File name of the model."),
        Attr("content_type", STRING, "", doc="Media type of the file."),
    ),
    doc="Model whose elements can be attached.",
)

ASSET = Element(
    "asset",
    "*",
    (),
    (MESH, HFIELD, SKIN, TEXTURE, MATERIALS, MODEL),
    doc="Assets that other elements refer to.",
)
