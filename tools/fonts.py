"""Makes the pictures of the bitmap font in gelenk/render/fonts: python tools/fonts.py LiberationSans-Regular.ttf

One picture a face, black and white: the printable letters of ASCII in a row, each in the middle of a cell as wide as
its advance and as high as a line. Run once; the pictures are part of the repository.
"""

import math
import sys
from pathlib import Path

import numpy as np
from PIL import Image, ImageDraw, ImageFont

from gelenk.render.fonts.faces import FACES, FIRST, Face

TARGET = Path(__file__).resolve().parents[1] / "gelenk/render/fonts"


def letter(font: ImageFont.FreeTypeFont, character: str, face: Face, advance: int) -> np.ndarray:
    """The cell (height, advance) of a letter, its own advance near the middle of the one that it gets."""
    cell = Image.new("L", (advance, face.height))
    left = math.floor((advance - font.getlength(character)) / 2 + face.right)
    ImageDraw.Draw(cell).text((left, face.height - face.base), character, fill=255, font=font, anchor="ls")
    return np.asarray(cell) >= face.covered


def main(path: str) -> None:
    for face in FACES.values():
        font = ImageFont.truetype(path, face.em, layout_engine=ImageFont.Layout.BASIC)
        cells = [letter(font, chr(FIRST + i), face, w) for i, w in enumerate(face.advances)]
        Image.fromarray(np.hstack(cells)).save(TARGET / f"sans{face.height:03}.png", optimize=True)


if __name__ == "__main__":
    main(sys.argv[1])
