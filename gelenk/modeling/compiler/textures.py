"""Textures: pixels from data, a pattern, one file or six, and textures by reference.

Documents: Modeling / XML reference / asset / texture; API / mj_loadTexture

Pixels come from data, a builtin pattern, one file, or six files of cube sides. A cube texture has six square sides
below each other (right, left, up, down, front, back), or one square for all. A texture by reference has a path instead
of pixels.

A texture is by reference if its tex_adr is -1: `paths` has its file, and tex_data has no pixels. `load_texture` decodes
the file of one such texture, and `embed_textures` loads all of them into a copy of the model.
"""

from __future__ import annotations

import weakref
from typing import Any, NoReturn

import numpy as np

from gelenk.errors import Error
from gelenk.modeling.assets.builtin_textures import CUBE_FACES, builtin_image, to_bytes, with_channels
from gelenk.modeling.assets.pictures import read_counts
from gelenk.modeling.compiler.build import Build
from gelenk.modeling.compiler.element_frames import floats
from gelenk.modeling.compiler.spec_columns import column, elements_of, media_type, starts
from gelenk.modeling.mjcf.file_sources import Sources, Stamp
from gelenk.modeling.spec.element import name_after_files
from gelenk.runtime.copy_pickle import copy_model
from gelenk.runtime.memory_plan import Parts
from gelenk.runtime.model import MjModel
from gelenk.tables.enums import mjtBuiltin, mjtColorSpace, mjtEmbed, mjtObj, mjtPassthrough, mjtTexture
from gelenk.tables.schema.asset import SIDES

PNG, CUSTOM, KTX = "image/png", "image/vnd.mujoco.texture", "image/ktx"
LETTERS = "RLUDFB"  # sides of a cube in gridlayout
MOST_CELLS = 12
MAX_TEXTURE_BYTES = 1 << 31
MOST_STAMPED = 1 << 12  # files in STAMPED
# (file stamp, content type, channels) -> weak reference to the image, and its color space. An unchanged file is not
# read again while the asset cache or a model holds the image.
STAMPED: dict[Any, tuple[weakref.ref[np.ndarray], int]] = {}


def compile_textures(build: Build) -> None:
    """Fill tex_* with the pixels of all textures, row by row from the top."""
    name_after_files(build.spec.textures)
    for el in build.spec.textures:
        if not el.name and int(el.type) != mjtTexture.mjTEXTURE_SKYBOX:
            build.fail(el, "empty name in texture", "name")
    textures = elements_of(build, mjtObj.mjOBJ_TEXTURE, unless_discarded(build, build.spec.textures))
    if not textures:
        return
    images, spaces = zip(*[texture_or_reference(build, el) for el in textures], strict=True)
    nbytes = [sum([piece.size for piece in image]) for image in images]
    addresses = starts(nbytes)
    if build.by_reference:
        pairs = zip(textures, addresses, strict=True)
        addresses = [-1 if id(el) in build.by_reference else adr for el, adr in pairs]
    build.set_fields(
        tex_type=column(textures, "type", 0, np.int32),
        tex_colorspace=[*spaces],
        tex_width=[image[0].shape[1] for image in images],
        tex_height=[sum([len(piece) for piece in image]) for image in images],
        tex_nchannel=[image[0].shape[2] for image in images],
        tex_adr=addresses,
        tex_data=Parts([piece for image in images for piece in image]),
    )
    build.sizes.update(ntex=len(textures), ntexdata=sum(nbytes))


def unless_discarded(build: Build, elements: Any) -> list:
    """Return the given materials or textures, none with discardvisual."""
    return [] if build.discards else list(elements)


