"""Proximal policy optimisation of a task of gymnasium, in one file: torch for the networks, a batch for the worlds.

    pip install 'gelenk[envs,learn]'
    python ppo.py                                HalfCheetah-v5, 5 million steps
    python ppo.py --task Humanoid-v5 --steps 10_000_000 --figure curve.png

Source  Schulman and others 2017, Proximal policy optimization algorithms; advantages: Schulman and others 2016.
"""

import argparse
import os
import time
from itertools import pairwise

import numpy as np
import torch
from torch import nn

from gelenk.envs import make_vec

GAMMA, LAMBDA, CLIP = 0.99, 0.95, 0.2
HORIZON, EPOCHS, MINIBATCH = 128, 8, 512
RATE, ENTROPY, VALUE, MOST_GRADIENT = 3e-4, 0.0, 0.5, 0.5


class Scale:
    """Running mean and variance of rows, to make numbers of size one."""

    def __init__(self, size):
        self.mean, self.var, self.count = np.zeros(size), np.ones(size), 1e-4

    def add(self, rows):
        """Take rows (n, size) into account."""
        mean, var, n = rows.mean(axis=0), rows.var(axis=0), len(rows)
        apart, total = mean - self.mean, self.count + n
        self.var = (self.count * self.var + n * var + apart**2 * self.count * n / total) / total
        self.mean, self.count = self.mean + apart * n / total, total

    def __call__(self, rows):
        return np.clip((rows - self.mean) / np.sqrt(self.var + 1e-8), -10, 10).astype(np.float32)


def network(inputs, outputs, last):
    """Two layers of 128, begun as is usual for this algorithm."""
    sizes, layers = (inputs, 128, 128, outputs), []
    for i, (a, b) in enumerate(pairwise(sizes)):
        layer = nn.Linear(a, b)
        nn.init.orthogonal_(layer.weight, last if i == 2 else 2**0.5)
        nn.init.zeros_(layer.bias)
        layers += [layer, nn.Tanh()]
    return nn.Sequential(*layers[:-1])


class Agent(nn.Module):
    """A normal distribution of actions in [-1, 1], whose mean a network gives, and the value of what is seen."""

    def __init__(self, nobs, naction):
        super().__init__()
        self.mean, self.value = network(nobs, naction, 0.01), network(nobs, 1, 1.0)
        self.spread = nn.Parameter(torch.full((naction,), -0.5))

    def policy(self, seen):
        """The distribution of actions."""
        return torch.distributions.Normal(self.mean(seen), self.spread.exp())


