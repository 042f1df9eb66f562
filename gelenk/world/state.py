"""State vectors: which parts of Data they hold and how they are packed.

Documents: Computation / State and control; API / mj_stateSize, mj_getState, mj_setState, mj_extractState
"""

import numpy as np

from gelenk.errors import FatalError
from gelenk.tables.enums import mjtState

# in the order in which they are packed; the field of Data that each bit stands for
PARTS = (
    (mjtState.mjSTATE_TIME, "time"),
    (mjtState.mjSTATE_QPOS, "qpos"),
    (mjtState.mjSTATE_QVEL, "qvel"),
    (mjtState.mjSTATE_ACT, "act"),
    (mjtState.mjSTATE_HISTORY, "history"),
    (mjtState.mjSTATE_WARMSTART, "qacc_warmstart"),
    (mjtState.mjSTATE_CTRL, "ctrl"),
    (mjtState.mjSTATE_QFRC_APPLIED, "qfrc_applied"),
    (mjtState.mjSTATE_XFRC_APPLIED, "xfrc_applied"),
    (mjtState.mjSTATE_EQ_ACTIVE, "eq_active"),
    (mjtState.mjSTATE_MOCAP_POS, "mocap_pos"),
    (mjtState.mjSTATE_MOCAP_QUAT, "mocap_quat"),
    (mjtState.mjSTATE_USERDATA, "userdata"),
    (mjtState.mjSTATE_PLUGIN, "plugin_state"),
)
_SIZES = {
    "time": lambda m: 1,
    "qpos": lambda m: m.nq,
    "qvel": lambda m: m.nv,
    "act": lambda m: m.na,
    "history": lambda m: m.nhistory,
    "qacc_warmstart": lambda m: m.nv,
    "ctrl": lambda m: m.nu,
    "qfrc_applied": lambda m: m.nv,
    "xfrc_applied": lambda m: 6 * m.nbody,
    "eq_active": lambda m: m.neq,
    "mocap_pos": lambda m: 3 * m.nmocap,
    "mocap_quat": lambda m: 4 * m.nmocap,
    "userdata": lambda m: m.nuserdata,
    "plugin_state": lambda m: m.npluginstate,
}


def check_signature(function, sig):
    """Raise FatalError unless ``sig`` is a union of mjtState bits."""
    if sig < 0:
        raise FatalError(f"{function}: invalid state signature {sig} < 0")
    if sig >= 1 << len(PARTS):
        raise FatalError(f"{function}: invalid state signature {sig} >= 2^mjNSTATE")


def parts(m, sig):
    """(field, start, size) of each part of the state vector ``sig``, in order."""
    start = 0
    for bit, field in PARTS:
        if sig & bit:
            size = _SIZES[field](m)
            yield field, start, size
            start += size


def size(m, sig) -> int:
    """How many numbers the state vector ``sig`` has."""
    return sum(n for _, _, n in parts(m, sig))


def get(m, d, out, sig):
    """Pack the parts ``sig`` of the state of ``d`` into ``out``."""
    for field, start, n in parts(m, sig):
        out[start : start + n] = d.time if field == "time" else getattr(d, field).ravel()


def put(m, d, values, sig):
    """Unpack ``values`` into the parts ``sig`` of the state of ``d``."""
    for field, start, n in parts(m, sig):
        if field == "time":
            d.time = values[start]
        else:
            target = getattr(d, field)
            target[...] = values[start : start + n].reshape(target.shape)


def extract(m, source, source_sig, out, sig):
    """Copy the parts ``sig`` out of the state vector ``source``, which has the parts ``source_sig``."""
    where = {field: (start, n) for field, start, n in parts(m, source_sig)}
    for field, start, n in parts(m, sig):
        first, _ = where[field]
        out[start : start + n] = source[first : first + n]


def put_key(m, d, key):
    """The state of keyframe ``key``; the caller has reset ``d``."""
    d.time = m.key_time[key]
    d.qpos[:], d.qvel[:], d.act[:], d.ctrl[:] = (
        m.key_qpos[key],
        m.key_qvel[key],
        m.key_act[key],
        m.key_ctrl[key],
    )
    d.mocap_pos[...] = m.key_mpos[key].reshape(-1, 3)
    d.mocap_quat[...] = m.key_mquat[key].reshape(-1, 4)


def save_key(m, d, key):
    """Keep the state of ``d`` as keyframe ``key`` of the model."""
    m.key_time[key] = d.time
    m.key_qpos[key], m.key_qvel[key], m.key_act[key], m.key_ctrl[key] = d.qpos, d.qvel, d.act, d.ctrl
    m.key_mpos[key], m.key_mquat[key] = np.ravel(d.mocap_pos), np.ravel(d.mocap_quat)
