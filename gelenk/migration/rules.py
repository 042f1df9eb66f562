"""Rules of a migration: changed meanings and defaults, flexes, and corrections.

Documents: drop-in / Versions; XML reference; XML reference / actuator; XML reference / flex / elasticity

Rules of attributes that have another meaning or default at the other release.

Each rule compares both readings of the text. A rule yields changes, which preserve the meaning of the old release, and
remarks on differences that attributes cannot express. The rule of tendon paths is in migrate.py.

Each actuator is compared as both releases read and compile it. Where they differ, the attributes of its shortcut state
the parameters of the old release; an actuator whose shortcut cannot state them becomes `general`.

Rule of flexes: elastic constants that preserve the stiffness of the old release.

    until 4.0, 3-D        mu = E / (2 (1 + nu))         lambda = 2 E nu / ((1 + nu) (1 - 2 nu))
    until 4.0, 2-D        mu = E / (8 (1 + nu))         lambda = E nu / (2 (1 + nu) (1 - 2 nu))
                          D = E t^3 / (16 (1 + nu))
    since 4.0             mu = E / (2 (1 + nu)), lambda = E nu / ((1 + nu) (1 - 2 nu)), 2-D: E nu / (1 - nu^2)
                          D = E t^3 / (12 (1 - nu^2))

Stretching of 2-D flexes is proportional to E t.

Corrections of later releases that no attribute can undo.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from math import sqrt
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from gelenk.migration.reading import Change, Record, Remark, Rule, Sides, nodes, number, numbers, states
from gelenk.modeling.spec.defaults import CHANGED, Changed
from gelenk.tables.api_enums import mjtDisableBit, mjtEnableBit
from gelenk.tables.enums import mjtBias, mjtDyn, mjtEq, mjtGain, mjtGeom, mjtIntegrator, mjtJoint, mjtTrn
from gelenk.tables.enums.options import ONE_CONTACT
from gelenk.tables.releases import R3_7, R3_8, R3_9, R3_11, R3_12, R3_13, R3_14, R3_15, R3_16, R4_0
from gelenk.tables.schema.actuators import ACTUATOR

if TYPE_CHECKING:
    from gelenk.modeling.mjcf.parse import Node
    from gelenk.runtime.model import MjModel

Found = Iterator[Change | Remark]
Laws = dict[str, tuple[float, ...]]  # dyn, gain, bias -> type and the parameters that it uses

GAP = Rule("margin and gap", R3_9, "gap comes after margin, so that force begins at margin")
MULTICCD = Rule("multiccd", R3_8, "pairs of convex geoms have several contacts by default")
LIMITS = Rule("tendon limits", R3_14, "actuatorfrclimited of tendons is automatic by default")
DAMPING = Rule("damping ratio", R3_15, "dampratio refers to the mass that the actuator moves")
INHERITANCE = Rule("shortcuts", R3_16, "shortcuts inherit from defaults of the same shortcut or of general")
ACTIVATION = Rule("activation limit", R3_11, "actlimited of intvelocity is automatic")
DEFAULTS = Rule("defaults", R4_0, "the default has changed")
WORDS = {  # field of CHANGED -> section and name of its attribute
    "sleep_tolerance": ("option", "sleep_tolerance"),
    "bvactive": ("visual/global", "bvactive"),
    "active": ("visual/headlight", "active"),
}
FACES = (mjtGeom.mjGEOM_CYLINDER, mjtGeom.mjGEOM_MESH)  # types that use the convex collider
SOLID = (*FACES, mjtGeom.mjGEOM_CAPSULE, mjtGeom.mjGEOM_BOX)
DAMPING_ROUNDING = 1e-12  # relative difference of dampings that counts as rounding
USED: dict[str, dict[int, int]] = {  # law -> type -> number of parameters that count; others use all
    "dyn": {
        mjtDyn.mjDYN_NONE: 0,
        mjtDyn.mjDYN_INTEGRATOR: 0,
        mjtDyn.mjDYN_FILTER: 1,
        mjtDyn.mjDYN_FILTEREXACT: 1,
    },
    "gain": {mjtGain.mjGAIN_FIXED: 1, mjtGain.mjGAIN_AFFINE: 3},
    "bias": {mjtBias.mjBIAS_NONE: 0, mjtBias.mjBIAS_AFFINE: 3},
}
TYPES: dict[str, Any] = {"dyn": mjtDyn, "gain": mjtGain, "bias": mjtBias}


def margins(sides: Sides) -> Found:
    """Yield the margins that keep the distance at which force begins: margin -+ gap."""
    if not sides.crosses(R3_9):
        return
    sign = -1.0 if sides.forward else 1.0
    gaps = False
    for record, _ in sides.records("geom", "pair", "flex"):
        element = record.element
        if element.tag not in ("geom", "pair", "flex"):  # the tag flex is also that of an equality constraint
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
        if node.tag == "flexcomp":  # contacts of a flexcomp have no default class
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
    """Return whether a node states margin or gap, and its margin must be rewritten."""
    stated = node.values.get("margin")
    return stated != margin if stated is not None else "gap" in node.values


def has_convex_pairs(m: MjModel) -> bool:
    """Return whether the convex collider may find several contacts of a pair of geoms."""
    return bool(np.isin(m.geom_type, FACES).any() and np.isin(m.geom_type, SOLID).sum() > 1)


def several_contacts(sides: Sides) -> Found:
    """Yield the flag multiccd if the text does not state it and convex pairs are possible."""
    if not sides.crosses(R3_8) or states(sides.old.root, "flag", "multiccd"):
        return
    if has_convex_pairs(sides.old.model):
        yield sides.setting(MULTICCD, "option/flag", "multiccd", "disable" if sides.forward else "enable")


def defaults(sides: Sides) -> Found:
    """Yield the settings with different defaults that the text does not state."""
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
        text = "1" if row.field == "active" else text  # earlier releases refuse auto; viewers show auto as on
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


def actuators(sides: Sides) -> Found:
    """Yield the changes of all actuators, and remarks about those that cannot be stated."""
    if not any(map(sides.crosses, (R3_11, R3_15, R3_16))):
        return
    index = {id(element): i for i, element in enumerate(sides.old.spec.actuators)}
    for record, other in sides.records():
        i = index.get(id(record.element), -1)
        if i >= 0:
            yield from one_actuator(sides, record, other, i)


def one_actuator(sides: Sides, record: Record, other: Record, i: int) -> Found:
    """Yield the changes of actuator ``i``."""
    old, new = laws(record.element), laws(other.element)
    models = sides.old.model, sides.new.model
    damping, others = (float(m.actuator_biasprm[i, 2]) for m in models)
    ratio = record.element.biasprm[2] > 0 and abs(damping - others) > DAMPING_ROUNDING * abs(damping)
    values: dict[str, str | None] = {}
    if old != new:
        values = shortcut_values(record, old, new, sides.new.release) or {}
        if not values:
            if record.element.inheritrange:
                remedy = "state ctrlrange instead of inheritrange, then migrate again"
                what = "the parameters are inherited from another shortcut, and inheritrange is in use"
                yield sides.remark(INHERITANCE, record, what, remedy)
                return
            yield from as_general(sides, record, old, i)
            return
        for name, value in values.items():
            yield sides.change(INHERITANCE, record, name, value)
    if ratio and record.node.tag in ("position", "intvelocity"):
        if "dampratio" in record.node.attrs:
            yield sides.change(DAMPING, record, "dampratio", None)
        yield sides.change(DAMPING, record, "kv", number(-damping))
    elif ratio:
        yield sides.change(DAMPING, record, "biasprm", numbers(models[0].actuator_biasprm[i]))
    limited = [bool(m.actuator_actlimited[i]) for m in models]
    if limited[0] != limited[1]:
        yield sides.change(ACTIVATION, record, "actlimited", "true" if limited[0] else "false")


def laws(actuator: Any) -> Laws:
    """Return the types of an actuator with the parameters that these types use."""
    found = {}
    for name, counts in USED.items():
        kind = int(getattr(actuator, f"{name}type"))
        values = getattr(actuator, f"{name}prm")
        found[name] = (kind, *map(float, values[: counts.get(kind, len(values))]))
    return found


def shortcut_values(record: Record, old: Laws, new: Laws, release: int) -> dict[str, str | None] | None:
    """Return the attributes that give a shortcut the laws ``old`` instead of ``new``, or None.

    release   the release that reads the attributes: before 3.16, cylinder uses only the first number of bias
    """
    tag, gain, bias = record.node.tag, old["gain"], old["bias"]
    if tag in ("position", "intvelocity"):
        return servo_values(tag, old, new)
    if tag in ("velocity", "adhesion"):
        name = "kv" if tag == "velocity" else "gain"
        same = old["dyn"] == new["dyn"] and (tag == "adhesion" or bias[1:] == (0, 0, -gain[1]))
        return {name: number(gain[1])} if same and gain[0] == mjtGain.mjGAIN_FIXED else None
    if tag == "damper" and gain[:3] == (mjtGain.mjGAIN_AFFINE, 0, 0) and old["dyn"] == new["dyn"]:
        return {"kv": number(-gain[3])}
    if tag == "cylinder" and old["dyn"][0] == new["dyn"][0]:
        if release >= R3_16 or bias[2:] == new["bias"][2:]:
            return {"timeconst": number(old["dyn"][1]), "area": number(gain[1]), "bias": numbers(bias[1:])}
    return None


def servo_values(tag: str, old: Laws, new: Laws) -> dict[str, str | None] | None:
    """Return the attributes of position or intvelocity; None if they cannot state the laws."""
    dyn, gain, bias = old["dyn"], old["gain"], old["bias"]
    if bias[0] != mjtBias.mjBIAS_AFFINE or bias[1] != new["bias"][1] or bias[2] != -gain[1]:
        return None
    values: dict[str, str | None] = {"kp": number(gain[1])}
    if bias[3] > 0:
        values["dampratio"] = number(bias[3])
    elif bias[3] != new["bias"][3]:
        values["kv"] = number(0.0 - bias[3])
    if dyn == new["dyn"]:
        return values
    if tag == "intvelocity" or dyn[0] not in (mjtDyn.mjDYN_NONE, mjtDyn.mjDYN_FILTEREXACT):
        return None
    return values | {"timeconst": number(dyn[1]) if len(dyn) > 1 else "0"}


def as_general(sides: Sides, record: Record, old: Laws, i: int) -> Found:
    """Yield the changes that turn actuator ``i`` into `general` with its old laws."""
    m, element, known = sides.old.model, record.element, ACTUATOR.by_tag["general"].by_name
    yield sides.change(INHERITANCE, record, "", "general")
    for name in record.node.attrs:
        if name not in known:
            yield sides.change(INHERITANCE, record, name, None)
    for name, enum in TYPES.items():
        word = enum(int(old[name][0])).name.rpartition("_")[2].lower()
        yield sides.change(INHERITANCE, record, f"{name}type", word)
        used = len(old[name]) - 1
        if used:  # state all parameters in use, since the class may have other values
            values = getattr(m, f"actuator_{name}prm")[i, :used]
            yield sides.change(INHERITANCE, record, f"{name}prm", numbers(values))
    for name in ("ctrllimited", "actlimited"):
        if name not in record.node.attrs and int(getattr(element, name)) == 1:
            yield sides.change(INHERITANCE, record, name, "true")


# Rule of flexes

RULE = Rule("elastic constants", R4_0, "young, poisson and thickness have their documented meaning")
LARGEST = 0.5  # Poisson ratio of incompressible materials


class Elastic(NamedTuple):
    """Young's modulus [Pa], Poisson's ratio [1] and thickness [m] of a flex."""

    young: float
    poisson: float
    thickness: float


def later_constants(dim: int, kind: str, old: Elastic) -> Elastic:
    """Convert constants of releases before 4.0 to those of 4.0.

    kind   elastic2d of flexes of dimension 2: bend, stretch or both
    """
    young, nu, t = old
    if dim == 3:
        ratio = 2 * nu / (1 + 2 * nu)
        return Elastic(young * (1 + ratio) / (1 + nu), ratio, t)
    if kind == "bend":
        return Elastic(0.75 * (1 - nu) * young, nu, t)
    stretch = young * (1 + 2 * nu) / (4 * (1 + nu))
    if kind == "stretch":
        return Elastic(stretch, 2 * nu, t)
    thickness = t * sqrt(max(0.0, 3 * (1 - 2 * nu)))
    return Elastic(stretch * t / thickness if thickness else np.inf, 2 * nu, thickness)


def earlier_constants(dim: int, kind: str, new: Elastic) -> Elastic:
    """Convert constants of release 4.0 to those of releases before."""
    young, ratio, thickness = new
    if dim == 3:
        nu = ratio / (2 * (1 - ratio))
        return Elastic(young * (1 + nu) / (1 + ratio), nu, thickness)
    if kind == "bend":
        return Elastic(young / (0.75 * (1 - ratio)), ratio, thickness)
    nu = ratio / 2
    stretch = young * 4 * (1 + nu) / (1 + 2 * nu)
    if kind == "stretch":
        return Elastic(stretch, nu, thickness)
    t = thickness / sqrt(3 * (1 - 2 * nu))
    return Elastic(stretch * thickness / t if t else np.inf, nu, t)


def elasticity(sides: Sides) -> Iterator[Change | Remark]:
    """Yield the elastic constants of flexes that keep their stiffness.

    If the engine uses the constants of one release for both, remarks are yielded instead.
    """
    if not sides.crosses(R4_0):
        return
    old, new = sides.old.model, sides.new.model
    changed = not all(
        np.array_equal(getattr(old, name), getattr(new, name)) for name in ("flex_stiffness", "flex_bending")
    )
    for node in nodes(sides.old.root):
        part = next((child for child in node.children if child.tag == "elasticity"), None)
        if node.tag not in ("flex", "flexcomp") or part is None or not part.values.get("young"):
            continue
        dim, kind = node.values.get("dim", 2), part.attrs.get("elastic2d", "none")
        if (
            node.attrs.get("dof", "full") not in ("full", "radial")
            or dim == 1
            or (dim == 2 and kind == "none")
        ):
            continue
        yield from constants(sides, part, dim, kind, changed)


def constants(sides: Sides, part: Any, dim: int, kind: str, changed: bool) -> Iterator[Change | Remark]:
    """Yield the changes of one elasticity element, or a remark if they cannot be made."""
    record = Record(part, None, False)
    thickness = part.values.get("thickness", -1.0)
    given = Elastic(part.values["young"], part.values.get("poisson", 0.0), thickness)
    if dim == 2 and kind != "stretch" and thickness <= 0:
        return  # without a thickness there is no bending
    found = (later_constants if sides.forward else earlier_constants)(dim, kind, given)
    told = f"young={number(found.young)} poisson={number(found.poisson)} thickness={number(found.thickness)}"
    if not 0 <= found.poisson < LARGEST or not np.isfinite(found.young):
        what = f"the stiffness needs {told}, and poisson must be below {LARGEST}"
        yield sides.remark(RULE, record, what, "choose the nearest material by experiment")
    elif not changed:
        what = (
            "the package mujoco of this release has other elastic constants; gelenk has those of 3.5.0 here"
        )
        yield sides.remark(RULE, record, what, f"{told} for the package mujoco")
    else:
        for name, old, new in zip(Elastic._fields, given, found, strict=True):
            if new != old:
                yield sides.change(RULE, record, name, number(new))


# Corrections of later releases

ROUND = (mjtJoint.mjJNT_FREE, mjtJoint.mjJNT_BALL)
IMPLICIT = (mjtIntegrator.mjINT_IMPLICIT, mjtIntegrator.mjINT_IMPLICITFAST)


def has_loops(m: Any) -> bool:
    """Return whether connect or weld constraints join moving bodies."""
    return bool(m.nv and np.isin(m.eq_type, (mjtEq.mjEQ_CONNECT, mjtEq.mjEQ_WELD)).any())


def has_lone_bodies(m: Any) -> bool:
    """Return whether the integrator is implicitfast and there are free joints."""
    return m.opt.integrator == mjtIntegrator.mjINT_IMPLICITFAST and (mjtJoint.mjJNT_FREE in m.jnt_type)


def turns_on_circle(m: Any) -> bool:
    """Return whether an actuator drives a rotation of three degrees of freedom."""
    joints = np.isin(m.actuator_trntype, (mjtTrn.mjTRN_JOINT, mjtTrn.mjTRN_JOINTINPARENT))
    targets = m.actuator_trnid[:, 0][joints]
    return bool(np.isin(m.jnt_type[targets], ROUND).any() or mjtTrn.mjTRN_SITE in m.actuator_trntype)


def has_boxes(m: Any) -> bool:
    """Return whether two boxes may touch."""
    return bool((m.geom_type == mjtGeom.mjGEOM_BOX).sum() > 1)


def has_clamped_targets(m: Any) -> bool:
    """Return whether the integrator is implicit and joints or tendons limit forces."""
    limited = m.jnt_actfrclimited.any() or m.tendon_actfrclimited.any()
    return bool(m.nactuator and limited and m.opt.integrator in IMPLICIT)


def has_round_steps(m: Any) -> bool:
    """Return whether the integrator is RK4 and there are orientations (ball or free joints)."""
    return bool(m.opt.integrator == mjtIntegrator.mjINT_RK4 and np.isin(m.jnt_type, ROUND).any())


def has_several_contacts(m: Any) -> bool:
    """Return whether multiccd is enabled and convex pairs are possible."""
    return has_convex_pairs(m) and not m.opt.disableflags & (ONE_CONTACT | mjtDisableBit.mjDSBL_CONTACT)


def has_rotated_references(m: Any) -> bool:
    """Return whether actuators with a reference site measure rotations."""
    sites = m.actuator_trntype == mjtTrn.mjTRN_SITE
    return bool((m.actuator_trnid[sites, 1] >= 0).any())


def edits_bodies(sides: Sides) -> bool:
    """Return whether the compiler fuses static bodies or discards visual geoms."""
    compiler = sides.old.spec.compiler
    return bool(compiler.fusestatic or compiler.discardvisual)


WEIGHT_ROUNDING = 1e-9  # relative difference of inverse weights that counts as rounding
CORRECTIONS: tuple[tuple[int, Callable[[Any], bool], str, str], ...] = (
    (R3_7, has_loops, "equality", "the rows of connect and weld have the term (dJ/dt) v"),
    (R3_8, has_several_contacts, "flag multiccd", "each contact of a convex pair has a depth of its own"),
    (R3_11, has_lone_bodies, "option integrator", "implicitfast treats free bodies as implicit does"),
    (R3_11, turns_on_circle, "actuator", "setpoints of rotations wrap"),
    (R3_12, lambda m: m.nmocap > 0, "mocap bodies", "a mocap body is the root of its own weld group"),
    (R3_13, has_boxes, "geom box", "two boxes have one contact of two edges, or all of two faces"),
    (R4_0, has_clamped_targets, "actuatorfrcrange", "actuators at the limit have no implicit derivative"),
    (
        R4_0,
        has_rotated_references,
        "actuator",
        "rotations relative to a refsite use the frames of both sites",
    ),
    (R4_0, has_round_steps, "option integrator", "RK4 is of fourth order for orientations"),
)


def corrections(sides: Sides, rewritten: Any, moves: bool) -> Iterator[Remark]:
    """Yield a remark for each correction between the releases that affects a model.

    rewritten   the model of the rewritten text at the new release
    moves       whether the rewritten model still moves differently from the old one
    """
    for release, applies, element, what in CORRECTIONS:
        later = rewritten if sides.forward else sides.old.model
        if sides.crosses(release) and applies(later):
            yield Remark(element, "", Rule("", release, "").since, what)
    a, b = sides.old.model.body_invweight0, rewritten.body_invweight0
    if (
        moves
        and sides.crosses(R4_0)
        and a.shape == b.shape
        and not np.allclose(a, b, rtol=WEIGHT_ROUNDING, atol=0)
    ):
        what = "body_invweight0 counts rotations about the center of mass, which changes contacts"
        yield Remark("body", "", Rule("", R4_0, "").since, what)
    if sides.crosses(R3_16) and edits_bodies(sides):
        what = "fusestatic and discardvisual keep the exact dynamics of what they remove"
        yield Remark("compiler", "", Rule("", R3_16, "").since, what)
