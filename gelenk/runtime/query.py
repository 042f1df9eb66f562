"""Queries: finite differences, visited BVH nodes (bvh_active), rays at flexes and skins.

Documents: API / Derivatives; Computation / Derivatives; XML reference / visual/global (bvactive); API / MjData; API /
Ray casting (mj_rayFlex, mju_raySkin)

Finite differences of a step and of inverse dynamics: checks, and memory for kernels.

transition   (x, u) -> (y, s): state x = (dq, v, act), dq tangent to qpos; control u, next state y, sensors s
inverse      (q, v, a) -> (qfrc_inverse, s, M)

The BVH nodes that collision and rays visit (bvh_active) are computed when a program reads them.

Rays are cast at a flex (ray_flex), and at the triangles of a skin.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any, cast

import numpy as np

from gelenk.engine.query import finite_differences as kernels
from gelenk.runtime import pipeline
from gelenk.runtime.block import attach
from gelenk.runtime.data import MjData
from gelenk.runtime.model import MjModel
from gelenk.tables.enums import mjtDisableBit, mjtIntegrator, mjtObj, mjtSensor

if TYPE_CHECKING:
    from gelenk.runtime.data import MjData
    from gelenk.runtime.model import MjModel

Matrix = np.ndarray | None
_NOTHING = np.zeros(0)


def _wanted(bits: tuple[int, ...], outputs: tuple[Matrix, ...]) -> int:
    """Return the bits of the outputs that are not None."""
    return sum(bit for bit, out in zip(bits, outputs, strict=True) if out is not None)


def _run(
    name: str, m: MjModel, d: MjData, numbers: int, outputs: tuple[Matrix, ...], eps: float, wanted: int
) -> None:
    """Run a kernel with work memory for the state and for `numbers` floats."""
    kept, room = np.empty(kernels.kept_numbers(cast(Any, m))), np.empty(numbers)
    pipeline.run_stage(
        name, m, d, kept, room, *(_NOTHING if out is None else out for out in outputs), eps, wanted
    )


def transition_fd(
    m: MjModel, d: MjData, eps: float, centered: bool, A: Matrix, B: Matrix, C: Matrix, D: Matrix
) -> None:
    """Write derivatives of a step (mjd_transitionFD); outputs may be None; d keeps its state.

    With nx = 2 nv + na: A (nx, nx) dy/dx, B (nx, nu) dy/du, C (nsensordata, nx) ds/dx, D (.., nu) ds/du
    Controls at a limit are differenced toward the inside. Raises ValueError for RK4 and delays.
    """
    if int(m.opt.integrator) == int(mjtIntegrator.mjINT_RK4):
        raise ValueError("mjd_transitionFD: the RK4 integrator is not supported")
    if m.nhistory:
        raise ValueError("mjd_transitionFD: delays are not supported, their histories are part of the state")
    outputs = A, B, C, D
    bits = kernels.STATE_BY_STATE, kernels.STATE_BY_CTRL, kernels.SENSORS_BY_STATE, kernels.SENSORS_BY_CTRL
    wanted = _wanted(bits, outputs) + (kernels.CENTERED if centered else 0)
    numbers = 4 * (m.nq + m.nv + m.na + m.nsensordata) + m.nv
    _run("transition", m, d, numbers, outputs, eps, wanted)


def inverse_fd(
    m: MjModel,
    d: MjData,
    eps: float,
    actuation: bool,
    DfDq: Matrix,
    DfDv: Matrix,
    DfDa: Matrix,
    DsDq: Matrix,
    DsDv: Matrix,
    DsDa: Matrix,
    DmDq: Matrix,
) -> None:
    """Write derivatives of inverse dynamics (mjd_inverseFD); any output may be None.

    These are forward differences. Rows are inputs: DfD* (nv, nv) of qfrc_inverse, DsD* (nv, nsensordata) of sensors,
    DmDq (nv, nM) of qM. With ``actuation`` the force of the actuators is subtracted from qfrc_inverse.
    """
    outputs = DfDq, DfDv, DfDa, DsDq, DsDv, DsDa, DmDq
    arguments = kernels.BY_POS, kernels.BY_VEL, kernels.BY_ACC
    bits = (
        *(by * kernels.FORCE for by in arguments),
        *(by * kernels.SENSORS for by in arguments),
        kernels.BY_POS * kernels.INERTIA,
    )
    wanted = _wanted(bits, outputs) + (kernels.WITHOUT_ACTUATORS if actuation else 0)
    _run("inverse_slopes", m, d, 2 * (m.nv + m.nsensordata + m.nM) + m.nv, outputs, eps, wanted)


# Visited BVH nodes


def update_bvh_active(m: MjModel, d: MjData) -> None:
    """Update bvh_active: nodes of bodies and flexes for the current poses, unless up to date.

    Nodes of meshes are those that rays have visited since the last collision; at the first read, those that
    rangefinders visit at the current poses.
    """
    if d._scalar("bvh_complete") or m.nbvh == 0:
        return
    observed = d._scalar("bvh_observed")
    d._set_scalar("bvh_observed", 1)
    d._set_scalar("bvh_complete", 1)
    if not d._a_xquat[0].any():  # nothing has been computed since the reset
        return
    waiting, spheres = np.empty(2 * m.nbvh + 4, np.int32), np.empty(4 * m.nbody)
    pipeline.run_stage("visit_volumes", m, d, waiting, spheres)
    if not observed and m.nmesh and not m.opt.disableflags & mjtDisableBit.mjDSBL_SENSOR:
        _repeat_rays(m, d)


def _repeat_rays(m: MjModel, d: MjData) -> None:
    """Cast the rays of all rangefinders again, which marks the visited nodes."""
    groups, found, out = np.ones(6, np.int32), np.zeros(1, np.int32), np.zeros(4)
    for i in np.flatnonzero(m._a_sensor_type == mjtSensor.mjSENS_RANGEFINDER):
        for pnt, vec, body in _rays(m, d, int(i)):
            pipeline.run_stage("ray", m, d, pnt, vec, groups, 0, 1, body, found, out)


def _rays(m: MjModel, d: MjData, i: int) -> Iterator[tuple[np.ndarray, np.ndarray, int]]:
    """Yield origin, direction and excluded body of each ray of rangefinder ``i``.

    The rays start at a site, or at the pixels of a camera.
    """
    obj = int(m._a_sensor_objid[i])
    if m._a_sensor_objtype[i] == mjtObj.mjOBJ_SITE:
        mat = d._a_site_xmat[obj].reshape(3, 3)
        yield d._a_site_xpos[obj].copy(), mat[:, 2].copy(), int(m._a_site_bodyid[obj])
        return
    from gelenk.engine.sensor.distance import pixel_ray  # imported here, since few programs need it

    mat = d._a_cam_xmat[obj].reshape(3, 3)
    columns, rows = (int(n) for n in m._a_cam_resolution[obj])
    for pixel in range(columns * rows):
        start, direction = pixel_ray(m._view, obj, pixel // columns, pixel % columns)
        yield d._a_cam_xpos[obj] + mat @ start, mat @ direction, int(m._a_cam_bodyid[obj])


def watch_reads() -> None:
    """Replace the property ``bvh_active`` of MjData by one that updates the array when read."""
    plain = MjData.__dict__["bvh_active"]

    def get(self: MjData) -> np.ndarray:
        if not self._scalar("bvh_complete"):
            update_bvh_active(self._model, self)
        return self._a_bvh_active

    attach(MjData, bvh_active=property(get, plain.fset, doc=plain.__doc__))


# Rays at flexes and skins


def meet_triangles(x: np.ndarray, pnt: np.ndarray, vec: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Return distances (n,) along a ray to triangles x (n, 3, 3), inf if missed; and normals.

    Source  Moeller and Trumbore 1997
    """
    e1, e2, s = x[:, 1] - x[:, 0], x[:, 2] - x[:, 0], pnt - x[:, 0]
    h, q, normal = np.cross(vec, e2), np.cross(s, e1), np.cross(e1, e2)
    det = np.einsum("ij,ij->i", e1, h)
    with np.errstate(all="ignore"):
        u, v = np.einsum("ij,ij->i", s, h) / det, q @ vec / det
        t = np.einsum("ij,ij->i", e2, q) / det
        hit = (u >= 0.0) & (v >= 0.0) & (u + v <= 1.0) & (t >= 0.0)
        return np.where(hit, t, np.inf), normal / np.linalg.norm(normal, axis=1)[:, None]


def ray_flex(
    m: MjModel, d: MjData, flex: int, layer: int, shown: Sequence[int], pnt: np.ndarray, vec: np.ndarray
) -> tuple[float, np.ndarray, int]:
    """Return distance in lengths of vec, normal, and nearest vertex of the hit (mj_rayFlex).

    Distance and vertex are -1 without a hit. ``shown`` selects vertices, edges, faces, skin; a skin is the edges and
    the faces of layer 0, where there are faces.
    """
    vertex, out = np.full(1, -1, np.int32), np.zeros(4)
    bits = sum(1 << i for i, is_shown in enumerate(shown) if is_shown)
    pipeline.run_stage("ray_flex", m, d, flex, layer, bits, pnt, vec, vertex, out)
    return float(out[0]), out[1:], int(vertex[0])
