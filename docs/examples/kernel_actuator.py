"""An actuator of our own as a kernel: a DC motor, whose current takes time and whose turning works against it."""

import numpy as np

import gelenk
from gelenk.kernels import ACTUATOR, Data, Model, constants, kernel


@kernel
def motor(m: Model, d: Data, instance: int, task: int) -> None:
    """Torque k i of the current i, which is the activation: L di/dt = voltage - R i - k speed."""
    if task == ACTUATOR:
        numbers = constants(m, d, instance)
        k, resistance, inductance = numbers[0], numbers[1], numbers[2]
        for u in range(m.nu):
            if m.actuator_plugin[u] == instance:
                at = m.actuator_actadr[u]
                voltage = d.ctrl_used[u] - resistance * d.act[at] - k * d.actuator_velocity[u]
                d.act_dot[at] = voltage / inductance
                d.actuator_force[u] = k * d.act[at]


class Motor(gelenk.Plugin):
    """k [N m/A or V s/rad], resistance [ohm], inductance [H]."""

    name, attributes = "examples.motor", ("k", "resistance", "inductance")
    capabilities, kernel = gelenk.PluginTask.ACTUATOR, motor


gelenk.register_plugin(Motor)
ROTOR = """<mujoco><option gravity="0 0 0" integrator="RK4" timestep="1e-4"/>
  <extension><plugin plugin="examples.motor"/></extension>
  <worldbody><body><joint name="shaft" type="hinge"/>
    <inertial pos="0 0 0" mass="1" diaginertia="0.002 0.002 0.002"/></body></worldbody>
  <actuator><plugin plugin="examples.motor" joint="shaft" actdim="1"><config key="k" value="0.05"/>
    <config key="resistance" value="0.5"/><config key="inductance" value="0.01"/></plugin></actuator></mujoco>"""


def speed(t: float, voltage: float, k: float, resistance: float, inductance: float, inertia: float) -> float:
    """Speed [rad/s] of a motor from rest at constant voltage: x' = A x + b, solved in the eigenvectors of A."""
    a = np.array([[-resistance / inductance, -k / inductance], [k / inertia, 0.0]])
    rates, vectors = np.linalg.eig(a)
    end = np.array([0.0, voltage / k])
    return (end - vectors @ (np.exp(rates * t) * np.linalg.solve(vectors, end)))[1].real


if __name__ == "__main__":
    m = gelenk.MjModel.from_xml_string(ROTOR)
    d = gelenk.MjData(m)
    d.ctrl[0] = 6.0
    for _ in range(5):
        gelenk.mj_step(m, d, 1000)
        expected = speed(d.time, 6.0, 0.05, 0.5, 0.01, 0.002)
        np.testing.assert_allclose(d.qvel[0], expected, rtol=1e-10)
    print("after", round(d.time, 3), "s the shaft turns with", d.qvel[0], "rad/s")