class Learner:
    """The worlds, the agent, and what both need from one round to the next."""

    def __init__(self, task, nenv, steps, seed):
        torch.set_num_threads(
            1
        )  # networks are small, and threads of torch that wait would be in the way of the worlds
        torch.manual_seed(seed)
        self.random = np.random.default_rng(seed)
        self.env = make_vec(task, nenv, autoreset_mode="SameStep")
        box = self.env.single_action_space
        self.middle, self.half = (box.high + box.low) / 2, (box.high - box.low) / 2
        nobs = self.env.single_observation_space.shape[0]
        self.agent = Agent(nobs, len(self.half))
        self.optimizer = torch.optim.Adam(self.agent.parameters(), RATE, eps=1e-5)
        self.scale, self.reward_scale = Scale(nobs), Scale(1)
        self.rounds = max(1, steps // (nenv * HORIZON))
        self.seen = self._look(self.env.reset(seed=seed)[0])
        self.discounted, self.returned = np.zeros(nenv), np.zeros(nenv)
        self.finished = []  # returns of episodes

    def _look(self, rows):
        self.scale.add(rows)
        return self.scale(rows)

    def _value(self, rows):
        with torch.no_grad():
            return self.agent.value(torch.from_numpy(rows))[:, 0].numpy()

    def _rewards(self, reward, ended):
        """Rewards divided by the spread of returns: sizes of gradients do not depend on the task."""
        self.returned += reward
        self.discounted = self.discounted * GAMMA + reward
        self.reward_scale.add(self.discounted[:, None])
        self.finished += self.returned[ended].tolist()
        self.returned[ended] = self.discounted[ended] = 0
        return reward / np.sqrt(self.reward_scale.var[0] + 1e-8)

    def collect(self):
        """HORIZON steps in all worlds: observations, actions, their log-probabilities, values, advantages."""
        kept = []
        for _ in range(HORIZON):
            with torch.no_grad():
                seen = torch.from_numpy(self.seen)
                policy, value = self.agent.policy(seen), self.agent.value(seen)[:, 0].numpy()
                action = policy.sample()
                chance = policy.log_prob(action).sum(dim=1).numpy()
            control = self.middle + self.half * np.clip(action.numpy(), -1, 1)
            rows, reward, over, cut, info = self.env.step(control)
            ended = over | cut
            reward = self._rewards(reward, ended)
            if cut.any():  # an episode that was cut would have gone on: what follows counts
                cut = np.flatnonzero(cut & ~over)
                reward[cut] += GAMMA * self._value(self.scale(np.stack(list(info["final_obs"][cut]))))
            kept.append((self.seen, action.numpy(), chance, value, reward, ended))
            self.seen = self._look(rows)
        seen, action, chance, value, reward, ended = (np.stack(part) for part in zip(*kept, strict=True))
        advantage, following, later = np.zeros_like(reward), self._value(self.seen), 0.0
        for t in reversed(range(HORIZON)):
            on = ~ended[t]
            error = reward[t] + GAMMA * following * on - value[t]
            advantage[t] = later = error + GAMMA * LAMBDA * on * later
            following = value[t]
        parts = (seen, action, chance, advantage, advantage + value)
        flat = [part.reshape(-1, *part.shape[2:]).astype(np.float32) for part in parts]
        return [torch.from_numpy(part) for part in flat]

    def improve(self, part):
        """Steps of gradient descent on what was collected."""
        seen, action, chance, advantage, wanted = part
        for _ in range(EPOCHS):
            order = torch.from_numpy(self.random.permutation(len(seen)))
            for some in order.split(MINIBATCH):
                policy = self.agent.policy(seen[some])
                ratio = (policy.log_prob(action[some]).sum(dim=1) - chance[some]).exp()
                gain = advantage[some]
                gain = (gain - gain.mean()) / (gain.std() + 1e-8)
                gained = torch.minimum(ratio * gain, ratio.clamp(1 - CLIP, 1 + CLIP) * gain).mean()
                missed = (self.agent.value(seen[some])[:, 0] - wanted[some]).square().mean()
                loss = VALUE * missed - gained - ENTROPY * policy.entropy().sum(dim=1).mean()
                self.optimizer.zero_grad()
                loss.backward()
                nn.utils.clip_grad_norm_(self.agent.parameters(), MOST_GRADIENT)
                self.optimizer.step()

    def learn(self):
        """Yields, after each round, how many steps were taken, the seconds, and the mean of the last 100 returns."""
        start = time.perf_counter()
        for number in range(self.rounds):
            self.optimizer.param_groups[0]["lr"] = RATE * (1 - number / self.rounds)
            self.improve(self.collect())
            steps = (number + 1) * HORIZON * self.env.num_envs
            recent = np.mean(self.finished[-100:]) if self.finished else np.nan
            yield steps, time.perf_counter() - start, recent


def draw(curve, task, path):
    """The learning curve as a picture."""
    from matplotlib.figure import Figure

    steps, seconds, returns = np.array(curve).T
    figure = Figure(figsize=(6.4, 3.4), layout="constrained")
    axes = figure.subplots()
    axes.plot(steps / 1e6, returns, color="#2f6690", lw=2)
    axes.set(xlabel="million steps", ylabel="mean of the last 100 returns")
    axes.set_title(f"PPO, {task}: {seconds[-1] / 60:.1f} minutes on {os.cpu_count()} cores", fontsize=10)
    axes.grid(alpha=0.3)
    axes.spines[["top", "right"]].set_visible(False)
    figure.savefig(path, dpi=150)


def main():
    """Learn, tell how it goes, keep the agent and the curve."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--task", default="HalfCheetah-v5")
    parser.add_argument("--envs", type=int, default=64)
    parser.add_argument("--steps", type=int, default=5_000_000)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--figure", help="file for the learning curve")
    parser.add_argument("--save", help="file for the agent and the scale of what it sees")
    given = parser.parse_args()
    learner, curve = Learner(given.task, given.envs, given.steps, given.seed), []
    for steps, seconds, recent in learner.learn():
        curve.append((steps, seconds, recent))
        if len(curve) % 20 == 0 or len(curve) == learner.rounds:
            print(f"{steps:9,d} steps, {seconds:6.1f} s, return {recent:8.1f}", flush=True)
    if given.save:
        scale = {"mean": learner.scale.mean, "var": learner.scale.var}
        torch.save({"agent": learner.agent.state_dict()} | scale, given.save)
    if given.figure:
        draw(curve, given.task, given.figure)


if __name__ == "__main__":
    main()
