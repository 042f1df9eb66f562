"""Models and data of single worlds: models of the caller, copies, set_const.

Documents: design / Batches
"""

from __future__ import annotations

import itertools
from collections.abc import Iterable
from typing import Any

import numpy.typing as npt

from gelenk.batch import arguments
from gelenk.batch.base import NEEDS_PERSISTENT, BatchBase
from gelenk.batch.world_overrides import set_constants, world_model
from gelenk.errors import FatalError
from gelenk.runtime.data import MjData
from gelenk.runtime.model import MjModel
from gelenk.tables.api_enums import mjtEnableBit
from gelenk.toolchain import memory


def models_of(models: Any, nsim: int) -> tuple[Any, list[Any] | None]:
    """Check the argument of `set_models`; return it, and the model of each world or None.

    One model is kept as given, several as a tuple.

    Errors   TypeError, ValueError: neither a model nor one model per world
    """
    kept: Any = models
    if models is not None and not isinstance(models, MjModel):
        try:
            # one element more than allowed: iterables may be infinite
            kept = tuple(itertools.islice(models, nsim + 1))
        except TypeError:
            raise TypeError(
                f"set_models: models must be an MjModel, or one per world, not {type(models).__name__}"
            ) from None
        if len(kept) != nsim:
            got = len(kept) if len(kept) < nsim else "more"
            raise ValueError(f"set_models: {got} models for {nsim} worlds")
    return kept, None if kept is None else [kept] * nsim if isinstance(kept, MjModel) else list(kept)


def unique_models(listed: list[Any] | None, model: MjModel) -> list[MjModel]:
    """Return the unique models.

    Errors   TypeError: not a model; FatalError: an MjData of ``model`` would not fit it
    """
    for m in listed or ():
        if not isinstance(m, MjModel):
            raise TypeError(f"set_models: models must contain MjModel objects, not {type(m).__name__}")
    found = list(dict.fromkeys(listed or ()))
    for i, m in enumerate(found):
        if m._signature != model._signature:
            raise FatalError(f"set_models: model {i} has other sizes of MjData than the model of the batch")
    return found


class WorldModelMethods(BatchBase):
    """The methods of a batch for models and data of single worlds."""

    def set_models(self, models: MjModel | Iterable[MjModel] | None) -> None:
        """Use models of the caller for the worlds.

        models   an MjModel for all, one for each world, or None for that of the batch

        The models are referenced, not copied. All must give MjData the same layout, as models of one spec with other
        values do. While they are in effect, no field can be expanded.

        Errors   FatalError: fields are expanded, or a model does not fit; TypeError, ValueError: an argument
        Source   design / Batches
        """
        cpu = self._cpu
        if models is not None and cpu.expanded:
            raise FatalError(f"set_models: these model fields are expanded: {', '.join(cpu.expanded)}")
        kept, listed = models_of(models, self.nsim)
        with self._locked():
            for i, m in enumerate(unique_models(listed, cpu.model)):
                if m.opt.enableflags & mjtEnableBit.mjENBL_SLEEP and not cpu.persistent:
                    raise FatalError(f"set_models: model {i}: {NEEDS_PERSISTENT}")
                memory.register(m)
            cpu.use_models(listed)
            self.__dict__["_models"] = kept

    def get_model(self, sim: int, model: MjModel | None = None) -> MjModel:
        """Return the model of a world: a copy of the shared model with its expanded fields.

        sim       id of the world
        model     an MjModel of the same sizes to write into; None: a new one
        Returns   MjModel
        Errors    IndexError: there is no such world, or an index of the world is out of its range; FatalError: other
                  sizes
        Source    design / Batches
        """
        sim = self._checked_world("get_model", sim)
        cpu = self._cpu
        source = cpu.models[sim] if cpu.models is not None else cpu.model
        return world_model(source, cpu.expanded, sim, model)

    def get_data(self, sim: int, data: MjData | None = None) -> MjData:
        """Return the state of a world as MjData; in a persistent batch, all of its MjData.

        sim       id of the world
        data      an MjData of the same sizes to write into; None: a new one, made for the batch's copy of the model

        Derived fields are those of the last call, recomputed; if Python callbacks or plugins take part, they are 0. Run
        mj_forward with `get_model(sim)` to compute them at the state.

        Returns   MjData
        Errors    IndexError: there is no such world; FatalError: other sizes
        Source    design / Batches
        """
        cpu = self._cpu
        sim = self._checked_world("get_data", sim)
        if data is not None and not isinstance(data, MjData):
            raise TypeError(f"get_data: data must be an MjData, not {type(data).__name__}")
        if data is not None and data._signature != cpu.model._signature:
            raise FatalError("get_data: the sizes of data differ from those of the batch")
        with self._locked():
            if cpu.persistent:
                return cpu.copy_world(sim, data)
            data = MjData(cpu.model) if data is None else data
            if cpu.past is not None:
                shared = cpu.models[sim] if cpu.models is not None else cpu.model
                m = world_model(shared, cpu.expanded, sim, None) if cpu.expanded else shared
                cpu.past.compute_results(m, data, sim)
            cpu.state_in(data, sim)
        return data

    def set_const(self, ids: npt.ArrayLike | None = None) -> None:
        """Recompute constants that depend on expanded model fields (mj_setConst).

        Constants that change become expanded.

        ids      worlds, as of `step`
        Errors   FatalError: `set_models` is in effect; those of `step`
        Source   design / Batches
        """
        if self._models is not None:
            raise FatalError(
                "set_const: the batch runs the caller's models, given to set_models; edit those instead"
            )
        ids = arguments.ids(ids, self._cpu.all)
        with self._locked():
            good = self._runnable_worlds(ids)
            self._cpu.status[good] = 0
            set_constants(self._cpu, good)
            self._report_failures(ids, 0)
