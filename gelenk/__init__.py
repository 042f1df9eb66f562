"""Gelenk: multi-joint dynamics with contact in Python, a drop-in for ``mujoco``.

    import gelenk as mujoco

    m = mujoco.MjModel.from_xml_path("arm.xml")
    d = mujoco.MjData(m)
    mujoco.mj_step(m, d)

Packages in reading order; each imports only those above it:

    tables      the sources of truth: enums, fields of the structs, schema of MJCF, signatures, stages
    toolchain   from Python to machine code: compiling, caching and loading kernels
    algebra     vectors, quaternions, spatial vectors as tuples
    engine      dynamics of a model as kernels: start at engine/step.py
    runtime     Python objects over memory: models, data, callbacks; start at runtime/pipeline.py
    modeling    spec, MJCF, assets and the compiler: start at modeling/compiler/compile.py
    scene       visible geoms, lights and cameras of a state
    render      images of scenes
    batch       many worlds of one model
    api         the documented functions and classes
    gradients   exact derivatives, by stages that carry tangents
    viewer      interactive view in the browser
    compat      aliases of the names of the package mujoco
    migration   models rewritten for other releases
    models      models shipped with the package
    cli         the command line
    envs        tasks for reinforcement learning
"""

from importlib import import_module as _import_module
from typing import Any as _Any

from gelenk.api import callbacks as _hooks
from gelenk.api import exports as _exports
from gelenk.api.simulate import specialize
from gelenk.compat.aliases import ALIASES as _ALIASES
from gelenk.compat.install import install_as_mujoco
from gelenk.errors import Error
from gelenk.errors import UnknownAttribute as _UnknownAttribute
from gelenk.tables.levels import LEVEL as __version__
from gelenk.version import __version__ as version

# nearly every program loads a model, so these modules are imported and the common libraries loaded at once
_passes = ("actuators", "keys", "options", "relations", "sensors", "textures")
for _name in (
    "modeling.mjcf.parse",
    "modeling.mjcf.read",
    "modeling.compiler.compile",
    *(f"modeling.compiler.{_name}" for _name in _passes),
):
    _import_module(f"gelenk.{_name}")
_import_module("gelenk.runtime.required_libraries").load_usual()

__path__.append(f"{__path__[0]}/compat")  # contains gelenk.msh2obj, gelenk.introspect, gelenk.mjpython

# private modules of 3.5.0 that programs use, imported on demand
_PRIVATE = tuple(_name for _name in _ALIASES if _name.startswith("_"))
_MODULES = (
    "batch",
    "gradients",
    "kernels",
    "migration",
    "models",
    "render",
)  # public modules, imported on demand

_public = {
    "Error": Error,
    "install_as_mujoco": install_as_mujoco,
    "specialize": specialize,
    "version": version,
}
_public |= {"__version__": __version__, **_exports.public_names(), **_hooks.callback_functions()}
globals().update(_public)


def _complete() -> list[str]:
    """Return __all__, importing the names of drawing and specs on the first call."""
    if "__all__" not in globals():
        further = _exports.drawing_names() | _exports.spec_names()
        globals().update(further, __all__=[*_public, *further])
    return globals()["__all__"]


def __getattr__(name: str) -> _Any:
    if name in _PRIVATE or name in _MODULES:
        return _import_module(f"gelenk.{name}")
    if name == "__all__":
        return _complete()
    if not name.startswith("_"):
        groups = [_exports.spec_names, _exports.drawing_names]
        if name in _exports.RENDERERS:
            groups = [_exports.renderer_names]
        elif name.startswith(_exports.DRAWING):
            groups.reverse()
        for group in groups:
            found = group()
            globals().update(found)
            if name in found:
                return found[name]
    raise _UnknownAttribute(f"module 'gelenk' has no attribute '{name}'", name, __dir__)


def __dir__() -> list[str]:
    return sorted({*_complete(), *globals(), *_PRIVATE, *_MODULES})
