"""Files that elements of included texts name: relative to the main file as all others, or else to the included text.

Documents: XML reference / include; XML reference / compiler (meshdir, texturedir, strippath)

As in 3.5.0 the main file comes first, with meshdir and texturedir. Where no file is there, the name counts from the
folder of the text that names it, without these settings; strippath leaves no such folder.
"""

from __future__ import annotations

import os
import posixpath
from typing import TYPE_CHECKING

from gelenk.modeling.mjcf.element_files import FOLDERS
from gelenk.modeling.mjcf.file_sources import is_provided

if TYPE_CHECKING:
    from gelenk.modeling.mjcf.file_sources import Sources
    from gelenk.modeling.mjcf.parse import Node
    from gelenk.modeling.spec.spec import MjSpec


def find_included_files(spec: MjSpec, included: list[tuple[Node, str]], sources: Sources) -> None:
    """Let elements name their files from the main file on; `included` has them with the folders of their texts."""
    if spec.strippath:
        return
    for node, folder in included:
        setting = FOLDERS.get(node.tag)
        base = getattr(spec, setting) if setting else ""
        for attribute, name in node.values.items():
            if attribute.startswith("file") and name:
                node.values[attribute] = name_from_main(sources, base, name, folder)


def name_from_main(sources: Sources, base: str, name: str, folder: str) -> str:
    """The name by which a file is found in the folder `base`, if it is in `folder` and not there already."""
    name = name.replace("\\", "/")
    beside = posixpath.normpath(posixpath.join(folder, name))
    if is_provided(name) or sources.has(posixpath.join(base, name)) or not sources.has(beside):
        return name
    place = os.path.abspath(os.path.join(sources.folder, sources.base, beside)).replace(os.sep, "/")
    if posixpath.isabs(base):
        return place
    if posixpath.normpath(base).startswith(
        ".."
    ):  # the way back leads through folders that only the disk names
        above = os.path.abspath(os.path.join(sources.folder, sources.base, base)).replace(os.sep, "/")
        return posixpath.relpath(place, above)
    return posixpath.relpath(beside, base or ".")
