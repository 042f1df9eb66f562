"""Inertia of a body as ten unconstrained parameters theta, all of them physically valid.

Documents: drop-in / mujoco.sysid; Rucker and Wensing 2022, "Smooth parameterization of rigid-body inertia"

The pseudoinertia J = [[S, h], [h^T, m]] (4, 4), with second moments S = tr(I)/2 - I, first moments h = m com and mass
m, is physically valid if it is positive definite: if J = U U^T with

    U = exp(alpha) [[exp(d1), s12, s13, t1], [0, exp(d2), s23, t2], [0, 0, exp(d3), t3], [0, 0, 0, 1]]

theta = (alpha, d1, d2, d3, s12, s23, s13, t1, t2, t3); pi = (m, h, I), I (9) about the origin of the body frame.
"""

from collections.abc import Iterable

import numpy as np
import numpy.typing as npt


def skew(v: Iterable[float]) -> np.ndarray:
    """Return the matrix (3, 3) whose product with w is v x w."""
    x, y, z = v
    return np.array([[0.0, -z, y], [z, 0.0, -x], [-y, x, 0.0]])


def factor_of_theta(theta: npt.ArrayLike) -> np.ndarray:
    """Return the factor U (4, 4) of theta."""
    alpha, d1, d2, d3, s12, s23, s13, t1, t2, t3 = np.asarray(theta, np.float64).ravel()
    rows = [[np.exp(d1), s12, s13, t1], [0, np.exp(d2), s23, t2], [0, 0, np.exp(d3), t3], [0, 0, 0, 1]]
    return np.exp(alpha) * np.array(rows)


def pi_from_theta(theta: npt.ArrayLike) -> np.ndarray:
    """Return pi (13) of theta: mass, first moments, inertia about the origin by rows."""
    u = factor_of_theta(theta)
    J = u @ u.T
    second = J[:3, :3]
    inertia = np.trace(second) * np.eye(3) - second
    return np.concatenate([[J[3, 3]], J[:3, 3], inertia.ravel()])


def inertia_from_pi(pi: npt.ArrayLike) -> np.ndarray:
    """Return I (3, 3) of pi, stored as 9 elements, or as 6: xx, yy, zz, xy, yz, xz."""
    parts = np.asarray(pi, np.float64).ravel()[4:]
    if parts.size == 9:
        return parts.reshape(3, 3)
    xx, yy, zz, xy, yz, xz = parts
    return np.array([[xx, xy, xz], [xy, yy, yz], [xz, yz, zz]])


def pseudoinertia_from_pi(pi: npt.ArrayLike) -> np.ndarray:
    """Return the pseudoinertia J (4, 4) of pi."""
    pi = np.asarray(pi, np.float64).ravel()
    inertia = inertia_from_pi(pi)
    J = np.empty((4, 4))
    J[:3, :3] = 0.5 * np.trace(inertia) * np.eye(3) - inertia
    J[:3, 3] = J[3, :3] = pi[1:4]
    J[3, 3] = pi[0]
    return J


def cholesky_decompose_upper(J: npt.ArrayLike) -> np.ndarray:
    """Return the upper triangular U with J = U U^T.

    Raises numpy.linalg.LinAlgError if J is not positive definite.
    """
    return np.linalg.cholesky(np.asarray(J)[::-1, ::-1])[::-1, ::-1]


def theta_from_pseudoinertia(J: npt.ArrayLike) -> np.ndarray:
    """Return theta (10) of the pseudoinertia J."""
    u = cholesky_decompose_upper(J)
    scale = u[3, 3]
    v = u / scale
    return np.array([np.log(scale), *np.log(np.diag(v)[:3]), v[0, 1], v[1, 2], v[0, 2], *v[:3, 3]])


def pi_from_inertial(mass: float, com: npt.ArrayLike, inertia: np.ndarray) -> np.ndarray:
    """Return pi (13) of mass, center of mass, and inertia (3, 3) about the latter."""
    com = np.asarray(com, np.float64)
    about_origin = inertia + mass * (com @ com * np.eye(3) - np.outer(com, com))
    return np.concatenate([[mass], mass * com, about_origin.ravel()])


def inertial_from_pi(pi: npt.ArrayLike) -> tuple[float, np.ndarray, np.ndarray]:
    """Return mass, center of mass, and the inertia (3, 3) about the latter, of pi."""
    pi = np.asarray(pi, np.float64).ravel()
    mass, com = float(pi[0]), pi[1:4] / pi[0]
    return mass, com, inertia_from_pi(pi) - mass * (com @ com * np.eye(3) - np.outer(com, com))
