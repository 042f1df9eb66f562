"""Model features and sizes shared by kernels, the compiler and the selection of libraries.

Documents: design / What is compiled when
"""

from gelenk.tables.releases import R4_0
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


STRAIN = 3  # value of flex_edgeequality: strain constraints on cells


@kernel
def has_cells(m: Model, f: int) -> bool:
    """Return whether cells of flex f are elastic; not if strain constraints hold them."""
    return m.flex_modeadr[f] >= 0 and m.flex_edgeequality[f] != STRAIN


@kernel
def is_elastic(m: Model, f: int) -> bool:
    """Return whether elements of flex f resist stretching or bending."""
    if m.flex_rigid[f] != 0:
        return False
    for e in range(m.flex_elemadr[f], m.flex_elemadr[f] + m.flex_elemnum[f]):
        if m.flex_stiffness[e, 0] != 0.0:
            return True
    for e in range(m.flex_edgeadr[f], m.flex_edgeadr[f] + m.flex_edgenum[f]):
        for k in range(17):
            if m.flex_bending[e, k] != 0.0:
                return True
    return False


@kernel
def has_elastic_flexes(m: Model) -> bool:
    """Return whether there are elastic flexes."""
    for f in range(m.nflex):
        if is_elastic(m, f):
            return True
    return False


@kernel
def is_passive(m: Model, f: int) -> bool:
    """Return whether contacts of flex f are passive from release 4.0 on.

    Contacts of lines and of rigid flexes are never passive.
    """
    return m.flex_passive[f] != 0 and m.flex_dim[f] > 1 and m.flex_rigid[f] == 0


@kernel
def has_passive_flexes(m: Model) -> bool:
    """Return whether there are flexes with passive contacts, in models from release 4.0 on."""
    for f in range(m.nflex):
        if is_passive(m, f):
            return m.release[0] >= R4_0
    return False


@kernel
def has_plastic_flexes(m: Model) -> bool:
    """Return whether there are flexes that yield."""
    for f in range(m.nflex):
        if m.flex_plasticmode[f] != 0:
            return True
    return False


@kernel
def has_plastic_cells(m: Model) -> bool:
    """Return whether there are interpolated flexes that yield."""
    for f in range(m.nflex):
        if m.flex_plasticmode[f] != 0 and m.flex_interp[f] != 0:
            return True
    return False


@kernel
def has_twists(m: Model) -> bool:
    """Return whether rods with twist joints exist (flex/rods.py)."""
    for f in range(m.nflex):
        if m.flex_dim[f] == 1 and m.flex_plasticadr[f] >= 0:
            return True
    return False


@kernel
def has_surfaces(m: Model) -> bool:
    """Return whether surfaces of geoms move or adhere (constraint/rows/surfaces.py)."""
    return m.flg_surfacevel != 0 or m.flg_adhesion != 0


@kernel
def yields(m: Model, j: int) -> bool:
    """Return whether the spring of joint j yields, so that its reference is in d.plastic."""
    return m.nplastic > 0 and m.jnt_plasticadr[j] >= 0


@kernel
def find_features(m: Model) -> None:
    """Write flg_surfacevel and flg_adhesion, as mj_setConst does."""
    m.flg_surfacevel = 0
    m.flg_adhesion = 0
    for g in range(m.ngeom):
        for k in range(6):
            if m.geom_surfacevel[g, k] != 0.0:
                m.flg_surfacevel = 1
        if m.geom_adhesion[g] != 0.0:
            m.flg_adhesion = 1
    for p in range(m.npair):
        if m.pair_adhesion[p] != 0.0:
            m.flg_adhesion = 1


@kernel
def history_length(samples: int, dim: int) -> int:
    """Return the buffer length of ``samples`` samples of size ``dim`` (sensor/delay.py)."""
    return 2 + samples * (1 + dim) if samples > 0 else 0
