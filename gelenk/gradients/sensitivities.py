"""Sensitivities: derivatives of a rollout along directions, forward in time.

Documents: design / Rollouts and programs of others

    S_{t+1} = Phi_x S_t + Phi_u U_t + Phi_p P

A pass with tangents takes eight directions at once, so few parameters cost one pass for each step.

The kernel `direction_loop` computes a step and all its passes in one native call; `DirectionSteps` has the memory and
the addresses for this kernel.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

import numpy as np

from gelenk.api import mj_state
from gelenk.engine.derivatives import pass_loop
from gelenk.engine.derivatives import pass_loop as loop
from gelenk.gradients import arguments, pass_memory
from gelenk.gradients.arguments import EXACT, as_softening
from gelenk.gradients.jacobian import Names, enter_options
from gelenk.gradients.pass_memory import TangentSpace
from gelenk.gradients.passes import Workspace, integrator, workspace
from gelenk.gradients.rollouts import check_forward_result, checked_controls, refuse_memory
from gelenk.runtime.annotation_checks import checked
from gelenk.runtime.arguments import check_pair
from gelenk.runtime.data import MjData
from gelenk.runtime.memory_plan import address_of
from gelenk.runtime.model import MjModel
from gelenk.runtime.pipeline import run_stage
from gelenk.tables.enums import mjtIntegrator, mjtStage, mjtState
from gelenk.tables.gradients import COLUMNS, DIRECTION_LOOP, HOLD, PARAMETERS
from gelenk.tables.gradients import STATE as BY_DATA
from gelenk.toolchain.tangents import load

if TYPE_CHECKING:
    from numpy.typing import ArrayLike

Columns = Mapping[str, np.ndarray]  # field -> (elements, K), contiguous


@checked
def sensitivities(
    m: MjModel,
    d: MjData,
    ctrl: ArrayLike,
    tangents: Mapping[str, ArrayLike],
    of: Names = arguments.STATE,
    smooth: float = 0.0,
    reach: float = 0.0,
) -> dict[str, np.ndarray]:
    """Return the derivatives of a rollout along directions of its inputs.

    y = sensitivities(m, d, ctrl, {"body_mass": np.eye(m.nbody)}) starts at the state of d and applies ctrl[t] in step
    t. y["state"][k, t] is the derivative of the state after step t along direction k.

    m, d       model and data; neither is changed
    ctrl       controls (T, nu)
    tangents   input -> K directions (K, ...), each of the shape of the input: "state" (2 nv + na), "qpos" (nv),
               "qvel", "act" of the first state, "ctrl" (K, T, nu) of all steps; the others of `jacobian`, fields of the
               model and forces, which are the same in all steps. Direction k changes all inputs at once
    of         results: "state" after each step in its tangent space; "qpos" (nq), "qvel", "act" after each step;
               others of `jacobian`, such as "sensordata", which a step computes before it advances the state
    smooth     width of softened zones, as in `jacobian` [m/s^2, rad/s^2]; states stay exact
    reach      distance up to which contacts count in derivatives, as in `jacobian` [m]
    Returns    result -> (K, T, ...)
    Errors     as jacobian; ValueError: directions of a wrong shape, or with NaN; the state becomes infinite in a step
    Source     design / Tangents of kernels
    """
    caller = "sensitivities"
    softening = as_softening(smooth, reach, caller)
    wanted = arguments.as_names(of, "of", caller)
    for name in wanted:
        if name not in arguments.STATE_PARTS:
            check_forward_result(m, name, caller)
    check_pair(caller, m, d)
    refuse_memory(m, caller)
    u = checked_controls(m, ctrl, caller)
    seeds, count = _directions(m, d, tangents, len(u), caller)
    kind = PARAMETERS if any(name in arguments.parameters() for name in seeds) else BY_DATA
    run = _Sensitivities(m, d, wanted, count, len(u))
    with workspace(m, kind, softening=softening) as work:
        for t, now in enumerate(u):
            run.step(work, t, now, seeds, caller)
    return run.found


class _Sensitivities:
    """State of a rollout and its derivatives along directions."""

    def __init__(self, m: MjModel, d: MjData, wanted: tuple[str, ...], count: int, T: int) -> None:
        self.m, self.d, self.space = m, MjData(m), TangentSpace(m)
        vector = np.empty(mj_state.mj_stateSize(m, mjtState.mjSTATE_INTEGRATION))
        mj_state.mj_getState(m, d, vector, mjtState.mjSTATE_INTEGRATION)
        mj_state.mj_setState(m, self.d, vector, mjtState.mjSTATE_INTEGRATION)
        self.fields = tuple(name for name in wanted if name not in (arguments.STATE, *arguments.STATE_PARTS))
        self.S = np.zeros((2 * m.nv + m.na, count))
        rows = {"qvel": self.S[m.nv : 2 * m.nv], "act": self.S[2 * m.nv :], arguments.STATE: self.S}
        self.parts = {name: part for name, part in rows.items() if name in wanted}
        self._native: DirectionSteps | None = None
        self.found = {}
        for name in wanted:
            shape = (
                getattr(d, name).shape
                if name in arguments.STATE_PARTS
                else arguments.result_shape(m, d, name)
            )
            self.found[name] = np.empty((count, T, *shape))

    def step(
        self, work: Workspace, t: int, ctrl: np.ndarray, seeds: dict[str, np.ndarray], caller: str
    ) -> None:
        """Advance the state and its derivatives by one step."""
        m, d = self.m, self.d
        d.ctrl[:] = ctrl
        moving = {name: seed[:, t].T if name == "ctrl" else seed for name, seed in seeds.items()}
        if t == 0:
            self.S[:] = moving.pop(arguments.STATE, 0.0)
        moving.pop(arguments.STATE, None)
        if not self._step_natively(t, moving):
            work.begin(d, tuple(moving), (arguments.STATE, *self.fields), caller)
            for first in range(0, self.S.shape[1], COLUMNS):
                self._pass(work, slice(first, first + COLUMNS), t, moving, caller)
            if self._native is None:
                self._make_native(work, moving)
        run_stage("forward", m, d)
        run_stage(integrator(m), m, d)
        if not (np.isfinite(d.qpos).all() and np.isfinite(d.qvel).all()):
            raise ValueError(f"{caller}: the state becomes infinite or NaN in step {t}")
        for name, rows in self.parts.items():
            self.found[name][:, t] = rows.T
        if "qpos" in self.found:
            self.found["qpos"][:, t] = self.space.lift(d.qpos, self.S[: m.nv]).T

    def _make_native(self, work: Workspace, moving: dict[str, np.ndarray]) -> None:
        """Prepare native steps, after the first step in Python."""
        count = self.S.shape[1]
        self._seeds = {
            name: np.ascontiguousarray(
                arguments.tangent_to_units(work.m, work.d, name, seed)
                if name in arguments.UNIT_VECTORS
                else seed
            )
            for name, seed in moving.items()
        }
        self._results = {
            name: np.empty((math.prod(self.found[name].shape[2:]), count)) for name in self.fields
        }
        self._native = DirectionSteps(work, self.S, self._seeds, self._results)

    def _step_natively(self, t: int, moving: dict[str, np.ndarray]) -> bool:
        """Advance the derivatives by one native call; return whether that was possible."""
        if self._native is None or not self._native.serves:
            return False
        if "ctrl" in moving:
            self._seeds["ctrl"][:] = moving["ctrl"]
        if not self._native.step(self.d):
            return False
        for name, columns in self._results.items():
            out = self.found[name][:, t]
            out[:] = columns.T.reshape(out.shape)
        return True

    def _pass(self, work: Workspace, part: slice, t: int, moving: dict[str, np.ndarray], caller: str) -> None:
        """Run one pass along some directions; update the derivatives of the state along these."""
        S, nv = self.S[:, part], self.m.nv
        width = S.shape[1]
        work.restore()
        work.tangents("qpos")[:, :width] = work.moved(S[:nv])
        work.tangents("qvel")[:, :width] = S[nv : 2 * nv]
        work.tangents("act")[:, :width] = S[2 * nv :]
        for name, seed in moving.items():
            columns = seed[:, part]
            if name in arguments.UNIT_VECTORS:
                columns = arguments.tangent_to_units(work.m, work.d, name, columns)
            work.tangents(name)[:, :width] = columns
        work.forward(mjtStage.mjSTAGE_NONE, caller)
        for name in self.fields:
            out = self.found[name][part, t]
            size = math.prod(out.shape[1:])
            out[:] = work.data.arrays[name][:size, :width].T.reshape(out.shape)
        work.advance(caller)
        S[:nv] = work.motion(work.tangents("qpos")[:, :width])
        S[nv : 2 * nv] = work.tangents("qvel")[:, :width]
        S[2 * nv :] = work.tangents("act")[:, :width]


def _directions(
    m: MjModel, d: MjData, tangents: Mapping[str, Any], T: int, caller: str
) -> tuple[dict[str, np.ndarray], int]:
    """Return directions as columns (elements, K), and K.

    Directions of qpos, qvel and act are joined to directions of the state; those of ctrl stay (K, T, nu).
    """
    if not isinstance(tangents, Mapping):
        raise TypeError(f"{caller}: tangents must be a mapping, input -> directions, got {tangents!r}")
    if not tangents:
        raise ValueError(f"{caller}: tangents must have at least one direction, such as {{'qvel': [v]}}")
    given, count = {}, None
    for name, value in tangents.items():
        arguments.check_input(m, name, (arguments.STATE,), caller)
        shape = (T, m.nu) if name == "ctrl" else arguments.input_shape(m, d, name)
        try:
            found = np.array(value, np.float64)
        except (TypeError, ValueError):
            raise TypeError(f"{caller}: tangents[{name!r}] must have numbers, got {value!r}") from None
        count = len(found) if count is None and found.ndim else count
        if found.shape != (count, *shape):
            sizes = ", ".join(map(str, ("K" if count is None else count, *shape)))
            raise ValueError(
                f"{caller}: tangents[{name!r}] must have the shape ({sizes}): K directions, as many for each input, "
                f"got {found.shape}"
            )
        if not np.isfinite(found).all():
            raise ValueError(f"{caller}: tangents[{name!r}] must be finite")
        given[name] = found
    K, nv = count or 0, m.nv
    places = {
        "qpos": slice(nv),
        "qvel": slice(nv, 2 * nv),
        "act": slice(2 * nv, None),
        arguments.STATE: slice(None),
    }
    first = np.zeros((2 * nv + m.na, K))
    for name in [name for name in given if name in places]:
        first[places[name]] += given.pop(name).T
    columns = {name: v if name == "ctrl" else v.reshape(K, -1).T for name, v in given.items()}
    return columns | {arguments.STATE: first}, K


class DirectionSteps:
    """Memory and addresses for the kernel `direction_loop`, after `begin` of a workspace.

    work      the workspace; its model and options must not change
    columns   derivatives of the state (2 nv + na, K), advanced by each step
    seeds     derivatives of the other inputs
    results   arrays to which each step writes the derivatives of fields of the dynamics
    """

    def __init__(self, work: Workspace, columns: np.ndarray, seeds: Columns, results: Columns) -> None:
        self._work, self._columns, self._seeds, self._results = work, columns, seeds, results
        self._run = load.plain_rule(DIRECTION_LOOP)
        self._before = np.empty_like(columns)
        self._saved = np.empty(work.saved_size)
        self._shadow: pass_memory.Shadow | None = None
        self._words = np.empty(0, np.int64)
        held_within = (
            work.m.opt.integrator == mjtIntegrator.mjINT_RK4
        )  # its four evaluations of the dynamics store values that rules hold fixed, by Python code
        self.serves = not held_within and work.softening == EXACT

    def _fill(self) -> None:
        """Fill the table of words of the kernel with addresses in the workspace's shadow."""
        work, head = self._work, np.zeros(pass_loop.RESULTS, np.int64)
        entries, structs, numbers = work.pass_words(mjtStage.mjSTAGE_NONE)
        head[: pass_loop.IS_QPOS] = *entries, *structs, *numbers
        head[pass_loop.SIZE], head[pass_loop.COUNT] = self._columns.shape[1], len(self._results)
        head[pass_loop.SAVED], head[pass_loop.STATE] = map(address_of, (self._saved, self._columns))
        head[pass_loop.QPOS : pass_loop.ACT + 1] = [work.place(name) for name in ("qpos", "qvel", "act")]
        middle = np.zeros(loop.FURTHER, np.int64)
        middle[loop.INPUTS] = len(self._seeds)
        middle[loop.HOLD] = load.plain_address(HOLD)
        enter_options(middle, loop.OPTIONS, work.m)
        self._words = np.concatenate([head, self._records(self._results), middle, self._records(self._seeds)])
        self._shadow = work.data

    def _records(self, fields: Columns) -> np.ndarray:
        """Return records of fields: address of tangents, number of elements, address of columns."""
        rows = [
            (self._work.place(name), len(a), address_of(a) if a.size else 0) for name, a in fields.items()
        ]
        return np.array(rows, np.int64).reshape(-1)

    def step(self, d: MjData) -> bool:
        """Advance the columns by a step from the state of d.

        Returns False if the kernel left them unchanged, because the step needs Python.
        """
        work = self._work
        if not work.fits:
            return False
        if self._shadow is not work.data:
            self._fill()
        self._before[:] = self._columns
        ended = self._run(work.m, work.d, d, address_of(self._words))
        if pass_memory.CHECKING:
            pass_memory.check_guards((work.model, work.data), f"sensitivities: {DIRECTION_LOOP.name}")
        if ended == 1 and not work.table.reached and work.table.error is None:
            return True
        self._columns[:] = self._before
        return False
