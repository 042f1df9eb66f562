"""Specs under the private name that programs use: ``mujoco._specs.MjSpec``.

Documents: drop-in / Private names
"""

from gelenk.api.specs import CLASSES

globals().update(CLASSES)
