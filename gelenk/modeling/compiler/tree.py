"""The kinematic tree (depth-first order, poses, addresses), and joints with their dofs.

Documents: Modeling / Kinematic tree; Computation / General framework; Modeling / XML reference / joint, freejoint;
Computation / State and control (qpos0)

The tree gives bodies in depth-first order, poses, and the addresses of joints, dofs and trees.

Joints and their dofs: types, valid combinations, limits, qpos0 and springs.
"""

from __future__ import annotations

import math
from typing import Any

from gelenk.algebra.vec import Quat, Vec3, rotate
from gelenk.modeling.compiler.build import IDENTITY, ORIGIN, Body, Build, Part
from gelenk.modeling.compiler.element_frames import (
    OrientationError,
    compose,
    floats,
    frame_pose,
    in_frame,
    pose_of,
    unit,
)
from gelenk.modeling.compiler.geoms import (
    aabb,
    check_geom,
    check_site,
    rbound,
    set_mass_and_inertia,
    shape_part,
)
from gelenk.modeling.compiler.spec_columns import (
    Copied,
    column,
    is_limited,
    polynomial_columns,
    starts_or_none,
    user_columns,
)
from gelenk.tables.enums import mjtGeom, mjtJoint, mjtObj, mjtSleepPolicy
from gelenk.tables.releases import R3_9, R3_12

DOFS: dict[int, int] = {
    mjtJoint.mjJNT_FREE: 6,
    mjtJoint.mjJNT_BALL: 3,
    mjtJoint.mjJNT_SLIDE: 1,
    mjtJoint.mjJNT_HINGE: 1,
}


JOINT_COPIED = Copied(
    {
        "jnt_group": "group",
        "jnt_actfrcrange": "actfrcrange",
        "jnt_actgravcomp": "actgravcomp",
        "jnt_solref": "solref_limit",
        "jnt_solimp": "solimp_limit",
        "jnt_margin": "margin",
    }
)
DOF_COPIED = Copied(
    {
        "dof_armature": "armature",
        "dof_frictionloss": "frictionloss",
        "dof_solref": "solref_friction",
        "dof_solimp": "solimp_friction",
    }
)


def joint_part(build: Build, joint: Any, body: Body, poses: dict) -> Part:
    """Return anchor and axis of a joint in its body; balls have the z axis."""
    state = joint.__dict__
    kind = int(state["type"])
    if kind not in DOFS:
        build.fail(joint, f"invalid type {kind} in joint", "type", "it is free, ball, slide or hinge")
    part = Part(joint, body, floats(state["pos"]))
    part.axis = floats(state["axis"])
    frame = state.get("frame")
    if frame is not None:
        pos, quat = frame_pose(build, frame, poses)
        part.pos = compose(pos, quat, part.pos, IDENTITY)[0]
        part.axis = rotate(quat, part.axis)
    if kind == mjtJoint.mjJNT_SLIDE or kind == mjtJoint.mjJNT_HINGE:
        try:
            part.axis = unit(part.axis, "axis")
        except OrientationError:
            build.fail(joint, "axis too small in joint", "axis", "give a direction, such as 0 0 1")
    else:
        part.axis = (0.0, 0.0, 1.0)
        if kind == mjtJoint.mjJNT_FREE:
            part.pos = ORIGIN
    return part


def check_joints(build: Build) -> None:
    """Fail on invalid combinations of joints and on misplaced free joints or mocap bodies."""
    for body in build.body_parts:
        el, name = body.el, body.el.name or ""
        top = body.body is build.world
        types = [int(j.el.type) for j in body.joints]
        if el.mocap and (types or not top):
            hint = "a mocap body is a child of the world without joints"
            build.fail(el, f"mocap body '{name}' is not a fixed child of world", "mocap", hint)
        if types and body is build.world:
            build.fail(body.joints[0].el, "World body cannot have joints", None, "put the joint into a body")
        if mjtJoint.mjJNT_FREE in types and not top:
            hint = "its body must be a child of the world"
            build.fail(el, "free joint can only be used on top level", None, hint)
        if sum(DOFS[t] for t in types) > 6:
            build.fail(el, f"more than 6 dofs in body '{name}'", None, "nest bodies and share out the joints")
        if mjtJoint.mjJNT_BALL in types and any(
            t in (mjtJoint.mjJNT_BALL, mjtJoint.mjJNT_HINGE)
            for t in types[types.index(mjtJoint.mjJNT_BALL) + 1 :]
        ):
            hint = "a ball joint allows every rotation"
            build.fail(el, f"ball followed by rotation in body '{name}'", None, hint)


