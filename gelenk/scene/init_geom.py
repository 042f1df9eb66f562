"""Geoms that users make: shape, size and look, or a connector between two points.

Documents: API / mjv_initGeom, mjv_connector
"""

import numpy as np

from gelenk.errors import FatalError
from gelenk.jit.border import kernels
from gelenk.scene.cameras import Numbers, triple
from gelenk.scene.classes import MjvGeom
from gelenk.scene.functions.shapes import connects, reach
from gelenk.tables.enums import mjtGeom

# what a geom that is made anew has; object, category, segmentation, camdist and transparent stay as they are
RESET = {"dataid": -1, "matid": -1, "texcoord": 0, "emission": 0, "specular": 0.5, "shininess": 0.5}
RESET |= {"reflectance": 0, "label": 0, "modelrbound": 0}


def init(geom: MjvGeom, shape: int, size: Numbers, pos: Numbers, mat: Numbers, rgba: Numbers) -> None:
    """Give a geom shape, size, pose and color, and the look of a plain one (mjv_initGeom)."""
    x, y, z = size
    if shape == mjtGeom.mjGEOM_SPHERE:
        y = z = x
    elif shape in (mjtGeom.mjGEOM_CAPSULE, mjtGeom.mjGEOM_CYLINDER):
        y, z = x, y
    columns, row = geom._columns, geom._row
    for name, value in RESET.items():
        columns[name][row] = value
    columns["type"][row] = shape
    columns["size"][row] = x, y, z
    columns["pos"][row] = pos
    columns["mat"][row].reshape(-1)[:] = mat
    columns["rgba"][row] = rgba


def connector(geom: MjvGeom, shape: int, width: float, start: Numbers, end: Numbers) -> None:
    """Let a geom reach from one point to another: its shape, size and pose (mjv_connector)."""
    if not connects(shape):
        names = ", ".join(mjtGeom(s).name for s in range(int(mjtGeom.mjGEOM_LINE) + 1) if connects(s))
        raise FatalError(f"a geom of type {shape} does not connect two points; these do: {names}")
    if geom._address:
        kernels.run("connector", geom, geom._row, shape, width, np.asarray(start), np.asarray(end))
        return
    length, pos, mat = reach(shape, triple(start), triple(end))
    columns, row = geom._columns, geom._row
    columns["type"][row] = shape
    columns["size"][row] = width, width, length
    columns["pos"][row] = pos
    columns["mat"][row].reshape(-1)[:] = mat
