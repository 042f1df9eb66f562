"""Fonts: draw the bitmaps of the letters in gelenk/render/fonts.

    python tools/fonts.py draw FOLDER ...
    python tools/fonts.py place FOLDER ...      (with 3.5.0 and OSMesa; half an hour)

The bitmaps are black and white: the printable letters of ASCII in a row, each in a cell of the width of its advance and
the height of a line; for each face one bitmap per license. The letters are outlines of the free fonts FONTS, which are
searched recursively in the folders (Debian's fonts-liberation2, fonts-noto-core, fonts-open-sans,
fonts-roboto-unhinted, fonts-texgyre and fonts-dejavu-core contain them; of several files the first by path is used).
tools/fonts.json contains the font of each letter, the edges and the middle of its ink, and the emboldening of its
strokes. ``place`` determines these values by comparison with the texts that 3.5.0 draws, so that texts have the same
size, weight and spacing. The program has been run once; the bitmaps are part of the repository.
"""

import functools
import io
import itertools
import json
import multiprocessing
import sys
import zipfile
from pathlib import Path
from typing import NamedTuple

import numpy as np
from PIL import Image, ImageDraw, ImageFont

from gelenk.render.fonts import FACES, FIRST_GLYPH, LAST_GLYPH, LICENSES, SCALES, Face

TARGET = Path(__file__).resolve().parents[1] / "gelenk/render/fonts"
PLACES = Path(__file__).with_name("fonts.json")
CHARACTERS = [chr(i) for i in range(FIRST_GLYPH, LAST_GLYPH + 1)]


class Source(NamedTuple):
    """A font from which letters are taken."""

    file: str
    license: str  # one of LICENSES


