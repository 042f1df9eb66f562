"""One batch on several GPUs: each has a slice of the worlds, and nothing goes from one to another.

Documents: design / Many worlds on GPUs
"""

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from gelenk.batch.device.arrays import DeviceArray
from gelenk.batch.device.batch import DeviceBatch, WorldsStopped
from gelenk.world.model import MjModel


class MultiBatch:
    """``nsim`` worlds over ``devices``, in slices of nearly equal length; results are those of one device.

    parts   the batch of each device; starts  the first world of each, and nsim

    Errors  as for DeviceBatch; ValueError: no device, or more devices than worlds
    """

    def __init__(self, model: MjModel, nsim: int, devices: Sequence[Any], **more: Any) -> None:
        if not devices:
            raise ValueError("a batch on several devices needs at least one")
        if nsim < len(devices):
            raise ValueError(f"{nsim} worlds cannot be shared by {len(devices)} devices: take fewer")
        self.nsim = nsim
        self.starts = np.array([nsim * i // len(devices) for i in range(len(devices) + 1)])
        base = more.pop("first", 0)
        self.parts = [
            DeviceBatch(model, int(end - start), device, first=base + int(start), **more)
            for device, start, end in zip(devices, self.starts, self.starts[1:], strict=False)
        ]

    def _each(self) -> list[tuple[DeviceBatch, slice]]:
        ends = zip(self.parts, self.starts, self.starts[1:], strict=False)
        return [(part, slice(int(start), int(end))) for part, start, end in ends]

    def step(self, nstep: int = 1) -> None:
        """Steps on all devices at once."""
        for part in self.parts:
            part.step(nstep)

    def forward(self) -> None:
        """Forward dynamics on all devices at once."""
        for part in self.parts:
            part.forward()

    def get(self, name: str) -> np.ndarray:
        """A field of all worlds, copied to the host: (nsim, ...)."""
        return np.concatenate([part.get(name) for part in self.parts])

    def set(self, name: str, value: Any) -> None:
        """Write a field of all worlds from the host: (nsim, ...), or what can be broadcast to it."""
        entry = self.parts[0]._entry(name)
        shape = (self.nsim, *entry.shape)
        try:
            every = np.broadcast_to(np.asarray(value, entry.dtype), shape)
        except ValueError:
            raise ValueError(
                f"{name} of {self.nsim} worlds has shape {shape}, not {np.shape(value)}"
            ) from None
        for part, rows in self._each():
            part.set(name, every[rows])

    def bind(self, name: str) -> list[DeviceArray]:
        """The field as one array for each device."""
        return [part.bind(name) for part in self.parts]

    def expand(self, name: str) -> list[DeviceArray]:
        """`DeviceBatch.expand`, as one array for each device."""
        return [part.expand(name) for part in self.parts]

    def mask(self, which: Any) -> np.ndarray:
        """Worlds by a mask or by their numbers, as a mask (nsim,)."""
        found = np.zeros(self.nsim, bool)
        if which is None:
            found[:] = True
            return found
        chosen = np.asarray(which)
        if chosen.dtype == bool:
            if chosen.shape != found.shape:
                raise ValueError(f"a mask has shape {found.shape}, not {chosen.shape}")
            return chosen
        if chosen.size and not (chosen.min() >= 0 and chosen.max() < self.nsim):
            raise IndexError(
                f"worlds are numbered from 0 to {self.nsim - 1}: {chosen.min()} .. {chosen.max()}"
            )
        found[chosen.astype(np.int64)] = True
        return found

    def _some(self, which: Any, call: Callable[[DeviceBatch, np.ndarray], None]) -> None:
        every = self.mask(which)
        for part, rows in self._each():
            if every[rows].any():
                call(part, every[rows])

    def reset(self, which: Any = None, key: int = -1) -> None:
        """Start worlds anew, as DeviceBatch.reset."""
        self._some(which, lambda part, some: part.reset(some, key))

    def noise(self, seed: int, amplitude: float) -> None:
        """Random controls: those that one device would give."""
        for part in self.parts:
            part.noise(seed, amplitude)

    def scatter(self, seed: int, amplitude: float, which: Any = None) -> None:
        """Random velocities: those that one device would give."""
        self._some(which, lambda part, some: part.scatter(seed, amplitude, some))

    def check(self) -> None:
        """Wait for all devices.

        Errors   WorldsStopped: worlds that could not go on, by their numbers among all
        """
        stopped, first = [], ""
        for part, rows in self._each():
            try:
                part.check()
            except WorldsStopped as error:
                first = first or f"{error} (counted from {rows.start})"
                stopped.append(error.ids + rows.start)
        if stopped:
            raise WorldsStopped(first, np.concatenate(stopped))

    @property
    def overflow(self) -> dict[str, np.ndarray]:
        """As DeviceBatch.overflow, of all worlds."""
        every = [part.overflow for part in self.parts]
        return {name: np.concatenate([one[name] for one in every]) for name in every[0]}
