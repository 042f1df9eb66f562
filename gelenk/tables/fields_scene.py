"""Fields of MjvScene, stored as columns.

Documents: Programming / Visualization; API / MjvScene

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
the id of the mesh, plus one for its convex hull; for planes, height fields, flexes and skins it is their id.

Flexes and skins are geoms whose shape is in separate arrays, one flex (skin) after the other. Vertices of flex f:
3 floats each in ``flexvert``, from vertex ``flexvertadr[f]`` on, ``flexvertnum[f]`` of them; edges: pairs in
``flexedge``, relative to the first vertex of the flex; triangles: 9 floats each in ``flexface``, corner by corner,
from triangle ``flexfaceadr[f]`` on, ``flexfaceused[f]`` of them valid, with normals (9 each) and texture coordinates
(6 each). Skins have one normal per vertex in ``skinnormal``; their triangles are those of the model (skin_face).
"""

from collections.abc import Iterable, Iterator
from typing import Any

from gelenk.tables.enums import mjMAXLIGHT, mjtRndFlag
from gelenk.tables.field_rows import Field
from gelenk.tables.fields_visual import GEOM, GL_CAMERA, LIGHT

LABEL = 100  # bytes of a label, including the terminating zero
FLAGS_ON = (0, 2, 4, 6, 10)  # rendering flags that are on by default (mjtRndFlag)
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
    Field("maxgeom", "int32", (), "how many geoms there is room for"),
    Field("ngeom", "int32", (), "geoms"),
    Field("nflex", "int32", (), "flexes of the model"),
    Field("nskin", "int32", (), "skins of the model"),
    Field("nlight", "int32", (), "lights"),
    Field("flexvertopt", "int32", (), "whether vertices of flexes are drawn"),
    Field("flexedgeopt", "int32", (), "whether edges of flexes are drawn"),
    Field("flexfaceopt", "int32", (), "whether faces of flexes are drawn"),
    Field("flexskinopt", "int32", (), "whether the skins of flexes are drawn"),
    Field("enabletransform", "int32", (), "whether the model stands elsewhere in the room"),
    Field("scale", "float32", (), "size of the model in the room"),
    Field("stereo", "int32", (), "how two pictures are shown (mjtStereo)"),
    Field("framewidth", "int32", (), "width of the frame round the picture, 0: none", "pixel"),
    Field("status", "int32", (), "0: all fits; 1: there are more geoms than there is room for"),
)

ARRAYS = (
    Field(
        "geomorder", "int32", ("maxgeom",), "order by distance to the camera, written when a picture is drawn"
    ),
    Field("flexedgeadr", "int32", ("nflex",), "first edge of each flex"),
    Field("flexedgenum", "int32", ("nflex",), "number of its edges"),
    Field("flexvertadr", "int32", ("nflex",), "first vertex of each flex"),
    Field("flexvertnum", "int32", ("nflex",), "number of its vertices"),
    Field("flexfaceadr", "int32", ("nflex",), "first triangle of each flex"),
    Field("flexfacenum", "int32", ("nflex",), "triangles that there is room for"),
    Field("flexfaceused", "int32", ("nflex",), "triangles that are there"),
    Field("flexedge", "int32", ("nflexedge*2",), "vertices of the edges, counted from those of the flex"),
    Field("flexvert", "float32", ("nflexvert*3",), "positions of the vertices", "m"),
    Field("flexface", "float32", ("nflexface*9",), "corners of the triangles", "m"),
    Field("flexnormal", "float32", ("nflexface*9",), "normals at the corners"),
    Field("flextexcoord", "float32", ("nflexface*6",), "texture coordinates at the corners"),
    Field("skinfacenum", "int32", ("nskin",), "number of triangles of each skin"),
    Field("skinvertadr", "int32", ("nskin",), "first vertex of each skin"),
    Field("skinvertnum", "int32", ("nskin",), "number of its vertices"),
    Field("skinvert", "float32", ("nskinvert*3",), "positions of the vertices", "m"),
    Field("skinnormal", "float32", ("nskinvert*3",), "normals at the vertices"),
    Field("translate", "float32", (3,), "where the origin of the model is in the room", "m"),
    Field("rotate", "float32", (4,), "orientation of the model in the room"),
    Field("flags", "uint8", (int(mjtRndFlag.mjNRNDFLAG),), "how it is drawn (mjtRndFlag)"),
    Field("framergb", "float32", (3,), "color of the frame"),
)

# work space: contents of labels before they are formatted; unnormalized vertex normals
SCRATCH = (
    Field("geom_mark", "int32", ("nrow",), "what the label says, 0: there is none"),
    Field("geom_value", "float64", ("nrow",), "number in the label"),
    Field("select_pos", "float64", (2, 3), "xpos, xipos of a selected body that does not exist", "m"),
    Field("select_mat", "float64", (2, 9), "its xmat, ximat"),
    Field("flexvertnormal", "float64", ("nflexvert*3",), "normals of the vertices of flexes"),
)

# hidden sizes used by the shapes above, and the requested categories
HIDDEN = tuple(
    Field(name, "int64", (), meaning)
    for name, meaning in (
        ("nrow", "rows of geoms: one more than maxgeom, for what does not fit"),
        ("nflexvert", "vertices of all flexes"),
        ("nflexedge", "edges of all flexes"),
        ("nflexface", "triangles that there is room for, of all flexes"),
        ("nskinvert", "vertices of all skins"),
        ("catmask", "categories that are added (mjtCatBit)"),
    )
)
