"""Groups of trees or joints that no force couples, and blocks of inputs of all groups.

Documents: design / An assembled Jacobian

A force on one group does not depend on the state of another group. So one pass moves COLUMNS inputs of every group at
once: in the rows of a group, a column is the derivative by the input of this group (Curtis, Powell and Reid 1974).

Accelerations have groups of trees, which are joined by contacts, equalities, tendons, actuators, and by a root body
that they share. The remainder of forces, without inertia and contacts, has groups of joints, which are joined by
equalities, fixed tendons and actuators; where forces read frames, all joints of a tree are joined.

Words of the groups, for a model with njnt joints:

    group of each tree, or of each joint
    for each kind of inputs (DOFS, ACTS, CTRLS): group of each input; inputs ordered by group; start of each group
    runs of a block: consecutive inputs of one group: first input, column, number of inputs, group
"""

from gelenk.engine.force.passive import has_gravcomp
from gelenk.engine.force.velocity import any_nonzero
from gelenk.engine.sleep.awake_lists import wrap_body
from gelenk.tables.enums import mjtEq, mjtObj, mjtTrn, mjtWrap
from gelenk.tables.gradients import COLUMNS
from gelenk.toolchain.kernel import kernel
from gelenk.toolchain.kernel_types import Data, Ints, Model

DOFS, ACTS, CTRLS, RUNS = range(4)
FIRST, COLUMN, WIDTH, GROUP, RUN = range(5)  # words of a run, and their number


@kernel
def place(m: Model, kind: int) -> int:
    """Return the index of the words of a kind of inputs, or of RUNS."""
    at = m.njnt
    if kind > DOFS:
        at += 2 * m.nv + m.njnt + 2
    if kind > ACTS:
        at += 2 * m.na + m.njnt + 2
    if kind > CTRLS:
        at += 2 * m.nu + m.njnt + 2
    return at


@kernel
def input_count(m: Model, kind: int) -> int:
    """Return the number of inputs of a kind."""
    if kind == DOFS:
        return m.nv
    return m.na if kind == ACTS else m.nu


@kernel
def groups_size(m: Model) -> int:
    """Return the number of words of the groups."""
    return place(m, RUNS) + RUN * max(m.nv, m.na, m.nu)


# Groups


@kernel
def first_of_group(groups: Ints, t: int) -> int:
    """Return the first tree (or joint) that t is joined with; shorten the path to it."""
    while groups[t] != t:
        groups[t] = groups[groups[t]]
        t = groups[t]
    return t


@kernel
def join(groups: Ints, t: int, other: int) -> None:
    """Join two trees (or joints); -1 stands for none."""
    if t >= 0 and other >= 0:
        t, other = first_of_group(groups, t), first_of_group(groups, other)
        groups[max(t, other)] = min(t, other)


@kernel
def tendon_tree(m: Model, t: int) -> int:
    """Return the first tree of a tendon; -1 for none."""
    for w in range(m.tendon_adr[t], m.tendon_adr[t] + m.tendon_num[t]):
        b = wrap_body(m, w)
        if b >= 0 and m.body_treeid[b] >= 0:
            return m.body_treeid[b]
    return -1


@kernel
def side_tree(m: Model, e: int, side: int) -> int:
    """Return the tree of one side of an equality; -1 for none."""
    i, kind = m.eq_obj1id[e] if side == 0 else m.eq_obj2id[e], m.eq_type[e]
    if i < 0:
        return -1
    if kind == mjtEq.mjEQ_TENDON:
        return tendon_tree(m, i)
    if kind == mjtEq.mjEQ_JOINT:
        return m.body_treeid[m.jnt_bodyid[i]]
    return m.body_treeid[m.site_bodyid[i] if m.eq_objtype[e] == mjtObj.mjOBJ_SITE else i]


@kernel
def actuator_tree(m: Model, u: int, side: int) -> int:
    """Return the tree of the target of an actuator, or of its reference (side 1); -1 for none."""
    kind, i = m.actuator_trntype[u], m.actuator_trnid[u, side]
    if i < 0:
        return -1
    if kind == mjtTrn.mjTRN_SITE or kind == mjtTrn.mjTRN_SLIDERCRANK:
        return m.body_treeid[m.site_bodyid[i]]
    if side != 0:
        return -1
    if kind == mjtTrn.mjTRN_JOINT or kind == mjtTrn.mjTRN_JOINTINPARENT:
        return m.body_treeid[m.jnt_bodyid[i]]
    return tendon_tree(m, i) if kind == mjtTrn.mjTRN_TENDON else -1


@kernel
def join_all(m: Model, groups: Ints) -> None:
    """Join all trees, where an actuator may act on any."""
    for u in range(m.nactuator):
        if m.actuator_trntype[u] >= mjtTrn.mjTRN_BODY:
            for t in range(1, m.ntree):
                join(groups, 0, t)
            return


