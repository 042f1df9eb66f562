"""State vectors, resets, keyframes and copies as documented functions: mj_getState, mj_resetData, mj_copyData, ...

Documents: API / State, Initialization
"""

import numpy as np

from gelenk.api.models import copy_data
from gelenk.engine.arena import arena_bytes, clear_rows
from gelenk.errors import FatalError
from gelenk.tables.fields_data import CONTACT
from gelenk.world import state as _state_vectors
from gelenk.world.arguments import documented
from gelenk.world.contact import MjContact


@documented
def mj_stateSize(m, sig):
    """Number of values in the state vector ``sig`` (union of mjtState)."""
    _state_vectors.check_signature("mj_stateSize", sig)
    return _state_vectors.size(m, sig)


@documented
def mj_getState(m, d, state, sig):
    """state = the parts ``sig`` of the state of d."""
    _state_size("mj_getState", m, state, sig)
    _state_vectors.get(m, d, state, sig)


@documented
def mj_setState(m, d, state, sig):
    """The parts ``sig`` of the state of d = state."""
    _state_size("mj_setState", m, state, sig)
    _state_vectors.put(m, d, state, sig)


def _state_size(function, m, values, sig):
    _state_vectors.check_signature(function, sig)
    wanted = _state_vectors.size(m, sig)
    if values.size != wanted:
        raise TypeError("state size should equal mj_stateSize(m, sig)")


@documented
def mj_extractState(m, src, srcsig, dst, dstsig):
    """dst = the parts ``dstsig`` of the state vector src, which has the parts ``srcsig``."""
    _state_size("mj_extractState", m, src, srcsig)
    _state_size("mj_extractState", m, dst, dstsig)
    if dstsig & ~srcsig:
        raise ValueError("mj_extractState: dstsig is not a subset of srcsig")
    _state_vectors.extract(m, src, srcsig, dst, dstsig)


@documented
def mj_copyState(m, src, dst, sig):
    """Copy the parts ``sig`` of the state from one MjData to another."""
    values = np.zeros(mj_stateSize(m, sig))
    _state_vectors.get(m, src, values, sig)
    _state_vectors.put(m, dst, values, sig)


@documented
def mj_resetData(m, d):
    """The state at time 0: qpos0, zero velocity and control."""
    d._reset()


@documented
def mj_resetDataDebug(m, d, debug_value):
    """As mj_resetData, with all that is computed set to bytes ``debug_value`` (0 to 255)."""
    if not 0 <= debug_value < 256:
        raise ValueError(f"mj_resetDataDebug: debug_value must be a byte, not {debug_value}")
    d._reset(debug_value)


@documented
def mj_resetDataKeyframe(m, d, key):
    """The state of keyframe ``key``; as mj_resetData when there is no such keyframe."""
    d._reset()
    if 0 <= key < m.nkey:
        _state_vectors.put_key(m, d, key)


@documented
def mj_setKeyframe(m, d, k):
    """Keep the state of d as keyframe ``k``."""
    if k < 0:
        raise FatalError(f"mj_setKeyframe: keyframe index cannot be negative, and is {k}")
    if k >= m.nkey:
        raise FatalError(
            f"mj_setKeyframe: index must be smaller than {m.nkey} (keyframes allocated in model)"
        )
    _state_vectors.save_key(m, d, k)


@documented
def mj_copyData(dest, m, src):
    """Make dest equal to src, both of model m."""
    copy_data(dest, m, src)
    return dest


@documented
def mj_addContact(m, d, con):
    """Append a contact to d.contact; returns 0 when it was added, 1 when the model allows no memory for it.

    Constraint rows are removed, since they are not those of these contacts: mj_makeConstraint makes them anew.
    """
    if not isinstance(con, MjContact):
        raise TypeError(f"mj_addContact: con must be a MjContact, not {type(con).__name__}")
    n = d.ncon
    allowed = m._view.narena
    if 0 <= allowed < arena_bytes(m._view, n + 1, 0, 0, 0):
        return 1
    d._set("need_con", n + 1)
    d._grow()
    clear_rows(m._view, d._view)  # they are not those of these contacts
    d._set("ncon", n + 1)
    record = d.contact[n]
    for f in CONTACT:
        setattr(record, f.name, getattr(con, f.name))
    return 0