# in order of preference among equal fits
FONTS = {
    "L": Source("LiberationSans-Regular.ttf", "ofl"),
    "N": Source("NotoSans-Regular.ttf", "ofl"),
    "S": Source("NotoSansDisplay-Regular.ttf", "ofl"),
    "O": Source("OpenSans-Regular.ttf", "apache"),
    "R": Source("Roboto-Regular.ttf", "apache"),
    "H": Source("texgyreheros-regular.otf", "gust"),
    "D": Source("DejaVuSans.ttf", "dejavu"),
}
FINE = 8  # subdivisions of a pixel for edges and strokes
EM = 384  # size at which outlines are filled before fitting to a cell [pixels]
BOLD = 6  # maximum emboldening of strokes on each side [parts of a pixel]
BENT = 0.2  # maximum shift of the middle [fraction of width or height]
COVERED = 0.5  # coverage from which a pixel is set
# Fits with at most REFINED times the minimum number of wrong pixels are refined by moves of strokes and middles,
# and those within NEAR times the minimum also by two moves at a time.
REFINED, NEAR = 2.5, 1.5
# candidate moves of the edges left, top, right, bottom, of strokes across and up, and of the middle [parts of
# a pixel]
MOVES = (
    (1, 0, 0, 0, 0, 0, 0, 0),
    (0, 1, 0, 0, 0, 0, 0, 0),
    (0, 0, 1, 0, 0, 0, 0, 0),
    (0, 0, 0, 1, 0, 0, 0, 0),
    (1, 0, 1, 0, 0, 0, 0, 0),
    (0, 1, 0, 1, 0, 0, 0, 0),
    (1, 0, -1, 0, 0, 0, 0, 0),
    (0, 1, 0, -1, 0, 0, 0, 0),
)
STROKES = ((0, 0, 0, 0, 1, 0, 0, 0), (0, 0, 0, 0, 0, 1, 0, 0), (0, 0, 0, 0, 1, 1, 0, 0))
MIDDLES = ((0, 0, 0, 0, 0, 0, 1, 0), (0, 0, 0, 0, 0, 0, 0, 1))
PAIRS = tuple(
    tuple(a + sign * b for a, b in zip(*pair, strict=True))
    for pair in itertools.combinations((*MOVES, *STROKES, *MIDDLES), 2)
    for sign in (1, -1)
)
STEPS = (FINE, FINE // 2, FINE // 4, FINE // 8)  # successive step sizes of moves [parts of a pixel]


class Place(NamedTuple):
    """Placement of a character in one face."""

    font: str  # key of FONTS
    # edges of the ink from the upper left corner of the cell [parts of a pixel]
    left: int
    top: int
    right: int
    bottom: int
    across: int  # emboldening of strokes on each side, across the line [parts of a pixel]
    up: int  # emboldening along the line [parts of a pixel]
    # Shift of the middle of the ink from the center of its edges [parts of a pixel], since the bars and
    # waists of small letters lie on whole pixels.
    middle_x: int
    middle_y: int


class Outlines(NamedTuple):
    """A letter filled at the size EM."""

    sums: np.ndarray  # summed-area table of the filled pixels
    edges: tuple[int, int, int, int]  # edges of the ink: left, top, right, bottom


# ---- letters


def summed(filled: np.ndarray) -> np.ndarray:
    sums = np.zeros((filled.shape[0] + 1, filled.shape[1] + 1))
    sums[1:, 1:] = filled.cumsum(0, dtype=float).cumsum(1)
    return sums


def bolder(filled: np.ndarray, by: int, axis: int) -> np.ndarray:
    """Dilate the filled pixels by ``by`` pixels along an axis; erode if negative."""
    if by == 0:
        return filled
    size, width = filled.shape[axis], abs(by)
    sums = np.insert(filled.cumsum(axis), 0, 0, axis)
    upper = sums.take(np.minimum(np.arange(size) + width + 1, size), axis)
    inside = upper - sums.take(np.maximum(np.arange(size) - width, 0), axis)
    return inside > (0 if by > 0 else 2 * width)


@functools.cache
def fill(path: str, character: str) -> np.ndarray:
    """Return the letter filled at the size EM, with a margin."""
    font = ImageFont.truetype(path, EM, layout_engine=ImageFont.Layout.BASIC)
    canvas = Image.new("L", (2 * EM, 2 * EM))
    ImageDraw.Draw(canvas).text((EM // 2, 3 * EM // 2), character, fill=255, font=font, anchor="ls")
    left, top, right, bottom = canvas.getbbox() or (0, 0, 1, 1)
    room = EM // 8
    return np.asarray(canvas.crop((left - room, top - room, right + room, bottom + room))) >= 128


@functools.lru_cache(1000)
def outlines(path: str, character: str, across: int, up: int) -> Outlines | None:
    """Return a letter with emboldened strokes [pixels of EM]; None if no pixel remains."""
    filled = bolder(bolder(fill(path, character), across, 1), up, 0)
    columns, rows = np.flatnonzero(filled.any(0)), np.flatnonzero(filled.any(1))
    if not len(columns):
        return None
    return Outlines(summed(filled), (columns[0], rows[0], columns[-1] + 1, rows[-1] + 1))


def along(sums: np.ndarray, at: np.ndarray, axis: int) -> np.ndarray:
    """Interpolate a summed-area table linearly at positions ``at`` along an axis."""
    at = np.clip(at, 0, sums.shape[axis] - 1.001)
    low = at.astype(int)
    share = np.expand_dims(at - low, 1 - axis)
    return sums.take(low, axis) * (1 - share) + sums.take(low + 1, axis) * share


def bent(at: np.ndarray, middle: float) -> np.ndarray:
    """Return the outline positions (0 to 1) of a letter whose middle is shifted."""
    inside = (at > 0) & (at < 1)
    # the root u of u + 4 middle u (1 - u) = at; u = at if middle = 0
    b = 1 + 4 * middle
    root = np.sqrt(np.maximum(0, b * b - 16 * middle * at))
    return np.where(inside, 2 * at / (b + root), at)


def cell(path: str, character: str, place: Place, face: Face) -> np.ndarray | None:
    """Return the pixels of a character (height, width), top row first; None if none remain."""
    left, top, right, bottom = (e / FINE for e in place[1:5])
    width, height = right - left, bottom - top
    if width < 0.5 or height < 0.5:
        return None
    # stroke widths are in fractions of a cell pixel; the size of the letter converts these to pixels of EM
    whole = fill(path, character)
    room = 2 * (EM // 8)
    x, y = (whole.shape[1] - room) / width / FINE, (whole.shape[0] - room) / height / FINE
    letter = outlines(path, character, round(place.across * x), round(place.up * y))
    if letter is None:
        return None
    x0, y0, x1, y1 = letter.edges
    columns = (np.arange(face.advances[ord(character) - FIRST_GLYPH] + 1) - left) / width
    rows = (np.arange(face.height + 1) - top) / height
    columns = x0 + (x1 - x0) * bent(columns, place.middle_x / FINE / width)
    rows = y0 + (y1 - y0) * bent(rows, place.middle_y / FINE / height)
    whole_pixels = np.outer(np.diff(rows), np.diff(columns))
    sums = along(along(letter.sums, rows, 0), columns, 1)
    return np.diff(np.diff(sums, axis=0), axis=1) >= COVERED * whole_pixels


# ---- places


def is_moderate(place: Place) -> bool:
    """Return whether strokes and middle are changed within the limits."""
    x, y = BENT * (place.right - place.left), BENT * (place.bottom - place.top)
    return (
        max(abs(place.across), abs(place.up)) <= BOLD
        and abs(place.middle_x) <= x
        and abs(place.middle_y) <= y
    )


def fitted(
    path: str,
    character: str,
    start: Place,
    face: Face,
    wanted: np.ndarray,
    moves: tuple,
    steps: tuple = STEPS,
) -> tuple[int, Place]:
    """Return the minimum number of wrong pixels and its place, with shrinking steps."""

    known: dict[Place, int] = {}

    def others(place: Place) -> int:
        if place not in known:
            drawn = cell(path, character, place, face)
            known[place] = wanted.size if drawn is None else int(np.count_nonzero(drawn != wanted))
        return known[place]

    best, place = others(start), start
    for step in steps:
        while best:
            near = []
            for move in moves:
                for sign in (step, -step):
                    tried = Place(place.font, *(p + sign * m for p, m in zip(place[1:], move, strict=True)))
                    if is_moderate(tried):
                        near.append((others(tried), tried))
            fewest, nearest = min(near, key=lambda n: n[0])
            if fewest >= best:
                break
            best, place = fewest, nearest
    return best, place


def nearest(task: tuple[dict[str, str], str, Face, np.ndarray, Place | None]) -> tuple[int, Place]:
    """Return the number of wrong pixels and the best place of a character in a face."""
    paths, character, face, wanted, known = task
    if not wanted.any():
        return 0, Place("", *[0] * 8)
    columns, rows = np.flatnonzero(wanted.any(0)), np.flatnonzero(wanted.any(1))
    ends = (columns[0], rows[0], columns[-1] + 1, rows[-1] + 1)
    edges = tuple(int(e) * FINE for e in ends)
    found = [(0, Place(font, *edges, 0, 0, 0, 0)) for font in paths]
    start = [(0, known)] if known else []
    for moves, steps, near in (
        (MOVES, STEPS, 1),
        ((*MOVES, *STROKES, *MIDDLES), STEPS, REFINED),
        (PAIRS, STEPS[2:], NEAR),
    ):
        fewest = min(others for others, _ in found)
        found = [
            fitted(paths[place.font], character, place, face, wanted, moves, steps)
            for others, place in (*found, *start)
            if others <= near * fewest
        ]
        start = []
        if min(found)[0] == 0:
            break
    return min(found, key=lambda f: f[0])


def find(folders: list[str]) -> dict[str, str]:
    """Return the paths of the fonts by letter."""
    paths = {}
    for font, source in FONTS.items():
        paths[font] = next(str(p) for folder in folders for p in sorted(Path(folder).rglob(source.file)))
    return paths


def place(folders: list[str]) -> None:
    texts, paths = reference(), find(folders)
    kept = json.loads(PLACES.read_text()) if PLACES.exists() else {}
    known = {(h, c): Place(*at) for h, places in kept.items() for c, at in places.items()}
    lines = []
    tasks = [
        (paths, c, face, texts[face.height][c], known.get((str(face.height), c)))
        for face in FACES.values()
        for c in CHARACTERS
    ]
    with multiprocessing.Pool() as pool:
        results = pool.imap(nearest, tasks)
        for face in FACES.values():
            found = [next(results) for _ in CHARACTERS]
            print(face.height, sum(others for others, _ in found), "other pixels", flush=True)
            rows = ",\n".join(
                f"{json.dumps(c)}: {json.dumps(at)}"
                for c, (_, at) in zip(CHARACTERS, found, strict=True)
                if at.font
            )
            lines.append(f'"{face.height}": {{\n{rows}\n}}')
    PLACES.write_text("{\n" + ",\n".join(lines) + "\n}\n")


# ---- pictures


def draw(folders: list[str]) -> None:
    kept, paths = json.loads(PLACES.read_text()), find(folders)
    images: dict[str, bytes] = {}
    for face in FACES.values():
        rows: dict[str, list[np.ndarray]] = {name: [] for name in LICENSES}
        for c, width in zip(CHARACTERS, face.advances, strict=True):
            at = kept[str(face.height)].get(c)
            drawn = cell(paths[at[0]], c, Place(*at), face) if at else None
            for name, cells in rows.items():
                own = drawn is not None and FONTS[at[0]].license == name
                cells.append(drawn if own else np.zeros((face.height, width), bool))
        for name, cells in rows.items():
            file = io.BytesIO()
            Image.fromarray(np.hstack(cells)).save(file, "png", optimize=True)
            images[f"sans{face.height:03}-{name}.png"] = file.getvalue()
    with zipfile.ZipFile(TARGET / "sans.zip", "w") as archive:
        for name, content in sorted(images.items()):
            archive.writestr(
                zipfile.ZipInfo(name), content
            )  # without the time, so that equal images give equal files


def reference() -> dict[int, dict[str, np.ndarray]]:
    """Return the cells of the letters as 3.5.0 draws them, by height of the face."""
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
                width = face.advances[ord(c) - FIRST_GLYPH]
                cells[c] = pixels[low : low + height, left : left + width, 0][::-1] > 128
    return found


if __name__ == "__main__":
    {"draw": draw, "place": place}[sys.argv[1]](sys.argv[2:])
