"""Exact line search: the minimum of the cost along a direction, by Newton's method in one dimension.

Documents: Computation / Constraint solver / Algorithms; XML reference / option (ls_iterations, ls_tolerance)

    phi(a) = gauss(qacc + a search) + s(jar + a jv),  jv = J search
phi is convex with a continuous slope, so the zero of the slope is bracketed from the first points on; a Newton step that
leaves the bracket is replaced by its middle.
"""

import math

from gelenk.engine.constraint.cost import ELLIPTIC, ELLIPTIC_ROW
from gelenk.engine.kernel import kernel
from gelenk.engine.linalg import dot_dense
from gelenk.engine.vec import MINVAL

STALLED = 1e-15  # relative change of the step below which nothing can improve


@kernel
def cone_along(d, c, row):
    """cone_line of one contact: U.U, U.V, V.V of the friction part, and its quadratic's slope and curvature."""
    uu = 0.0
    uv = 0.0
    vv = 0.0
    slope = d.efc_D[row] * d.efc_jar[row] * d.efc_jv[row]
    curve = d.efc_D[row] * d.efc_jv[row] * d.efc_jv[row]
    for j in range(1, d.contact_dim[c]):
        x, v, w, mu = d.efc_jar[row + j], d.efc_jv[row + j], d.efc_D[row + j], d.contact_friction[c, j - 1]
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
    normal = d.efc_jar[row] + a * d.efc_jv[row]
    radius = math.sqrt(max(0.0, uu + a * (2.0 * uv + a * vv)))
    mu2 = d.contact_mu[c] * d.contact_mu[c]
    if normal >= radius:
        return 0.0, 0.0
    if mu2 * normal + radius <= 0.0 or radius < MINVAL:
        return d.cone_line[c, 3] + a * d.cone_line[c, 4], d.cone_line[c, 4]
    scale = d.efc_D[row] / (1.0 + mu2)
    excess = radius - normal
    turn = (uv + a * vv) / radius
    rate = turn - d.efc_jv[row]
    return scale * excess * rate, scale * (rate * rate + excess * (vv - turn * turn) / radius)


@kernel
def fixed_slope(m, d):
    """Slope at 0 and curvature of what is quadratic everywhere: the Gauss cost and equalities. Prepares the cones."""
    slope = 0.0
    curve = 0.0
    for i in range(m.nv):
        slope += d.sol_search[i] * (d.sol_Ma[i] - d.qfrc_smooth[i])
        curve += d.sol_search[i] * d.sol_Ms[i]
    for r in range(d.ne):
        v = d.efc_D[r] * d.efc_jv[r]
        slope += v * d.efc_jar[r]
        curve += v * d.efc_jv[r]
    if m.opt.cone == ELLIPTIC:
        r = d.ne + d.nf
        while r < d.nefc:
            if d.efc_type[r] == ELLIPTIC_ROW:
                cone_along(d, d.efc_id[r], r)
                r += d.contact_dim[d.efc_id[r]]
            else:
                r += 1
    return slope, curve


@kernel
def friction_slope(d, a):
    """Slope and curvature of the friction loss rows at step ``a``."""
    slope = 0.0
    curve = 0.0
    for r in range(d.ne, d.ne + d.nf):
        v = d.efc_jv[r]
        x = d.efc_jar[r] + a * v
        limit = d.efc_frictionloss[r]
        edge = d.efc_R[r] * limit
        if x <= -edge:
            slope -= limit * v
        elif x >= edge:
            slope += limit * v
        else:
            w = d.efc_D[r] * v
            slope += w * x
            curve += w * v
    return slope, curve


@kernel
def inequality_slope(d, first, end, a):
    """Slope and curvature of limits, frictionless contacts and pyramids at step ``a``."""
    slope = 0.0
    curve = 0.0
    for r in range(first, end):
        v = d.efc_jv[r]
        x = d.efc_jar[r] + a * v
        w = d.efc_D[r] * v if x < 0.0 else 0.0
        slope += w * x
        curve += w * v
    return slope, curve


@kernel
def line_slope(m, d, fixed0, fixed1, a):
    """phi'(a), phi''(a)."""
    slope = fixed0 + a * fixed1
    curve = fixed1
    if d.nf > 0:
        s, c = friction_slope(d, a)
        slope += s
        curve += c
    r = d.ne + d.nf
    if m.opt.cone != ELLIPTIC:
        s, c = inequality_slope(d, r, d.nefc, a)
        return slope + s, curve + c
    while r < d.nefc:
        if d.efc_type[r] == ELLIPTIC_ROW:
            s, c = cone_slope(d, d.efc_id[r], r, a)
            r += d.contact_dim[d.efc_id[r]]
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
    Reads   sol_search sol_Ma sol_Ms qfrc_smooth (nv), efc_jar efc_jv efc_D efc_R efc_frictionloss (nefc)
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


@kernel
def norm(x, n):
    return math.sqrt(dot_dense(x, x, n))
