"""Dispatch of the near phase: the collision function of each geom pair, and its contacts.

Documents: Computation / Collision detection / Checking

A collision function is ``name(m, d, geom1, geom2)`` with geom_type[geom1] <= geom_type[geom2]. It reads the poses
(d.geom_xpos, d.geom_xmat), m.geom_size and d.near_margin, and writes candidates k = 0, 1, ..., each with

    d.near_dist[k]         signed distance, negative when penetrating                              [m]
    d.near_pos[k, 0..2]    point midway between the two surfaces along the normal, world frame     [m]
    d.near_frame[k, 0..5]  unit normal from geom1 to geom2; a hint for the first tangent, zero: none; world frame

and their number to d.near_count, at most mjMAXCONPAIR (50), which is 0 before. Only candidates with dist <=
d.near_margin may be written. Only collision functions use the arrays near_*, and each may have its own scratch rows.

Closed-form functions (primitives.py) are called directly; functions of other libraries, such as convex_pair, are stages
called through ``call_far`` (m, d, int, int), so that a model without such pairs neither loads nor compiles them.
"""

from gelenk.algebra.vec import add_scaled, cross, dot, load3, normalize, sub
from gelenk.engine.arena import clear_rows, finish_contacts
from gelenk.engine.collision.bounding_boxes import (
    are_bodies_separated,
    are_boxes_separated,
    are_geoms_separated,
    list_geoms,
    list_near,
    list_overlapping,
    prepare_bodies,
)
from gelenk.engine.collision.broadphase import (
    SORTED_GEOMS_MIN,
    are_masks_compatible,
    bodies_may_collide,
    list_partners,
)
from gelenk.engine.collision.contact_parameters import (
    copy_parameters,
    pair_includemargin,
    pair_reach,
    write_parameters,
)
from gelenk.engine.collision.pairs.box_edges import capsule_box
from gelenk.engine.collision.pairs.primitives import (
    axis_z,
    capsule_capsule,
    plane_box,
    plane_capsule,
    plane_cylinder,
    plane_ellipsoid,
    plane_sphere,
    sphere_box,
    sphere_capsule,
    sphere_cylinder,
    sphere_sphere,
)
from gelenk.engine.model_features import has_surfaces
from gelenk.engine.sleep.awake_lists import can_sleep
from gelenk.engine.stage_calls import CONTACT_FILTER, ask_callback, call_far, is_set, require
from gelenk.tables.enums import mjMINVAL, mjtDisableBit, mjtEnableBit, mjtGeom
from gelenk.tables.releases import R3_13
from gelenk.tables.stages import INDEX
from gelenk.toolchain.kernel import kernel, lane_count, spread
from gelenk.toolchain.kernel_types import Data, Model

BOX_BOX, BOX_CLIP, CONVEX_PAIR = INDEX["box_box"], INDEX["box_clip"], INDEX["convex_pair"]
PLANE_MESH, PLANE_HULL = INDEX["plane_mesh"], INDEX["plane_hull"]
HFIELD_PAIR, SDF_PAIR = INDEX["hfield_pair"], INDEX["sdf_pair"]
FLEX_COLLISION, COLLISION_SPECULATIVE = INDEX["flex_collision"], INDEX["collision_speculative"]
OVERLAP_SLACK = 1e-9  # [m] far above rounding: boxes that nearly touch are left to their collision function
COLLISION_AWAKE, CONTACT_SURFACES = INDEX["collision_awake"], INDEX["contact_surfaces"]


