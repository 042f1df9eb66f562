"""Models with signed distance fields, and the reference's fields through its C interface."""

import ctypes
from itertools import product
from pathlib import Path

import mujoco
import numpy as np

PLUGINS = ("bolt", "bowl", "gear", "nut", "torus")
TETRAHEDRON = '<mesh name="tetrahedron" vertex="0 0 0 1 .1 .05 .2 1.1 .1 .3 .2 .9"/>'
SIGNS = product(("-", ""), repeat=3)
CUBE = f'<mesh name="cube" vertex="{" ".join(f"{x}.3 {y}.3 {z}.3" for x, y, z in SIGNS)}"/>'
GEOMS = {
    "plane": 'type="plane" size="3 3 .1"',
    "sphere": 'size=".3"',
    "capsule": 'type="capsule" size=".2 .3"',
    "ellipsoid": 'type="ellipsoid" size=".2 .3 .4"',
    "cylinder": 'type="cylinder" size=".2 .3"',
    "box": 'type="box" size=".2 .3 .25"',
    "mesh": 'type="mesh" mesh="cube"',
    "octree": 'type="sdf" mesh="tetrahedron"',
    "torus": 'type="sdf" mesh="torus"',
    "hfield": 'type="hfield" hfield="h"',
}


def config(**values):
    """Return the configuration of a plugin."""
    return "".join(f'<config key="{key}" value="{value}"/>' for key, value in values.items())


def geom(kind, name, attributes=""):
    """Return a geom of one of the kinds above."""
    plugin = '<plugin instance="torus"/>' if kind == "torus" else ""
    return f'<geom name="{name}" {GEOMS[kind]} {attributes}>{plugin}</geom>'


def pair(first, second, option="", attributes="", more=""):
    """Return a model with a fixed geom of one kind and a moving geom of another kind."""
    return several([first], second, option, attributes, more)


def several(kinds, second, option="", attributes="", more=""):
    """Return a model with fixed geoms of several kinds at one place, and a moving geom.

    The first fixed geom is named A, the others are named as their kinds.
    """
    used = {*kinds, second}
    torus = '<mesh name="torus"><plugin instance="torus"/></mesh>' if "torus" in used else ""
    field = (
        '<hfield name="h" nrow="2" ncol="2" size="1 1 1 1" elevation="0 1 2 3"/>' if "hfield" in used else ""
    )
    extension = (
        '<plugin plugin="mujoco.sdf.torus"><instance name="torus"/></plugin>' if "torus" in used else ""
    )
    fixed = "".join(geom(kind, kind if i else "A") for i, kind in enumerate(kinds))
    return f"""<mujoco><option {option}/><extension>{extension}</extension>
      <asset>{CUBE}{TETRAHEDRON}{torus}{field}</asset><worldbody>{fixed}
      <body><freejoint/>{geom(second, "B", attributes)}</body></worldbody>{more}</mujoco>"""


def shape(name, world="", own="<freejoint/>", **values):
    """Return a model of a body with the shape of the plugin mujoco.sdf.name."""
    return f"""<mujoco><extension><plugin plugin="mujoco.sdf.{name}"><instance name="i">{config(**values)}</instance>
      </plugin></extension><asset><mesh name="m"><plugin instance="i"/></mesh></asset><worldbody>{world}
      <body>{own}<geom type="sdf" mesh="m"><plugin instance="i"/></geom></body></worldbody></mujoco>"""


# ---- the reference's plugins, as mjplugin.h declares them

_NUMBERS = ctypes.POINTER(ctypes.c_double)
_TEXTS = ctypes.POINTER(ctypes.c_char_p)
_FUNCTIONS = (
    *("nstate", "nsensordata", "init", "destroy", "copy", "reset", "compute", "advance", "visualize"),
    *("actuator_act_dot", "sdf_distance", "sdf_gradient", "sdf_staticdistance", "sdf_attribute", "sdf_aabb"),
)


class _Plugin(ctypes.Structure):
    _fields_ = [
        ("name", ctypes.c_char_p),
        ("nattribute", ctypes.c_int),
        ("attributes", _TEXTS),
        ("capabilityflags", ctypes.c_int),
        ("needstage", ctypes.c_int),
        *((name, ctypes.c_void_p) for name in _FUNCTIONS),
    ]


class ReferenceShape:
    """The field of a plugin of the reference: configuration as numbers, box, distances."""

    def __init__(self, name, **values):
        (library,) = Path(mujoco.__file__).parent.glob("libmujoco.so.*")
        get = ctypes.CDLL(str(library)).mjp_getPlugin
        get.restype, get.argtypes = ctypes.POINTER(_Plugin), [ctypes.c_char_p, ctypes.POINTER(ctypes.c_int)]
        plugin = get(f"mujoco.sdf.{name}".encode(), ctypes.byref(ctypes.c_int())).contents
        self.names = [plugin.attributes[i].decode() for i in range(plugin.nattribute)]
        self.numbers, box = (ctypes.c_double * 8)(), (ctypes.c_double * 6)()
        texts = [ctypes.c_char_p * len(self.names)] * 2
        keys = texts[0](*(key.encode() for key in self.names))
        given = texts[1](*(str(values.get(key, "")).encode() for key in self.names))
        read = ctypes.CFUNCTYPE(None, _NUMBERS, _TEXTS, _TEXTS)(plugin.sdf_attribute)
        read(self.numbers, keys, given)
        ctypes.CFUNCTYPE(None, _NUMBERS, _NUMBERS)(plugin.sdf_aabb)(box, self.numbers)
        self.box = np.array(box)
        self._distance = ctypes.CFUNCTYPE(ctypes.c_double, _NUMBERS, _NUMBERS)(plugin.sdf_staticdistance)

    def __call__(self, points):
        """Return distances of points (n, 3)."""
        points = np.ascontiguousarray(points, float)
        return np.array([self._distance(p.ctypes.data_as(_NUMBERS), self.numbers) for p in points])
