"""Fields of the structs of abstract visualization (visual), and of MjvScene.

Documents: Programming / Visualization; API / MjvCamera, MjvOption, MjvPerturb, MjvGeom, MjvLight, MjvFigure; API /
MjvScene

Structs: camera, options, perturbation, geom, light, figure.

Fields of MjvScene, stored as columns.

A scene owns its memory as arrays, one per field: geom ``i`` is row ``i`` of ``geom_pos`` (nrow, 3), of ``geom_rgba``
(nrow, 4), and so on, and likewise lights and the two cameras. Rows from ``ngeom`` (``nlight``) on are invalid, and
there is one row more than ``maxgeom``. ``scn.geoms[i]``, ``scn.lights[i]``, ``scn.camera[i]`` are views that read and
write these rows.

Readers:
- kernels take a scene as a third struct beside model and data (letter s in tables/stages.py): ``s.geom_pos[i, 0]``;
- numpy code takes the arrays behind the fields: ``scn._a_geom_pos[: scn.ngeom]``, C-contiguous, aligned to 64 bytes;
- the addresses of the arrays are constant for the life of the scene, so a graphics library needs them only once.

Floats are float32. Matrices have nine elements per row; their columns are the axes of the geom in the world. Texts are
``geom_label`` (nrow, 100), terminated by a zero byte. ``geom_size`` is as in MjvGeom: radius, half lengths; arrows
have radius, radius, length and begin at ``geom_pos``; planes have 0 where they are infinite. ``geom_dataid`` is twice
the id of the mesh, plus one for its convex hull; for planes and height fields it is their id. A flex whose elements
have several materials has a geom for each: ``geom_dataid`` is its number, and ``geom_size`` is radius, first triangle
within the flex, and number of triangles. Vertices and edges are drawn with number 0; other flexes and skins have -1.

Flexes and skins are geoms whose shape is in separate arrays, one flex (skin) after the other. Vertices of flex f:
3 floats each in ``flexvert``, from vertex ``flexvertadr[f]`` on, ``flexvertnum[f]`` of them; edges: pairs in
``flexedge``, relative to the first vertex of the flex; triangles: 9 floats each in ``flexface``, corner by corner,
from triangle ``flexfaceadr[f]`` on, ``flexfaceused[f]`` of them valid, with normals (9 each) and texture coordinates
(6 each). Skins have one normal per vertex in ``skinnormal``; their triangles are those of the model (skin_face).
"""

from collections.abc import Iterable, Iterator
from typing import Any, NamedTuple

from gelenk.tables.enums import mjMAXLIGHT, mjtRndFlag, mjtVisFlag
from gelenk.tables.field_rows import FIRST, Field


class Part(NamedTuple):
    """One field of a struct of visualization.

    dtype is 'str' for a text, shape () for a scalar, default one value or one per element, since the release of MuJoCo
    that added the field.
    """

    name: str
    dtype: str
    shape: tuple[int, ...] = ()
    default: object = 0
    meaning: str = ""
    since: str = FIRST


# flags of MjvOption that are on by default (mjtVisFlag)
FLAGS_ON = (1, 7, 8, 13, 22, 23, 25, 27)
# contiguous range of the flags of flexes: first, and end
FLEX_FLAGS = int(mjtVisFlag.mjVIS_FLEXVERT), int(mjtVisFlag.mjVIS_FLEXSKIN) + 1
GROUPS = (1, 1, 1, 0, 0, 0)