@kernel
def touch_plane(m: Model, d: Data, geom1: int, geom2: int, type2: int) -> None:
    if type2 == mjtGeom.mjGEOM_SPHERE:
        plane_sphere(m, d, geom1, geom2)
    elif type2 == mjtGeom.mjGEOM_CAPSULE:
        plane_capsule(m, d, geom1, geom2)
    elif type2 == mjtGeom.mjGEOM_ELLIPSOID:
        plane_ellipsoid(m, d, geom1, geom2)
    elif type2 == mjtGeom.mjGEOM_CYLINDER:
        plane_cylinder(m, d, geom1, geom2)
    elif type2 == mjtGeom.mjGEOM_BOX:
        plane_box(m, d, geom1, geom2)
    elif type2 == mjtGeom.mjGEOM_MESH or type2 == mjtGeom.mjGEOM_SDF:
        later = m.release[0] >= R3_13 and type2 == mjtGeom.mjGEOM_MESH
        call_far(m, d, PLANE_HULL if later else PLANE_MESH, geom1, geom2)


@kernel
def touch(m: Model, d: Data, geom1: int, geom2: int) -> None:
    """Run the collision function of two geoms, types ascending, which writes candidates."""
    d.near_count = 0
    type1, type2 = m.geom_type[geom1], m.geom_type[geom2]
    if type1 == mjtGeom.mjGEOM_PLANE:
        touch_plane(m, d, geom1, geom2, type2)
    elif type1 == mjtGeom.mjGEOM_SPHERE and type2 == mjtGeom.mjGEOM_SPHERE:
        sphere_sphere(m, d, geom1, geom2)
    elif type1 == mjtGeom.mjGEOM_SPHERE and type2 == mjtGeom.mjGEOM_CAPSULE:
        sphere_capsule(m, d, geom1, geom2)
    elif type1 == mjtGeom.mjGEOM_SPHERE and type2 == mjtGeom.mjGEOM_CYLINDER:
        sphere_cylinder(m, d, geom1, geom2)
    elif type1 == mjtGeom.mjGEOM_SPHERE and type2 == mjtGeom.mjGEOM_BOX:
        sphere_box(m, d, geom1, geom2)
    elif type1 == mjtGeom.mjGEOM_CAPSULE and type2 == mjtGeom.mjGEOM_CAPSULE:
        capsule_capsule(m, d, geom1, geom2)
    elif type1 == mjtGeom.mjGEOM_CAPSULE and type2 == mjtGeom.mjGEOM_BOX:
        if not are_boxes_separated(m, d, geom1, geom2, d.near_margin + OVERLAP_SLACK):
            capsule_box(m, d, geom1, geom2)
    elif type1 == mjtGeom.mjGEOM_BOX and type2 == mjtGeom.mjGEOM_BOX:
        if not are_boxes_separated(m, d, geom1, geom2, d.near_margin + OVERLAP_SLACK):
            call_far(m, d, BOX_CLIP if m.release[0] >= R3_13 else BOX_BOX, geom1, geom2)
    elif type1 >= mjtGeom.mjGEOM_SPHERE and type2 <= mjtGeom.mjGEOM_MESH:
        call_far(m, d, CONVEX_PAIR, geom1, geom2)
    elif type1 >= mjtGeom.mjGEOM_SPHERE:
        call_far(m, d, SDF_PAIR, geom1, geom2)
    elif type1 == mjtGeom.mjGEOM_HFIELD and mjtGeom.mjGEOM_SPHERE <= type2 <= mjtGeom.mjGEOM_MESH:
        call_far(m, d, HFIELD_PAIR, geom1, geom2)


@kernel
def is_searched(type1: int, type2: int) -> bool:
    """Return whether the collider of two types, ascending, is iterative (needs work space)."""
    if type1 < mjtGeom.mjGEOM_SPHERE:
        field = type1 == mjtGeom.mjGEOM_HFIELD
        return field and mjtGeom.mjGEOM_SPHERE <= type2 <= mjtGeom.mjGEOM_MESH
    if type2 == mjtGeom.mjGEOM_BOX:
        return type1 == mjtGeom.mjGEOM_ELLIPSOID or type1 == mjtGeom.mjGEOM_CYLINDER
    if type2 == mjtGeom.mjGEOM_CYLINDER:
        return type1 != mjtGeom.mjGEOM_SPHERE
    return type2 == mjtGeom.mjGEOM_ELLIPSOID or type2 > mjtGeom.mjGEOM_BOX