def texture_or_reference(build: Build, el: Any) -> tuple[list[np.ndarray], int]:
    """Return image and color space of a texture; no pixels if it is by reference."""
    embed = int(el.embed)
    if embed == mjtEmbed.mjEMBED_AUTO:
        asked = int(build.spec.compiler.passthrough) == mjtPassthrough.mjPASSTHROUGH_TEXTURES
    else:
        asked = embed == mjtEmbed.mjEMBED_FALSE
    if not asked:
        return texture_image(build, el)
    reason = reason_for_pixels(build, el)
    if reason and embed == mjtEmbed.mjEMBED_FALSE:
        build.fail(el, f"texture cannot be by reference: it {reason}", "embed", 'embed="auto" or "true"')
    if reason:
        return texture_image(build, el)
    build.by_reference.add(id(el))
    channels = 1 if is_ktx(el, el.file) else int(el.nchannel)
    return [np.empty((0, 0, channels), np.uint8)], int(el.colorspace)


def reason_for_pixels(build: Build, el: Any) -> str:
    """Return the reason why a texture must have its pixels in the model; "" if none."""
    if len(el.data):
        return "is given as a buffer"
    if int(el.builtin) != mjtBuiltin.mjBUILTIN_NONE:
        return "is builtin"
    if not el.file:
        return "is given as cube files"
    if el.hflip or el.vflip:
        return "is flipped"
    if tuple(map(int, el.gridsize)) != (1, 1):
        return "is a grid"
    sources, _ = build.locate(el, el.file)
    if sources.within is not None:
        return "may only have a file inside of given folders, which is checked as it is read"
    return "has a file in memory" if build.is_in_memory(el, el.file) else ""


def is_ktx(el: Any, name: str) -> bool:
    """Return whether a texture file is a KTX container, as its media type or name says."""
    return (media_type(el, name) or KTX * name.lower().endswith(".ktx")) == KTX


def texture_image(build: Build, el: Any) -> tuple[list[np.ndarray], int]:
    """Return the image in stacked pieces (rows, width, channels), and its color space.

    A PNG decides the color space if the element leaves it open. The sources in order of precedence are data, a builtin
    pattern, a file, and files of the sides.
    """
    space = int(el.colorspace)
    if len(el.data):
        return [flipped(el, data_image(build, el))], space
    if int(el.builtin) != mjtBuiltin.mjBUILTIN_NONE:
        return pattern(build, el), space
    if el.file:
        image, found = file_image(build, el, el.file, "file")
        if int(el.type) != mjtTexture.mjTEXTURE_2D:
            image = cube_from_grid(build, el, image)
    elif int(el.type) == mjtTexture.mjTEXTURE_2D:
        build.fail(el, "a 2d texture comes from one file, from data or from a builtin pattern", "file")
    else:
        image, found = cube_from_files(build, el)
    return [image], found if space == mjtColorSpace.mjCOLORSPACE_AUTO else space


def data_image(build: Build, el: Any) -> np.ndarray:
    """Return the image that the attribute data of the element holds."""
    width, height, channels = int(el.width), int(el.height), int(el.nchannel)
    if min(width, height, channels) < 1 or width * height * channels != len(el.data):
        message = f"texture has {len(el.data)} bytes of data, not {width} x {height} x {channels}"
        build.fail(el, message, "data", "width * height * nchannel are needed")
    return np.frombuffer(el.data, np.uint8).reshape(height, width, channels)


def pattern(build: Build, el: Any) -> list[np.ndarray]:
    """Return the pieces of a builtin texture, cached since many models share the same sky."""
    flat = int(el.type) == mjtTexture.mjTEXTURE_2D
    width, height, channels = int(el.width), int(el.height), int(el.nchannel)
    if width < 1:
        build.fail(el, "Invalid width of builtin texture", "width", f"{width} is not at least 1")
    if not flat:
        height = CUBE_FACES * width
    if height < 1:
        build.fail(el, "Invalid height of builtin texture", "height", f"{height} is not at least 1")
    if channels < 1:
        build.fail(el, f"invalid number of channels {channels} of texture", "nchannel", "3, or 4 with alpha")
    check_memory(build, el, width, height)
    kind = (flat, int(el.builtin), int(el.mark), width, height, channels)
    rgb1, rgb2, mark = (floats(el.__dict__[name]) for name in ("rgb1", "rgb2", "markrgb"))
    return builtin_image(*kind, rgb1, rgb2, mark, float(el.random))