def joint_columns(build: Build) -> None:
    """Fill the fields of joints, qpos0 and qpos_spring."""
    parts, els = build.joint_parts, build.joints
    types = [int(el.type) for el in els]
    qposadr, dofadr = [], []
    qpos0: list[float] = []
    spring: list[float] = []
    dof_joint: list[int] = []
    for j, (part, kind) in enumerate(zip(parts, types, strict=True)):
        check_spring_damper(build, part.el)
        qposadr.append(len(qpos0))
        dofadr.append(len(dof_joint))
        dof_joint += [j] * DOFS[kind]
        rest, relaxed = rest_position(part, kind, bool(build.origin_of(part.el).compiler.degree))
        qpos0 += rest
        spring += relaxed
    limits = [limit(build, el, kind) for el, kind in zip(els, types, strict=True)]
    build.set_fields(
        jnt_type=types,
        jnt_qposadr=qposadr,
        jnt_dofadr=dofadr,
        jnt_bodyid=[p.body.id for p in parts],
        jnt_limited=[limited for limited, _ in limits],
        jnt_range=[range_ for _, range_ in limits],
        jnt_actfrclimited=[has_force_limit(build, el) for el in els],
        jnt_pos=[p.pos for p in parts],
        jnt_axis=[p.axis for p in parts],
        jnt_user=user_columns(build, mjtObj.mjOBJ_JOINT, els, "nuser_jnt"),
        qpos0=qpos0,
        qpos_spring=spring,
    )
    build.arrays.update(JOINT_COPIED.columns(els))
    build.set_fields(**polynomial_columns("jnt_stiffness", "jnt_stiffnesspoly", column(els, "stiffness")))
    build.sizes.update(njnt=len(parts), nq=len(qpos0), nv=len(dof_joint))
    yield_columns(build)
    dof_columns(build, dof_joint)


def yield_columns(build: Build) -> None:
    """Fill jnt_springyield and jnt_plasticadr, and count the references of springs.

    Errors   a negative threshold, or one of a free joint
    """
    thresholds, addresses, total = [], [], 0
    for el in build.joints:
        threshold, kind = float(el.springyield), int(el.type)
        if threshold != 0.0:
            if not threshold > 0.0:
                build.fail(
                    el, "springyield cannot be negative in joint", "springyield", "a distance or an angle"
                )
            if kind == mjtJoint.mjJNT_FREE:
                build.fail(
                    el, "springyield should not be defined in free joint", "springyield", "leave it out"
                )
            if kind != mjtJoint.mjJNT_SLIDE and build.origin_of(el).compiler.degree:
                threshold = math.radians(threshold)
        thresholds.append(threshold)
        addresses.append(total if threshold else -1)
        total += (4 if kind == mjtJoint.mjJNT_BALL else 1) if threshold else 0
    build.set_fields(jnt_springyield=thresholds, jnt_plasticadr=addresses)
    build.sizes["nplastic"] = total


def dof_columns(build: Build, dof_joint: list[int]) -> None:
    """Fill the fields of dofs except the tree structure (sparsity.py).

    dof_joint    the joint of each dof
    """
    els = [build.joints[j] for j in dof_joint]
    body = [build.joint_parts[j].body.id for j in dof_joint]
    build.set_fields(
        dof_bodyid=body,
        dof_jntid=dof_joint,
        dof_treeid=[build.arrays["body_treeid"][b] for b in body],
    )
    build.arrays.update(DOF_COPIED.columns(els))
    build.set_fields(**polynomial_columns("dof_damping", "dof_dampingpoly", column(els, "damping")))


