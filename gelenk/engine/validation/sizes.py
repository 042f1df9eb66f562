"""Sizes that follow from the elements of a model: compiled code and the memory of MjData rely on them.

Documents: promises / Restored models

The elements are those of a model whose indices are in range (model_indices.py).
"""

from gelenk.engine.validation.elements import JOINT_NQ, JOINT_NV, history_length
from gelenk.tables.enums import mjtTrn
from gelenk.toolchain.kernel import kernel
from gelenk.toolchain.kernel_types import Ints, Model, View

# the sizes that sum_elements counts, in its order
NAMES = ("nq", "nv", "na", "nmocap", "nsensordata", "nhistory", "npluginstate", "nbvhdynamic", "nM", "nJmom")
COUNT = len(NAMES)
NQ, NV, NA, NMOCAP, NSENSORDATA, NHISTORY, NPLUGINSTATE, NBVHDYNAMIC, NM, NJMOM = range(COUNT)


@kernel
def moments(m: Model, u: int, kinds: Ints) -> int:
    """Room for the moment arms of actuator ``u``: the dofs of its joint, all dofs for other transmissions."""
    kind = m.actuator_trntype[u]
    if kind == mjtTrn.mjTRN_JOINT or kind == mjtTrn.mjTRN_JOINTINPARENT:
        return int(kinds[JOINT_NV + m.jnt_type[m.actuator_trnid[u, 0]]])
    return m.nv


@kernel
def sum_elements(m: Model, kinds: Ints, sums: View) -> None:
    """What the sizes of NAMES must be.  kinds: see elements.py; sums (NAMES)"""
    for k in range(COUNT):
        sums[k] = 0.0
    for j in range(m.njnt):
        sums[NQ] += kinds[JOINT_NQ + m.jnt_type[j]]
        sums[NV] += kinds[JOINT_NV + m.jnt_type[j]]
    for u in range(m.nu):
        sums[NA] += m.actuator_actnum[u]
        sums[NHISTORY] += history_length(int(m.actuator_history[u, 0]), 1)
        sums[NJMOM] += moments(m, u, kinds)
    for b in range(m.nbody):
        sums[NMOCAP] += 1 if m.body_mocapid[b] >= 0 else 0
    for i in range(m.nsensor):
        sums[NSENSORDATA] += m.sensor_dim[i]
        sums[NHISTORY] += history_length(int(m.sensor_history[i, 0]), int(m.sensor_dim[i]))
    for p in range(m.nplugin):
        sums[NPLUGINSTATE] += m.plugin_statenum[p]
    sums[NBVHDYNAMIC] = m.nbvh - m.nbvhstatic
    for i in range(m.nv):
        sums[NM] += m.D_diag[i] + 1  # the dof itself and those above it
