"""Compare rendering times with 3.5.0 where it can draw: `python benchmarks/rendering.py`.

Documents: Programming / Visualization; design / Testing

A scene is updated and drawn repeatedly, and the best of several turns is reported; both libraries alternate in one
process. 3.5.0 draws through OSMesa or EGL if either is found (MUJOCO_GL=osmesa, MUJOCO_GL=egl): a software driver does
the same work on the same CPU. LP_NUM_THREADS=1 limits Mesa to one thread.

With --keep FILE, the times of one thread are also written as a Markdown table, each kind and size beside the other
library. The scenes are the shipped models and those of ``scenes``, which have a terrain and a cloth.
"""

import argparse
import itertools
import os
import subprocess
import sys
import time
from pathlib import Path

import numpy as np

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(1, str(ROOT))
os.environ.setdefault("LP_NUM_THREADS", "1")

import gelenk  # noqa: E402
from gelenk import models  # noqa: E402
from gelenk.render import pictures  # noqa: E402

SIZES = ((64, 64), (320, 240), (640, 480), (1280, 720))
KINDS = ("rgb", "no shadows", "depth", "segmentation")  # kinds of images; rgb is with shadows and mirrors
SHADOW = 0  # mjtRndFlag
SCENES = ("humanoid", "boxes50", "terrain", "cloth")


class Side:
    """One library with a model, a state and a renderer of one size and kind."""

    def __init__(self, library, path, size, kind, threads=None):
        self.m = library.MjModel.from_xml_path(str(path))
        self.d = library.MjData(self.m)
        if self.m.nkey:
            library.mj_resetDataKeyframe(self.m, self.d, 0)
        library.mj_forward(self.m, self.d)
        self.m.vis.global_.offwidth, self.m.vis.global_.offheight = size
        more = {} if threads is None else {"threads": threads}
        self.renderer = library.Renderer(self.m, size[1], size[0], **more)
        if kind == "no shadows":
            self.renderer.scene.flags[SHADOW] = 0
        elif kind != "rgb":
            getattr(self.renderer, f"enable_{kind}_rendering")()

    def draw(self):
        self.renderer.update_scene(self.d)
        return self.renderer.render()


def best(sides, turns, least=0.15):
    """Return the best time of an image on each side [ms], over turns of ``least`` seconds."""
    found = [np.inf] * len(sides)
    for side in sides:
        side.draw()
    for _ in range(turns):
        for i, side in enumerate(sides):
            count, begin = 0, time.perf_counter()
            while (spent := time.perf_counter() - begin) < least:
                side.draw()
                count += 1
            found[i] = min(found[i], 1e3 * spent / count)
    return found


def reference():
    """Return the package mujoco if it can draw here; otherwise None and the reason."""
    try:
        import mujoco

        m = mujoco.MjModel.from_xml_string("<mujoco/>")
        with mujoco.Renderer(m, 8, 8) as renderer:
            renderer.update_scene(mujoco.MjData(m))
            renderer.render()
    except Exception as error:  # a missing driver may raise any exception
        return None, f"{type(error).__name__}: {error}"
    return mujoco, ""


def path_of(name):
    """Return the path of a shipped model, or of a file."""
    return models.path(name) if name in models.names() else Path(name)


def keep(file, rows):
    """Write rows of (scene, kind, size, times of gelenk and of 3.5.0 or None) as a table."""
    lines = [
        "| scene | picture | size | gelenk [ms] | mujoco 3.5.0 [ms] | times faster |",
        "|---|---|---|---:|---:|---:|",
    ]
    for scene, kind, (width, height), ours, theirs in rows:
        other = f"{theirs:.2f} | {theirs / ours:.1f}" if theirs else "|"
        lines.append(f"| {scene} | {kind} | {width}x{height} | {ours:.2f} | {other} |")
    file.write_text("\n".join(lines) + "\n")


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--model", nargs="*", default=SCENES, help="shipped models, files")
    parser.add_argument("--turns", type=int, default=5)
    parser.add_argument("--threads", type=int, nargs="*", default=[1, 2])
    parser.add_argument("--kind", nargs="*", default=KINDS, choices=KINDS)
    parser.add_argument("--keep", type=Path, help="a file for a table of the times on one thread")
    o = parser.parse_args()
    rows = []
    library, why = reference()
    print(f"gelenk {gelenk.version}; 3.5.0: {'there' if library else 'does not draw here, ' + why}")
    print(
        f"{'model':<12}{'kind':<14}{'size':>9}" + "".join(f"{f'{n} thread':>12}" for n in o.threads), end=""
    )
    print(f"{'3.5.0':>10}{'ratio':>8}   [ms]" if library else "   [ms]")
    for name in o.model:
        path = path_of(name)
        for kind in o.kind:
            for size in SIZES:
                sides = [Side(gelenk, path, size, kind, n) for n in o.threads]
                sides += [Side(library, path, size, kind)] if library else []
                times = best(sides, o.turns)
                row = f"{path.stem:<12}{kind:<14}{size[0]:>5}x{size[1]:<3}"
                row += "".join(f"{t:>12.2f}" for t in times[: len(o.threads)])
                row += f"{times[-1]:>10.2f}{times[-1] / times[0]:>7.2f}x" if library else ""
                print(row, flush=True)
                rows.append((path.stem, kind, size, times[0], times[-1] if library else None))
                for side in sides:
                    side.renderer.close()
    if o.keep:
        keep(o.keep, rows)
    batch(o.threads)
    first_picture()


FIRST = """
import time, gelenk
from gelenk import models
m = models.load("humanoid")
d = gelenk.MjData(m)
gelenk.mj_forward(m, d)
begin = time.perf_counter()
with gelenk.Renderer(m, 240, 320) as renderer:
    renderer.update_scene(d)
    renderer.render()
    print(1e3 * (time.perf_counter() - begin))
"""


def first_picture(turns=7):
    """Print the time from a loaded model to its first image, in a fresh process [ms]."""
    environment = {k: v for k, v in os.environ.items() if k != "PYTHONDONTWRITEBYTECODE"}
    took = []
    for _ in range(turns + 1):
        done = subprocess.run(
            [sys.executable, "-c", FIRST], capture_output=True, check=True, cwd=ROOT, env=environment
        )
        took.append(float(done.stdout))
    print(f"first picture of a process, 320x240, after loading: {min(took[1:]):.0f} ms")


def batch(threads, count=64, turns=5):
    """Print the images per second of many states, in one call and in calls of eight."""
    m = models.load("humanoid")
    datas = []
    for i in range(count):
        d = gelenk.MjData(m)
        d.qpos[2] += 0.01 * i
        gelenk.mj_forward(m, d)
        datas.append(d)
    for kind, size, some in itertools.product(("rgb", "depth"), (64, 84), (8, count)):
        row = f"pictures of {some:>2} states, {kind:<5} {size}x{size}:"
        for n in threads:
            best_time = np.inf
            for _ in range(turns):
                begin = time.perf_counter()
                pictures(m, datas[:some], -1, size, size, kind, threads=n)
                best_time = min(best_time, time.perf_counter() - begin)
            row += f"{some / best_time:>10,.0f} a second on {n}"
        print(row)


if __name__ == "__main__":
    main()
