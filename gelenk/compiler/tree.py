"""The kinematic tree: bodies depth first, poses in their parents, addresses of joints, dofs and trees.

Documents: Modeling / Kinematic tree; Computation / General framework
"""

from __future__ import annotations

import math
from typing import Any

from gelenk.compiler.build import Body, Build, Part
from gelenk.compiler.columns import column, is_limited, user_columns
from gelenk.compiler.frames import IDENTITY, ORIGIN, OrientationError, compose, floats, orientation, unit
from gelenk.compiler.geoms import check_geom, check_site, rbound, shape_part, weigh
from gelenk.engine.vec import Quat, Vec3, norm, rotate, sub
from gelenk.tables.enums import mjtJoint, mjtObj, mjtSleepPolicy

FREE = int(mjtJoint.mjJNT_FREE)
BALL = int(mjtJoint.mjJNT_BALL)
SLIDE = int(mjtJoint.mjJNT_SLIDE)
HINGE = int(mjtJoint.mjJNT_HINGE)
DOFS = {FREE: 6, BALL: 3, SLIDE: 1, HINGE: 1}
COORDS = {FREE: 7, BALL: 4, SLIDE: 1, HINGE: 1}


def collect(build: Build) -> None:
    """Read the tree of the spec: every element becomes a Part with its pose in its body."""
    world = Body(build.spec.worldbody, None)
    build.world = world
    poses: dict[int, tuple[Vec3, Quat]] = {}  # of element frames in their body
    stack = [world]
    while stack:
        body = stack.pop()
        el = body.el
        for joint in el.joints:
            body.joints.append(joint_part(build, joint, body, poses))
        for geom in el.geoms:
            part = shape_part(build, geom, body)
            part.pos, part.quat = in_frame(build, geom, part.pos, part.quat, poses)
            check_geom(build, part)
            weigh(part)
            body.geoms.append(part)
        for site in el.sites:
            part = shape_part(build, site, body)
            part.pos, part.quat = in_frame(build, site, part.pos, part.quat, poses)
            check_site(build, part)
            body.sites.append(part)
        for camera in el.cameras:
            pos, quat = pose_of(build, camera, camera.pos, camera.quat, camera.alt)
            body.cameras.append(Part(camera, body, *in_frame(build, camera, pos, quat, poses)))
        for light in el.lights:
            body.lights.append(light_part(build, light, body, poses))
        for child in el.bodies:
            pos, quat = pose_of(build, child, child.pos, child.quat, child.alt)
            body.children.append(Body(child, body, *in_frame(build, child, pos, quat, poses)))
        stack.extend(reversed(body.children))


def walk(world: Body) -> list[Body]:
    """All bodies, each before its children, in the order of the text."""
    order = []
    stack = [world]
    while stack:
        body = stack.pop()
        order.append(body)
        stack.extend(reversed(body.children))
    return order


def pose_of(build: Build, el: Any, pos: Any, quat: Any, alt: Any) -> tuple[Vec3, Quat]:
    """Position and rotation as the element states them."""
    try:
        return floats(pos), orientation(quat, alt, build.spec.compiler)
    except OrientationError as error:
        build.fail(el, f"orientation specification error '{error}'")


def in_frame(build: Build, el: Any, pos: Vec3, quat: Quat, poses: dict) -> tuple[Vec3, Quat]:
    """A pose given inside the element's (nested) frames, in the body that holds them."""
    frame = el.frame
    if frame is None:
        return pos, quat
    return compose(*frame_pose(build, frame, poses), pos, quat)


def frame_pose(build: Build, frame: Any, poses: dict) -> tuple[Vec3, Quat]:
    """Pose of an element frame in its body; frames inside frames from the outside in."""
    chain = []
    while frame is not None and id(frame) not in poses:
        chain.append(frame)
        frame = frame.frame
    pose = (ORIGIN, IDENTITY) if frame is None else poses[id(frame)]
    for inner in reversed(chain):
        pose = compose(*pose, *pose_of(build, inner, inner.pos, inner.quat, inner.alt))
        poses[id(inner)] = pose
    return pose


