"""The bitmap fonts of text in images: glyphs as bit arrays, one font per size.

Documents: API / mjtFont, mjtFontScale; Programming / Visualization
"""

import functools
from typing import Any, SupportsIndex

import numpy as np

from gelenk.errors import FatalError
from gelenk.render.fonts.faces import FACES, FIRST_GLYPH, LAST_GLYPH, LICENSES, SCALES, Face
from gelenk.runtime.assignment import index

HALO = 2  # width of the rim of shadowed text [pixel]


class Font:
    """One face with its glyphs."""

    def __init__(self, face: Face) -> None:
        self.face = face

    @functools.cached_property
    def cells(self) -> tuple[np.ndarray, ...]:
        """Return the glyphs FIRST_GLYPH to LAST_GLYPH: (height, advance) bool, bottom first."""
        return pictures(self.face)

    @functools.cached_property
    def halos(self) -> tuple[np.ndarray, ...]:
        """Return the glyphs with a rim of HALO pixels."""
        return tuple(map(halo, self.cells))

    def advances(self, text: str) -> list[int]:
        """Return the advance of each character of ``text`` [pixel]."""
        return [self.face.advances[_number(c)] for c in _printed(text)]

    def width(self, text: str) -> int:
        """Return the width of a line of text [pixel]."""
        return sum(self.advances(text))

    def picture(self, text: str, most: int, rim: bool = False) -> np.ndarray:
        """Return text as (height, width) bool, bottom row first; glyphs beyond ``most`` are cut."""
        source = self.halos if rim else self.cells
        cells, width = [np.zeros((self.face.height, 0), bool)], 0
        for c in _printed(text):
            if width >= most:
                break
            cells.append(source[_number(c)])
            width += cells[-1].shape[1]
        return np.hstack(cells)


def _printed(text: str) -> str:
    """Return a text without control characters, and with spaces for tabs."""
    return (
        text.replace("\t", " ")
        if text.isprintable()
        else "".join(c for c in text.replace("\t", " ") if c.isprintable())
    )


def _number(character: str) -> int:
    """Return the index of a character in a face; characters without a glyph map to '?'."""
    code = ord(character)
    return (code if FIRST_GLYPH <= code <= LAST_GLYPH else ord("?")) - FIRST_GLYPH


def halo(picture: np.ndarray) -> np.ndarray:
    """Dilate a glyph by HALO pixels, within its cell."""
    height, width = picture.shape
    wide = np.pad(picture, HALO)
    rim = np.zeros_like(picture)
    for i in range(2 * HALO + 1):
        for j in range(2 * HALO + 1):
            rim |= wide[i : i + height, j : j + width]
    return rim


def pictures(face: Face) -> tuple[np.ndarray, ...]:
    """Load the glyphs of a face from its images, on first use."""
    from importlib import resources
    from zipfile import ZipFile

    from PIL import Image

    letters = np.zeros((face.height, sum(face.advances)), bool)
    with resources.files(__name__).joinpath("sans.zip").open("rb") as archive, ZipFile(archive) as images:
        for name in LICENSES:
            with images.open(f"sans{face.height:03}-{name}.png") as file:
                letters |= np.flipud(np.asarray(Image.open(file).convert("1")))
    ends = np.cumsum(face.advances)
    return tuple(letters[:, e - w : e] for e, w in zip(ends, face.advances, strict=True))


@functools.cache
def load(height: int) -> Font:
    """Return the font whose lines are ``height`` pixels high."""
    return Font(FACES[height])


def _faces(scale: int) -> tuple[int, int]:
    """Return the heights of plain and big text at a scale [%]; FatalError for other scales."""
    if scale not in SCALES:
        raise FatalError(
            f"Invalid fontscale: it is {scale}, and must be one of {', '.join(map(str, SCALES))}"
        )
    return SCALES[scale]


def plain(scale: int) -> Font:
    """Return the font of plain and shadowed text at a scale [%], one of SCALES."""
    return load(_faces(scale)[0])


def big(scale: int) -> Font:
    """Return the font of big text at a scale [%], one of SCALES."""
    return load(_faces(scale)[1])


def widths(font: Font) -> np.ndarray:
    """Return the widths of the characters up to LAST_GLYPH, int32 [pixel], 0 without glyph."""
    return np.array([0] * FIRST_GLYPH + list(font.face.advances), np.int32)


def nearest(scale: SupportsIndex) -> int:
    """Return the font scale [%] of a new context: the nearest one, at least 100.

    As in 3.5.0, only mjr_changeFont selects 50.
    """
    return min(max(100, (index("MjrContext: fontscale", scale) + 25) // 50 * 50), max(SCALES))


def choose(con: Any, scale: int) -> None:
    """Set the font scale [%] of a context; FatalError for a scale not in SCALES."""
    letters = (plain(scale), ""), (big(scale), "Big")
    con.fontScale = int(scale)
    for font, name in letters:
        getattr(con, f"charWidth{name}")[:] = widths(font)
        setattr(con, f"charHeight{name}", font.face.height)
