"""A shape of our own as a kernel: a box with round edges, by its signed distance field."""

import numpy as np

import gelenk
from gelenk.kernels import SDF, Data, Model, constants, get3, kernel, load3, norm


@kernel
def rounded_box(m: Model, d: Data, instance: int, task: int) -> None:
    """|max(q, 0)| + min(max(q), 0) - radius, with q = |x| - half sizes of the box that is rounded."""
    if task == SDF:
        numbers = constants(m, d, instance)
        s, radius = get3(numbers, 0), numbers[3]
        for i in range(d.sdf_count):
            x, y, z = load3(d.sdf_point, i)
            q = (abs(x) - s[0], abs(y) - s[1], abs(z) - s[2])
            outside = norm((max(q[0], 0.0), max(q[1], 0.0), max(q[2], 0.0)))
            d.sdf_value[i] = outside + min(max(q[0], q[1], q[2]), 0.0) - radius


class RoundedBox(gelenk.Plugin):
    """Half sizes of the box that is rounded, and the radius of its edges [m]."""

    name, attributes = "examples.rounded_box", ("x", "y", "z", "radius")
    capabilities, kernel = gelenk.PluginTask.SDF, rounded_box

    def sdf_aabb(self, config):
        """Center and half sizes of a box around it."""
        radius = float(config["radius"])
        return 0, 0, 0, *(float(config[key]) + radius for key in "xyz")


gelenk.register_plugin(RoundedBox)
TABLE = """<mujoco><extension><plugin plugin="examples.rounded_box"><instance name="box"><config key="x" value="0.3"/>
      <config key="y" value="0.2"/><config key="z" value="0.1"/><config key="radius" value="0.05"/></instance></plugin>
  </extension>
  <asset><mesh name="box"><plugin instance="box"/></mesh></asset>
  <worldbody><body name="table"><geom type="sdf" mesh="box"><plugin instance="box"/></geom></body>
    <body pos="0.05 0.03 0.5"><freejoint/><geom name="ball" size="0.1"/></body></worldbody></mujoco>"""


def volume(half, radius):
    """Volume of a box and all within ``radius`` of it: the box, its faces, edges and corners (Steiner)."""
    x, y, z = 2 * np.asarray(half)
    faces, edges = 2 * (x * y + y * z + z * x), 4 * (x + y + z)
    return x * y * z + faces * radius + edges * np.pi * radius**2 / 4 + 4 / 3 * np.pi * radius**3


if __name__ == "__main__":
    m = gelenk.MjModel.from_xml_string(TABLE)
    d = gelenk.MjData(m)
    gelenk.mj_step(m, d, 2000)
    np.testing.assert_allclose(d.qpos[2], 0.25, atol=2e-3)
    mass = 1000.0 * volume((0.3, 0.2, 0.1), 0.05)  # of a surface that is found to the width of a cell
    np.testing.assert_allclose(m.body("table").mass[0], mass, rtol=0.02)
    print("the ball rests at", d.qpos[2], "on", m.body("table").mass[0], "kg; exactly", mass)
