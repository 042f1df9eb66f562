"""Makes the pictures of the bitmap font in gelenk/render/fonts.

    python tools/fonts.py draw LiberationSans-Regular.ttf NotoSans-Regular.ttf
    python tools/fonts.py place LiberationSans-Regular.ttf NotoSans-Regular.ttf   (with 3.5.0 and OSMesa)

One picture a face, black and white: the printable letters of ASCII in a row, each in a cell as wide as its advance
and as high as a line. Letters are of the first font, digits and signs of the second. How large they are and where
in their cells stands in tools/fonts.json: ``place`` finds it by comparison with the texts that 3.5.0 draws, so that
texts are as large, as bold and as far apart. Run once; the pictures are part of the repository.
"""

import itertools
import json
import math
import string
import sys
from pathlib import Path
from typing import NamedTuple

import numpy as np
from PIL import Image, ImageDraw, ImageFont

from gelenk.render.fonts.faces import FACES, FIRST, LAST, SCALES, Face

TARGET = Path(__file__).resolve().parents[1] / "gelenk/render/fonts"
PLACES = Path(__file__).with_name("fonts.json")
CHARACTERS = [chr(i) for i in range(FIRST, LAST + 1)]
# what is of one size and weight: the characters, and which of the two fonts they are of
GROUPS = {
    "capitals": (string.ascii_uppercase, 0),
    "letters": (string.ascii_lowercase, 0),
    "digits": (string.digits, 1),
    "signs": (string.punctuation, 1),
}
FINE = 4  # parts of a pixel in which letters are placed
WIDE = (100, 98, 102, 96, 104, 94, 106, 92, 108)  # widths that are tried, of the letter's own [%]
HIGH = (100, 98, 102, 96, 104)  # and heights
REACH = 7  # how far a letter may be moved from the middle of its cell and from the base line [parts]
SIZES = np.arange(0.66, 0.80, 0.01)  # that are tried: of the height of a line
COVERED = range(70, 160, 20)  # of 255: how much of a pixel a letter covers that has it; tried


class Group(NamedTuple):
    """How the characters of a group are drawn in one face."""

    em: float  # size [pixel]
    covered: int  # of 255: how much of a pixel a letter covers that has it
    places: dict[
        str, tuple[int, int]
    ]  # right of the middle of the cell and below the base line [parts of a pixel]


class Letter:
    """A letter in and around its cell, in FINE parts of a pixel: averages over pixels at each part."""

    def __init__(
        self, font: ImageFont.FreeTypeFont, character: str, face: Face, wide: int = 100, high: int = 100
    ) -> None:
        self.height, self.width = face.height, face.advances[ord(character) - FIRST]
        around = 2 * FINE
        canvas = Image.new("L", (self.width * FINE + 2 * around, self.height * FINE + 2 * around))
        left = round((self.width * FINE - font.getlength(character)) / 2) + around
        base = (face.height - face.base) * FINE + around
        ImageDraw.Draw(canvas).text((left, base), character, fill=255, font=font, anchor="ls")
        if (wide, high) != (100, 100):
            middle, x, y = canvas.width / 2, 100 / wide, 100 / high
            own = (x, 0, middle * (1 - x), 0, y, base * (1 - y))
            canvas = canvas.transform(canvas.size, Image.Transform.AFFINE, own, Image.Resampling.BILINEAR)
        total = np.zeros((canvas.height + 1, canvas.width + 1))
        total[1:, 1:] = np.asarray(canvas, float).cumsum(0).cumsum(1)
        f = FINE
        self.average = (total[f:, f:] - total[:-f, f:] - total[f:, :-f] + total[:-f, :-f]) / f**2
        self.around = around

    def at(self, right: int, down: int) -> np.ndarray:
        """The cell (height, width): of 255, how much of each pixel is covered."""
        y, x = self.around - down, self.around - right
        return self.average[y : y + self.height * FINE : FINE, x : x + self.width * FINE : FINE]


