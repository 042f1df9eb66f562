"""Constants under the private name of 3.5.0: ``mujoco._constants.mjMINVAL``.

Documents: drop-in / Private names
"""

from gelenk.tables import enums

globals().update(
    {
        name: value
        for name, value in vars(enums).items()
        if name.startswith("mj") and not name.startswith("mjt")
    }
)
