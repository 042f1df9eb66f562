"""The loop over the worlds of a batch: load a world into structs, run its task, store it.

Documents: design / Batches

One struct per thread serves all worlds of the thread: the state of a world and its bound fields stay in rows of the
batch, and the slots of the struct are pointed at them (POINT). Only scalars are copied. This file neither reads nor
writes arrays through a struct: the compiler assumes that slots do not change while a stage runs, so all array access
goes through the stage table.

Positions are split into parts, one per thread. A thread takes chunks of its own part, then steals from the others, so
that most worlds stay in the cache of the same core from call to call. A result depends on its world alone, not on the
thread that computes it. Where a stage stops (d.status), the call returns TROUBLE, Python handles the cause and calls
again, and the world continues at the step it had reached. Python restores a world that fails from its saved copy.
"""

from gelenk.engine.batch.call_layout import (
    AFTER,
    AT,
    BASE,
    BEFORE,
    BEGUN,
    BUDGET,
    BY_POSITION,
    BY_STEP,
    BY_WORLD,
    CHUNK,
    COUNT,
    D_NOW,
    DATA,
    DATAS,
    EACH,
    END,
    FINAL_STAGE,
    FINISHED,
    FIRST,
    IDS,
    JACOBIAN,
    KEEP,
    KEEP_WORDS,
    KEPT,
    KIND,
    LAST,
    LOAD,
    LOAD_FLAGS,
    LOAD_NARROW,
    LOAD_WORD,
    M_NOW,
    MODEL,
    MODELS,
    MOVE_WORDS,
    NOW,
    NPART,
    NSTEP,
    NWARNED,
    OF,
    OF_DATA,
    OF_MODEL,
    OWN_PART,
    PARAMETERS,
    PART_BYTES,
    PART_END,
    PARTS,
    PAUSED,
    POINT,
    POINTER_WORDS,
    POINTERS,
    PRIOR,
    RAYS,
    RESTARTED,
    SAVE,
    SAVE_NARROW,
    SAVE_WORD,
    SHARED,
    SIZE,
    SLOT,
    STAGE,
    STATUS,
    STOP,
    STOPPED,
    TASK,
    TROUBLE,
    WARN,
    WARNED,
)
from gelenk.engine.batch.call_layout import STEP as STEPS
from gelenk.engine.stage_calls import CONTROL, run_callback
from gelenk.engine.step import forces, has_sensors, one_step, positions, velocities
from gelenk.tables.enums import mjtStage, mjtTimer, mjtWarning
from gelenk.tables.stages import INDEX
from gelenk.tables.status import DONE
from gelenk.toolchain import memory
from gelenk.toolchain.kernel import call_own, call_pair, call_stage, kernel
from gelenk.toolchain.kernel_types import Data, Model

WORLD_STEP, FORWARD_UNTIL = INDEX["world_step"], INDEX["forward_until"]
STOPS = INDEX["world_stops"]
BAD_WARNINGS = (
    int(mjtWarning.mjWARN_BADQPOS),
    int(mjtWarning.mjWARN_BADQVEL),
    int(mjtWarning.mjWARN_BADQACC),
    int(mjtWarning.mjWARN_BADCTRL),
)
WORLD_JAC, WORLD_RAYS = INDEX["world_jac"], INDEX["world_rays"]


@kernel
def world_step(m: Model, d: Data) -> None:
    """Advance the world by one step (mj_step), by specialized code if its model has any."""
    if m.own_step != 0:
        nstep, restarted = d.nstep, d.restarted
        if call_own(m, d, 1) >= 0:
            d.nstep, d.restarted = nstep, restarted
            return
    d.status = DONE
    one_step(m, d)
    if d.status == DONE:
        d.timer_number[mjtTimer.mjTIMER_STEP] += 1


@kernel
def forward_until(m: Model, d: Data, stage: int, nothing: int) -> None:
    """Compute the forward dynamics up to and including a stage (mjtStage)."""
    d.status = DONE
    sensors = has_sensors(m)
    if stage >= mjtStage.mjSTAGE_POS:
        positions(m, d, sensors)
    if stage >= mjtStage.mjSTAGE_VEL:
        velocities(m, d, sensors)
    if stage >= mjtStage.mjSTAGE_ACC:
        run_callback(m, d, CONTROL)
        forces(m, d, sensors)


@kernel
def world_stops(m: Model, d: Data) -> None:
    """Set d.callback_value to 1 if a warning of invalid values was counted, else to 0."""
    d.callback_value = 0.0
    for kind in BAD_WARNINGS:
        if d.warning_number[kind] > 0:
            d.callback_value = 1.0


# ---- moves


@kernel
def move_flags(bytes_at: int, numbers_at: int, n: int, load: bool) -> None:
    """Convert between an array of bytes and an array of floats that hold the flags."""
    for i in range(n):
        if load:
            memory.store_uint8(bytes_at + i, 1 if memory.load_float64(numbers_at + 8 * i) != 0.0 else 0)
        else:
            memory.store_float64(numbers_at + 8 * i, float(memory.load_uint8(bytes_at + i)))