@kernel
def touch_pair(m: Model, d: Data, geom1: int, geom2: int) -> None:
    """Run ``touch`` as a stage, types in any order; normals point away from the lower type."""
    if m.geom_type[geom1] > m.geom_type[geom2]:
        geom1, geom2 = geom2, geom1
    touch(m, d, geom1, geom2)


@kernel
def out_of_reach(m: Model, d: Data, geom1: int, geom2: int, margin: float) -> bool:
    """Return whether two bounding volumes are more than ``margin`` apart; True for NaN."""
    r1, r2 = m.geom_rbound[geom1], m.geom_rbound[geom2]
    between = sub(load3(d.geom_xpos, geom2), load3(d.geom_xpos, geom1))
    if r1 > 0.0 and r2 > 0.0:
        r = r1 + r2 + margin
        return not dot(between, between) <= r * r
    if r1 == 0.0 and r2 > 0.0 and m.geom_type[geom1] == mjtGeom.mjGEOM_PLANE:
        return not dot(between, axis_z(d, geom1)) <= r2 + margin
    return False


@kernel
def write_frame(d: Data, i: int, k: int) -> None:
    """Write the frame of contact ``i`` from candidate ``k``.

    The first tangent is its hint, else the y or z axis, projected onto the tangent plane; the second is normal x first.
    """
    x = load3(d.near_frame, k)
    hint = (d.near_frame[k, 3], d.near_frame[k, 4], d.near_frame[k, 5])
    y = add_scaled(hint, x, -dot(hint, x))
    if dot(y, y) < mjMINVAL * mjMINVAL:
        hint = (0.0, 1.0, 0.0) if -0.5 < x[1] < 0.5 else (0.0, 0.0, 1.0)
        y = add_scaled(hint, x, -dot(hint, x))
    y = normalize(y)
    z = cross(x, y)
    for j in range(3):
        d.contact_frame[i, j] = x[j]
        d.contact_frame[i, 3 + j] = y[j]
        d.contact_frame[i, 6 + j] = z[j]


@kernel
def copy_frame(d: Data, i: int, source: int) -> None:
    """Copy the frame of contact ``source`` to contact ``i``."""
    for j in range(9):
        d.contact_frame[i, j] = d.contact_frame[source, j]


@kernel
def same_normal(d: Data, k: int) -> bool:
    """Return whether candidates ``k`` and ``k`` - 1 have equal normals and hints."""
    for j in range(6):
        if d.near_frame[k, j] != d.near_frame[k - 1, j]:
            return False
    return True


@kernel
def write_contact(d: Data, i: int, k: int, geom1: int, geom2: int, includemargin: float) -> None:
    """Write contact ``i``, except for its parameters, from candidate ``k``."""
    d.contact_dist[i] = d.near_dist[k]
    for j in range(3):
        d.contact_pos[i, j] = d.near_pos[k, j]
    if k > 0 and same_normal(d, k):
        copy_frame(d, i, i - 1)
    else:
        write_frame(d, i, k)
    d.contact_includemargin[i] = includemargin
    d.contact_exclude[i] = 1 if d.near_dist[k] >= includemargin else 0
    d.contact_geom[i, 0] = geom1
    d.contact_geom[i, 1] = geom2
    for j in range(2):
        d.contact_flex[i, j] = -1
        d.contact_elem[i, j] = -1
        d.contact_vert[i, j] = -1
    d.contact_efc_address[i] = -1
    d.contact_mu[i] = 0.0
    for j in range(36):
        d.contact_H[i, j] = 0.0


@kernel
def allocate_contacts(d: Data, n: int) -> int:
    """Allocate ``n`` contacts; return the first, or -1 with need_con set if they do not fit."""
    first = d.ncon
    if d.need_con > 0 or first + n > d.nconmax:
        d.need_con = n + (d.need_con if d.need_con > 0 else first)
        return -1
    d.ncon = first + n
    return first


