"""Lights of a scene: the headlight, and those of the model that shine.

Documents: XML reference / light, visual/headlight; API / mjv_makeLights
"""

import numpy as np

from gelenk.scene.room import camera_in_model
from gelenk.tables.enums import mjMAXLIGHT, mjtLightType

SPOT, DIRECTIONAL = int(mjtLightType.mjLIGHT_SPOT), int(mjtLightType.mjLIGHT_DIRECTIONAL)
BULB, RANGE = 0.02, 10.0  # radius and range of the headlight [m]
COPIED = ("ambient", "diffuse", "specular", "bulbradius", "intensity", "range", "type", "texid", "castshadow")


def make_lights(m, d, scn):
    """Fill the lights of a scene (mjv_makeLights); those that do not fit are left out."""
    light = {name: scn.__dict__["_a_light_" + name] for name in ("id", "pos", "dir", "headlight", *COPIED)}
    spots = [scn.__dict__["_a_light_" + name] for name in ("attenuation", "cutoff", "exponent")]
    for column in (*light.values(), *spots):
        column[...] = 0
    first = 0
    if m.vis.headlight.active:
        _headlight(m, scn, light)
        first = 1
    shining = np.flatnonzero(m._a_light_active)[: mjMAXLIGHT - first]
    rows = slice(first, first + len(shining))
    light["id"][rows] = shining
    light["pos"][rows], light["dir"][rows] = d._a_light_xpos[shining], d._a_light_xdir[shining]
    for name in COPIED:
        light[name][rows] = m.__dict__["_a_light_" + name][shining]
    spot = light["type"][rows] == SPOT
    for column, name in zip(spots, ("attenuation", "cutoff", "exponent"), strict=True):
        column[rows][spot] = m.__dict__["_a_light_" + name][shining][spot]
    scn.nlight = first + len(shining)


def _headlight(m, scn, light):
    """The first light, at the camera."""
    head = m.vis.headlight
    pos, forward, _ = camera_in_model(scn)
    values = {"id": -1, "type": DIRECTIONAL, "texid": -1, "headlight": 1, "bulbradius": BULB, "range": RANGE}
    values |= {"pos": pos, "dir": forward, "ambient": head.ambient}
    values |= {"diffuse": head.diffuse, "specular": head.specular}
    for name, value in values.items():
        light[name][0] = value
