"""Functions under the private name of 3.5.0: ``mujoco._functions._realloc_con_efc``.

Documents: drop-in / Private names
"""

from gelenk.api import exports
from gelenk.runtime.arguments import integer
from gelenk.runtime.data import MjData

globals().update(
    {name: value for name, value in exports.everything().items() if name.startswith(exports.PREFIXES)}
)


def _realloc_con_efc(d: MjData, ncon: int, nefc: int, nJ: int = -1) -> None:
    """_realloc_con_efc(d: mujoco._structs.MjData, ncon: int, nefc: int, nJ: int = -1) -> None

    Reallocate ``d`` for ncon contacts, nefc constraint rows and nJ elements of efc_J (-1: nefc * nv), and set its
    counts. The previous contents are lost.
    """
    name = "_realloc_con_efc"
    if not isinstance(d, MjData):
        raise TypeError(f"{name}: d must be a MjData, not {type(d).__name__}")
    ncon, nefc, nJ = (integer(name, n, v) for n, v in (("ncon", ncon), ("nefc", nefc), ("nJ", nJ)))
    if nJ < 0:
        nJ = nefc * d.model.nv
    if not (0 <= ncon < 2**31 and 0 <= nefc < 2**31 and nJ < 2**40):
        raise ValueError(f"{name}: counts are out of range")
    d._realloc(ncon, nefc, nJ)
