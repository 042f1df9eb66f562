"""Watched files of the viewer: kernel files, which are compiled again, and model files.

Documents: design / Kernels; promises / Ctrl-C by object; design / In; promises / Files

Kernel files have plugins that are compiled again and swapped in when their file changes. `load_plugins` runs a file and
compiles the kernels of the plugins that it registers. A `KernelFile` watches the file and the modules beside it that it
imports. Its plugins keep their slots in the stage table (runtime/plugin_registry.py), so that swaps need no further
slots; the slot of a plugin that has left the file is used again.

Models are loaded from watched files (`Watcher`), or from files dropped on the page.
"""

import contextlib
import importlib
import linecache
import os
import re
import sys
import tempfile
import time
import traceback
import types
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from gelenk.api import mj_files
from gelenk.api.model_methods import MjModel
from gelenk.errors import Error
from gelenk.runtime import builtin_plugins, plugin_instances, plugin_registry, state
from gelenk.runtime.assignment import file_name
from gelenk.runtime.data import MjData
from gelenk.runtime.plugin_registry import Plugin, Prepared, Task
from gelenk.tables.enums import mjtPluginCapabilityBit, mjtState
from gelenk.tables.fields_data import STATE
from gelenk.tables.stages import PLUGINS
from gelenk.toolchain import build
from gelenk.toolchain.thread_start import start_thread

MODULE = "gelenk_kernels_"  # prefix of the name under which a file is run
Pair = tuple[Any, Any]  # model and data
_PLACE = re.compile(r'\n\s*File "([^"]*)", line (\d+)')  # location in messages about kernels


class Compiled(NamedTuple):
    """The result of reading a file: its plugins, or an error; and the time that it took [s]."""

    plugins: list[Prepared]
    error: BaseException | None
    seconds: float


def locate_error(error: BaseException, files: Iterable[str] = ()) -> Error:
    """Return an error with the place in the source that it is about.

    files   sources of the user; of a traceback, the last line in one of them counts
    """
    if isinstance(error, Error):
        return error
    kind = "" if isinstance(error, TypeError | ValueError | RuntimeError) else f"{type(error).__name__}: "
    text = str(error) or type(error).__name__
    if isinstance(error, SyntaxError):
        column = f":{error.offset}" if error.offset else ""
        return Error(f"{kind}{error.msg}", f"{error.filename}:{error.lineno or 1}{column}")
    if found := _PLACE.search(text):
        place = _current_place(found[1], int(found[2]), text[found.end() :].strip(), files)
        return Error(kind + text[: found.start()] + text[found.end() :], place)
    known = {*files}
    for frame in reversed(traceback.extract_tb(error.__traceback__)):
        if frame.filename in known:
            return Error(kind + text, f"{frame.filename}:{frame.lineno}")
    return Error(kind + text, next(iter(files), ""))


def _current_place(file: str, number: int, line: str, files: Iterable[str]) -> str:
    """Return file and number of a line of the user.

    A compiled library is found by the text of its kernels, and may name the file or the line of an earlier version.
    """
    for name in (file, *files) if line else ():
        lines = [text.strip() for text in linecache.getlines(name)]
        if name in files and lines[number - 1 : number] == [line]:
            return f"{name}:{number}"
        if name in files and line in lines:
            return f"{name}:{lines.index(line) + 1}"
    return f"{file}:{number}"


def load_plugins(path: str, siblings: set[str]) -> list[Prepared]:
    """Run a file, and return the plugins that it registers, with their kernels compiled.

    siblings   names of the modules beside the file that it imports: run again, and updated

    Errors     any error of the file; gelenk.Error: it registers no plugin
    """
    code = compile(Path(path).read_bytes(), path, "exec")
    name = MODULE + re.sub(r"\W", "_", Path(path).stem)
    module = types.ModuleType(name)
    module.__file__ = path
    with (
        _fresh_imports(os.path.dirname(path), siblings),
        _in_modules(name, module),
        plugin_registry.collect_plugins() as found,
        build.silent(),
    ):
        exec(code, module.__dict__)  # noqa: S102
    if not found:
        raise Error("the file registers no plugin: end it with gelenk.register_plugin(...)", path)
    return found


