"""Files of elements: where they are found, how texts name them, dependencies of models.

Documents: XML reference / compiler (meshdir, texturedir, strippath); XML reference / include; API / MjSpec;
API / mju_getXMLDependencies

An element attached from another model names its file relative to the folders of that model. A text has only the
settings of the whole model, so the name is written as a path relative to the folder in these settings.

A name in an included text is relative to the main file, with meshdir and texturedir, as in 3.5.0. If there is no such
file, it is relative to the folder of the included text, without these settings; strippath disables this folder.
"""

from __future__ import annotations

import os
import posixpath
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from gelenk.errors import Error
from gelenk.modeling.mjcf.file_sources import Assets, Sources, is_provided, real_path
from gelenk.modeling.mjcf.parse import expand_includes, parse_text
from gelenk.runtime.assignment import file_name

if TYPE_CHECKING:
    from gelenk.modeling.mjcf.file_sources import Sources
    from gelenk.modeling.mjcf.parse import Node, Root
    from gelenk.modeling.spec.element_classes import MjsTexture
    from gelenk.modeling.spec.spec import MjSpec


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


# element tag -> compiler setting with the folder of its files
FOLDERS = {
    "mesh": "meshdir",
    "hfield": "meshdir",
    "skin": "meshdir",
    "flexcomp": "meshdir",
    "texture": "texturedir",
}


def locate(spec: MjSpec, el: Any, name: str) -> tuple[Sources, str]:
    """Return (sources, path) of a file of an element, relative to the main file of its model."""
    origin = el.__dict__.get("_origin") or spec
    sources = origin._sources or Sources(origin.modelfiledir)
    if is_provided(name):
        return sources, name
    if origin.strippath:
        name = posixpath.basename(name.replace("\\", "/"))
    return sources, posixpath.join(getattr(origin, FOLDERS[el.tag]), name)


class Named:
    """Naming of files in a text, by paths relative to the folder of the whole model."""

    def __init__(self, spec: MjSpec) -> None:
        self.spec = spec
        self.assets = Assets(spec.assets)

    def path(self, el: Any, name: str) -> str:
        """Return the path of a file from the folder of the main file, or the name of an asset."""
        sources, path = locate(self.spec, el, name)
        if is_provided(path):
            return path
        places = [posixpath.normpath(posixpath.join(sources.base, path)), posixpath.normpath(path)]
        for assets in (self.assets, sources.assets):
            found = assets.find(places)
            if found:
                return found[0]
        own = (self.spec._sources or Sources(self.spec.modelfiledir)).folder
        if os.path.realpath(sources.folder or ".") != os.path.realpath(own or "."):
            return os.path.relpath(os.path.join(sources.folder, places[0]), own or ".").replace(os.sep, "/")
        return places[0]

    def file_name(self, el: Any, name: str) -> str:
        """Return the name of an element's file in the text."""
        if el.__dict__.get("_origin") in (None, self.spec):
            return name
        return self.name_in_text(el, self.path(el, name))

    def name_in_text(self, el: Any, path: str) -> str:
        """Return the file name that leads an element of the whole model to a path."""
        if is_provided(path) or posixpath.isabs(path):
            return path
        name = posixpath.relpath(path, getattr(self.spec, FOLDERS[el.tag]) or ".")
        if self.spec.strippath and "/" in name and path not in self.assets.files:
            raise Error(
                f"the file '{path}' of an attached model cannot be named, since strippath removes folders",
                where=el.where,
                hint="set strippath of the spec to False",
            )
        return name

    def image_name(self, texture: MjsTexture) -> str:
        """Raise an Error, since MJCF cannot express pixels in memory."""
        raise Error(
            f"texture '{texture.name}' has its pixels from data, which MJCF cannot express",
            where=texture.where,
            hint="to_zip saves them as a file, or give the texture a file",
        )


class Packed(Named):
    """Naming of files in the text of an archive; the files are read into `contents`."""

    def __init__(self, spec: MjSpec) -> None:
        super().__init__(spec)
        self.contents = dict(self.assets.files)
        self.moved: dict[str, str] = {}  # path outside of the model's folder -> path in the archive

    def file_name(self, el: Any, name: str) -> str:
        if is_provided(name):
            return name
        sources, path = locate(self.spec, el, name)
        inside = self.path(el, name)
        if inside.startswith("..") or posixpath.isabs(inside):
            if inside not in self.moved:
                self.moved[inside] = self.unused_path("files", posixpath.basename(inside))
            inside = self.moved[inside]
        if inside not in self.contents:
            try:
                self.contents[inside] = sources.find(path, more=self.assets)[1]
            except Error as error:
                raise Error(str(error), where=el.where) from None
        elif el.__dict__.get("_origin") in (None, self.spec):
            return name
        return self.name_in_text(el, inside)

    def name_in_text(self, el: Any, path: str) -> str:
        return posixpath.relpath(path, getattr(self.spec, FOLDERS[el.tag]) or ".")

    def unused_path(self, folder: str, base: str) -> str:
        """Return an unused path in the archive."""
        stem, ending = posixpath.splitext(base)
        path, count = posixpath.join(folder, base), 1
        while path in self.contents or path in self.moved.values():
            count += 1
            path = posixpath.join(folder, f"{stem}_{count}{ending}")
        return path

    def image_name(self, texture: MjsTexture) -> str:
        """Add a PNG of the pixels to the archive, and return its name."""
        from gelenk.modeling.assets import pictures

        width, height, channels = int(texture.width), int(texture.height), int(texture.nchannel)
        if channels not in pictures.MODES:
            raise Error(
                f"texture '{texture.name}' has {channels} channels, which PNG does not support",
                where=texture.where,
                hint="1, 3 or 4",
            )
        path = self.unused_path("textures", f"{(texture.name or 'texture').replace('/', '_')}.png")
        self.contents[path] = pictures.encode(bytes(texture.data), width, height, channels)
        return self.name_in_text(texture, path)


def find_included_files(spec: MjSpec, included: list[tuple[Node, str]], sources: Sources) -> None:
    """Make the file names of included elements relative to the main file.

    included   (element, folder of the file that contains the element) for each included element
    """
    if spec.strippath:
        return
    for node, folder in included:
        setting = FOLDERS.get(node.tag)
        base = getattr(spec, setting) if setting else ""
        for attribute, name in node.values.items():
            if attribute.startswith("file") and name:
                node.values[attribute] = name_from_main(sources, base, name, folder)


def name_from_main(sources: Sources, base: str, name: str, folder: str) -> str:
    """Return the name, rewritten relative to `base` if the file exists only in `folder`."""
    name = name.replace("\\", "/")
    beside = posixpath.normpath(posixpath.join(folder, name))
    if (
        is_provided(name)
        or sources.is_readable(posixpath.join(base, name))
        or not sources.is_readable(beside)
    ):
        return name
    place = os.path.abspath(os.path.join(sources.folder, sources.base, beside)).replace(os.sep, "/")
    if posixpath.isabs(base):
        return place
    # the relative path passes through folders above the main file, whose names only its absolute path contains
    if posixpath.normpath(base).startswith(".."):
        above = os.path.abspath(os.path.join(sources.folder, sources.base, base)).replace(os.sep, "/")
        return posixpath.relpath(place, above)
    return posixpath.relpath(beside, base or ".")
