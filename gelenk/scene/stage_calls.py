"""Calls of scene stages by address, without the argument checks of library.call.

Documents: design / Kernels

Stages of most updates take only structs, whose addresses are known.
"""

import ctypes
from typing import Any

from gelenk.runtime.data import MjData
from gelenk.runtime.model import MjModel
from gelenk.scene.classes import MjvCamera, MjvScene
from gelenk.toolchain import library, link, struct_layout

_LOOKAT = struct_layout.VISION["MjvCamera"].offset["lookat"] // 8  # slot with the address of the array


def run(name: str, m: MjModel, d: MjData, scn: MjvScene) -> None:
    """Run a stage of a model, data and a scene, like library.call without argument checks."""
    if library.JIT:
        try:
            library.native(name)(m._address, d._address, scn._address)
        except ctypes.ArgumentError as error:
            raise link.conversion_error(error) from error
    else:
        library.call(name, m, d, scn)


def run_placed(name: str, m: MjModel, d: MjData, scn: MjvScene, cam: MjvCamera) -> None:
    """Run a stage that also takes a camera: type, fixed camera, lookat, distance and angles."""
    place: tuple[Any, ...] = cam.distance, cam.azimuth, cam.elevation
    if library.JIT:
        lookat = cam._slots[_LOOKAT].item()
        stage = library.native(name)
        try:
            stage(m._address, d._address, scn._address, cam.type, cam.fixedcamid, lookat, *place)
        except ctypes.ArgumentError as error:
            raise link.conversion_error(error) from error
    else:
        library.call(name, m, d, scn, cam.type, cam.fixedcamid, cam._a_lookat, *place)
