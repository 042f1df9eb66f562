"""blake2b as hashlib has it, without hashlib, which also loads OpenSSL: 3.5 MB of memory and 3 ms of every process.

Documents: design / Names are hashes; design / Compiled ahead, loaded without Numba

A digest at the end of each file of code that gelenk writes, compared before the file is loaded.

    content | MAGIC (8 bytes) | digest (16 bytes)

Loaders of shared libraries ignore what is behind the last section; other readers take the content from `read`. The
digest is against accidents (a disk, a copy that was cut short), not against those who may write to the folder. It is
blake2b of the length, of the sums of the words in each page and in each column of a table with a prime number of
columns, and of the rest. Any change of one or two words changes a sum, and so does any page that is zero, missing or in
the place of another. Adding up takes a twentieth of the time of hashing every byte.
"""

import mmap
import os

import numpy as np

try:
    from _blake2 import blake2b
except ImportError:  # an interpreter that keeps it elsewhere
    from hashlib import blake2b

__all__ = ["blake2b"]


MAGIC = b"gelenk\x00\x01"
SIZE = len(MAGIC) + 16  # bytes behind the content
PAGE = 512  # words
COLUMNS = 509  # a prime, so that pages which change places are noticed
MAPPED = 1 << 20  # bytes from which on a file is mapped, not read


def _digest(content: memoryview) -> bytes:
    made = blake2b(len(content).to_bytes(8, "little"), digest_size=16)
    for width, axis in ((PAGE, 1), (COLUMNS, 0)):
        count = len(content) // (8 * width)
        table = np.frombuffer(content, "<u8", count * width).reshape(count, width)
        made.update(table.sum(axis=axis, dtype=np.uint64).tobytes())
        made.update(content[8 * count * width :])
    return made.digest()


def seal(content: bytes) -> bytes:
    """Return the content with its digest."""
    return content + MAGIC + _digest(memoryview(content))


def intact(data: memoryview) -> bool:
    """Return whether sealed data are what was sealed."""
    end = len(data) - SIZE
    return end >= 0 and data[end : end + 8] == MAGIC and data[end + 8 :] == _digest(data[:end])


def opened(data: bytes) -> bytes | None:
    """Return the content of sealed data, None where they are damaged."""
    return data[:-SIZE] if intact(memoryview(data)) else None


def read(path: str | os.PathLike[str]) -> bytes | None:
    """Return the content of a sealed file, None where it is damaged.

    Errors   OSError: it cannot be read
    """
    with open(path, "rb", buffering=0) as file:
        return opened(file.readall())


def _mapped(file: int, size: int) -> mmap.mmap:
    """Map a file, all of it at once where the system can."""
    if hasattr(mmap, "MAP_POPULATE"):
        return mmap.mmap(file, size, mmap.MAP_SHARED | mmap.MAP_POPULATE, mmap.PROT_READ)
    return mmap.mmap(file, size, access=mmap.ACCESS_READ)


def is_intact(path: str | os.PathLike[str]) -> bool:
    """Return whether a sealed file is what was written; False also where it cannot be read."""
    try:
        file = os.open(path, os.O_RDONLY | getattr(os, "O_BINARY", 0))
    except OSError:
        return False
    try:
        size = os.fstat(file).st_size
        if size < MAPPED:
            data = os.read(file, size + 1)
            return len(data) == size and intact(memoryview(data))
        with _mapped(file, size) as pages, memoryview(pages) as view:
            return intact(view)
    except OSError:
        return False
    finally:
        os.close(file)
