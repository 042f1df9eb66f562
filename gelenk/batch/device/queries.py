"""Queries to worlds on a device: constants on the host, Jacobians and rays on the device.

Documents: design / Many worlds on GPUs

Constants of the model are computed by a batch on the CPU, in double precision, from copies of the states and of the
expanded fields, with its arguments and errors.

Jacobians and rays run in separate worlds on the device, with a program and memory for positions and rays only. For
each call, states are copied on the device, arguments come from the host, results return to the host.
"""

from __future__ import annotations

import copy
from collections.abc import Container

import numpy as np

from gelenk.batch.batch import Batch
from gelenk.batch.device import memory_plan
from gelenk.batch.device.gpu_worlds import DeviceBatch
from gelenk.batch.device.memory_plan import MOST_NUMBERS
from gelenk.batch.device.per_world_fields import shared_value
from gelenk.batch.queries import JacobianPoints, Rays
from gelenk.engine.batch.queries import HEAD, HIT, POINT_FLOATS, RAY
from gelenk.runtime.copy_pickle import copy_model
from gelenk.runtime.model import MjModel
from gelenk.tables import gpu_stages
from gelenk.tables.enums import mjtEnableBit, mjtGeom
from gelenk.tables.stages import PLUGINS, SDF_PLUGINS
from gelenk.toolchain.gpu.cuda_driver import Memory
from gelenk.toolchain.struct_layout import symbol

_FLAGS = "opt.enableflags"


def on_host(model: MjModel, state: np.ndarray, expanded: dict[str, np.ndarray]) -> Batch:
    """Return a CPU batch with these states (n, nstate) and model fields (n, ...).

    Sleep is disabled, since no query depends on it: sleeping bodies are at their qpos.
    """
    if model.opt.enableflags & mjtEnableBit.mjENBL_SLEEP:
        model = copy_model(model)
        model.opt.enableflags &= ~mjtEnableBit.mjENBL_SLEEP
    there = Batch(model, len(state))
    there.state[:] = state
    for name, values in expanded.items():
        there.expand(name)[...] = values & ~int(mjtEnableBit.mjENBL_SLEEP) if name == _FLAGS else values
    return there


def differing(model: MjModel, there: Batch, known: Container[str]) -> dict[str, np.ndarray]:
    """Return the expanded fields of a batch that are in ``known`` or differ from the model."""
    return {
        name: values
        for name, values in there._cpu.expanded.items()
        if name != _FLAGS  # changed by on_host
        and (
            name in known
            or not np.array_equal(
                values, np.broadcast_to(shared_value(model, name), values.shape), equal_nan=True
            )
        )
    }


_STATE = ("qpos", "mocap_pos", "mocap_quat")
_SHAPES = (mjtGeom.mjGEOM_MESH, mjtGeom.mjGEOM_HFIELD)


def libraries(m: MjModel) -> list[str]:
    """Return the libraries of the program that answers queries for a model."""
    kinds = set(m._a_geom_type.tolist())
    found = {
        "position": True,
        "flex": m.nflex > 0,
        "ray_shapes": not kinds.isdisjoint(_SHAPES),
        "sdf": mjtGeom.mjGEOM_SDF in kinds,
    }
    fields = [
        PLUGINS[kind] for kind in sorted({*m._a_plugin.tolist()}) if PLUGINS[kind] in SDF_PLUGINS.split()
    ]
    return [*(name for name, needed in found.items() if needed), *fields, gpu_stages.QUERY_LIBRARY]


