"""Cameras of pages: one for each page; the handle's follows the page in control.

Documents: design / The viewer

A page moves its camera itself, and reports it. When a program, a panel row or a shortcut changes the camera of the
handle, pages in control adopt it: the program wins. Recordings use the handle's camera, as page 0.
"""

import math
from typing import Any

from gelenk.scene import cameras
from gelenk.scene.classes import MjvCamera, MjvScene
from gelenk.tables.enums import mjtCamera
from gelenk.viewer.messages import Message
from gelenk.viewer.page_state import Eye

MOST_LOOKAT = 1e9  # bound of coordinates of lookat [m]
PLAIN = ("type", "fixedcamid", "trackbodyid", "distance", "azimuth", "elevation", "orthographic")
NUMBERS = ("center", "width", "bottom", "top", "near", "far")
RECORDED = 0  # page number of recordings


def camera_head(cam: Any) -> dict[str, Any]:
    """Return an MjvCamera as it is written in heads."""
    return {name: getattr(cam, name) for name in PLAIN} | {"lookat": cam.lookat.tolist()}


def _key(cam: Any) -> tuple[Any, ...]:
    """Return the values that identify a camera, without lookat for tracking cameras."""
    own = tuple(getattr(cam, name) for name in PLAIN)
    return own if cam.type == mjtCamera.mjCAMERA_TRACKING else (*own, *cam.lookat.tolist())


def _copy(source: Any, target: Any) -> None:
    for name in PLAIN:
        setattr(target, name, getattr(source, name))
    target.lookat[:] = source.lookat


def usable(m: Any, cam: Any) -> bool:
    """Return whether a camera is valid for a model."""
    if cam.type == mjtCamera.mjCAMERA_FIXED:
        return 0 <= cam.fixedcamid < m.ncam
    if cam.type == mjtCamera.mjCAMERA_TRACKING:
        return 0 <= cam.trackbodyid < m.nbody
    return cam.type in (mjtCamera.mjCAMERA_FREE, mjtCamera.mjCAMERA_USER)


def put_message(m: Any, cam: Any, message: Message) -> bool:
    """Set a camera from the message of a page, clamped to bounds.

    Returns False if the model has no such camera or body.
    """
    made: Any = MjvCamera()
    made.type, made.fixedcamid, made.trackbodyid = (message[n] for n in ("type", "fixedcamid", "trackbodyid"))
    if made.type == mjtCamera.mjCAMERA_USER or not usable(m, made):
        return False
    extent = max(1e-6, abs(float(m.stat.extent)))
    made.distance = min(max(float(message["distance"]), 1e-4 * extent), 1e6 * extent)
    made.azimuth = math.remainder(float(message["azimuth"]), 360.0)
    made.elevation = min(max(float(message["elevation"]), -90.0), 90.0)
    made.orthographic = int(message["orthographic"] != 0)
    made.lookat[:] = [min(max(float(x), -MOST_LOOKAT), MOST_LOOKAT) for x in message["lookat"]]
    _copy(made, cam)
    return True


class PageCamera:
    """The camera of one page, and a serial number of changes by Python."""

    def __init__(self, cam: Any) -> None:
        self.cam: Any = MjvCamera()
        _copy(cam, self.cam)
        self.serial = 1
        self.size = (0, 0)


class PageCameras:
    """The cameras of all pages.

    cam   the camera of the handle
    """

    def __init__(self, cam: Any) -> None:
        self.cam = cam
        self.gazes: dict[int, PageCamera] = {}
        self.recorded = False  # whether a recording is in progress
        self._seen = self._kept = _key(cam)
        self._own = PageCamera(cam)
        self._scratch: Any = MjvScene()

    def came(self, number: int) -> PageCamera:
        """Add a page, with the handle's camera."""
        return self.gazes.setdefault(number, PageCamera(self.cam))

    def gone(self, number: int) -> None:
        """Remove a page."""
        self.gazes.pop(number, None)

    def hear(self, m: Any, number: int, message: Message, steers: bool) -> None:
        """Handle a camera message of a page."""
        gaze = self.came(number)
        if put_message(m, gaze.cam, message) and steers:
            _copy(gaze.cam, self.cam)
            self._seen = _key(self.cam)

    def follow(self, m: Any, steering: set[int]) -> None:
        """Copy a changed handle camera to pages in control, and replace invalid cameras."""
        if not usable(m, self.cam):
            self.cam.type, self.cam.fixedcamid = mjtCamera.mjCAMERA_FREE, -1
        if self._seen != (now := _key(self.cam)):
            self._seen = now
            for number, gaze in self.gazes.items():
                if number in steering:
                    _copy(self.cam, gaze.cam)
                    gaze.serial += 1
        for gaze in self.gazes.values():
            if not usable(m, gaze.cam):
                _copy(self.cam, gaze.cam)
                gaze.serial += 1

    def reset(self) -> None:
        """Copy the handle's camera to all pages."""
        self._seen = _key(self.cam)
        for gaze in self.gazes.values():
            _copy(self.cam, gaze.cam)
            gaze.serial += 1

    def told(self, m: Any, d: Any, scn: Any) -> dict[int, Eye]:
        """Return the viewpoint of each page; a user camera is that of the scene."""
        found = {number: self._eye(m, d, scn, gaze) for number, gaze in self.gazes.items()}
        if self.recorded:
            if self._kept != (now := _key(self.cam)):
                self._kept = now
                _copy(self.cam, self._own.cam)
                self._own.serial += 1
            found[RECORDED] = self._eye(m, d, scn, self._own)
        return found

    def _eye(self, m: Any, d: Any, scn: Any, gaze: PageCamera) -> Eye:
        cam = gaze.cam
        lookat = view = None
        if cam.type == mjtCamera.mjCAMERA_TRACKING:
            cam.lookat[:] = d._a_subtree_com[cam.trackbodyid]
            lookat = tuple(cam.lookat.tolist())
        elif cam.type == mjtCamera.mjCAMERA_FIXED:
            cameras.update_camera(m, d, cam, self._scratch)
            view = view_head(self._scratch)
        elif cam.type == mjtCamera.mjCAMERA_USER:
            view = view_head(scn)
        return Eye(gaze.serial, camera_head(cam), lookat, view)


def view_head(scn: Any) -> dict[str, Any]:
    """Return the graphics camera of a scene, averaged over both eyes, as in heads."""
    found: dict[str, Any] = {
        name: getattr(scn, "_a_camera_" + name).mean(axis=0).tolist() for name in ("pos", "forward", "up")
    }
    found |= {name: float(getattr(scn, "_a_camera_frustum_" + name).mean()) for name in NUMBERS}
    return found | {"orthographic": int(scn._a_camera_orthographic[0])}
