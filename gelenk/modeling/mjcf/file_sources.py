"""File sources of models: assets from Python, resource providers, zip archives, the disk.

Documents: Modeling / MJCF; API / MjSpec; XML reference / include; API / Virtual file system; API / Resource providers

A file is looked up in the assets first, then in resource providers, then on disk. A zip archive (MJZ) contains a
model file and the files that it names.
"""

from __future__ import annotations

import contextlib
import io
import os
import posixpath
import stat
import threading
import time
import zipfile
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any

from gelenk.errors import Error, short
from gelenk.runtime.assignment import described, file_name, text

MOST_FILES = 20_000


def read_zip(file: Any) -> tuple[str, dict[str, bytes]]:
    """Return the name of the model file in an archive, and all files as {name: bytes}.

    `file` is a path or an open binary file. Names are relative to the folder of the model file, which is the XML file
    in the fewest folders, or the last of several. Nothing is written to disk.

    Errors   gelenk.Error: not a zip file, damaged, more than 256 MiB unpacked, without an XML file
    """
    content = file.read() if hasattr(file, "read") else read_file(file_name("file", file))
    try:
        with zipfile.ZipFile(io.BytesIO(content)) as archive:
            files = unpacked(archive)
    except (Error, MemoryError):
        raise
    except Exception:  # zipfile raises about ten types on damaged archives
        raise Error("the file is not a zip file, or damaged") from None
    models = [name for name in files if name.lower().endswith((".xml", ".mjcf", ".urdf"))]
    if not models:
        raise Error("no XML file found in zip file")
    fewest = min(name.count("/") for name in models)
    main = [name for name in models if name.count("/") == fewest][-1]
    folder = posixpath.dirname(main)
    return posixpath.basename(main), {posixpath.relpath(name, folder or "."): files[name] for name in files}


def unpacked(archive: zipfile.ZipFile) -> dict[str, bytes]:
    """Return the files of an archive by name, without its folders."""
    entries = [entry for entry in archive.infolist() if not entry.is_dir()]
    if len(entries) > MOST_FILES:
        raise Error(f"the zip file has {len(entries)} files; at most {MOST_FILES} are read")
    files, left = {}, MOST_FILE_BYTES
    for entry in entries:
        with archive.open(entry) as part:
            content = part.read(left + 1)  # bounded read, since the size in the header may be wrong
        left -= len(content)
        if left < 0:
            raise Error(f"the zip file has more than {MOST_FILE_BYTES} bytes when unpacked")
        name = posixpath.normpath(entry.filename.replace("\\", "/")).lstrip("/")
        while name.startswith("../"):
            name = name[3:]
        files[name] = content
    return files


def write_zip(file: Any, files: dict[str, Any]) -> None:
    """Write files {name: bytes or text}, the model last, to a path or an open binary file."""
    file = file if hasattr(file, "write") else file_name("file", file)
    with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in files.items():
            archive.writestr(name, content)


MOST_FILE_BYTES = 1 << 28  # bytes (256 MiB): far above any model, far below memory
SETTLED = 2 * 10**9  # time since the last change after which an equal date implies equal content [ns]
Stamp = tuple[int, ...]

Content = bytes | bytearray | memoryview
PROVIDERS: dict[str, Callable[[str], Content | None]] = {}  # prefix -> function from name to content


def register_provider(prefix: str, read: Callable[[str], Content | None]) -> None:
    """Register a function that provides the files whose names begin with `prefix:`.

    A provider serves models as well as the files that models name.

        parts = {"store:arm.xml": b"<mujoco>...</mujoco>"}
        gelenk.register_provider("store", parts.get)
        m = gelenk.MjModel.from_xml_path("store:arm.xml")

    prefix   a word of two letters or more
    read     function from the whole name, prefix included, to the content of the file, or None if there is no such file

    A name is looked up in the assets, then in providers, then on disk. A provider stays registered until the process
    ends.

    Errors     TypeError: read is not a function
               ValueError: the prefix is not a word, is taken, or is a prefix of another one or the reverse
    Source     API / Resources; Modeling / Resource providers
    """
    if not isinstance(prefix, str) or not prefix.isidentifier() or len(prefix) < 2:
        raise ValueError(
            f"the prefix of a resource provider must be a word of two or more letters, not {prefix!r}"
        )
    if not callable(read):
        raise TypeError(
            f"a resource provider must be a function from name to bytes, not {type(read).__name__}"
        )
    for known, other in PROVIDERS.items():
        if known == prefix and other != read:
            raise ValueError(f"the resource provider '{known}' is registered already")
        if known != prefix and (known.startswith(prefix) or prefix.startswith(known)):
            raise ValueError(f"the prefix '{prefix}' is ambiguous with the resource provider '{known}'")
    PROVIDERS[prefix] = read


def is_provided(name: str) -> bool:
    """Return whether a file name begins with the prefix of a resource provider."""
    prefix, colon, _ = name.partition(":")
    return bool(colon) and prefix in PROVIDERS


