"""Run the comparison with mujoco==3.5.0 and write docs/performance.md.

    python benchmarks/run.py

Documents: design / Testing

Steps and stages alternate on the models of `scenes`; then import and first step, compile times, peak memory. With
`--newer PYTHON`, the interpreter of another release of mujoco, steps are also compared with that release (later.py).
"""

import argparse
import json
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(1, str(ROOT))  # allows running from a source checkout without installation

import later  # noqa: E402
import report  # noqa: E402
import startup  # noqa: E402
import timing  # noqa: E402
from timed import scenes  # noqa: E402

from tools import figures  # noqa: E402


def arguments():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--turns", type=int, default=15, help="turns of each side; the best counts")
    parser.add_argument("--only", nargs="*", help="names of scenes; the page is not written")
    parser.add_argument("--quick", action="store_true", help="nothing is compiled from nothing")
    parser.add_argument(
        "--newer", type=Path, help="a Python with another release of mujoco, for a second table"
    )
    parser.add_argument("--json", type=Path, help="also write all numbers here")
    return parser.parse_args()


def main():
    given = arguments()
    chosen = [scene for scene in scenes() if not given.only or scene.name in given.only]
    results, empty = [], timing.empty_calls()
    for scene in chosen:
        result = timing.compare(scene, given.turns, empty)
        results.append(result)
        ours, theirs = result.step
        smooth = result.smooth[1] / result.smooth[0]
        print(
            f"{scene.name:20} {ours:8.1f} {theirs:8.1f} µs  {theirs / ours:5.2f}x  smooth {smooth:5.2f}x",
            flush=True,
        )
    mean = timing.geometric_mean(r.step[1] / r.step[0] for r in results)
    print(f"{'geometric mean':20} {'':19}  {mean:5.2f}x")
    if given.json:
        given.json.write_text(json.dumps([r._asdict() for r in results], indent=1) + "\n")
    if given.only:
        print(report.stages(results))
        return
    turns = min(given.turns, 5)
    cold = None if given.quick else startup.cold()
    sections = {
        "steps": report.steps(results),
        "stages": report.stages(results),
        "startup": report.startup(startup.imports(turns), cold, timing.entering()),
        "memory": report.memory(
            startup.memory({s.name: s.path for s in chosen if s.name in ("humanoid", "boxes50")})
        ),
    }
    if given.newer:
        sections["later"] = report.later(*later.measure(given.newer, turns))
    if not given.quick:
        sections["compiling"] = report.compiling(*startup.compiling())
    report.plot(results, ROOT / "docs" / "images" / "speed.png")
    words = ["PYTHON" if word == str(given.newer) else word for word in sys.argv[1:]]
    command = "python " + " ".join(["benchmarks/run.py", *words])
    (ROOT / "docs" / "performance.md").write_text(report.page(sections, empty, command), encoding="utf-8")
    figures.write_readme()
    print("wrote docs/performance.md and README.md")


if __name__ == "__main__":
    main()
