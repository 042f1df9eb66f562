"""The bitmap font of texts in pictures: letters as arrays of bits, one font a size.

Documents: API / mjtFont, mjtFontScale; Programming / Visualization
"""

import functools
from typing import Any, SupportsIndex

import numpy as np

from gelenk.errors import FatalError
from gelenk.render.fonts.faces import FACES, FIRST, LAST, LICENSES, SCALES, Face
from gelenk.runtime.assignment import index

HALO = 2  # pixels of the rim of shadowed texts


class Font:
    """One face with its pictures."""

    def __init__(self, face: Face) -> None:
        self.face = face

    @functools.cached_property
    def cells(self) -> tuple[np.ndarray, ...]:
        """Of the characters from FIRST to LAST: (height, advance) bool, lowest row first."""
        return pictures(self.face)

    @functools.cached_property
    def halos(self) -> tuple[np.ndarray, ...]:
        """The same with a black rim."""
        return tuple(map(halo, self.cells))

    def advances(self, text: str) -> list[int]:
        """How far each character of ``text`` moves on [pixel]."""
        return [self.face.advances[_number(c)] for c in _printed(text)]

    def width(self, text: str) -> int:
        """How long a line of text is [pixel]."""
        return sum(self.advances(text))

    def picture(self, text: str, most: int, rim: bool = False) -> np.ndarray:
        """The text as (height, width) bool, lowest row first; letters beyond ``most`` pixels are left out."""
        source = self.halos if rim else self.cells
        cells, width = [np.zeros((self.face.height, 0), bool)], 0
        for c in _printed(text):
            if width >= most:
                break
            cells.append(source[_number(c)])
            width += cells[-1].shape[1]
        return np.hstack(cells)


def _printed(text: str) -> str:
    """A text without control characters, which take no room; tabs are spaces."""
    return (
        text.replace("\t", " ")
        if text.isprintable()
        else "".join(c for c in text.replace("\t", " ") if c.isprintable())
    )


def _number(character: str) -> int:
    """The place of a character in a face; what has no picture is a question mark."""
    code = ord(character)
    return (code if FIRST <= code <= LAST else ord("?")) - FIRST


def halo(picture: np.ndarray) -> np.ndarray:
    """The picture of a letter with a rim of HALO pixels, as far as its cell reaches."""
    height, width = picture.shape
    wide = np.pad(picture, HALO)
    rim = np.zeros_like(picture)
    for i in range(2 * HALO + 1):
        for j in range(2 * HALO + 1):
            rim |= wide[i : i + height, j : j + width]
    return rim


def pictures(face: Face) -> tuple[np.ndarray, ...]:
    """The letters of a face, which are read when the first text is written."""
    from importlib import resources

    from PIL import Image

    width, top = sum(face.advances), sum(height for height in FACES if height < face.height)
    letters = np.zeros((face.height, width), bool)
    for name in LICENSES:
        with resources.files(__name__).joinpath(f"sans-{name}.png").open("rb") as file:
            sheet = np.asarray(Image.open(file).convert("1"))
        letters |= np.flipud(sheet[top : top + face.height, :width])
    ends = np.cumsum(face.advances)
    return tuple(letters[:, e - w : e] for e, w in zip(ends, face.advances, strict=True))


@functools.cache
def load(height: int) -> Font:
    """The font whose lines are ``height`` pixels high."""
    return Font(FACES[height])


def _faces(scale: int) -> tuple[int, int]:
    """Heights of plain and big texts at a scale [%]; FatalError if there is no such font."""
    if scale not in SCALES:
        raise FatalError(
            f"Invalid fontscale: it is {scale}, and must be one of {', '.join(map(str, SCALES))}"
        )
    return SCALES[scale]


def plain(scale: int) -> Font:
    """The font of plain and shadowed texts at a scale [%], one of SCALES."""
    return load(_faces(scale)[0])


def big(scale: int) -> Font:
    """The font of big texts at a scale [%], one of SCALES."""
    return load(_faces(scale)[1])


def widths(font: Font) -> np.ndarray:
    """Widths of the characters 0 to LAST (LAST + 1) int32 [pixel], 0 where there is no picture."""
    return np.array([0] * FIRST + list(font.face.advances), np.int32)


def nearest(scale: SupportsIndex) -> int:
    """The scale [%] of the texts of a new context: as in 3.5.0 the nearest one from 100 on, which mjr_changeFont alone
    makes 50."""
    return min(max(100, (index("MjrContext: fontscale", scale) + 25) // 50 * 50), max(SCALES))


def choose(con: Any, scale: int) -> None:
    """Let the texts of a context be of a scale [%] from now on; FatalError if there is no such font."""
    letters = (plain(scale), ""), (big(scale), "Big")
    con.fontScale = int(scale)
    for font, name in letters:
        getattr(con, f"charWidth{name}")[:] = widths(font)
        setattr(con, f"charHeight{name}", font.face.height)
