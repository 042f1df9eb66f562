"""Where the text of models comes from: files on disk and assets handed over from Python.

Documents: XML reference / include; API / Virtual file system
"""

import os
import posixpath
import stat

from gelenk.errors import Error

MOST_BYTES = 1 << 28  # 256 MiB of text: far above any model, far below memory


class Sources:
    """Files by name: first the assets (a dictionary of names and bytes), then the disk below a folder."""

    def __init__(self, folder="", assets=None):
        self.folder = folder
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
            raise Error(f"'{name}' is not the name of a file".replace("\0", "\\0"))
        name = name.replace("\\", "/")
        places = [posixpath.normpath(name), posixpath.normpath(posixpath.join(near, name))]
        for place in (*places, posixpath.basename(name)):
            if place in self.assets:
                return place, self.assets[place]
        for place in places:
            path = os.path.join(self.folder, place)
            if os.path.exists(path):
                return os.path.realpath(path), read_file(path)
        raise Error(f"cannot find the file '{name}'")


def read_file(path):
    """The content of a regular file of bounded size; devices, pipes and folders are refused unread."""
    try:
        handle = os.open(path, os.O_RDONLY | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_CLOEXEC", 0)
                         | getattr(os, "O_BINARY", 0))
    except (OSError, ValueError) as error:
        raise Error(f"cannot open the file '{path}': {getattr(error, 'strerror', None) or error}") from None
    with open(handle, "rb") as file:
        status = os.fstat(handle)
        if not stat.S_ISREG(status.st_mode):
            raise Error(f"'{path}' is not a regular file")
        if status.st_size > MOST_BYTES:
            raise Error(f"the file '{path}' has {status.st_size} bytes; at most {MOST_BYTES} are read")
        content = file.read(MOST_BYTES + 1)
    if len(content) > MOST_BYTES:
        raise Error(f"the file '{path}' has more than {MOST_BYTES} bytes")
    return content
