"""The pipeline from Python: run compiled entries, recover from what stops them, repeat.

Documents: design / Memory; Kernels

The way of a call:

            documented function: mj_step(m, d), mj_kinematics(m, d), ...
                  |                                   |
      native entry point                              | there is none, or it declines: unusual or
      (toolchain/extension/entry.py)                  | invalid arguments, a stage that is not loaded
      checks arguments and indices                    v
                  |                       Python function (gelenk/api)
                  |                       checks and converts arguments, or raises
                  |                                   |
                  |                       this file: run, steps, call_stage
                  |                                   |
                  |                       library.call: loads the stage if needed
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
               return       mend: enlarge buffers,       mend: raise the exception of the
                            load a library, or           callback, or FatalError
                            reset derived state
                                    |
                            library.call again

With GELENK_JIT=0, library.call runs the Python function of the stage in place of compiled code. After a native entry
point that stopped, `go_on`, `finish` or `finish_stage` continue (api/native_entries.py). The Python function mj_step
calls the compiled step directly, and continues in `go_on` as well. Repeating a call is safe, since nothing before the
integrator changes the state.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from gelenk.engine.arena import clear_rows
from gelenk.errors import FatalError
from gelenk.runtime import callbacks, required_libraries, state
from gelenk.runtime import plugin_instances as plugins
from gelenk.tables.enums import mjtEnableBit, mjtSleepPolicy
from gelenk.tables.stages import STAGE_AT
from gelenk.tables.status import BAD_INTEGRATOR, BAD_SOLVER, DONE, FAILED, GROW, MISSING, RESTARTED
from gelenk.toolchain import library

if TYPE_CHECKING:
    from gelenk.runtime.struct_bases import DataBlock, ModelBlock

STEPS = 1000  # steps of one native call


def run(name: str, m: ModelBlock, d: DataBlock, *numbers: Any) -> None:
    """Run pipeline entry ``name`` ("forward", "step1", ...) until it is done."""
    d._control_at = None
    library.call(name, m, d, *numbers)
    finish_entry(name, m, d, *numbers)


def finish_entry(name: str, m: ModelBlock, d: DataBlock, *numbers: Any) -> None:
    """Continue a pipeline entry after its native call, until it is done."""
    try:
        while recover(m, d):
            library.call(name, m, d, *numbers)
    finally:  # a repetition that was prepared but not run must not affect later calls
        d._skip_control, d._control_at = False, None
        d._set("restarted", 0)


def recover(m: ModelBlock, d: DataBlock) -> bool:
    """Recover from the cause that stopped the last native call; return False if it was done.

    Errors   FatalError: the options name no solver or integrator; exceptions of callbacks
    """
    status = d._get("status")
    if status == FAILED:
        callbacks.raise_pending(d)
    if status in (GROW, MISSING, RESTARTED):
        callbacks.about_to_repeat(d)
    if status == GROW:
        d._grow()
        return True
    if status == MISSING:
        library.load([*required_libraries.libraries(m), STAGE_AT[d._get("need_stage")].library])
        return True
    if status == RESTARTED:
        d._set("restarted", 1)
        if m.nhistory > 0:
            state.reset(m, d)
        start_asleep(m, d)
        if m.nplugin > 0:
            plugins.restart(m, d)
        return True
    if status == BAD_SOLVER:
        raise FatalError(f"mj_fwdConstraint: unknown solver type {m.opt.solver}")
    if status == BAD_INTEGRATOR:
        raise FatalError(f"mj_step: invalid integrator {m.opt.integrator}")
    return False


def call_stage(name: str, m: ModelBlock, d: DataBlock, *arguments: Any) -> Any:
    """Run one stage by itself, growing buffers as needed; return the stage's result."""
    d._set("status", DONE)
    given = library.call(name, m, d, *arguments)
    return finish_stage(name, m, d, *arguments, given=given)


def finish_stage(name: str, m: ModelBlock, d: DataBlock, *arguments: Any, given: Any = None) -> Any:
    """Continue a stage until it is done, after a native call with the result ``given``.

    Returns the result of the last call.
    """
    while d._grow() or recover(m, d):
        d._set("status", DONE)
        given = library.call(name, m, d, *arguments)
    return given


def steps(m: ModelBlock, d: DataBlock, n: int) -> None:
    """Run ``n`` steps, at most STEPS per native call; Python handles signals between calls."""
    try:
        while n > 0:
            wanted = min(n, STEPS)
            library.call("step", m, d, wanted)
            done = d._get("nstep")
            n -= done
            if not recover(m, d) and done < wanted:
                raise RuntimeError(f"internal error: a call returned with {n} steps left and status 0")
    finally:
        d._skip_control = False


def continue_steps(m: ModelBlock, d: DataBlock, n: int) -> None:
    """Continue ``n`` steps after a native call of them that stopped."""
    left = n - d._get("nstep")
    try:
        recover(m, d)
        steps(m, d, left)
    finally:
        d._skip_control = False


def start_asleep(m: ModelBlock, d: DataBlock) -> None:
    """Put trees with the sleep policy init to sleep after a reset, if sleeping is enabled.

    The pipeline runs once before, so that values that sleeping trees keep, such as their sensor readings, are valid.

    Errors   FatalError: a tree cannot sleep, since it shares constraints with a tree of another policy
    """
    if not m.opt.enableflags & int(mjtEnableBit.mjENBL_SLEEP):
        return
    wanted = np.flatnonzero(m._a_tree_sleep_policy == int(mjtSleepPolicy.mjSLEEP_INIT))
    if not len(wanted):
        return
    call_stage("forward", m, d)
    library.call("start_asleep", m, d)
    clear_rows(m._view, d._view)
    awake = wanted[d._a_tree_awake[wanted] != 0]
    if len(awake):
        root = int(m._a_tree_bodyadr[awake[0]])
        raise FatalError(
            f"_resetData: {len(wanted)} trees were marked as sleep='init' but only {len(wanted) - len(awake)} could be "
            f"slept.\nBody '{m.body(root).name}' (id={root}) is the root of the first tree that could not be slept."
        )
