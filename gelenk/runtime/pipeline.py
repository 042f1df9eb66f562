"""The pipeline from Python: run a stage of a model and its data until it is done.

Documents: design / From Python to a stage; Memory; Kernels

The path of a call:

            documented function: mj_step(m, d), mj_kinematics(m, d), ...
                  |                                   |
      native entry point                              | there is none, or it declines: unusual or
      (toolchain/extension/entry.py)                  | invalid arguments, a stage that is not loaded
      checks arguments and indices                    v
                  |                       Python function (gelenk/api)
                  |                       checks and converts arguments, or raises
                  |                                   |
                  |                       run_stage: loads the stage if needed
                  |                                   |
                  +-----------------+-----------------+
                                    v
              stage table: index of a stage -> address of its compiled code
                                    |
              kernel of the stage; it calls other stages and callbacks through the table
                                    |
              d.status, d.need_* (tables/status.py)
                  |                 |                            |
                all 0       GROW, MISSING, RESTARTED     FAILED, BAD_SOLVER, BAD_INTEGRATOR
                  |                 |                            |
               return       recover: enlarge buffers,    recover: raise the exception of the
                            load a library, or           callback, or FatalError
                            reset derived state
                                    |
                            run_stage or continue_stage calls the stage again

After a native entry point that stopped, `continue_stage` takes over (api/native_entries.py). Repeating a call is safe,
since nothing before the integrator changes the state. Kernels that cannot stop, and that do not take both a model
and its data, are run by `run_kernel` (toolchain/extension/load.py).
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from gelenk.engine.arena import clear_rows
from gelenk.engine.model_features import has_passive_flexes
from gelenk.errors import FatalError
from gelenk.runtime import callbacks, log_messages, required_libraries, state
from gelenk.runtime import plugin_instances as plugins
from gelenk.tables.api_enums import mjtEnableBit
from gelenk.tables.enums import mjtIntegrator, mjtSleepPolicy
from gelenk.tables.functions.targets import TARGETS
from gelenk.tables.releases import R3_17
from gelenk.tables.stages import STAGE_AT, STAGES, STEPS
from gelenk.tables.status import BAD_INTEGRATOR, BAD_SOLVER, DONE, FAILED, GROW, MISSING, RESTARTED
from gelenk.toolchain import library
from gelenk.toolchain.struct_layout import DATA

if TYPE_CHECKING:
    from gelenk.runtime.struct_bases import DataBlock, ModelBlock

_STATUS = DATA.offset["status"] // 8
# slots of the buffer sizes that stages request, which are contiguous in memory
_NEEDS = slice(DATA.offset["need_con"] // 8, DATA.offset["need_H"] // 8 + 1)
_NOTHING_NEEDED = bytes(8 * (_NEEDS.stop - _NEEDS.start))
# Stages that always succeed. For these, run_stage does not read d.status, which another thread may be using.
# Stages that run others are excluded, since they stop if a library of the others is not loaded.
_NEVER_STOP = {"begin"} | (  # part of every reset
    frozenset(target.name for target in TARGETS.values() if target.how == "=")
    | {stage.name for stage in STAGES if stage.library.startswith("scene")}
) - {stage.name for stage in STAGES if stage.runs}
# stages that call the control callback or check for divergence, and are repeated from their start
_PASSES = frozenset(target.name for target in TARGETS.values() if target.how == "!")

_NEW_PASS = (None, False)  # _control_at and _skip_control of a pass that has not called the control callback


def run_stage(name: str, m: ModelBlock, d: DataBlock, *arguments: Any) -> Any:
    """Run stage ``name`` of a model and its data until it is done; return its result.

    Every stage of ``m`` and ``d`` that Python runs goes through this function; native entry points call
    stages directly. In this order the function
      loads      the library of the stage at its first call, compiling it if there is no compiled file
      runs       the stage with the addresses of structs and arrays; with GELENK_JIT=0 the stage's Python function
      checks     d.status and d.need_*, where a stage stores why it stopped (tables/status.py)
      recovers   enlarges buffers, loads a library, or resets histories and plugins; or raises
      repeats    the stage until it is done; a repeated pass does not call the control callback again

    name         row of tables/stages.py; "step" takes a number of steps, and runs at most STEPS of them per native
                 call, so that Python handles signals between calls
    arguments    by the kinds of the row: structs, C-contiguous float64 or int32 arrays, numbers

    Not checked: types and shapes of arguments, indices of ``m`` and ``d`` (runtime/index_checks.py).

    Errors   exceptions of callbacks; FatalError: the options name no solver or integrator, or a tree cannot sleep
             MemoryError: the buffers do not fit into memory
    """
    if name in _NEVER_STOP:
        return library.call_with_data(name, m, d, arguments)
    outer = d._control_at, d._skip_control  # a callback may run stages of the same data
    if outer != _NEW_PASS:
        d._control_at, d._skip_control = _NEW_PASS
    try:
        if name == "step":
            return _run_steps(m, d, *arguments)
        d._ints[_STATUS] = DONE
        result = library.call_with_data(name, m, d, arguments)
        if _has_stopped(d):
            restarted = d._scalar("restarted")
            try:
                result = _repeat(name, m, d, arguments, result)
            finally:
                d._set_scalar("restarted", restarted)
        return result
    finally:
        if (d._control_at, d._skip_control) != outer:
            d._control_at, d._skip_control = outer


def continue_stage(name: str, m: ModelBlock, d: DataBlock, *arguments: Any) -> Any:
    """Continue a stage that a native entry point has begun; return its result.

    This is the continuation of all native calls: recover from the cause in d.status, and repeat, as `run_stage` does.
    "step" goes on after the d.nstep steps that the native call has done. The result is None if nothing was left to do.

    Errors   those of `run_stage`
    """
    is_pass = name in _PASSES
    skip, restarted = d._skip_control, 0 if is_pass else d._scalar("restarted")
    try:
        if name != "step":
            return _repeat(name, m, d, arguments)
        left = arguments[0] - d._scalar("nstep")
        recover(m, d)
        return _run_steps(m, d, left)
    finally:
        d._skip_control = skip
        d._set_scalar("restarted", restarted)
        if is_pass:
            d._control_at = None


def _has_stopped(d: DataBlock) -> bool:
    """Return whether the last native call stopped, or lacked room in a buffer."""
    ints = d._ints
    return ints.item(_STATUS) != DONE or ints[_NEEDS].tobytes() != _NOTHING_NEEDED


def _repeat(name: str, m: ModelBlock, d: DataBlock, arguments: Any, result: Any = None) -> Any:
    """Recover and call a stage again until it is done, after a call that returned ``result``.

    Returns the result of the last call.
    """
    while recover(m, d) or d._grow():
        d._ints[_STATUS] = DONE
        if name == "runge_kutta":  # its stages have replaced the dynamics at the start of the step
            library.call_with_data("forward_part", m, d, (0, 1))
            _repeat("forward_part", m, d, (0, 1))
            d._ints[_STATUS] = DONE
        result = library.call_with_data(name, m, d, arguments)
    return result


def _run_steps(m: ModelBlock, d: DataBlock, n: int) -> None:
    """Run ``n`` steps, at most STEPS per native call."""
    while n > 0:
        wanted = min(n, STEPS)
        library.call_with_data("step", m, d, (wanted,))
        done = d._scalar("nstep")
        n -= done
        if not recover(m, d) and done < wanted:
            raise RuntimeError(f"the step ended with {n} steps left and no cause to recover from")


def recover(m: ModelBlock, d: DataBlock) -> bool:
    """Recover from the cause that stopped the last native call; return False if it was done.

    Errors   FatalError: the options name no solver or integrator; exceptions of callbacks
    """
    status = d._scalar("status")
    if status == FAILED:
        callbacks.raise_pending(d)
    if status in (GROW, MISSING, RESTARTED):
        callbacks.about_to_repeat(d)
    if status == GROW:
        d._grow()
        return True
    if status == MISSING:
        library.load([*required_libraries.libraries(m), STAGE_AT[d._scalar("need_stage")].library])
        return True
    if status == RESTARTED:
        d._set_scalar("restarted", 1)
        if m.nhistory > 0:
            state.reset(m, d)
        start_asleep(m, d)
        if m.nplugin > 0:
            plugins.restart(m, d)
        return True
    if status == BAD_SOLVER and m.opt.integrator == int(mjtIntegrator.mjINT_DISCRETE):
        raise FatalError(
            "mj_fwdConstraint: the integrator discrete supports neither elastic flexes with interpolation, nor elastic "
            "flexes or passive contacts with the solver PGS or with noslip_iterations, nor edge stiffness and edge "
            "damping, nor the flag sleep while the flag island is disabled, nor unknown solvers"
        )
    if status == BAD_SOLVER:
        raise FatalError(f"mj_fwdConstraint: unknown solver type {m.opt.solver}")
    if status == BAD_INTEGRATOR and has_passive_flexes(m._view):
        raise FatalError("mj_passive: passive contacts of flexes require integrator='discrete'")
    if status == BAD_INTEGRATOR:
        raise FatalError(f"mj_step: invalid integrator {m.opt.integrator}")
    return False


def start_asleep(m: ModelBlock, d: DataBlock) -> None:
    """Put trees with the sleep policy init to sleep after a reset, if sleeping is enabled.

    The pipeline runs once before, so that values that sleeping trees keep, such as their sensor readings, are valid.
    A tree cannot sleep if it shares constraints with a tree of another policy: it starts awake, with a warning.

    Errors   FatalError: a tree cannot sleep, in models of releases before 3.17
    """
    if not m.opt.enableflags & int(mjtEnableBit.mjENBL_SLEEP):
        return
    wanted = np.flatnonzero(m._a_tree_sleep_policy == int(mjtSleepPolicy.mjSLEEP_INIT))
    if not len(wanted):
        return
    d._ints[_STATUS] = DONE
    library.call_with_data("forward", m, d)
    _repeat("forward", m, d, ())
    library.call_with_data("start_asleep", m, d)
    clear_rows(m._view, d._view)
    awake = wanted[d._a_tree_awake[wanted] != 0]
    if len(awake):
        root = int(m._a_tree_bodyadr[awake[0]])
        why = (
            f"{len(wanted)} trees were marked as sleep='init' but only {len(wanted) - len(awake)} could be slept.\n"
            f"Body '{m.body(root).name}' (id={root}) is the root of the first tree that could not be slept."
        )
        if m._a_release[0] < R3_17:
            raise FatalError("_resetData: " + why)
        log_messages.send(why)
