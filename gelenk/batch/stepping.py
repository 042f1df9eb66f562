"""Stepping of a batch: steps, forward dynamics, resets, rollouts.

Documents: design / Batches; API / mj_resetData, mj_resetDataKeyframe; API / mj_step, mj_forward

The first half computes the states after resets; the class `Stepping` has the calls.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping
from typing import Any

import numpy as np
import numpy.typing as npt

from gelenk.batch import arguments, rollout_calls, transfers
from gelenk.batch.base import BatchBase
from gelenk.batch.cpu_backend import STEPPING, Cpu
from gelenk.batch.scheduler import Call
from gelenk.batch.transfers import WARNING_BYTES, Moves, Row, fresh_state, move, part, warning_moves
from gelenk.engine.batch import call_layout
from gelenk.runtime import state as states
from gelenk.runtime.model import MjModel
from gelenk.tables.api_enums import mjtEnableBit
from gelenk.tables.enums import mjtSleepPolicy, mjtStage, mjtState
from gelenk.tables.stages import INDEX
from gelenk.toolchain import library, struct_layout
from gelenk.toolchain.extension.abi import CLEARED

_SLOT = struct_layout.DATA.offset
# state field -> model field of its reset value, and state field -> field of keyframes
RESET = {name: row.reset for name, row in transfers.STATE_ROWS.items() if row.reset}
KEYED = {name: f"key_{name.replace('mocap_', 'm')}" for name in transfers.STATE_ROWS}
KEYED = {name: key for name, key in KEYED.items() if key in transfers.PER_WORLD}


# ---- states after resets


def template_rows(cpu: Cpu, ids: np.ndarray, keys: np.ndarray) -> np.ndarray:
    """Return the states (n, nstate) of these worlds after a reset to keyframes."""
    if cpu.models is not None:
        return _of_models(cpu, [cpu.models[world] for world in ids], keys)
    m = cpu.model
    if (m.nhistory and "opt.timestep" in cpu.expanded) or (m.nplugin and cpu.expanded):
        return _one_by_one(cpu, ids, keys)
    rows = cpu.templates[keys + 1]
    for name, source in RESET.items():
        if source in cpu.expanded and cpu.parts[name][1]:
            new = np.ones(len(ids), bool) if name not in KEYED else keys < 0
            values = cpu.expanded[source][ids[new]]
            values = (
                values[:, _mocap_bodies(m)] if transfers.STATE_ROWS[name].shape[0] == "nmocap" else values
            )
            _put(cpu, rows, new, name, values)
    for name, source in KEYED.items():
        if source in cpu.expanded and cpu.parts[name][1]:
            new = keys >= 0
            _put(cpu, rows, new, name, cpu.expanded[source][ids[new], keys[new]])
    return rows


def _mocap_bodies(m: MjModel) -> np.ndarray:
    """Return the ids of the mocap bodies, ordered by mocap id."""
    mocapid = m._a_body_mocapid
    bodies = np.flatnonzero(mocapid >= 0)
    return bodies[np.argsort(mocapid[bodies])]


def _put(cpu: Cpu, rows: np.ndarray, which: np.ndarray, name: str, values: np.ndarray) -> None:
    start, n = cpu.parts[name]
    rows[which, start : start + n] = values.reshape(len(values), n)


def _of_models(cpu: Cpu, models: list[MjModel], keys: np.ndarray) -> np.ndarray:
    """Return reset states for models of the caller, computed once per model and keyframe."""
    found: dict[tuple[int, int], np.ndarray] = {}
    for m, key in zip(models, keys.tolist(), strict=True):
        if (id(m), key) not in found:
            row = found[id(m), key] = np.empty(cpu.nstate)
            fresh_state(m, cpu.spare, key, states.INTEGRATION, row)
    return np.array([found[id(m), key] for m, key in zip(models, keys.tolist(), strict=True)])


def _one_by_one(cpu: Cpu, ids: np.ndarray, keys: np.ndarray) -> np.ndarray:
    """Return reset states computed by Python: histories of unequal timesteps, plugins."""
    out, thread = np.empty((len(ids), cpu.nstate)), cpu.threads_of(1, STEPPING)[0]
    for i, world in enumerate(ids.tolist()):
        fresh_state(cpu.model_of(thread, world), cpu.spare, int(keys[i]), states.INTEGRATION, out[i])
    return out


# ---- calls


def _zeros(cpu: Cpu) -> np.ndarray:
    """Return a block of zeros as large as the largest field that a call clears."""
    sizes = [WARNING_BYTES, *(math.prod(a.shape[1:]) * 8 for a in cpu.bound.values())]
    return np.zeros(max(sizes), np.uint8)


def _moves(cpu: Cpu, ids: np.ndarray, rows: np.ndarray, zeros: np.ndarray) -> list[Row]:
    """Return the moves that load the states ``rows`` and clear all bound results."""
    found: list[Any] = []
    for name, (start, n) in cpu.parts.items():
        if n:
            dtype, base = transfers.STATE_ROWS[name].dtype, rows.ctypes.data + 8 * start
            found.append(part(struct_layout.DATA, name, dtype, base, n, False, position=rows.strides[0]))
    for name, array in cpu.bound.items():
        if name in transfers.DERIVED and array.size:
            found.append(move(call_layout.LOAD, _SLOT[name], cpu.lasting.get(name, zeros), array.strides[0]))
        elif name in transfers.COUNTS:
            array[ids] = 0
    return found + warning_moves(call_layout.LOAD, zeros.ctypes.data)


def reset_call(cpu: Cpu, ids: np.ndarray, keys: np.ndarray, stage: int) -> Call:
    """Return the call that resets worlds without MjData, and computes the stages."""
    call = cpu.step_call(ids, call_layout.FORWARD, stage=stage)
    call.resets = True
    rows, zeros = template_rows(cpu, ids, keys), _zeros(cpu)
    before = cpu.load_moves().table.tolist() + _moves(cpu, ids, rows, zeros)
    call.set_moves(call_layout.BEFORE, Moves(before, (rows, zeros)))
    return call


def _python_finishes(cpu: Cpu) -> bool:
    """Return whether Python finishes resets: plugins, trees that start asleep."""
    found = cpu.unique_models or [cpu.model]
    if any(m.nplugin for m in found) or not {"opt.enableflags", "tree_sleep_policy"}.isdisjoint(cpu.expanded):
        return True
    return any(
        m.opt.enableflags & mjtEnableBit.mjENBL_SLEEP
        and (m._a_tree_sleep_policy == mjtSleepPolicy.mjSLEEP_INIT).any()
        for m in found
    )


def restart_worlds(cpu: Cpu, ids: np.ndarray, keys: np.ndarray) -> np.ndarray:
    """Reset the MjData of persistent worlds; return the ids of those that succeeded."""
    if _python_finishes(cpu):
        return _restart_by_python(cpu, ids, keys)
    library.load(["batch_anew", "awake"])
    call = cpu.step_call(ids, call_layout.FORWARD)
    call.shared[call_layout.FINAL_STAGE] = INDEX["world_restart"]
    rows, zeros = template_rows(cpu, ids, keys), _zeros(cpu)
    before = cpu.load_moves().table.tolist()
    before += [move(call_layout.LOAD_WORD, _SLOT[name], zeros) for name in CLEARED]
    call.set_moves(call_layout.BEFORE, Moves(before + _moves(cpu, ids, rows, zeros), (rows, zeros)))
    cpu.run(call)
    return ids[cpu.status[ids] == 0]


def _restart_by_python(cpu: Cpu, ids: np.ndarray, keys: np.ndarray) -> np.ndarray:
    good = []
    thread = cpu.threads_of(1, STEPPING)[0]
    for world, key in zip(ids.tolist(), keys.tolist(), strict=True):
        m, d = cpu.model_of(thread, world), cpu.worlds[world]
        kept = cpu.state[world].copy()
        try:
            for name in (*cpu.rowed, *(n for n in cpu.bound if n in transfers.DERIVED)):
                getattr(d, "_a_" + name)[...] = 0
            d._model = m
            d._reset()
            if key >= 0:
                states.put_key(m, d, key)
            good.append(world)
        except Exception as error:
            cpu.state[world] = kept
            cpu.record_failure(world, error)
            continue
        finally:
            d._model = cpu.model
        states.get(m, d, cpu.state[world], states.INTEGRATION)
    return np.array(good, np.int64)


class Stepping(BatchBase):
    """The methods of a batch that advance and reset worlds."""

    def step(self, ids: npt.ArrayLike | None = None, nstep: int = 1, stage: int = 0) -> None:
        """Step each world ``nstep`` times (mj_step), then compute stages at the new state.

        ids      worlds: None for all, ascending numbers, or a mask of booleans
        nstep    how many steps
        stage    mjtStage to compute last. With mjSTAGE_NONE, results describe the state before the last step;
                 mjSTAGE_VEL updates all that depends on positions and velocities, mjSTAGE_ACC runs mj_forward
        Errors   SimulationError: some worlds failed; TypeError, ValueError: an argument
        Source   design / Batches
        """
        nstep, stage = arguments.checked_count("step", "nstep", nstep), arguments.stage("step", stage)
        ids = arguments.ids(ids, self._cpu.all)
        with self._locked():
            self._run_call(
                ids, self._cpu.step_call(self._runnable_worlds(ids), call_layout.STEP, nstep, stage)
            )

    def _step_and_rne(self, ids: np.ndarray, nstep: int) -> None:
        """Step, then run mj_rnePostConstraint: the forces between bodies in the last step."""
        library.load(["post_constraint"])
        with self._locked():
            call = self._cpu.step_call(self._runnable_worlds(ids), call_layout.STEP, nstep)
            call.shared[call_layout.FINAL_STAGE] = INDEX["rne_post_constraint"]
            self._run_call(ids, call)

    def forward(self, ids: npt.ArrayLike | None = None, stage: int = int(mjtStage.mjSTAGE_ACC)) -> None:
        """Compute the stages of forward dynamics up to ``stage`` (mj_forward).

        ids      worlds: None for all, ascending numbers, or a mask of booleans
        stage    mjtStage that is computed last
        Errors   SimulationError: some worlds failed; TypeError, ValueError: an argument
        Source   design / Batches
        """
        stage = arguments.stage("forward", stage)
        ids = arguments.ids(ids, self._cpu.all)
        with self._locked():
            self._run_call(
                ids, self._cpu.step_call(self._runnable_worlds(ids), call_layout.FORWARD, 0, stage)
            )

    def reset(
        self,
        ids: npt.ArrayLike | None = None,
        keyframe: npt.ArrayLike = -1,
        stage: int = int(mjtStage.mjSTAGE_ACC),
    ) -> None:
        """Reset worlds to the model's state or to keyframes, then compute stages.

        ids        worlds: None for all, ascending numbers, or a mask of booleans
        keyframe   for all, or one for each world of the call; -1: the state of the model
        stage      mjtStage that is computed last
        Errors     those of `step`
        Source     design / Batches
        """
        stage = arguments.stage("reset", stage)
        cpu = self._cpu
        ids = arguments.ids(ids, cpu.all)
        keys = arguments.broadcast_integers("keyframe", keyframe, (len(ids),), -1, cpu.model.nkey)
        with self._locked():
            good = self._runnable_worlds(ids)
            keys = keys[np.isin(ids, good)] if len(good) < len(ids) else keys
            cpu.warning[good] = 0
            self._told[good] = 0
            if cpu.persistent:
                call = cpu.step_call(restart_worlds(cpu, good, keys), call_layout.FORWARD, 0, stage)
            else:
                call = reset_call(cpu, good, keys, stage)
            self._run_call(ids, call)

    def rollout(
        self,
        nstep: int,
        control: npt.ArrayLike | None = None,
        control_spec: int = int(mjtState.mjSTATE_CTRL),
        record: Iterable[str | int] = ("qpos",),
        ids: npt.ArrayLike | None = None,
        out: Mapping[str | int, np.ndarray] | None = None,
    ) -> dict[str | int, np.ndarray]:
        """Step worlds ``nstep`` times under controls; return fields recorded after each step.

        control        (n, nstep, ncontrol) for the n worlds of the call, or an array that broadcasts to it; None:
                       inputs stay unchanged
        control_spec   which inputs control holds (mjtState, within mjSTATE_USER)
        record         names of fields of MjData, and mjtState for parts of the state as float64
        ids            worlds of the call, as of `step`
        out            arrays to write into, by item of record; missing items get new arrays

        Returns a dict from items to arrays (n, nstep, ...). A world that warns takes no more steps: its last record is
        repeated.

        Errors         those of `step`
        Source         design / Batches
        """
        cpu = self._cpu
        nstep = arguments.checked_count("rollout", "nstep", nstep)
        ids = arguments.ids(ids, cpu.all)
        arrays = rollout_calls.outputs(cpu.model, record, len(ids), nstep, out)
        spec, inputs = rollout_calls.inputs(cpu.model, control, control_spec, len(ids), nstep)
        with self._locked():
            good = self._runnable_worlds(ids)
            runs = np.isin(ids, good)
            parts = arrays
            if not runs.all():  # contiguous rows of the worlds that run
                parts = {item: array[runs] for item, array in arrays.items()}
                inputs = None if inputs is None else inputs[runs]
            call = cpu.step_call(good, call_layout.STEP, nstep)
            call.shared[call_layout.STOP] = 1
            if inputs is not None:
                call.set_moves(call_layout.EACH, rollout_calls.control_moves(cpu.model, inputs, spec))
            call.set_moves(call_layout.AFTER, rollout_calls.record_moves(cpu.model, parts))
            try:
                cpu.run(call)
            finally:
                for item, array in parts.items():
                    if array is not arrays[item]:
                        arrays[item][runs] = array
            self._report_failures(ids, call.shared[call_layout.NWARNED])
        return arrays
