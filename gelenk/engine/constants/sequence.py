"""The constants of a model that follow from qpos0, as a sequence of stages: mj_setConst.

Documents: API / mj_setConst; XML reference / spatial, fixed / springlength
"""

from gelenk.engine.step import run
from gelenk.jit.kernel import kernel
from gelenk.jit.structs import Data, Model
from gelenk.tables.stages import INDEX
from gelenk.tables.status import DONE

KINEMATICS, COM_POS, TENDON, CRB = INDEX["kinematics"], INDEX["com_pos"], INDEX["tendon"], INDEX["crb"]
MAKE_M, FACTOR_M, TRANSMISSION = INDEX["make_m"], INDEX["factor_m"], INDEX["transmission"]
SUBTREE_MASS, DOF_INERTIA, AT_REST = INDEX["subtree_mass"], INDEX["dof_inertia"], INDEX["constants_at_rest"]
FLEX_LENGTHS, FLEX_WEIGHTS = INDEX["flex_lengths"], INDEX["flex_weights"]
UNKNOWN = -1.0  # tendon_lengthspring: the length at qpos_spring


@kernel
def is_unknown(m: Model, t: int) -> bool:
    """Whether the rest length of a tendon is that at qpos_spring."""
    return m.tendon_lengthspring[t, 0] == UNKNOWN and m.tendon_lengthspring[t, 1] == UNKNOWN


@kernel
def rest_lengths(m: Model, d: Data) -> None:
    """tendon_lengthspring where it is unknown."""
    unknown = 0
    for t in range(m.ntendon):
        unknown += 1 if is_unknown(m, t) else 0
    if unknown == 0:
        return
    for k in range(m.nq):
        d.qpos[k] = m.qpos_spring[k]
    run(m, d, KINEMATICS)
    run(m, d, COM_POS)
    run(m, d, TENDON)
    if d.status == DONE:
        for t in range(m.ntendon):
            if is_unknown(m, t):
                m.tendon_lengthspring[t, 0] = d.ten_length[t]
                m.tendon_lengthspring[t, 1] = d.ten_length[t]


@kernel
def set_constants(m: Model, d: Data) -> None:
    """All constants of m that follow from qpos0; d.qpos is qpos0 afterwards.

    A repetition after a stage that was missing finds what it found before: constants that others replace (the damping
    ratio of servos, anchors of welds) are computed last.
    """
    rest_lengths(m, d)
    for k in range(m.nq):
        d.qpos[k] = m.qpos0[k]
    run(m, d, SUBTREE_MASS)
    run(m, d, KINEMATICS)
    run(m, d, COM_POS)
    run(m, d, TENDON)
    run(m, d, CRB)
    run(m, d, DOF_INERTIA)  # before make_m, which takes the inertia of simple dofs from it
    run(m, d, MAKE_M)
    run(m, d, FACTOR_M)
    run(m, d, TRANSMISSION)
    if m.nflex > 0:
        run(m, d, FLEX_LENGTHS)
    run(m, d, AT_REST)
    if m.nflex > 0:
        run(m, d, FLEX_WEIGHTS)
