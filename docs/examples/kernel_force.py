"""A force of our own as a kernel: gravity towards one point, tested on the orbit that Kepler found."""

import numpy as np

import gelenk
from gelenk.kernels import PASSIVE, Data, Model, add_force, constants, kernel, load3, norm, scale


@kernel
def attraction(m: Model, d: Data, instance: int, task: int) -> None:
    """f = - mu mass x / |x|^3 at the center of mass of every body."""
    if task == PASSIVE:
        mu = constants(m, d, instance)[0]
        for b in range(1, m.nbody):
            x = load3(d.xipos, b)
            r = norm(x)
            add_force(m, d, d.qfrc_passive, b, x, scale(x, -mu * m.body_mass[b] / (r * r * r)))


class Attraction(gelenk.Plugin):
    """Attributes become constants, in their order."""

    name, attributes, capabilities = "examples.attraction", ("mu",), gelenk.PluginTask.PASSIVE
    kernel = attraction


gelenk.register_plugin(Attraction)
PLANET = """<mujoco><option gravity="0 0 0" integrator="RK4" timestep="0.002"/>
  <extension><plugin plugin="examples.attraction"><instance name="sun">
    <config key="mu" value="{mu}"/></instance></plugin>
  </extension>
  <worldbody><body name="planet" pos="1 0 0"><freejoint/><geom size="0.1" mass="3"/>
    <plugin instance="sun"/></body></worldbody></mujoco>"""


def orbit(mu: float, speed: float, start: float = 1.0) -> tuple[float, float]:
    """Semi-major axis and period of the orbit that begins at right angles to the ray (Kepler's third law)."""
    a = 1.0 / (2.0 / start - speed * speed / mu)
    return a, 2.0 * np.pi * np.sqrt(a**3 / mu)


if __name__ == "__main__":
    mu, speed = 4.0, 2.2
    m = gelenk.MjModel.from_xml_string(PLANET.format(mu=mu))
    d = gelenk.MjData(m)
    d.qvel[1] = speed
    a, period = orbit(mu, speed)
    half = round(0.5 * period / m.opt.timestep)
    m.opt.timestep = 0.5 * period / half
    gelenk.mj_step(m, d, half)
    np.testing.assert_allclose(d.qpos[:3], (1 - 2 * a, 0, 0), atol=1e-8)
    gelenk.mj_step(m, d, half)
    np.testing.assert_allclose(d.qpos[:3], (1, 0, 0), atol=1e-8)
    print("an orbit of", round(period, 3), "s, as Kepler says")