def has_force_limit(build: Build, el: Any) -> bool:
    """Return whether actuator forces on a joint are limited (hinges and slides, as in 3.5.0)."""
    limited = is_limited(build, mjtObj.mjOBJ_JOINT, el, "actfrclimited", "actfrcrange")
    return limited and int(el.type) in (mjtJoint.mjJNT_HINGE, mjtJoint.mjJNT_SLIDE)


def limit(build: Build, el: Any, kind: int) -> tuple[bool, tuple[float, float]]:
    """Return whether a joint is limited, and its range (rad if limited and rotational).

    A ball joint may have the range 0 0, which allows no rotation.
    """
    low, high = floats(el.__dict__["range"])
    if kind == mjtJoint.mjJNT_FREE or not is_limited(
        build, mjtObj.mjOBJ_JOINT, el, "limited", "range", ordered=kind != mjtJoint.mjJNT_BALL
    ):
        return False, (low, high)
    if kind == mjtJoint.mjJNT_BALL and low != 0.0:
        build.fail(el, "range[0] should be 0 in ball joint", "range", "range[1] is the largest angle")
    if kind != mjtJoint.mjJNT_SLIDE and build.origin_of(el).compiler.degree:
        low, high = math.radians(low), math.radians(high)
    return True, (low, high)


def check_spring_damper(build: Build, el: Any) -> None:
    values = floats(el.__dict__["springdamper"])
    if any(values) and not min(values) > 0.0:
        build.fail(
            el,
            "when defined, springdamper values must be positive in joint",
            "springdamper",
            "they are a time constant and a damping ratio",
        )


def rest_position(part: Part, kind: int, degree: bool) -> tuple[list[float], list[float]]:
    """Return the coordinates of a joint at qpos0, and those at which its spring is relaxed."""
    if kind == mjtJoint.mjJNT_FREE:
        pose = [*part.body.pos, *part.body.quat]
        return pose, pose
    if kind == mjtJoint.mjJNT_BALL:
        return [*IDENTITY], [*IDENTITY]
    turn = math.radians if kind == mjtJoint.mjJNT_HINGE and degree else float
    return [turn(float(part.el.ref))], [turn(float(part.el.springref))]


def set_spring_dampers(build: Build, model: Any) -> None:
    """Set stiffness and damping of joints with `springdamper`, from their inertia at qpos0.

    I = 1 / mean of dof_invweight0; damping = 2 I / timeconst; stiffness = I / (timeconst dampratio)^2
    """
    for j, el in enumerate(build.joints):
        timeconst, dampratio = floats(el.__dict__["springdamper"])
        if timeconst > 0.0:
            adr = build.arrays["jnt_dofadr"][j]
            dofs = slice(adr, adr + DOFS[int(el.type)])
            inertia = 1.0 / float(model.dof_invweight0[dofs].mean())
            model.jnt_stiffness[j] = inertia / (timeconst * dampratio) ** 2
            model.dof_damping[dofs] = 2.0 * inertia / timeconst


# Kinematic tree


