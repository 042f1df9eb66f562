"""The MuJoCo tasks of gymnasium as vector environments on a batch: `make_vec("Ant-v5", num_envs=1024)`.

Documents: design / Batches

Spaces, observations, rewards, ends and resets are those of gymnasium's classes of version 5, its models too: the same
seeds and actions give the same numbers, to rounding. `get_environment` has them as functions of states, for torch and
jax.
"""

from gelenk.envs.functional import FunctionalEnv, State, get_environment
from gelenk.envs.tasks import TASKS
from gelenk.envs.vector import BatchEnv, make_vec

__all__ = ["TASKS", "BatchEnv", "FunctionalEnv", "State", "get_environment", "make_vec"]
