"""The initial state at time 0, written into zeroed memory (creation, reset, mj_setConst).

Documents: Computation / State and control (qpos0); API / mj_resetData
"""

from gelenk.algebra.vec import load3, load4, store3, store4
from gelenk.engine.sleep.awake_lists import all_awake
from gelenk.tables.enums import mjtCtrlChart, mjtJoint
from gelenk.toolchain.kernel import kernel
from gelenk.toolchain.kernel_types import Data, Model


@kernel
def begin_plastic(m: Model, d: Data) -> None:
    """Write the references of springs that yield: those of the model."""
    for j in range(m.njnt):
        at = m.jnt_plasticadr[j]
        if at >= 0:
            for k in range(4 if m.jnt_type[j] == mjtJoint.mjJNT_BALL else 1):
                d.plastic[at + k] = m.qpos_spring[m.jnt_qposadr[j] + k]
    for t in range(m.ntendon):
        at = m.tendon_plasticadr[t]
        if at >= 0:
            d.plastic[at] = m.tendon_lengthspring[t, 0]
            d.plastic[at + 1] = m.tendon_lengthspring[t, 1]


@kernel
def neutral_controls(m: Model, d: Data) -> None:
    """Write 1 as the real part of quaternion controls; the other controls stay."""
    for i in range(m.nactuator):
        if m.actuator_ctrlspec[i] == mjtCtrlChart.mjCHART_QUAT and m.actuator_gaintype[i] == m.gain_so3:
            if m.actuator_ctrlnum[i] == 4:
                d.ctrl[m.actuator_ctrladr[i]] = 1.0


@kernel
def begin(m: Model, d: Data) -> None:
    """Write the nonzero state of time 0; all trees are awake.

    Writes  qpos (nq), ctrl of quaternions (nu), mocap_pos mocap_quat (nmocap), eq_active (neq), plastic (nplastic), and
            the fields of all_awake
    """
    for k in range(m.nq):
        d.qpos[k] = m.qpos0[k]
    for e in range(m.neq):
        d.eq_active[e] = m.eq_active0[e]
    neutral_controls(m, d)
    for b in range(m.nbody):
        k = m.body_mocapid[b]
        if k >= 0:
            store3(d.mocap_pos, k, load3(m.body_pos, b))
            store4(d.mocap_quat, k, load4(m.body_quat, b))
    if m.nplastic > 0:
        begin_plastic(m, d)
    all_awake(m, d)
