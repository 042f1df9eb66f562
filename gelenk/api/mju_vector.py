"""Vector math for 3, 4 and any number of elements: mju_add3, mju_normalize, mju_dot, ...

Documents: API / Vector math
"""

import numpy as np

from gelenk.runtime.arguments import documented
from gelenk.toolchain.extension.load import run_kernel

Array = np.ndarray


@documented
def mju_zero3(res: Array) -> None:
    """Set a vector to zero.

    res = 0
    """
    res[:] = 0.0


@documented
def mju_zero4(res: Array) -> None:
    """Set a vector of four to zero.

    res = 0
    """
    res[:] = 0.0


@documented
def mju_zero(res: Array) -> None:
    """Set a vector to zero.

    res = 0
    """
    res[:] = 0.0


@documented
def mju_unit4(res: Array) -> None:
    """Set a quaternion to the identity rotation.

    res = (1, 0, 0, 0)
    """
    res[:] = (1.0, 0.0, 0.0, 0.0)


@documented
def mju_fill(res: Array, val: float) -> None:
    """Set all elements to a value.

    res[i] = val
    """
    res[:] = val


@documented
def mju_copy3(res: Array, data: Array) -> None:
    """Copy a vector.

    res = data
    """
    res[:] = data


@documented
def mju_copy4(res: Array, data: Array) -> None:
    """Copy a vector of four.

    res = data
    """
    res[:] = data


@documented
def mju_copy(res: Array, vec: Array) -> None:
    """Copy a vector.

    res = vec
    """
    res[:] = vec


@documented
def mju_scl3(res: Array, vec: Array, scl: float) -> None:
    """Multiply a vector by a scalar.

    res = scl vec
    """
    res[:] = vec * scl


@documented
def mju_scl(res: Array, vec: Array, scl: float) -> None:
    """Multiply a vector by a scalar.

    res = scl vec
    """
    res[:] = vec * scl


@documented
def mju_add3(res: Array, vec1: Array, vec2: Array) -> None:
    """Add vectors.

    res = vec1 + vec2
    """
    res[:] = vec1 + vec2


@documented
def mju_add(res: Array, vec1: Array, vec2: Array) -> None:
    """Add vectors.

    res = vec1 + vec2
    """
    res[:] = vec1 + vec2


@documented
def mju_sub3(res: Array, vec1: Array, vec2: Array) -> None:
    """Subtract vectors.

    res = vec1 - vec2
    """
    res[:] = vec1 - vec2


@documented
def mju_sub(res: Array, vec1: Array, vec2: Array) -> None:
    """Subtract vectors.

    res = vec1 - vec2
    """
    res[:] = vec1 - vec2


@documented
def mju_addTo3(res: Array, vec: Array) -> None:
    """Add a vector in place.

    res += vec
    """
    res += vec


@documented
def mju_addTo(res: Array, vec: Array) -> None:
    """Add a vector in place.

    res += vec
    """
    res += vec


@documented
def mju_subFrom3(res: Array, vec: Array) -> None:
    """Subtract a vector in place.

    res -= vec
    """
    res -= vec


@documented
def mju_subFrom(res: Array, vec: Array) -> None:
    """Subtract a vector in place.

    res -= vec
    """
    res -= vec


@documented
def mju_addToScl3(res: Array, vec: Array, scl: float) -> None:
    """Add a multiple of a vector in place.

    res += scl vec
    """
    run_kernel("add_scaled", res, res, vec, scl, 3)


@documented
def mju_addToScl(res: Array, vec: Array, scl: float) -> None:
    """Add a multiple of a vector in place.

    res += scl vec
    """
    run_kernel("add_scaled", res, res, vec, scl, len(res))


@documented
def mju_addScl3(res: Array, vec1: Array, vec2: Array, scl: float) -> None:
    """Add a vector and a multiple of another.

    res = vec1 + scl vec2
    """
    run_kernel("add_scaled", res, vec1, vec2, scl, 3)


