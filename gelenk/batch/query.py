"""Jacobians and rays of many worlds: the parameters of the native calls.

Documents: design / Batches; API / mj_jac, mj_ray
"""

from typing import Any

import numpy as np

from gelenk.batch import arguments
from gelenk.batch.cpu import Cpu
from gelenk.batch.crew import Call
from gelenk.engine.batch import queries, words
from gelenk.jit import library
from gelenk.tables.enums import mjNGROUP


def _parameters(values: dict[int, np.ndarray | int]) -> np.ndarray:
    table = np.zeros(max(values) // 8 + 1, np.int64)
    for place, value in values.items():
        table[place // 8] = value.ctypes.data if isinstance(value, np.ndarray) else value
    return table


def jacobians(cpu: Cpu, ids: np.ndarray, body: Any, point: Any) -> tuple[Call, tuple[np.ndarray, np.ndarray]]:
    """The call of `Batch.jac`, and the arrays that it fills."""
    n, m = len(ids), cpu.model
    bodies = arguments.whole("body", body, (n,), 0, m.nbody)
    points = arguments.numbers("point", point, (n, 3))
    arguments.room_for("jac", "jacp and jacr", (2, n, 3, m.nv))
    found = np.zeros((n, 3, m.nv)), np.zeros((n, 3, m.nv))
    table = _parameters(
        {queries.BODY: bodies, queries.POINT: points, queries.JACP: found[0], queries.JACR: found[1]}
    )
    library.load(["batch_queries"])
    call = cpu.querying(ids, words.JACOBIAN, table)
    call.keep += [bodies, points, found]
    return call, found


def rays(
    cpu: Cpu,
    ids: np.ndarray,
    pnt: Any,
    vec: Any,
    geomgroup: Any,
    flg_static: bool,
    bodyexclude: Any,
    normal: bool,
) -> tuple[Call, tuple[np.ndarray, ...]]:
    """The call of `Batch.ray`, and the arrays that it fills."""
    n = len(ids)
    origin, along = np.asarray(pnt), np.asarray(vec)
    nray = max(a.shape[-2] if a.ndim > 1 else 1 for a in (origin, along))
    if 0 in (*origin.shape[:-1], *along.shape[:-1]):
        nray = 0
    arguments.room_for("ray", "of all rays", (n, nray, 12))
    origin = arguments.numbers("pnt", origin, (n, nray, 3))
    along = arguments.numbers("vec", along, (n, nray, 3))
    if n and nray and not along.any(axis=2).all():
        raise ValueError("vec must not be zero")
    groups = np.ones(mjNGROUP, np.int32)
    if geomgroup is not None:
        given = np.asarray(geomgroup)
        if given.dtype.kind not in "iubf" or given.shape != (mjNGROUP,):
            raise ValueError(
                f"geomgroup must be {mjNGROUP} numbers, not {given.dtype} of shape {given.shape}"
            )
        groups[:] = given != 0
    exclude = arguments.whole("bodyexclude", bodyexclude, (n, nray), -1, cpu.model.nbody)
    dist, geom = np.zeros((n, nray)), np.zeros((n, nray), np.int32)
    normals = np.zeros((n, nray, 3)) if normal else None
    values: dict[int, np.ndarray | int] = {
        queries.ORIGIN: origin,
        queries.ALONG: along,
        queries.NRAY: nray,
        queries.GROUPS: groups,
        queries.USE_GROUPS: int(geomgroup is not None),
        queries.STATIC: int(flg_static),
        queries.EXCLUDE: exclude,
        queries.DIST: dist,
        queries.GEOM: geom,
        queries.NORMAL: 0 if normals is None else normals,
    }
    library.load(["batch_queries"])
    call = cpu.querying(ids, words.RAYS, _parameters(values))
    call.keep += [origin, along, groups, exclude, dist, geom, normals]
    return call, (dist, geom) if normals is None else (dist, geom, normals)
