"""Lenient second pass over XML that expat refuses, with the grammar of MuJoCo 3.5.0.

Documents: XML reference / XML schema

3.5.0 is less strict than XML: attributes need no blank between them, '<' and a stray '&' are accepted in values, text
and elements follow the root, `<!...>` may be anywhere. The grammar below was determined by experiment. Each kind of
leniency gives one warning per file, with the place of its first use. A text that 3.5.0 refuses is refused.

The scanner makes one pass from left to right, without recursion, and visits each character a bounded number of times.
"""

from __future__ import annotations

import re
from collections.abc import Callable

from gelenk.errors import Error, NotWellFormed, short

BLANK = " \t\n\v\f\r"
NAME = "[A-Za-z_:\x80-\U0010ffff][-.:\\w\x80-\U0010ffff]*"
VALUE = "\"[^\"]*\"|'[^']*'"
ENTITIES = {"lt": "<", "gt": ">", "amp": "&", "quot": '"', "apos": "'"}
LONGEST_REFERENCE = 100  # characters between '&' and ';', with leading zeros
MARKUP = (  # (opening, closing, name); the first match applies
    ("<?", "?>", "declaration"),
    ("<!--", "-->", "comment"),
    ("<![CDATA[", "]]>", "CDATA section"),
    ("<!", ">", "section <!"),
)
DECLARATION = re.compile(
    r"<\?xml(-[-.\w]*\s[^?]*|\s+version\s*=\s*(\"1\.\d+\"|'1\.\d+')(\s+(encoding|standalone)\s*=\s*(\"[-.\w]+\"|'[-.\w]+'))*\s*)\?>"
)
BYTE_ORDER_MARK = "\ufeff"

Position = tuple[str, int, int]


