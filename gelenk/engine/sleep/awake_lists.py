"""Lists and runs of awake objects, and the tree of each object.

Documents: design / Sleep; XML reference / option / flag

Bodies, dofs, joints, geoms and sites are numbered along the tree, so the objects of adjacent awake trees are
contiguous. Stages therefore loop over runs

    for r in range(d.nrun):
        for b in range(d.run[r, BODY], d.run[r, BODY_END]):

There is a single run of all objects while no tree sleeps. Static bodies belong to runs, the world body does not; the
geoms and sites of the world body belong to the first run.

The lists follow from tree_asleep: awake bodies and dofs, their runs, and the tendons, actuators and sensors that sleep
with a tree.
"""

from gelenk.tables.enums import (
    mjMINAWAKE,
    mjtEnableBit,
    mjtEq,
    mjtObj,
    mjtSensor,
    mjtSleepState,
    mjtTrn,
    mjtWrap,
)
from gelenk.toolchain.kernel import kernel
from gelenk.toolchain.kernel_types import Data, Model, View

# columns of d.run
BODY, BODY_END, DOF, DOF_END, JOINT, JOINT_END, GEOM, GEOM_END, SITE, SITE_END, ENTRY, ENTRY_END = range(12)
WORLD, MOCAP = -1, -2  # values in place of a tree id


@kernel
def can_sleep(m: Model) -> bool:
    """Return whether sleeping is enabled."""
    return m.opt.enableflags & mjtEnableBit.mjENBL_SLEEP != 0


@kernel
def zero_dofs(d: Data, a: View) -> None:
    """a (nv) = 0 at the dofs that are awake"""
    for r in range(d.nrun):
        for i in range(d.run[r, DOF], d.run[r, DOF_END]):
            a[i] = 0.0


@kernel
def tree_of_body(m: Model, b: int) -> int:
    """Return the tree of a body, or MOCAP or WORLD."""
    t = m.body_treeid[b]
    if t >= 0:
        return t
    return MOCAP if m.body_mocapid[m.body_rootid[b]] >= 0 else WORLD


@kernel
def equality_tree(m: Model, e: int, side: int) -> int:
    """Return the tree of one side of a connect, weld or joint equality."""
    i = m.eq_obj1id[e] if side == 0 else m.eq_obj2id[e]
    if i < 0:
        return WORLD
    if m.eq_type[e] == mjtEq.mjEQ_JOINT:
        return m.body_treeid[m.jnt_bodyid[i]]
    return tree_of_body(m, m.site_bodyid[i] if m.eq_objtype[e] == mjtObj.mjOBJ_SITE else i)


RESTLESS = -1 - mjMINAWAKE  # tree_asleep of a tree that moved in this step
READY = -1  # tree_asleep of a tree that may fall asleep
UNKNOWN = 2  # state of a missing object


# Lists and runs


@kernel
def body_state(m: Model, d: Data, b: int) -> int:
    """Return the mjtSleepState of body b by its tree; bodies under a mocap body are awake."""
    t = m.body_treeid[b]
    if t >= 0:
        return mjtSleepState.mjS_AWAKE if d.tree_awake[t] != 0 else mjtSleepState.mjS_ASLEEP
    return mjtSleepState.mjS_AWAKE if m.body_mocapid[m.body_rootid[b]] >= 0 else mjtSleepState.mjS_STATIC


@kernel
def first_entry(m: Model, dof: int) -> int:
    """Return the address in M of the row of a dof; nC for dof nv."""
    return m.M_rowadr[dof] if dof < m.nv else m.nC


@kernel
def list_bodies(m: Model, d: Data) -> None:
    """Write body_awake, and the lists of awake bodies and dofs."""
    bodies, dofs, parents = 0, 0, 0
    for b in range(m.nbody):
        state = body_state(m, d, b)
        d.body_awake[b] = state
        if b > 0 and d.body_awake[m.body_parentid[b]] != mjtSleepState.mjS_ASLEEP:
            d.parent_awake_ind[parents] = b
            parents += 1
        if state == mjtSleepState.mjS_ASLEEP:
            continue
        d.body_awake_ind[bodies] = b
        bodies += 1
        for i in range(m.body_dofadr[b], m.body_dofadr[b] + m.body_dofnum[b]):
            d.dof_awake_ind[dofs] = i
            dofs += 1
    d.nbody_awake = bodies
    d.nparent_awake = parents
    d.nv_awake = dofs


