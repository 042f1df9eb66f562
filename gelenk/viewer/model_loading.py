"""Loading models for the viewer: from files that may change, from files that were dropped on the page.

Documents: design / In; promises / Files
"""

import contextlib
import os
import tempfile
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import numpy as np

from gelenk.api import mj_files
from gelenk.api.model_methods import MjModel
from gelenk.errors import Error
from gelenk.runtime import state
from gelenk.runtime.assignment import file_name
from gelenk.runtime.data import MjData
from gelenk.tables.enums import mjtState

MODELS = (".xml", ".mjcf", ".urdf", ".mjb", ".mjz", ".zip")
EMPTY = "<mujoco model='no model'/>"
Pair = tuple[Any, Any]
Loader = Callable[[], Any]  # gives model and data, and perhaps a path


def empty() -> Pair:
    """A model of nothing."""
    m = MjModel.from_xml_string(EMPTY)
    return m, MjData(m)


def from_path(path: str | os.PathLike[str]) -> Pair:
    """Model and data of a file: MJCF, URDF, MJB, or an archive."""
    suffix = Path(path).suffix.lower()
    if suffix == ".mjb":
        m = MjModel.from_binary_path(file_name("path", path))
    elif suffix in (".mjz", ".zip"):
        from gelenk.modeling.compiler.compile import compile
        from gelenk.modeling.mjcf.read import from_zip

        m = compile(from_zip(path))
    else:
        m = MjModel.from_xml_path(file_name("path", path))
    return m, MjData(m)


def from_files(files: Mapping[str, bytes]) -> Pair:
    """Model and data of files that a page has sent: the first one that is a model; the others are its assets.

    They stay in memory; files on disk that the model names are not read.
    """
    with tempfile.TemporaryDirectory(prefix="gelenk-viewer-") as folder:
        for name, content in files.items():
            suffix = Path(name).suffix.lower()
            if suffix in (".xml", ".mjcf", ".urdf"):
                assets = {**files}
                m = MjModel.from_xml_string(_text(name, content), assets, within=[folder])
                return m, MjData(m)
            if suffix in (".mjb", ".mjz", ".zip"):
                path = Path(folder, "model" + suffix)
                path.write_bytes(content)
                return from_path(path)
    raise Error(f"none of the files is a model; models end in {', '.join(MODELS)}")


def _text(name: str, content: bytes) -> str:
    try:
        return content.decode()
    except UnicodeDecodeError:
        raise Error("the file is no text", where=name) from None


def call(loader: Loader) -> Pair:
    """What a loader gives, a path behind it left out; TypeError for what is no model and data."""
    found = loader()
    if not isinstance(found, tuple) or len(found) not in (2, 3):
        raise TypeError("a loader gives a model and a data")
    m, d = found[:2]
    if m is None:
        raise TypeError("a loader gives a model and a data, not None")
    return m, d if d is not None else MjData(m)


def keep_state(before: Pair, after: Pair) -> bool:
    """Let a new data go on where the old one was, if their sizes agree; whether they do."""
    (m, d), (new, fresh) = before, after
    if any(getattr(m, size) != getattr(new, size) for size in ("nq", "nv", "na")):
        return False
    values = np.zeros(state.size(m, mjtState.mjSTATE_FULLPHYSICS))
    state.get(m, d, values, mjtState.mjSTATE_FULLPHYSICS)
    if len(values) != state.size(new, mjtState.mjSTATE_FULLPHYSICS):
        return False
    state.put(new, fresh, values, mjtState.mjSTATE_FULLPHYSICS)
    return True


class Watcher:
    """Notices that a file, or one that it includes or names, has changed."""

    def __init__(self, path: str | os.PathLike[str]) -> None:
        self.path = file_name("path", path)
        self._times = self._now()

    def _files(self) -> list[str]:
        found = [self.path]
        if Path(self.path).suffix.lower() in (".xml", ".mjcf"):
            with contextlib.suppress(Error, OSError, ValueError):
                found += list(mj_files.mju_getXMLDependencies(self.path))
        return found

    def _now(self) -> dict[str, int]:
        times = {}
        for file in self._files():
            with contextlib.suppress(OSError):
                times[file] = os.stat(file).st_mtime_ns
        return times

    def changed(self) -> bool:
        """Whether anything changed since this was last asked."""
        before, now = self._times, {}
        for file in before or {self.path: 0}:
            with contextlib.suppress(OSError):
                now[file] = os.stat(file).st_mtime_ns
        if now and now != before:
            self._times = self._now()
            return True
        return False
