"""Functional environments, for torch and jax: `reset(seed)` and `step(state, action)`.

Documents: design / Batches

    env = get_environment("Ant-v5", num_envs=1024, library="torch")
    state = env.reset(seed=0)
    while True:
        state = env.step(state, policy(state.obs))      obs, reward and done are tensors

Names are those of Brax. `step` returns a new state and never writes to a state, so that a state and actions always give
the same values. Arrays are exchanged by DLPack, so that torch, jax and numpy share the memory.
"""

from __future__ import annotations

import importlib
from collections.abc import Callable
from typing import Any, NamedTuple, Self

import numpy as np

from gelenk.envs.tasks import StepContext
from gelenk.envs.vector import BatchEnv
from gelenk.runtime.annotation_checks import checked, methods_checked, numbers

Array = Any  # array of the library of the environment
_FROM_DLPACK = {"torch": "torch", "jax": "jax.numpy", "cupy": "cupy"}


class Worlds(NamedTuple):
    """Complete input of the next step, in numpy: rows of `Batch.state` and task values.

    physics   (n, nstate) mjSTATE_INTEGRATION      kept      (n, ...) task values after the last step
    steps     (n) of the episode                   episodes  (n) started in this world      seed   common to all worlds
    """

    physics: np.ndarray
    kept: np.ndarray
    steps: np.ndarray
    episodes: np.ndarray
    seed: int


class State(NamedTuple):
    """The worlds and their observations.

    obs (n, nobs), reward (n), done (n)    done is 1.0 where the episode terminated or was truncated
    metrics   parts of the reward and positions by name, before worlds are reset
    info      truncation (n): 1.0 where the episode was only truncated; final_obs (n, nobs): before worlds are reset;
              steps (n) of the episode

    With auto_reset, worlds whose episode has ended are reset in the same step.
    """

    pipeline_state: Worlds
    obs: Array
    reward: Array
    done: Array
    metrics: dict[str, Array]
    info: dict[str, Array]

    def replace(self, **fields: Any) -> Self:
        """Return a copy with some fields replaced.

        fields    name -> value

        Returns   the new State
        Source    design / Batches
        """
        return self._replace(**fields)


def _array_importer(library: str | Callable[[np.ndarray], Any]) -> Callable[[np.ndarray], Any]:
    if callable(library):
        return library
    if library == "numpy":
        return lambda array: array
    if library not in _FROM_DLPACK:
        raise ValueError(
            f"library must be one of numpy, {', '.join(_FROM_DLPACK)}, or a function, not {library!r}"
        )
    return importlib.import_module(_FROM_DLPACK[library]).from_dlpack


