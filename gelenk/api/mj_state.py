"""State vectors, resets, copies, histories, and later functions: mj_getState, ...

Documents: API / State, Initialization; API / Support; API / Collision detection; API / Sparse math

- State vectors, resets, keyframes and copies: mj_getState, mj_resetData, mj_copyData, ...
- Histories of controls and sensor readings: mj_readCtrl, mj_readSensor, mj_initCtrlHistory, ...
- Functions of releases later than 3.5.0: mj_resetCtrl, mj_maxContact, mju_sym2dense, ...
"""

import copy
from collections.abc import Callable

import numpy as np

from gelenk.api import mju_matrix, mju_misc
from gelenk.api.model_methods import copy_data
from gelenk.engine.arena import arena_bytes, clear_rows
from gelenk.engine.step import neutral_controls
from gelenk.errors import FatalError
from gelenk.modeling.spec import drive_shortcuts
from gelenk.runtime import pipeline, state
from gelenk.runtime import state as _state_vectors
from gelenk.runtime.arguments import checked, documented, later_form, shape_of
from gelenk.runtime.contact_list import MjContact, buffers
from gelenk.runtime.data import MjData
from gelenk.runtime.model import MjModel
from gelenk.tables.enums import mjMAXCONPAIR, mjtDisableBit, mjtGeom
from gelenk.tables.enums.options import ONE_CONTACT
from gelenk.toolchain.extension.load import run_kernel

Array = np.ndarray


@documented
def mj_stateSize(m: MjModel, sig: int) -> int:
    """Return the length of the state vector with the components sig.

    Returns    the number of elements
    Errors     gelenk.FatalError: sig is not a union of mjtState bits
    Source     API / mj_stateSize; Computation / The State
    """
    _state_vectors.check_signature("mj_stateSize", sig, m)
    return _state_vectors.size(m, sig)


@documented
def mj_getState(m: MjModel, d: MjData, state: Array, sig: int) -> None:
    """Copy components of the state of d into a vector.

    Errors     gelenk.FatalError: sig is not a union of mjtState bits
               TypeError: the length of state is not mj_stateSize(m, sig)
    Source     API / mj_getState; Computation / The State
    """
    _state_size("mj_getState", m, state, sig)
    _state_vectors.get(m, d, state, sig)


@documented
def mj_setState(m: MjModel, d: MjData, state: Array, sig: int) -> None:
    """Copy a vector into components of the state of d (inverse of mj_getState).

    Fields computed from the state keep their values until mj_forward is called.

    Errors     gelenk.FatalError: sig is not a union of mjtState bits
               TypeError: the length of state is not mj_stateSize(m, sig)
    Source     API / mj_setState; Computation / The State
    """
    _state_size("mj_setState", m, state, sig)
    _state_vectors.put(m, d, state, sig)


def _state_size(function: str, m: MjModel, values: Array, sig: int) -> None:
    _state_vectors.check_signature(function, sig, m)
    wanted = _state_vectors.size(m, sig)
    if values.size != wanted:
        raise TypeError("state size should equal mj_stateSize(m, sig)")


@documented
def mj_extractState(m: MjModel, src: Array, srcsig: int, dst: Array, dstsig: int) -> None:
    """Copy some components of a state vector into a shorter one.

    Errors     gelenk.FatalError: a signature is not a union of mjtState bits
               ValueError: dstsig has components that srcsig lacks
               TypeError: src or dst does not have the length mj_stateSize
    Source     API / mj_extractState
    """
    _state_size("mj_extractState", m, src, srcsig)
    _state_size("mj_extractState", m, dst, dstsig)
    if dstsig & ~srcsig:
        raise ValueError("mj_extractState: dstsig is not a subset of srcsig")
    _state_vectors.extract(m, src, srcsig, dst, dstsig)


@documented
def mj_copyState(m: MjModel, src: MjData, dst: MjData, sig: int) -> None:
    """Copy components of the state from one MjData to another.

    Errors     gelenk.FatalError: sig is not a union of mjtState bits
    Source     API / mj_copyState
    """
    values = np.zeros(mj_stateSize(m, sig))
    mj_getState(m, src, values, sig)
    mj_setState(m, dst, values, sig)


