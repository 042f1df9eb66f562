"""Impedance, reference acceleration, regularization of rows; row allocation in efc_J.

Documents: Computation / Constraint model / Impedance, Reference acceleration; Modeling / Solver parameters;
Computation / General framework / Kinematic Jacobians; Computation / Constraint model

Impedance, reference stiffness and damping, and regularization follow from solref and solimp. With d(r) the impedance at
residual r, and d_max its largest value:
    R    = (1 - d) / d * diagApprox          regularization, D = 1 / R
    aref = -B vel - K d (pos - margin)        reference acceleration
    K = 1 / (d_max timeconst dampratio)^2,  B = 2 / (d_max timeconst)          solref > 0
    K = -solref[0] / d_max^2,               B = -solref[1] / d_max             solref <= 0
The integrator discrete changes R and aref (integrate/discrete.py).

Rows of efc_J, dense or sparse, are allocated over the dofs that move two bodies. A constraint between bodies b1 and b2
depends on the dofs on the paths from b1 and b2 to the world body. ``merge_chains`` lists them in ascending order; row r
of efc_J then has an entry for each (CSR), or zeros elsewhere (dense).
"""

import math

from gelenk.algebra.vec import Vec2, clamp
from gelenk.tables.enums import mjMAXIMP, mjMINIMP, mjMINVAL, mjtDisableBit, mjtIntegrator
from gelenk.toolchain.kernel import kernel, spread
from gelenk.toolchain.kernel_types import Data, Model

Solimp = tuple[float, float, float, float, float]  # d0, dwidth, width, midpoint, power
Reference = tuple[float, float, float, float]  # K, B, impedance d, its derivative d'


@kernel
def one_power_less(x: float, power: float) -> float:
    """Return x^(power - 1), without a logarithm for the default power 2."""
    return x if power == 2.0 else x ** (power - 1.0)


@kernel
def sigmoid(x: float, midpoint: float, power: float) -> Vec2:
    """Return the smooth step y(x) through (0, 0), (midpoint, midpoint), (1, 1), and dy/dx."""
    if power == 1.0:
        return x, 1.0
    if x <= midpoint:
        a = 1.0 / one_power_less(midpoint, power)
        y = one_power_less(x, power) * a
        return y * x, power * y
    b = 1.0 / one_power_less(1.0 - midpoint, power)
    y = one_power_less(1.0 - x, power) * b
    return 1.0 - y * (1.0 - x), power * y


@kernel
def impedance(solimp: Solimp, residual: float) -> Vec2:
    """Return the impedance d at ``residual`` = pos - margin, and its derivative.

    ``solimp`` is (d0, dmax, width, midpoint, power).

    Source  Computation / Constraint model / Impedance
    """
    low = clamp(solimp[0], mjMINIMP, mjMAXIMP)
    high = clamp(solimp[1], mjMINIMP, mjMAXIMP)
    width = max(0.0, solimp[2])
    if low == high or width <= mjMINVAL:
        return 0.5 * (low + high), 0.0
    x = abs(residual) / width
    if x >= 1.0:
        return high, 0.0
    if x == 0.0:
        return low, 0.0
    y, slope = sigmoid(x, clamp(solimp[3], mjMINIMP, mjMAXIMP), max(1.0, solimp[4]))
    slope = slope * (high - low) / width
    return low + y * (high - low), slope if residual > 0.0 else -slope


@kernel
def is_safe(m: Model) -> bool:
    """Return whether the flag refsafe is enabled."""
    return (m.opt.disableflags & mjtDisableBit.mjDSBL_REFSAFE) == 0


@kernel
def of_one_sign(solref: Vec2) -> Vec2:
    """Return solref, or the default (0.02, 1) where its signs are mixed, as documented."""
    if (solref[0] > 0.0) != (solref[1] > 0.0):
        return 0.02, 1.0
    return solref


