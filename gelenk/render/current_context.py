"""The current rendering context and GLContext of each thread.

Documents: API / mjr_rectangle; Programming / Visualization

Calls without a context draw with the current one. OpenGL has a current context per thread, and a viewport per context.
Here the current context is the one of the latest call that named one, and the viewport is that of the latest call that
had one.
"""

import threading
import weakref
from collections.abc import Callable
from typing import Any

from gelenk.errors import FatalError


class _ThreadContexts(threading.local):
    """The current contexts of one thread."""

    context: "weakref.ref[Any] | None" = None
    window: "weakref.ref[Any] | None" = None  # the current GLContext


_here = _ThreadContexts()


def make_current(context: Any) -> None:
    """Make ``context`` the current one of this thread and of its current GLContext."""
    _here.context = weakref.ref(context)
    window = _here.window and _here.window()
    if window:
        window._context = _here.context


def unset_if_current(context: Any) -> None:
    """Unset the current context if it is ``context``, which is being freed."""
    if _here.context is not None and _here.context() is context:
        _here.context = None


def use_window(window: Any) -> None:
    """Make a GLContext current, with the context last used under it; None unsets both."""
    _here.window = None if window is None else weakref.ref(window)
    _here.context = None if window is None else window._context


def get_window() -> Any:
    """Return the current GLContext of this thread, or None."""
    return _here.window and _here.window()


def run_and_restore(work: Callable[[], object]) -> None:
    """Run ``work`` and restore the current context afterwards."""
    before, window = _here.context, _here.window and _here.window()
    under = window and window._context
    try:
        work()
    finally:
        _here.context = before
        if window:
            window._context = under


def get_current(function: str) -> Any:
    """Return the current context of this thread, or raise FatalError."""
    found = _here.context and _here.context()
    if found is None:
        raise FatalError(
            f"{function}: this thread has no current MjrContext: make one, or call mjr_setBuffer"
        )
    return found


def window_size(default: tuple[int, int]) -> tuple[int, int]:
    """Return width and height of the current GLContext of this thread, or the default [pixel]."""
    window = _here.window and _here.window()
    return window.size if window and min(window.size) > 0 else default
