"""Minimize nonlinear least squares with bounds, by Levenberg-Marquardt steps from box QPs.

Documents: API / mju_boxQP (each step); the method is that of Tassa, Mansard and Todorov, "Control-limited
differential dynamic programming" (2014), section III, applied to a residual

    x, trace = gelenk.minimize.least_squares(x0, residual, bounds=[lower, upper])

finds x that minimizes norm(residual(x)) within the bounds. `residual` takes several points as the columns of a matrix,
so that finite differences are one call: with `gelenk.rollout`, all points are simulated together.
"""

import abc
import enum
import functools
import sys
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, TextIO

import numpy as np

from gelenk.api.mju_matrix import mju_boxQP
from gelenk.minimize.scaling import Progress, checked_scale, scale_of
from gelenk.runtime.annotation_checks import checked, methods_checked

__all__ = ["IterLog", "Norm", "Quadratic", "Status", "Verbosity"]
__all__ += ["check_jacobian", "check_norm", "jacobian_fd", "least_squares"]

Residual = Callable[[np.ndarray], np.ndarray]  # points (nx, n) -> residuals (nr, n)
TOLERANCE = (
    1e-5  # relative tolerance of user derivatives; the error of forward differences is near sqrt(epsilon)
)


class Verbosity(enum.Enum):
    """Amount of output and trace of `least_squares`."""

    SILENT = 0
    FINAL = 1
    ITER = 2
    FULLITER = 3


class Status(enum.Enum):
    """Reason for the end of `least_squares`."""

    FACTORIZATION_FAILED = enum.auto()
    NO_IMPROVEMENT = enum.auto()
    MAX_ITER = enum.auto()
    DX_TOL = enum.auto()
    G_TOL = enum.auto()


_REASON = {
    Status.FACTORIZATION_FAILED: "factorization failed",
    Status.NO_IMPROVEMENT: "insufficient reduction",
    Status.MAX_ITER: "maximum iterations reached",
    Status.DX_TOL: "norm(dx) < tol",
    Status.G_TOL: "norm(gradient) < tol",
}


@methods_checked
@dataclass(frozen=True)
class IterLog:
    """Log of one iteration.

    candidate    decision variable at the start of the iteration, (nx, 1)
    objective    value at the candidate
    reduction    reduction of the objective by the iteration
    regularizer  regularization of the accepted step
    residual, jacobian, grad, step   (nr, 1), (nr, nx), (nx, 1), (nx, 1); only with Verbosity.FULLITER
    """

    candidate: np.ndarray
    objective: float
    reduction: float
    regularizer: float
    residual: np.ndarray | None = None
    jacobian: np.ndarray | None = None
    grad: np.ndarray | None = None
    step: np.ndarray | None = None


