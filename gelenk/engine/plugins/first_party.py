"""The plugins that come with gelenk, in the order of their places in the stage table.

Documents: XML reference / extension
"""

from gelenk.engine.plugins import registry
from gelenk.engine.plugins.cable import Cable
from gelenk.engine.plugins.pid import Pid
from gelenk.engine.plugins.touch_grid import TouchGrid

ALL = (Pid, Cable, TouchGrid)


def register() -> None:
    """Make them known, before any plugin of a user."""
    for cls in ALL[len(registry.REGISTERED) :]:
        registry.add(cls())
