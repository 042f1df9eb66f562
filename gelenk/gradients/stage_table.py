"""The stage table of passes: addresses of stages with tangents, and of rules.

Documents: design / Tangents of kernels

The entry of a stage without a rule is a function that records the stage's name, so that the pass raises an error. A
pass with Runge-Kutta visits four states, so the values that rules hold fixed are computed within the pass: two entries
call Python, which runs the stage, stores its result and runs the rule.
"""

from __future__ import annotations

import ctypes
import functools
import threading
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import numpy as np

from gelenk.runtime.exclusive_use import whole
from gelenk.runtime.required_libraries import libraries
from gelenk.tables.enums import mjtEnableBit, mjtIntegrator
from gelenk.tables.gradients import CARRIED, HOLD_MINIMUM, NOSLIP, RULES, SOFT_RULES, SOFTEN, SOFTENED, TAPE
from gelenk.tables.stages import INDEX, NAMED, STAGE_AT
from gelenk.tables.status import DONE
from gelenk.toolchain import library
from gelenk.toolchain.link import c_function, entry_of
from gelenk.toolchain.struct_layout import DATA
from gelenk.toolchain.tangents import load

if TYPE_CHECKING:
    from gelenk.runtime.data import MjData
    from gelenk.runtime.model import MjModel

# stages that run without tangents: no result with derivatives depends on them, or contacts have the derivatives
_PLAIN = (*("check_pos", "check_vel", "check_acc", "all_awake", "factor_m"),)
_HELD_SIDES = "held_sides", "solve_sides"  # entry that rules call, and the stage without tangents
_UNUSED = "project_constraint"  # only PGS and noslip read its results
_SOFT = {rule.name for rule in SOFT_RULES.values()}
_PLACE_OF = {rule.name: place for place, rule in RULES.items()}
_HELD = ("fwd_acceleration", "fwd_constraint")  # entries that call Python with Runge-Kutta
_STATUS = DATA.offset["status"] // 8
_FOUR = [ctypes.c_int64] * 4
_Callback = ctypes.CFUNCTYPE(ctypes.c_int64, *_FOUR)


_of_thread = (
    threading.local()
)  # reached: stages without a rule that were called; error: exception of Python code


def _reached() -> list[str]:
    found: list[str] = _of_thread.__dict__.setdefault("reached", [])
    return found


@functools.cache
def _recorder(name: str) -> Any:
    """Return a C function that records that a stage without a rule was called."""

    @whole
    def call(*_: int) -> int:
        try:
            if name != _UNUSED:
                _reached().append(name)
        except BaseException as error:
            _of_thread.error = error
        return 0

    return _Callback(call)


def _refusal(name: str) -> int:
    return entry_of(_recorder(name))


