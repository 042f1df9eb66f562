"""Geoms that users make: shape, size and look, or a connector between two points.

Documents: API / mjv_initGeom, mjv_connector

What is written is in functions/shapes.py; here stands what can be wrong with it, and how a geom of no scene gets it.
"""

from typing import Any, cast

import numpy as np

from gelenk.errors import FatalError
from gelenk.jit.border import kernels
from gelenk.scene.cameras import Numbers
from gelenk.scene.classes import MjvGeom
from gelenk.scene.functions import shapes
from gelenk.tables.enums import mjtGeom


class _Rows:
    """The columns of a geom, which may be of no scene, under the names by which kernels call those of a scene."""

    def __init__(self, geom: MjvGeom) -> None:
        self._columns = geom._columns

    def __getattr__(self, name: str) -> np.ndarray:
        column = self._columns[name.removeprefix("geom_")]
        rows = self.__dict__[name] = column if column.ndim == 1 else column.reshape(len(column), -1)
        return rows


def init(geom: MjvGeom, shape: int, size: Numbers, pos: Numbers, mat: Numbers, rgba: Numbers) -> None:
    """Give a geom shape, size, pose and color, and the look of a plain one (mjv_initGeom)."""
    numbers: Any = [np.reshape(a, n) for a, n in ((size, 3), (pos, 3), (mat, 9), (rgba, 4))]
    if shapes.init_geom(cast(Any, _Rows(geom)), geom._row, shape, *numbers) != 0:
        raise OverflowError(f"the type of a geom is an integer of 32 bits, and not {shape}")


def connector(geom: MjvGeom, shape: int, width: float, start: Numbers, end: Numbers) -> None:
    """Let a geom reach from one point to another: its shape, size and pose (mjv_connector)."""
    if not shapes.connects(shape):
        names = ", ".join(mjtGeom(s).name for s in range(int(mjtGeom.mjGEOM_LINE) + 1) if shapes.connects(s))
        raise FatalError(f"a geom of type {shape} does not connect two points; these do: {names}")
    points: Any = np.reshape(start, 3).astype(float), np.reshape(end, 3).astype(float)
    if geom._address:
        kernels.run("connector", geom, geom._row, shape, width, *points)
    else:
        shapes.connector(cast(Any, _Rows(geom)), geom._row, shape, width, *points)
