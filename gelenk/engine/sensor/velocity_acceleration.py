"""Sensors of the velocity stage, and of the acceleration stage with forces.

Documents: XML reference / sensor

The velocity stage reads velocities of objects, joints, tendons, actuators and subtrees (mj_sensorVel).

The acceleration stage reads accelerations and forces (mj_sensorAcc).
"""

from gelenk.algebra.spatial import linear_part, rotation_part
from gelenk.algebra.vec import Vec3, add, cross, get3, load3, load9, mat_t_vec, sub
from gelenk.engine.force.actuation import tendon_force
from gelenk.engine.position.object_frames import (
    body_velocity,
    com_offset,
    motion_at,
    object_body,
    object_mat,
    object_pos,
)
from gelenk.engine.sensor.sensor_loop import (
    RNE_POST,
    SUBTREE_VEL,
    ask_user,
    clear_user,
    cut_off,
    find_limit,
    is_active,
    is_computed,
    read_delayed,
    write3,
)
from gelenk.engine.stage_calls import call_far, require
from gelenk.tables.enums import mjtConstraint, mjtObj, mjtSensor, mjtStage
from gelenk.tables.releases import R4_0
from gelenk.tables.stages import INDEX
from gelenk.toolchain.kernel import kernel
from gelenk.toolchain.kernel_types import Data, Model

SENSOR_CONTACT, SENSOR_TACTILE = INDEX["sensor_contact"], INDEX["sensor_tactile"]


@kernel
def angular_velocity(m: Model, d: Data, kind: int, i: int) -> Vec3:
    """Return the angular velocity of an object, world axes."""
    b = object_body(m, kind, i)
    return rotation_part(d.cvel, b)


@kernel
def linear_velocity(m: Model, d: Data, kind: int, i: int) -> Vec3:
    """Return the velocity of the origin of an object, world axes."""
    return body_velocity(m, d, object_body(m, kind, i), object_pos(d, kind, i))


@kernel
def frame_linvel(m: Model, d: Data, i: int, obj: int) -> Vec3:
    """Return the velocity of the object's origin relative to the moving reference frame."""
    kind = m.sensor_objtype[i]
    vel = linear_velocity(m, d, kind, obj)
    ref = m.sensor_refid[i]
    if ref < 0:
        return vel
    refkind = m.sensor_reftype[i]
    arm = sub(object_pos(d, kind, obj), object_pos(d, refkind, ref))
    carried = add(linear_velocity(m, d, refkind, ref), cross(angular_velocity(m, d, refkind, ref), arm))
    return mat_t_vec(object_mat(d, refkind, ref), sub(vel, carried))


@kernel
def frame_angvel(m: Model, d: Data, i: int, obj: int) -> Vec3:
    """Return the angular velocity of the object relative to the reference frame."""
    vel = angular_velocity(m, d, m.sensor_objtype[i], obj)
    ref = m.sensor_refid[i]
    if ref < 0:
        return vel
    kind = m.sensor_reftype[i]
    return mat_t_vec(object_mat(d, kind, ref), sub(vel, angular_velocity(m, d, kind, ref)))


@kernel
def limit_velocity(d: Data, kind: int, i: int) -> float:
    """Return the velocity at the active limit of joint or tendon i, 0 if none is active."""
    row = find_limit(d, kind, i)
    return d.efc_vel[row] if row >= 0 else 0.0


@kernel
def scalar_velocity(m: Model, d: Data, kind: int, obj: int) -> float:
    """Return the reading of a scalar velocity sensor."""
    if kind == mjtSensor.mjSENS_JOINTVEL:
        return d.qvel[m.jnt_dofadr[obj]]
    if kind == mjtSensor.mjSENS_TENDONVEL:
        return d.ten_velocity[obj]
    if kind == mjtSensor.mjSENS_ACTUATORVEL:
        return d.actuator_velocity[m.actuator_outadr[obj]]
    if kind == mjtSensor.mjSENS_JOINTLIMITVEL:
        return limit_velocity(d, mjtConstraint.mjCNSTR_LIMIT_JOINT, obj)
    return limit_velocity(d, mjtConstraint.mjCNSTR_LIMIT_TENDON, obj)


@kernel
def subtree_velocity(m: Model, d: Data, kind: int, obj: int) -> Vec3:
    """Return linear velocity of a subtree's com, or angular momentum about the com."""
    if d.flg_subtreevel == 0:
        require(m, d, SUBTREE_VEL)
    return (
        load3(d.subtree_linvel, obj)
        if kind == mjtSensor.mjSENS_SUBTREELINVEL
        else load3(d.subtree_angmom, obj)
    )