def check_memory(build: Build, el: Any, width: int, height: int) -> None:
    """Fail on images beyond MAX_TEXTURE_BYTES before anything is allocated."""
    if width * height * max(int(el.nchannel), 3) >= MAX_TEXTURE_BYTES:
        message = f"could not allocate memory for texture: {width} x {height} x {int(el.nchannel)}"
        build.fail(el, message, "width")


# ---- files


def file_image(build: Build, el: Any, name: str, attribute: str) -> tuple[np.ndarray, int]:
    """Return image and color space of a texture file, flipped as the element says."""
    kind = media_type(el, name)
    stamp = build.stamp(el, name)  # taken before the file is read, so that a later change is detected
    key = stamp and (stamp, kind, int(el.nchannel))
    known, space = STAMPED.get(key, (None, 0))
    image = known() if known else None
    if image is None:
        image, space = decoded(build, el, name, kind, attribute)
        if key and kind != KTX:  # other attributes of the element affect KTX images
            if len(STAMPED) >= MOST_STAMPED:
                STAMPED.clear()
            STAMPED[key] = weakref.ref(image), space
    return flipped(el, image), space


def decoded(build: Build, el: Any, name: str, kind: str, attribute: str) -> tuple[np.ndarray, int]:
    """Decode a file; return image and color space."""
    content = build.read_file(el, name, attribute)
    if not content:
        build.fail(el, f"texture file is empty: '{name}'", attribute)
    space = mjtColorSpace.mjCOLORSPACE_LINEAR
    custom = kind == CUSTOM or (kind == "" and read_counts(content, 3) is not None)
    if kind == PNG or (not custom and kind != KTX):
        image, srgb = picture(build, el, name, content, kind, attribute)
        space = mjtColorSpace.mjCOLORSPACE_SRGB if srgb else mjtColorSpace.mjCOLORSPACE_LINEAR
    elif kind == KTX:
        image = ktx_image(build, el, content)
    else:
        image = custom_image(build, el, name, content, attribute)
    return image, space


def picture(
    build: Build, el: Any, name: str, content: bytes, kind: str, attribute: str
) -> tuple[np.ndarray, bool]:
    """Decode a PNG or another image, known by its first bytes; return pixels, sRGB flag."""
    from gelenk.modeling.assets import pictures  # imported here, since most textures are builtin

    if kind not in (PNG, "", *pictures.MEDIA_TYPES):
        build.fail(el, f"unsupported content type: '{kind}'", "content_type", f"{PNG}, {CUSTOM} or {KTX}")
    found = pictures.format_of(content)
    if not found and not kind:
        refuse_custom(build, el, name, content, attribute)
    if int(el.nchannel) not in (1, 3, 4):
        build.fail(el, f"unsupported number of channels: {int(el.nchannel)}", "nchannel", "1, 3 or 4")
    try:
        decode = pictures.decode_png if kind == PNG and not found else pictures.decode
        return decode(content, int(el.nchannel))
    except Error as error:
        problem = error.problems[0]
        hint = KTX_HINT if found == "KTX" else problem.hint
        build.fail(el, f"error decoding {found or kind} file '{name}': {problem.message}", attribute, hint)


CUSTOM_HINT = "int32 width, int32 height, then 3 * width * height bytes"
KTX_HINT = f'save it as PNG, or content_type="{KTX}" keeps it as it is for renderers that read it'


def refuse_custom(build: Build, el: Any, name: str, content: bytes, attribute: str) -> NoReturn:
    """Fail with the reason why a file is not in the custom format; reveal no content."""
    what = f"'{name}' is not a picture by its first bytes, nor a PNG by its name or content_type"
    wrong = "an unexpected size"
    if len(content) >= 8 and min(np.frombuffer(content, "<i4", 2)) < 1:
        wrong = "non-positive dimensions"
    build.fail(el, f"{what}, and as custom binary file it has {wrong}", attribute, CUSTOM_HINT)


