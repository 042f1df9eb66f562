"""Structs under the private name of 3.5.0: ``mujoco._structs.MjModel``, _MjContactList.

Documents: drop-in / Private names
"""

from gelenk.api import exports
from gelenk.runtime.contact_list import ContactList as _MjContactList  # noqa: F401
from gelenk.runtime.counters import StatList

_MjSolverStatList = _MjTimerStatList = _MjWarningStatList = StatList

_names = exports.everything()
globals().update({name: value for name, value in _names.items() if name.startswith("Mj")})
