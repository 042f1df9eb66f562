"""Draw the gallery: docs/images/gallery, docs/gallery.md, thumbnails of `gelenk models`; and recordings for the site.

    python tools/gallery.py [name...]

Each picture is one `gelenk picture` command, which its caption shows. As an extension of Sphinx this module writes a
recording of each shipped model into the site, to which the pictures link.
"""

import sys
import tempfile
from pathlib import Path

from PIL import Image

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT))

import gelenk  # noqa: E402
from gelenk import models  # noqa: E402

IMAGES = ROOT / "docs" / "images" / "gallery"
PAGE = ROOT / "docs" / "gallery.md"
SIZE = 400, 300
FINE = 2  # supersampling factor of each side
LONG, SHORT = 5.0, 1.5  # recordings: of most models, and of those with many vertices [s]
RATE = 20.0  # pictures per second of a recording
SQUAT = "humanoid --keyframe squat --azimuth 130 --elevation -18 --distance 2.6 --lookat 0.05 0 0.5"
VIEWS = {  # name of a picture -> caption, and arguments of `gelenk picture`
    "squat": ("A keyframe", SQUAT),
    "joints": ("Joints", f"{SQUAT} --show joint --show transparent"),
    "inertia": ("Boxes of equal inertia", f"{SQUAT} --show inertia --show transparent"),
    "wires": ("Triangles", f"{SQUAT} --show wireframe --hide shadow"),
    "geoms": ("A number for each geom", f"{SQUAT} --segmentation"),
    "depth": ("Distances", f"{SQUAT} --depth"),
    "contacts": (
        "Contacts and their forces",
        "boxes50 --time 1.5 --show contactpoint --show contactforce --show transparent",
    ),
    "tendons": ("Tendons", "muscle_arm --time 2 --distance 1.2 --show tendon --show transparent"),
}
HEAD = """# Gallery

Every picture shows a model that comes with Gelenk, and was drawn by the command that `gelenk picture` takes; no
graphics card was needed. Click on a picture to see its recording, which you can turn. The same motion is computed on
your machine by

```console
$ gelenk models --plain
```

and `gelenk view gripper`, or any other name. Pull at a body with the mouse (Ctrl and right button), or move a slider:
then the controller leaves the model to you.

## Models
"""
LINES = """
## Their lines

A controller is a function of model and data, called before each step. Here the gripper carries its block:

```python
import gelenk as mujoco
from gelenk import models

m, control = models.load("gripper"), models.controller("gripper")
d = mujoco.MjData(m)
mujoco.mj_resetDataKeyframe(m, d, m.key("home").id)
height = 0.0
while d.time < 6:
    control(m, d)
    mujoco.mj_step(m, d)
    height = max(height, d.body("block").xpos[2])
assert height > 0.2
```

The controllers are readable Python; these are their lines.
"""
FLAGS = """
## What a picture can show

`gelenk picture` draws a state, what is inside, distances, or numbers of objects; the guide about
[pictures](guide/pictures.md) has the functions.
"""


def command(name: str) -> str:
    """Return the arguments of `gelenk picture` for a picture of the gallery."""
    if name in VIEWS:
        return VIEWS[name][1]
    time = models.SHOWS[name].time
    return f"{name} --time {time:g}" if time else name


def draw(arguments: str, size: tuple[int, int]) -> Image.Image:
    """Return the image that `gelenk picture` draws."""
    from gelenk.cli.main import app

    width, height = (FINE * side for side in size)
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder, "picture.png")
        words = ["picture", *arguments.split(), "--size", f"{width}x{height}", "--output", str(file)]
        app(words, standalone_mode=False)
        with Image.open(file) as image:
            return image.convert("RGB").resize(size, Image.Resampling.LANCZOS)


def figure(name: str, caption: str, target: str, text: str) -> list[str]:
    """Return the lines of a picture that links to a page, with its caption."""
    head = [f":::{{figure}} images/gallery/{name}.jpg", f":alt: {caption}", f":target: {target}"]
    return [*head, text, ":::"]


