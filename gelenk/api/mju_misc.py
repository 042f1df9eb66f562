"""Numbers, text, cones, muscles, rays: mju_sigmoid, mju_str2Type, mju_encodePyramid, mju_muscleGain, mju_rayGeom, ...

Documents: API / Miscellaneous, Type conversion, Ray casting
"""

import math
import random
import sys

import numpy as np

from gelenk.api.mju_vector import same_size
from gelenk.engine.query import ray
from gelenk.tables.enums import mjMAXVAL, mjMINVAL, mjtGeom, mjtObj
from gelenk.tables.objects import KINDS
from gelenk.world.arguments import documented
from gelenk.world.warnings import text

TYPE_NAMES = {kind.type: kind.name for kind in KINDS}
_BY_NAME = {name: int(kind) for kind, name in TYPE_NAMES.items()}


@documented
def mju_type2Str(type):
    """Name of an object type (mjtObj), None when there is none."""
    return TYPE_NAMES.get(type) if type != mjtObj.mjOBJ_DEFAULT else None


@documented
def mju_str2Type(str):
    """Object type (mjtObj) of a name, 0 when there is none."""
    return _BY_NAME.get(str, 0)


@documented
def mju_warningText(warning, info):
    """The message of a warning (mjtWarning) with its argument."""
    return text(warning, info)


@documented
def mju_writeNumBytes(nbytes):
    """A size in readable units, such as "12K"."""
    units = ["", "K", "M", "G", "T", "P", "E"]
    power = 0
    while power < 6 and nbytes >= 1024 << (10 * power) and nbytes % 1 == 0 and nbytes >> (10 * (power + 1)):
        power += 1
    return f"{nbytes >> (10 * power)}{units[power]}"


@documented
def mju_writeLog(type, msg):
    """Send ``msg`` to the log "gelenk" as ``type`` ("WARNING", "ERROR")."""
    from gelenk.world import warnings

    warnings.write_log(type, msg)


@documented
def mju_isBad(x):
    """1 when x is NaN or larger than mjMAXVAL in size, else 0."""
    return int(not -mjMAXVAL <= x <= mjMAXVAL)


@documented
def mju_min(a, b):
    """The smaller one."""
    return min(a, b)


@documented
def mju_max(a, b):
    """The larger one."""
    return max(a, b)


@documented
def mju_clip(x, min, max):
    """x, moved into [min, max]."""
    return min if x < min else max if x > max else x


@documented
def mju_sign(x):
    """-1, 0 or 1."""
    return 1.0 if x > 0.0 else -1.0 if x < 0.0 else 0.0


@documented
def mju_round(x):
    """Nearest integer, halves up."""
    if not math.isfinite(x):
        raise ValueError(f"mju_round: x must be a finite number, not {x}")
    return math.floor(x + 0.5)


@documented
def mju_sigmoid(x):
    """6 x^5 - 15 x^4 + 10 x^3 on [0, 1], 0 below, 1 above."""
    if x <= 0.0:
        return 0.0
    if x >= 1.0:
        return 1.0
    return x * x * x * (3.0 * x * (2.0 * x - 5.0) + 10.0)


@documented
def mju_Halton(index, base):
    """Element ``index`` of the Halton sequence of ``base``, in [0, 1]."""
    if base < 2:
        raise ValueError(f"mju_Halton: base must be at least 2, not {base}")
    result, f, n = 0.0, 1.0 / base, index
    while n > 0:
        n, digit = divmod(n, base)
        result += f * digit
        f /= base
    return result


@documented
def mju_standardNormal(num2):
    """A number of the normal distribution (0, 1)."""
    return random.gauss(0.0, 1.0)


@documented
def mju_springDamper(pos0, vel0, Kp, Kv, dt):
    """Position after time dt of pos'' = -Kp pos - Kv pos', in closed form."""
    det = Kv * Kv - 4.0 * Kp
    if det > mjMINVAL:
        root = math.sqrt(det)
        r1, r2 = 0.5 * (-Kv + root), 0.5 * (-Kv - root)
        c1 = (pos0 * r2 - vel0) / (r2 - r1)
        return c1 * math.exp(r1 * dt) + (pos0 - c1) * math.exp(r2 * dt)
    if det < -mjMINVAL:
        w = math.sqrt(-det) * 0.5
        c = (vel0 + 0.5 * Kv * pos0) / w
        return math.exp(-0.5 * Kv * dt) * (pos0 * math.cos(w * dt) + c * math.sin(w * dt))
    return math.exp(-0.5 * Kv * dt) * (pos0 + (vel0 + 0.5 * Kv * pos0) * dt)


