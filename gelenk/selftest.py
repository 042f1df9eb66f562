"""Self-test: ``python -m gelenk.selftest`` compares stages with recorded numbers.

Documents: design / One front end, many targets

The self-test shows whether an installation computes the results of tested machines: on a platform without tests, on a
new CPU, or after a distribution has changed the C library. Every shipped model takes a few steps; then each field of
its data is compared, by norm and by a weighted sum, and the first stages that differ are named. A picture and a rollout
on two threads follow. The last line is the verdict; all lines together are the report to send.

    python -m gelenk.selftest              half a minute; exit status 1 if a number differs
    python -m gelenk.selftest --record     for maintainers: write the numbers of this machine
"""

from __future__ import annotations

import json
import os
import platform
import sys
import time
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

import gelenk
from gelenk import models, rollout
from gelenk.tables.fields_data import DATA
from gelenk.tables.stages import NAMED
from gelenk.toolchain import digests, library, link, platforms, wheel_manifest
from gelenk.toolchain.extension import load

__all__ = ["main"]
RECORD = Path(__file__).parent / "cli" / "selftest.json"
NSTEP = 5  # steps: few, since contacts enlarge rounding errors
# largest difference relative to a field's norm: solvers stop when an improvement is below 1e-8, and may stop one
# iteration earlier on another machine
CLOSE = 1e-6
SMALL = 1e-9  # least norm: below it, values are rounding errors of sums that cancel
SYMMETRIC = ("tendon_arm",)  # models that are moved away from their symmetric initial pose
PICTURE = "humanoid"
LEVELS = 1.5  # largest mean difference of a picture, of 255; its edges may fall on other pixels


class Difference(NamedTuple):
    """A field whose value differs from the recorded one, relative to its norm."""

    model: str
    field: str
    stage: str
    relative: float


def main(arguments: list[str]) -> int:
    """Run the self-test and print its report.

    arguments  none, or "--record"
    Returns    the exit status: 0, 1 if a number differs, 2 for other arguments
    Source     design / One front end, many targets
    """
    if arguments not in ([], ["--record"]):
        sys.stdout.write(f"{(__doc__ or '').strip()}\n")
        return 0 if arguments == ["--help"] else 2
    begin = time.perf_counter()
    names = models.names()
    found = {name: numbers(name) for name in names}
    picture = brightness()
    if arguments == ["--record"]:
        RECORD.write_text(
            json.dumps({"picture": picture, "models": found}, indent=0) + "\n", encoding="utf-8"
        )
        return 0
    recorded = json.loads(RECORD.read_text(encoding="utf-8"))
    differences = [d for name in names for d in compare(name, found[name], recorded["models"].get(name, {}))]
    problems = [
        f"{d.model}: {d.field} of {d.stage} differs by {d.relative:.1e}" for d in differences if wrong(d)
    ]
    away = max(abs(a - b) for a, b in zip(picture, recorded["picture"], strict=True))
    if not away <= LEVELS:
        problems.append(f"the picture of {PICTURE} differs by {away:.1f} of 255")
    if not threads_agree():
        problems.append("two threads computed other bits than one")
    worst = max(differences, key=lambda d: d.relative)
    lines = [
        *facts(),
        f"numbers: {len(differences)} fields of {len(names)} models, largest difference {told(worst)}",
    ]
    lines += [f"picture: {away:.2f} of 255 from the recorded one", *problems[:20]]
    if len(problems) > 20:
        lines.append(f"and {len(problems) - 20} others")
    seconds = time.perf_counter() - begin
    verdict = f"{len(problems)} problems" if problems else "all numbers are as recorded"
    lines.append(f"gelenk {gelenk.version} self-test on {platforms.name()}: {verdict} ({seconds:.0f} s)")
    sys.stdout.write("\n".join(lines) + "\n")
    return 1 if problems else 0


def told(worst: Difference) -> str:
    """Return a difference as text: size, field and model."""
    return f"{worst.relative:.1e} ({worst.field} of {worst.model})"


def wrong(found: Difference) -> bool:
    """Return whether a difference is too large or NaN."""
    return not found.relative <= CLOSE


