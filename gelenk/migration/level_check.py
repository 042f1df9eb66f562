"""Check of a model at all levels: where it loads, and how neighboring levels differ.

Documents: drop-in / Versions
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from gelenk.errors import Error
from gelenk.migration.motion import DURATION, Difference, Motion, difference, simulate
from gelenk.migration.names import refused
from gelenk.migration.reading import Reading, read
from gelenk.migration.source_text import SourceText
from gelenk.tables.fields_model import MODEL, OPTION, SIZES, STATISTIC
from gelenk.tables.levels import LEVELS, version_number

if TYPE_CHECKING:
    from gelenk.runtime.model import MjModel


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
