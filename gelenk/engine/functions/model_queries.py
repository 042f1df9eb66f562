"""Queries of model and data: mj_getTotalmass, mj_readCtrl, mj_readSensor, mju_rayGeom.

Documents: API / Miscellaneous, Ray casting; API / Support
"""

import math

from gelenk.algebra.vec import get3, set3
from gelenk.engine.functions import NO
from gelenk.engine.functions.rotations import get9
from gelenk.engine.query.ray import ray_geom
from gelenk.engine.sensor.delay import read_sample
from gelenk.tables.enums import mjMINVAL, mjtGeom
from gelenk.toolchain.kernel import kernel
from gelenk.toolchain.kernel_types import Data, Model, View


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
    """out (n) = controls of actuator ``i`` at a time, delayed; return NO if it has not n."""
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
    """Write distance and normal of a ray's hit of a primitive; return NO for other types."""
    if not (kind == mjtGeom.mjGEOM_PLANE or (kind >= mjtGeom.mjGEOM_SPHERE and kind <= mjtGeom.mjGEOM_BOX)):
        return NO
    x, n = ray_geom(get3(pos, 0), get9(mat), get3(size, 0), get3(pnt, 0), get3(vec, 0), kind)
    set3(normal, 0, n)
    out[0] = x
    return 0
