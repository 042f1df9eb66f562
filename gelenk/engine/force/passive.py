"""Passive forces (springs, dampers, gravity compensation, fluid), and energy.

Documents: Computation / General framework / Passive forces; XML reference / option / flag / energy

spring   qfrc = -stiffness * (q - q_spring); rotations by the logarithm of the relative quaternion
tendon   qfrc = J' f, f = stiffness * (lower - length) below lengthspring, (upper - length) above, 0 within
damper   qfrc = -damping * v, dof by dof; tendons J' (-damping * J v)
         stiffness and damping may depend on displacement and speed (coefficients.py); the displacement of a ball is
         its angle, that of the translation of a free joint its distance; references of springs that yield are in
         d.plastic (integrate/euler.py)
gravcomp each body carries -gravcomp * mass * gravity at its center of mass
fluid    see fluid.py
adhesion see constraint/rows/surfaces.py

Energy:

potential  -sum of mass * gravity . xipos, plus stiffness x^2 / 2 of joint and tendon springs (see coefficients.py)
kinetic    v' M v / 2
"""

import math

from gelenk.algebra.linalg import dot_dense, is_sparse
from gelenk.algebra.spatial import dot6, load6
from gelenk.algebra.vec import (
    Vec3,
    cross,
    dot,
    get3,
    get4,
    load3,
    norm,
    normalize4,
    scale,
    store3,
    sub,
    sub_quat,
)
from gelenk.engine.coefficients import (
    dof_damping,
    has_plain_dampers,
    is_nonzero,
    polynomial,
    spring_energy,
    tendon_damping,
)
from gelenk.engine.model_features import has_fluid, yields
from gelenk.engine.position.inertia import mul_m
from gelenk.engine.position.object_frames import com_offset
from gelenk.engine.sleep.awake_lists import BODY, BODY_END, DOF, DOF_END, JOINT, JOINT_END
from gelenk.engine.stage_calls import PASSIVE, call_far, require, run_callback
from gelenk.tables.enums import mjtDisableBit, mjtJoint, mjtPluginCapabilityBit
from gelenk.tables.stages import INDEX
from gelenk.toolchain.kernel import flat, kernel
from gelenk.toolchain.kernel_types import Data, Model, View

ADHERE, FLUID = INDEX["adhere"], INDEX["fluid"]
FLEX_PASSIVE, RUN_PLUGINS = INDEX["flex_passive"], INDEX["run_plugins"]


@kernel
def spring_turn(m: Model, d: Data, j: int, adr: int) -> Vec3:
    """Return the rotation vector [rad] from the spring reference of joint j to qpos[adr]."""
    q = normalize4(get4(d.qpos, adr))
    if yields(m, j):
        return sub_quat(q, get4(d.plastic, m.jnt_plasticadr[j]))
    return sub_quat(q, get4(m.qpos_spring, adr))


@kernel
def spring_shift(m: Model, d: Data, j: int) -> float:
    """Return the displacement of a slide or hinge from its spring reference [m or rad]."""
    adr = m.jnt_qposadr[j]
    return d.qpos[adr] - (d.plastic[m.jnt_plasticadr[j]] if yields(m, j) else m.qpos_spring[adr])


@kernel
def tendon_stretch(m: Model, d: Data, t: int) -> float:
    """Return the signed distance of tendon t from the dead band of its spring."""
    length = d.ten_length[t]
    if m.nplastic > 0 and m.tendon_plasticadr[t] >= 0:
        adr = m.tendon_plasticadr[t]
        return length - min(max(length, d.plastic[adr]), d.plastic[adr + 1])
    if length > m.tendon_lengthspring[t, 1]:
        return length - m.tendon_lengthspring[t, 1]
    if length < m.tendon_lengthspring[t, 0]:
        return length - m.tendon_lengthspring[t, 0]
    return 0.0


