"""Vectors of three, four and any number of elements: mju_add3, mju_normalize, mju_dot, ...

Documents: API / Vector math
"""

import math

import numpy as np

from gelenk.tables.enums import mjMINVAL
from gelenk.world.arguments import documented


def same_size(function, **arrays):
    """Raise TypeError unless all ``arrays`` have equally many elements."""
    sizes = {name: a.size for name, a in arrays.items() if a is not None}
    if len(set(sizes.values())) > 1:
        raise TypeError(f"{function}: sizes differ: " + ", ".join(f"{n} {s}" for n, s in sizes.items()))


@documented
def mju_zero3(res):
    """res = 0"""
    res[:] = 0.0


@documented
def mju_zero4(res):
    """res = 0"""
    res[:] = 0.0


@documented
def mju_zero(res):
    """res = 0"""
    res[:] = 0.0


@documented
def mju_unit4(res):
    """res = (1, 0, 0, 0), the quaternion of no rotation"""
    res[:] = (1.0, 0.0, 0.0, 0.0)


@documented
def mju_fill(res, val):
    """res[i] = val"""
    res[:] = val


@documented
def mju_copy3(res, data):
    """res = data"""
    res[:] = data


@documented
def mju_copy4(res, data):
    """res = data"""
    res[:] = data


@documented
def mju_copy(res, vec):
    """res = vec"""
    same_size("mju_copy", res=res, vec=vec)
    res[:] = vec


@documented
def mju_scl3(res, vec, scl):
    """res = scl vec"""
    res[:] = vec * scl


@documented
def mju_scl(res, vec, scl):
    """res = scl vec"""
    same_size("mju_scl", res=res, vec=vec)
    res[:] = vec * scl


@documented
def mju_add3(res, vec1, vec2):
    """res = vec1 + vec2"""
    res[:] = vec1 + vec2


@documented
def mju_add(res, vec1, vec2):
    """res = vec1 + vec2"""
    same_size("mju_add", res=res, vec1=vec1, vec2=vec2)
    res[:] = vec1 + vec2


@documented
def mju_sub3(res, vec1, vec2):
    """res = vec1 - vec2"""
    res[:] = vec1 - vec2


@documented
def mju_sub(res, vec1, vec2):
    """res = vec1 - vec2"""
    same_size("mju_sub", res=res, vec1=vec1, vec2=vec2)
    res[:] = vec1 - vec2


@documented
def mju_addTo3(res, vec):
    """res += vec"""
    res += vec


@documented
def mju_addTo(res, vec):
    """res += vec"""
    same_size("mju_addTo", res=res, vec=vec)
    res += vec


@documented
def mju_subFrom3(res, vec):
    """res -= vec"""
    res -= vec


@documented
def mju_subFrom(res, vec):
    """res -= vec"""
    same_size("mju_subFrom", res=res, vec=vec)
    res -= vec


@documented
def mju_addToScl3(res, vec, scl):
    """res += scl vec"""
    res += vec * scl


@documented
def mju_addToScl(res, vec, scl):
    """res += scl vec"""
    same_size("mju_addToScl", res=res, vec=vec)
    res += vec * scl


@documented
def mju_addScl3(res, vec1, vec2, scl):
    """res = vec1 + scl vec2"""
    res[:] = vec1 + vec2 * scl


@documented
def mju_addScl(res, vec1, vec2, scl):
    """res = vec1 + scl vec2"""
    same_size("mju_addScl", res=res, vec1=vec1, vec2=vec2)
    res[:] = vec1 + vec2 * scl


@documented
def mju_norm3(vec):
    """|vec|"""
    return math.sqrt(float(vec @ vec))


@documented
def mju_norm(res):
    """|res|"""
    return math.sqrt(float(res @ res))


@documented
def mju_L1(vec):
    """Sum of the absolute values."""
    return float(np.abs(vec).sum())


@documented
def mju_sum(vec):
    """Sum of the elements."""
    return float(vec.sum())


@documented
def mju_dot3(vec1, vec2):
    """vec1 . vec2"""
    return float(vec1 @ vec2)


@documented
def mju_dot(vec1, vec2):
    """vec1 . vec2"""
    same_size("mju_dot", vec1=vec1, vec2=vec2)
    return float(vec1 @ vec2)


@documented
def mju_dist3(pos1, pos2):
    """|pos1 - pos2|"""
    return float(np.sqrt(((pos1 - pos2) ** 2).sum()))


@documented
def mju_cross(res, a, b):
    """res = a x b"""
    res[:] = np.cross(a, b)


def _normalize(res):
    length = math.sqrt(float(res @ res))
    if length < mjMINVAL:
        res[:] = 0.0
        res[:1] = 1.0
    else:
        res /= length
    return length


@documented
def mju_normalize3(vec):
    """vec /= |vec|, or (1, 0, 0) when it is shorter than mjMINVAL; returns the length before."""
    return _normalize(vec)


@documented
def mju_normalize4(vec):
    """vec /= |vec|, or (1, 0, 0, 0) when it is shorter than mjMINVAL; returns the length before."""
    return _normalize(vec)


@documented
def mju_normalize(res):
    """res /= |res|, or (1, 0, ...) when it is shorter than mjMINVAL; returns the length before."""
    return _normalize(res)


@documented
def mju_isZero(vec):
    """1 when all elements are zero, else 0."""
    return int(not vec.any())


@documented
def mju_insertionSort(list):
    """Sort in place, ascending."""
    list.sort()


@documented
def mju_insertionSortInt(list):
    """Sort in place, ascending."""
    list.sort()


@documented
def mju_d2n(res, vec):
    """res = vec, double to number"""
    same_size("mju_d2n", res=res, vec=vec)
    res[:] = vec


@documented
def mju_n2d(res, vec):
    """res = vec, number to double"""
    same_size("mju_n2d", res=res, vec=vec)
    res[:] = vec


@documented
def mju_f2n(res, vec):
    """res = vec, float to number"""
    same_size("mju_f2n", res=res, vec=vec)
    res[:] = vec


@documented
def mju_n2f(res, vec):
    """res = vec, number to float"""
    same_size("mju_n2f", res=res, vec=vec)
    res[:] = vec
