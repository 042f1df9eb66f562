"""Section Group: which groups of geoms, sites, joints, ... are shown.

Documents: design / Out: `panel`; API / MjvOption
"""

from collections.abc import Iterable
from typing import Any

from gelenk.viewer.panels.row import Row, flag

KINDS = ("geom", "site", "joint", "tendon", "actuator", "flex", "skin")
KEYS = {"geom": "{}", "site": "Shift+{}"}


def group_rows(desk: Any) -> Iterable[Row]:
    """Six switches for each kind."""
    for kind in KINDS:
        for i in range(6):

            def place(desk: Any, name: str = f"{kind}group") -> Any:
                return getattr(desk.opt, name)

            key = KEYS.get(kind, "").format(i)
            yield flag(
                f"{kind}/{i}", f"{kind.capitalize()} {i}", place, i, key, group=f"{kind.capitalize()} groups"
            )
