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
        ("shadowClip", "half width of the shadows of directional lights [m]"),
        ("shadowScale", "part of the cone of a spotlight that casts shadows"),
        ("fogStart", "distance where fog begins [m]"),
        ("fogEnd", "distance where fog is full [m]"),
    ),
    Field("fogRGBA", "float32", (4,), "color of fog"),
)
BUFFERS = (
    *_ints(
        ("shadowSize", "width of the shadow maps [pixels]; 0: no shadows"),
        ("offWidth", "width of the offscreen buffer [pixels]"),
        ("offHeight", "height of the offscreen buffer [pixels]"),
        ("offSamples", "samples a pixel of the offscreen buffer"),
        ("fontScale", "size of texts (mjtFontScale)"),
    ),
    Field("auxWidth", "int32", (AUX,), "widths of the auxiliary buffers [pixels]; 0: there is none"),
    Field("auxHeight", "int32", (AUX,), "their heights [pixels]"),
    Field("auxSamples", "int32", (AUX,), "samples a pixel of theirs"),
)
# names of OpenGL objects, which do not exist; programs only test whether they are nonzero
HANDLES = (
    *_ints(
        *((name, "1 while there is an offscreen buffer") for name in ("offFBO", "offFBO_r", "offColor")),
        *((name, "1 while there is an offscreen buffer") for name in ("offColor_r", "offDepthStencil")),
        ("offDepthStencil_r", "1 while there is an offscreen buffer"),
        ("shadowFBO", "1 while there are shadows"),
        ("shadowTex", "1 while there are shadows"),
    ),
    *(
        Field(name, "uint32", (AUX,), "1 for each auxiliary buffer")
        for name in ("auxFBO", "auxFBO_r", "auxColor", "auxColor_r")
    ),
)
MATERIAL = (
    Field(
        "mat_texid",
        "int32",
        (MATERIALS * ROLES,),
        "textures of each material by role (mjtTextureRole); -1: none",
    ),
    Field(
        "mat_texuniform",
        "int32",
        (MATERIALS,),
        "whether the texture of a material is of the same size everywhere",
    ),
    Field("mat_texrepeat", "float32", (MATERIALS * 2,), "how often the texture is repeated"),
    *_ints(("ntexture", "textures")),
    Field("textureType", "int32", (TEXTURES,), "kinds of the textures (mjtTexture)"),
    Field("texture", "uint32", (TEXTURES,), "numbers of the textures, from 1 on"),
)
LISTS = _ints(
    *((f"base{name}", "first of these shapes") for name in ("Plane", "Mesh", "HField", "Builtin")),
    *((f"baseFont{name}", "first of the characters") for name in ("Normal", "Shadow", "Big")),
    *(
        (f"range{name}", "how many of these shapes there are")
        for name in ("Plane", "Mesh", "HField", "Builtin")
    ),
    ("rangeFont", "characters of a font"),
    ("nskin", "skins"),
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
    ("windowAvailable", "whether there is a window buffer"),
    ("windowSamples", "samples a pixel of the window buffer"),
    ("windowStereo", "whether the window buffer has two eyes"),
    ("windowDoublebuffer", "whether the window buffer is double"),
    ("currentBuffer", "the buffer that is drawn into (mjtFramebuffer)"),
    (
        "readPixelFormat",
        "order of the colors of pixels that are read: 6407 red, green, blue; 32992 the other way",
    ),
    ("readDepthMap", "which depth is 0 (mjtDepthMap)"),
)
PUBLIC = (SETTINGS, BUFFERS, HANDLES, MATERIAL, LISTS, FONTS, STATE)

