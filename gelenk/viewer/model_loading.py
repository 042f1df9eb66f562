"""Model loading for the viewer: from watched files, or from files dropped on the page.

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
Loader = Callable[[], Any]  # returns model and data, and optionally a path


def empty() -> Pair:
    """Return an empty model with its data."""
    m = MjModel.from_xml_string(EMPTY)
    return m, MjData(m)


def from_path(path: str | os.PathLike[str]) -> Pair:
    """Load model and data from a file: MJCF, URDF, MJB, or an archive."""
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
    """Load model and data from files of a page: the first model, with the others as assets.

    The files stay in memory; files on disk that the model names are not read.
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
    raise Error(f"none of the files is a model; model files end in {', '.join(MODELS)}")


def _text(name: str, content: bytes) -> str:
    try:
        return content.decode()
    except UnicodeDecodeError:
        raise Error("the file is not text", where=name) from None


def call(loader: Loader) -> Pair:
    """Return the model and data of a loader, without its path; raise TypeError for others."""
    found = loader()
    if not isinstance(found, tuple) or len(found) not in (2, 3):
        raise TypeError("a loader must return model and data")
    m, d = found[:2]
    if m is None:
        raise TypeError("a loader must return model and data, not None")
    return m, d if d is not None else MjData(m)


def keep_state(before: Pair, after: Pair) -> bool:
    """Copy the state to a new MjData if the sizes agree; return whether they do."""
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
    """A watcher for changes of a model file and of the files that it includes or names."""

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
        """Return whether any file has changed since the last call."""
        before, now = self._times, {}
        for file in before or {self.path: 0}:
            with contextlib.suppress(OSError):
                now[file] = os.stat(file).st_mtime_ns
        if now and now != before:
            self._times = self._now()
            return True
        return False