@documented
def mj_resetData(m: MjModel, d: MjData) -> None:
    """Reset d to its initial state at time 0.

    qpos is m.qpos0, mocap poses and eq_active are those of the model, and everything else is zero.

    Source     API / mj_resetData
    """
    d._reset()


@documented
def mj_resetDataDebug(m: MjModel, d: MjData, debug_value: int) -> None:
    """Reset as mj_resetData, and fill computed fields with a byte to reveal early reads.

    Errors     ValueError: debug_value is not in 0 to 255
    Source     API / mj_resetDataDebug
    """
    if not 0 <= debug_value < 256:
        raise ValueError(f"mj_resetDataDebug: debug_value must be a byte, not {debug_value}")
    d._reset(debug_value)


@documented
def mj_resetDataKeyframe(m: MjModel, d: MjData, key: int) -> None:
    """Reset, then load time, qpos, qvel, act, ctrl and mocap poses of a keyframe.

    Source     API / mj_resetDataKeyframe; XML reference / keyframe
    """
    d._reset()
    if 0 <= key < m.nkey:
        _state_vectors.put_key(m, d, key)


@documented
def mj_setKeyframe(m: MjModel, d: MjData, k: int) -> None:
    """Store time, qpos, qvel, act, ctrl and mocap poses of d in a keyframe of m.

    Errors     gelenk.FatalError: k is not in 0 to nkey - 1
    Source     API / mj_setKeyframe; XML reference / keyframe
    """
    if k < 0:
        raise FatalError(f"mj_setKeyframe: keyframe index cannot be negative, got {k}")
    if k >= m.nkey:
        raise FatalError(
            f"mj_setKeyframe: index must be smaller than {m.nkey} (keyframes allocated in model)"
        )
    run_kernel("save_key", m, d, k)


@documented
def mj_copyData(dest: MjData, m: MjModel, src: MjData) -> None:
    """Copy state, inputs and all computed fields from one MjData to another.

    Source     API / mj_copyData
    """
    copy_data(dest, m, src)


@documented
def mj_addContact(m: MjModel, d: MjData, con: MjContact) -> int:
    """Append a contact to d.contact, as a collision function of the engine does.

    Constraint rows are removed, since they belong to the previous contacts; mj_makeConstraint computes new rows.

    Returns    0: the contact was added, 1: the arena of the model has no room for it
    Source     API / mj_addContact
    """
    n = d.ncon
    allowed = m._view.narena
    if 0 <= allowed < arena_bytes(m._view, n + 1, 0, 0, 0):
        return 1
    given = copy.copy(con)  # a copy, since growing may move its columns
    d._set_scalar("need_con", n + 1)
    d._grow()
    clear_rows(m._view, d._view)  # the rows belong to the previous contacts
    d._set_scalar("ncon", n + 1)
    for name, column in buffers(d).items():
        column[n] = getattr(given, name)
    return 0


def _has_result(*args: object, **kwargs: object) -> bool:
    return len(args) + len(kwargs) == 6 and kwargs.keys() <= {"m", "d", "id", "time", "result", "interp"}


def _into_result(
    call: Callable[..., float], m: MjModel, d: MjData, id: int, time: float, result: Array, interp: int
) -> Array:
    """Write the controls to ``result`` (ctrlnum), which is returned."""
    m, d, id, time, interp = checked("mj_readCtrl", (m, d, id, time, interp))
    n = int(m._a_actuator_ctrlnum[id])
    if not isinstance(result, np.ndarray) or result.shape not in ((n,), (n, 1)):
        raise TypeError(f"mj_readCtrl: result must have shape ({n},), not {shape_of(result)}")
    found = np.zeros(n)
    run_kernel("control_at", m, d, id, time, interp, n, found)
    result[...] = found.reshape(result.shape)
    return result


