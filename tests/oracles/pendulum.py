"""The plane pendulum, exactly (elliptic functions; Landau and Lifshitz, Mechanics, section 11).

I theta'' = -m g l sin(theta); with k = sin(theta0 / 2), w = sqrt(m g l / I)
T = 4 K(k) / w        sin(theta / 2) = k cd(w t)  when released at rest at theta0
"""

import numpy as np
from scipy.special import ellipj, ellipk


def frequency(mass, length, inertia, gravity):
    """Angular frequency of small swings [rad/s]; ``inertia`` about the pivot."""
    return np.sqrt(mass * gravity * length / inertia)


def period(w, amplitude):
    """Time of one swing [s] of amplitude [rad]."""
    return 4.0 * ellipk(np.sin(amplitude / 2.0) ** 2) / w


def angle(w, amplitude, t):
    """Angle [rad] at time t of a pendulum released at rest at ``amplitude``."""
    k = np.sin(amplitude / 2.0)
    _, cn, dn, _ = ellipj(w * np.asarray(t), k * k)
    return 2.0 * np.arcsin(k * cn / dn)
