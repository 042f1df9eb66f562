"""Environments (envs): the MuJoCo tasks of gymnasium as vector environments on a batch.

Documents: design / Batches

`make_vec("Ant-v5", num_envs=1024)` creates one. Spaces, observations, rewards, terminations, resets and models are
those of version 5 of gymnasium's classes: the same seeds and actions give the same values, to rounding.
`get_environment` provides the tasks as functions of states, for torch and jax.
"""

from gelenk.envs.functional import FunctionalEnv, State, get_environment
from gelenk.envs.tasks import TASKS
from gelenk.envs.vector import BatchEnv, make_vec

__all__ = ["TASKS", "BatchEnv", "FunctionalEnv", "State", "get_environment", "make_vec"]
