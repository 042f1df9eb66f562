"""Linear systems: the damped oscillator, in continuous time and as integrators step it; filters."""

import numpy as np
from scipy.linalg import expm


def oscillator(mass, stiffness, damping, x, v, t):
    """(x, v) at time t of m x'' + c x' + k x = 0."""
    return expm(t * np.array([[0.0, 1.0], [-stiffness / mass, -damping / mass]])) @ (x, v)


def euler_matrix(mass, stiffness, damping, h, implicit_damping):
    """One semi-implicit Euler step of the oscillator: v' = v + h a, x' = x + h v'.

    a = -(k x + c v) / m, with m + h c in the place of m where damping is implicit
    """
    inertia = mass + h * damping if implicit_damping else mass
    row = np.array([-h * stiffness / inertia, 1.0 - h * damping / inertia])
    return np.array([[1.0, 0.0] + h * row, row])


def filtered(act, ctrl, tau, t):
    """State at time t of act' = (ctrl - act) / tau."""
    return ctrl + (act - ctrl) * np.exp(-t / tau)
