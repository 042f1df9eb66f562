"""Channel between a view and its pages: control, messages, offers, limit of the server.

Documents: design / HTTP; design / The wire

The first page is in control; the others watch, and may request control. With `share` all pages are in control. Received
messages are queued in the inbox for the owner of the view; consecutive drags and cameras are merged. All of `Channel`
except `offer`, `take_inbox`, `post` and `page_count` runs in the thread of the server's event loop.

A `Connection` limits the unprocessed bytes of all pages of a server together. The websockets library limits each
message, but many pages could each send an incomplete message and fill the memory. So bytes are counted on arrival, and
released when the message that they belong to has been processed.
"""

import asyncio
import contextlib
import threading
from collections import deque
from typing import Any

from websockets.asyncio.server import ServerConnection
from websockets.frames import CloseCode

from gelenk.runtime.exclusive_use import BinarySemaphore
from gelenk.toolchain.thread_start import new_lock
from gelenk.viewer import messages
from gelenk.viewer.page_state import Offer, Outbox


class ByteQuota:
    """A count of bytes by owner, with a limit for the sum.

    most   the limit [byte]
    """

    def __init__(self, most: int) -> None:
        self.most, self.total = most, 0
        self._of: dict[object, int] = {}

    def add(self, owner: object, count: int) -> bool:
        """Add bytes of an owner (negative: processed); return whether the sum is within the limit."""
        before = self._of.get(owner, 0)
        now = max(0, before + count)
        self._of[owner] = now
        self.total += now - before
        return self.total <= self.most

    def release(self, owner: object) -> None:
        """Release all bytes of an owner."""
        self.total -= self._of.pop(owner, 0)


FRAME_HEADER_BYTES = 14  # largest size of the header of a frame [byte]


class Connection(ServerConnection):
    """A websocket that ends with code 1009 when all pages together exceed the limit."""

    def __init__(self, load: ByteQuota, *arguments: Any, **more: Any) -> None:
        super().__init__(*arguments, **more)
        self._load = load

    def data_received(self, data: bytes) -> None:
        """Count received bytes, then pass them on."""
        if self._load.add(self, len(data)):
            super().data_received(data)
        else:
            self._load.release(self)
            self.protocol.fail(CloseCode.MESSAGE_TOO_BIG, "the pages together have sent too much")
            self.send_data()
            self.transport.close()

    def is_done_with(self, message: str | bytes) -> None:
        """Release the bytes of a processed message."""
        self._load.add(
            self, -(len(message.encode() if isinstance(message, str) else message) + FRAME_HEADER_BYTES)
        )

    def connection_lost(self, exc: Exception | None) -> None:
        """Release all bytes of this socket when it ends."""
        self._load.release(self)
        super().connection_lost(exc)


MOST_SAID = 2000  # capacity of the inbox in messages; pages that send more are refused
POLL_MOST = 8 << 20  # approximate size of an answer to a poll [bytes]


class Page:
    """An open page: its outbox, and the event that wakes its sender."""

    def __init__(self, box: Outbox) -> None:
        self.outbox, self.wake, self.seen, self.leaving = box, asyncio.Event(), 0.0, False
        self.parts = messages.MessageParts()

    @property
    def number(self) -> int:
        """Number of the page."""
        return self.outbox.number

    def next_messages(self, most: int) -> list[bytes]:
        """Return messages of about ``most`` bytes together."""
        self.wake.clear()
        parts: list[bytes] = []
        size = 0
        while size < most and (message := self.outbox.next_message()) is not None:
            parts.append(message)
            size += len(message)
        if size >= most:
            self.wake.set()
        return parts


