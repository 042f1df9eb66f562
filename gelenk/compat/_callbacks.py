"""Callbacks under the private name that programs use: ``mujoco._callbacks.set_mjcb_control``.

Documents: drop-in / Private names
"""

from gelenk.api import callbacks

globals().update(callbacks.public())
