"""Cameras and lights: poses, targets, and the intrinsics of cameras with a sensor size.

Documents: Modeling / XML reference / camera, light
"""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from gelenk.modeling.compiler.build import Build, Part
from gelenk.modeling.compiler.element_frames import floats
from gelenk.modeling.compiler.geoms import visual_id
from gelenk.modeling.compiler.spec_columns import Copied, user_columns
from gelenk.tables.enums import mjtObj

LIGHT_COPIED = Copied(
    {
        f"light_{name}": name
        for name in (
            *(
                "active",
                "ambient",
                "diffuse",
                "specular",
                "attenuation",
                "bulbradius",
                "castshadow",
                "cutoff",
            ),
            *("exponent", "intensity", "mode", "range", "softness", "type"),
        )
    }
)
CAMERA_COPIED = Copied(
    {
        "cam_mode": "mode",
        "cam_projection": "proj",
        "cam_output": "output",
        "cam_ipd": "ipd",
        "cam_sensorsize": "sensor_size",
        "cam_resolution": "resolution",
    }
)


def camera_columns(build: Build) -> None:
    """Fill all camera fields (cam_*) except those that set_const computes."""
    parts, els = build.camera_parts, build.cameras
    user = user_columns(build, mjtObj.mjOBJ_CAMERA, els, "nuser_cam")
    if not parts:
        return
    lenses = [lens(build, part) for part in parts]
    build.set_fields(
        cam_bodyid=[p.body.id for p in parts],
        cam_targetbodyid=[target(build, el, "camera") for el in els],
        cam_pos=[p.pos for p in parts],
        cam_quat=[p.quat for p in parts],
        cam_fovy=[fovy for fovy, _ in lenses],
        cam_intrinsic=[intrinsic for _, intrinsic in lenses],
        cam_user=user,
    )
    build.arrays.update(CAMERA_COPIED.columns(els))
    build.sizes["ncam"] = len(parts)


def lens(build: Build, part: Part) -> tuple[float, tuple]:
    """Return fovy [degrees] and (focal x, focal y, principal x, principal y) [m].

    With a sensor of size (w, h), fovy = 2 atan(h / (2 focal y)). Pixels are converted by sensor size / resolution and
    take precedence over lengths. Without a sensor the focal lengths are znear.
    """
    el = part.el
    name, fovy = el.name or "", float(el.fovy)
    state = el.__dict__
    sensor = floats(state["sensor_size"])
    stated = [
        *zip(floats(state["focal_length"]), floats(state["focal_pixel"]), strict=True),
        *zip(floats(state["principal_length"]), floats(state["principal_pixel"]), strict=True),
    ]
    if not (sensor[0] > 0.0 and sensor[1] > 0.0):
        if any(x for pair in stated for x in pair):
            build.fail(
                el,
                f"focal/principal require sensorsize in camera '{name}'",
                "sensorsize",
                "give the width and height of the sensor",
            )
        if fovy >= 180.0:
            what = f"fovy too large in camera '{name}' (id = {el.id}, value = {fovy:g})"
            build.fail(el, what, "fovy", "it must be below 180 degrees")
        znear = float(build.spec.visual.map.znear)
        return fovy, (znear, znear, 0.0, 0.0)
    resolution = floats(state["resolution"])
    if not min(resolution) > 0.0 and any(pixel for _, pixel in stated):
        hint = "pixels need a positive width and height"
        build.fail(el, f"resolution of camera '{name}' is not positive", "resolution", hint)
    intrinsic = []
    for i, (length, pixel) in enumerate(stated):
        intrinsic.append(pixel * sensor[i % 2] / resolution[i % 2] if pixel else length)
    half = np.float32(2.0 * math.atan2(0.5 * sensor[1], intrinsic[1]))
    return math.degrees(float(half)), tuple(intrinsic)


def light_columns(build: Build) -> None:
    """Fill all light fields (light_*) except those that set_const computes."""
    parts, els = build.light_parts, build.lights
    if not parts:
        return
    build.set_fields(
        light_bodyid=[p.body.id for p in parts],
        light_targetbodyid=[target(build, el, "light") for el in els],
        light_texid=[visual_id(build, mjtObj.mjOBJ_TEXTURE, el.texture, el, "texture") for el in els],
        light_pos=[p.pos for p in parts],
        light_dir=[p.dir for p in parts],
    )
    build.arrays.update(LIGHT_COPIED.columns(els))
    build.sizes["nlight"] = len(parts)


def target(build: Build, el: Any, kind: str) -> int:
    """Return the body that a camera or light targets, or -1."""
    name = el.targetbody
    if not name:
        return -1
    found = build.find(mjtObj.mjOBJ_BODY, name)
    if found < 0:
        build.fail(
            el, f"unknown target body '{name}' in {kind}", "target", build.suggest(mjtObj.mjOBJ_BODY, name)
        )
    return found
