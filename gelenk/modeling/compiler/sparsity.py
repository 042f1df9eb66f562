"""Sparsity: sizes of the sparse matrices of a model, and bodies with diagonal inertia.

Documents: Computation / General framework (sparse inertia matrix); Modeling / MJModel

The sparsity patterns themselves are filled in the compiled model, by engine/constants/sparsity.py.
"""

from __future__ import annotations

from gelenk.algebra.vec import Quat, Vec3
from gelenk.modeling.compiler.build import IDENTITY, ORIGIN, Body, Build, Part
from gelenk.tables.enums import mjtJoint, mjtSameFrame

MAX_NM = 1 << 24  # entries of M; a chain of 5792 hinges
SAME_FRAME = 1e-6  # tolerance for equal elements of two frames, as in 3.5.0 [m or quaternion element]
PARALLEL_AXIS = 1e-14  # largest off-axis component of an axis that counts as parallel to a coordinate axis


def is_near(p: Vec3 | Quat, q: Vec3 | Quat, sign: float = 1.0) -> bool:
    """Return whether all elements of p and sign * q differ by less than SAME_FRAME."""
    return all(abs(a - sign * b) < SAME_FRAME for a, b in zip(p, q, strict=True))


def same_pos(a: Vec3, b: Vec3) -> bool:
    """Return whether two positions coincide."""
    return a == b or is_near(a, b)


def same_rotation(p: Quat, q: Quat) -> bool:
    """Return whether two unit quaternions stand for one rotation, as q and -q do."""
    if p == q and p[0] == p[0]:  # the second condition excludes NaN
        return True
    (a, b, c, d), (w, x, y, z) = p, q
    return is_near(p, q, 1.0 if a * w + b * x + c * y + d * z >= 0.0 else -1.0)


def sameframe_columns(build: Build) -> None:
    """Fill body_, geom_ and site_sameframe; kinematics copies frames that coincide."""
    build.set_fields(
        body_sameframe=[
            (mjtSameFrame.mjSAMEFRAME_BODY if same_pos(b.ipos, ORIGIN) else mjtSameFrame.mjSAMEFRAME_BODYROT)
            if same_rotation(b.iquat, IDENTITY)
            else mjtSameFrame.mjSAMEFRAME_NONE
            for b in build.body_parts
        ],
        geom_sameframe=[sameframe(p) for p in build.geom_parts],
        site_sameframe=[sameframe(p) for p in build.site_parts],
    )


def sameframe(part: Part) -> int:
    """Return how the frame of a geom or site relates to its body's frame and inertial frame."""
    body: Body = part.body
    if same_rotation(part.quat, IDENTITY):
        return (
            mjtSameFrame.mjSAMEFRAME_BODY if same_pos(part.pos, ORIGIN) else mjtSameFrame.mjSAMEFRAME_BODYROT
        )
    if same_rotation(part.quat, body.iquat):
        return (
            mjtSameFrame.mjSAMEFRAME_INERTIA
            if same_pos(part.pos, body.ipos)
            else mjtSameFrame.mjSAMEFRAME_INERTIAROT
        )
    return mjtSameFrame.mjSAMEFRAME_NONE


def simple_body(body: Body, weldid: list[int], sameframe: int) -> int:
    """Return 2 if a body's block of M is diagonal with slides only, 1 if diagonal, else 0.

    Such a body has no children, its parent is the world body or a static child of it, its frame is the inertial frame,
    joint anchors are at the origin, joint axes are coordinate axes, and a joint that rotates comes last. Below longer
    chains of static bodies the block may be diagonal too, but 3.5.0 returns 0 there, which affects body_invweight0.
    """
    if sameframe != mjtSameFrame.mjSAMEFRAME_BODY:
        return 0
    parent = body.body
    if parent is None:
        return 1
    if body.children or weldid[parent.id] or (parent.body is not None and parent.body.id):
        return 0
    axes = set()
    for i, joint in enumerate(body.joints):
        kind = int(joint.el.type)
        if not same_pos(joint.pos, ORIGIN) or (kind != mjtJoint.mjJNT_SLIDE and i + 1 < len(body.joints)):
            return 0
        if kind in (mjtJoint.mjJNT_FREE, mjtJoint.mjJNT_BALL):
            continue
        along = [k for k, x in enumerate(joint.axis) if abs(x) > PARALLEL_AXIS]
        if len(along) != 1 or (kind, along[0]) in axes:
            return 0
        axes.add((kind, along[0]))
    return 2 if body.joints and all(int(j.el.type) == mjtJoint.mjJNT_SLIDE for j in body.joints) else 1


def dof_columns(build: Build) -> None:
    """Fill body_simple, dof_parentid, dof_simplenum and the sizes of the sparse matrices."""
    arrays = build.arrays
    driven: set[int] = set()
    if build.spec._elements["tendons"]:
        from gelenk.modeling.compiler.relations import bodies_with_armature

        driven = bodies_with_armature(build)
    simple = [
        0 if b.id in driven or not b.el.simple else simple_body(b, arrays["body_weldid"], same)
        for b, same in zip(build.body_parts, arrays["body_sameframe"], strict=True)
    ]
    dofnum = arrays["body_dofnum"]
    last: list[int] = []  # last dof of a body, or of the nearest ancestor with dofs
    parent: list[int] = []
    depth = [0]  # number of dofs from the root to each dof; the last element is for bodies without dofs
    end: list[int] = []  # end of the dof range of each body
    for part, n in zip(build.body_parts, dofnum, strict=True):
        above = last[part.body.id] if part.body else -1
        for _ in range(n):
            depth.insert(len(parent), depth[above] + 1)
            parent.append(above)
            above = len(parent) - 1
        last.append(above)
        end.append(len(parent))
    nM = sum(depth)
    if nM > MAX_NM:
        build.fail(build.spec, f"the inertia matrix would have {nM} numbers, more than {MAX_NM}")
    nv = len(parent)
    simplenum = [0] * nv
    following = 0
    for i, b in zip(range(nv - 1, -1, -1), reversed(arrays["dof_bodyid"]), strict=True):
        following = simplenum[i] = following + 1 if simple[b] else 0
    build.set_fields(body_simple=simple, dof_parentid=parent, dof_simplenum=simplenum)
    nB = sum([depth[i] for i in last]) - sum(end)
    for b in range(len(last) - 1, 0, -1):
        p = build.body_parts[b].body.id
        end[p] = max(end[p], end[b])
    nC = nM - sum([n - 1 for n, many in zip(depth, simplenum, strict=False) if many])
    build.sizes.update(nM=nM, nC=nC, nD=2 * nM - nv, nB=nB + sum(end))
