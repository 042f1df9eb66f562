"""Page state: the camera of a page, and its next message, the difference to the newest.

Documents: design / The viewer; design / The wire

An `Offer` is the state of a view as its owner last gave it. An `Outbox` represents one page: `next_message` returns the
message that brings the page closer to the offer, `ack` reports that a picture is on the screen. Pictures that are
offered while two are in flight are skipped. The outbox knows no socket, so polling pages and recordings use it, too.

A page moves its camera itself, and reports it. When a program, a panel row or a shortcut changes the camera of the
handle, pages in control adopt it: the program wins. Recordings use the handle's camera, as page 0.
"""

import math
from collections import deque
from collections.abc import Mapping
from typing import Any, NamedTuple

from gelenk.scene import cameras
from gelenk.scene.classes import MjvCamera, MjvScene
from gelenk.tables.enums import mjtCamera
from gelenk.viewer.messages import Message, pack
from gelenk.viewer.model_message import Assets, Key
from gelenk.viewer.scene_delta import Picture, difference

MOST_LOOKAT = 1e9  # largest absolute coordinate of lookat [m]
PLAIN = ("type", "fixedcamid", "trackbodyid", "distance", "azimuth", "elevation", "orthographic")
NUMBERS = ("center", "width", "bottom", "top", "near", "far")
RECORDED = 0  # page number of recordings


def camera_head(cam: Any) -> dict[str, Any]:
    """Return an MjvCamera in the format of message heads."""
    return {name: getattr(cam, name) for name in PLAIN} | {"lookat": cam.lookat.tolist()}


def _camera_key(cam: Any) -> tuple[Any, ...]:
    """Return the values that identify a camera, without lookat for tracking cameras."""
    own = tuple(getattr(cam, name) for name in PLAIN)
    return own if cam.type == mjtCamera.mjCAMERA_TRACKING else (*own, *cam.lookat.tolist())


def _copy_camera(source: Any, target: Any) -> None:
    for name in PLAIN:
        setattr(target, name, getattr(source, name))
    target.lookat[:] = source.lookat


def is_valid_camera(m: Any, cam: Any) -> bool:
    """Return whether a camera is valid for a model."""
    if cam.type == mjtCamera.mjCAMERA_FIXED:
        return 0 <= cam.fixedcamid < m.ncam
    if cam.type == mjtCamera.mjCAMERA_TRACKING:
        return 0 <= cam.trackbodyid < m.nbody
    return cam.type in (mjtCamera.mjCAMERA_FREE, mjtCamera.mjCAMERA_USER)


def set_camera(m: Any, cam: Any, message: Message) -> bool:
    """Set a camera from the message of a page, clamped to bounds.

    Returns False if the model has no such camera or body.
    """
    made: Any = MjvCamera()
    made.type, made.fixedcamid, made.trackbodyid = (message[n] for n in ("type", "fixedcamid", "trackbodyid"))
    if made.type == mjtCamera.mjCAMERA_USER or not is_valid_camera(m, made):
        return False
    extent = max(1e-6, abs(float(m.stat.extent)))
    made.distance = min(max(float(message["distance"]), 1e-4 * extent), 1e6 * extent)
    made.azimuth = math.remainder(float(message["azimuth"]), 360.0)
    made.elevation = min(max(float(message["elevation"]), -90.0), 90.0)
    made.orthographic = int(message["orthographic"] != 0)
    made.lookat[:] = [min(max(float(x), -MOST_LOOKAT), MOST_LOOKAT) for x in message["lookat"]]
    _copy_camera(made, cam)
    return True


class PageView(NamedTuple):
    """Data for one page only: its camera when Python sets it, and its viewpoint."""

    serial: int = 0
    camera: Mapping[str, Any] | None = None
    lookat: tuple[float, ...] | None = None
    view: Mapping[str, Any] | None = None


class PageCamera:
    """The camera of one page, and a serial number of changes by Python."""

    def __init__(self, cam: Any) -> None:
        self.cam: Any = MjvCamera()
        _copy_camera(cam, self.cam)
        self.serial = 1
        self.size = (0, 0)


