"""Functions of later releases than 3.5.0: mj_resetCtrl, mj_maxContact, mju_sym2dense, ...

Documents: API / Initialization; API / Collision detection; API / Sparse math
"""

import numpy as np

from gelenk.api import mju_matrix, mju_misc
from gelenk.engine.initial_state import neutral_controls
from gelenk.modeling.spec import actuator_inputs
from gelenk.runtime import pipeline
from gelenk.runtime.arguments import documented
from gelenk.runtime.data import MjData
from gelenk.runtime.model import MjModel
from gelenk.tables.enums import mjMAXCONPAIR, mjtDisableBit, mjtGeom
from gelenk.tables.enums.options import ONE_CONTACT

Array = np.ndarray

_ROUND = (int(mjtGeom.mjGEOM_SPHERE), int(mjtGeom.mjGEOM_ELLIPSOID))
# most contacts of a face with a plane or with another face, by the geom that has fewer
_FACES: dict[int, int] = {
    mjtGeom.mjGEOM_CAPSULE: 2,
    mjtGeom.mjGEOM_CYLINDER: 4,
    mjtGeom.mjGEOM_BOX: 4,
    mjtGeom.mjGEOM_MESH: 4,
}
_WITHOUT_CLIPPING = 5  # of two convex geoms where nativeccd is off


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
    names = actuator_inputs.input_names(int(m._a_actuator_ctrlspec[id]), int(m._a_actuator_gaintype[id]))
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
    """Give d a pool of threads of its own, or none with 0.

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

    The number depends on their types and on the flags multiccd and nativeccd, and so far not on their margins.

    Returns    the number; 0 where the geoms never collide, or where there is no such geom
    Source     API / mj_maxContact
    """
    if not (0 <= g1 < m.ngeom and 0 <= g2 < m.ngeom):
        return 0
    first, second = sorted((int(m.geom_type[g1]), int(m.geom_type[g2])))
    if second in (mjtGeom.mjGEOM_PLANE, mjtGeom.mjGEOM_HFIELD):  # two fields or planes never collide
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
    # these two pairs have colliders of their own
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
