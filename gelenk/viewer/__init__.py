"""The interactive viewer, for programs that import it: its functions say that it is not there yet.

Documents: Programming / Visualization
"""

from typing import NoReturn


def _refuse(name: str) -> NoReturn:
    raise NotImplementedError(
        f"gelenk.viewer.{name}: the viewer is not there yet; gelenk.Renderer and `gelenk picture` draw without one"
    )


def launch(*args: object, **kwargs: object) -> NoReturn:
    """Refuses: NotImplementedError."""
    _refuse("launch")


def launch_from_path(*args: object, **kwargs: object) -> NoReturn:
    """Refuses: NotImplementedError."""
    _refuse("launch_from_path")


def launch_passive(*args: object, **kwargs: object) -> NoReturn:
    """Refuses: NotImplementedError."""
    _refuse("launch_passive")


class Handle:
    """A class that programs may name and subclass, and that refuses to be made: NotImplementedError."""

    def __init__(self, *args: object, **kwargs: object) -> None:
        _refuse("Handle")
