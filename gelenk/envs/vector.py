"""Vector environment of gymnasium, stepped as a batch.

Documents: design / Batches
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

import gymnasium
import numpy as np
from gymnasium.utils import seeding
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.vector.utils import batch_space

from gelenk.api.model_methods import MjModel
from gelenk.batch import Batch
from gelenk.envs.rendering import MODES, EnvRenderer, check_mode
from gelenk.envs.tasks import TASKS, StepContext
from gelenk.errors import with_hint
from gelenk.runtime.annotation_checks import checked, methods_checked, vector
from gelenk.runtime.arguments import flag
from gelenk.runtime.assignment import real

RENDERING = (
    "width",
    "height",
    "camera_id",
    "camera_name",
    "default_camera_config",
)  # arguments of EnvRenderer
ASSETS = Path(gymnasium.__file__).parent / "envs" / "mujoco" / "assets"


def _as_default(id: str, name: str, value: Any, default: Any) -> Any:
    """Return an option of a task after checking that it has the type of its default."""
    if isinstance(default, bool):
        return flag(id, name, value)
    if isinstance(default, tuple):
        return tuple(vector(f"{id}: {name}", value, len(default)).tolist())
    return real(f"{id}: {name}", value) if isinstance(default, int | float) else value


@methods_checked
class BatchEnv(VectorEnv):
    """Many worlds of one task.

    id               name of the task, such as "Ant-v5"
    num_envs         number of worlds
    autoreset_mode   when a world whose episode has ended is reset: in the next step, as in gymnasium by default, in
                     the same step, or never
    nthread          threads that step the worlds; 0: one per CPU
    render_mode      "rgb_array": `render` returns images; "human": resets and steps show the worlds in the page of the
                     viewer; None: nothing is rendered
    rendering        width, height, camera_id, camera_name and default_camera_config, as in gymnasium
    xml_file         another model; frame_skip, max_episode_steps and the weights of rewards are named as in gymnasium

    `batch` is the Batch of the worlds.

    Errors   ValueError: no such task, render mode or camera; TypeError: no such argument
    """

    metadata: dict[str, Any]

    def __init__(
        self,
        id: str,
        num_envs: int = 1,
        *,
        autoreset_mode: AutoresetMode | str = AutoresetMode.NEXT_STEP,
        nthread: int = 0,
        render_mode: str | None = None,
        max_episode_steps: int | None = None,
        xml_file: str | None = None,
        frame_skip: int | None = None,
        **given: Any,
    ) -> None:
        if id not in TASKS:
            raise ValueError(with_hint(f"there is no task {id!r}", str(id), TASKS))
        task = TASKS[id]
        seen = {name: given.pop(name) for name in RENDERING if name in given}
        for name in given:
            if name not in task.given:
                raise TypeError(with_hint(f"{id} has no argument {name!r}", name, (*task.given, *RENDERING)))
        self.task, self.given = (
            task,
            task.given
            | {name: _as_default(id, name, value, task.given[name]) for name, value in given.items()},
        )
        m = MjModel.from_xml_path(str(xml_file or ASSETS / task.model))
        self.batch = Batch(m, num_envs, nthread)
        self.render_mode = check_mode(render_mode)
        self._renderer = EnvRenderer(m, self.batch, **seen)
        self.num_envs, self.frame_skip = num_envs, frame_skip or task.frame_skip
        self.dt = m.opt.timestep * self.frame_skip
        self.limit = task.steps if max_episode_steps is None else max_episode_steps
        self.autoreset_mode = AutoresetMode(autoreset_mode)
        self.metadata = {
            "render_modes": list(MODES),
            "autoreset_mode": self.autoreset_mode,
            "render_fps": round(1 / self.dt),
        }
        self.qpos, self.qvel = m.qpos0.copy(), np.zeros(m.nv)
        self._all_ids = np.arange(num_envs)
        low, high = m.actuator_ctrlrange.astype(np.float32).T.copy()
        self.single_action_space = gymnasium.spaces.Box(low, high, dtype=np.float32)
        one = self._all_ids[:1]
        size = self.task.observe(self.batch, one, self.given).shape[1]
        # binding fields here makes the first call fill them
        kept = self.task.keep(self.batch, one)
        self._position_info(one)
        self.task.score(
            StepContext(self.batch, one, np.zeros((1, m.nu), np.float32), kept, self.dt, self.given)
        )
        self.single_observation_space = gymnasium.spaces.Box(-np.inf, np.inf, (size,), np.float64)
        self.action_space = batch_space(self.single_action_space, num_envs)
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self._randoms: list[Any] = [None] * num_envs
        self._steps = np.zeros(num_envs, np.int64)
        self._ended = np.zeros(num_envs, bool)
        self._begun = False

    def _position_info(self, ids: np.ndarray) -> dict[str, np.ndarray]:
        return self.task.position_info(self, ids)

    def _add_to_info(self, info: dict[str, Any], ids: np.ndarray, values: dict[str, np.ndarray]) -> None:
        """Add values of some worlds to infos: an array for all worlds, and a mask."""
        for name, rows in values.items():
            if name not in info:
                info[name] = np.zeros((self.num_envs, *rows.shape[1:]), rows.dtype)
                info["_" + name] = np.zeros(self.num_envs, bool)
            info[name][ids], info["_" + name][ids] = rows, True

    def _observe(self, ids: np.ndarray) -> np.ndarray:
        return self.task.observe(self.batch, ids, self.given)

    def _start_episodes(self, ids: np.ndarray) -> None:
        """Start episodes in these worlds."""
        if not len(ids):
            return
        self.batch.reset(ids, stage=0)
        for i in ids:
            self.batch.qpos[i], self.batch.qvel[i] = self.task.draw(self, self._randoms[i])
        self.batch.forward(ids)
        self._steps[ids] = 0
        self._ended[ids] = False

    def reset(
        self, *, seed: int | list[int | None] | None = None, options: dict[str, Any] | None = None
    ) -> tuple[np.ndarray, dict[str, Any]]:
        """Start an episode in every world, or in some.

        seed      seed of the first world, incremented for each following world; or one per world
        options   reset_mask: bool (num_envs), the worlds to reset

        Returns   observations (num_envs, nobs), and infos by name
        Errors    ValueError: the number of seeds is not that of the worlds
        Source    design / Batches; gymnasium.vector.VectorEnv
        """
        mask = (options or {}).get("reset_mask")
        ids = self._all_ids if mask is None else np.flatnonzero(np.asarray(mask, bool))
        if seed is None or isinstance(seed, int | np.integer):
            seeds: Any = [None if seed is None else int(seed) + i for i in range(self.num_envs)]
        else:
            seeds = list(seed)
            if len(seeds) != self.num_envs:
                raise ValueError(f"{len(seeds)} seeds for {self.num_envs} worlds")
        for i in ids:
            if seeds[i] is not None or self._randoms[i] is None:
                self._randoms[i] = seeding.np_random(seeds[i])[0]
        self._start_episodes(ids)
        self._begun = True
        info: dict[str, Any] = {}
        self._add_to_info(info, ids, self._position_info(ids))
        if self.render_mode == "human":
            self._renderer.show_page()
        return self._observe(self._all_ids), info

    def step(
        self, actions: np.ndarray
    ) -> tuple[np.ndarray, np.ndarray, np.ndarray, np.ndarray, dict[str, Any]]:
        """Step the task in every world.

        actions   (num_envs, nu)

        Returns   observations (num_envs, nobs), rewards, terminated, truncated (num_envs), and infos by name
        Errors    ValueError: wrong shape of actions; gymnasium.error.ResetNeeded: before the first reset, or if
                  episodes have ended while autoreset is disabled
        Source    design / Batches; gymnasium.vector.VectorEnv
        """
        if not self._begun:
            raise gymnasium.error.ResetNeeded("call reset before step")
        actions = np.asarray(actions)
        if actions.shape != self.action_space.shape:
            raise ValueError(f"actions must be of shape {self.action_space.shape}, not {actions.shape}")
        again = (
            np.flatnonzero(self._ended)
            if self.autoreset_mode == AutoresetMode.NEXT_STEP
            else self._all_ids[:0]
        )
        ids = np.setdiff1d(self._all_ids, again) if len(again) else self._all_ids
        if self.autoreset_mode == AutoresetMode.DISABLED and self._ended.any():
            raise gymnasium.error.ResetNeeded(
                "some episodes have ended; reset them with options['reset_mask']"
            )
        reward = np.zeros(self.num_envs)
        terminated, truncated = np.zeros(self.num_envs, bool), np.zeros(self.num_envs, bool)
        info: dict[str, Any] = {}
        self._start_episodes(again)
        self._add_to_info(info, again, self._position_info(again))
        if len(ids):
            scored = self._step_and_score(ids, actions[ids])
            reward[ids], terminated[ids] = scored.reward, scored.terminated
            self._steps[ids] += 1
            truncated[ids] = self._steps[ids] >= self.limit
            self._add_to_info(info, ids, self._position_info(ids) | scored.info)
        self._ended = terminated | truncated
        seen = self._observe(self._all_ids)
        if self.autoreset_mode == AutoresetMode.SAME_STEP and self._ended.any():
            over = np.flatnonzero(self._ended)
            final = np.full(self.num_envs, None, dtype=object)
            for i in over:
                final[i] = seen[i].copy()
            last = {name: info[name].copy() for name in info if not name.startswith("_")}
            last |= {"_" + name: info["_" + name] & self._ended for name in last}
            for name in [name for name in info if not name.startswith("_")]:
                # the values now belong to the new episode
                info[name][over], info["_" + name][over] = 0, False
            info["final_obs"], info["_final_obs"] = final, self._ended.copy()
            info["final_info"], info["_final_info"] = last, self._ended.copy()
            self._start_episodes(over)
            self._add_to_info(info, over, self._position_info(over))
            seen[over] = self._observe(over)
        if self.render_mode == "human":
            self._renderer.show_page()
        return seen, reward, terminated, truncated, info

    def _step_and_score(self, ids: np.ndarray, actions: np.ndarray, kept: np.ndarray | None = None) -> Any:
        """Step these worlds and return their scores, given the values kept before the step."""
        if kept is None:
            kept = self.task.keep(self.batch, ids).copy()
        self.batch.ctrl[ids] = actions
        if self.task.forces:
            self.batch._step_and_rne(ids, self.frame_skip)
        else:
            self.batch.step(ids, self.frame_skip)
        return self.task.score(StepContext(self.batch, ids, actions, kept, self.dt, self.given))

    def render(self) -> tuple[np.ndarray, ...] | None:
        """Render the current states of all worlds.

        Returns   with render_mode "rgb_array" an image (height, width, 3) uint8 of each world; else None: with "human",
                  the page shows the worlds after each reset and step
        Errors    gymnasium.error.ResetNeeded: before the first reset
        Source    design / Batches; gymnasium.vector.VectorEnv
        """
        if self.render_mode is None:
            gymnasium.logger.warn(
                "render needs a render mode: make_vec(id, num_envs, render_mode='rgb_array'), or "
                "gelenk.render.pictures with states of batch.get_data"
            )
            return None
        if not self._begun:
            raise gymnasium.error.ResetNeeded("call reset before render")
        return self._renderer.render_worlds() if self.render_mode == "rgb_array" else None

    def close_extras(self, **kwargs: Any) -> None:
        """Stop the threads and close the page of the viewer; called by `close`.

        Source    design / Batches; gymnasium.vector.VectorEnv
        """
        self._renderer.close()
        self.batch.close()


@checked
def make_vec(id: str, num_envs: int = 1, **options: Any) -> BatchEnv:
    """Create many worlds of a task of gymnasium, stepped together.

    id         name of the task, one of TASKS
    num_envs   number of worlds
    options    further arguments of `BatchEnv`

    Returns    the BatchEnv
    Source     design / Batches; gymnasium.make_vec
    """
    return BatchEnv(id, num_envs, **options)
