"""The bitmap fonts of text in images: glyphs as bit arrays, one font per size.

Documents: API / mjtFont, mjtFontScale; Programming / Visualization

The advances equal those of 3.5.0, since programs lay out text by charWidth; the glyphs are rendered from outlines of
free fonts (tools/fonts.py). sans.zip has one image per face and license (LICENSE.txt): a row of cells as wide as the
advances, with the glyphs of the fonts under that license.
"""

import functools
from typing import Any, NamedTuple, SupportsIndex

import numpy as np

from gelenk.errors import FatalError
from gelenk.runtime.assignment import index

HALO = 2  # width of the rim of shadowed text [pixel]


LICENSES = ("ofl", "apache", "gust", "dejavu")  # licenses of the fonts, one image each
FIRST_GLYPH, LAST_GLYPH = 32, 126  # printable ASCII, the characters with a glyph


class Face(NamedTuple):
    """One size of the font."""

    height: int  # line height [pixel]
    base: int  # distance from the bottom of a cell to the baseline [pixel]
    advances: tuple[int, ...]  # advances of the characters FIRST_GLYPH to LAST_GLYPH [pixel]


def _face(height: int, base: int, advances: str) -> Face:
    return Face(height, base, tuple(map(int, advances.split())))


FACES = {
    face.height: face
    for face in (
        _face(
            11,
            2,
            "3 3 5 6 5 7 6 3 3 3 5 5 3 3 3 4 5 5 5 5 5 5 5 5 5 5 3 3 5 5 5 4 7 8 7 8 8 7 7 8 8 4 6 7 6 "
            "10 8 8 7 8 8 7 6 8 8 10 7 6 7 4 4 4 6 6 4 6 6 6 6 6 4 6 6 3 3 6 3 9 6 6 6 6 4 6 4 6 7 9 6 "
            "6 6 3 5 3 5",
        ),
        _face(
            18,
            4,
            "4 5 6 9 8 12 10 4 5 5 8 8 4 5 4 6 8 8 8 8 8 8 8 8 8 8 4 4 8 8 8 7 12 10 10 10 11 10 9 11 "
            "11 4 8 9 8 12 11 11 10 11 11 10 10 11 10 14 9 10 9 5 5 5 8 8 5 9 9 8 9 9 4 9 8 4 4 8 4 12 "
            "8 9 9 9 5 8 4 8 8 10 7 8 7 6 8 6 8",
        ),
        _face(
            28,
            7,
            "6 6 9 14 12 18 15 6 7 7 12 12 6 7 6 8 12 12 12 12 12 12 12 12 12 12 6 6 12 12 12 10 18 15 "
            "14 16 15 14 13 16 15 6 12 15 12 18 15 17 14 17 14 15 14 15 15 21 15 14 13 7 7 7 8 12 8 12 "
            "12 11 12 12 6 12 12 5 5 11 5 17 12 12 12 12 7 11 6 12 11 15 11 11 11 8 12 8 12",
        ),
        _face(
            37,
            10,
            "8 8 12 18 16 23 20 7 9 9 16 16 8 10 8 11 16 16 16 16 16 16 16 16 16 16 8 8 16 16 16 13 24 "
            "19 19 21 21 19 18 22 21 9 15 19 16 23 21 22 19 22 21 19 18 21 19 26 19 19 18 9 9 9 14 16 "
            "10 16 16 15 16 16 9 16 16 7 7 15 7 23 16 16 16 16 10 15 9 16 15 21 14 15 15 11 16 11 16",
        ),
        _face(
            45,
            12,
            "10 10 14 22 19 28 24 8 11 11 19 19 9 12 10 13 19 19 19 19 19 19 19 19 19 19 10 10 19 19 19 "
            "15 30 24 24 26 26 24 22 27 26 11 18 24 20 29 26 27 24 27 26 24 22 26 24 33 24 23 22 10 10 "
            "10 17 20 12 20 20 18 20 20 10 20 20 9 9 18 9 29 20 20 20 20 12 18 10 20 18 26 18 18 18 13 "
            "19 13 19",
        ),
        _face(
            54,
            15,
            "11 12 17 27 23 34 29 10 13 13 23 23 11 14 12 16 23 23 23 23 23 23 23 23 23 23 12 12 23 23 "
            "23 18 36 28 28 31 31 28 26 33 31 12 22 28 24 35 31 33 28 33 31 28 26 31 28 40 28 28 26 12 "
            "12 12 20 24 15 24 24 22 24 24 12 24 24 11 11 22 11 35 24 24 24 24 15 22 12 24 22 31 22 22 "
            "22 15 23 15 23",
        ),
        _face(
            71,
            21,
            "15 15 22 35 30 45 38 13 17 17 30 30 14 18 15 21 30 30 30 30 30 30 30 30 30 30 15 15 30 30 "
            "30 24 47 36 36 39 39 36 33 42 39 16 28 36 30 45 39 42 36 42 39 36 33 39 36 51 36 36 33 16 "
            "16 16 26 30 19 30 30 28 30 30 16 30 30 14 14 28 14 45 30 30 30 30 19 28 16 30 28 39 28 28 "
            "28 20 30 20 30",
        ),
        _face(
            89,
            26,
            "18 19 28 44 38 56 48 16 21 21 38 38 18 23 19 26 38 38 38 38 38 38 38 38 38 38 19 19 38 38 "
            "38 30 59 46 46 49 49 46 42 53 49 20 35 46 38 57 49 53 46 53 49 46 42 49 46 64 46 46 42 20 "
            "20 20 32 38 23 38 38 35 38 38 20 38 38 15 15 35 15 57 38 38 38 38 23 35 20 38 35 49 35 35 "
            "35 25 38 25 38",
        ),
        _face(
            106,
            31,
            "22 23 33 53 45 67 57 19 25 25 45 45 21 27 22 31 45 45 45 45 45 45 45 45 45 45 22 22 45 45 "
            "45 35 70 54 54 59 59 54 50 63 59 23 41 54 45 68 59 63 54 63 59 54 50 59 54 77 54 54 50 23 "
            "23 23 39 45 28 45 45 41 45 45 23 45 45 18 18 41 18 68 45 45 45 45 28 41 23 45 41 59 41 41 "
            "41 29 45 29 45",
        ),
    )
}

