"""Random search (ARS, version V2-t) of linear policies for the tasks of `gelenk.envs`.

Documents: design / Batches

    search = RandomSearch("Hopper-v5", seed=0)
    for _ in range(100):
        print(search.round())
    search.best.save("hopper.npz")

A policy is a matrix that maps normalized observations to actions. Each round tries the matrix moved forward and
backward along random directions, one world of a batch for each, and moves the matrix along the directions that
changed the return most:

    M += step / (best s) sum over the best directions of (r_forward - r_backward) direction

with s the standard deviation of the returns used. Reported returns include the bonus of a task for staying alive;
compared returns do not, since policies would first learn to stand still.

Source   Mania, Guy and Recht 2018, Simple random search of static linear policies is competitive for reinforcement
         learning (section 3 and table 9)
"""

from __future__ import annotations

import os
from typing import Any, NamedTuple

import numpy as np

from gelenk.envs.tasks import TASKS
from gelenk.envs.vector import BatchEnv
from gelenk.errors import Error

SPREAD_MIN = 1e-6  # below, an observation counts as constant
TRIALS = 4  # episodes of the policy itself in each round


class Settings(NamedTuple):
    """Parameters of the search.

    directions   number of directions in a round, each tried forward and backward
    best         number of directions that the update uses
    step         step size of the update
    noise        size of the perturbation along a direction
    """

    directions: int
    best: int
    step: float
    noise: float


USUAL = Settings(16, 8, 0.02, 0.03)
SETTINGS = {
    "Hopper-v5": Settings(8, 4, 0.02, 0.025),
    "Swimmer-v5": Settings(8, 4, 0.05, 0.05),
}


class Policy(NamedTuple):
    """A linear policy of a task: action = matrix (observation - mean) / spread.

    task           name of the task
    matrix         (nu, nobs)
    mean, spread   (nobs) of the observations
    mean_return    mean return of its trials
    """

    task: str
    matrix: np.ndarray
    mean: np.ndarray
    spread: np.ndarray
    mean_return: float

    def __call__(self, observation: np.ndarray) -> np.ndarray:
        """Return the actions (n, nu), not clipped, for observations (n, nobs)."""
        return (observation - self.mean) / self.spread @ self.matrix.T

    def save(self, path: str | os.PathLike[str]) -> None:
        """Write the policy to an .npz file."""
        with open(path, "wb") as file:
            np.savez(file, **self._asdict())

    @classmethod
    def load(cls, path: str | os.PathLike[str]) -> Policy:
        """Read a policy that `save` has written; gelenk.Error for any other file."""
        try:
            with np.load(path, allow_pickle=False) as file:
                matrix, mean, spread = (np.array(file[name], float) for name in ("matrix", "mean", "spread"))
                found = cls(str(file["task"]), matrix, mean, spread, float(file["mean_return"]))
        except (KeyError, ValueError, EOFError) as error:
            raise Error(f"'{os.fspath(path)}' is not a policy of gelenk train: {error}") from None
        if found.matrix.ndim != 2 or {found.mean.shape, found.spread.shape} != {found.matrix.shape[1:]}:
            raise Error(f"'{os.fspath(path)}' is not a policy of gelenk train: its shapes do not fit")
        return found


class Round(NamedTuple):
    """Result of a round.

    tried    mean return of the perturbed policies
    policy   mean return of the policy before the update, of TRIALS episodes
    steps    number of steps of the task, in all worlds together
    """

    tried: float
    policy: float
    steps: int


