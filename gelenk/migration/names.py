"""Names of elements and attributes that one of the two releases lacks.

Documents: XML reference; drop-in / Versions

Gelenk reads the names of all releases; the package mujoco of a release reads its own. Remarks name what the other
release would refuse.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from gelenk.migration.reading import Record, nodes
from gelenk.migration.sides import Change, Remark, Rule, Sides
from gelenk.tables.releases import (
    R3_7,
    R3_9,
    R3_10,
    R3_11,
    R3_12,
    R3_13,
    R3_16,
    R3_17,
    R4_0,
)

if TYPE_CHECKING:
    from gelenk.modeling.mjcf.parse import Node

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
