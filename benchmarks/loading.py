"""Compare load times and memory of models with 3.5.0; writes docs/loading.md.

    python benchmarks/loading.py

Documents: XML reference / mesh; design / Testing

Fifteen models from pendulum to dog are each loaded in fresh processes: first and second load, CPU time and memory.
Then twenty models of 8 to 30 meshes each, OBJ and binary STL, with 500 to 20,000 faces. Each turn writes new files, so
that no cache contains them; each side loads them twice (first, again). Last, one mesh of 20,000 hexagons, whose faces
are divided into triangles.
"""

import argparse
import json
import os
import struct
import subprocess
import sys
import tempfile
import time
from pathlib import Path

import numpy as np

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(1, str(ROOT))

import mujoco  # noqa: E402

import gelenk  # noqa: E402
from tools import figures  # noqa: E402


def surface(rng, rows, columns, kind):
    """Return a closed surface (vertices, faces): a bumpy sphere, torus or rounded box."""
    u = np.linspace(0, 2 * np.pi, columns, endpoint=False)
    if kind == 1:
        v = np.linspace(0, 2 * np.pi, rows, endpoint=False)
        a, b = np.meshgrid(u, v)
        r = 1 + 0.35 * np.cos(b)
        grid = np.stack([r * np.cos(a), r * np.sin(a), 0.35 * np.sin(b)], -1)
        closed = True
    else:
        v = np.linspace(0.05, np.pi - 0.05, rows)
        a, b = np.meshgrid(u, v)
        grid = np.stack([np.sin(b) * np.cos(a), np.sin(b) * np.sin(a), np.cos(b)], -1)
        if kind == 2:
            grid = np.sign(grid) * np.abs(grid) ** 0.4
        else:
            grid *= 1 + 0.1 * np.sin(3 * a)[..., None] * np.sin(2 * b)[..., None]
        closed = False
    grid = grid * rng.uniform(0.05, 0.2, 3) + rng.uniform(-0.02, 0.02, 3)
    vertices = grid.reshape(-1, 3)
    i = np.arange(rows if closed else rows - 1)[:, None]
    j = np.arange(columns)[None]
    at = lambda i, j: (i % rows) * columns + j % columns  # noqa: E731
    quads = np.stack([at(i, j), at(i + 1, j), at(i + 1, j + 1), at(i, j + 1)], -1).reshape(-1, 4)
    faces = np.concatenate([quads[:, :3], quads[:, [0, 2, 3]]])
    if not closed:
        n = len(vertices)
        ends = np.concatenate([grid[0].mean(0, keepdims=True), grid[-1].mean(0, keepdims=True)])
        vertices = np.concatenate([vertices, ends])
        j = np.arange(columns)
        top = np.stack([np.full(columns, n), j, (j + 1) % columns], -1)
        last = (rows - 1) * columns
        bottom = np.stack([np.full(columns, n + 1), last + (j + 1) % columns, last + j], -1)
        faces = np.concatenate([faces, top, bottom])
    return vertices, faces


def write_obj(path, vertices, faces):
    lines = ["v {:.7g} {:.7g} {:.7g}".format(*v) for v in vertices]
    lines += ["f " + " ".join(map(str, f)) for f in (faces + 1).tolist()]
    path.write_text("\n".join(lines) + "\n")


def write_stl(path, vertices, faces):
    rows = np.zeros(len(faces), np.dtype([("n", "<f4", 3), ("v", "<f4", (3, 3)), ("a", "<u2")]))
    rows["v"] = vertices[faces]
    path.write_bytes(b" " * 80 + struct.pack("<I", len(faces)) + rows.tobytes())


def write_model(folder, seed, turn):
    """Write a model of bodies with visual and collision meshes; return its path."""
    rng = np.random.default_rng([seed, turn])
    folder.mkdir()
    count = int(np.random.default_rng(seed).integers(8, 31))
    assets, bodies = [], []
    for i in range(count):
        rows = int(rng.choice([16, 24, 32, 64, 100]))
        vertices, faces = surface(rng, rows, rows, int(rng.integers(3)))
        suffix, write = ("obj", write_obj) if rng.random() < 0.5 else ("stl", write_stl)
        write(folder / f"{i}.{suffix}", vertices, faces)
        assets.append(f'<mesh name="m{i}" file="{i}.{suffix}"/>')
        place = " ".join(f"{x:.3f}" for x in rng.uniform(-1, 1, 3))
        bodies.append(f'<body pos="{place}"><joint/><geom type="mesh" mesh="m{i}"/></body>')
    path = folder / "model.xml"
    path.write_text(
        f"<mujoco><asset>{''.join(assets)}</asset><worldbody>{''.join(bodies)}</worldbody></mujoco>"
    )
    return path