def provided(name: str) -> bytes:
    """Return the content of a file from its resource provider."""
    if record := recorded():
        record.is_complete = False  # the next call of the provider may return other content
    content = PROVIDERS[name.partition(":")[0]](name)
    if not isinstance(content, (bytes, bytearray, memoryview)):
        raise Error(f"the resource provider has no file '{name}'")
    return bytes(content)


class Assets:
    """Files passed from Python as a dictionary from names to bytes.

    A file is found by its path, or, as in 3.5.0, by its base name alone, in upper or lower case.
    """

    def __init__(self, files: Any = None) -> None:
        self.files: dict[str, bytes] = {}
        self.by_name: dict[str, list[str]] = {}
        if files is not None and not isinstance(files, Mapping):
            raise TypeError(f"assets must be a dictionary of names and bytes, not {described(files)}")
        for name, content in (files or {}).items():
            if isinstance(content, str):
                content = text("assets: a content", content)
            if not isinstance(name, str) or not isinstance(content, (bytes, bytearray, memoryview)):
                raise TypeError(f"assets must map names to bytes, not {name!r} to {type(content).__name__}")
            path = posixpath.normpath(name.replace("\\", "/"))
            self.files[path] = bytes(content)
            self.by_name.setdefault(posixpath.basename(path).lower(), []).append(path)

    def find(self, places: Sequence[str]) -> Any:
        """Return (identity, bytes) of the first path found, else of the one file of that name.

        Returns None if there is no such file.
        """
        for place in places:
            if place in self.files:
                return place, self.files[place]
        base = posixpath.basename(places[0])
        same = self.by_name.get(base.lower(), [])
        same = [path for path in same if posixpath.basename(path) == base] or same
        if len(same) > 1:
            raise Error(f"several assets are called '{base}', and none is at '{places[0]}'")
        return (same[0], self.files[same[0]]) if same else None


def _folders(within: Any) -> list[str]:
    """Return the names of the folders that may be read; a single one may be given by itself.

    Errors   TypeError: neither a name nor a list of names
    """
    if isinstance(within, str | bytes | os.PathLike):
        within = [within]  # a string would be iterated by letters, and the letter '/' allows every file
    if not isinstance(within, Iterable):
        raise TypeError(f"within must be a folder or a list of folders, not {described(within)}")
    return [file_name("within", folder) for folder in within]


class Sources:
    """Lookup of files by name: in the assets, resource providers, then on disk below a folder.

    With `within`, one or more folders, files on disk outside of these folders are refused.
    """

    def __init__(self, folder: str = "", assets: Any = None, within: Any = None) -> None:
        self.folder = folder
        self.base = ""
        self.within = None if within is None else [real_path(allowed) for allowed in _folders(within)]
        self.assets = Assets(assets)

    def find(
        self, name: str, near: str = "", more: Assets | None = None, identified: bool = True
    ) -> tuple[str, bytes]:
        """Return (identity, bytes) of a file; `more` are Assets that precede all others.

        Tried in turn: the name relative to the main file, relative to the folder `near` of the file that names it, and,
        among the assets, the base name. If the file need not be `identified`, links in its path are not resolved, which
        saves time.
        """
        if "\0" in name:
            raise Error(f"{name!r} is not the name of a file")
        name = name.replace("\\", "/")
        places = [posixpath.normpath(posixpath.join(self.base, name))]
        if near:
            places.append(posixpath.normpath(posixpath.join(self.base, near, name)))
        for assets in (more, self.assets):
            if assets and assets.files:
                found = assets.find([*places, posixpath.normpath(name)])
                if found:
                    return found
        if is_provided(name):
            return name, provided(name)
        outside = False
        for place in places:
            path = os.path.join(self.folder, place)
            if self.within is not None:
                path = real_path(path)
                # checked before the file is accessed, so that the error does not reveal whether the file exists
                if not self._is_allowed(path):
                    outside = True
                    continue
            note(path)
            if os.path.exists(path):
                real = real_path(path) if identified else path
                return real, read_file(path)
        if outside:
            raise Error(f"the file '{short(name, 300)}' lies outside of the folders that may be read")
        try:
            folders = dict.fromkeys(
                os.path.abspath(os.path.join(self.folder, place, "..")) for place in places
            )
        except OSError:
            raise Error(f"cannot find the file '{short(name)}': {GONE}") from None
        raise Error(f"cannot find the file '{short(name, 300)}' in {' or '.join(map(_shown, folders))}")

    def is_readable(self, name: str) -> bool:
        """Return whether a file, named relative to the main file, exists and may be read."""
        place = posixpath.normpath(posixpath.join(self.base, name.replace("\\", "/")))
        if self.assets.files and self.assets.find([place, posixpath.normpath(name)]):
            return True
        if is_provided(name):
            return True
        path = os.path.join(self.folder, place)
        if self.within is not None:
            path = real_path(path)
        note(path)
        return self._is_allowed(path) and os.path.exists(path)

    def is_in_memory(self, name: str, more: Assets | None = None) -> bool:
        """Return whether a file is found among the assets."""
        name = name.replace("\\", "/")
        places = [posixpath.normpath(posixpath.join(self.base, name)), posixpath.normpath(name)]
        return any(assets and assets.files and assets.find(places) for assets in (more, self.assets))

    def stamp(self, name: str, more: Assets | None = None) -> Stamp | None:
        """Return the identity and dates of a file on disk without reading it, or None.

        None means that only reading can tell versions apart: for files from other sources, and for those changed so
        recently that another change might not alter the date.
        """
        if self.within is not None or self.assets.files or (more and more.files) or is_provided(name):
            return None
        place = posixpath.normpath(posixpath.join(self.base, name.replace("\\", "/")))
        path = os.path.join(self.folder, place)
        note(path)
        try:
            found = os.stat(path)
        except (OSError, ValueError):
            return None
        return _stamp(found) if is_settled(found) else None

    def relative_to_file(self, name: str) -> Sources:
        """Return these sources with names relative to the folder of the named file."""
        other = type(self).__new__(type(self))
        other.__dict__.update(self.__dict__)
        other.base = posixpath.join(self.base, posixpath.dirname(name.replace("\\", "/")))
        return other

    def _is_allowed(self, path: str) -> bool:
        """Return whether a resolved path lies in the permitted folders."""
        return self.within is None or any(
            os.path.commonpath((path, folder)) == folder for folder in self.within
        )


