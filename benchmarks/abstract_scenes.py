"""Compare the time of mjv_updateScene with 3.5.0: python benchmarks/abstract_scenes.py

Documents: API / mjv_updateScene
"""

import time

import mujoco
import numpy as np

import gelenk
from gelenk import models

TURNS, CALLS = 15, 200
PLAIN: dict = {}
ALL = {"flags": np.ones(int(gelenk.mjtVisFlag.mjNVISFLAG)), "frame": int(gelenk.mjtFrame.mjFRAME_BODY)}
CASES = (
    ("humanoid", models.path("humanoid"), PLAIN),
    ("humanoid, all flags", models.path("humanoid"), ALL),
    ("22 humanoids", models.path("humanoids22"), PLAIN),
    ("22 humanoids, all flags", models.path("humanoids22"), ALL),
    ("boxes50", models.path("boxes50"), PLAIN),
    ("cloth", models.path("cloth"), PLAIN),
    ("softbody", models.path("softbody"), PLAIN),
)


def updater(module, path, numbers):
    """Return a function that updates a scene of a model after some steps."""
    m = module.MjModel.from_xml_path(str(path))
    d = module.MjData(m)
    for _ in range(20):
        module.mj_step(m, d)
    module.mj_forward(m, d)
    option, perturb, camera = module.MjvOption(), module.MjvPerturb(), module.MjvCamera()
    for name, value in numbers.items():
        if np.ndim(value):
            getattr(option, name)[:] = value
        else:
            setattr(option, name, value)
    module.mjv_defaultFreeCamera(m, camera)
    scene = module.MjvScene(m, maxgeom=20000)
    return lambda: module.mjv_updateScene(m, d, option, perturb, camera, 7, scene), scene


def turn(update):
    """Return the mean time of a call in one turn [µs]."""
    start = time.perf_counter()
    for _ in range(CALLS):
        update()
    return (time.perf_counter() - start) / CALLS * 1e6


def main():
    print(f"{'':<26}{'geoms':>7}{'gelenk':>10}{'mujoco':>10}{'ratio':>8}")
    for title, path, numbers in CASES:
        (ours, scene), (theirs, _) = (updater(module, path, numbers) for module in (gelenk, mujoco))
        ours(), theirs()
        times = np.array([(turn(ours), turn(theirs)) for _ in range(TURNS)])
        a, b = times.min(axis=0)
        ratio = np.median(times[:, 0] / times[:, 1])
        print(f"{title:<26}{scene.ngeom:>7}{a:>8.1f}µs{b:>8.1f}µs{ratio:>8.2f}")


if __name__ == "__main__":
    main()
