"""Predictive sampling: a humanoid that is shoved stays on its feet, by a new plan every 20 ms, in real time.

    python mpc.py                    10 seconds, a shove every second
    python mpc.py --worlds 0         without a planner: it falls

A plan is a few knots of targets for the servos. In each period every world of a batch starts where the humanoid is,
tries the last plan with noise, and the mean of the cheapest plans is the next one.

Source  Howell and others 2022, Predictive sampling: real-time behaviour synthesis with MuJoCo
"""

import argparse
import time

import numpy as np

import gelenk as mujoco
from gelenk import models
from gelenk.batch import Batch

PERIOD = 4  # steps between two plans
HORIZON = 54  # steps that a plan looks ahead, 270 ms
KNOTS = 3
ELITE = 4  # plans whose mean is taken: less noise than in the cheapest alone
LATER = 4  # times as much the end of a plan counts as its beginning
SPREAD = 0.1, 0.35  # of the noise [rad], from the first world to the last: small corrections and large ones
INTEGRATION = mujoco.mjtState.mjSTATE_INTEGRATION


def spline(knots, at):
    """Values (n, len(at), nu) at times ``at`` in [0, KNOTS - 1] of knots (n, KNOTS, nu), in straight lines."""
    low = np.minimum(at.astype(int), KNOTS - 2)
    share = (at - low)[:, None]
    return knots[:, low] * (1 - share) + knots[:, low + 1] * share


class Planner:
    """Worlds that try plans, and the best plan so far."""

    def __init__(self, m, worlds, nthread, seed=0):
        self.batch = Batch(m, worlds, nthread)
        self.random = np.random.default_rng(seed)
        self.stand = m.key("stand").ctrl.copy()
        self.low, self.high = m.actuator_ctrlrange.T
        self.best = np.tile(self.stand, (1, KNOTS, 1))
        self.soles = [m.site("right_sole").id, m.site("left_sole").id]
        self.head, self.mass = m.body("head").id, m.body_mass / m.body_mass.sum()
        self.times = np.linspace(0, KNOTS - 1, HORIZON)
        self.weights = np.linspace(1, LATER, HORIZON) / np.linspace(1, LATER, HORIZON).sum()
        self.dt = m.opt.timestep

    def cost(self, found, controls):
        """Of each world (n): will the centre of mass come to rest over the feet, is the head up, does it hold still?"""
        centre = np.einsum("b,ntbi->nti", self.mass, found["xipos"])
        feet = found["site_xpos"][:, :, self.soles, :2].mean(axis=2)
        speed = np.gradient(centre, self.dt, axis=1)
        away = centre[..., :2] + 0.3 * speed[..., :2] - feet  # where it would come to rest
        height = np.minimum(found["xpos"][:, :, self.head, 2] - 1.4, 0)
        still, effort = np.square(found["qvel"]).mean(axis=2), np.square(controls - self.stand).mean(axis=2)
        each = 20 * np.square(away).sum(axis=2) + 20 * height**2 + 0.02 * still + 0.3 * effort
        return each @ self.weights

    def plan(self, state):
        """The control of the next period, from the state of the humanoid."""
        n = self.batch.nsim
        shift = PERIOD / HORIZON * (KNOTS - 1)
        last = spline(self.best, np.minimum(np.arange(KNOTS) + shift, KNOTS - 1))
        noise = np.linspace(*SPREAD, n)[:, None, None] * self.random.standard_normal(
            (n, KNOTS, last.shape[2])
        )
        noise[0] = 0  # the last plan takes part
        knots = np.clip(last + noise, self.low, self.high)
        if n > 1:
            knots[1] = self.stand
        self.batch.state[:] = state
        controls = spline(knots, self.times)
        found = self.batch.rollout(HORIZON, controls, record=["xpos", "xipos", "site_xpos", "qvel"])
        cost = self.cost(found, controls)
        elite = np.argsort(cost)[:ELITE]
        above = cost[elite] - cost[elite[0]]
        share = 1 / (above + above[-1] / 2 + 1e-9)
        self.best = np.einsum("e,ekj->kj", share / share.sum(), knots[elite])[None]
        return self.best[0, 0]


def main():
    """Shove and stand."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--seconds", type=float, default=10)
    parser.add_argument("--worlds", type=int, default=24)
    parser.add_argument("--threads", type=int, default=2)
    parser.add_argument("--seed", type=int, default=1, help="of shoves and plans")
    parser.add_argument("--shove", type=float, default=0.5, help="change of the pelvis's velocity [m/s]")
    given = parser.parse_args()
    m = models.load("humanoid")
    d = mujoco.MjData(m)
    mujoco.mj_resetDataKeyframe(m, d, m.key("stand").id)
    planner = Planner(m, given.worlds, given.threads, given.seed) if given.worlds else None
    random, state = np.random.default_rng(given.seed), np.zeros(mujoco.mj_stateSize(m, INTEGRATION))
    taken, fell = [], None
    for period in range(round(given.seconds / (PERIOD * m.opt.timestep))):
        if period % 50 == 25:
            angle = random.uniform(0, 2 * np.pi)
            d.qvel[:2] += given.shove * np.array([np.cos(angle), np.sin(angle)])
        if planner:
            start = time.perf_counter()
            mujoco.mj_getState(m, d, state, INTEGRATION)
            d.ctrl[:] = planner.plan(state)
            taken.append(time.perf_counter() - start)
        mujoco.mj_step(m, d, PERIOD)
        if fell is None and d.body("head").xpos[2] < 1:
            fell = d.time
            break
    print(f"fell after {fell:.1f} s" if fell else f"stands after {d.time:.1f} s")
    if taken:
        shares = np.array(taken) / (PERIOD * m.opt.timestep)
        print(
            f"a plan of {given.worlds} worlds takes {np.median(shares):.0%} of its period in the median, 9 of 10 take "
            f"{np.quantile(shares, 0.9):.0%} at most, {np.mean(shares > 1):.1%} are late"
        )
    return fell is None


if __name__ == "__main__":
    raise SystemExit(not main())
