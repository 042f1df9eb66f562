"""Calls that move worlds: steps, forward dynamics, resets, rollouts.

Documents: design / Batches; API / mj_step, mj_forward
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

import numpy as np
import numpy.typing as npt

from gelenk.batch import arguments, recording
from gelenk.batch.resets import reset_call, restart_worlds
from gelenk.batch.turns import Turns
from gelenk.engine.batch import words
from gelenk.jit import library
from gelenk.tables.enums import mjtStage, mjtState
from gelenk.tables.stages import INDEX


class Stepping(Turns):
    """A batch as worlds that go on."""

    def step(self, ids: npt.ArrayLike | None = None, nstep: int = 1, stage: int = 0) -> None:
        """Step each world ``nstep`` times (mj_step), then compute the stages up to ``stage`` at the new state.

        ids      worlds: None for all, ascending numbers, or a mask of booleans
        nstep    how many steps
        stage    mjtStage. Without one, what is computed describes the state before the last step; mjSTAGE_VEL makes all
                 current that depends on positions and velocities, mjSTAGE_ACC runs mj_forward
        Errors   SimulationError: some worlds failed; TypeError, ValueError: an argument
        Source   design / Batches
        """
        nstep, stage = arguments.count("step", "nstep", nstep), arguments.stage("step", stage)
        ids = arguments.ids(ids, self._cpu.all)
        with self._alone():
            self._do(ids, self._cpu.stepping(self._begin(ids), words.STEP, nstep, stage))

    def _step_and_rne(self, ids: np.ndarray, nstep: int) -> None:
        """Step, then mj_rnePostConstraint: the forces between bodies in the last step."""
        library.load(["post_constraint"])
        with self._alone():
            call = self._cpu.stepping(self._begin(ids), words.STEP, nstep)
            call.shared[words.LATER] = INDEX["rne_post_constraint"]
            self._do(ids, call)

    def forward(self, ids: npt.ArrayLike | None = None, stage: int = int(mjtStage.mjSTAGE_ACC)) -> None:
        """Compute the stages of forward dynamics up to ``stage`` (mj_forward).

        ids      worlds: None for all, ascending numbers, or a mask of booleans
        stage    mjtStage that is computed last
        Errors   SimulationError: some worlds failed; TypeError, ValueError: an argument
        Source   design / Batches
        """
        stage = arguments.stage("forward", stage)
        ids = arguments.ids(ids, self._cpu.all)
        with self._alone():
            self._do(ids, self._cpu.stepping(self._begin(ids), words.FORWARD, 0, stage))

    def reset(
        self,
        ids: npt.ArrayLike | None = None,
        keyframe: npt.ArrayLike = -1,
        stage: int = int(mjtStage.mjSTAGE_ACC),
    ) -> None:
        """Reset worlds to the state of the model or of keyframes, then compute the stages up to ``stage``.

        ids        worlds: None for all, ascending numbers, or a mask of booleans
        keyframe   for all, or one for each world of the call; -1: the state of the model
        stage      mjtStage that is computed last
        Errors     those of `step`
        Source     design / Batches
        """
        stage = arguments.stage("reset", stage)
        cpu = self._cpu
        ids = arguments.ids(ids, cpu.all)
        keys = arguments.whole("keyframe", keyframe, (len(ids),), -1, cpu.model.nkey)
        with self._alone():
            good = self._begin(ids)
            keys = keys[np.isin(ids, good)] if len(good) < len(ids) else keys
            cpu.warning[good] = 0
            self._told[good] = 0
            if cpu.persistent:
                call = cpu.stepping(restart_worlds(cpu, good, keys), words.FORWARD, 0, stage)
            else:
                call = reset_call(cpu, good, keys, stage)
            self._do(ids, call)

    def rollout(
        self,
        nstep: int,
        control: npt.ArrayLike | None = None,
        control_spec: int = int(mjtState.mjSTATE_CTRL),
        record: Iterable[str | int] = ("qpos",),
        ids: npt.ArrayLike | None = None,
        out: Mapping[str | int, np.ndarray] | None = None,
    ) -> dict[str | int, np.ndarray]:
        """Step each world ``nstep`` times under given controls, and write down fields after each step.

        control        (n, nstep, ncontrol) for the n worlds of the call, or what can be spread to it; None: inputs stay
                       as they are
        control_spec   which inputs it has (mjtState, within mjSTATE_USER)
        record         names of fields of MjData, and mjtState for parts of the state as float64
        ids            worlds of the call, as of `step`
        out            arrays to write into, by item of record; items that are not in it get new ones

        Returns a dict from items to arrays (n, nstep, ...). A world that warns takes no more steps: what it recorded
        last is repeated.

        Errors         those of `step`
        Source         design / Batches
        """
        cpu = self._cpu
        nstep = arguments.count("rollout", "nstep", nstep)
        ids = arguments.ids(ids, cpu.all)
        arrays = recording.outputs(cpu.model, record, len(ids), nstep, out)
        spec, inputs = recording.inputs(cpu.model, control, control_spec, len(ids), nstep)
        with self._alone():
            good = self._begin(ids)
            runs = np.isin(ids, good)
            parts = arrays
            if not runs.all():  # rows of those that run, side by side
                parts = {item: array[runs] for item, array in arrays.items()}
                inputs = None if inputs is None else inputs[runs]
            call = cpu.stepping(good, words.STEP, nstep)
            call.shared[words.STOP] = 1
            if inputs is not None:
                call.moving(words.EACH, recording.control_moves(cpu.model, inputs, spec))
            call.moving(words.AFTER, recording.record_moves(cpu.model, parts))
            try:
                cpu.run(call)
            finally:
                for item, array in parts.items():
                    if array is not arrays[item]:
                        arrays[item][runs] = array
            self._end(ids, call.shared[words.NWARNED])
        return arrays