def draw(paths: list[str]) -> None:
    kept = json.loads(PLACES.read_text())
    for face in FACES.values():
        cells = {" ": np.zeros((face.height, face.advances[0]), bool)}
        for name, (characters, of) in GROUPS.items():
            group = Group(*kept[str(face.height)][name])
            font = ImageFont.truetype(paths[of], group.em * FINE, layout_engine=ImageFont.Layout.BASIC)
            for c in characters:
                right, down, *stretch = group.places[c]
                cells[c] = Letter(font, c, face, *stretch).at(right, down) >= group.covered
        row = np.hstack([cells[c] for c in CHARACTERS])
        Image.fromarray(row).save(TARGET / f"sans{face.height:03}.png", optimize=True)


def place(paths: list[str]) -> None:
    texts = reference()
    kept = {}
    for face in FACES.values():
        kept[face.height] = {
            name: nearest(face, characters, paths[of], texts[face.height])
            for name, (characters, of) in GROUPS.items()
        }
        print(face.height, {name: group.em for name, group in kept[face.height].items()}, flush=True)
    lines = [
        f'"{height}": {{\n'
        + ",\n".join(f'"{name}": {json.dumps(group)}' for name, group in groups.items())
        + "\n}"
        for height, groups in kept.items()
    ]
    PLACES.write_text("{\n" + ",\n".join(lines) + "\n}\n")


def nearest(face: Face, characters: str, path: str, cells: dict[str, np.ndarray]) -> Group:
    """The size and weight of a group, and the places of its letters, that leave the fewest other pixels."""
    best, fewest = None, math.inf
    for em in SIZES * face.height:
        font = ImageFont.truetype(path, em * FINE, layout_engine=ImageFont.Layout.BASIC)
        letters = {c: Letter(font, c, face) for c in characters}
        for covered in COVERED:
            found = {c: closest(letter, covered, cells[c]) for c, letter in letters.items()}
            others = sum(count for count, _, _ in found.values())
            if others < fewest:
                best, fewest = (float(em), covered), others
    assert best is not None
    em, covered = round(best[0], 3), best[1]
    font = ImageFont.truetype(path, em * FINE, layout_engine=ImageFont.Layout.BASIC)
    places = {}
    for c in characters:
        found = [
            (closest(Letter(font, c, face, *stretch), covered, cells[c]), stretch)
            for stretch in itertools.product(WIDE, HIGH)
        ]
        (_, _, place), stretch = min(found, key=lambda f: f[0][0])
        places[c] = *place, *stretch
    return Group(em, covered, places)


def closest(letter: Letter, covered: int, cell: np.ndarray) -> tuple[int, int, tuple[int, int]]:
    """How many pixels are others at the best place, how far that is, and the place [parts of a pixel]."""
    moves = range(-REACH, REACH + 1)
    return min(
        (np.count_nonzero((letter.at(x, y) >= covered) != cell), abs(x) + abs(y), (x, y))
        for x in moves
        for y in moves
    )


def reference() -> dict[int, dict[str, np.ndarray]]:
    """The cells of the letters as 3.5.0 draws them, by height of the face."""
    import mujoco

    side = 300
    visual = f'<visual><global offwidth="{side}" offheight="{side}"/></visual>'
    m = mujoco.MjModel.from_xml_string(f"<mujoco>{visual}<worldbody/></mujoco>")
    window = mujoco.GLContext(side, side)
    window.make_current()
    view, found = mujoco.MjrRect(0, 0, side, side), {}
    for scale, heights in SCALES.items():
        con = mujoco.MjrContext(m, 100)
        mujoco.mjr_changeFont(scale, con)
        mujoco.mjr_setBuffer(mujoco.mjtFramebuffer.mjFB_OFFSCREEN, con)
        for font, height in zip(
            (mujoco.mjtFont.mjFONT_NORMAL, mujoco.mjtFont.mjFONT_BIG), heights, strict=True
        ):
            face = FACES[height]
            cells = found.setdefault(height, {})
            for c in CHARACTERS:
                mujoco.mjr_rectangle(view, 0, 0, 0, 1)
                mujoco.mjr_text(font, c, con, 0.2, 0.4, 1, 1, 1)
                pixels = np.zeros((side, side, 3), np.uint8)
                mujoco.mjr_readPixels(pixels, None, view, con)
                low, left = round(0.4 * side), round(0.2 * side)
                width = face.advances[ord(c) - FIRST]
                cells[c] = pixels[low : low + height, left : left + width, 0][::-1] > 128
    return found


if __name__ == "__main__":
    {"draw": draw, "place": place}[sys.argv[1]](sys.argv[2:4])
