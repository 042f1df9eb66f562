"""File digests for compiled code, and blake2b without hashlib.

Documents: design / Names are hashes; design / Compiled ahead, loaded without Numba

Importing hashlib loads OpenSSL as well, which costs every process 3.5 MB of memory and 3 ms. Each file of code that
gelenk writes ends with a digest, which is compared before the file is loaded:

    content | MAGIC (8 bytes) | digest (16 bytes)

Loaders of shared libraries ignore bytes after the last section; other readers take the content from `read`. The digest
detects accidents (disk errors, truncated copies), not attackers who can write to the folder. It is the blake2b hash of
the length, of the sums of 64-bit words over each page and over each column of a table with a prime number of columns,
and of the remaining bytes. Any change of one or two words changes a sum, and so does any page that is zero, missing or
in the place of another. Summing takes a twentieth of the time of hashing every byte.
"""

import mmap
import os

import numpy as np

try:
    from _blake2 import blake2b
except ImportError:  # interpreters without the private module
    from hashlib import blake2b

__all__ = ["blake2b"]


MAGIC = b"gelenk\x00\x01"
SIZE = len(MAGIC) + 16  # bytes after the content
PAGE = 512  # 64-bit words
COLUMNS = 509  # 64-bit words; a prime, so that swapped pages change a sum
MAPPED = 1 << 20  # bytes; larger files are mapped instead of read


def _digest(content: memoryview) -> bytes:
    made = blake2b(len(content).to_bytes(8, "little"), digest_size=16)
    for width, axis in ((PAGE, 1), (COLUMNS, 0)):
        count = len(content) // (8 * width)
        table = np.frombuffer(content, "<u8", count * width).reshape(count, width)
        made.update(table.sum(axis=axis, dtype=np.uint64).tobytes())
        made.update(content[8 * count * width :])
    return made.digest()


def seal(content: bytes) -> bytes:
    """Return the content followed by its digest."""
    return content + MAGIC + _digest(memoryview(content))


def is_seal_valid(data: memoryview) -> bool:
    """Return whether the digest of sealed data matches."""
    end = len(data) - SIZE
    return end >= 0 and data[end : end + 8] == MAGIC and data[end + 8 :] == _digest(data[:end])


def unseal(data: bytes) -> bytes | None:
    """Return the content of sealed data, None if damaged."""
    return data[:-SIZE] if is_seal_valid(memoryview(data)) else None


def read_sealed(path: str | os.PathLike[str]) -> bytes | None:
    """Return the content of a sealed file, None if damaged.

    Errors   OSError: the file cannot be read
    """
    with open(path, "rb", buffering=0) as file:
        return unseal(file.readall())


def _mapped(file: int, size: int) -> mmap.mmap:
    """Map a file for reading, and prefault its pages where the system can."""
    if hasattr(mmap, "MAP_POPULATE"):
        return mmap.mmap(file, size, mmap.MAP_SHARED | mmap.MAP_POPULATE, mmap.PROT_READ)
    return mmap.mmap(file, size, access=mmap.ACCESS_READ)


def is_intact(path: str | os.PathLike[str]) -> bool:
    """Return whether the digest of a sealed file matches; False if the file cannot be read."""
    try:
        file = os.open(path, os.O_RDONLY | getattr(os, "O_BINARY", 0))
    except OSError:
        return False
    try:
        size = os.fstat(file).st_size
        if size < MAPPED:
            data = os.read(file, size + 1)
            return len(data) == size and is_seal_valid(memoryview(data))
        with _mapped(file, size) as pages, memoryview(pages) as view:
            return is_seal_valid(view)
    except OSError:
        return False
    finally:
        os.close(file)