class QueryWorlds:
    """Worlds that answer queries for those of a batch, in its variant, with one lane each.

    Sleep is disabled, since no query depends on it: sleeping bodies are at their qpos.
    """

    def __init__(self, inner: DeviceBatch) -> None:
        model = copy_model(inner.model)
        model.opt.enableflags &= ~mjtEnableBit.mjENBL_SLEEP
        self.inner, self.variant = inner, inner.variant
        self._numbers: Memory | None = None
        self._plugins = memory_plan.numbers(model)
        self.batch = DeviceBatch(
            model,
            inner.nsim,
            inner.device,
            inner.variant._replace(lanes=1),
            nconmax=0,
            njmax=0,
            load=inner.load,
            libraries=libraries(model),
        )
        self.batch.stream = inner.stream

    def _copy_states(self, ids: np.ndarray, numbers: int) -> Memory:
        """Copy states and expanded fields to the query worlds; allocate ``numbers`` elements."""
        inner, batch = self.inner, self.batch
        real = batch.plan.columns["time"].dtype
        if numbers >= MOST_NUMBERS:
            raise ValueError(
                f"{numbers} elements of queries and results exceed the index range of {MOST_NUMBERS}"
            )
        size = numbers * real.itemsize
        room = size + self._plugins.size * real.itemsize
        if self._numbers is None or self._numbers.size < room:
            self._numbers = inner.device.allocate(room)
        if "plugin_data" in batch.plan.arrays and self._plugins.size:
            # after the arguments; rays that hit signed distance fields read them there
            memory_plan.put_places(batch.model, batch.plan, batch._memory, numbers)
            self._numbers.write(self._plugins.astype(real), size)
        batch.own = copy.copy(inner.own)
        batch.own.arrays = {n: array for n, array in inner.own.arrays.items() if n != "opt.enableflags"}
        batch._write_constants()
        batch._module.write_constant(symbol("extra"), batch._extra_slots(self._numbers))
        for name in _STATE:
            entry = batch.plan.arrays.get(name)
            if entry is not None and entry.numbers:
                rows = inner._bound[name].pointer if name in inner._bound else 0
                if not rows:
                    rows = inner._scratch_memory(entry.nbytes * inner.nsim).pointer
                    inner._copy_rows(inner.plan.arrays[name], rows, True, inner.stream)
                batch._copy_rows(entry, rows, False, inner.stream)
        batch._select_worlds(ids, inner.stream)
        return self._numbers

    def _read_results(
        self, memory: Memory, start: int, shape: tuple[int, ...], ids: np.ndarray
    ) -> np.ndarray:
        """Return the results of these worlds, after waiting for the stream."""
        self.inner.stream.wait()
        found = np.empty(shape, self.batch.plan.columns["time"].dtype)
        memory.read(found, start * found.itemsize)
        return found[ids].astype(np.float64)

    def jacobians(self, ids: np.ndarray, asked: JacobianPoints) -> tuple[np.ndarray, np.ndarray]:
        """Return jacp, jacr (n, 3, nv) of a point of a body in each of these worlds."""
        n, nv = self.inner.nsim, self.inner.model.nv
        memory = self._copy_states(ids, n * (POINT_FLOATS + 6 * nv))
        given = np.zeros((n, POINT_FLOATS), self.batch.plan.columns["time"].dtype)
        given[ids, 0], given[ids, 1:] = asked.body, asked.point
        memory.write(given)
        self.batch._launch("batch_jac", self.inner.stream, n)
        found = self._read_results(memory, given.size, (n, 2, 3, nv), ids)
        return np.ascontiguousarray(found[:, 0]), np.ascontiguousarray(found[:, 1])

    def rays(self, ids: np.ndarray, asked: Rays) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
        """Return distances, geoms (n, nray) and normals (n, nray, 3) of rays in these worlds."""
        n, nray = self.inner.nsim, asked.origin.shape[1]
        memory = self._copy_states(ids, HEAD + n * nray * (RAY + HIT))
        head = np.array([*asked.groups, asked.use_groups, asked.static], float)
        given = np.zeros((n, nray, RAY))
        given[ids] = np.concatenate([asked.origin, asked.along, asked.exclude[:, :, None]], axis=2)
        numbers = np.concatenate([head, given.reshape(-1)]).astype(self.batch.plan.columns["time"].dtype)
        memory.write(numbers)
        self.batch._launch("batch_rays", self.inner.stream, n, nray)
        found = self._read_results(memory, numbers.size, (n, nray, HIT), ids)
        dist, geom, normal = found[..., 0], found[..., 1], found[..., 2:]
        return np.ascontiguousarray(dist), geom.astype(np.int32), np.ascontiguousarray(normal)