def facts() -> list[str]:
    """Return the facts about machine and installation for the report, one per line."""
    made = "carried by the wheel" if wheel_manifest.carried() else "compiled here"
    entries = "in machine code" if load.module else f"in Python ({load.why_unavailable() or 'not loaded'})"
    pieces = {
        "machine": f"{platforms.name()}, {platforms.processor()}, {os.cpu_count()} cores",
        "C library": " ".join(platform.libc_ver()) or "unknown",
        "Python": f"{platform.python_implementation()} {platform.python_version()}, numpy {np.__version__}",
        "code": f"{digests.cpu_level()}{', strict' if digests.strict() else ''}, {made}; entry points {entries}"
        if library.JIT
        else "plain Python",
        "linker": link.linker_name(),
    }
    return [f"{name}: {text}" for name, text in pieces.items()]


def start(name: str) -> tuple[Any, Any]:
    """Return a shipped model and its initial data, with added velocities and controls.

    They break symmetries; otherwise rounding errors would decide where a cable wraps or which faces touch.
    """
    m = models.load(name)
    m.opt.enableflags |= gelenk.mjtEnableBit.mjENBL_ENERGY
    d = gelenk.MjData(m)
    keyframe = models.SHOWS[name].keyframe
    if keyframe:
        gelenk.mj_resetDataKeyframe(m, d, m.key(keyframe).id)
    uneven = np.sin(np.arange(m.nv) + 1.0)
    if name in SYMMETRIC:
        moved = d.qpos.copy()
        gelenk.mj_integratePos(m, moved, uneven, 0.02)
        d.qpos[:] = moved
        gelenk.mj_fwdPosition(m, d)
        m.tendon_lengthspring[:] = d.ten_length[:, None]  # at qpos0 a cable may wrap on either side
    d.qvel[:] += 0.01 * uneven
    d.ctrl[:] += 0.05 * np.cos(np.arange(m.nu) + 1.0)
    return m, d


def numbers(name: str) -> dict[str, list[float]]:
    """Return field -> norm and weighted sum, for all real fields that stages write."""
    m, d = start(name)
    gelenk.mj_step(m, d, nstep=NSTEP)
    gelenk.mj_forward(m, d)
    found = {}
    for field in DATA:
        if field.stage and field.dtype == "float64" and field.name not in ("solver_fwdinv", "qacc_warmstart"):
            values = np.asarray(getattr(d, field.name)).reshape(-1)
            if values.size and np.any(values):
                weights = np.cos(0.7 * np.arange(values.size) + 0.3)
                found[field.name] = [float(np.linalg.norm(values)), float(values @ weights)]
    return found


def compare(name: str, found: dict[str, list[float]], recorded: dict[str, list[float]]) -> list[Difference]:
    """Return the difference of each field of a model; inf if only one side has the field."""
    rows = []
    for field in DATA:
        if field.name in found or field.name in recorded:
            here, there = found.get(field.name), recorded.get(field.name)
            relative = float("inf")
            if here and there:
                size = max(there[0], SMALL)
                relative = max(abs(a - b) for a, b in zip(here, there, strict=True)) / size
            rows.append(Difference(name, field.name, _stage(field.stage), relative))
    return rows


def _stage(writers: str) -> str:
    """Return the documented name of the first stage that writes a field."""
    first = writers.split()[0].strip("?+")
    stage = NAMED.get(first)
    return (stage.documented if stage else "") or first


def brightness() -> list[float]:
    """Return the mean of each channel of a picture."""
    m = models.load(PICTURE)
    d = gelenk.MjData(m)
    gelenk.mj_forward(m, d)
    with gelenk.Renderer(m, 120, 160) as renderer:
        renderer.update_scene(d)
        return [float(x) for x in renderer.render().reshape(-1, 3).mean(axis=0)]


def threads_agree() -> bool:
    """Return whether rollouts on two threads and on one thread have equal bits."""
    m = models.load("humanoid")
    d = gelenk.MjData(m)
    kind = gelenk.mjtState.mjSTATE_FULLPHYSICS
    start = np.empty((4, gelenk.mj_stateSize(m, kind)))
    for i, world in enumerate(start):
        d.qvel[:] = 0.1 * np.sin(np.arange(m.nv) + i)
        gelenk.mj_getState(m, d, world, kind)
    one, two = [rollout.rollout(m, [gelenk.MjData(m) for _ in range(n)], start, nstep=50)[0] for n in (1, 2)]
    return bool(np.array_equal(one, two))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
