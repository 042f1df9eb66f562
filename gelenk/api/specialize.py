"""Specialize: compile the step of one model, with its structure as constants.

Documents: design / Models made to measure
"""

from __future__ import annotations

import time
from typing import Any

from gelenk.runtime import own_step, required_libraries
from gelenk.runtime.arguments import check_struct
from gelenk.runtime.data import MjData
from gelenk.runtime.model import MjModel
from gelenk.toolchain import library, sources
from gelenk.toolchain.specialized import load
from gelenk.toolchain.specialized.facts import facts
from gelenk.toolchain.thread_start import start_thread


class Specialized:
    """Code made to measure for a model, from `specialize`.

    model    the model
    seconds  how long compiling took; 0 if the code was in the cache, or is not ready
    error    why compiling failed, None if it did not
    """

    def __init__(self, model: MjModel) -> None:
        self.model, self.seconds = model, 0.0
        self.error: Exception | None = None
        self._address = 0
        self._running: Any = None  # lock that the compiling thread holds

    @property
    def ready(self) -> bool:
        """Whether the code is compiled, or compiling has failed."""
        return self._running is None or not self._running.locked()

    @property
    def active(self) -> bool:
        """Whether steps of the model run this code, as long as options and flags fit."""
        return self._address != 0 and own_step.installed(self.model) == self._address

    def wait(self) -> Specialized:
        """Wait until the code is compiled, and return this object.

        Errors   RuntimeError: compiling failed
        """
        if self._running is not None:
            with self._running:
                pass
        if self.error is not None:
            raise self.error
        return self

    def __repr__(self) -> str:
        """Return the state in words."""
        state = "active" if self.active else "compiling" if not self.ready else "not active"
        return f"<Specialized {self.model!r}: {state}>"

    def _compile(self, known: dict[str, Any]) -> None:
        start = time.perf_counter()
        try:
            address = load.compile_step(known)
            self.seconds = time.perf_counter() - start
            if facts_of(self.model) == known:
                self._address = address
                own_step.install(self.model, address)
        except Exception as error:  # told by `wait`, and by the attribute
            self.error = error


def specialize(m: MjModel, wait: bool = False) -> Specialized:
    """Compile the step of a model with its structure as constants, and let mj_step use it.

    Sizes, the tree, types of joints and geoms, sparsity and integer options become constants, so that loops over few
    elements unroll. Compiling runs in the background while steps run ordinary code; the result is kept in the cache.
    Numbers stay editable, and a model whose options or structure have changed runs ordinary code.

    m        the model; mj_step, rollouts and batches on CPUs that use it become faster, its copies do not
    wait     return only when the code is compiled
    Returns  an object with `ready`, `active`, `seconds`, `error` and `wait()`

    Errors   TypeError: m is no model; RuntimeError: Numba is not installed, compiling failed, GELENK_JIT=0,
             GELENK_CHECK=1 or GELENK_STRICT=1
    Source   design / Models made to measure
    """
    check_struct("specialize", "m", m, MjModel)
    if not library.JIT:
        raise RuntimeError("specialize compiles code, which GELENK_JIT=0 turns off: unset GELENK_JIT")
    if sources.checking():
        raise RuntimeError(
            "specialize has no code that checks indices, for which GELENK_CHECK=1 asks: unset it"
        )
    if sources.strict():
        raise RuntimeError(
            "specialize sums in another order, and GELENK_STRICT=1 asks for one order everywhere: unset it"
        )
    m._check_indices()
    made, known = Specialized(m), facts_of(m)
    address = load.find(known)
    if address:
        made._address = address
        own_step.install(m, address)
        return made
    load.require_compiler()
    made._running = start_thread(made._compile, "gelenk-specialize", known)
    return made.wait() if wait else made


def facts_of(m: MjModel) -> dict[str, Any]:
    """Return what of a model becomes constant."""
    return facts(m, MjData(m), required_libraries.libraries(m))
