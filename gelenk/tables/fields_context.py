"""Fields of MjrContext: settings and assets of rendering, and its work space.

Documents: API / MjrContext; Programming / Visualization

The public part is that of MjrContext. Textures, materials and shapes are a snapshot of a model, taken when the context
is created. Work space belongs to the current image; Python grows it between stages (render/draw_scene.py).

Shapes are triangles with their own vertices (position, normal, texture coordinates in the frame of the shape). A
picture consists of parts, each a shape under a transform. A view belongs to one camera: 0 the camera, 1 its mirror
image.
"""

from gelenk.tables.field_rows import Field

AUX, CHARACTERS = 10, 127  # number of auxiliary buffers; characters of a font
MATERIALS, ROLES, TEXTURES = 1000, 10, 1000  # capacities of a context, as in MjrContext
VIEWS, SHADOWS, LIGHTS = 2, 8, 100  # views of an image; shadow-casting lights of an image; all lights
VIEW, SHADOW, PART, CUT = 64, 64, 32, 8  # floats of a view, of a shadow and of a part; integers of a part
LAMP = 24  # floats of a light


def _ints(*rows: tuple[str, str]) -> tuple[Field, ...]:
    return tuple(Field(name, "int32", (), meaning) for name, meaning in rows)


def _floats(*rows: tuple[str, str]) -> tuple[Field, ...]:
    return tuple(Field(name, "float32", (), meaning) for name, meaning in rows)


SETTINGS = (
    *_floats(
        ("lineWidth", "width of lines [pixels]"),
        ("shadowClip", "half width of the shadow volume of directional lights [m]"),
        ("shadowScale", "fraction of the spotlight cutoff angle that casts shadows"),
        ("fogStart", "distance at which fog starts [m]"),
        ("fogEnd", "distance at which fog ends [m]"),
    ),
    Field("fogRGBA", "float32", (4,), "color of fog"),
)
BUFFERS = (
    *_ints(
        ("shadowSize", "resolution of the shadow map [pixels]; 0: no shadows"),
        ("offWidth", "width of the offscreen buffer [pixels]"),
        ("offHeight", "height of the offscreen buffer [pixels]"),
        ("offSamples", "number of samples per pixel of the offscreen buffer"),
        ("fontScale", "font scale (mjtFontScale)"),
    ),
    Field("auxWidth", "int32", (AUX,), "widths of the auxiliary buffers [pixels]; 0: buffer is absent"),
    Field("auxHeight", "int32", (AUX,), "heights of the auxiliary buffers [pixels]"),
    Field("auxSamples", "int32", (AUX,), "number of samples per pixel of the auxiliary buffers"),
)
# names of OpenGL objects, which do not exist; programs only test whether they are nonzero
HANDLES = (
    *_ints(
        *((name, "1 if the offscreen buffer exists") for name in ("offFBO", "offFBO_r", "offColor")),
        *((name, "1 if the offscreen buffer exists") for name in ("offColor_r", "offDepthStencil")),
        ("offDepthStencil_r", "1 if the offscreen buffer exists"),
        ("shadowFBO", "1 if shadows are enabled"),
        ("shadowTex", "1 if shadows are enabled"),
    ),
    *(
        Field(name, "uint32", (AUX,), "1 if the auxiliary buffer exists")
        for name in ("auxFBO", "auxFBO_r", "auxColor", "auxColor_r")
    ),
)
MATERIAL = (
    Field(
        "mat_texid",
        "int32",
        (MATERIALS * ROLES,),
        "ids of the textures of each material by role (mjtTextureRole); -1: none",
    ),
    Field(
        "mat_texuniform",
        "int32",
        (MATERIALS,),
        "1 if the texture repeats per unit of length instead of per object",
    ),
    Field("mat_texrepeat", "float32", (MATERIALS * 2,), "number of texture repetitions along each axis"),
    *_ints(("ntexture", "number of textures")),
    Field("textureType", "int32", (TEXTURES,), "texture types (mjtTexture)"),
    Field("texture", "uint32", (TEXTURES,), "texture handles, from 1"),
)
LISTS = _ints(
    *(
        (f"base{name}", "id of the first shape of this kind")
        for name in ("Plane", "Mesh", "HField", "Builtin")
    ),
    *((f"baseFont{name}", "id of the first character of the font") for name in ("Normal", "Shadow", "Big")),
    *((f"range{name}", "number of shapes of this kind") for name in ("Plane", "Mesh", "HField", "Builtin")),
    ("rangeFont", "number of characters per font"),
    ("nskin", "number of skins"),
)
FONTS = (
    Field("charWidth", "int32", (CHARACTERS,), "widths of characters [pixels]"),
    Field("charWidthBig", "int32", (CHARACTERS,), "widths of big characters [pixels]"),
    *_ints(
        ("charHeight", "height of characters [pixels]"),
        ("charHeightBig", "height of big characters [pixels]"),
    ),
)
STATE = _ints(
    ("glInitialized", "1 until the context is freed"),
    ("windowAvailable", "1 if a window buffer exists"),
    ("windowSamples", "number of samples per pixel of the window buffer"),
    ("windowStereo", "1 if the window buffer supports stereo"),
    ("windowDoublebuffer", "1 if the window buffer is double-buffered"),
    ("currentBuffer", "current buffer (mjtFramebuffer)"),
    (
        "readPixelFormat",
        "channel order of mjr_readPixels; 6407: RGB, 32992: BGR",
    ),
    ("readDepthMap", "depth mapping (mjtDepthMap)"),
)
PUBLIC = (SETTINGS, BUFFERS, HANDLES, MATERIAL, LISTS, FONTS, STATE)

