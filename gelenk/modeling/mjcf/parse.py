"""Parser of XML to nodes with file, line and column, hardened against hostile text.

Documents: XML reference / XML schema; XML reference / include

DTDs, entities other than the five of XML, and network access are refused; depth and sizes are bounded; comments and
text are ignored, except a CDATA section in an element `text`, which is read as the attribute `data`. The parser is
expat, since it reports lines and columns. A text that expat refuses is read again by `lenient`, with the grammar of
MuJoCo 3.5.0, which accepts attributes without a blank between them, '<' and '&' in values, and more.
"""

from __future__ import annotations

import posixpath
import pyexpat as expat  # contents of xml.parsers.expat, without importing the three modules around it
from typing import Any, NoReturn

from gelenk.errors import Error, NotWellFormed, Problem, short, warn
from gelenk.modeling.mjcf.file_sources import MOST_FILE_BYTES, Sources

DEEPEST_ELEMENT = 500
MOST_NODES = 2_000_000
LEAST_BYTES = 4  # bytes of the shortest element, <a/>
NAMING = {"flexcomp", "hfield", "mesh", "model", "skin", "texture"}  # elements that name files


class Node:
    """An XML element: tag, attributes, children, and position (file, line, column).

    The check fills in `row`, the row of the schema, and `values`, the parsed attributes.
    """

    __slots__ = ("attrs", "children", "position", "row", "tag", "values")
    row: Any
    values: Any

    def __init__(self, tag: str, attrs: dict[str, str], position: tuple[str, int, int]) -> None:
        self.tag, self.attrs, self.position = tag, attrs, position
        self.children: list[Node] = []

    @property
    def line(self) -> int:
        """Line where the element begins."""
        return self.position[1]

    @property
    def where(self) -> str:
        """Position of the element in the format of messages."""
        return "{}:{}:{}".format(*self.position)

    def __repr__(self) -> str:
        return f"<{self.tag} at {self.where}>"


class Root(Node):
    """The root element of a text; `includes` tells whether it contains include elements.

    included   (element, folder of its text) of elements from included texts that name files
    """

    __slots__ = ("included", "includes")

    def __init__(self, tag: str, attrs: dict[str, str], position: tuple[str, int, int]) -> None:
        super().__init__(tag, attrs, position)
        self.includes = False
        self.included: list[tuple[Node, str]] = []


def blame(node: Node, message: str, hint: str = "") -> Problem:
    """Return a Problem at a node."""
    return Problem(message, node.where, hint, f"Element '{short(node.tag)}'")


def parse_text(text: str | bytes, file: str = "<string>") -> Root:
    """Parse one XML text (str or bytes) into its root node, without expanding includes."""
    if isinstance(text, str):
        try:
            text, encoding = text.encode(), "utf-8"
        except UnicodeEncodeError:
            raise Error(
                "the text contains a character that cannot be encoded, a lone surrogate", file
            ) from None
    elif isinstance(text, (bytes, bytearray, memoryview)):
        text, encoding = bytes(text), None
    else:
        raise TypeError(f"a model must be text or bytes, not {type(text).__name__}")
    if len(text) > MOST_FILE_BYTES:
        raise Error(f"the text has {len(text)} bytes; at most {MOST_FILE_BYTES} are read", file)
    body = text.lstrip(b" \t\r\n")
    if not body:
        raise Error("the file is empty", file)
    skipped = text[: len(text) - len(body)].count(b"\n")
    try:
        return _run(body, encoding, file, skipped)
    except NotWellFormed as error:
        root = _run_leniently(body, file, skipped)
        if root is None:
            raise Error(problems=error.problems) from None
        return root


def _run_leniently(body: bytes, file: str, skipped: int) -> Root | None:
    """Parse a text that is not well-formed, with warnings; return None if it cannot be read.

    Errors   Error: a fault that 3.5.0 refuses, after deviations from XML that it accepts
    """
    if body[:2] in UTF_16 or b"\0" in body[:4]:
        return None
    # imported on first use, since most texts are well-formed
    from gelenk.modeling.mjcf.lenient import Scanner, decoded

    forgiven: list[str] = []
    text = decoded(body, forgiven.append).removeprefix("\ufeff").replace("\r\n", "\n").partition("\0")
    tree = Tree(file, len(body))
    scanner = Scanner(text[0], file, skipped + 1, tree.start, tree.end)
    try:
        scanner.scan()
        if text[1]:
            scanner.forgive(len(text[0]), "the text after a character 0 is not read")
    except NotWellFormed as error:
        if scanner.forgiven:
            raise Error(problems=error.problems) from None
        return None
    if not tree.begun:
        return None
    for message in forgiven:
        warn(f"{file}:{skipped + 1}:1: {message}")
    for message, (where, count) in scanner.forgiven.items():
        more = f" ({count - 1} more in this file)" if count > 1 else ""
        warn("{}:{}:{}: ".format(*where) + message + more)
    return tree.begun[0]


