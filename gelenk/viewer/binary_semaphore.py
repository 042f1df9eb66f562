"""A binary semaphore that wakes one thread.

Documents: design / Threads; promises / Ctrl-C by object
"""

import contextlib
import threading

from gelenk.runtime.locks import new_lock


class BinarySemaphore:
    """A flag that any thread sets, and that one thread waits for and clears.

    The flag is a C lock, and each method is one call of the lock, so Ctrl-C comes before or after. `threading.Event`
    and `Condition` acquire a lock in Python, and keep it if they are interrupted afterwards.
    """

    def __init__(self) -> None:
        self._lock = new_lock(threading.Lock)
        self._lock.acquire()

    def set(self) -> None:
        """Set the flag, and wake the thread that waits, or the next one that does."""
        with contextlib.suppress(RuntimeError):  # already set
            self._lock.release()

    def wait(self, seconds: float = -1) -> bool:
        """Wait at most ``seconds`` until the flag is set, and clear it; return whether it was set."""
        return self._lock.acquire(timeout=seconds)

    def clear(self) -> None:
        """Clear the flag if it is set."""
        self._lock.acquire(blocking=False)
