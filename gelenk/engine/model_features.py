"""What a model has and how much of it, asked by kernels, by the compiler, and by what finds the libraries it needs.

Documents: design / What is compiled when
"""

from gelenk.toolchain.kernel import kernel
from gelenk.toolchain.kernel_types import Model


@kernel
def has_fluid(m: Model) -> bool:
    """Whether there is a medium around the bodies."""
    return m.opt.density != 0.0 or m.opt.viscosity != 0.0


@kernel
def has_elastic_nodes(m: Model) -> bool:
    """Whether there are interpolated flexes with elasticity (flex/implicit.py)."""
    for f in range(m.nflex):
        if m.flex_interp[f] != 0 and m.flex_elemnum[f] > 0 and m.flex_stiffness[m.flex_elemadr[f], 0] != 0.0:
            return True
    return False


@kernel
def history_length(samples: int, dim: int) -> int:
    """Numbers in the history of ``samples`` of ``dim`` numbers each, see sensor/delay.py."""
    return 2 + samples * (1 + dim) if samples > 0 else 0
