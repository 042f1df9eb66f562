"""The cache folder of compiled libraries, and a cache of their hashed file names.

Documents: design / Names are hashes; design / Compiled ahead, loaded without Numba

Folder: GELENK_CACHE, else XDG_CACHE_HOME/gelenk, else ~/.cache/gelenk, or where macOS and Windows keep caches
(`platforms.cache_folder`). Code is loaded only from files and folders that are owned by this user or root and writable
by no other user. Each file ends with a digest of its content (digests.py); a damaged file is reported, removed and
compiled again. If the folder is unusable, a temporary one that is deleted at exit replaces the folder, and a message
says why.

File names: hashing all sources that a library depends on takes longer than loading the library. A JSON file in the
folder therefore stores the names, with mtime and size of the files that they were computed from; each process compares
these once before it uses the names. Only source checkouts use this file; a wheel has its manifest.
"""

import atexit
import contextlib
import functools
import importlib.util
import json
import os
import re
import stat
import sys
import time
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import NamedTuple

from gelenk.toolchain import digests, platforms
from gelenk.toolchain.digests import blake2b
from gelenk.toolchain.targets import HOST

COMPILERS = ("numba", "llvmlite")
SLACK_NANOSECONDS = (
    10 * 10**9
)  # ns: names are not stored if a source changed later than this before the process began, since the process may have
# imported an older version
_BEGIN = time.time_ns()


class Memory(NamedTuple):
    """File names of libraries, and the stamps of the sources that they were computed from.

    names    library -> file name
    files    path of a source -> [mtime in ns, size in bytes]
    """

    names: dict[str, str]
    files: dict[str, list[int]]


def _path() -> str:
    """Return the path of the name file for this checkout, CPU level and mode."""
    return _path_in(configured_folder(), digests.cpu_level(), digests.mode())


@functools.cache
def _path_in(folder: Path, level: str, mode: str) -> str:
    made = [digests.FORMAT, str(digests.ROOT), level, mode, platforms.here().suffix]
    if level == HOST:
        made.append(platforms.processor_features())
    digest = blake2b(repr(made).encode(), digest_size=8).hexdigest()
    return os.path.join(folder, f"{NAMES}{digest}.json")


@functools.cache
def _memory(path: str) -> Memory:
    """Return the stored names if no source has changed since, else an empty memory."""
    try:
        if not platforms.distrusted(configured_folder()) and not platforms.distrusted(path):
            found = Memory(**json.loads(digests.read_sealed(path) or b""))
            if _origins() <= found.files.keys() and all(_stamp(p) == s for p, s in found.files.items()):
                return found
    except (OSError, ValueError, TypeError, AttributeError):
        pass
    return Memory({}, {})


def library_file_name(library: str, modules: Callable[[], Iterable[str]], hashed: Callable[[], str]) -> str:
    """Return the file name of a library for the current sources.

    modules  returns the modules that the library depends on; called together with ``hashed``
    hashed   computes the name, if no name is stored
    """
    path = _path()
    memory = _memory(path)
    if library not in memory.names:
        memory.names[library] = hashed()
        memory.files.update(_files(modules()))
        _unwritten.add(path)
    return memory.names[library]


def stored_file_name(library: str) -> str | None:
    """Return the stored file name of a library, None if there is none."""
    return _memory(_path()).names.get(library)


_unwritten: set[str] = set()  # paths of name files whose new names are not on disk yet


def save_names() -> None:
    """Write the names that were computed in this process to disk."""
    while _unwritten:
        path = _unwritten.pop()
        memory = _memory(path)
        if all(date < _BEGIN - SLACK_NANOSECONDS for date, _ in memory.files.values()):
            with contextlib.suppress(RuntimeError):
                if is_persistent():
                    write_sealed(Path(path), json.dumps(memory._asdict()).encode())


def _stamp(path: str) -> list[int]:
    found = os.stat(path)
    return [found.st_mtime_ns, found.st_size]


def _origins() -> set[str]:
    """Return the paths of the compiler packages, whose versions count as sources."""
    found = (importlib.util.find_spec(compiler) for compiler in COMPILERS)
    return {spec.origin for spec in found if spec is not None and spec.origin}


@functools.cache
def _tables() -> dict[str, list[int]]:
    """Return the stamps of the files that all libraries depend on."""
    paths = {str(path) for path in (digests.ROOT / "tables").rglob("*.py")} | _origins()
    return {path: _stamp(path) for path in sorted(paths)}


def _files(modules: Iterable[str]) -> dict[str, list[int]]:
    """Return the stamps of the sources of a library."""
    paths = {str(path) for module in modules if (path := digests.file_of(module))}
    return _tables() | {path: _stamp(path) for path in sorted(paths)}


DAY = 86400.0
KEPT_DAYS = 60  # days since its last load after which a library is removed
KEPT_BYTES = 256 << 20  # bytes; above this total, the least recently loaded libraries are removed
LEAST_FREE = 4 << 20  # bytes that must be free on the disk
UNFINISHED = ".build-"  # prefix of files that are being written
NAMES = "names-"  # prefix of the files that store names of libraries
_LIBRARY = re.compile(r"\w+-[0-9a-f]{20}-[0-9a-f]{8}\.[\w.-]+")

_temporary: list[Path] = []  # folders that replace an unusable cache folder


def print_notice(text: str) -> None:
    """Write a line to stderr, unless GELENK_QUIET=1."""
    if os.environ.get("GELENK_QUIET") != "1":
        sys.stderr.write(f"gelenk: {text}\n")


@functools.cache
def configured_folder() -> Path:
    """Return the cache folder that the environment names, as an absolute path.

    The result is cached, so that a later chdir does not change the folder.
    """
    own = os.environ.get("GELENK_CACHE")
    if own:
        return Path(os.path.abspath(os.path.expanduser(own)))
    return Path(platforms.cache_folder()) / "gelenk"


