"""Lights of a scene: the headlight, and those of the model that shine.

Documents: XML reference / light, visual/headlight; API / mjv_makeLights
"""

from gelenk.runtime.data import MjData
from gelenk.runtime.model import MjModel
from gelenk.scene.cameras import check_near
from gelenk.scene.classes import MjvScene
from gelenk.scene.model_frame import check_scale
from gelenk.toolchain import library


def check_headlight(m: MjModel, scn: MjvScene) -> None:
    """FatalError unless it is known where the headlight is, if there is one: at the camera."""
    if m.vis.headlight.active:
        check_near(scn)
        check_scale(scn)


def make_lights(m: MjModel, d: MjData, scn: MjvScene) -> None:
    """Fill the lights of a scene (mjv_makeLights); those that do not fit are left out."""
    check_headlight(m, scn)
    scn._see(m)
    library.call("scene_lights", m, d, scn)
