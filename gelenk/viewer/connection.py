"""Connection with a limit for unprocessed bytes of all pages of a server together.

Documents: design / HTTP

The websockets library limits each message; but many pages could send most of a message and wait. So bytes are counted
on arrival, and released when the message that they belong to has been processed.
"""

from typing import Any

from websockets.asyncio.server import ServerConnection
from websockets.frames import CloseCode


class Load:
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

    def drop(self, owner: object) -> None:
        """Release all bytes of an owner."""
        self.total -= self._of.pop(owner, 0)


HEADER = 14  # largest size of the header of a frame [byte]


class Connection(ServerConnection):
    """A websocket that ends with code 1009 when all pages together exceed the limit."""

    def __init__(self, load: Load, *arguments: Any, **more: Any) -> None:
        super().__init__(*arguments, **more)
        self._load = load

    def data_received(self, data: bytes) -> None:
        """Count received bytes, then pass them on."""
        if self._load.add(self, len(data)):
            super().data_received(data)
        else:
            self._load.drop(self)
            self.protocol.fail(CloseCode.MESSAGE_TOO_BIG, "all pages together have sent too much")
            self.send_data()
            self.transport.close()

    def is_done_with(self, message: str | bytes) -> None:
        """Release the bytes of a processed message."""
        self._load.add(self, -(len(message.encode() if isinstance(message, str) else message) + HEADER))

    def connection_lost(self, exc: Exception | None) -> None:
        """Release all bytes of this socket when it ends."""
        self._load.drop(self)
        super().connection_lost(exc)
