"""Make the image-pair sheets of docs/images: python tools/pairs.py REFERENCE OURS

REFERENCE and OURS are folders of the same images, drawn by 3.5.0 and by gelenk, named <case>.<output>.png with / as __.
The images of a pair are side by side, 3.5.0 on the left, below the name of the case.
"""

import sys
from pathlib import Path

from PIL import Image, ImageDraw

CASES = """
geom/box geom/capsule geom/plane-behind geom/meshes-hfield0 user/arrow user/triangle texture/plane-checker-cross
texture/far-minified texture/cube-sphere texture/cubeuniform-box texture/mesh-uv sky/gradient-up sky/file-1 sky/haze
sky/fog-haze material/shiny material/reflect-mirror material/reflect-box material/transparent-nested
light/directional light/spot_exponent light/ten light/shadow-spot-close flag/SEGMENT flag/WIREFRAME camera/ortho
camera/sensor camera/near-clip camera/below-floor camera/stereo-side camera/transform quality/slices6
decor/cameras-lights decor/labels-body decor/tendons decor/contact-split skin/bent flex/skin overlay/grid-normal
overlay/figure-lines
"""
SIZE, COLUMNS, ROWS, LINE = (160, 120), 4, 10, 12
BETWEEN, MARGIN = 2, 10  # pixels between the images of a pair, and between pairs
TARGET = Path(__file__).resolve().parents[1] / "docs/images"


def chosen(reference: Path, ours: Path, count: int) -> list[str]:
    """Return the images in both folders: those of CASES, then others of each area in turn."""
    both = sorted({p.name for p in reference.glob("*.png")} & {p.name for p in ours.glob("*.png")})
    wanted = [
        name for case in CASES.split() for name in both if name.startswith(case.replace("/", "__") + ".")
    ]
    areas: dict[str, list[str]] = {}
    for name in both:
        if name not in wanted:
            areas.setdefault(name.partition("__")[0], []).append(name)
    while len(wanted) < count and any(areas.values()):
        wanted += [names.pop(0) for names in areas.values() if names]
    return wanted[:count]


def fitted(path: Path) -> Image.Image:
    """Return an image fitted into SIZE, on a gray background."""
    picture = Image.open(path).convert("RGB")
    picture.thumbnail(SIZE, Image.Resampling.LANCZOS)
    cell = Image.new("RGB", SIZE, (96, 96, 96))
    cell.paste(picture, ((SIZE[0] - picture.width) // 2, (SIZE[1] - picture.height) // 2))
    return cell


def sheet(names: list[str], reference: Path, ours: Path) -> Image.Image:
    """Return an image of pairs in rows."""
    width, height = 2 * SIZE[0] + BETWEEN + MARGIN, SIZE[1] + LINE + MARGIN
    rows = -(-len(names) // COLUMNS)
    made = Image.new("RGB", (COLUMNS * width - MARGIN, rows * height - MARGIN), (255, 255, 255))
    pen = ImageDraw.Draw(made)
    for i, name in enumerate(names):
        x, y = width * (i % COLUMNS), height * (i // COLUMNS)
        pen.text((x + 2, y), name.rsplit(".", 2)[0].replace("__", "/"), fill=(0, 0, 0))
        made.paste(fitted(reference / name), (x, y + LINE))
        made.paste(fitted(ours / name), (x + SIZE[0] + BETWEEN, y + LINE))
    return made


def main(reference: Path, ours: Path) -> None:
    names = chosen(reference, ours, COLUMNS * ROWS)
    half = len(names) // 2
    for k, part in enumerate((names[:half], names[half:])):
        sheet(part, reference, ours).save(TARGET / f"pairs{k + 1}.jpg", quality=82, optimize=True)


if __name__ == "__main__":
    main(*map(Path, sys.argv[1:3]))
