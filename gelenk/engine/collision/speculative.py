"""Speculative contacts: collision detection with the flag speculative.

Documents: Computation / Collision detection / Speculative contacts (of 4.0.0)

A geom that moves in one step farther than the least half size of the pair could pass the other geom. If the ordinary
collision function finds no distance below the margin, such a pair gets contacts from its time of impact t
(time_of_impact.py), at the current poses. pos lies between the points that will touch, nearer to the geom that moves
more. dist is not the geometric distance: with it, a constraint row by itself removes the share (1 - t) of the normal
velocity in this step, so that the geoms meet at the end of the step. With x the approach per step, k0 = h^2 K d^2 and
b0 = h B d of solref at full impedance d,

    dist = margin - x (1 - t - b0) / k0                        integrators in continuous time
    dist = margin - x (1 - t - t (b0 + k0)) / k0               discrete
    dist = margin - solimp width                               without stiffness

Such contacts have constraint rows at any distance. A contact is omitted if a third geom, which the faster of the two
geoms can touch, lies between its points.

Velocities are those of qvel at the start of the step. This stage runs in place of collision and of collision_awake;
pairs are found by bounding spheres around the path of each body and geom.
"""

from gelenk.algebra.spatial import load6, rotation_part, store6
from gelenk.algebra.vec import Vec3, add, add_scaled, clamp, dot, load3, norm, scale, store3, sub
from gelenk.engine.collision.bounding_boxes import box_of
from gelenk.engine.collision.broadphase import (
    GRID_MIN,
    INFINITE,
    NO_HINT,
    are_masks_compatible,
    bodies_may_collide,
    bound_body,
    fill_grid,
    list_partners,
    write_candidate,
)
from gelenk.engine.collision.collision_sleeping import both_rest
from gelenk.engine.collision.contact_parameters import pair_includemargin, pair_reach
from gelenk.engine.collision.dispatch import (
    allocate_contacts,
    begin_collision,
    collide_flexes,
    end_collision,
    out_of_reach,
    write_candidates,
)
from gelenk.engine.collision.pairs.primitives import axis_z
from gelenk.engine.collision.time_of_impact import (
    NEVER,
    Impact,
    Motion,
    find_impact,
    has_impacts,
    witness_at_start,
)
from gelenk.engine.constraint.rows.equality import load_solimp
from gelenk.engine.constraint.rows.impedance import resolve, stiffness_damping
from gelenk.engine.position.object_frames import com_offset, motion_at
from gelenk.engine.query.ray import ray_to
from gelenk.engine.sleep.awake_lists import can_sleep
from gelenk.engine.stage_calls import CONTACT_FILTER, ask_callback, call_far, is_set
from gelenk.tables.enums import mjMAXIMP, mjMINIMP, mjMINVAL, mjtDisableBit, mjtGeom, mjtIntegrator
from gelenk.tables.stages import INDEX
from gelenk.toolchain.kernel import kernel
from gelenk.toolchain.kernel_types import Data, Model

TOUCH_PAIR = INDEX["touch_pair"]
MAX_MOTION = 1e8  # [m] per step; a body that moves farther, or whose motion is NaN, is treated as at rest
AT_REST: Vec3 = (0.0, 0.0, 0.0)


# Motions


@kernel
def find_velocities(m: Model, d: Data) -> None:
    """Write the velocities of all bodies to d.wrench (nbody, 6), in the form of cvel.

    At this stage, cvel itself is still that of the last forward dynamics.
    """
    for b in range(m.nbody):
        v = load6(d.wrench, m.body_parentid[b]) if b > 0 else (0.0, 0.0, 0.0, 0.0, 0.0, 0.0)
        for i in range(m.body_dofadr[b], m.body_dofadr[b] + m.body_dofnum[b]):
            a, q = load6(d.cdof, i), d.qvel[i]
            v = (
                v[0] + a[0] * q,
                v[1] + a[1] * q,
                v[2] + a[2] * q,
                v[3] + a[3] * q,
                v[4] + a[4] * q,
                v[5] + a[5] * q,
            )
        store6(d.wrench, b, v)


@kernel
def motion_of(m: Model, d: Data, b: int, center: Vec3, radius: float) -> Motion:
    """Return the motion over a step of a ball fixed to body ``b``; none if over MAX_MOTION."""
    h = m.opt.timestep
    dx = scale(motion_at(d.wrench, b, com_offset(m, d, b, center)), h)
    dw = scale(rotation_part(d.wrench, b), h)
    turn = norm(dw)
    reach = norm(dx) + (turn * radius if turn > 0.0 else 0.0)
    return Motion(dx, dw, reach) if reach < MAX_MOTION else Motion(AT_REST, AT_REST, 0.0)