@kernel
def stiffness_damping(m: Model, solref: Vec2, solimp: Solimp) -> Vec2:
    """Return K and B of the reference acceleration.

    ``solref`` is (timeconst, dampratio) or (-stiffness, -damping).
    """
    dmax = clamp(solimp[1], mjMINIMP, mjMAXIMP)
    first, second = of_one_sign(solref)
    if first > 0.0:
        if is_safe(m) and m.opt.integrator != mjtIntegrator.mjINT_DISCRETE:
            first = max(first, 2.0 * m.opt.timestep)
        return (
            1.0 / max(mjMINVAL, dmax * dmax * first * first * second * second),
            2.0 / max(mjMINVAL, dmax * first),
        )
    return -first / max(mjMINVAL, dmax * dmax), -second / max(mjMINVAL, dmax)


@kernel
def resolve(m: Model, solref: Vec2, reference: Vec2, d_value: float) -> Vec2:
    """Return K and B of a contact or limit, reduced under discrete if the step is too long.

    With the flag refsafe and a positive timeconst, K is reduced so that h^2 K d <= 1, at the same damping ratio.
    ``reference`` is (K, B).

    Source  Computation / Numerical integration (of 4.0.0)
    """
    h = m.opt.timestep
    if m.opt.integrator != mjtIntegrator.mjINT_DISCRETE or h * h * reference[0] * d_value <= 1.0:
        return reference
    timeconst, ratio = of_one_sign(solref)
    if timeconst <= 0.0 or not is_safe(m):
        return reference
    k = 1.0 / (h * h * d_value)
    return k, 2.0 * ratio * math.sqrt(k)


@kernel
def set_reference(
    d: Data, row: int, stiffness: float, damping: float, d_value: float, d_slope: float
) -> None:
    """Write efc_KBIP of one row."""
    d.efc_KBIP[row, 0] = stiffness
    d.efc_KBIP[row, 1] = damping
    d.efc_KBIP[row, 2] = d_value
    d.efc_KBIP[row, 3] = d_slope


@kernel
def set_diagonal(d: Data, row: int, approx: float, d_value: float) -> None:
    """Write efc_diagApprox, efc_R and efc_D of one row, R = (1 - d) / d * approx."""
    r = max(mjMINVAL, approx * (1.0 - d_value) / d_value)
    d.efc_diagApprox[row] = approx
    d.efc_R[row] = r
    d.efc_D[row] = 1.0 / r


# Allocation of rows


@kernel
def allocate_rows(d: Data, rows: int, numbers: int) -> int:
    """Allocate ``rows`` rows with ``numbers`` entries in total; return the first or -1.

    Rows that do not fit are still counted, so that the caller learns what to allocate (need_efc, need_J); no later
    row fits either.
    """
    first = d.nefc
    d.nefc = first + rows
    d.nJ += numbers
    if d.nefc > d.nefcmax or d.nJ > d.nJmax:
        return -1
    d.kept_efc = d.nefc
    d.kept_J = d.nJ
    return first


@kernel
def reserve(m: Model, d: Data, rows: int, nnz: int, sparse: bool) -> int:
    """Allocate ``rows`` rows of ``nnz`` entries over the listed dofs; return the first.

    Returns -1 if the rows do not fit (see allocate_rows).
    """
    numbers = rows * (nnz if sparse else m.nv)
    start = d.nJ
    first = allocate_rows(d, rows, numbers)
    if first < 0:
        return first
    for r in spread(d, first, first + rows):
        d.efc_J_rowadr[r] = start + (r - first) * (nnz if sparse else m.nv)
        d.efc_J_rownnz[r] = nnz if sparse else m.nv
    if sparse:
        for r in spread(d, first, first + rows):
            adr = d.efc_J_rowadr[r]
            for k in range(nnz):
                d.efc_J_colind[adr + k] = d.chain_dof[m.nv - nnz + k]
    else:
        for k in spread(d, start, start + numbers):
            d.efc_J[k] = 0.0
    return first


@kernel
def entry(m: Model, d: Data, row: int, k: int, nnz: int, sparse: bool) -> int:
    """Return the index in efc_J of row ``row`` at the k-th listed dof."""
    adr = d.efc_J_rowadr[row]
    return adr + k if sparse else adr + d.chain_dof[m.nv - nnz + k]
