"""Optimize parameters to minimize residuals, and estimate confidence intervals.

Documents: API / minimize; Nocedal and Wright 2006, ch. 10
"""

import functools
import logging
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt

from gelenk import minimize
from gelenk.runtime.annotation_checks import checked
from gelenk.runtime.arguments import check_struct
from gelenk.sysid._src.parameter import ParameterDict

if TYPE_CHECKING:
    from scipy.optimize import OptimizeResult

STEP = float(np.finfo(np.float64).eps ** 0.5)  # step of finite differences, relative
BACKENDS = ("mujoco", "scipy", "scipy_parallel_fd")
DERIVATIVES = ("differences", "exact")

ResidualFn = Callable[..., Any]
Stacked = Callable[[np.ndarray], np.ndarray]
Bounds = tuple[np.ndarray, np.ndarray]
Jacobian = Callable[[np.ndarray], np.ndarray]


LARGE_CONDITION = 1e12  # condition number of J^T J above which a warning is given


def warn_of_conditioning(x: np.ndarray, residual: Any, bounds: tuple[np.ndarray, np.ndarray]) -> None:
    """Warn if J^T J is nearly singular at a point, with J from finite differences."""
    value, columns = residual(x), []
    for i in range(len(x)):
        step = 1e-6 * max(1.0, abs(float(x[i])))
        step = -step if x[i] + step > bounds[1][i] else step
        moved = x.copy()
        moved[i] += step
        columns.append((residual(moved) - value) / step)
    jacobian = np.stack(columns, axis=1) if columns else np.zeros((len(value), 0))
    found = float(np.linalg.cond(jacobian.T @ jacobian)) if columns else 1.0
    if not found < LARGE_CONDITION:
        logging.getLogger("gelenk").warning(
            "cond(J^T J) is %.2g at the starting point: some parameters cannot be identified", found
        )


def optimize(
    initial_params: ParameterDict,
    residual_fn: ResidualFn,
    optimizer: str = "mujoco",
    verbose: bool = True,
    check_conditioning: bool = False,
    *,
    derivatives: str = "differences",
    **optimizer_kwargs: Any,
) -> tuple[ParameterDict, "OptimizeResult"]:
    """Minimize the sum of squares of a residual within the bounds of the parameters.

    initial_params     ParameterDict with the starting point; unchanged
    residual_fn        (x, params) -> (residuals, ...), as build_residual_fn returns it
    optimizer          mujoco: gelenk.minimize; scipy: scipy.optimize.least_squares; scipy_parallel_fd: scipy with
                       finite differences whose points are rolled out together
    verbose            log a table of the result
    check_conditioning   warn if cond(J^T J) at the starting point is large: a parameter has no effect, or two have the
                       same effect
    derivatives        differences: finite differences of residuals, as in 3.5.0; exact: exact derivatives of rollouts,
                       or finite differences, with a warning, where a feature has no exact derivative
    optimizer_kwargs   arguments of the optimizer; max_iters is accepted for max_iter (mujoco) and max_nfev (scipy)

    Returns (ParameterDict, scipy.optimize.OptimizeResult with x, jac, grad); of mujoco also extras["objective"] and
    extras["candidate"] over the iterations

    Errors             ValueError: there is no such optimizer; exact derivatives of a residual_fn that is not one of
                       build_residual_fn
    Source             drop-in / mujoco.sysid
    """
    if not isinstance(optimizer, str) or optimizer not in BACKENDS:
        raise ValueError(f"optimizer must be one of {', '.join(BACKENDS)}, not {optimizer!r}")
    check_struct("optimize", "initial_params", initial_params, ParameterDict)
    if not callable(residual_fn):
        raise TypeError(f"optimize: residual_fn must be a function, not {type(residual_fn).__name__}")
    if derivatives not in DERIVATIVES:
        raise ValueError(f"derivatives must be one of {', '.join(DERIVATIVES)}, not {derivatives!r}")
    work = initial_params.copy()

    stacked = functools.partial(_stacked, residual_fn, work)
    x0, bounds = initial_params.as_vector(), initial_params.get_bounds()
    x0 = np.clip(x0, *bounds)
    if check_conditioning:
        warn_of_conditioning(x0, stacked, bounds)
    exact = None
    if derivatives == "exact":
        exact = _exact_jacobian(residual_fn, work, stacked, bounds)
    if optimizer == "mujoco":
        result = _minimize_with_gelenk(x0, stacked, bounds, exact, **optimizer_kwargs)
    else:
        parallel = optimizer == "scipy_parallel_fd"
        result = _minimize_with_scipy(x0, stacked, bounds, parallel, exact, **optimizer_kwargs)
    found = initial_params.copy()
    found.update_from_vector(result.x)
    if verbose:
        logging.getLogger("gelenk").info(
            "identified parameters:\n%s", initial_params.compare_parameters(x0, result.x)
        )
    return found, result


def _stacked(residual_fn: ResidualFn, params: ParameterDict, x: npt.ArrayLike) -> np.ndarray:
    """Return the residuals of all trajectories, one after the other."""
    found = residual_fn(np.asarray(x, np.float64), params)
    if not isinstance(found, Sequence):
        raise TypeError(
            f"optimize: residual_fn must return lists of residuals first, not {type(found).__name__}"
        )
    return np.concatenate(found[0])


