"""Check of a model at all levels, and its motion over time.

Documents: drop-in / Versions; Computation / Simulation pipeline

Check of levels: at which levels a model loads, and how neighboring levels differ.

Motion of a model over time, for comparing two texts or two releases.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from gelenk.api.mj_state import mj_resetDataKeyframe
from gelenk.api.simulate import mj_step
from gelenk.errors import Error, FatalError
from gelenk.migration.reading import Reading, read, refused
from gelenk.migration.source_text import SourceText
from gelenk.runtime.data import MjData
from gelenk.tables.fields_model import MODEL, OPTION, SIZES, STATISTIC
from gelenk.tables.levels import LEVELS, version_number

if TYPE_CHECKING:
    from gelenk.runtime.model import MjModel

DURATION = 1.0  # simulated time of comparisons [s]
# limit of the steps of a comparison, which shortens comparisons with very short timesteps
COMPARED_STEPS = 20_000
SWAY = 0.2  # amplitude of the controls, in half ranges
SEEN = 1e-9  # difference of qpos that counts as the beginning of a divergence [m, rad]


class Motion(NamedTuple):
    """Trajectory of a model: time (n) [s], qpos (n, nq), ncon (n)."""

    time: np.ndarray
    qpos: np.ndarray
    ncon: np.ndarray


class Difference(NamedTuple):
    """Largest difference of two motions.

    qpos   of positions [m or rad; 1 for quaternions]; inf if a motion has NaN; nan if the sizes differ
    ncon   of the numbers of contacts
    time   first time at which positions differ by more than SEEN [s]; nan if none
    """

    qpos: float
    ncon: int
    time: float

    def __str__(self) -> str:
        if np.isnan(self.qpos):
            return "other sizes"
        begin = f" from {self.time:g} s on" if np.isfinite(self.time) else ""
        contacts = f", {self.ncon} contact{'s' if self.ncon > 1 else ''}" if self.ncon else ""
        return f"{self.qpos:.1e}{contacts}{begin}" if self.qpos or self.ncon else "0"


def simulate(m: MjModel, duration: float = DURATION, keyframe: int = -1) -> Motion:
    """Return the motion of a model from qpos0 or a keyframe, with small smooth controls.

    Control i is the middle of its range plus SWAY half ranges times sin(2 pi t + i); half a range is 1 without limits.

    Errors   gelenk.Error: the engine cannot step the model
    """
    try:
        return _run(m, duration, keyframe)
    except FatalError as error:
        raise Error(f"the model cannot be simulated: {error}") from None


def _run(m: MjModel, duration: float, keyframe: int) -> Motion:
    """Return the motion of a model that the engine can step."""
    d = MjData(m)
    if 0 <= keyframe < m.nkey:
        mj_resetDataKeyframe(m, d, keyframe)
    limited = m.actuator_ctrllimited.astype(bool)
    low, high = m.actuator_ctrlrange.T
    half = np.where(limited, (high - low) / 2, 1.0)
    middle = np.where(limited, (high + low) / 2, d.ctrl)
    count = min(COMPARED_STEPS, max(1, round(duration / m.opt.timestep)))
    time, qpos, ncon = np.zeros(count), np.zeros((count, m.nq)), np.zeros(count, int)
    phase = np.arange(m.nu)
    for i in range(count):
        d.ctrl[:] = middle + SWAY * half * np.sin(2 * np.pi * d.time + phase)
        mj_step(m, d)
        time[i], qpos[i], ncon[i] = (i + 1) * m.opt.timestep, d.qpos, d.ncon
    return Motion(time, qpos, ncon)


def difference(a: Motion, b: Motion) -> Difference:
    """Return the largest difference of two motions at equal steps."""
    if a.qpos.shape != b.qpos.shape:
        return Difference(np.nan, 0, np.nan)
    with np.errstate(invalid="ignore"):
        apart = np.abs(a.qpos - b.qpos)
    apart = np.where(np.isfinite(apart), apart, np.inf).max(axis=1, initial=0.0)
    seen = np.flatnonzero(apart > SEEN)
    return Difference(
        float(apart.max(initial=0.0)),
        int(np.abs(a.ncon - b.ncon).max(initial=0)),
        float(a.time[seen[0]]) if seen.size else np.nan,
    )


# Check of a model at all levels


class FieldDifference(NamedTuple):
    """A field of the model whose values differ between two levels.

    name    of the field, such as geom_margin or opt.sleep_tolerance
    differ  number of elements that differ; -1 if the sizes differ
    most    largest difference; nan if the sizes differ
    """

    name: str
    differ: int
    most: float


class Level(NamedTuple):
    """A model at one level.

    name      such as 3.5.0
    error     why the model cannot be loaded, "" if it can
    refused   elements that gelenk reads but the package mujoco of this release refuses, with their places
    fields    fields of the model that differ from the level before
    motion    difference of the motion from the level before; None for the first level that loads the model
    """

    name: str
    error: str
    refused: tuple[str, ...]
    fields: tuple[FieldDifference, ...]
    motion: Difference | None


def check_levels(
    filename: str | os.PathLike[str],
    *,
    within: str | os.PathLike[str] | Iterable[str | os.PathLike[str]] | None = None,
    duration: float = DURATION,
    keyframe: int = -1,
    advance: Callable[[], object] | None = None,
) -> tuple[Level, ...]:
    """Load and simulate a model at each level, and compare neighboring levels.

    filename  path of the model in MJCF or URDF
    within    folders outside of which no file is read; None: no restriction
    duration  simulated time of the comparisons [s]
    keyframe  index of the initial keyframe; -1: qpos0
    advance   callback, called after each level

    Returns   the levels, in order
    Errors    gelenk.Error: no level can load the model, or the file cannot be read
    Source    drop-in / Versions
    """
    source = SourceText(filename, within)
    before: tuple[Reading, Motion] | None = None
    levels: list[Level] = []
    last = None
    for name in LEVELS:
        try:
            reading = read(source, source.texts[source.file], name, quiet=name != LEVELS[0], urdf=True)
            motion = simulate(reading.model, duration, keyframe)
        except Error as error:
            last = error
            levels.append(Level(name, str(error), (), (), None))
            continue
        finally:
            if advance:
                advance()
        told = tuple(
            f"{node.where}: {what}" for node, _, what, _ in refused(reading.root, version_number(name))
        )
        if before is None:
            levels.append(Level(name, "", told, (), None))
        else:
            fields = tuple(differing_fields(before[0].model, reading.model))
            levels.append(Level(name, "", told, fields, difference(before[1], motion)))
        before = reading, motion
    if before is None and last is not None:
        raise last
    return tuple(levels)


def differing_fields(a: MjModel, b: MjModel) -> list[FieldDifference]:
    """Return the fields of two models that differ, without texts and the release."""
    found = []
    for prefix, rows in (("", SIZES), ("", MODEL), ("opt.", OPTION), ("stat.", STATISTIC)):
        for row in rows:
            if row.name in ("names", "paths", "names_map", "text_data", "release"):
                continue
            left, right = (values(m, prefix, row.name) for m in (a, b))
            if left is None or right is None or (left.size == right.size == 0):
                continue
            if row.name == "neqdata" and not a.neq:
                continue
            if left.shape != right.shape:
                found.append(FieldDifference(prefix + row.name, -1, np.nan))
            elif not np.array_equal(left, right, equal_nan=left.dtype.kind == "f"):
                apart = np.abs(left.astype(float) - right.astype(float))
                found.append(
                    FieldDifference(prefix + row.name, int((apart != 0).sum()), float(np.nanmax(apart)))
                )
    return found


def values(m: MjModel, prefix: str, name: str) -> np.ndarray | None:
    """Return a field of a model or of its options as an array; None if it is not public."""
    holder = m if not prefix else getattr(m, prefix[:-1])
    value = getattr(holder, name, None)
    return None if value is None or isinstance(value, (bytes, str)) else np.asarray(value)
