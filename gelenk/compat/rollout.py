"""Rollouts under their module name, ``mujoco.rollout``.

Documents: drop-in / Private names
"""

from gelenk.batch.rollout import Rollout, rollout, shutdown_persistent_pool

__all__ = ["Rollout", "rollout", "shutdown_persistent_pool"]
