"""Pictures of the viewer's page, from the page itself in Chromium: ``python docs/pictures.py``.

Writes docs/images/viewer.gif, in which the mouse pulls at the humanoid, and two stills of the panels. It needs
selenium, chromium and chromedriver, and draws without a graphics card, in minutes. Time is that of the simulation:
each picture of the film is taken after a thirtieth of a second of it, however long the page takes to draw.

``python docs/pictures.py beside FOLDER`` writes what the page and the software renderer make of the same scenes, one
beside the other, with their mean difference in the name: to look at.
"""

import contextlib
import io
import sys
import time
from pathlib import Path

import numpy as np
from PIL import Image

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT))

import gelenk  # noqa: E402
from gelenk import models, viewer  # noqa: E402
from tests.support import browser  # noqa: E402

IMAGES = ROOT / "docs" / "images"
FILM, RATE, SECONDS = (640, 400), 24, 2.9
STILL = (1280, 760)
COLORS = 224
SHOWN = "&theme=dark&webgl=1"
Array = np.ndarray


def shot(page: browser.Page) -> Image.Image:
    """What the page shows, panels included."""
    from selenium.common.exceptions import TimeoutException

    page.drawn()
    for patience in range(10):  # the browser gives up where a picture takes long
        with contextlib.suppress(TimeoutException):
            return Image.open(io.BytesIO(page.driver.get_screenshot_as_png())).convert("RGB")
        time.sleep(patience)
    raise TimeoutError("the page is too slow to be taken a picture of")


def look(handle: viewer.Handle, lookat: tuple, distance: float, azimuth: float, elevation: float) -> None:
    """Put the camera of the page."""
    with handle.lock():
        cam = handle.cam
        cam.lookat[:], cam.distance, cam.azimuth, cam.elevation = lookat, distance, azimuth, elevation


def show(handle: viewer.Handle) -> None:
    """Let the page have what the program has."""
    handle.sync()
    time.sleep(0.05)


def film(driver: object) -> None:
    """The mouse takes the crouched humanoid by the chest, pulls it up and lets go."""
    from selenium.webdriver import Keys

    m = models.load("humanoid")
    d = gelenk.MjData(m)
    gelenk.mj_resetDataKeyframe(m, d, m.key("squat").id)
    d.ctrl[:] = 0
    gelenk.mj_forward(m, d)
    pictures = []
    with viewer.launch_passive(
        m, d, port=0, browser=False, show_left_ui=False, show_right_ui=False
    ) as handle:
        look(handle, (0.1, 0, 0.75), 2.6, 115, -14)
        page = browser.Page(driver, handle.address, SHOWN, FILM)
        page.shown()
        page.drawn()
        body = m.body("chest").id
        x, y = page.project(d.xpos[body])
        page.double_click(x, y)
        page.wait("gelenk.state().selected > 0")
        page.hold(Keys.CONTROL)
        page.press(2)
        count = round(SECONDS * RATE)
        for k in range(count):
            share = min(1.0, k / (0.5 * count))
            up = 150 * np.sin(0.5 * np.pi * share)
            if k < round(0.62 * count):
                page.go((x + 40 * share, y - up))
            elif k == round(0.62 * count):
                release(page, Keys)
            end = d.time + 1 / RATE
            while d.time < end:
                gelenk.mj_step(m, d)
                handle.sync()
            pictures.append(shot(page))
    save(pictures, IMAGES / "viewer.gif")


def release(page: browser.Page, keys: object) -> None:
    """Let go."""
    page.press(2, down=False)
    page.hold(keys.CONTROL, down=False)