CAMERA = (
    Part("type", "int32", (), 0, "camera type (mjtCamera)"),
    Part("fixedcamid", "int32", (), -1, "id of the fixed camera"),
    Part("trackbodyid", "int32", (), -1, "id of the tracked body"),
    Part("lookat", "float64", (3,), 0, "lookat point [m]"),
    Part("distance", "float64", (), 2.0, "distance to the lookat point [m]"),
    Part("azimuth", "float64", (), 90.0, "azimuth [degree]"),
    Part("elevation", "float64", (), -45.0, "elevation [degree]"),
    Part("orthographic", "int32", (), 0, "1: orthographic projection, 0: perspective"),
)
GL_CAMERA = (
    Part("pos", "float32", (3,), 0, "position [m]"),
    Part("forward", "float32", (3,), 0, "forward direction"),
    Part("up", "float32", (3,), 0, "up direction"),
    *(
        Part(f"frustum_{name}", "float32", (), 0, meaning)
        for name, meaning in (
            ("center", "horizontal center of the frustum on the near plane [m]"),
            ("width", "half width of the frustum on the near plane [m]"),
            ("bottom", "bottom of the frustum on the near plane [m]"),
            ("top", "top of the frustum on the near plane [m]"),
            ("near", "distance of the near plane [m]"),
            ("far", "distance of the far plane [m]"),
        )
    ),
    Part("orthographic", "int32", (), 0, "1: orthographic projection, 0: perspective"),
)
OPTION = (
    Part("label", "int32", (), 0, "type of the labels (mjtLabel)"),
    Part("frame", "int32", (), 0, "type of the drawn frames (mjtFrame)"),
    *(
        Part(f"{kind}group", "uint8", (6,), GROUPS, f"visible {kind} groups")
        for kind in ("geom", "site", "joint", "tendon", "actuator", "flex", "skin")
    ),
    Part(
        "flags",
        "uint8",
        (int(mjtVisFlag.mjNVISFLAG),),
        tuple(int(i in FLAGS_ON) for i in range(int(mjtVisFlag.mjNVISFLAG))),
        "visualization flags (mjtVisFlag)",
    ),
    Part("bvh_depth", "int32", (), 1, "depth of the drawn BVH nodes"),
    Part("flex_layer", "int32", (), 0, "drawn element layer of 3D flexes"),
)
PERTURB = (
    Part("select", "int32", (), 0, "id of the selected body; 0: none"),
    Part("flexselect", "int32", (), -1, "id of the selected flex; -1: none"),
    Part("skinselect", "int32", (), -1, "id of the selected skin; -1: none"),
    Part("active", "int32", (), 0, "perturbation bits (mjtPertBit)"),
    Part("active2", "int32", (), 0, "secondary perturbation bits (mjtPertBit)"),
    Part("refpos", "float64", (3,), 0, "reference position of the selected object [m]"),
    Part("refquat", "float64", (4,), (1, 0, 0, 0), "reference orientation of the selected object"),
    Part("refselpos", "float64", (3,), 0, "reference position of the selection point [m]"),
    Part("localpos", "float64", (3,), 0, "selection point in the frame of the object [m]"),
    Part("localmass", "float64", (), 0, "apparent mass at the selection point [kg]"),
    Part("scale", "float64", (), 1.0, "ratio of spatial motion to mouse motion"),
)
LIGHT = (
    Part("id", "int32", (), 0, "id of the light in the model"),
    Part("pos", "float32", (3,), 0, "position [m]"),
    Part("dir", "float32", (3,), 0, "direction"),
    Part("type", "int32", (), 0, "light type (mjtLightType)"),
    Part("texid", "int32", (), 0, "id of the texture of an image light"),
    Part("attenuation", "float32", (3,), 0, "attenuation coefficients: constant, linear, quadratic"),
    *(Part(name, "float32", (3,), 0, f"{name} color") for name in ("ambient", "diffuse", "specular")),
    *(
        Part(name, "float32", (), 0, meaning)
        for name, meaning in (
            ("cutoff", "cutoff angle of a spotlight, from the axis [degree]"),
            ("exponent", "exponent of the spotlight falloff"),
            ("bulbradius", "bulb radius, for soft shadows [m]"),
            ("intensity", "luminous intensity [cd]"),
            ("range", "effective range [m]"),
        )
    ),
    Part(
        "softness",
        "float32",
        (),
        0,
        "softness of the edge of a spotlight, a fraction of the cutoff",
        "3.12.0",
    ),
    Part("headlight", "uint8", (), 0, "1 if the light is a headlight"),
    Part("castshadow", "uint8", (), 0, "1 if the light casts shadows"),
)
GEOM = (
    Part("type", "int32", (), 1001, "geom type (mjtGeom)"),
    Part("dataid", "int32", (), -1, "id of the mesh, height field or plane; -1: none"),
    Part("objtype", "int32", (), 0, "type of the visualized object (mjtObj)"),
    Part("objid", "int32", (), 0, "id of the visualized object"),
    Part("category", "int32", (), 0, "visual category (mjtCatBit)"),
    Part("matid", "int32", (), -1, "id of the material; -1: none"),
    Part("texcoord", "int32", (), 0, "1 if a mesh geom has texture coordinates"),
    Part("segid", "int32", (), 0, "segmentation id; -1: not drawn"),
    Part("size", "float32", (3,), 0.1, "size parameters [m]"),
    Part("pos", "float32", (3,), 0, "position [m]"),
    Part("mat", "float32", (3, 3), (1, 0, 0, 0, 1, 0, 0, 0, 1), "orientation, rotation matrix"),
    Part("rgba", "float32", (4,), (0.5, 0.5, 0.5, 1.0), "color"),
    Part("emission", "float32", (), 0, "emission"),
    Part("specular", "float32", (), 0.5, "specular reflection"),
    Part("shininess", "float32", (), 0.5, "shininess"),
    Part("reflectance", "float32", (), 0, "reflectance"),
    Part("label", "str", (), "", "text label"),
    Part("camdist", "float32", (), 0, "distance to the camera, for sorting [m]"),
    Part("modelrbound", "float32", (), 0, "radius of the bounding sphere of a model geom [m]; 0: none"),
    Part("transparent", "uint8", (), 0, "1 if drawn as transparent"),
    Part("castshadow", "uint8", (), 1, "1 if the geom casts shadows", "4.0.0"),
)

