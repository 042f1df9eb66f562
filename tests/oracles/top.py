"""Rigid bodies that turn about a point: heavy symmetric top, free symmetric and asymmetric top.

Landau and Lifshitz, Mechanics, sections 35 to 37; Goldstein, Classical Mechanics, chapter 5.
Inertias of the heavy top are about the pivot, of free tops about the centre of mass; angular velocities in
body axes.
"""

import numpy as np
from scipy.special import ellipj


def steady_precession(i1, i3, w3, tilt, mgl):
    """The slower rate [rad/s] at which the axis of a heavy top circles at constant ``tilt``.

    i1 W^2 cos(tilt) - i3 w3 W + m g l = 0, w3 the angular velocity along the axis
    """
    a, b = i1 * np.cos(tilt), i3 * w3
    disc = b * b - 4.0 * a * mgl
    assert disc > 0.0, "too slow to precess steadily"
    return 2.0 * mgl / (b + np.sqrt(disc))


def free_symmetric(i1, i3, w, t):
    """Angular velocity at time t of a free top with inertias (i1, i1, i3) that starts with w (3)."""
    rate = (i3 - i1) / i1 * w[2]
    c, s = np.cos(rate * t), np.sin(rate * t)
    return np.array([c * w[0] - s * w[1], s * w[0] + c * w[1], w[2]])


def free_asymmetric(inertia, energy, momentum, t):
    """Angular velocity at time t of a free top, I1 < I2 < I3, 2 E I2 < L^2; at t = 0 w2 = 0, w1, w3 > 0."""
    i1, i2, i3 = inertia
    e2, l2 = 2.0 * energy, momentum * momentum
    assert i1 < i2 < i3 and l2 > e2 * i2
    tau = t * np.sqrt((i3 - i2) * (l2 - e2 * i1) / (i1 * i2 * i3))
    k2 = (i2 - i1) * (e2 * i3 - l2) / ((i3 - i2) * (l2 - e2 * i1))
    sn, cn, dn, _ = ellipj(tau, k2)
    return np.array(
        [
            np.sqrt((e2 * i3 - l2) / (i1 * (i3 - i1))) * cn,
            np.sqrt((e2 * i3 - l2) / (i2 * (i3 - i2))) * sn,
            np.sqrt((l2 - e2 * i1) / (i3 * (i3 - i1))) * dn,
        ]
    )
