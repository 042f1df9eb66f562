"""Geoms that users make: shape, size and look, or a connector between two points.

Documents: API / mjv_initGeom, mjv_connector

What is written is in functions/shapes.py; here stands what can be wrong with it.
"""

import numpy as np

from gelenk.errors import FatalError
from gelenk.scene.cameras import Numbers
from gelenk.scene.classes import MjvGeom
from gelenk.scene.kernels import init_geom
from gelenk.tables.enums import mjtGeom
from gelenk.toolchain.extension import call_kernel


def place(geom: MjvGeom) -> tuple[MjvGeom, int]:
    """Where kernels find a geom: its scene and row. AttributeError: it has not been made."""
    _ = geom._columns
    return geom, geom._row


def init(geom: MjvGeom, shape: int, size: Numbers, pos: Numbers, mat: Numbers, rgba: Numbers) -> None:
    """Give a geom shape, size, pose and color, and the look of a plain one (mjv_initGeom)."""
    if not init_geom.LEAST <= shape <= init_geom.MOST:
        raise OverflowError(f"the type of a geom is an integer of 32 bits, and not {shape}")
    numbers = [np.reshape(a, n).astype(float) for a, n in ((size, 3), (pos, 3), (mat, 9), (rgba, 4))]
    call_kernel.run("init_geom", *place(geom), shape, *numbers)


def connector(geom: MjvGeom, shape: int, width: float, start: Numbers, end: Numbers) -> None:
    """Let a geom reach from one point to another: its shape, size and pose (mjv_connector)."""
    if not init_geom.connects(shape):
        names = ", ".join(
            mjtGeom(s).name for s in range(int(mjtGeom.mjGEOM_LINE) + 1) if init_geom.connects(s)
        )
        raise FatalError(f"a geom of type {shape} does not connect two points; these do: {names}")
    points = np.reshape(start, 3).astype(float), np.reshape(end, 3).astype(float)
    call_kernel.run("connector", *place(geom), shape, width, *points)
