"""Callbacks under the private name of 3.5.0: ``mujoco._callbacks.set_mjcb_control``.

Documents: drop-in / Private names
"""

from gelenk.api import callbacks

globals().update(callbacks.public())
