"""Augmented random search of a linear policy, as in `gelenk train`, with parameters of your own.

    python ars.py                                            Swimmer-v5
    python ars.py --task HalfCheetah-v5 --directions 32 --best 16 --step 0.02 --noise 0.03 --rounds 150

The search is gelenk.envs.random_search: every direction that is tried is a world of one batch.

Source  Mania, Guy and Recht 2018, Simple random search of static linear policies is competitive for reinforcement
        learning (its version V2-t)
"""

import argparse

from gelenk.envs.random_search import RandomSearch, Settings


def main():
    """Search, and print the returns."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--task", default="Swimmer-v5")
    parser.add_argument("--directions", type=int, default=8)
    parser.add_argument("--best", type=int, default=4)
    parser.add_argument("--step", type=float, default=0.05, help="size of a move")
    parser.add_argument("--noise", type=float, default=0.05, help="size of a trial")
    parser.add_argument("--rounds", type=int, default=30)
    parser.add_argument("--horizon", type=int, help="steps of an episode; default: those of the task")
    parser.add_argument("--seed", type=int, default=0)
    given = parser.parse_args()
    settings = Settings(given.directions, given.best, given.step, given.noise)
    search = RandomSearch(given.task, settings, given.seed, max_episode_steps=given.horizon)
    rounds = []
    for number in range(1, given.rounds + 1):
        rounds.append(search.round())
        if number % 10 == 0 or number == given.rounds:
            tried, policy, _ = rounds[-1]
            print(f"round {number:4d}: tried {tried:8.1f}, the policy {policy:8.1f}", flush=True)
    assert rounds[-1].tried > rounds[0].tried, "the last policies that were tried are better than the first"


if __name__ == "__main__":
    main()
