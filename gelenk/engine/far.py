"""Reaching a stage of another library, which may not be loaded yet.

Documents: design / Kernels
"""

from gelenk.jit import kernel as _kernel
from gelenk.jit.kernel import call_pair, call_stage, kernel
from gelenk.jit.structs import Data, Model
from gelenk.tables.status import MISSING

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
