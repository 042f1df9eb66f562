"""Finding and loading the model that a command names: a file, or a model that the package ships.

Documents: Modeling / MJCF
"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import gelenk
from gelenk import models as shipped
from gelenk.errors import nearest

if TYPE_CHECKING:
    from gelenk.runtime.data import MjData
    from gelenk.runtime.model import MjModel


def locate(name: str) -> Path:
    """The file that ``name`` means; Error saying what would be right when there is none."""
    path = Path(name)
    if path.is_file():
        return path
    known = shipped.names()
    if name in known:
        return shipped.path(name)
    if path.is_dir():
        raise gelenk.Error(f"'{name}' is a folder, not a model file")
    hints = (nearest(name, known), f"shipped models are {', '.join(known)}")
    raise gelenk.Error(f"there is no file '{name}'", hint=" ".join(filter(None, hints)))


def load(name: str, within: list[Path] | None = None) -> MjModel:
    """MjModel of ``name``, a model file or an archive; with ``within``, only files in these folders are read."""
    path = locate(name)
    folders = [str(folder) for folder in within] if within else None
    if path.suffix.lower() not in (".zip", ".mjz"):
        return gelenk.MjModel.from_xml_path(str(path), within=folders)
    from gelenk.modeling.compiler.compile import compile
    from gelenk.modeling.mjcf.read import from_zip

    return compile(from_zip(path))


def keyframe(m: MjModel, key: str | None) -> int:
    """Index of the keyframe called ``key``, or with that number; -1 for None."""
    if key is None:
        return -1
    names = [m.key(k).name for k in range(m.nkey)]
    if key in names:
        return names.index(key)
    if key.isdecimal() and int(key) < m.nkey:
        return int(key)
    known = ", ".join(name or str(k) for k, name in enumerate(names)) or "none"
    raise gelenk.Error(f"the model has no keyframe '{key}'", hint=f"it has {known}")


def start(m: MjModel, key: str | None = None) -> MjData:
    """MjData of ``m``, at its keyframe ``key`` if given."""
    k = keyframe(m, key)
    d = gelenk.MjData(m)
    if k >= 0:
        gelenk.mj_resetDataKeyframe(m, d, k)
    return d


def camera(m: MjModel, key: str) -> int | str:
    """The camera called ``key``, or with that number: what the renderer takes."""
    names = [m.cam(k).name for k in range(m.ncam)]
    if key in names or key == "-1":
        return -1 if key == "-1" and key not in names else key
    if key.isdecimal() and int(key) < m.ncam:
        return int(key)
    known = ", ".join(name or str(k) for k, name in enumerate(names)) or "none"
    raise gelenk.Error(f"the model has no camera '{key}'", hint=f"it has {known}, and -1 is the free one")
