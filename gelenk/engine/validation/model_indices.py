"""Range checks of the model indices and sizes that compiled code follows without a check.

Documents: promises / Restored models; promises / Indices

Each part relies on the parts before it, so the checks stop at the first error. Sizes that follow from the elements are
computed last, when all indices are in range.
"""

from gelenk.engine.validation.elements import (
    JOINT_NQ,
    JOINT_NV,
    check_dofs,
    check_elements,
    check_rest,
    history_length,
    plastic_strains,
)
from gelenk.engine.validation.flexes import check_flexes
from gelenk.engine.validation.index_columns import LENGTH, check_columns, has_error
from gelenk.engine.validation.meshes import check_bodies, check_meshes
from gelenk.engine.validation.sensors import check_sensors
from gelenk.tables.enums import mjtTrn
from gelenk.toolchain.kernel import kernel
from gelenk.toolchain.kernel_types import Ints, Model, View

# the sizes that sum_elements counts, in order
NAMES = (
    *("nq", "nv", "na", "nmocap", "nsensordata", "nhistory", "npluginstate", "nbvhdynamic", "nM", "nJmom"),
    *("nplastic", "nu", "nout"),
)
COUNT = len(NAMES)
NQ, NV, NA, NMOCAP, NSENSORDATA, NHISTORY, NPLUGINSTATE, NBVHDYNAMIC, NM, NJMOM, NPLASTIC, NU, NOUT = range(
    COUNT
)


@kernel
def moments(m: Model, u: int, kinds: Ints) -> int:
    """Return the maximum number of moment arms of actuator ``u``.

    These are the dofs of its joint, or all dofs for other transmissions.
    """
    kind = m.actuator_trntype[u]
    if kind == mjtTrn.mjTRN_SO3:
        return 3 if m.actuator_trnid[u, 1] < 0 else 3 * m.nv
    if kind == mjtTrn.mjTRN_JOINT or kind == mjtTrn.mjTRN_JOINTINPARENT:
        return int(kinds[JOINT_NV + m.jnt_type[m.actuator_trnid[u, 0]]])
    return m.nv


@kernel
def sum_elements(m: Model, kinds: Ints, sums: View) -> None:
    """Compute the required values of the sizes of NAMES.

    kinds: see elements.py; sums (NAMES)
    """
    for k in range(COUNT):
        sums[k] = 0.0
    for j in range(m.njnt):
        sums[NQ] += kinds[JOINT_NQ + m.jnt_type[j]]
        sums[NV] += kinds[JOINT_NV + m.jnt_type[j]]
    if m.nplastic > 0:
        for j in range(m.njnt):
            sums[NPLASTIC] += kinds[JOINT_NQ + m.jnt_type[j]] if m.jnt_plasticadr[j] >= 0 else 0
        for t in range(m.ntendon):
            sums[NPLASTIC] += 2 if m.tendon_plasticadr[t] >= 0 else 0
        for f in range(m.nflex):
            sums[NPLASTIC] += plastic_strains(m, f) if m.flex_plasticadr[f] >= 0 else 0
    for u in range(m.nactuator):
        sums[NA] += m.actuator_actnum[u]
        sums[NU] += m.actuator_ctrlnum[u]
        sums[NOUT] += m.actuator_outnum[u]
        sums[NHISTORY] += history_length(int(m.actuator_history[u, 0]), int(m.actuator_ctrlnum[u]))
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
        sums[NM] += m.D_diag[i] + 1  # the dof and its ancestors


@kernel
def check_model(
    m: Model,
    at: int,
    ids: Ints,
    ranges: Ints,
    choices: Ints,
    kinds: Ints,
    sensors: Ints,
    work: Ints,
    report: View,
) -> None:
    """Find the first index of m that is out of its range, and report it.

    at                            address of m
    ids, ranges, choices          columns, see index_columns.py
    kinds, sensors                tables by type, see elements.py and sensors.py
    work                          (nv, nbvh or noct, whichever is largest)
    report                        see index_columns.py
    """
    for k in range(LENGTH):
        report[k] = 0.0
    check_columns(at, ids, ranges, choices, report)
    if not has_error(report):
        check_dofs(m, work, report)
    if not has_error(report):
        check_elements(m, at, kinds, report)
    if not has_error(report):
        check_sensors(m, at, kinds, sensors, report)
    if not has_error(report):
        check_rest(m, kinds, report)
    if not has_error(report):
        check_bodies(m, work, report)
    if not has_error(report):
        check_meshes(m, work, report)
    if not has_error(report):
        check_flexes(m, work, report)