class Scanner:
    """Scanner of one text, which calls start(tag, attributes, position) and end() per element."""

    def __init__(
        self, text: str, file: str, line: int, start: Callable[..., None], end: Callable[[], None]
    ) -> None:
        self.text, self.file = text, file
        self.start, self.end = start, end
        # offset up to which lines are counted, its line and column, which count from 1
        self.counted, self.line, self.column = 0, line, 1
        self.opened: list[tuple[str, int]] = []  # (tag, line) of the open elements
        self.forgiven: dict[str, tuple[Position, int]] = {}  # message -> (first position, count)
        self.name = re.compile(NAME, re.ASCII).match
        self.blanks = re.compile(f"[{BLANK}]*")
        self.value = re.compile(VALUE).match
        self.control = re.compile("[\x01-\x08\x0b\x0c\x0e-\x1f]").search

    # ---- places

    def position(self, at: int) -> Position:
        """Return file, line and column of an offset; increasing offsets cost linear time in total."""
        text = self.text
        if at < self.counted:
            self.line -= text.count("\n", at, self.counted)
            self.column = at - text.rfind("\n", 0, at)
        else:
            lines = text.count("\n", self.counted, at)
            self.line += lines
            self.column = (
                at - text.rfind("\n", self.counted, at) if lines else self.column + at - self.counted
            )
        self.counted = at
        return self.file, self.line, self.column

    def after_blanks(self, at: int) -> int:
        """Return the offset of the first character from `at` on that is not blank."""
        found = self.blanks.match(self.text, at)
        return found.end() if found else at

    def forgive(self, at: int, message: str) -> None:
        """Record a deviation from XML that 3.5.0 accepts, for one warning per message."""
        where, count = self.forgiven.get(message) or (self.position(at), 0)
        self.forgiven[message] = where, count + 1

    def error_at(self, at: int, message: str) -> NotWellFormed:
        """Return the error for a deviation that 3.5.0 refuses."""
        where = "{}:{}:{}".format(*self.position(at))
        if self.opened:
            tag, line = self.opened[-1]
            message += f", inside <{short(tag)}> that begins at line {line}"
        return NotWellFormed(f"not well-formed XML: {message}", where)

    # ---- the text

    def scan(self) -> None:
        """Scan the whole text."""
        text = self.text
        at, end = 0, len(text)
        begun = False  # whether anything but declarations has been read
        while True:
            at = self.after_blanks(at)
            if at == end:
                break
            if text[at] != "<":
                at = self.skip_text(at)
                begun = True
            elif text.startswith(("<?", "<!"), at):
                begun |= text.startswith("<!", at)
                at = self.skip_markup(at, begun)
            else:
                at = self.read_tag(at)
                begun = True
                if at < 0:
                    return
        if self.opened:
            raise self.error_at(end, "no element found")

    def skip_text(self, at: int) -> int:
        """Skip text between elements, and return the offset after it."""
        stop = self.text.find("<", at)
        if stop < 0:
            raise self.error_at(at, "text after the last element")
        if not self.opened and self.text[at:stop].strip(BLANK + BYTE_ORDER_MARK):
            self.forgive(at, "text outside of the root is ignored")
        return stop

    def skip_markup(self, at: int, begun: bool) -> int:
        """Skip a declaration, comment, CDATA section or `<!...>`, and return the offset after it."""
        text = self.text
        opening, closing, name = next(kind for kind in MARKUP if text.startswith(kind[0], at))
        stop = text.find(closing, at + len(opening))
        if stop < 0:
            raise self.error_at(at, f"unclosed {name}")
        if name == "declaration" and (begun or self.opened):
            raise self.error_at(at, "declaration not at the start of the text")
        if text[at + 2 : at + 5].lower() == "xml" and not DECLARATION.match(text, at):
            self.forgive(at, "an XML declaration that is not well-formed is ignored")
        elif name == "declaration" and at and DECLARATION.match(text, at):
            self.forgive(at, "a second XML declaration is ignored")
        if opening == "<!":
            if "<!ENTITY" in text[at:stop]:
                raise Error("entities cannot be declared in a model", "{}:{}:{}".format(*self.position(at)))
            if self.opened or not text.startswith("<!DOCTYPE", at):
                self.forgive(at, "a section <!...> is ignored")
        return stop + len(closing)

    def read_tag(self, at: int) -> int:
        """Read the tag at an offset; return the offset after it, or -1 where 3.5.0 stops reading."""
        text = self.text
        inside = self.after_blanks(at + 1)
        closing = text.startswith("/", inside)
        found = self.name(text, inside + closing)
        if not found:
            raise self.error_at(inside + closing, "no name after '<'")
        if inside > at + 1:
            self.forgive(at, "a blank between '<' and the name of an element is ignored")
        tag, place = found[0], self.position(at)
        attributes, stop = self.read_attributes(found.end())
        empty = text.startswith("/", stop)
        if closing and empty:
            self.forgive(at, f"</{short(tag)} .../> is read as an element without children")
        if empty or not closing:
            if self.rooted and not self.opened:
                self.forgive(at, "elements after the root are ignored")
            self.rooted = True
            self.start(tag, attributes, place)
            if empty:
                self.end()
            else:
                self.opened.append((tag, place[1]))
        elif not self.opened:
            self.forgive(at, f"the text from the end tag </{short(tag)}> on, which has no start, is not read")
            return -1
        elif self.opened[-1][0] != tag:
            raise self.error_at(inside + 1, "mismatched tag")
        else:
            if attributes:
                self.forgive(at, "attributes of an end tag are ignored")
            self.opened.pop()
            self.end()
        return stop + 1 + empty

    rooted = False  # whether an element has begun

    def read_attributes(self, at: int) -> tuple[dict[str, str], int]:
        """Return the attributes of a tag, and the offset of the '>' or '/>' that ends it."""
        text = self.text
        found: dict[str, str] = {}
        while True:
            begin = self.after_blanks(at)
            if text.startswith((">", "/>"), begin):
                return found, begin
            name = self.name(text, begin)
            if not name:
                raise self.error_at(
                    begin, "unclosed token" if begin == len(text) else "not well-formed (invalid token)"
                )
            if "\v" in text[at:begin] or "\f" in text[at:begin]:
                self.forgive(at, "control characters are kept")
            if begin == at:
                self.forgive(begin, "attributes without a blank between them are read")
            equals = self.after_blanks(name.end())
            value = text.startswith("=", equals) and self.value(text, self.after_blanks(equals + 1))
            if not value:
                raise self.error_at(begin, "an attribute has no value in quotes")
            if name[0] in found:
                raise self.error_at(begin, "duplicate attribute")
            found[name[0]] = self.read_value(value[0][1:-1], value.start() + 1)
            at = value.end()

    # ---- values

    def read_value(self, value: str, at: int) -> str:
        """Return the value that begins at an offset, with entities replaced and line ends '\\n'."""
        if "<" in value:
            self.forgive(at + value.index("<"), "'<' in the value of an attribute is read as it is")
        if self.control(value):
            self.forgive(at, "control characters are kept")
        if "\r" in value:
            value = value.replace("\n\r", "\n").replace("\r", "\n")
        return self.without_entities(value, at) if "&" in value else value

    def without_entities(self, value: str, at: int) -> str:
        """Return the value with entities replaced; an '&' that begins none is kept."""
        parts, done, semicolon = [], 0, -1
        place = value.find("&")
        while place >= 0:
            parts.append(value[done:place])
            if semicolon < place:
                semicolon = value.find(";", place)
                if semicolon < 0:
                    semicolon = len(value) + LONGEST_REFERENCE
            near = semicolon - place < LONGEST_REFERENCE
            read = entity(value[place + 1 : semicolon]) if near else None
            if read == "\0":
                self.forgive(at + place, "the value of an attribute ends before a character 0")
                break
            done = place + 1 if read is None else semicolon + 1
            parts.append("&" if read is None else read)
            if read is None:
                self.forgive(at + place, "'&' that begins no entity is read as it is; write &amp;")
            elif read < " " and read not in "\t\n\r":
                self.forgive(at, "control characters are kept")
            place = value.find("&", done)
        else:
            parts.append(value[done:])
        return "".join(parts)


