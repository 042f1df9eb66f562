"""The point of a triangle nearest to another point.

Documents: Computation / Collision detection; Ericson 2005, Real-time collision detection, section 5.1.5
"""

from gelenk.algebra.vec import Vec3, add_scaled, dot, sub
from gelenk.jit.kernel import kernel

# features of a triangle a, b, c: its face, the edges ab, bc, ca, the corners a, b, c
FACE, EDGE, CORNER = 0, 1, 4


@kernel
def nearest_on_triangle(p: Vec3, a: Vec3, b: Vec3, c: Vec3) -> tuple[Vec3, int]:
    """The point of triangle a, b, c nearest to p, and the feature that it is on; the triangle may have no area."""
    ab, ac, ap = sub(b, a), sub(c, a), sub(p, a)
    d1, d2 = dot(ab, ap), dot(ac, ap)
    if d1 <= 0.0 and d2 <= 0.0:
        return a, CORNER
    bp = sub(p, b)
    d3, d4 = dot(ab, bp), dot(ac, bp)
    if d3 >= 0.0 and d4 <= d3:
        return b, CORNER + 1
    vc = d1 * d4 - d3 * d2
    if vc <= 0.0 and d1 >= 0.0 and d3 <= 0.0:
        return add_scaled(a, ab, d1 / (d1 - d3)) if d1 > d3 else a, EDGE
    cp = sub(p, c)
    d5, d6 = dot(ab, cp), dot(ac, cp)
    if d6 >= 0.0 and d5 <= d6:
        return c, CORNER + 2
    vb = d5 * d2 - d1 * d6
    if vb <= 0.0 and d2 >= 0.0 and d6 <= 0.0:
        return add_scaled(a, ac, d2 / (d2 - d6)) if d2 > d6 else a, EDGE + 2
    va = d3 * d6 - d5 * d4
    if va <= 0.0 and d4 >= d3 and d5 >= d6:
        along = (d4 - d3) + (d5 - d6)
        return add_scaled(b, sub(c, b), (d4 - d3) / along) if along > 0.0 else b, EDGE + 1
    total = va + vb + vc
    return add_scaled(add_scaled(a, ab, vb / total), ac, vc / total), FACE