@kernel
def write_candidates(m: Model, d: Data, first: int, geom1: int, geom2: int, pair: int) -> None:
    """Convert the candidates to contacts, starting at index ``first``."""
    includemargin = pair_includemargin(m, geom1, geom2, pair)
    for k in range(d.near_count):
        write_contact(d, first + k, k, geom1, geom2, includemargin)
        if k == 0:
            write_parameters(m, d, first, geom1, geom2, pair)
        else:
            copy_parameters(d, first + k, first)


@kernel
def collide_geoms(m: Model, d: Data, geom1: int, geom2: int, pair: int) -> None:
    """Write the contacts of two geoms in any order.

    ``pair`` is the index of an explicit pair, or -1; mjcb_contactfilter is called only for -1.
    """
    if m.geom_type[geom1] > m.geom_type[geom2]:
        geom1, geom2 = geom2, geom1
    reach = pair_reach(m, geom1, geom2, pair)
    if out_of_reach(m, d, geom1, geom2, reach):
        return
    if pair < 0 and is_set(m, CONTACT_FILTER):
        if ask_callback(m, d, CONTACT_FILTER, geom1, geom2) != 0.0:
            return
    if lane_count(d) > 1:
        list_pair(m, d, geom1, geom2, pair)
        return
    d.near_margin = reach
    touch(m, d, geom1, geom2)
    if d.near_count > 0:
        first = allocate_contacts(d, d.near_count)
        if first >= 0:
            write_candidates(m, d, first, geom1, geom2, pair)


# Pairs that lanes share: listed in the order in which they are found, which is the order of their contacts


@kernel
def list_pair(m: Model, d: Data, geom1: int, geom2: int, pair: int) -> None:
    """Append a pair, types ascending, to the list for `collide_listed`."""
    if d.npair_near == d.nconmax:
        collide_listed(m, d)
    n = d.npair_near
    searched = 1 if is_searched(m.geom_type[geom1], m.geom_type[geom2]) else 0
    d.pair_near[n, 0] = geom1
    d.pair_near[n, 1] = geom2
    d.pair_near[n, 2] = pair
    d.pair_near[n, 4] = searched
    d.npair_near = n + 1
    d.nsearched += searched


@kernel
def touch_listed(m: Model, d: Data, k: int) -> None:
    """Write the candidates of listed pair k in the work space of the current lane."""
    geom1, geom2 = d.pair_near[k, 0], d.pair_near[k, 1]
    d.near_margin = pair_reach(m, geom1, geom2, d.pair_near[k, 2])
    touch(m, d, geom1, geom2)
    d.pair_near[k, 3] = d.near_count


@kernel
def write_listed(m: Model, d: Data, k: int) -> None:
    """Recompute the overwritten candidates of listed pair k, and write its contacts."""
    geom1, geom2, pair, first = d.pair_near[k, 0], d.pair_near[k, 1], d.pair_near[k, 2], d.pair_near[k, 3]
    if first >= 0:
        touch_listed(m, d, k)
        write_candidates(m, d, first, geom1, geom2, pair)


@kernel
def process_listed(m: Model, d: Data, write: bool) -> None:
    """Run ``write_listed`` or ``touch_listed`` on all listed pairs, distributed over lanes.

    Closed-form pairs come first, one pair per lane at a time. Pairs with an iterative collider follow, on as many lanes
    as have work space for them (ncollider); each takes every ncollider-th pair.
    """
    n = d.npair_near
    for searched in range(2 if d.nsearched > 0 else 1):
        for first in spread(d, 0, d.ncollider if searched else n):
            k, end = first, n if searched else first + 1
            while k < end:
                if d.pair_near[k, 4] == searched:
                    if write:
                        write_listed(m, d, k)
                    else:
                        touch_listed(m, d, k)
                k += d.ncollider


@kernel
def collide_listed(m: Model, d: Data) -> None:
    """Write the contacts of all listed pairs: count per pair, allocate, then fill."""
    process_listed(m, d, False)
    for k in range(d.npair_near):
        count = d.pair_near[k, 3]
        d.pair_near[k, 3] = allocate_contacts(d, count) if count > 0 else -1
    process_listed(m, d, True)
    d.npair_near = 0
    d.nsearched = 0


