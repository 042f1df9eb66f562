"""Pictures of `gelenk picture`: options, rendering and output files.

Documents: Programming / Visualization
"""

from pathlib import Path
from typing import Any

import numpy as np

import gelenk
from gelenk.algebra.portable_arrays import unique_rows
from gelenk.cli import animation, arguments, simulate
from gelenk.cli.progress import announce_if_slow, print_result
from gelenk.errors import nearest
from gelenk.render import capture, default_look, pictures
from gelenk.render.context import check_size
from gelenk.tables.enums import mjtRndFlag, mjtVisFlag

_VISUAL = {name.removeprefix("mjVIS_").lower(): int(flag) for name, flag in mjtVisFlag.__members__.items()}
_DRAWN = {name.removeprefix("mjRND_").lower(): int(flag) for name, flag in mjtRndFlag.__members__.items()}
for _count in ("mjnvisflag", "mjnrndflag"):
    _VISUAL.pop(_count, None)
    _DRAWN.pop(_count, None)


def parse_size(text: str) -> tuple[int, int]:
    """Parse an image size such as "640x480" into width and height."""
    width, cross, height = text.lower().partition("x")
    if not (cross and width.strip().isdecimal() and height.strip().isdecimal()):
        raise gelenk.Error(f"a size must have the form 640x480, not '{text}'")
    found = int(width[:9]), int(height[:9])
    try:
        check_size(*found)
    except ValueError as error:
        raise gelenk.Error(str(error)) from None
    return found


def kind_of(depth: bool, segmentation: bool) -> str:
    """Return the kind of picture: rgb, depth or segmentation."""
    if depth and segmentation:
        raise gelenk.Error("a picture shows depth or segmentation, not both")
    return "depth" if depth else "segmentation" if segmentation else "rgb"


def parse_flags(show: list[str], hide: list[str]) -> tuple[gelenk.MjvOption, dict[int, bool]]:
    """Return the MjvOption and the rendering flags that these names set."""
    option = gelenk.MjvOption()
    drawn: dict[int, bool] = {}
    for names, on in ((show, True), (hide, False)):
        for name in names:
            if name in _VISUAL:
                option.flags[_VISUAL[name]] = on
            elif name in _DRAWN:
                drawn[_DRAWN[name]] = on
            else:
                known = sorted({*_VISUAL, *_DRAWN})
                hint = nearest(name, known) or f"there are {', '.join(known)}"
                raise gelenk.Error(
                    f"no element or flag that can be shown or hidden is called '{name}'", hint=hint
                )
    return option, drawn


def advance(m: gelenk.MjModel, d: gelenk.MjData, seconds: float, controller: Any) -> None:
    """Simulate for so many seconds, with a controller unless None."""
    simulate.step_with_controller(m, d, round(seconds / m.opt.timestep), controller)


def state_to_draw(
    m: gelenk.MjModel, model: str, keyframe: str | None, seconds: float, controlled: bool
) -> gelenk.MjData:
    """Return the state to draw: a keyframe or the initial state, simulated for some seconds."""
    d = arguments.start_data(
        m, keyframe or (arguments.default_keyframe(model, controlled) if seconds else None)
    )
    with announce_if_slow("simulating"):
        advance(m, d, seconds, arguments.find_controller(model) if controlled else None)
    return d


def free_camera(
    m: gelenk.MjModel,
    camera: str | None,
    azimuth: float | None,
    elevation: float | None,
    distance: float | None,
    lookat: tuple[float, float, float] | None,
) -> gelenk.MjvCamera | None:
    """Return the free camera of the model with these changes; None if there is none."""
    wanted = {"azimuth": azimuth, "elevation": elevation, "distance": distance}
    changes = {name: value for name, value in wanted.items() if value is not None}
    if not changes and lookat is None:
        return None
    if camera not in (None, "-1"):
        raise gelenk.Error(
            "azimuth, elevation, distance and lookat move the free camera", hint="leave --camera out"
        )
    if distance is not None and distance <= 0:
        raise gelenk.Error(f"the distance must be > 0 [m], got {distance:g}")
    made = gelenk.MjvCamera()
    gelenk.mjv_defaultFreeCamera(m, made)
    for name, value in changes.items():
        setattr(made, name, value)
    if lookat is not None:
        made.lookat[:] = lookat
    return made