def _stamp(found: os.stat_result) -> Stamp:
    """Return identity, dates and size of a file."""
    return found.st_dev, found.st_ino, found.st_mtime_ns, found.st_ctime_ns, found.st_size


def is_settled(found: os.stat_result) -> bool:
    """Return whether the next change of a regular file will alter its dates."""
    changed = max(found.st_mtime_ns, found.st_ctime_ns)
    return stat.S_ISREG(found.st_mode) and time.time_ns() - changed >= SETTLED


class Record:
    """Record of the files that reading a model tries, so that changes can be detected.

    files        path -> stamp of a file before it was read; None: no such file
    is_complete  whether equal stamps will mean equal files
    """

    def __init__(self) -> None:
        self.files: dict[str, Stamp | None] = {}
        self.is_complete = True


_reading = threading.local()  # record: the Record of this thread, or None


@contextlib.contextmanager
def recording() -> Iterator[Record]:
    """Context that records what this thread tries on disk."""
    record = _reading.record = Record()
    try:
        yield record
    finally:
        _reading.record = None


def recorded() -> Record | None:
    """Return the record of this thread, or None."""
    return getattr(_reading, "record", None)


def note(path: str) -> None:
    """Record a path, if this thread records, before the file is read."""
    record = recorded()
    if record is None or path in record.files:
        return
    try:
        found = os.stat(path)
    except OSError:
        record.files[path] = None
        return
    except ValueError:  # this is not the name of a file
        record.is_complete = False
        return
    record.files[path] = _stamp(found)
    record.is_complete &= is_settled(found)


def are_unchanged(files: Mapping[str, Stamp | None]) -> bool:
    """Return whether files have the stamps that were recorded."""
    for path, stamp in files.items():
        try:
            if _stamp(os.stat(path)) != stamp:
                return False
        except OSError:
            if stamp is not None:
                return False
    return True


GONE = "the working folder has been deleted"


def real_path(path: str) -> str:
    """Return the path without links.

    Errors   Error: the path is relative and the working folder has been deleted
    """
    try:
        return os.path.realpath(path)
    except OSError:
        raise Error(f"cannot find the file '{short(path)}': {GONE}") from None


def _shown(folder: str) -> str:
    return short(folder, 300)


def read_file(path: str) -> bytes:
    """Return the content of a regular file of bounded size; refuse devices, pipes and folders."""
    flags = sum(getattr(os, name, 0) for name in ("O_NONBLOCK", "O_CLOEXEC", "O_BINARY"))
    try:
        handle = os.open(path, os.O_RDONLY | flags)
    except (OSError, ValueError) as error:
        raise Error(f"cannot open the file '{path}': {getattr(error, 'strerror', None) or error}") from None
    try:
        status = os.fstat(handle)
        if not stat.S_ISREG(status.st_mode):
            raise Error(f"'{path}' is not a regular file")
        if status.st_size > MOST_FILE_BYTES:
            raise Error(f"the file '{path}' has {status.st_size} bytes; at most {MOST_FILE_BYTES} are read")
        content = os.read(handle, status.st_size + 1)
        if len(content) != status.st_size:  # the file grows, or the read was partial
            with open(handle, "rb", closefd=False) as file:
                content += file.read(MOST_FILE_BYTES + 1)
    except OSError as error:
        raise Error(f"cannot read the file '{path}': {error.strerror}") from None
    finally:
        os.close(handle)
    if len(content) > MOST_FILE_BYTES:
        raise Error(f"the file '{path}' has more than {MOST_FILE_BYTES} bytes")
    return content
