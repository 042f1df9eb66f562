"""Call a plugin through the stage table: a kernel, or a function in Python.

Documents: XML reference / extension; promises / Ctrl-C by object
"""

from gelenk.tables.stages import INDEX, PLUGINS
from gelenk.tables.status import DONE, FAILED
from gelenk.toolchain.kernel import call_pair, kernel
from gelenk.toolchain.kernel_types import Data, Model

FIRST_PLUGIN, PYTHON_PLUGINS = INDEX[PLUGINS[0]], INDEX["python_plugins"]


@kernel
def call_plugin(m: Model, d: Data, instance: int, task: int) -> None:
    """Run a task of a plugin instance, whose plugin must be loaded.

    The status is FAILED until a plugin in Python has returned, and then what it was.
    """
    before = d.status
    if (m.stage_table[PYTHON_PLUGINS] >> m.plugin[instance]) & 1:
        d.status = FAILED
    call_pair(m, d, FIRST_PLUGIN + m.plugin[instance], instance, task)
    if d.status == DONE:
        d.status = before
