"""SDF iterations: the descents of collision in signed distance fields (mjVIS_SDFITER).

Documents: API / mjtVisFlag (mjVIS_SDFITER); XML reference / option (sdf_iterations, sdf_initpoints)

Each start point of the search (engine/collision/pairs/sdf.py) has a chain of points. As in 3.5.0, where plugins record
the points of gradient queries, a chain has
    the start of each step that decreases A + B + |max(A, B)|, where A and B are the values of the two fields
    the start of the step that decreases max(A, B), if the greater field is that of the instance
    the contact point, if max(A, B) <= 0 there,
in the frame of the geom of the instance. A pair whose second geom has the instance restarts its chains; if the first
geom has the instance, points are appended to the last chain.
"""

from gelenk.algebra.random_numbers import halton
from gelenk.algebra.vec import Mat3, Vec3, add, add_scaled, get3, load3, load9, mat_t_vec, mat_vec, set3, sub
from gelenk.engine.collision.broadphase import bodies_may_collide
from gelenk.engine.collision.contact_parameters import pair_margin
from gelenk.engine.collision.dispatch import out_of_reach
from gelenk.engine.collision.pairs.sdf import (
    SEEK_DEEPEST,
    SEEK_OVERLAP,
    combined,
    common_box,
    descend,
    geom_value,
    is_ready,
    relative_pose,
)
from gelenk.scene.shapes import IDENTITY, Color, add_connector, add_decor, set_size
from gelenk.tables.enums import mjMAXCONPAIR, mjtDisableBit, mjtGeom, mjtObj
from gelenk.tables.status import DONE
from gelenk.toolchain.kernel import kernel
from gelenk.toolchain.kernel_types import Data, Ints, Model, Scene, View

NO_CONTACTS = mjtDisableBit.mjDSBL_CONSTRAINT | mjtDisableBit.mjDSBL_CONTACT
CHAINS, POINTS, ROOM = 0, 1, 2  # indices of the counters: chains, points; capacity in points
LINE_WIDTH, PART = 2.0, 0.95  # width of lines [pixel]; share of a step that its line covers
RADIUS = 0.2  # radius of balls, in mean sizes
START, END = (0.0, 0.0, 1.0, 1.0), (1.0, 0.0, 0.0, 1.0)


@kernel
def append_point(points: View, chain: Ints, found: Ints, p: Vec3) -> None:
    """Append a point to the last chain, if there is a chain and capacity."""
    n = found[POINTS]
    if found[CHAINS] > 0 and n < found[ROOM]:
        set3(points, 3 * n, p)
        chain[n] = found[CHAINS] - 1
        found[POINTS] = n + 1


@kernel
def note_both(points: View, chain: Ints, found: Ints, own1: bool, own2: bool, p: Vec3, x: Vec3) -> None:
    """Append the point where both fields are evaluated, the second field first."""
    if own2:
        append_point(points, chain, found, x)
    if own1:
        append_point(points, chain, found, p)


@kernel
def trace_point(
    m: Model,
    d: Data,
    geom1: int,
    geom2: int,
    turn: Mat3,
    shift: Vec3,
    p: Vec3,
    own1: bool,
    own2: bool,
    points: View,
    chain: Ints,
    found: Ints,
) -> bool:
    """Record the search from p in the frame of geom1; return whether it ends in a contact."""
    x = mat_t_vec(turn, sub(p, shift))
    a, b = geom_value(m, d, geom1, p), geom_value(m, d, geom2, x)
    for _ in range(m.opt.sdf_iterations):
        note_both(points, chain, found, own1, own2, p, x)
        before = combined(SEEK_OVERLAP, a, b)
        x = descend(m, d, geom1, geom2, turn, shift, p, x, SEEK_OVERLAP, 1)
        p = add(mat_vec(turn, x), shift)
        a, b = geom_value(m, d, geom1, p), geom_value(m, d, geom2, x)
        if not combined(SEEK_OVERLAP, a, b) <= before:
            break
    note_both(points, chain, found, own1 and a > b, own2 and not a > b, p, x)
    x = descend(m, d, geom1, geom2, turn, shift, p, x, SEEK_DEEPEST, 1)
    p = add(mat_vec(turn, x), shift)
    if not combined(SEEK_DEEPEST, geom_value(m, d, geom1, p), geom_value(m, d, geom2, x)) <= 0.0:
        return False
    note_both(points, chain, found, own1, own2, p, x)
    return True


