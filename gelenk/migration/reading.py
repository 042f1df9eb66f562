"""Reading of a text at a release: spec, model, and the XML element of each spec element.

Documents: Modeling / MJCF; design / One source of truth
"""

from __future__ import annotations

import contextlib
import functools
import logging
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from gelenk.errors import Error
from gelenk.migration.source_text import Place, SourceText
from gelenk.modeling.compiler.compile import compile
from gelenk.modeling.mjcf.parse import Node, expand_includes, parse_text
from gelenk.modeling.mjcf.read import Reader, from_file, read_root
from gelenk.tables.levels import release_number

if TYPE_CHECKING:
    from gelenk.modeling.spec.spec import MjSpec
    from gelenk.runtime.model import MjModel


class Record(NamedTuple):
    """An XML element, the spec element that it set, and whether that is in a default class."""

    node: Node
    element: Any
    in_default: bool


class Recorder(Reader):
    """Reader that records which XML element set which spec element."""

    def __init__(self, records: list[Record], *arguments: Any) -> None:
        super().__init__(*arguments)
        self.records = records

    def set_fields(self, element: Any, node: Node, in_default: bool = False) -> None:
        """Set the fields of an element, and record both."""
        super().set_fields(element, node, in_default)
        self.records.append(Record(node, element, in_default))


class Reading(NamedTuple):
    """A text as one release reads it.

    release   number of the release, such as 4000000
    spec      spec after compilation
    model     compiled model
    records   XML elements with their spec elements, in the order of reading
    root      the XML elements
    """

    release: int
    spec: MjSpec
    model: MjModel
    records: list[Record]
    root: Node

    def by_place(self) -> dict[Place, Record]:
        """Return place of an XML element -> its record."""
        return {record.node.position: record for record in self.records}


def read(source: SourceText, text: str, release: str, quiet: bool = True, urdf: bool = False) -> Reading:
    """Read and compile a text of a source with the meaning of a release.

    text    text that replaces the file on disk
    quiet   suppress warnings, because another reading has logged them
    urdf    whether the text may be URDF, whose elements have no records

    Errors   gelenk.Error: the release cannot read or compile the text
    """
    records: list[Record] = []
    with silence() if quiet else contextlib.nullcontext():
        root = parse_text(text, source.file)
        if root.tag == "robot" and urdf:
            spec = from_file(source.file, within=source.within, release=release)
            return Reading(release_number(release), spec, compile(spec), records, root)
        if root.tag == "robot":
            raise Error(
                f"'{source.base}' is URDF, which has no attributes whose meaning depends on the release",
                hint="save it as MJCF first: gelenk.MjSpec.from_file(...).to_file(...)",
            )
        expand_includes(root, source.sources)
        with np.errstate(all="ignore"):  # non-finite values are reported by the checks of each use
            spec = read_root(root, source.sources, release, functools.partial(Recorder, records))
        spec.modelfiledir = source.file[: len(source.file) - len(source.base)]
        return Reading(release_number(release), spec, compile(spec), records, root)


@contextlib.contextmanager
def silence() -> Iterator[None]:
    """Suppress the warnings of models inside the block."""
    logger = logging.getLogger("gelenk")
    before, logger.disabled = logger.disabled, True
    try:
        yield
    finally:
        logger.disabled = before


def nodes(root: Node) -> Iterator[Node]:
    """Yield all XML elements below a root, in the order of the text."""
    stack = root.children[::-1]
    while stack:
        node = stack.pop()
        yield node
        stack += node.children[::-1]


def states(root: Node, tag: str, name: str) -> bool:
    """Return whether a text states an attribute of a section of settings."""
    return any(node.tag == tag and name in node.attrs for node in nodes(root))


def label(record: Record, root: Node) -> str:
    """Return the label of an element in reports: tag and name, or tag and default class."""
    node = record.node
    if record.in_default:
        around = [one for one in nodes(root) if one.tag == "default" and node in one.children]
        return f"default '{around[0].attrs.get('class', 'main') if around else 'main'}' {node.tag}"
    name = node.attrs.get("name", "")
    return f"{node.tag} '{name}'" if name else node.tag
