"""mujoco.pid: a PID controller with a rate-limited setpoint.

Documents: XML reference / actuator / plugin

    force = kp e + clamp(ki (I + e h), imax) + kd (rate of the setpoint - velocity)

with e = setpoint - length. The setpoint is the control or, with dyntype, the activation; with slewmax its change per
step is at most slewmax h. The activations are the integral I (if ki is nonzero), the setpoint of the previous step (if
slewmax is given), and the activation of dyntype.
"""

from gelenk.algebra.vec import clamp
from gelenk.engine.force.actuation import actuator_input
from gelenk.engine.plugins.run import constants
from gelenk.tables.enums import mjtDyn, mjtPluginCapabilityBit
from gelenk.toolchain.kernel import kernel
from gelenk.toolchain.kernel_types import Data, Model, View


@kernel
def limited_setpoint(m: Model, d: Data, i: int, setpoint: float, place: int, slewmax: float) -> float:
    """Return the setpoint, limited to slewmax h from the previous one, act[place].

    At time 0 there is no limit.
    """
    if slewmax < 0.0 or d.time <= 0.0:
        return setpoint
    most = slewmax * m.opt.timestep
    return clamp(setpoint, d.act[place] - most, d.act[place] + most)


@kernel
def integral(m: Model, d: Data, adr: int, error: float, ki: float, imax: float) -> float:
    """Return the error integral one timestep later, limited so that its force is within imax."""
    total = d.act[adr] + error * m.opt.timestep
    return clamp(total, -imax / abs(ki), imax / abs(ki)) if imax >= 0.0 else total


@kernel
def compute_actuator(m: Model, d: Data, i: int, gains: View) -> None:
    """Compute the force of actuator i, and the rates of its activations."""
    kp, ki, kd, imax, slewmax = gains[0], gains[1], gains[2], gains[3], gains[4]
    adr = m.actuator_actadr[i]
    place = adr + (1 if ki != 0.0 else 0)
    out, setpoint = m.actuator_outadr[i], d.ctrl_used[m.actuator_ctrladr[i]]
    now, early, rate = setpoint, setpoint, 0.0
    if m.actuator_dyntype[i] != mjtDyn.mjDYN_NONE:
        last = adr + m.actuator_actnum[i] - 1
        now, early, rate = d.act[last], actuator_input(m, d, i), d.act_dot[last]
    now = limited_setpoint(m, d, i, now, place, slewmax)
    early = limited_setpoint(m, d, i, early, place, slewmax)
    length = d.actuator_length[out]
    force = kp * (early - length) + kd * (rate - d.actuator_velocity[out])
    if ki != 0.0:
        d.act_dot[adr] = (integral(m, d, adr, now - length, ki, imax) - d.act[adr]) / m.opt.timestep
        force += ki * integral(m, d, adr, early - length, ki, imax)
    if slewmax >= 0.0:
        d.act_dot[place] = (now - d.act[place]) / m.opt.timestep
    d.actuator_force[out] = force


@kernel
def plugin_pid(m: Model, d: Data, instance: int, task: int) -> None:
    """Compute the actuators of an instance.

    Reads   ctrl_used, act, actuator_length, actuator_velocity (nout), time
    Writes  actuator_force (nout) [N or N m], act_dot (na)
    """
    if task == mjtPluginCapabilityBit.mjPLUGIN_ACTUATOR:
        for i in range(m.nactuator):
            if m.actuator_plugin[i] == instance:
                compute_actuator(m, d, i, constants(m, d, instance))
