"""The public classes of abstract visualisation, by name.

Documents: API / Visualization
"""

from typing import Any

from gelenk.scene.scene import MjvScene
from gelenk.scene.structs import MjvCamera, MjvGeom, MjvGLCamera, MjvLight, MjvOption, MjvPerturb


def __getattr__(name: str) -> Any:
    """MjvFigure, which few programs that draw need, and the table of all: made when they are asked for."""
    if name not in ("MjvFigure", "CLASSES"):
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    from gelenk.scene.figures import MjvFigure

    kinds = (MjvCamera, MjvFigure, MjvGLCamera, MjvGeom, MjvLight, MjvOption, MjvPerturb, MjvScene)
    globals().update(MjvFigure=MjvFigure, CLASSES={cls.__name__: cls for cls in kinds})
    return globals()[name]
