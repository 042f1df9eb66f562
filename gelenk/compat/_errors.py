"""Errors under the private name of 3.5.0: ``mujoco._errors.FatalError``.

Documents: drop-in / Private names
"""

from gelenk.api import exports

globals().update({name: value for name, value in exports.public().items() if name.endswith("Error")})
