"""Structs of abstract visualisation, and what puts them back to their defaults.

Documents: API / Visualization; Programming / Visualization
"""

import copy
from operator import index
from typing import Any

import numpy as np

from gelenk.api.mju_misc import mju_Halton
from gelenk.tables.fields_visual import LINES, STRUCTS
from gelenk.tables.records import Record
from gelenk.world.arguments import STRUCT_CLASSES, documented
from gelenk.world.block import Closed
from gelenk.world.model import MjModel


def _property(part):
    """A checked attribute: arrays are written in place, numbers and texts are converted."""
    key = f"_{part.name}"

    def get(self):
        value = self.__dict__[key]
        return value if part.shape or part.dtype == "str" else value.item()

    def put(self, value):
        if value is None:
            raise TypeError(f"{part.name} must not be None")
        if part.dtype.startswith("int") and not part.shape:
            value = index(value)  # TypeError for numbers that are not whole
        if part.dtype == "str":
            if not isinstance(value, str):
                raise TypeError(f"{part.name} must be a text, not {type(value).__name__}")
            self.__dict__[key] = value
        else:
            self.__dict__[key][...] = value

    return property(get, put, doc=part.meaning)


def line_colors():
    """The colors of the lines of a figure: a few that are easily told apart, then a Halton sequence."""
    first = [(1, 0.3, 0.3), (0.1, 1, 0.1), (0.3, 0.3, 1), (0.1, 1, 1), (1, 0.2, 1), (1, 1, 0.1)]
    first += [(1, 0.6, 0.2), (0.6, 0.7, 0.4)]
    rest = [[mju_Halton(i, base) for base in (2, 3, 5)] for i in range(len(first), LINES)]
    low, width = float(np.float32(0.1)), float(np.float32(0.8))
    spread = (low + width * np.array(rest)).astype(np.float32)
    return np.concatenate([np.array(first, np.float32), spread])


_COMPUTED = {"linergb": line_colors()}


def _fresh(part):
    if part.dtype == "str":
        return part.default
    default = _COMPUTED.get(part.name, part.default)
    value = np.empty(part.shape, part.dtype)
    value[...] = np.reshape(default, part.shape) if np.size(default) > 1 else default
    return value


def _class(name, parts, doc):
    def __init__(self):
        reset(self)

    def __copy__(self):
        return copy.deepcopy(self)

    def reset(self):
        for part in parts:
            if part.dtype != "str" and f"_{part.name}" in self.__dict__:  # arrays that were handed out stay
                self.__dict__[f"_{part.name}"][...] = _fresh(part)
            else:
                self.__dict__[f"_{part.name}"] = _fresh(part)

    body = {
        "__init__": __init__,
        "__copy__": __copy__,
        "_reset": reset,
        "_record": tuple(p.name for p in parts),
    }
    body |= {"__doc__": f"{doc} (API / {name})", "__module__": __name__}
    return type(name, (Record, Closed), body | {part.name: _property(part) for part in parts})


CLASSES = {name: _class(name, parts, doc) for name, (parts, doc) in STRUCTS.items()}
globals().update(CLASSES)


STRUCT_CLASSES.update(CLASSES)


@documented
def mjv_defaultCamera(cam: Any) -> None:
    """Set a camera to its defaults: a free camera, 2 m from the origin.

    Source     API / mjv_defaultCamera
    """
    cam._reset()


@documented
def mjv_defaultFreeCamera(m: MjModel, cam: Any) -> None:
    """Set a camera to the free camera that the model asks for: center and extent of m.stat, angles of m.vis.global_.

    Source     API / mjv_defaultFreeCamera; XML reference / visual / global
    """
    cam._reset()
    cam.lookat[:] = m.stat.center
    cam.distance = 1.5 * m.stat.extent
    cam.azimuth, cam.elevation = m.vis.global_.azimuth, m.vis.global_.elevation
    cam.orthographic = m.vis.global_.orthographic


@documented
def mjv_defaultOption(opt: Any) -> None:
    """Set what is shown to its defaults: the first three groups of geoms, sites, tendons, and the usual flags.

    Source     API / mjv_defaultOption
    """
    opt._reset()


@documented
def mjv_defaultPerturb(pert: Any) -> None:
    """Set a perturbation to its defaults: nothing is selected, nothing pulled.

    Source     API / mjv_defaultPerturb
    """
    pert._reset()


@documented
def mjv_defaultFigure(fig: Any) -> None:
    """Set a figure to its defaults: no lines, each with a color of its own.

    Source     API / mjv_defaultFigure
    """
    fig._reset()
