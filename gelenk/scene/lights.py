"""Lights of a scene: the headlight, and those of the model that shine.

Documents: XML reference / light, visual/headlight; API / mjv_makeLights
"""

from gelenk.jit import library
from gelenk.scene.cameras import check_near
from gelenk.scene.room import check_scale


def make_lights(m, d, scn):
    """Fill the lights of a scene (mjv_makeLights); those that do not fit are left out."""
    scn._see(m)
    if m.vis.headlight.active:  # which is where the camera is
        check_near(scn)
        check_scale(scn)
    library.call("scene_lights", m, d, scn)