@kernel
def join_coupled(m: Model, d: Data, groups: Ints) -> None:
    """Join the trees that share a force or a root body."""
    for t in range(m.ntree):
        groups[t] = t
    for t in range(1, m.ntree):
        if m.body_rootid[m.tree_bodyadr[t]] == m.body_rootid[m.tree_bodyadr[t - 1]]:
            join(groups, t - 1, t)
    for c in range(d.ncon):
        first, second = d.contact_geom[c, 0], d.contact_geom[c, 1]
        join(groups, m.body_treeid[m.geom_bodyid[first]], m.body_treeid[m.geom_bodyid[second]])
    for e in range(m.neq):
        join(groups, side_tree(m, e, 0), side_tree(m, e, 1))
    for k in range(m.ntendon):
        first = tendon_tree(m, k)
        for w in range(m.tendon_adr[k], m.tendon_adr[k] + m.tendon_num[k]):
            b = wrap_body(m, w)
            if b >= 0:
                join(groups, first, m.body_treeid[b])
    for u in range(m.nactuator):
        join(groups, actuator_tree(m, u, 0), actuator_tree(m, u, 1))
    join_all(m, groups)


@kernel
def number_groups(groups: Ints, n: int) -> int:
    """Number the groups of n trees (or joints) in order; return their number, at least 1."""
    for t in range(n):
        groups[t] = first_of_group(groups, t)
    count = 0
    for t in range(n):
        if groups[t] == t:
            groups[t] = count
            count += 1
        else:
            groups[t] = groups[groups[t]]
    return max(count, 1)


# Inputs


@kernel
def order_inputs(m: Model, groups: Ints, kind: int, count: int) -> None:
    """Order the inputs of a kind by their groups."""
    n = input_count(m, kind)
    own = place(m, kind)
    order, start = own + n, own + 2 * n
    for g in range(count + 1):
        groups[start + g] = 0
    for e in range(n):
        groups[start + groups[own + e] + 1] += 1
    for g in range(count):
        groups[start + g + 1] += groups[start + g]
    for e in range(n):  # start becomes the end of each group, and is moved back
        g = groups[own + e]
        groups[order + groups[start + g]] = e
        groups[start + g] += 1
    for g in range(count, 0, -1):
        groups[start + g] = groups[start + g - 1]
    groups[start] = 0


@kernel
def set_group(m: Model, groups: Ints, u: int, group: int) -> None:
    """Set the group of activations and controls of actuator u."""
    acts, ctrls = place(m, ACTS) + m.actuator_actadr[u], place(m, CTRLS) + m.actuator_ctrladr[u]
    for k in range(m.actuator_actnum[u]):
        groups[acts + k] = group
    for k in range(m.actuator_ctrlnum[u]):
        groups[ctrls + k] = group


@kernel
def order_kinds(m: Model, groups: Ints, count: int) -> None:
    """Order the inputs of all kinds by their groups."""
    for kind in range(RUNS):
        order_inputs(m, groups, kind, count)


@kernel
def group_inputs(m: Model, d: Data, groups: Ints) -> int:
    """Find groups of trees and order the inputs by them; return the number of groups."""
    join_coupled(m, d, groups)
    count = number_groups(groups, m.ntree)
    dofs = place(m, DOFS)
    for i in range(m.nv):
        groups[dofs + i] = groups[m.dof_treeid[i]]
    for u in range(m.nactuator):
        t = max(actuator_tree(m, u, 0), actuator_tree(m, u, 1))
        set_group(m, groups, u, groups[t] if t >= 0 else 0)
    order_kinds(m, groups, count)
    return count


# Groups of joints


@kernel
def joint_of_tree(m: Model, t: int) -> int:
    """Return the first joint of a tree; -1 for none."""
    return m.dof_jntid[m.tree_dofadr[t]] if t >= 0 else -1


@kernel
def join_tree(m: Model, groups: Ints, t: int) -> int:
    """Join all joints of a tree; return the first one, -1 for no tree."""
    first = joint_of_tree(m, t)
    if first >= 0:
        for i in range(m.tree_dofadr[t], m.tree_dofadr[t] + m.tree_dofnum[t]):
            join(groups, first, m.dof_jntid[i])
    return first


@kernel
def join_tendon(m: Model, groups: Ints, t: int) -> int:
    """Join the joints that a tendon moves with; return one of them, -1 for none."""
    first = -1
    for w in range(m.tendon_adr[t], m.tendon_adr[t] + m.tendon_num[t]):
        if m.wrap_type[w] == mjtWrap.mjWRAP_JOINT:
            j = m.wrap_objid[w]
        else:
            b = wrap_body(m, w)
            j = join_tree(m, groups, m.body_treeid[b] if b >= 0 else -1)
        if first >= 0:
            join(groups, first, j)
        else:
            first = j
    return first