def _exact_jacobian(
    residual_fn: ResidualFn, params: ParameterDict, stacked: Stacked, bounds: Bounds
) -> Jacobian:
    """Return a function x -> Jacobian: exact, or finite differences if unsupported."""
    from gelenk.gradients import Unsupported
    from gelenk.sysid._src.exact_jacobian import residual_jacobian

    captured = getattr(residual_fn, "captured", None)
    if not isinstance(captured, Mapping):
        raise ValueError(
            "optimize: derivatives='exact' needs a residual_fn of build_residual_fn; with one of your own, pass "
            "jacobian= (optimizer mujoco) or jac= (scipy)"
        )
    refused = False

    def jacobian(x: np.ndarray) -> np.ndarray:
        nonlocal refused
        if not refused:
            try:
                return residual_jacobian(x, params, **captured)
            except Unsupported as error:
                logging.getLogger("gelenk").warning("optimize: finite differences, since %s", error)
                refused = True
        return _differences(stacked, x, bounds)

    return jacobian


def _differences(stacked: Stacked, x: np.ndarray, bounds: Bounds) -> np.ndarray:
    return minimize.jacobian_fd(stacked, x, stacked(x[:, None]), STEP, 0, bounds)[0]


def _minimize_with_gelenk(
    x0: np.ndarray, stacked: Stacked, bounds: Bounds, exact: Jacobian | None, **options: Any
) -> Any:
    from scipy.optimize import OptimizeResult

    if "max_iters" in options:
        options["max_iter"] = options.pop("max_iters")
    if exact is not None:
        options = {"jacobian": lambda x, r: exact(x.ravel())} | options
    x, trace = minimize.least_squares(x0, stacked, bounds=list(bounds), **options)
    r = stacked(x[:, None])
    jac = minimize.jacobian_fd(stacked, x, r, STEP, 0, bounds)[0] if exact is None else exact(x)
    extras = {"objective": [row.objective for row in trace], "candidate": [row.candidate for row in trace]}
    return OptimizeResult(x=x, jac=jac, grad=jac.T @ r, extras=extras)


def _minimize_with_scipy(
    x0: np.ndarray, stacked: Stacked, bounds: Bounds, parallel: bool, exact: Jacobian | None, **options: Any
) -> Any:
    from scipy.optimize import least_squares

    def jacobian(x: np.ndarray) -> np.ndarray:
        return _differences(stacked, x, bounds) if exact is None else exact(x)

    if "max_iters" in options:
        options["max_nfev"] = options.pop("max_iters")
    options = {"verbose": 2, "x_scale": "jac"} | options
    jac = jacobian if parallel or exact is not None else options.pop("jac", "2-point")
    return least_squares(stacked, x0, jac=jac, bounds=bounds, **options)


@checked
def calculate_intervals(
    residuals_star: Iterable[npt.ArrayLike],
    J: npt.ArrayLike,
    alpha: float = 0.05,
    lambda_zero_thresh: float = 1e-15,
    v_zero_thresh: float = 1e-8,
) -> tuple[np.ndarray, np.ndarray]:
    """Return the covariance of parameters at an optimum and their confidence intervals.

    residuals_star       residuals at the optimum, one or several arrays of n elements in total
    J                    Jacobian at the optimum (n, p)
    alpha                the intervals hold with probability 1 - alpha
    lambda_zero_thresh   eigenvalues of J^T J below this fraction of the largest count as zero
    v_zero_thresh        entries of eigenvectors below this count as zero

    covariance = s^2 (J^T J)^-1 with s^2 = |r|^2 / (n - p); half width = t(1 - alpha / 2, n - p) times the square
    root of the diagonal.
    J^T J has no inverse in directions that do not change the residuals; parameters with a component along such a
    direction have infinite intervals.

    Returns (covariance (p, p), half widths (p))
    Errors               ValueError: J and the residuals do not fit
    Source               drop-in / mujoco.sysid
    """
    from scipy.stats import t

    r = np.concatenate([np.ravel(part) for part in residuals_star])
    J = np.asarray(J, np.float64)
    n, p = J.shape
    if r.size != n:
        raise ValueError(f"there are {r.size} residuals, but J has {n} rows")
    free = n - p
    variance = float(r @ r) / free if free > 0 else np.inf
    values, vectors = np.linalg.eigh(J.T @ J)
    seen = values > lambda_zero_thresh * max(1.0, float(values.max(initial=0.0)))
    inverse = np.where(seen, 1.0 / np.where(seen, values, 1.0), 0.0)
    covariance = variance * (vectors * inverse) @ vectors.T
    width = t.ppf(1 - alpha / 2, max(free, 1)) * np.sqrt(np.maximum(np.diag(covariance), 0.0))
    blind = (np.abs(vectors[:, ~seen]) > v_zero_thresh).any(axis=1)
    covariance[blind, blind] = np.inf
    return covariance, np.where(blind, np.inf, width)
