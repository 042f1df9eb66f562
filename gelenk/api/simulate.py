"""Simulate: mj_step, mj_forward and their parts; `specialize` compiles one model's step.

Documents: API / Main simulation, Subcomponents; design / Models made to measure

Each function of the simulation checks that its arguments are a model and its data, then makes one native call.

`specialize` compiles the step of one model, with its structure as constants.
"""

from __future__ import annotations

import ctypes
import time
from collections.abc import Callable
from typing import Any

from gelenk.engine.validation import index_columns as ranges
from gelenk.runtime import counters, index_checks, pipeline, required_libraries
from gelenk.runtime.arguments import check_pair, check_struct, described, flag, integer
from gelenk.runtime.data import MjData
from gelenk.runtime.log_messages import report
from gelenk.runtime.model import MjModel
from gelenk.tables.enums import mjtStage, mjtTimer
from gelenk.toolchain import digests, library, link
from gelenk.toolchain.specialized import load
from gelenk.toolchain.thread_start import start_thread

_step_entry: Callable[..., int] | None = None  # the compiled step, set when the first model is stepped


@described
def mj_step(m: MjModel, d: MjData, nstep: int = 1) -> None:
    """Advance the simulation by nstep timesteps: check, forward dynamics, check, integrate.

    A step starts from the state and the inputs in d. Afterwards qpos, qvel, act and time are those of its end, while
    all other computed fields belong to its start. Many steps in one call avoid the overhead of Python.

    Reads      qpos (nq), qvel (nv), act (na), time, plugin_state; ctrl (nu), qfrc_applied (nv) [N, N m],
               xfrc_applied (nbody, 6) [N, N m], mocap_pos (nmocap, 3) [m], mocap_quat (nmocap, 4), eq_active (neq);
               qacc_warmstart (nv)
    Writes     the state and all computed fields
    Calls      mjcb_control and the other callbacks, plugins
    Warns      BADQPOS, BADQVEL, BADQACC: the state had NaN or huge values, and was reset unless autoreset is disabled;
               CONTACTFULL, CNSTRFULL: the memory of the model is exhausted
    Errors     gelenk.FatalError: the options name no solver or integrator
               what a callback raises; d is then as it was when the callback was called
    Source     API / mj_step; Computation / Simulation pipeline
    """
    try:
        fits = d._model is m and nstep.__class__ is int and nstep <= pipeline.STEPS
        fits = fits and (m._guard is None or m._guard.is_unchanged())
    except AttributeError:
        fits = False
    if not fits or _step_entry is None:
        _step_slowly(m, d, nstep)
        return
    start = counters.clock()
    try:
        stopped = _step_entry(m._address, d._address, nstep)
    except ctypes.ArgumentError as error:
        raise link.conversion_error(error) from error
    if stopped:
        pipeline.continue_stage("step", m, d, nstep)
        report(d)
    d._durations[0] += counters.clock() - start


def _step_slowly(m: MjModel, d: MjData, nstep: int) -> None:
    global _step_entry
    check_pair("mj_step", m, d)
    nstep = integer("mj_step", "nstep", nstep)
    if nstep >= 2**62:
        raise ValueError(f"mj_step: nstep must be less than 2^62, not {nstep}")
    if library.JIT and _step_entry is None:
        _step_entry = library.native("step")
    start = counters.clock()
    pipeline.run_stage("step", m, d, nstep)
    report(d)
    d._durations[0] += counters.clock() - start


_CONSTRAINT = ranges.CONTACTS | ranges.ROWS
_VELOCITY = ranges.CONTACTS | ranges.ROWS | ranges.MOMENTS | ranges.TENDONS


def _entry_function(name: str, entry: str, doc: str, parts: int = 0) -> Callable[[MjModel, MjData], None]:
    """Create a function of (m, d) that runs a pipeline entry.

    ``parts`` are the bits of the index arrays of d that the entry reads and must check.
    """

    timer = counters.TIMER_OF.get(name)

    def call(m: MjModel, d: MjData) -> None:
        check_pair(name, m, d)
        if parts:
            index_checks.check_data(m, d, parts)
        start = counters.clock()
        pipeline.run_stage(entry, m, d)
        report(d)
        if timer is not None:
            counters.count(d, timer, start)

    call.__name__ = call.__qualname__ = name
    call.__doc__ = doc
    return described(call)


