"""Makes the programs of gelenk-cuda: python distributions/gelenk-cuda/make.py, then build the wheel."""

import argparse
import shutil
import sys
from pathlib import Path

from gelenk.toolchain.gpu import program
from gelenk.toolchain.gpu.variant import DEFAULT_LANES, Variant

FOLDER = Path(__file__).resolve().parent / "gelenk_cuda" / "programs"
CHIPS = ("sm_80", "sm_86", "sm_89", "sm_90", "sm_100", "sm_120")
MODELS = ("shared", "own")  # whether worlds can expand fields of the model
PRECISIONS = {"float64": Variant(narrow=True), "float32": Variant(single=True, narrow=True)}
LANES = (1, DEFAULT_LANES)  # of a world, as the default of batches chooses


def say(text):
    """A line of progress."""
    sys.stderr.write(f"{text}\n")


def main():
    """Fill the folder of programs."""
    sets = program.sets()
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument(
        "--chips", nargs="*", default=CHIPS, help=f"machine code for these: {' '.join(CHIPS)}"
    )
    parser.add_argument(
        "--programs", nargs="*", default=[*sets], choices=[*sets], help="which sets of libraries"
    )
    parser.add_argument("--precisions", nargs="*", default=[*PRECISIONS], choices=[*PRECISIONS])
    parser.add_argument(
        "--models",
        nargs="*",
        default=MODELS,
        choices=MODELS,
        help="of worlds: one for all, or fields of their own",
    )
    parser.add_argument(
        "--lanes", nargs="*", type=int, default=LANES, help="of a world; more than one in float32 alone"
    )
    parser.add_argument("--folder", type=Path, default=FOLDER)
    given = parser.parse_args()
    shutil.rmtree(given.folder, ignore_errors=True)
    variants = [
        PRECISIONS[precision]._replace(own=own == "own", lanes=lanes)
        for precision in given.precisions
        for own in given.models
        for lanes in given.lanes
        if lanes == 1 or precision == "float32"
    ]
    sizes = program.make(given.folder, {n: sets[n] for n in given.programs}, variants, given.chips, say)
    for file, size in sizes.items():
        say(f"{size / 1024:8.0f} KiB  {file}")
    say(f"{sum(sizes.values()) / 2**20:8.1f} MiB  in all")


if __name__ == "__main__":
    main()