SIZES = tuple(
    Field(name, "int64", (), meaning)
    for name, meaning in (
        ("ntex", "number of textures"),
        ("nlevel", "number of mipmap levels of all textures"),
        ("ntexel", "number of texels of all mipmap levels"),
        ("nblock", "number of texel blocks of all mipmap levels"),
        ("nshape", "number of shapes"),
        ("nshapevert", "number of vertices of all shapes"),
        ("nshapeface", "number of triangles of all shapes"),
        ("npart", "capacity in draw items"),
        ("nvert", "capacity in vertices"),
        ("ncut", "capacity in clipped vertices"),
        ("ntri", "capacity in triangles"),
        ("nbin", "capacity in bins"),
        ("nentry", "capacity in bin entries"),
        ("nbuffer", "number of pixels of the current buffer"),
        ("nstamp", "length of stamp: number of vertices times number of threads"),
        ("ncolor", "length of lit, for all threads"),
        ("nfrag", "length of frag, for all threads"),
        ("nrow", "length of row, for all threads"),
        ("nspan", "length of span, for all threads"),
        ("npaint", "length of paint, for all threads"),
        ("nkey", "length of row_key, for all threads"),
        ("npixel", "number of samples of a screen tile, for all threads"),
        ("nshade", "length of tile_color, for all threads"),
        ("ncaster", "number of shadow caster vertices, for all lights"),
        ("nmap", "number of texels of all shadow maps"),
        ("nmaptile", "number of tiles of all shadow maps"),
    )
)
TEXTURE = (
    Field("tex_kind", "int32", ("ntex",), "texture type (mjtTexture)"),
    Field("tex_level", "int32", ("ntex",), "first mipmap level"),
    Field("tex_nlevel", "int32", ("ntex",), "number of mipmap levels"),
    Field("level_width", "int32", ("nlevel",), "width", "pixel"),
    Field("level_height", "int32", ("nlevel",), "height, of one face", "pixel"),
    Field("level_adr", "int64", ("nlevel",), "address of the first texel"),
    Field("level_block", "int64", ("nlevel",), "address of the first block of 8 x 8 texels; -1: none"),
    Field("block", "uint32", ("nblock",), "color of a uniform block; 2^32 - 1: not uniform"),
    Field("texel", "uint32", ("ntexel",), "red + 256 green + 65536 blue of each texel, top row first"),
)
SHAPE = (
    Field("shape_vertadr", "int32", ("nshape",), "address of the first vertex"),
    Field("shape_vertnum", "int32", ("nshape",), "number of vertices"),
    Field("shape_faceadr", "int32", ("nshape",), "address of the first triangle"),
    Field("shape_facenum", "int32", ("nshape",), "number of triangles"),
    Field("shape_sphere", "float32", ("nshape", 4), "center and radius of the bounding sphere"),
    Field("shape_pos", "float32", ("nshapevert", 3), "vertex positions"),
    Field("shape_normal", "float32", ("nshapevert", 3), "vertex normals"),
    Field("shape_uv", "float32", ("nshapevert", 2), "texture coordinates"),
    Field(
        "shape_face",
        "int32",
        ("nshapeface", 4),
        "corners relative to the first vertex; bits of the edges that are drawn in wireframe",
    ),
    Field(
        "plane_block",
        "int32",
        ("nplane", 3),
        "shapes of a plane: first plane block, number of plane blocks, single cell; as many coarse blocks follow",
    ),
)
SHAPE_SIZES = _ints(
    ("base_skin", "id of the first skin shape"),
    ("box_face", "number of vertices of a box face"),
    ("nplane", "number of planes of the model"),
    ("nmesh", "number of meshes of the model"),
    ("nhfield", "number of height fields of the model"),
    ("ntexmodel", "number of textures of the model"),
    ("skybox", "id of the sky texture; -1: none"),
)
PICTURE = tuple(
    Field(name, dtype, (), meaning)
    for name, dtype, meaning in (
        ("left", "int32", "left edge of the viewport in the buffer [pixel]"),
        ("bottom", "int32", "lower edge of the viewport in the buffer [pixel]"),
        ("width", "int32", "width of the viewport [pixel]"),
        ("height", "int32", "height of the viewport [pixel]"),
        ("outer_width", "int32", "width of the buffer [pixel]"),
        ("ntile_x", "int32", "number of tiles per row"),
        ("ntile_y", "int32", "number of tile rows"),
        ("nsample", "int32", "number of samples per pixel"),
        ("west", "int32", "left edge of the tiles in the current pass [pixel]"),
        ("east", "int32", "right edge of the tiles in the current pass [pixel]"),
        ("south", "int32", "lower edge of the tiles in the current pass [pixel]"),
        ("north", "int32", "upper edge of the tiles in the current pass [pixel]"),
        ("first_geom", "int32", "first geom of the current draw list"),
        ("last_geom", "int32", "end of the geoms of the current draw list"),
        (
            "made",
            "int32",
            "contents of the draw list, bits; 1: visible items, 2: shadow casters",
        ),
        ("near", "float64", "lower bound of the distance from the camera of geoms outside the draw list [m]"),
        (
            "mode",
            "int32",
            "shading mode; 0: light and color, 1: segmentation ids as colors, 2: a distinct color per id, 3: depth "
            "only",
        ),
        ("colors", "int32", "1: render color, 0: render depth only"),
        ("nthread", "int32", "number of threads"),
        ("few_parts", "int32", "maximum number of draw items for rendering in one chunk"),
        ("number", "int32", "serial number of the image, used in stamps"),
        ("nview", "int32", "number of views; 2: with a mirror image"),
        ("mirror", "int32", "id of the mirror geom; -1: none"),
        ("shiny", "int32", "id of the geom that is a mirror if reflections are enabled; -1: none"),
        ("nclear", "int32", "number of transparent geoms"),
        ("npart_used", "int32", "number of draw items"),
        ("npart_need", "int32", "required capacity in draw items"),
        ("nvert_used", "int32", "number of vertices"),
        ("ncut_used", "int32", "number of clipped vertices"),
        ("ntri_used", "int32", "number of triangles"),
        ("ncaster_used", "int32", "number of shadow caster vertices"),
        ("need_cut", "int32", "required capacity in clipped vertices"),
        ("need_tri", "int32", "required capacity in triangles"),
        ("need_entry", "int32", "required capacity in bin entries"),
        ("first_caster", "int32", "first draw item that casts shadows"),
        ("nlit", "int32", "number of lights without shadows"),
        ("nshadow", "int32", "number of lights with shadows"),
        (
            "nset",
            "int32",
            "number of colors per vertex: all lights without shadows, then each light with shadows",
        ),
        ("lighting", "int32", "1 if any light is on"),
        ("map_size", "int32", "resolution of the shadow maps"),
        ("fog", "int32", "1 if fog is rendered"),
        ("haze", "int32", "1 if haze is rendered"),
        ("haze_geom", "int32", "id of the infinite plane with haze"),
        ("sky", "int32", "1 if a sky is rendered"),
        ("cull", "int32", "1: cull back faces"),
        ("additive", "int32", "1: blend transparent geoms additively"),
        ("wire", "int32", "1: wireframe rendering"),
        ("sky_sides", "int32", "number of sides of the sky prism"),
        ("spots", "int32", "1 if any light is a spotlight"),
        ("soft", "float64", "half width of soft shadow edges [m]; 0: hard shadows, as in 3.5.0"),
        (
            "right_points",
            "int32",
            "1: point lights shine from their positions, 0: as in 3.5.0",
        ),
        ("pixel_light", "int32", "1: light per pixel, 0: per vertex, as in 3.5.0"),
        ("most_lights", "int32", "maximum number of lights"),
        ("map_near", "float64", "near plane of the shadow maps: distance from the light [m]"),
        ("map_far", "float64", "far plane of the shadow maps: distance from the light [m]"),
        ("room_scale", "float64", "scale from model to room"),
        ("haze_part", "float64", "fraction of the distance to the horizon that is hazy"),
        ("sky_reach", "float64", "distance of the sky"),
        ("haze_reach", "float64", "distance at which haze hides the plane"),
        (
            "few_slices",
            "float64",
            "scale of the projected radius below which round shapes have half the slices; 1: default slices",
        ),
        (
            "few_stacks",
            "float64",
            "scale of the projected radius below which spheres have half the stacks; 1: default stacks",
        ),
    )
)
PICTURE_ARRAYS = (
    Field("seen", "float64", (VIEWS, VIEW), "camera pose and projection of each view (render/view_setup.py)"),
    Field("light_row", "int32", (LIGHTS,), "lights of the scene: lights without shadows first"),
    Field("lamp", "float64", (LIGHTS, LAMP), "light parameters (render/light_model.py)"),
    Field(
        "shadow",
        "float64",
        (SHADOWS, SHADOW),
        "light pose and projection of each shadow map (render/shadow.py)",
    ),
    Field("haze_rgba", "float64", (4,), "color of the haze"),
    Field(
        "haze_plane",
        "float64",
        (7,),
        "infinite plane at the horizon: normal, camera height, x axis",
    ),
)
WORK = (
    Field("part", "int32", ("npart", CUT), "draw items: shape, texture, flags (render/draw_item.py)"),
    Field("part_num", "float64", ("npart", PART), "draw items: transform"),
    Field(
        "vert",
        "float32",
        ("nvert", 4),
        "x, y [pixel], depth, 1 / distance; 0: behind the camera",
    ),
    Field("cut", "int32", ("ncut", 2), "clipped vertices: the two vertices of the clipped edge"),
    Field("cut_share", "float32", ("ncut",), "clipped vertices: interpolation weight of the second vertex"),
    Field("tri", "int32", ("ntri", 8), "triangles: vertices, draw item, tiles (render/bins.py)"),
    Field("bin_start", "int32", ("nbin",), "address of the first entry of each bin"),
    Field("bin_entry", "int32", ("nentry",), "triangles of each bin"),
    Field("stamp", "int32", ("nstamp",), "serial number of the image for which a vertex was lit"),
    Field("lit", "float32", ("ncolor",), "texture coordinates and colors of lit vertices"),
    Field("frag", "float64", ("nfrag",), "interpolants of the triangles in shading (render/shade.py)"),
    Field("row", "float64", ("nrow",), "colors and interpolants of a tile row (render/shade.py)"),
    Field("row_key", "int32", ("nkey",), "triangle of each pixel of a tile row; -3: several"),
    Field(
        "span",
        "int32",
        ("nspan",),
        "first and last pixel of a triangle in each sample row (render/raster.py)",
    ),
    Field("span_z", "float64", ("nspan",), "depth of the triangle in each sample row"),
    Field(
        "paint",
        "float32",
        ("npaint",),
        "contribution of a triangle to each pixel of a tile row (render/blend.py)",
    ),
    Field("tile_depth", "float32", ("npixel",), "depth of each sample"),
    Field("tile_tri", "int32", ("npixel",), "triangle of each sample; -1: sky, -2: empty"),
    Field("tile_color", "float32", ("nshade",), "color planes of all samples: red, green, blue"),
    Field("back_color", "float32", ("nshade",), "color planes of all samples in the mirror view"),
    Field("back_depth", "float32", ("npixel",), "depth of each sample in the mirror view"),
    Field("tile_back", "int32", ("npixel",), "triangle of each sample in the mirror view"),
    Field("caster", "float32", ("ncaster", 4), "shadow caster vertices in shadow map coordinates"),
    Field("map_depth", "float32", ("nmap",), "depth of the shadow maps, by tile"),
    Field("map_stamp", "int32", ("nmaptile",), "serial number of the image for which a tile was drawn"),
    Field(
        "map_cover",
        "int32",
        ("nmaptile",),
        "serial number of the image for which one triangle covers the tile",
    ),
    Field("map_drawn", "int32", ("nmaptile",), "geom drawn into a tile; -1: several"),
    Field("map_covered", "int32", ("nmaptile",), "geom of the triangle that covers a tile"),
    Field("map_plane", "float64", ("nmaptile", 3), "depth plane of the triangle that covers a tile"),
    Field("out_rgb", "uint8", ("nbuffer*3",), "color of the buffer"),
    Field("out_depth", "float32", ("nbuffer",), "depth of the buffer"),
)
SECTIONS = (*PUBLIC, SIZES, TEXTURE, SHAPE, SHAPE_SIZES, PICTURE, PICTURE_ARRAYS, WORK)
GROWN = frozenset(
    f.name for f in (*TEXTURE, *SHAPE, *WORK)
)  # arrays that are allocated once their size is known