@contextlib.contextmanager
def _in_modules(name: str, module: types.ModuleType) -> Iterator[None]:
    """List a module in sys.modules, as dataclasses expect; restore the old one on an error."""
    before = sys.modules.get(name)
    sys.modules[name] = module
    try:
        yield
    except BaseException:
        if before is None:
            del sys.modules[name]
        else:
            sys.modules[name] = before
        raise


@contextlib.contextmanager
def _fresh_imports(folder: str, siblings: set[str]) -> Iterator[None]:
    """Import modules in ``folder`` from their current sources; keep the old ones on an error."""
    kept = {name: sys.modules.pop(name) for name in siblings if name in sys.modules}
    before = {*sys.modules}
    bytecode, sys.dont_write_bytecode = sys.dont_write_bytecode, True  # stale .pyc: files change twice in 1 s
    sys.path.insert(0, folder)
    importlib.invalidate_caches()
    try:
        yield
        siblings |= {name for name in {*sys.modules} - before if _is_beside(name, folder)}
    except BaseException:
        siblings |= {name for name in {*sys.modules} - before if _is_beside(name, folder)}
        sys.modules.update(kept)
        raise
    finally:
        sys.dont_write_bytecode = bytecode
        with contextlib.suppress(ValueError):
            sys.path.remove(folder)


def _is_beside(name: str, folder: str) -> bool:
    """Return whether a loaded module is a user's source file below a folder."""
    file = getattr(sys.modules.get(name), "__file__", None) or ""
    inside = os.path.abspath(file).startswith(os.path.join(os.path.abspath(folder), ""))
    return inside and "site-packages" not in file and name.partition(".")[0] != "gelenk"


