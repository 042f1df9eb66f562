"""The virtual file system MjVfs: files in memory, by name, for models read with `vfs=`.

Documents: API / Virtual file system
"""

from collections.abc import Mapping
from typing import Any


class MjVfs:
    """Virtual file system: contents of files by name, used before files on disk.

        with mujoco.MjVfs() as vfs:
            vfs["ball.xml"] = b"<mujoco/>"
            m = mujoco.MjModel.from_xml_path("ball.xml", vfs=vfs)

    `vfs[name] = content` adds a file, `del vfs[name]` removes one, `name in vfs` tells whether one is there.
    """

    __slots__ = ("_files",)

    _files: dict[str, bytes] | None

    def __init__(self) -> None:
        self._files = {}

    def __setitem__(self, name: str, content: bytes) -> None:
        if not isinstance(name, str) or not isinstance(content, bytes):
            raise TypeError(
                f"MjVfs: vfs[name] = content takes text and bytes, not {type(name).__name__} and "
                f"{type(content).__name__}"
            )
        files = self._open()
        if name in files:
            raise ValueError(f"Repeated file name in VFS: {name[:300]}")
        files[name] = content

    def __delitem__(self, name: str) -> None:
        if not isinstance(name, str):
            raise TypeError(f"MjVfs: a name must be text, not {type(name).__name__}")
        del self._open()[name]

    def __contains__(self, name: object) -> bool:
        if not isinstance(name, str):
            raise TypeError(f"MjVfs: a name must be text, not {type(name).__name__}")
        return name in self._open()

    def __enter__(self) -> "MjVfs":
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """Release the contents; every use raises from now on, except for another close.

        Source     API / Virtual file system
        """
        self._files = None

    def _open(self) -> dict[str, bytes]:
        if self._files is None:
            raise RuntimeError("VFS is closed")
        return self._files


def vfs_files(vfs: Any, function: str) -> dict[str, bytes]:
    """Return the files of a VFS by name; {} for None."""
    if vfs is None:
        return {}
    if not isinstance(vfs, MjVfs):
        raise TypeError(f"{function}: vfs must be an MjVfs, not {type(vfs).__name__}")
    return dict(vfs._open())


def assets_or_vfs(assets: Mapping[str, Any] | None, vfs: Any, function: str) -> Any:
    """Return the files of a call that takes assets or a VFS, but not both."""
    if vfs is None:
        return assets
    if assets is not None:
        raise ValueError("Cannot specify both 'assets' and 'vfs'.")
    return vfs_files(vfs, function)
