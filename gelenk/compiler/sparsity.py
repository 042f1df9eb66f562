"""Which numbers of the sparse matrices can differ from zero, and which bodies have a diagonal inertia.

Documents: Computation / General framework (sparse inertia matrix); Modeling / MJModel

chain(i)   dof i with all dofs between it and the root, in increasing order
M          inertia matrix, lower triangle by rows: row i is chain(i); only i where the dof is simple
qM         the same numbers in the older order: row i is i, its parent, its parent's parent, ... (dof_Madr)
D          derivative of dofs by dofs: row i is chain(i) and all dofs below i
B          bodies by dofs: the dofs that move the body and all dofs below it
"""

from __future__ import annotations

from gelenk.algebra.vec import Quat, Vec3
from gelenk.compiler.build import Body, Build, Part
from gelenk.compiler.frames import IDENTITY, ORIGIN
from gelenk.tables.enums import mjtJoint, mjtSameFrame

MAX_NM = 1 << 24  # a chain of 5792 hinges
SAME = 1e-12  # frames closer than this are one


def same_pos(a: Vec3, b: Vec3) -> bool:
    return max(abs(a[0] - b[0]), abs(a[1] - b[1]), abs(a[2] - b[2])) < SAME


def same_rotation(p: Quat, q: Quat) -> bool:
    """Whether two unit quaternions are the same rotation; q and -q are."""
    if p == q and p[0] == p[0]:  # and not nan
        return True
    (a, b, c, d), (w, x, y, z) = p, q
    s = 1.0 if a * w + b * x + c * y + d * z >= 0.0 else -1.0
    return abs(a - s * w) < SAME and abs(b - s * x) < SAME and abs(c - s * y) < SAME and abs(d - s * z) < SAME