@kernel
def join_side(m: Model, groups: Ints, e: int, side: int) -> int:
    """Join the joints that one side of an equality reads; return one of them, -1 for none."""
    i, kind = m.eq_obj1id[e] if side == 0 else m.eq_obj2id[e], m.eq_type[e]
    if i < 0:
        return -1
    if kind == mjtEq.mjEQ_TENDON:
        return join_tendon(m, groups, i)
    return i if kind == mjtEq.mjEQ_JOINT else join_tree(m, groups, side_tree(m, e, side))


@kernel
def join_actuator(m: Model, groups: Ints, u: int) -> None:
    """Join the joints on which an actuator acts by sites; tendons have joined theirs."""
    kind = m.actuator_trntype[u]
    if kind == mjtTrn.mjTRN_SITE or kind == mjtTrn.mjTRN_SLIDERCRANK:
        first = join_tree(m, groups, actuator_tree(m, u, 0))
        join(groups, first, join_tree(m, groups, actuator_tree(m, u, 1)))


@kernel
def actuator_joint(m: Model, u: int) -> int:
    """Return a joint on which an actuator acts; -1 for none."""
    kind, i = m.actuator_trntype[u], m.actuator_trnid[u, 0]
    if kind == mjtTrn.mjTRN_JOINT or kind == mjtTrn.mjTRN_JOINTINPARENT:
        return i
    if kind == mjtTrn.mjTRN_TENDON:
        for w in range(m.tendon_adr[i], m.tendon_adr[i] + m.tendon_num[i]):
            if m.wrap_type[w] == mjtWrap.mjWRAP_JOINT:
                return m.wrap_objid[w]
    return joint_of_tree(m, max(actuator_tree(m, u, 0), actuator_tree(m, u, 1)))


@kernel
def join_joints(m: Model, d: Data, groups: Ints) -> None:
    """Join the joints that share a force of the remainder."""
    for j in range(m.njnt):
        groups[j] = j
    if has_gravcomp(m) or any_nonzero(d, d.xfrc_applied):
        for t in range(m.ntree):
            join_tree(m, groups, t)
    for e in range(m.neq):
        first = join_side(m, groups, e, 0)
        join(groups, first, join_side(m, groups, e, 1))
    for t in range(m.ntendon):
        join_tendon(m, groups, t)
    for u in range(m.nactuator):
        if m.actuator_trntype[u] >= mjtTrn.mjTRN_BODY:
            for j in range(1, m.njnt):
                join(groups, 0, j)
            return
        join_actuator(m, groups, u)


@kernel
def group_joints(m: Model, d: Data, groups: Ints) -> int:
    """Find groups of joints and order the inputs by them; return the number of groups."""
    join_joints(m, d, groups)
    count = number_groups(groups, m.njnt)
    dofs = place(m, DOFS)
    for i in range(m.nv):
        groups[dofs + i] = groups[m.dof_jntid[i]]
    for u in range(m.nactuator):
        j = actuator_joint(m, u)
        set_group(m, groups, u, groups[j] if j >= 0 else 0)
    order_kinds(m, groups, count)
    return count


# Blocks


@kernel
def group_range(m: Model, groups: Ints, kind: int, g: int) -> tuple[int, int]:
    """Return the first index of the inputs of a kind in group g, and the end."""
    n = input_count(m, kind)
    order, start = place(m, kind) + n, place(m, kind) + 2 * n + g
    return order + groups[start], order + groups[start + 1]


@kernel
def block_count(m: Model, groups: Ints, kind: int, count: int) -> int:
    """Return the number of blocks of a kind of inputs: that of the largest group."""
    start = place(m, kind) + 2 * input_count(m, kind)
    largest = 0
    for g in range(count):
        largest = max(largest, groups[start + g + 1] - groups[start + g])
    return (largest + COLUMNS - 1) // COLUMNS


@kernel
def list_runs(m: Model, groups: Ints, kind: int, count: int, block: int) -> int:
    """List the runs of a block; return their number. A run ends before a multiple of COLUMNS."""
    n = input_count(m, kind)
    order, start = place(m, kind) + n, place(m, kind) + 2 * n
    at = place(m, RUNS)
    for g in range(count):
        first = groups[start + g] + COLUMNS * block
        end = min(first + COLUMNS, groups[start + g + 1])
        i = first
        while i < end:
            e = groups[order + i]
            width = 1
            while i + width < end and groups[order + i + width] == e + width and (e + width) % COLUMNS != 0:
                width += 1
            groups[at + FIRST] = e
            groups[at + COLUMN] = i - first
            groups[at + WIDTH] = width
            groups[at + GROUP] = g
            at += RUN
            i += width
    return (at - place(m, RUNS)) // RUN
