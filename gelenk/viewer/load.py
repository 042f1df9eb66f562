"""Bytes that pages have sent and that nobody has acted on yet: counted for all pages of a server together.

Documents: design / HTTP
"""


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
