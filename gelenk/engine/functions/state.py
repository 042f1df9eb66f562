"""State vectors and resets, and queries of model and data: mj_getState, mj_readCtrl, ...

Documents: Computation / State and control; API / State, Initialization; API / Miscellaneous, Ray casting; API /
Support

State vectors and resets: mj_getState, mj_setState, mj_extractState, mj_resetData, ...

The components of a state vector follow each other in the order of their bits (mjtState). runtime/state.py does the
same in Python, from the field tables, and a test compares both.

Queries of model and data: mj_getTotalmass, mj_readCtrl, mj_readSensor, mju_rayGeom.
"""

import math

from gelenk.algebra.vec import get3, set3
from gelenk.engine.constraint.solver.primal import clear_all
from gelenk.engine.functions import NO
from gelenk.engine.functions.rotations import get9
from gelenk.engine.integrate.divergence import finish_reset_on_gpu
from gelenk.engine.query.ray import ray_geom
from gelenk.engine.sensor.delay import read_sample
from gelenk.engine.sleep.awake_lists import can_sleep
from gelenk.engine.step import begin
from gelenk.tables.enums import mjMINVAL, mjtGeom, mjtState
from gelenk.toolchain.kernel import flat, kernel
from gelenk.toolchain.kernel_types import Data, Ints, Model, View

NSTATE = 15


@kernel
def part_size(m: Model, bit: int) -> int:
    """Return the size of component ``bit``."""
    if bit == mjtState.mjSTATE_TIME:
        return 1
    if bit == mjtState.mjSTATE_QPOS:
        return m.nq
    if (
        bit == mjtState.mjSTATE_QVEL
        or bit == mjtState.mjSTATE_WARMSTART
        or bit == mjtState.mjSTATE_QFRC_APPLIED
    ):
        return m.nv
    if bit == mjtState.mjSTATE_ACT:
        return m.na
    if bit == mjtState.mjSTATE_HISTORY:
        return m.nhistory
    if bit == mjtState.mjSTATE_CTRL:
        return m.nu
    if bit == mjtState.mjSTATE_XFRC_APPLIED:
        return 6 * m.nbody
    if bit == mjtState.mjSTATE_EQ_ACTIVE:
        return m.neq
    if bit == mjtState.mjSTATE_MOCAP_POS:
        return 3 * m.nmocap
    if bit == mjtState.mjSTATE_MOCAP_QUAT:
        return 4 * m.nmocap
    if bit == mjtState.mjSTATE_USERDATA:
        return m.nuserdata
    if bit == mjtState.mjSTATE_PLASTIC:
        return m.nplastic
    return m.npluginstate


@kernel
def state_size(m: Model, sig: int) -> int:
    """Return the length of the state vector ``sig``; -1 if ``sig`` is not a valid mask.

    In models without springs that yield, the last component (mjSTATE_PLASTIC) is not valid: Python handles a mask with
    it, since not every API level has this component.
    """
    known = NSTATE if m.nplastic > 0 else NSTATE - 1
    if sig < 0 or sig >= 1 << known:
        return -1
    n = 0
    for i in range(NSTATE):
        if sig & 1 << i:
            n += part_size(m, 1 << i)
    return n


@kernel
def move(here: View, at: int, numbers: View, n: int, out: bool) -> None:
    """Copy ``here`` to numbers[at:] if ``out``, else numbers[at:] to ``here``."""
    if out:
        for i in range(n):
            numbers[at + i] = here[i]
    else:
        for i in range(n):
            here[i] = numbers[at + i]


@kernel
def move_active(here: Ints, at: int, numbers: View, n: int, out: bool) -> None:
    """Copy the integers ``here`` to numbers[at:] if ``out``, else numbers[at:] to ``here``."""
    if out:
        for i in range(n):
            numbers[at + i] = float(here[i])
    else:
        for i in range(n):
            here[i] = int(numbers[at + i])


