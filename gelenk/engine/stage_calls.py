"""Reaching a stage of another library, which may not be loaded yet.

Documents: design / Kernels; Modeling / Callbacks; API / mjcb_control and its siblings

Where the pipeline asks user callbacks and plugins: doors that lead to Python, through the stage table.

A stage asks ``is_set(m, CONTROL)`` and calls a callback like any other stage, so the pipeline is one whether callbacks
are set or not. Their Python half is runtime/callbacks.py. The pipeline counts as stopped until that has come to its
end: where there is no memory to call Python, nobody else would know.
"""

from gelenk.tables.stages import INDEX
from gelenk.tables.status import DONE, FAILED, MISSING
from gelenk.toolchain import kernel as _kernel
from gelenk.toolchain.kernel import call_pair, call_stage, kernel
from gelenk.toolchain.kernel_types import Data, Model

NATIVE = _kernel.COMPILING  # plain Python finds its stages by itself


@kernel
def is_loaded(m: Model, d: Data, index: int) -> bool:
    """Whether stage ``index`` can be called; if not, d says that it must be loaded and the pipeline repeated."""
    if not NATIVE or m.stage_table[index] != 0:
        return True
    d.status = MISSING
    d.need_stage = index
    return False


@kernel
def require(m: Model, d: Data, index: int) -> None:
    """Run stage ``index``, or say that it must be loaded first."""
    if is_loaded(m, d, index):
        call_stage(m, d, index)


@kernel
def call_far(m: Model, d: Data, index: int, first: int, second: int) -> None:
    """Run stage ``index``, which takes two integers, or say that it must be loaded first."""
    if is_loaded(m, d, index):
        call_pair(m, d, index, first, second)


CONTROL, PASSIVE, SENSOR = INDEX["mjcb_control"], INDEX["mjcb_passive"], INDEX["mjcb_sensor"]
ACT_DYN, ACT_GAIN, ACT_BIAS = INDEX["mjcb_act_dyn"], INDEX["mjcb_act_gain"], INDEX["mjcb_act_bias"]
CONTACT_FILTER = INDEX["mjcb_contactfilter"]


@kernel
def is_set(m: Model, index: int) -> bool:
    """Whether callback ``index`` of the stage table is set."""
    return m.stage_table[index] != 0


@kernel
def run_callback(m: Model, d: Data, index: int) -> None:
    """Call a callback of (model, data), if it is set and nothing has stopped the pipeline."""
    if d.status == DONE and m.stage_table[index] != 0:
        d.status = FAILED
        call_stage(m, d, index)


@kernel
def ask_callback(m: Model, d: Data, index: int, first: int, second: int) -> float:
    """Call a callback of (model, data, integers), which must be set; returns its number."""
    d.callback_value = 0.0
    if d.status == DONE:
        d.status = FAILED
        call_pair(m, d, index, first, second)
    return d.callback_value