@kernel
def vector_velocity(m: Model, d: Data, i: int, kind: int, obj: int) -> Vec3:
    """Return the reading of a three-element velocity sensor."""
    if kind == mjtSensor.mjSENS_ACTUATORVEL:
        return get3(d.actuator_velocity, m.actuator_outadr[obj])
    if kind == mjtSensor.mjSENS_VELOCIMETER:
        return mat_t_vec(object_mat(d, mjtObj.mjOBJ_SITE, obj), linear_velocity(m, d, mjtObj.mjOBJ_SITE, obj))
    if kind == mjtSensor.mjSENS_GYRO:
        return mat_t_vec(
            object_mat(d, mjtObj.mjOBJ_SITE, obj), angular_velocity(m, d, mjtObj.mjOBJ_SITE, obj)
        )
    if kind == mjtSensor.mjSENS_BALLANGVEL:
        dof = m.jnt_dofadr[obj]
        return d.qvel[dof], d.qvel[dof + 1], d.qvel[dof + 2]
    if kind == mjtSensor.mjSENS_FRAMELINVEL:
        return frame_linvel(m, d, i, obj)
    if kind == mjtSensor.mjSENS_FRAMEANGVEL:
        return frame_angvel(m, d, i, obj)
    return subtree_velocity(m, d, kind, obj)


@kernel
def sensor_vel(m: Model, d: Data) -> None:
    """Compute the sensors of the velocity stage (mj_sensorVel).

    Disabled sensors keep their values.
    Reads   qvel, cvel (nbody, 6), ten_velocity, actuator_velocity, efc_vel, poses, contacts
    Writes  sensordata; subtree_linvel, subtree_angmom if a sensor needs them      Calls   mjcb_sensor
    Source  XML reference / sensor
    """
    if not is_active(m, d):
        return
    users = False
    for i in range(m.nsensor):
        if not is_computed(m, d, i, mjtStage.mjSTAGE_VEL):
            continue
        kind, obj, adr = m.sensor_type[i], m.sensor_objid[i], m.sensor_adr[i]
        if kind == mjtSensor.mjSENS_USER:
            if d.flg_subtreevel == 0:
                require(m, d, SUBTREE_VEL)
            clear_user(m, d, i)
            users = True
            continue
        if kind == mjtSensor.mjSENS_CONTACT:
            call_far(m, d, SENSOR_CONTACT, i, adr)
        elif kind == mjtSensor.mjSENS_TACTILE:
            call_far(m, d, SENSOR_TACTILE, i, adr)
        elif m.sensor_dim[i] == 1:
            d.sensordata[adr] = scalar_velocity(m, d, kind, obj)
        else:
            write3(d, adr, vector_velocity(m, d, i, kind, obj))
        cut_off(m, d, i)
    if users:
        ask_user(m, d, mjtStage.mjSTAGE_VEL)
    read_delayed(m, d, mjtStage.mjSTAGE_VEL)


# Acceleration stage

SENSOR_TOUCH = INDEX["sensor_touch"]


@kernel
def angular_acceleration(m: Model, d: Data, kind: int, i: int) -> Vec3:
    """Return the angular acceleration of an object, world axes."""
    b = object_body(m, kind, i)
    return rotation_part(d.cacc, b)


@kernel
def linear_acceleration(m: Model, d: Data, kind: int, i: int) -> Vec3:
    """Return the acceleration of the origin of an object minus gravity, world axes.

    cacc is the rate of cvel at a point fixed in space; for a point that moves with velocity v, w x v is added. Objects
    fixed to the world or to a mocap body read zero, without gravity, in models of releases before 4.0.
    """
    b = object_body(m, kind, i)
    if m.body_weldid[b] == 0 and m.release[0] < R4_0:
        return 0.0, 0.0, 0.0
    rate = motion_at(d.cacc, b, com_offset(m, d, b, object_pos(d, kind, i)))
    return add(rate, cross(angular_velocity(m, d, kind, i), linear_velocity(m, d, kind, i)))