UTF_16 = (b"\xff\xfe", b"\xfe\xff")


class Tree:
    """The nodes of a text during parsing."""

    def __init__(self, file: str, size: int) -> None:
        self.opened: list[Node] = []  # open elements
        self.begun: list[Root] = []  # root elements; more than one only in lenient mode
        self.file = file
        self.many = size > LEAST_BYTES * MOST_NODES
        self.count = 0

    def start(self, tag: str, attrs: dict[str, str], position: tuple[str, int, int]) -> None:
        """Begin an element."""
        opened = self.opened
        if opened:
            node = Node(tag, attrs, position)
            opened[-1].children.append(node)
            if tag == "include":
                self.begun[0].includes = True
            if len(opened) >= DEEPEST_ELEMENT:
                raise Error(f"elements are nested deeper than {DEEPEST_ELEMENT}", node.where)
        else:
            node = Root(tag, attrs, position)
            self.begun.append(node)
        opened.append(node)
        if self.many:
            self.count += 1
            if self.count > MOST_NODES:
                raise Error(f"there are more than {MOST_NODES} elements", node.where)

    def end(self, _tag: str = "") -> None:
        """End the innermost element."""
        self.opened.pop()


def _run(body: bytes, encoding: str | None, file: str, skipped: int) -> Root:
    parser = expat.ParserCreate(encoding)
    tree = Tree(file, len(body))
    opened, add = tree.opened, tree.start

    def start(tag: str, attrs: dict[str, str]) -> None:
        if tag in KEPT:
            attrs = _with_line_ends(parser, body, encoding, tag, attrs)
        add(tag, attrs, (file, parser.CurrentLineNumber + skipped, parser.CurrentColumnNumber + 1))

    parser.StartElementHandler, parser.EndElementHandler = start, tree.end
    _read_sections(parser, opened)
    _refuse_entities(parser, file, skipped)
    try:
        parser.Parse(body, True)
    except expat.ExpatError as error:
        message = f"not well-formed XML: {expat.ErrorString(error.code)}"
        if opened:
            message += f", inside <{opened[-1].tag}> that begins at line {opened[-1].line}"
        raise NotWellFormed(message, f"{file}:{error.lineno + skipped}:{error.offset + 1}") from None
    except (LookupError, ValueError) as error:
        if isinstance(error, Error):
            raise
        raise NotWellFormed(f"cannot decode the text: {error}", file) from None
    return tree.begun[0]  # well-formed XML has exactly one root


def _read_sections(parser: Any, opened: list[Node]) -> None:
    """Read the CDATA section of each element `text` as its attribute `data`."""
    pieces: list[str] = []
    read: set[int] = set()  # ids of nodes, which the tree keeps

    def begin() -> None:
        if opened and opened[-1].tag == "text":
            pieces.clear()
            parser.CharacterDataHandler = pieces.append

    def end() -> None:
        if parser.CharacterDataHandler is None:
            return
        parser.CharacterDataHandler = None
        node = opened[-1]
        if id(node) in read:
            raise Error("text field cannot have several CDATA sections", node.where, element="Element 'text'")
        if "data" in node.attrs:
            warn(f"{node.where}: the CDATA section of a text with the attribute 'data' is ignored")
            return
        read.add(id(node))
        node.attrs["data"] = "".join(pieces)

    parser.StartCdataSectionHandler, parser.EndCdataSectionHandler = begin, end


# elements whose attribute keeps its line ends -> name of that attribute
KEPT = {"text": "data", "config": "value"}


