"""Calls of stages, user callbacks and plugins by the stage table, and warning counters.

Documents: design / Kernels; Modeling / Callbacks; API / mjcb_control and its siblings; XML reference / extension;
promises / Ctrl-C by object; API / mjtWarning; Modeling / Warnings

A stage of another library may not be loaded yet. Callbacks and plugins are stages too: a stage tests ``is_set(m,
CONTROL)`` and calls a callback like any other stage, so one pipeline serves with and without callbacks. Their Python
half is runtime/callbacks.py. The status is FAILED until a callback has returned, so that the status reports a call that
could not reach Python for lack of memory.

Warning counters are counted in compiled code; Python turns the counters into messages.
"""

from gelenk.tables.stages import INDEX, PLUGINS
from gelenk.tables.status import DONE, FAILED, MISSING
from gelenk.toolchain import kernel as _kernel
from gelenk.toolchain.kernel import call_pair, call_stage, kernel
from gelenk.toolchain.kernel_types import Data, Model

NATIVE = _kernel.COMPILING  # whether kernels are compiled; plain Python calls stages without the stage table


@kernel
def is_loaded(m: Model, d: Data, index: int) -> bool:
    """Return whether stage ``index`` can be called.

    If not, the status of d requests that the stage be loaded and the pipeline repeated.
    """
    if not NATIVE or m.stage_table[index] != 0:
        return True
    d.status = MISSING
    d.need_stage = index
    return False


@kernel
def require(m: Model, d: Data, index: int) -> None:
    """Run stage ``index``, or request that it be loaded."""
    if is_loaded(m, d, index):
        call_stage(m, d, index)


@kernel
def call_far(m: Model, d: Data, index: int, first: int, second: int) -> None:
    """Run stage ``index``, which takes two integers, or request that it be loaded."""
    if is_loaded(m, d, index):
        call_pair(m, d, index, first, second)


CONTROL, PASSIVE, SENSOR = INDEX["mjcb_control"], INDEX["mjcb_passive"], INDEX["mjcb_sensor"]
ACT_DYN, ACT_GAIN, ACT_BIAS = INDEX["mjcb_act_dyn"], INDEX["mjcb_act_gain"], INDEX["mjcb_act_bias"]
CONTACT_FILTER = INDEX["mjcb_contactfilter"]


@kernel
def is_set(m: Model, index: int) -> bool:
    """Return whether callback ``index`` of the stage table is set."""
    return m.stage_table[index] != 0


@kernel
def run_callback(m: Model, d: Data, index: int) -> None:
    """Call a callback of (model, data), if it is set and the pipeline has not stopped."""
    if d.status == DONE and m.stage_table[index] != 0:
        d.status = FAILED
        call_stage(m, d, index)


@kernel
def ask_callback(m: Model, d: Data, index: int, first: int, second: int) -> float:
    """Call a callback of (model, data, two integers), which must be set; return its value."""
    d.callback_value = 0.0
    if d.status == DONE:
        d.status = FAILED
        call_pair(m, d, index, first, second)
    return d.callback_value


FIRST_PLUGIN, PYTHON_PLUGINS = INDEX[PLUGINS[0]], INDEX["python_plugins"]


@kernel
def call_plugin(m: Model, d: Data, instance: int, task: int) -> None:
    """Run a task of a plugin instance, whose plugin must be loaded.

    The status is FAILED until a plugin in Python has returned; after success, the previous status is restored.
    """
    before = d.status
    if (m.stage_table[PYTHON_PLUGINS] >> m.plugin[instance]) & 1:
        d.status = FAILED
    call_pair(m, d, FIRST_PLUGIN + m.plugin[instance], instance, task)
    if d.status == DONE:
        d.status = before


# Warning counters


@kernel
def warn(d: Data, kind: int, info: int) -> None:
    """Count warning ``kind`` with its argument ``info`` (an id, or a value that explains it)."""
    d.warning_lastinfo[kind] = info
    d.warning_number[kind] += 1
    d.warned = 1
