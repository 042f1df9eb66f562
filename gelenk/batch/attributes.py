"""Attributes of a batch: bound fields of MjData, expanded fields of MjModel.

Documents: design / Batches
"""

from __future__ import annotations

from typing import Any

import numpy as np

from gelenk.batch import transfers
from gelenk.batch.base import BatchBase
from gelenk.batch.named_access import ByName
from gelenk.errors import FatalError


class Attributes(ByName, BatchBase):
    """The methods and attributes of a batch that return its arrays."""

    _readable: dict[str, np.ndarray]

    def bind(self, name: str) -> np.ndarray:
        """Return the live array (nsim, ...) of a field of MjData.

        name      of a field of MjData

        Fields of the state are views of `state`: a value written into them is the state in the next call; eq_active is
        float64. Other fields are read-only: a call writes the rows of its worlds. After `step` they are those of the
        last step, computed before its integration. A field that is bound after a call has the values of that call,
        recomputed from the state in which the call began, by the model as the model is now. Before any call they are 0,
        as in a new MjData; in a persistent batch they are those of the MjData of each world.

        Returns   array (nsim, ...) in the type and unit of the field (docs/fields.md)
        Errors    ValueError: not a field of MjData, or a field without a fixed size; RuntimeError: the field cannot be
                  recomputed, since the last call failed or ran Python callbacks: bind the field before calls
        Source    design / Batches
        """
        if isinstance(name, str) and name in self._cpu.views:
            return self._cpu.views[name]
        if isinstance(name, str) and (name in transfers.DERIVED or name in transfers.COUNTS):
            with self._locked():
                view = self._cpu.bind(name).view()
            view.flags.writeable = False
            return self.__dict__["_readable"].setdefault(name, view)
        raise transfers.not_bindable(name)

    def expand(self, name: str) -> np.ndarray:
        """Return the live array (nsim, ...) of a model field, with values per world from now on.

        name      of a field of MjModel, or "opt.timestep", "stat.meaninertia" and the like

        After writing fields from which others follow, call `set_const`. Index fields are checked before a call.

        Returns   array (nsim, ...) in the type and unit of the field (docs/fields.md)
        Errors    ValueError: no such field, or a field of assets; FatalError: `set_models` is in effect
        Source    design / Batches
        """
        if not isinstance(name, str) or name not in transfers.MODEL_FIELDS:
            raise transfers.not_expandable(name)
        if self._models is not None:
            raise FatalError("expand: the batch runs the models given to set_models; edit those instead")
        with self._locked():
            self._cpu.computed.discard(name)
            return self._cpu.expand(name)

    def expanded(self, name: str) -> np.ndarray | None:
        """Return the values (nsim, ...) of an expanded model field, read-only; else None.

        name      as of `expand`
        Returns   array (nsim, ...) in the type and unit of the field (docs/fields.md), or None
        Errors    ValueError: no such field can be expanded
        Source    design / Batches
        """
        if not isinstance(name, str) or name not in transfers.MODEL_FIELDS:
            raise transfers.not_expandable(name)
        array = self._cpu.expanded.get(name)
        if array is None:
            return None
        view = array.view()
        view.flags.writeable = False
        return view

    @property
    def _own_rows(self) -> dict[str, Any]:
        """The live arrays of the expanded fields, by name."""
        return self._cpu.expanded

    def _values(self, name: str) -> np.ndarray:
        """Return the values (nsim, ...) of a model field; they are read-only unless expanded."""
        if self._cpu.models is not None:
            found = np.stack([getattr(m, "_a_" + name) for m in self._cpu.models])
            found.flags.writeable = False
            return found
        array = self._cpu.expanded.get(name)
        if array is None:
            shared = self._cpu.shared_value(name)
            return np.broadcast_to(shared, (self.nsim, *shared.shape))
        if name in self._cpu.computed:
            array = array.view()
            array.flags.writeable = False
        return array

    def _writable(self, name: str) -> np.ndarray:
        """Return the array that an assignment to a field writes to."""
        if name in self._cpu.views:
            return self._cpu.views[name]
        if name in transfers.DATA_FIELDS:
            raise ValueError(
                f"{name} is computed in every call, and cannot be written: write fields of the state, or expand those "
                "of the model"
            )
        if self._models is not None:
            raise ValueError(
                f"{name} belongs to the models given to set_models: edit those, and call set_models again"
            )
        return self.expand(name)
