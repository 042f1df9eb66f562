"""Progress and errors of commands: consoles, a bar for counted work, a line for long work.

Documents: Modeling / Getting started

Progress goes to stderr. It is shown on terminals, and elsewhere only with `gelenk --progress` (GELENK_PROGRESS=1), as
plain lines.
"""

from __future__ import annotations

import contextlib
import sys
import threading
import time
from collections.abc import Iterator
from typing import Any

import typer
from rich.console import Console
from rich.markup import escape
from rich.progress import BarColumn, Progress, TaskProgressColumn, TextColumn, TimeRemainingColumn

from gelenk.errors import Error
from gelenk.runtime.exclusive_use import BinarySemaphore
from gelenk.toolchain.thread_start import start_thread

console = Console()
complaints = Console(stderr=True)

DELAY = 1.0  # time without output after which a command prints what it is doing [s]
REPEAT = 5.0  # time between lines of progress where stderr is not a terminal [s]


@contextlib.contextmanager
def plain_errors() -> Iterator[None]:
    """Exit with a message and code 1 on errors of models and files, without a traceback."""
    try:
        yield
    except (Error, OSError) as error:
        complaints.print(f"[bold red]error[/] {escape(str(error))}", soft_wrap=True)
        raise typer.Exit(1) from None


class _Setting:
    """Whether progress is shown where stderr is not a terminal."""

    shown_everywhere = False


def show_everywhere(asked: bool) -> None:
    """Set whether progress is shown where stderr is not a terminal."""
    _Setting.shown_everywhere = asked


class PlainProgress:
    """Progress of counted work as plain lines, with the used methods of rich.Progress."""

    def __init__(self) -> None:
        self.text, self.total, self.done, self.said = "", 0.0, 0.0, time.monotonic()

    def add_task(self, description: str, total: float | None = None) -> int:
        """Begin a piece of work."""
        self.text, self.total, self.done = description, total or 0.0, 0.0
        return 0

    def update(self, task: int, total: float | None = None) -> None:
        """Set the amount of work."""
        self.total = total or 0.0

    def advance(self, task: int) -> None:
        """Count one unit of work, and print a line if the last one is REPEAT seconds old."""
        self.done += 1
        if _Setting.shown_everywhere and time.monotonic() > self.said + REPEAT:
            self.said = time.monotonic()
            part = f": {100 * self.done / self.total:.0f} %" if self.total else ""
            _print_progress(self.text + part)


@contextlib.contextmanager
def progress() -> Iterator[Any]:
    """Show a progress bar on terminals, and elsewhere lines if the user requests progress."""
    if not complaints.is_terminal:
        yield PlainProgress()
        return
    columns = (TextColumn("{task.description}"), BarColumn(), TaskProgressColumn(), TimeRemainingColumn())
    with Progress(*columns, console=complaints, transient=True) as bar:
        yield bar


def print_result(what: str, text: str) -> None:
    """Print a line of a command's results: a label and a text."""
    console.print(f"{what:<12}{escape(text)}", soft_wrap=True, highlight=False)


def _print_progress(text: str) -> None:
    sys.stderr.write(f"gelenk: {text}\n")
    sys.stderr.flush()


@contextlib.contextmanager
def announce_if_slow(text: str) -> Iterator[None]:
    """Print what a command is doing once that has taken DELAY seconds.

    text   such as "loading humanoid"
    """
    if not (complaints.is_terminal or _Setting.shown_everywhere):
        yield
        return
    status = complaints.status(f"{escape(text)} ...") if complaints.is_terminal else None
    lock, over = threading.Lock(), False

    def say() -> None:
        with lock:
            if over:
                return
            if status is None:
                _print_progress(f"{text} ...")
            else:
                status.start()

    ended = BinarySemaphore()

    def wait() -> None:
        if not ended.wait(DELAY):
            say()

    start_thread(wait, "gelenk-patience")
    try:
        yield
    finally:
        ended.set()
        with lock:
            over = True
        if status is not None:
            status.stop()
