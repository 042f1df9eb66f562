"""Bytes that pages have sent and that nobody has acted on yet: counted for all pages of a server together.

Documents: design / HTTP

A socket of a page whose unfinished messages count towards the limit of all pages together.

Websockets limits one message; a page could send most of a message and wait, and others could do so too. Bytes are
counted when they arrive, and are done with when the message that they belong to has been acted on.
"""

from typing import Any

from websockets.asyncio.server import ServerConnection
from websockets.frames import CloseCode


class Load:
    """A count of bytes by their owners, with a limit for the sum.

    most   the limit [bytes]
    """

    def __init__(self, most: int) -> None:
        self.most, self.total = most, 0
        self._of: dict[object, int] = {}

    def add(self, owner: object, count: int) -> bool:
        """Count bytes of an owner, negative ones for those that are done with; whether all are within the limit."""
        before = self._of.get(owner, 0)
        now = max(0, before + count)
        self._of[owner] = now
        self.total += now - before
        return self.total <= self.most

    def drop(self, owner: object) -> None:
        """Forget the bytes of an owner."""
        self.total -= self._of.pop(owner, 0)


HEADER = 14  # bytes before the data of a frame, at most


class Connection(ServerConnection):
    """A socket that ends with code 1009 when all pages together have sent too much."""

    def __init__(self, load: Load, *arguments: Any, **more: Any) -> None:
        super().__init__(*arguments, **more)
        self._load = load

    def data_received(self, data: bytes) -> None:
        """Count what has come, then hand it on."""
        if self._load.add(self, len(data)):
            super().data_received(data)
        else:
            self._load.drop(self)
            self.protocol.fail(CloseCode.MESSAGE_TOO_BIG, "all pages together have sent too much")
            self.send_data()
            self.transport.close()

    def is_done_with(self, message: str | bytes) -> None:
        """A message has been acted on."""
        self._load.add(self, -(len(message.encode() if isinstance(message, str) else message) + HEADER))

    def connection_lost(self, exc: Exception | None) -> None:
        """The socket has ended."""
        self._load.drop(self)
        super().connection_lost(exc)
