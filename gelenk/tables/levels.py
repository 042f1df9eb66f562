"""Levels: the release of the API whose version and numbers a process has.

Documents: design / One source of truth

Enum numbers differ between releases, and programs rely on those of their release. Every level has the names of all
releases, with the numbers of one (gelenk/tables/api_enums.py). The level is stated by the installed package `mujoco` in
a file, if the package is ours, else by the environment variable GELENK_API. MuJoCo's own package never changes the
level, which is fixed at import.
"""

import importlib.machinery
import os
from pathlib import Path

LEVELS = ("3.5.0", "3.11.0", "3.17.0", "4.0.0")
VARIABLE = "GELENK_API"
MARK = "gelenk_level.txt"  # file of our package `mujoco` (distributions/gelenk-mujoco) that holds its level


def release_key(release: str) -> tuple[int, ...]:
    """Return a release as numbers, so that 3.11.0 follows 3.5.0."""
    return tuple(map(int, release.split(".")))


def installed_level() -> str | None:
    """Return the level of our installed package `mujoco`, or None without it."""
    try:
        found = importlib.machinery.PathFinder.find_spec("mujoco")
    except (ImportError, OSError, ValueError):  # a damaged entry of sys.path
        return None
    if found is None or not found.origin:
        return None
    try:
        return Path(found.origin).with_name(MARK).read_text(encoding="utf-8").strip()
    except (OSError, UnicodeDecodeError):
        return None


def choose_level() -> tuple[str, str]:
    """Return the level and its origin, in words.

    Errors   ValueError: an unknown level
    """
    level = installed_level()
    origin = "the installed package mujoco"
    if level is None:
        level, origin = os.environ.get(VARIABLE, ""), VARIABLE
    if not level:
        return LEVELS[0], "the default"
    if level not in LEVELS:
        raise ValueError(f"{origin}: the level must be one of {', '.join(LEVELS)}, got {level[:40]!r}")
    return level, origin


LEVEL, ORIGIN = choose_level()


def version_number(level: str) -> int:
    """Return a release as one number, three digits for each part after the first: 3005000."""
    major, minor, patch = release_key(level)
    return major * 10**6 + minor * 10**3 + patch


def release_number(release: str) -> int:
    """Return the release of a model as one number; "" is that of the level, "3.5" is 3.5.0.

    Errors   ValueError: no level has this release
    """
    if not release:
        return version_number(LEVEL)
    for level in LEVELS:
        if release in (level, level.removesuffix(".0")):
            return version_number(level)
    raise ValueError(f"the release must be one of {', '.join(LEVELS)}, got {release[:40]!r}")


def is_known(since: str) -> bool:
    """Return whether the level has what came with a release."""
    return release_key(since) <= release_key(LEVEL)
