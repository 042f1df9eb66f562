"""A semaphore of one unit that wakes one thread.

Documents: design / Threads; promises / Ctrl-C by object
"""

import contextlib
import threading

from gelenk.runtime.locks import new_lock


class BinarySemaphore:
    """A flag that any thread sets and one waits for, which takes it back.

    It is a C lock, and each method is one call of it: Ctrl-C comes before or after. `threading.Event` and `Condition`
    take a lock in Python, and keep it when they are interrupted behind that.
    """

    def __init__(self) -> None:
        self._lock = new_lock(threading.Lock)
        self._lock.acquire()

    def set(self) -> None:
        """Wake who waits, or who waits next."""
        with contextlib.suppress(RuntimeError):  # it is set
            self._lock.release()

    def wait(self, seconds: float = -1) -> bool:
        """Wait until it is set, ``seconds`` at most, and take it back; return whether it was set."""
        return self._lock.acquire(timeout=seconds)

    def clear(self) -> None:
        """Take it back if it is set."""
        self._lock.acquire(blocking=False)
