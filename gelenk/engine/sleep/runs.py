"""Loops over what is awake, and what belongs to which tree: what the stages know of sleep.

Documents: design / Sleep; XML reference / option / flag

Bodies, dofs, joints, geoms and sites are numbered along the tree, so that those of neighbouring trees that are awake
are neighbours too. Stages therefore loop over runs

    for r in range(d.nrun):
        for b in range(d.run[r, BODY], d.run[r, BODY_END]):

of which there is one, everything, as long as nothing sleeps. Static bodies belong to runs, the world does not; the
geoms and sites of the world belong to the first run. awake.py makes them.
"""

from gelenk.jit.kernel import kernel
from gelenk.jit.structs import Data, Model, View
from gelenk.tables.enums import mjtEnableBit, mjtEq, mjtObj

# columns of d.run
BODY, BODY_END, DOF, DOF_END, JOINT, JOINT_END, GEOM, GEOM_END, SITE, SITE_END, ENTRY, ENTRY_END = range(12)
WORLD, MOCAP = -1, -2  # in the place of a tree


@kernel
def can_sleep(m: Model) -> bool:
    """Whether sleeping is enabled."""
    return m.opt.enableflags & mjtEnableBit.mjENBL_SLEEP != 0


@kernel
def zero_dofs(d: Data, a: View) -> None:
    """a (nv) is zero at the dofs that are awake."""
    for r in range(d.nrun):
        for i in range(d.run[r, DOF], d.run[r, DOF_END]):
            a[i] = 0.0


@kernel
def tree_of_body(m: Model, b: int) -> int:
    """The tree of a body, MOCAP or WORLD."""
    t = m.body_treeid[b]
    if t >= 0:
        return t
    return MOCAP if m.body_mocapid[m.body_rootid[b]] >= 0 else WORLD


@kernel
def equality_tree(m: Model, e: int, side: int) -> int:
    """The tree of one side of a connect, weld or joint equality."""
    i = m.eq_obj1id[e] if side == 0 else m.eq_obj2id[e]
    if i < 0:
        return WORLD
    if m.eq_type[e] == mjtEq.mjEQ_JOINT:
        return m.body_treeid[m.jnt_bodyid[i]]
    return tree_of_body(m, m.site_bodyid[i] if m.eq_objtype[e] == mjtObj.mjOBJ_SITE else i)