@kernel
def trace_geoms(
    m: Model,
    d: Data,
    instance: int,
    first: int,
    second: int,
    pair: int,
    points: View,
    chain: Ints,
    found: Ints,
) -> None:
    """Record the search in the fields of two geoms in any order, if one has the instance."""
    ascending = m.geom_type[first] <= m.geom_type[second]
    geom1, geom2 = (first, second) if ascending else (second, first)
    own1 = m.geom_type[geom1] == mjtGeom.mjGEOM_SDF and m.geom_plugin[geom1] == instance
    own2 = m.geom_type[geom2] == mjtGeom.mjGEOM_SDF and m.geom_plugin[geom2] == instance
    if not (own1 or own2) or m.geom_type[geom1] < mjtGeom.mjGEOM_SPHERE:
        return
    if out_of_reach(m, d, geom1, geom2, pair_margin(m, geom1, geom2, pair)):
        return
    if not (is_ready(m, d, geom1) and is_ready(m, d, geom2)):
        return
    turn, shift = relative_pose(d, geom1, geom2)
    low, high = common_box(m, geom1, geom2, turn, shift)
    size = sub(high, low)
    if not (size[0] >= 0.0 and size[1] >= 0.0 and size[2] >= 0.0):
        return
    if own2:
        found[CHAINS] = found[POINTS] = 0
    contacts = 0
    for i in range(m.opt.sdf_initpoints):
        if d.status != DONE or contacts == mjMAXCONPAIR:
            return
        if own2:
            found[CHAINS] += 1
        p = add(low, (size[0] * halton(i, 2), size[1] * halton(i, 3), size[2] * halton(i, 5)))
        if trace_point(m, d, geom1, geom2, turn, shift, p, own1, own2, points, chain, found):
            contacts += 1


@kernel
def may_touch(m: Model, g1: int, g2: int, start: int, end: int) -> bool:
    """Return whether masks, and no pair in start .. end - 1, let two geoms collide."""
    for p in range(start, end):
        one, other = m.pair_geom1[p], m.pair_geom2[p]
        if (one == g1 and other == g2) or (one == g2 and other == g1):
            return False
    return (m.geom_contype[g1] & m.geom_conaffinity[g2]) | (m.geom_contype[g2] & m.geom_conaffinity[g1]) != 0


@kernel
def trace_descents(m: Model, d: Data, instance: int, points: View, chain: Ints, found: Ints) -> None:
    """Record the descents of SDF collision in a plugin's field, at the current poses.

    Reads   poses of geoms, masks, pairs, excludes, fields        Work space  sdf_*
    points  (n, 3) [m], frame of the geom of the instance; chain (n): chain of each point
    found   (3): number of chains, number of points, capacity in points, beyond which points are omitted
    Status  as sdf_pair
    """
    found[CHAINS] = found[POINTS] = 0
    pair = 0
    for b1 in range(0 if m.opt.disableflags & NO_CONTACTS else m.nbody):
        for b2 in range(b1 + 1, m.nbody):
            signature = (b1 << 16) + b2
            start = pair
            while pair < m.npair and m.pair_signature[pair] <= signature:
                g1, g2 = m.pair_geom1[pair], m.pair_geom2[pair]
                trace_geoms(m, d, instance, g1, g2, pair, points, chain, found)
                pair += 1
            if m.body_geomnum[b1] == 0 or m.body_geomnum[b2] == 0 or not bodies_may_collide(m, b1, b2):
                continue
            for g1 in range(m.body_geomadr[b1], m.body_geomadr[b1] + m.body_geomnum[b1]):
                for g2 in range(m.body_geomadr[b2], m.body_geomadr[b2] + m.body_geomnum[b2]):
                    if may_touch(m, g1, g2, start, pair):
                        trace_geoms(m, d, instance, g1, g2, -1, points, chain, found)


@kernel
def add_ball(s: Scene, objid: int, pos: Vec3, radius: float, rgba: Color) -> None:
    """Add a ball at an end of a chain."""
    n = add_decor(s, mjtGeom.mjGEOM_SPHERE, mjtObj.mjOBJ_UNKNOWN, objid, pos, IDENTITY, rgba)
    set_size(s, n, radius, radius, radius)


@kernel
def scene_descents(m: Model, d: Data, s: Scene, geom: int, points: View, chain: Ints, count: int) -> None:
    """Add chains: a blue start ball, a red end ball, and lines from blue to red.

    Reads   geom_xpos, geom_xmat of the geom whose frame the points are in; count: number of points
    """
    pos, mat = load3(d.geom_xpos, geom), load9(d.geom_xmat, geom)
    radius, first = RADIUS * m.stat.meansize, 0
    while first < count:
        end = first + 1
        while end < count and chain[end] == chain[first]:
            end += 1
        add_ball(s, chain[first], add(pos, mat_vec(mat, get3(points, 3 * first))), radius, START)
        add_ball(s, chain[first], add(pos, mat_vec(mat, get3(points, 3 * end - 3))), radius, END)
        for i in range(first, end - 1):
            a = add(pos, mat_vec(mat, get3(points, 3 * i)))
            b = add(pos, mat_vec(mat, get3(points, 3 * i + 3)))
            red = (i + 1 - first) / (end - 1 - first)
            rgba = (red, 0.0, 1.0 - red, 1.0)
            add_connector(
                s,
                mjtGeom.mjGEOM_LINE,
                mjtObj.mjOBJ_UNKNOWN,
                chain[first],
                LINE_WIDTH,
                a,
                add_scaled(a, sub(b, a), PART),
                rgba,
            )
        first = end
