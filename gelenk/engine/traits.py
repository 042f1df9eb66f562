"""What a model has, asked by kernels and by what finds the libraries that it needs.

Documents: design / What is compiled when
"""

from gelenk.jit.kernel import kernel
from gelenk.jit.structs import Model


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
