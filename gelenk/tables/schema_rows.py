"""Row types of the MJCF schema: value kinds, attributes, elements, presence rules.

Documents: XML reference / XML schema; XML reference / Attribute types

A row is the only definition of an attribute. Parser, checks, messages, spec classes, defaults and pages use the rows.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, NamedTuple

from gelenk.tables import api_enums

ANY = 1 << 30  # no upper limit on the number of values


class Kind(NamedTuple):
    """The type of an attribute: its text form and its value in the spec.

    base    'real', 'int', 'string' (one text), 'strings' (texts separated by spaces) or 'keyword'
    least, most   minimum and maximum number of values in the text
    dtype   of the array in the spec; a kind with `most` 1 is a scalar
    keys    keyword -> value, for keywords; values are enum members or integers
    many    whether several keywords may be given, joined by |; 'in order' if the order is fixed
    gone    keyword of former versions -> its replacement
    other   value of any other word, with a warning; None: other words are errors
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
    def is_scalar(self) -> bool:
        return self.most == 1

    def description(self) -> str:
        """Return the type as the XML reference writes it: real(3), int, [false, true]."""
        if self.base == "keyword":
            return f"[{', '.join(self.keys)}]"
        if self.is_scalar or self.base == "string":
            return self.base
        base = self.base.removesuffix("s")
        if self.most == ANY:
            return f"{base}(n)"
        return f"{base}({self.most})" if self.least == self.most else f"{base}({self.least} to {self.most})"


def real(count: int, most: int | None = None, dtype: str = "float64") -> Kind:
    """Return the kind of `count` reals, or of `count` to `most` reals."""
    return Kind("real", count, most or count, dtype)


def whole(count: int, most: int | None = None) -> Kind:
    """Return the kind of `count` integers, or of `count` to `most` integers."""
    return Kind("int", count, most or count, "int32")


def keyword(
    keys: Any, many: bool | str = False, gone: dict[str, str] | None = None, other: Any = None
) -> Kind:
    """Return the kind of a keyword from a dict of values, or an enum and its prefix."""
    return Kind("keyword", 1, 1, "", keys, many, gone, other)


def members(enum: Any, prefix: str, names: str = "") -> dict[str, Any]:
    """Return the lower-case suffixes of an enum's members, all or the named ones, as keywords.

    The members are those that the engine implements, with their numbers at the level.
    """
    public = getattr(api_enums, enum.__name__)
    found = {
        name.removeprefix(prefix).lower(): member
        for name, member in ((name, getattr(public, name)) for name in enum.__members__)
        if name.startswith(prefix)
    }
    return {name: found[name] for name in names.split()} if names else found


REAL = real(1)
FLOAT = real(1, dtype="float32")
INT = whole(1)
POLYNOMIAL = real(1, 3)
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

    name      spelling in MJCF; empty for a field that exists in the spec only
    kind      type of the value
    default   value in the spec when the attribute is absent; nan means undefined
    field     field of the spec that it sets: a name, a path (alt.euler) or a part (data[3:10]); "": name
    required  whether the element is invalid without it
    inherit   whether a default class may set it
    refers    kind of the element that it names
    store     custom reader that stores it, for attributes that are not simply copied
    unit      of the value; 'angle' is degree or radian, by compiler/angle
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
    def description(self) -> str:
        """Meaning, type, shape, unit and default of the spec's field."""
        kind = self.kind
        text = {"real": "float", "string": "str", "strings": "list of str"}.get(kind.base, kind.base)
        text = "str or list of str" if self.store == "materials" else text
        if kind.base == "keyword":
            values = {type(value).__name__ for value in kind.keys.values()}
            text = "int" if kind.many else values.pop()
        elif kind.base in ("real", "int") and kind.most != 1:
            text = f"{kind.dtype} ({'n' if kind.most == ANY else kind.most})"
            text = f"float or {text}" if self.store == "polynomial" else text
        elif kind.base == "strings" and kind.most != ANY:
            text = f"{kind.most} str"
        unit = f" [{self.unit}]" if self.unit else ""
        return f"{self.doc} {text}{unit}{self._told_default()}"

    def _told_default(self) -> Any:
        """Return the default as text, empty for zeros and empty texts."""
        value = getattr(self.default, "name", self.default)
        values = list(value) if isinstance(value, (tuple, list)) else [value]
        if values and values[0] != values[0]:
            return "; default undefined"
        if self.kind.base in ("real", "int") and 1 < self.kind.most < ANY:
            values += [0] * (self.kind.most - len(values))
        text = " ".join(f"{v:g}" if isinstance(v, float) else str(v or "" if v != 0 else 0) for v in values)
        return f"; default {text}" if text.strip() else ""


class Presence(NamedTuple):
    """A rule for several attributes: 'at most one' or 'exactly one' may be given."""

    rule: str
    names: tuple[str, ...]


class Element:
    """One element: its tag, multiplicity, attributes and children.

    card       '!' exactly once, '?' at most once, '*' any number, 'R' any number and nested in itself
    children   elements, or names (of ELEMENTS) of elements that are defined later
    spec       spec class whose fields the attributes set
    target     path of the fields if the element creates no object: visual.map
    reader     custom reader, for elements that are not simply an object with fields
    fixed      fields of the spec that the tag sets: a connect is an equality of type mjEQ_CONNECT
    open       whether unknown attributes are ignored with a warning rather than rejected
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
        """Return the element of a default class: without name, class and uninherited attributes."""
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