def page() -> str:
    """Return the page of all pictures."""
    lines = [HEAD, "::::{container} pictures"]
    for name in models.names():
        does = models.SHOWS[name].does
        linked = f"[{name}](#{name})" if models.SHOWS[name].control else f"**{name}**"
        lines += figure(name, does, f"recordings/{name}.html", f"{linked}: {does}")
    lines += ["::::", FLAGS, "::::{container} pictures"]
    for name, (caption, arguments) in VIEWS.items():
        lines += figure(name, caption, "guide/pictures.html", f"{caption}  \n`{arguments}`")
    lines += ["::::", LINES]
    shown: dict[str, str] = {}
    for name in models.names():
        control = models.SHOWS[name].control
        if not control:
            continue
        lines += [f"### {name}", "", f"`gelenk view {name}`: {models.SHOWS[name].does}."]
        if control in shown:
            lines += [f"The controller is that of [{shown[control]}](#{shown[control]}).", ""]
            continue
        shown[control] = name
        module, function = control.split(".")
        lines += [
            "",
            f"```{{literalinclude}} ../gelenk/models/{module}.py",
            f":pyobject: {function}",
            "```",
            "",
        ]
    return "\n".join([*lines, "", "Drawn by `python tools/gallery.py`.", ""])


def thumbnails() -> None:
    """Write the pictures of `gelenk models`, one below the other."""
    from gelenk.cli.info import HEIGHT, WIDTH

    sheet = Image.new("RGB", (WIDTH, HEIGHT * len(models.names())))
    for k, name in enumerate(models.names()):
        with Image.open(IMAGES / f"{name}.jpg") as image:
            sheet.paste(image.resize((WIDTH, HEIGHT), Image.Resampling.LANCZOS), (0, HEIGHT * k))
    sheet.quantize(256, dither=Image.Dither.NONE).save(models.THUMBNAILS, optimize=True)


def record(name: str, file: Path) -> None:
    """Write a recording of a shipped model as one HTML file, without waiting for real time."""
    from gelenk.viewer.channel import Channel
    from gelenk.viewer.record import Stream, recording_html
    from gelenk.viewer.session import Session

    m = models.load(name)
    d = gelenk.MjData(m)
    if key := models.SHOWS[name].keyframe:
        gelenk.mj_resetDataKeyframe(m, d, m.key(key).id)
    control = models.controller(name)
    gelenk.mj_forward(m, d)
    session, stream = Session(m, d, Channel(name), passive=False), Stream(RATE)
    session.open_panels = {"left": False, "right": False}
    session.resend_model()
    session.recorders.append(lambda offer: stream.record(offer, now=d.time))
    seconds = SHORT if m.nflex or m.nv > 250 else LONG
    due = 0.0
    while d.time < seconds:
        if d.time >= due:
            session.show()
            due += 1 / RATE
        if control is not None:
            control(m, d)
        gelenk.mj_step(m, d)
    session.close()
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(recording_html(stream.finish()), encoding="utf-8")


def write_recordings(app) -> None:
    """Write the recordings of all shipped models into the site, unless they are there."""
    if app.builder.format != "html":
        return
    for name in models.names():
        file = Path(app.outdir) / "recordings" / f"{name}.html"
        if not file.is_file() or file.stat().st_mtime < models.path(name).stat().st_mtime:
            record(name, file)


def setup(app):
    """Register the extension."""
    app.connect("builder-inited", write_recordings)
    return {"version": "1", "parallel_read_safe": True, "parallel_write_safe": True}


def main(names: list[str]) -> None:
    IMAGES.mkdir(parents=True, exist_ok=True)
    for name in names or [*models.names(), *VIEWS]:
        draw(command(name), SIZE).save(IMAGES / f"{name}.jpg", quality=85, optimize=True)
        print(name, flush=True)
    thumbnails()
    PAGE.write_text(page(), "utf-8")


if __name__ == "__main__":
    main(sys.argv[1:])
