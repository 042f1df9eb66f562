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

    Writes (model)  the fields with a stage in tables/fields_model (CONSTANTS of tables/stage_writes.py); of
                    tendon_lengthspring, actuator_biasprm and eq_data only the elements that are to be computed
    Source          API / mj_setConst
    """
    pipeline.run_stage("set_constants", m, d)
