"""Attribute rules: which attributes are written, and whether the text can be read back.

Documents: XML reference / MJCF Reference

Some attributes are always written. For most others, an element holds the same object as its defaults class, so only the
attributes whose fields hold another object are compared.
"""

from __future__ import annotations

import functools
from collections.abc import Callable, Iterable
from itertools import compress, takewhile
from operator import is_not, itemgetter
from typing import TYPE_CHECKING, Any, NamedTuple

from gelenk.errors import Error
from gelenk.modeling.mjcf.attribute_values import ANGLES, AS_THEY_ARE, SETTLED, SILENT
from gelenk.modeling.mjcf.values import may_be_nan, text_converter
from gelenk.modeling.spec.element_classes import KINDS, LISTS, MjsJoint
from gelenk.modeling.spec.spec import MjSpec
from gelenk.tables.enums import mjtJoint, mjtWrap
from gelenk.tables.schema import elements
from gelenk.tables.schema.world import BODY, WORLDBODY
from gelenk.tables.schema_rows import ANY

if TYPE_CHECKING:
    from gelenk.modeling.spec.element_classes import MjsBody, MjsFrame
    from gelenk.tables.schema_rows import Attr, Element, Kind

_NEW: dict[type[Any], Any] = {}
GROUPS = {cls.__name__: group for group, cls in LISTS.items()}
IN_TREE = {
    tag: WORLDBODY.by_tag.get(tag) or BODY.by_tag[tag]
    for tag in KINDS.values()
    if tag not in ("body", "frame")
}
STATED = {"site": ("pos",), "camera": ("pos",), "light": ("pos", "dir"), "joint": ("pos", "axis")}
WRAPS = {
    mjtWrap.mjWRAP_JOINT: ("joint", "joint"),
    mjtWrap.mjWRAP_SITE: ("site", "site"),
    mjtWrap.mjWRAP_SPHERE: ("geom", "geom"),
    mjtWrap.mjWRAP_CYLINDER: ("geom", "geom"),
    mjtWrap.mjWRAP_PULLEY: ("pulley", ""),
}
# class -> {fixed type: schema row}, for classes whose elements differ by type
BY_TYPE = {
    cls: {
        row.fixed["type"]: row
        for row, _ in elements()
        if row.spec == cls and row.card == "*" and "type" in row.fixed
    }
    for cls in ("MjsEquality", "MjsSensor")
}


def stated_of(element: Any) -> tuple[str, ...]:
    """Return the position and direction attributes of an element, which 3.5.0 always writes."""
    if isinstance(element, MjsJoint) and element.type in (mjtJoint.mjJNT_FREE, mjtJoint.mjJNT_BALL):
        return ("pos",) if element.type == mjtJoint.mjJNT_BALL else ()
    return STATED.get(element.tag, ())


def check_world(world: MjsBody) -> None:
    """Check that the world body has no name or user data, which MJCF cannot express."""
    if world.name != "world":
        raise Error(f"the world is called '{world.name}', which MJCF cannot express")
    if len(world.userdata):
        raise Error("the world has user data, which MJCF cannot express")


@functools.cache
def groups_of(section: Element) -> tuple[str, ...]:
    """Return the lists of a spec whose elements belong to a section."""
    return tuple(GROUPS[cls] for cls in dict.fromkeys(row.spec for row in section.children) if cls in GROUPS)


@functools.cache
def may_have_children(row: Element) -> bool:
    """Return whether an element of this row may contain elements other than plugins."""
    parts = any(child.spec == row.spec and child.spec for child in row.children)
    return parts or row.reader in ("tuple", "tendon") or any(tag in row.by_tag for tag in ("layer", "bone"))


@functools.cache
def blank() -> Any:
    """Return a default spec for comparison; callers must not modify it."""
    return MjSpec()


def new(cls: type[Any]) -> Any:
    """Return a default element for comparison; callers must not modify it."""
    if cls not in _NEW:
        _NEW[cls] = cls()
    return _NEW[cls]


# ---- the order of elements in frames


def outermost(element: Any, frame: MjsFrame | None) -> Any:
    """Return the direct child frame of `frame` that contains an element, or None."""
    found, around = None, element.frame
    while around is not frame:
        found, around = around, around.frame
    return found


def comes_next(head: Any, queues: Any, left: Any) -> bool:
    """Return whether the elements left in frame `head` are at the front of their queues."""
    return all(
        sum(1 for _ in takewhile(lambda entry: entry[1] is head, queue)) == left[tag, id(head)]
        for tag, queue in queues.items()
    )


def pop_frame_elements(head: Any, queue: Any) -> Any:
    """Remove the elements in the frame `head` from the front of a queue, and return them."""
    taken = []
    while queue and queue[0][1] is head:
        taken.append(queue.popleft()[0])
    return taken


PLAIN_KEYS = (*AS_THEY_ARE, "quat", "groups", "polynomial", "materials")
FLAGS = ("flag_disable", "flag_enable")
MOST_INT = 1 << 31


