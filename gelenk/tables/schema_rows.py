"""Row types of the MJCF schema: kinds of values, attributes, elements, presence rules.

Documents: XML reference / XML schema; XML reference / Attribute types

A row says once what an attribute is. Parser, checks, messages, spec classes, defaults and pages read it.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, NamedTuple

ANY = 1 << 30  # no upper limit on the number of values


class Kind(NamedTuple):
    """What the text of an attribute may hold, and what it becomes in the spec.

    base    'real', 'int', 'string' (one text), 'strings' (texts apart by spaces) or 'keyword'
    least, most   how many values the text must and may hold
    dtype   of the array in the spec; a kind with `most` 1 is a scalar
    keys    keyword -> value, for keywords; values are enum members or integers
    many    several keywords may be given, and their values are joined by |; 'in order' if they must be
    gone    keyword of former versions -> what took its place
    other   value that any other word means, with a warning; None: other words are wrong
    """

    base: str
    least: int = 1
    most: int = 1
    dtype: str = "float64"
    keys: dict[str, Any] = {}  # noqa: RUF012  # of a NamedTuple: shared, and never written
    many: bool | str = False
    gone: dict[str, str] | None = None
    other: object = None

    @property
    def scalar(self) -> bool:
        return self.most == 1

    def described(self) -> str:
        """The type as the XML reference writes it: real(3), int, [false, true]."""
        if self.base == "keyword":
            return f"[{', '.join(self.keys)}]"
        if self.scalar or self.base == "string":
            return self.base
        base = self.base.removesuffix("s")
        if self.most == ANY:
            return f"{base}(n)"
        return f"{base}({self.most})" if self.least == self.most else f"{base}({self.least} to {self.most})"


def real(count: int, most: int | None = None, dtype: str = "float64") -> Kind:
    """`count` reals, or from `count` to `most` of them."""
    return Kind("real", count, most or count, dtype)


def whole(count: int, most: int | None = None) -> Kind:
    """`count` integers, or from `count` to `most` of them."""
    return Kind("int", count, most or count, "int32")


def keyword(
    keys: Any, many: bool | str = False, gone: dict[str, str] | None = None, other: Any = None
) -> Kind:
    """One of the given keywords: a dict of values, or an enum with the prefix that its members share."""
    return Kind("keyword", 1, 1, "", keys, many, gone, other)


def members(enum: Any, prefix: str, names: str = "") -> dict[str, Any]:
    """Keywords for `keyword`: the lower-case ends of an enum's members, all or the named ones."""
    found = {
        name.removeprefix(prefix).lower(): member
        for name, member in enum.__members__.items()
        if name.startswith(prefix)
    }
    return {name: found[name] for name in names.split()} if names else found


REAL = real(1)
FLOAT = real(1, dtype="float32")
INT = whole(1)
STRING = Kind("string", 0, 1, "")
REALS = real(0, ANY)
FLOATS = real(0, ANY, "float32")
INTS = whole(0, ANY)
STRINGS = Kind("strings", 0, ANY, "")
BOOL = keyword({"false": 0, "true": 1})
AUTO = keyword({"false": 0, "true": 1, "auto": 2})
FLAG = keyword({"disable": 0, "enable": 1})


class Attr(NamedTuple):
    """One attribute of an element.

    name      spelling in MJCF; empty for a field that only the spec has
    kind      what it holds
    default   value in the spec when it is not given; nan means undefined
    field     field of the spec that it sets: a name, a path (alt.euler) or a part (data[3:10]); the name if
    empty required  the element is wrong without it
    inherit   may be given in a defaults class
    refers    kind of element whose name it holds
    store     custom reader that stores it, for the few that are more than a copy
    unit      of the value; 'angle' is degree or radian as the compiler is told
    doc       meaning
    """

    name: str
    kind: Kind
    default: Any = None
    field: str = ""
    required: bool = False
    inherit: bool = True
    refers: str = ""
    store: str = ""
    unit: str = ""
    doc: str = ""

    @property
    def told(self) -> str:
        """Meaning, type, shape, unit and default of the spec's field."""
        kind = self.kind
        text = {"real": "float", "string": "str", "strings": "list of str"}.get(kind.base, kind.base)
        if kind.base == "keyword":
            values = {type(value).__name__ for value in kind.keys.values()}
            text = "int" if kind.many else values.pop()
        elif kind.base in ("real", "int") and kind.most != 1:
            text = f"{kind.dtype} ({'n' if kind.most == ANY else kind.most})"
        elif kind.base == "strings" and kind.most != ANY:
            text = f"{kind.most} str"
        unit = f" [{self.unit}]" if self.unit else ""
        return f"{self.doc} {text}{unit}{self._told_default()}"

    def _told_default(self) -> Any:
        """The default, where it says something."""
        value = getattr(self.default, "name", self.default)
        values = list(value) if isinstance(value, (tuple, list)) else [value]
        if values and values[0] != values[0]:
            return "; default undefined"
        if self.kind.base in ("real", "int") and 1 < self.kind.most < ANY:
            values += [0] * (self.kind.most - len(values))
        text = " ".join(f"{v:g}" if isinstance(v, float) else str(v or "" if v != 0 else 0) for v in values)
        return f"; default {text}" if text.strip() else ""


class Presence(NamedTuple):
    """A rule about several attributes: 'at most one' or 'exactly one' of them may be given."""

    rule: str
    names: tuple[str, ...]


class Element:
    """One element: its tag, where it may stand, its attributes and children.

    card       '!' exactly once, '?' at most once, '*' any number, 'R' any number and nested in itself
    children   elements, or names (of ELEMENTS) of elements that are written further below
    spec       spec class whose fields the attributes set
    target     where these fields are when the element makes no object of its own: visual.map
    reader     custom reader, for elements that are more than an object with fields
    fixed      fields of the spec that the tag itself decides: a connect is an equality of type mjEQ_CONNECT
    open       whether other attributes are allowed, which have no effect; a warning says so
    """

    def __init__(
        self,
        tag: str,
        card: str,
        attrs: Iterable[Attr] = (),
        children: Iterable[Any] = (),
        *,
        spec: str = "",
        target: str = "",
        reader: str = "",
        fixed: dict[str, Any] | None = None,
        rules: Iterable[Any] = (),
        open: bool = False,
        doc: str = "",
    ) -> None:
        self.tag, self.card = tag, card
        self.attrs = tuple(attrs)
        self.children = tuple(children)
        self.spec, self.target, self.reader = spec, target, reader
        self.fixed = fixed or {}
        self.rules = tuple(rules)
        self.open = open
        self.doc = doc
        self.by_name = {row.name: row for row in self.attrs if row.name}
        self.required = tuple(row.name for row in self.attrs if row.required)
        self.by_tag: dict[str, Element] = {}

    def __repr__(self) -> str:
        return f"<Element {self.tag}>"

    def in_defaults(self) -> Element:
        """The element as it may stand in a defaults class: without name, class and what is not inherited."""
        rows = [row._replace(required=False) if row.required else row for row in self.attrs if row.inherit]
        keep = [child for child in self.children if isinstance(child, Element) and child.tag == "layer"]
        return Element(
            self.tag,
            "?",
            rows,
            keep,
            spec=self.spec,
            reader=self.reader,
            fixed=self.fixed,
            rules=[rule for rule in self.rules if set(rule.names) <= {row.name for row in rows}],
            doc=self.doc,
        )
