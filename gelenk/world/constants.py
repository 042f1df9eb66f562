"""Setting the constants of a model that follow from qpos0 (mj_setConst); the kernels are in engine/constants.

Documents: API / mj_setConst
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from gelenk.jit import library
from gelenk.world import drive

if TYPE_CHECKING:
    from gelenk.world.data import MjData
    from gelenk.world.model import MjModel


def rest_lengths(m: MjModel, d: MjData) -> None:
    """tendon_lengthspring where it is (-1, -1): the length at qpos_spring."""
    if not m.ntendon:
        return
    unknown = (m.tendon_lengthspring == -1.0).all(axis=1)
    if unknown.any():
        d.qpos[:] = m.qpos_spring
        for name in ("kinematics", "com_pos", "tendon"):
            drive.call_stage(name, m, d)
        m.tendon_lengthspring[unknown] = d.ten_length[unknown, None]


def set_const(m: MjModel, d: MjData) -> None:
    """Set the constants of ``m`` that follow from qpos0; d.qpos is qpos0 afterwards (mj_setConst).

    Writes (model)  body_subtreemass body_invweight0 dof_M0 dof_invweight0 dof_length tendon_length0
                    tendon_invweight0
                    tendon_lengthspring actuator_length0 actuator_acc0 actuator_biasprm (dampratio) eq_data
                    cam_pos0 cam_poscom0 cam_mat0 light_pos0 light_poscom0 light_dir0 stat
                    flexedge_length0 flexedge_invweight0
    Source          API / mj_setConst
    """
    rest_lengths(m, d)
    d.qpos[:] = m.qpos0
    library.call("subtree_mass", m, d)
    for name in ("kinematics", "com_pos", "tendon", "crb"):
        drive.call_stage(name, m, d)
    library.call("dof_inertia", m, d)  # before make_m, which takes the inertia of simple dofs from it
    for name in ("make_m", "factor_m", "transmission"):
        library.call(name, m, d)
    if m.nflex:
        library.call("flex_lengths", m, d)
    library.call("constants_at_rest", m, d)
    if m.nflex:
        library.call("flex_weights", m, d)