@kernel
def run_rare_move(kind: int, slot: int, there: int, size: int) -> None:
    """Execute a move of another kind than POINT, LOAD and SAVE, which are more frequent."""
    if kind == LOAD_WORD:
        memory.store_int64(slot, memory.load_int64(there))
    elif kind == LOAD_NARROW:
        memory.store_int64(slot, memory.load_int32(there))
    elif kind == SAVE_WORD:
        memory.store_int64(there, memory.load_int64(slot))
    elif kind == SAVE_NARROW:
        memory.store_int32(there, memory.load_int64(slot))
    else:
        move_flags(memory.load_int64(slot), there, size, kind == LOAD_FLAGS)


@kernel
def run_moves(w: int, moved: int) -> None:
    """Execute all moves of the list at ``moved`` for the current world and step."""
    s = memory.load_int64(w + SHARED)
    row, n = memory.load_int64(s + moved), memory.load_int64(s + moved + 8)
    if n == 0:
        return
    at, t = memory.load_int64(w + AT), memory.load_int64(w + NOW)
    world = memory.load_int64(memory.load_int64(s + IDS) + 8 * at)
    m, d = memory.load_int64(w + M_NOW), memory.load_int64(w + D_NOW)
    for _ in range(n):
        kind, whose = memory.load_int64(row + KIND), memory.load_int64(row + OF)
        struct = d if whose == OF_DATA else m if whose == OF_MODEL else memory.load_int64(m + whose)
        slot = struct + memory.load_int64(row + SLOT)
        there = memory.load_int64(row + BASE) + world * memory.load_int64(row + BY_WORLD)
        there += at * memory.load_int64(row + BY_POSITION) + t * memory.load_int64(row + BY_STEP)
        if kind == POINT:
            memory.store_int64(slot, there)
        elif kind == LOAD:
            memory.copy(memory.load_int64(slot), there, memory.load_int64(row + SIZE))
        elif kind == SAVE:
            memory.copy(there, memory.load_int64(slot), memory.load_int64(row + SIZE))
        else:
            run_rare_move(kind, slot, there, memory.load_int64(row + SIZE))
        row += 8 * MOVE_WORDS


@kernel
def save_world(w: int) -> None:
    """Save a copy of the current world, so that a failure can be undone."""
    s = memory.load_int64(w + SHARED)
    row, kept = memory.load_int64(s + KEEP), memory.load_int64(w + KEPT)
    world = memory.load_int64(memory.load_int64(s + IDS) + 8 * memory.load_int64(w + AT))
    for _ in range(memory.load_int64(s + KEEP + 8)):
        size = memory.load_int64(row + 16)
        memory.copy(kept, memory.load_int64(row) + world * memory.load_int64(row + 8), size)
        kept += size
        row += 8 * KEEP_WORDS


@kernel
def point_slots(w: int) -> None:
    """Point the slots of the data at the rows of the current world."""
    s = memory.load_int64(w + SHARED)
    row, d = memory.load_int64(s + POINTERS), memory.load_int64(w + D_NOW)
    world = memory.load_int64(memory.load_int64(s + IDS) + 8 * memory.load_int64(w + AT))
    for _ in range(memory.load_int64(s + POINTERS + 8)):
        memory.store_int64(
            d + memory.load_int64(row), memory.load_int64(row + 8) + world * memory.load_int64(row + 16)
        )
        row += 8 * POINTER_WORDS


# ---- one world


@kernel
def begin(w: int) -> None:
    """Load the current world into the structs."""
    s = memory.load_int64(w + SHARED)
    world = memory.load_int64(memory.load_int64(s + IDS) + 8 * memory.load_int64(w + AT))
    models, datas = memory.load_int64(s + MODELS), memory.load_int64(s + DATAS)
    memory.store_int64(
        w + M_NOW, memory.load_int64(models + 8 * world) if models != 0 else memory.load_int64(w + MODEL)
    )
    memory.store_int64(
        w + D_NOW, memory.load_int64(datas + 8 * world) if datas != 0 else memory.load_int64(w + DATA)
    )
    memory.store_int64(w + NOW, 0)
    memory.store_int64(w + STOPPED, 0)
    save_world(w)
    point_slots(w)
    run_moves(w, BEFORE)
    d = memory.data_at(memory.load_int64(w + D_NOW))
    d.status = DONE
    d.warned = 0
    d.restarted = memory.load_int64(s + RESTARTED)
    memory.store_int64(w + BEGUN, 1)