def _with_line_ends(
    parser: Any, body: bytes, encoding: str | None, tag: str, attrs: dict[str, str]
) -> dict[str, str]:
    """Restore line ends and tabs in values, which XML turns into blanks and 3.5.0 keeps."""
    name, begin = KEPT[tag], parser.CurrentByteIndex
    if " " not in attrs.get(name, "") or not body.startswith(b"<" + tag.encode(), begin):
        return attrs
    import re  # imported on first use, since few models need it

    one = re.compile(rb"\s+([^\s=]+)\s*=\s*(\"[^\"]*\"|'[^']*')")
    found = one.match(body, begin + 1 + len(tag))
    while found and found[1] != name.encode():
        found = one.match(body, found.end())
    if not found or not any(end in found[2] for end in (b"\n", b"\r", b"\t")):
        return attrs
    value = found[2].replace(b"\r\n", b"\n").replace(b"\n\r", b"\n").replace(b"\r", b"\n")
    head = body[: body.find(b"?>") + 2] if body.startswith(b"<?xml") else b""  # declares the encoding
    again = expat.ParserCreate(encoding)
    again.StartElementHandler = lambda _, read: attrs.update({name: read["v"]})
    again.Parse(head + b"<a v=" + value.replace(b"\n", b"&#10;").replace(b"\t", b"&#9;") + b"/>", True)
    return attrs


def _refuse_entities(parser: Any, file: str, skipped: int) -> None:
    """Refuse declarations of entities and references to external ones."""

    def here() -> str:
        return f"{file}:{parser.CurrentLineNumber + skipped}:{parser.CurrentColumnNumber + 1}"

    def entity(*_: object) -> NoReturn:
        raise Error("entities cannot be declared in a model", here())

    def external(*_: object) -> NoReturn:
        raise Error("external entities are not read", here())

    parser.EntityDeclHandler, parser.ExternalEntityRefHandler = entity, external
    parser.SetParamEntityParsing(expat.XML_PARAM_ENTITY_PARSING_NEVER)


def expand_includes(root: Root, sources: Sources) -> Root:
    """Replace include elements by the children of the included files, each file at most once.

    Files are looked up relative to the main file, then relative to the including file.
    """
    if not root.includes:
        return root
    seen: set[str] = set()
    stack: list[tuple[Node, str, int]] = [(root, "", 1)]
    total = 0
    while stack:
        node, near, depth = stack.pop()
        if near and node.tag in NAMING and any(name.startswith("file") for name in node.attrs):
            root.included.append((node, near))
        if any(child.tag == "include" for child in node.children):
            children = []
            waiting = [(child, near) for child in reversed(node.children)]
            while waiting:
                child, folder = waiting.pop()
                if child.tag != "include":
                    children.append((child, folder))
                    continue
                included, folder = _include(child, sources, folder, seen)
                waiting.extend((grandchild, folder) for grandchild in reversed(included.children))
            node.children = [child for child, _ in children]
            stack.extend((child, folder, depth + 1) for child, folder in children)
        else:
            stack.extend((child, near, depth + 1) for child in node.children)
        total += len(node.children)
        if depth > DEEPEST_ELEMENT:
            raise Error(f"elements are nested deeper than {DEEPEST_ELEMENT}", node.where)
        if total > MOST_NODES:
            raise Error(f"there are more than {MOST_NODES} elements", node.where)
    return root


def _include(node: Node, sources: Sources, near: str, seen: set[str]) -> tuple[Node, str]:
    """Return the root of the file that an include element names, and the folder of that file."""
    name = node.attrs.get("file")
    if not name:
        raise Error("required attribute 'file' of 'include' is missing", node.where)
    if node.children:
        raise Error("'include' cannot have children", node.where)
    try:
        identity, content = sources.find(name, near)
    except Error as error:
        raise Error(f"'include': {error}", node.where) from None
    if identity in seen:
        raise Error(f"'include': the file '{name}' is already included, and may be only once", node.where)
    seen.add(identity)
    try:
        root = parse_text(content, name)
    except Error as error:
        raise Error(f"'include': {error}", node.where) from None
    if not root.children:
        raise Error(f"'include': the file '{name}' has no elements to include", node.where)
    return root, posixpath.dirname(
        posixpath.join(near, name) if near and not sources.is_readable(name) else name
    )


def parse_string(text: str | bytes, assets: Any = None, file: str = "<string>") -> Node:
    """Parse a text with its includes, from `assets` and the current folder."""
    return expand_includes(parse_text(text, file), Sources("", assets))


__all__ = ["Node", "Sources", "expand_includes", "parse_string", "parse_text"]
