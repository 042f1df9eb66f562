"""What a device cannot do, said before anything is allocated.

Documents: design / Many worlds on GPUs
"""

from gelenk.jit.library import TABLE
from gelenk.tables.stages import CALLBACKS, FIRST_PARTY, INDEX
from gelenk.world import instances
from gelenk.world.model import MjModel


def reasons(m: MjModel) -> list[str]:
    """The parts of a model that cannot run on a device, in words."""
    kinds = sorted({*m._a_plugin.tolist()})
    found = [f"the plugin {instances.REGISTERED[kind].name}" for kind in kinds if kind >= len(FIRST_PARTY)]
    found += [f"the Python callback mjcb_{name}" for name in CALLBACKS if TABLE[INDEX[f"mjcb_{name}"]]]
    return found


def refuse(m: MjModel) -> None:
    """ValueError that names what a device cannot do of a model."""
    found = reasons(m)
    if found:
        raise ValueError(f"a batch on a GPU cannot run {'; '.join(found)}: device='cpu' can")
