"""Many steps with given controls, states and sensor values kept: the loop inside `gelenk.rollout`.

Documents: Computation / State and control; Programming / Simulation loop
"""

from gelenk.engine.step import one_step
from gelenk.jit.kernel import kernel
from gelenk.jit.structs import Data, Model, View
from gelenk.tables.enums import mjtState, mjtWarning
from gelenk.tables.status import DONE

BAD = (
    int(mjtWarning.mjWARN_BADQPOS),
    int(mjtWarning.mjWARN_BADQVEL),
    int(mjtWarning.mjWARN_BADQACC),
    int(mjtWarning.mjWARN_BADCTRL),
)


@kernel
def put_inputs(m: Model, d: Data, control: View, at: int, spec: int) -> None:
    """The inputs that ``spec`` names, from control[at:], in the order of mjtState."""
    if spec & mjtState.mjSTATE_CTRL:
        for i in range(m.nu):
            d.ctrl[i] = control[at + i]
        at += m.nu
    if spec & mjtState.mjSTATE_QFRC_APPLIED:
        for i in range(m.nv):
            d.qfrc_applied[i] = control[at + i]
        at += m.nv
    if spec & mjtState.mjSTATE_XFRC_APPLIED:
        for i in range(m.nbody):
            for j in range(6):
                d.xfrc_applied[i, j] = control[at + 6 * i + j]
        at += 6 * m.nbody
    if spec & mjtState.mjSTATE_EQ_ACTIVE:
        for i in range(m.neq):
            d.eq_active[i] = 1 if control[at + i] != 0.0 else 0
        at += m.neq
    if spec & mjtState.mjSTATE_MOCAP_POS:
        for i in range(m.nmocap):
            for j in range(3):
                d.mocap_pos[i, j] = control[at + 3 * i + j]
        at += 3 * m.nmocap
    if spec & mjtState.mjSTATE_MOCAP_QUAT:
        for i in range(m.nmocap):
            for j in range(4):
                d.mocap_quat[i, j] = control[at + 4 * i + j]
        at += 4 * m.nmocap
    if spec & mjtState.mjSTATE_USERDATA:
        for i in range(m.nuserdata):
            d.userdata[i] = control[at + i]


@kernel
def take_state(m: Model, d: Data, state: View, at: int) -> None:
    """mjSTATE_FULLPHYSICS of ``d``, into state[at:]."""
    state[at] = d.time
    at += 1
    for i in range(m.nq):
        state[at + i] = d.qpos[i]
    at += m.nq
    for i in range(m.nv):
        state[at + i] = d.qvel[i]
    at += m.nv
    for i in range(m.na):
        state[at + i] = d.act[i]
    at += m.na
    for i in range(m.nhistory):
        state[at + i] = d.history[i]
    at += m.nhistory
    for i in range(m.npluginstate):
        state[at + i] = d.plugin_state[i]


@kernel
def diverged(d: Data) -> bool:
    """Whether a warning of numbers that are not finite, or huge, was counted."""
    for kind in BAD:
        if d.warning_number[kind] > 0:
            return True
    return False


@kernel
def rollout(
    m: Model,
    d: Data,
    control: View,
    state: View,
    sensordata: View,
    nstep: int,
    ncontrol: int,
    nstate: int,
    spec: int,
) -> int:
    """Steps from d.nstep on, to ``nstep`` or until something must be mended first (d.status, as in `step`).

    Reads    control (nstep, ncontrol): the inputs ``spec`` names (mjtState); ncontrol 0: leave them
    Writes   state (nstep, nstate): mjSTATE_FULLPHYSICS after each step; sensordata (nstep, nsensordata);
             d.nstep: steps that are finished
    A trajectory that diverges ends there: its last state fills the rest.
    """
    d.status = DONE
    while d.nstep < nstep:
        t = d.nstep
        if not (t > 0 and diverged(d)):
            if ncontrol > 0:
                put_inputs(m, d, control, t * ncontrol, spec)
            one_step(m, d)
            if d.status != DONE:
                return d.status
            d.restarted = 0
        take_state(m, d, state, t * nstate)
        for i in range(m.nsensordata):
            sensordata[t * m.nsensordata + i] = d.sensordata[i]
        d.nstep = t + 1
    return d.warned