@kernel
def motion_of_geom(m: Model, d: Data, g: int) -> Motion:
    """Return the motion of geom ``g`` over a step; the rotation of spheres is ignored."""
    motion = motion_of(m, d, m.geom_bodyid[g], load3(d.geom_xpos, g), m.geom_rbound[g])
    if m.geom_type[g] == mjtGeom.mjGEOM_SPHERE:
        return Motion(motion.dx, AT_REST, norm(motion.dx))
    return motion


@kernel
def least_half(m: Model, g: int) -> float:
    """Return the least half size of the box around a geom; inf for planes and height fields."""
    if m.geom_type[g] < mjtGeom.mjGEOM_SPHERE:
        return INFINITE
    _, h = box_of(m, g)
    return min(h[0], h[1], h[2])


@kernel
def bound_path(m: Model, d: Data, b: int) -> None:
    """Extend the bounding sphere of body ``b`` over its path in the step."""
    radius = d.broad_sphere[b, 3]
    if not 0.0 <= radius < INFINITE:
        return
    center = load3(d.broad_sphere, b)
    motion = motion_of(m, d, b, center, radius)
    if motion.reach > 0.0:
        store3(d.broad_sphere, b, add_scaled(center, motion.dx, 0.5))
        d.broad_sphere[b, 3] = radius + motion.reach - 0.5 * norm(motion.dx)


@kernel
def bound_paths(m: Model, d: Data) -> None:
    """Compute velocities, the spheres around the paths of all bodies, and their grid if many."""
    find_velocities(m, d)
    for b in range(m.nbody):
        bound_body(m, d, b)
        bound_path(m, d, b)
    if m.nbody >= GRID_MIN:
        fill_grid(m, d)


@kernel
def paths_meet(
    m: Model, d: Data, geom1: int, geom2: int, motion1: Motion, motion2: Motion, margin: float
) -> bool:
    """Return whether the bounding spheres, or plane, of moving geoms come within ``margin``."""
    r1, r2 = m.geom_rbound[geom1], m.geom_rbound[geom2]
    between = sub(load3(d.geom_xpos, geom2), load3(d.geom_xpos, geom1))
    v = sub(motion2.dx, motion1.dx)
    if r2 <= 0.0:
        return False
    if r1 <= 0.0:
        n = axis_z(d, geom1)
        height = dot(between, n)
        return min(height, height + dot(v, n)) <= r2 + margin
    square = dot(v, v)
    t = clamp(-dot(between, v) / square, 0.0, 1.0) if square > 0.0 else 0.0
    between = add_scaled(between, v, t)
    r = r1 + r2 + margin
    return dot(between, between) <= r * r


# Contacts


@kernel
def crosses(m: Model, d: Data, g: int, start: Vec3, end: Vec3) -> bool:
    """Return whether a segment meets the surface of geom ``g``; planes count from both sides."""
    x, _ = ray_to(m, d, g, start, sub(end, start))
    if m.geom_type[g] == mjtGeom.mjGEOM_PLANE and not 0.0 <= x <= 1.0:
        x, _ = ray_to(m, d, g, end, sub(start, end))
    return 0.0 <= x <= 1.0


@kernel
def is_hidden(m: Model, d: Data, fast: int, geom1: int, geom2: int, start: Vec3, end: Vec3) -> bool:
    """Return whether a third geom, which geom ``fast`` can touch, meets a segment."""
    body = m.geom_bodyid[fast]
    for g in range(m.ngeom):
        forth = m.geom_contype[g] & m.geom_conaffinity[fast]
        back = m.geom_contype[fast] & m.geom_conaffinity[g]
        if forth | back == 0 or g == geom1 or g == geom2:
            continue
        if not bodies_may_collide(m, min(body, m.geom_bodyid[g]), max(body, m.geom_bodyid[g])):
            continue
        if crosses(m, d, g, start, end):
            return True
    return False