@documented
def mju_addScl(res: Array, vec1: Array, vec2: Array, scl: float) -> None:
    """Add a vector and a multiple of another.

    res = vec1 + scl vec2
    """
    run_kernel("add_scaled", res, vec1, vec2, scl, len(res))


@documented
def mju_norm3(vec: Array) -> float:
    """Return the length of a vector.

    Returns    |vec|, unit of vec
    """
    return run_kernel("norm3", vec)


@documented
def mju_norm(res: Array) -> float:
    """Return the length of a vector.

    Returns    |res|, unit of res
    """
    return run_kernel("norm", res, len(res))


@documented
def mju_L1(vec: Array) -> float:
    """Return the sum of the absolute values of the elements.

    Returns    sum of |vec[i]|, unit of vec
    """
    return run_kernel("total_size", vec, len(vec))


@documented
def mju_sum(vec: Array) -> float:
    """Return the sum of the elements.

    Returns    sum of vec[i], unit of vec
    """
    return run_kernel("total", vec, len(vec))


@documented
def mju_dot3(vec1: Array, vec2: Array) -> float:
    """Return the dot product of two vectors.

    Returns    vec1 . vec2
    """
    return run_kernel("dot3", vec1, vec2)


@documented
def mju_dot(vec1: Array, vec2: Array) -> float:
    """Return the dot product of two vectors.

    Returns    vec1 . vec2
    """
    return run_kernel("dot", vec1, vec2, len(vec1))


@documented
def mju_dist3(pos1: Array, pos2: Array) -> float:
    """Return the distance of two points.

    Returns    |pos1 - pos2|, unit of the points
    """
    return run_kernel("dist3", pos1, pos2)


@documented
def mju_cross(res: Array, a: Array, b: Array) -> None:
    """Compute the cross product of two vectors.

    res = a x b
    """
    run_kernel("cross_product", res, a, b)


@documented
def mju_normalize3(vec: Array) -> float:
    """Normalize a vector; one shorter than mjMINVAL becomes (1, 0, 0).

    vec /= |vec|

    Returns    the length before normalization
    """
    return run_kernel("make_unit", vec, 3)


@documented
def mju_normalize4(vec: Array) -> float:
    """Normalize a quaternion; one shorter than mjMINVAL becomes (1, 0, 0, 0).

    vec /= |vec|

    Returns    the length before normalization
    """
    return run_kernel("make_unit", vec, 4)


@documented
def mju_normalize(res: Array) -> float:
    """Normalize a vector; one shorter than mjMINVAL becomes (1, 0, ...).

    res /= |res|

    Returns    the length before normalization
    """
    return run_kernel("make_unit", res, len(res))


@documented
def mju_isZero(vec: Array) -> int:
    """Return whether all elements are zero.

    Returns    1: all are zero, 0: at least one is not
    """
    return int(not vec.any())


@documented
def mju_insertionSort(list: Array) -> None:
    """Sort numbers in increasing order."""
    if run_kernel("sorted_numbers", list, list.size):
        list.sort()


@documented
def mju_insertionSortInt(list: Array) -> None:
    """Sort integers in increasing order."""
    list.sort()


@documented
def mju_d2n(res: Array, vec: Array) -> None:
    """Copy doubles to mjtNum, which is double.

    res = vec
    """
    res[:] = vec


@documented
def mju_n2d(res: Array, vec: Array) -> None:
    """Copy mjtNum, which is double, to doubles.

    res = vec
    """
    res[:] = vec


@documented
def mju_f2n(res: Array, vec: Array) -> None:
    """Copy floats to mjtNum, which is double.

    res = vec
    """
    res[:] = vec


@documented
def mju_n2f(res: Array, vec: Array) -> None:
    """Round mjtNum, which is double, to floats; values beyond their range become infinite.

    res = vec
    """
    with np.errstate(all="ignore"):
        res[:] = vec
