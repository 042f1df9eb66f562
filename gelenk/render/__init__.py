"""Render scenes: a software rasterizer for `MjvScene`, equivalent to that of MuJoCo 3.5.0.

Documents: Programming / Visualization; API / OpenGL rendering

draw_scene.py runs the passes of an image (pipeline.py): views (cameras, lights), draw list (visible shapes), vertices,
bins (triangles per screen tile), shadow maps, and tiles (depth, lighting and color), on the threads of a pool
(runtime/thread_pool.py). context.py holds textures, meshes and settings; batch_render.py reuses contexts across images.
"""

import importlib
import warnings
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from gelenk.render.batch_render import pictures as pictures
    from gelenk.render.options import RenderOptions as RenderOptions
    from gelenk.render.point_cloud import camera_matrix as camera_matrix
    from gelenk.render.point_cloud import extrinsics as extrinsics
    from gelenk.render.point_cloud import intrinsics as intrinsics
    from gelenk.render.point_cloud import points as points

# public name -> module
PLACES = {"RenderOptions": "gelenk.render.options", "pictures": "gelenk.render.batch_render"}
PLACES |= dict.fromkeys(("camera_matrix", "extrinsics", "intrinsics", "points"), "gelenk.render.point_cloud")


def __getattr__(name: str) -> Any:
    """Import a public name on first access, so that the kernel build can do without it."""
    if name == "Better":
        warnings.warn("gelenk.render.Better is now RenderOptions", DeprecationWarning, stacklevel=2)
        name = "RenderOptions"
    if name in PLACES:
        return getattr(importlib.import_module(PLACES[name]), name)
    from gelenk.errors import UnknownAttribute

    raise UnknownAttribute(f"module 'gelenk.render' has no attribute '{name}'", name, lambda: PLACES)