class StageTable:
    """The stage table of a workspace.

    addresses   by the index of the stage
    width       width of softened zones, for passes with Runge-Kutta
    """

    def __init__(self, kind: str, softened: tuple[str, ...] = ()) -> None:
        """Make an empty table; ``softened`` are the stages that rules in SOFT_RULES replace."""
        self._kind, self._softened, self.width = kind, softened, 0.0
        # arguments: addresses of a model, its data, their shadows, and the tape
        self._addresses = [*_FOUR, *([ctypes.c_int64] if kind.endswith(TAPE) else [])]
        self.addresses = np.zeros_like(library.TABLE)
        self._kept: list[Any] = []  # C callbacks, which must live as long as the table
        self._carried: set[str] = set()
        self._found: dict[str, int] = {}

    def prepare(self, m: MjModel, d: MjData, *further: str) -> None:
        """Fill the table with the stages that a model needs.

        further   additional libraries
        """
        soft = [SOFTENED] if self._softened else []
        wanted = [name for name in (*_further(m), *libraries(m), *further, *soft) if name in CARRIED]
        if not self._carried >= set(wanted):
            self._carried |= set(wanted)
            self._found = load.addresses(sorted(self._carried), self._kind)
            for index, stage in STAGE_AT.items():
                if not self.addresses[index]:
                    self.addresses[index] = _refusal(stage.name)
        for name, address in self._found.items():
            if name not in _SOFT:
                self.addresses[INDEX[_PLACE_OF.get(name, name)]] = address
        for place in self._softened:
            self.addresses[INDEX[place]] = self._found[SOFT_RULES[place].name]
        self.enter_plain_stages()
        if m.opt.integrator == mjtIntegrator.mjINT_RK4:
            self._hold_within(m, d)

    @property
    def reached(self) -> list[str]:
        """Stages without a rule that passes of this thread have called."""
        return _reached()

    @property
    def error(self) -> BaseException | None:
        """Exception of Python code within a pass of this thread, such as KeyboardInterrupt."""
        return getattr(_of_thread, "error", None)

    @error.setter
    def error(self, value: BaseException | None) -> None:
        _of_thread.error = value

    def missing(self, stage: str) -> str:
        """Return the library with tangents that must be loaded, or "" if none is missing."""
        owner = NAMED[stage].library
        if owner in self._carried or all(
            _PLACE_OF.get(row.name, row.name) != stage for row in CARRIED.get(owner, ())
        ):
            return ""
        return owner

    def enter_plain_stages(self) -> None:
        """Enter the loaded stages that run without tangents."""
        for name in _PLAIN:
            self.addresses[INDEX[name]] = library.TABLE[INDEX[name]] or self.addresses[INDEX[name]]
        place, stage = map(INDEX.__getitem__, _HELD_SIDES)
        self.addresses[place] = library.TABLE[stage] or self.addresses[place]

    def enter(self, index: int, function: Callable[..., None], integers: int) -> None:
        """Enter a Python function of model, data, integers and shadows at ``index``."""
        self.addresses[index] = self._callback(function, integers)

    def _callback(self, function: Callable[..., None], integers: int = 0) -> int:
        """Return the address of a C callback to a Python function; `error` has its exceptions.

        integers   number of integer arguments between the addresses of data and of the shadows
        """

        @whole
        def call(*addresses: int) -> int:
            try:
                function(*addresses)
            except BaseException as error:
                _of_thread.error = error
            return 0

        kinds = [*self._addresses, *[ctypes.c_int64] * integers]
        made = ctypes.CFUNCTYPE(ctypes.c_int64, *kinds)(call)
        self._kept.append(made)
        return entry_of(made)

    def _hold_within(self, m: MjModel, d: MjData) -> None:
        """Let the entries in `_HELD` run their stages, store the results, and run the rules."""
        plain = {name: library.native(name) for name in _HELD}
        rule = {name: c_function(int(self.addresses[INDEX[name]]), self._addresses) for name in _HELD}
        hold = load.plain_rule(HOLD_MINIMUM)
        soften = load.plain_rule(SOFTEN) if self._softened else None
        status = d._ints[_STATUS : _STATUS + 1]

        def accelerate(*addresses: int) -> None:
            plain["fwd_acceleration"](*addresses[:2])
            d._a_sol_mgrad[:] = d._a_qacc_smooth
            rule["fwd_acceleration"](*addresses)

        def constrain(*addresses: int) -> None:
            plain["fwd_constraint"](*addresses[:2])
            if status[0] == DONE:
                hold(m, d)
            if soften is not None and status[0] == DONE:
                soften(m, d, self.width, 0.0)
            if status[0] == DONE:
                rule["fwd_constraint"](*addresses)

        for name, function in zip(_HELD, (accelerate, constrain), strict=True):
            self.addresses[INDEX[name]] = self._callback(function)


def _further(m: MjModel) -> list[str]:
    """Return libraries that a pass may need in addition to those of a step."""
    energy = m.nsensor or m.opt.enableflags & mjtEnableBit.mjENBL_ENERGY
    noslip = [NOSLIP] if m.opt.noslip_iterations > 0 else []
    return ["inverse", *noslip, *(["energy", "post_constraint"] if energy else [])]
