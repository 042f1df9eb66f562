"""Pictures of scenes: a rasteriser whose kernels draw what MjvScene holds, as 3.5.0's renderer does.

Documents: Programming / Visualization; API / OpenGL rendering

draw.py runs the stages of a picture (run.py): views (cameras, lights), parts (which shapes are seen), vertices, bins
(triangles by tiles), shadow, and tiles (depth, light and color of each tile), on the threads of a crew (world/crew.py).
context.py holds what they draw with, kept.py those that many pictures share.
"""

import importlib
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from gelenk.render.better import Better as Better
    from gelenk.render.many import pictures as pictures

_PLACES = {"Better": "gelenk.render.better", "pictures": "gelenk.render.many"}


def __getattr__(name: str) -> Any:
    """Public names, imported when they are asked for: those who compile the kernels in here have not what they need."""
    if name in _PLACES:
        return getattr(importlib.import_module(_PLACES[name]), name)
    raise AttributeError(f"module 'gelenk.render' has no attribute '{name}'")
