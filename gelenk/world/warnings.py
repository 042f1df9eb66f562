"""Warnings that compiled code counted, told to the user.

Documents: Modelling / Warnings; API / mju_user_warning
"""

from gelenk.tables.enums import mjtWarning

_TEXT = {
    mjtWarning.mjWARN_INERTIA: "Inertia matrix is too close to singular at DOF {info}. Check model.",
    mjtWarning.mjWARN_CONTACTFULL: "Too many contacts: {info} do not fit in the memory that the model allows.",
    mjtWarning.mjWARN_CNSTRFULL: "Too many constraint rows: {info} do not fit in the memory that the model allows.",
    mjtWarning.mjWARN_VGEOMFULL: "Too many visual geoms: {info}.",
    mjtWarning.mjWARN_BADQPOS: "NaN, Inf or huge value in QPOS at DOF {info}. The simulation is unstable.",
    mjtWarning.mjWARN_BADQVEL: "NaN, Inf or huge value in QVEL at DOF {info}. The simulation is unstable.",
    mjtWarning.mjWARN_BADQACC: "NaN, Inf or huge value in QACC at DOF {info}. The simulation is unstable.",
    mjtWarning.mjWARN_BADCTRL: "NaN, Inf or huge value in CTRL at ACTUATOR {info}. The control is set to zero.",
}
user_warning = None  # set_mju_user_warning: takes the text instead of the log


def text(kind, info):
    """The message of warning ``kind`` (mj_warningText)."""
    return _TEXT[mjtWarning(kind)].format(info=info)


def report(d):
    """Tell each kind of warning of ``d`` when it is first counted after a reset."""
    if not d._get("warned"):
        return
    d._set("warned", 0)
    counts = d._a_warning_number
    for kind in range(mjtWarning.mjNWARNING):
        if counts[kind] and not d._told & 1 << kind:
            d._told |= 1 << kind
            message = f"{text(kind, int(d._a_warning_lastinfo[kind]))} Time = {d.time:.4f}."
            if user_warning is not None:
                user_warning(message)
            else:
                write_log("WARNING", message)


def write_log(kind, message):
    """Send ``message`` to the log at the level that ``kind`` names."""
    import logging  # most programs are never warned, and importing it takes a while

    logging.getLogger("gelenk").log(logging.ERROR if kind.upper() == "ERROR" else logging.WARNING, message)