def joint_part(build: Build, joint: Any, body: Body, poses: dict) -> Part:
    """Anchor and axis of a joint in its body; of free and ball joints the axis (and of free ones the anchor) is fixed."""
    part = Part(joint, body, floats(joint.pos))
    part.axis = floats(joint.axis)
    if joint.frame is not None:
        pos, quat = frame_pose(build, joint.frame, poses)
        part.pos = compose(pos, quat, part.pos, IDENTITY)[0]
        part.axis = rotate(quat, part.axis)
    if int(joint.type) in (SLIDE, HINGE):
        try:
            part.axis = unit(part.axis, "axis")
        except OrientationError:
            build.fail(joint, "axis too small in joint", "axis", "give a direction, such as 0 0 1")
    else:
        part.axis = (0.0, 0.0, 1.0)
        if int(joint.type) == FREE:
            part.pos = ORIGIN
    return part


def light_part(build: Build, light: Any, body: Body, poses: dict) -> Part:
    """Position and unit direction of a light in its body."""
    part = Part(light, body, floats(light.pos))
    try:
        part.dir = unit(floats(light.dir), "direction")
    except OrientationError:
        build.fail(light, "zero direction in light", "dir", "give a direction, such as 0 0 -1")
    if light.frame is not None:
        pos, quat = frame_pose(build, light.frame, poses)
        part.pos = compose(pos, quat, part.pos, IDENTITY)[0]
        part.dir = rotate(quat, part.dir)
    return part


def number(build: Build) -> None:
    """Number bodies depth first and, in their order, joints, geoms, sites, cameras and lights; enter the names."""
    order = walk(build.world)
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


def check_joints(build: Build) -> None:
    """What may stand together in one body, where free joints and mocap bodies may be."""
    for body in build.body_parts:
        types = [int(j.el.type) for j in body.joints]
        name = body.el.name or ""
        if body.el.mocap and (types or body.body is not build.world):
            build.fail(body.el, f"mocap body '{name}' is not a fixed child of world", "mocap",
                       "a mocap body is a child of the world without joints")  # fmt: skip
        if not types:
            continue
        if body.id == 0:
            build.fail(body.joints[0].el, "World body cannot have joints", None, "put the joint into a body")
        if FREE in types and body.body is not build.world:
            build.fail(body.el, "free joint can only be used on top level", None, "its body must be a child of the world")
        if sum(DOFS[t] for t in types) > 6:
            build.fail(body.el, f"more than 6 dofs in body '{name}'", None, "distribute the joints over nested bodies")
        if BALL in types and any(t in (BALL, HINGE) for t in types[types.index(BALL) + 1 :]):
            build.fail(body.el, f"ball followed by rotation in body '{name}'", None, "a ball joint allows every rotation")


