"""GPU batches: agreement with the CPU and speed; the figures of docs/gpu.md.

    python benchmarks/gpu.py agree                       compare worlds on the GPU and the CPU, field by field
    python benchmarks/gpu.py speed --worlds 8192 65536   steps per second
    python benchmarks/gpu.py parts                       time of each kernel of a step
    python benchmarks/gpu.py fall                        1000 steps from keyframe 0, as in mjwarp-testspeed
    python benchmarks/gpu.py first                       time from the start of the process to the first step

Each takes ``--model``, a shipped model or a file, ``--precision``, ``--lanes`` and the capacities of a batch.
Before a measurement, worlds are scattered and settle under random controls.

Documents: design / Many worlds on GPUs
"""

import argparse
import subprocess
import sys
import time
from pathlib import Path

# allows running from a source checkout without installation
sys.path.insert(1, str(Path(__file__).resolve().parents[1]))

import numpy as np

import gelenk
import scenes
from gelenk.batch.device.gpu_worlds import DeviceBatch
from gelenk.tables import gpu_stages
from tests.support.many import STATE, size

SETTLE = 200  # steps before a measurement
FIELDS = ("xpos", "M", "qfrc_bias", "qacc_smooth", "qfrc_constraint", "qacc", "sensordata", "qpos", "qvel")


def load(name: str) -> gelenk.MjModel:
    """Load a shipped model by name, or a file."""
    return gelenk.MjModel.from_xml_path(name if name.endswith((".xml", ".mjb")) else str(scenes.path(name)))


def made(m: gelenk.MjModel, nsim: int, given: argparse.Namespace) -> DeviceBatch:
    """Create a batch from the command-line arguments."""
    names = ("precision", "nconmax", "njmax", "lanes", "fused")
    return DeviceBatch(m, nsim, **{name: getattr(given, name) for name in names})


