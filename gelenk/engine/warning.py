"""Counting warnings in compiled code; Python turns the counters into messages.

Documents: API / mjtWarning; Modelling / Warnings
"""

from gelenk.jit.kernel import kernel
from gelenk.tables.enums import mjtWarning

INERTIA = int(mjtWarning.mjWARN_INERTIA)
CONTACT_FULL = int(mjtWarning.mjWARN_CONTACTFULL)
CONSTRAINT_FULL = int(mjtWarning.mjWARN_CNSTRFULL)
BAD_QPOS = int(mjtWarning.mjWARN_BADQPOS)
BAD_QVEL = int(mjtWarning.mjWARN_BADQVEL)
BAD_QACC = int(mjtWarning.mjWARN_BADQACC)
BAD_CTRL = int(mjtWarning.mjWARN_BADCTRL)


@kernel
def warn(d, kind, info):
    """Count warning ``kind`` with its argument ``info`` (an id, or a number that explains it)."""
    d.warning_lastinfo[kind] = info
    d.warning_number[kind] += 1
    d.warned = 1
