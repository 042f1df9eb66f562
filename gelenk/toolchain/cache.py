"""File names of libraries, remembered: hashing all that they depend on takes longer than loading them.

Documents: design / Names are hashes; design / Compiled ahead, loaded without Numba

A file in the cache folder has the names, and dates and sizes of what they were made of; each process looks at these,
once, before it believes the names. It is asked in source checkouts; what a wheel carries is known by its manifest.

The folder of compiled libraries: whom it may belong to, how files come into it, which leave it.

    GELENK_CACHE, else XDG_CACHE_HOME/gelenk, else ~/.cache/gelenk

Code is loaded only from files and folders that this user or root owns and nobody else may write. Each file has a digest
of its content (digests.py); one that is damaged is removed, with a line that says so, and made again. Where the folder
cannot be used, a temporary one that lives as long as the process takes its place, with a line that says why.
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

from gelenk.toolchain import digests, platforms, sources
from gelenk.toolchain.digests import blake2b

COMPILERS = ("numba", "llvmlite")
SLACK = (
    10 * 10**9
)  # what changed so shortly before this process began [ns] may have been read in another state
_BEGIN = time.time_ns()


class Memory(NamedTuple):
    """names    of a library -> of its file
    files    path of a source -> its date [ns] and size
    """

    names: dict[str, str]
    files: dict[str, list[int]]


def _path() -> str:
    """The file of this checkout, for this processor, with checks or without."""
    return _path_in(wanted(), sources.cpu_level(), sources.checking())


@functools.cache
def _path_in(folder: Path, level: str, checking: bool) -> str:
    made = [sources.FORMAT, str(sources.ROOT), level, checking, platforms.here().suffix]
    if level == "host":
        made.append(platforms.processor_features())
    digest = blake2b(repr(made).encode(), digest_size=8).hexdigest()
    return os.path.join(folder, f"{NAMES}{digest}.json")


@functools.cache
def _memory(path: str) -> Memory:
    """What an earlier process has left, if nothing of it has changed; else nothing."""
    try:
        if not platforms.distrusted(wanted()) and not platforms.distrusted(path):
            found = Memory(**json.loads(digests.read(path) or b""))
            if _origins() <= found.files.keys() and all(_stamp(p) == s for p, s in found.files.items()):
                return found
    except (OSError, ValueError, TypeError, AttributeError):
        pass
    return Memory({}, {})


def name(library: str, modules: Callable[[], Iterable[str]], hashed: Callable[[], str]) -> str:
    """File name of a library for the sources as they are now.

    modules  gives those that it depends on, asked together with
    hashed   what gives the name, where nobody remembers it
    """
    path = _path()
    memory = _memory(path)
    if library not in memory.names:
        memory.names[library] = hashed()
        memory.files.update(_files(modules()))
        _unwritten.add(path)
    return memory.names[library]


def remembered(library: str) -> str | None:
    """File name of a library, where an earlier process has left it."""
    return _memory(_path()).names.get(library)


_unwritten: set[str] = set()  # files that lack names


def keep() -> None:
    """Write down the names that were found out since."""
    while _unwritten:
        path = _unwritten.pop()
        memory = _memory(path)
        if all(date < _BEGIN - SLACK for date, _ in memory.files.values()):
            with contextlib.suppress(RuntimeError):
                if usable():
                    place(Path(path), json.dumps(memory._asdict()).encode())


def _stamp(path: str) -> list[int]:
    found = os.stat(path)
    return [found.st_mtime_ns, found.st_size]


def _origins() -> set[str]:
    """The compilers, whose versions count, too."""
    found = (importlib.util.find_spec(compiler) for compiler in COMPILERS)
    return {spec.origin for spec in found if spec is not None and spec.origin}


@functools.cache
def _tables() -> dict[str, list[int]]:
    """Dates and sizes of what all libraries depend on."""
    paths = {str(path) for path in (sources.ROOT / "tables").rglob("*.py")} | _origins()
    return {path: _stamp(path) for path in sorted(paths)}


def _files(modules: Iterable[str]) -> dict[str, list[int]]:
    """Dates and sizes of the sources of a library."""
    paths = {str(path) for module in modules if (path := sources.file_of(module))}
    return _tables() | {path: _stamp(path) for path in sorted(paths)}


DAY = 86400.0
KEPT_DAYS = 60  # libraries that nobody has loaded for so long are removed
KEPT_BYTES = 256 << 20  # and beyond this size those that were loaded least recently
LEAST_FREE = 4 << 20  # of the disk
UNFINISHED = ".build-"  # how names of files begin that are being written
NAMES = "names-"  # and of those that remember names of libraries (cache.py)
_LIBRARY = re.compile(r"\w+-[0-9a-f]{20}-[0-9a-f]{8}\.[\w.-]+")

_temporary: list[Path] = []  # where nothing else can be written


def say(text: str) -> None:
    """A line to the user, on stderr; silent with GELENK_QUIET=1."""
    if os.environ.get("GELENK_QUIET") != "1":
        sys.stderr.write(f"gelenk: {text}\n")


@functools.cache
def wanted() -> Path:
    """The folder that the environment names, absolute: it stays the same when the process changes its folder."""
    own = os.environ.get("GELENK_CACHE")
    if own:
        return Path(os.path.abspath(os.path.expanduser(own)))
    base = os.environ.get("XDG_CACHE_HOME")
    if not base or not os.path.isabs(base):  # a relative one is to be ignored, says the XDG specification
        base = os.path.join(os.path.expanduser("~"), ".cache")
    return Path(base) / "gelenk"


@functools.cache
def folder() -> Path:
    """Where libraries are written: the wanted folder, or a temporary one of this process alone."""
    problem = _prepare(wanted())
    if not problem:
        return wanted()
    say(
        f"{wanted()} {problem}, so what is compiled now is lost when this process ends; "
        "GELENK_CACHE names another folder to keep it in"
    )
    import shutil
    import tempfile

    private = Path(tempfile.mkdtemp(prefix="gelenk-"))
    _temporary.append(private)
    atexit.register(shutil.rmtree, private, ignore_errors=True)
    return private


def usable() -> bool:
    """Whether what is compiled now is there for the next process."""
    return not _prepare(wanted())


def _prepare(path: Path) -> str:
    """Make the folder, for this user alone; returns why it cannot be used, "" if it can."""
    import shutil
    import tempfile

    if not path.is_absolute():
        return "is no absolute path, since this user has no home folder"
    try:
        path.mkdir(mode=0o700, parents=True, exist_ok=True)
        if "GELENK_CACHE" not in os.environ and platforms.distrusted(path).startswith("can be"):
            path.chmod(0o700)  # made by an older version, with the user's mask
        problem = platforms.distrusted(path)
        if problem:
            return f"{problem}, and code is loaded from nowhere else"
        with tempfile.TemporaryFile(dir=path):
            free = shutil.disk_usage(path).free
        return "" if free >= LEAST_FREE else f"has {free >> 10} kB of space left"
    except OSError as error:
        return f"cannot be written ({error.strerror})"


def find(name: str) -> Path | None:
    """The file of that name in the cache, None if there is none that may be trusted or that is intact."""
    for place in (wanted(), *_temporary):
        path = f"{place}{os.sep}{name}"  # joined so in a tenth of the time
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


_known: dict[str, tuple[int, int, int]] = {}  # files whose digest has been compared, as they were


def _intact(path: str, found: os.stat_result) -> bool:
    """Whether a file is what was written there; else it is removed."""
    stamp = found.st_ino, found.st_mtime_ns, found.st_size
    if _known.get(path) == stamp:
        return True
    if not digests.is_intact(path):
        say(f"{path} is damaged, and is made again")
        with contextlib.suppress(OSError):
            os.unlink(path)
        return False
    _known[path] = stamp
    return True


def read(path: Path) -> bytes:
    """The content of a file that `place` wrote, without its digest.

    Errors   RuntimeError: it is damaged; OSError: it cannot be read
    """
    content = digests.read(path)
    if content is None:
        with contextlib.suppress(OSError):
            os.unlink(path)
        raise RuntimeError(f"{path} is damaged, and was removed: run this again to make it anew")
    return content


def _used(path: str, last: float) -> None:
    """Say in its date that a library is in use, once a day: prune looks at that."""
    now = time.time()
    with contextlib.suppress(OSError):
        if now - last > DAY:
            os.utime(path, (now, now))


def place(path: Path, data: bytes) -> None:
    """Write a file with its digest, for this user alone, so that it appears under its name only when it is complete.

    RuntimeError where the disk is full, or the folder cannot be written.
    """
    import tempfile

    name = ""
    try:
        number, name = tempfile.mkstemp(dir=path.parent, prefix=UNFINISHED)
        with os.fdopen(number, "wb") as file:
            file.write(digests.seal(data))
            file.flush()
            os.fsync(file.fileno())  # else the name may outlive a crash of the system, and the data not
        if path.is_dir() and not path.is_symlink():
            _remove(path)
        os.replace(name, path)
    except BaseException as error:
        with contextlib.suppress(OSError):
            os.unlink(name)
        if not isinstance(error, OSError):
            raise
        raise RuntimeError(
            f"{path.name} cannot be written to {path.parent}: {error.strerror}. "
            "GELENK_CACHE names another folder for compiled libraries"
        ) from None


def prune(path: Path, now: float | None = None) -> list[Path]:
    """Remove what nobody uses any more from a cache folder: old libraries, what killed processes left. Returns it."""
    now = time.time() if now is None else now
    libraries, gone = [], []
    for entry in os.scandir(path):
        try:
            found = entry.stat(follow_symlinks=False)
        except OSError:
            continue  # another process was faster
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
