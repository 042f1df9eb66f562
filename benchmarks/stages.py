"""Time the stages of smooth dynamics on one state, against 3.5.0.

    python benchmarks/stages.py

Documents: design / Testing

Every stage of gelenk and the equivalent function of 3.5.0 are called in alternating blocks; the best block is reported.
The overhead of a call is subtracted on both sides: a call of the same signature that does almost no work (cameras and
lights, and rne of an empty model).
"""

import math
import sys
import time
from pathlib import Path

sys.path.insert(1, str(Path(__file__).resolve().parents[1]))

import mujoco
from timed import scenes

import gelenk
from gelenk.tables.stages import NAMED
from gelenk.toolchain import library

STAGES = ("kinematics", "com_pos", "make_m", "factor_m", "com_vel", "rne")
BLOCK, TURNS = 200, 150
PAGE = Path(__file__).resolve().parents[1] / "docs/smooth.md"


def block(call):
    """Return the mean time of a call in a block [µs]."""
    begin = time.perf_counter()
    for _ in range(BLOCK):
        call()
    return (time.perf_counter() - begin) / BLOCK * 1e6


def best_in_turns(*several):
    """Return the best block of each call, measured alternately."""
    best = [math.inf] * len(several)
    for _ in range(TURNS):
        best = [min(old, block(call)) for old, call in zip(best, several, strict=True)]
    return best


def calls(m, d, ref_m, ref_d, name):
    """Return gelenk's stage and the function of 3.5.0 as calls without arguments."""
    entry = library.native(name)
    theirs = getattr(mujoco, NAMED[name].documented)
    if name == "rne":
        out, ref_out = d.qfrc_bias, ref_d.qfrc_bias
        extra = (0, out.ctypes.data)
        return (lambda: entry(m._address, d._address, *extra)), (lambda: theirs(ref_m, ref_d, 0, ref_out))
    return (lambda: entry(m._address, d._address)), (lambda: theirs(ref_m, ref_d))


def pair(path=None):
    """Return model and data of both libraries after 100 steps; empty models without a path."""
    if path is None:
        m, ref_m = (lib.MjModel.from_xml_string("<mujoco/>") for lib in (gelenk, mujoco))
    else:
        m, ref_m = (lib.MjModel.from_xml_path(str(path)) for lib in (gelenk, mujoco))
    d, ref_d = gelenk.MjData(m), mujoco.MjData(ref_m)
    mujoco.mj_step(ref_m, ref_d, 100)
    d.qpos[:], d.qvel[:] = ref_d.qpos, ref_d.qvel
    gelenk.mj_forward(m, d)
    mujoco.mj_forward(ref_m, ref_d)
    return m, d, ref_m, ref_d


def main():
    nothing = pair()
    means, lines = [], []
    for scene in scenes():
        both = pair(scene.path)
        empty = calls(*both, "camlight")
        empty_rne = calls(*nothing, "rne")
        total, row = [0.0, 0.0], []
        for name in STAGES:
            base = empty_rne if name == "rne" else empty
            ours, theirs, nought, their_nought = best_in_turns(*calls(*both, name), *base)
            ours, theirs = ours - nought, theirs - their_nought
            total[0], total[1] = total[0] + ours, total[1] + theirs
            row.append(f"{ours:.2f} ({theirs / ours:.1f}x)")
        means.append(total[1] / total[0])
        lines.append(f"| {scene.name} | {' | '.join(row)} | {total[0]:.2f} | **{means[-1]:.2f}x** |")
        print(lines[-1], flush=True)
    mean = math.prod(means) ** (1 / len(means))
    print(f"geometric mean {mean:.2f}x")
    head = " | ".join(STAGES)
    PAGE.write_text(
        "# Smooth dynamics, stage by stage\n\nMade by `python benchmarks/stages.py`, with mujoco 3.5.0 in turns. "
        "Microseconds of gelenk, and how many times\nfaster than mujoco; the cost of a call that does next to nothing "
        "is taken off on both sides.\n\n"
        f"| model | {head} | sum µs | faster |\n|---|{'---:|' * (len(STAGES) + 2)}\n"
        + "\n".join(lines)
        + f"\n\nGeometric mean **{mean:.2f}x**. Along a trajectory, called one after the other from Python, with "
        "passive forces and\nthe sum of forces: see [performance](performance.md).\n"
    )


if __name__ == "__main__":
    main()