class RandomSearch:
    """A search, with its worlds, its policy and the statistics of observations.

    task       name of a task, see gelenk.envs.TASKS
    settings   parameters; None: those of the task
    seed       of directions and of initial states
    start      a policy of the same task to begin from; None: the zero matrix
    options    further arguments of BatchEnv, such as max_episode_steps or nthread

    `best` is the policy with the best return of its trials so far.
    """

    def __init__(
        self,
        task: str,
        settings: Settings | None = None,
        seed: int = 0,
        start: Policy | None = None,
        **options: Any,
    ) -> None:
        self.task, self.settings = task, settings or SETTINGS.get(task, USUAL)
        self.env = BatchEnv(task, 2 * self.settings.directions + TRIALS, **options)
        self.random, self.seed = np.random.default_rng(seed), seed
        actions: Any = self.env.single_action_space  # a Box
        observations: Any = self.env.single_observation_space
        nobs = observations.shape[0]
        self.low, self.high = actions.low, actions.high
        self.bonus = float(self.env.given.get("healthy_reward", 0.0)) if TASKS[task].steps else 0.0
        self.count, self.sum, self.squares = 0, np.zeros(nobs), np.zeros(nobs)
        self.best = Policy(task, np.zeros((len(self.low), nobs)), np.zeros(nobs), np.ones(nobs), -np.inf)
        if start is not None:
            if start.matrix.shape != self.best.matrix.shape:
                raise Error(f"the policy of shape {start.matrix.shape} does not fit {task}")
            self.best = start
        self.policy = self.best

    def round(self) -> Round:
        """Try all directions, move the policy along the best ones, and return the mean returns."""
        n, best, step, noise = self.settings
        matrix = self.policy.matrix
        moves = self.random.standard_normal((n, *matrix.shape))
        tried = np.concatenate([noise * moves, -noise * moves, np.zeros((TRIALS, *matrix.shape))]) + matrix
        # both ways along a direction start from the same state, which halves the noise of their difference
        seeds = self.seed + np.r_[np.arange(n), np.arange(n), n + np.arange(TRIALS)]
        self.seed += n + TRIALS
        returns, lengths = self._run_episodes(tried, seeds.tolist())
        alone = float(returns[2 * n :].mean())
        if alone > self.best.mean_return:
            self.best = self.policy._replace(mean_return=alone)
        forward, backward = (returns - self.bonus * lengths)[: 2 * n].reshape(2, n)
        used = np.argsort(-np.maximum(forward, backward), kind="stable")[:best]
        spread = np.concatenate([forward[used], backward[used]]).std() + 1e-8
        gain = np.tensordot(forward[used] - backward[used], moves[used], 1)
        self._set_policy(matrix + step / (best * spread) * gain)
        return Round(float(returns[: 2 * n].mean()), alone, int(lengths.sum()))

    def _set_policy(self, matrix: np.ndarray) -> None:
        """Set the policy to a matrix and the statistics of all observations so far."""
        mean = self.sum / max(1, self.count)
        spread = np.sqrt(np.maximum(self.squares / max(1, self.count) - mean * mean, 0))
        spread = np.where(spread < SPREAD_MIN, 1.0, spread)
        self.policy = Policy(self.task, matrix, mean, spread, -np.inf)

    def _run_episodes(self, matrices: np.ndarray, seeds: list[int | None]) -> tuple[np.ndarray, np.ndarray]:
        """Return the return and the length of an episode of each matrix (n, nu, nobs)."""
        env, (_, _, mean, spread, _) = self.env, self.policy
        env.reset(seed=seeds)
        ids, total, lengths = np.arange(len(seeds)), np.zeros(len(seeds)), np.zeros(len(seeds), np.int64)
        for _ in range(env.limit):
            seen = env._observe(ids)
            self.count += len(seen)
            self.sum += seen.sum(axis=0)
            self.squares += np.square(seen).sum(axis=0)
            actions = np.matmul(matrices, ((seen - mean) / spread)[:, :, None])[:, :, 0]
            # worlds whose episode has ended are not stepped any more
            scored = env._step_and_score(ids, np.clip(actions, self.low, self.high))
            total[ids] += scored.reward
            lengths[ids] += 1
            if scored.terminated.any():
                going = ~scored.terminated
                ids, matrices = ids[going], matrices[going]
                if not len(ids):
                    break
        return total, lengths