SIZES = tuple(
    Field(name, "int64", (), meaning)
    for name, meaning in (
        ("ntex", "textures"),
        ("nlevel", "levels of all textures, each half as wide as the one before"),
        ("ntexel", "pixels of all levels"),
        ("nblock", "blocks of pixels of all levels"),
        ("nshape", "shapes"),
        ("nshapevert", "vertices of all shapes"),
        ("nshapeface", "triangles of all shapes"),
        ("npart", "room for parts"),
        ("nvert", "room for vertices"),
        ("ncut", "room for vertices that come from cutting"),
        ("ntri", "room for triangles"),
        ("nbin", "room for the beginnings of lists of triangles"),
        ("nentry", "room for entries of these lists"),
        ("nbuffer", "pixels of the buffer that is drawn into"),
        ("nstamp", "vertices times threads"),
        ("ncolor", "numbers of all colors of vertices, for every thread"),
        ("nfrag", "numbers of the triangles that are being colored, for every thread"),
        ("nrow", "numbers of a row of a tile, for every thread"),
        ("nspan", "rows of samples of a tile, where they begin and end, for every thread"),
        ("npaint", "colors of a row of a tile, for every thread"),
        ("nkey", "pixels of a row of a tile, for every thread"),
        ("npixel", "samples of a tile, for every thread"),
        ("nshade", "colors of the samples of a tile, for every thread"),
        ("ncaster", "vertices of what casts shadows, for every light"),
        ("nmap", "texels of all shadow maps"),
        ("nmaptile", "tiles of all shadow maps"),
    )
)
TEXTURE = (
    Field("tex_kind", "int32", ("ntex",), "mjtTexture"),
    Field("tex_level", "int32", ("ntex",), "first level"),
    Field("tex_nlevel", "int32", ("ntex",), "levels"),
    Field("level_width", "int32", ("nlevel",), "width", "pixel"),
    Field("level_height", "int32", ("nlevel",), "height, of one face", "pixel"),
    Field("level_adr", "int64", ("nlevel",), "first pixel"),
    Field("level_block", "int64", ("nlevel",), "first of its blocks of 8 x 8 pixels; -1: it has none"),
    Field("block", "uint32", ("nblock",), "the color of all pixels of a block; 2^32 - 1: they have several"),
    Field("texel", "uint32", ("ntexel",), "red + 256 green + 65536 blue of each pixel, rows from above"),
)
SHAPE = (
    Field("shape_vertadr", "int32", ("nshape",), "first vertex"),
    Field("shape_vertnum", "int32", ("nshape",), "vertices"),
    Field("shape_faceadr", "int32", ("nshape",), "first triangle"),
    Field("shape_facenum", "int32", ("nshape",), "triangles"),
    Field("shape_sphere", "float32", ("nshape", 4), "center and radius of a sphere around it"),
    Field("shape_pos", "float32", ("nshapevert", 3), "positions"),
    Field("shape_normal", "float32", ("nshapevert", 3), "normals"),
    Field("shape_uv", "float32", ("nshapevert", 2), "texture coordinates"),
    Field(
        "shape_face",
        "int32",
        ("nshapeface", 4),
        "corners from the first vertex on; bits: edges that are drawn",
    ),
    Field(
        "plane_block",
        "int32",
        ("nplane", 3),
        "first of the shapes of a plane, how many, and one of a single cell; as many coarse ones follow it",
    ),
)
SHAPE_SIZES = _ints(
    ("base_skin", "first of the skins"),
    ("box_face", "vertices of a face of a box"),
    ("nplane", "planes of the model"),
    ("nmesh", "meshes of the model"),
    ("nhfield", "height fields of the model"),
    ("ntexmodel", "textures of the model"),
    ("skybox", "the texture of the sky; -1: none"),
)
PICTURE = tuple(
    Field(name, dtype, (), meaning)
    for name, dtype, meaning in (
        ("left", "int32", "left edge of the picture in the buffer"),
        ("bottom", "int32", "its lower edge"),
        ("width", "int32", "its width"),
        ("height", "int32", "its height"),
        ("outer_width", "int32", "width of the buffer"),
        ("ntile_x", "int32", "tiles in a row"),
        ("ntile_y", "int32", "rows of tiles"),
        ("nsample", "int32", "samples a pixel"),
        ("west", "int32", "left edge of the tiles that are drawn now [pixel]"),
        ("east", "int32", "their right edge"),
        ("south", "int32", "their lower edge"),
        ("north", "int32", "their upper edge"),
        ("first_geom", "int32", "the first geom that parts are made of now"),
        ("last_geom", "int32", "the one behind the last"),
        (
            "made",
            "int32",
            "which parts are made: bits 1 of those that are seen, 2 of those that cast shadows",
        ),
        ("near", "float64", "how near to the eye something may be, of what is no part now [m]"),
        (
            "mode",
            "int32",
            "what is drawn: 0 light and color, 1 numbers as colors, 2 a color for each, 3 depth alone",
        ),
        ("colors", "int32", "whether colors are drawn, and not depth alone"),
        ("nthread", "int32", "threads that draw"),
        ("few_parts", "int32", "parts up to which a picture is not drawn in portions"),
        ("number", "int32", "number of the picture, which stamps carry"),
        ("nview", "int32", "views: 2 where there is a mirror"),
        ("mirror", "int32", "the geom that is a mirror; -1: none"),
        ("shiny", "int32", "the geom that would be one if reflections were on; -1: none"),
        ("nclear", "int32", "geoms that are transparent"),
        ("npart_used", "int32", "parts"),
        ("npart_need", "int32", "parts that there would be with enough room"),
        ("nvert_used", "int32", "vertices"),
        ("ncut_used", "int32", "vertices that came from cutting"),
        ("ntri_used", "int32", "triangles"),
        ("ncaster_used", "int32", "vertices of what casts shadows"),
        ("need_cut", "int32", "how much room is wanted"),
        ("need_tri", "int32", "how much room is wanted"),
        ("need_entry", "int32", "how much room is wanted"),
        ("first_caster", "int32", "the first part that casts shadows"),
        ("nlit", "int32", "lights that cast no shadows"),
        ("nshadow", "int32", "lights that cast shadows"),
        ("nset", "int32", "colors of a vertex: that of all lights without shadows, and one for each with"),
        ("lighting", "int32", "whether anything shines"),
        ("map_size", "int32", "width of the shadow maps"),
        ("fog", "int32", "whether there is fog"),
        ("haze", "int32", "whether there is haze"),
        ("haze_geom", "int32", "the infinite plane that it is on"),
        ("sky", "int32", "whether there is a sky"),
        ("cull", "int32", "whether what faces away is left out"),
        ("additive", "int32", "whether what is transparent adds light"),
        ("wire", "int32", "whether edges are drawn in the place of faces"),
        ("sky_sides", "int32", "sides of the prism that the sky is painted on"),
        ("spots", "int32", "whether there are spotlights"),
        ("soft", "float64", "half width of the rims of shadows [m]; 0: hard ones, as in 3.5.0"),
        (
            "right_points",
            "int32",
            "whether point lights shine from where they are, which they do not in 3.5.0",
        ),
        ("pixel_light", "int32", "whether light falls on pixels, and not on vertices as in 3.5.0"),
        ("most_lights", "int32", "how many lights shine at most"),
        ("map_near", "float64", "distance from the light from which on things cast shadows [m]"),
        ("map_far", "float64", "and up to which they do [m]"),
        ("room_scale", "float64", "how large the model is in its room"),
        ("haze_part", "float64", "part of the distance to the horizon that is covered by haze"),
        ("sky_reach", "float64", "distance of the sky"),
        ("haze_reach", "float64", "distance at which haze hides the plane"),
        ("few_slices", "float64", "how large shapes of half the slices may be, in the usual size"),
        ("few_stacks", "float64", "the same for balls of half the stacks"),
    )
)
PICTURE_ARRAYS = (
    Field("seen", "float64", (VIEWS, VIEW), "where from and how each view is seen (render/view_setup.py)"),
    Field("light_row", "int32", (LIGHTS,), "lights of the scene: first those without shadows"),
    Field("lamp", "float64", (LIGHTS, LAMP), "what each light of the scene gives (render/light_model.py)"),
    Field("shadow", "float64", (SHADOWS, SHADOW), "where the light is of each shadow (render/shadow.py)"),
    Field("haze_rgba", "float64", (4,), "color of haze"),
    Field(
        "haze_plane",
        "float64",
        (7,),
        "normal of the infinite plane at the horizon, the height of the eye, its x axis",
    ),
)
WORK = (
    Field("part", "int32", ("npart", CUT), "what each part is (render/draw_item.py)"),
    Field("part_num", "float64", ("npart", PART), "its transform"),
    Field(
        "vert",
        "float32",
        ("nvert", 4),
        "x, y [pixel], depth, 1 / distance; 0 where it is not in front of the eye",
    ),
    Field("cut", "int32", ("ncut", 2), "the vertices between which a vertex is"),
    Field("cut_share", "float32", ("ncut",), "share of the second one"),
    Field("tri", "int32", ("ntri", 8), "vertices, part, tiles (render/bins.py)"),
    Field("bin_start", "int32", ("nbin",), "first entry of each tile and list"),
    Field("bin_entry", "int32", ("nentry",), "triangles"),
    Field("stamp", "int32", ("nstamp",), "number of the picture that a vertex has been lit for"),
    Field("lit", "float32", ("ncolor",), "texture coordinates and colors of vertices"),
    Field("frag", "float64", ("nfrag",), "triangles that are being colored (render/shade.py)"),
    Field("row", "float64", ("nrow",), "colors of a row of a tile, and what leads to them (render/shade.py)"),
    Field("row_key", "int32", ("nkey",), "triangle of each pixel of the row; -3: several"),
    Field(
        "span",
        "int32",
        ("nspan",),
        "first and last pixel of each row of samples in a triangle (render/raster.py)",
    ),
    Field("span_z", "float64", ("nspan",), "depth of the triangle in each row of samples"),
    Field("paint", "float32", ("npaint",), "what a triangle adds to each pixel of a row (render/blend.py)"),
    Field("tile_depth", "float32", ("npixel",), "depth of each sample"),
    Field("tile_tri", "int32", ("npixel",), "triangle of each sample; -1: none, the sky; -2: nothing at all"),
    Field("tile_color", "float32", ("nshade",), "red of all samples, green, blue"),
    Field("back_color", "float32", ("nshade",), "the same of what is seen in the mirror"),
    Field("back_depth", "float32", ("npixel",), "depth of each sample in the mirror"),
    Field("tile_back", "int32", ("npixel",), "triangle of each sample in the mirror"),
    Field("caster", "float32", ("ncaster", 4), "vertices on the shadow maps"),
    Field("map_depth", "float32", ("nmap",), "depth of shadow maps, tile by tile"),
    Field("map_stamp", "int32", ("nmaptile",), "number of the picture that a tile has been drawn for"),
    Field(
        "map_cover", "int32", ("nmaptile",), "number of the picture that a triangle covers the whole tile for"
    ),
    Field("map_drawn", "int32", ("nmaptile",), "the geom that alone has been drawn into a tile; -1: several"),
    Field("map_covered", "int32", ("nmaptile",), "the geom that the triangle over a tile is of"),
    Field("map_plane", "float64", ("nmaptile", 3), "depth of that triangle"),
    Field("out_rgb", "uint8", ("nbuffer*3",), "colors of the buffer"),
    Field("out_depth", "float32", ("nbuffer",), "depth of the buffer"),
)
SECTIONS = (*PUBLIC, SIZES, TEXTURE, SHAPE, SHAPE_SIZES, PICTURE, PICTURE_ARRAYS, WORK)
GROWN = frozenset(
    f.name for f in (*TEXTURE, *SHAPE, *WORK)
)  # arrays that are allocated once their size is known
