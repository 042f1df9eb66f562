"""Batches of worlds: `Batch` steps them on threads, `gelenk.rollout` returns trajectories.

Documents: design / Batches
"""

from gelenk.batch.batch import Batch
from gelenk.batch.transfers import DATA_FIELDS, MODEL_FIELDS
from gelenk.errors import SimulationError


def _device_class() -> type[Batch]:
    """Return the class of batches on a GPU, whose module is imported on first use."""
    from gelenk.batch.device.gpu_batch import GpuBatch

    return GpuBatch


Batch._device_class = staticmethod(_device_class)

__all__ = ["DATA_FIELDS", "MODEL_FIELDS", "Batch", "SimulationError"]