@kernel
def collide_flexes(m: Model, d: Data, b: int) -> None:
    """Write the contacts of body b with flexes; with b = -1, those among flexes."""
    if lane_count(d) > 1:
        collide_listed(m, d)
    call_far(m, d, FLEX_COLLISION, b, 0)


@kernel
def end_collision(m: Model, d: Data) -> None:
    """Collide the listed pairs, commit the contacts to the arena, and compute surfaces."""
    if lane_count(d) > 1:
        collide_listed(m, d)
    finish_contacts(m, d)
    if has_surfaces(m) or d.surfaces_known != 0:
        require(m, d, CONTACT_SURFACES)


@kernel
def collide_compatible(m: Model, d: Data, geom1: int, geom2: int, pair: int, end: int) -> None:
    """Write the contacts of two geoms unless masks or an explicit pair exclude them.

    Explicit pairs ``pair`` .. ``end`` - 1 are those of the two bodies.
    """
    forth = m.geom_contype[geom1] & m.geom_conaffinity[geom2]
    back = m.geom_contype[geom2] & m.geom_conaffinity[geom1]
    explicit = -1
    for p in range(pair, end):
        g1, g2 = m.pair_geom1[p], m.pair_geom2[p]
        if (g1 == geom1 and g2 == geom2) or (g1 == geom2 and g2 == geom1):
            explicit = p
    if forth | back != 0 and explicit < 0:
        collide_geoms(m, d, geom1, geom2, explicit)


@kernel
def collide_bodies(m: Model, d: Data, b1: int, b2: int, pair: int, end: int) -> None:
    """Write the contacts of all geoms of two bodies.

    Pairs with the geom of lower type on ``b1`` come first, ordered by the geoms of ``b1``, then of ``b2``. The others
    follow, ordered by the geoms of ``b2`` first. Without mid phase, all are ordered by the geoms of ``b1`` first.
    """
    if m.body_geomnum[b1] >= SORTED_GEOMS_MIN or m.body_geomnum[b2] >= SORTED_GEOMS_MIN:
        collide_swept(m, d, b1, b2, pair, end)
        return
    if d.broad_boxed:
        collide_boxed(m, d, b1, b2, pair, end)
        return
    first1, first2 = m.body_geomadr[b1], m.body_geomadr[b2]
    end1, end2 = first1 + m.body_geomnum[b1], first2 + m.body_geomnum[b2]
    unordered = m.opt.disableflags & mjtDisableBit.mjDSBL_MIDPHASE != 0
    swapped = False
    for g1 in range(first1, end1):
        for g2 in range(first2, end2):
            if unordered or m.geom_type[g1] <= m.geom_type[g2]:
                collide_compatible(m, d, g1, g2, pair, end)
            else:
                swapped = True
    if not swapped:
        return
    for g2 in range(first2, end2):
        for g1 in range(first1, end1):
            if m.geom_type[g1] > m.geom_type[g2]:
                collide_compatible(m, d, g1, g2, pair, end)


@kernel
def collide_swept(m: Model, d: Data, b1: int, b2: int, pair: int, end: int) -> None:
    """Write the contacts of two bodies, one of them with many geoms.

    Only geoms near the other body are tested, in the order of collide_bodies.
    """
    n1, n2 = m.body_geomnum[b1], m.body_geomnum[b2]
    first_listed = n1 >= n2
    if first_listed:
        n1 = list_geoms(m, d, b1, b2)
    else:
        n2 = list_geoms(m, d, b2, b1)
    unordered = m.opt.disableflags & mjtDisableBit.mjDSBL_MIDPHASE != 0
    for turn in range(1 if unordered else 2):
        for i in range(n1 if turn == 0 else n2):
            for j in range(n2 if turn == 0 else n1):
                i1, i2 = (i, j) if turn == 0 else (j, i)
                g1 = d.sweep_list[i1] if first_listed else m.body_geomadr[b1] + i1
                g2 = m.body_geomadr[b2] + i2 if first_listed else d.sweep_list[i2]
                if unordered or (m.geom_type[g1] <= m.geom_type[g2]) == (turn == 0):
                    collide_compatible(m, d, g1, g2, pair, end)


