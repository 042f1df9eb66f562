"""The models that the package ships: load("humanoid"), path("humanoid"), names().

Documents: Modeling / MJCF
"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from gelenk.errors import Error, nearest

if TYPE_CHECKING:
    from gelenk import MjModel

_FOLDER = Path(__file__).resolve().parent


def names() -> tuple[str, ...]:
    """Names of the shipped models, in alphabetical order."""
    return tuple(sorted(file.stem for file in _FOLDER.glob("*.xml")))


def path(name: str) -> Path:
    """The MJCF file of the shipped model ``name``.

    Raises TypeError if ``name`` is no text, Error if no model has that name; it lists those that there are.
    """
    if not isinstance(name, str):
        raise TypeError(f"name must be a string, not {type(name).__name__}")
    known = names()
    if name not in known:
        hints = (nearest(name, known), f"shipped models are {', '.join(known)}")
        raise Error(f"there is no shipped model '{name}'", hint=" ".join(filter(None, hints)))
    return _FOLDER / f"{name}.xml"


def load(name: str) -> MjModel:
    """The shipped model ``name``, compiled.

    Raises what ``path`` raises. For a model of your own: ``MjModel.from_xml_path``.
    """
    file = path(name)
    from gelenk import MjModel

    return MjModel.from_xml_path(str(file))