# font scale [%] -> line heights of plain and big text [pixel]
SCALES = {50: (11, 18), 100: (18, 37), 150: (28, 54), 200: (37, 71), 250: (45, 89), 300: (54, 106)}


class Font:
    """One face with its glyphs."""

    def __init__(self, face: Face) -> None:
        self.face = face

    @functools.cached_property
    def cells(self) -> tuple[np.ndarray, ...]:
        """Return the glyphs FIRST_GLYPH to LAST_GLYPH: (height, advance) bool, bottom first."""
        return load_glyphs(self.face)

    @functools.cached_property
    def rimmed_glyphs(self) -> tuple[np.ndarray, ...]:
        """Return the glyphs with a rim of HALO pixels."""
        return tuple(map(dilate, self.cells))

    def advances(self, text: str) -> list[int]:
        """Return the advance of each character of ``text`` [pixel]."""
        return [self.face.advances[_glyph_index(c)] for c in _printable(text)]

    def width(self, text: str) -> int:
        """Return the width of a line of text [pixel]."""
        return sum(self.advances(text))

    def text_bitmap(self, text: str, most: int, rim: bool = False) -> np.ndarray:
        """Return text as (height, width) bool, bottom row first; glyphs beyond ``most`` are cut."""
        source = self.rimmed_glyphs if rim else self.cells
        cells, width = [np.zeros((self.face.height, 0), bool)], 0
        for c in _printable(text):
            if width >= most:
                break
            cells.append(source[_glyph_index(c)])
            width += cells[-1].shape[1]
        return np.hstack(cells)


def _printable(text: str) -> str:
    """Return a text without control characters, and with spaces for tabs."""
    return (
        text.replace("\t", " ")
        if text.isprintable()
        else "".join(c for c in text.replace("\t", " ") if c.isprintable())
    )


def _glyph_index(character: str) -> int:
    """Return the index of a character in a face; characters without a glyph map to '?'."""
    code = ord(character)
    return (code if FIRST_GLYPH <= code <= LAST_GLYPH else ord("?")) - FIRST_GLYPH


def dilate(picture: np.ndarray) -> np.ndarray:
    """Dilate a glyph by HALO pixels, within its cell."""
    height, width = picture.shape
    wide = np.pad(picture, HALO)
    rim = np.zeros_like(picture)
    for i in range(2 * HALO + 1):
        for j in range(2 * HALO + 1):
            rim |= wide[i : i + height, j : j + width]
    return rim


def load_glyphs(face: Face) -> tuple[np.ndarray, ...]:
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
def font_of_height(height: int) -> Font:
    """Return the font whose lines are ``height`` pixels high."""
    return Font(FACES[height])


def _face_heights(scale: int) -> tuple[int, int]:
    """Return the heights of plain and big text at a scale [%]; FatalError for other scales."""
    if scale not in SCALES:
        raise FatalError(
            f"Invalid fontscale: it is {scale}, and must be one of {', '.join(map(str, SCALES))}"
        )
    return SCALES[scale]


def plain_font(scale: int) -> Font:
    """Return the font of plain and shadowed text at a scale [%], one of SCALES."""
    return font_of_height(_face_heights(scale)[0])


def big_font(scale: int) -> Font:
    """Return the font of big text at a scale [%], one of SCALES."""
    return font_of_height(_face_heights(scale)[1])


def widths(font: Font) -> np.ndarray:
    """Return the widths of the characters up to LAST_GLYPH, int32 [pixel], 0 without glyph."""
    return np.array([0] * FIRST_GLYPH + list(font.face.advances), np.int32)


def nearest_scale(scale: SupportsIndex) -> int:
    """Return the font scale [%] of a new context: the nearest one, at least 100.

    As in 3.5.0, only mjr_changeFont selects 50.
    """
    return min(max(100, (index("MjrContext: fontscale", scale) + 25) // 50 * 50), max(SCALES))


def set_scale(con: Any, scale: int) -> None:
    """Set the font scale [%] of a context; FatalError for a scale not in SCALES."""
    letters = (plain_font(scale), ""), (big_font(scale), "Big")
    con.fontScale = int(scale)
    for font, name in letters:
        getattr(con, f"charWidth{name}")[:] = widths(font)
        setattr(con, f"charHeight{name}", font.face.height)
