"""Initialize user geoms: shape, size and appearance, or a connector between two points.

Documents: API / mjv_initGeom, mjv_connector

The kernels are in kernels/init_geom.py; this module raises the errors.
"""

import numpy as np

from gelenk.errors import FatalError
from gelenk.scene.cameras import Numbers
from gelenk.scene.classes import MjvGeom
from gelenk.scene.kernels import init_geom
from gelenk.tables.enums import mjtGeom
from gelenk.toolchain.extension import load


def checked_row(geom: MjvGeom) -> tuple[MjvGeom, int]:
    """Return a geom and its row, for kernels; AttributeError if it is uninitialized."""
    _ = geom._columns
    return geom, geom._row


def init_row(geom: MjvGeom, shape: int, size: Numbers, pos: Numbers, mat: Numbers, rgba: Numbers) -> None:
    """Set shape, size, pose and color of a geom, and default appearance (mjv_initGeom)."""
    if not init_geom.LEAST_INT32 <= shape <= init_geom.MOST_INT32:
        raise OverflowError(f"the type of a geom must be a 32-bit integer, not {shape}")
    numbers = [np.reshape(a, n).astype(float) for a, n in ((size, 3), (pos, 3), (mat, 9), (rgba, 4))]
    load.run_kernel("init_geom", *checked_row(geom), shape, *numbers)


def set_connector(geom: MjvGeom, shape: int, width: float, start: Numbers, end: Numbers) -> None:
    """Set shape, size and pose of a geom that connects two points (mjv_connector)."""
    if not init_geom.has_two_ends(shape):
        names = ", ".join(
            mjtGeom(s).name for s in range(int(mjtGeom.mjGEOM_LINE) + 1) if init_geom.has_two_ends(s)
        )
        raise FatalError(f"a geom of type {shape} does not connect two points; types that do: {names}")
    points = np.reshape(start, 3).astype(float), np.reshape(end, 3).astype(float)
    load.run_kernel("connector", *checked_row(geom), shape, width, *points)