def entity(name: str) -> str | None:
    """Return the character that &name; stands for, or None."""
    if not name.startswith("#"):
        return ENTITIES.get(name)
    base = 16 if name[1:2] == "x" else 10
    digits = name.rpartition("x" if base == 16 else "#")[2]  # from the right, as 3.5.0 does
    if not digits.isascii() or not digits.isalnum():
        return "\0" if not digits else None
    try:
        code = int(digits, base)
    except ValueError:
        return None
    return chr(code) if code <= 0x10FFFF and not 0xD800 <= code < 0xE000 else None


# ---- bytes to characters


def decoded(body: bytes, forgive: Callable[[str], None]) -> str:
    """Decode a text in the declared single-byte encoding, else as UTF-8 or Latin-1.

    Bytes that are invalid in UTF-8 are read as Latin-1.
    """
    declared = re.match(rb"<\?xml[^>]*?encoding\s*=\s*[\"']([-.\w]*)[\"']", body[:200])
    name = declared[1].decode("latin-1") if declared else ""
    if name.lower() not in ("", "utf-8", "utf8"):
        table = single_bytes(name)
        text = body.decode("latin-1").translate(table) if table else "\ufffd"
        if "\ufffd" not in text:
            return text
        forgive("the encoding that is declared cannot be used; the text is read as UTF-8")
    try:
        return body.decode()
    except UnicodeDecodeError:
        pass
    text = body.decode("utf-8", "surrogateescape")  # an invalid byte b becomes U+DC00 + b
    forgive("bytes that are not UTF-8 are read as Latin-1")
    return text.translate({0xDC00 + byte: byte for byte in range(128, 256)})


def single_bytes(encoding: str) -> str | None:
    """Return the 256 characters of a single-byte encoding, or None for other encodings."""
    try:
        table = bytes(range(256)).decode(encoding, "replace")
    except (LookupError, ValueError):
        return None
    return table if len(table) == 256 else None
