"""Derivatives by finite differences as documented functions: mjd_transitionFD, mjd_inverseFD.

Documents: API / Derivatives
"""

from gelenk.world.arguments import documented
from gelenk.world.differences import inverse_fd, transition_fd


def _shaped(function, name, array, *shape):
    """Raise TypeError unless ``array`` (or None) has this shape."""
    if array is not None and array.shape != shape:
        raise TypeError(f"{function}: {name} must have shape {shape}, not {array.shape}")


@documented
def mjd_transitionFD(m, d, eps, flg_centered, A, B, C, D):
    """Derivatives of a step, by forward or centered differences of ``eps``; see world/differences.py."""
    nx = 2 * m.nv + m.na
    _shaped("mjd_transitionFD", "A", A, nx, nx)
    _shaped("mjd_transitionFD", "B", B, nx, m.nu)
    _shaped("mjd_transitionFD", "C", C, m.nsensordata, nx)
    _shaped("mjd_transitionFD", "D", D, m.nsensordata, m.nu)
    transition_fd(m, d, eps, bool(flg_centered), A, B, C, D)


@documented
def mjd_inverseFD(m, d, eps, flg_actuation, DfDq, DfDv, DfDa, DsDq, DsDv, DsDa, DmDq):
    """Derivatives of inverse dynamics, by forward differences of ``eps``; see world/differences.py."""
    for name, array in (("DfDq", DfDq), ("DfDv", DfDv), ("DfDa", DfDa)):
        _shaped("mjd_inverseFD", name, array, m.nv, m.nv)
    for name, array in (("DsDq", DsDq), ("DsDv", DsDv), ("DsDa", DsDa)):
        _shaped("mjd_inverseFD", name, array, m.nv, m.nsensordata)
    _shaped("mjd_inverseFD", "DmDq", DmDq, m.nv, m.nM)
    inverse_fd(m, d, eps, bool(flg_actuation), DfDq, DfDv, DfDa, DsDq, DsDv, DsDa, DmDq)
