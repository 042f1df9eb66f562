"""Element weights: barycentric coordinates of the nearest point of a flex element.

Documents: Modeling / Deformable objects; release notes 4.0 (contacts of flex elements)

The nearest point of a tetrahedron is the point itself if it is inside, else that of the nearest side. Weights are in
the order of the vertices of the element, at least 0, add up to 1, and reproduce the nearest point.
"""

from gelenk.algebra.vec import Vec3, cross, dot, nearest_on_triangle, sub
from gelenk.engine.flex.element_shapes import corner
from gelenk.toolchain.kernel import kernel
from gelenk.toolchain.kernel_types import Data, Model

Weights = tuple[float, float, float, float]


@kernel
def segment_weight(p: Vec3, a: Vec3, b: Vec3) -> float:
    """Return the weight of b in the point of a segment nearest to p."""
    ab = sub(b, a)
    square = dot(ab, ab)
    return max(0.0, min(1.0, dot(sub(p, a), ab) / square)) if square > 0.0 else 0.0


@kernel
def triangle_weights(p: Vec3, a: Vec3, b: Vec3, c: Vec3) -> Vec3:
    """Return the weights of a, b and c in the point of a triangle nearest to p."""
    x, _ = nearest_on_triangle(p, a, b, c)
    ab, ac, ax = sub(b, a), sub(c, a), sub(x, a)
    bb, bc, cc = dot(ab, ab), dot(ab, ac), dot(ac, ac)
    scale = bb * cc - bc * bc
    if not scale > 0.0:  # no area
        t = segment_weight(x, a, b if bb >= cc else c)
        return (1.0 - t, t, 0.0) if bb >= cc else (1.0 - t, 0.0, t)
    xb, xc = dot(ax, ab), dot(ax, ac)
    v = max(0.0, min(1.0, (cc * xb - bc * xc) / scale))
    w = max(0.0, min(1.0 - v, (bb * xc - bc * xb) / scale))
    return 1.0 - v - w, v, w


@kernel
def volume(a: Vec3, b: Vec3, c: Vec3, e: Vec3) -> float:
    """Return six times the signed volume of a tetrahedron."""
    return dot(cross(sub(b, a), sub(c, a)), sub(e, a))


@kernel
def tetrahedron_weights(p: Vec3, a: Vec3, b: Vec3, c: Vec3, e: Vec3) -> Weights:
    """Return the weights of the vertices in the point of a tetrahedron nearest to p."""
    whole = volume(a, b, c, e)
    if whole != 0.0:
        wa, wb = volume(p, b, c, e) / whole, volume(a, p, c, e) / whole
        wc, we = volume(a, b, p, e) / whole, volume(a, b, c, p) / whole
        if wa >= 0.0 and wb >= 0.0 and wc >= 0.0 and we >= 0.0:
            return wa, wb, wc, we
    best, found = -1.0, (0.0, 0.0, 0.0, 0.0)
    for side in range(4):  # opposite to vertex side
        i, j, k = (
            b if side == 0 else a,
            c if side < 2 else b,
            e if side < 3 else c,
        )
        near, _ = nearest_on_triangle(p, i, j, k)
        away = sub(p, near)
        square = dot(away, away)
        if best < 0.0 or square < best:
            best = square
            u, v, w = triangle_weights(p, i, j, k)
            if side == 0:
                found = (0.0, u, v, w)
            elif side == 1:
                found = (u, 0.0, v, w)
            elif side == 2:
                found = (u, v, 0.0, w)
            else:
                found = (u, v, w, 0.0)
    return found


@kernel
def element_weights(m: Model, d: Data, f: int, e: int, p: Vec3) -> Weights:
    """Return the weights of the vertices of element ``e`` of flex ``f``; 0 for missing ones."""
    a, b = corner(m, d, f, e, 0), corner(m, d, f, e, 1)
    if m.flex_dim[f] == 1:
        t = segment_weight(p, a, b)
        return 1.0 - t, t, 0.0, 0.0
    c = corner(m, d, f, e, 2)
    if m.flex_dim[f] == 2:
        u, v, w = triangle_weights(p, a, b, c)
        return u, v, w, 0.0
    return tetrahedron_weights(p, a, b, c, corner(m, d, f, e, 3))
