"""Draw the gallery: docs/images/gallery and docs/gallery.md.

    python tools/gallery.py [name...]

A shot has a model, a time to simulate, a view, and visualization flags.
"""

import sys
from pathlib import Path
from typing import NamedTuple

import numpy as np
from PIL import Image

import gelenk
from gelenk.cli import animation, picture
from gelenk.render import RenderOptions, pictures

ROOT = Path(__file__).resolve().parents[1]
IMAGES = ROOT / "docs" / "images" / "gallery"
PAGE = ROOT / "docs" / "gallery.md"
SIZE = 400, 300
FINE = 2  # supersampling factor of each side


class Shot(NamedTuple):
    """One image of the gallery."""

    caption: str
    model: str  # file relative to the root
    seconds: float = 0.0
    key: int = -1
    azimuth: float = 130.0
    elevation: float = -20.0
    closer: float = 1.0  # zoom relative to a view of the whole model
    kind: str = "rgb"
    show: tuple[str, ...] = ()
    hide: tuple[str, ...] = ()
    at: tuple[float, ...] = ()  # point in the center of the view; empty: the center of the model
    bent: float = 0.0  # initial offset of all hinges
    light: float = 0.0  # additional headlight intensity
    better: RenderOptions | None = None


HUMANOID = "gelenk/models/humanoid.xml"
FINER = RenderOptions(soft_shadows=0.04, pixel_light=True)
SHOTS = {
    "humanoid": Shot("A humanoid squats", HUMANOID, key=1),
    "soft": Shot("With soft shadows and light at pixels", HUMANOID, key=1, better=FINER),
    "joints": Shot("Its joints", HUMANOID, key=1, show=("joint", "transparent")),
    "inertia": Shot("Boxes of equal inertia", HUMANOID, key=1, show=("inertia", "transparent")),
    "wires": Shot("Its triangles", HUMANOID, key=1, show=("wireframe",), hide=("shadow",)),
    "geoms": Shot("A number for each geom", HUMANOID, key=1, kind="segmentation"),
    "depth": Shot("Distances", HUMANOID, key=1, kind="depth", elevation=-8.0),
    "contacts": Shot(
        "Fifty boxes and their contacts",
        "gelenk/models/boxes50.xml",
        1.5,
        elevation=-30.0,
        closer=1.6,
        show=("contactpoint", "contactforce", "transparent"),
    ),
    "boxes50": Shot("They fall", "gelenk/models/boxes50.xml", 0.45, closer=1.5),
    "arm7": Shot("An arm with seven joints", "gelenk/models/arm7.xml", bent=0.55, azimuth=60.0, closer=0.85),
    "cartpole": Shot("A pole on a cart", "gelenk/models/cartpole.xml", bent=0.4, azimuth=110.0, closer=1.6),
    "chain100": Shot("A chain of a hundred links", "gelenk/models/chain100.xml", 0.6, azimuth=95.0),
    "cards": Shot("Decks of cards", "scenes/cards.xml", 0.05, closer=1.3),
    "cloth": Shot("A cloth", "scenes/cloth.xml", 0.6, closer=0.62),
    "cube": Shot("A cube", "scenes/cube.xml", 0.3, azimuth=120.0),
    "hand": Shot("A hand with a block", "scenes/hand.xml", 0.1, azimuth=60.0, elevation=-30.0, closer=1.1),
    "crowd": Shot("Twenty-two humanoids", "scenes/humanoids22.xml", 0.4, elevation=-30.0, light=0.4),
    "loops": Shot("A closed loop", "scenes/loops.xml", 0.25, azimuth=60.0, closer=3.4, at=(1.15, 0.0, 0.42)),
    "muscles": Shot("An arm with muscles", "scenes/muscle_arm.xml", 0.1, closer=1.1),
    "rope": Shot("Ropes", "scenes/rope.xml", 0.4, closer=1.6),
    "rubber": Shot("Rubber", "scenes/softbody.xml", 0.5, closer=1.2),
    "lattice": Shot("Rubber in a lattice", "scenes/soft_trilinear.xml", 0.5, closer=0.52),
    "tendons": Shot("An arm with tendons", "scenes/tendon_arm.xml", bent=0.5, azimuth=60.0, show=("tendon",)),
    "terrain": Shot("Terrain", "scenes/terrain.xml", 0.4, closer=4.5),
}
PLAIN = (0.5, 0.5, 0.5, 1.0)  # default color of geoms
COLORS = ((0.87, 0.55, 0.33, 1), (0.36, 0.56, 0.76, 1), (0.55, 0.68, 0.45, 1), (0.86, 0.82, 0.72, 1))
FLOOR = 0.35  # minimum brightness of the floor
HORIZON = (0.39, 0.47, 0.57, 1)


def lit(path: Path, light: float = 0.0):
    """Return the model of a file with additional light, and with a sky and colors if missing."""
    spec = gelenk.MjSpec.from_file(str(path))
    if not any(texture.type == gelenk.mjtTexture.mjTEXTURE_SKYBOX for texture in spec.textures):
        gradient = gelenk.mjtBuiltin.mjBUILTIN_GRADIENT
        sky = {"rgb1": (0.62, 0.72, 0.82), "rgb2": (0.16, 0.22, 0.32), "width": 256, "height": 1536}
        spec.add_texture(name="sky", type=gelenk.mjtTexture.mjTEXTURE_SKYBOX, builtin=gradient, **sky)
        spec.visual.headlight.ambient[:], spec.visual.headlight.diffuse[:] = 0.35, 0.45
        spec.visual.rgba.haze[:] = HORIZON
    spec.visual.headlight.ambient[:] += light
    m = spec.compile()
    plain = (m.geom_rgba == PLAIN).all(axis=1) & (m.geom_type != int(gelenk.mjtGeom.mjGEOM_PLANE))
    plain &= m.geom_matid < 0
    floors = (m.geom_type == int(gelenk.mjtGeom.mjGEOM_PLANE)) & (m.geom_matid < 0)
    m.geom_rgba[floors, :3] = np.maximum(m.geom_rgba[floors, :3], FLOOR)
    m.geom_rgba[plain] = np.array(COLORS)[m.geom_bodyid[plain] % len(COLORS)]
    return m


def start(m, shot: Shot):
    """Return the state of a shot."""
    d = gelenk.MjData(m)
    if shot.key >= 0:
        gelenk.mj_resetDataKeyframe(m, d, shot.key)
    d.qpos[m.jnt_qposadr[m.jnt_type == int(gelenk.mjtJoint.mjJNT_HINGE)]] += shot.bent
    gelenk.mj_step(m, d, nstep=round(shot.seconds / m.opt.timestep))
    gelenk.mj_forward(m, d)
    return d


def draw(shot: Shot) -> Image.Image:
    """Return the image of a shot."""
    m = lit(ROOT / shot.model, shot.light)
    d = start(m, shot)
    camera = animation.side_camera(m, animation.extent(m, d), SIZE[0] / SIZE[1])
    camera.azimuth, camera.elevation = shot.azimuth, shot.elevation
    camera.distance /= shot.closer
    if shot.at:
        camera.lookat[:] = shot.at
    option, flags = picture.flags(list(shot.show), list(shot.hide))
    large = (FINE * SIZE[0], FINE * SIZE[1]) if shot.kind == "rgb" else SIZE
    pixels = pictures(m, d, camera, *large, shot.kind, option=option, flags=flags, better=shot.better)[0, 0]
    return (
        Image.fromarray(np.ascontiguousarray(picture.colors(pixels, shot.kind))).convert("RGB").resize(SIZE)
    )


def page() -> str:
    """Return the page of all images."""
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
