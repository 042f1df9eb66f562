"""Drawing under the private name that programs use: ``mujoco._render.MjrRect``; none of it draws yet.

Documents: drop-in / Private names
"""

from gelenk.api import drawing

globals().update({name: value for name, value in drawing.public().items() if name.lower().startswith("mjr")})
