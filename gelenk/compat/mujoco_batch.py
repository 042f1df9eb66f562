"""Module mujoco_batch: `mujoco.batch` of release 4.0.0, on the batches of gelenk.

Documents: design / Batches; drop-in / Names

    from mujoco import batch            # with gelenk installed as mujoco, at levels from 3.17.0 on
    b = batch.Batch(model, nsim=1024)

Names, signatures, dtypes and messages are those of the release. The additions of gelenk stay available: GPUs
(`device`), `close`, fields of `stat`, Python callbacks.
"""

import sys
from typing import Any

from gelenk.batch.mujoco_batch import DATA_FIELDS, MODEL_FIELDS, Batch, SimulationError

__all__ = ["DATA_FIELDS", "MODEL_FIELDS", "Batch", "SimulationError"]


def __getattr__(name: str) -> Any:
    """Return an attribute of gelenk.batch.mujoco_batch, else of gelenk.batch."""
    face, package = sys.modules["gelenk.batch.mujoco_batch"], sys.modules["gelenk.batch"]
    return getattr(face if hasattr(face, name) else package, name)