def body_columns(build: Build) -> None:
    """Fields of bodies: relations in the tree, address ranges, inertia, collision summary.

    weldid is the topmost body that moves alike; rootid the child of the world above; a tree is what hangs on a body
    with joints whose ancestors have none.
    """
    parts = build.body_parts
    n = len(parts)
    parent = [p.body.id if p.body else 0 for p in parts]
    weld, root, tree, mocap = [0] * n, [0] * n, [-1] * n, [-1] * n
    nmocap = ntree = 0
    for b in range(1, n):
        weld[b] = b if parts[b].joints else weld[parent[b]]
        root[b] = root[parent[b]] if parent[b] else b
        tree[b] = tree[parent[b]]
        if parts[b].joints and tree[b] < 0:
            tree[b] = ntree
            ntree += 1
        if parts[b].el.mocap:
            mocap[b] = nmocap
            nmocap += 1
    jntadr, jntnum, dofadr, dofnum, geomadr, geomnum = ([0] * n for _ in range(6))
    njnt = nv = ngeom = 0
    for b, p in enumerate(parts):
        jntnum[b], geomnum[b] = len(p.joints), len(p.geoms)
        dofnum[b] = sum(DOFS[int(j.el.type)] for j in p.joints)
        jntadr[b] = njnt if jntnum[b] else -1
        dofadr[b] = nv if dofnum[b] else -1
        geomadr[b] = ngeom if geomnum[b] else -1
        njnt, nv, ngeom = njnt + jntnum[b], nv + dofnum[b], ngeom + geomnum[b]
    els = build.bodies
    contype, conaffinity, margin = [0] * n, [0] * n, [0.0] * n
    for b, p in enumerate(parts):
        for g in p.geoms:
            contype[b] |= int(g.el.contype)
            conaffinity[b] |= int(g.el.conaffinity)
            margin[b] = max(margin[b], float(g.el.margin))
    gravcomp = [float(el.gravcomp) for el in els]
    build.put(
        body_parentid=parent, body_rootid=root, body_weldid=weld, body_mocapid=mocap, body_treeid=tree,
        body_jntnum=jntnum, body_jntadr=jntadr, body_dofnum=dofnum, body_dofadr=dofadr,
        body_geomnum=geomnum, body_geomadr=geomadr,
        body_pos=[p.pos for p in parts], body_quat=[p.quat for p in parts],
        body_ipos=[p.ipos for p in parts], body_iquat=[p.iquat for p in parts],
        body_mass=[p.mass for p in parts], body_inertia=[p.inertia for p in parts],
        body_gravcomp=gravcomp, body_margin=margin, body_contype=contype, body_conaffinity=conaffinity,
        body_user=user_columns(build, mjtObj.mjOBJ_BODY, els, "nuser_body"),
        body_plugin=[-1] * n, body_bvhadr=[-1] * n,
    )  # fmt: skip
    build.sizes.update(nbody=n, nmocap=nmocap, ntree=ntree, ngravcomp=sum(g != 0.0 for g in gravcomp))


def joint_columns(build: Build) -> None:
    """Fields of joints and dofs, and the reference configuration qpos0 and qpos_spring."""
    parts, els = build.joint_parts, build.joints
    degree = bool(build.spec.compiler.degree)
    types = [int(el.type) for el in els]
    qposadr, dofadr, jnt_range, limited, qpos0, spring = [], [], [], [], [], []
    dof_joint: list[int] = []
    for j, (part, el, kind) in enumerate(zip(parts, els, types, strict=True)):
        qposadr.append(len(qpos0))
        dofadr.append(len(dof_joint))
        dof_joint += [j] * DOFS[kind]
        limit = kind != FREE and is_limited(build, mjtObj.mjOBJ_JOINT, el, "limited", "range")
        low, high = floats(el.range)
        if limit and kind == BALL and low != 0.0:
            build.fail(el, "range[0] should be 0 in ball joint", "range", "range[1] is the largest angle")
        if limit and degree and kind in (BALL, HINGE):
            low, high = math.radians(low), math.radians(high)
        limited.append(limit)
        jnt_range.append((low, high))
        rest, relaxed = rest_position(part, kind, degree)
        qpos0 += rest
        spring += relaxed
        if any(float(x) for x in el.springdamper) and not all(float(x) > 0.0 for x in el.springdamper):
            build.fail(el, "when defined, springdamper values must be positive in joint", "springdamper",
                       "it is the time constant and the damping ratio")  # fmt: skip
    build.put(
        jnt_type=types, jnt_qposadr=qposadr, jnt_dofadr=dofadr, jnt_bodyid=[p.body.id for p in parts],
        jnt_group=column(els, "group"), jnt_limited=limited, jnt_range=jnt_range,
        jnt_actfrclimited=[is_limited(build, mjtObj.mjOBJ_JOINT, el, "actfrclimited", "actfrcrange") for el in els],
        jnt_actfrcrange=column(els, "actfrcrange", 2), jnt_actgravcomp=column(els, "actgravcomp"),
        jnt_solref=column(els, "solref_limit", 2), jnt_solimp=column(els, "solimp_limit", 5),
        jnt_pos=[p.pos for p in parts], jnt_axis=[p.axis for p in parts],
        jnt_stiffness=column(els, "stiffness"), jnt_margin=column(els, "margin"),
        jnt_user=user_columns(build, mjtObj.mjOBJ_JOINT, els, "nuser_jnt"),
        qpos0=qpos0, qpos_spring=spring,
    )  # fmt: skip
    of_dof = [els[j] for j in dof_joint]
    body = [parts[j].body.id for j in dof_joint]
    build.put(
        dof_bodyid=body, dof_jntid=dof_joint, dof_treeid=[build.arrays["body_treeid"][b] for b in body],
        dof_armature=column(of_dof, "armature"), dof_damping=column(of_dof, "damping"),
        dof_frictionloss=column(of_dof, "frictionloss"),
        dof_length=dof_lengths(build),
        dof_solref=column(of_dof, "solref_friction", 2), dof_solimp=column(of_dof, "solimp_friction", 5),
    )  # fmt: skip
    build.sizes.update(njnt=len(parts), nq=len(qpos0), nv=len(dof_joint))


