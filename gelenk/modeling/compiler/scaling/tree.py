"""Scale the kinematic tree: bodies, joints, geoms, sites, cameras, lights.

Documents: XML reference / body / frame (scale) (of 4.0.0)

Positions are mapped by the stretch of their place, orientations are unchanged, and shapes are stretched along their
own axes.
"""

from __future__ import annotations

import math
from typing import Any

from gelenk.algebra.linalg import EIGEN_SMALL, EIGEN_ZERO, eig3_relative
from gelenk.algebra.vec import Quat, Vec3, mat_mul, mat_vec, norm, normalize, quat_to_mat, scale
from gelenk.modeling.compiler.build import ORIGIN, Build
from gelenk.modeling.compiler.element_frames import OrientationError, floats, pose_of
from gelenk.modeling.compiler.geoms import SIZES, fromto_shape
from gelenk.modeling.compiler.plugins import has_plugin
from gelenk.modeling.compiler.scaling.factors import (
    NONE,
    Edits,
    Place,
    at,
    at_length,
    inverse,
    is_equal,
    keeps,
    scale_values,
    transposed,
)
from gelenk.modeling.compiler.scaling.places import Places
from gelenk.tables.enums import mjtGeom, mjtGeomInertia, mjtJoint

ROUND = (mjtGeom.mjGEOM_CAPSULE, mjtGeom.mjGEOM_CYLINDER)


def scale_tree(build: Build, edits: Edits, places: Places) -> None:
    """Scale the elements of the kinematic tree that are inside scaled frames."""
    stack = [build.spec.worldbody]
    while stack:
        body = stack.pop()
        stack.extend(reversed(body._children["body"]))
        for kind, elements in body._children.items():
            for el in elements:
                place = places.around(el)
                if kind in ("body", "frame"):
                    places.within(el)  # outermost containers first, so that `within` never recurses deeply
                if place.factors is not NONE:
                    SCALE[kind](build, edits, el, place)
        inner = places.within(body)
        if inner.factors is not NONE:
            scale_inertial(build, edits, body, inner)


def move(edits: Edits, el: Any, place: Place, name: str = "pos") -> None:
    """Scale a position."""
    pos = floats(el.__dict__[name])
    edits.set(el, name, place.moved(pos), lambda value: place.unmoved(floats(value)))


def scale_frame(build: Build, edits: Edits, el: Any, place: Place) -> None:
    """Scale the position of a frame or body."""
    move(edits, el, place)


def scale_inertial(build: Build, edits: Edits, body: Any, place: Place) -> None:
    """Scale the stated inertial of a body; a stretch transforms its second moments."""
    factors = place.factors
    edits.multiply(body, "mass", [factors.mass])
    if place.stretch is None:
        square = factors.mass * factors.length**2
        edits.multiply(body, "inertia", [square])
        edits.multiply(body, "fullinertia", [square])
    else:
        stretch_inertia(build, edits, body, place)
    if floats(body.__dict__["ipos"])[0] == floats(body.__dict__["ipos"])[0]:
        move(edits, body, place, "ipos")


def stretch_inertia(build: Build, edits: Edits, body: Any, place: Place) -> None:
    """Replace the inertia of a body in a stretched place by its full stretched inertia."""
    full = stated_inertia(build, body)
    if full is None:
        return
    state = body.__dict__
    edits.set(body, "fullinertia", stretched(full, place, place.factors.mass))
    edits.set(body, "inertia", (0.0, 0.0, 0.0))
    edits.set(body, "iquat", (1.0, 0.0, 0.0, 0.0))
    if state.get("ialt") is not None:
        edits.set(body, "ialt", None)


def stated_inertia(build: Build, body: Any) -> tuple[float, ...] | None:
    """Return the stated inertia xx yy zz xy xz yz in the body axes, or None if unstated."""
    from gelenk.algebra.orientation import normalize_or_identity, orientation

    state = body.__dict__
    full, diagonal = floats(state["fullinertia"]), floats(state["inertia"])
    if full[0] == full[0]:
        return full
    if not any(diagonal):
        return None
    alt, quat = state.get("ialt"), floats(state["iquat"])
    try:
        turned = (
            normalize_or_identity(quat)
            if alt is None
            else orientation(quat, alt, build.origin_of(body).compiler)
        )
    except OrientationError as error:
        build.fail(body, f"orientation specification error '{error}' in inertial", "inertial")
    return in_axes(diagonal, turned)


