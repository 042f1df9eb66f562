"""Exceptions under the private name that programs use: ``mujoco._errors.FatalError``.

Documents: drop-in / Private names
"""

from gelenk.api import exports

globals().update({name: value for name, value in exports.public().items() if name.endswith("Error")})
