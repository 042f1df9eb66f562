"""Live objects by their addresses.

Documents: promises / Ctrl-C by object
"""

import weakref
from typing import Any


class Living:
    """Weak references by address, like WeakValueDictionary, but without a Python callback.

    CPython calls such a callback while freeing the object; a KeyboardInterrupt raised there is printed and lost, since
    it has no caller. References to dead objects therefore remain until there are twice as many as live ones at the last
    cleanup.
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
        """Return the object, None if dead.

        Errors   KeyError: no object was registered at this address
        """
        return self._references[address]()

    def __len__(self) -> int:
        return len(self._references)

    def _forget(self) -> None:
        """Delete references to dead objects."""
        for address, known in self._references.copy().items():
            if known() is None and self._references.get(address) is known:
                del self._references[address]
        self._most = max(self._most, 2 * len(self._references))
