"""Waking of sleeping trees by the user, contacts, tendons and equalities.

Documents: design / Sleep; XML reference / option / flag

A tree wakes together with all trees that fell asleep with it: tree_asleep links each to the next, and the last to
the first.
user       writes qpos, qvel, qfrc_applied, xfrc_applied of the tree, or moves the mocap body of the tree; detected
           at the start of kinematics
contact    with an awake tree, even in the gap; then collision detection runs again, to find contacts of woken trees
equality   that is active, with an awake tree, with a tree that fell asleep separately, or with a mocap body
tendon     with friction, or at its limit, that connects an awake tree, or a tree that fell asleep separately
The comparisons are sums instead of loops with an early exit, because sums vectorize.
"""

import math

from gelenk.algebra.vec import load3, load4, normalize4
from gelenk.engine.position.kinematics import renormalize
from gelenk.engine.sleep.awake_lists import (
    RESTLESS,
    WORLD,
    can_sleep,
    equality_tree,
    find_awake,
    tree_of_body,
    wrap_body,
)
from gelenk.tables.enums import mjtDisableBit, mjtEq, mjtJoint
from gelenk.toolchain.kernel import flat, kernel
from gelenk.toolchain.kernel_types import Data, Model

FLEX = -3  # value in place of a tree id, beside WORLD and MOCAP of awake_lists.py


# Cycles


@kernel
def wake_cycle(m: Model, d: Data, tree: int, count: int) -> None:
    """Wake a sleeping tree and the trees that fell asleep with it.

    These trees inherit the rest count ``count`` of the tree that wakes them. The loop terminates for any contents of
    tree_asleep.
    """
    t = tree
    for _ in range(m.ntree):
        following = d.tree_asleep[t]
        d.tree_asleep[t] = count
        if following < 0 or following >= m.ntree:
            return
        t = following


@kernel
def first_of_cycle(m: Model, d: Data, tree: int) -> int:
    """Return the first of the trees that fell asleep together with a tree."""
    first, t = tree, tree
    for _ in range(m.ntree):
        t = d.tree_asleep[t]
        if t < 0 or t >= m.ntree or t == tree:
            return first
        first = min(first, t)
    return first


# The user


@kernel
def qpos_end(m: Model, t: int) -> int:
    """Return the end address of qpos of tree t."""
    j = m.dof_jntid[m.tree_dofadr[t] + m.tree_dofnum[t] - 1]
    kind = m.jnt_type[j]
    width = 7 if kind == mjtJoint.mjJNT_FREE else 4 if kind == mjtJoint.mjJNT_BALL else 1
    return m.jnt_qposadr[j] + width


@kernel
def save_sleep_pose(m: Model, d: Data, t: int) -> None:
    """Save qpos of tree t in sleep_qpos, and invalidate its bounding box."""
    d.tree_box[t, 0] = math.nan
    for k in range(m.jnt_qposadr[m.dof_jntid[m.tree_dofadr[t]]], qpos_end(m, t)):
        d.sleep_qpos[k] = d.qpos[k]


@kernel
def is_moved(m: Model, d: Data, t: int) -> bool:
    """Return whether qpos of tree t, or its mocap body, changed since the tree fell asleep.

    NaN counts as a change.
    """
    total = 0.0
    for k in range(m.jnt_qposadr[m.dof_jntid[m.tree_dofadr[t]]], qpos_end(m, t)):
        total += abs(d.qpos[k] - d.sleep_qpos[k])
    if total != 0.0:
        return True
    root = m.body_rootid[m.tree_bodyadr[t]]
    mocap = m.body_mocapid[root]
    if mocap < 0:
        return False
    quat = renormalize(normalize4(load4(d.mocap_quat, mocap)))
    return load3(d.mocap_pos, mocap) != load3(d.xpos, root) or quat != load4(d.xquat, root)


@kernel
def is_pushed(m: Model, d: Data, t: int) -> bool:
    """Return whether the user applies a force to tree t or its bodies; NaN is a force."""
    total = 0.0
    for i in range(m.tree_dofadr[t], m.tree_dofadr[t] + m.tree_dofnum[t]):
        total += abs(d.qfrc_applied[i])
    wrenches = flat(d.xfrc_applied)
    for k in range(6 * m.tree_bodyadr[t], 6 * (m.tree_bodyadr[t] + m.tree_bodynum[t])):
        total += abs(wrenches[k])
    return total != 0.0