mj_forward = _entry_function(
    "mj_forward",
    "forward",
    """Forward dynamics: qacc, and everything on the way to it; a step without the integration.

    Reads      qpos (nq), qvel (nv), act (na), time; ctrl (nu), qfrc_applied (nv) [N, N m],
               xfrc_applied (nbody, 6) [N, N m], mocap_pos (nmocap, 3) [m], mocap_quat (nmocap, 4), eq_active (neq);
               qacc_warmstart (nv)
    Writes     everything that is computed, qacc (nv) [m/s^2, rad/s^2] last, and sensordata
    Calls      mjcb_control and the other callbacks, plugins
    Errors     what a callback raises
    Source     API / mj_forward; Computation / Simulation pipeline / Forward dynamics
    """,
)
mj_step1 = _entry_function(
    "mj_step1",
    "step1",
    """The first half of a step: all that does not depend on the controls, which can then be chosen from it.

    Reads      qpos (nq), qvel (nv), time, mocap_pos (nmocap, 3) [m], mocap_quat (nmocap, 4), eq_active (neq)
    Writes     what mj_fwdPosition and mj_fwdVelocity write, sensors of positions and velocities
    Calls      mjcb_control and others
    Warns      BADQPOS, BADQVEL
    Errors     what a callback raises
    Source     API / mj_step1; Computation / Simulation pipeline
    """,
)
mj_step2 = _entry_function(
    "mj_step2",
    "step2",
    """The second half of a step, after mj_step1: forces, accelerations, integration. RK4 is replaced by Euler.

    Reads      ctrl (nu), qfrc_applied (nv) [N, N m], xfrc_applied (nbody, 6) [N, N m], and what mj_step1 writes
    Writes     qpos, qvel, act, time, and everything that depends on forces
    Warns      BADQACC, BADCTRL
    Errors     what a callback raises
    Source     API / mj_step2; Computation / Simulation pipeline
    """,
    ranges.EVERYTHING,
)
mj_inverse = _entry_function(
    "mj_inverse",
    "inverse",
    """Inverse dynamics: the forces that make a given acceleration.

    qfrc_inverse = M qacc + qfrc_bias - qfrc_passive - qfrc_constraint

    Where invdiscrete is enabled, qacc is that of a discrete step: (next qvel - qvel) / timestep.

    Reads      qpos (nq), qvel (nv), qacc (nv) [m/s^2, rad/s^2], mocap_pos (nmocap, 3) [m], mocap_quat (nmocap, 4)
    Writes     qfrc_inverse (nv) [N, N m], and everything on the way to it
    Errors     what a callback raises
    Source     API / mj_inverse; Computation / Simulation pipeline / Inverse dynamics
    """,
)
mj_fwdPosition = _entry_function(
    "mj_fwdPosition",
    "position_part",
    """Everything that depends on positions alone: poses, inertia and its factor, contacts, constraint rows, moments.

    Reads      qpos (nq) [m, rad], mocap_pos (nmocap, 3) [m], mocap_quat (nmocap, 4), eq_active (neq)
    Writes     what mj_kinematics, mj_comPos, mj_camlight, mj_flex, mj_tendon, mj_makeM, mj_factorM, mj_collision,
               mj_makeConstraint, mj_transmission write; for dual solvers mj_projectConstraint
    Errors     what a contact filter raises
    """,
)
mj_fwdVelocity = _entry_function(
    "mj_fwdVelocity",
    "velocity_part",
    """Everything that depends on positions and velocities: velocities of bodies, bias and passive forces, references.

    Reads      qvel (nv) [m/s, rad/s], and what mj_fwdPosition writes
    Errors     what mjcb_passive raises
    """,
    _VELOCITY,
)
mj_invPosition = _entry_function(
    "mj_invPosition",
    "position_part",
    """The position part of inverse dynamics, which is that of forward dynamics: see mj_fwdPosition.

    Reads      qpos (nq) [m, rad], mocap_pos (nmocap, 3) [m], mocap_quat (nmocap, 4), eq_active (neq)
    Writes     what mj_fwdPosition writes
    Errors     what a contact filter raises
    """,
)
mj_invVelocity = _entry_function(
    "mj_invVelocity",
    "velocity_part",
    """The velocity part of inverse dynamics, which is that of forward dynamics: see mj_fwdVelocity.

    Reads      qvel (nv) [m/s, rad/s], and what mj_invPosition writes
    Writes     what mj_fwdVelocity writes
    Errors     what mjcb_passive raises
    """,
    _VELOCITY,
)
mj_invConstraint = _entry_function(
    "mj_invConstraint",
    "inv_constraint",
    """The forces of constraints at a given acceleration: their law in closed form, without a solver.

    efc_force = -ds/djar,  jar = J qacc - efc_aref

    Source     Computation / Inverse dynamics
    """,
    _CONSTRAINT,
)


