"""Falling asleep: at the end of a step, before the integrator, and at a reset.

Documents: design / Sleep; XML reference / option / flag

A tree is at rest in a step if dof_length |qvel| < sleep_tolerance for all its dofs, no force is applied to it and its
policy allows sleep. tree_asleep counts such steps, from -11 to -1; any other step resets the count. A tree with a
full count falls asleep when all trees of its island have full counts; a tree without constraints falls asleep alone.
The velocity becomes zero, and everything from the velocities on is recomputed, so that the frozen state is consistent.
"""

from gelenk.algebra.linalg import is_sparse
from gelenk.engine.arena import clear_rows
from gelenk.engine.constraint.solver.island_fields import first_tree, islands_change, join_trees
from gelenk.engine.sleep.awake_lists import MOCAP, READY, RESTLESS, equality_tree, find_awake
from gelenk.engine.sleep.wake import is_pushed, save_sleep_pose
from gelenk.engine.stage_calls import call_far
from gelenk.tables.enums import mjtDisableBit, mjtEq, mjtSleepPolicy, mjtStage
from gelenk.tables.releases import R3_17
from gelenk.tables.stages import INDEX
from gelenk.tables.status import BAD_SLEEP, DONE
from gelenk.toolchain.kernel import kernel
from gelenk.toolchain.kernel_types import Data, Model

FORWARD_PART = INDEX["forward_part"]
HELD, FULL, COUNT = 0, 1, 2  # columns of d.tree_mark


# Trees at rest


@kernel
def keep_awake(m: Model, d: Data, b: int) -> None:
    """Mark the tree of body b to stay awake in this step."""
    if m.body_treeid[b] >= 0:
        d.tree_mark[m.body_treeid[b], HELD] = 1


@kernel
def find_held(m: Model, d: Data) -> None:
    """Mark in tree_mark the trees that must stay awake.

    These trees have flexes attached, or equalities connect them to mocap bodies.
    """
    for t in range(m.ntree):
        d.tree_mark[t, HELD] = 0
    for e in range(m.neq):
        if d.eq_active[e] != 0 and (m.eq_type[e] == mjtEq.mjEQ_CONNECT or m.eq_type[e] == mjtEq.mjEQ_WELD):
            t1, t2 = equality_tree(m, e, 0), equality_tree(m, e, 1)
            if t1 >= 0 and t2 == MOCAP:
                d.tree_mark[t1, HELD] = 1
            if t2 >= 0 and t1 == MOCAP:
                d.tree_mark[t2, HELD] = 1
    for v in range(m.nflexvert):
        keep_awake(m, d, m.flex_vertbodyid[v])
    for v in range(m.nflexnode):
        keep_awake(m, d, m.flex_nodebodyid[v])


@kernel
def may_sleep(m: Model, t: int) -> bool:
    """Return whether the policy of tree t allows sleep."""
    policy = m.tree_sleep_policy[t]
    return (
        policy == mjtSleepPolicy.mjSLEEP_AUTO_ALLOWED
        or policy == mjtSleepPolicy.mjSLEEP_ALLOWED
        or policy == mjtSleepPolicy.mjSLEEP_INIT
    )


@kernel
def is_at_rest(m: Model, d: Data, t: int) -> bool:
    """Return whether tree t is at rest; with zero tolerance, whether its velocity is zero."""
    tolerance = m.opt.sleep_tolerance
    for i in range(m.tree_dofadr[t], m.tree_dofadr[t] + m.tree_dofnum[t]):
        speed = m.dof_length[i] * abs(d.qvel[i])
        if not (speed < tolerance or (tolerance == 0.0 and speed == 0.0)):
            return False
    return may_sleep(m, t) and d.tree_mark[t, HELD] == 0 and not is_pushed(m, d, t)


@kernel
def next_count(m: Model, d: Data, t: int) -> int:
    """Return tree_asleep of an awake tree after this step."""
    count = d.tree_asleep[t]
    if not is_at_rest(m, d, t):
        return RESTLESS
    return max(count, RESTLESS) + 1 if count < READY else READY


# Islands with full counts


@kernel
def group_trees(m: Model, d: Data) -> None:
    """Write tree_island: the first tree of each island, -1 for trees without constraints.

    The islands of d are marked for recomputation, since this function overwrites their fields.
    """
    islands_change(m, d)
    join_trees(m, d, d.nefc, is_sparse(m))
    for t in range(m.ntree):
        if d.tree_island[t] >= 0:
            d.tree_island[t] = first_tree(d, t)


@kernel
def find_full(m: Model, d: Data) -> bool:
    """Mark the awake trees that fall asleep; return whether there are any.

    These trees have a full count, and so has every tree of their island.
    """
    found = False
    for t in range(m.ntree):
        d.tree_mark[t, FULL] = 1 if d.tree_asleep[t] < 0 and next_count(m, d, t) == READY else 0
        found = found or d.tree_mark[t, FULL] != 0
    if not found:
        return False
    group_trees(m, d)
    return spread(m, d)


@kernel
def spread(m: Model, d: Data) -> bool:
    """Unmark islands with an unmarked tree; return whether any tree stays marked."""
    for t in range(m.ntree):
        if d.tree_island[t] >= 0 and d.tree_mark[t, FULL] == 0:
            d.tree_mark[d.tree_island[t], FULL] = 0
    found = False
    for t in range(m.ntree):
        first = d.tree_island[t]
        if first >= 0 and d.tree_mark[first, FULL] == 0:
            d.tree_mark[t, FULL] = 0
        found = found or d.tree_mark[t, FULL] != 0
    return found


