"""Source text of a model with edits of start tags: comments, layout and includes are kept.

Documents: XML reference / include; Modeling / MJCF

An edit identifies a start tag by file, line and column, as the parser reports them. Included texts with edits replace
their include elements, so that the result is one file, which includes the files without edits.
"""

from __future__ import annotations

import os
import re
from typing import Any, NamedTuple

from gelenk.errors import Error
from gelenk.modeling.mjcf.file_sources import Sources
from gelenk.modeling.mjcf.parse import Node, parse_text
from gelenk.runtime.assignment import file_name

Place = tuple[str, int, int]  # file, line and column of a start tag
DECLARED = re.compile(rb"\s*<\?xml[^>]*encoding\s*=\s*[\"']([\w.-]+)[\"']")
ATTRIBUTE = r"(\s+)([^\s=/>]+)(\s*=\s*)(\"[^\"]*\"|'[^']*')"


class Edit(NamedTuple):
    """A change of one attribute.

    place      place of the start tag; None: add a section of settings at the beginning of the model
    section    path of the section if place is None, such as "option/flag"
    name       name of the attribute; "": the tag itself
    value      new value; None: remove the attribute
    """

    place: Place | None
    section: str
    name: str
    value: str | None


class SourceText:
    """The texts of a model file and of the files that it includes.

    file     name of the model file
    within   folders outside of which no file is read; None: no restriction
    """

    def __init__(self, file: Any, within: Any = None) -> None:
        self.file = file_name("filename", file)
        folder, self.base = os.path.split(self.file)
        self.within = within
        self.sources = Sources(folder, None, within)
        content = self.sources.find(self.base, identified=False)[1]
        self.encoding = encoding_of(content)
        self.texts = {self.file: decoded(content, self.file)}
        self.includes: dict[str, list[Node]] = {}  # file -> its include elements
        self.root = parse_text(content, self.file)
        self._find_includes(self.root, self.file, "")

    def _find_includes(self, root: Node, file: str, near: str) -> None:
        """Read the texts of included files, each once; unreadable files fail with the model."""
        stack, found = [root], self.includes.setdefault(file, [])
        while stack:
            node = stack.pop()
            stack += node.children
            name = node.attrs.get("file", "") if node.tag == "include" else ""
            if not name or name in self.texts:
                continue
            found.append(node)
            try:
                content = self.sources.find(name, near)[1]
                self.texts[name] = decoded(content, name)
                self._find_includes(parse_text(content, name), name, os.path.dirname(name))
            except Error:
                continue

    def edited(self, edits: list[Edit]) -> str:
        """Return the text of the model file with these edits.

        Errors   gelenk.Error: a start tag is not where the parser reported it
        """
        by_tag: dict[Place, dict[str, str | None]] = {}
        for edit in edits:
            if edit.place is not None:
                by_tag.setdefault(edit.place, {})[edit.name] = edit.value
        changed = {place[0] for place in by_tag}
        text = self._expanded(self.file, by_tag, changed)
        return with_sections(text, [edit for edit in edits if edit.place is None])

    def _expanded(self, file: str, by_tag: dict[Place, dict[str, str | None]], changed: set[str]) -> str:
        """Return the text of a file with its edits and the included texts that have edits."""
        text = self.texts[file]
        parts: list[tuple[int, int, str]] = []
        for place, values in by_tag.items():
            if place[0] == file:
                parts.append(tag_edit(text, place, values))
        for node in self.includes.get(file, ()):
            name = node.attrs["file"]
            if self._has_edits(name, changed):
                begin, end = element_span(text, node.position, "include")
                parts.append((begin, end, inner(self._expanded(name, by_tag, changed))))
        for begin, end, replacement in sorted(parts, reverse=True):
            text = text[:begin] + replacement + text[end:]
        return text

    def _has_edits(self, file: str, changed: set[str]) -> bool:
        """Return whether a text, or one that it includes, has edits."""
        below = (node.attrs["file"] for node in self.includes.get(file, ()))
        return file in changed or any(self._has_edits(name, changed) for name in below)


def encoding_of(content: bytes) -> str:
    """Return the encoding of an XML text."""
    if content[:2] in (b"\xff\xfe", b"\xfe\xff"):
        return "utf-16"
    found = DECLARED.match(content)
    return found[1].decode() if found else "utf-8"


