"""Gelenk: multi-joint dynamics with contact, in Python; a drop-in for the ``mujoco`` package.

    import gelenk as mujoco

    m = mujoco.MjModel.from_xml_path("arm.xml")
    d = mujoco.MjData(m)
    mujoco.mj_step(m, d)

Reading order of the source; each layer knows only those above it:

    tables      the truth: enums, fields of the structs, schema of MJCF, signatures, stages
    spec        the editable tree of elements          engine      motion of a model: start at engine/step.py
    mjcf        text to nodes to spec                  assets      files that models name
    compiler    spec to model: start at compiler/compile.py
    api         the documented functions and classes
    cli         the command line
"""

import os as _os
from typing import TYPE_CHECKING as _TYPE_CHECKING
from typing import Any as _Any

from gelenk.version import API_VERSION as __version__
from gelenk.version import __version__ as version

if _TYPE_CHECKING:  # the names below are put in by tables, which a type checker cannot follow

    def __getattr__(name: str) -> _Any: ...


if _os.environ.get("GELENK_COMPILING") != "1":  # a compile process imports kernels itself
    from gelenk.api import callbacks as _callbacks
    from gelenk.api import exports as _exports
    from gelenk.errors import Error
    from gelenk.install import install_as_mujoco

    globals().update(_exports.public())
    globals().update(_callbacks.public())

    __all__ = [
        "Error",
        "__version__",
        "install_as_mujoco",
        "version",
        *_exports.public(),
        *_callbacks.public(),
    ]

    # where programs that look behind the public names expect them
    from gelenk import _constants, _enums, _errors, _functions, _specs, _structs  # noqa: F401
else:  # what the modules of users' kernels name, made when it is asked for: kernels must not be imported before that

    def __getattr__(name: str) -> _Any:
        from gelenk.api.plugins import PUBLIC

        try:
            return PUBLIC[name]
        except KeyError:
            raise AttributeError(
                f"module 'gelenk' has no attribute '{name}' while kernels are compiled"
            ) from None