def settle(b: DeviceBatch) -> None:
    """Make worlds differ by scattered velocities and random controls."""
    if b.model.nkey:
        b.reset(key=0)
    b.scatter(1, 0.1)
    for _ in range(SETTLE // 20):
        b.noise(2, 0.3)
        b.step(20)
    b.check()


def agree(name: str, given: argparse.Namespace) -> str:
    """Compare one step on GPU and CPU from equal states; return the worst differences."""
    m = load(name)
    b = made(m, given.worlds[0], given)
    settle(b)
    d, worst, alike, contacts = gelenk.MjData(m), dict.fromkeys(FIELDS, 0.0), 0, []
    fields = [f for f in FIELDS if f in b.plan.arrays and getattr(d, f).size]
    start = {f: b.get(f) for f in STATE if f in b.plan.arrays and getattr(d, f).size}
    b.step()
    b.check()
    got = {f: b.get(f) for f in fields}
    ncon, nefc = (b._read_field(b.plan.columns[f]) for f in ("ncon", "nefc"))
    chosen = range(0, b.nsim, max(1, b.nsim // 64))
    for w in chosen:
        for f, rows in start.items():
            getattr(d, f)[...] = rows[w]
        gelenk.mj_step(m, d)
        same = (int(ncon[w]), int(nefc[w])) == (d.ncon, d.nefc)
        alike += same
        contacts.append(d.ncon)
        if same:
            for f in fields:
                error = float(np.abs(got[f][w] - getattr(d, f)).max()) / size(d, f)
                worst[f] = max(worst[f], error)
    lost = sum(int(v.sum()) for n, v in b.overflow.items() if n.startswith("lost"))
    cells = " ".join(f"{worst[f]:>8.0e}" if f in fields else f"{'-':>8}" for f in FIELDS)
    count = f"{alike}/{len(chosen)}"
    row = f"{name:<16} {b.variant.name:<13} {np.mean(contacts):>6.1f} {count:>7} {cells}"
    return f"{row} lost {lost}" if lost else row


def steps_per_second(b: DeviceBatch, n: int = 100, least: float = 0.3) -> float:
    """Return the highest rate of three measurements, with ``n`` steps per call."""
    best = 0.0
    b.step(n)
    b.stream.wait()
    for _ in range(3):
        begin, done = time.perf_counter(), 0
        while time.perf_counter() - begin < least:
            b.step(n)
            b.stream.wait()
            done += n
        best = max(best, b.nsim * done / (time.perf_counter() - begin))
    return best


def found(b: DeviceBatch) -> str:
    """Return the largest numbers of contacts and rows of a world, and the number lost."""
    most = {n: int(v.max()) for n, v in b.overflow.items()}
    lost = most["lost_con"] + most["lost_efc"]
    return f"most contacts {most['maxuse_con']}, rows {most['maxuse_efc']}, lost {lost}"


def speed(given: argparse.Namespace) -> None:
    """Print the steps of all worlds per second."""
    m = load(given.model)
    for nsim in given.worlds:
        begin = time.perf_counter()
        b = made(m, nsim, given)
        b.step()
        b.check()
        ready = time.perf_counter() - begin
        settle(b)
        rate = steps_per_second(b, given.steps)
        print(
            f"{given.model:<12} {b.variant.name:<14} {nsim:>7} worlds {rate / 1e6:>8.3f} M steps/s, "
            f"{1e6 * nsim / rate:>9.1f} us a step of all; {b.nbytes / nsim / 1024:>6.1f} KiB a world; "
            f"ready in {ready:.2f} s; {found(b)}",
            flush=True,
        )
        b.close()
        del b


def parts(given: argparse.Namespace) -> None:
    """Print the time of each kernel, including a wait after each."""
    m = load(given.model)
    for nsim in given.worlds:
        b = made(m, nsim, given)
        settle(b)
        times = dict.fromkeys(gpu_stages.CHAIN, 0.0)
        for _ in range(given.steps):
            for stage in gpu_stages.CHAIN:
                begin = time.perf_counter()
                b._launch(stage, b.stream)
                b.stream.wait()
                times[stage] += time.perf_counter() - begin
        b.check()
        whole = sum(times.values())
        print(
            f"{given.model} {b.variant.name} {nsim} worlds: {1e6 * whole / given.steps:.0f} us a step of all"
        )
        for stage, t in times.items():
            print(f"    {stage:<20} {1e6 * t / given.steps:>9.1f} us {100 * t / whole:>5.1f} %", flush=True)


def fall(given: argparse.Namespace) -> None:
    """Print the rate over 1000 steps from keyframe 0, with control noise and waits."""
    m = load(given.model)
    for nsim in given.worlds:
        b = made(m, nsim, given)
        b.step()
        b.reset(key=0 if m.nkey else -1)
        b.check()
        taken = 0.0
        for _ in range(1000):
            if m.nu:
                b.noise(2, 0.01)
            b.stream.wait()
            begin = time.perf_counter()
            b.step()
            b.stream.wait()
            taken += time.perf_counter() - begin
        b.check()
        rate = 1000 * nsim / taken
        print(
            f"{given.model} {b.variant.name} {nsim} worlds: {rate / 1e6:.3f} M steps/s; {found(b)}",
            flush=True,
        )


def once(given: argparse.Namespace) -> None:
    """Take one step."""
    b = made(load(given.model), given.worlds[0], given)
    b.step()
    b.check()


def first(given: argparse.Namespace) -> None:
    """Print the duration of a process that runs one step [s]."""
    asked = [word for word in sys.argv[1:] if word != "first"]
    for _ in range(3):
        begin = time.perf_counter()
        subprocess.run([sys.executable, __file__, "once", *asked], check=True)
        print(f"{given.model}: {time.perf_counter() - begin:.2f} s")


def main() -> None:
    """Run the measurement that the command line selects."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("what", choices=("agree", "speed", "parts", "fall", "first", "once"))
    parser.add_argument("--model", default="humanoid")
    parser.add_argument("--models", nargs="*", help="of agree, in the place of --model")
    parser.add_argument("--worlds", type=int, nargs="*", default=[8192])
    parser.add_argument("--precision", default="float32")
    parser.add_argument("--lanes", type=int)
    parser.add_argument("--nconmax", type=int)
    parser.add_argument("--njmax", type=int)
    parser.add_argument("--steps", type=int, default=100, help="in a call")
    parser.add_argument("--fused", action="store_true", help="one kernel for the whole step")
    given = parser.parse_args()
    if given.what == "agree":
        names = given.models or [given.model]
        print(
            f"{'model':<16} {'program':<13} {'ncon':>6} {'alike':>7} {' '.join(f'{f[:8]:>8}' for f in FIELDS)}"
        )
        for name in names:
            try:
                print(agree(name, given), flush=True)
            except Exception as error:
                print(f"{name:<16} {type(error).__name__}: {error}", flush=True)
        return
    {"speed": speed, "parts": parts, "fall": fall, "first": first, "once": once}[given.what](given)


if __name__ == "__main__":
    main()
