"""Broad phase while trees sleep: bodies of sleeping trees count only where a tree that is awake is near.

Documents: design / Sleep; Computation / Collision detection / Selection

Each tree has a box around the spheres of its bodies, that of a sleeping tree is kept. Sleeping trees whose boxes meet
none of a tree that is awake are left out, so that they cost one comparison, not one for each of their bodies.
"""

import math

from gelenk.engine.collision.broad.broadphase import GRID_MIN, LISTED, bound_bodies, bound_body, fill_grid
from gelenk.engine.sleep.runs import BODY, BODY_END
from gelenk.jit.kernel import kernel
from gelenk.jit.structs import Data, Model

INFINITE = math.inf
MANY_PAIRS = 8  # comparisons of boxes, for each body, that leaving out trees is worth


@kernel
def box_tree(m: Model, d: Data, t: int) -> None:
    """tree_box of tree t from the spheres of its bodies; empty where nothing of it collides."""
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
    """Spheres of the bodies of tree t."""
    for b in range(m.tree_bodyadr[t], m.tree_bodyadr[t] + m.tree_bodynum[t]):
        bound_body(m, d, b)


@kernel
def leave_out(m: Model, d: Data, t: int) -> None:
    """The bodies of tree t collide with none."""
    for b in range(m.tree_bodyadr[t], m.tree_bodyadr[t] + m.tree_bodynum[t]):
        d.broad_sphere[b, 3] = -1.0


@kernel
def is_near(m: Model, d: Data, t: int) -> bool:
    """Whether the box of tree t meets that of any tree that is awake; bad numbers count as near."""
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
    """broad_large: the bodies that collide with any, ascending; their number."""
    n = 0
    for b in range(m.nbody):
        if d.broad_sphere[b, 3] >= 0.0:
            d.broad_large[n] = b
            n += 1
    return n


@kernel
def bound_awake(m: Model, d: Data) -> None:
    """bound_bodies where trees sleep.

    Flexes look for bodies by themselves, so with them nothing is left out.
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
        if d.tree_box[t, 0] != d.tree_box[t, 0]:
            bound_tree(m, d, t)
            box_tree(m, d, t)
        if is_near(m, d, t):
            bound_tree(m, d, t)
        else:
            leave_out(m, d, t)
    if m.nbody >= GRID_MIN:
        if list_bounded(m, d) < GRID_MIN:
            compare_all(m, d)
        else:
            fill_grid(m, d)


@kernel
def compare_all(m: Model, d: Data) -> None:
    """Few bodies are left: each is compared with all others, which broad_large lists."""
    d.broad_nlarge = list_bounded(m, d)
    for at in range(d.broad_nlarge):
        d.broad_cell[d.broad_large[at]] = LISTED