@kernel
def collide_boxed(m: Model, d: Data, b1: int, b2: int, pair: int, end: int) -> None:
    """Write the contacts of two bodies whose geoms have bounding boxes.

    Only geoms with overlapping boxes are tested, in the order of collide_bodies.
    """
    if are_bodies_separated(d, b1, b2):
        return
    n1 = list_near(m, d, b1, b2, 0)
    n = list_near(m, d, b2, b1, n1) if n1 > 0 else 0
    unordered = m.opt.disableflags & mjtDisableBit.mjDSBL_MIDPHASE != 0
    for turn in range(1 if unordered else 2):
        for i in range(0 if turn == 0 else n1, n1 if turn == 0 else n):
            for j in range(n1 if turn == 0 else 0, n if turn == 0 else n1):
                g1, g2 = d.sweep_list[i if turn == 0 else j], d.sweep_list[j if turn == 0 else i]
                if unordered or (m.geom_type[g1] <= m.geom_type[g2]) == (turn == 0):
                    if not are_geoms_separated(d, g1, g2):
                        collide_compatible(m, d, g1, g2, pair, end)


@kernel
def collide_pairs(m: Model, d: Data, pair: int, signature: int) -> int:
    """Write the contacts of explicit pairs before ``signature``; return the next pair."""
    while pair < m.npair and m.pair_signature[pair] < signature:
        collide_geoms(m, d, m.pair_geom1[pair], m.pair_geom2[pair], pair)
        pair += 1
    return pair


@kernel
def begin_collision(m: Model, d: Data) -> bool:
    """Clear contacts, constraint rows and bvh_active; return whether anything may collide."""
    d.ncon = 0
    d.need_con = 0
    d.broad_boxed = 0
    clear_rows(m, d)
    if d.bvh_observed != 0:  # see query/bvh_active.py
        for node in range(m.nbvh):
            d.bvh_active[node] = 0
        d.bvh_complete = 0
    disabled = m.opt.disableflags & (mjtDisableBit.mjDSBL_CONSTRAINT | mjtDisableBit.mjDSBL_CONTACT) != 0
    return not disabled and (m.ngeom > 1 or m.nflex > 0)


@kernel
def collision(m: Model, d: Data) -> None:
    """Find all contacts (mj_collision).

    Pairs of bodies are in ascending order; within a pair, explicit pairs of geoms come first, then the others as in
    collide_bodies. Contacts of a body with flexes follow those with other bodies; those among flexes are last. While
    trees sleep, collision_awake runs instead; with the flag speculative, collision_speculative.

    Reads   geom_xpos, geom_xmat, model constants of geoms, pairs and excludes
    Writes  ncon, contact_*                   [m, world frame]; there are no constraint rows until they are made
    Status  need_con: contacts to allocate, if they do not fit; 2 and need_stage: a collision function is not loaded
    Source  Computation / Collision detection
    """
    if m.opt.enableflags & mjtEnableBit.mjENBL_SPECULATIVE != 0:
        require(m, d, COLLISION_SPECULATIVE)
        return
    if d.nasleep > 0 and can_sleep(m):
        require(m, d, COLLISION_AWAKE)
        return
    if not begin_collision(m, d):
        return
    pair = 0
    by_boxes = prepare_bodies(m, d)
    for b1 in range(m.nbody if m.ngeom > 0 else 0):
        for i in range(list_overlapping(m, d, b1) if by_boxes else list_partners(m, d, b1)):
            b2 = d.broad_list[i]
            if are_masks_compatible(d, b1, b2) and bodies_may_collide(m, b1, b2):
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
