"""Exact linesearch: minimize the cost along a direction by Newton's method.

Documents: Computation / Constraint solver / Algorithms; XML reference / option (ls_iterations, ls_tolerance)

    phi(a) = gauss(qacc + a search) + s(jar + a jv),  jv = J search
phi is convex with a continuous derivative, so the zero of phi' is bracketed from the first points on; a
Newton step that leaves the bracket is replaced by its midpoint.
"""

import math

from gelenk.algebra.vec import Vec2
from gelenk.engine.constraint.solver.cost import cone_region, cone_stiffness, friction_region, is_violated
from gelenk.engine.constraint.solver.islands import Island
from gelenk.tables.enums import mjtCone, mjtConstraintState
from gelenk.tables.precision import Limits
from gelenk.toolchain.kernel import kernel, spread, total
from gelenk.toolchain.kernel_types import Data, Model


@kernel
def cone_along(d: Data, c: int, row: int) -> None:
    """Write cone_line of one contact.

    cone_line has U.U, U.V, V.V of the friction part, and first and second derivative of the quadratic region.
    """
    uu = 0.0
    uv = 0.0
    vv = 0.0
    slope = d.row_D[row] * d.row_jar[row] * d.row_jv[row]
    curve = d.row_D[row] * d.row_jv[row] * d.row_jv[row]
    for j in range(1, d.contact_dim[c]):
        x, v, w, mu = d.row_jar[row + j], d.row_jv[row + j], d.row_D[row + j], d.contact_friction[c, j - 1]
        uu += mu * mu * x * x
        uv += mu * mu * x * v
        vv += mu * mu * v * v
        slope += w * x * v
        curve += w * v * v
    d.cone_line[c, 0] = uu
    d.cone_line[c, 1] = uv
    d.cone_line[c, 2] = vv
    d.cone_line[c, 3] = slope
    d.cone_line[c, 4] = curve


@kernel
def cone_slope(d: Data, c: int, row: int, a: float) -> Vec2:
    """Return first and second derivative of one elliptic contact's cost at step ``a``."""
    uu, uv, vv = d.cone_line[c, 0], d.cone_line[c, 1], d.cone_line[c, 2]
    normal = d.row_jar[row] + a * d.row_jv[row]
    radius = math.sqrt(max(0.0, uu + a * (2.0 * uv + a * vv)))
    region = cone_region(normal, radius, d.contact_mu[c])
    if region == mjtConstraintState.mjCNSTRSTATE_SATISFIED:
        return 0.0, 0.0
    if region != mjtConstraintState.mjCNSTRSTATE_CONE:
        return d.cone_line[c, 3] + a * d.cone_line[c, 4], d.cone_line[c, 4]
    scale = cone_stiffness(d.row_D[row], d.contact_mu[c])
    excess = radius - normal
    turn = (uv + a * vv) / radius
    rate = turn - d.row_jv[row]
    return scale * excess * rate, scale * (rate * rate + excess * (vv - turn * turn) / radius)


@kernel
def fixed_slope(d: Data, isl: Island) -> Vec2:
    """Return derivative at 0 and curvature of the quadratic part: Gauss cost and equalities."""
    slope = 0.0
    curve = 0.0
    for i in spread(d, isl.dof0, isl.dof1):
        slope += d.sol_search[i] * (d.sol_Ma[i] - d.sol_frc[i])
        curve += d.sol_search[i] * d.sol_Ms[i]
    for r in spread(d, isl.row0, isl.row_eq):
        v = d.row_D[r] * d.row_jv[r]
        slope += v * d.row_jar[r]
        curve += v * d.row_jv[r]
    return total(d, slope), total(d, curve)


@kernel
def cones_along(d: Data, isl: Island) -> None:
    """Write cone_line of all elliptic contacts."""
    r = isl.row_fr
    while r < isl.row1:
        c = d.row_cone[r]
        if c >= 0:
            cone_along(d, c, r)
            r += d.contact_dim[c]
        else:
            r += 1


