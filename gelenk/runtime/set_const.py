"""Set the constants (set_const) of a model that depend on qpos0, by engine/constants.

Documents: API / mj_setConst
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from gelenk.runtime import pipeline

if TYPE_CHECKING:
    from gelenk.runtime.data import MjData
    from gelenk.runtime.model import MjModel


def set_const(m: MjModel, d: MjData) -> None:
    """Set the constants of ``m`` that depend on qpos0 (mj_setConst); leaves d.qpos at qpos0.

    Writes (model)  body_subtreemass body_invweight0 dof_M0 dof_invweight0 dof_length tendon_length0
                    tendon_invweight0
                    tendon_lengthspring actuator_length0 actuator_acc0 actuator_biasprm (dampratio) eq_data
                    cam_pos0 cam_poscom0 cam_mat0 light_pos0 light_poscom0 light_dir0 stat
                    flexedge_length0 flexedge_invweight0
    Source          API / mj_setConst
    """
    pipeline.call_stage("set_constants", m, d)
