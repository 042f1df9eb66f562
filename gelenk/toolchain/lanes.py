"""Number of lanes per world, for kernels whose order of work depends on the number.

Documents: design / Loops that lanes may share
"""

from gelenk.toolchain.kernel import kernel
from gelenk.toolchain.kernel_types import Data

lanes_here = 1  # lanes in plain Python; tests replace the value


@kernel
def lane_count(d: Data) -> int:
    """Return the number of lanes per world: 1 on CPUs, a constant from 1 to 32 on GPUs.

    Within a shared loop it is 1. In interleaved code, an intrinsic replaces this function.
    """
    return lanes_here
