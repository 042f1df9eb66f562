"""Many worlds: `Batch` steps them on threads, `gelenk.rollout` gives whole trajectories.

Documents: design / Batches
"""

from gelenk.batch.batch import Batch
from gelenk.batch.fields import DATA_FIELDS, MODEL_FIELDS
from gelenk.errors import SimulationError

__all__ = ["DATA_FIELDS", "MODEL_FIELDS", "Batch", "SimulationError"]