@documented
def mju_encodePyramid(pyramid, force, mu):
    """Edge forces (2 dim - 2) of a pyramidal cone that add up to the contact force (dim).

    As in 3.5.0, dim is the size of ``mu``, of which the last number is not used; dim 1 copies the normal force.
    """
    dim = mu.size
    if force.size < dim or pyramid.size < max(1, 2 * (dim - 1)):
        raise TypeError(f"mju_encodePyramid: force needs {dim} numbers and pyramid {max(1, 2 * (dim - 1))}")
    if dim < 2:
        pyramid[0] = force[0]
        return
    share = force[0] / (dim - 1)
    side = np.minimum(share, force[1:dim] / mu[: dim - 1])
    pyramid[0 : 2 * dim - 2 : 2] = 0.5 * (share + side)
    pyramid[1 : 2 * dim - 2 : 2] = 0.5 * (share - side)


@documented
def mju_decodePyramid(force, pyramid, mu):
    """Contact force (dim) of the edge forces (2 dim - 2) of a pyramidal cone; dim: size of ``mu``, as in 3.5.0."""
    dim = mu.size
    if force.size < dim or pyramid.size < max(1, 2 * (dim - 1)):
        raise TypeError(f"mju_decodePyramid: force needs {dim} numbers and pyramid {max(1, 2 * (dim - 1))}")
    if dim < 2:
        force[0] = pyramid[0]
        return
    edges = pyramid[: 2 * dim - 2]
    force[0] = edges.sum()
    force[1:dim] = (edges[0::2] - edges[1::2]) * mu[: dim - 1]


@documented
def mju_muscleGain(len, vel, lengthrange, acc0, prm):
    """Active force of a muscle per activation: -F0 FL(len) FV(vel)  (Modelling / Muscles)."""
    from gelenk.engine.force.muscle import muscle_gain

    return muscle_gain(len, vel, *lengthrange, acc0, tuple(prm))


@documented
def mju_muscleBias(len, lengthrange, acc0, prm):
    """Passive force of a muscle: -F0 FP(len)  (Modelling / Muscles)."""
    from gelenk.engine.force.muscle import muscle_bias

    return muscle_bias(len, *lengthrange, acc0, tuple(prm))


@documented
def mju_muscleDynamics(ctrl, act, prm):
    """Rate of change of the activation of a muscle  (Modelling / Muscles)."""
    from gelenk.engine.force.muscle import muscle_dynamics

    return muscle_dynamics(ctrl, act, tuple(prm))


@documented
def mju_rayGeom(pos, mat, size, pnt, vec, geomtype, normal):
    """Distance along the ray at which it meets a primitive geom, -1 without a hit; ``normal`` (3) at the hit."""
    if not vec.any():
        raise ValueError("mju_rayGeom: vec must not be zero")
    primitive = (
        mjtGeom.mjGEOM_PLANE,
        mjtGeom.mjGEOM_SPHERE,
        mjtGeom.mjGEOM_CAPSULE,
        mjtGeom.mjGEOM_ELLIPSOID,
    )
    if geomtype not in (*primitive, mjtGeom.mjGEOM_CYLINDER, mjtGeom.mjGEOM_BOX):
        raise ValueError(f"mju_rayGeom: geomtype must be a primitive geom type, not {geomtype}")
    x, n = ray.ray_geom(tuple(pos), tuple(mat), tuple(size), tuple(pnt), tuple(vec), geomtype)
    if normal is not None:
        normal[:] = n
    return float(x)


@documented
def mju_printMat(mat):
    """Write a matrix to standard output."""
    sys.stdout.write("\n".join(" ".join(f"{x:.4f}" for x in row) for row in mat) + "\n")


@documented
def mju_printMatSparse(mat, rownnz, rowadr, colind):
    """Write the rows of a CSR matrix to standard output as column: value."""
    same_size("mju_printMatSparse", rownnz=rownnz, rowadr=rowadr)
    for adr, n in zip(rowadr, rownnz, strict=True):
        part = zip(colind[adr : adr + n], mat[adr : adr + n], strict=True)
        sys.stdout.write(" ".join(f"{c}: {x:.4f}" for c, x in part) + "\n")