def hexagons(rows=100, columns=200):
    """Return a torus (vertices, faces) of rows x columns hexagons, laid as bricks."""
    around = 2 * columns
    a, b = np.meshgrid(
        np.linspace(0, 2 * np.pi, around, endpoint=False), np.linspace(0, 2 * np.pi, rows, endpoint=False)
    )
    r = 1 + 0.35 * np.cos(b)
    vertices = np.stack([r * np.cos(a), r * np.sin(a), 0.35 * np.sin(b)], -1).reshape(-1, 3)
    i = np.arange(rows)[:, None]
    j = 2 * np.arange(columns)[None] + i % 2  # every other row is moved by half a brick
    corners = [(0, 0), (0, 1), (0, 2), (1, 2), (1, 1), (1, 0)]
    faces = np.stack([(i + down) % rows * around + (j + along) % around for down, along in corners], -1)
    return vertices, faces.reshape(-1, 6)


def write_hexagons(folder, turn):
    """Write a model of one mesh of hexagons, of another size in each turn; return its path."""
    folder.mkdir()
    vertices, faces = hexagons()
    write_obj(folder / "h.obj", (0.1 + 0.01 * turn) * vertices, faces)
    path = folder / "model.xml"
    path.write_text(
        '<mujoco><asset><mesh name="h" file="h.obj"/></asset>'
        '<worldbody><geom type="mesh" mesh="h"/></worldbody></mujoco>'
    )
    return path


def load(library, path):
    start = time.perf_counter()
    library.MjModel.from_xml_path(str(path))
    return time.perf_counter() - start


def measure(models, turns):
    """Return the best times of every model and of the hexagons [s]: gelenk first, again, 3.5.0 first, again."""
    best = np.full((models + 1, 4), np.inf)
    for turn in range(turns):
        with tempfile.TemporaryDirectory() as folder:
            for seed in range(models + 1):
                into = Path(folder) / str(seed)
                path = write_model(into, seed, turn) if seed < models else write_hexagons(into, turn)
                sides = [(gelenk, 0), (mujoco, 2)]
                for library, column in sides if turn % 2 else sides[::-1]:
                    times = load(library, path), load(library, path)
                    best[seed, column : column + 2] = np.minimum(best[seed, column : column + 2], times)
                print(
                    f"turn {turn}, model {seed}: " + " ".join(f"{1e3 * t:8.1f}" for t in best[seed]),
                    flush=True,
                )
    return best


PROCESS = """
import json, sys, time
import {library} as mj

def resident():
    return next(int(line.split()[1]) for line in open("/proc/self/status") if line.startswith("VmRSS")) / 1024

times = []
while len(times) < 6 and (len(times) < 2 or sum(times) < 1.5):
    begin = time.process_time()
    m = mj.MjModel.from_xml_path(sys.argv[1])
    times.append(time.process_time() - begin)
d = mj.MjData(m)
begin = time.process_time()
mj.mj_step(m, d)
step = time.process_time() - begin
for _ in range(99):
    mj.mj_step(m, d)
print(json.dumps([times[0], min(times[1:]), step, resident()]))
"""
MESH_TURNS = 2  # limit of turns, since each takes most of a minute
COLUMNS = 4  # values per process: first load, second load, first step [s], memory [MB]


def known_models():
    """Return the models of this repository, of gymnasium and of dm_control."""
    import dm_control
    from timed import OWN, gymnasium_assets

    import scenes

    suite, gym = Path(dm_control.__file__).parent / "suite", gymnasium_assets()
    own = ("pendulum", "arm7", "muscle_arm", "humanoid", "cube", "humanoids22", "cloth")
    return {
        **{name: scenes.path(name) for name in own},
        **{name: OWN / f"{name}.xml" for name in ("kitchen", "floppy")},
        **{f"gym {name.replace('_', ' ')}": gym / f"{name}.xml" for name in ("half_cheetah", "ant")},
        **{
            f"suite {name}": suite / f"{name}.xml"
            for name in ("cartpole", "quadruped", "humanoid_CMU", "dog")
        },
    }