def custom_image(build: Build, el: Any, name: str, content: bytes, attribute: str) -> np.ndarray:
    """Decode the custom format: width and height (int32), then three bytes per pixel.

    With `nchannel` below three, as in 3.5.0, the first width * height * nchannel bytes are used as they are; with four,
    pixels are opaque.
    """
    size = read_counts(content, 3)
    if size is None:
        refuse_custom(build, el, name, content, attribute)
    width, height = size
    channels = int(el.nchannel)
    if channels < 0:
        build.fail(el, f"unsupported number of channels: {channels}", "nchannel", "custom files have 3")
    check_memory(build, el, width, height)
    used = min(channels, 3)
    pixels = np.frombuffer(content, np.uint8, width * height * used, 8).reshape(height, width, used)
    return with_channels(pixels, channels) if channels > 3 else pixels


def ktx_image(build: Build, el: Any, content: bytes) -> np.ndarray:
    """Return a KTX container undecoded, for renderers: one row with a pixel per byte."""
    if el.hflip or el.vflip:
        build.fail(el, "cannot flip KTX textures", "hflip" if el.hflip else "vflip")
    channels = int(el.nchannel)
    if not 0 <= channels <= 4:
        build.fail(el, f"unsupported number of channels: {channels}", "nchannel", "1, 3 or 4")
    row = np.zeros((1, len(content), channels), np.uint8)
    used = min(row.size, len(content))
    row.reshape(-1)[:used] = np.frombuffer(content, np.uint8, used)
    return row


def flipped(el: Any, image: np.ndarray) -> np.ndarray:
    """Return the image mirrored by hflip and vflip."""
    if el.hflip:
        image = image[:, ::-1]
    return image[::-1] if el.vflip else image


# ---- cubes


def cube_from_grid(build: Build, el: Any, image: np.ndarray) -> np.ndarray:
    """Return the sides of a cube from one image: one square for all sides, or cells of a grid."""
    rows, columns = (int(number) for number in el.gridsize)
    if rows < 1 or columns < 1 or rows * columns > MOST_CELLS:
        message = f"gridsize must be positive and have at most {MOST_CELLS} cells in texture"
        build.fail(el, message, "gridsize", "rows, columns")
    height, width = image.shape[:2]
    side = width // columns
    if width % columns or height % rows or side != height // rows:
        message = f"an image of {width} x {height} pixels has no {rows} x {columns} square cells"
        build.fail(el, message, "gridsize", "image width / columns = image height / rows, a whole number")
    if rows == columns == 1:
        return image
    cells = {}
    for i, letter in enumerate(el.gridlayout[: rows * columns]):
        if letter not in LETTERS and letter != ".":
            build.fail(el, f"gridlayout symbol '{letter}' is not among '.{LETTERS}' in texture", "gridlayout")
        row, col = divmod(i, columns)
        cells[letter] = image[row * side : (row + 1) * side, col * side : (col + 1) * side]
    return cube(build, el, side, [cells.get(letter) for letter in LETTERS])


def cube_from_files(build: Build, el: Any) -> tuple[np.ndarray, int]:
    """Return the sides of a cube from one file each; the first file decides the color space."""
    space, side = None, 0
    sides: list[np.ndarray | None] = []
    for name, which in zip(el.cubefiles, SIDES, strict=True):
        if not name:
            sides.append(None)
            continue
        attribute = f"file{which}"
        image, found = file_image(build, el, name, attribute)
        height, width = image.shape[:2]
        if width != height:
            build.fail(el, f"'{name}' is not square, but has {width} x {height} pixels", attribute)
        if side not in (0, width):
            build.fail(el, f"'{name}' has {width} pixels a side, the sides before have {side}", attribute)
        side = width
        sides.append(image)
        space = found if space is None else space
    if space is None:
        build.fail(el, "texture has neither file, nor builtin, nor files of its sides", "file")
    return cube(build, el, side, sides), space


def cube(build: Build, el: Any, side: int, sides: list) -> np.ndarray:
    """Return six sides stacked vertically; missing sides are filled with rgb1."""
    check_memory(build, el, side, CUBE_FACES * side)
    channels = int(el.nchannel)
    fill = with_channels(np.full((side, side, 3), to_bytes(el.rgb1), np.uint8), channels)
    return np.concatenate([fill if image is None else image for image in sides])


