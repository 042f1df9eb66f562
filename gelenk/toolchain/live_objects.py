"""Live objects by their addresses, and finalizers that run no Python code.

Documents: promises / Ctrl-C by object

CPython handles signals when a Python function starts, and a finalizer has no caller: a KeyboardInterrupt raised there
is printed and lost (weakref.finalize). So no weak reference has a callback in Python here. `Living` has none, and the
callbacks of `finalize` are chains of objects that are implemented in C.
"""

import functools
import itertools
import operator
import weakref
from collections.abc import Callable
from typing import Any


class Living:
    """Weak references by address, like WeakValueDictionary, but without a Python callback.

    References to dead objects remain until there are twice as many as live ones at the last cleanup.
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


_never: Callable[[Any], bool] = ().__contains__  # false for every result, so that all calls are made
_numbers = itertools.count()
_references: dict[int, weakref.ref[Any]] = {}  # number -> reference whose callback is the chain
_used: dict[int, Any] = {}  # number -> object that outlives the owner
_ended: dict[int, None] = {}  # numbers of chains that were called, whose references are no longer needed


def finalize(owner: Any, used: Any, *calls: functools.partial[Any]) -> None:
    """Make ``calls`` in turn when ``owner`` is freed, then release ``used``.

    Results, such as the status of a driver call, are ignored.

    calls   partial objects of C functions, none of which refers to the owner
    """
    for number in list(_ended):  # a chain cannot delete the reference that is calling it
        _references.pop(number, None)
        _ended.pop(number, None)
    number = next(_numbers)
    steps = [
        *calls,
        functools.partial(_used.pop, number, None),
        # last, since another thread may then delete the reference as soon as this one releases the GIL
        functools.partial(_ended.setdefault, number),
    ]
    # next() gets the reference as its default, which it returns at the end of the chain
    reference = weakref.ref(owner, functools.partial(next, filter(_never, map(operator.call, steps))))
    _references[number], _used[number] = reference, used  # stores alone, which Ctrl-C does not interrupt
