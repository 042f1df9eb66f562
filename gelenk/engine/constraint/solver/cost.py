"""The cost s(J qacc - aref) of constraint violation, with its forces and curvature.

Documents: Computation / Constraint solver / Reduced primal problem

Each constraint minimizes 1/2 f' R f + f' jar over its admissible forces; with D = 1 / R the minimum is at
    equality        f = -D jar                                              state quadratic
    friction loss   f = -D jar clamped to +-frictionloss                    quadratic, linearneg, linearpos
    limit, pyramid  f = max(0, -D jar)                                      quadratic, satisfied
    elliptic cone, with U_i = friction_i jar_i, T = |U|, N = jar_0 and mu of the regularized cone
        N >= T             f = 0                                            satisfied
        mu^2 N + T <= 0    f = -D jar                                       quadratic
        else               f_0 = D_0 (T - N) / (1 + mu^2)                   cone
                           f_i = -f_0 friction_i U_i / T,  s = f_0 (T - N) / 2
and s is minus that minimum. Forces are -ds/djar.
"""

import math

from gelenk.engine.constraint.solver.islands import Island
from gelenk.tables.enums import mjMINVAL, mjtCone, mjtConstraintState
from gelenk.tables.precision import Limits
from gelenk.toolchain.kernel import kernel, spread, total
from gelenk.toolchain.kernel_types import Data, Model

# Regions: used for forces here, for derivatives in linesearch.py, for forces at a given acceleration in inverse.py


@kernel
def friction_region(x: float, edge: float) -> int:
    """Return the region of friction loss at jar = ``x``: quadratic in (-edge, edge)."""
    if x <= -edge:
        return mjtConstraintState.mjCNSTRSTATE_LINEARNEG
    return (
        mjtConstraintState.mjCNSTRSTATE_LINEARPOS if x >= edge else mjtConstraintState.mjCNSTRSTATE_QUADRATIC
    )


@kernel
def is_violated(x: float) -> bool:
    """Return whether an inequality row is in its quadratic region at jar = ``x``.

    Inequality rows are limits, frictionless contacts and edges of pyramids.
    """
    return x < 0.0


@kernel
def inequality_region(x: float) -> int:
    """Return the region of an inequality row at jar = ``x``."""
    return (
        mjtConstraintState.mjCNSTRSTATE_QUADRATIC
        if is_violated(x)
        else mjtConstraintState.mjCNSTRSTATE_SATISFIED
    )


@kernel
def cone_region(normal: float, radius: float, mu: float) -> int:
    """Return the region of an elliptic cone at N = ``normal``, T = ``radius``."""
    if normal >= radius:
        return mjtConstraintState.mjCNSTRSTATE_SATISFIED
    return (
        mjtConstraintState.mjCNSTRSTATE_QUADRATIC
        if mu * mu * normal + radius <= 0.0 or radius < mjMINVAL
        else mjtConstraintState.mjCNSTRSTATE_CONE
    )


@kernel
def cone_stiffness(weight: float, mu: float) -> float:
    """Return f_0 / (T - N) in the middle region of a cone."""
    return weight / (1.0 + mu * mu)


@kernel
def friction_region_of_force(f: float, limit: float) -> int:
    """Return the region of friction loss that belongs to a force."""
    if f <= -limit:
        return mjtConstraintState.mjCNSTRSTATE_LINEARPOS
    return (
        mjtConstraintState.mjCNSTRSTATE_LINEARNEG if f >= limit else mjtConstraintState.mjCNSTRSTATE_QUADRATIC
    )


@kernel
def inequality_region_of_force(f: float) -> int:
    """Return the region of an inequality row that belongs to a force."""
    return (
        mjtConstraintState.mjCNSTRSTATE_SATISFIED if f <= 0.0 else mjtConstraintState.mjCNSTRSTATE_QUADRATIC
    )


@kernel
def cone_region_of_force(d: Data, c: int, row: int) -> int:
    """Return the region of elliptic contact ``c`` for its force: at the tip, inside, surface."""
    normal = d.efc_force[row]
    if normal < mjMINVAL:
        return mjtConstraintState.mjCNSTRSTATE_SATISFIED
    size = 0.0
    for j in range(1, d.contact_dim[c]):
        f = d.efc_force[row + j] / d.contact_friction[c, j - 1]
        size += f * f
    return (
        mjtConstraintState.mjCNSTRSTATE_CONE
        if size > normal * normal * (1.0 - Limits.ALIKE)
        else mjtConstraintState.mjCNSTRSTATE_QUADRATIC
    )


# Rows


@kernel
def update_equality(d: Data, isl: Island) -> float:
    """Update the equality rows, which are always quadratic; return twice their cost."""
    cost = 0.0
    for r in spread(d, isl.row0, isl.row_eq):
        x = d.row_jar[r]
        w = d.row_D[r]
        d.row_force[r] = -w * x
        d.row_weight[r] = w
        d.row_state[r] = mjtConstraintState.mjCNSTRSTATE_QUADRATIC
        cost += w * x * x
    return total(d, cost)


@kernel
def update_friction(d: Data, isl: Island) -> float:
    """Update the friction loss rows; return twice their cost.

    The cost is quadratic near zero, then linear.
    """
    cost = 0.0
    for r in spread(d, isl.row_eq, isl.row_fr):
        x = d.row_jar[r]
        w = d.row_D[r]
        limit, edge = d.row_limit[r], d.row_edge[r]
        region = friction_region(x, edge)
        d.row_state[r] = region
        if region == mjtConstraintState.mjCNSTRSTATE_LINEARNEG:
            d.row_force[r] = limit
            d.row_weight[r] = 0.0
            cost -= limit * (2.0 * x + edge)
        elif region == mjtConstraintState.mjCNSTRSTATE_LINEARPOS:
            d.row_force[r] = -limit
            d.row_weight[r] = 0.0
            cost += limit * (2.0 * x - edge)
        else:
            d.row_force[r] = -w * x
            d.row_weight[r] = w
            cost += w * x * x
    return total(d, cost)


