"""Collision with sleeping trees: their bodies take part only near an awake tree.

Documents: design / Sleep; Computation / Collision detection / Selection

Resting bodies, that is sleeping trees, static bodies and mocap bodies, make no contacts with each other. Each tree has
a box around the bounding spheres of its bodies; the box of a sleeping tree is cached until the user edits its geoms.
A sleeping tree whose box meets no box of an awake tree is skipped, at the cost of one comparison instead of one per
body. Apart from that, this stage does what `collision` in dispatch.py does; models without sleep do not load it.
"""

import math

from gelenk.engine.collision.bounding_boxes import sort_geoms
from gelenk.engine.collision.broadphase import (
    GRID_MIN,
    bodies_may_collide,
    bound_bodies,
    bound_body,
    fill_grid,
    list_partners,
    reach,
    spheres_meet,
)
from gelenk.engine.collision.dispatch import (
    SORTED_GEOMS_MIN,
    begin_collision,
    collide_bodies,
    collide_flexes,
    collide_geoms,
    end_collision,
)
from gelenk.engine.sleep.awake_lists import BODY, BODY_END
from gelenk.toolchain.kernel import kernel
from gelenk.toolchain.kernel_types import Data, Model

INFINITE = math.inf
LISTED = -3  # broad_cell of bodies that are compared pairwise with those of broad_large, without the grid
MANY_PAIRS = 8  # comparisons of tree boxes per body above which no trees are skipped


@kernel
def reach_of_tree(m: Model, t: int) -> float:
    """Return a checksum that changes when an edited geom changes the extent of tree t."""
    total = 0.0
    for b in range(m.tree_bodyadr[t], m.tree_bodyadr[t] + m.tree_bodynum[t]):
        first = m.body_geomadr[b]
        for g in range(first, first + m.body_geomnum[b]):
            if m.geom_contype[g] | m.geom_conaffinity[g]:
                total += reach(m, g) * (1.0 + g)
    return total


@kernel
def box_tree(m: Model, d: Data, t: int) -> None:
    """Write tree_box of tree t from the spheres of its bodies; empty if no geom collides."""
    low, high = (INFINITE, INFINITE, INFINITE), (-INFINITE, -INFINITE, -INFINITE)
    for b in range(m.tree_bodyadr[t], m.tree_bodyadr[t] + m.tree_bodynum[t]):
        r = d.broad_sphere[b, 3]
        if r >= 0.0:
            x, y, z = d.broad_sphere[b, 0], d.broad_sphere[b, 1], d.broad_sphere[b, 2]
            low = (min(low[0], x - r), min(low[1], y - r), min(low[2], z - r))
            high = (max(high[0], x + r), max(high[1], y + r), max(high[2], z + r))
    for k in range(3):
        d.tree_box[t, k] = low[k]
        d.tree_box[t, 3 + k] = high[k]


@kernel
def bound_tree(m: Model, d: Data, t: int) -> None:
    """Compute the bounding spheres of the bodies of tree t."""
    for b in range(m.tree_bodyadr[t], m.tree_bodyadr[t] + m.tree_bodynum[t]):
        bound_body(m, d, b)


@kernel
def exclude_tree(m: Model, d: Data, t: int) -> None:
    """Exclude the bodies of tree t from collision."""
    for b in range(m.tree_bodyadr[t], m.tree_bodyadr[t] + m.tree_bodynum[t]):
        d.broad_sphere[b, 3] = -1.0


@kernel
def is_near(m: Model, d: Data, t: int) -> bool:
    """Return whether the box of tree t meets the box of an awake tree; NaN counts as near."""
    for s in range(m.ntree):
        if d.tree_awake[s] != 0:
            apart = False
            for k in range(3):
                apart = (
                    apart
                    or d.tree_box[s, k] > d.tree_box[t, 3 + k]
                    or d.tree_box[t, k] > d.tree_box[s, 3 + k]
                )
            if not apart:
                return True
    return False


@kernel
def list_bounded(m: Model, d: Data) -> int:
    """List in broad_large, ascending, the bodies that may collide; return their number."""
    n = 0
    for b in range(m.nbody):
        if d.broad_sphere[b, 3] >= 0.0:
            d.broad_large[n] = b
            n += 1
    return n