@kernel
def bring_to_start(
    m: Model, d: Data, geom1: int, geom2: int, motion1: Motion, motion2: Motion, impact: Impact
) -> None:
    """Replace points at the time of impact by contact positions at t = 0; drop hidden ones."""
    total = motion1.reach + motion2.reach
    fast = geom1 if motion1.reach > motion2.reach else geom2
    left = 0
    for k in range(d.near_count):
        x1 = witness_at_start(d, 0, geom1, load3(d.near_pos, k))
        x2 = (d.near_frame[k, 3], d.near_frame[k, 4], d.near_frame[k, 5])
        x2 = witness_at_start(d, 1, geom2, x2)
        if not is_hidden(m, d, fast, geom1, geom2, x1, x2):
            mid = add(scale(x1, motion1.reach / total), scale(x2, motion2.reach / total))
            write_candidate(d, left, 0.0, mid, impact.normal, NO_HINT)
            left += 1
    d.near_count = left


@kernel
def braking_distance(m: Model, d: Data, c: int, impact: Impact) -> float:
    """Return the dist with which contact ``c`` slows the geoms so that they meet at t = 1."""
    h, margin, solimp = m.opt.timestep, d.contact_includemargin[c], load_solimp(d.contact_solimp, c)
    value = clamp(solimp[1], mjMINIMP, mjMAXIMP)
    solref = (d.contact_solref[c, 0], d.contact_solref[c, 1])
    k, b = resolve(m, solref, stiffness_damping(m, solref, solimp), value)
    stiffness, damping = h * h * k * value * value, h * b * value
    if not stiffness > mjMINVAL:
        return margin - max(0.0, solimp[2])
    rest = 1.0 - impact.time
    if m.opt.integrator == mjtIntegrator.mjINT_DISCRETE:
        rest -= impact.time * (damping + stiffness)
    else:
        rest -= damping
    return margin - rest / stiffness * impact.approach


@kernel
def write_contacts(m: Model, d: Data, geom1: int, geom2: int, pair: int) -> int:
    """Convert the candidates to contacts; return the first, -1 if there are none or no room."""
    if d.near_count == 0:
        return -1
    first = allocate_contacts(d, d.near_count)
    if first >= 0:
        write_candidates(m, d, first, geom1, geom2, pair)
    return first


@kernel
def has_touch(d: Data, margin: float) -> bool:
    """Return whether a candidate is nearer than the margin."""
    for k in range(d.near_count):
        if d.near_dist[k] < margin:
            return True
    return False


@kernel
def touch_pair(m: Model, d: Data, geom1: int, geom2: int, reach: float) -> None:
    """Write the ordinary candidates of two geoms, types ascending."""
    d.near_count = 0
    if not out_of_reach(m, d, geom1, geom2, reach):
        d.near_margin = reach
        call_far(m, d, TOUCH_PAIR, geom1, geom2)


@kernel
def speculate(
    m: Model, d: Data, geom1: int, geom2: int, pair: int, motion1: Motion, motion2: Motion, margin: float
) -> bool:
    """Write the contacts of the impact of two geoms; return whether there are any."""
    impact = find_impact(m, d, geom1, geom2, motion1, motion2, margin)
    if impact.time == NEVER:
        return False
    bring_to_start(m, d, geom1, geom2, motion1, motion2, impact)
    if d.near_count == 0:
        return False
    first = write_contacts(m, d, geom1, geom2, pair)
    for c in range(first, first + d.near_count if first >= 0 else first):
        d.contact_dist[c] = braking_distance(m, d, c, impact)
        d.contact_exclude[c] = 0
    return True


@kernel
def collide_moving(m: Model, d: Data, geom1: int, geom2: int, pair: int) -> None:
    """Write the ordinary or speculative contacts of two geoms, in any order."""
    if m.geom_type[geom1] > m.geom_type[geom2]:
        geom1, geom2 = geom2, geom1
    reach, margin = pair_reach(m, geom1, geom2, pair), pair_includemargin(m, geom1, geom2, pair)
    motion1, motion2 = motion_of_geom(m, d, geom1), motion_of_geom(m, d, geom2)
    fast = max(motion1.reach, motion2.reach) > min(least_half(m, geom1), least_half(m, geom2))
    fast = fast and has_impacts(m.geom_type[geom1], m.geom_type[geom2])
    fast = fast and paths_meet(m, d, geom1, geom2, motion1, motion2, max(reach, margin))
    if not fast and out_of_reach(m, d, geom1, geom2, reach):
        return
    if pair < 0 and is_set(m, CONTACT_FILTER):
        if ask_callback(m, d, CONTACT_FILTER, geom1, geom2) != 0.0:
            return
    touch_pair(m, d, geom1, geom2, reach)
    if fast and not has_touch(d, margin):
        if speculate(m, d, geom1, geom2, pair, motion1, motion2, margin):
            return
        touch_pair(m, d, geom1, geom2, reach)
    write_contacts(m, d, geom1, geom2, pair)


