"""Where the pipeline asks user callbacks and plugins: doors that lead to Python, through the stage table.

Documents: Modeling / Callbacks; API / mjcb_control and its siblings

A stage asks ``is_set(m, CONTROL)`` and calls a callback like any other stage, so the pipeline is one whether callbacks
are set or not. Their Python half is world/callbacks.py. The pipeline counts as stopped until that has come to its end:
where there is no memory to call Python, nobody else would know.
"""

from gelenk.jit.kernel import call_pair, call_stage, kernel
from gelenk.jit.structs import Data, Model
from gelenk.tables.stages import INDEX
from gelenk.tables.status import DONE, FAILED

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