@kernel
def part(d: Data, bit: int) -> View:
    """Return the array of component ``bit``, except time and eq_active, which are not floats."""
    if bit == mjtState.mjSTATE_QPOS:
        return d.qpos
    if bit == mjtState.mjSTATE_QVEL:
        return d.qvel
    if bit == mjtState.mjSTATE_ACT:
        return d.act
    if bit == mjtState.mjSTATE_HISTORY:
        return d.history
    if bit == mjtState.mjSTATE_WARMSTART:
        return d.qacc_warmstart
    if bit == mjtState.mjSTATE_CTRL:
        return d.ctrl
    if bit == mjtState.mjSTATE_QFRC_APPLIED:
        return d.qfrc_applied
    if bit == mjtState.mjSTATE_XFRC_APPLIED:
        return flat(d.xfrc_applied)
    if bit == mjtState.mjSTATE_MOCAP_POS:
        return flat(d.mocap_pos)
    if bit == mjtState.mjSTATE_MOCAP_QUAT:
        return flat(d.mocap_quat)
    if bit == mjtState.mjSTATE_USERDATA:
        return d.userdata
    if bit == mjtState.mjSTATE_PLASTIC:
        return d.plastic
    return d.plugin_state


@kernel
def move_part(m: Model, d: Data, bit: int, at: int, numbers: View, out: bool) -> None:
    """Copy component ``bit`` of the state to numbers[at:] if ``out``, else from there."""
    n = part_size(m, bit)
    if bit == mjtState.mjSTATE_TIME:
        if out:
            numbers[at] = d.time
        else:
            d.time = numbers[at]
    elif bit == mjtState.mjSTATE_EQ_ACTIVE:
        move_active(d.eq_active, at, numbers, n, out)
    else:
        move(part(d, bit), at, numbers, n, out)


@kernel
def move_state(m: Model, d: Data, numbers: View, sig: int, out: bool) -> None:
    """Copy the components ``sig`` of the state to ``numbers`` if ``out``, else from there."""
    at = 0
    for i in range(NSTATE):
        bit = 1 << i
        if sig & bit:
            move_part(m, d, bit, at, numbers, out)
            at += part_size(m, bit)


@kernel
def get_state(m: Model, d: Data, state: View, n: int, sig: int) -> int:
    """Pack the components ``sig`` into state (n); return 1 if n is not their size."""
    if state_size(m, sig) != n:
        return 1
    move_state(m, d, state, sig, True)
    return 0


@kernel
def set_state(m: Model, d: Data, state: View, n: int, sig: int) -> int:
    """Unpack state (n) into the components ``sig``; return 1 if n is not their size."""
    if state_size(m, sig) != n:
        return 1
    move_state(m, d, state, sig, False)
    return 0


@kernel
def copy_part(m: Model, d: Data, other: Data, bit: int) -> None:
    """Copy component ``bit`` of the state of d to other."""
    n = part_size(m, bit)
    if bit == mjtState.mjSTATE_TIME:
        other.time = d.time
    elif bit == mjtState.mjSTATE_EQ_ACTIVE:
        for i in range(n):
            other.eq_active[i] = d.eq_active[i]
    else:
        move(part(other, bit), 0, part(d, bit), n, False)


@kernel
def copy_state(m: Model, d: Data, other: Data, sig: int) -> int:
    """Copy the components ``sig`` from d to other; return 1 if ``sig`` is not a valid mask."""
    if state_size(m, sig) < 0:
        return 1
    for i in range(NSTATE):
        if sig & 1 << i:
            copy_part(m, d, other, 1 << i)
    return 0


@kernel
def extract_state(m: Model, src: View, nsrc: int, srcsig: int, dst: View, ndst: int, dstsig: int) -> int:
    """Copy the components ``dstsig`` of the state vector src (nsrc) to dst (ndst).

    Returns 1 if sizes or components do not match.
    """
    if state_size(m, srcsig) != nsrc or state_size(m, dstsig) != ndst or (dstsig & ~srcsig) != 0:
        return 1
    start = to = 0
    for i in range(NSTATE):
        bit = 1 << i
        n = part_size(m, bit)
        if dstsig & bit:
            for k in range(n):
                dst[to + k] = src[start + k]
            to += n
        if srcsig & bit:
            start += n
    return 0


@kernel
def can_reset_natively(m: Model, d: Data) -> bool:
    """Return whether ``begin`` writes the whole initial state.

    This holds without plugins, histories and sleep.
    """
    return d.fixed != 0 or not (m.nplugin > 0 or m.nhistory > 0 or can_sleep(m))


@kernel
def begin_again(m: Model, d: Data) -> int:
    """Write the nonzero part of the initial state, after the caller has cleared all fields.

    Returns 1, without effect, if Python must do this.
    """
    if not can_reset_natively(m, d):
        return 1
    begin(m, d)
    if d.fixed != 0:
        finish_reset_on_gpu(m, d)
    return 0


