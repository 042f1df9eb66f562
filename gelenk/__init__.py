"""Gelenk: multi-joint dynamics with contact, in Python; a drop-in for the ``mujoco`` package.

    import gelenk as mujoco

    m = mujoco.MjModel.from_xml_path("arm.xml")
    d = mujoco.MjData(m)
    mujoco.mj_step(m, d)

Reading order of the source: tables (enums, fields, schema: the truth) -> mjcf (text to nodes) -> spec (the editable tree) ->
compiler (spec to model) -> engine (model and state to motion; start at engine/step.py) -> api (documented functions) -> cli.
"""

import os as _os

from gelenk.version import API_VERSION as __version__
from gelenk.version import __version__ as version

if _os.environ.get("GELENK_COMPILING") != "1":  # the process that compiles must see no kernel before it is ready
    from gelenk.api import callbacks as _callbacks
    from gelenk.api import exports as _exports
    from gelenk.errors import Error

    globals().update(_exports.public())
    globals().update(_callbacks.public())

    __all__ = ["Error", "__version__", "version", *_exports.public(), *_callbacks.public()]  # noqa: PLE0604
