"""Reading of a text at a release, both sides of a migration, names that one side lacks.

Documents: Modeling / MJCF; design / One source of truth; drop-in / Versions; XML reference

A reading of a text has the spec, the model, and the XML element of each spec element.

The sides of a migration are the readings at both releases; rules find the changes between them.

Names of elements and attributes that one of the two releases lacks: Gelenk reads the names of all releases; the package
mujoco of a release reads its own. Remarks name what the other release would refuse.
"""

from __future__ import annotations

import contextlib
import functools
import logging
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from gelenk.errors import Error
from gelenk.migration.source_text import Edit, Place, SourceText
from gelenk.modeling.compiler.compile import compile
from gelenk.modeling.mjcf.parse import Node, expand_includes, parse_text
from gelenk.modeling.mjcf.read import Reader, from_file, read_root
from gelenk.tables.levels import release_number
from gelenk.tables.releases import R3_7, R3_9, R3_10, R3_11, R3_12, R3_13, R3_16, R3_17, R4_0

if TYPE_CHECKING:
    from gelenk.modeling.mjcf.parse import Node
    from gelenk.modeling.spec.spec import MjSpec
    from gelenk.runtime.model import MjModel


class Record(NamedTuple):
    """An XML element, the spec element it set, and whether that is in a default class."""

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
    """Read and compile a text of a source as a release does.

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


# Sides of a migration


class Change(NamedTuple):
    """An attribute that is rewritten so that the model keeps its meaning.

    rule       name of the rule, such as "margin and gap"
    element    tag and name of the element
    where      file:line:column, "" for settings that the text does not state
    attribute  name; old and new are its values, "" where it is not written
    since      release that changed the meaning
    why        the change of that release
    """

    rule: str
    element: str
    where: str
    attribute: str
    old: str
    new: str
    since: str
    why: str
    edit: Edit


class Remark(NamedTuple):
    """A difference that attributes of the other release cannot remove.

    element   tag and name of the element; where is its file:line:column
    since     release that made the difference
    what      the difference
    remedy    what to do, "" if the new behavior is a correction without a switch
    """

    element: str
    where: str
    since: str
    what: str
    remedy: str = ""


class Rule(NamedTuple):
    """Name of a rule, the release that changed a meaning, and the change in words."""

    name: str
    release: int
    why: str

    @property
    def since(self) -> str:
        """The release as text, such as 3.9."""
        return f"{self.release // 10**6}.{self.release // 1000 % 1000}"


class Sides(NamedTuple):
    """A text, read at its own release (old) and at the other release (new)."""

    old: Reading
    new: Reading

    @property
    def forward(self) -> bool:
        """Whether the new release is the later one."""
        return self.new.release > self.old.release

    def crosses(self, release: int) -> bool:
        """Return whether exactly one of the two sides is earlier than a release."""
        return (self.old.release < release) != (self.new.release < release)

    def records(self, *tags: str) -> Iterator[tuple[Record, Record]]:
        """Yield the records of elements with these tags, on both sides."""
        others = self.new.by_place()
        for record in self.old.records:
            if not tags or record.node.tag in tags:
                other = others.get(record.node.position)
                if other is not None:
                    yield record, other

    def change(self, rule: Rule, record: Record, name: str, value: str | None) -> Change:
        """Return the change of an attribute of an element; None removes the attribute."""
        node = record.node
        edit = Edit(node.position, "", name, value)
        old = node.tag if not name else node.attrs.get(name, "")
        shown = label(record, self.old.root)
        return Change(
            rule.name, shown, node.where, name or "(tag)", old, value or "", rule.since, rule.why, edit
        )

    def setting(self, rule: Rule, section: str, name: str, value: str) -> Change:
        """Return a change that adds a setting to the text."""
        edit = Edit(None, section, name, value)
        return Change(rule.name, section, "", name, "", value, rule.since, rule.why, edit)

    def remark(self, rule: Rule, record: Record, what: str, remedy: str = "") -> Remark:
        """Return a remark about an element."""
        return Remark(label(record, self.old.root), record.node.where, rule.since, what, remedy)


def number(value: float) -> str:
    """Return a number as text, with 15 digits if these are accurate up to rounding."""
    short = f"{value:.15g}"
    return short if abs(float(short) - value) <= 4e-16 * abs(value) else repr(float(value))


def numbers(values: Any) -> str:
    """Return several numbers as text."""
    return " ".join(number(float(value)) for value in values)


# Names that a release lacks

ACTUATORS = "cylinder damper general intvelocity motor muscle plugin position velocity"
# release -> elements and attributes that it added, as "tag" or "tag attribute"; tags that share an attribute are joined
LATER = {
    R3_7: (f"{ACTUATORS}: armature damping", "dcmotor"),
    R3_9: ("flag: diagexact",),
    R3_10: ("compiler: conflict",),
    R3_11: (
        "geom: surfacevel",
        "geom pair: adhesion",
        "orientation",
        "attach: frame",
        "intvelocity: actlimited",
    ),
    R3_12: ("pid", "light: softness", "general: ffrange velrange posrange"),
    R3_16: ("body: fuse", "frame: scale scaling massscale", "general: input inheritrange"),
    R3_17: ("texture: class",),
    R4_0: (
        "joint spatial fixed tendon: springyield",
        "geom: castshadow",
        "body: simple",
        "compiler: savecompiled savecanonical",
        "key: plastic",
    ),
}
POLYNOMIAL = (
    "joint",
    "spatial",
    "fixed",
    "tendon",
)  # tags whose stiffness and damping may have three numbers
VALUES = {  # (tag, attribute, value) -> release that added the value
    ("option", "integrator", "discrete"): R3_13,
    ("headlight", "active", "auto"): R4_0,
    ("headlight", "active", "2"): R4_0,
}
ROD = "write a flexcomp of dim 1: count and spacing, radius, edge equality, elasticity young and shear"
GONE = {  # tag or (tag, attribute) -> (value that is refused, or None for all; remedy)
    ("composite", ""): (None, ROD),
    ("plugin", "plugin"): ("mujoco.elasticity.cable", ROD),
    ("contact", "internal"): (None, "remove the attribute"),
    ("contact", "vertcollide"): (None, "remove the attribute"),
    ("edge", "equality"): ("vert", "use edge equality true, or elasticity with the integrator discrete"),
    ("flexvert", ""): (None, "use an equality of the edges, or elasticity with the integrator discrete"),
}


IDLE = ("internal", "vertcollide")  # attributes of contact whose value false is the default
IDLE_RULE = Rule("names", R4_0, "the attribute is refused; false is what remains")


def later_names() -> dict[tuple[str, str], int]:
    """Return (tag, attribute or "") -> release that added the name."""
    found = {}
    for release, rows in LATER.items():
        for row in rows:
            tags, _, names = row.partition(":")
            for tag in tags.split():
                for name in names.split() or [""]:
                    found[tag, name] = release
    return found


def refused(root: Node, release: int) -> Iterator[tuple[Node, Rule, str, str]]:
    """Yield what a release refuses: element, rule, refused words, remedy."""
    later = later_names()
    for node in nodes(root):
        for name in ("", *node.attrs):
            what = f"the attribute {name}" if name else f"<{node.tag}>"
            since = later.get((node.tag, name), 0)
            if (
                name in ("stiffness", "damping")
                and node.tag in POLYNOMIAL
                and len(node.attrs[name].split()) > 1
            ):
                since, what = R3_7, f"{name} with several numbers"
            if (node.tag, name, node.attrs.get(name)) in VALUES:
                since, what = VALUES[node.tag, name, node.attrs[name]], f'{name}="{node.attrs[name]}"'
            if release < since:
                rule = Rule("names", since, "")
                yield node, rule, f"{what} came in {rule.since}, earlier releases refuse it", "remove it"
            value, remedy = GONE.get((node.tag, name), ("", ""))
            if remedy and release >= R4_0 and (value is None or node.attrs.get(name) == value):
                rule = Rule("names", R4_0, "")
                shown = what if value is None else f'{name}="{value}"'
                yield node, rule, f"{shown} is refused since {rule.since}, though gelenk reads it", remedy


def names(sides: Sides) -> Iterator[Change | Remark]:
    """Yield a remark for each name of the text that the other release refuses."""
    for node in nodes(sides.old.root):
        if node.tag == "model" and "file" in node.attrs:
            what = f"the attached model {node.attrs['file']} has the meaning of its parent"
            yield sides.remark(
                Rule("names", sides.new.release, ""), Record(node, None, False), what, "migrate it, too"
            )
    for node, rule, what, remedy in refused(sides.old.root, sides.new.release):
        record = Record(node, None, False)
        idle = [name for name in IDLE if node.tag == "contact" and node.attrs.get(name) == "false"]
        if any(name in what for name in idle):
            yield from (sides.change(IDLE_RULE, record, name, None) for name in idle if name in what)
            continue
        yield sides.remark(rule, Record(node, None, False), what, remedy)
