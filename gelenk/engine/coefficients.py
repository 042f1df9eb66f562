"""Coefficients: polynomials of stiffness, damping and armature, and actuator terms.

Documents: Computation / General framework / Passive forces (Polynomial forces of 4.0.0); XML reference / general /
damping, armature

spring   f = -(a x + b x^2 + c x^3)    energy a x^2/2 + b x^3/3 + c x^4/4
damper   f = -(a v + b v|v| + c v^3)   D = df/dv = -(a + 2 b |v| + 3 c v^2)
a is in jnt_stiffness, dof_damping, ...; b and c are the two columns of the field with the suffix poly. An actuator adds
gear[0]^2 times its damping polynomial and its armature to each dof of its joint, or to its tendon.
"""

from gelenk.tables.enums import mjtTrn
from gelenk.toolchain.kernel import kernel
from gelenk.toolchain.kernel_types import Model, Rows, View

NONE = -1  # value of jnt_actuatorid and tendon_actuatorid: no actuator adds damping or armature
SEVERAL = -2  # value of these fields: several actuators add damping or armature


@kernel
def polynomial(a: float, higher: Rows, i: int, x: float) -> float:
    """Return a + b x + c x^2, with b and c in row ``i``: the ratio -f / x."""
    b, c = higher[i, 0], higher[i, 1]
    if b == 0.0 and c == 0.0:
        return a
    return a + x * (b + x * c)


@kernel
def spring_energy(a: float, higher: Rows, i: int, x: float) -> float:
    """Return a/2 + b x/3 + c x^2/4: the energy of a spring, divided by x^2."""
    b, c = higher[i, 0], higher[i, 1]
    if b == 0.0 and c == 0.0:
        return 0.5 * a
    return 0.5 * a + x * (b / 3.0 + 0.25 * x * c)


@kernel
def damping(a: float, higher: Rows, i: int, v: float, tangent: bool) -> float:
    """Return -f / v of a damping polynomial, or the derivative -df/dv if ``tangent``."""
    b, c = higher[i, 0], higher[i, 1]
    if b == 0.0 and c == 0.0:
        return a
    if tangent:
        b, c = 2.0 * b, 3.0 * c
    return a + abs(v) * (b + abs(v) * c)


@kernel
def acts_on(m: Model, u: int, joint: bool, target: int) -> bool:
    """Return whether joint, or tendon, ``target`` is the target of actuator ``u``."""
    kind = m.actuator_trntype[u]
    if joint:
        fits = kind == mjtTrn.mjTRN_JOINT or kind == mjtTrn.mjTRN_JOINTINPARENT
    else:
        fits = kind == mjtTrn.mjTRN_TENDON
    return fits and m.actuator_trnid[u, 0] == target


@kernel
def actuators_of(m: Model, u: int) -> tuple[int, int]:
    """Return the range of actuators to search for those of a target with actuatorid ``u``."""
    if 0 <= u < m.nactuator:
        return u, u + 1
    return 0, m.nactuator


@kernel
def actuator_damping(m: Model, u: int, joint: bool, target: int, v: float, tangent: bool) -> float:
    """Return the damping that actuators add to a joint or tendon with velocity ``v``.

    u         jnt_actuatorid or tendon_actuatorid of the target
    tangent   see `damping`
    """
    first, end = actuators_of(m, u)
    total = 0.0
    for k in range(first, end):
        if acts_on(m, k, joint, target):
            gear = m.actuator_gear[m.actuator_outadr[k], 0]
            total += gear * gear * damping(m.actuator_damping[k], m.actuator_dampingpoly, k, v, tangent)
    return total


@kernel
def actuator_armature(m: Model, u: int, joint: bool, target: int) -> float:
    """Return the armature that actuators add to a joint or tendon; see `actuator_damping`."""
    first, end = actuators_of(m, u)
    total = 0.0
    for k in range(first, end):
        if acts_on(m, k, joint, target):
            gear = m.actuator_gear[m.actuator_outadr[k], 0]
            total += gear * gear * m.actuator_armature[k]
    return total


@kernel
def has_plain_dampers(m: Model) -> bool:
    """Return whether all dofs have the constant damping dof_damping, without actuator terms.

    One loop over all dofs costs less than a branch for each dof in the callers.
    """
    others = 0
    for i in range(m.nv):
        others |= int(m.dof_dampingpoly[i, 0] != 0.0) | int(m.dof_dampingpoly[i, 1] != 0.0)
    for j in range(m.njnt):
        others |= m.jnt_actuatorid[j] - NONE
    return others == 0


@kernel
def dof_damping(m: Model, i: int, v: float, tangent: bool) -> float:
    """Return the damping of dof ``i`` at velocity ``v``, with actuators; see `damping`."""
    total = damping(m.dof_damping[i], m.dof_dampingpoly, i, v, tangent)
    j = m.dof_jntid[i]
    if m.jnt_actuatorid[j] != NONE:
        total += actuator_damping(m, m.jnt_actuatorid[j], True, j, v, tangent)
    return total


@kernel
def tendon_damping(m: Model, t: int, v: float, tangent: bool) -> float:
    """Return the damping of tendon ``t`` at velocity ``v``, with actuators; see `damping`."""
    total = damping(m.tendon_damping[t], m.tendon_dampingpoly, t, v, tangent)
    if m.tendon_actuatorid[t] != NONE:
        total += actuator_damping(m, m.tendon_actuatorid[t], False, t, v, tangent)
    return total


@kernel
def dof_armature(m: Model, i: int) -> float:
    """Return the armature of dof ``i``, with that of actuators."""
    j = m.dof_jntid[i]
    if m.jnt_actuatorid[j] == NONE:
        return m.dof_armature[i]
    return m.dof_armature[i] + actuator_armature(m, m.jnt_actuatorid[j], True, j)


@kernel
def tendon_inertia(m: Model, t: int) -> float:
    """Return the armature of tendon ``t``, with that of actuators."""
    if m.tendon_actuatorid[t] == NONE:
        return m.tendon_armature[t]
    return m.tendon_armature[t] + actuator_armature(m, m.tendon_actuatorid[t], False, t)


@kernel
def is_nonzero(a: View, higher: Rows, i: int) -> bool:
    """Return whether any of the three coefficients in row ``i`` is nonzero."""
    return a[i] != 0.0 or higher[i, 0] != 0.0 or higher[i, 1] != 0.0


@kernel
def find_actuators(m: Model) -> None:
    """Write jnt_actuatorid and tendon_actuatorid.

    Each value is the actuator that adds damping or armature to the joint or tendon, NONE without such an actuator, or
    SEVERAL.
    """
    for j in range(m.njnt):
        m.jnt_actuatorid[j] = NONE
    for t in range(m.ntendon):
        m.tendon_actuatorid[t] = NONE
    for u in range(m.nactuator):
        if m.actuator_armature[u] == 0.0 and not is_nonzero(m.actuator_damping, m.actuator_dampingpoly, u):
            continue
        kind, target = m.actuator_trntype[u], m.actuator_trnid[u, 0]
        if kind == mjtTrn.mjTRN_JOINT or kind == mjtTrn.mjTRN_JOINTINPARENT:
            m.jnt_actuatorid[target] = u if m.jnt_actuatorid[target] == NONE else SEVERAL
        elif kind == mjtTrn.mjTRN_TENDON:
            m.tendon_actuatorid[target] = u if m.tendon_actuatorid[target] == NONE else SEVERAL
