"""Depth of a buffer as distances along the view.

Documents: Programming / Visualization
"""

from typing import Any

import numpy as np


def distances(depth: np.ndarray, scene: Any) -> np.ndarray:
    """Depth (height, width), 1 near and 0 far, as distances along the view [m], float32.

    With near and far planes at n and f, a perspective camera has depth n (f - z) / (z (f - n)) at distance z, so
    z = n f / (n + depth (f - n)); an orthographic one has (f - z) / (f - n).
    """
    camera = scene.camera[0]
    near, far = camera.frustum_near, camera.frustum_far
    depth = depth.astype(np.float64)
    if camera.orthographic:
        return (far - depth * (far - near)).astype(np.float32)
    return (near * far / (near + depth * (far - near))).astype(np.float32)
