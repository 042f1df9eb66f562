"""Warning counters in compiled code; Python turns the counters into messages.

Documents: API / mjtWarning; Modeling / Warnings
"""

from gelenk.toolchain.kernel import kernel
from gelenk.toolchain.kernel_types import Data


@kernel
def warn(d: Data, kind: int, info: int) -> None:
    """Count warning ``kind`` with its argument ``info`` (an id, or a value that explains it)."""
    d.warning_lastinfo[kind] = info
    d.warning_number[kind] += 1
    d.warned = 1
