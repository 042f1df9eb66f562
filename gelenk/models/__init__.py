"""Models shipped with the package: load("humanoid"), path("humanoid"), names().

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
    """Return the names of the shipped models.

    Returns    the names, in alphabetical order
    Source     Modeling / MJCF models
    """
    return tuple(sorted(file.stem for file in _FOLDER.glob("*.xml")))


def path(name: str) -> Path:
    """Return the path of the MJCF file of a shipped model.

    name       name of the model

    Returns    the path of its file inside the package
    Errors     TypeError: name is not text; gelenk.Error: unknown name, with a list of the shipped models
    Source     Modeling / MJCF models
    """
    if not isinstance(name, str):
        raise TypeError(f"name must be a string, not {type(name).__name__}")
    known = names()
    if name not in known:
        hints = (nearest(name, known), f"shipped models are {', '.join(known)}")
        raise Error(f"there is no shipped model '{name}'", hint=" ".join(filter(None, hints)))
    return _FOLDER / f"{name}.xml"


def load(name: str) -> MjModel:
    """Compile a shipped model; for other models see ``MjModel.from_xml_path``.

    name       name of the model

    Returns    the MjModel
    Errors     those of ``path``
    Source     Modeling / MJCF models
    """
    file = path(name)
    from gelenk import MjModel

    return MjModel.from_xml_path(str(file))