@functools.cache
def folder() -> Path:
    """Return the folder for new libraries: the wanted one, or a temporary one as a fallback."""
    problem = _prepare(configured_folder())
    if not problem:
        return configured_folder()
    print_notice(
        f"{configured_folder()} {problem}, so what is compiled now is lost when this process ends; "
        "GELENK_CACHE names another folder to keep it in"
    )
    import shutil
    import tempfile

    private = Path(tempfile.mkdtemp(prefix="gelenk-"))
    _temporary.append(private)
    atexit.register(shutil.rmtree, private, ignore_errors=True)
    return private


def is_persistent() -> bool:
    """Return whether libraries that are compiled now are stored for later processes."""
    return not _prepare(configured_folder())


def _prepare(path: Path) -> str:
    """Create the folder with mode 0700; return why the folder is unusable, "" if usable."""
    import shutil
    import tempfile

    if not path.is_absolute():
        return "is no absolute path, since this user has no home folder"
    try:
        path.mkdir(mode=0o700, parents=True, exist_ok=True)
        if "GELENK_CACHE" not in os.environ and platforms.distrusted(path).startswith("can be"):
            path.chmod(0o700)  # created by an older version with the user's umask
        problem = platforms.distrusted(path)
        if problem:
            return f"{problem}, and code is loaded from nowhere else"
        with tempfile.TemporaryFile(dir=path):
            free = shutil.disk_usage(path).free
        return "" if free >= LEAST_FREE else f"has {free >> 10} kB of space left"
    except OSError as error:
        return f"cannot be written ({error.strerror})"


def find(name: str) -> Path | None:
    """Return the path of a file in the cache, None unless the file is trusted and intact."""
    for place in (configured_folder(), *_temporary):
        path = f"{place}{os.sep}{name}"  # ten times faster than joining by pathlib
        try:
            found = os.stat(path)
            if (
                stat.S_ISREG(found.st_mode)
                and not platforms.distrusted(place)
                and not platforms.distrusted_as(found)
                and _intact(path, found)
            ):
                _used(path, found.st_mtime)
                return Path(path)
        except OSError:
            continue
    return None


_known: dict[str, tuple[int, int, int]] = {}  # path -> inode, mtime [ns] and size [bytes] at the last check


def _intact(path: str, found: os.stat_result) -> bool:
    """Return whether the digest of a file matches; remove the file if not."""
    stamp = found.st_ino, found.st_mtime_ns, found.st_size
    if _known.get(path) == stamp:
        return True
    if not digests.is_intact(path):
        print_notice(f"{path} is damaged, and is made again")
        with contextlib.suppress(OSError):
            os.unlink(path)
        return False
    _known[path] = stamp
    return True


def read(path: Path) -> bytes:
    """Return the content of a file written by `write_sealed`, without its digest.

    Errors   RuntimeError: the file is damaged; OSError: the file cannot be read
    """
    content = digests.read_sealed(path)
    if content is None:
        with contextlib.suppress(OSError):
            os.unlink(path)
        raise RuntimeError(f"{path} was damaged and has been removed: run the program again to compile it")
    return content


def _used(path: str, last: float) -> None:
    """Update the mtime of a library in use, at most once a day; `prune` removes the oldest."""
    now = time.time()
    with contextlib.suppress(OSError):
        if now - last > DAY:
            os.utime(path, (now, now))


def write_sealed(path: Path, data: bytes) -> None:
    """Write a file with its digest atomically, readable and writable only by this user.

    Errors   RuntimeError: the disk is full, or the folder cannot be written
    """
    import tempfile

    name = ""
    try:
        number, name = tempfile.mkstemp(dir=path.parent, prefix=UNFINISHED)
        with os.fdopen(number, "wb") as file:
            file.write(digests.seal(data))
            file.flush()
            os.fsync(file.fileno())  # otherwise a system crash may leave the new name without the data
        if path.is_dir() and not path.is_symlink():
            _remove(path)
        os.replace(name, path)
    except BaseException as error:
        with contextlib.suppress(OSError):
            os.unlink(name)
        if isinstance(error, PermissionError) and digests.is_intact(path):
            return  # Windows does not replace a library that a process has loaded; equal names have equal contents
        if not isinstance(error, OSError):
            raise
        raise RuntimeError(
            f"{path.name} cannot be written to {path.parent}: {error.strerror}. "
            "GELENK_CACHE names another folder for compiled libraries"
        ) from None


def prune(path: Path, now: float | None = None) -> list[Path]:
    """Remove old libraries and leftovers of killed processes; return their paths."""
    now = time.time() if now is None else now
    libraries, gone = [], []
    for entry in os.scandir(path):
        try:
            found = entry.stat(follow_symlinks=False)
        except OSError:
            continue  # removed by another process in the meantime
        age = now - found.st_mtime
        if entry.name.startswith(UNFINISHED) or entry.name.endswith(".lock"):
            if age > DAY:
                gone.append(Path(entry.path))
        elif entry.name.startswith(NAMES):
            if age > KEPT_DAYS * DAY:
                gone.append(Path(entry.path))
        elif _LIBRARY.fullmatch(entry.name):
            libraries.append((age, found.st_size, Path(entry.path)))
    total = 0
    for age, size, library in sorted(libraries):
        total += size
        if age > KEPT_DAYS * DAY or total > KEPT_BYTES:
            gone.append(library)
    for old in gone:
        _remove(old)
    return gone


def _remove(path: Path) -> None:
    import shutil

    with contextlib.suppress(OSError):
        if path.is_dir() and not path.is_symlink():
            shutil.rmtree(path)
        else:
            path.unlink()