@later_form(_has_result, _into_result)
@documented
def mj_readCtrl(m: MjModel, d: MjData, id: int, time: float, interp: int) -> float:
    """Return the control of an actuator at a time, delayed by actuator_delay.

    Without a history (nsample 0) the result is d.ctrl[id]. A history is constant before its first and after its last
    sample. The form of later releases is ``mj_readCtrl(m, d, id, time, result, interp)``, which returns result, with an
    element for each control of the actuator.

    Returns    the control, unit as d.ctrl[id]
    Errors     TypeError: the actuator has several controls, or none, so that the form of later releases is needed
    Source     API / mj_readCtrl; XML reference / actuator / delay
    """
    result = np.zeros(1)
    if run_kernel("control_at", m, d, id, time, interp, 1, result):
        n = int(m._a_actuator_ctrlnum[id])
        raise TypeError(
            f"mj_readCtrl: the actuator has {n} controls: pass an array result of shape ({n},) after time"
        )
    return float(result[0])


@documented
def mj_readSensor(m: MjModel, d: MjData, id: int, time: float, result: Array, interp: int) -> Array:
    """Return the reading of a sensor at a time, delayed by sensor_delay.

    Without a history (nsample 0) the result is the slice of d.sensordata.

    Returns    result
    Errors     TypeError: the size of result is not the dimension of the sensor
    Source     API / mj_readSensor; XML reference / sensor / delay
    """
    if run_kernel("reading_at", m, d, id, time, result, result.size, interp):
        dim = int(m._a_sensor_dim[id])
        raise TypeError(f"mj_readSensor: result must have {dim} numbers, the dimension of the sensor")
    return result


def _init_history(
    function: str, d: MjData, kept: state.History | None, times: Array | None, values: Array
) -> state.History:
    """Fill a history; raise TypeError if the object has none or the shapes differ."""
    if kept is None:
        raise TypeError(f"{function}: there is no history, its nsample is 0")
    if times is not None and times.size != kept.n:
        raise TypeError(f"{function}: times must have {kept.n} numbers, one for each sample")
    if values.shape != (kept.n, kept.dim):
        raise TypeError(f"{function}: values must have shape ({kept.n}, {kept.dim}), not {values.shape}")
    try:
        state.fill(d, kept, times, values)
    except ValueError as error:
        raise ValueError(f"{function}: {error}") from None
    return kept


def _has_rows(*args: object, **kwargs: object) -> bool:
    return not kwargs and len(args) == 5 and len(shape_of(args[4])) == 2


def _of_one_column(
    call: Callable[..., None], m: MjModel, d: MjData, id: int, times: Array | None, values: Array
) -> None:
    """Fill the history from values of shape (n, ctrlnum)."""
    call(m, d, id, times, np.reshape(values, -1))


@later_form(_has_rows, _of_one_column)
@documented
def mj_initCtrlHistory(m: MjModel, d: MjData, id: int, times: Array | None, values: Array) -> None:
    """Fill the control history of an actuator; values (n), in later releases (n, ctrlnum).

    Errors     TypeError: the actuator has no history, or times and values do not have one element per sample
               ValueError: times are not finite and ascending
    Source     API / mj_initCtrlHistory; XML reference / actuator / delay
    """
    dim = int(m._a_actuator_ctrlnum[id])
    if dim < 1 or values.size % dim:
        raise TypeError(
            f"mj_initCtrlHistory: values must have {dim} elements per sample, got {values.size} in total"
        )
    _init_history("mj_initCtrlHistory", d, state.of_actuator(m, id), times, values.reshape(-1, dim))


@documented
def mj_initSensorHistory(
    m: MjModel, d: MjData, id: int, times: Array | None, values: Array, phase: float
) -> None:
    """Fill the history of a sensor and set the time of its last computation.

    Errors     TypeError: the sensor has no history, or times and values do not have one row per sample
               ValueError: times are not finite and ascending
    Source     API / mj_initSensorHistory; XML reference / sensor / interval
    """
    kept = _init_history("mj_initSensorHistory", d, state.of_sensor(m, id), times, values)
    d.history[kept.adr] = phase


# Functions of later releases

_ROUND = (int(mjtGeom.mjGEOM_SPHERE), int(mjtGeom.mjGEOM_ELLIPSOID))
# largest number of contacts of a geom with a plane; two of these geoms have the smaller of their numbers
_FACES: dict[int, int] = {
    mjtGeom.mjGEOM_CAPSULE: 2,
    mjtGeom.mjGEOM_CYLINDER: 4,
    mjtGeom.mjGEOM_BOX: 4,
    mjtGeom.mjGEOM_MESH: 4,
}
_WITHOUT_CLIPPING = 5  # contacts of two convex geoms where nativeccd is disabled


