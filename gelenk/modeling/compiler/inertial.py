"""Inertial properties of bodies: stated or summed, bounded, balanced, scaled, fused.

Documents: Modeling / XML reference / compiler (inertiafromgeom ... settotalmass, fusestatic, alignfree),
inertial

Every Body ends with mass [kg], ipos and iquat (pose of the inertial frame in the body) and inertia [kg m^2]
along the axes of that frame.
"""

from __future__ import annotations

from typing import Any

from gelenk.algebra.vec import Quat, Vec3, add, quat_to_mat, rotate, scale, sub
from gelenk.modeling.compiler.build import IDENTITY, ORIGIN, Body, Build
from gelenk.modeling.compiler.element_frames import (
    OrientationError,
    compose,
    eig3,
    floats,
    normalize_or_identity,
    orientation,
    relative,
)
from gelenk.modeling.compiler.tree import bodies_depth_first
from gelenk.tables.enums import (
    mjMINVAL,
    mjtAlignFree,
    mjtInertiaFromGeom,
    mjtJoint,
    mjtObj,
    mjtOrientation,
    mjtTrn,
)

LEAST_MASS = 1e-14  # least mass of a geom that counts, as in 3.5.0 [kg]


def assign_inertias(build: Build) -> None:
    """Set the inertial frame, mass and inertia of every body by the compiler options.

    The world body gets stated values only.
    """
    bodies = bodies_depth_first(build.world)[1:]
    stated_inertia(build, build.world)
    for body in bodies:
        stated_inertia(build, body)
        source = int(build.origin_of(body.el).compiler.inertiafromgeom)
        infer = source == int(mjtInertiaFromGeom.mjINERTIAFROMGEOM_TRUE) or (
            source == int(mjtInertiaFromGeom.mjINERTIAFROMGEOM_AUTO) and not body.has_inertial
        )
        if infer:
            sum_geoms(build, body)
        bound_and_balance(build, body)


def stated_inertia(build: Build, body: Body) -> None:
    """Set the values of the `inertial` element; a body without one gets no mass here."""
    el = body.el
    state = el.__dict__
    full = floats(state["fullinertia"])
    has_full = full[0] == full[0]
    ipos = floats(state["ipos"])
    body.has_inertial = bool(el.explicitinertial) or has_full or ipos[0] == ipos[0]
    body.mass = float(el.mass)
    body.inertia = floats(state["inertia"])
    if ipos[0] != ipos[0] and not has_full:
        body.ipos, body.iquat = body.stated  # irrelevant without mass, but 3.5.0 reports this frame
        return
    body.ipos = ipos if ipos[0] == ipos[0] else ORIGIN
    alt = state.get("ialt")
    try:
        quat = floats(state["iquat"])
        body.iquat = (
            normalize_or_identity(quat)
            if alt is None
            else orientation(quat, alt, build.origin_of(el).compiler)
        )
    except OrientationError as error:
        build.fail(el, f"orientation specification error '{error}' in inertial", "inertial")
    if has_full:
        if alt is not None and alt.type != mjtOrientation.mjORIENTATION_QUAT:
            build.fail(el, "fullinertia and inertial orientation cannot both be specified", "inertial")
        if body.inertia != ORIGIN:
            build.fail(
                el,
                "fullinertia and diagonal inertia cannot both be specified",
                "fullinertia",
                "give one of them",
            )
        xx, yy, zz, xy, xz, yz = full
        body.inertia, body.iquat, _ = eig3((xx, xy, xz, xy, yy, yz, xz, yz, zz), build.release)
        if not body.inertia[2] >= 1e-14:
            build.fail(
                el,
                "error 'inertia must have positive eigenvalues' in fullinertia",
                "fullinertia",
                "its order is xx yy zz xy xz yz",
            )


def sum_geoms(build: Build, body: Body) -> None:
    """Set mass and inertia to the sum over geoms in `inertiagrouprange`, if there are any."""
    low, high = build.origin_of(body.el).compiler._numbers("inertiagrouprange")
    geoms = [g for g in body.geoms if low <= g.el.group <= high]
    for g in geoms:
        if g.mass < 0.0 or min(g.inertia) < 0.0:
            build.fail(
                g.el, "mass, inertia or density are negative in geom", "mass", "use 0 for a geom without mass"
            )
    geoms = [g for g in geoms if g.mass > LEAST_MASS]
    if len(geoms) == 1:
        body.mass, body.ipos, body.iquat, body.inertia = (
            geoms[0].mass,
            geoms[0].pos,
            geoms[0].quat,
            geoms[0].inertia,
        )
    elif geoms:
        combine(body, [(g.mass, g.pos, g.quat, g.inertia) for g in geoms], build.release)


