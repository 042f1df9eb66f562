"""Default values of settings that differ between releases of MuJoCo.

Documents: XML reference / option; design / One source of truth

The tables have the defaults of 3.5.0. A spec of another release gets the others when it is made, as values that a
program could have set, before anything is read into it.
"""

from __future__ import annotations

from typing import Any, NamedTuple

from gelenk.tables.levels import release_number
from gelenk.tables.releases import R3_11, R3_12, R3_14, R4_0


class Changed(NamedTuple):
    """A default that changed: place in the spec, field, value until a release, value since."""

    place: str
    field: str
    until: float
    release: int
    since: float


CHANGED = (
    Changed("option", "sleep_tolerance", 1e-4, R3_11, 1e-3),
    Changed("visual.global_", "bvactive", 1, R3_12, 0),
    Changed("default.tendon", "actfrclimited", 0, R3_14, 2),
    Changed("visual.headlight", "active", 1, R4_0, 2),
)


def set_release(spec: Any, release: str) -> None:
    """Give a new spec the release ("" for that of the API level) and its defaults.

    Errors   ValueError: no API level has this release
    """
    number = release_number(release)
    spec.release = release
    for row in CHANGED:
        place = spec
        for name in row.place.split("."):
            place = getattr(place, name)
        value = row.since if number >= row.release else row.until
        if getattr(place, row.field) != value:
            setattr(place, row.field, value)
