"""Fields of the structs of abstract visualization (visual): camera, options, geom, ...

Documents: Programming / Visualization; API / MjvCamera, MjvOption, MjvPerturb, MjvGeom, MjvLight, MjvFigure
"""

from typing import NamedTuple

from gelenk.tables.enums import mjtVisFlag
from gelenk.tables.field_rows import FIRST, Field


class Part(NamedTuple):
    """One field of a struct of visualization.

    dtype is 'str' for a text, shape () for a scalar, default one value or one per element, since the release of MuJoCo
    in which the field came.
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
