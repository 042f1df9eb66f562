"""Arguments of commands: MODEL with its options, and output files.

Documents: Modeling / MJCF; Modeling / Getting started

MODEL is a file or a shipped model, which is found by its name; its options choose keyframe, camera and controller.

Output files are checked for format, folder and packages before the work starts.
"""

from __future__ import annotations

import contextlib
import os
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

import gelenk
from gelenk import models as shipped
from gelenk.cli import animation
from gelenk.cli.progress import announce_if_slow
from gelenk.errors import nearest, nearest_of_all

if TYPE_CHECKING:
    from gelenk.runtime.data import MjData
    from gelenk.runtime.model import MjModel

SUFFIXES = (".xml", ".mjcf", ".urdf", ".mjb", ".mjz", ".zip")  # of the files that shell completion offers


def help_text() -> str:
    """Return the help text of MODEL: the kinds of files, and the names of the shipped models."""
    return (
        "File in MJCF or URDF (.xml, .urdf), archive with one (.zip, .mjz), or binary model (.mjb); "
        f"or a shipped model: {', '.join(shipped.names())}."
    )


def complete_names(begun: str) -> list[str]:
    """Return the names of shipped models and files that complete the word ``begun``."""
    folder, _, start = begun.rpartition("/")
    with contextlib.suppress(OSError):
        entries = sorted(Path(folder or ("/" if begun.startswith("/") else ".")).iterdir())
        before = begun[: len(begun) - len(start)]
        files = [
            f"{before}{entry.name}{'/' if entry.is_dir() else ''}"
            for entry in entries
            if entry.name.startswith(start) and (entry.is_dir() or entry.suffix.lower() in SUFFIXES)
        ]
        return [name for name in shipped.names() if name.startswith(begun)] + files
    return [name for name in shipped.names() if name.startswith(begun)]


Model = Annotated[
    str,
    typer.Argument(
        metavar="MODEL",
        help=help_text(),
        autocompletion=complete_names,
    ),
]
Keyframe = Annotated[
    str | None,
    typer.Option("--keyframe", "-k", metavar="KEY", help="Start at this keyframe (name or number)."),
]
Camera = Annotated[
    str | None,
    typer.Option(
        "--camera", "-c", metavar="CAMERA", help="Camera of the model (name or number); -1: the free one."
    ),
]
Controlled = Annotated[
    bool,
    typer.Option(
        "--controller/--no-controller", help="Whether a shipped model does what `gelenk models` says."
    ),
]
Within = Annotated[
    list[Path] | None,
    typer.Option(metavar="FOLDER", help="Read only files inside this folder; may be given several times."),
]


def find_file(name: str) -> Path:
    """Return the file that ``name`` denotes, or raise Error with suggestions."""
    path = Path(name)
    if path.is_file():
        return path
    known = shipped.names()
    if name in known:
        return shipped.path(name)
    if path.is_dir():
        raise gelenk.Error(f"'{name}' is a folder, not a model file")
    hint = nearest_of_all(name, known, "shipped models are")
    raise gelenk.Error(f"there is no file '{name}'", hint=hint)


def load(name: str, within: list[Path] | None = None) -> MjModel:
    """Load ``name``: a file in MJCF or URDF, an archive, or a binary model.

    within   folders outside of which no file is read
    """
    path = find_file(name)
    folders = [str(folder) for folder in within] if within else None
    suffix = path.suffix.lower()
    with announce_if_slow(f"loading {path.name}"):
        if suffix == ".mjb":
            return gelenk.MjModel.from_binary_path(str(path))
        if suffix not in (".zip", ".mjz"):
            return gelenk.MjModel.from_xml_path(str(path), within=folders)
        from gelenk.modeling.compiler.compile import compile
        from gelenk.modeling.mjcf.read import from_zip

        return compile(from_zip(path))


def find_keyframe(m: MjModel, key: str | None) -> int:
    """Return the index of a keyframe by name or number; -1 for None."""
    if key is None:
        return -1
    names = [m.key(k).name for k in range(m.nkey)]
    if key in names:
        return names.index(key)
    if key.isdecimal() and int(key) < m.nkey:
        return int(key)
    raise gelenk.Error(f"the model has no keyframe '{key}'", hint=_hint(key, names))


def start_data(m: MjModel, key: str | None = None) -> MjData:
    """Return a new MjData of ``m``, at its keyframe ``key`` if given."""
    k = find_keyframe(m, key)
    d = gelenk.MjData(m)
    if k >= 0:
        gelenk.mj_resetDataKeyframe(m, d, k)
    return d


def find_controller(name: str) -> Any:
    """Return the controller of a shipped model; None for files, and for models that have none."""
    return None if Path(name).is_file() or name not in shipped.names() else shipped.controller(name)


def default_keyframe(name: str, control: bool = True) -> str | None:
    """Return the keyframe from which a shipped model is shown, if there is one."""
    if not control or Path(name).is_file() or name not in shipped.names():
        return None
    return shipped.SHOWS[name].keyframe or None


def find_view(m: MjModel, name: str, key: str | None) -> Any:
    """Return the named camera, the free one of a shipped model, or None."""
    if key is not None:
        return find_camera(m, key)
    return None if Path(name).is_file() or name not in shipped.names() else -1


def find_camera(m: MjModel, key: str) -> int | str:
    """Return the camera with this name or number, as the renderer takes it."""
    names = [m.cam(k).name for k in range(m.ncam)]
    if key in names or key == "-1":
        return -1 if key == "-1" and key not in names else key
    if key.isdecimal() and int(key) < m.ncam:
        return int(key)
    raise gelenk.Error(
        f"the model has no camera '{key}'", hint=f"{_hint(key, names)}, and -1 is the free one"
    )


def _hint(key: str, names: list[str]) -> str:
    """Return the hint for an unknown name: the nearest name, and all names or numbers."""
    known = ", ".join(name or str(k) for k, name in enumerate(names)) or "none"
    return " ".join(filter(None, (nearest(key, filter(None, names)), f"it has {known}")))


# Output files

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
