"""The smooth-dynamics stages, each called over and over on one state: `python benchmarks/stages.py`.

Documents: design / Measured in the prototype

Every stage of gelenk and the function of the reference that computes the same are called in turns, in blocks; the best
block counts. The cost of a call that does next to nothing (cameras and lights) is taken off on both sides.
"""

import math
import sys
import time
from pathlib import Path

sys.path.insert(1, str(Path(__file__).resolve().parents[1]))

import mujoco
from scenes import scenes

import gelenk
from gelenk.engine import stages

STAGES = (
    ("kinematics", "mj_kinematics"),
    ("com_pos", "mj_comPos"),
    ("make_m", "mj_makeM"),
    ("factor_m", "mj_factorM"),
    ("com_vel", "mj_comVel"),
    ("rne", "mj_rne"),
)
BLOCK, TURNS = 400, 60


def block(call):
    """Time of one call [µs], averaged over a block."""
    begin = time.perf_counter()
    for _ in range(BLOCK):
        call()
    return (time.perf_counter() - begin) / BLOCK * 1e6


def best_in_turns(first, second):
    """Best block of each of two calls, measured A B A B."""
    a = b = math.inf
    for _ in range(TURNS):
        a, b = min(a, block(first)), min(b, block(second))
    return a, b


def calls(m, d, ref_m, ref_d, name, reference):
    """Our stage and the reference's function as calls without arguments."""
    entry = stages.native(name)
    theirs = getattr(mujoco, reference)
    if name == "rne":
        out, ref_out = d.qfrc_bias, ref_d.qfrc_bias
        extra = (0, out.ctypes.data)
        return (lambda: entry(m._address, d._address, *extra)), (lambda: theirs(ref_m, ref_d, 0, ref_out))
    return (lambda: entry(m._address, d._address)), (lambda: theirs(ref_m, ref_d))


def main():
    for scene in scenes():
        m = gelenk.MjModel.from_xml_path(str(scene.path))
        ref_m = mujoco.MjModel.from_xml_path(str(scene.path))
        d, ref_d = gelenk.MjData(m), mujoco.MjData(ref_m)
        mujoco.mj_step(ref_m, ref_d, 100)
        d.qpos[:], d.qvel[:] = ref_d.qpos, ref_d.qvel
        gelenk.mj_forward(m, d)
        mujoco.mj_forward(ref_m, ref_d)
        empty = best_in_turns(*calls(m, d, ref_m, ref_d, "camlight", "mj_camlight"))
        total, row = [0.0, 0.0], []
        for name, reference in STAGES:
            ours, theirs = best_in_turns(*calls(m, d, ref_m, ref_d, name, reference))
            ours, theirs = ours - empty[0], theirs - empty[1]
            total[0], total[1] = total[0] + ours, total[1] + theirs
            row.append(f"{name} {ours:.2f} ({theirs / ours:.2f}x)")
        print(
            f"{scene.name:18} {total[0]:6.2f} µs {total[1] / total[0]:5.2f}x   {'  '.join(row)}", flush=True
        )


if __name__ == "__main__":
    main()