TEXT_BYTES = {
    "title": 999,
    "xlabel": 99,
    "xformat": 19,
    "yformat": 19,
    "minwidth": 19,
}  # capacities of the texts of a figure
LINES, POINTS = 100, 1001  # capacity in lines, and in points per line (mjMAXLINE, mjMAXLINEPNT)
FIGURE = (
    *(
        Part(f"flg_{name}", "int32", (), value, meaning)
        for name, value, meaning in (
            ("legend", 1, "1: show the legend"),
            ("extend", 1, "1: extend given axis ranges to fit the data"),
            ("barplot", 0, "1: bar plot, 0: line plot"),
            ("selection", 0, "1: show a vertical line at the selected x"),
            ("symmetric", 0, "1: y range is symmetric about 0"),
        )
    ),
    Part("flg_ticklabel", "int32", (2,), 1, "1: show tick labels along x, along y"),
    Part("linewidth", "float32", (), 3.0, "width of lines"),
    Part("gridwidth", "float32", (), 1.0, "width of grid lines"),
    Part("gridsize", "int32", (2,), 2, "number of grid points along x, along y"),
    Part("gridrgb", "float32", (3,), 0.4, "color of the grid"),
    Part("figurergba", "float32", (4,), (0, 0, 0, 1), "color of the figure"),
    Part("panergba", "float32", (4,), (0, 0, 0, 1), "color of the plot area"),
    Part("legendrgba", "float32", (4,), (0, 0, 0, 0.3), "color of the legend"),
    Part("textrgb", "float32", (3,), 1, "color of text"),
    Part("linergb", "float32", (LINES, 3), 0, "color of each line"),
    Part("range", "float32", (2, 2), (0, 1, 0, 1), "axis ranges; automatic if minimum >= maximum"),
    Part("xformat", "str", (), "%.0f", "format of x tick labels"),
    Part("yformat", "str", (), "%.2g", "format of y tick labels"),
    Part("minwidth", "str", (), "XXX", "sample text that sets the minimum width of y tick labels"),
    Part("title", "str", (), "", "title"),
    Part("xlabel", "str", (), "", "label of the x axis"),
    Part("linename", "S100", (LINES,), b"", "line names, for the legend"),
    Part("legendoffset", "int32", (), 0, "number of lines skipped in the legend"),
    Part("subplot", "int32", (), 0, "selected subplot"),
    Part("highlight", "int32", (2,), 0, "cursor position of the highlight [pixel]"),
    Part("highlightid", "int32", (), -1, "line id of the highlight; -1: none"),
    Part("selection", "float32", (), 0, "selected x value"),
    Part("linepnt", "int32", (LINES,), 0, "number of points of each line"),
    Part("linedata", "float32", (LINES, 2 * POINTS), 0, "points of each line: x, y, x, y, ..."),
    Part("xaxispixel", "int32", (2,), 0, "range of the x axis [pixel]"),
    Part("yaxispixel", "int32", (2,), 0, "range of the y axis [pixel]"),
    Part("xaxisdata", "float32", (2,), 0, "range of the x axis [data]"),
    Part("yaxisdata", "float32", (2,), 0, "range of the y axis [data]"),
)

