"""Count the costs of a step on a GPU, by the simulator of warps.

    python -m tools.warps humanoid --lanes 8             tables of the kernels and of the functions of a step
    python -m tools.warps humanoid --lanes 8 --predict   with predicted times and the measured times of docs/gpu.md
    python -m tools.warps --write                        the table of docs/gpu.md (minutes), or rows of some scenes

It needs Numba and libdevice, but no GPU.
"""

import argparse

from tools.warps import report


def predicted(scene: str, lanes: int) -> str:
    """Return predicted and measured times at 8192 worlds."""
    typical = report.measure(scene, lanes)
    hardest = report.measure(scene, lanes, 32 // lanes, 512)
    return report.compared_table(typical, hardest, 8192, lanes)


def main() -> None:
    """Print or write tables."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("scenes", nargs="*")
    parser.add_argument("--lanes", type=int, nargs="*", default=[1])
    parser.add_argument("--worlds", type=int, default=report.WORLDS)
    parser.add_argument(
        "--functions", type=int, default=12, help="the most expensive functions that are listed"
    )
    parser.add_argument("--predict", action="store_true", help="times beside those measured with eight lanes")
    parser.add_argument("--write", action="store_true", help="write the table of docs/gpu.md")
    given = parser.parse_args()
    if given.write:
        report.write_totals(given.scenes or sorted({name for name, _ in report.SHOWN}))
        return
    for scene in given.scenes or ["humanoid"]:
        for lanes in given.lanes:
            print(f"{scene}, {lanes} lanes, {given.worlds} worlds")
            if given.predict:
                print(predicted(scene, lanes))
                continue
            every = report.measure(scene, lanes, given.worlds)
            print(report.kernels_table(every))
            print(report.functions_table(every, given.functions))


if __name__ == "__main__":
    main()
