"""Interrupts that a test sends to itself, without code that would discard them."""

import contextlib
import gc
import signal
from collections.abc import Iterator


class Own(BaseException):
    """An exception that a program's signal handler may raise."""


@contextlib.contextmanager
def raises_on_alarm() -> Iterator[list[str]]:
    """Let SIGALRM raise ``Own``; yield the names of the functions that are interrupted.

    Hypothesis adds a Python callback to the garbage collector, in which an exception of a signal handler is discarded;
    callbacks are removed meanwhile.
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
