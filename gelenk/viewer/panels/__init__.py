"""Panels: all sections as rows, made from tables of options, flags and visual settings.

Documents: design / Out: `panel`

The `mjui_*` functions of the documentation have no Python names; these rows replace them. The rows are the panel of the
page, the table of shortcuts, the help overlay, and a page of the docs.
"""

from collections import Counter
from collections.abc import Callable, Iterable
from typing import Any

from gelenk.viewer.panels import settings, simulation, sliders
from gelenk.viewer.panels.row import Row as Row
from gelenk.viewer.panels.row import Section as Section

REPLAY = Section("Replay", "left", lambda ui: (), True)
SECTIONS = (
    REPLAY,
    Section("File", "left", simulation.file_rows, False),
    Section("Option", "left", settings.option_rows, False),
    Section("Simulation", "left", simulation.rows, True),
    Section("Watch", "left", sliders.rows, False),
    Section("Physics", "left", settings.rows, False),
    Section("Rendering", "left", settings.rendering_rows, True),
    Section("Visualization", "left", settings.visual_rows, False),
    Section("Group", "left", settings.group_rows, False),
    Section("Control", "right", sliders.control_rows, True),
    Section("Joint", "right", sliders.joint_rows, True),
    Section("Equality", "right", sliders.equality_rows, False),
)


def all_rows(ui: Any, more: Callable[[], Iterable[Row]] | None = None) -> dict[str, Row]:
    """Return all rows for a model by id, in order; ``more`` makes those of Replay."""
    found: dict[str, Row] = {}
    for section in SECTIONS:
        if section is REPLAY and more is None:
            continue
        for row in more() if section is REPLAY and more is not None else section.make(ui):
            row.section = section.name
            row.id = f"{section.name.lower()}/{row.id}"
            found[row.id] = row
    return found


MOST_OPEN = {"Joint": 30, "Control": 60}  # rows of a section up to which it is open at first


def initially_open(rows: dict[str, Row]) -> set[str]:
    """Return the sections that are open at first."""
    counts = Counter(row.section for row in rows.values())
    return {s.name for s in SECTIONS if s.open and counts[s.name] <= MOST_OPEN.get(s.name, counts[s.name])}


def rows_by_shortcut(rows: dict[str, Row]) -> dict[str, Row]:
    """Return the rows by shortcut."""
    return {row.shortcut: row for row in rows.values() if row.shortcut}