class Channel:
    """A view with its pages.

    name    of the view
    share   whether all pages are in control
    """

    def __init__(self, name: str, share: bool = False) -> None:
        self.name, self.share, self.closed = name, share, False
        self.loop: asyncio.AbstractEventLoop | None = None
        self.pages: dict[int, Page] = {}
        self.control = 0
        self.asks: list[int] = []
        self.inbox_event = BinarySemaphore()  # set when a message is in the inbox
        self._inbox: deque[tuple[int, messages.Message]] = deque()
        self._lock = new_lock(threading.Lock)
        self._last = 0
        self._newest: Offer | None = None
        self._offered = False

    # ---- for the owner

    def offer(self, made: Offer) -> None:
        """Offer the newest state of the view to all pages; returns at once."""
        self._newest = made
        if not self._offered and self.pages:
            self._offered = True
            self._call_in_loop(self._hand_out_offer)

    def wake_pages(self) -> None:
        """Wake the senders of all pages, since images of the newest offer have changed."""
        self._call_in_loop(self._hand_out_offer)

    def post(self, message: bytes, to: int | None = None) -> None:
        """Send a message once to one page, or to each."""
        self._call_in_loop(self._post_in_loop, message, to)

    def take_inbox(self) -> list[tuple[int, messages.Message]]:
        """Return and clear the inbox: (page, message)."""
        self.inbox_event.clear()
        with self._lock:
            found = list(self._inbox)
            self._inbox.clear()
        return found

    @property
    def page_count(self) -> int:
        """Number of open pages."""
        return len(self.pages)

    def _call_in_loop(self, function: Any, *args: Any) -> None:
        if self.loop is not None:
            with contextlib.suppress(RuntimeError):  # the event loop has ended with the process
                self.loop.call_soon_threadsafe(function, *args)

    # ---- in the event loop

    def _hand_out_offer(self) -> None:
        self._offered = False
        for page in self.pages.values():
            page.outbox.offer = self._newest
            page.wake.set()

    def _post_in_loop(self, message: bytes, to: int | None) -> None:
        for page in self.pages.values():
            if to is None or page.number == to:
                page.outbox.post(message)
                page.wake.set()

    def add_page(self) -> Page:
        """Add a page that has connected."""
        self._last += 1
        page = Page(Outbox(self._last))
        self.pages[page.number] = page
        if not self.control:
            self.control = page.number
        page.outbox.offer = self._newest
        self._tell_roles()
        self._queue_message(page.number, {"kind": "came"})
        return page

    def remove_page(self, page: Page) -> None:
        """Remove a page; control passes to the next page that requested it, or to the oldest."""
        if self.pages.pop(page.number, None) is None:
            return
        self.asks = [number for number in self.asks if number != page.number]
        if self.control == page.number:
            self.control = (self.asks or [*self.pages, 0])[0]
            self.asks = [number for number in self.asks if number != self.control]
        self._queue_message(page.number, {"kind": "gone"})
        self._tell_roles()

    def say_goodbye(self, text: str) -> None:
        """Send a final message to all pages, and close the view."""
        self.closed = True
        self._newest = None
        for page in self.pages.values():
            page.outbox.offer = None
            page.outbox.post(messages.pack({"kind": "bye", "text": text}))
            page.leaving = True
            page.wake.set()

    def has_control(self, number: int) -> bool:
        """Return whether a page is in control."""
        return self.share or number == self.control

    def handle_message(self, page: Page, message: messages.Message) -> None:
        """Handle a message of a page; raise Refused when it exceeds a limit."""
        kind, number = message["kind"], page.number
        if kind == "ack":
            page.outbox.ack(message["number"])
            page.wake.set()
        elif kind == "role":
            self._change_role(number, message)
        elif kind == "model":
            page.outbox.restart()
            page.wake.set()
        elif kind == "part":
            if not self.has_control(number):
                return
            others = sum(other.parts.pending for other in self.pages.values() if other is not page)
            if others + message["size"] > messages.PARTS_MOST:
                raise messages.Refused("the pages together send too many files")
            if (whole := page.parts.add(message)) is not None:
                self._queue_message(number, messages.parse_message(whole))
        elif kind in messages.WATCHERS or self.has_control(number):
            if kind == "frames":
                page.outbox.pictures = message["as"] == "pictures"
            self._queue_message(number, message)

    def _change_role(self, number: int, message: messages.Message) -> None:
        want, give = message.get("want"), message.get("give")
        if want == "control" and not self.has_control(number):
            self.asks = [*(n for n in self.asks if n != number), number]
        elif want == "watch":
            self.asks = [n for n in self.asks if n != number]
            if self.control == number and len(self.pages) > 1:
                self.control = (self.asks or [n for n in self.pages if n != number])[0]
        elif give is not None and number == self.control and give in self.pages:
            self.control = give
        self.asks = [n for n in self.asks if n != self.control]
        self._queue_message(number, {"kind": "roles"})
        self._tell_roles()

    def _tell_roles(self) -> None:
        for page in self.pages.values():
            steers = self.has_control(page.number)
            head = {"kind": "role", "role": "control" if steers else "watch", "client": page.number}
            asks = {"asks": self.asks} if page.number == self.control else {}
            page.outbox.post(messages.pack({**head, "clients": len(self.pages), **asks}))
            page.wake.set()

    def _queue_message(self, number: int, message: messages.Message) -> None:
        with self._lock:
            # only the files dropped last are kept: earlier ones would fill the memory
            if message["kind"] == "file":
                self._inbox = deque(said for said in self._inbox if said[1]["kind"] != "file")
            last = self._inbox[-1] if self._inbox else None
            if (
                last is not None
                and last[0] == number
                and (one := merge_messages(last[1], message)) is not None
            ):
                self._inbox[-1] = (number, one)
            elif len(self._inbox) >= MOST_SAID and message["kind"] not in ("came", "gone"):
                raise messages.Refused("messages arrive faster than they can be processed")
            else:
                self._inbox.append((number, message))
        self.inbox_event.set()


def merge_messages(first: messages.Message, then: messages.Message) -> messages.Message | None:
    """Merge two messages of a page into one of equal effect; None if that is impossible."""
    if first["kind"] != then["kind"]:
        return None
    if first["kind"] in ("camera", "size", "open", "scrub"):
        return then
    if first["kind"] == "drag" and first["action"] == then["action"]:
        dx, dy = first["dx"] + then["dx"], first["dy"] + then["dy"]
        return {**then, "dx": dx, "dy": dy} if abs(dx) < 1e300 and abs(dy) < 1e300 else None
    if first["kind"] == "set" and first["id"] == then["id"] and then["value"] is not True:
        return then
    return None
