"""Draws the gallery: `python tools/gallery.py [name...]`, writes docs/images/gallery and docs/gallery.md.

Each picture is a model, a time to simulate before, a view, and what is shown in it.
"""

import sys
from pathlib import Path
from typing import NamedTuple

import numpy as np
from PIL import Image

import gelenk
from gelenk.cli import film, still
from gelenk.render import pictures

ROOT = Path(__file__).resolve().parents[1]
IMAGES = ROOT / "docs" / "images" / "gallery"
PAGE = ROOT / "docs" / "gallery.md"
SIZE = 400, 300
FINE = 2  # each side is drawn so many times as large, and made smaller


class Shot(NamedTuple):
    """One picture."""

    caption: str
    model: str  # a file below the root
    seconds: float = 0.0
    key: int = -1
    azimuth: float = 130.0
    elevation: float = -20.0
    closer: float = 1.0  # how much nearer than to see all
    kind: str = "rgb"
    show: tuple[str, ...] = ()
    hide: tuple[str, ...] = ()


HUMANOID = "gelenk/models/humanoid.xml"
SHOTS = {
    "humanoid": Shot("A humanoid squats", HUMANOID, key=1),
    "contacts": Shot(
        "Its contacts and their forces", HUMANOID, 0.6, show=("contactpoint", "contactforce"), closer=1.6
    ),
    "joints": Shot("Its joints", HUMANOID, key=1, show=("joint", "transparent")),
    "wires": Shot("Its triangles", HUMANOID, key=1, show=("wireframe",), hide=("shadow",)),
    "geoms": Shot("A number for each geom", HUMANOID, key=1, kind="segmentation"),
    "depth": Shot("Distances", HUMANOID, key=1, kind="depth", elevation=-8.0),
    "inertia": Shot("Boxes of equal inertia", HUMANOID, key=1, show=("inertia", "transparent")),
    "arm7": Shot("An arm with seven joints", "gelenk/models/arm7.xml"),
    "cartpole": Shot("A pole on a cart", "gelenk/models/cartpole.xml", 0.4, closer=2.2),
    "chain100": Shot("A chain of a hundred links", "gelenk/models/chain100.xml", 0.5, closer=1.6),
    "boxes50": Shot("Fifty boxes", "gelenk/models/boxes50.xml", 1.2, closer=1.4),
    "cards": Shot("A house of cards", "scenes/cards.xml", 0.1),
    "cloth": Shot("A cloth", "scenes/cloth.xml", 0.6, closer=0.8),
    "cube": Shot("A cube", "scenes/cube.xml", 0.3),
    "hand": Shot("A hand", "scenes/hand.xml", 0.1),
    "crowd": Shot("Twenty-two humanoids", "scenes/humanoids22.xml", 0.4),
    "loops": Shot("Closed loops", "scenes/loops.xml", 0.3, closer=1.2),
    "muscles": Shot("An arm with muscles", "scenes/muscle_arm.xml", 0.1, closer=1.1),
    "pile": Shot("A pile of shapes", "scenes/pile.xml", 0.8, closer=1.3),
    "rope": Shot("A rope", "scenes/rope.xml", 0.4, closer=1.3),
    "rubber": Shot("Rubber", "scenes/softbody.xml", 0.5),
    "lattice": Shot("Rubber in a lattice", "scenes/soft_trilinear.xml", 0.5, closer=0.7),
    "tendons": Shot("An arm with tendons", "scenes/tendon_arm.xml", 0.1),
    "terrain": Shot("Terrain", "scenes/terrain.xml", 0.4, closer=2.0),
}


def lit(path: Path):
    """The model of a file; with a sky and more light from the camera if it has no sky of its own."""
    spec = gelenk.MjSpec.from_file(str(path))
    if not any(texture.type == gelenk.mjtTexture.mjTEXTURE_SKYBOX for texture in spec.textures):
        gradient = gelenk.mjtBuiltin.mjBUILTIN_GRADIENT
        sky = {"rgb1": (0.62, 0.72, 0.82), "rgb2": (0.16, 0.22, 0.32), "width": 256, "height": 1536}
        spec.add_texture(name="sky", type=gelenk.mjtTexture.mjTEXTURE_SKYBOX, builtin=gradient, **sky)
        spec.visual.headlight.ambient[:], spec.visual.headlight.diffuse[:] = 0.35, 0.45
    return spec.compile()


def draw(shot: Shot) -> Image.Image:
    """The picture of a shot."""
    m = lit(ROOT / shot.model)
    d = gelenk.MjData(m)
    if shot.key >= 0:
        gelenk.mj_resetDataKeyframe(m, d, shot.key)
    gelenk.mj_step(m, d, nstep=round(shot.seconds / m.opt.timestep))
    gelenk.mj_forward(m, d)
    camera = film.side_camera(m, film.extent(m, d), SIZE[0] / SIZE[1])
    camera.azimuth, camera.elevation = shot.azimuth, shot.elevation
    camera.distance /= shot.closer
    option, flags = still.flags(list(shot.show), list(shot.hide))
    large = (FINE * SIZE[0], FINE * SIZE[1]) if shot.kind == "rgb" else SIZE
    pixels = pictures(m, d, camera, *large, shot.kind, option=option, flags=flags)[0, 0]
    return Image.fromarray(np.ascontiguousarray(still.colors(pixels, shot.kind))).convert("RGB").resize(SIZE)


def page() -> str:
    """The page of all pictures."""
    lines = [
        "# Gallery",
        "",
        "Drawn by `python tools/gallery.py`; [how](guide/pictures.md).",
        "",
        "::::{container} pictures",
    ]
    for name, shot in SHOTS.items():
        lines += [f":::{{figure}} images/gallery/{name}.jpg", f":alt: {shot.caption}", shot.caption, ":::"]
    return "\n".join([*lines, "::::", ""])


def main(names: list[str]) -> None:
    IMAGES.mkdir(parents=True, exist_ok=True)
    for name in names or SHOTS:
        draw(SHOTS[name]).save(IMAGES / f"{name}.jpg", quality=85, optimize=True)
        print(name, flush=True)
    PAGE.write_text(page(), "utf-8")


if __name__ == "__main__":
    main(sys.argv[1:])
