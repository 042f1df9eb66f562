"""Interrupts that a test sends itself: what a signal handler raises, and what would lose it otherwise."""

import contextlib
import gc
import signal
from collections.abc import Iterator


class Own(BaseException):
    """What a signal handler of a program may raise."""


@contextlib.contextmanager
def raises_on_alarm() -> Iterator[list[str]]:
    """Let SIGALRM raise ``Own``; give the names of the functions in which it was raised.

    Hypothesis adds a callback of the garbage collector in Python, which loses an interrupt whatever is freed: here the
    collector has no callbacks.
    """
    names: list[str] = []

    def strike(number, frame):
        names.append(frame.f_code.co_name)
        raise Own

    callbacks, gc.callbacks[:] = gc.callbacks[:], []
    before = signal.signal(signal.SIGALRM, strike)
    try:
        yield names
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)
        gc.callbacks[:] = callbacks