def rest_position(part: Part, kind: int, degree: bool) -> tuple[list[float], list[float]]:
    """Coordinates of a joint in the reference configuration, and those at which its spring is relaxed."""
    if kind == FREE:
        pose = [*part.body.pos, *part.body.quat]
        return pose, pose
    if kind == BALL:
        return [*IDENTITY], [*IDENTITY]
    turn = math.radians if kind == HINGE and degree else float
    return [turn(float(part.el.ref))], [turn(float(part.el.springref))]


def tree_columns(build: Build) -> None:
    """Fields of trees: ranges of bodies and dofs, and whether they may fall asleep."""
    n = build.sizes["ntree"]
    bodyadr, bodynum, dofadr, dofnum = ([0] * n for _ in range(4))
    policy = [int(mjtSleepPolicy.mjSLEEP_AUTO)] * n
    for b, t in enumerate(build.arrays["body_treeid"]):
        part = build.body_parts[b]
        asked = int(part.el.sleep)
        root = t >= 0 and not bodynum[t]
        if asked and not root:
            build.fail(part.el, "sleep policy only allowed for movable root bodies", "sleep",
                       "put it on the first body with joints above")  # fmt: skip
        if root:
            bodyadr[t], dofadr[t], policy[t] = b, build.arrays["body_dofadr"][b], asked
        if t >= 0:
            bodynum[t] += 1
            dofnum[t] += build.arrays["body_dofnum"][b]
    build.put(tree_bodyadr=bodyadr, tree_bodynum=bodynum, tree_dofadr=dofadr, tree_dofnum=dofnum,
              tree_sleep_policy=policy)  # fmt: skip


def dof_lengths(build: Build) -> list[float]:
    """Length scale of each dof [m]: 1 of a translation; of a rotation the size of its body.

    Size: the largest distance, at qpos0, from the centre of mass of the body to a joint of the body or of a child, or
    to the far side of the sphere around one of its geoms.
    """
    parts = build.body_parts
    size = [1e-5] * len(parts)
    for b, part in enumerate(parts):
        reach = [norm(sub(g.pos, part.ipos)) + rbound(g.type, g.size) for g in part.geoms]
        reach += [norm(sub(j.pos, part.ipos)) for j in part.joints]
        reach += [norm(sub(compose(c.pos, c.quat, j.pos, IDENTITY)[0], part.ipos)) for c in part.children for j in c.joints]
        size[b] = max(size[b], *reach) if reach else size[b]
    lengths: list[float] = []
    for b, part in enumerate(parts):
        for joint in part.joints:
            kind = int(joint.el.type)
            lengths += [1.0] * 3 if kind == FREE else ()
            lengths += [1.0] if kind == SLIDE else [size[b]] * (1 if kind == HINGE else 3)
    return lengths


def set_spring_dampers(build: Build, model: Any) -> None:
    """Stiffness and damping of joints with `springdamper`, from their inertia at qpos0.

    I = 1 / mean of dof_invweight0; damping = 2 I / timeconst; stiffness = I / (timeconst dampratio)^2
    """
    for j, el in enumerate(build.joints):
        timeconst, dampratio = floats(el.springdamper)
        if timeconst > 0.0:
            adr = build.arrays["jnt_dofadr"][j]
            dofs = slice(adr, adr + DOFS[int(el.type)])
            inertia = 1.0 / float(model.dof_invweight0[dofs].mean())
            model.jnt_stiffness[j] = inertia / (timeconst * dampratio) ** 2
            model.dof_damping[dofs] = 2.0 * inertia / timeconst
