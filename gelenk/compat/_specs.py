"""Specs under the private name that programs use: ``mujoco._specs.MjSpec``.

Documents: drop-in / Private names
"""

from gelenk.api.spec_methods import CLASSES

globals().update(CLASSES)