def build_part_tree(build: Build) -> None:
    """Build the tree of Parts from the spec; each Part has its pose in its body."""
    world = Body(build.spec.worldbody, None)
    build.world = world
    poses: dict[int, tuple[Vec3, Quat]] = {}  # poses of element frames in their bodies
    frames: dict[str, Any] = {}
    nframe = 0
    stack = [world]
    while stack:
        body = stack.pop()
        el = body.el
        inside = el._children
        for frame in inside["frame"]:
            frame.__dict__["id"] = nframe
            nframe += 1
            if frame.name and frames.setdefault(frame.name, frame) is not frame:
                build.fail(frame, f"repeated name '{frame.name}' in frame", "name")
        for joint in inside["joint"]:
            body.joints.append(joint_part(build, joint, body, poses))
        for geom in inside["geom"]:
            part = shape_part(build, geom, body)
            part.aabb, part.rbound = aabb(part.type, part.size), rbound(part.type, part.size)
            part.pos, part.quat = in_frame(build, geom, part.pos, part.quat, poses)
            if part.type in (mjtGeom.mjGEOM_MESH, mjtGeom.mjGEOM_SDF) or geom.__dict__["meshname"]:
                from gelenk.modeling.compiler.mesh.fitted_geoms import place_mesh

                place_mesh(build, part)
            check_geom(build, part)
            set_mass_and_inertia(build, part)
            body.geoms.append(part)
        for site in inside["site"]:
            part = shape_part(build, site, body)
            part.pos, part.quat = in_frame(build, site, part.pos, part.quat, poses)
            if part.type == mjtGeom.mjGEOM_MESH or site.__dict__["meshname"]:
                from gelenk.modeling.compiler.mesh.fitted_geoms import set_site_mesh

                set_site_mesh(build, part)
            check_site(build, part)
            body.sites.append(part)
        for camera in inside["camera"]:
            pos, quat = pose_of(build, camera)
            body.cameras.append(Part(camera, body, *in_frame(build, camera, pos, quat, poses)))
        for light in inside["light"]:
            body.lights.append(light_part(build, light, body, poses))
        for child in inside["body"]:
            pos, quat = pose_of(build, child)
            part = Body(child, body, pos, quat)
            part.pos, part.quat = in_frame(build, child, pos, quat, poses)
            body.children.append(part)
        stack.extend(reversed(body.children))


def bodies_depth_first(world: Body) -> list[Body]:
    """Return all bodies in depth-first order, which is the order of the text."""
    order = []
    stack = [world]
    while stack:
        body = stack.pop()
        order.append(body)
        stack.extend(reversed(body.children))
    return order


def light_part(build: Build, light: Any, body: Body, poses: dict) -> Part:
    """Return the Part of a light, with position and unit direction in its body."""
    part = Part(light, body, floats(light.__dict__["pos"]))
    try:
        part.dir = unit(floats(light.__dict__["dir"]), "direction")
    except OrientationError:
        build.fail(light, "zero direction in light", "dir", "give a direction, such as 0 0 -1")
    if light.frame is not None:
        pos, quat = frame_pose(build, light.frame, poses)
        part.pos = compose(pos, quat, part.pos, IDENTITY)[0]
        part.dir = rotate(quat, part.dir)
    return part


def number(build: Build) -> None:
    """Set ids of bodies depth first, and of their elements in body order; register the names."""
    order = bodies_depth_first(build.world)
    for i, body in enumerate(order):
        body.id = i
    build.body_parts = order
    build.joint_parts = [j for b in order for j in b.joints]
    build.geom_parts = [g for b in order for g in b.geoms]
    build.site_parts = [s for b in order for s in b.sites]
    build.camera_parts = [c for b in order for c in b.cameras]
    build.light_parts = [c for b in order for c in b.lights]
    build.bodies = build.register(mjtObj.mjOBJ_BODY, [p.el for p in order])
    build.joints = build.register(mjtObj.mjOBJ_JOINT, [p.el for p in build.joint_parts])
    build.geoms = build.register(mjtObj.mjOBJ_GEOM, [p.el for p in build.geom_parts])
    build.sites = build.register(mjtObj.mjOBJ_SITE, [p.el for p in build.site_parts])
    build.cameras = build.register(mjtObj.mjOBJ_CAMERA, [p.el for p in build.camera_parts])
    build.lights = build.register(mjtObj.mjOBJ_LIGHT, [p.el for p in build.light_parts])


def body_columns(build: Build) -> None:
    """Fill the fields of bodies (body_*)."""
    parts, els = build.body_parts, build.bodies
    gravcomp = [float(el.gravcomp) for el in els]
    relation_columns(build)
    range_columns(build)
    collision_summary(build)
    build.set_fields(
        body_pos=[p.pos for p in parts],
        body_quat=[p.quat for p in parts],
        body_ipos=[p.ipos for p in parts],
        body_iquat=[p.iquat for p in parts],
        body_mass=[p.mass for p in parts],
        body_inertia=[p.inertia for p in parts],
        body_gravcomp=gravcomp,
        body_user=user_columns(build, mjtObj.mjOBJ_BODY, els, "nuser_body"),
    )
    build.sizes.update(nbody=len(parts), ngravcomp=sum(g > 0.0 for g in gravcomp))


