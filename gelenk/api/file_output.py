"""Files that are written whole, in as few steps as that takes.

Documents: API / mj_saveLastXML, MjSpec

A file that is there is written over and then cut to its new length. To empty it first, as `open` does, takes ten times
as long on some file systems: they give its room back, and look for it again.
"""

import errno
import os
from collections.abc import Iterable

from gelenk.errors import Error, short

FLAGS = os.O_WRONLY | os.O_CREAT | getattr(os, "O_BINARY", 0)  # of Windows, which else changes ends of lines
MODE = 0o666  # which the user's mask limits


def put_text(filename: str | os.PathLike[str], text: str) -> None:
    """Write a text to a file; errors are those of `put`, and a ValueError where no file can have that text."""
    put(filename, [text.encode()])


def put(filename: str | os.PathLike[str], pieces: Iterable[bytes | memoryview]) -> None:
    """Write pieces of bytes to a file. Where that fails midway, the file has as much of them as could be written.

    Errors   OSError: the file cannot be written; ValueError: no file can have that name
    """
    file = os.open(filename, FLAGS, MODE)
    try:
        size = 0
        try:
            for piece in pieces:
                left = memoryview(piece).cast("B")
                while left:
                    done = os.write(file, left)
                    size += done
                    left = left[done:]
        finally:
            cut(file, size)
    finally:
        os.close(file)


def cut(file: int, size: int) -> None:
    """End a file there; what is no regular file, a device or a pipe, has no end."""
    try:
        os.ftruncate(file, size)
    except OSError as error:
        if error.errno not in (errno.EINVAL, errno.ESPIPE):
            raise


def write_file(
    function: str, filename: str | os.PathLike[str], content: str | Iterable[bytes | memoryview]
) -> None:
    """Write text or pieces of bytes to a file, for a function that an Error names where that cannot be."""
    if not isinstance(filename, str | bytes | os.PathLike):
        raise TypeError(
            f"{function or 'to_file'}: filename must be the name of a file, not {type(filename).__name__}"
        )
    try:
        if isinstance(content, str):
            put_text(filename, content)
        else:
            put(filename, content)
    except (OSError, ValueError) as error:
        name = os.fsdecode(filename)
        no_name = "\0" in name or (not name.isascii() and not _encodes(name))
        reason = "this is not the name of a file" if no_name else getattr(error, "strerror", None) or error
        raise Error(
            f"{function + ': ' * bool(function)}cannot write the file '{short(str(filename), 300)}': {reason}"
        ) from None


def _encodes(name: str) -> bool:
    """Whether the system has a form of a name."""
    try:
        os.fsencode(name)
    except UnicodeError:
        return False
    return True
