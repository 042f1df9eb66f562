"""A sensor of our own as a kernel: the magnetic field of a dipole at a site, in the frame of the site."""

import numpy as np

import gelenk
from gelenk.kernels import (
    SENSOR,
    Data,
    Model,
    add_scaled,
    constants,
    dot,
    get3,
    kernel,
    load3,
    load9,
    mat_t_vec,
    norm,
    scale,
    set3,
)

PERMEABILITY = 1e-7  # mu_0 / (4 pi) [T m/A], to ten digits


@kernel
def field(m: Model, d: Data, instance: int, task: int) -> None:
    """B = mu_0 / (4 pi r^3) (3 (p . u) u - p) at distance r in the direction u from a dipole p at the origin."""
    if task == SENSOR:
        p = get3(constants(m, d, instance), 0)
        for i in range(m.nsensor):
            if m.sensor_plugin[i] == instance:
                site = m.sensor_objid[i]
                x = load3(d.site_xpos, site)
                r = norm(x)
                u = scale(x, 1.0 / r)
                b = scale(add_scaled(scale(u, 3.0 * dot(p, u)), p, -1.0), PERMEABILITY / (r * r * r))
                set3(d.sensordata, m.sensor_adr[i], mat_t_vec(load9(d.site_xmat, site), b))


class Magnetometer(gelenk.Plugin):
    """moment: dipole moment [A m^2], three numbers."""

    name, attributes, capabilities = "examples.dipole", ("moment",), gelenk.PluginTask.SENSOR
    needstage = gelenk.mjtStage.mjSTAGE_POS
    kernel = field

    def numbers(self, m, instance, config):
        """An attribute of three numbers."""
        return [float(word) for word in config["moment"].split()]

    def sensor_size(self, config):
        """A vector."""
        return 3


gelenk.register_plugin(Magnetometer)
COMPASS = """<mujoco><extension><plugin plugin="examples.dipole"><instance name="magnet">
    <config key="moment" value="0 0 2"/></instance></plugin></extension>
  <worldbody><body mocap="true"><geom size="0.1"/><site name="compass"/></body></worldbody>
  <sensor><plugin instance="magnet" objtype="site" objname="compass"/></sensor></mujoco>"""


def reading(m, d, pos, quat=(1, 0, 0, 0)):
    """What the compass shows in a pose."""
    d.mocap_pos[0], d.mocap_quat[0] = pos, quat
    gelenk.mj_forward(m, d)
    return d.sensordata.copy()


if __name__ == "__main__":
    m = gelenk.MjModel.from_xml_string(COMPASS)
    d = gelenk.MjData(m)
    r, strength = 0.5, 2e-7 / 0.5**3
    np.testing.assert_allclose(reading(m, d, (0, 0, r)), (0, 0, 2 * strength), atol=1e-20)  # above the pole
    np.testing.assert_allclose(reading(m, d, (r, 0, 0)), (0, 0, -strength), atol=1e-20)  # at the equator
    quarter = (np.sqrt(0.5), np.sqrt(0.5), 0, 0)  # turned about x: the field is then along -y of the site
    np.testing.assert_allclose(reading(m, d, (r, 0, 0), quarter), (0, -strength, 0), atol=1e-20)
    print("at the equator", strength, "T")
