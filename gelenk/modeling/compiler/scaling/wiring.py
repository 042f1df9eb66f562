"""Wiring: scale elements that refer to scaled parts, such as pairs, tendons, actuators.

Documents: XML reference / body / frame (scale); XML units (of 4.0.0)

An element between two parts is scaled by the geometric mean of their factors; a tendon by those of the innermost scaled
frame that contains its whole path.
"""

from __future__ import annotations

from typing import Any

from gelenk.modeling.compiler.build import Build
from gelenk.modeling.compiler.element_frames import floats
from gelenk.modeling.compiler.scaling.elements import scale_actuator
from gelenk.modeling.compiler.scaling.factors import (
    NONE,
    OUTSIDE,
    Edits,
    Factors,
    Place,
    at,
    between,
    dimension_factor,
    scale_values,
    shared,
)
from gelenk.modeling.compiler.scaling.places import Places
from gelenk.modeling.compiler.scaling.tree import slide_factors
from gelenk.tables.api_enums import mjtGain
from gelenk.tables.enums import mjtEq, mjtJoint, mjtObj, mjtSensor, mjtTrn, mjtWrap
from gelenk.tables.schema.common import SENSORS, parse

IMPEDANCE = (0, 0, 1, 0, 0)  # dimension of length of each value of solimp: only the width
# values of `data` of a weld: its anchor, the position of relpose, torquescale
ANCHOR, RELPOS, TORQUESCALE = slice(0, 3), slice(3, 6), 10
SENSED = {
    mjtObj.mjOBJ_BODY: "body",
    mjtObj.mjOBJ_XBODY: "body",
    mjtObj.mjOBJ_GEOM: "geom",
    mjtObj.mjOBJ_SITE: "site",
    mjtObj.mjOBJ_CAMERA: "camera",
}
DISTANCES = (mjtSensor.mjSENS_GEOMDIST, mjtSensor.mjSENS_GEOMNORMAL, mjtSensor.mjSENS_GEOMFROMTO)
ROUTED = {mjtWrap.mjWRAP_JOINT: "joint", mjtWrap.mjWRAP_SITE: "site"}


class Coordinate:
    """Factors of a generalized coordinate: those of its place, and along the coordinate.

    mixed   whether the gear of a transmission adds rotations to a translation
    """

    def __init__(self, factors: Factors, along: float = 1.0, unit: float = 1.0, mixed: bool = False) -> None:
        self.factors, self.along, self.unit, self.mixed = factors, along, unit, mixed


class Wiring:
    """Factors of named parts, looked up by kind and name; unknown names have no factors.

    Other passes report the unknown names.
    """

    def __init__(self, build: Build, places: Places) -> None:
        self.build, self.places = build, places
        self.parts: dict[tuple[str, str], Any] = {}
        for body in build.spec.worldbody.subtree():
            self.parts["body", body.name] = body
            for kind, elements in body._children.items():
                if kind != "body":
                    for el in elements:
                        self.parts[kind, el.name] = el
        self.tendons = {tendon.name: self.tendon(tendon) for tendon in build.spec.tendons}

    def place(self, kind: str, name: str) -> Place:
        """Return the place of a part; for a body, the place of its contents."""
        part = self.parts.get((kind, name)) if name else None
        if part is None:
            return OUTSIDE
        return self.places.within(part) if kind == "body" else self.places.around(part)

    def joint(self, name: str) -> Coordinate:
        """Return the coordinate of a joint."""
        joint = self.parts.get(("joint", name)) if name else None
        if joint is None:
            return Coordinate(NONE)
        place = self.places.around(joint)
        return Coordinate(place.factors, *slide_factors(self.build, joint, place))

    def along(self, joint: Any) -> float:
        """Return the factor along the coordinate of a joint element."""
        place = self.places.around(joint)
        return slide_factors(self.build, joint, place)[0]

    def tendon(self, tendon: Any) -> Coordinate:
        """Return the coordinate of a tendon: a length unless all its joints turn."""
        chains, turns = [], bool(tendon.path)
        for wrap in tendon.path:
            if wrap.type == mjtWrap.mjWRAP_PULLEY:
                continue
            kind = ROUTED.get(wrap.type, "geom")
            chains.append(self.place(kind, wrap.name).factors)
            part = self.parts.get((kind, wrap.name))
            turns = turns and kind == "joint" and part is not None and part.type != mjtJoint.mjJNT_SLIDE
        factors = shared(chains) if chains else NONE
        return Coordinate(factors) if turns else Coordinate(factors, factors.length, factors.unit)


