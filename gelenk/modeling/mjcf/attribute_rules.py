"""How attributes are written: which of them an element may say something by, and whether that can be read again.

Documents: XML reference / MJCF Reference

Most of what an element has it shares, as the same object, with its defaults class. So of the many attributes that it
may have only those are looked at whose fields are others.
"""

from __future__ import annotations

import functools
from collections.abc import Callable, Iterable
from itertools import compress
from operator import is_not, itemgetter
from typing import TYPE_CHECKING, Any, NamedTuple

from gelenk.modeling.mjcf.attribute_values import ANGLES, AS_THEY_ARE, SETTLED, SILENT
from gelenk.modeling.mjcf.element_rows import new
from gelenk.modeling.mjcf.text import teller
from gelenk.modeling.mjcf.values import may_be_nan
from gelenk.tables.schema_rows import ANY

if TYPE_CHECKING:
    from gelenk.tables.schema_rows import Attr, Element, Kind

PLAIN_KEYS = (*AS_THEY_ARE, "quat", "groups")
FLAGS = ("flag_disable", "flag_enable")
MOST_INT = 1 << 31


class Way(NamedTuple):
    """How an attribute is recalled and written.

    field     what it is kept in
    keys      what of an element's dictionary its value is made of alone, with the settings of the compiler; () where
              more may matter
    simple    whether the value is what the element's dictionary has under `field`
    plain     the same, and neither of the next
    angled    whether it may be an angle of a joint
    settled   whether settings of the model that the element was attached from may change what it says: see `resolved`
    guarded   whether nan has no form
    trims     whether it is a list of numbers of which the last need not be said
    text      of a value: its text
    sure      of a value and the kind: whether its text is read without fail; None where any is
    """

    name: str
    attr: Attr
    field: str
    keys: tuple[str, ...]
    simple: bool
    plain: bool
    angled: bool
    settled: bool
    guarded: bool
    trims: bool
    text: Callable[[Any], Any]
    sure: Callable[[Any, Kind], bool] | None


class Group:
    """Ways that are compared with the same dictionary: which of them may say something."""

    def __init__(self, ways: dict[int, Way]) -> None:
        by_key: dict[str, list[int]] = {}
        for i, way in ways.items():
            for key in way.keys:
                by_key.setdefault(key, []).append(i)
        self.keys = (*by_key, *by_key) if len(by_key) == 1 else (*by_key,)  # itemgetter of one gives no tuple
        self.by_key = by_key
        self.get: Callable[[Any], tuple] = itemgetter(*self.keys) if by_key else lambda state: ()

    def touched(self, own: dict[str, Any], others: tuple) -> Iterable[str]:
        """Keys under which a dictionary has other objects than those."""
        return compress(self.keys, map(is_not, self.get(own), others))


class Ways:
    """The attributes by which an element of a class may say something, in order.

    inherited, apart   those that are compared with the defaults class, and with a new element
    always             the others, of which more matters than fields
    settled            of the first two those that settings of another model may change
    turned             of the first two those that another orientation may say
    """

    def __init__(self, row: Element, cls: type) -> None:
        self.fresh = new(cls).__dict__
        self.list: list[Way] = []
        known: set[str] = set()  # fields that a way before tells in any case
        for name, attr in row.by_name.items():
            way = way_of(row, name, attr, self.fresh)
            if name == "class" or attr.store in SILENT or (way.field in known and not attr.store):
                continue
            self.list.append(way)
            if way.keys and attr.store in AS_THEY_ARE:
                known.add(way.field)
        numbered = dict(enumerate(self.list))
        keyed = {i: way for i, way in numbered.items() if way.keys}
        self.inherited = Group({i: way for i, way in keyed.items() if way.attr.inherit})
        self.apart = Group({i: way for i, way in keyed.items() if not way.attr.inherit})
        self.always = [i for i in numbered if i not in keyed]
        self.settled = [i for i, way in keyed.items() if way.settled]
        self.index = {way.name: i for i, way in numbered.items()}
        self.turned = [i for i, way in keyed.items() if way.attr.store == "quat"]

    def others(self, above: dict[str, Any]) -> tuple[tuple, tuple]:
        """What the fields of an element are compared with: those of its defaults class, and of a new element."""
        return self.inherited.get(above), self.apart.get(self.fresh)

    def speaking(
        self, own: dict[str, Any], others: tuple[tuple, tuple], more: Iterable[int] = ()
    ) -> list[Way]:
        """The ways that may say something, in order; among them those of the numbers `more`."""
        found = [*self.always, *more]
        for group, theirs in ((self.inherited, others[0]), (self.apart, others[1])):
            for key in group.touched(own, theirs):
                found += group.by_key[key]
        ways = self.list
        return [ways[i] for i in (sorted(set(found)) if len(found) > 1 else found)]


@functools.cache
def ways_of(row: Element, cls: type) -> Ways:
    """The ways of an element that is written by a row."""
    return Ways(row, cls)


