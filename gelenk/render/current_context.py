"""The context that calls without one draw with, and where texts without a rectangle go: one for each thread.

Documents: API / mjr_rectangle; Programming / Visualization

OpenGL has a current context in each thread, and a viewport in each context. Here the current one is that which a call
named last, and the viewport is that of the last call that had one.
"""

import threading
import weakref
from collections.abc import Callable
from typing import Any

from gelenk.errors import FatalError


class _Here(threading.local):
    """What is current in a thread."""

    context: "weakref.ref[Any] | None" = None
    window: "weakref.ref[Any] | None" = None  # the GLContext that was made current


_here = _Here()


def use(context: Any) -> None:
    """Make ``context`` the current one of this thread, and of the GLContext that is current in it."""
    _here.context = weakref.ref(context)
    window = _here.window and _here.window()
    if window:
        window._context = _here.context


def forget(context: Any) -> None:
    """A context that is freed is not current any more."""
    if _here.context is not None and _here.context() is context:
        _here.context = None


def use_window(window: Any) -> None:
    """Make a GLContext current, and with it the context that was last used under it; None: none is."""
    _here.window = None if window is None else weakref.ref(window)
    _here.context = None if window is None else window._context


def aside(work: Callable[[], object]) -> None:
    """Do ``work``, whose drawing leaves no other context current in this thread than there was."""
    before, window = _here.context, _here.window and _here.window()
    under = window and window._context
    try:
        work()
    finally:
        _here.context = before
        if window:
            window._context = under


def context(function: str) -> Any:
    """The current context; FatalError where this thread has none."""
    found = _here.context and _here.context()
    if found is None:
        raise FatalError(
            f"{function}: no MjrContext is in use in this thread: make one, or call mjr_setBuffer"
        )
    return found


def window_size(default: tuple[int, int]) -> tuple[int, int]:
    """Width and height of the GLContext that is current in this thread, or the default [pixel]."""
    window = _here.window and _here.window()
    return window.size if window and min(window.size) > 0 else default
