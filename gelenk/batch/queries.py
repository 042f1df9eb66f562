"""Queries and derivatives of the states of many worlds: Jacobians, rays, step derivatives.

Documents: design / Batches; API / mj_jac, mj_ray; Rollouts and programs of others

Queries of the states of many worlds, which change no world: Jacobians and rays.

Derivatives of the steps of many worlds: the methods of a batch.
"""

from __future__ import annotations

import importlib
from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple, TypeVar

import numpy as np
import numpy.typing as npt

from gelenk.batch import arguments
from gelenk.batch.base import BatchBase
from gelenk.batch.cpu_backend import Cpu
from gelenk.batch.scheduler import Call
from gelenk.engine.batch import call_layout, queries
from gelenk.runtime.model import MjModel
from gelenk.tables.enums import mjNGROUP
from gelenk.toolchain import library

if TYPE_CHECKING:
    from gelenk.gradients.batch import BatchJacobian


def _parameters(values: dict[int, np.ndarray | int]) -> np.ndarray:
    table = np.zeros(max(values) // 8 + 1, np.int64)
    for place, value in values.items():
        table[place // 8] = value.ctypes.data if isinstance(value, np.ndarray) else value
    return table


class JacobianPoints(NamedTuple):
    """Arguments of Jacobians: body (n), point (n, 3)."""

    body: np.ndarray
    point: np.ndarray

    def select(self, rows: np.ndarray) -> JacobianPoints:
        """Return the points of the worlds that a mask (n) selects."""
        return JacobianPoints(self.body[rows], self.point[rows])


class Rays(NamedTuple):
    """Arguments of rays for n worlds.

    origin, along        start and direction of the rays (n, nray, 3)
    exclude              body whose geoms a ray ignores (n, nray); -1: none
    groups, use_groups   flags of the geom groups (6), and whether they apply
    static               whether rays hit static geoms
    """

    origin: np.ndarray
    along: np.ndarray
    exclude: np.ndarray
    groups: np.ndarray
    use_groups: int
    static: int

    def select(self, rows: np.ndarray) -> Rays:
        """Return the rays of the worlds that a mask (n) selects."""
        own = {name: getattr(self, name)[rows] for name in ("origin", "along", "exclude")}
        return self._replace(**own)


def checked_points(m: MjModel, n: int, body: Any, point: Any) -> JacobianPoints:
    """Return the checked arguments of `Batch.jac` for ``n`` worlds.

    Errors   TypeError, ValueError, IndexError: an argument; MemoryError: the results do not fit in memory
    """
    bodies = arguments.broadcast_integers("body", body, (n,), 0, m.nbody)
    given = arguments.broadcast_floats("point", point, (n, 3))
    arguments.check_array_memory("jac", "jacp and jacr", (2, n, 3, m.nv))
    return JacobianPoints(bodies, given)


def jacobian_call(
    cpu: Cpu, ids: np.ndarray, asked: JacobianPoints
) -> tuple[Call, tuple[np.ndarray, np.ndarray]]:
    """Return the call of `Batch.jac`, and the arrays that it fills."""
    n, m = len(ids), cpu.model
    found = np.zeros((n, 3, m.nv)), np.zeros((n, 3, m.nv))
    table = _parameters(
        {
            queries.JAC_BODY: asked.body,
            queries.JAC_POINT: asked.point,
            queries.JACP: found[0],
            queries.JACR: found[1],
        }
    )
    library.load(["batch_queries"])
    call = cpu.query_call(ids, call_layout.JACOBIAN, table)
    call.keep += [asked, found]
    return call, found


def checked_rays(
    m: MjModel, n: int, pnt: Any, vec: Any, geomgroup: Any, flg_static: Any, bodyexclude: Any
) -> Rays:
    """Return the checked arguments of `Batch.ray` for ``n`` worlds.

    Errors   TypeError, ValueError, IndexError: an argument; MemoryError: the results do not fit in memory
    """
    static = arguments.flag("ray", "flg_static", flg_static)
    origin, along = arguments.real_array("pnt", pnt), arguments.real_array("vec", vec)
    nray = max(a.shape[-2] if a.ndim > 1 else 1 for a in (origin, along))
    if 0 in (*origin.shape[:-1], *along.shape[:-1]):
        nray = 0
    arguments.check_array_memory("ray", "of all rays", (n, nray, 12))
    origin = arguments.broadcast_floats("pnt", origin, (n, nray, 3))
    along = arguments.broadcast_floats("vec", along, (n, nray, 3))
    if n and nray and not along.any(axis=2).all():
        raise ValueError("vec must not be zero")
    groups = np.ones(mjNGROUP, np.int32)
    if geomgroup is not None:
        given = arguments.real_array("geomgroup", geomgroup)
        if given.shape != (mjNGROUP,):
            raise ValueError(f"geomgroup must be {mjNGROUP} numbers, not of shape {given.shape}")
        groups[:] = given != 0
    exclude = arguments.broadcast_integers("bodyexclude", bodyexclude, (n, nray), -1, m.nbody)
    return Rays(origin, along, exclude, groups, int(geomgroup is not None), int(static))


def ray_call(cpu: Cpu, ids: np.ndarray, asked: Rays, normal: bool) -> tuple[Call, tuple[np.ndarray, ...]]:
    """Return the call of `Batch.ray`, and the arrays that it fills."""
    n, nray = asked.exclude.shape
    dist, geom = np.zeros((n, nray)), np.zeros((n, nray), np.int32)
    normals = np.zeros((n, nray, 3)) if normal else None
    values: dict[int, np.ndarray | int] = {
        queries.ORIGIN: asked.origin,
        queries.RAY_DIRECTION: asked.along,
        queries.NRAY: nray,
        queries.GROUPS: asked.groups,
        queries.USE_GROUPS: asked.use_groups,
        queries.STATIC: asked.static,
        queries.EXCLUDE: asked.exclude,
        queries.DIST: dist,
        queries.RAY_GEOM: geom,
        queries.NORMAL: 0 if normals is None else normals,
    }
    library.load(["batch_queries"])
    call = cpu.query_call(ids, call_layout.RAYS, _parameters(values))
    call.keep += [asked, dist, geom, normals]
    return call, (dist, geom) if normals is None else (dist, geom, normals)


Questions = TypeVar("Questions", JacobianPoints, Rays)


class QueryMethods(BatchBase):
    """The query methods of a batch."""

    def _runnable_questions(self, ids: np.ndarray, asked: Questions) -> tuple[np.ndarray, Questions]:
        """Return the worlds that may run and their part of the arguments; clear their status."""
        good = self._runnable_worlds(ids)
        self._cpu.status[good] = 0
        return good, asked if len(good) == len(ids) else asked.select(np.isin(ids, good))

    def jac(
        self, body: npt.ArrayLike, point: npt.ArrayLike, ids: npt.ArrayLike | None = None
    ) -> tuple[np.ndarray, np.ndarray]:
        """Return the Jacobians of a point fixed to a body (mj_jac), at the state of each world.

        body     id, one for all or one for each world of the call (n)
        point    (3) or (n, 3), world frame [m]
        ids      worlds of the call, as of `step`

        Returns jacp, jacr (n, 3, nv). Bound fields do not change.
        Errors   those of `step`
        Source   design / Batches
        """
        ids = arguments.ids(ids, self._cpu.all)
        asked = checked_points(self._cpu.model, len(ids), body, point)
        with self._locked():
            good, some = self._runnable_questions(ids, asked)
            call, found = jacobian_call(self._cpu, good, some)
            self._run_call(ids, call)
        return found

    def ray(
        self,
        pnt: npt.ArrayLike,
        vec: npt.ArrayLike,
        geomgroup: npt.ArrayLike | None = None,
        flg_static: bool = True,
        bodyexclude: npt.ArrayLike = -1,
        ids: npt.ArrayLike | None = None,
        normal: bool = False,
    ) -> tuple[np.ndarray, ...]:
        """Return the first geoms along rays (mj_ray), at the state of each world.

        pnt, vec      origins and directions of the rays, broadcast to (n, nray, 3): (3) is one ray, (nray, 3) the same
                      rays in all n worlds of the call
        geomgroup     whether rays hit each group of geoms (6); None: all
        flg_static    whether rays hit static geoms
        bodyexclude   a body whose geoms the rays ignore, broadcast to (n, nray); -1: none
        ids           worlds of the call, as of `step`
        normal        whether to return normals

        Returns dist, geomid (n, nray), -1 where nothing is hit; with normal also the normals (n, nray, 3).
        Errors        those of `step`; ValueError: a direction is zero
        Source        design / Batches
        """
        ids, normal = arguments.ids(ids, self._cpu.all), arguments.flag("ray", "normal", normal)
        asked = checked_rays(self._cpu.model, len(ids), pnt, vec, geomgroup, flg_static, bodyexclude)
        with self._locked():
            good, some = self._runnable_questions(ids, asked)
            call, found = ray_call(self._cpu, good, some, normal)
            self._run_call(ids, call)
        return found


# Derivatives of steps


class DerivativeMethods(BatchBase):
    """The methods of a batch that differentiate steps."""

    def _differentiate(self, caller: str, ids: Any, function: str, *asked: Any) -> Any:
        """Call a function of gelenk.gradients.batch, a package above, imported on demand."""
        device = ", ".join(map(str, getattr(self, "devices", [getattr(self, "device", "cpu")])))
        if device != "cpu":
            raise ValueError(
                f"{caller}: batches on {device} have no exact derivatives; use device='cpu', or get_data(sim) with "
                "gelenk.gradients"
            )
        run: Callable[..., Any] = getattr(importlib.import_module("gelenk.gradients.batch"), function)
        worlds = arguments.ids(ids, self._cpu.all)
        with self._locked():
            self._cpu.status[self._runnable_worlds(worlds)] = 0
            found = run(self._cpu, worlds, *asked)
            self._report_failures(worlds, 0)
        return found

    def jacobian(
        self,
        of: Sequence[str] | str | None = None,
        by: Sequence[str] | str = ("state", "ctrl"),
        eps: float = 1e-6,
        ids: npt.ArrayLike | None = None,
        smooth: float = 0.0,
        reach: float = 0.0,
    ) -> BatchJacobian:
        """Return the exact derivatives of a step of each world, at its state.

        of, by, eps, smooth, reach   as of gelenk.gradients.jacobian
        ids                          worlds of the call, as of `step`

        Returns   blocks J[of, by] (n, ...), one for each world of the call; J.kinks (n). States do not change
        Errors    gelenk.gradients.Unsupported: the model has a feature without a derivative rule
                  ValueError: a name in ``of`` or ``by`` is unknown, or the batch is on a GPU
                  SimulationError: a world has contacts without a derivative rule, or NaN in its state
        Source    design / Tangents of kernels
        """
        return self._differentiate("jacobian", ids, "jacobians", of, by, eps, smooth, reach)

    def jvp(
        self,
        tangents: Mapping[str, npt.ArrayLike],
        of: Sequence[str] | str | None = None,
        ids: npt.ArrayLike | None = None,
        smooth: float = 0.0,
        reach: float = 0.0,
    ) -> dict[str, np.ndarray]:
        """Return the derivative of a step of each world along one direction.

        tangents   input -> its direction, one for all worlds of the call, or (n, ...)
        of         results, as of `jacobian`
        ids        worlds of the call, as of `step`
        smooth, reach   as of gelenk.gradients.jacobian

        Returns   result -> its derivative (n, ...)
        Errors    as jacobian; ValueError: a direction of another shape, or with NaN
        Source    design / Tangents of kernels
        """
        return self._differentiate("jvp", ids, "directional", tangents, of, smooth, reach)

    def vjp(
        self,
        weights: Mapping[str, npt.ArrayLike],
        by: Sequence[str] | str = ("state", "ctrl"),
        ids: npt.ArrayLike | None = None,
        smooth: float = 0.0,
        reach: float = 0.0,
    ) -> dict[str, np.ndarray]:
        """Return the gradient of a weighted sum of results of a step of each world.

        weights   result -> its weights, the same for all worlds of the call, or (n, ...)
        by        inputs, as of `jacobian`
        ids       worlds of the call, as of `step`
        smooth, reach   as of gelenk.gradients.jacobian

        Returns   input -> gradient (n, ...)
        Errors    as jacobian; ValueError: weights of another shape, or with NaN
        Source    design / Tangents of kernels
        """
        return self._differentiate("vjp", ids, "pulled_back", weights, by, smooth, reach)
