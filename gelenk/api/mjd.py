"""Derivatives by finite differences (mjd_): mjd_transitionFD, mjd_inverseFD.

Documents: API / Derivatives
"""

from typing import Any

import numpy as np

from gelenk.runtime.arguments import documented, later_form
from gelenk.runtime.data import MjData
from gelenk.runtime.model import MjModel

Matrix = np.ndarray | None


@documented
def mjd_transitionFD(
    m: MjModel, d: MjData, eps: float, flg_centered: int, A: Matrix, B: Matrix, C: Matrix, D: Matrix
) -> None:
    """Compute the derivatives of a step by finite differences: (x, u) -> (y, s).

    x = (dq, qvel, act) is the state, dq a displacement in the tangent space of qpos; u = ctrl; y the state after
    the step; s = sensordata. Stages that do not depend on the perturbed input are skipped. Controls at an end of their
    range are perturbed inwards. The state of d is restored.

    Errors     ValueError: the integrator is RK4, or the model has delays
    Source     API / mjd_transitionFD; Computation / Derivatives
    """
    from gelenk.runtime.finite_differences import transition_fd  # imported on demand: its kernels load slowly

    transition_fd(m, d, eps, bool(flg_centered), A, B, C, D)


def _has_sparse_columns(m: Any = None, *args: Any, DmDq: Any = None, **kwargs: Any) -> bool:
    """Return whether DmDq has a column for each element of M, instead of each of qM."""
    last = DmDq if DmDq is not None else args[9] if len(args) == 10 else None
    shape = getattr(last, "shape", ())
    return isinstance(m, MjModel) and m.nC != m.nM and isinstance(shape, tuple) and shape[-1:] == (m.nC,)


def _inverse_sparse(call: Any, m: MjModel, *args: Any, DmDq: Any = None, **kwargs: Any) -> None:
    """Compute the derivatives of qM, and write those of the elements of M."""
    given, rest = (DmDq, args) if DmDq is not None else (args[9], args[:9])
    found = np.zeros((m.nv, m.nM))
    call(m, *rest, DmDq=found, **kwargs)
    given[...] = found[:, m.mapM2M]


@later_form(_has_sparse_columns, _inverse_sparse)
@documented
def mjd_inverseFD(
    m: MjModel,
    d: MjData,
    eps: float,
    flg_actuation: int,
    DfDq: Matrix,
    DfDv: Matrix,
    DfDa: Matrix,
    DsDq: Matrix,
    DsDv: Matrix,
    DsDa: Matrix,
    DmDq: Matrix,
) -> None:
    """Compute the derivatives of inverse dynamics by forward differences.

    (q, v, a) -> (qfrc_inverse, sensordata, qM), or with nC columns of DmDq, as in later releases, M. Row i is the
    derivative with respect to dof i, so these are transposes of Jacobians. Where invdiscrete is enabled, a is the
    acceleration of a discrete step. The state of d is restored.

    Source     API / mjd_inverseFD; Computation / Derivatives
    """
    from gelenk.runtime.finite_differences import inverse_fd  # imported on demand: its kernels load slowly

    inverse_fd(m, d, eps, bool(flg_actuation), DfDq, DfDv, DfDa, DsDq, DsDv, DsDa, DmDq)