class PageCameras:
    """The cameras of all pages.

    cam   the camera of the handle
    """

    def __init__(self, cam: Any) -> None:
        self.cam = cam
        self.by_page: dict[int, PageCamera] = {}
        self.recorded = False  # whether a recording is in progress
        self._seen = self._kept = _camera_key(cam)
        self._recording_camera = PageCamera(cam)
        self._scratch: Any = MjvScene()

    def camera_of(self, number: int) -> PageCamera:
        """Return the camera of a page; a new page has the handle's camera."""
        return self.by_page.setdefault(number, PageCamera(self.cam))

    def remove_page(self, number: int) -> None:
        """Remove a page."""
        self.by_page.pop(number, None)

    def handle_message(self, m: Any, number: int, message: Message, steers: bool) -> None:
        """Handle a camera message of a page."""
        page_camera = self.camera_of(number)
        if set_camera(m, page_camera.cam, message) and steers:
            _copy_camera(page_camera.cam, self.cam)
            self._seen = _camera_key(self.cam)

    def follow_handle(self, m: Any, steering: set[int]) -> None:
        """Copy a changed handle camera to pages in control, and replace invalid cameras."""
        if not is_valid_camera(m, self.cam):
            self.cam.type, self.cam.fixedcamid = mjtCamera.mjCAMERA_FREE, -1
        if self._seen != (now := _camera_key(self.cam)):
            self._seen = now
            for number, page_camera in self.by_page.items():
                if number in steering:
                    _copy_camera(self.cam, page_camera.cam)
                    page_camera.serial += 1
        for page_camera in self.by_page.values():
            if not is_valid_camera(m, page_camera.cam):
                _copy_camera(self.cam, page_camera.cam)
                page_camera.serial += 1

    def reset(self) -> None:
        """Copy the handle's camera to all pages."""
        self._seen = _camera_key(self.cam)
        for page_camera in self.by_page.values():
            _copy_camera(self.cam, page_camera.cam)
            page_camera.serial += 1

    def page_views(self, m: Any, d: Any, scn: Any) -> dict[int, PageView]:
        """Return the viewpoint of each page; a user camera is that of the scene."""
        found = {
            number: self._page_view(m, d, scn, page_camera) for number, page_camera in self.by_page.items()
        }
        if self.recorded:
            if self._kept != (now := _camera_key(self.cam)):
                self._kept = now
                _copy_camera(self.cam, self._recording_camera.cam)
                self._recording_camera.serial += 1
            found[RECORDED] = self._page_view(m, d, scn, self._recording_camera)
        return found

    def _page_view(self, m: Any, d: Any, scn: Any, page_camera: PageCamera) -> PageView:
        cam = page_camera.cam
        lookat = view = None
        if cam.type == mjtCamera.mjCAMERA_TRACKING:
            cam.lookat[:] = d._a_subtree_com[cam.trackbodyid]
            lookat = tuple(cam.lookat.tolist())
        elif cam.type == mjtCamera.mjCAMERA_FIXED:
            cameras.update_camera(m, d, cam, self._scratch)
            view = view_head(self._scratch)
        elif cam.type == mjtCamera.mjCAMERA_USER:
            view = view_head(scn)
        return PageView(page_camera.serial, camera_head(cam), lookat, view)


def view_head(scn: Any) -> dict[str, Any]:
    """Return the camera of a scene, averaged over both eyes, in the format of message heads."""
    found: dict[str, Any] = {
        name: getattr(scn, "_a_camera_" + name).mean(axis=0).tolist() for name in ("pos", "forward", "up")
    }
    found |= {name: float(getattr(scn, "_a_camera_frustum_" + name).mean()) for name in NUMBERS}
    return found | {"orthographic": int(scn._a_camera_orthographic[0])}


IN_FLIGHT = 2
MOST_POSTS = 1000  # messages that wait for a page that receives none, at most


class Offer(NamedTuple):
    """The newest state of a view.

    serial, model   number of the model, and its message
    picture         the scene
    values, rows    of the panel: id -> value; descriptions of rows that changed since the model was sent
    first           the values that the message of the model contains
    overlays        group -> (version, message)
    eyes            page -> data for this page only
    drawn           page -> (number, message with an image of the software renderer), for pages that requested it
    """

    serial: int = 0
    model: bytes = b""
    picture: Picture | None = None
    values: Mapping[str, Any] = {}
    rows: Mapping[str, Mapping[str, Any]] = {}
    first: Mapping[str, Any] = {}
    overlays: Mapping[str, tuple[int, bytes]] = {}
    views: Mapping[int, PageView] = {}
    drawn: dict[int, tuple[int, bytes]] = {}  # noqa: RUF012 (of the painter)

    def with_(self, **changes: Any) -> "Offer":
        """Return a copy with some parts replaced."""
        return self._replace(**changes)