def in_axes(diagonal: Vec3, quat: Quat) -> tuple[float, ...]:
    """Return xx yy zz xy xz yz of principal moments along rotated axes."""
    rot = quat_to_mat(quat)
    x, y, z = diagonal
    m = mat_mul(mat_mul(rot, (x, 0.0, 0.0, 0.0, y, 0.0, 0.0, 0.0, z)), transposed(rot))
    return (m[0], m[4], m[8], m[1], m[2], m[5])


def stretched(full: tuple[float, ...], place: Place, mass: float) -> tuple[float, ...]:
    """Return the inertia xx yy zz xy xz yz of a stretched body.

    The second moments S = tr(I)/2 - I become A S A', times the factor of the mass.
    """
    stretch = place.stretch
    assert stretch is not None
    xx, yy, zz, xy, xz, yz = full
    half = 0.5 * (xx + yy + zz)
    moments = (half - xx, -xy, -xz, -xy, half - yy, -yz, -xz, -yz, half - zz)
    m = mat_mul(mat_mul(stretch, moments), transposed(stretch))
    trace = m[0] + m[4] + m[8]
    return tuple(mass * value for value in (trace - m[0], trace - m[4], trace - m[8], -m[1], -m[2], -m[5]))


def slide_factors(build: Build, el: Any, place: Place) -> tuple[float, float]:
    """Return the factors of a joint coordinate: from all frames, from those scaling forces."""
    if el.type != mjtJoint.mjJNT_SLIDE:
        return 1.0, 1.0
    if place.stretch is None:
        return place.factors.length, place.factors.unit
    return norm(mat_vec(place.stretch, normalize(floats(el.__dict__["axis"])))), place.factors.unit


def scale_joint(build: Build, edits: Edits, el: Any, place: Place) -> None:
    """Scale a joint by the factor along its coordinate; free joints are left unchanged."""
    if el.type == mjtJoint.mjJNT_FREE:
        return
    move(edits, el, place)
    if place.stretch is not None and el.type in (mjtJoint.mjJNT_HINGE, mjtJoint.mjJNT_SLIDE):
        axis = normalize(floats(el.__dict__["axis"]))
        if not keeps(mat_vec(place.stretch, axis), axis):
            build.fail(el, "the axis of this joint is not aligned with the axes of the scale", "axis")
    scale_values(edits, el, at(place.factors, *slide_factors(build, el, place)))


def scale_geom(build: Build, edits: Edits, el: Any, place: Place) -> None:
    """Scale a geom; its mesh or height field follows in elements.py."""
    if has_plugin(el):
        build.fail(el, "a geom with a plugin cannot be scaled", "plugin")
    factors = place.factors
    shell = el.typeinertia == mjtGeomInertia.mjINERTIA_SHELL
    volume = factors.length**2 if shell else factors.volume
    edits.multiply(el, "density", [factors.mass / volume])
    scale_values(edits, el, at_length(factors))
    quat = rotation_of(build, el)
    velocity = floats(el.__dict__["surfacevel"])
    if any(velocity[:3]):
        own = place.turned(quat)
        edits.set(
            el,
            "surfacevel",
            (*own.moved(velocity[:3]), *velocity[3:]),
            lambda value: (*own.unmoved(floats(value)[:3]), *floats(value)[3:]),
        )
    kind = int(el.type)
    if not el.meshname and kind in SIZES:
        edits.multiply(el, "size", used(kind, geom_size_factors(build, el, kind, place, quat)))
    move_shape(edits, el, place)


def rotation_of(build: Build, el: Any) -> Quat:
    """Return the rotation of a geom or site in its place."""
    fromto = floats(el.__dict__["fromto"])
    if fromto[0] != fromto[0]:
        return pose_of(build, el)[1]
    return fromto_shape(build, el, int(el.type), ORIGIN, fromto)[1]