# the stage of each function, the parts of MjData that it reads without recomputing, and its timer
_SKIPPING = {
    "mj_forwardSkip": ("forward_part", ranges.EVERYTHING, mjtTimer.mjTIMER_FORWARD),
    "mj_inverseSkip": ("inverse_part", ranges.PRIMAL, mjtTimer.mjTIMER_INVERSE),
}


def _run_with_skip(name: str, m: MjModel, d: MjData, skipstage: int, skipsensor: int) -> None:
    stage, parts, timer = _SKIPPING[name]
    check_pair(name, m, d)
    skipstage = integer(name, "skipstage", skipstage)
    if skipstage >= mjtStage.mjSTAGE_POS:
        index_checks.check_data(m, d, parts)
    start = counters.clock()
    pipeline.run_stage(stage, m, d, skipstage, integer(name, "skipsensor", skipsensor))
    report(d)
    counters.count(d, timer, start)


@described
def mj_forwardSkip(m: MjModel, d: MjData, skipstage: int, skipsensor: int) -> None:
    """Run forward dynamics without the stages that are still valid, as in finite differences.

    Reads      the inputs of mj_forward, and the results of the stages up to skipstage
    Writes     the results of mj_forward, except those of the stages up to skipstage
    Errors     what a callback raises
    Source     API / mj_forwardSkip
    """
    _run_with_skip("mj_forwardSkip", m, d, skipstage, skipsensor)


@described
def mj_inverseSkip(m: MjModel, d: MjData, skipstage: int, skipsensor: int) -> None:
    """Run inverse dynamics without the stages that are still valid, as in finite differences.

    Reads      the inputs of mj_inverse, and the results of the stages up to skipstage
    Writes     the results of mj_inverse, except those of the stages up to skipstage
    Errors     what a callback raises
    Source     API / mj_inverseSkip
    """
    _run_with_skip("mj_inverseSkip", m, d, skipstage, skipsensor)


# Code for the step of one model


class Specialized:
    """Code made to measure for a model, from `specialize`.

    model    the model
    seconds  compile time [s]; 0 if the code was in the cache, or is not ready
    error    exception that ended compiling, or None
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
        return self._address != 0 and required_libraries.installed(self.model) == self._address

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
        """Return the model and the state: active, compiling or not active."""
        state = "active" if self.active else "compiling" if not self.ready else "not active"
        return f"<Specialized {self.model!r}: {state}>"

    def _compile(self, known: dict[str, Any]) -> None:
        start = time.perf_counter()
        try:
            address = load.compile_step(known)
            self.seconds = time.perf_counter() - start
            if facts_of(self.model) == known:
                self._address = address
                required_libraries.install(self.model, address)
        except Exception as error:  # raised by `wait`
            self.error = error


def specialize(m: MjModel, wait: bool = False) -> Specialized:
    """Compile the step of a model with its structure as constants, and let mj_step use it.

    Sizes, the tree, types of joints and geoms, sparsity and integer options become constants, so that loops over few
    elements unroll. Compiling runs in the background while steps run ordinary code; the result is kept in the cache.
    Real values stay editable. If its integer options or structure change, the model runs ordinary code.

    m        the model; mj_step, rollouts and batches on CPUs that use it become faster, its copies do not
    wait     return only when the code is compiled
    Returns  an object with `ready`, `active`, `seconds`, `error` and `wait()`

    Errors   TypeError: m is no model, or wait is not a flag; RuntimeError: Numba is not installed, compiling failed,
             GELENK_JIT=0, GELENK_CHECK=1 or GELENK_STRICT=1
    Source   design / Models made to measure
    """
    check_struct("specialize", "m", m, MjModel)
    wait = flag("specialize", "wait", wait)
    if not library.JIT:
        raise RuntimeError("specialize compiles code, which GELENK_JIT=0 turns off: unset GELENK_JIT")
    if digests.checking():
        raise RuntimeError(
            "specialize has no code that checks indices, for which GELENK_CHECK=1 asks: unset it"
        )
    if digests.strict():
        raise RuntimeError(
            "specialize sums in another order, and GELENK_STRICT=1 asks for one order everywhere: unset it"
        )
    m._check_indices()
    made, known = Specialized(m), facts_of(m)
    address = load.find(known)
    if address:
        made._address = address
        required_libraries.install(m, address)
        return made
    load.require_compiler()
    made._running = start_thread(made._compile, "gelenk-specialize", known)
    return made.wait() if wait else made


def facts_of(m: MjModel) -> dict[str, Any]:
    """Return the values of a model that become constants of its specialized step."""
    return load.facts(m, MjData(m), required_libraries.libraries(m))