def relation_columns(build: Build) -> None:
    """Fill body_parentid, body_weldid, body_rootid, body_treeid and body_mocapid.

    weldid is the topmost body that moves rigidly with this one; for a mocap body, the world before 3.12 and the mocap
    body itself later. rootid is the ancestor that is a child of the world body. A tree starts at a body with joints
    whose ancestors have none; treeid is -1 for static bodies. mocapid counts mocap bodies.
    """
    parts = build.body_parts
    n = len(parts)
    parent = [p.body.id if p.body else 0 for p in parts]
    weld, root, tree, mocap = [0] * n, [0] * n, [-1] * n, [-1] * n
    nmocap = ntree = 0
    for b in range(1, n):
        leads = parts[b].joints or (parts[b].el.mocap and build.release >= R3_12)
        weld[b] = b if leads else weld[parent[b]]
        root[b] = root[parent[b]] if parent[b] else b
        tree[b] = tree[parent[b]]
        if parts[b].joints and tree[b] < 0:
            tree[b] = ntree
            ntree += 1
        if parts[b].el.mocap:
            mocap[b] = nmocap
            nmocap += 1
    build.set_fields(
        body_parentid=parent, body_weldid=weld, body_rootid=root, body_treeid=tree, body_mocapid=mocap
    )
    build.sizes.update(nmocap=nmocap, ntree=ntree)


def range_columns(build: Build) -> None:
    """Fill number and first id of the joints, dofs and geoms of each body, -1 if none."""
    parts = build.body_parts
    njnt, ngeom = [len(p.joints) for p in parts], [len(p.geoms) for p in parts]
    ndof = [sum([DOFS[int(j.el.type)] for j in p.joints]) for p in parts]
    build.set_fields(
        body_jntnum=njnt,
        body_jntadr=starts_or_none(njnt),
        body_dofnum=ndof,
        body_dofadr=starts_or_none(ndof),
        body_geomnum=ngeom,
        body_geomadr=starts_or_none(ngeom),
    )


def collision_summary(build: Build) -> None:
    """Fill body_contype, body_conaffinity and body_margin: unions and maximum over the geoms."""
    n = len(build.body_parts)
    contype, conaffinity, margin = [0] * n, [0] * n, [0.0] * n
    for b, part in enumerate(build.body_parts):
        for geom in part.geoms:
            contype[b] |= int(geom.el.contype)
            conaffinity[b] |= int(geom.el.conaffinity)
            reach = float(geom.el.margin) + (float(geom.el.gap) if build.release >= R3_9 else 0.0)
            margin[b] = max(margin[b], reach)
    build.set_fields(body_contype=contype, body_conaffinity=conaffinity, body_margin=margin)


def tree_columns(build: Build) -> None:
    """Fill the fields of trees (tree_*): ranges of bodies and dofs, and sleep policies."""
    n = build.sizes["ntree"]
    bodyadr, bodynum, dofadr, dofnum = ([0] * n for _ in range(4))
    policy = [int(mjtSleepPolicy.mjSLEEP_AUTO)] * n
    for b, t in enumerate(build.arrays["body_treeid"]):
        part = build.body_parts[b]
        asked = int(part.el.sleep)
        root = t >= 0 and not bodynum[t]
        if asked and not root:
            build.fail(
                part.el,
                "sleep policy only allowed for movable root bodies",
                "sleep",
                "put it on the first body with joints above",
            )
        if root:
            bodyadr[t], dofadr[t], policy[t] = b, build.arrays["body_dofadr"][b], asked
        if t >= 0:
            bodynum[t] += 1
            dofnum[t] += build.arrays["body_dofnum"][b]
    build.set_fields(
        tree_bodyadr=bodyadr,
        tree_bodynum=bodynum,
        tree_dofadr=dofadr,
        tree_dofnum=dofnum,
        tree_sleep_policy=policy,
    )
