"""Cross-entropy method: 1,000 trajectories a round swing a pole up, on the actors of Ray where that is installed.

    python cem.py          on one batch, or on Ray's actors if Ray is there (pip install 'gelenk[ray]')

The plan is a few numbers, between which controls are interpolated; each round keeps the best plans and draws the next
around them. `ray.init(address="auto")` before it takes the processors of a cluster.
"""

import sys

import numpy as np

from gelenk import models
from gelenk.batch import Batch

KNOTS, NSTEP, ROUNDS, TRAJECTORIES, BEST = 10, 300, 8, 1000, 50


def bar(done, total):
    """A progress bar."""
    filled = 30 * done // total
    sys.stderr.write(f"\r[{'#' * filled}{' ' * (30 - filled)}] {done:4d} of {total}")


def cost(batch, plans):
    """How far the pole is from standing over the middle in the last second, and what the push costs, for each world."""
    at = np.linspace(0, KNOTS - 1, NSTEP)
    low = np.minimum(at.astype(int), KNOTS - 2)
    controls = plans[:, low] * (low + 1 - at) + plans[:, low + 1] * (at - low)
    qpos = batch.rollout(NSTEP, np.clip(controls, -1, 1)[:, :, None])["qpos"][:, -100:]
    return (
        (1 - np.cos(qpos[:, :, 1])).mean(axis=1)
        + qpos[:, :, 0].var(axis=1)
        + 1e-3 * np.square(plans).mean(axis=1)
    )


def evaluator(batch):
    """plans -> costs: by actors, or by the batch itself."""
    try:
        from gelenk.batch.ray import Cluster
    except ModuleNotFoundError:
        start = batch.state.copy()

        def alone(plans):
            batch.state[:] = start
            return cost(batch, plans)

        return alone
    cluster = Cluster(batch, chunk=100)
    return lambda plans: cluster.evaluate(cost, plans, progress=bar)


def main():
    """Plan, and say how well."""
    m = models.load("cartpole")
    batch = Batch(m, TRAJECTORIES)
    batch.reset(keyframe=m.key("hanging").id)
    evaluate = evaluator(batch)
    random = np.random.default_rng(0)
    mean, spread = np.zeros(KNOTS), np.ones(KNOTS)
    first = None
    for number in range(ROUNDS):
        plans = mean + spread * random.normal(size=(TRAJECTORIES, KNOTS))
        found = evaluate(plans)
        best = plans[np.argsort(found, kind="stable")[:BEST]]
        mean, spread = best.mean(axis=0), best.std(axis=0) + 0.02
        first = found.min() if first is None else first
        print(
            f"round {number}: best {found.min():.3f}, of the {BEST} best {np.sort(found)[:BEST].mean():.3f}"
        )
    assert found.min() < min(first, 0.5), "later rounds are better, and the pole stands up"


if __name__ == "__main__":
    main()
