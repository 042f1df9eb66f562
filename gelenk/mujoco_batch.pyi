# For checkers, which cannot see that gelenk/compat is on the path of the package.
from gelenk.compat.mujoco_batch import DATA_FIELDS as DATA_FIELDS
from gelenk.compat.mujoco_batch import MODEL_FIELDS as MODEL_FIELDS
from gelenk.compat.mujoco_batch import Batch as Batch
from gelenk.compat.mujoco_batch import SimulationError as SimulationError
