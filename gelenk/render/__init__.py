"""Pictures of scenes: a rasteriser whose kernels draw what MjvScene holds, as 3.5.0's renderer does.

Documents: Programming / Visualization; API / OpenGL rendering

draw_scene.py runs the stages of a picture (pipeline.py): views (cameras, lights), parts (which shapes are seen),
vertices, bins (triangles by tiles), shadow, and tiles (depth, light and color of each tile), on the threads of a crew
(runtime/thread_pool.py). context.py holds what they draw with, context_pool.py those that many pictures share.
"""

import importlib
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from gelenk.render.batch_render import pictures as pictures
    from gelenk.render.options import Better as Better

_PLACES = {"Better": "gelenk.render.options", "pictures": "gelenk.render.batch_render"}


def __getattr__(name: str) -> Any:
    """Public names, imported when they are asked for: those who compile the kernels in here have not what they need."""
    if name in _PLACES:
        return getattr(importlib.import_module(_PLACES[name]), name)
    raise AttributeError(f"module 'gelenk.render' has no attribute '{name}'")