def measure_processes(turns):
    """Return model -> best values (2, COLUMNS) of gelenk and 3.5.0, in alternating processes."""
    path = os.pathsep.join([str(ROOT), *filter(None, [os.environ.get("PYTHONPATH")])])
    kept = {"PYTHONPYCACHEPREFIX": str(Path(tempfile.gettempdir()) / "gelenk-bytecode")}
    environment = os.environ | kept | {"PYTHONPATH": path, "PYTHONDONTWRITEBYTECODE": "", "GELENK_QUIET": "1"}
    best = {}
    for name, model in known_models().items():
        rows = best[name] = np.full((2, COLUMNS), np.inf)
        for turn in range(turns + 1):  # the first turn writes bytecode and compiles missing libraries
            for side, library in enumerate(("gelenk", "mujoco")):
                if not turn and library == "mujoco":
                    continue
                command = [sys.executable, "-c", PROCESS.format(library=library), str(model)]
                done = subprocess.run(command, env=environment, capture_output=True, text=True, check=True)
                if turn:
                    rows[side] = np.minimum(rows[side], json.loads(done.stdout))
        print(name, np.round(rows * [1e3, 1e3, 1e3, 1], 1).tolist(), flush=True)
    return best


def processes_page(best):
    """Return the first part of the page."""
    table = np.array(list(best.values()))
    ratios = table[:, 0] / table[:, 1]
    first, again, _, memory = (geometric_mean(ratios[:, k]) for k in range(COLUMNS))
    later = table[:, 0, 0] / table[:, 0, 1]
    rows = [
        f"| {name} | "
        + " | ".join(
            " | ".join([*(f"{x:.{digits}f}" for x in pair), f"{pair[0] / pair[1]:.2f}"])
            for pair, digits in zip((r * [[1e3, 1e3, 1e3, 1]]).T[[1, 0, 3, 2]], (1, 1, 0, 1), strict=True)
        )
        + f" | {r[0, 0] / r[0, 1]:.1f} |"
        for name, r in best.items()
    ]
    return [
        "# Loading models",
        "",
        "Written by `python benchmarks/loading.py`: processor time of `from_xml_path` and of the first step in",
        "milliseconds, the best of several processes of each side in turns; memory of a process after 100 steps in MB.",
        "Of three numbers the first is that of gelenk, the second that of 3.5.0, the third their ratio. The last",
        "column is how many times a later load a first one takes here, with the imports and libraries it needs.",
        "",
        f"Geometric means, in units of 3.5.0: a first load **{first:.2f}**, loading again **{again:.2f}**, memory",
        f"**{memory:.2f}**. A first load takes **{geometric_mean(later):.1f}** times a later one. Skies and meshes of",
        "files are kept from one load and process to the next, as far as they have not changed;",
        "so a process has loaded each model before.",
        "",
        "| model | again | | | first | | | memory | | | first step | | | first / again |",
        "|---|---|---|---|---|---|---|---|---|---|---|---|---|---|",
        *rows,
        "",
    ]


def geometric_mean(ratios):
    return float(np.exp(np.mean(np.log(ratios))))


def page(best):
    names = [*map(str, range(len(best) - 1)), "20,000 hexagons"]
    usual = best[: max(1, len(best) - 1)]  # without the hexagons, unless they are alone
    first, again = usual[:, 0] / usual[:, 2], usual[:, 0] / usual[:, 1]
    lines = [
        "## Models with many meshes",
        "",
        "Milliseconds of `from_xml_path`, both sides in turns, the best of each.",
        "",
        f"First load: **{geometric_mean(first):.2f}** times that of 3.5.0 in the geometric mean.",
        f"A second load is **{geometric_mean(again):.1f}** times faster than the first (processed meshes are kept).",
        "",
        "| model | gelenk first | again | 3.5.0 first | again | first / first |",
        "|---|---|---|---|---|---|",
        *(
            f"| {name} | " + " | ".join(f"{1e3 * t:.1f}" for t in row) + f" | {row[0] / row[2]:.2f} |"
            for name, row in zip(names, best, strict=True)
        ),
    ]
    return "\n".join(lines) + "\n"


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--turns", type=int, default=3)
    parser.add_argument(
        "--models", type=int, default=20, help="fewer than 20: the page is not written; 0: hexagons"
    )
    given = parser.parse_args()
    known = processes_page(measure_processes(given.turns)) if given.models else []
    best = measure(given.models, min(given.turns, MESH_TURNS))
    text = "\n".join(known) + "\n" + page(best)
    print(text)
    if given.models == 20:
        (ROOT / "docs" / "loading.md").write_text(text, encoding="utf-8")
        figures.write_readme()


if __name__ == "__main__":
    main()
