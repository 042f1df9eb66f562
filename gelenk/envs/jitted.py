"""Functional environments within `jax.jit`, `lax.scan` and the like (extra `jax`).

Documents: design / Batches

    env = JaxEnv("Hopper-v5", num_envs=256)
    state = env.reset(seed=0)
    state = jax.jit(env.step)(state, action)        or in a scan, with a policy between

The worlds are stepped on the processor, by a callback (`jax.pure_callback`): a step is a function of state and action,
so jax may leave it out, or run it again. States are trees of arrays of jax and nothing else. The physics is in double
precision, which jax has not by default: its bits travel as pairs of uint32.
"""

from __future__ import annotations

import threading
from typing import Any

import numpy as np

from gelenk.envs.functional import FunctionalEnv, State, Worlds
from gelenk.runtime.locks import new_lock

try:
    import jax
except ModuleNotFoundError as error:
    raise ModuleNotFoundError(
        "gelenk.envs.jitted takes jax: pip install 'gelenk[jax]'", name=error.name
    ) from error

__all__ = ["JaxEnv"]


def _bits(array: np.ndarray) -> np.ndarray:
    """Rows of float64 as rows of twice as many uint32."""
    return np.ascontiguousarray(array.reshape(len(array), -1), np.float64).view(np.uint32)


class JaxEnv:
    """``num_envs`` worlds of a task, whose `reset` and `step` may be traced by jax.

    options   those of `get_environment` but for library; dtype is "float32", or "float64" with jax_enable_x64

    `vmap` is refused by jax: worlds are many already. Names, numbers and episodes are those of `FunctionalEnv`.

    Errors   those of `get_environment`; ValueError: float64 where jax has it not
    """

    def __init__(self, id: str, num_envs: int = 1, *, dtype: str = "float32", **options: Any) -> None:
        if dtype == "float64" and not jax.config.jax_enable_x64:
            raise ValueError("dtype float64 takes jax.config.update('jax_enable_x64', True)")
        self.env = FunctionalEnv(id, num_envs, dtype=dtype, **options)
        self._turn = new_lock(threading.Lock)  # jax calls back in threads of its own
        first = self.env.reset(0)
        self._kept = first.pipeline_state.kept.shape
        self._shapes = jax.tree.map(lambda a: jax.ShapeDtypeStruct(a.shape, a.dtype), self._given(first))

    def _given(self, state: State) -> State:
        """The state with arrays that jax can have."""
        worlds = state.pipeline_state
        steps, episodes = (np.array(a, np.int32) for a in (worlds.steps, worlds.episodes))
        travelling: Any = Worlds(
            _bits(worlds.physics),
            _bits(worlds.kept),
            steps,
            episodes,
            np.array(worlds.seed, np.int32),  # type: ignore[arg-type]
        )
        return state.replace(pipeline_state=travelling)

    def _taken(self, worlds: Any) -> Worlds:
        """The worlds of such a state."""
        physics, kept, steps, episodes, seed = map(np.asarray, worlds)
        kept = np.ascontiguousarray(kept).view(np.float64).reshape(self._kept)
        whole = np.ascontiguousarray(physics).view(np.float64)
        return Worlds(whole, kept, steps.astype(np.int64), episodes.astype(np.int64), int(seed))

    def _reset(self, seed: Any) -> State:
        with self._turn:
            return self._given(self.env.reset(int(seed)))

    def _step(self, worlds: Any, action: Any) -> State:
        state: Any = State(self._taken(worlds), None, None, None, {}, {})
        with self._turn:
            return self._given(self.env.step(state, np.asarray(action)))

    def reset(self, seed: Any = 0) -> State:
        """Worlds at the beginning of their first episodes; seed is a whole number below 2^31, or an array of one.

        seed      whole number below 2^31, or an array of one
        Returns   State of arrays of jax (num_envs, ...)
        Source    design / Batches
        """
        return jax.pure_callback(self._reset, self._shapes, jax.numpy.asarray(seed, jax.numpy.int32))

    def step(self, state: State, action: Any) -> State:
        """One step of the task in every world, from that state; action (n, nu).

        state     what `reset` or `step` gave
        action    float (num_envs, nu), in the units of the actuators
        Returns   State of arrays of jax (num_envs, ...)
        Source    design / Batches
        """
        return jax.pure_callback(self._step, self._shapes, state.pipeline_state, action)

    def close(self) -> None:
        """End the threads.

        Source   design / Batches
        """
        self.env.close()