@documented
def mj_resetCtrl(m: MjModel, d: MjData) -> None:
    """Set all controls to their neutral value: 0, and 1 0 0 0 for quaternions.

    Source     API / mj_resetCtrl
    """
    d.ctrl[:] = 0.0
    neutral_controls(m._view, d._view)


@documented
def mj_actuatorInputName(m: MjModel, id: int, input: int) -> str | None:
    """Return the name of an input of an actuator.

    Returns    the name, such as "vel" or "qw"; None if there is no such input, or it has no name
    Source     API / mj_actuatorInputName
    """
    if not 0 <= input < m._a_actuator_ctrlnum[id]:
        return None
    names = drive_shortcuts.input_names(int(m._a_actuator_ctrlspec[id]), int(m._a_actuator_gaintype[id]))
    return names[input] if input < len(names) else None


@documented
def mj_insideSite(m: MjModel, d: MjData, siteid: int, point: Array) -> int:
    """Return 1 if a point is inside of the volume of a site, else 0.

    Returns    1 or 0
    Errors     IndexError: there is no such site
    Source     API / mj_insideSite; XML reference / sensor / insidesite
    """
    if not 0 <= siteid < m.nsite:
        raise IndexError(f"mj_insideSite: siteid must be in 0 .. {m.nsite - 1}, got {siteid}")
    inside = np.zeros(1)
    pipeline.run_stage("inside_site", m, d, siteid, point, inside)
    return int(inside[0])


@documented
def mju_threadpool(d: MjData, nthread: int) -> None:
    """Create a thread pool for d, or remove it if the number of threads is 0.

    Errors     ValueError: the number of threads is out of range
    Source     API / mju_threadpool
    """
    before = d.threadpool
    d.threadpool = mju_misc.mju_threadPoolCreate(nthread) if nthread else 0
    if before:
        mju_misc.mju_threadPoolDestroy(before)


@documented
def mj_maxContact(m: MjModel, g1: int, g2: int, has_margin: int) -> int:
    """Return the largest number of contacts that two geoms can have.

    The number depends on the types of both geoms and on the flags multiccd and nativeccd, not on margins.

    Returns    the number; 0 where the geoms never collide, or where there is no such geom
    Source     API / mj_maxContact
    """
    if not (0 <= g1 < m.ngeom and 0 <= g2 < m.ngeom):
        return 0
    first, second = sorted((int(m.geom_type[g1]), int(m.geom_type[g2])))
    if second in (mjtGeom.mjGEOM_PLANE, mjtGeom.mjGEOM_HFIELD):  # two fields or planes do not collide
        return 0
    if first == mjtGeom.mjGEOM_HFIELD or second == mjtGeom.mjGEOM_SDF:
        return mjMAXCONPAIR
    if first in _ROUND or second in _ROUND:
        return 1
    if first == mjtGeom.mjGEOM_PLANE:
        return _FACES[second]
    if (first, second) == (mjtGeom.mjGEOM_BOX, mjtGeom.mjGEOM_BOX):
        return 8
    least = min(_FACES[first], _FACES[second])
    # pairs with dedicated colliders
    if first == mjtGeom.mjGEOM_CAPSULE and second in (mjtGeom.mjGEOM_CAPSULE, mjtGeom.mjGEOM_BOX):
        return 4 if second == mjtGeom.mjGEOM_BOX else 2
    if m.opt.disableflags & mjtDisableBit.mjDSBL_NATIVECCD:
        return _WITHOUT_CLIPPING
    return 1 if m.opt.disableflags & ONE_CONTACT else least


@documented
def mju_sym2dense(res: Array, mat: Array, rownnz: Array, rowadr: Array, colind: Array) -> None:
    """Convert compressed rows of a lower triangle to a dense symmetric matrix.

    Errors     ValueError: a row reaches outside of mat or colind
               IndexError: a column is outside of res
    Source     API / mju_sym2dense
    """
    mju_matrix.mju_sparse2dense(res, mat, rownnz, rowadr, colind)
    res += np.tril(res, -1).T
