"""Body velocities, bias forces, momenta of subtrees, and the smooth acceleration.

Documents: Computation / General framework; Featherstone 2008, ch. 5; API / mj_fwdAcceleration, mj_xfrcAccumulate

Recursive Newton-Euler. With S = cdof, I = cinert, all about the center of mass of the tree, world axes, from the root
to the leaves:

    v[b] = v[parent] + sum S qvel                  S' = v x S
    a[b] = a[parent] + sum S' qvel + S qacc        a[world] = -gravity
    f[b] = I a + v x* I v                          then from the leaves to the root f[parent] += f[b]

and the force on dof i is S[i] . f[body of i].

Smooth acceleration: the acceleration without constraints.
"""

from gelenk.algebra.spatial import (
    Motion,
    Wrench,
    add6,
    add6_scaled,
    cross_motion,
    dot6,
    linear_part,
    load6,
    load10,
    rotation_part,
    store6,
)
from gelenk.algebra.vec import (
    Vec3,
    add,
    add_scaled,
    cross,
    load3,
    load9,
    mat_t_vec,
    mat_vec,
    scale,
    store3,
    sub,
)
from gelenk.engine.coefficients import tendon_inertia
from gelenk.engine.position.inertia import solve_m_vector
from gelenk.engine.position.object_frames import add_wrench, body_velocity, wrench_at
from gelenk.engine.position.tendon import tendon_velocity
from gelenk.engine.position.transmission import actuator_velocity
from gelenk.engine.sleep.awake_lists import BODY, BODY_END, DOF, DOF_END
from gelenk.engine.stage_calls import call_far
from gelenk.tables.enums import mjMINVAL, mjtDisableBit, mjtJoint, mjtWrap
from gelenk.tables.stages import INDEX
from gelenk.toolchain.kernel import flat, kernel
from gelenk.toolchain.kernel_types import Data, Model, Rows, View

ARMATURE_BIAS = INDEX["armature_bias"]
ZERO6 = (0.0, 0.0, 0.0, 0.0, 0.0, 0.0)


# Velocities


@kernel
def turn_velocity(d: Data, i: int, v: Motion) -> Motion:
    """Return the body velocity after the three rotational dofs that begin at dof ``i``.

    Writes cdof_dot of these dofs, all from the velocity v before them.
    """
    s0, s1, s2 = load6(d.cdof, i), load6(d.cdof, i + 1), load6(d.cdof, i + 2)
    store6(d.cdof_dot, i, cross_motion(v, s0))
    store6(d.cdof_dot, i + 1, cross_motion(v, s1))
    store6(d.cdof_dot, i + 2, cross_motion(v, s2))
    v = add6_scaled(v, s0, d.qvel[i])
    v = add6_scaled(v, s1, d.qvel[i + 1])
    return add6_scaled(v, s2, d.qvel[i + 2])


@kernel
def slide_freely(d: Data, i: int, v: Motion) -> Motion:
    """Return the body velocity after the three translational dofs of a free joint.

    Writes their cdof_dot, which is zero since the axes are fixed in the world.
    """
    store6(d.cdof_dot, i, ZERO6)
    store6(d.cdof_dot, i + 1, ZERO6)
    store6(d.cdof_dot, i + 2, ZERO6)
    return v[0], v[1], v[2], v[3] + d.qvel[i], v[4] + d.qvel[i + 1], v[5] + d.qvel[i + 2]


@kernel
def joint_velocity(m: Model, d: Data, j: int, v: Motion) -> Motion:
    """Return the velocity of the body after joint ``j``; write cdof_dot of its dofs."""
    i = m.jnt_dofadr[j]
    kind = m.jnt_type[j]
    if kind > mjtJoint.mjJNT_BALL:
        axis = load6(d.cdof, i)
        store6(d.cdof_dot, i, cross_motion(v, axis))
        return add6_scaled(v, axis, d.qvel[i])
    if kind == mjtJoint.mjJNT_FREE:
        return turn_velocity(d, i + 3, slide_freely(d, i, v))
    return turn_velocity(d, i, v)


@kernel
def com_vel(m: Model, d: Data) -> None:
    """Compute body velocities and the rate of change of the dof axes (mj_comVel).

    cvel[b] = cvel[parent] + sum over the dofs i of b of cdof[i] qvel[i]
    cdof_dot[i] = (cvel before the joint of i) x cdof[i]
    Reads   qvel (nv) [rad/s or m/s], cdof (nv, 6)        Writes  cvel (nbody, 6), cdof_dot (nv, 6)
    Frame   world axes, about subtree_com of the tree; rotation first
    Source  Computation / General framework; Featherstone 2008, ch. 5
    """
    store6(d.cvel, 0, ZERO6)
    for r in range(d.nrun):
        for b in range(d.run[r, BODY], d.run[r, BODY_END]):
            v = load6(d.cvel, m.body_parentid[b])
            first = m.body_jntadr[b]
            for j in range(first, first + m.body_jntnum[b]):
                v = joint_velocity(m, d, j, v)
            store6(d.cvel, b, v)


