"""One soft contact of one body with the ground: impedance, resting depth, restitution, creep and slip.

Documents: Modeling / Solver parameters; Computation / Constraint model
With A = 1/m and R = A (1 - d) / d the constrained acceleration is a = (1 - d) a0 + d aref, aref = -b v - k r.
"""

import numpy as np
from scipy.optimize import brentq


def impedance(solimp, r):
    """d(r): from dmin at r = 0 to dmax at |r| = width, along a spline of ``power`` about ``midpoint``."""
    low, high, width, mid, power = solimp
    x = min(abs(r) / width, 1.0)
    if x >= 1.0:
        y = 1.0
    elif power == 1.0:
        y = x
    elif x <= mid:
        y = x**power / mid ** (power - 1.0)
    else:
        y = 1.0 - (1.0 - x) ** power / (1.0 - mid) ** (power - 1.0)
    return low + y * (high - low)


def stiffness_damping(solref, solimp):
    """(k / d(r), b): from (timeconst, dampratio), or from (-stiffness, -damping)."""
    high = solimp[1]
    if solref[0] > 0.0:
        return 1.0 / (high * solref[0] * solref[1]) ** 2, 2.0 / (high * solref[0])
    return -solref[0] / high**2, -solref[1] / high


def resting_depth(solref, solimp, g):
    """Depth [m] at which the two sides of the mixture balance: d k r = (1 - d) g, k with its factor d."""
    k, _ = stiffness_damping(solref, solimp)

    def excess(r):
        d = impedance(solimp, r)
        return d * d * k * r - (1.0 - d) * g

    return brentq(excess, 0.0, 100.0, xtol=1e-16, rtol=1e-14)


def restitution(stiffness, damping, d, g, speed):
    """Speed after a bounce over ``speed`` before, in the direct format with constant impedance d.

    In contact x'' + damping x' + stiffness x = -(1 - d) g; it opens at x = 0, or before when the force,
    m (d g - damping x' - stiffness x), gets to zero; the body flies from there.
    """
    w = np.sqrt(stiffness - damping**2 / 4.0 + 0j)
    offset = -(1.0 - d) * g / stiffness

    def state(t):
        a, b = -offset, (-speed - offset * damping / 2.0) / w
        decay, c, s = np.exp(-damping * t / 2.0), np.cos(w * t), np.sin(w * t)
        x = decay * (a * c + b * s)
        v = decay * ((b * w - a * damping / 2.0) * c - (a * w + b * damping / 2.0) * s)
        return (x + offset).real, v.real

    def closed(t):
        x, v = state(t)
        return min(-x, (d * g - damping * v - stiffness * x) / stiffness)

    step = 0.01 / np.sqrt(stiffness)
    t = step
    while closed(t) > 0.0:
        t += step
    x, v = state(brentq(closed, t - step, t, xtol=1e-15))
    return np.sqrt(v * v + 2.0 * g * x) / speed