def save(pictures: list[Image.Image], path: Path) -> None:
    """A film that repeats itself, in few colors."""
    # colors of the middle, where what moves is, of a few pictures
    width, height = pictures[0].size
    box = (width // 4, height // 8, 3 * width // 4, height)
    some = [p.crop(box) for p in pictures[:: max(1, len(pictures) // 6)]]
    sample = Image.new("RGB", (some[0].width, sum(p.height for p in some)))
    for i, p in enumerate(some):
        sample.paste(p, (0, i * p.height))
    palette = sample.quantize(COLORS, dither=Image.Dither.NONE)
    frames = [p.quantize(palette=palette, dither=Image.Dither.NONE) for p in pictures]
    frames[0].save(
        path, save_all=True, append_images=frames[1:], duration=1000 // RATE, loop=0, optimize=True
    )


def still(driver: object, name: str, path: str, scene: tuple, opened: dict[str, object]) -> None:
    """The whole page with panels, of a model that its controller moves."""
    m, control = models.load(path), models.controller(path)
    d = gelenk.MjData(m)
    if key := models.SHOWS[path].keyframe:
        gelenk.mj_resetDataKeyframe(m, d, m.key(key).id)

    def step(count: int) -> None:
        for _ in range(count):
            control(m, d)
            gelenk.mj_step(m, d)

    step(scene[0])
    with viewer.launch_passive(m, d, port=0, browser=False) as handle:
        look(handle, *scene[1:])
        page = browser.Page(driver, handle.address, opened.pop("more", SHOWN), STILL)
        page.shown()
        for id, value in opened.items():
            page.js("gelenk.set(arguments[0], arguments[1])", id, value)
        for _ in range(150):  # so that there is something to plot
            step(1)
            show(handle)
        shot(page).save(IMAGES / f"{name}.png", optimize=True)


SCENES = {  # name -> steps, camera (azimuth, elevation, parts of the usual distance), options
    "humanoid": (150, (125, -18, 0.8), ("mjVIS_CONTACTPOINT", "mjVIS_CONTACTFORCE")),
    "boxes50": (300, (60, -28, 0.7), ()),
    "arm7": (50, (120, -20, 1.0), ("mjVIS_JOINT", "mjVIS_TRANSPARENT")),
    "cloth": (200, (100, -25, 0.9), ()),
    "rope": (200, (90, -20, 0.9), ("mjVIS_FLEXVERT", "mjVIS_FLEXEDGE")),
    "softbody": (150, (130, -20, 0.9), ()),
    "terrain": (100, (40, -35, 0.6), ()),
    "hand": (100, (160, -25, 0.8), ("mjVIS_TENDON", "mjVIS_ACTUATOR")),
    "tendon_arm": (60, (90, -10, 0.9), ("mjVIS_TENDON",)),
    "muscle_arm": (100, (90, -15, 0.9), ("mjVIS_ACTIVATION",)),
    "pile": (400, (50, -30, 0.7), ("mjVIS_COM",)),
}


def beside(driver: object, folder: Path) -> None:
    """Page and renderer beside each other."""
    folder.mkdir(parents=True, exist_ok=True)
    width, height = FILM
    for name, (steps, (azimuth, elevation, part), shown) in SCENES.items():
        m = models.load(name)
        d = gelenk.MjData(m)
        gelenk.mj_step(m, d, steps)
        m.vis.global_.offwidth, m.vis.global_.offheight = FILM
        with viewer.launch_passive(
            m, d, port=0, browser=False, show_left_ui=False, show_right_ui=False
        ) as handle:
            look(handle, m.stat.center, part * 1.5 * m.stat.extent, azimuth, elevation)
            with handle.lock():
                for flag in shown:
                    handle.opt.flags[getattr(gelenk.mjtVisFlag, flag)] = 1
            handle.sync()
            page = browser.Page(driver, handle.address, SHOWN + "&embed=1", FILM)
            page.shown().drawn()
            theirs = page.picture()
            with gelenk.Renderer(m, height, width) as renderer:
                renderer.update_scene(d, handle.cam, handle.opt)
                ours = np.asarray(Image.fromarray(renderer.render()).resize(theirs.shape[1::-1]))
            apart = np.abs(theirs.astype(int) - ours).mean()
            Image.fromarray(np.hstack([theirs, ours])).save(folder / f"{name}_{apart:.1f}.png")


def main() -> None:
    """All of them, or those that are named: panels, light, film."""
    if sys.argv[1:2] == ["beside"]:
        browser.or_skip()
        driver = browser.start()
        try:
            beside(driver, Path(sys.argv[2]))
        finally:
            driver.quit()
        return
    browser.or_skip()
    driver = browser.start()
    try:
        overlays = {
            "option/info": True,
            "rendering/vis/contact_force": True,
            "rendering/vis/contact_point": True,
        }
        light = {"more": "&theme=light", "option/profiler": True, "rendering/vis/contact_point": True}
        makers = {
            "panels": lambda: still(
                driver, "viewer_panels", "humanoid", (220, (0, 0, 0.6), 3.0, 125, -18), overlays
            ),
            "light": lambda: still(
                driver, "viewer_light", "boxes50", (800, (0, 0, 0.35), 3.2, 60, -28), light
            ),
            "film": lambda: film(driver),
        }
        for name in sys.argv[1:] or makers:
            makers[name]()
    finally:
        driver.quit()


if __name__ == "__main__":
    main()
