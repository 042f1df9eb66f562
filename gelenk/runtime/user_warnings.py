"""User warnings: report the warnings that compiled code counted.

Documents: Modeling / Warnings; API / mju_user_warning
"""

from __future__ import annotations

import ctypes
from typing import TYPE_CHECKING, Any

from gelenk.engine.arena import arena_bytes
from gelenk.runtime import log_messages
from gelenk.tables.enums import mjtWarning

if TYPE_CHECKING:
    from gelenk.runtime.struct_bases import DataBlock

_MESSAGES = {
    mjtWarning.mjWARN_INERTIA: "Inertia matrix is too close to singular at DOF {info}. Check model.",
    mjtWarning.mjWARN_CONTACTFULL: "Too many contacts: {info} do not fit in the memory that the model allows.",
    mjtWarning.mjWARN_CNSTRFULL: "Too many constraint rows: {info} do not fit in the memory that the model allows.",
    mjtWarning.mjWARN_VGEOMFULL: "Not all geoms fit into the scene: its maxgeom is {info}.",
    mjtWarning.mjWARN_BADQPOS: "Nan, Inf or huge value in QPOS at DOF {info}. The simulation is unstable.",
    mjtWarning.mjWARN_BADQVEL: "Nan, Inf or huge value in QVEL at DOF {info}. The simulation is unstable.",
    mjtWarning.mjWARN_BADQACC: "Nan, Inf or huge value in QACC at DOF {info}. The simulation is unstable.",
    mjtWarning.mjWARN_BADCTRL: "Nan, Inf or huge value in CTRL at ACTUATOR {info}. The control is set to zero.",
}
# the texts before and after {info}
_TEXT: dict[int, tuple[str, ...]] = {
    kind: tuple(message.split("{info}")) for kind, message in _MESSAGES.items()
}
_FromC: Any = ctypes.CFUNCTYPE(None).__mro__[1]  # base of ctypes functions, which take a char* as bytes
user_warning: Any = None  # set_mju_user_warning: receives the text instead of the log


def text(kind: int, info: int) -> str:
    """Return the message of warning ``kind`` (mj_warningText)."""
    message = _TEXT.get(kind)
    before, after = message if message is not None else _TEXT[mjtWarning(kind)]  # raises for unknown kinds
    return f"{before}{info}{after}"


def _lost(d: DataBlock, kind: int, found: int) -> str:
    """Return what was dropped for lack of model memory, and how much memory is needed."""
    m, ncon = d._model._view, d._scalar("ncon")
    if kind == mjtWarning.mjWARN_CONTACTFULL:
        need = arena_bytes(m, found, 0, 0, 0)
        what = f"{ncon} of them are kept. All take {need} bytes without their rows"
    elif kind == mjtWarning.mjWARN_CNSTRFULL:
        numbers, dual = d._scalar("lost_J"), d._scalar("lost_A")
        need = arena_bytes(m, ncon, found, numbers, dual)
        what = f"With {numbers} numbers of efc_J, {dual} of efc_AR and {ncon} contacts they take {need} bytes"
    else:
        return ""
    return f" {what}, <size memory> allows {m.narena}."


def report(d: DataBlock) -> None:
    """Report each kind of warning of ``d`` on its first count after a reset."""
    if not d._scalar("warned"):
        return
    d._set_scalar("warned", 0)
    counts = d._a_warning_number
    for kind in range(mjtWarning.mjNWARNING):
        if counts[kind] and not d._told & 1 << kind:
            d._told |= 1 << kind
            info = int(d._a_warning_lastinfo[kind])
            message = f"{text(kind, info)}{_lost(d, kind, info)} Time = {d.time:.4f}."
            send(message)


def send(message: str) -> None:
    """Send a warning to the user's function if set, else to the log."""
    message = encodable(message)
    if user_warning is not None:
        user_warning(message.encode() if isinstance(user_warning, _FromC) else message)
    else:
        write_log("WARNING", message)


def write_log(kind: str, message: str) -> None:
    """Send ``message`` to the log at the level that ``kind`` names."""
    log_messages.append(kind, encodable(message))
    if not log_messages.console:
        return
    import logging  # imported here, since it is slow and most programs log nothing

    level = logging.ERROR if kind.upper() == "ERROR" else logging.WARNING
    logging.getLogger("gelenk").log(level, encodable(message))


def encodable(message: str) -> str:
    """Return ``message`` with lone surrogates escaped, as in file names that are not UTF-8."""
    return message.encode("utf-8", "backslashreplace").decode()