def move_shape(edits: Edits, el: Any, place: Place) -> None:
    """Scale the position of a geom or site, or its two end points."""
    fromto = floats(el.__dict__["fromto"])
    if fromto[0] != fromto[0]:
        move(edits, el, place)
        return
    edits.set(
        el,
        "fromto",
        (*place.moved(fromto[:3]), *place.moved(fromto[3:])),
        lambda value: (*place.unmoved(floats(value)[:3]), *place.unmoved(floats(value)[3:])),
    )


def geom_size_factors(build: Build, el: Any, kind: int, place: Place, quat: Quat) -> Vec3:
    """Return the factors of the sizes of a geom.

    Errors   gelenk.Error: the stretched shape is not of the same type
    """
    length = place.factors.length
    if place.stretch is None:
        return (length, length, length)
    x, y, z = place.axis_factors(quat)
    if kind == mjtGeom.mjGEOM_SPHERE:
        if not (is_equal(x, y) and is_equal(y, z) and is_equal(x, z)):
            build.fail(el, "a sphere can only be scaled uniformly; use an ellipsoid instead", "type")
        return (length, length, length)
    if not place.keeps_axes(quat):
        build.fail(el, "this shape is not aligned with the axes of the scale", "quat")
    if kind in ROUND:
        if not is_equal(x, y):
            build.fail(el, "this shape can only be scaled equally across its axis", "type")
        return (math.sqrt(x * y), z, 1.0)
    if kind == mjtGeom.mjGEOM_PLANE:
        return (x, y, length)
    if floats(el.__dict__["fromto"])[0] == floats(el.__dict__["fromto"])[0]:
        if not is_equal(x, y):
            build.fail(el, "this shape can only be scaled equally across its axis", "fromto")
        return (math.sqrt(x * y), 1.0, 1.0)
    return (x, y, z)


def used(kind: int, factors: Vec3) -> list[float]:
    """Return the factors of the sizes that a shape type uses; 1 for unused sizes."""
    count = SIZES.get(kind, 3)
    return [*factors[:count], 1.0]


def scale_site(build: Build, edits: Edits, el: Any, place: Place) -> None:
    """Scale a site along its axes, in any orientation; its mesh follows in elements.py."""
    kind, length = int(el.type), place.factors.length
    if place.stretch is None or kind in (mjtGeom.mjGEOM_SPHERE, mjtGeom.mjGEOM_SDF):
        factors = (length, length, length)
    else:
        x, y, z = place.axis_factors(rotation_of(build, el))
        factors = (math.sqrt(x * y), z, 1.0) if kind in ROUND else (x, y, z)
    if not el.meshname:
        edits.multiply(el, "size", used(kind, factors))
    move_shape(edits, el, place)


def scale_optics(build: Build, edits: Edits, el: Any, place: Place) -> None:
    """Scale a camera or light."""
    scale_values(edits, el, at_length(place.factors))
    move(edits, el, place)


SCALE = {
    "body": scale_frame,
    "frame": scale_frame,
    "joint": scale_joint,
    "geom": scale_geom,
    "site": scale_site,
    "camera": scale_optics,
    "light": scale_optics,
}


def unscaled_inertial(
    place: Place, mass: float, pos: Vec3, quat: Quat, diagonal: Vec3
) -> tuple[float, Vec3, Quat, Vec3]:
    """Return the unscaled inertial, which scaling turns into the given one."""
    factors = place.factors
    if place.stretch is None:
        square = factors.mass * factors.length**2
        return mass / factors.mass, place.unmoved(pos), quat, scale(diagonal, 1.0 / square)
    back = Place(factors, inverse(place.stretch))
    xx, yy, zz, xy, xz, yz = stretched(in_axes(diagonal, quat), back, 1.0 / factors.mass)
    moments, turned, _ = eig3_relative((xx, xy, xz, xy, yy, yz, xz, yz, zz), EIGEN_ZERO, EIGEN_SMALL)
    return mass / factors.mass, place.unmoved(pos), turned, moments


__all__ = ["scale_tree", "slide_factors", "unscaled_inertial"]