def combine(body: Body, parts: list[tuple[float, Vec3, Quat, Vec3]], release: int) -> None:
    """Set the inertial frame of a body to that of pieces (mass, pos, quat, inertia).

    I = sum R diag(i) R' + m (|d|^2 1 - d d'), d = pos - com
    """
    mass = x = y = z = 0.0
    for m, pos, _, _ in parts:
        mass += m
        x += m * pos[0]
        y += m * pos[1]
        z += m * pos[2]
    com = (x / mass, y / mass, z / mass)
    xx = yy = zz = xy = xz = yz = 0.0
    for m, pos, quat, inertia in parts:
        about = inertia_about(m, sub(pos, com), quat, inertia)
        xx, yy, zz = xx + about[0], yy + about[1], zz + about[2]
        xy, xz, yz = xy + about[3], xz + about[4], yz + about[5]
    body.mass, body.ipos = mass, com
    body.inertia, body.iquat, _ = eig3((xx, xy, xz, xy, yy, yz, xz, yz, zz), release)


def inertia_about(mass: float, offset: Vec3, quat: Quat, inertia: Vec3) -> tuple[float, ...]:
    """xx yy zz xy xz yz of R diag(inertia) R' + mass (|d|^2 1 - d d'), d = offset"""
    a, b, c, d, e, f, g, h, i = quat_to_mat(quat)
    ix, iy, iz = inertia
    x, y, z = offset
    return (
        0.0 + a * ix * a + b * iy * b + c * iz * c + mass * (y * y + z * z),
        0.0 + d * ix * d + e * iy * e + f * iz * f + mass * (x * x + z * z),
        0.0 + g * ix * g + h * iy * h + i * iz * i + mass * (x * x + y * y),
        0.0 + a * ix * d + b * iy * e + c * iz * f + mass * (-x * y),
        0.0 + a * ix * g + b * iy * h + c * iz * i + mass * (-x * z),
        0.0 + d * ix * g + e * iy * h + f * iz * i + mass * (-y * z),
    )


def bound_and_balance(build: Build, body: Body) -> None:
    """Apply lower bounds, then enforce A + B >= C of principal inertias (balanceinertia)."""
    options = build.origin_of(body.el).compiler
    body.mass = max(body.mass, float(options.boundmass))
    low = float(options.boundinertia)
    a, b, c = (max(x, low) for x in body.inertia)
    body.inertia = (a, b, c)
    if a + b < c or a + c < b or b + c < a:
        if not options.balanceinertia:
            build.fail(
                body.el,
                "inertia must satisfy A + B >= C; use 'balanceinertia' to fix",
                "inertial",
                f"principal inertias are {a:g} {b:g} {c:g}",
            )
        body.inertia = ((a + b + c) / 3.0,) * 3


def set_total_mass(build: Build) -> None:
    """Scale masses and inertias to the sum settotalmass, without the world body.

    This runs after fusing, so masses fused into the world body are excluded.
    """
    total = float(build.spec.compiler.settotalmass)
    if not total > 0.0:
        return
    bodies = bodies_depth_first(build.world)[1:]
    factor = total / max(mjMINVAL, sum(b.mass for b in bodies))
    for body in bodies:
        body.mass *= factor
        body.inertia = scale(body.inertia, factor)


def check_moving(build: Build) -> None:
    """Fail if neither a moving body nor any body fixed to it has mass and inertia."""
    heavy: dict[int, bool] = {}
    bodies = build.body_parts[1:]
    for body in reversed(bodies):
        solid = body.mass > mjMINVAL and min(body.inertia) > mjMINVAL
        heavy[id(body)] = solid or any(heavy[id(c)] for c in body.children if not c.joints)
    for body in bodies:
        if body.joints and not heavy[id(body)]:
            build.fail(
                body.el,
                "mass and inertia of moving bodies must be larger than mjMINVAL",
                None,
                "give the body a geom with mass or an inertial element",
            )