@kernel
def list_runs(m: Model, d: Data) -> None:
    """Write the runs of awake objects: run and nrun."""
    dof, joint, geom, site = 0, 0, 0, 0
    last = -1
    open_run = False
    for b in range(m.nbody):
        awake = d.body_awake[b] != mjtSleepState.mjS_ASLEEP
        if awake and not open_run:
            last += 1
            d.run[last, BODY] = max(b, 1)
            d.run[last, DOF] = dof
            d.run[last, JOINT] = joint
            d.run[last, GEOM] = geom
            d.run[last, SITE] = site
            d.run[last, ENTRY] = first_entry(m, dof)
        open_run = awake
        dof += m.body_dofnum[b]
        joint += m.body_jntnum[b]
        geom += m.body_geomnum[b]
        while site < m.nsite and m.site_bodyid[site] <= b:
            site += 1
        if awake:
            d.run[last, BODY_END] = b + 1
            d.run[last, DOF_END] = dof
            d.run[last, JOINT_END] = joint
            d.run[last, GEOM_END] = geom
            d.run[last, SITE_END] = site
            d.run[last, ENTRY_END] = first_entry(m, dof)
    d.nrun = last + 1


# Tendons, actuators, sensors


@kernel
def state_of_two(first: int, second: int) -> int:
    """Return the combined state of two bodies: awake if one is, else asleep if one is."""
    if first == mjtSleepState.mjS_AWAKE or second == mjtSleepState.mjS_AWAKE:
        return mjtSleepState.mjS_AWAKE
    return (
        mjtSleepState.mjS_ASLEEP
        if first == mjtSleepState.mjS_ASLEEP or second == mjtSleepState.mjS_ASLEEP
        else mjtSleepState.mjS_STATIC
    )


@kernel
def wrap_body(m: Model, w: int) -> int:
    """Return the body of point w of a tendon (of its site, geom or joint); -1 for a pulley."""
    kind, i = m.wrap_type[w], m.wrap_objid[w]
    if kind == mjtWrap.mjWRAP_JOINT:
        return m.jnt_bodyid[i]
    if kind == mjtWrap.mjWRAP_SITE:
        return m.site_bodyid[i]
    if kind == mjtWrap.mjWRAP_SPHERE or kind == mjtWrap.mjWRAP_CYLINDER:
        return m.geom_bodyid[i]
    return -1


@kernel
def tendon_state(m: Model, d: Data, t: int) -> int:
    """Return the mjtSleepState of tendon t, by its bodies."""
    state: int = mjtSleepState.mjS_STATIC
    for w in range(m.tendon_adr[t], m.tendon_adr[t] + m.tendon_num[t]):
        b = wrap_body(m, w)
        if b >= 0:
            state = state_of_two(state, d.body_awake[b])
    return state


@kernel
def actuator_state(m: Model, d: Data, u: int) -> int:
    """Return the mjtSleepState of actuator u, by its target and reference."""
    kind, i, ref = m.actuator_trntype[u], m.actuator_trnid[u, 0], m.actuator_trnid[u, 1]
    if kind == mjtTrn.mjTRN_JOINT or kind == mjtTrn.mjTRN_JOINTINPARENT:
        return d.body_awake[m.jnt_bodyid[i]]
    if kind == mjtTrn.mjTRN_TENDON:
        return tendon_state(m, d, i)
    if kind == mjtTrn.mjTRN_BODY:
        return d.body_awake[i]
    if kind == mjtTrn.mjTRN_SITE or kind == mjtTrn.mjTRN_SLIDERCRANK:
        state = d.body_awake[m.site_bodyid[i]]
        return state_of_two(state, d.body_awake[m.site_bodyid[ref]]) if ref >= 0 else state
    return mjtSleepState.mjS_AWAKE


