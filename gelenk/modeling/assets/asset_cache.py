"""The asset cache: decoded files in memory, and processed assets on disk.

Documents: API / Asset cache; design / Compiled ahead, loaded without Numba

The memory cache holds decoded files by their content, so that reloading skips decoding. The disk cache holds builtin
textures, decoded images and processed meshes:

    GELENK_ASSETS   size limit of the folder in megabytes, 256 by default; 0 disables reading and writing

The folder is `assets` below that of compiled libraries (toolchain/cache.py). An entry is a file of arrays, named by a
hash of all its inputs: content, settings, the size and date of the modules that make the arrays, the versions
of numpy and scipy, the CPU. The cache serves speed alone: an entry that is unreadable, damaged or owned by another
user counts as missing, and failed writes are ignored, both silently. Reading runs no code, since an entry contains
only arrays of numbers.

    magic, digest, bytes of the description | description: "<f8 100 3;<i4 20" | arrays, each aligned to 64 bytes
"""

from __future__ import annotations

import contextlib
import functools
import importlib.util
import io
import math
import mmap
import os
import stat
import struct
import threading
import time
from collections import OrderedDict
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np

from gelenk.toolchain import cache, digests, library, platforms
from gelenk.toolchain.digests import blake2b
from gelenk.version import __version__

DEFAULT_CAPACITY = 500 << 20


class AssetCache:
    """LRU cache of decoded assets, of at most `capacity` bytes."""

    def __init__(self, capacity: int = DEFAULT_CAPACITY) -> None:
        self.capacity = capacity
        self.size = 0
        self._entries: OrderedDict[tuple, tuple[Any, int]] = OrderedDict()
        self._lock = threading.Lock()

    def get(self, kind: tuple, content: bytes, make: Callable[[], Any], size_of: Callable[[Any], int]) -> Any:
        """Return the cached result for a content, or call `make()`; `kind` names the decoding."""
        if not self.capacity:
            return make()
        key = (*kind, blake2b(content, digest_size=20).digest())
        with self._lock:
            if key in self._entries:
                self._entries.move_to_end(key)
                return self._entries[key][0]
        value = make()
        size = size_of(value)
        with self._lock:
            if key not in self._entries and size <= self.capacity:
                self._entries[key] = (value, size)
                self.size += size
                self._shrink()
        return value

    def resize(self, capacity: int) -> None:
        """Set the capacity, and drop the oldest entries beyond it."""
        with self._lock:
            self.capacity = capacity
            self._shrink()

    def clear(self) -> None:
        """Drop all entries."""
        if self._entries:
            with self._lock:
                empty = OrderedDict[tuple, tuple[Any, int]]()
                self._entries, self.size = empty, 0

    def _shrink(self) -> None:
        while self.size > self.capacity:
            oldest = next(iter(self._entries))
            size = self._entries[oldest][1]
            # no call separates this statement and the next, so KeyboardInterrupt cannot occur between them
            del self._entries[oldest]
            self.size -= size


CACHE = AssetCache()


Arrays = list[np.ndarray]

MOST_MB = 256.0
# results computed in less time are not stored, since reading and verifying a file takes a third of this time
LEAST_SECONDS = 1e-3
MAGIC = b"gelenk 1"
HEAD = struct.Struct("<8s32sQ")
ALIGN = 64
ENDING = ".arrays"
# total bytes of entries that each have an allocation of their own; later entries share pieces
OWN_MEMORY_BYTES = 2 << 20
PIECE_BYTES = 32 << 20
# size from which an entry is memory-mapped instead of read, which avoids the page faults of newly allocated memory
LEAST_MAPPED_BYTES = 1 << 16
# first words of the keys of images, and the modules that images depend on (fewer files to stat than MODULES)
PICTURES = ("builtin", "png")
PICTURE_MODULES = [
    "modeling.assets.builtin_textures",
    "modeling.assets.pictures",
    "modeling.assets.asset_cache",
    "algebra.random_numbers",
]
KINDS = {f"<{code}" for code in ("f8", "f4", "i8", "i4")} | {"|u1"}
MOST_DIMENSIONS = 4
CHECKSUM_COLUMNS = 1021  # 64-bit words per row of the checksum; prime, so that swapped pages change the sum
# modules that entries depend on, with all that these import from the package (tests/text/test_shelf.py)
MODULES = [
    "algebra.portable_arrays",
    "algebra.linalg",
    "algebra.orientation",
    "algebra.vec",
    "modeling.assets.builtin_textures",
    "modeling.assets.mesh_content",
    "modeling.assets.binary_formats",
    "modeling.assets.mesh_formats",
    "modeling.assets.pictures",
    "modeling.assets.asset_cache",
    "modeling.compiler.aabb_tree",
    "modeling.compiler.spec_columns",
    "modeling.compiler.element_frames",
    "modeling.compiler.mesh.hull",
    "modeling.compiler.mesh.process",
    "modeling.compiler.mesh.processed_mesh",
    "modeling.compiler.mesh.octree",
    "engine.collision.convex.mesh_distance",
    "engine.constants.aabb_tree",
    "algebra.random_numbers",
]


