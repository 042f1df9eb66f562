"""Section Option: overlays, appearance of the page, waiting.

Documents: design / Out: `panel`
"""

from collections.abc import Iterable
from typing import Any

from gelenk.viewer.panels.row import Row, attribute

OVERLAYS = (
    ("help", "Help", "F1", "All shortcuts."),
    ("info", "Info", "F2", "Time, sizes, solver, memory."),
    ("profiler", "Profiler", "F3", "What a step spends its time on."),
    ("sensors", "Sensors", "F4", "What the sensors say."),
)
LOCAL = (
    ("fullscreen", "button", "Full screen", "F5", ()),
    ("left_ui", "check", "Left panel", "Tab", ()),
    ("right_ui", "check", "Right panel", "Shift+Tab", ()),
    ("theme", "choice", "Theme", "", ("Dark", "Light")),
    ("font", "choice", "Font", "", ("50 %", "100 %", "150 %", "200 %", "250 %", "300 %")),
    ("spacing", "choice", "Spacing", "", ("Tight", "Wide")),
    ("vsync", "check", "Vertical sync", "", ()),
)


def option_rows(desk: Any) -> Iterable[Row]:
    """Overlays that Python writes, switches of the page, how the loop waits."""
    for name, label, key, text in OVERLAYS:
        row = Row(name, "check", label, shortcut=key, help=text)
        yield attribute(row, lambda desk: desk.shown, name)
    for name, kind, label, key, options in LOCAL:
        yield Row(name, kind, label, options=options, shortcut=key, local=True)
    if not desk.passive:
        yield attribute(
            Row("pause_update", "check", "Pause update", help="Do not follow what is edited while paused."),
            lambda desk: desk.clock,
            "frozen",
        )
        yield attribute(
            Row("busy_wait", "check", "Busy wait", help="Wait in a loop: more even, and a whole core."),
            lambda desk: desk.clock,
            "busy",
        )
