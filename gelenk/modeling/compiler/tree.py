"""The kinematic tree: depth-first order, poses, addresses of joints, dofs and trees.

Documents: Modeling / Kinematic tree; Computation / General framework
"""

from __future__ import annotations

from typing import Any

from gelenk.algebra.vec import Quat, Vec3, rotate
from gelenk.modeling.compiler.build import Body, Build, Part
from gelenk.modeling.compiler.element_frames import (
    IDENTITY,
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
from gelenk.modeling.compiler.joints import DOFS, joint_part
from gelenk.modeling.compiler.spec_columns import starts_or_none, user_columns
from gelenk.tables.enums import mjtGeom, mjtObj, mjtSleepPolicy
from gelenk.tables.releases import R3_9, R3_12


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

    weldid is the topmost body that moves rigidly with this one, which a mocap body does with the world before 3.12 and
    with none from then on; rootid the ancestor that is a child of the world body; a tree starts at a body with joints
    whose ancestors have none (-1 for static bodies); mocapid counts mocap bodies.
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