@kernel
def add_tendon_force(m: Model, d: Data, t: int, force: float, qfrc: View) -> None:
    """qfrc += ten_J[t]' force, dense or sparse"""
    if not is_sparse(m):
        for i in range(m.nv):
            qfrc[i] += d.ten_J[t, i] * force
        return
    values, columns = flat(d.ten_J), flat(d.ten_J_colind)
    adr = d.ten_J_rowadr[t]
    for k in range(adr, adr + d.ten_J_rownnz[t]):
        qfrc[columns[k]] += values[k] * force


@kernel
def joint_spring(m: Model, d: Data, j: int) -> None:
    """Write qfrc_spring of joint j."""
    a, higher = m.jnt_stiffness[j], m.jnt_stiffnesspoly
    adr, dof = m.jnt_qposadr[j], m.jnt_dofadr[j]
    kind = m.jnt_type[j]
    if kind != mjtJoint.mjJNT_FREE and kind != mjtJoint.mjJNT_BALL:
        x = spring_shift(m, d, j)
        d.qfrc_spring[dof] = -polynomial(a, higher, j, x) * x
        return
    if kind == mjtJoint.mjJNT_FREE:
        shift = sub(get3(d.qpos, adr), get3(m.qpos_spring, adr))
        stiffness = polynomial(a, higher, j, norm(shift))
        for k in range(3):
            d.qfrc_spring[dof + k] = -stiffness * shift[k]
        adr += 3
        dof += 3
    turn = spring_turn(m, d, j, adr)
    stiffness = polynomial(a, higher, j, norm(turn))
    d.qfrc_spring[dof] = -stiffness * turn[0]
    d.qfrc_spring[dof + 1] = -stiffness * turn[1]
    d.qfrc_spring[dof + 2] = -stiffness * turn[2]


@kernel
def dof_dampers(m: Model, d: Data) -> None:
    """Write qfrc_damper of joints, and zero the other passive forces.

    One loop serves all arrays, because one loop per array would compile to one call each.
    """
    damper = m.opt.disableflags & mjtDisableBit.mjDSBL_DAMPER == 0
    for r in range(d.nrun):
        for i in range(d.run[r, DOF], d.run[r, DOF_END]):
            d.qfrc_damper[i] = -m.dof_damping[i] * d.qvel[i] if damper else 0.0
            d.qfrc_spring[i] = 0.0
            d.qfrc_gravcomp[i] = 0.0
            d.qfrc_fluid[i] = 0.0
            d.qfrc_passive[i] = 0.0
    if damper and not has_plain_dampers(m):
        for r in range(d.nrun):
            for i in range(d.run[r, DOF], d.run[r, DOF_END]):
                d.qfrc_damper[i] = -dof_damping(m, i, d.qvel[i], False) * d.qvel[i]


@kernel
def spring_damper(m: Model, d: Data) -> None:
    """Add joint and tendon springs to qfrc_spring, tendon dampers to qfrc_damper."""
    spring = m.opt.disableflags & mjtDisableBit.mjDSBL_SPRING == 0
    damper = m.opt.disableflags & mjtDisableBit.mjDSBL_DAMPER == 0
    if spring:
        for r in range(d.nrun):
            for j in range(d.run[r, JOINT], d.run[r, JOINT_END]):
                if is_nonzero(m.jnt_stiffness, m.jnt_stiffnesspoly, j):
                    joint_spring(m, d, j)
    for t in range(m.ntendon):
        if d.tendon_asleep[t] != 0:
            continue
        if spring and is_nonzero(m.tendon_stiffness, m.tendon_stiffnesspoly, t):
            stretch = tendon_stretch(m, d, t)
            if stretch != 0.0:
                stiffness = polynomial(m.tendon_stiffness[t], m.tendon_stiffnesspoly, t, stretch)
                add_tendon_force(m, d, t, -stiffness * stretch, d.qfrc_spring)
        if damper:
            damping = tendon_damping(m, t, d.ten_velocity[t], False)
            if damping != 0.0:
                add_tendon_force(m, d, t, -damping * d.ten_velocity[t], d.qfrc_damper)


