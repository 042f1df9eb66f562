"""MODEL argument of commands, and options for it: how a file or a shipped model is found.

Documents: Modeling / MJCF
"""

from __future__ import annotations

import contextlib
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

import gelenk
from gelenk import models as shipped
from gelenk.cli.progress import announce_if_slow
from gelenk.errors import nearest, nearest_of_all

if TYPE_CHECKING:
    from gelenk.runtime.data import MjData
    from gelenk.runtime.model import MjModel

SUFFIXES = (".xml", ".mjcf", ".urdf", ".mjb", ".mjz", ".zip")  # of files that the shell completes


def help_text() -> str:
    """Return the help text of MODEL: the kinds of files, and the names of the shipped models."""
    return (
        "File in MJCF or URDF (.xml, .urdf), archive with one (.zip, .mjz), or binary model (.mjb); "
        f"or a shipped model: {', '.join(shipped.names())}."
    )


def complete_names(begun: str) -> list[str]:
    """Return the shipped models and the files that complete the word ``begun``."""
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