@kernel
def store_world(w: int) -> None:
    """Store the results of the finished current world, and advance the position."""
    s = memory.load_int64(w + SHARED)
    run_moves(w, END)
    world = memory.load_int64(memory.load_int64(s + IDS) + 8 * memory.load_int64(w + AT))
    memory.store_int32(memory.load_int64(s + STATUS) + 4 * world, 0)
    if memory.data_at(memory.load_int64(w + D_NOW)).warned != 0:
        memory.store_uint8(memory.load_int64(s + WARNED) + world, 1)
        memory.fetch_add(s + NWARNED, 1)
        run_moves(w, WARN)
    memory.store_int64(w + BEGUN, 0)
    memory.store_int64(w + AT, memory.load_int64(w + AT) + 1)


@kernel
def has_stopped(m: Model, d: Data, when: int) -> bool:
    """Return whether a world takes no more steps."""
    if when == 0 or d.warned == 0:
        return False
    if when == 1:
        return True
    call_stage(m, d, STOPS)
    return d.callback_value != 0.0


@kernel
def step_once(w: int, m: Model, d: Data) -> bool:
    """Run the current step with its moves; return whether it completed."""
    s = memory.load_int64(w + SHARED)
    if memory.load_int64(w + STOPPED) == 0:
        run_moves(w, EACH)
        if memory.load_int64(w + NOW) + 1 == memory.load_int64(s + NSTEP) or memory.load_int64(s + STOP) != 0:
            run_moves(w, PRIOR)
        d.nstep = memory.load_int64(w + NOW)
        call_stage(m, d, WORLD_STEP)
        if d.status != DONE:
            return False
        d.restarted = memory.load_int64(s + RESTARTED)
        if has_stopped(m, d, memory.load_int64(s + STOP)):
            memory.store_int64(w + STOPPED, 1)
    run_moves(w, AFTER)
    memory.store_int64(w + NOW, memory.load_int64(w + NOW) + 1)
    return True


@kernel
def advance(w: int, budget: int) -> int:
    """Continue the task of the current world; return its steps, or -1 if a stage stopped."""
    s = memory.load_int64(w + SHARED)
    m, d = memory.model_at(memory.load_int64(w + M_NOW)), memory.data_at(memory.load_int64(w + D_NOW))
    task, taken = memory.load_int64(s + TASK), 0
    d.status = DONE  # Python has handled the cause of the last stop
    if task == STEPS:
        while memory.load_int64(w + NOW) < memory.load_int64(s + NSTEP) and taken < budget:
            if not step_once(w, m, d):
                return -1
            taken += 1
        if memory.load_int64(w + NOW) < memory.load_int64(s + NSTEP):
            return taken
    elif task == JACOBIAN:
        call_pair(m, d, WORLD_JAC, memory.load_int64(s + PARAMETERS), memory.load_int64(w + AT))
    elif task == RAYS:
        call_pair(m, d, WORLD_RAYS, memory.load_int64(s + PARAMETERS), memory.load_int64(w + AT))
    if d.status == DONE and memory.load_int64(s + STAGE) > 0:
        call_pair(m, d, FORWARD_UNTIL, memory.load_int64(s + STAGE), 0)
    if d.status == DONE and memory.load_int64(s + FINAL_STAGE) > 0:
        call_stage(m, d, memory.load_int64(s + FINAL_STAGE))
    return -1 if d.status != DONE else taken


@kernel
def take_chunk(w: int) -> bool:
    """Take the next positions, from this thread's part first; return False if none is left."""
    s = memory.load_int64(w + SHARED)
    if memory.load_int64(s + COUNT) == 0:
        return False
    chunk, n = memory.load_int64(s + CHUNK), memory.load_int64(s + NPART)
    for i in range(n):
        part = memory.load_int64(s + PARTS) + PART_BYTES * ((memory.load_int64(w + OWN_PART) + i) % n)
        past = memory.load_int64(part + PART_END)
        if memory.load_int64(part + FIRST) < past:
            first = memory.fetch_add(part + FIRST, chunk)
            if first < past:
                memory.store_int64(w + AT, first)
                memory.store_int64(w + LAST, min(first + chunk, past))
                return True
    return False


@kernel
def batch(w: int) -> int:
    """Run this thread's share of a batch call; return FINISHED, TROUBLE or PAUSED.

    w   address of the table of the thread (call_layout.py)

    For TROUBLE, d.status tells why a stage stopped.
    """
    s = memory.load_int64(w + SHARED)
    budget = memory.load_int64(s + BUDGET)
    while budget > 0:
        if memory.load_int64(w + BEGUN) == 0:
            if memory.load_int64(w + AT) >= memory.load_int64(w + LAST) and not take_chunk(w):
                return FINISHED
            begin(w)
        taken = advance(w, budget)
        if taken < 0:
            return TROUBLE
        budget -= taken + 1
        if memory.load_int64(s + TASK) != STEPS or memory.load_int64(w + NOW) >= memory.load_int64(s + NSTEP):
            store_world(w)
    return PAUSED