class WritingRule(NamedTuple):
    """The writing rule of one attribute: how its value is recalled, compared and written.

    field     the field that holds its value
    keys      the entries of the element's dictionary that alone determine its value, with the compiler settings; () if
              more may matter
    simple    whether the value is the dictionary's entry `field`
    plain     whether `simple` holds and neither `angled` nor `settled`
    angled    whether it may be an angle of a joint
    settled   whether settings of the model that the element was attached from may change it, see `resolved`
    guarded   whether MJCF cannot express nan
    trims     whether it is a list of numbers whose last values may be omitted
    text      value -> its text
    sure      (value, kind) -> whether reading the text is certain to succeed; None if it always is
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
    """Writing rules that compare with the same dictionary, to find values that differ."""

    def __init__(self, ways: dict[int, WritingRule]) -> None:
        by_key: dict[str, list[int]] = {}
        for i, way in ways.items():
            for key in way.keys:
                by_key.setdefault(key, []).append(i)
        # itemgetter of one key returns no tuple
        self.keys = (*by_key, *by_key) if len(by_key) == 1 else (*by_key,)
        self.by_key = by_key
        self.get: Callable[[Any], tuple] = itemgetter(*self.keys) if by_key else lambda state: ()

    def changed_keys(self, own: dict[str, Any], others: tuple) -> Iterable[str]:
        """Yield the keys under which a dictionary holds objects other than `others`."""
        return compress(self.keys, map(is_not, self.get(own), others))


class WritingRules:
    """The writing rules of the attributes that an element of a class may state, in order.

    inherited, apart   attributes compared with the defaults class, and with a new element
    always             all others, whose values depend on more than fields
    settled            those of inherited and apart that settings of another model may change
    turned             those of inherited and apart that another form of orientation may express
    """

    def __init__(self, row: Element, cls: type) -> None:
        self.fresh = new(cls).__dict__
        self.list: list[WritingRule] = []
        known: set[str] = set()  # fields that an earlier attribute always states
        for name, attr in row.by_name.items():
            way = make_rule(row, name, attr, self.fresh)
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

    def reference_values(self, above: dict[str, Any]) -> tuple[tuple, tuple]:
        """Return the values to compare with: of the defaults class and of a new element."""
        return self.inherited.get(above), self.apart.get(self.fresh)

    def possible_attributes(
        self, own: dict[str, Any], others: tuple[tuple, tuple], more: Iterable[int] = ()
    ) -> list[WritingRule]:
        """Return the rules of attributes that may differ from the defaults, plus those in `more`."""
        found = [*self.always, *more]
        for group, theirs in ((self.inherited, others[0]), (self.apart, others[1])):
            for key in group.changed_keys(own, theirs):
                found += group.by_key[key]
        ways = self.list
        return [ways[i] for i in (sorted(set(found)) if len(found) > 1 else found)]


@functools.cache
def writing_rules(row: Element, cls: type) -> WritingRules:
    """Return the writing rules of an element class that is written by a schema row."""
    return WritingRules(row, cls)


def make_rule(row: Element, name: str, attr: Attr, fresh: dict[str, Any]) -> WritingRule:
    """Return the writing rule of one attribute; `fresh` is the dictionary of a new element."""
    field = attr.field or name
    angled = name in ANGLES and row.spec == "MjsJoint"
    keys: tuple[str, ...] = ()
    if attr.required or field.startswith("intprm["):  # written always, or has its own default
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
    trims = attr.store in ("", "polynomial") and base in ("real", "int") and least < most < ANY
    sure: Any = ALWAYS_READABLE.get(attr.store, named if attr.store.startswith(NAMING) else never)
    if (sure is named and named(None, attr.kind)) or (sure is counted and uncounted(attr.kind, simple)):
        sure = None
    return WritingRule(
        name,
        attr,
        field,
        keys,
        simple,
        plain,
        angled,
        settled,
        guarded,
        trims,
        text_converter(attr.kind),
        sure,
    )


# ---- predicates (value, kind) by `store` of the attribute: whether the text of the value is certain to be readable


def never(value: Any, kind: Kind) -> bool:
    """Return False: only reading the text can show whether the value is valid."""
    return False


def named(value: Any, kind: Kind) -> bool:
    """Return whether the kind is a text or keyword, whose values are always readable."""
    return kind.base in ("string", "strings", "keyword")


def uncounted(kind: Kind, whole: bool) -> bool:
    """Return whether `counted` holds for all values of a kind; `whole` means the entire field."""
    base, least, most, *_ = kind
    return base not in ("real", "int") or (base == "real" and (most == 1 or (whole and least == most)))


def counted(value: Any, kind: Kind) -> bool:
    """Return whether counts are valid and integers fit 32 bits; True for other kinds."""
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
    """Return whether a memory size is below 2^63, judged by its number of digits."""
    return len(value) < 10 if value[-1:] in "KMG" else value.isdigit() and len(value) < 19


ALWAYS_READABLE: dict[str, Callable[[Any, Kind], bool]] = {
    "": counted,
    "positive": lambda value, kind: value > 0,
    "count": lambda value, kind: 0 <= value < MOST_INT,
    "user_count": lambda value, kind: -1 <= value < MOST_INT,
    "memory": sized,
    "hull": lambda value, kind: value == -1 or 4 <= value < MOST_INT,
    "springlength": counted,
    "factors": lambda value, kind: len(value) == 3,
    "polynomial": counted,
    "materials": named,
    "quat": lambda value, kind: len(value) == 4 and any(value),
    "groups": lambda value, kind: len(value) > 0,
    "flag_disable": named,
    "flag_enable": named,
    "flag_multiccd": named,
    "spec": named,
    "inner": named,
}
NAMING = ("eq_", "target_", "side")  # prefixes of `store` of attributes that are names of elements


def is_complete(row: Element, said: dict[str, str]) -> bool:
    """Return whether an element has all required attributes and no conflicting ones."""
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


# reader of a row -> predicate of attributes for which the finisher is certain to succeed; others may fail
FINISHED: dict[str, Callable[[dict[str, str]], bool]] = {
    "": lambda said: True,
    "camera": lambda said: True,
    "tendon": lambda said: True,
    "actuator": _none_of("refsite", "cranklength", "slidersite", "inheritrange", "kp", "input"),
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