# Bias forces


@kernel
def base_acceleration(m: Model) -> Motion:
    """Return the acceleration of the world body.

    The acceleration is minus gravity, so that the other bodies need no gravity term.
    """
    if (m.opt.disableflags & mjtDisableBit.mjDSBL_GRAVITY) != 0:
        return ZERO6
    return 0.0, 0.0, 0.0, -m.opt.gravity[0], -m.opt.gravity[1], -m.opt.gravity[2]


@kernel
def body_acceleration(m: Model, d: Data, b: int, with_acc: bool, a: Motion) -> Motion:
    """a + sum over the dofs of body ``b`` of cdof_dot qvel (+ cdof qacc)."""
    first = m.body_dofadr[b]
    for i in range(first, first + m.body_dofnum[b]):
        a = add6_scaled(a, load6(d.cdof_dot, i), d.qvel[i])
        if with_acc:
            a = add6_scaled(a, load6(d.cdof, i), d.qacc[i])
    return a


@kernel
def inertial_force(d: Data, b: int, v: Motion, a: Motion) -> Wrench:
    """Return the force I a + v x* I v that accelerates body ``b``.

    With v = (w, u), a = (alpha, l), I = (J, h = m c, m) and e = l + w x u, the acceleration of a point of the body that
    is now at the origin, the terms of u cancel by Jacobi's identity:
        torque = J alpha + w x J w + h x e        force = m e + alpha x h + w x (w x h)
    """
    w, alpha = (v[0], v[1], v[2]), (a[0], a[1], a[2])
    e = add((a[3], a[4], a[5]), cross(w, (v[3], v[4], v[5])))
    i = load10(d.cinert, b)
    h = (i[6], i[7], i[8])
    spin = (
        i[0] * w[0] + i[3] * w[1] + i[4] * w[2],
        i[3] * w[0] + i[1] * w[1] + i[5] * w[2],
        i[4] * w[0] + i[5] * w[1] + i[2] * w[2],
    )
    gyro, arm, turn, away = cross(w, spin), cross(h, e), cross(alpha, h), cross(w, cross(w, h))
    return (
        i[0] * alpha[0] + i[3] * alpha[1] + i[4] * alpha[2] + gyro[0] + arm[0],
        i[3] * alpha[0] + i[1] * alpha[1] + i[5] * alpha[2] + gyro[1] + arm[1],
        i[4] * alpha[0] + i[5] * alpha[1] + i[2] * alpha[2] + gyro[2] + arm[2],
        i[9] * e[0] + turn[0] + away[0],
        i[9] * e[1] + turn[1] + away[1],
        i[9] * e[2] + turn[2] + away[2],
    )


@kernel
def dof_forces(m: Model, d: Data, result: View) -> None:
    """result (nv) = cdof . sum of rne_frc over the subtree of each dof, from the leaves

    The force that a body passes to the preceding body, usually its parent, stays in registers and is not stored in
    rne_frc.
    """
    for r in range(d.nrun - 1, -1, -1):
        carried = ZERO6
        for b in range(d.run[r, BODY_END] - 1, d.run[r, BODY] - 1, -1):
            force = add6(load6(d.rne_frc, b), carried)
            carried = ZERO6
            parent = m.body_parentid[b]
            if parent > 0:
                if parent == b - 1 and b > d.run[r, BODY]:
                    carried = force
                else:
                    store6(d.rne_frc, parent, add6(load6(d.rne_frc, parent), force))
            first = m.body_dofadr[b]
            for i in range(first, first + m.body_dofnum[b]):
                result[i] = dot6(load6(d.cdof, i), force)


@kernel
def rne(m: Model, d: Data, flg_acc: int, result: View) -> None:
    """Compute inverse dynamics without constraints: M qacc (if flg_acc) + bias (mj_rne).

    Reads   qvel qacc (nv), cvel cinert (nbody), cdof cdof_dot (nv, 6), gravity
    Writes  result (nv) [N or N m]
    Frame   world axes, about subtree_com of the tree
    Source  Computation / General framework; Featherstone 2008, ch. 5
    """
    with_acc = flg_acc != 0
    store6(d.rne_acc, 0, base_acceleration(m))
    for r in range(d.nrun):
        for b in range(d.run[r, BODY], d.run[r, BODY_END]):
            a = body_acceleration(m, d, b, with_acc, load6(d.rne_acc, m.body_parentid[b]))
            store6(d.rne_acc, b, a)
            store6(d.rne_frc, b, inertial_force(d, b, load6(d.cvel, b), a))
    dof_forces(m, d, result)


