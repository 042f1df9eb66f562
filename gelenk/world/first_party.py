"""The plugins that come with gelenk, in the order of their places in the stage table.

Documents: XML reference / extension
"""

from gelenk.engine.plugins.cable import Cable
from gelenk.engine.plugins.pid import Pid
from gelenk.engine.plugins.sdf.bolt import Bolt, Nut
from gelenk.engine.plugins.sdf.bowl import Bowl
from gelenk.engine.plugins.sdf.gear import Gear
from gelenk.engine.plugins.sdf.torus import Torus
from gelenk.engine.plugins.touch_grid import TouchGrid
from gelenk.world import registry

ALL = (Pid, Cable, TouchGrid, Bolt, Bowl, Gear, Nut, Torus)


def register() -> None:
    """Make them known, before any plugin of a user."""
    for cls in ALL[len(registry.REGISTERED) :]:
        registry.add(cls())
