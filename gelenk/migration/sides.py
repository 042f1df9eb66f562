"""Both sides of a migration, and the changes that rules find between them.

Documents: drop-in / Versions
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, NamedTuple

from gelenk.migration.reading import Reading, Record, label
from gelenk.migration.source_text import Edit


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
        """Return whether a release lies between the two: only one of them is before it."""
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
    """Return a number as text, with 15 digits if they are accurate to rounding."""
    short = f"{value:.15g}"
    return short if abs(float(short) - value) <= 4e-16 * abs(value) else repr(float(value))


def numbers(values: Any) -> str:
    """Return several numbers as text."""
    return " ".join(number(float(value)) for value in values)