def decoded(content: bytes, file: str) -> str:
    """Return an XML text as str.

    Errors   gelenk.Error: the bytes are not text in the declared encoding
    """
    try:
        return bytes(content).decode(encoding_of(content)).removeprefix("\ufeff")
    except (LookupError, UnicodeDecodeError) as error:
        raise Error(f"cannot decode the text: {error}", file) from None


def offset_of(text: str, place: Place) -> int:
    """Return the index of a start tag in a text."""
    _, line, column = place
    at = 0
    for _ in range(line - 1):
        at = text.find("\n", at) + 1
        if not at:
            break
    else:
        if text.startswith("<", at + column - 1):
            return at + column - 1
    raise Error("cannot edit the text: no element begins here", "{}:{}:{}".format(*place))


def tag_edit(text: str, place: Place, values: dict[str, str | None]) -> tuple[int, int, str]:
    """Return begin, end and new text of a start tag.

    values   attribute -> value, None to remove the attribute; "" -> tag
    """
    begin = offset_of(text, place)
    found = re.compile(rf"<([^\s/>]+)((?:{ATTRIBUTE})*)(\s*/?>)").match(text, begin)
    if not found:
        where = "{}:{}:{}".format(*place)
        raise Error("cannot edit the text: the start tag is not well-formed", where, "correct the XML first")
    tag, inside = found[1], found[2]
    left = dict(values)
    renamed = left.pop("", None)

    def write(one: re.Match[str]) -> str:
        if one[2] not in left:
            return one[0]
        value = left.pop(one[2])
        return "" if value is None else f'{one[1]}{one[2]}{one[3]}"{value}"'

    inside = re.sub(ATTRIBUTE, write, inside)
    inside += "".join(f' {name}="{value}"' for name, value in left.items() if value is not None)
    end = found.end()
    result = f"<{renamed or tag}{inside}{found[found.lastindex or 0]}"
    if renamed and not found[0].endswith("/>"):  # rename the end tag as well
        close = re.compile(rf"</{re.escape(tag)}\s*>").search(text, end)
        if close:
            result += text[end : close.start()] + f"</{renamed}>"
            end = close.end()
    return begin, end, result


def element_span(text: str, place: Place, tag: str) -> tuple[int, int]:
    """Return begin and end of an element without children."""
    begin = offset_of(text, place)
    found = re.compile(rf"<{tag}((?:{ATTRIBUTE})*)\s*(/>|>\s*</{tag}\s*>)").match(text, begin)
    if not found:
        raise Error("cannot edit the text: the element is not well-formed", "{}:{}:{}".format(*place))
    return begin, found.end()


def inner(text: str) -> str:
    """Return the text between the tags of the root element."""
    begin = root_end(text)
    return text[begin : text.rindex("</")]


def root_end(text: str) -> int:
    """Return the index after the start tag of the root element."""
    at = 0
    while True:
        at = text.index("<", at)
        if text.startswith("<!--", at):
            at = text.index("-->", at) + 3
        elif text.startswith(("<?", "<!"), at):
            at = text.index(">", at) + 1
        else:
            found = re.compile(rf"<[^\s/>]+(?:{ATTRIBUTE})*\s*(/?)>").match(text, at)
            if not found or found[found.lastindex or 0] == "/":
                raise Error("cannot edit the text: the root element has no children")
            return found.end()


def with_sections(text: str, edits: list[Edit]) -> str:
    """Return a text with sections of settings added after the start tag of the root."""
    tree: dict[str, dict[str, str]] = {}
    for edit in edits:
        tree.setdefault(edit.section, {})[edit.name] = edit.value or ""
    if not tree:
        return text
    lines = []
    for top in dict.fromkeys(section.partition("/")[0] for section in tree):
        below = [section for section in tree if section.startswith(f"{top}/")]
        lines.append(start_tag(2, top, tree.get(top, {}), bool(below)))
        lines += [start_tag(4, section.rpartition("/")[2], tree[section], False) for section in below]
        if below:
            lines.append(f"  </{top}>")
    at = root_end(text)
    return text[:at] + "\n" + "\n".join(lines) + text[at:]


def start_tag(indent: int, tag: str, values: dict[str, str], opened: bool) -> str:
    """Return a line with a start tag."""
    inside = "".join(f' {name}="{value}"' for name, value in values.items())
    return f"{' ' * indent}<{tag}{inside}{'>' if opened else '/>'}"