def sameframe_columns(build: Build) -> None:
    """Which frames coincide, so that kinematics can copy them (body_, geom_, site_sameframe)."""
    build.put(
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
    """How the frame of a geom or site relates to its body's frame and inertial frame."""
    body: Body = part.body
    as_body = same_rotation(part.quat, IDENTITY)
    as_inertia = same_rotation(part.quat, body.iquat)
    if as_body:
        return (
            mjtSameFrame.mjSAMEFRAME_BODY if same_pos(part.pos, ORIGIN) else mjtSameFrame.mjSAMEFRAME_BODYROT
        )
    if as_inertia:
        return (
            mjtSameFrame.mjSAMEFRAME_INERTIA
            if same_pos(part.pos, body.ipos)
            else mjtSameFrame.mjSAMEFRAME_INERTIAROT
        )
    return mjtSameFrame.mjSAMEFRAME_NONE


def simple_body(body: Body, weldid: list[int], sameframe: int) -> int:
    """Whether a body's block of the inertia matrix is diagonal: 2 with slides only, 1 otherwise; 0 if not.

    It carries no bodies, hangs on a static one, its frame is the inertial frame, anchors are in the origin
    and axes along the coordinates, and the rotation comes last.
    """
    if body.body is None:
        return 1
    if body.children or weldid[body.body.id] or sameframe != mjtSameFrame.mjSAMEFRAME_BODY:
        return 0
    axes = set()
    for i, joint in enumerate(body.joints):
        kind = int(joint.el.type)
        if not same_pos(joint.pos, ORIGIN) or (kind != mjtJoint.mjJNT_SLIDE and i + 1 < len(body.joints)):
            return 0
        if kind in (mjtJoint.mjJNT_FREE, mjtJoint.mjJNT_BALL):
            continue
        axis = tuple(abs(x) for x in joint.axis)
        if axis.count(0.0) != 2 or (kind, axis) in axes:
            return 0
        axes.add((kind, axis))
    return 2 if body.joints and all(int(j.el.type) == mjtJoint.mjJNT_SLIDE for j in body.joints) else 1


def dof_columns(build: Build) -> None:
    """body_simple, dof_parentid, dof_Madr, dof_simplenum, and the tables of the matrices above."""
    arrays = build.arrays
    driven: set[int] = set()
    if build.spec.tendons:
        from gelenk.compiler.tendons import bodies_with_armature

        driven = bodies_with_armature(build)
    simple = [
        0 if b.id in driven else simple_body(b, arrays["body_weldid"], same)
        for b, same in zip(build.body_parts, arrays["body_sameframe"], strict=True)
    ]
    body, nv = arrays["dof_bodyid"], build.sizes["nv"]
    last = [-1] * build.sizes["nbody"]  # last dof of a body, or of the nearest ancestor with dofs
    parent = []
    for b, part in enumerate(build.body_parts):
        last[b] = last[part.body.id] if part.body else -1
        for _ in range(arrays["body_dofnum"][b]):
            parent.append(last[b])
            last[b] = len(parent) - 1
    depth = [0] * nv
    madr, nM = [], 0
    for i in range(nv):
        depth[i] += 1 + (depth[parent[i]] if parent[i] >= 0 else 0)
        madr.append(nM)
        nM += depth[i]
    if nM > MAX_NM:
        build.fail(build.spec, f"the inertia matrix would have {nM} numbers, more than {MAX_NM}")
    chain: list[list[int]] = []
    for i in range(nv):
        chain.append([*(chain[parent[i]] if parent[i] >= 0 else ()), i])
    simplenum = [0] * nv
    for i in reversed(range(nv)):
        if simple[body[i]]:
            simplenum[i] = 1 + (simplenum[i + 1] if i + 1 < nv else 0)
    build.put(body_simple=simple, dof_parentid=parent, dof_Madr=madr, dof_simplenum=simplenum)
    build.sizes["nM"] = nM
    inertia_tables(build, chain, simplenum, madr)
    body_table(build, chain, last)


def inertia_tables(build: Build, chain: list[list[int]], simplenum: list[int], madr: list[int]) -> None:
    """Rows of M and D, and where each number of one is in the other (-1: always zero in M)."""
    nv = len(chain)
    rows_m = [[i] if simplenum[i] else chain[i] for i in range(nv)]
    rows_d = [list(c) for c in chain]
    for i in range(nv):
        for j in chain[i][:-1]:
            rows_d[j].append(i)
    adr_m, adr_d = addresses(rows_m), addresses(rows_d)
    diag = [len(c) - 1 for c in chain]  # chain(i) comes first in row i of D
    map_m2m, map_d2m, map_m2d = [], [], []
    for i in range(nv):
        for j in rows_m[i]:
            map_m2m.append(madr[i] + diag[i] - diag[j])
            map_d2m.append(adr_d[i] + diag[j])
        for j in rows_d[i]:
            low, high = (j, i) if j <= i else (i, j)
            if simplenum[high]:
                map_m2d.append(adr_m[high] if low == high else -1)
            else:
                map_m2d.append(adr_m[high] + diag[low])
    build.put(
        M_rownnz=[len(r) for r in rows_m],
        M_rowadr=adr_m,
        M_colind=[j for r in rows_m for j in r],
        mapM2M=map_m2m,
        D_rownnz=[len(r) for r in rows_d],
        D_rowadr=adr_d,
        D_colind=[j for r in rows_d for j in r],
        D_diag=diag,
        mapM2D=map_m2d,
        mapD2M=map_d2m,
    )
    build.sizes.update(nC=len(map_m2m), nD=len(map_m2d))


def body_table(build: Build, chain: list[list[int]], last: list[int]) -> None:
    """Rows of B: for each body the dofs above it (its own included) and below it."""
    parts = build.body_parts
    start, count = [], 0  # dofs are in the order of bodies, so those below a body are one range
    for b in range(len(parts)):
        count += build.arrays["body_dofnum"][b]
        start.append(count)
    end = list(start)
    for b in reversed(range(1, len(parts))):
        p = parts[b].body.id
        end[p] = max(end[p], end[b])
    rows = [[*(chain[last[b]] if last[b] >= 0 else ()), *range(start[b], end[b])] for b in range(len(parts))]
    build.put(
        B_rownnz=[len(r) for r in rows],
        B_rowadr=addresses(rows),
        B_colind=[j for r in rows for j in r],
    )
    build.sizes["nB"] = sum(len(r) for r in rows)


def addresses(rows: list[list[int]]) -> list[int]:
    """Where each row begins when they are stored one after the other."""
    out, adr = [], 0
    for row in rows:
        out.append(adr)
        adr += len(row)
    return out
