"""Specs under the private name of 3.5.0: ``mujoco._specs.MjSpec``.

Documents: drop-in / Private names
"""

from gelenk.api.spec_methods import CLASSES

globals().update(CLASSES)