STRUCTS = {
    "MjvCamera": (CAMERA, "Abstract camera."),
    "MjvGLCamera": (GL_CAMERA, "OpenGL camera: pose and frustum."),
    "MjvOption": (OPTION, "Abstract visualization options."),
    "MjvPerturb": (PERTURB, "Mouse selection and perturbation of a body."),
    "MjvLight": (LIGHT, "Light of a scene."),
    "MjvGeom": (GEOM, "Geom of a scene."),
    "MjvFigure": (FIGURE, "Line plot: data and format."),
}


def rows(name: str) -> list[Field]:
    """Return the parts of a struct as field rows, for a memory layout."""
    return [Field(part.name, part.dtype, part.shape, part.meaning) for part in STRUCTS[name][0]]


# Fields of MjvScene

LABEL = 100  # bytes of a label, including the terminating zero
RENDER_FLAGS_ON = (0, 2, 4, 6, 10)  # rendering flags that are on by default (mjtRndFlag)
EYES = 2  # cameras: left and right


def columns_of(prefix: str, count: int | str, parts: Iterable[Any]) -> Iterator[Field]:
    """Yield the columns of ``count`` structs: matrices flattened, texts as byte rows."""
    for part in parts:
        if part.dtype == "str":
            yield Field(f"{prefix}_{part.name}", "uint8", (count, LABEL), part.meaning)
        else:
            n = 1
            for extent in part.shape:
                n *= extent
            yield Field(
                f"{prefix}_{part.name}", part.dtype, (count, n) if part.shape else (count,), part.meaning
            )


GEOMS = tuple(columns_of("geom", "nrow", GEOM))
LIGHTS = tuple(columns_of("light", mjMAXLIGHT, LIGHT))
CAMERAS = tuple(columns_of("camera", EYES, GL_CAMERA))

SCALARS = (
    Field("maxgeom", "int32", (), "capacity in geoms"),
    Field("ngeom", "int32", (), "number of geoms"),
    Field("nflex", "int32", (), "number of flexes of the model"),
    Field("nskin", "int32", (), "number of skins of the model"),
    Field("nlight", "int32", (), "number of lights"),
    Field("flexvertopt", "int32", (), "1: draw flex vertices"),
    Field("flexedgeopt", "int32", (), "1: draw flex edges"),
    Field("flexfaceopt", "int32", (), "1: draw flex faces"),
    Field("flexskinopt", "int32", (), "1: draw flex skins"),
    Field("enabletransform", "int32", (), "1 if the model frame is transformed to the room frame"),
    Field("scale", "float32", (), "scale from model to room"),
    Field("stereo", "int32", (), "stereoscopic rendering mode (mjtStereo)"),
    Field("framewidth", "int32", (), "width of the frame around the viewport; 0: none", "pixel"),
    Field("status", "int32", (), "1 if geoms exceeded the capacity maxgeom, else 0"),
)

