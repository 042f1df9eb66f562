"""State of one page, and its next message: the newest data as a difference.

Documents: design / The wire

An `Offer` is the state of a view as its owner last gave it. An `Outbox` represents one page: `next` returns the message
that brings the page closer to the offer, `ack` reports that a picture is on the screen. Pictures that are offered
while two are in flight are skipped. The outbox knows no socket, so polling pages and recordings use it, too.
"""

from collections import deque
from collections.abc import Mapping
from typing import Any, NamedTuple

from gelenk.viewer.assets import Assets, Key
from gelenk.viewer.messages import pack
from gelenk.viewer.scene_delta import Picture, difference

IN_FLIGHT = 2
MOST_POSTS = 1000  # messages that wait for a page that receives none, at most


class Eye(NamedTuple):
    """Data for one page only: its camera when Python sets it, and its viewpoint."""

    serial: int = 0
    camera: Mapping[str, Any] | None = None
    lookat: tuple[float, ...] | None = None
    view: Mapping[str, Any] | None = None


class Offer(NamedTuple):
    """The newest state of a view.

    serial, model   number of the model, and its message
    picture         the scene
    values, rows    of the panel: id -> value; descriptions of rows that changed since the model
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
    eyes: Mapping[int, Eye] = {}
    drawn: Mapping[int, tuple[int, bytes]] = {}

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
        self.again()

    def again(self) -> None:
        """Forget what the page has, and send everything from the model on again."""
        self._serial = -1
        self._start()

    def whole(self) -> None:
        """Make the next picture a full one, with its camera."""
        self._picture, self._eye = None, Eye()

    def _start(self) -> None:
        self._assets: dict[Key, int] = {}
        self._overlays: dict[str, int] = {}
        self._values: Mapping[str, Any] = {}
        self._rows: Mapping[str, Any] = {}
        self._picture = None
        self._eye = Eye()
        self._drawn = self._told = 0
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

    def next(self) -> bytes | None:
        """Return the next message; None if the page is up to date or enough are in flight."""
        if self._posts:
            return self._posts.popleft()
        offer = self.offer
        if offer is None or not offer.model:
            return None
        if offer.serial != self._serial:
            self._start()
            self._serial, self._values = offer.serial, offer.first
            return offer.model
        if offer.picture is not None and (found := self._asset(offer.picture.assets)):
            return found
        for group, (version, message) in offer.overlays.items():
            if self._overlays.get(group, 0) != version:
                self._overlays[group] = version
                return message
        return self._panel(offer) or self._shown(offer)

    def _asset(self, assets: Assets) -> bytes | None:
        if len(self._assets) == len(assets) and self._same is assets:
            return None
        for key, (version, message) in assets.items():
            if self._assets.get(key) != version:
                self._assets[key] = version
                return message
        self._same = assets
        return None

    _same: Assets | None = None

    def _panel(self, offer: Offer) -> bytes | None:
        if offer.values is self._values and offer.rows is self._rows:
            return None
        head: dict[str, Any] = {"kind": "panel"}
        values = {i: v for i, v in offer.values.items() if i not in self._values or v != self._values[i]}
        rows = [dict(row) for i, row in offer.rows.items() if self._rows.get(i) is not row]
        self._values, self._rows = offer.values, offer.rows
        if not values and not rows:
            return None
        return pack({**head, "values": values} | ({"rows": rows} if rows else {}))

    def _shown(self, offer: Offer) -> bytes | None:
        if self.flow and len(self._waiting) >= IN_FLIGHT:
            return None
        if self.pictures:
            number, message = offer.drawn.get(self.number, (0, b""))
            if number <= self._drawn:
                return None
            self._drawn = number
            self._waiting.append(number)
            return message
        return self._difference(offer) if offer.picture is not None else None

    def _difference(self, offer: Offer) -> bytes | None:
        picture, eye = offer.picture, offer.eyes.get(self.number, Eye())
        assert picture is not None
        if picture is self._picture and eye == self._eye:
            return None
        before = self._picture
        head, arrays = difference(picture, before)
        if eye.serial != self._eye.serial and eye.camera is not None:
            head["camera"] = eye.camera
        for name in ("lookat", "view"):
            value = getattr(eye, name)
            if value is not None and (value != getattr(self._eye, name) or "camera" in head):
                head[name] = value
        if before is not None and not arrays and set(head) <= {"time", "ngeom"}:
            if picture.time == before.time and len(picture.pose) == len(before.pose):
                self._picture, self._eye = picture, eye  # no visible change
                return None
        self.frame += 1
        full = {"full": True} if before is None else {}
        self._picture, self._eye = picture, eye
        self._waiting.append(self.frame)
        return pack({"kind": "frame", "number": self.frame, **full, **head}, arrays)