@methods_checked
class FunctionalEnv:
    """``num_envs`` worlds of a task, with a state that the caller holds.

    library      library of the arrays: "numpy", "torch" or "jax"; or a function of an array with __dlpack__
    dtype        dtype of observations, rewards and metrics; jax accepts float64 only with jax_enable_x64
    auto_reset   whether worlds whose episode has ended are reset in the same step
    options      options of `make_vec`: nthread, max_episode_steps, frame_skip, weights of rewards, ...

    Errors   those of `make_vec`; ValueError: an unknown library or dtype
    """

    def __init__(
        self,
        id: str,
        num_envs: int = 1,
        *,
        library: str | Callable[[np.ndarray], Any] = "numpy",
        dtype: Any = "float64",
        auto_reset: bool = True,
        **options: Any,
    ) -> None:
        self._to_library = _array_importer(library)
        # accepts names, dtypes and scalar types of numpy
        name = getattr(dtype, "name", getattr(dtype, "__name__", dtype))
        if not isinstance(name, str) or name not in ("float32", "float64"):
            raise ValueError(f"dtype must be float32 or float64, not {dtype!s:.100}")
        self._dtype = np.dtype(name)
        self._env = BatchEnv(id, num_envs, **options)
        self.auto_reset = bool(auto_reset)
        self._all_ids = self._env._all_ids
        self._held_physics: np.ndarray | None = None  # the physics state that the batch holds now

    @property
    def num_envs(self) -> int:
        """Number of worlds."""
        return self._env.num_envs

    @property
    def observation_size(self) -> int:
        """Number of observations per world."""
        return int(self._env.observation_space.shape[1])  # type: ignore[index]

    @property
    def action_size(self) -> int:
        """Number of actions per world."""
        return int(self._env.action_space.shape[1])  # type: ignore[index]

    @property
    def dt(self) -> float:
        """Duration of a step [s]."""
        return self._env.dt

    @property
    def episode_length(self) -> int:
        """Number of steps after which an episode is truncated."""
        return self._env.limit

    def __repr__(self) -> str:
        return f"<FunctionalEnv of {self.num_envs} worlds, {self._env.batch!r}>"

    def close(self) -> None:
        """Stop the threads.

        Source    design / Batches
        """
        self._env.close()

    # ---- arrays of other libraries

    def _export(self, values: np.ndarray) -> Array:
        """Return a private copy of values as an array of the library."""
        return self._to_library(np.array(values, self._dtype))

    def _import_actions(self, action: Any) -> np.ndarray:
        """Return the actions as a numpy array, without a copy where possible."""
        if not isinstance(action, np.ndarray) and hasattr(action, "__dlpack__"):
            if action.__dlpack_device__()[0] not in (1, 3):  # host memory, pageable or pinned
                raise ValueError("actions are on a GPU, but this environment takes host arrays")
            action = np.from_dlpack(action)
        action = np.asarray(numbers("step: action", action))
        if action.shape != self._env.action_space.shape:
            raise ValueError(f"actions must be of shape {self._env.action_space.shape}, not {action.shape}")
        return action

    # ---- worlds

    def _start_episodes(self, ids: np.ndarray, episodes: np.ndarray, seed: int) -> None:
        """Start an episode in these worlds.

        The initial state is a function of seed, world and episode number.
        """
        env = self._env
        env.batch.reset(ids, stage=0)
        for i in ids.tolist():
            random = np.random.default_rng([seed, i, int(episodes[i])])
            env.batch.qpos[i], env.batch.qvel[i] = env.task.draw(env, random)
        env.batch.forward(ids)

    def _world_states(self, steps: np.ndarray, episodes: np.ndarray, seed: int) -> Worlds:
        """Return a read-only copy of the state of the batch."""
        batch = self._env.batch
        self._held_physics = batch.state.copy()
        kept = np.array(self._env.task.keep(batch, self._all_ids))
        for part in (self._held_physics, kept, steps, episodes):
            part.flags.writeable = False
        return Worlds(self._held_physics, kept, steps, episodes, seed)

    def reset(self, seed: int = 0) -> State:
        """Return the worlds at the start of their first episodes.

        seed   seed of the random initial states, combined with world and episode number

        Returns  the State
        Source   design / Batches
        """
        n, env = self.num_envs, self._env
        steps, episodes = np.zeros(n, np.int64), np.zeros(n, np.int64)
        self._held_physics = None
        self._start_episodes(self._all_ids, episodes, int(seed))
        seen = env._observe(self._all_ids)
        nothing = np.zeros(n)
        told = env._position_info(self._all_ids)
        scored = env.task.score(self._step_context(np.zeros((n, self.action_size), np.float32)))
        metrics = told | {name: np.zeros_like(values) for name, values in scored.info.items()}
        worlds = self._world_states(steps, episodes, int(seed))
        return self._make_state(worlds, seen, nothing, nothing, metrics, nothing, seen)

    def _step_context(self, action: np.ndarray) -> StepContext:
        env = self._env
        kept = env.task.keep(env.batch, self._all_ids)
        return StepContext(env.batch, self._all_ids, action, kept, env.dt, env.given)

    def _make_state(
        self,
        worlds: Worlds,
        seen: np.ndarray,
        reward: np.ndarray,
        done: np.ndarray,
        metrics: dict[str, np.ndarray],
        cut: np.ndarray,
        last: np.ndarray,
    ) -> State:
        info = {
            "truncation": self._export(cut),
            "final_obs": self._export(last),
            "steps": self._export(worlds.steps),
        }
        told = {name: self._export(values) for name, values in metrics.items()}
        return State(worlds, self._export(seen), self._export(reward), self._export(done), told, info)

    def step(self, state: State, action: Array) -> State:
        """Step every world from a state and return the new state.

        state    a result of `reset` or `step`
        action   (n, nu), array of any library with DLPack, in host memory

        Returns  the new State
        Errors   ValueError: wrong shape of actions, or a state of another environment; SimulationError: worlds failed
        Source   design / Batches
        """
        env, worlds, everyone = self._env, state.pipeline_state, self._all_ids
        action = self._import_actions(action)
        if worlds.physics.shape != env.batch.state.shape:
            raise ValueError(f"the state has shape {worlds.physics.shape}, not {env.batch.state.shape}")
        if worlds.physics is not self._held_physics:
            env.batch.state[:] = worlds.physics
        self._held_physics = None
        scored = env._step_and_score(everyone, action, worlds.kept)
        steps = worlds.steps + 1
        over = scored.terminated
        cut = (steps >= env.limit) & ~over
        ended, metrics = over | cut, env._position_info(everyone) | scored.info
        metrics = {name: np.array(values) for name, values in metrics.items()}
        last = env._observe(everyone)
        seen, episodes = last, worlds.episodes
        if self.auto_reset and ended.any():
            episodes = episodes + ended
            steps = np.where(ended, 0, steps)
            again = np.flatnonzero(ended)
            self._start_episodes(again, episodes, worlds.seed)
            seen = last.copy()
            seen[again] = env._observe(again)
        following = self._world_states(steps, episodes, worlds.seed)
        return self._make_state(following, seen, scored.reward, ended, metrics, cut, last)


@checked
def get_environment(id: str, num_envs: int = 1, **options: Any) -> FunctionalEnv:
    """Create a gymnasium task as pure functions of a state, in the style of Brax.

    id         name of the task, one of TASKS
    num_envs   number of worlds
    options    further arguments of `FunctionalEnv`

    Returns    the FunctionalEnv
    Source     design / Batches
    """
    return FunctionalEnv(id, num_envs, **options)
