"""Calling the compiled pipeline from Python, and mending what it stops for.

Documents: design / Memory; Kernels

A native call ends with d.status (tables/status.py): what it stopped for is mended here and the call repeated; nothing
before the integrator changes the state, so repeating is safe.
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
from gelenk.tables.status import BAD_INTEGRATOR, BAD_SOLVER, FAILED, GROW, MISSING, RESTARTED
from gelenk.toolchain import library

if TYPE_CHECKING:
    from gelenk.runtime.struct_bases import DataBlock, ModelBlock

STEPS = 1000  # of one native call


def run(name: str, m: ModelBlock, d: DataBlock, *numbers: Any) -> None:
    """Run pipeline entry ``name`` ("forward", "step1", ...) until it is done."""
    d._control_at = None
    library.call(name, m, d, *numbers)
    finish(name, m, d, *numbers)


def finish(name: str, m: ModelBlock, d: DataBlock, *numbers: Any) -> None:
    """Go on with a pipeline entry after a native call of it, until it is done."""
    try:
        while mend(m, d):
            library.call(name, m, d, *numbers)
    finally:  # a repetition that did not come about concerns no later call
        d._skip_control, d._control_at = False, None
        d._set("restarted", 0)


def mend(m: ModelBlock, d: DataBlock) -> bool:
    """Do what the last native call stopped for; False when it was done.

    Errors   FatalError where the options name no solver or integrator; what a callback raised
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
    """Run one stage by itself, growing buffers as it asks for them; returns what it gives."""
    d._set("status", 0)
    given = library.call(name, m, d, *arguments)
    return finish_stage(name, m, d, *arguments, given=given)


def finish_stage(name: str, m: ModelBlock, d: DataBlock, *arguments: Any, given: Any = None) -> Any:
    """Go on with a stage after a native call of it, which gave ``given``, until it is done; returns what it gives."""
    while d._grow() or mend(m, d):
        d._set("status", 0)
        given = library.call(name, m, d, *arguments)
    return given


def steps(m: ModelBlock, d: DataBlock, n: int) -> None:
    """``n`` steps, at most STEPS in one native call, between which Python sees signals (Ctrl-C)."""
    try:
        while n > 0:
            wanted = min(n, STEPS)
            library.call("step", m, d, wanted)
            done = d._get("nstep")
            n -= done
            if not mend(m, d) and done < wanted:
                raise RuntimeError(f"the step ended with {n} steps to go and nothing to mend")
    finally:
        d._skip_control = False


def go_on(m: ModelBlock, d: DataBlock, n: int) -> None:
    """Go on with ``n`` steps after a native call of them that stopped."""
    left = n - d._get("nstep")
    try:
        mend(m, d)
        steps(m, d, left)
    finally:
        d._skip_control = False


def start_asleep(m: ModelBlock, d: DataBlock) -> None:
    """After a reset: put the trees to sleep whose policy is init, where sleeping is enabled.

    They are computed once before, so that what stays as it was, as their sensors do, has been something.

    Errors   FatalError where one cannot, since it shares constraints with a tree of another policy
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
