"""Model features and sizes shared by kernels, the compiler and the selection of libraries.

Documents: design / What is compiled when
"""

from gelenk.toolchain.kernel import kernel
from gelenk.toolchain.kernel_types import Model


@kernel
def has_fluid(m: Model) -> bool:
    """Return whether the medium has density or viscosity."""
    return m.opt.density != 0.0 or m.opt.viscosity != 0.0


@kernel
def has_elastic_nodes(m: Model) -> bool:
    """Return whether interpolated flexes with elasticity exist (flex/implicit.py)."""
    for f in range(m.nflex):
        if m.flex_interp[f] != 0 and m.flex_elemnum[f] > 0 and m.flex_stiffness[m.flex_elemadr[f], 0] != 0.0:
            return True
    return False


@kernel
def history_length(samples: int, dim: int) -> int:
    """Return the buffer length of ``samples`` samples of size ``dim`` (sensor/delay.py)."""
    return 2 + samples * (1 + dim) if samples > 0 else 0
