"""What an assignment to a field of a batch on a device writes to.

Documents: design / Many worlds on GPUs
"""

from __future__ import annotations

from typing import Any, Protocol, Self

import numpy as np

from gelenk.batch import arguments
from gelenk.batch.device.arrays import of_host


class Worlds(Protocol):
    """A batch of which fields can be read and written as a whole."""

    def get(self, name: str) -> np.ndarray:
        """A field of all worlds (nsim, ...)."""

    def set(self, name: str, value: Any) -> None:
        """Write a field of all worlds (nsim, ...), or what can be broadcast to it."""


class Writer:
    """What an assignment to a field of the state, or to a part of it, writes to; parts go by way of the host."""

    def __init__(
        self, batch: Worlds, name: str, whole: np.ndarray | None = None, part: np.ndarray | None = None
    ) -> None:
        self.batch, self.name, self._whole, self._part = batch, name, whole, part

    @property
    def ndim(self) -> int:
        """Number of dimensions."""
        return self._taken()[1].ndim

    def _taken(self) -> tuple[np.ndarray, np.ndarray]:
        if self._whole is None or self._part is None:
            self._whole = self._part = self.batch.get(self.name)
        return self._whole, self._part

    def __getitem__(self, key: Any) -> Self:
        whole, part = self._taken()
        return type(self)(self.batch, self.name, whole, part[key])

    def __setitem__(self, key: Any, value: Any) -> None:
        value = of_host(value)
        if self._whole is None and key is Ellipsis:
            self.batch.set(self.name, value)
            return
        whole, part = self._taken()
        arguments.write(self.name, part, value, key)
        self.batch.set(self.name, whole)