@kernel
def has_velocity(m: Model, d: Data, t: int) -> bool:
    """Return whether qvel of tree t is nonzero."""
    total = 0.0
    for i in range(m.tree_dofadr[t], m.tree_dofadr[t] + m.tree_dofnum[t]):
        total += abs(d.qvel[i])
    return total != 0.0


@kernel
def follow_user(m: Model, d: Data) -> bool:
    """Apply user edits of tree_asleep; return whether there are any."""
    changed = False
    for t in range(m.ntree):
        following = d.tree_asleep[t]
        if following >= m.ntree:
            d.tree_asleep[t] = t
        if (following >= 0) != (d.tree_awake[t] == 0):
            changed = True
            if following >= 0:
                save_sleep_pose(m, d, t)
    return changed


@kernel
def clear_forces(m: Model, d: Data) -> None:
    """Zero the forces on sleeping trees, as if they had no constraints, for the next step."""
    at = 0
    for u in range(m.nactuator):
        if at < d.nactuator_awake and d.actuator_awake[at] == u:
            at += 1
            continue
        for k in range(m.actuator_outadr[u], m.actuator_outadr[u] + m.actuator_outnum[u]):
            d.actuator_force[k] = 0.0
            d.actuator_velocity[k] = 0.0
            d.moment_rownnz[k] = 0
    for i in range(m.nv):
        if d.tree_awake[m.dof_treeid[i]] == 0:
            d.qfrc_actuator[i] = 0.0
            d.qfrc_constraint[i] = 0.0
            d.qacc[i] = d.qacc_smooth[i]
    d.newly_asleep = 0


@kernel
def wake(m: Model, d: Data) -> None:
    """Wake the trees that the user modified; all trees if sleeping is no longer enabled.

    Reads   qpos (nq), qvel qfrc_applied (nv), xfrc_applied (nbody, 6), mocap_pos mocap_quat (nmocap)
    Writes  tree_asleep (ntree) and the lists of awake_lists.py; actuator_force, actuator_velocity and
            qfrc_actuator, qfrc_constraint of sleeping trees are zero, qacc is qacc_smooth
    """
    changed = follow_user(m, d)
    for t in range(m.ntree):
        if d.tree_asleep[t] >= 0:
            if not can_sleep(m) or is_moved(m, d, t) or has_velocity(m, d, t) or is_pushed(m, d, t):
                wake_cycle(m, d, t, RESTLESS)
                changed = True
    if changed:
        find_awake(m, d)
        d.newly_asleep = 1
    if d.newly_asleep != 0:
        clear_forces(m, d)


# Contacts


@kernel
def side_of_contact(m: Model, d: Data, c: int, side: int) -> int:
    """Return the tree of one side of contact c, or WORLD, MOCAP, or FLEX (never asleep)."""
    geom = d.contact_geom[c, side]
    return FLEX if geom < 0 else tree_of_body(m, m.geom_bodyid[geom])


@kernel
def count_of(d: Data, t: int) -> int:
    """Return the rest count that the trees woken by tree t inherit.

    Flexes and mocap bodies count as moving.
    """
    return d.tree_asleep[t] if t >= 0 and d.tree_asleep[t] < 0 else RESTLESS


@kernel
def is_awake(d: Data, t: int) -> bool:
    """Return whether a side of a contact is an awake tree or a flex."""
    return t == FLEX or (t >= 0 and d.tree_asleep[t] < 0)


@kernel
def wake_touched(m: Model, d: Data) -> None:
    """Wake trees in contact with an awake tree, in one pass over the contacts.

    The pass is repeated (step.py) until no tree wakes.

    Reads   contact_geom (ncon, 2)        Writes  tree_asleep and the lists of awake_lists.py
    """
    changed = False
    for c in range(d.ncon):
        t1, t2 = side_of_contact(m, d, c, 0), side_of_contact(m, d, c, 1)
        if t1 >= 0 and not is_awake(d, t1) and is_awake(d, t2):
            wake_cycle(m, d, t1, count_of(d, t2))
            changed = True
        elif t2 >= 0 and not is_awake(d, t2) and is_awake(d, t1):
            wake_cycle(m, d, t2, count_of(d, t1))
            changed = True
    if changed:
        find_awake(m, d)