def load_or_make(
    key: tuple, make: Callable[[], Arrays], alias: tuple | None = None, least: float | None = None
) -> Arrays:
    """Return the arrays of `make()`, read-only, from disk if an earlier process stored them.

    key    numbers, strings and digests of all inputs of the arrays except the code
    alias  a second key, under which `load` finds the arrays too
    least  results computed in less time are not stored [s]; LEAST_SECONDS by default
    """
    most = size_limit()
    if not most:
        return make()
    name = _name(key)
    found = read(name)
    if found is None:
        begin = time.perf_counter()
        made = make()
        if time.perf_counter() - begin < (LEAST_SECONDS if least is None else least):
            return made
        write(name, made, most)
    if alias:
        # the entry is missing, the file system has no hard links, or the alias exists
        with contextlib.suppress(OSError):
            os.link(_folder() / name, _folder() / _name(alias))
    return made if found is None else found


def load(alias: tuple) -> Arrays | None:
    """Return the arrays stored on disk under this key or alias, or None."""
    return read(_name(alias)) if size_limit() else None


def size_limit() -> int:
    """Return the size limit of the folder in bytes; 0 disables the cache."""
    try:
        megabytes = float(os.environ.get("GELENK_ASSETS") or MOST_MB)
        return int(max(megabytes, 0.0) * (1 << 20))
    except (ValueError, OverflowError):  # not a number, NaN, infinite
        return 0


@functools.cache
def _folder() -> Path:
    return cache.configured_folder() / "assets"


@functools.cache
def _code_fingerprint(picture: bool = False) -> bytes:
    """Return a description of the code, libraries and CPU that stored arrays depend on."""
    facts: list[object] = [__version__, np.__version__, platforms.processor(), library.JIT]
    facts.append(digests.cpu_level())
    for module in PICTURE_MODULES if picture else MODULES:
        found = os.stat(f"{digests.ROOT}/{module.replace('.', '/')}.py")
        facts.append((module, found.st_size, found.st_mtime_ns))
    return repr(facts).encode()


@functools.cache
def _qhull_fingerprint() -> bytes:
    """Return a description of Qhull, on which processed meshes depend too."""
    spec = importlib.util.find_spec("scipy")  # contains Qhull; importing scipy for its version takes longer
    return repr((spec.origin, os.stat(spec.origin).st_mtime_ns) if spec and spec.origin else ()).encode()


def _name(key: tuple) -> str:
    follows = (
        _code_fingerprint(picture=True) if key[0] in PICTURES else _code_fingerprint() + _qhull_fingerprint()
    )
    return blake2b(repr(key).encode() + follows, digest_size=20).hexdigest() + ENDING


# ---- entries


def pack(arrays: Arrays) -> tuple[bytes, bytes]:
    """Return the header and the body of an entry file with these arrays."""
    arrays = [np.ascontiguousarray(array) for array in arrays]
    if any(a.dtype.str not in KINDS or a.ndim > MOST_DIMENSIONS for a in arrays):
        raise TypeError(f"entries must hold arrays of {sorted(KINDS)}")
    text = ";".join(" ".join([a.dtype.str, *map(str, a.shape)]) for a in arrays).encode()
    body: list[bytes | memoryview] = [text, bytes(-(HEAD.size + len(text)) % ALIGN)]
    for array in arrays:
        body += [array.reshape(-1).view(np.uint8).data, bytes(-array.nbytes % ALIGN)]
    joined = b"".join(body)
    return HEAD.pack(MAGIC, digest(np.frombuffer(joined, np.uint8)), len(text)), joined


def unpack(content: np.ndarray) -> Arrays:
    """Return the arrays of a file as views of its bytes (uint8).

    Errors   ValueError, struct.error: the file is damaged
    """
    magic, expected, length = HEAD.unpack(content[: HEAD.size].tobytes())
    if magic != MAGIC or digest(content[HEAD.size :]) != expected:
        raise ValueError("damaged")
    place = HEAD.size + length
    rows = content[HEAD.size : place].tobytes().decode("ascii").split(";")
    place += -place % ALIGN
    arrays = []
    for row in rows:
        kind, *shape = row.split(" ")
        if kind not in KINDS:
            raise ValueError("unknown dtype")
        dtype, sizes = np.dtype(kind), [int(size) for size in shape]
        nbytes = dtype.itemsize * math.prod(sizes)
        arrays.append(content[place : place + nbytes].view(dtype).reshape(sizes))
        place += nbytes + -nbytes % ALIGN
    if place != len(content):
        raise ValueError("truncated")
    return arrays