@kernel
def friction_slope(d: Data, isl: Island, a: float) -> Vec2:
    """Return first and second derivative of the friction loss rows at step ``a``."""
    slope = 0.0
    curve = 0.0
    for r in spread(d, isl.row_eq, isl.row_fr):
        v = d.row_jv[r]
        x = d.row_jar[r] + a * v
        limit, edge = d.row_limit[r], d.row_edge[r]
        region = friction_region(x, edge)
        if region == mjtConstraintState.mjCNSTRSTATE_LINEARNEG:
            slope -= limit * v
        elif region == mjtConstraintState.mjCNSTRSTATE_LINEARPOS:
            slope += limit * v
        else:
            w = d.row_D[r] * v
            slope += w * x
            curve += w * v
    return total(d, slope), total(d, curve)


@kernel
def inequality_slope(d: Data, first: int, end: int, a: float) -> Vec2:
    """Return first and second derivative of the inequality rows at step ``a``.

    Inequality rows are limits, frictionless contacts and edges of pyramids.
    """
    jar, jv, weight = d.row_jar, d.row_jv, d.row_D
    slope = 0.0
    curve = 0.0
    for r in spread(d, first, end):  # without branches, so that the loop vectorizes
        v = jv[r]
        x = jar[r] + a * v
        w = weight[r] * v
        slope += w * x if is_violated(x) else 0.0
        curve += w * v if is_violated(x) else 0.0
    return total(d, slope), total(d, curve)


@kernel
def line_slope(m: Model, d: Data, isl: Island, fixed0: float, fixed1: float, a: float) -> Vec2:
    """Return phi'(a) and phi''(a)."""
    slope = fixed0 + a * fixed1
    curve = fixed1
    if isl.row_fr > isl.row_eq:
        s, c = friction_slope(d, isl, a)
        slope += s
        curve += c
    if m.opt.cone != mjtCone.mjCONE_ELLIPTIC:
        s, c = inequality_slope(d, isl.row_fr, isl.row1, a)
        return slope + s, curve + c
    r = isl.row_fr
    while r < isl.row1:
        cone = d.row_cone[r]
        if cone >= 0:
            s, c = cone_slope(d, cone, r, a)
            r += d.contact_dim[cone]
        else:
            s, c = inequality_slope(d, r, r + 1, a)
            r += 1
        slope += s
        curve += c
    return slope, curve


@kernel
def line_search(
    m: Model, d: Data, isl: Island, slope0: float, fixed: Vec2, step: float, gtol: float
) -> tuple[float, float, int]:
    """Return the step along sol_search at which phi' vanishes, phi' there, and evaluations.

    slope0  phi'(0), negative               step    first guess; 0: take the Newton step from 0
    fixed   derivative at 0 and curvature of the quadratic part, see fixed_slope
    gtol    absolute value of phi' below which it counts as zero
    Reads   row_jar row_jv row_D row_limit row_edge (rows except equalities)
    """
    if not slope0 < 0.0:
        return 0.0, slope0, 0
    fixed0, fixed1 = fixed
    if m.opt.cone == mjtCone.mjCONE_ELLIPTIC:
        cones_along(d, isl)
    low = 0.0
    high = -1.0
    best = 0.0
    best_slope = slope0
    a = step
    count = 0
    if step == 0.0:
        s, c = line_slope(m, d, isl, fixed0, fixed1, 0.0)
        a = -s / c
        count = 1
    for _ in range(m.opt.ls_iterations):
        s, c = line_slope(m, d, isl, fixed0, fixed1, a)
        count += 1
        if abs(s) < abs(best_slope):
            best = a
            best_slope = s
        if not abs(s) >= gtol:
            break
        if s < 0.0:
            low = a
        else:
            high = a
        new = a - s / c
        if high >= 0.0 and not low < new < high:
            new = 0.5 * (low + high)
        if not abs(new - a) > Limits.STALLED * abs(a):
            break
        a = new
    return best, best_slope, count
