"""Base class of a batch: its lock, and the common begin and end of every call.

Documents: design / Batches
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Self

import numpy as np

from gelenk.batch import arguments
from gelenk.batch.cpu_backend import Cpu
from gelenk.batch.scheduler import chain
from gelenk.engine.batch import call_layout
from gelenk.errors import SimulationError
from gelenk.runtime.exclusive_use import ExclusiveUse
from gelenk.runtime.log_messages import send, text
from gelenk.runtime.model import MjModel
from gelenk.tables.enums import mjtEnableBit

if TYPE_CHECKING:  # the type stubs that the field tables generate
    from gelenk.batch.fields_of_worlds import BatchRows
else:
    BatchRows = object

NEEDS_PERSISTENT = (
    "sleep needs a persistent batch, since the state does not contain sleep states: pass persistent=True"
)


class BatchBase(BatchRows):
    """The lock of a batch, the worlds that a call may run, and their errors."""

    model: MjModel  # the model of the caller
    _cpu: Cpu
    _models: Any
    _use: ExclusiveUse
    _told: np.ndarray

    @property
    def nsim(self) -> int:
        """Number of worlds."""
        return self._cpu.nsim

    @property
    def _own_model(self) -> MjModel:
        """The copy of the model that the batch runs on."""
        return self._cpu.model

    @property
    def _closed(self) -> bool:
        return self._use.closed

    def _locked(self) -> Any:
        """Return the lock of the batch as a context manager.

        Other threads wait; a call from within a call of the same batch raises.
        """
        return self.__dict__["_use"].enter(self, chain.links)

    def _runnable_worlds(self, ids: np.ndarray) -> np.ndarray:
        """Check index fields that were written; return the worlds that may run."""
        if self._use.closed:  # the batch may have been closed while this call waited for the lock
            raise self._use.closed_error()
        cpu = self._cpu
        if cpu.models is not None:
            for m in cpu.unique_models:
                m._check_indices()
        ids = cpu.check_expanded(ids) if cpu.expanded else ids
        cpu.errors = {k: e for k, e in cpu.errors.items() if cpu.status[k]}
        flags = cpu.expanded.get("opt.enableflags")
        if flags is not None and not cpu.persistent:
            asleep = (flags[ids] & mjtEnableBit.mjENBL_SLEEP) != 0
            for world in ids[asleep].tolist():
                cpu.record_failure(world, ValueError(NEEDS_PERSISTENT))
            return ids[~asleep]
        return ids

    def _report_failures(self, ids: np.ndarray, warned: int) -> None:
        """Log new warnings, and raise SimulationError if a world failed."""
        cpu = self._cpu
        if warned:
            self._log_warnings()
        # errors is empty exactly when every status is 0, so this avoids scanning all statuses after each call
        if not cpu.errors:
            return
        bad = ids[cpu.status[ids] != 0]
        if len(bad):
            first = cpu.errors[int(bad[0])]
            raise SimulationError(
                f"{len(bad)} of {len(ids)} worlds failed ({arguments.first_ten(bad)}); world {bad[0]}: {first}",
                bad.copy(),
            ) from first

    def _log_warnings(self) -> None:
        """Log each kind of warning once for all worlds that have it since they were last reset."""
        cpu = self._cpu
        worlds = np.flatnonzero(cpu.warned)
        cpu.warned[:] = 0
        for kind in range(cpu.warning.shape[2]):
            bit = 1 << kind
            new = worlds[(cpu.warning[worlds, 1, kind] != 0) & (self._told[worlds] & bit == 0)]
            if len(new):
                self._told[new] |= bit
                more = f" and {len(new) - 1} others" if len(new) > 1 else ""
                send(f"{text(kind, int(cpu.warning[new[0], 0, kind]))} In world {new[0]}{more}.")

    def _run_call(self, ids: np.ndarray, call: Any) -> None:
        self._cpu.run(call)
        self._report_failures(ids, call.shared[call_layout.NWARNED])

    def _checked_world(self, function: str, sim: Any) -> int:
        sim = arguments.integer(function, "sim", sim)
        if not 0 <= sim < self.nsim:
            raise IndexError(f"{function}: sim must be in [0, {self.nsim}), not {sim}")
        return sim

    # ---- lifetime

    def close(self) -> None:
        """End the threads; arrays keep their values, and further calls raise RuntimeError.

        Source   design / Batches
        """
        if not self._closed:
            with self._locked():
                self._use.closed = True
        # also if the batch is closed already, since Ctrl-C may have ended an earlier close() before this call
        self._cpu.thread_pool.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, exc_type: object, exc_val: object, exc_tb: object) -> None:
        self.close()