def draw(
    m: gelenk.MjModel,
    d: gelenk.MjData,
    view: animation.View | None,
    wanted: tuple[int, int],
    kind: str,
    option: gelenk.MjvOption,
    drawn: dict[int, bool],
    hidden: default_look.CoveredGeoms | None = None,
) -> np.ndarray:
    """Render an image from a camera; None: the first one of the model, or from the side.

    hidden  collision geoms that are not drawn; None: draw as the Renderer does, without the look of `default_look`
    """
    gelenk.mj_forward(m, d)
    if view is None:
        view = (
            0 if m.ncam else animation.side_camera(m, animation.bounds_of_scene(m, d), wanted[0] / wanted[1])
        )
    if hidden is None or kind != "rgb":
        return pictures(m, d, view, *wanted, kind, option=option, flags=drawn)[0, 0]
    return default_look.draw_picture(m, d, capture.find_camera(m, view), wanted, option, drawn, hidden)


def choose_groups(
    m: gelenk.MjModel, option: gelenk.MjvOption, group: str | None, plain: bool
) -> default_look.CoveredGeoms | None:
    """Show the groups that the user names, or hide covered collision geoms and print a note.

    Returns the hidden geoms; None if the image shall equal that of the Renderer
    """
    if group is not None:
        show_groups(group, option)
        return None if plain else default_look.CoveredGeoms()
    if plain:
        return None
    hidden, text = hide_covered(m, option)
    if text:
        print_result("hidden", text)
    return hidden


def hide_covered(m: gelenk.MjModel, option: gelenk.MjvOption) -> tuple[default_look.CoveredGeoms, str]:
    """Hide collision geoms that visual ones cover; return them and a note for the user."""
    found = default_look.covered_geoms(m)
    for group in found.groups:
        option.geomgroup[group] = 0
    everything = ",".join(map(str, range(default_look.SHOWN_GROUPS)))
    count = int(np.isin(m.geom_group, found.groups).sum()) + len(found.geoms)
    text = f"{count} collision geoms that visual ones cover; --group {everything} shows them"
    return found, text if found else ""


def show_groups(text: str, option: gelenk.MjvOption) -> None:
    """Show only the geoms of the groups in a text such as "0,1,2"."""
    found = [part.strip() for part in text.split(",")]
    if not all(part.isdecimal() and int(part) < len(option.geomgroup) for part in found):
        raise gelenk.Error(f"--group must be numbers from 0 to 5 such as 0,1,2, got '{text}'")
    option.geomgroup[:] = 0
    option.geomgroup[[int(part) for part in found]] = 1


def save(path: Path, pixels: np.ndarray, kind: str) -> None:
    """Write an image: .npy unchanged, other formats as colors."""
    if path.suffix == ".npy":
        np.save(path, pixels, allow_pickle=False)
        return
    from PIL import Image

    try:
        Image.fromarray(to_colors(pixels, kind)).save(path)
    except (ValueError, KeyError):
        raise gelenk.Error(
            f"a picture is saved as .png, .jpg, .webp, .npy, ..., not as '{path.name}'"
        ) from None


def to_colors(pixels: np.ndarray, kind: str) -> np.ndarray:
    """Convert depth (near is bright) or segmentation (a color per object) to colors."""
    if kind == "depth":
        far = pixels >= 0.999 * pixels.max()
        low, high = pixels.min(), pixels[~far].max() if (~far).any() else pixels.max()
        bright = 255 - 215 * (pixels - low) / max(high - low, 1e-9)
        return np.where(far, 0, np.clip(bright, 0, 255)).astype(np.uint8)
    if kind == "segmentation":
        objects, _, place = unique_rows(pixels.reshape(-1, 2))
        palette = 55 + (np.outer(np.arange(1, len(objects) + 1), (73, 151, 97)) % 200)
        palette[(objects == -1).all(axis=1)] = 0
        return palette[place.reshape(pixels.shape[:2])].astype(np.uint8)
    return pixels
