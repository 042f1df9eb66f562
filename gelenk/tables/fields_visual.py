"""Fields of the structs of abstract visualization (visual): camera, options, geom, ...

Documents: Programming / Visualization; API / MjvCamera, MjvOption, MjvPerturb, MjvGeom, MjvLight, MjvFigure
"""

from typing import NamedTuple

from gelenk.tables.enums import mjtVisFlag
from gelenk.tables.field_rows import Field


class Part(NamedTuple):
    """One field of a struct of visualization.

    dtype is 'str' for a text, shape () for a scalar, default one value or one per element.
    """

    name: str
    dtype: str
    shape: tuple[int, ...] = ()
    default: object = 0
    meaning: str = ""


# flags of MjvOption that are on by default (mjtVisFlag)
FLAGS_ON = (1, 7, 8, 13, 22, 23, 25, 27)
# contiguous range of the flags of flexes: first, and end
FLEX_FLAGS = int(mjtVisFlag.mjVIS_FLEXVERT), int(mjtVisFlag.mjVIS_FLEXSKIN) + 1
GROUPS = (1, 1, 1, 0, 0, 0)

CAMERA = (
    Part("type", "int32", (), 0, "kind of camera (mjtCamera)"),
    Part("fixedcamid", "int32", (), -1, "camera of the model"),
    Part("trackbodyid", "int32", (), -1, "body that is followed"),
    Part("lookat", "float64", (3,), 0, "point that is looked at [m]"),
    Part("distance", "float64", (), 2.0, "distance to that point [m]"),
    Part("azimuth", "float64", (), 90.0, "azimuth [degree]"),
    Part("elevation", "float64", (), -45.0, "elevation [degree]"),
    Part("orthographic", "int32", (), 0, "whether parallels stay parallel"),
)
GL_CAMERA = (
    *(Part(name, "float32", (3,), 0, "frame of the camera") for name in ("pos", "forward", "up")),
    *(
        Part(f"frustum_{name}", "float32", (), 0, "frustum of the camera")
        for name in ("center", "width", "bottom", "top", "near", "far")
    ),
    Part("orthographic", "int32", (), 0, "whether parallels stay parallel"),
)
OPTION = (
    Part("label", "int32", (), 0, "what is labelled (mjtLabel)"),
    Part("frame", "int32", (), 0, "whose frames are shown (mjtFrame)"),
    *(
        Part(f"{kind}group", "uint8", (6,), GROUPS, f"which groups of {kind}s are shown")
        for kind in ("geom", "site", "joint", "tendon", "actuator", "flex", "skin")
    ),
    Part(
        "flags",
        "uint8",
        (int(mjtVisFlag.mjNVISFLAG),),
        tuple(int(i in FLAGS_ON) for i in range(int(mjtVisFlag.mjNVISFLAG))),
        "what is shown (mjtVisFlag)",
    ),
    Part("bvh_depth", "int32", (), 1, "level of the bounding volumes that are shown"),
    Part("flex_layer", "int32", (), 0, "layer of solid flexes that is shown"),
)
PERTURB = (
    Part("select", "int32", (), 0, "selected body, 0: none"),
    Part("flexselect", "int32", (), -1, "selected flex"),
    Part("skinselect", "int32", (), -1, "selected skin"),
    Part("active", "int32", (), 0, "how the body is perturbed (mjtPertBit)"),
    Part("active2", "int32", (), 0, "how a second one is"),
    Part("refpos", "float64", (3,), 0, "where the body is wanted [m]"),
    Part("refquat", "float64", (4,), (1, 0, 0, 0), "orientation that is wanted"),
    Part("refselpos", "float64", (3,), 0, "where the selected point is wanted [m]"),
    Part("localpos", "float64", (3,), 0, "selected point in the body [m]"),
    Part("localmass", "float64", (), 0, "mass that is felt there [kg]"),
    Part("scale", "float64", (), 1.0, "from mouse to space"),
)
LIGHT = (
    Part("id", "int32", (), 0, "light of the model"),
    Part("pos", "float32", (3,), 0, "position [m]"),
    Part("dir", "float32", (3,), 0, "direction"),
    Part("type", "int32", (), 0, "kind of light (mjtLightType)"),
    Part("texid", "int32", (), 0, "texture of an image light"),
    *(
        Part(name, "float32", (3,), 0, f"{name} part")
        for name in ("attenuation", "ambient", "diffuse", "specular")
    ),
    *(
        Part(name, "float32", (), 0, f"{name} of the light")
        for name in ("cutoff", "exponent", "bulbradius", "intensity", "range")
    ),
    Part("headlight", "uint8", (), 0, "whether it is at the camera"),
    Part("castshadow", "uint8", (), 0, "whether it casts shadows"),
)
GEOM = (
    Part("type", "int32", (), 1001, "shape (mjtGeom)"),
    Part("dataid", "int32", (), -1, "mesh, height field or plane"),
    Part("objtype", "int32", (), 0, "kind of object that it stands for (mjtObj)"),
    Part("objid", "int32", (), 0, "and its number"),
    Part("category", "int32", (), 0, "category (mjtCatBit)"),
    Part("matid", "int32", (), -1, "material"),
    Part("texcoord", "int32", (), 0, "whether a mesh has texture coordinates"),
    Part("segid", "int32", (), 0, "number in segmentation pictures"),
    Part("size", "float32", (3,), 0.1, "size [m]"),
    Part("pos", "float32", (3,), 0, "position [m]"),
    Part("mat", "float32", (3, 3), (1, 0, 0, 0, 1, 0, 0, 0, 1), "orientation"),
    Part("rgba", "float32", (4,), (0.5, 0.5, 0.5, 1.0), "color"),
    Part("emission", "float32", (), 0, "emission"),
    Part("specular", "float32", (), 0.5, "specular reflection"),
    Part("shininess", "float32", (), 0.5, "shininess"),
    Part("reflectance", "float32", (), 0, "reflectance"),
    Part("label", "str", (), "", "text beside it"),
    Part("camdist", "float32", (), 0, "distance to the camera [m]"),
    Part("modelrbound", "float32", (), 0, "radius around it [m]"),
    Part("transparent", "uint8", (), 0, "whether it is drawn as transparent"),
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
        Part(f"flg_{name}", "int32", (), value, f"whether there is a {name}")
        for name, value in (("legend", 1), ("extend", 1), ("barplot", 0), ("selection", 0), ("symmetric", 0))
    ),
    Part("flg_ticklabel", "int32", (2,), 1, "whether the axes have numbers"),
    Part("linewidth", "float32", (), 3.0, "width of lines"),
    Part("gridwidth", "float32", (), 1.0, "width of grid lines"),
    Part("gridsize", "int32", (2,), 2, "number of grid points along the axes"),
    Part("gridrgb", "float32", (3,), 0.4, "color of the grid"),
    Part("figurergba", "float32", (4,), (0, 0, 0, 1), "color of the figure"),
    Part("panergba", "float32", (4,), (0, 0, 0, 1), "color of the plot"),
    Part("legendrgba", "float32", (4,), (0, 0, 0, 0.3), "color of the legend"),
    Part("textrgb", "float32", (3,), 1, "color of texts"),
    Part("linergb", "float32", (LINES, 3), 0, "color of each line"),
    Part("range", "float32", (2, 2), (0, 1, 0, 1), "ranges of the axes, found where minimum >= maximum"),
    Part("xformat", "str", (), "%.0f", "format of the numbers along x"),
    Part("yformat", "str", (), "%.2g", "format of the numbers along y"),
    Part("minwidth", "str", (), "XXX", "a text as wide as numbers along y may be"),
    Part("title", "str", (), "", "title"),
    Part("xlabel", "str", (), "", "label of the x axis"),
    Part("linename", "S100", (LINES,), b"", "names of the lines"),
    Part("legendoffset", "int32", (), 0, "lines that the legend leaves out"),
    Part("subplot", "int32", (), 0, "selected part of the figure"),
    Part("highlight", "int32", (2,), 0, "where the pointer is [pixel]"),
    Part("highlightid", "int32", (), -1, "line under the pointer"),
    Part("selection", "float32", (), 0, "x that is selected"),
    Part("linepnt", "int32", (LINES,), 0, "number of points of each line"),
    Part("linedata", "float32", (LINES, 2 * POINTS), 0, "points of each line: x, y, x, y, ..."),
    Part("xaxispixel", "int32", (2,), 0, "range of the x axis [pixel]"),
    Part("yaxispixel", "int32", (2,), 0, "range of the y axis [pixel]"),
    Part("xaxisdata", "float32", (2,), 0, "range of the x axis [data]"),
    Part("yaxisdata", "float32", (2,), 0, "range of the y axis [data]"),
)

STRUCTS = {
    "MjvCamera": (CAMERA, "The camera of a picture."),
    "MjvGLCamera": (GL_CAMERA, "A camera as graphics hardware takes it."),
    "MjvOption": (OPTION, "What of a model is shown."),
    "MjvPerturb": (PERTURB, "How the user pulls at a body."),
    "MjvLight": (LIGHT, "A light of a scene."),
    "MjvGeom": (GEOM, "Something to draw."),
    "MjvFigure": (FIGURE, "A plot of lines."),
}


def rows(name: str) -> list[Field]:
    """Return the parts of a struct as field rows, for a memory layout."""
    return [Field(part.name, part.dtype, part.shape, part.meaning) for part in STRUCTS[name][0]]