# Textures by reference


class Reference:
    """Adapter of a model texture; decoders take it in place of an element and a build."""

    gridsize = (1, 1)
    hflip = vflip = False

    def __init__(self, m: Any, i: int) -> None:
        self.path = text_at(m, int(m._a_tex_pathadr[i]))
        self.nchannel = int(m._a_tex_nchannel[i])
        self.content_type = text_at(m, int(m.tex_contenttypeadr[i]))
        if is_ktx(self, self.path):
            self.content_type = KTX
        self.type, self.colorspace = int(m._a_tex_type[i]), int(m._a_tex_colorspace[i])

    def fail(self, el: Any, message: str, attribute: str | None = None, hint: str = "") -> NoReturn:
        """Raise `gelenk.Error` with the reason why the file cannot be decoded."""
        raise Error(message if self.path in message else f"'{self.path}': {message}", hint=hint or "")

    def read_file(self, el: Any, name: str, attribute: str = "file") -> bytes:
        """Return the content of the file."""
        return Sources().find(name)[1]

    def stamp(self, el: Any, name: str) -> Stamp | None:
        """Return a stamp that changes with the file; None if only its content shows changes."""
        return Sources().stamp(name)

    def image(self) -> tuple[np.ndarray, int]:
        """Return the pixels (height, width, nchannel) and the color space."""
        reader: Any = self
        found, space = file_image(reader, self, self.path, "file")
        if self.type != mjtTexture.mjTEXTURE_2D:
            found = cube_from_grid(reader, self, found)
        known = self.colorspace
        return found, space if known == mjtColorSpace.mjCOLORSPACE_AUTO else known


def text_at(m: Any, adr: int) -> str:
    """Return the text at an address of paths; "" at -1."""
    return m.paths[adr:].partition(b"\0")[0].decode(errors="surrogateescape") if adr >= 0 else ""


def is_by_reference(m: Any, i: int) -> bool:
    """Return whether the model has the path of a texture instead of its pixels."""
    return bool(m._a_tex_adr[i] < 0)


def load_texture(m: Any, i: int) -> tuple[np.ndarray, int]:
    """Return the pixels of a texture (height, width, nchannel), a copy, and its color space.

    Errors   gelenk.Error: the file of a texture by reference cannot be read or decoded
    """
    if is_by_reference(m, i):
        image, space = Reference(m, i).image()
        return np.array(image), int(space)
    shape = tuple(int(getattr(m, f"_a_tex_{name}")[i]) for name in ("height", "width", "nchannel"))
    adr = int(m._a_tex_adr[i])
    found = m._a_tex_data[adr : adr + int(np.prod(shape))].reshape(shape)
    return found.copy(), int(m._a_tex_colorspace[i])


def texture_columns(images: list[np.ndarray], spaces: list[int]) -> dict[str, Any]:
    """Return the model fields that describe these images (height, width, nchannel)."""
    heights, widths, channels = zip(*[image.shape for image in images], strict=True)
    return {
        "tex_height": heights,
        "tex_width": widths,
        "tex_nchannel": channels,
        "tex_colorspace": spaces,
        "tex_adr": starts([image.size for image in images]),
        "tex_data": np.concatenate([image.reshape(-1) for image in images]),
    }


def embed_textures(m: MjModel) -> MjModel:
    """Return a copy of a model that has the pixels of all textures.

    Errors   gelenk.Error: a file cannot be read or decoded; the message has the id of its texture
    """
    if not (m._a_tex_adr < 0).any():
        return copy_model(m)
    images, spaces = [], []
    for i in range(m.ntex):
        try:
            image, space = load_texture(m, i)
        except Error as error:
            raise Error(f"texture {i}: {error}") from None
        images.append(image)
        spaces.append(space)
    columns = texture_columns(images, spaces)
    return copy_model(m, {"ntexdata": len(columns["tex_data"])}, columns)
