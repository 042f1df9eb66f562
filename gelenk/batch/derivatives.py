"""Derivatives of the steps of many worlds: the methods of a batch.

Documents: design / Batches; Rollouts and programs of others
"""

from __future__ import annotations

import importlib
from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt

from gelenk.batch import arguments
from gelenk.batch.base import BatchBase

if TYPE_CHECKING:
    from gelenk.gradients.batch import BatchJacobian


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
        Errors    gelenk.gradients.Unsupported: a feature of the model without a rule; ValueError: names, a GPU;
                  SimulationError: a world, such as one with contacts without a rule, or NaN in its state
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