def align_free(build: Build) -> None:
    """Move the frame of a childless free body to its inertial frame (alignfree, align)."""
    for body in bodies_depth_first(build.world)[1:]:
        if len(body.joints) != 1 or body.children or int(body.joints[0].el.type) != mjtJoint.mjJNT_FREE:
            continue
        align = int(body.joints[0].el.align)
        if align == int(mjtAlignFree.mjALIGNFREE_AUTO):
            align = int(build.origin_of(body.el).compiler.alignfree)
        if not align:
            continue
        pos, quat = body.ipos, body.iquat
        body.pos, body.quat = compose(body.pos, body.quat, pos, quat)
        body.ipos, body.iquat = ORIGIN, IDENTITY
        for part in body.elements():
            part.pos, part.quat = relative(pos, quat, part.pos, part.quat)
        for light in body.lights:
            light.dir = rotate((quat[0], -quat[1], -quat[2], -quat[3]), light.dir)


def fuse_static(build: Build) -> None:
    """Merge bodies without joints into their parents, except for bodies referenced by name."""
    kept = referenced(build, mjtObj.mjOBJ_BODY)
    stack = [build.world]
    while stack:
        parent = stack.pop()
        children, i = parent.children, 0
        while i < len(children):
            body = children[i]
            if body.joints or body.el.mocap or (body.el.name and body.el.name in kept):
                stack.append(body)
                i += 1
                continue
            if parent is not build.world:
                fuse_inertia(parent, body)
            reparent_elements(parent, body)
            children[i : i + 1] = body.children


def fuse_inertia(parent: Body, body: Body) -> None:
    """Add the mass and inertia of a static body to its parent.

    The true inertial frame in the parent is compose(pos, quat, ipos, iquat). As in 3.5.0, on which models rely, this
    function instead uses the position ipos + R(iquat) pos and the orientation iquat, which are correct only if the body
    and its inertial frame are not rotated. The inertia of a parent without mass counts, too.
    """
    if body.mass < mjMINVAL:
        return
    ipos = add(body.ipos, rotate(body.iquat, body.pos))
    stated = parent.mass, parent.ipos, parent.iquat, parent.inertia
    combine(parent, [stated, (body.mass, ipos, body.iquat, body.inertia)], 0)


def reparent_elements(parent: Body, body: Body) -> None:
    """Reparent the elements and children of a body to `parent`, keeping their global poses."""
    for part in [*body.elements(), *body.children]:
        part.pos, part.quat = compose(body.pos, body.quat, part.pos, part.quat)
        part.body = parent
    for light in body.lights:
        light.dir = rotate(body.quat, light.dir)
    parent.geoms += body.geoms
    parent.sites += body.sites
    parent.cameras += body.cameras
    parent.lights += body.lights


def discard_visual(build: Build) -> None:
    """Drop geoms that neither collide nor are referenced; their bodies keep the mass."""
    kept = referenced(build, mjtObj.mjOBJ_GEOM)
    for body in bodies_depth_first(build.world):
        body.geoms = [
            g
            for g in body.geoms
            if int(g.el.contype) or int(g.el.conaffinity) or (g.el.name and g.el.name in kept)
        ]


def referenced(build: Build, obj: int) -> set[str]:
    """Return the names of the objects of a type that any element refers to."""
    spec: Any = build.spec
    kinds = {int(obj), int(mjtObj.mjOBJ_XBODY)} if obj == mjtObj.mjOBJ_BODY else {int(obj)}
    names: set[str] = set()
    for el in spec.sensors:
        names.update(n for t, n in ((el.objtype, el.objname), (el.reftype, el.refname)) if int(t) in kinds)
    for el in spec.tuples:
        names.update(n for t, n in zip(el.objtype, el.objname, strict=True) if int(t) in kinds)
    if obj == mjtObj.mjOBJ_GEOM:
        for el in spec.pairs:
            names.update((el.geomname1, el.geomname2))
        for tendon in spec.tendons:
            names.update(wrap.name for wrap in tendon.path)
        return names
    for el in spec.skins:
        names.update(el.bodyname)
    for el in spec.excludes:
        names.update((el.bodyname1, el.bodyname2))
    for body in bodies_depth_first(build.world):
        names.update(part.el.targetbody for part in body.cameras + body.lights)
    for el in spec.equalities:
        if int(el.objtype) in kinds:
            names.update((el.name1, el.name2))
    for el in spec.actuators:
        if int(el.trntype) == mjtTrn.mjTRN_BODY:
            names.add(el.target)
    return names
