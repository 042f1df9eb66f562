"""A policy that is trained by analytic gradients: torch differentiates the network, gelenk the steps.

    pip install 'gelenk[envs,learn]'
    python analytic.py                           InvertedPendulum-v5, some seconds
    python ppo.py --task InvertedPendulum-v5 --steps 200_000 --envs 16     for comparison

A cost over a short horizon is differentiated through all of its steps (Xu and others 2022, Accelerated policy learning
with parallel differentiable simulation, without their critic). The policy is then judged as the task judges it.
"""

import argparse
import time

import numpy as np
import torch
from torch import nn

from gelenk import gradients
from gelenk.envs import make_vec

TASK = "InvertedPendulum-v5"
WORLDS, HORIZON, RATE = 4, 50, 0.02
SPREAD = 0.2  # of initial positions and velocities; the task begins within 0.01


class Policy(nn.Module):
    """A small network: positions and velocities -> a control within the limits of the motor."""

    def __init__(self, inputs, low, high):
        super().__init__()
        self.layers = nn.Sequential(nn.Linear(inputs, 16), nn.Tanh(), nn.Linear(16, len(low)), nn.Tanh())
        self.register_buffer("middle", torch.tensor((low + high) / 2))
        self.register_buffer("reach", torch.tensor((high - low) / 2))
        self.double()

    def forward(self, state):
        """The controls of states (..., 4)."""
        return self.middle + self.reach * self.layers(state)


def cost(policy, step, skip, state):
    """Mean over worlds and time of squares: of the pole's angle above all, position, speed, control."""
    weights = torch.tensor([1.0, 1.0, 0.1, 0.1], dtype=torch.float64)
    total = 0.0
    for _ in range(HORIZON):
        control = policy(state)
        for _ in range(skip):
            state = step(state, control)
        total = total + (weights * state**2).sum(1).mean() + 1e-3 * (control**2).sum(1).mean()
    return total / HORIZON


def judged(policy, seed, episodes=16):
    """The mean return of the task over episodes."""
    env = make_vec(TASK, episodes)
    seen, _ = env.reset(seed=seed)
    total, alive = np.zeros(episodes), np.ones(episodes, bool)
    while alive.any():
        with torch.no_grad():
            action = policy(torch.from_numpy(seen)).numpy().astype(np.float32)
        seen, reward, over, cut, _ = env.step(action)
        total += reward * alive
        alive &= ~(over | cut)
    env.close()
    return total.mean()


def main():
    """Train until the return is the largest, and tell how it goes."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--rounds", type=int, default=150)
    parser.add_argument("--seed", type=int, default=0)
    given = parser.parse_args()
    torch.manual_seed(given.seed)
    torch.set_num_threads(1)
    env = make_vec(TASK, 1)
    m, skip = env.batch.model, env.frame_skip
    step = gradients.torch_step(m)
    low, high = m.actuator_ctrlrange.T.copy()
    policy = Policy(m.nq + m.nv, low, high)
    optimizer = torch.optim.Adam(policy.parameters(), RATE)
    start, taken, best = time.perf_counter(), 0, 0.0
    for number in range(1, given.rounds + 1):
        state = SPREAD * (2 * torch.rand(WORLDS, m.nq + m.nv, dtype=torch.float64) - 1)
        loss = cost(policy, step, skip, state)
        optimizer.zero_grad()
        loss.backward()
        nn.utils.clip_grad_norm_(policy.parameters(), 1.0)
        optimizer.step()
        taken += WORLDS * HORIZON
        if number % 5 == 0 or number == given.rounds:
            spent, best = time.perf_counter() - start, judged(policy, given.seed)
            print(
                f"{taken:7,d} steps, {spent:6.1f} s, cost {loss.item():.4f}, return {best:6.1f}", flush=True
            )
            if best == 1000:
                break
    return best


if __name__ == "__main__":
    main()