@kernel
def close_cycles(m: Model, d: Data) -> None:
    """Link the marked trees of each island into a cycle: tree_asleep is the next tree."""
    for t in range(m.ntree):
        if d.tree_mark[t, FULL] == 0:
            continue
        first = d.tree_island[t]
        following = t if first < 0 else first
        if first >= 0:
            for k in range(m.ntree - 1, t, -1):
                if d.tree_island[k] == first:
                    following = k
        d.tree_asleep[t] = following
        save_sleep_pose(m, d, t)


@kernel
def fall_asleep(m: Model, d: Data) -> None:
    """Count steps at rest, and put trees with full counts to sleep.

    Does nothing if islands are disabled and there are constraint rows.

    Reads   qvel qfrc_applied (nv), xfrc_applied (nbody, 6), efc_J; policies and lengths of the model
    Writes  tree_mark; if any tree falls asleep, tree_asleep and the lists of awake_lists.py, its qvel is zero, and
            everything that depends on velocities is recomputed
    """
    islands = m.opt.disableflags & mjtDisableBit.mjDSBL_ISLAND == 0
    d.counted = 0
    if not islands and d.nefc > 0:
        return
    find_held(m, d)
    found = find_full(m, d)
    if found:
        for t in range(m.ntree):
            if d.tree_mark[t, FULL] != 0:
                for i in range(m.tree_dofadr[t], m.tree_dofadr[t] + m.tree_dofnum[t]):
                    d.qvel[i] = 0.0
        call_far(m, d, FORWARD_PART, mjtStage.mjSTAGE_POS, 0)
        if d.status != DONE:  # the step is repeated, from the state with zeroed velocities
            return
    for t in range(m.ntree):
        if d.tree_asleep[t] < 0 and d.tree_mark[t, FULL] == 0:
            d.tree_mark[t, COUNT] = next_count(m, d, t)
    d.counted = 1
    if found:
        group_trees(m, d)  # recompute, since a callback may have numbered islands
        close_cycles(m, d)
        find_awake(m, d)
        d.newly_asleep = 1


@kernel
def count_rest(m: Model, d: Data) -> None:
    """Store the counts of fall_asleep.

    This runs after the integrator, because a step that stops is repeated and would count twice.
    """
    for t in range(m.ntree if d.counted != 0 else 0):
        if d.tree_asleep[t] < 0:
            d.tree_asleep[t] = d.tree_mark[t, COUNT]
    d.counted = 0


@kernel
def start_asleep(m: Model, d: Data) -> None:
    """Put trees of policy init to sleep at a reset, if their whole island has that policy.

    Of the trees that stay awake, those at rest have counted one step, and those of policy init none.
    Reads   efc_J        Writes  tree_asleep and the lists of awake_lists.py; qacc of sleeping trees, and
            qacc_smooth, qfrc_smooth, qacc_warmstart of all trees are zero
    """
    find_held(m, d)
    for t in range(m.ntree):
        d.tree_asleep[t] = next_count(m, d, t)
        d.tree_mark[t, FULL] = 1 if m.tree_sleep_policy[t] == mjtSleepPolicy.mjSLEEP_INIT else 0
    group_trees(m, d)
    slept = spread(m, d)
    for t in range(m.ntree):
        if m.tree_sleep_policy[t] == mjtSleepPolicy.mjSLEEP_INIT and d.tree_mark[t, FULL] == 0:
            d.tree_asleep[t] = RESTLESS  # this tree cannot fall asleep
    if slept:
        close_cycles(m, d)
    find_awake(m, d)
    d.newly_asleep = 1
    for t in range(m.ntree):
        for i in range(m.tree_dofadr[t], m.tree_dofadr[t] + m.tree_dofnum[t]):
            d.qacc[i] = d.qacc[i] if d.tree_awake[t] != 0 else 0.0
            d.qacc_smooth[i] = 0.0
            d.qfrc_smooth[i] = 0.0
            d.qacc_warmstart[i] = 0.0


@kernel
def begin_asleep(m: Model, d: Data) -> None:
    """Put trees of policy init to sleep on a GPU; constraint rows are dropped afterwards.

    On the host, Python does this and can grow buffers (runtime/pipeline.py). Sets the status BAD_SLEEP if a tree of
    policy init cannot sleep because it shares constraints with a tree of another policy; from release 3.17 on, such a
    tree starts awake.
    """
    wanted = 0
    for t in range(m.ntree):
        wanted += 1 if m.tree_sleep_policy[t] == mjtSleepPolicy.mjSLEEP_INIT else 0
    if wanted == 0:
        return
    call_far(m, d, FORWARD_PART, mjtStage.mjSTAGE_NONE, 0)
    if d.status != DONE:
        return
    start_asleep(m, d)
    clear_rows(m, d)
    for t in range(m.ntree if m.release[0] < R3_17 else 0):
        if m.tree_sleep_policy[t] == mjtSleepPolicy.mjSLEEP_INIT and d.tree_awake[t] != 0:
            d.status = BAD_SLEEP
