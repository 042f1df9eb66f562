"""Gelenk: multi-joint dynamics with contact, in Python; a drop-in for the ``mujoco`` package.

    import gelenk as mujoco

    m = mujoco.MjModel.from_xml_path("arm.xml")
    d = mujoco.MjData(m)
    mujoco.mj_step(m, d)

Reading order of the source; each layer knows only those above it:

    tables      the truth: enums, fields of the structs, schema of MJCF, signatures, stages
    jit         from Python to machine code: compiling, keeping and loading kernels
    algebra     vectors, quaternions, spatial vectors as tuples
    spec        the editable tree of elements          engine      motion of a model: start at engine/step.py
    world       what Python holds and drives: models, data, callbacks; start at runtime/pipeline.py
    mjcf        text to nodes to spec                  assets      files that models name
    compiler    spec to model: start at modeling/compiler/compile.py
    scene       what there is to see                   render      pictures of it
    batch       many worlds                            api         the documented functions and classes
    compat      the names of the package mujoco        models      the models that are shipped
    cli         the command line                       envs        tasks for learning
"""

from importlib import import_module as _import_module
from typing import Any as _Any

from gelenk.api import callbacks as _hooks
from gelenk.api import exports as _exports
from gelenk.compat.install import install_as_mujoco
from gelenk.errors import Error
from gelenk.version import API_VERSION as __version__
from gelenk.version import __version__ as version

# nearly every program loads a model: the first one waits for nothing that most models have
_passes = ("actuators", "keys", "relations", "sensors", "tendons", "textures")
for _name in (
    "modeling.mjcf.parse",
    "modeling.mjcf.read",
    "modeling.compiler.compile",
    *(f"modeling.compiler.{_name}" for _name in _passes),
):
    _import_module(f"gelenk.{_name}")
_import_module("gelenk.runtime.required_libraries").load_usual()

__path__.append(f"{__path__[0]}/compat")  # gelenk.msh2obj, gelenk.introspect and gelenk.mjpython are in there

# where programs that look behind the public names expect them; imported when they are asked for
_PRIVATE = ("_callbacks", "_constants", "_enums", "_errors", "_functions", "_render", "_specs", "_structs")
_MODULES = (
    "batch",
    "kernels",
    "models",
    "render",
)  # public modules that are imported when they are asked for

_public = {"Error": Error, "install_as_mujoco": install_as_mujoco, "version": version}
_public |= {"__version__": __version__, **_exports.public(), **_hooks.public()}
globals().update(_public)


def _complete() -> list[str]:
    """The names in __all__; the first call puts in those of drawing and of specs, which take long to import."""
    if "__all__" not in globals():
        further = _exports.drawing() | _exports.specs()
        globals().update(further, __all__=[*_public, *further])
    return globals()["__all__"]


def __getattr__(name: str) -> _Any:
    if name in _PRIVATE or name in _MODULES:
        return _import_module(f"gelenk.{name}")
    if name == "__all__":
        return _complete()
    if not name.startswith("_"):
        groups = [_exports.specs, _exports.drawing]
        if name in _exports.RENDERERS:
            groups = [_exports.renderers]
        elif name.startswith(_exports.DRAWING):
            groups.reverse()
        for group in groups:
            found = group()
            globals().update(found)
            if name in found:
                return found[name]
    raise AttributeError(f"module 'gelenk' has no attribute '{name}'")


def __dir__() -> list[str]:
    return sorted({*_complete(), *globals(), *_PRIVATE, *_MODULES})
