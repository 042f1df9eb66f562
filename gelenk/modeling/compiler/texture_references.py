"""Textures by reference: decode the file of a path, or load all of them into a copy.

Documents: XML reference / asset / texture; API / mj_loadTexture

A texture is by reference if its tex_adr is -1: `paths` has its file, and tex_data no pixels (textures.py).
"""

from __future__ import annotations

from typing import Any, NoReturn

import numpy as np

from gelenk.errors import Error
from gelenk.modeling.compiler import textures
from gelenk.modeling.mjcf.file_sources import Sources, Stamp
from gelenk.runtime.copy_pickle import copy_model
from gelenk.runtime.model import MjModel
from gelenk.tables.enums import mjtColorSpace, mjtTexture


class Reference:
    """A texture of a model as the element and the build that the decoders of textures.py take."""

    gridsize = (1, 1)
    hflip = vflip = False

    def __init__(self, m: Any, i: int) -> None:
        self.path = text_at(m, int(m._a_tex_pathadr[i]))
        self.nchannel = int(m._a_tex_nchannel[i])
        self.content_type = text_at(m, int(m.tex_contenttypeadr[i]))
        if textures.is_ktx(self, self.path):
            self.content_type = textures.KTX
        self.type, self.colorspace = int(m._a_tex_type[i]), int(m._a_tex_colorspace[i])

    def fail(self, el: Any, message: str, attribute: str | None = None, hint: str = "") -> NoReturn:
        """Raise `gelenk.Error` with the reason why the file cannot be decoded."""
        raise Error(message if self.path in message else f"'{self.path}': {message}", hint=hint or "")

    def read_file(self, el: Any, name: str, attribute: str = "file") -> bytes:
        """Return the content of the file."""
        return Sources().find(name)[1]

    def stamp(self, el: Any, name: str) -> Stamp | None:
        """Return a stamp that changes with the file; None if only reading shows changes."""
        return Sources().stamp(name)

    def image(self) -> tuple[np.ndarray, int]:
        """Return the pixels (height, width, nchannel) and the color space."""
        reader: Any = self
        found, space = textures.file_image(reader, self, self.path, "file")
        if self.type != mjtTexture.mjTEXTURE_2D:
            found = textures.cube_from_grid(reader, self, found)
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
        "tex_adr": textures.starts([image.size for image in images]),
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