@kernel
def bound_awake(m: Model, d: Data) -> None:
    """Compute the bounding spheres; skip sleeping trees that are far from awake ones.

    No tree is skipped in a model with flexes, since flexes search for bodies by themselves, or if there are too many
    pairs of trees (MANY_PAIRS).
    """
    if m.nflex > 0 or d.nasleep * (m.ntree - d.nasleep) > MANY_PAIRS * m.nbody:
        bound_bodies(m, d)
        return
    bound_body(m, d, 0)
    for r in range(d.nrun):
        for b in range(d.run[r, BODY], d.run[r, BODY_END]):
            bound_body(m, d, b)
    for t in range(m.ntree):
        if d.tree_awake[t] != 0:
            box_tree(m, d, t)
    for t in range(m.ntree):
        if d.tree_awake[t] != 0:
            continue
        far = reach_of_tree(m, t)
        if d.tree_box[t, 0] != d.tree_box[t, 0] or d.tree_box[t, 6] != far:
            bound_tree(m, d, t)
            box_tree(m, d, t)
            d.tree_box[t, 6] = far
        if is_near(m, d, t):
            bound_tree(m, d, t)
        else:
            exclude_tree(m, d, t)
    if m.nbody >= GRID_MIN:
        if list_bounded(m, d) < GRID_MIN:
            compare_all(m, d)
        else:
            fill_grid(m, d)


@kernel
def compare_all(m: Model, d: Data) -> None:
    """Register all remaining bodies in broad_large, for pairwise comparison without the grid."""
    d.broad_nlarge = list_bounded(m, d)
    for at in range(d.broad_nlarge):
        d.broad_cell[d.broad_large[at]] = LISTED


# Pairs


@kernel
def both_rest(m: Model, d: Data, b1: int, b2: int) -> bool:
    """Return whether one body is asleep and the other asleep, static or mocap."""
    t1, t2 = m.body_treeid[b1], m.body_treeid[b2]
    moves1 = t1 >= 0 and d.tree_awake[t1] != 0
    moves2 = t2 >= 0 and d.tree_awake[t2] != 0
    return not moves1 and not moves2 and (t1 >= 0 or t2 >= 0)


@kernel
def awake_partners(m: Model, d: Data, b1: int) -> int:
    """List the bodies above ``b1`` that may touch it in broad_list; return their number.

    The list is ascending.
    """
    if m.nbody < GRID_MIN or d.broad_sphere[b1, 3] < 0.0 or d.broad_cell[b1] != LISTED:
        return list_partners(m, d, b1)
    n = 0
    for at in range(d.broad_nlarge):
        b2 = d.broad_large[at]
        if b2 > b1 and spheres_meet(d, b1, b2):
            d.broad_list[n] = b2
            n += 1
    return n


@kernel
def collide_awake_pairs(m: Model, d: Data, pair: int, signature: int) -> int:
    """Write the contacts of explicit pairs before ``signature``, except of resting bodies.

    Returns the next pair.
    """
    while pair < m.npair and m.pair_signature[pair] < signature:
        geom1, geom2 = m.pair_geom1[pair], m.pair_geom2[pair]
        if not both_rest(m, d, m.geom_bodyid[geom1], m.geom_bodyid[geom2]):
            collide_geoms(m, d, geom1, geom2, pair)
        pair += 1
    return pair


@kernel
def collision_awake(m: Model, d: Data) -> None:
    """Find all contacts as collision does, except those between resting bodies.

    Reads   geom_xpos, geom_xmat, tree_awake, model constants of geoms, pairs and excludes
    Writes  ncon, contact_*                   [m, world frame]; there are no constraint rows until they are made
    Status  as for collision
    Source  Computation / Collision detection
    """
    if not begin_collision(m, d):
        return
    pair = 0
    if m.ngeom > 0:
        bound_awake(m, d)
    for b in range(m.nbody):
        if m.body_geomnum[b] >= SORTED_GEOMS_MIN and d.broad_sphere[b, 3] >= 0.0:
            sort_geoms(m, d, b)
    for b1 in range(m.nbody if m.ngeom > 0 else 0):
        for i in range(awake_partners(m, d, b1)):
            b2 = d.broad_list[i]
            if not both_rest(m, d, b1, b2) and bodies_may_collide(m, b1, b2):
                signature = (b1 << 16) + b2
                start = collide_awake_pairs(m, d, pair, signature)
                pair = collide_awake_pairs(m, d, start, signature + 1)
                collide_bodies(m, d, b1, b2, start, pair)
        if m.nflex > 0:
            collide_flexes(m, d, b1)
    collide_awake_pairs(m, d, pair, 1 << 62)
    if m.nflex > 0:
        collide_flexes(m, d, -1)
    end_collision(m, d)