def scale_wiring(build: Build, edits: Edits, places: Places) -> None:
    """Scale all elements outside of the tree that refer to scaled parts."""
    wiring = Wiring(build, places)
    build.wiring = wiring
    spec = build.spec
    for pair in spec.pairs:
        two = [wiring.place("geom", name).factors for name in (pair.geomname1, pair.geomname2)]
        if two != [NONE, NONE]:
            scale_values(edits, pair, between(two))
    for equality in spec.equalities:
        scale_equality(wiring, edits, equality)
    for tendon in spec.tendons:
        scale_tendon(wiring, edits, tendon)
    for actuator in spec.actuators:
        scale_actuator(build, edits, actuator, coordinate_of(wiring, actuator))
    for sensor in spec.sensors:
        scale_sensor(wiring, edits, sensor)


def scale_tendon(wiring: Wiring, edits: Edits, tendon: Any) -> None:
    """Scale a tendon, and its joint coefficients by the ratio of tendon to joint factors."""
    own = wiring.tendons[tendon.name] if tendon.name else wiring.tendon(tendon)
    if own.factors is not NONE:
        scale_values(edits, tendon, at(own.factors, own.along, own.unit))
    for wrap in tendon.path:
        if wrap.type == mjtWrap.mjWRAP_JOINT and wrap.coef is not None:
            edits.multiply(wrap, "coef", [own.along / wiring.joint(wrap.name).along])


# ---- equality constraints


def scale_equality(wiring: Wiring, edits: Edits, el: Any) -> None:
    """Scale the data and the width of the impedance of an equality constraint."""
    kind = el.type
    if kind in (mjtEq.mjEQ_JOINT, mjtEq.mjEQ_TENDON):
        scale_coupling(wiring, edits, el)
        return
    if kind not in (mjtEq.mjEQ_CONNECT, mjtEq.mjEQ_WELD):
        return
    on_sites = el.objtype == mjtObj.mjOBJ_SITE
    first, second = (wiring.place("site" if on_sites else "body", name) for name in (el.name1, el.name2))
    if first.factors is NONE and second.factors is NONE:
        return
    width = mean_length(first.factors, second.factors)
    if kind == mjtEq.mjEQ_CONNECT and not on_sites:
        width = first.factors.length
    edits.multiply(el, "solimp", [width if wide else 1.0 for wide in IMPEDANCE])
    data = list(floats(el.__dict__["data"]))
    if kind == mjtEq.mjEQ_WELD:
        data[ANCHOR] = second.moved(data[ANCHOR])
        data[RELPOS] = first.moved(data[RELPOS])
        data[TORQUESCALE] *= mean_length(first.factors, second.factors)
    elif not on_sites:
        data[ANCHOR] = first.moved(data[ANCHOR])

    def undo(values: Any) -> tuple[float, ...]:
        back = list(floats(values))
        if kind == mjtEq.mjEQ_WELD:
            back[ANCHOR] = second.unmoved(back[ANCHOR])
            back[RELPOS] = first.unmoved(back[RELPOS])
            back[TORQUESCALE] /= mean_length(first.factors, second.factors)
        elif not on_sites:
            back[ANCHOR] = first.unmoved(back[ANCHOR])
        return tuple(back)

    edits.set(el, "data", tuple(data), undo)


def mean_length(a: Factors, b: Factors) -> float:
    """Return the geometric mean of the length factors of two places."""
    return a.length if a is b else float((a.length * b.length) ** 0.5)