@kernel
def gravcomp(m: Model, d: Data) -> None:
    """Compute qfrc_gravcomp: the force -gravcomp * mass * gravity at centers of mass.

    One pass from the leaves accumulates the wrench of each subtree, about subtree_com of its root, as in cdof.
    """
    g = (m.opt.gravity[0], m.opt.gravity[1], m.opt.gravity[2])
    for r in range(d.nrun):
        for b in range(d.run[r, BODY], d.run[r, BODY_END]):
            force = scale(g, -m.body_mass[b] * m.body_gravcomp[b])
            arm = com_offset(m, d, b, load3(d.xipos, b))
            store3(d.wrench, b, cross(arm, force))
            d.wrench[b, 3] = force[0]
            d.wrench[b, 4] = force[1]
            d.wrench[b, 5] = force[2]
    for r in range(d.nrun - 1, -1, -1):
        for b in range(d.run[r, BODY_END] - 1, d.run[r, BODY] - 1, -1):
            total = load6(d.wrench, b)
            for i in range(m.body_dofadr[b], m.body_dofadr[b] + m.body_dofnum[b]):
                d.qfrc_gravcomp[i] = dot6(load6(d.cdof, i), total)
            parent = m.body_parentid[b]
            if parent > 0:
                for k in range(6):
                    d.wrench[parent, k] += total[k]


@kernel
def has_gravcomp(m: Model) -> bool:
    """Return whether any body has gravity compensation, and gravity is nonzero."""
    if m.ngravcomp == 0 or m.opt.disableflags & mjtDisableBit.mjDSBL_GRAVITY != 0:
        return False
    return m.opt.gravity[0] != 0.0 or m.opt.gravity[1] != 0.0 or m.opt.gravity[2] != 0.0


@kernel
def passive(m: Model, d: Data) -> None:
    """Compute the sum of all passive forces (mj_passive).

    qfrc_passive = qfrc_spring + qfrc_damper + qfrc_fluid + qfrc_adhesion
                 + qfrc_gravcomp of joints without actuatorgravcomp
    With springs and dampers both disabled, all passive forces are zero, including fluid and gravity compensation.
    Reads   qpos, qvel, ten_length, ten_J, ten_velocity, xipos (nbody, 3), subtree_com, cdof (nv, 6);
            of flexes see flex/passive.py
    Writes  qfrc_spring, qfrc_damper, qfrc_gravcomp, qfrc_fluid, qfrc_passive (nv) [N or N m]
    Calls   mjcb_passive, which may add to qfrc_passive
    Source  Computation / Passive forces
    """
    dof_dampers(m, d)
    if m.flg_adhesion != 0 or d.adhering != 0:
        require(m, d, ADHERE)
    if (
        m.opt.disableflags & mjtDisableBit.mjDSBL_SPRING != 0
        and m.opt.disableflags & mjtDisableBit.mjDSBL_DAMPER != 0
    ):
        return
    spring_damper(m, d)
    if m.nflex > 0:
        require(m, d, FLEX_PASSIVE)
    for r in range(d.nrun):
        for i in range(d.run[r, DOF], d.run[r, DOF_END]):
            d.qfrc_passive[i] = d.qfrc_spring[i] + d.qfrc_damper[i]
    if d.adhering != 0:
        for r in range(d.nrun):
            for i in range(d.run[r, DOF], d.run[r, DOF_END]):
                d.qfrc_passive[i] += d.qfrc_adhesion[i]
    if has_gravcomp(m):
        gravcomp(m, d)
        for r in range(d.nrun):
            for i in range(d.run[r, DOF], d.run[r, DOF_END]):
                if m.jnt_actgravcomp[m.dof_jntid[i]] == 0:
                    d.qfrc_passive[i] += d.qfrc_gravcomp[i]
    if has_fluid(m):
        require(m, d, FLUID)
        for r in range(d.nrun):
            for i in range(d.run[r, DOF], d.run[r, DOF_END]):
                d.qfrc_passive[i] += d.qfrc_fluid[i]
    if m.nplugin > 0:
        call_far(m, d, RUN_PLUGINS, mjtPluginCapabilityBit.mjPLUGIN_PASSIVE, 0)
    run_callback(m, d, PASSIVE)


