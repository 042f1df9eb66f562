"""Output of whole files with few system calls.

Documents: API / mj_saveLastXML, MjSpec

An existing file is overwritten and then truncated to its new length. Emptying it first, as `open` does, takes ten times
as long on some file systems, since they release its blocks and allocate them again.
"""

import errno
import os
from collections.abc import Iterable

from gelenk.errors import Error, short

# O_BINARY: Windows otherwise converts line ends
FLAGS = os.O_WRONLY | os.O_CREAT | getattr(os, "O_BINARY", 0)
MODE = 0o666  # limited by the umask of the user


def write_text(filename: str | os.PathLike[str], text: str) -> None:
    """Write a text to a file. Raises as `put`; ValueError if the name cannot be encoded."""
    write_pieces(filename, [text.encode()])


def write_pieces(filename: str | os.PathLike[str], pieces: Iterable[bytes | memoryview]) -> None:
    """Write byte pieces to a file; after an error the file holds what was written so far.

    Errors   OSError: the file cannot be written; ValueError: the name is not a valid file name
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
            truncate_file(file, size)
    finally:
        os.close(file)


def truncate_file(file: int, size: int) -> None:
    """Truncate a file to `size` bytes; devices and pipes, which have no length, are ignored."""
    try:
        os.ftruncate(file, size)
    except OSError as error:
        if error.errno not in (errno.EINVAL, errno.ESPIPE):
            raise


def write_file(
    function: str, filename: str | os.PathLike[str], content: str | Iterable[bytes | memoryview]
) -> None:
    """Write text or byte pieces to a file; raise Error in the name of `function`."""
    if not isinstance(filename, str | bytes | os.PathLike):
        raise TypeError(
            f"{function or 'to_file'}: filename must be the name of a file, not {type(filename).__name__}"
        )
    try:
        if isinstance(content, str):
            write_text(filename, content)
        else:
            write_pieces(filename, content)
    except (OSError, ValueError) as error:
        name = os.fsdecode(filename)
        no_name = "\0" in name or (not name.isascii() and not _encodes(name))
        reason = "this is not the name of a file" if no_name else getattr(error, "strerror", None) or error
        raise Error(
            f"{function + ': ' * bool(function)}cannot write the file '{short(str(filename), 300)}': {reason}"
        ) from None


def _encodes(name: str) -> bool:
    """Return whether a file name can be encoded for the system."""
    try:
        os.fsencode(name)
    except UnicodeError:
        return False
    return True
