"""Environments that can be jitted: used within `jax.jit` and `lax.scan` (extra `jax`).

Documents: design / Batches

    env = JaxEnv("Hopper-v5", num_envs=256)
    state = env.reset(seed=0)
    state = jax.jit(env.step)(state, action)        or in a scan, with a policy between

The worlds are stepped on the host by a callback (`jax.pure_callback`). A step is a pure function of state and action,
so jax may skip or repeat a call. States are pytrees of jax arrays. The physics is in double precision, which jax
disables by default, so doubles are passed as pairs of uint32.
"""

from __future__ import annotations

import threading
from typing import Any

import numpy as np

from gelenk.envs.functional import FunctionalEnv, State, Worlds
from gelenk.toolchain.thread_start import new_lock

try:
    import jax
except ModuleNotFoundError as error:
    raise ModuleNotFoundError(
        "gelenk.envs.jitted needs jax: pip install 'gelenk[jax]'", name=error.name
    ) from error

__all__ = ["JaxEnv"]


def _as_uint32(array: np.ndarray) -> np.ndarray:
    """Convert rows of float64 to rows of twice as many uint32."""
    return np.ascontiguousarray(array.reshape(len(array), -1), np.float64).view(np.uint32)


class JaxEnv:
    """``num_envs`` worlds of a task, whose `reset` and `step` jax can trace.

    options   as `get_environment` without library; dtype is "float32", or "float64" with jax_enable_x64

    `vmap` is not supported; use more worlds. Names, values and episodes are those of `FunctionalEnv`.

    Errors   those of `get_environment`; ValueError: float64 without jax_enable_x64
    """

    def __init__(self, id: str, num_envs: int = 1, *, dtype: str = "float32", **options: Any) -> None:
        if dtype == "float64" and not jax.config.jax_enable_x64:
            raise ValueError("dtype float64 needs jax.config.update('jax_enable_x64', True)")
        self.env = FunctionalEnv(id, num_envs, dtype=dtype, **options)
        self._lock = new_lock(threading.Lock)  # jax calls back from threads of its own
        first = self.env.reset(0)
        self._kept = first.pipeline_state.kept.shape
        self._shapes = jax.tree.map(lambda a: jax.ShapeDtypeStruct(a.shape, a.dtype), self._to_jax(first))

    def _to_jax(self, state: State) -> State:
        """Convert a state to arrays that jax accepts."""
        worlds = state.pipeline_state
        steps, episodes = (np.array(a, np.int32) for a in (worlds.steps, worlds.episodes))
        travelling: Any = Worlds(
            _as_uint32(worlds.physics),
            _as_uint32(worlds.kept),
            steps,
            episodes,
            np.array(worlds.seed, np.int32),  # type: ignore[arg-type]
        )
        return state.replace(pipeline_state=travelling)

    def _from_jax(self, worlds: Any) -> Worlds:
        """Convert arrays of jax back to the worlds of a state."""
        physics, kept, steps, episodes, seed = map(np.asarray, worlds)
        kept = np.ascontiguousarray(kept).view(np.float64).reshape(self._kept)
        whole = np.ascontiguousarray(physics).view(np.float64)
        return Worlds(whole, kept, steps.astype(np.int64), episodes.astype(np.int64), int(seed))

    def _reset(self, seed: Any) -> State:
        with self._lock:
            return self._to_jax(self.env.reset(int(seed)))

    def _step(self, worlds: Any, action: Any) -> State:
        state: Any = State(self._from_jax(worlds), None, None, None, {}, {})
        with self._lock:
            return self._to_jax(self.env.step(state, np.asarray(action)))

    def reset(self, seed: Any = 0) -> State:
        """Return the worlds at the start of their first episodes.

        seed      integer below 2^31, or an array of one integer
        Returns   State of arrays of jax (num_envs, ...)
        Source    design / Batches
        """
        return jax.pure_callback(self._reset, self._shapes, jax.numpy.asarray(seed, jax.numpy.int32))

    def step(self, state: State, action: Any) -> State:
        """Step every world from a state and return the new state.

        state     a result of `reset` or `step`
        action    float (num_envs, nu), in the units of the actuators
        Returns   State of arrays of jax (num_envs, ...)
        Source    design / Batches
        """
        return jax.pure_callback(self._step, self._shapes, state.pipeline_state, action)

    def close(self) -> None:
        """Stop the threads.

        Source   design / Batches
        """
        self.env.close()
