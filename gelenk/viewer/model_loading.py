"""Model loading for the viewer: from watched files, or from files dropped on the page.

Documents: design / In; promises / Files
"""

import contextlib
import os
import tempfile
from collections.abc import Callable, Iterable, Mapping
from pathlib import Path
from typing import Any

import numpy as np

from gelenk.api import mj_files
from gelenk.api.model_methods import MjModel
from gelenk.errors import Error
from gelenk.runtime import state
from gelenk.runtime.assignment import file_name
from gelenk.runtime.data import MjData
from gelenk.tables.enums import mjtPluginCapabilityBit, mjtState
from gelenk.tables.fields_data import STATE

MODELS = (".xml", ".mjcf", ".urdf", ".mjb", ".mjz", ".zip")
EMPTY = "<mujoco model='no model'/>"
Pair = tuple[Any, Any]
Loader = Callable[[], Any]  # returns model and data, and optionally a path


def empty_model() -> Pair:
    """Return an empty model with its data."""
    m = MjModel.from_xml_string(EMPTY)
    return m, MjData(m)


def from_path(path: str | os.PathLike[str], plugins: Iterable[Any] = ()) -> Pair:
    """Load model and data from a file: MJCF, URDF, MJB, or an archive.

    plugins   passive forces (Plugin) that are added to the model if it does not use them
    """
    suffix = Path(path).suffix.lower()
    plugins = [p for p in plugins if int(p.capabilities) & mjtPluginCapabilityBit.mjPLUGIN_PASSIVE]
    if suffix == ".mjb":
        m = MjModel.from_binary_path(file_name("path", path))
    elif plugins and suffix in (".xml", ".mjcf", ".urdf"):
        from gelenk.modeling.compiler.compile import compile
        from gelenk.modeling.mjcf.read import from_file

        spec = from_file(file_name("path", path))
        _add_forces(spec, plugins)
        m = compile(spec)
    elif suffix in (".mjz", ".zip"):
        from gelenk.modeling.compiler.compile import compile
        from gelenk.modeling.mjcf.read import from_zip

        m = compile(from_zip(path))
    else:
        m = MjModel.from_xml_path(file_name("path", path))
    return m, MjData(m)


def _add_forces(spec: Any, plugins: Iterable[Any]) -> None:
    """Add unused plugins to the first bodies of a spec that have none."""
    bodies = [b for b in spec.bodies[1:] if not b.plugin.active]
    used = {p.plugin_name for p in spec.plugins} | {b.plugin.plugin_name for b in spec.bodies}
    from gelenk.modeling.spec.edit_methods import activate_plugin

    for plugin, body in zip((p for p in plugins if p.name not in used), bodies, strict=False):
        activate_plugin(spec, plugin.name)
        body.plugin.active, body.plugin.plugin_name = True, plugin.name


def from_files(files: Mapping[str, bytes]) -> Pair:
    """Load model and data from files of a page: the first model, with the others as assets.

    The files stay in memory; files on disk that the model names are not read.
    """
    with tempfile.TemporaryDirectory(prefix="gelenk-viewer-") as folder:
        for name, content in files.items():
            suffix = Path(name).suffix.lower()
            if suffix in (".xml", ".mjcf", ".urdf"):
                assets = {**files}
                m = MjModel.from_xml_string(_decode_text(name, content), assets, within=[folder])
                return m, MjData(m)
            if suffix in (".mjb", ".mjz", ".zip"):
                path = Path(folder, "model" + suffix)
                path.write_bytes(content)
                return from_path(path)
    raise Error(f"none of the files is a model; model files end in {', '.join(MODELS)}")


def _decode_text(name: str, content: bytes) -> str:
    try:
        return content.decode()
    except UnicodeDecodeError:
        raise Error("the file is not text", where=name) from None


def call_loader(loader: Loader) -> Pair:
    """Return the model and data of a loader, without its path; raise TypeError for others."""
    found = loader()
    if not isinstance(found, tuple) or len(found) not in (2, 3):
        raise TypeError("a loader must return model and data")
    m, d = found[:2]
    if m is None:
        raise TypeError("a loader must return model and data, not None")
    return m, d if d is not None else MjData(m)


def keep_state(before: Pair, after: Pair) -> bool:
    """Copy the state to a new MjData if nq, nv and na agree; return whether they do.

    Parts whose size has changed, such as the state of plugins, keep their initial values.
    """
    (m, d), (new, fresh) = before, after
    if any(getattr(m, size) != getattr(new, size) for size in ("nq", "nv", "na")):
        return False
    for part in (row.state for row in STATE if row.state & mjtState.mjSTATE_FULLPHYSICS):
        values = np.zeros(state.size(m, part))
        if len(values) == state.size(new, part):
            state.get(m, d, values, part)
            state.put(new, fresh, values, part)
    return True


class Watcher:
    """A watcher for changes of a model file and of the files that it includes or names."""

    def __init__(self, path: str | os.PathLike[str]) -> None:
        self.path = file_name("path", path)
        self._times = self._file_times()

    def _watched_files(self) -> list[str]:
        found = [self.path]
        if Path(self.path).suffix.lower() in (".xml", ".mjcf"):
            with contextlib.suppress(Error, OSError, ValueError):
                found += list(mj_files.mju_getXMLDependencies(self.path))
        return found

    def _file_times(self) -> dict[str, int]:
        times = {}
        for file in self._watched_files():
            with contextlib.suppress(OSError):
                times[file] = os.stat(file).st_mtime_ns
        return times

    def has_changed(self) -> bool:
        """Return whether any file has changed since the last call."""
        before, now = self._times, {}
        for file in before or {self.path: 0}:
            with contextlib.suppress(OSError):
                now[file] = os.stat(file).st_mtime_ns
        if now and now != before:
            self._times = self._file_times()
            return True
        return False
