"""Jacobians and rays on a device: worlds of their own, which have the states of a batch for one call.

Documents: design / Many worlds on GPUs

Their program has positions and rays alone, and so has their memory. States go there on the device, questions come from
the host, answers go back to it.
"""

from __future__ import annotations

import copy

import numpy as np

from gelenk.batch.device import constants
from gelenk.batch.device.batch import DeviceBatch
from gelenk.batch.device.plan import MOST_NUMBERS
from gelenk.batch.query import Points, Rays
from gelenk.engine.many.asking import HEAD, HIT, POINT, RAY
from gelenk.jit.names import symbol
from gelenk.jit.targets.driver import Memory
from gelenk.tables import many
from gelenk.tables.enums import mjtEnableBit, mjtGeom
from gelenk.tables.stages import PLUGINS, SDF_PLUGINS
from gelenk.world.copying import copy_model
from gelenk.world.model import MjModel

_STATE = ("qpos", "mocap_pos", "mocap_quat")
_SHAPES = (mjtGeom.mjGEOM_MESH, mjtGeom.mjGEOM_HFIELD)


def libraries(m: MjModel) -> list[str]:
    """The libraries of the program that answers for a model."""
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
    return [*(name for name, needed in found.items() if needed), *fields, many.ASKING]


class Asker:
    """The worlds that answer for those of a batch, whose variant they have, with one lane each.

    Nobody sleeps there, since nothing that is asked depends on it: sleepers are where their qpos says.
    """

    def __init__(self, inner: DeviceBatch) -> None:
        model = copy_model(inner.model)
        model.opt.enableflags &= ~mjtEnableBit.mjENBL_SLEEP
        self.inner, self.variant = inner, inner.variant
        self._numbers: Memory | None = None
        self._plugins = constants.numbers(model)
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

    def _begin(self, ids: np.ndarray, numbers: int) -> Memory:
        """Take over states and fields of the model; room for so many numbers."""
        inner, batch = self.inner, self.batch
        real = batch.plan.columns["time"].dtype
        if numbers >= MOST_NUMBERS:
            raise ValueError(
                f"{numbers} numbers of questions and answers, where an index reaches {MOST_NUMBERS}"
            )
        size = numbers * real.itemsize
        room = size + self._plugins.size * real.itemsize
        if self._numbers is None or self._numbers.size < room:
            self._numbers = inner.device.allocate(room)
        if "plugin_data" in batch.plan.arrays and self._plugins.size:
            # behind the questions, where rays that meet distance fields find them
            constants.put_places(batch.model, batch.plan, batch._memory, numbers)
            self._numbers.put(self._plugins.astype(real), size)
        batch.own = copy.copy(inner.own)
        batch.own.arrays = {n: array for n, array in inner.own.arrays.items() if n != "opt.enableflags"}
        batch._constants()
        batch._module.constant(symbol("extra"), batch._extra(self._numbers))
        for name in _STATE:
            entry = batch.plan.arrays.get(name)
            if entry is not None and entry.numbers:
                rows = inner._bound[name].pointer if name in inner._bound else 0
                if not rows:
                    rows = inner._scratch(entry.nbytes * inner.nsim).pointer
                    inner._move(inner.plan.arrays[name], rows, True, inner.stream)
                batch._move(entry, rows, False, inner.stream)
        batch._pick(ids, inner.stream)
        return self._numbers

    def _answers(self, memory: Memory, start: int, shape: tuple[int, ...], ids: np.ndarray) -> np.ndarray:
        """The rows of these worlds, once they are there."""
        self.inner.stream.wait()
        found = np.empty(shape, self.batch.plan.columns["time"].dtype)
        memory.get(found, start * found.itemsize)
        return found[ids].astype(np.float64)

    def jacobians(self, ids: np.ndarray, asked: Points) -> tuple[np.ndarray, np.ndarray]:
        """jacp, jacr (n, 3, nv) of a point of a body in each of these worlds."""
        n, nv = self.inner.nsim, self.inner.model.nv
        memory = self._begin(ids, n * (POINT + 6 * nv))
        given = np.zeros((n, POINT), self.batch.plan.columns["time"].dtype)
        given[ids, 0], given[ids, 1:] = asked.body, asked.point
        memory.put(given)
        self.batch._launch("many_jac", self.inner.stream, n)
        found = self._answers(memory, given.size, (n, 2, 3, nv), ids)
        return np.ascontiguousarray(found[:, 0]), np.ascontiguousarray(found[:, 1])

    def rays(self, ids: np.ndarray, asked: Rays) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
        """Distances, geoms (n, nray) and normals (n, nray, 3) of rays in each of these worlds."""
        n, nray = self.inner.nsim, asked.origin.shape[1]
        memory = self._begin(ids, HEAD + n * nray * (RAY + HIT))
        head = np.array([*asked.groups, asked.use_groups, asked.static], float)
        given = np.zeros((n, nray, RAY))
        given[ids] = np.concatenate([asked.origin, asked.along, asked.exclude[:, :, None]], axis=2)
        numbers = np.concatenate([head, given.reshape(-1)]).astype(self.batch.plan.columns["time"].dtype)
        memory.put(numbers)
        self.batch._launch("many_rays", self.inner.stream, n, nray)
        found = self._answers(memory, numbers.size, (n, nray, HIT), ids)
        dist, geom, normal = found[..., 0], found[..., 1], found[..., 2:]
        return np.ascontiguousarray(dist), geom.astype(np.int32), np.ascontiguousarray(normal)