ARRAYS = (
    Field("geomorder", "int32", ("maxgeom",), "geom order by distance to the camera, written by mjr_render"),
    Field("flexedgeadr", "int32", ("nflex",), "address of the first edge of each flex"),
    Field("flexedgenum", "int32", ("nflex",), "number of edges of each flex"),
    Field("flexvertadr", "int32", ("nflex",), "address of the first vertex of each flex"),
    Field("flexvertnum", "int32", ("nflex",), "number of vertices of each flex"),
    Field("flexfaceadr", "int32", ("nflex",), "address of the first triangle of each flex"),
    Field("flexfacenum", "int32", ("nflex",), "capacity in triangles of each flex"),
    Field("flexfaceused", "int32", ("nflex",), "number of valid triangles of each flex"),
    Field(
        "flexedge",
        "int32",
        ("nflexedge*2",),
        "vertex indices of flex edges, relative to the first vertex of the flex",
    ),
    Field("flexvert", "float32", ("nflexvert*3",), "flex vertex positions", "m"),
    Field("flexface", "float32", ("nflexface*9",), "corner positions of flex triangles", "m"),
    Field("flexnormal", "float32", ("nflexface*9",), "corner normals of flex triangles"),
    Field("flextexcoord", "float32", ("nflexface*6",), "corner texture coordinates of flex triangles"),
    Field("skinfacenum", "int32", ("nskin",), "number of triangles of each skin"),
    Field("skinvertadr", "int32", ("nskin",), "address of the first vertex of each skin"),
    Field("skinvertnum", "int32", ("nskin",), "number of vertices of each skin"),
    Field("skinvert", "float32", ("nskinvert*3",), "skin vertex positions", "m"),
    Field("skinnormal", "float32", ("nskinvert*3",), "skin vertex normals"),
    Field("translate", "float32", (3,), "position of the model frame in the room", "m"),
    Field("rotate", "float32", (4,), "orientation of the model frame in the room"),
    Field("flags", "uint8", (int(mjtRndFlag.mjNRNDFLAG),), "rendering flags (mjtRndFlag)"),
    Field("framergb", "float32", (3,), "color of the frame around the viewport"),
)

# work space: contents of labels before they are formatted; unnormalized vertex normals
SCRATCH = (
    Field("geom_mark", "int32", ("nrow",), "kind of label; 0: none"),
    Field("geom_value", "float64", ("nrow",), "value in the label"),
    Field("select_pos", "float64", (2, 3), "xpos, xipos of a selected body id out of range", "m"),
    Field("select_mat", "float64", (2, 9), "xmat, ximat of a selected body id out of range"),
    Field("flexvertnormal", "float64", ("nflexvert*3",), "normals of flex vertices"),
    # slices of flexes (scene/flex_slices.py); rows of slices are those of the first elements of the flex
    Field("flexslicenum", "int32", ("nflex",), "number of slices of each flex; 0: one material"),
    Field("flexelemslice", "int32", ("nflexelem",), "slice of each element"),
    Field("flexslicemat", "int32", ("nflexelem",), "material of each slice"),
    Field("flexslicesize", "int32", ("nflexelem",), "number of triangles of each slice"),
    Field("flexsliceface", "int32", ("nflexelem",), "next triangle of each slice, within the flex"),
    Field("flexsliceslot", "int32", ("nflexelem",), "table of slices by material: slice plus 1; 0: free"),
    Field(
        "flexshellelem", "int32", ("nflexshelldata",), "element of each shell fragment, plus 1; 0: unknown"
    ),
    Field(
        "flexshellnext", "int32", ("nflexshelldata",), "next fragment with the same smallest vertex; -1: none"
    ),
    Field("flexvertshell", "int32", ("nflexvert",), "first fragment with this smallest vertex; -1: none"),
)

# hidden sizes used by the shapes above, and the requested categories
HIDDEN = tuple(
    Field(name, "int64", (), meaning)
    for name, meaning in (
        ("nrow", "number of geom rows: maxgeom + 1, the last for geoms beyond the capacity"),
        ("nflexvert", "number of vertices of all flexes"),
        ("nflexedge", "number of edges of all flexes"),
        ("nflexface", "capacity in triangles of all flexes"),
        ("nflexelem", "number of elements of all flexes"),
        ("nflexshelldata", "number of vertices of all shell fragments"),
        ("nskinvert", "number of vertices of all skins"),
        ("catmask", "categories to add (mjtCatBit)"),
    )
)