def digest(content: np.ndarray) -> bytes:
    """Return a digest at memory bandwidth: BLAKE2b of the column sums of rows of 1021 words.

    The digest detects a changed byte and parts that are missing, zeroed or swapped. It does not protect against an
    attacker who can write into the folder, since such an attacker could replace compiled libraries too.
    """
    width = 8 * CHECKSUM_COLUMNS
    cut = len(content) // width * width
    found = blake2b(len(content).to_bytes(8, "little"), digest_size=32)
    if cut:
        found.update(np.add.reduce(content[:cut].view(np.uint64).reshape(-1, CHECKSUM_COLUMNS), axis=0).data)
    found.update(content[cut:].data)
    return found.digest()


# open non-blocking, since the path may be a FIFO
_READ = os.O_RDONLY | sum(getattr(os, name, 0) for name in ("O_NONBLOCK", "O_CLOEXEC", "O_BINARY"))


def read(name: str) -> Arrays | None:
    """Return the arrays of an entry, or None unless the file is complete and trusted."""
    path = f"{_folder()}{os.sep}{name}"
    try:
        with io.FileIO(os.open(path, _READ)) as file:
            found = os.fstat(file.fileno())
            if platforms.distrusted_as(found) or _distrusted() or not stat.S_ISREG(found.st_mode):
                return None
            if found.st_size >= LEAST_MAPPED_BYTES:
                content = _mapped(file.fileno(), found.st_size)
            else:
                content = _room.memory(found.st_size)
                if file.readinto(content.data) != len(content):
                    return None
        # pruning removes the oldest files, so entries in use are touched daily
        if time.time() - found.st_mtime > cache.DAY:
            with contextlib.suppress(OSError):
                os.utime(path)
        content.setflags(write=False)
        return unpack(content)
    except (OSError, ValueError, struct.error, MemoryError):
        return None


def _mapped(file: int, size: int) -> np.ndarray:
    """Map a file read-only; a named entry is never written again, so the bytes stay constant."""
    return np.frombuffer(mmap.mmap(file, size, access=mmap.ACCESS_READ), np.uint8)


@functools.cache
def _distrusted() -> str:
    return platforms.distrusted(_folder())


class EntryAllocator:
    """Allocator of entry memory; small entries share large pieces, backed by huge pages."""

    def __init__(self) -> None:
        self.piece = np.empty(0, np.uint8)
        self.given = 0

    def memory(self, nbytes: int) -> np.ndarray:
        """Return uninitialized memory, aligned to 64 bytes within a piece."""
        self.given += nbytes
        if self.given < OWN_MEMORY_BYTES or nbytes > PIECE_BYTES // 8:
            return np.empty(nbytes, np.uint8)
        taken = nbytes + -nbytes % ALIGN
        if taken > len(self.piece):
            self.piece = np.empty(PIECE_BYTES, np.uint8)
        found, self.piece = self.piece[:nbytes], self.piece[taken:]
        return found


_room = EntryAllocator()


# ---- the folder

_left: dict[str, int] = {}  # folder -> bytes that may be written before the next pruning


def write(name: str, arrays: Arrays, most: int) -> None:
    """Write an entry if possible, and remove the oldest entries beyond `most` bytes."""
    parts = pack(arrays)
    size = sum(len(part) for part in parts)
    folder, temporary = _folder(), ""
    if size > most // 2:
        return
    try:
        if not folder.is_absolute():
            return
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        if platforms.distrusted(folder):
            return
        temporary = str(folder / f"{cache.UNFINISHED}{os.getpid()}-{threading.get_ident()}")
        with open(temporary, "wb", opener=_private) as file:
            for part in parts:
                file.write(part)
        os.replace(temporary, folder / name)
        left = _left.get(str(folder), 0) - size
        _left[str(folder)] = left if left > 0 else most - prune(folder, most)
    except OSError:
        with contextlib.suppress(OSError):
            os.unlink(temporary)


def _private(path: str, flags: int) -> int:
    return os.open(path, flags, 0o600)


def prune(folder: Path, most: int) -> int:
    """Remove expired entries and the oldest beyond `most` bytes; return the remaining bytes.

    Above `most`, entries are removed down to three quarters of it, so that the next write does not prune again.
    """
    entries, now = [], time.time()
    for entry in os.scandir(folder):
        with contextlib.suppress(OSError):  # another process removed the file
            found = entry.stat(follow_symlinks=False)
            age = now - found.st_mtime
            days = 1 if entry.name.startswith(cache.UNFINISHED) else cache.KEPT_DAYS
            if not entry.name.startswith(cache.UNFINISHED) and not entry.name.endswith(ENDING):
                continue  # a foreign file
            size = found.st_size // max(found.st_nlink, 1)
            entries.append((age, age > days * cache.DAY, size, entry.path))
    entries.sort()
    total = sum(size for _, _, size, _ in entries)
    keep = most if total <= most else 3 * most // 4
    total = 0
    for _, old, size, path in entries:
        if old or total + size > keep:
            with contextlib.suppress(OSError):
                os.unlink(path)
        else:
            total += size
    return total