@kernel
def object_state(m: Model, d: Data, kind: int, i: int) -> int:
    """Return the mjtSleepState of the object of a sensor; UNKNOWN without an object."""
    if i < 0:
        return UNKNOWN
    if kind == mjtObj.mjOBJ_BODY or kind == mjtObj.mjOBJ_XBODY:
        return d.body_awake[i]
    if kind == mjtObj.mjOBJ_JOINT:
        return d.body_awake[m.jnt_bodyid[i]]
    if kind == mjtObj.mjOBJ_GEOM:
        return d.body_awake[m.geom_bodyid[i]]
    if kind == mjtObj.mjOBJ_SITE:
        return d.body_awake[m.site_bodyid[i]]
    if kind == mjtObj.mjOBJ_CAMERA:
        return d.body_awake[m.cam_bodyid[i]]
    if kind == mjtObj.mjOBJ_TENDON:
        return tendon_state(m, d, i)
    if kind == mjtObj.mjOBJ_ACTUATOR:
        return actuator_state(m, d, i)
    return UNKNOWN


@kernel
def sensor_sleeps(m: Model, d: Data, s: int) -> bool:
    """Return whether the reading of sensor s cannot change.

    This holds if the object or the reference sleeps, and neither is awake. Rays, sensors of users and plugins, tactile
    sensors, and contact sensors of a site may depend on other moving objects.
    """
    kind = m.sensor_type[s]
    if (
        kind == mjtSensor.mjSENS_RANGEFINDER
        or kind == mjtSensor.mjSENS_USER
        or kind == mjtSensor.mjSENS_PLUGIN
        or kind == mjtSensor.mjSENS_TACTILE
    ):
        return False
    if kind == mjtSensor.mjSENS_CONTACT and m.sensor_objtype[s] == mjtObj.mjOBJ_SITE:
        return False
    first = object_state(m, d, m.sensor_objtype[s], m.sensor_objid[s])
    second = object_state(m, d, m.sensor_reftype[s], m.sensor_refid[s])
    if first == mjtSleepState.mjS_AWAKE or second == mjtSleepState.mjS_AWAKE:
        return False
    return first == mjtSleepState.mjS_ASLEEP or second == mjtSleepState.mjS_ASLEEP


@kernel
def list_rest(m: Model, d: Data) -> None:
    """Write tendon_asleep, actuator_awake and sensor_asleep."""
    for t in range(m.ntendon):
        d.tendon_asleep[t] = 1 if tendon_state(m, d, t) == mjtSleepState.mjS_ASLEEP else 0
    n = 0
    for u in range(m.nactuator):
        if actuator_state(m, d, u) != mjtSleepState.mjS_ASLEEP:
            d.actuator_awake[n] = u
            n += 1
    d.nactuator_awake = n
    for s in range(m.nsensor):
        asleep = 1 if sensor_sleeps(m, d, s) else 0
        for k in range(m.sensor_adr[s], m.sensor_adr[s] + m.sensor_dim[s]):
            d.sensor_asleep[k] = asleep


@kernel
def find_awake(m: Model, d: Data) -> None:
    """Recompute all fields that follow from tree_asleep."""
    d.nasleep = 0
    for t in range(m.ntree):
        asleep = d.tree_asleep[t] >= 0
        d.tree_awake[t] = 0 if asleep else 1
        d.nasleep += 1 if asleep else 0
    d.ntree_awake = m.ntree - d.nasleep
    list_bodies(m, d)
    list_runs(m, d)
    list_rest(m, d)


@kernel
def all_awake(m: Model, d: Data) -> None:
    """Wake all trees, with the count of a moving tree, as after a reset.

    Writes  tree_asleep tree_awake (ntree), ntree_awake, body_awake body_awake_ind parent_awake_ind (nbody),
            nbody_awake, nparent_awake, dof_awake_ind (nv), nv_awake
    """
    for t in range(m.ntree):
        d.tree_asleep[t] = RESTLESS
    d.newly_asleep = 0
    find_awake(m, d)
