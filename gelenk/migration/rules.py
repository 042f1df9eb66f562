"""Rules of a migration: attributes with another meaning or default at the other release.

Documents: drop-in / Versions; XML reference

Each rule compares both readings of the text and yields changes, which keep the meaning of the old release, and remarks
about what attributes cannot say. Rules of actuators are in actuator_rules.py.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

import numpy as np

from gelenk.migration.reading import Record, nodes, states
from gelenk.migration.sides import Change, Remark, Rule, Sides, number
from gelenk.modeling.spec.release_defaults import CHANGED, Changed
from gelenk.tables.api_enums import mjtEnableBit
from gelenk.tables.enums import mjtGeom
from gelenk.tables.releases import R3_8, R3_9, R3_14, R4_0

if TYPE_CHECKING:
    from gelenk.modeling.mjcf.parse import Node
    from gelenk.runtime.model import MjModel

Found = Iterator[Change | Remark]

GAP = Rule("margin and gap", R3_9, "gap comes after margin, so that force begins at margin")
MULTICCD = Rule("multiccd", R3_8, "pairs of convex geoms have several contacts by default")
LIMITS = Rule("tendon limits", R3_14, "actuatorfrclimited of tendons is automatic by default")
DEFAULTS = Rule("defaults", R4_0, "the default has changed")
WORDS = {  # field of CHANGED -> section and name of its attribute
    "sleep_tolerance": ("option", "sleep_tolerance"),
    "bvactive": ("visual/global", "bvactive"),
    "active": ("visual/headlight", "active"),
}
FACES = (mjtGeom.mjGEOM_CYLINDER, mjtGeom.mjGEOM_MESH)  # met by the convex collider
SOLID = (*FACES, mjtGeom.mjGEOM_CAPSULE, mjtGeom.mjGEOM_BOX)


def margins(sides: Sides) -> Found:
    """Yield the margins that keep the distance at which force begins: margin -+ gap."""
    if not sides.crosses(R3_9):
        return
    sign = -1.0 if sides.forward else 1.0
    gaps = False
    for record, _ in sides.records("geom", "pair", "flex"):
        element = record.element
        if element.tag not in ("geom", "pair", "flex"):  # an equality of flexes
            continue
        gaps = gaps or bool(element.gap)
        new = float(element.margin) + sign * float(element.gap)
        for part in (record.node, *record.node.children):
            if part.tag in ("geom", "pair", "contact") and is_restated(part, new):
                yield sides.change(GAP, record._replace(node=part), "margin", number(new))
    for node in nodes(sides.old.root):
        inner = next((child for child in node.children if child.tag in ("contact", "geom")), None)
        if node.tag not in ("flexcomp", "composite") or inner is None or "gap" not in inner.values:
            continue
        record = Record(inner, None, False)
        if node.tag == "flexcomp":  # whose contacts have no default class
            new = inner.values.get("margin", 0.0) + sign * inner.values["gap"]
            yield sides.change(GAP, record, "margin", number(new))
        else:
            remedy = f"write margin as margin {'-' if sides.forward else '+'} gap"
            yield sides.remark(GAP, record, "the gap of a composite's geoms has another meaning", remedy)
    if gaps and sides.old.spec.option.enableflags & mjtEnableBit.mjENBL_OVERRIDE:
        what = "the flag override takes o_margin for all contacts, while gaps differ"
        remedy = f"{'subtract' if sides.forward else 'add'} the gap of the contacts that matter in o_margin"
        yield Remark("option", "", GAP.since, what, remedy)


def is_restated(node: Node, margin: float) -> bool:
    """Return whether a node states margin or gap, and margin must be written anew."""
    stated = node.values.get("margin")
    return stated != margin if stated is not None else "gap" in node.values


def has_convex_pairs(m: MjModel) -> bool:
    """Return whether the convex collider may find several contacts of a pair of geoms."""
    return bool(np.isin(m.geom_type, FACES).any() and np.isin(m.geom_type, SOLID).sum() > 1)


def several_contacts(sides: Sides) -> Found:
    """Yield the flag multiccd if the text leaves it out and convex pairs are possible."""
    if not sides.crosses(R3_8) or states(sides.old.root, "flag", "multiccd"):
        return
    if has_convex_pairs(sides.old.model):
        yield sides.setting(MULTICCD, "option/flag", "multiccd", "disable" if sides.forward else "enable")


def defaults(sides: Sides) -> Found:
    """Yield the settings whose defaults differ and which the text leaves out."""
    for row in CHANGED:
        if row.field not in WORDS or not sides.crosses(row.release):
            continue
        if (
            row.field == "sleep_tolerance"
            and not sides.old.spec.option.enableflags & mjtEnableBit.mjENBL_SLEEP
        ):
            continue
        section, name = WORDS[row.field]
        tag = section.rpartition("/")[2]
        if states(sides.old.root, tag, name):
            continue
        rule = DEFAULTS._replace(
            release=row.release, why=f"the default is {word(row, 1)} instead of {word(row, 0)}"
        )
        text = word(row, 0 if sides.forward else 1)
        text = (
            "1" if row.field == "active" else text
        )  # auto, which earlier releases refuse, is on in all viewers
        yield sides.setting(rule, section, name, text)


def word(row: Changed, later: int) -> str:
    """Return the default of a setting until or since its release as text."""
    value = row.since if later else row.until
    if row.field == "sleep_tolerance":
        return number(value)
    return ("false", "true", "auto")[int(value)]


def tendon_limits(sides: Sides) -> Found:
    """Yield actuatorfrclimited of tendons that are limited at one of the releases only."""
    if not sides.crosses(R3_14):
        return
    old, new = sides.old.model.tendon_actfrclimited, sides.new.model.tendon_actfrclimited
    places = {id(element): i for i, element in enumerate(sides.old.spec.tendons)}
    for record, _ in sides.records("spatial", "fixed"):
        i = places.get(id(record.element), -1)
        if i >= 0 and old[i] != new[i]:
            yield sides.change(LIMITS, record, "actuatorfrclimited", "true" if old[i] else "false")