@kernel
def site_force(m: Model, d: Data, kind: int, site: int) -> Vec3:
    """Return the force or torque between a site's body and its parent, in the site frame."""
    b = m.site_bodyid[site]
    force = linear_part(d.cfrc_int, b)
    mat = load9(d.site_xmat, site)
    if kind == mjtSensor.mjSENS_FORCE:
        return mat_t_vec(mat, force)
    arm = com_offset(m, d, b, load3(d.site_xpos, site))
    return mat_t_vec(mat, sub(rotation_part(d.cfrc_int, b), cross(arm, force)))


@kernel
def limit_force(d: Data, kind: int, i: int) -> float:
    """Return the force of the active limit of joint or tendon i, 0 if none is active."""
    row = find_limit(d, kind, i)
    return d.efc_force[row] if row >= 0 else 0.0


@kernel
def scalar_acceleration(m: Model, d: Data, kind: int, obj: int) -> float:
    """Return the reading of a scalar force sensor."""
    if kind == mjtSensor.mjSENS_ACTUATORFRC:
        return d.actuator_force[m.actuator_outadr[obj]]
    if kind == mjtSensor.mjSENS_JOINTACTFRC:
        return d.qfrc_actuator[m.jnt_dofadr[obj]]
    if kind == mjtSensor.mjSENS_TENDONACTFRC:
        return tendon_force(m, d, obj)
    if kind == mjtSensor.mjSENS_JOINTLIMITFRC:
        return limit_force(d, mjtConstraint.mjCNSTR_LIMIT_JOINT, obj)
    return limit_force(d, mjtConstraint.mjCNSTR_LIMIT_TENDON, obj)


@kernel
def vector_acceleration(m: Model, d: Data, i: int, kind: int, obj: int) -> Vec3:
    """Return the reading of a three-element acceleration or force sensor."""
    if kind == mjtSensor.mjSENS_ACTUATORFRC:
        return get3(d.actuator_force, m.actuator_outadr[obj])
    if d.flg_rnepost == 0:
        require(m, d, RNE_POST)
    if kind == mjtSensor.mjSENS_ACCELEROMETER:
        return mat_t_vec(
            object_mat(d, mjtObj.mjOBJ_SITE, obj), linear_acceleration(m, d, mjtObj.mjOBJ_SITE, obj)
        )
    if kind == mjtSensor.mjSENS_FORCE or kind == mjtSensor.mjSENS_TORQUE:
        return site_force(m, d, kind, obj)
    if kind == mjtSensor.mjSENS_FRAMELINACC:
        return linear_acceleration(m, d, m.sensor_objtype[i], obj)
    return angular_acceleration(m, d, m.sensor_objtype[i], obj)


@kernel
def read_acceleration(m: Model, d: Data, i: int) -> None:
    """Compute sensor i, before its cutoff."""
    kind, obj, adr = m.sensor_type[i], m.sensor_objid[i], m.sensor_adr[i]
    if kind == mjtSensor.mjSENS_TOUCH:
        call_far(m, d, SENSOR_TOUCH, i, adr)
    elif kind == mjtSensor.mjSENS_CONTACT:
        call_far(m, d, SENSOR_CONTACT, i, adr)
    elif kind == mjtSensor.mjSENS_TACTILE:
        call_far(m, d, SENSOR_TACTILE, i, adr)
    elif m.sensor_dim[i] == 1:
        d.sensordata[adr] = scalar_acceleration(m, d, kind, obj)
    else:
        write3(d, adr, vector_acceleration(m, d, i, kind, obj))


@kernel
def sensor_acc(m: Model, d: Data) -> None:
    """Compute the sensors of the acceleration stage (mj_sensorAcc).

    Disabled sensors keep their values.
    Reads   actuator_force, qfrc_actuator, efc_force, contacts, cacc, cfrc_int (nbody, 6), poses, cvel
    Writes  sensordata; the outputs of rne_post_constraint if a sensor needs them      Calls   mjcb_sensor
    Source  XML reference / sensor
    """
    if not is_active(m, d):
        return
    users = False
    for i in range(m.nsensor):
        if is_computed(m, d, i, mjtStage.mjSTAGE_ACC):
            if m.sensor_type[i] == mjtSensor.mjSENS_USER:
                if d.flg_rnepost == 0:
                    require(m, d, RNE_POST)
                clear_user(m, d, i)
                users = True
            else:
                read_acceleration(m, d, i)
                cut_off(m, d, i)
    if users:
        ask_user(m, d, mjtStage.mjSTAGE_ACC)
    read_delayed(m, d, mjtStage.mjSTAGE_ACC)