def scale_coupling(wiring: Wiring, edits: Edits, el: Any) -> None:
    """Scale a polynomial between coordinates: coefficient k has the dimension Q1/Q2^k."""
    find = wiring.joint if el.type == mjtEq.mjEQ_JOINT else lambda name: wiring.tendons.get(name)
    first, second = find(el.name1) or Coordinate(NONE), find(el.name2) or Coordinate(NONE)
    edits.multiply(el, "solimp", [first.along if wide else 1.0 for wide in IMPEDANCE])
    edits.multiply(el, "data", [*(first.along / second.along**k for k in range(5)), 1.0])


# ---- actuators and sensors


def coordinate_of(wiring: Wiring, el: Any) -> Coordinate:
    """Return the coordinate of the transmission of an actuator."""
    kind, name = el.trntype, el.target
    if kind == mjtTrn.mjTRN_TENDON:
        return wiring.tendons.get(name) or Coordinate(NONE)
    translates = any(floats(el.__dict__["gear"])[:3])
    if kind in (mjtTrn.mjTRN_JOINT, mjtTrn.mjTRN_JOINTINPARENT):
        joint = wiring.parts.get(("joint", name))
        found = wiring.joint(name)
        if joint is None or joint.type != mjtJoint.mjJNT_FREE or not translates:
            return found
        return Coordinate(found.factors, found.factors.length, found.factors.unit, True)
    factors = wiring.place("body" if kind == mjtTrn.mjTRN_BODY else "site", name).factors
    if kind == mjtTrn.mjTRN_SITE:
        if not translates or int(el.gaintype) == mjtGain.mjGAIN_SO3:
            return Coordinate(factors)
        return Coordinate(factors, factors.length, factors.unit, True)
    return Coordinate(factors, factors.length, factors.unit)


def scale_sensor(wiring: Wiring, edits: Edits, el: Any) -> None:
    """Scale cutoff and noise of a sensor by the factor of the measured quantity.

    Errors   gelenk.Error: a tactile sensor of a scaled geom
    """
    if el.type == mjtSensor.mjSENS_TACTILE:
        geoms = (wiring.place("geom", el.refname), wiring.place("geom", el.objname))
        if any(place.factors is not NONE for place in geoms):
            wiring.build.fail(el, "a tactile sensor cannot be scaled", "geom")
        return
    text = SENSORS.get(int(el.type))
    if text is None:
        return
    factor = sensor_factor(wiring, el, text)
    edits.multiply(el, "cutoff", [factor])
    if el.type != mjtSensor.mjSENS_GEOMNORMAL:
        edits.multiply(el, "noise", [factor])


def sensor_factor(wiring: Wiring, el: Any, text: str) -> float:
    """Return the factor of the quantity that a sensor measures."""
    dim = parse(text)
    if el.type in DISTANCES:
        two = [
            wiring.place(SENSED.get(mjtObj(kind), "geom"), name).factors
            for kind, name in ((el.objtype, el.objname), (el.reftype, el.refname))
        ]
        return mean_length(two[0], two[1])
    return dimension_factor(dim, *measured(wiring, el))


def measured(wiring: Wiring, el: Any) -> tuple[Factors, float, float]:
    """Return the factors of the object of a sensor, and of its coordinate."""
    found: Coordinate | None
    if el.objtype == mjtObj.mjOBJ_JOINT:
        found = wiring.joint(el.objname)
    elif el.objtype == mjtObj.mjOBJ_TENDON:
        found = wiring.tendons.get(el.objname)
    elif el.objtype == mjtObj.mjOBJ_ACTUATOR:
        named = (actuator for actuator in wiring.build.spec.actuators if actuator.name == el.objname)
        actuator = next(named, None)
        found = coordinate_of(wiring, actuator) if actuator is not None else None
    else:
        factors = wiring.place(SENSED.get(mjtObj(el.objtype), "site"), el.objname).factors
        return factors, factors.length, factors.unit
    return (found.factors, found.along, found.unit) if found else (NONE, 1.0, 1.0)
