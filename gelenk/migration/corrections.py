"""Corrections of later releases that no attribute can undo.

Documents: drop-in / Versions
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import numpy as np

from gelenk.migration.rules import has_convex_pairs
from gelenk.migration.sides import Remark, Rule, Sides
from gelenk.tables.api_enums import mjtDisableBit
from gelenk.tables.enums import mjtEq, mjtGeom, mjtIntegrator, mjtJoint, mjtTrn
from gelenk.tables.enums.options import ONE_CONTACT
from gelenk.tables.releases import R3_7, R3_8, R3_11, R3_12, R3_13, R3_16, R4_0

ROUND = (mjtJoint.mjJNT_FREE, mjtJoint.mjJNT_BALL)
IMPLICIT = (mjtIntegrator.mjINT_IMPLICIT, mjtIntegrator.mjINT_IMPLICITFAST)


def has_loops(m: Any) -> bool:
    """Return whether connect or weld constraints join moving bodies."""
    return bool(m.nv and np.isin(m.eq_type, (mjtEq.mjEQ_CONNECT, mjtEq.mjEQ_WELD)).any())


def has_lone_bodies(m: Any) -> bool:
    """Return whether implicitfast integrates free joints."""
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
    """Return whether an implicit integrator meets actuator force limits of joints or tendons."""
    limited = m.jnt_actfrclimited.any() or m.tendon_actfrclimited.any()
    return bool(m.nactuator and limited and m.opt.integrator in IMPLICIT)


def has_round_steps(m: Any) -> bool:
    """Return whether RK4 integrates orientations."""
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
    moves       whether that model still moves differently
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
