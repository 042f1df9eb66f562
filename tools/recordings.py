"""Write the recording and the simulations of the site, which anyone can turn and push.

    python tools/recordings.py FILE.html

The recording is what `gelenk view --record` writes, in the time of the simulation instead of that of the clock. The
simulations are what `gelenk export` writes; without a linker for WebAssembly they are still pictures.
"""

import sys
from pathlib import Path

from PIL import Image

import gelenk
from gelenk import render
from gelenk.render import RenderOptions
from gelenk.viewer import export, page_bundle, record
from gelenk.viewer.channel import Channel
from gelenk.viewer.session import Session
from tools import pictures

RATE = 30.0  # pictures per second of simulated time
SIZE, STILL = (1280, 800), 0.62  # of the still picture [pixel], and its time [s]
VIEW = {"lookat": (0, 0, 0.85), "distance": 2.6, "azimuth": 145.0, "elevation": -10.0}


STILL_PAGE = (
    "<!doctype html><title>{name}</title>"
    "<style>body{{margin:0}}img{{width:100vw;height:100vh;object-fit:cover}}</style>"
    '<img src="{name}.jpg" alt="{name}">'
)


def place(camera: gelenk.MjvCamera) -> gelenk.MjvCamera:
    """Point a free camera at the humanoid."""
    camera.lookat[:], camera.distance, camera.azimuth, camera.elevation = VIEW.values()
    return camera


def draw(m: gelenk.MjModel, d: gelenk.MjData, path: Path) -> None:
    """Draw the still picture that a page shows before the recording is loaded."""
    better = RenderOptions(soft_shadows=0.04, pixel_light=True)
    m.vis.global_.offwidth, m.vis.global_.offheight = SIZE
    camera = place(gelenk.MjvCamera())
    image = render.pictures(m, d, camera, width=SIZE[0], height=SIZE[1], better=better)[0, 0]
    Image.fromarray(image).save(path, quality=88, optimize=True)


def write(path: Path) -> None:
    """Simulate, and write the HTML file and a still picture beside it."""
    if page_bundle.ready() is None:
        raise gelenk.Error(page_bundle.WANTED)
    path.parent.mkdir(parents=True, exist_ok=True)
    stream, session, due, drawn = record.Stream(RATE), None, 0.0, False
    for m, d in pictures.balancing(duration=5.0):
        if session is None:
            session = Session(m, d, Channel("humanoid"), passive=False)
            session.recorders.append(lambda offer: None)  # so that the session makes pictures without a page
            session.open_panels = {"left": False, "right": False}
            place(session.ui.camera)
        if d.time >= due:
            session.show()
            stream.record(session.offer, d.time)
            due += 1 / RATE
        if d.time >= STILL and not drawn:
            draw(m, d, path.with_suffix(".jpg"))
            drawn = True
    session.close()
    path.write_text(record.recording_html(stream.finish()), encoding="utf-8")


def write_live(name: str, folder: Path) -> None:
    """Write a page that simulates a shipped model, and a still picture beside it."""
    from tests.platforms import tools

    folder.mkdir(parents=True, exist_ok=True)
    m = gelenk.models.load(name)
    keyframe = gelenk.models.SHOWS[name].keyframe
    key = m.key(keyframe).id if keyframe else -1
    pixels = export.picture_of(m, key)
    Image.fromarray(pixels).save(folder / f"{name}.jpg", quality=88, optimize=True)
    page = folder / f"{name}.html"
    try:
        tools.stages_as_wasm()
    except tools.Missing as missing:
        print(f"{page.name} is a picture: {missing}", file=sys.stderr)
        page.write_text(STILL_PAGE.format(name=name), encoding="utf-8")
        return
    export.export(m, page, keyframe=key, panels=(False, False))


if __name__ == "__main__":
    write(Path(sys.argv[1]))
