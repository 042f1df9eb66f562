"""Objects by their addresses, as long as they live.

Documents: promises / Ctrl-C by object
"""

import weakref
from typing import Any


class Living:
    """Weak references by address, like a WeakValueDictionary, but without a callback in Python.

    CPython calls such a callback while it frees the object. Ctrl-C that comes there is printed and lost, since nobody
    can raise it. So references to what is gone stay, until there are twice as many as were alive the last time.
    """

    __slots__ = ("_most", "_references")

    def __init__(self) -> None:
        self._references: dict[int, weakref.ref[Any]] = {}
        self._most = 1 << 10

    def __setitem__(self, address: int, value: Any) -> None:
        self._references[address] = weakref.ref(value)
        if len(self._references) > self._most:
            self._forget()

    def __getitem__(self, address: int) -> Any:
        """Return the object; None where it is gone. Errors   KeyError: none was ever at this address"""
        return self._references[address]()

    def __len__(self) -> int:
        return len(self._references)

    def _forget(self) -> None:
        """Delete references to what is gone."""
        for address, known in self._references.copy().items():
            if known() is None and self._references.get(address) is known:
                del self._references[address]
        self._most = max(self._most, 2 * len(self._references))
