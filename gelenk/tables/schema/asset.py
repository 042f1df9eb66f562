"""MJCF schema rows of assets: meshes, height fields, textures, materials, other models.

Documents: XML reference / asset
"""

from gelenk.tables.enums import (
    mjtBuiltin,
    mjtColorSpace,
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

FILE = Attr("file", STRING, "", inherit=False, doc="File to read.")
CONTENT_TYPE = Attr(
    "content_type", STRING, "", inherit=False, doc="Media type, instead of the file's extension."
)

MESH = Element(
    "mesh",
    "*",
    (
        NAME,
        CLASS,
        CONTENT_TYPE,
        FILE,
        Attr("vertex", FLOATS, (), "uservert", inherit=False, unit="m", doc="Vertices."),
        Attr("normal", FLOATS, (), "usernormal", inherit=False, doc="Normals."),
        Attr("texcoord", FLOATS, (), "usertexcoord", inherit=False, doc="Texture coordinates."),
        Attr("face", INTS, (), "userface", inherit=False, doc="Vertices of the triangles."),
        Attr("refpos", real(3), (0, 0, 0), inherit=False, unit="m", doc="Position that becomes the origin."),
        Attr("refquat", real(4), (1, 0, 0, 0), inherit=False, doc="Orientation that becomes the frame."),
        Attr("scale", real(3), (1, 1, 1), doc="Scale along each axis."),
        Attr("smoothnormal", BOOL, 0, inherit=False, doc="Average normals across all edges."),
        Attr("maxhullvert", INT, -1, store="hull", doc="Most vertices of the convex hull."),
        Attr(
            "inertia",
            keyword(members(mjtMeshInertia, "mjMESH_INERTIA_")),
            mjtMeshInertia.mjMESH_INERTIA_LEGACY,
            doc="How volume and inertia are computed.",
        ),
        MATERIAL._replace(inherit=False),
        Attr(
            "builtin",
            keyword(members(mjtMeshBuiltin, "mjMESH_BUILTIN_")),
            store="ignore",
            inherit=False,
            doc="A mesh that is generated.",
        ),
        Attr("params", REALS, store="ignore", inherit=False, doc="Its parameters."),
        Attr("", INTS, (), "userfacenormal", doc="Indices of normals, three per triangle."),
        Attr("", INTS, (), "userfacetexcoord", doc="Indices of texture coordinates, three per triangle."),
        Attr("", BOOL, 0, "needsdf", doc="Whether a signed distance field of the mesh is computed."),
    ),
    (PLUGIN,),
    spec="MjsMesh",
    reader="mesh",
    doc="A triangle mesh.",
)

HFIELD = Element(
    "hfield",
    "*",
    (
        NAME,
        CONTENT_TYPE,
        FILE,
        Attr("nrow", INT, 0, doc="Rows of elevations."),
        Attr("ncol", INT, 0, doc="Columns of elevations."),
        Attr("elevation", FLOATS, (), "userdata", doc="Elevations, row by row; scaled to 0 to 1."),
        Attr(
            "size",
            real(4),
            (0, 0, 0, 0),
            required=True,
            unit="m",
            doc="Half extents in x and y, largest elevation, base.",
        ),
    ),
    spec="MjsHField",
    reader="hfield",
    doc="A terrain.",
)

SIDES = ("right", "left", "up", "down", "front", "back")
TEXTURE = Element(
    "texture",
    "*",
    (
        NAME,
        Attr(
            "type",
            keyword(members(mjtTexture, "mjTEXTURE_")),
            mjtTexture.mjTEXTURE_CUBE,
            doc="How it is laid on objects.",
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
            doc="How the numbers of the file encode brightness.",
        ),
        CONTENT_TYPE,
        FILE,
        Attr("gridsize", whole(2), (1, 1), doc="Rows and columns of a composite image."),
        Attr(
            "",
            Kind("strings", 12, 12, ""),
            (".",) * 12,
            "gridlayout",
            doc="Which side of the cube each cell of the picture shows, by rows: R L U D F B, or . for none.",
        ),
        Attr(
            "gridlayout",
            STRING,
            None,
            store="gridlayout",
            doc="Sides of the cube in that image: . R L U D F B.",
        ),
        *(
            Attr(f"file{side}", STRING, "", f"cubefiles[{i}]", doc=f"File of the {side} side.")
            for i, side in enumerate(SIDES)
        ),
        Attr(
            "builtin",
            keyword({name: int(value) for name, value in members(mjtBuiltin, "mjBUILTIN_").items()}),
            0,
            doc="A pattern that is generated.",
        ),
        Attr("rgb1", real(3), (0.8, 0.8, 0.8), doc="First color."),
        Attr("rgb2", real(3), (0.5, 0.5, 0.5), doc="Second color."),
        Attr(
            "mark",
            keyword({name: int(value) for name, value in members(mjtMark, "mjMARK_").items()}),
            0,
            doc="Marks on top of the pattern.",
        ),
        Attr("markrgb", real(3), (0, 0, 0), doc="Color of the marks."),
        Attr("random", REAL, 0.01, doc="Part of the pixels that random marks cover."),
        Attr("width", INT, 0, unit="pixel", doc="Width of the pattern."),
        Attr("height", INT, 0, unit="pixel", doc="Height of the pattern; of cubes, six times the width."),
        Attr("hflip", BOOL, 0, doc="Mirror the image left to right."),
        Attr("vflip", BOOL, 0, doc="Mirror the image top to bottom."),
        Attr("nchannel", INT, 3, doc="Numbers per pixel."),
        Attr(
            "",
            Kind("strings", 6, 6, ""),
            ("",) * 6,
            "cubefiles",
            doc="Files of the sides of a cube: right, left, up, down, front, back.",
        ),
        Attr(
            "",
            Kind("bytes", 0, 1, ""),
            b"",
            "data",
            doc="Pixels by rows, nchannel bytes each, in the place of a file.",
        ),
    ),
    spec="MjsTexture",
    reader="texture",
    doc="An image.",
)

ROLES = {name: int(value) for name, value in members(mjtTextureRole, "mjTEXROLE_").items()}
MATERIALS = Element(
    "material",
    "*",
    (
        NAME,
        CLASS,
        Attr(
            "texture", STRING, "", f"textures[{ROLES['rgb']}]", refers="texture", doc="Texture of the color."
        ),
        Attr("texrepeat", real(2, dtype="float32"), (1, 1), doc="How often a 2d texture repeats."),
        Attr("texuniform", BOOL, 0, doc="Repeat per unit of length rather than per object."),
        Attr("emission", real(1, dtype="float32"), 0, doc="Light that it emits, as a part of its color."),
        Attr("specular", real(1, dtype="float32"), 0.5, doc="Strength of highlights."),
        Attr("shininess", real(1, dtype="float32"), 0.5, doc="Sharpness of highlights."),
        Attr("reflectance", real(1, dtype="float32"), 0, doc="Strength of reflections."),
        Attr("metallic", real(1, dtype="float32"), -1, doc="Metallicity, for physically based renderers."),
        Attr("roughness", real(1, dtype="float32"), -1, doc="Roughness, for physically based renderers."),
        Attr("rgba", real(4, dtype="float32"), (1, 1, 1, 1), doc="Red, green, blue and opacity."),
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
                Attr("texture", STRING, "", required=True, refers="texture", doc="Texture."),
                Attr(
                    "role",
                    keyword({role: index for role, index in ROLES.items() if role != "user"}),
                    required=True,
                    doc="What it gives.",
                ),
            ),
            doc="One of several textures of a material.",
        ),
    ),
    spec="MjsMaterial",
    reader="material",
    doc="Appearance that several objects share.",
)

MODEL = Element(
    "model",
    "*",
    (
        Attr("name", STRING, "", doc="Name for attach; the model's own if not given."),
        Attr("file", STRING, "", required=True, doc="File of the model."),
        Attr("content_type", STRING, "", doc="Media type of the file."),
    ),
    doc="A model whose parts can be attached.",
)

ASSET = Element(
    "asset", "*", (), (MESH, HFIELD, SKIN, TEXTURE, MATERIALS, MODEL), doc="Data that elements refer to."
)
