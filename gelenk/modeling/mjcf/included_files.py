"""File names in included texts: relative to the main file, else to the included text.

Documents: XML reference / include; XML reference / compiler (meshdir, texturedir, strippath)

As in 3.5.0 the main file comes first, with meshdir and texturedir. If there is no such file, the name is relative to
the folder of the included text, without these settings; strippath disables this folder.
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
    """Make the file names of included elements relative to the main file.

    `included` pairs these elements with the folders of their texts.
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
    """Return a name relative to the folder `base` for a file that is only found in `folder`."""
    name = name.replace("\\", "/")
    beside = posixpath.normpath(posixpath.join(folder, name))
    if is_provided(name) or sources.has(posixpath.join(base, name)) or not sources.has(beside):
        return name
    place = os.path.abspath(os.path.join(sources.folder, sources.base, beside)).replace(os.sep, "/")
    if posixpath.isabs(base):
        return place
    # the path back leads through folders whose names only the disk has
    if posixpath.normpath(base).startswith(".."):
        above = os.path.abspath(os.path.join(sources.folder, sources.base, base)).replace(os.sep, "/")
        return posixpath.relpath(place, above)
    return posixpath.relpath(beside, base or ".")
