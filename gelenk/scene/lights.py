"""Lights of a scene: the headlight and the active lights of the model.

Documents: XML reference / light, visual/headlight; API / mjv_makeLights
"""

from gelenk.runtime.data import MjData
from gelenk.runtime.model import MjModel
from gelenk.scene.cameras import check_near
from gelenk.scene.classes import MjvScene
from gelenk.scene.model_frame import check_scale
from gelenk.toolchain import library


def check_headlight(m: MjModel, scn: MjvScene) -> None:
    """Raise FatalError if the headlight is on but the camera is unset."""
    if m.vis.headlight.active:
        check_near(scn)
        check_scale(scn)


def make_lights(m: MjModel, d: MjData, scn: MjvScene) -> None:
    """Set the lights of a scene, up to mjMAXLIGHT (mjv_makeLights)."""
    check_headlight(m, scn)
    scn._see(m)
    library.call("scene_lights", m, d, scn)