@kernel
def turn_both(d: Data, i: int, v: Motion, a: Motion) -> tuple[Motion, Motion]:
    """Return body velocity and acceleration after three rotational dofs; see turn_velocity."""
    s0, s1, s2 = load6(d.cdof, i), load6(d.cdof, i + 1), load6(d.cdof, i + 2)
    r0, r1, r2 = cross_motion(v, s0), cross_motion(v, s1), cross_motion(v, s2)
    store6(d.cdof_dot, i, r0)
    store6(d.cdof_dot, i + 1, r1)
    store6(d.cdof_dot, i + 2, r2)
    q0, q1, q2 = d.qvel[i], d.qvel[i + 1], d.qvel[i + 2]
    v = add6_scaled(add6_scaled(add6_scaled(v, s0, q0), s1, q1), s2, q2)
    a = add6_scaled(add6_scaled(add6_scaled(a, r0, q0), r1, q1), r2, q2)
    return v, a


@kernel
def joint_both(m: Model, d: Data, j: int, v: Motion, a: Motion) -> tuple[Motion, Motion]:
    """Return velocity and acceleration of the body after joint ``j``.

    The acceleration is that at qacc = 0; see joint_velocity.
    """
    i = m.jnt_dofadr[j]
    kind = m.jnt_type[j]
    if kind > mjtJoint.mjJNT_BALL:
        axis = load6(d.cdof, i)
        rate = cross_motion(v, axis)
        store6(d.cdof_dot, i, rate)
        return add6_scaled(v, axis, d.qvel[i]), add6_scaled(a, rate, d.qvel[i])
    if kind == mjtJoint.mjJNT_FREE:
        return turn_both(d, i + 3, slide_freely(d, i, v), a)
    return turn_both(d, i, v, a)


@kernel
def com_vel_and_bias(m: Model, d: Data) -> None:
    """Compute com_vel and the bias force qfrc_bias in one pass over the bodies.

    Velocity and acceleration of the preceding body, usually the parent, stay in registers.
    """
    base = base_acceleration(m)
    store6(d.cvel, 0, ZERO6)
    store6(d.rne_acc, 0, base)
    for r in range(d.nrun):
        v, a = ZERO6, base
        for b in range(d.run[r, BODY], d.run[r, BODY_END]):
            parent = m.body_parentid[b]
            if parent != b - 1 or b == d.run[r, BODY]:
                v, a = load6(d.cvel, parent), load6(d.rne_acc, parent)
            first = m.body_jntadr[b]
            for j in range(first, first + m.body_jntnum[b]):
                v, a = joint_both(m, d, j, v, a)
            store6(d.cvel, b, v)
            store6(d.rne_acc, b, a)
            store6(d.rne_frc, b, inertial_force(d, b, v, a))
    dof_forces(m, d, d.qfrc_bias)


@kernel
def tendon_bias(m: Model, d: Data) -> None:
    """qfrc_bias += armature J' (dJ/dt qvel) of spatial tendons; J of fixed ones is constant"""
    for t in range(m.ntendon):
        if tendon_inertia(m, t) == 0.0 or d.tendon_asleep[t] != 0:
            continue
        if m.wrap_type[m.tendon_adr[t]] != mjtWrap.mjWRAP_JOINT:
            call_far(m, d, ARMATURE_BIAS, t, 0)


@kernel
def fwd_velocity_smooth(m: Model, d: Data) -> None:
    """Run mj_fwdVelocity without passive forces and constraints.

    Reads   qvel, ten_J, actuator_moment, cdof, cinert
    Writes  ten_velocity (ntendon), actuator_velocity (nout), cvel (nbody, 6), cdof_dot (nv, 6), qfrc_bias (nv)
    """
    tendon_velocity(m, d)
    actuator_velocity(m, d)
    com_vel_and_bias(m, d)
    tendon_bias(m, d)


# Momenta of subtrees


@kernel
def com_velocity(m: Model, d: Data, b: int) -> Vec3:
    """Return the linear velocity of the center of mass of body ``b``."""
    return body_velocity(m, d, b, load3(d.xipos, b))