class Outbox:
    """The data that one page has been sent.

    number   number of the page
    flow     whether pictures wait for acknowledgements; False for recordings
    """

    def __init__(self, number: int, flow: bool = True) -> None:
        self.number, self.flow, self.pictures = number, flow, False
        self._picture: Picture | None = None
        self._posts: deque[bytes] = deque(maxlen=MOST_POSTS)
        self.offer: Offer | None = None
        self.frame = 0
        self.restart()

    def restart(self) -> None:
        """Discard the record of sent data, so that everything from the model on is sent again."""
        self._serial = -1
        self._forget_sent()

    def request_full_picture(self) -> None:
        """Make the next picture a full one, with its camera."""
        self._picture, self._sent_view = None, PageView()

    def _forget_sent(self) -> None:
        self._assets: dict[Key, int] = {}
        self._overlays: dict[str, int] = {}
        self._values: Mapping[str, Any] = {}
        self._rows: Mapping[str, Any] = {}
        self._picture = None
        self._sent_view = PageView()
        self._told = 0
        self._waiting: deque[int] = deque()

    def post(self, message: bytes) -> None:
        """Queue a message that is sent once, before all others."""
        self._posts.append(message)

    def ack(self, number: int) -> None:
        """Acknowledge picture ``number`` and all before it."""
        while self._waiting and self._waiting[0] <= number:
            self._waiting.popleft()

    @property
    def in_flight(self) -> int:
        """Number of pictures sent but not acknowledged."""
        return len(self._waiting)

    def next_message(self) -> bytes | None:
        """Return the next message; None if the page is up to date or enough are in flight."""
        if self._posts:
            return self._posts.popleft()
        offer = self.offer
        if offer is None or not offer.model:
            return None
        if offer.serial != self._serial:
            self._forget_sent()
            self._serial, self._values = offer.serial, offer.first
            return offer.model
        if offer.picture is not None and (found := self._next_asset(offer.picture.assets)):
            return found
        for group, (version, message) in offer.overlays.items():
            if self._overlays.get(group, 0) != version:
                self._overlays[group] = version
                return message
        return self._next_panel(offer) or self._next_picture(offer)

    def _next_asset(self, assets: Assets) -> bytes | None:
        if self.pictures:  # the page draws nothing itself
            return None
        if len(self._assets) == len(assets) and self._same is assets:
            return None
        for key, (version, message) in assets.items():
            if self._assets.get(key) != version:
                self._assets[key] = version
                return message
        self._same = assets
        return None

    _same: Assets | None = None

    def _next_panel(self, offer: Offer) -> bytes | None:
        if offer.values is self._values and offer.rows is self._rows:
            return None
        head: dict[str, Any] = {"kind": "panel"}
        values = {i: v for i, v in offer.values.items() if i not in self._values or v != self._values[i]}
        rows = [dict(row) for i, row in offer.rows.items() if self._rows.get(i) is not row]
        self._values, self._rows = offer.values, offer.rows
        if not values and not rows:
            return None
        return pack({**head, "values": values} | ({"rows": rows} if rows else {}))

    def _next_picture(self, offer: Offer) -> bytes | None:
        if self.flow and len(self._waiting) >= IN_FLIGHT:
            return None
        if self.pictures:
            if (moved := self._next_camera(offer)) is not None:
                return moved
            if self.number not in offer.drawn:
                return None
            number, message = offer.drawn.pop(self.number)  # a removal requests the next image
            self._waiting.append(number)
            return message
        return self._next_frame(offer) if offer.picture is not None else None

    def _next_camera(self, offer: Offer) -> bytes | None:
        """Return the message `camera` if Python has set the camera of a page that shows pictures."""
        page_view, before = offer.views.get(self.number, PageView()), self._sent_view
        if page_view == before:
            return None
        self._sent_view = page_view
        head = (
            {"camera": page_view.camera}
            if page_view.serial != before.serial and page_view.camera is not None
            else {}
        )
        for name in ("lookat", "view"):
            value = getattr(page_view, name)
            if value is not None and (value != getattr(before, name) or head):
                head[name] = value
        return pack({"kind": "camera", **head}) if head else None

    def _next_frame(self, offer: Offer) -> bytes | None:
        picture, page_view = offer.picture, offer.views.get(self.number, PageView())
        assert picture is not None
        if picture is self._picture and page_view == self._sent_view:
            return None
        before = self._picture
        head, arrays = difference(picture, before)
        if page_view.serial != self._sent_view.serial and page_view.camera is not None:
            head["camera"] = page_view.camera
        for name in ("lookat", "view"):
            value = getattr(page_view, name)
            if value is not None and (value != getattr(self._sent_view, name) or "camera" in head):
                head[name] = value
        if before is not None and not arrays and set(head) <= {"time", "ngeom"}:
            if picture.time == before.time and len(picture.pose) == len(before.pose):
                self._picture, self._sent_view = picture, page_view  # no visible change
                return None
        self.frame += 1
        full = {"full": True} if before is None else {}
        self._picture, self._sent_view = picture, page_view
        self._waiting.append(self.frame)
        return pack({"kind": "frame", "number": self.frame, **full, **head}, arrays)
