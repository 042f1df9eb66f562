"""Augmented random search of a linear policy, in numpy alone: every direction that is tried is a world of one batch.

    python ars.py                                            Swimmer-v5
    python ars.py --task HalfCheetah-v5 --directions 32 --best 16 --step 0.02 --noise 0.03 --rounds 150

A policy is a matrix; what is seen is brought to mean 0 and spread 1 first. Each round tries the matrix moved there and
back along random directions, and goes along those that made a difference.

Source  Mania, Guy and Recht 2018, Simple random search of static linear policies is competitive for reinforcement
        learning (its version V2)
"""

import argparse

import numpy as np

from gelenk.envs import make_vec


class Search:
    """The worlds, two for each direction, the matrix, and the mean and spread of what was seen."""

    def __init__(self, task, directions, best, step, noise, seed, horizon=None):
        self.directions, self.best, self.step, self.noise = directions, best, step, noise
        self.env = make_vec(task, 2 * directions, autoreset_mode="Disabled", max_episode_steps=horizon)
        self.random, self.seed = np.random.default_rng(seed), seed
        nobs = self.env.single_observation_space.shape[0]
        self.low, self.high = self.env.single_action_space.low, self.env.single_action_space.high
        self.policy = np.zeros((len(self.low), nobs))
        self.mean, self.square, self.count = np.zeros(nobs), np.zeros(nobs), 0

    def returns(self, policies):
        """The return of an episode of each policy (n, nu, nobs); n worlds of the batch take part."""
        n, (mean, spread) = len(policies), (self.mean, self._spread())
        seen = self.env.reset(seed=self.seed)[0]
        self.seed += self.env.num_envs
        total, running = np.zeros(n), np.ones(n, bool)
        for _ in range(self.env.limit):
            now = seen[:n][running]
            self.count += len(now)
            self.mean = self.mean + (now - self.mean).sum(axis=0) / self.count
            self.square = self.square + (np.square(now) - self.square).sum(axis=0) / self.count
            actions = np.einsum("nij,nj->ni", policies, (seen[:n] - mean) / spread)
            actions = np.concatenate([actions, np.zeros((len(seen) - n, len(self.low)))])
            seen, reward, over, cut, _ = self.env.step(np.clip(actions, self.low, self.high))
            total += np.where(running, reward[:n], 0)
            running &= ~(over | cut)[:n]
            ended = over | cut
            if not running.any():
                break
            if ended.any():  # it has to begin anew, but nobody looks at it
                seen = self.env.reset(options={"reset_mask": ended})[0]
        return total

    def _spread(self):
        """Of what was seen; 1 where it hardly changes."""
        spread = np.sqrt(np.maximum(self.square - np.square(self.mean), 0))
        return np.where(spread < 1e-6, 1.0, spread)

    def round(self):
        """Try all directions, and go along the best; the mean return of what was tried."""
        moves = self.random.standard_normal((self.directions, *self.policy.shape))
        tried = self.policy + self.noise * np.concatenate([moves, -moves])
        there, back = self.returns(tried).reshape(2, self.directions)
        best = np.argsort(-np.maximum(there, back), kind="stable")[: self.best]
        spread = np.concatenate([there[best], back[best]]).std() + 1e-8
        gain = np.tensordot(there[best] - back[best], moves[best], 1)
        self.policy = self.policy + self.step / (self.best * spread) * gain
        return (there.mean() + back.mean()) / 2


def main():
    """Search, and tell how it goes."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--task", default="Swimmer-v5")
    parser.add_argument("--directions", type=int, default=8)
    parser.add_argument("--best", type=int, default=4)
    parser.add_argument("--step", type=float, default=0.05, help="how far to go in a round")
    parser.add_argument(
        "--noise",
        type=float,
        default=0.05,
        help="how far directions are tried",
    )
    parser.add_argument("--rounds", type=int, default=30)
    parser.add_argument("--horizon", type=int, help="steps of an episode; the task's where it is not given")
    parser.add_argument("--seed", type=int, default=0)
    given = parser.parse_args()
    search = Search(
        given.task, given.directions, given.best, given.step, given.noise, given.seed, given.horizon
    )
    first = None
    for number in range(1, given.rounds + 1):
        found = search.round()
        first = found if first is None else first
        if number % 10 == 0 or number == given.rounds:
            alone = search.returns(search.policy[None]).item()
            print(f"round {number:4d}: tried {found:8.1f}, the policy {alone:8.1f}", flush=True)
    assert found > first, "what is tried last is better than what was tried first"


if __name__ == "__main__":
    main()
