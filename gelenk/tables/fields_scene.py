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
)

# hidden sizes used by the shapes above, and the requested categories
HIDDEN = tuple(
    Field(name, "int64", (), meaning)
    for name, meaning in (
        ("nrow", "number of geom rows: maxgeom + 1, the last for geoms beyond the capacity"),
        ("nflexvert", "number of vertices of all flexes"),
        ("nflexedge", "number of edges of all flexes"),
        ("nflexface", "capacity in triangles of all flexes"),
        ("nskinvert", "number of vertices of all skins"),
        ("catmask", "categories to add (mjtCatBit)"),
    )
)
