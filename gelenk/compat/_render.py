"""Rendering under the private name of 3.5.0: ``mujoco._render.MjrRect``.

Documents: drop-in / Private names
"""

from gelenk.api import mjr

globals().update(mjr.CLASSES)
globals().update({name: value for name, value in vars(mjr).items() if name.startswith("mjr_")})
