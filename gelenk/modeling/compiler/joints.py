"""Joints and their dofs: types, valid combinations, limits, qpos0 and springs.

Documents: Modeling / XML reference / joint, freejoint; Computation / State and control (qpos0)
"""

from __future__ import annotations

import math
from typing import Any

from gelenk.algebra.vec import rotate
from gelenk.modeling.compiler.build import Body, Build, Part
from gelenk.modeling.compiler.element_frames import (
    IDENTITY,
    ORIGIN,
    OrientationError,
    compose,
    floats,
    frame_pose,
    unit,
)
from gelenk.modeling.compiler.spec_columns import Copied, column, is_limited, polynomial_columns, user_columns
from gelenk.tables.enums import mjtJoint, mjtObj

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