class KernelFile:
    """The plugins of a file, and the thread that compiles them after a change.

    path   of the source file
    say    reports on plugins that were swapped in

    Errors  gelenk.Error: the file has an error, or registers no plugin
    """

    def __init__(self, path: str | os.PathLike[str], say: Callable[[str], None] = lambda text: None) -> None:
        builtin_plugins.register()
        self.path, self.say = os.path.abspath(path), say
        self.places: dict[str, int] = {}  # name of a plugin -> its number
        self.free: list[int] = []  # numbers whose plugin has left the file
        self.running: list[Prepared] = []
        self.before: list[Prepared] = []  # the plugins to return to if the running ones fail
        self.text = ""  # of the last swap
        self._siblings: set[str] = set()
        self._compiled: Compiled | None = None
        self._at_work = False
        self._times = self._file_times()
        self._reserve = build.Reserve()
        found = self._load()
        if found.error is not None:
            raise locate_error(found.error, self.files) from None
        self.install(found.plugins)
        self._report(found)
        self._reserve.fill()

    @property
    def files(self) -> list[str]:
        """The file and the modules beside it that it imports."""
        modules = (sys.modules.get(name) for name in sorted(self._siblings))
        return [self.path, *(file for m in modules if (file := getattr(m, "__file__", None)))]

    @property
    def name(self) -> str:
        """Name of the file."""
        return os.path.basename(self.path)

    def _file_times(self) -> dict[str, tuple[int, int]]:
        times = {}
        for file in self.files:
            with contextlib.suppress(OSError):
                found = os.stat(file)
                times[file] = found.st_mtime_ns, found.st_size
        return times

    def _load(self) -> Compiled:
        start = time.perf_counter()
        try:
            return Compiled(load_plugins(self.path, self._siblings), None, time.perf_counter() - start)
        except BaseException as error:  # also SystemExit of the file
            return Compiled([], error, time.perf_counter() - start)

    # ---- for the loop, between steps

    def poll(self) -> Compiled | None:
        """Start compiling after a change; return the result once it is there."""
        if self._at_work:
            return None
        found, self._compiled = self._compiled, None
        now = self._file_times()
        if now and now != self._times:  # a result that is outdated by a further change is dropped
            self._times, self._at_work = now, True
            start_thread(self._compile_in_thread, "gelenk-kernels")
            return None
        return found

    def _compile_in_thread(self) -> None:
        try:
            with self._reserve.used():
                self._compiled = self._load()
            self._times |= {file: at for file, at in self._file_times().items() if file not in self._times}
        finally:
            self._at_work = False
        self._reserve.fill()

    def install(self, plugins: list[Prepared]) -> None:
        """Register plugins in place of the previous ones.

        Errors   gelenk.Error: one has the name of a plugin from elsewhere, or there are too many
        """
        names = [made.plugin.name for made in plugins]
        for name in names:
            if name not in self.places and plugin_instances.find(name) >= 0:
                raise Error(f"another plugin '{name}' is registered already", self.path)
        new = [name for name in names if name not in self.places]
        gone = [name for name in self.places if name not in names]
        room = len(PLUGINS) - len(plugin_instances.REGISTERED) + len(self.free) + len(gone)
        if len(new) > room:
            raise Error(f"there is room for {room} further plugins, not for {len(new)}", self.path)
        for name in gone:
            number = self.places.pop(name)
            plugin_registry.replace(number, Prepared(Plugin(), 0))
            self.free.append(number)
        for made in plugins:
            name = made.plugin.name
            if name not in self.places:
                self.places[name] = self.free.pop() if self.free else plugin_registry.add(Plugin())
            plugin_registry.replace(self.places[name], made)
        self.running = plugins

    def _report(self, found: Compiled) -> None:
        names = ", ".join(made.plugin.name for made in found.plugins)
        self.text = f"{names}: compiled in {found.seconds:.2f} s"
        self.say(f"{self.name}   {self.text}")

    def close(self) -> None:
        """Free the slots of all plugins, and end the waiting compiler."""
        self._reserve.close()
        for number in self.places.values():
            plugin_registry.replace(number, Prepared(Plugin(), 0))

    # ---- models

    def swap(self, found: Compiled, pairs: Sequence[Pair], reload: Callable[[], None]) -> None:
        """Install compiled plugins between two steps; keep the old ones on an error.

        pairs    models with their data, whose state is kept
        reload   loads the models again; called if they do not fit the new plugins

        Errors   gelenk.Error: the file has an error, or its plugins are not valid for a model
        """
        if found.error is not None:
            raise locate_error(found.error, self.files) from None
        old, fits = self.running, all(self._fits_model(m, found.plugins) for m, _ in pairs)
        try:
            self.install(found.plugins)
            if fits:
                recompute_constants(pairs)
            else:
                reload()
        except Exception as error:
            self.install(old)
            recompute_constants(pairs)
            raise locate_error(error, self.files) from None
        self.before = old if fits else []
        self._report(found)

    def revert(self, pairs: Sequence[Pair]) -> bool:
        """Return to the plugins before the last swap; return whether there are any."""
        if not self.before:
            return False
        self.install(self.before)
        recompute_constants(pairs)
        self.before = []
        self.text = "the kernels before the last change are running"
        return True

    def _fits_model(self, m: Any, plugins: list[Prepared]) -> bool:
        """Return whether a model compiled with the running plugins is valid for ``plugins``.

        Constants may differ, but not attributes, capabilities and sizes; a shape is part of the compiled model.
        """
        if {made.plugin.name for made in plugins} != {*self.places}:
            return False
        return all(_is_like(m, self.places[made.plugin.name], made.plugin) for made in plugins)


def _is_like(m: Any, number: int, new: Plugin) -> bool:
    """Return whether instances of plugin ``number`` in a model are valid for another plugin."""
    old = plugin_instances.REGISTERED[number]
    if tuple(new.attributes) != tuple(old.attributes) or new.needstage != old.needstage:
        return False
    if int(new.capabilities) != int(old.capabilities) or int(new.capabilities) & Task.SDF:
        return False
    for i in range(m.nplugin):
        if m._a_plugin[i] != number:
            continue
        config = plugin_instances.config(m, i)
        if new.state_size(config) != m._a_plugin_statenum[i]:
            return False
        if int(new.capabilities) & Task.SENSOR and new.sensor_size(config) != old.sensor_size(config):
            return False
    return True


def recompute_constants(pairs: Iterable[Pair]) -> None:
    """Compute the constants of all plugin instances again."""
    for m, d in pairs:
        if m.nplugin:
            d.__dict__["_plugin_constants"] = []
            plugin_instances.attach(d)


# Model loading

MODELS = (".xml", ".mjcf", ".urdf", ".mjb", ".mjz", ".zip")
EMPTY = "<mujoco model='no model'/>"
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