class Norm(abc.ABC):
    """Norm of residuals, with its gradient and Hessian along given directions."""

    @abc.abstractmethod
    def value(self, r: np.ndarray) -> float:
        """Return the norm of a residual.

        r        (nr, 1)

        Returns  the norm
        Source   Python / minimize
        """

    @abc.abstractmethod
    def grad_hess(self, r: np.ndarray, proj: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        """Return the gradient and Hessian of the norm at r along the columns of proj.

        r        (nr, 1)
        proj     (nr, nx)

        Returns  proj^T gradient (nx, 1), and proj^T Hessian proj (nx, nx)
        Source   Python / minimize
        """


@methods_checked
class Quadratic(Norm):
    """Half of the sum of squares."""

    def value(self, r: np.ndarray) -> float:
        return 0.5 * float(r.T.dot(r).item())

    def grad_hess(self, r: np.ndarray, proj: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        return proj.T @ r, proj.T @ proj


@checked
def jacobian_fd(
    residual: Residual,
    x: np.ndarray,
    r: np.ndarray,
    eps: float,
    n_res: int,
    bounds: Sequence[np.ndarray] | None = None,
) -> tuple[np.ndarray, int]:
    """Return forward differences of the residual, all columns in one call, inside the bounds.

    residual  points (nx, n) -> residuals (nr, n)
    x, r      point (nx) and residual (nr, 1) at the point
    eps       step size
    n_res     number of evaluations so far
    bounds    lower and upper (nx), or None

    Returns   Jacobian (nr, nx), and n_res + nx
    Errors    ValueError: bounds are not a pair, or shapes are inconsistent
    Source    Python / minimize
    """
    nx = x.size
    x = x.reshape(nx, 1)
    step = np.full((nx, 1), float(eps))
    points = np.tile(x, nx)
    np.fill_diagonal(points, x + step)
    if bounds is not None:
        if len(bounds) != 2:
            raise ValueError("jacobian_fd: bounds must be a pair of arrays: lower and upper")
        low, high = (side.reshape(nx, 1) for side in bounds)
        step[x - low > high - x] *= -1.0
        # bounds closer than eps: step to the farther bound
        inside = np.clip(x + step, low, high)
        np.fill_diagonal(points, inside)
        step = np.where(inside == x + step, step, inside - x)
    moved = _residual(residual, points)
    return (moved - r.reshape(-1, 1)) / step.T, n_res + nx


@checked
def check_jacobian(
    residual: Residual,
    x: np.ndarray,
    r: np.ndarray,
    jac: np.ndarray,
    eps: float,
    n_res: int,
    bounds: Sequence[np.ndarray] | None = None,
    output: TextIO | None = None,
    name: str = "Jacobian",
) -> int:
    """Compare a user's Jacobian with finite differences.

    residual, x, r, eps, n_res, bounds   as of `jacobian_fd`
    jac       Jacobian of the user (nr, nx)
    output    stream for the message that they match
    name      name of the Jacobian in messages

    Returns   n_res + nx
    Errors    ValueError: the relative difference exceeds 1e-5
    Source    Python / minimize
    """
    differences, n_res = jacobian_fd(residual, x, r, eps, n_res, bounds)
    _compare(name, jac, differences, output)
    return n_res


@checked
def check_norm(r: np.ndarray, norm: Norm, eps: float, output: TextIO | None = None) -> None:
    """Compare gradient and Hessian of a user's norm with finite differences.

    r         residual (nr, 1) at which to compare
    norm      the user's Norm
    eps       step size
    output    stream for the message that they match

    Errors    ValueError: the relative difference exceeds 1e-5, or the Hessian is not symmetric positive definite
    Source    Python / minimize
    """
    r = r.reshape(-1, 1)
    nr = r.size
    eye = np.eye(nr)
    g, H = norm.grad_hess(r, eye)
    value = norm.value(r)
    moved = [r + eps * eye[:, [i]] for i in range(nr)]
    _compare("norm gradient", g.ravel(), [(norm.value(point) - value) / eps for point in moved], output)
    if not np.isfinite(H).all():
        raise ValueError("User-provided norm Hessian must contain finite numbers only")
    scale = max(1.0, float(np.linalg.norm(H)))
    if np.linalg.norm(H - H.T) > TOLERANCE * scale:
        raise ValueError("User-provided norm Hessian is not symmetric.")
    least = np.linalg.eigvalsh(H).min()
    if least < -TOLERANCE * scale:
        raise ValueError(
            f"User-provided norm Hessian is not positive definite. Minimum eigenvalue is {least:.4g}"
        )
    columns = [(norm.grad_hess(point, eye)[0] - g).ravel() / eps for point in moved]
    _compare("norm Hessian", H, np.stack(columns, 1), output)


def _compare(name: str, given: np.ndarray, differences: Any, output: TextIO | None) -> None:
    given, differences = np.asarray(given), np.asarray(differences)
    if not np.isfinite(differences).all():
        raise ValueError(f"Finite-difference {name} is not finite")
    scale = max(1.0, float(np.linalg.norm(differences)))
    error = float(np.linalg.norm(given - differences)) / scale
    if not error <= TOLERANCE:
        raise ValueError(
            f"User-provided {name} does not match finite-differences to a relative tolerance of {TOLERANCE:g}: "
            f"they differ by {error:.2g}"
        )
    print(f"User-provided {name} matches finite-differences: relative difference {error:.2g}", file=output)


def _residual(residual: Residual, points: np.ndarray) -> np.ndarray:
    r = np.asarray(residual(points), np.float64)
    if r.ndim != 2 or r.shape[1] != points.shape[1]:
        raise ValueError(
            f"residual must return one column per point: {points.shape[1]} columns, not shape {r.shape}"
        )
    return r


def _box(bounds: Any, nx: int) -> Any:
    """Return the bounds as two arrays (nx), or None."""
    if bounds is None:
        return None
    if len(bounds) != 2:
        raise ValueError("bounds must be a pair of arrays: lower and upper")
    low, high = (np.asarray(side, np.float64).reshape(-1) for side in bounds)
    if low.size != nx or high.size != nx:
        raise ValueError(f"bounds must be two arrays of {nx} numbers")
    if not (low < high).all():
        raise ValueError("bounds[0] must be smaller than bounds[1]")
    return low, high


def _free_gradient(x: np.ndarray, g: np.ndarray, box: Any) -> np.ndarray:
    """Return the gradient, zero where a bound is active."""
    if box is None:
        return g
    held = ((x <= box[0]) & (g > 0)) | ((x >= box[1]) & (g < 0))
    return np.where(held, 0.0, g)


class _Solver:
    """State of one minimization."""

    def __init__(
        self,
        x: np.ndarray,
        residual: Residual,
        box: Any,
        norm: Norm,
        mu_min: float,
        mu_max: float,
        mu_factor: float,
        scale: np.ndarray | str,
    ) -> None:
        if not 0 < mu_min <= mu_max or mu_factor <= 1:
            raise ValueError("0 < mu_min <= mu_max and mu_factor > 1 must hold")
        self.x, self.residual, self.box, self.norm = x, residual, box, norm
        self.mu, self.mu_min, self.mu_max, self.mu_factor = 0.0, mu_min, mu_max, mu_factor
        self.fall = 1  # exponent of mu_factor with which the next good step reduces mu
        self.r = _residual(residual, x[:, None])
        self.n_res = 1
        self.y = float(norm.value(self.r))
        self._dx = np.zeros(x.size)  # last step of the scaled variables
        self.scale = scale  # scale of the variables (nx), or "jac"

    def increase_regularization(self) -> bool:
        """Increase the regularization; return False at its maximum."""
        self.fall = 1
        if self.mu >= self.mu_max:
            return False
        self.mu = max(self.mu_min, self.mu * self.mu_factor)
        return True

    def decrease_regularization(self) -> None:
        """Decrease the regularization, doubling the exponent with each consecutive good step.

        Without regularization, a step is one of the Gauss-Newton method.
        """
        try:
            self.mu /= self.mu_factor**self.fall
        except OverflowError:
            self.mu = 0.0
        self.fall = min(2 * self.fall, 1024)
        if self.mu < self.mu_min:
            self.mu = 0.0

    def differentiate(self, jacobian: Any, eps: float) -> np.ndarray:
        """Return the Jacobian at x: the user's, or finite differences of step ``eps``."""
        if jacobian is None:
            jac, self.n_res = jacobian_fd(self.residual, self.x, self.r, eps, self.n_res, self.box)
            return jac
        jac = np.asarray(jacobian(self.x[:, None], self.r), np.float64)
        if jac.shape != (self.r.size, self.x.size):
            raise ValueError(f"jacobian must return shape {(self.r.size, self.x.size)}, not {jac.shape}")
        return jac

    def derivatives(self, jacobian: Any, eps: float) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
        """Return residual, Jacobian and gradient at x, in the shapes that a trace stores."""
        jac = self.differentiate(jacobian, eps)
        g, _ = self.norm.grad_hess(self.r, jac)
        return self.r, jac, np.asarray(g, np.float64).reshape(-1, 1)

    def accept(self, dx: np.ndarray, r: np.ndarray, y: float, ratio: float) -> None:
        """Take step ``dx`` to residual r and value y; adapt mu by the ratio of the reductions."""
        self.x = self.x + dx if self.box is None else np.clip(self.x + dx, *self.box)
        self.r, self.y = r, y
        if ratio > 0.75:
            self.decrease_regularization()
        elif ratio < 0.25:
            self.increase_regularization()

    def find_step(self, g: np.ndarray, H: np.ndarray, scale: np.ndarray) -> np.ndarray | None:
        """Return the regularized step in the box, or None if H is not positive definite.

        The step dx is regularized by mu |dx / scale|^2 / 2.
        """
        n = self.x.size
        low, high = (None, None) if self.box is None else ((side - self.x) / scale for side in self.box)
        factor = np.zeros(n * (n + 7))
        scaled = H * scale * scale[:, None] + self.mu * np.eye(n)
        rank = mju_boxQP(self._dx, factor, np.zeros(n, np.int32), scaled, g * scale, low, high)
        if rank < 0:
            self._dx[:] = 0.0
            return None
        step: np.ndarray = self._dx * scale
        return step

    def try_step(self, g: np.ndarray, H: np.ndarray, scale: np.ndarray) -> Any:
        """Find a step that reduces the objective, increasing the regularization as needed.

        Returns (step, residual and value after it, ratio of actual to predicted reduction), or a Status on failure.
        """
        while True:
            dx = self.find_step(g, H, scale)
            if dx is None:
                if not self.increase_regularization():
                    return Status.FACTORIZATION_FAILED
                continue
            if not dx.any():
                return dx, self.r, self.y, 1.0
            x = self.x + dx
            if self.box is not None:
                x = np.clip(x, *self.box)
            r = _residual(self.residual, x[:, None])
            self.n_res += 1
            y = float(self.norm.value(r))
            expected = -(dx @ g + 0.5 * dx @ H @ dx)
            if y < self.y:
                return dx, r, y, (self.y - y) / expected if expected > 0 else 0.0
            if not self.increase_regularization():
                return Status.NO_IMPROVEMENT


@checked
def least_squares(
    x0: np.ndarray,
    residual: Callable[[np.ndarray], np.ndarray],
    bounds: Sequence[np.ndarray] | None = None,
    jacobian: Callable[[np.ndarray, np.ndarray], np.ndarray] | None = None,
    norm: Norm | None = None,
    eps: float = float(np.finfo(np.float64).eps ** 0.5),
    mu_min: float = 1e-6,
    mu_max: float = 1e8,
    mu_factor: float = 10.0**0.1,
    xtol: float = 1e-8,
    gtol: float = 1e-8,
    max_iter: int = 100,
    verbose: Verbosity | int = Verbosity.ITER,
    output: TextIO | None = None,
    iter_callback: Callable[[list[IterLog]], None] | None = None,
    check_derivatives: bool = False,
    x_scale: float | np.ndarray | str | None = None,
) -> tuple[np.ndarray, list[IterLog]]:
    """Minimize norm(residual(x)), within bounds on x.

    x0             initial guess; the result has the same shape
    residual       (nx, n) points in columns -> (nr, n) residuals in columns
    bounds         lower and upper bound, each of the size of x0
    jacobian       (x (nx, 1), r (nr, 1)) -> (nr, nx); None: forward differences
    eps            step of the differences
    norm           measure of residuals; None: half the sum of squares
    mu_min, mu_max, mu_factor   minimum, maximum and growth factor of the regularization
    xtol, gtol     end when the norm of the step, or of the gradient, is smaller
    max_iter       maximum number of iterations
    verbose        Verbosity of output and trace
    output         stream to print to; None: stdout
    iter_callback  called with the trace after each iteration
    check_derivatives   compare jacobian and norm with finite differences first
    x_scale        positive scale of each variable, or one for all; steps are regularized in these units. "jac": the
                   inverse norm of each column of the Jacobian, at each iteration; None: 1

    Returns        (x, trace): the best point, and one IterLog per iteration and one for the result
    Errors         ValueError for wrong shapes and ranges
    Source         Python / minimize; Tassa, Mansard and Todorov 2014
    """
    verbose = Verbosity(verbose)
    output = output if output is not None else sys.stdout
    x = np.array(x0, np.float64).reshape(-1)
    box, log = _box(bounds, x.size), Progress(verbose.value, output)
    x = x if box is None else np.clip(x, *box)
    solver = _Solver(
        x, residual, box, norm or Quadratic(), mu_min, mu_max, mu_factor, checked_scale(x_scale, x.size)
    )
    check = (
        functools.partial(_check, solver, jacobian is not None, eps, output) if check_derivatives else None
    )
    trace: list[IterLog] = []
    differentiate = functools.partial(solver.differentiate, jacobian, eps)
    status = _iterate(solver, differentiate, (xtol, gtol), max_iter, trace, log, iter_callback, check)
    extra = solver.derivatives(jacobian, eps) if verbose is Verbosity.FULLITER else ()
    trace.append(IterLog(solver.x[:, None].copy(), solver.y, 0.0, solver.mu, *extra))
    log.end(len(trace) - 1, _REASON[status], solver)
    return solver.x.reshape(np.shape(x0)), trace


def _iterate(
    solver: _Solver,
    differentiate: Callable[[], np.ndarray],
    tolerances: tuple[float, float],
    max_iter: int,
    trace: list[IterLog],
    log: Progress,
    iter_callback: Callable[[list[IterLog]], None] | None,
    check: Callable[[np.ndarray], None] | None,
) -> Status:
    """Step until a tolerance or the iteration limit is reached, and return the reason.

    tolerances   of the step and of the gradient
    """
    xtol, gtol = tolerances
    for i in range(max_iter):
        r, jac = solver.r, differentiate()
        if check is not None and i == 0:
            check(jac)
        g, H = solver.norm.grad_hess(r, jac)
        g = np.asarray(g, np.float64).reshape(-1)
        gradient = np.linalg.norm(_free_gradient(solver.x, g, solver.box))
        if gradient < gtol:
            log.start(i, gradient)
            return Status.G_TOL
        found = solver.try_step(g, H, scale_of(solver.scale, jac))
        if isinstance(found, Status):
            return found
        dx, new_r, new_y, ratio = found
        extra: tuple = (r, jac, g[:, None], dx[:, None]) if log.verbose == Verbosity.FULLITER.value else ()
        trace.append(IterLog(solver.x[:, None].copy(), solver.y, solver.y - new_y, solver.mu, *extra))
        log.iteration(i, trace[-1], ratio, dx)
        if iter_callback is not None:
            iter_callback(trace)
        solver.accept(dx, new_r, new_y, ratio)
        if np.linalg.norm(dx) < xtol:
            return Status.DX_TOL
    return Status.MAX_ITER


def _check(solver: _Solver, given: bool, eps: float, output: TextIO, jac: np.ndarray) -> None:
    """Compare the user's Jacobian, if ``given``, and the norm with finite differences."""
    if given:
        solver.n_res = check_jacobian(
            solver.residual, solver.x, solver.r, jac, eps, solver.n_res, solver.box, output
        )
    check_norm(solver.r, solver.norm, eps, output)
