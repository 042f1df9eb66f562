"""Passes: the pipeline run with tangents, on a copy of the data.

Documents: design / Tangents of kernels

    copy of d -> mj_forward -> hold_minimum (once)
    each pass: restore the state, set seeds, forward_part with tangents, integrator with tangents, read tangents

A `Workspace` has the copy and the shadows. One call uses it at a time; the model keeps the free ones in a pool.
"""

from __future__ import annotations

import ctypes
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any, TypeVar

import numpy as np

from gelenk.api import mj_state
from gelenk.engine.derivatives import pass_loop as loop
from gelenk.gradients import arguments, callbacks, pass_memory
from gelenk.gradients.arguments import (
    EXACT,
    INPUTS,
    INVERSE,
    SENSORS,
    STATE_PARTS,
    Softening,
    places_of,
    refuse_softening,
    widen_gaps,
)
from gelenk.gradients.pass_memory import StageTable, TangentSpace
from gelenk.runtime import state
from gelenk.runtime.copy_pickle import copy_model, refresh_model
from gelenk.runtime.data import MjData
from gelenk.runtime.pipeline import run_stage
from gelenk.tables.enums import mjtIntegrator, mjtSensor, mjtStage, mjtState
from gelenk.tables.gradients import COUNT_KINKS, HOLD, PARAMETERS, PASS_LOOP, SOFTEN
from gelenk.tables.stages import INDEX, STAGE_AT
from gelenk.tables.status import DONE, GROW, MISSING
from gelenk.toolchain import library
from gelenk.toolchain.link import c_function
from gelenk.toolchain.struct_layout import DATA
from gelenk.toolchain.tangents import load

if TYPE_CHECKING:
    from gelenk.runtime.model import MjModel

Result = TypeVar("Result")
_STATUS = DATA.offset["status"] // 8
_SAME = ("body_sameframe", "geom_sameframe", "site_sameframe")
_REPEATS = 100  # limit of runs of one stage: each stop (buffers grow, a library is loaded) repeats it
_RESTORED = ("qpos", "qvel", "act", "qacc", "qacc_warmstart", "history", "plastic")