# Equalities and tendons


@kernel
def wake_pair(m: Model, d: Data, t1: int, t2: int) -> bool:
    """Wake the sleeping ones of two connected trees; return whether any wakes.

    Either side may be a mocap body. Trees that fell asleep together stay asleep.
    """
    asleep1 = t1 >= 0 and d.tree_asleep[t1] >= 0
    asleep2 = t2 >= 0 and d.tree_asleep[t2] >= 0
    if not asleep1 and not asleep2:
        return False
    if t1 == WORLD or t2 == WORLD:
        return False
    if asleep1 and asleep2 and first_of_cycle(m, d, t1) == first_of_cycle(m, d, t2):
        return False
    count1, count2 = count_of(d, t1), count_of(d, t2)
    if asleep1:
        wake_cycle(m, d, t1, count2)
    if asleep2:
        wake_cycle(m, d, t2, count1)
    return True


@kernel
def wake_along_tendons(m: Model, d: Data, first: int, second: int) -> bool:
    """Wake the trees that one or two tendons connect; return whether any wakes."""
    changed = False
    tied: int = WORLD
    for side in range(2):
        t = first if side == 0 else second
        for w in range(m.tendon_adr[t], m.tendon_adr[t] + m.tendon_num[t]):
            b = wrap_body(m, w)
            tree = tree_of_body(m, b) if b >= 0 else WORLD
            if tree >= 0:
                if tied >= 0 and tree != tied:
                    changed = wake_pair(m, d, tied, tree) or changed
                tied = tree
    return changed


@kernel
def wake_equality(m: Model, d: Data, e: int) -> bool:
    """Wake the trees that equality e connects; return whether any wakes."""
    kind = m.eq_type[e]
    if kind == mjtEq.mjEQ_TENDON:
        second = m.eq_obj2id[e]
        return wake_along_tendons(m, d, m.eq_obj1id[e], second if second >= 0 else m.eq_obj1id[e])
    if kind == mjtEq.mjEQ_CONNECT or kind == mjtEq.mjEQ_WELD or kind == mjtEq.mjEQ_JOINT:
        return wake_pair(m, d, equality_tree(m, e, 0), equality_tree(m, e, 1))
    return False


@kernel
def has_constraint_rows(m: Model, d: Data, t: int) -> bool:
    """Return whether tendon t makes constraint rows: friction, or a limit it has reached."""
    if m.tendon_frictionloss[t] > 0.0 and m.opt.disableflags & mjtDisableBit.mjDSBL_FRICTIONLOSS == 0:
        return True
    if m.tendon_limited[t] == 0 or m.opt.disableflags & mjtDisableBit.mjDSBL_LIMIT != 0:
        return False
    length, margin = d.ten_length[t], m.tendon_margin[t]
    return length - m.tendon_range[t, 0] < margin or m.tendon_range[t, 1] - length < margin


@kernel
def wake_joined(m: Model, d: Data) -> None:
    """Wake the trees that equalities and tendons connect to awake trees, until none wakes.

    Reads   eq_active (neq), ten_length (ntendon)        Writes  tree_asleep and the lists of awake_lists.py
    """
    if m.opt.disableflags & mjtDisableBit.mjDSBL_CONSTRAINT != 0:
        return
    equalities = m.opt.disableflags & mjtDisableBit.mjDSBL_EQUALITY == 0
    woken = False
    changed = True
    while changed:
        changed = False
        for e in range(m.neq if equalities else 0):
            if d.eq_active[e] != 0 and wake_equality(m, d, e):
                changed = True
        for t in range(m.ntendon):
            if has_constraint_rows(m, d, t) and wake_along_tendons(m, d, t, t):
                changed = True
        woken = woken or changed
    if woken:
        find_awake(m, d)