@kernel
def spin_momentum(m: Model, d: Data, b: int) -> Vec3:
    """Return the angular momentum of body ``b`` about its own com: R diag(inertia) R' w."""
    mat = load9(d.ximat, b)
    inertia = load3(m.body_inertia, b)
    w = mat_t_vec(mat, rotation_part(d.cvel, b))
    return mat_vec(mat, (inertia[0] * w[0], inertia[1] * w[1], inertia[2] * w[2]))


@kernel
def subtree_vel(m: Model, d: Data) -> None:
    """Compute velocities of subtree coms and angular momenta about them (mj_subtreeVel).

    linvel[b] = sum of m v / subtree mass;  angmom[b] = sum of R I R' w + m (x - com) x (v - linvel)
    Reads   cvel (nbody, 6), xipos ximat, subtree_com
    Writes  subtree_linvel [m/s], subtree_angmom (nbody, 3)
    Frame   world
    Source  Computation / General framework; XML reference / sensor / subtreeangmom
    """
    for b in range(m.nbody):
        store3(d.subtree_linvel, b, scale(com_velocity(m, d, b), m.body_mass[b]))
        store3(d.subtree_angmom, b, spin_momentum(m, d, b))
    for b in range(m.nbody - 1, -1, -1):
        momentum = load3(d.subtree_linvel, b)
        if b > 0:
            parent = m.body_parentid[b]
            store3(d.subtree_linvel, parent, add(load3(d.subtree_linvel, parent), momentum))
        store3(d.subtree_linvel, b, scale(momentum, 1.0 / max(mjMINVAL, m.body_subtreemass[b])))
    for b in range(m.nbody - 1, -1, -1):
        # the body itself, then the whole subtree about the parent's com
        com, linvel = load3(d.subtree_com, b), load3(d.subtree_linvel, b)
        offset = sub(load3(d.xipos, b), com)
        relative = sub(com_velocity(m, d, b), linvel)
        angmom = add_scaled(load3(d.subtree_angmom, b), cross(offset, relative), m.body_mass[b])
        store3(d.subtree_angmom, b, angmom)
        if b > 0:
            parent = m.body_parentid[b]
            offset = sub(com, load3(d.subtree_com, parent))
            relative = sub(linvel, load3(d.subtree_linvel, parent))
            moved = add_scaled(angmom, cross(offset, relative), m.body_subtreemass[b])
            store3(d.subtree_angmom, parent, add(load3(d.subtree_angmom, parent), moved))
    d.flg_subtreevel = 1


# Smooth acceleration


@kernel
def any_nonzero(d: Data, xfrc: Rows) -> bool:
    """Return whether a wrench on any awake body is nonzero; NaN counts.

    The test is a sum, because a sum vectorizes.
    """
    forces = flat(xfrc)
    total = 0.0
    for r in range(d.nrun):
        for k in range(6 * d.run[r, BODY], 6 * d.run[r, BODY_END]):
            total += abs(forces[k])
    return total != 0.0


@kernel
def xfrc_accumulate(m: Model, d: Data, out: View) -> None:
    """out (nv) += J' d.xfrc_applied (nbody, 6) of Cartesian forces at xipos, world frame"""
    if not any_nonzero(d, d.xfrc_applied):
        return
    for r in range(d.nrun):
        for b in range(d.run[r, BODY], d.run[r, BODY_END]):
            # xfrc_applied has the force first
            force, torque = rotation_part(d.xfrc_applied, b), linear_part(d.xfrc_applied, b)
            add_wrench(m, d, out, b, wrench_at(m, d, b, load3(d.xipos, b), force, torque))


@kernel
def fwd_acceleration(m: Model, d: Data) -> None:
    """Compute the sum of smooth forces, and its acceleration (mj_fwdAcceleration).

    qfrc_smooth = qfrc_passive - qfrc_bias + qfrc_applied + qfrc_actuator + J' xfrc_applied
    qacc_smooth = M^-1 qfrc_smooth
    Reads   qfrc_* (nv) [N or N m], xfrc_applied (nbody, 6), qLD      Writes  qfrc_smooth, qacc_smooth (nv)
    Source  Computation / General framework
    """
    for r in range(d.nrun):
        for i in range(d.run[r, DOF], d.run[r, DOF_END]):
            d.qfrc_smooth[i] = d.qfrc_passive[i] - d.qfrc_bias[i] + d.qfrc_applied[i] + d.qfrc_actuator[i]
    xfrc_accumulate(m, d, d.qfrc_smooth)
    for r in range(d.nrun):
        for i in range(d.run[r, DOF], d.run[r, DOF_END]):
            d.qacc_smooth[i] = d.qfrc_smooth[i]
    solve_m_vector(m, d, d.qacc_smooth)