class Workspace:
    """A copy of an MjData, with shadows, and the stages with tangents.

    kind      which fields vary (tables/gradients.py)
    ending    suffix of the kind of its code: TAPE for recording code, else ""
    softening options of the call; smooth and reach must be on or off as when the workspace was made
    """

    ending = ""

    def __init__(self, m: MjModel, kind: str, softening: Softening = EXACT) -> None:
        self._source, self.kind, self.softening = m, kind, softening
        self._copies = kind == PARAMETERS or softening.reach > 0
        self.m = m = copy_model(m) if self._copies else m
        self.d = MjData(m)
        self.space = TangentSpace(m)
        self._inputs: tuple[str, ...] = ()  # fields whose tangents are seeded, and the state
        self._sensors, self._inverse = False, False
        self.table = StageTable(self.code, places_of(softening))
        self.model = pass_memory.ModelShadow(m, self.code, self.table.addresses)
        self._kinetic = int(mjtSensor.mjSENS_E_KINETIC) in m.sensor_type.tolist()
        self._options: tuple[int, ...] = ()
        self._functions: dict[str, Any] = {}
        self._status = self.d._ints[_STATUS : _STATUS + 1]
        self._make_shadows()
        self._saved = np.empty(0)  # values of _RESTORED, and the time
        self._rows = 0  # constraint rows of the stored minimum
        self.has_callbacks = False
        self.entered: dict[str, int] = {}  # callback or plugin in Python -> entry in the stage table
        self.parameters: tuple[str, ...] = ()  # inputs that are fields of the model
        self._given: dict[str, np.ndarray] = {}  # values of inputs before the control callback
        self._vector = np.empty(state.size(m, int(mjtState.mjSTATE_INTEGRATION)))
        self._hold, self._loop = load.plain_rule(HOLD), load.plain_rule(PASS_LOOP)
        self._count_kinks = load.plain_rule(COUNT_KINKS)
        self._soften: Any = load.plain_rule(SOFTEN) if softening.smooth > 0 else None
        self._words = np.empty(0, np.int64)

    @property
    def code(self) -> str:
        """The kind of its code."""
        return self.kind + self.ending

    def attach(self, m: MjModel) -> None:
        """Refer to the model again (inverse of `detach`)."""
        self._source = m
        if not self._copies:
            self.m = self.d._model = m

    def detach(self) -> None:
        """Drop the reference to the model, so that the pool does not keep the model alive."""
        none: Any = None
        self._source = none
        if not self._copies:
            self.m = self.d._model = none

    def begin(self, d: MjData, inputs: Iterable[str], results: Iterable[str], caller: str) -> None:
        """Copy the state of d, compute its dynamics, and store what rules hold fixed.

        inputs    fields whose tangents will be seeded
        results   fields whose tangents will be read
        """
        for name in self._inputs:  # inputs of the previous call
            self.tangents(name)[:] = 0.0
        self._inputs = tuple(dict.fromkeys((*STATE_PARTS, *inputs)))
        self._sensors, self._inverse = SENSORS in results, INVERSE in results
        options = arguments.stage_options(self._source)
        if options != self._options:  # a pass that reaches a stage without a rule raises an error
            arguments.refuse_model(self._source, caller)
            self._prepare()
            self._options = options
        if self._source.nplugin:
            self.table.enter_kernels(self._source)
        self._enter_callbacks(d)
        refuse_softening(self._source, self.softening, results, caller)
        m, own = self.m, self.d
        if self._copies:
            refresh_model(m, self._source)
        if self.kind == PARAMETERS:  # if the flag is set, kernels read the pose of the body instead
            for name in _SAME:
                getattr(m, f"_a_{name}")[:] = 0
            identity = (
                m.body_quat[:, 0] == 1.0
            )  # kernels skip identities, so these rotations are made inexact
            m.body_quat[identity, 0] = np.nextafter(1.0, 0.0)
        mj_state.mj_getState(m, d, self._vector, int(mjtState.mjSTATE_INTEGRATION))
        if not np.isfinite(self._vector).all():
            _refuse_nan(d, [name for name in INPUTS if name != "qacc"], caller)
        mj_state.mj_setState(m, own, self._vector, int(mjtState.mjSTATE_INTEGRATION))
        own._a_plastic[:] = d._a_plastic  # part of the state since 4.0.0
        if self._inverse:
            own.qacc[:] = d.qacc
            _refuse_nan(d, ("qacc",), caller)
        run_stage("inverse" if self._inverse else "forward", m, own)
        if not np.isfinite(own.qacc).all():
            raise ValueError(
                f"{caller}: forward dynamics gives {own.qacc[~np.isfinite(own.qacc)][0]} in qacc at this state: "
                "run mj_forward(m, d) to see which field has it first"
            )
        arguments.refuse_contacts(m, own, caller)
        self.table.enter_plain_stages()  # libraries may have been loaded since
        if not self._inverse:
            self._hold_solutions(caller)
        if self._soften is not None:
            self._soften_zones(caller)
        if not self.fits:
            self._make_shadows()
        self._rows = own.nefc
        self._saved = np.concatenate([*(getattr(own, f"_a_{name}") for name in _RESTORED), [own.time]])

    def _enter_callbacks(self, d: MjData) -> None:
        """Enter the callbacks that are set; save the inputs that a control callback may write."""
        self.has_callbacks = callbacks.is_any_set(self.m)
        if not self.has_callbacks:
            return
        callbacks.enter(self)
        self.parameters = tuple(name for name in self._inputs if name not in self.data.arrays)
        self._given = {name: getattr(d, f"_a_{name}").copy() for name in callbacks.CONTROLLED}

    @property
    def fits(self) -> bool:
        """Whether the shadow has the current capacities of the copy."""
        return pass_memory.capacities(self.d) == self._capacities

    @property
    def saved_size(self) -> int:
        """Number of values that `restore` copies."""
        return len(self._saved)

    def begin_passes(self, caller: str) -> None:
        """Run a pass without seeds, after `begin` and before passes that skip stages.

        Afterwards all tangents are zero, and fields have the values that stages with tangents compute, which are
        rounded differently. Call `restore` next.
        """
        self.restore()
        self.forward(mjtStage.mjSTAGE_NONE, caller)
        if not self._inverse:
            self.advance(caller)

    def motion(self, tangents: np.ndarray) -> np.ndarray:
        """Return the motions of the dofs (nv, k) that move qpos by tangents (nq, k)."""
        return self.space.lower(self.d.qpos, tangents)

    def moved(self, v: np.ndarray) -> np.ndarray:
        """Return the tangents (nq, k) of the saved qpos along motions of the dofs (nv, k)."""
        return self.space.lift(self._saved[: self.m.nq], v)

    def _prepare(self, *further: str) -> None:
        self.table.prepare(self.m, self.d, *further)
        self._functions.clear()

    def _hold_solutions(self, caller: str) -> None:
        """Store the minimum of the solver, and solutions and factors of linear systems."""
        for _ in range(_REPEATS):
            self._hold(self.m, self.d)
            if not self._recover():
                break
        if self._status[0] != DONE:
            self._raise(HOLD.name, caller)

    def _has_held_rows(self, caller: str) -> bool:
        """Return whether the pass has the same constraint rows as the minimum that was stored.

        If not, the minimum of the pass's own rows is stored. Code with tangents is rounded differently, so it may have
        one contact more where a contact is about to begin.
        """
        d, m = self.d, self.m
        held_within = m.opt.integrator == mjtIntegrator.mjINT_RK4 or self.softening.reach > 0
        if d.nefc == self._rows or self._inverse or held_within:
            return True
        self._hold_solutions(caller)
        if self._soften is not None:
            self._soften_zones(caller)
        self._rows, at = d.nefc, m.nq + m.nv + m.na
        self._saved[at : at + 2 * m.nv] = np.concatenate([d.qacc, d.qacc_warmstart])
        return False

    def _soften_zones(self, caller: str) -> None:
        """Soften the zones of rows, after exact solutions are stored; add contacts within reach."""
        smooth, reach = self.softening
        self.table.width = smooth
        if reach > 0:
            widen_gaps(self.m, reach)
        for _ in range(_REPEATS):
            self._soften(self.m, self.d, smooth, reach)
            if not self._recover():
                break
        if self._status[0] != DONE:
            self._raise(SOFTEN.name, caller)
        arguments.refuse_contacts(self.m, self.d, caller)

    def _make_shadows(self) -> None:
        """Allocate the shadow for the current capacities of the copy."""
        self.data, self._capacities = (
            pass_memory.of_data(self.d, self.code),
            pass_memory.capacities(self.d),
        )
        self._structs: tuple[int, ...] = (
            self.m._address,
            self.d._address,
            self.model.address,
            self.data.address,
        )

    def tangents(self, name: str) -> np.ndarray:
        """Return the tangents (size, COLUMNS) of a field of data or of the model."""
        found = self.data.arrays.get(name)
        return self.model.tangents(name) if found is None else found

    def restore(self) -> None:
        """Restore the state of the copy, and clear the tangents of its inputs."""
        at = 0
        for name in _RESTORED:
            array = getattr(self.d, f"_a_{name}")
            array[...] = self._saved[at : at + len(array)]
            at += len(array)
        self.d.time = self._saved[at]
        self.d._set_scalar(
            "flg_energyvel", 0
        )  # otherwise the kinetic energy of the previous pass would be read
        for name in self._inputs:
            self.tangents(name)[:] = 0.0
        if self.has_callbacks:  # callbacks may read fields of the previous pass; their tangents must be zero
            self.data.clear()
            for name, values in self._given.items():
                getattr(self.d, f"_a_{name}")[...] = values

    def forward(self, skip: int, caller: str) -> None:
        """Run the dynamics with tangents, skipping the stages up to ``skip`` (mjtStage)."""
        for _ in range(_REPEATS):
            self._call(self._dynamics, caller, *self._numbers(skip))
            if self._has_held_rows(caller):
                break

    @property
    def _dynamics(self) -> str:
        """The stage that runs the dynamics."""
        return "inverse_part" if self._inverse else "forward_part"

    def _numbers(self, skip: int) -> tuple[int, int]:
        """Return arguments of the dynamics: the last stage to skip, and whether to skip sensors."""
        if self.m.opt.integrator == mjtIntegrator.mjINT_RK4:  # a step leaves the positions of its last stage
            skip = mjtStage.mjSTAGE_NONE
        elif self._sensors and skip == mjtStage.mjSTAGE_POS and self._kinetic:
            skip = mjtStage.mjSTAGE_NONE  # a sensor of the position stage reads the kinetic energy
        return int(skip), 0 if self._sensors else 1

    def advance(self, caller: str) -> None:
        """Advance the state of the copy, with tangents, by one timestep."""
        self._call(integrator(self.m), caller)

    def columns(
        self,
        name: str,
        size: int,
        skip: int,
        state: np.ndarray | None,
        others: Mapping[str, np.ndarray],
        caller: str,
    ) -> None:
        """Write the derivatives of results with respect to an input, by native passes.

        skip     last stage whose results do not depend on the input (mjtStage)
        state    array for the derivatives of the next state (2 nv + na, size), or None
        others   field of the dynamics -> array for its derivatives (elements, size)
        """
        self._words = np.empty(loop.RESULTS + loop.RECORD * len(others), np.int64)
        for _ in range(_REPEATS):
            self._fill(name, size, skip, state, others)
            self._loop(self.m, self.d, self._words.ctypes.data)
            if self.ended("pass_loop", caller) and self._has_held_rows(caller):
                break
            self.tangents(name)[:] = 0.0
        self._check_guards(f"{caller}: a pass")

    def _fill(
        self, name: str, size: int, skip: int, state: np.ndarray | None, others: Mapping[str, np.ndarray]
    ) -> None:
        """Fill the table of words for `pass_loop`."""
        place = self.place
        (dynamics, advance), structs, numbers = self.pass_words(skip)
        inputs = name == "qpos", place(name), size, self._saved.ctypes.data, *map(place, STATE_PARTS)
        words = [
            *(dynamics, 0 if state is None else advance),
            *(*structs, *numbers, *inputs),
            *(0 if state is None else state.ctypes.data, len(others)),
        ]
        for of, out in others.items():
            words += place(of), len(out), out.ctypes.data
        self._words[:] = words

    def pass_words(self, skip: int) -> tuple[tuple[int, int], tuple[int, ...], tuple[int, int]]:
        """Return addresses of entries, addresses of structs, and arguments of the dynamics."""
        table = self.table.addresses
        entries = int(table[INDEX[self._dynamics]]), int(table[INDEX[integrator(self.m)]])
        return entries, self._structs, self._numbers(skip)

    def place(self, name: str) -> int:
        """Return the address of the tangents of a field of data or of the model."""
        found = self.data.places.get(name)
        return self.model.tangents(name).ctypes.data if found is None else found

    def _call(self, name: str, caller: str, *numbers: int) -> None:
        for _ in range(_REPEATS):
            run = self._functions.get(name) or self._function(name, numbers)
            run(*self._structs[:2], *numbers, *self._structs[2:])
            if self.ended(name, caller):
                break
            if name == "runge_kutta":  # its stages have overwritten the dynamics at the start of the step
                self.forward(mjtStage.mjSTAGE_NONE, caller)
        self._check_guards(f"{caller}: {name}")

    def _check_guards(self, what: str) -> None:
        if pass_memory.CHECKING:
            pass_memory.check_guards((self.model, self.data), what)

    def ended(self, name: str, caller: str) -> bool:
        """Return whether the native function ``name`` has finished; False: call it again.

        Errors   Unsupported, and other errors that a repetition cannot remove
        """
        if not self.table.reached and self.table.error is None and self._status[0] == DONE:
            return True
        if not self._recover():
            self._raise(name, caller)
        return False

    def _function(self, name: str, numbers: tuple[int, ...]) -> Any:
        """Return a stage with tangents as a C function, from a cache."""
        kinds = [ctypes.c_int64] * (len(self._structs) + len(numbers))
        found = c_function(int(self.table.addresses[INDEX[name]]), kinds)
        self._functions[name] = found
        return found

    def _raise(self, name: str, caller: str) -> None:
        """Raise the error of a pass that stopped."""
        error, self.table.error = self.table.error, None
        if error is not None:
            raise error
        if self.table.reached:
            stage = self.table.reached[0]
            self.table.reached.clear()
            raise arguments.Unsupported(
                f"{caller}: the stage {stage} has no exact derivative yet; {arguments.FALL_BACK}"
            )
        raise RuntimeError(f"{caller}: {name} stopped with status {self._status[0]}")

    def _recover(self) -> bool:
        """Remove the cause of a stop if possible; return whether to repeat the stage.

        Code with tangents may reach stages and need memory that plain code does not, since plain code skips a term
        whose coefficient is 0, while the tangent of the term may be nonzero.
        """
        d = self.d
        if self.table.reached and (needed := self.table.missing(self.table.reached[0])):
            self.table.reached.clear()
            self._prepare(needed)
            return True
        status, d._ints[_STATUS] = d._ints.item(_STATUS), DONE
        if status == MISSING:
            needed = STAGE_AT[d._scalar("need_stage")].library
            library.load([needed])
            self._prepare(needed)
            return True
        if status == GROW:
            d._grow()
            seeds = {name: self.tangents(name).copy() for name in self._inputs}
            self._make_shadows()
            for name, values in seeds.items():
                self.tangents(name)[...] = values
            return True
        d._ints[_STATUS] = status
        return False

    def kinks(self, eps: float) -> int:
        """Return the number of constraint rows, cones and controls within eps of a border."""
        return int(self._count_kinks(self.m, self.d, eps))


