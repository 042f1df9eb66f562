"""The public classes of abstract visualization, by name.

Documents: API / Visualization
"""

from typing import Any

from gelenk.scene.scene import MjvScene
from gelenk.scene.structs import MjvCamera, MjvGeom, MjvGLCamera, MjvLight, MjvOption, MjvPerturb


def __getattr__(name: str) -> Any:
    """Create MjvFigure and the table of classes on first access: few programs need them."""
    if name not in ("MjvFigure", "CLASSES"):
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    from gelenk.scene.figures import MjvFigure

    kinds = (MjvCamera, MjvFigure, MjvGLCamera, MjvGeom, MjvLight, MjvOption, MjvPerturb, MjvScene)
    globals().update(MjvFigure=MjvFigure, CLASSES={cls.__name__: cls for cls in kinds})
    return globals()[name]