def way_of(row: Element, name: str, attr: Attr, fresh: dict[str, Any]) -> Way:
    """How one attribute is written; `fresh` is the dictionary of a new element."""
    field = attr.field or name
    angled = name in ANGLES and row.spec == "MjsJoint"
    keys: tuple[str, ...] = ()
    if attr.required or field.startswith("intprm["):  # written always, or beside a default of its own
        pass
    elif attr.store in PLAIN_KEYS:
        keys = (field.split("[")[0], *(("type", "limited") if angled else ()))
    elif attr.store in FLAGS:
        keys = (field.split(".")[0],)
    if not all(key in fresh for key in keys):
        keys = ()
    guarded = attr.kind.base == "real" and not may_be_nan(attr)
    simple = attr.store in AS_THEY_ARE and field in fresh
    settled = field in SETTLED or field.endswith("limited") or angled
    plain = simple and not angled and not settled
    base, least, most, *_ = attr.kind
    trims = not attr.store and base in ("real", "int") and least < most < ANY
    sure: Any = SURE.get(attr.store, named if attr.store.startswith(NAMING) else never)
    if (sure is named and named(None, attr.kind)) or (sure is counted and uncounted(attr.kind, simple)):
        sure = None
    return Way(
        name, attr, field, keys, simple, plain, angled, settled, guarded, trims, teller(attr.kind), sure
    )


# ---- whether the text of a value is read without fail, by `store` of the attribute


def never(value: Any, kind: Kind) -> bool:
    """Reading says."""
    return False


def named(value: Any, kind: Kind) -> bool:
    """Any text is a name, any keyword of the table one that is known."""
    return kind.base in ("string", "strings", "keyword")


def uncounted(kind: Kind, whole: bool) -> bool:
    """Whether `counted` is true of all values; `whole` says that they are all that a field has."""
    base, least, most, *_ = kind
    return base not in ("real", "int") or (base == "real" and (most == 1 or (whole and least == most)))


def counted(value: Any, kind: Kind) -> bool:
    """Texts and keywords; numbers, if there are as many as there may be and integers are of 32 bits."""
    base, least, most, *_ = kind
    if base not in ("real", "int"):
        return True
    if most == 1:
        return base == "real" or -MOST_INT <= value < MOST_INT
    count = len(value)
    if not (least <= count <= most) or (not count and most != ANY):
        return False
    return base == "real" or all(-MOST_INT <= one < MOST_INT for one in value)


def sized(value: str, kind: Kind) -> bool:
    """A number of bytes that is below 2^63 whatever its digits are."""
    return len(value) < 10 if value[-1:] in "KMG" else value.isdigit() and len(value) < 19


SURE: dict[str, Callable[[Any, Kind], bool]] = {
    "": counted,
    "positive": lambda value, kind: value > 0,
    "count": lambda value, kind: 0 <= value < MOST_INT,
    "user_count": lambda value, kind: -1 <= value < MOST_INT,
    "memory": sized,
    "hull": lambda value, kind: value == -1 or 4 <= value < MOST_INT,
    "springlength": counted,
    "quat": lambda value, kind: len(value) == 4 and any(value),
    "groups": lambda value, kind: len(value) > 0,
    "flag_disable": named,
    "flag_enable": named,
    "flag_multiccd": named,
    "spec": named,
    "inner": named,
}
NAMING = ("eq_", "target_", "side")  # how stores of names begin


def complete(row: Element, said: dict[str, str]) -> bool:
    """Whether an element has all attributes that it must have, and none beside another that may not be."""
    for name in row.required:
        if name not in said:
            return False
    for rule, names in row.rules:
        given = sum(name in said for name in names)
        if given > 1 or (rule == "exactly one" and not given):
            return False
    finished = FINISHED.get(row.reader)
    return finished is not None and finished(said)


def _pairs(said: dict[str, str]) -> bool:
    return ("refname" in said) == ("reftype" in said) and ("objname" in said) == ("objtype" in said)


def _none_of(*names: str) -> Callable[[dict[str, str]], bool]:
    return lambda said: not any(name in said for name in names)


# reader of a row -> whether what it finishes with cannot go wrong; readers that are not here may always
FINISHED: dict[str, Callable[[dict[str, str]], bool]] = {
    "": lambda said: True,
    "camera": lambda said: True,
    "tendon": lambda said: True,
    "actuator": _none_of("refsite", "cranklength", "slidersite", "inheritrange", "kp"),
    "texture": _none_of("gridlayout"),
    "mesh": _none_of("builtin"),
    "hfield": _none_of("nrow", "ncol", "elevation"),
    "material": lambda said: True,
    "text": lambda said: bool(said.get("data")),
    "connect": lambda said: (
        "body1" in said and "anchor" in said and "site1" not in said and "site2" not in said
    ),
    "weld": lambda said: "body1" in said and "site1" not in said and "site2" not in said,
    "sensor": _pairs,
}
