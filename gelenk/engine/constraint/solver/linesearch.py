"""Exact line search: the minimum of the cost along a direction, by Newton's method in one dimension.

Documents: Computation / Constraint solver / Algorithms; XML reference / option (ls_iterations, ls_tolerance)

    phi(a) = gauss(qacc + a search) + s(jar + a jv),  jv = J search
phi is convex with a continuous slope, so the zero of the slope is bracketed from the first points on; a
Newton step that leaves the bracket is replaced by its middle.
"""

import math

from gelenk.jit.kernel import kernel
from gelenk.tables.enums import mjMINVAL, mjtCone

STALLED = 1e-15  # relative change of the step below which nothing can improve


@kernel
def cone_along(d, c, row):
    """cone_line of one contact: U.U, U.V, V.V of the friction part, and its quadratic's slope and
    curvature."""
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
def cone_slope(d, c, row, a):
    """Slope and curvature of one elliptic contact at step ``a``."""
    uu, uv, vv = d.cone_line[c, 0], d.cone_line[c, 1], d.cone_line[c, 2]
    normal = d.row_jar[row] + a * d.row_jv[row]
    radius = math.sqrt(max(0.0, uu + a * (2.0 * uv + a * vv)))
    mu2 = d.contact_mu[c] * d.contact_mu[c]
    if normal >= radius:
        return 0.0, 0.0
    if mu2 * normal + radius <= 0.0 or radius < mjMINVAL:
        return d.cone_line[c, 3] + a * d.cone_line[c, 4], d.cone_line[c, 4]
    scale = d.row_D[row] / (1.0 + mu2)
    excess = radius - normal
    turn = (uv + a * vv) / radius
    rate = turn - d.row_jv[row]
    return scale * excess * rate, scale * (rate * rate + excess * (vv - turn * turn) / radius)


@kernel
def fixed_slope(m, d):
    """Slope at 0 and curvature of what is quadratic everywhere: the Gauss cost and equalities. Prepares the
    cones."""
    slope = 0.0
    curve = 0.0
    for i in range(d.dof0, d.dof1):
        slope += d.sol_search[i] * (d.sol_Ma[i] - d.sol_frc[i])
        curve += d.sol_search[i] * d.sol_Ms[i]
    for r in range(d.row0, d.row_eq):
        v = d.row_D[r] * d.row_jv[r]
        slope += v * d.row_jar[r]
        curve += v * d.row_jv[r]
    if m.opt.cone == mjtCone.mjCONE_ELLIPTIC:
        r = d.row_fr
        while r < d.row1:
            c = d.row_cone[r]
            if c >= 0:
                cone_along(d, c, r)
                r += d.contact_dim[c]
            else:
                r += 1
    return slope, curve


@kernel
def friction_slope(d, a):
    """Slope and curvature of the friction loss rows at step ``a``."""
    slope = 0.0
    curve = 0.0
    for r in range(d.row_eq, d.row_fr):
        v = d.row_jv[r]
        x = d.row_jar[r] + a * v
        limit, edge = d.row_limit[r], d.row_edge[r]
        if x <= -edge:
            slope -= limit * v
        elif x >= edge:
            slope += limit * v
        else:
            w = d.row_D[r] * v
            slope += w * x
            curve += w * v
    return slope, curve


@kernel
def inequality_slope(d, first, end, a):
    """Slope and curvature of limits, frictionless contacts and pyramids at step ``a``."""
    slope = 0.0
    curve = 0.0
    for r in range(first, end):
        v = d.row_jv[r]
        x = d.row_jar[r] + a * v
        w = d.row_D[r] * v if x < 0.0 else 0.0
        slope += w * x
        curve += w * v
    return slope, curve


@kernel
def line_slope(m, d, fixed0, fixed1, a):
    """phi'(a), phi''(a)."""
    slope = fixed0 + a * fixed1
    curve = fixed1
    if d.row_fr > d.row_eq:
        s, c = friction_slope(d, a)
        slope += s
        curve += c
    if m.opt.cone != mjtCone.mjCONE_ELLIPTIC:
        s, c = inequality_slope(d, d.row_fr, d.row1, a)
        return slope + s, curve + c
    r = d.row_fr
    while r < d.row1:
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
def line_search(m, d, slope0, step, gtol):
    """The step along sol_search at which the slope vanishes: (step, slope there, number of evaluations).

    slope0  slope at 0, negative        step    first guess; 0: take the Newton step from 0
    gtol    slopes below this count as zero
    Reads   sol_search sol_Ma sol_Ms sol_frc (dofs), row_jar row_jv row_D row_limit row_edge (rows)
    """
    if not slope0 < 0.0:
        return 0.0, slope0, 0
    fixed0, fixed1 = fixed_slope(m, d)
    low = 0.0
    high = -1.0
    best = 0.0
    best_slope = slope0
    a = step
    count = 0
    if step == 0.0:
        s, c = line_slope(m, d, fixed0, fixed1, 0.0)
        a = -s / c
        count = 1
    for _ in range(m.opt.ls_iterations):
        s, c = line_slope(m, d, fixed0, fixed1, a)
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
        if not abs(new - a) > STALLED * abs(a):
            break
        a = new
    return best, best_slope, count