@kernel
def update_inequality(d: Data, first: int, end: int) -> float:
    """Update rows of limits, frictionless contacts and pyramids; return twice their cost."""
    jar, stiffness, force, weight, state = d.row_jar, d.row_D, d.row_force, d.row_weight, d.row_state
    cost = 0.0
    for r in spread(d, first, end):  # without branches, so that the loop vectorizes
        x, w = jar[r], stiffness[r]
        push = -w * x
        force[r] = push if is_violated(x) else 0.0
        weight[r] = w if is_violated(x) else 0.0
        cost -= push * x if is_violated(x) else 0.0
    for r in spread(d, first, end):
        state[r] = inequality_region(jar[r])
    return total(d, cost)


@kernel
def cone_radius(d: Data, c: int, row: int, dim: int) -> float:
    """Return T: the norm of the friction part of jar, scaled by friction coefficients."""
    squares = 0.0
    for j in range(1, dim):
        u = d.contact_friction[c, j - 1] * d.row_jar[row + j]
        squares += u * u
    return math.sqrt(squares)


@kernel
def cone_hessian(d: Data, c: int, row: int, dim: int, scale: float, excess: float, radius: float) -> None:
    """Write the second derivative of scale/2 (T - N)^2 with respect to jar to contact_H.

    scale (g g' + (T - N) ddT),  g = (-1, friction_i U_i / T)
    ddT_ij = friction_i friction_j (delta_ij - U_i U_j / T^2) / T
    """
    h = d.contact_H
    inverse = 1.0 / radius
    bend = excess * inverse
    h[c, 0] = scale
    for i in range(1, dim):
        fi = d.contact_friction[c, i - 1]
        ui = fi * d.row_jar[row + i] * inverse
        h[c, i] = -scale * fi * ui
        h[c, i * dim] = -scale * fi * ui
        for j in range(1, i + 1):
            fj = d.contact_friction[c, j - 1]
            uj = fj * d.row_jar[row + j] * inverse
            value = scale * fi * fj * (ui * uj * (1.0 - bend) + (bend if i == j else 0.0))
            h[c, i * dim + j] = value
            h[c, j * dim + i] = value


@kernel
def set_cone_rows(d: Data, row: int, dim: int, active: bool) -> float:
    """Set all rows of a contact to quadratic or satisfied; return twice their cost."""
    cost = 0.0
    for r in range(row, row + dim):
        x = d.row_jar[r]
        w = d.row_D[r] if active else 0.0
        d.row_force[r] = -w * x if active else 0.0
        d.row_weight[r] = w
        d.row_state[r] = (
            mjtConstraintState.mjCNSTRSTATE_QUADRATIC if active else mjtConstraintState.mjCNSTRSTATE_SATISFIED
        )
        cost += w * x * x
    return cost


@kernel
def update_cone(d: Data, c: int, row: int, hessian: bool) -> tuple[float, int]:
    """Update the rows of one elliptic contact.

    Returns twice its cost, and 1 in the middle region, else 0.
    """
    dim = d.contact_dim[c]
    normal = d.row_jar[row]
    radius = cone_radius(d, c, row, dim)
    region = cone_region(normal, radius, d.contact_mu[c])
    if region != mjtConstraintState.mjCNSTRSTATE_CONE:
        return set_cone_rows(d, row, dim, region == mjtConstraintState.mjCNSTRSTATE_QUADRATIC), 0
    scale = cone_stiffness(d.row_D[row], d.contact_mu[c])
    excess = radius - normal
    force = scale * excess
    d.row_force[row] = force
    d.row_weight[row] = 0.0
    d.row_state[row] = mjtConstraintState.mjCNSTRSTATE_CONE
    for j in range(1, dim):
        mu = d.contact_friction[c, j - 1]
        d.row_force[row + j] = -force * mu * mu * d.row_jar[row + j] / radius
        d.row_weight[row + j] = 0.0
        d.row_state[row + j] = mjtConstraintState.mjCNSTRSTATE_CONE
    if hessian:
        cone_hessian(d, c, row, dim, scale, excess, radius)
    return force * excess, 1


@kernel
def constraint_cost(m: Model, d: Data, isl: Island, hessian: bool) -> tuple[float, int]:
    """Update force, state and weight of an island's rows at row_jar.

    Returns the cost, and the number of cones in the middle region.
    Reads   row_jar row_D row_limit row_edge row_cone (rows), contact_friction, contact_mu
    Writes  row_force, row_state, row_weight (rows); contact_H, if ``hessian``
    Source  Computation / Constraint solver / Reduced primal problem
    """
    cost = update_equality(d, isl) + update_friction(d, isl)
    if m.opt.cone != mjtCone.mjCONE_ELLIPTIC:
        return 0.5 * (cost + update_inequality(d, isl.row_fr, isl.row1)), 0
    cones = 0
    r = isl.row_fr
    while r < isl.row1:
        c = d.row_cone[r]
        if c >= 0:
            twice, cone = update_cone(d, c, r, hessian)
            cost += twice
            cones += cone
            r += d.contact_dim[c]
        else:
            cost += update_inequality(d, r, r + 1)
            r += 1
    return 0.5 * cost, cones
