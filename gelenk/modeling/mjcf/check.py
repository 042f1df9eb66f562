"""Check of nodes against the schema, which parses all attributes and reports all problems.

Documents: XML reference / XML schema; XML reference / Attribute types
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from gelenk.errors import Error, Problem, nearest, short, warn
from gelenk.modeling.mjcf.attribute_readers import PLANS
from gelenk.modeling.mjcf.parse import blame
from gelenk.modeling.mjcf.values import Wrong

if TYPE_CHECKING:
    from gelenk.modeling.mjcf.parse import Node
    from gelenk.tables.schema_rows import Attr, Element

MOST_PROBLEMS = 500  # number of problems at which the check stops
MOST_READ, LONGEST = 256, 40  # cached texts per attribute, and the longest text to cache
MUTABLE = ("strings", "bytes")  # kinds with mutable values, which elements store without a copy


def described(node: Node) -> str:
    """Return a description such as: joint 'knee', or joint without a name."""
    name = node.attrs.get("name")
    return f"{short(node.tag)} '{short(name)}'" if name else short(node.tag)


def check(root: Node, schema_root: Element) -> Node:
    """Check all nodes against the schema and fill in `row` and `values`.

    Errors   Error: with all problems
    """
    problems: list[Problem] = []
    if root.tag != schema_root.tag:
        raise Error(
            f"the model's root is <{root.tag}>, which must be <{schema_root.tag}>",
            root.where,
        )
    root.row = schema_root
    _set_aside(root, schema_root, problems)
    stack = [root]
    while stack and len(problems) < MOST_PROBLEMS:
        node = stack.pop()
        row = node.row
        if row is None:  # unknown element, already reported
            continue
        _check_attributes(node, row, problems)
        if node.children:
            _check_children(node, row, problems)
            stack += node.children[::-1]
    if problems:
        raise Error(problems=problems)
    return root


ASIDE = ("body", "frame")


def _set_aside(root: Node, schema_root: Element, problems: list[Problem]) -> None:
    """Remove bodies and frames that are outside of <worldbody>, with a warning.

    3.5.0 ignores these elements after checking their names and those of their attributes.
    """
    aside = [child for child in root.children if child.tag in ASIDE]
    if not aside or "worldbody" not in schema_root.by_tag:
        return
    root.children = [child for child in root.children if child.tag not in ASIDE]
    more = f" ({len(aside) - 1} more elements likewise)" if len(aside) > 1 else ""
    warn(
        f"{aside[0].where}: {described(aside[0])} below <{root.tag}> is ignored{more}; "
        "put it into <worldbody>, or include this file there"
    )
    for child in aside:
        child.row = schema_root.by_tag["worldbody"].by_tag[child.tag]
    while aside and len(problems) < MOST_PROBLEMS:
        node = aside.pop()
        if node.row is None:
            continue
        for name in node.attrs:
            if name not in node.row.by_name:
                _unknown(node, node.row, name, problems)
        _check_children(node, node.row, problems)
        aside += node.children


def _has_nan(value: Any) -> bool:
    return any(number != number for number in (value if isinstance(value, list) else (value,)))


def _check_children(node: Node, row: Element, problems: list[Problem]) -> None:
    by_tag = row.by_tag
    counts: dict[str, int] = {}
    for child in node.children:
        tag = child.tag
        found = child.row = by_tag.get(tag)
        if found is None and len(problems) < MOST_PROBLEMS:
            problems.append(
                blame(
                    child,
                    f"unknown element <{short(tag)}> in {described(node)}",
                    nearest(tag, list(by_tag)) or _allowed(by_tag),
                )
            )
        elif found is not None and found.card == "?":
            counts[tag] = counts.get(tag, 0) + 1
    for tag, count in counts.items():
        if count > 1:
            places = ", ".join(child.where for child in node.children if child.tag == tag)
            problems.append(
                blame(node, f"{described(node)} has {count} elements <{tag}>, at {places}", "it may have one")
            )


def _allowed(by_tag: dict[str, Element]) -> str:
    if not by_tag:
        return "it has no children"
    return f"it may have {', '.join(sorted(by_tag))}" if len(by_tag) < 12 else ""


def _check_attributes(node: Node, row: Element, problems: list[Problem]) -> None:
    plan = PLANS[row]
    values = node.values = {}
    attrs = node.attrs
    for name, text in attrs.items():
        known = plan[name]
        if known is None:
            if len(problems) < MOST_PROBLEMS:
                _unknown(node, row, name, problems)
            continue
        if known.reader is None:
            values[name] = text
            continue
        read = known.read
        if text in read:
            values[name] = read[text]
            continue
        try:
            value = known.reader(text, known.kind)
        except Wrong as wrong:
            _wrong(node, name, text, known.attr, wrong, problems)
            continue
        if value is None:
            continue
        if ("n" in text or "N" in text) and known.refuses_nan and _has_nan(value):
            problems.append(
                blame(
                    node,
                    f"attribute '{name}' of {described(node)} is not a number",
                    "nan cannot be meant here",
                )
            )
            continue
        values[name] = value
        if len(text) <= LONGEST and known.kind.base not in MUTABLE:
            if len(read) >= MOST_READ:
                read.clear()
            read[text] = value
    for name in row.required:
        if name not in attrs or (name not in values and not attrs[name].strip()):
            problems.append(blame(node, f"required attribute '{name}' of {described(node)} is missing"))
    if plan.demands or not plan.ruled.isdisjoint(values):
        _check_rules(node, row, problems)


def _check_rules(node: Node, row: Element, problems: list[Problem]) -> None:
    for rule, names in row.rules:
        given = [name for name in names if name in node.values]
        if (rule == "at most one" and len(given) > 1) or (rule == "exactly one" and len(given) != 1):
            problems.append(
                blame(
                    node,
                    f"{described(node)} has {' and '.join(given) or 'none'} of {', '.join(names)}",
                    f"give {rule}",
                )
            )


def _unknown(node: Node, row: Element, name: str, problems: list[Problem]) -> None:
    """Report an attribute that the element does not have; warn instead if the element is open."""
    if row.open:
        warn(f"{node.where}: attribute '{short(name)}' of {described(node)} has no effect")
        return
    problems.append(
        blame(
            node,
            f"unknown attribute '{short(name)}' of {described(node)}",
            nearest(name, list(row.by_name)) or ("" if row.by_name else "it has no attributes"),
        )
    )


def _wrong(node: Node, name: str, text: str, attr: Attr, wrong: Wrong, problems: list[Problem]) -> None:
    """Report an invalid text, or warn and store the value that the schema substitutes."""
    if attr.kind.other is None:
        problems.append(
            blame(node, f"attribute '{name}' of {described(node)} {wrong.args[0]}", wrong.args[1])
        )
        return
    node.values[name] = attr.kind.other
    meant = next(word for word, value in attr.kind.keys.items() if value == attr.kind.other)
    warn(f"{node.where}: {name}='{short(text)}' of {described(node)} is read as '{meant}'")