def _refuse_nan(d: MjData, inputs: Iterable[str], caller: str) -> None:
    """Raise ValueError, with the index, unless all elements of inputs are finite."""
    for name in inputs:
        values = getattr(d, name)
        for at in np.argwhere(~np.isfinite(values)).tolist():
            index = ", ".join(map(str, at))
            raise ValueError(f"{caller}: d.{name}[{index}] must be finite, got {values[tuple(at)]}")


def integrator(m: MjModel) -> str:
    """Return the stage that advances the state."""
    if m.opt.integrator == mjtIntegrator.mjINT_RK4:
        return "runge_kutta"
    implicit = mjtIntegrator.mjINT_IMPLICIT, mjtIntegrator.mjINT_IMPLICITFAST
    return "implicit" if m.opt.integrator in implicit else "euler"


def free_workspaces(m: MjModel, code: str, softened: str = "") -> list[Any]:
    """Return the pool of free workspaces of a model.

    code       kind of the workspaces' code
    softened   stages that rules for softened zones replace
    """
    found: list[Any] = m.__dict__.setdefault(f"_tangents_{code}{softened}", [])
    return found


def with_free_workspace(m: MjModel, code: str, use: Callable[[Any], Result]) -> Result | None:
    """Call ``use`` with a free workspace and return its result; None if no workspace is free.

    This is cheaper than `workspace`, which makes one if necessary. An error drops the workspace.
    """
    free = free_workspaces(m, code)
    if not free:
        return None
    work = free.pop()
    work.attach(m)
    found = use(work)
    work.detach()
    free.append(work)
    return found


@contextmanager
def workspace(
    m: MjModel, kind: str, of: type[Workspace] = Workspace, softening: Softening = EXACT
) -> Iterator[Any]:
    """Lend a workspace of a model; return it to the pool unless there is an error."""
    free = free_workspaces(m, kind + of.ending, "".join(f"_{name}" for name in places_of(softening)))
    try:
        found = free.pop()
    except IndexError:
        found = of(m, kind, softening)
    found.softening = softening
    found.attach(m)
    yield found
    found.detach()
    free.append(found)