@kernel
def joint_spring_energy(m: Model, d: Data, j: int) -> float:
    """Return the energy [J] of the spring of joint j."""
    a, higher = m.jnt_stiffness[j], m.jnt_stiffnesspoly
    adr = m.jnt_qposadr[j]
    kind = m.jnt_type[j]
    square = 0.0
    if kind != mjtJoint.mjJNT_FREE and kind != mjtJoint.mjJNT_BALL:
        x = spring_shift(m, d, j)
        return spring_energy(a, higher, j, x) * x * x
    if kind == mjtJoint.mjJNT_FREE:
        for k in range(adr, adr + 3):
            x = d.qpos[k] - m.qpos_spring[k]
            square += x * x
        adr += 3
    turn = spring_turn(m, d, j, adr)
    if higher[j, 0] == 0.0 and higher[j, 1] == 0.0:
        return 0.5 * a * (square + dot(turn, turn))
    angle = dot(turn, turn)
    shifted = spring_energy(a, higher, j, math.sqrt(square)) * square
    return shifted + spring_energy(a, higher, j, math.sqrt(angle)) * angle


@kernel
def edge_energy(m: Model, d: Data, f: int) -> float:
    """Return the energy [J] of the edge springs of flex f.

    3.5.0 omits the energy of elements and of bending.
    """
    stiffness = m.flex_edgestiffness[f]
    if stiffness == 0.0 or m.flex_rigid[f] != 0 or m.flex_interp[f] != 0:
        return 0.0
    total = 0.0
    for e in range(m.flex_edgeadr[f], m.flex_edgeadr[f] + m.flex_edgenum[f]):
        x = d.flexedge_length[e] - m.flexedge_length0[e]
        total += 0.5 * stiffness * x * x
    return total


@kernel
def energy_pos(m: Model, d: Data) -> None:
    """Compute the potential energy of gravity and springs (mj_energyPos).

    Reads   qpos, xipos (nbody, 3), ten_length (ntendon), flexedge_length (nflexedge)
    Writes  energy[0] [J], flg_energypos
    """
    total = 0.0
    if m.opt.disableflags & mjtDisableBit.mjDSBL_GRAVITY == 0:
        g = (m.opt.gravity[0], m.opt.gravity[1], m.opt.gravity[2])
        for b in range(1, m.nbody):
            total -= m.body_mass[b] * dot(g, load3(d.xipos, b))
    if m.opt.disableflags & mjtDisableBit.mjDSBL_SPRING == 0:
        for j in range(m.njnt):
            if is_nonzero(m.jnt_stiffness, m.jnt_stiffnesspoly, j):
                total += joint_spring_energy(m, d, j)
        for t in range(m.ntendon):
            if is_nonzero(m.tendon_stiffness, m.tendon_stiffnesspoly, t):
                x = tendon_stretch(m, d, t)
                total += spring_energy(m.tendon_stiffness[t], m.tendon_stiffnesspoly, t, x) * x * x
        for f in range(m.nflex):
            total += edge_energy(m, d, f)
    d.energy[0] = total
    d.flg_energypos = 1


@kernel
def energy_vel(m: Model, d: Data) -> None:
    """Compute the kinetic energy (mj_energyVel).

    Reads   qvel (nv), M (nC)        Writes  energy[1] [J], flg_energyvel
    """
    mul_m(m, d, d.work_nv[0], d.qvel)
    d.energy[1] = 0.5 * dot_dense(d.work_nv[0], d.qvel, m.nv)
    d.flg_energyvel = 1
