"""Install gelenk as ``mujoco``, for programs that say ``import mujoco``.

Documents: drop-in / Private names; Add-ons

    import gelenk
    gelenk.install_as_mujoco()
    import mujoco          # is gelenk; mujoco.rollout is gelenk.rollout, mujoco._structs is gelenk._structs

The distribution gelenk-mujoco does this for a whole environment: its package ``mujoco`` calls `install_as_mujoco`.
Modules that gelenk lacks are searched in the folder of that package, where add-ons such as mujoco.mjx are installed.
"""

import importlib
import importlib.machinery
import sys
from collections.abc import Iterable
from types import ModuleType
from typing import Any

from gelenk.compat.aliases import ALIASES
from gelenk.runtime.assignment import file_name
from gelenk.tables.levels import is_known

NAME = "mujoco"
# modules of other packages that need a graphics driver -> modules of gelenk that replace them
_DRIVERS = {
    f"dm_control._render.{name}_renderer": "gelenk.compat.dm_control_contexts"
    for name in ("glfw", "pyopengl.egl", "pyopengl.osmesa")
} | {
    "dm_control.viewer.application": "gelenk.compat.dm_control_viewer",
    "robosuite.renderers.context.egl_context": "gelenk.compat.robosuite_contexts",
}
# modules of other packages that are patched after loading -> the module whose `take_over` patches them
_CHANGED = {"gymnasium.envs.mujoco.mujoco_rendering": "gelenk.compat.gymnasium_page"}


# module of the package mujoco -> module of gelenk, where that has another name
FACES = {"batch": "mujoco_batch"} if is_known("3.17.0") else {}


class _WithFaces(ModuleType):
    """Class of the package while installed as mujoco: the attribute `batch` is mujoco.batch."""

    @property
    def batch(self) -> ModuleType:
        """The module mujoco.batch; `import gelenk.batch` does not replace it."""
        return importlib.import_module("gelenk.mujoco_batch")

    @batch.setter
    def batch(self, module: ModuleType) -> None:
        pass


class _AliasLoader:
    """Loader that returns module ``gelenk.x`` for ``mujoco.x`` without running it again."""

    def __init__(self, target: str) -> None:
        self.target = target

    def create_module(self, spec: Any) -> ModuleType:
        module = importlib.import_module(self.target)
        self.spec = module.__spec__
        return module

    def exec_module(self, module: ModuleType) -> None:
        # restore the module's spec, which the import system has replaced by the alias's
        module.__spec__ = self.spec


class _AddOnLoader:
    """Loader of an add-on ``mujoco.x`` that is registered as ``gelenk.x`` before it runs.

    Otherwise `import mujoco.x.y as z` in the add-on fails, since it looks x up in gelenk before x has been loaded.
    """

    def __init__(self, loader: Any, name: str) -> None:
        self.loader, self.name = loader, name

    def __getattr__(self, attribute: str) -> Any:
        return getattr(self.loader, attribute)

    def exec_module(self, module: ModuleType) -> None:
        sys.modules[self.name] = module
        try:
            self.loader.exec_module(module)
        except BaseException:
            del sys.modules[self.name]
            raise


class _PatchingLoader:
    """Loader of a module of another package, patched after loading by one of gelenk's modules."""

    def __init__(self, loader: Any, ours: str) -> None:
        self.loader, self.ours = loader, ours

    def __getattr__(self, attribute: str) -> Any:
        return getattr(self.loader, attribute)

    def exec_module(self, module: ModuleType) -> None:
        self.loader.exec_module(module)
        importlib.import_module(self.ours).take_over(module)


class _Finder:
    """Finder of ``mujoco`` and its submodules: in gelenk, then in the folders of add-ons."""

    def __init__(self) -> None:
        self.folders: list[str] = []

    def find_spec(self, fullname: str, path: Any = None, target: Any = None) -> Any:
        head, _, rest = fullname.partition(".")
        if fullname in _DRIVERS:
            driver: Any = _AliasLoader(_DRIVERS[fullname])
            return importlib.machinery.ModuleSpec(fullname, driver)
        if fullname in _CHANGED:
            theirs = importlib.machinery.PathFinder.find_spec(fullname, path)
            if theirs is not None and theirs.loader is not None:
                theirs.loader = _PatchingLoader(theirs.loader, _CHANGED[fullname])  # type: ignore[assignment]
            return theirs
        if head == "gelenk" and rest and "." not in rest:
            return self._add_on(fullname, rest, path)
        if head != NAME:
            return None
        ours = f"gelenk.{FACES.get(rest, rest)}" if rest else "gelenk"
        parent = sys.modules.get(ours.rpartition(".")[0])
        own = getattr(parent, "__path__", None) if rest else None
        is_own = (
            rest in ALIASES
            or rest in FACES
            or (own and importlib.machinery.PathFinder.find_spec(ours, own) is not None)
        )
        if not rest or is_own:
            alias: Any = _AliasLoader(ours)  # Any, since _AliasLoader does not inherit from a loader class
            return importlib.machinery.ModuleSpec(fullname, alias, is_package=not rest)
        if "." not in rest:  # submodules of an add-on are found by its own path
            found = importlib.machinery.PathFinder.find_spec(fullname, self.folders)
            if found is not None and found.loader is not None:
                found.loader = _AddOnLoader(found.loader, ours)  # type: ignore[assignment]
            return found
        return None

    def _add_on(self, fullname: str, rest: str, path: Any) -> Any:
        """Find gelenk.mjx, which `from mujoco import mjx` imports because the package is gelenk."""
        found = importlib.machinery.PathFinder.find_spec(fullname, path)
        if found is None and importlib.machinery.PathFinder.find_spec(f"{NAME}.{rest}", self.folders):
            alias: Any = _AliasLoader(f"{NAME}.{rest}")
            return importlib.machinery.ModuleSpec(fullname, alias, is_package=True)
        return found


_finder = _Finder()


def install_as_mujoco(folders: Iterable[str] = ()) -> None:
    """Make ``import mujoco`` return gelenk in this process.

    folders   folders of submodules of ``mujoco`` that gelenk lacks (mujoco.mjx)
    Errors    RuntimeError if another package mujoco has been imported already
    Source    design / Drop-in
    """
    import gelenk

    if isinstance(folders, str | bytes) or not isinstance(folders, Iterable):
        raise TypeError(f"install_as_mujoco: folders must be a list of folders, not {type(folders).__name__}")
    names = [file_name("install_as_mujoco: folders", folder) for folder in folders]
    loaded = sys.modules.get(NAME)
    partly = loaded is not None and getattr(loaded.__spec__, "_initializing", False)
    if loaded is not None and loaded is not gelenk and not partly:
        raise RuntimeError(
            f"the package {NAME} at {getattr(loaded, '__file__', '?')} was imported before: "
            "call gelenk.install_as_mujoco() first"
        )
    _finder.folders += [folder for folder in names if folder not in _finder.folders]
    if _finder not in sys.meta_path:
        sys.meta_path.insert(0, _finder)
    if FACES:
        gelenk.__dict__.pop("batch", None)
        gelenk.__class__ = _WithFaces
    sys.modules[NAME] = gelenk