@kernel
def reset_data(m: Model, d: Data) -> int:
    """Reset all arrays to time 0; the caller has cleared the scalars.

    Returns 1, without effect, if Python must do this.
    """
    if not can_reset_natively(m, d):
        return 1
    clear_all(d)
    return begin_again(m, d)


@kernel
def reset_to_key(m: Model, d: Data, key: int) -> int:
    """Reset all arrays to time 0, then to keyframe ``key`` if it exists; see reset_data.

    Returns 1, without effect, if Python must do this.
    """
    if reset_data(m, d) != 0:
        return 1
    if key >= 0 and key < m.nkey:
        d.time = m.key_time[key]
        for i in range(m.nq):
            d.qpos[i] = m.key_qpos[key, i]
        for i in range(m.nv):
            d.qvel[i] = m.key_qvel[key, i]
        for i in range(m.na):
            d.act[i] = m.key_act[key, i]
        for i in range(m.nu):
            d.ctrl[i] = m.key_ctrl[key, i]
        for i in range(3 * m.nmocap):
            flat(d.mocap_pos)[i] = m.key_mpos[key, i]
        for i in range(4 * m.nmocap):
            flat(d.mocap_quat)[i] = m.key_mquat[key, i]
        for i in range(m.nplastic):
            d.plastic[i] = m.key_plastic[key, i]
    return 0


@kernel
def save_key(m: Model, d: Data, key: int) -> int:
    """Save the state as keyframe ``key``; return NO if ``key`` is out of range."""
    if key < 0 or key >= m.nkey:
        return NO
    m.key_time[key] = d.time
    for i in range(m.nq):
        m.key_qpos[key, i] = d.qpos[i]
    for i in range(m.nv):
        m.key_qvel[key, i] = d.qvel[i]
    for i in range(m.na):
        m.key_act[key, i] = d.act[i]
    for i in range(m.nu):
        m.key_ctrl[key, i] = d.ctrl[i]
    for i in range(3 * m.nmocap):
        m.key_mpos[key, i] = flat(d.mocap_pos)[i]
    for i in range(4 * m.nmocap):
        m.key_mquat[key, i] = flat(d.mocap_quat)[i]
    for i in range(m.nplastic):
        m.key_plastic[key, i] = d.plastic[i]
    return 0


# Queries of model and data


@kernel
def total_mass(m: Model) -> float:
    """Return the mass of all bodies [kg]."""
    total = 0.0
    for b in range(m.nbody):
        total += m.body_mass[b]
    return total


@kernel
def scale_masses(m: Model, newmass: float) -> int:
    """Scale masses and inertias to the total mass newmass; return NO if it is not finite."""
    if not abs(newmass) < math.inf:
        return NO
    factor = max(mjMINVAL, newmass / max(mjMINVAL, total_mass(m)))
    for b in range(m.nbody):
        m.body_mass[b] *= factor
        for i in range(3):
            m.body_inertia[b, i] *= factor
    return 0


@kernel
def control_at(m: Model, d: Data, i: int, time: float, interp: int, n: int, out: View) -> int:
    """out (n) = delayed controls of actuator ``i`` at a time; return NO for another n."""
    if n != m.actuator_ctrlnum[i]:
        return NO
    if m.actuator_history[i, 0] > 0:
        read_sample(m, d, i, 0, interp, time - m.actuator_delay[i], out)
    else:
        for k in range(n):
            out[k] = d.ctrl[m.actuator_ctrladr[i] + k]
    return 0


@kernel
def reading_at(m: Model, d: Data, i: int, time: float, result: View, n: int, interp: int) -> int:
    """result (n) = the reading of sensor ``i`` at a time; return NO if n is not its size."""
    if n != m.sensor_dim[i]:
        return NO
    if m.sensor_history[i, 0] > 0:
        read_sample(m, d, i, 1, interp, time - m.sensor_delay[i], result)
    else:
        for k in range(n):
            result[k] = d.sensordata[m.sensor_adr[i] + k]
    return 0


@kernel
def shape_ahead(
    pos: View, mat: View, size: View, pnt: View, vec: View, kind: int, normal: View, out: View
) -> int:
    """Write distance and normal where a ray hits a primitive; return NO for other types."""
    if not (kind == mjtGeom.mjGEOM_PLANE or (kind >= mjtGeom.mjGEOM_SPHERE and kind <= mjtGeom.mjGEOM_BOX)):
        return NO
    x, n = ray_geom(get3(pos, 0), get9(mat), get3(size, 0), get3(pnt, 0), get3(vec, 0), kind)
    set3(normal, 0, n)
    out[0] = x
    return 0