# Pairs


@kernel
def is_fast_body(m: Model, d: Data, b: int) -> bool:
    """Return whether a geom of body ``b`` moves farther than its least half size."""
    for g in range(m.body_geomadr[b], m.body_geomadr[b] + m.body_geomnum[b]):
        if motion_of_geom(m, d, g).reach > least_half(m, g):
            return True
    return False


@kernel
def may_touch(m: Model, geom1: int, geom2: int, pair: int, end: int) -> bool:
    """Return whether masks admit two geoms that are not an explicit pair.

    Explicit pairs ``pair`` .. ``end`` - 1 are those of the two bodies.
    """
    forth = m.geom_contype[geom1] & m.geom_conaffinity[geom2]
    back = m.geom_contype[geom2] & m.geom_conaffinity[geom1]
    if forth | back == 0:
        return False
    for p in range(pair, end):
        g1, g2 = m.pair_geom1[p], m.pair_geom2[p]
        if (g1 == geom1 and g2 == geom2) or (g1 == geom2 and g2 == geom1):
            return False
    return True


@kernel
def collide_bodies(m: Model, d: Data, b1: int, b2: int, pair: int, end: int) -> None:
    """Write the contacts of all geoms of two bodies, in the order of dispatch.collide_bodies.

    If a body has a fast geom, contacts are ordered as without mid phase.
    """
    first1, first2 = m.body_geomadr[b1], m.body_geomadr[b2]
    end1, end2 = first1 + m.body_geomnum[b1], first2 + m.body_geomnum[b2]
    unordered = m.opt.disableflags & mjtDisableBit.mjDSBL_MIDPHASE != 0
    unordered = unordered or is_fast_body(m, d, b1) or is_fast_body(m, d, b2)
    swapped = False
    for g1 in range(first1, end1):
        for g2 in range(first2, end2):
            if not unordered and m.geom_type[g1] > m.geom_type[g2]:
                swapped = True
            elif may_touch(m, g1, g2, pair, end):
                collide_moving(m, d, g1, g2, -1)
    if not swapped:
        return
    for g2 in range(first2, end2):
        for g1 in range(first1, end1):
            if m.geom_type[g1] > m.geom_type[g2] and may_touch(m, g1, g2, pair, end):
                collide_moving(m, d, g1, g2, -1)


@kernel
def rest_together(m: Model, d: Data, b1: int, b2: int) -> bool:
    """Return whether sleep excludes two bodies from contact, see both_rest."""
    return d.nasleep > 0 and can_sleep(m) and both_rest(m, d, b1, b2)


@kernel
def collide_pairs(m: Model, d: Data, pair: int, signature: int) -> int:
    """Write the contacts of explicit pairs before ``signature``; return the next pair."""
    while pair < m.npair and m.pair_signature[pair] < signature:
        geom1, geom2 = m.pair_geom1[pair], m.pair_geom2[pair]
        if not rest_together(m, d, m.geom_bodyid[geom1], m.geom_bodyid[geom2]):
            collide_moving(m, d, geom1, geom2, pair)
        pair += 1
    return pair


@kernel
def collision_speculative(m: Model, d: Data) -> None:
    """Find all contacts, including those of geoms that would pass each other in this step.

    Reads   geom_xpos, geom_xmat, cdof, qvel, subtree_com, tree_awake, model constants of geoms, pairs and excludes
    Writes  ncon, contact_*                   [m, world frame]; there are no constraint rows until they are made
    Status  as for collision
    Source  Computation / Collision detection / Speculative contacts (of 4.0.0)
    """
    if not begin_collision(m, d):
        return
    pair = 0
    if m.ngeom > 0:
        bound_paths(m, d)
    for b1 in range(m.nbody if m.ngeom > 0 else 0):
        for i in range(list_partners(m, d, b1)):
            b2 = d.broad_list[i]
            if not are_masks_compatible(d, b1, b2) or rest_together(m, d, b1, b2):
                continue
            if bodies_may_collide(m, b1, b2):
                signature = (b1 << 16) + b2
                start = collide_pairs(m, d, pair, signature)
                pair = collide_pairs(m, d, start, signature + 1)
                collide_bodies(m, d, b1, b2, start, pair)
        if m.nflex > 0:
            collide_flexes(m, d, b1)
    collide_pairs(m, d, pair, 1 << 62)
    if m.nflex > 0:
        collide_flexes(m, d, -1)
    end_collision(m, d)
