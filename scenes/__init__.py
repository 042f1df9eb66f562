"""Named models for tests, benchmarks and examples: scenes.path("hand"), scenes.text("arm"), scenes.names().

Documents: design / Testing

Each scene is one MJCF file in this folder, or a model that the package ships (gelenk/models).

    arm, loops           together use most of the engine; tests of sameness and of the API run on them
    pile, pair_of_arms   constraints that reach every branch of the solvers
"""

from pathlib import Path

from gelenk import models

FOLDER = Path(__file__).resolve().parent


def names() -> tuple[str, ...]:
    """All names, those of shipped models too, in alphabetical order."""
    return tuple(sorted({*models.names(), *(file.stem for file in FOLDER.glob("*.xml"))}))


def path(name: str) -> Path:
    """The MJCF file of a scene.

    Errors   gelenk.Error: there is neither a scene nor a shipped model of that name
    """
    own = FOLDER / f"{name}.xml"
    return own if own.is_file() else models.path(name)


def text(name: str) -> str:
    """The MJCF of a scene; errors as for path."""
    return path(name).read_text(encoding="utf-8")
