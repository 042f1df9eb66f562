"""How many threads share a world, for kernels that go about their work in another order where there are several.

Documents: design / Loops that lanes may share
"""

from gelenk.toolchain.kernel import kernel
from gelenk.toolchain.kernel_types import Data

lanes_here = 1  # of plain Python: tests put another number in its place


@kernel
def lane_count(d: Data) -> int:
    """How many lanes a world has: one on processors, and 1 to 32 on GPUs, where it is a constant of the code.

    Within a shared loop it is one (the compiler for many worlds puts a mark in the place of this function).
    """
    return lanes_here
