"""Miscellaneous numbers, text, cones, muscles: mju_sigmoid, mju_str2Type, mju_rayGeom, ...

Documents: API / Miscellaneous, Type conversion, Ray casting; API / Thread

Also friction pyramids and muscles (mju_encodePyramid, mju_muscleGain), and threads for the islands of a simulation:
mju_threadPoolCreate, mju_bindThreadPool, mju_threadPoolDestroy.
"""

import math
import sys

import numpy as np

from gelenk.algebra.random_numbers import halton
from gelenk.runtime.arguments import checked, described, documented
from gelenk.runtime.data import MjData
from gelenk.runtime.log_messages import text
from gelenk.tables.api_enums import kernel_warning
from gelenk.tables.enums import mjMAXVAL, mjtGeom, mjtObj
from gelenk.tables.levels import is_known
from gelenk.tables.object_types import KINDS
from gelenk.toolchain.extension.load import run_kernel

Array = np.ndarray
DRAWS = np.zeros(2)  # count of numbers drawn by mju_standardNormal, second number of the last pair

TYPE_NAMES = {kind.type: kind.name for kind in KINDS}
_UNITS = "", "K", "M", "G", "T", "P", "E"  # units of bytes, each 1024 times the previous one
_LARGEST = 10 * (len(_UNITS) - 1), _UNITS[-1]
# bit length of the lowest set bit -> shift of the byte count, and its unit
_UNIT_OF = {
    bits: (10 * ((bits - 1) // 10), _UNITS[(bits - 1) // 10]) for bits in range(1, 10 * len(_UNITS) + 1)
}
_BY_NAME = {name: int(kind) for kind, name in TYPE_NAMES.items()}
_NAMES = {int(kind): name for kind, name in TYPE_NAMES.items() if kind != mjtObj.mjOBJ_DEFAULT}


@documented
def mju_type2Str(type: int) -> str | None:
    """Return the name of an object type.

    Returns    the name in MJCF, or None
    """
    return _NAMES.get(type)


@documented
def mju_str2Type(str: str) -> int:
    """Return the object type with a name.

    Returns    the type (mjtObj), 0 for an unknown name
    """
    return _BY_NAME.get(str, 0)


@documented
def mju_warningText(warning: int, info: int) -> str:
    """Return the message of a warning.

    Returns    the message, which includes info
    Errors     ValueError: there is no such warning
    """
    return text(kernel_warning(warning), info)


@documented
def mju_writeNumBytes(nbytes: int) -> str:
    """Format a byte count in the largest unit (K, M, ...) that divides it evenly.

    Returns    such as "12K"
    """
    if nbytes < 1024 or nbytes & 1023:
        return str(nbytes)
    shift, unit = _UNIT_OF.get((nbytes & -nbytes).bit_length(), _LARGEST)
    return f"{nbytes >> shift}{unit}"


@documented
def mju_writeLog(type: str, msg: str) -> None:
    """Send a message to the logger "gelenk" at the level named by type."""
    from gelenk.runtime import log_messages

    log_messages.write_log(type, msg)


@documented
def mju_isBad(x: float) -> int:
    """Return whether a number is NaN or exceeds mjMAXVAL in absolute value.

    Returns    1: bad, 0: good
    """
    return int(not -mjMAXVAL <= x <= mjMAXVAL)


@documented
def mju_min(a: float, b: float) -> float:
    """Return the smaller of two numbers.

    Returns    min(a, b)
    """
    return min(a, b)


@documented
def mju_max(a: float, b: float) -> float:
    """Return the larger of two numbers.

    Returns    max(a, b)
    """
    return max(a, b)


@documented
def mju_clip(x: float, min: float, max: float) -> float:
    """Clip a number to a range.

    Returns    max(min, min(max, x))
    """
    return min if x < min else max if x > max else x


@documented
def mju_sign(x: float) -> float:
    """Return the sign of a number.

    Returns    -1, 0 or 1
    """
    return 1.0 if x > 0.0 else -1.0 if x < 0.0 else 0.0


@described
def mju_round(x: float) -> int:
    """Round to the nearest integer, halves upwards; away from zero at levels from 3.11.0 on.

    Returns    floor(x + 1/2), or sign(x) floor(|x| + 1/2)
    Errors     ValueError: x is not finite
    """
    return round_half(*checked("mju_round", (x,)))


def round_half(x: float) -> int:
    """Return the nearest integer (mju_round)."""
    x = float(x)  # native calls pass on objects that are not floats but convert to one
    if not math.isfinite(x):
        raise ValueError(f"mju_round: x must be a finite number, not {x}")
    if x < 0 and is_known("3.11.0"):
        return -math.floor(0.5 - x)
    return math.floor(x + 0.5)


@documented
def mju_sigmoid(x: float) -> float:
    """Evaluate a twice differentiable smooth step: 0 below 0 and 1 above 1.

    Returns    6 x^5 - 15 x^4 + 10 x^3 on [0, 1]
    Source     API / mju_sigmoid; Perlin 2002
    """
    return run_kernel("sigmoid", x)


@documented
def mju_Halton(index: int, base: int) -> float:
    """Return an element of the Halton sequence: index in base, mirrored at the radix point.

    Returns    a number in [0, 1)
    Errors     ValueError: base is less than 2
    Source     API / mju_Halton; Halton 1960
    """
    if base < 2:
        raise ValueError(f"mju_Halton: base must be at least 2, not {base}")
    out = np.zeros(1)
    if max(abs(index), base) < 1 << 63 and run_kernel("mirrored", index, base, out) == 0:
        return float(out[0])
    return halton(index, base)


@documented
def mju_standardNormal(num2: float | None) -> float:
    """Return a random number of the standard normal distribution.

    Numbers are drawn in pairs; the next call returns the second of a pair. The sequence is the same in each process and
    has no seed: use a generator of numpy where a seed is needed.

    Returns    the number
    Source     API / mju_standardNormal; Box and Muller 1958; Salmon, Moraes, Dror and Shaw 2011
    """
    return run_kernel("drawn_normal", DRAWS)


@documented
def mju_springDamper(pos0: float, vel0: float, Kp: float, Kv: float, dt: float) -> float:
    """Return the position of a damped spring after a time, in closed form.

    pos'' = -Kp pos - Kv pos'

    Returns    pos(dt) [m]
    """
    return run_kernel("spring_damper", pos0, vel0, Kp, Kv, dt)


@documented
def mju_encodePyramid(pyramid: Array, force: Array, mu: Array) -> None:
    """Convert a contact force to forces along the edges of its friction pyramid.

    dim is the size of mu, and the last element of mu is unused; dim 1 copies the normal force.

    Errors     TypeError: pyramid or force is too short
    Source     API / mju_encodePyramid; Computation / Friction cones
    """
    dim = mu.size
    if force.size < dim or pyramid.size < max(1, 2 * (dim - 1)):
        raise TypeError(f"mju_encodePyramid: force needs {dim} numbers and pyramid {max(1, 2 * (dim - 1))}")
    if not np.may_share_memory(pyramid, force) and not np.may_share_memory(pyramid, mu):
        run_kernel("encode_pyramid", pyramid, force, mu, pyramid.size, force.size, dim)
        return
    if dim < 2:
        pyramid[0] = force[0]
        return
    share = force[0] / (dim - 1)
    side = np.minimum(share, force[1:dim] / mu[: dim - 1])
    pyramid[0 : 2 * dim - 2 : 2] = 0.5 * (share + side)
    pyramid[1 : 2 * dim - 2 : 2] = 0.5 * (share - side)


@documented
def mju_decodePyramid(force: Array, pyramid: Array, mu: Array) -> None:
    """Convert forces along the edges of a friction pyramid to a contact force.

    normal = sum of the edges,  tangent[i] = mu[i] (edge[2 i] - edge[2 i + 1])

    dim is the size of mu, and the last element of mu is unused; dim 1 copies the normal force.

    Errors     TypeError: pyramid or force is too short
    Source     API / mju_decodePyramid; Computation / Friction cones
    """
    dim = mu.size
    if force.size < dim or pyramid.size < max(1, 2 * (dim - 1)):
        raise TypeError(f"mju_decodePyramid: force needs {dim} numbers and pyramid {max(1, 2 * (dim - 1))}")
    if not np.may_share_memory(force, pyramid) and not np.may_share_memory(force, mu):
        run_kernel("decode_pyramid", force, pyramid, mu, force.size, pyramid.size, dim)
        return
    if dim < 2:
        force[0] = pyramid[0]
        return
    edges = pyramid[: 2 * dim - 2]
    force[0] = edges.sum()
    force[1:dim] = (edges[0::2] - edges[1::2]) * mu[: dim - 1]


@documented
def mju_muscleGain(len: float, vel: float, lengthrange: Array, acc0: float, prm: Array) -> float:
    """Return the active force of a muscle per unit of activation.

    -F0 FL(length) FV(velocity), where F0 = force, or scale / acc0 if force is negative

    Returns    the force [N], not positive
    Source     API / mju_muscleGain; Modeling / Muscles
    """
    return run_kernel("gain_of_muscle", len, vel, lengthrange, acc0, prm)


@documented
def mju_muscleBias(len: float, lengthrange: Array, acc0: float, prm: Array) -> float:
    """Return the passive force of a muscle.

    -F0 FP(length), where F0 = force, or scale / acc0 if force is negative

    Returns    the force [N], not positive
    Source     API / mju_muscleBias; Modeling / Muscles
    """
    return run_kernel("bias_of_muscle", len, lengthrange, acc0, prm)


@documented
def mju_muscleDynamics(ctrl: float, act: float, prm: Array) -> float:
    """Return the time derivative of the activation of a muscle.

    (min(max(ctrl, 0), 1) - act) / tau, where tau differs between activation and deactivation

    Returns    the rate [1/s]
    Source     API / mju_muscleDynamics; Millard, Uchida, Seth, Delp 2013; Modeling / Muscles
    """
    return run_kernel("rate_of_muscle", ctrl, act, prm)


@documented
def mju_rayGeom(
    pos: Array, mat: Array, size: Array, pnt: Array, vec: Array, geomtype: int, normal: Array | None = None
) -> float:
    """Intersect a ray with a primitive shape.

    Returns    the distance in lengths of vec, -1 without a hit
    Errors     ValueError: vec is zero, or geomtype is not primitive
    Source     API / Ray casting
    """
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
    out = np.zeros(1)
    run_kernel(
        "shape_ahead", pos, mat, size, pnt, vec, geomtype, np.zeros(3) if normal is None else normal, out
    )
    return float(out[0])


@documented
def mju_printMat(mat: Array) -> None:
    """Print a matrix, one row per line."""
    sys.stdout.write("\n".join(" ".join(f"{x:.4f}" for x in row) for row in mat) + "\n")


@documented
def mju_printMatSparse(mat: Array, rownnz: Array, rowadr: Array, colind: Array) -> None:
    """Print a sparse matrix, one row per line, as column: value.

    Errors     ValueError: a row reaches outside of mat or colind
    """
    for r, (adr, n) in enumerate(zip(rowadr.tolist(), rownnz.tolist(), strict=True)):
        if adr < 0 or n < 0 or adr + n > min(mat.size, colind.size):
            raise ValueError(f"mju_printMatSparse: row {r} reaches outside mat or colind")
        part = zip(colind[adr : adr + n], mat[adr : adr + n], strict=True)
        sys.stdout.write(" ".join(f"{c}: {x:.4f}" for c, x in part) + "\n")


@documented
def mju_threadPoolCreate(number_of_threads: int) -> int:
    """Create a pool of threads that work beside the stepping thread.

    Returns    the id of the pool, for mju_bindThreadPool
    Errors     ValueError: the number of threads is out of range
    Source     API / mju_threadPoolCreate
    """
    from gelenk.runtime import thread_pool  # imported here, since executors import slowly

    return thread_pool.create(number_of_threads)


@documented
def mju_bindThreadPool(d: MjData, thread_pool: int) -> None:
    """Solve the islands of d on the threads of a pool, with bit-identical results.

    Writes     threadpool
    Errors     ValueError: there is no such pool
    Source     API / mju_bindThreadPool
    """
    from gelenk.runtime import thread_pool as threads

    threads.find(thread_pool)
    d.threadpool = thread_pool


@documented
def mju_threadPoolDestroy(thread_pool: int) -> None:
    """Stop the threads of a pool; each MjData bound to it falls back to the stepping thread.

    Errors     ValueError: there is no such pool
    Source     API / mju_threadPoolDestroy
    """
    from gelenk.runtime import thread_pool as threads

    threads.destroy(thread_pool)
