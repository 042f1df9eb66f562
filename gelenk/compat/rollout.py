"""Rollouts under the name of their module: ``mujoco.rollout.rollout``, ``mujoco.rollout.Rollout``.

Documents: drop-in / Private names
"""

from gelenk.batch.rollout import Rollout, rollout, shutdown_persistent_pool

__all__ = ["Rollout", "rollout", "shutdown_persistent_pool"]
