"""Write the recording of the home page: the humanoid on one leg is pushed, and anyone can turn the view.

    python tools/recordings.py FILE.html

The file is what `gelenk view --record` writes, in the time of the simulation instead of that of the clock.
"""

import sys
from pathlib import Path

from PIL import Image

import gelenk
from gelenk import render
from gelenk.render import RenderOptions
from gelenk.viewer import page_bundle, record
from gelenk.viewer.channel import Channel
from gelenk.viewer.session import Session
from tools import pictures

RATE = 30.0  # pictures per second of simulated time
SIZE, STILL = (1280, 800), 0.62  # of the still picture [pixel], and its time [s]
VIEW = {"lookat": (0, 0, 0.85), "distance": 2.6, "azimuth": 145.0, "elevation": -10.0}


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


if __name__ == "__main__":
    write(Path(sys.argv[1]))
