"""Where the text of models comes from: files on disk and assets handed over from Python.

Documents: XML reference / include; API / Virtual file system
"""

import os
import posixpath
import stat
from copy import copy

from gelenk.errors import Error

MOST_BYTES = 1 << 28  # 256 MiB of text: far above any model, far below memory


class Sources:
    """Files by name: first the assets (a dictionary of names and bytes), then the disk below a folder.

    With `within`, a list of folders, files on disk that lie outside of these are refused.
    """

    def __init__(self, folder="", assets=None, within=None):
        self.folder = folder
        self.base = ""
        self.within = None if within is None else [os.path.realpath(allowed) for allowed in within]
        self.assets = {}
        for name, content in (assets or {}).items():
            if isinstance(content, str):
                content = content.encode()
            if not isinstance(name, str) or not isinstance(content, (bytes, bytearray, memoryview)):
                raise TypeError(f"assets maps names to bytes, not {name!r} to {type(content).__name__}")
            self.assets[posixpath.normpath(name.replace("\\", "/"))] = bytes(content)

    def find(self, name, near=""):
        """(identity, bytes) of the file of that name.

        Tried in turn: the name relative to the main file, relative to the folder `near` of the file that asks
        for it, and, among the assets, the name without folders.
        """
        if "\0" in name:
            raise Error(f"{name!r} is not the name of a file")
        name = name.replace("\\", "/")
        places = [posixpath.normpath(posixpath.join(self.base, *folders, name)) for folders in ((), (near,))]
        for place in (*places, posixpath.normpath(name), posixpath.basename(name)):
            if place in self.assets:
                return place, self.assets[place]
        for place in places:
            path = os.path.join(self.folder, place)
            if os.path.exists(path):
                real = os.path.realpath(path)
                if not self._allowed(real):
                    raise Error(f"the file '{name}' lies outside of the folders that may be read")
                return real, read_file(path)
        raise Error(f"cannot find the file '{name}'")

    def beside(self, name):
        """The same sources, with names relative to the folder of the file of that name."""
        other = copy(self)
        other.base = posixpath.join(self.base, posixpath.dirname(name.replace("\\", "/")))
        return other

    def _allowed(self, path):
        """Whether a real path lies in the folders that reading is confined to."""
        return self.within is None or any(
            os.path.commonpath((path, folder)) == folder for folder in self.within
        )


def read_file(path):
    """The content of a regular file of bounded size; devices, pipes and folders are refused unread."""
    flags = sum(getattr(os, name, 0) for name in ("O_NONBLOCK", "O_CLOEXEC", "O_BINARY"))
    try:
        handle = os.open(path, os.O_RDONLY | flags)
    except (OSError, ValueError) as error:
        raise Error(f"cannot open the file '{path}': {getattr(error, 'strerror', None) or error}") from None
    try:
        status = os.fstat(handle)
        if not stat.S_ISREG(status.st_mode):
            raise Error(f"'{path}' is not a regular file")
        if status.st_size > MOST_BYTES:
            raise Error(f"the file '{path}' has {status.st_size} bytes; at most {MOST_BYTES} are read")
        with open(handle, "rb", closefd=False) as file:
            content = file.read(MOST_BYTES + 1)
    except OSError as error:
        raise Error(f"cannot read the file '{path}': {error.strerror}") from None
    finally:
        os.close(handle)
    if len(content) > MOST_BYTES:
        raise Error(f"the file '{path}' has more than {MOST_BYTES} bytes")
    return content
