"""Dependencies of an MJCF model: included files, models to attach, asset files.

Documents: API / mju_getXMLDependencies
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from typing import TYPE_CHECKING

from gelenk.errors import Error
from gelenk.modeling.mjcf.element_files import FOLDERS, name_from_main
from gelenk.modeling.mjcf.file_sources import Assets, Sources, real_path
from gelenk.modeling.mjcf.parse import expand_includes, parse_text
from gelenk.runtime.assignment import file_name

if TYPE_CHECKING:
    from gelenk.modeling.mjcf.parse import Node, Root


class Recorder(Sources):
    """Sources that record the files read, as paths that begin with the model's folder."""

    def __init__(self, folder: str) -> None:
        super().__init__(folder)
        self.read: list[str] = []

    def find(
        self, name: str, near: str = "", more: Assets | None = None, identified: bool = True
    ) -> tuple[str, bytes]:
        identity, content = super().find(name, near, more)
        self.read.append(os.path.join(self.folder, os.path.relpath(identity, os.path.realpath(self.folder))))
        return identity, content


def dependencies(filename: str) -> list[str]:
    """Return the file and all its dependencies, each once, in order of mention.

    Errors   gelenk.Error if an MJCF file cannot be read; asset files are not opened
    """
    found: dict[str, None] = {}
    seen = set()
    waiting = [file_name("filename", filename)]
    while waiting:
        name = waiting.pop(0)
        if "\0" in name:
            raise Error(f"{name!r} is not the name of a file")
        real = real_path(name)
        if real in seen:
            continue
        seen.add(real)
        folder, base = os.path.split(name)
        sources = Recorder(folder)
        _, content = sources.find(base)
        root = expand_includes(parse_text(content, name), sources)
        found |= dict.fromkeys([name, *sources.read[1:]])
        for tag, path in _files(root, sources):
            if tag == "model":
                waiting.append(path)
            else:
                found[path] = None
    return list(found)


def _files(root: Root, sources: Sources) -> Iterator[tuple[str, str]]:
    """Yield (tag, path) of every file that the elements of a model name."""
    nodes: list[Node] = []
    stack: list[Node] = [root]
    while stack:
        node = stack.pop()
        nodes.append(node)
        stack.extend(reversed(node.children))
    places = {}
    for node in nodes:
        if node.tag == "compiler":
            assets = node.attrs.get("assetdir")
            for setting in ("meshdir", "texturedir"):
                if setting in node.attrs or assets is not None:
                    places[setting] = node.attrs.get(setting, assets) or ""
    near = {id(node): folder for node, folder in root.included}
    for node in nodes:
        for name, text in node.attrs.items():
            if text and name.startswith("file") and (node.tag in FOLDERS or node.tag == "model"):
                base = places.get(FOLDERS.get(node.tag, ""), "")
                if id(node) in near:
                    text = name_from_main(sources, base, text, near[id(node)])
                yield node.tag, os.path.normpath(os.path.join(sources.folder, base, text))
