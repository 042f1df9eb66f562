"""Calling the stages of scenes: those of most updates take structs alone, whose addresses are known.

Documents: design / Kernels
"""

from typing import Any

from gelenk.runtime.data import MjData
from gelenk.runtime.model import MjModel
from gelenk.scene.classes import MjvCamera, MjvScene
from gelenk.toolchain import library, struct_layout

_LOOKAT = struct_layout.VISION["MjvCamera"].offset["lookat"] // 8  # the slot that says where the array is


def run(name: str, m: MjModel, d: MjData, scn: MjvScene) -> None:
    """A stage that takes a model, data and a scene; as library.call, without a look at what each argument is."""
    if library.JIT:
        library.native(name)(m._address, d._address, scn._address)
    else:
        library.call(name, m, d, scn)


def run_placed(name: str, m: MjModel, d: MjData, scn: MjvScene, cam: MjvCamera) -> None:
    """A stage that takes a camera besides: kind, camera of the model, where and how it looks."""
    place: tuple[Any, ...] = cam.distance, cam.azimuth, cam.elevation
    if library.JIT:
        lookat = cam._slots[_LOOKAT].item()
        stage = library.native(name)
        stage(m._address, d._address, scn._address, cam.type, cam.fixedcamid, lookat, *place)
    else:
        library.call(name, m, d, scn, cam.type, cam.fixedcamid, cam._a_lookat, *place)
