"""The initial state at time 0, written into zeroed memory (creation, reset, mj_setConst).

Documents: Computation / State and control (qpos0); API / mj_resetData
"""

from gelenk.algebra.vec import load3, load4, store3, store4
from gelenk.engine.sleep.awake_lists import all_awake
from gelenk.toolchain.kernel import kernel
from gelenk.toolchain.kernel_types import Data, Model


@kernel
def begin(m: Model, d: Data) -> None:
    """Write the nonzero state of time 0: qpos0, mocap bodies, equalities; all trees are awake.

    Writes  qpos (nq), mocap_pos mocap_quat (nmocap), eq_active (neq), and the fields of all_awake
    """
    for k in range(m.nq):
        d.qpos[k] = m.qpos0[k]
    for e in range(m.neq):
        d.eq_active[e] = m.eq_active0[e]
    for b in range(m.nbody):
        k = m.body_mocapid[b]
        if k >= 0:
            store3(d.mocap_pos, k, load3(m.body_pos, b))
            store4(d.mocap_quat, k, load4(m.body_quat, b))
    all_awake(m, d)
