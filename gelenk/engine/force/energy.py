"""Potential and kinetic energy.

Documents: XML reference / option / flag / energy

potential  -sum of mass * gravity . xipos, plus stiffness x^2 / 2 of joint and tendon springs (see coefficients.py)
kinetic    v' M v / 2
"""

import math

from gelenk.algebra.linalg import dot_dense
from gelenk.algebra.vec import dot, load3
from gelenk.engine.coefficients import is_nonzero, spring_energy
from gelenk.engine.force.passive import spring_shift, spring_turn, tendon_stretch
from gelenk.engine.position.inertia import mul_m
from gelenk.tables.enums import mjtDisableBit, mjtJoint
from gelenk.toolchain.kernel import kernel
from gelenk.toolchain.kernel_types import Data, Model


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
