"""Output files of commands: checks of format, folder and packages before the work starts.

Documents: Modeling / Getting started
"""

from __future__ import annotations

import os
from importlib.util import find_spec
from pathlib import Path

import gelenk
from gelenk.cli import animation

TRAJECTORIES = (".npz", ".csv")


def check_writable(path: Path) -> None:
    """Raise if a file cannot be written: no folder, a folder of this name, no permission."""
    if not path.parent.is_dir():
        raise gelenk.Error(f"'{path}' cannot be written: there is no folder '{path.parent}'")
    if path.is_dir():
        raise gelenk.Error(f"'{path}' cannot be written: it is a folder")
    if not os.access(path if path.exists() else path.parent, os.W_OK):
        owner = "the file is" if path.exists() else f"the folder '{path.parent}' is"
        raise gelenk.Error(f"'{path}' cannot be written: {owner} read-only for this user")


def check_trajectory(path: Path) -> None:
    """Raise if a trajectory cannot be written to a file."""
    if path.suffix not in TRAJECTORIES:
        raise gelenk.Error(f"a trajectory is saved as .npz or .csv, not as '{path.name}'")
    check_writable(path)


def check_plot(path: Path) -> None:
    """Raise if a plot cannot be written to a file."""
    try:
        from matplotlib.backend_bases import FigureCanvasBase
    except ImportError as error:
        raise gelenk.Error(f"plots need {error.name}: pip install 'gelenk[cli]'") from None
    if path.suffix not in ("", ".gif") and path.suffix[1:].lower() not in FigureCanvasBase.filetypes:
        raise gelenk.Error(f"a plot is saved as .png, .jpg, .pdf, .svg, ..., or .gif, not as '{path.name}'")
    check_writable(path)


def check_film(path: Path) -> None:
    """Raise if a film cannot be written to a file, or if imageio or ffmpeg is missing."""
    known = (".gif", *animation.VIDEOS)
    if path.suffix not in known:
        raise gelenk.Error(f"a film is saved as {', '.join(known)}, not as '{path.name}'")
    if path.suffix != ".gif":
        problem = video_problem()
        if problem:
            raise gelenk.Error(problem, hint="or write a .gif, which needs neither")
    check_writable(path)


def video_problem() -> str:
    """Return why videos cannot be written, with the remedy, or ""."""
    missing = [name for name in ("imageio", "imageio_ffmpeg") if find_spec(name) is None]
    if missing:
        return f"videos need {missing[0].replace('_', '-')}: pip install 'gelenk[video]'"
    from imageio_ffmpeg import get_ffmpeg_exe

    try:
        get_ffmpeg_exe()
    except RuntimeError:
        return (
            "videos need the program ffmpeg: pip install --force-reinstall 'imageio-ffmpeg', which has one, or "
            "name one in IMAGEIO_FFMPEG_EXE"
        )
    return ""


def check_results(trajectory: Path | None, films: list[Path], plots: list[Path]) -> None:
    """Raise if one of the files of a simulation cannot be written."""
    if trajectory is not None:
        check_trajectory(trajectory)
    for path in films:
        check_film(path)
    for path in plots:
        check_plot(path)


def check_picture(path: Path) -> None:
    """Raise if an image cannot be written to a file."""
    if path.suffix != ".npy":
        from PIL import Image

        if Image.registered_extensions().get(path.suffix.lower()) not in Image.SAVE:
            raise gelenk.Error(f"a picture is saved as .png, .jpg, .webp, .npy, ..., not as '{path.name}'")
    check_writable(path)
