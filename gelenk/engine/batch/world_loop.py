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
    FINISHED,
    FIRST,
    IDS,
    JACOBIAN,
    KEEP,
    KEEP_WORDS,
    KEPT,
    KIND,
    LAST,
    LATER,
    LOAD,
    LOAD_FLAGS,
    LOAD_NARROW,
    LOAD_WORD,
    M_NOW,
    MINE,
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
    PARAMETERS,
    PART_BYTES,
    PARTS,
    PAST,
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
from gelenk.toolchain.kernel import call_pair, call_stage, kernel
from gelenk.toolchain.kernel_types import Data, Model

WORLD_STEP, FORWARD_UNTIL = INDEX["world_step"], INDEX["forward_until"]
STOPS = INDEX["world_stops"]
BAD = (
    int(mjtWarning.mjWARN_BADQPOS),
    int(mjtWarning.mjWARN_BADQVEL),
    int(mjtWarning.mjWARN_BADQACC),
    int(mjtWarning.mjWARN_BADCTRL),
)
WORLD_JAC, WORLD_RAYS = INDEX["world_jac"], INDEX["world_rays"]


@kernel
def world_step(m: Model, d: Data) -> None:
    """Advance the world by one step (mj_step)."""
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
    for kind in BAD:
        if d.warning_number[kind] > 0:
            d.callback_value = 1.0


# ---- moves


@kernel
def move_flags(bytes_at: int, numbers_at: int, n: int, load: bool) -> None:
    """Convert between an array of bytes and an array of floats that hold the flags."""
    for i in range(n):
        if load:
            memory.put_flag(bytes_at + i, 1 if memory.number(numbers_at + 8 * i) != 0.0 else 0)
        else:
            memory.put_number(numbers_at + 8 * i, float(memory.flag(bytes_at + i)))


@kernel
def move_other(kind: int, slot: int, there: int, size: int) -> None:
    """Execute one of the moves that are rarer than POINT, LOAD and SAVE."""
    if kind == LOAD_WORD:
        memory.put_word(slot, memory.word(there))
    elif kind == LOAD_NARROW:
        memory.put_word(slot, memory.narrow(there))
    elif kind == SAVE_WORD:
        memory.put_word(there, memory.word(slot))
    elif kind == SAVE_NARROW:
        memory.put_narrow(there, memory.word(slot))
    else:
        move_flags(memory.word(slot), there, size, kind == LOAD_FLAGS)


@kernel
def moves(w: int, moved: int) -> None:
    """Execute all moves of the list at ``moved`` for the current world and step."""
    s = memory.word(w + SHARED)
    row, n = memory.word(s + moved), memory.word(s + moved + 8)
    if n == 0:
        return
    at, t = memory.word(w + AT), memory.word(w + NOW)
    world = memory.word(memory.word(s + IDS) + 8 * at)
    m, d = memory.word(w + M_NOW), memory.word(w + D_NOW)
    for _ in range(n):
        kind, whose = memory.word(row + KIND), memory.word(row + OF)
        struct = d if whose == OF_DATA else m if whose == OF_MODEL else memory.word(m + whose)
        slot = struct + memory.word(row + SLOT)
        there = memory.word(row + BASE) + world * memory.word(row + BY_WORLD)
        there += at * memory.word(row + BY_POSITION) + t * memory.word(row + BY_STEP)
        if kind == POINT:
            memory.put_word(slot, there)
        elif kind == LOAD:
            memory.copy(memory.word(slot), there, memory.word(row + SIZE))
        elif kind == SAVE:
            memory.copy(there, memory.word(slot), memory.word(row + SIZE))
        else:
            move_other(kind, slot, there, memory.word(row + SIZE))
        row += 8 * MOVE_WORDS


@kernel
def keep(w: int) -> None:
    """Save a copy of the current world, so that a failure can be undone."""
    s = memory.word(w + SHARED)
    row, kept = memory.word(s + KEEP), memory.word(w + KEPT)
    world = memory.word(memory.word(s + IDS) + 8 * memory.word(w + AT))
    for _ in range(memory.word(s + KEEP + 8)):
        size = memory.word(row + 16)
        memory.copy(kept, memory.word(row) + world * memory.word(row + 8), size)
        kept += size
        row += 8 * KEEP_WORDS


@kernel
def point(w: int) -> None:
    """Point the slots of the data at the rows of the current world."""
    s = memory.word(w + SHARED)
    row, d = memory.word(s + POINTERS), memory.word(w + D_NOW)
    world = memory.word(memory.word(s + IDS) + 8 * memory.word(w + AT))
    for _ in range(memory.word(s + POINTERS + 8)):
        memory.put_word(d + memory.word(row), memory.word(row + 8) + world * memory.word(row + 16))
        row += 8 * POINTER_WORDS


# ---- one world


@kernel
def begin(w: int) -> None:
    """Load the current world into the structs."""
    s = memory.word(w + SHARED)
    world = memory.word(memory.word(s + IDS) + 8 * memory.word(w + AT))
    models, datas = memory.word(s + MODELS), memory.word(s + DATAS)
    memory.put_word(w + M_NOW, memory.word(models + 8 * world) if models != 0 else memory.word(w + MODEL))
    memory.put_word(w + D_NOW, memory.word(datas + 8 * world) if datas != 0 else memory.word(w + DATA))
    memory.put_word(w + NOW, 0)
    memory.put_word(w + STOPPED, 0)
    keep(w)
    point(w)
    moves(w, BEFORE)
    d = memory.data_at(memory.word(w + D_NOW))
    d.status = DONE
    d.warned = 0
    d.restarted = memory.word(s + RESTARTED)
    memory.put_word(w + BEGUN, 1)


@kernel
def finish(w: int) -> None:
    """Store the results of the current world, which is done, and advance the position."""
    s = memory.word(w + SHARED)
    moves(w, END)
    world = memory.word(memory.word(s + IDS) + 8 * memory.word(w + AT))
    memory.put_narrow(memory.word(s + STATUS) + 4 * world, 0)
    if memory.data_at(memory.word(w + D_NOW)).warned != 0:
        memory.put_flag(memory.word(s + WARNED) + world, 1)
        memory.take(s + NWARNED, 1)
        moves(w, WARN)
    memory.put_word(w + BEGUN, 0)
    memory.put_word(w + AT, memory.word(w + AT) + 1)


@kernel
def stops(m: Model, d: Data, when: int) -> bool:
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
    s = memory.word(w + SHARED)
    if memory.word(w + STOPPED) == 0:
        moves(w, EACH)
        if memory.word(w + NOW) + 1 == memory.word(s + NSTEP) or memory.word(s + STOP) != 0:
            moves(w, PRIOR)
        d.nstep = memory.word(w + NOW)
        call_stage(m, d, WORLD_STEP)
        if d.status != DONE:
            return False
        d.restarted = memory.word(s + RESTARTED)
        if stops(m, d, memory.word(s + STOP)):
            memory.put_word(w + STOPPED, 1)
    moves(w, AFTER)
    memory.put_word(w + NOW, memory.word(w + NOW) + 1)
    return True


@kernel
def advance(w: int, budget: int) -> int:
    """Continue the task of the current world; return the steps taken, or -1 on a stop."""
    s = memory.word(w + SHARED)
    m, d = memory.model_at(memory.word(w + M_NOW)), memory.data_at(memory.word(w + D_NOW))
    task, taken = memory.word(s + TASK), 0
    d.status = DONE  # Python has handled the cause of the last stop
    if task == STEPS:
        while memory.word(w + NOW) < memory.word(s + NSTEP) and taken < budget:
            if not step_once(w, m, d):
                return -1
            taken += 1
        if memory.word(w + NOW) < memory.word(s + NSTEP):
            return taken
    elif task == JACOBIAN:
        call_pair(m, d, WORLD_JAC, memory.word(s + PARAMETERS), memory.word(w + AT))
    elif task == RAYS:
        call_pair(m, d, WORLD_RAYS, memory.word(s + PARAMETERS), memory.word(w + AT))
    if d.status == DONE and memory.word(s + STAGE) > 0:
        call_pair(m, d, FORWARD_UNTIL, memory.word(s + STAGE), 0)
    if d.status == DONE and memory.word(s + LATER) > 0:
        call_stage(m, d, memory.word(s + LATER))
    return -1 if d.status != DONE else taken


@kernel
def take_chunk(w: int) -> bool:
    """Take the next positions, from this thread's part first; return False if none is left."""
    s = memory.word(w + SHARED)
    if memory.word(s + COUNT) == 0:
        return False
    chunk, n = memory.word(s + CHUNK), memory.word(s + NPART)
    for i in range(n):
        part = memory.word(s + PARTS) + PART_BYTES * ((memory.word(w + MINE) + i) % n)
        past = memory.word(part + PAST)
        if memory.word(part + FIRST) < past:
            first = memory.take(part + FIRST, chunk)
            if first < past:
                memory.put_word(w + AT, first)
                memory.put_word(w + LAST, min(first + chunk, past))
                return True
    return False


@kernel
def batch(w: int) -> int:
    """Run this thread's share of a batch call; return FINISHED, TROUBLE or PAUSED.

    w   address of the table of the thread (call_layout.py)

    For TROUBLE, d.status tells why a stage stopped.
    """
    s = memory.word(w + SHARED)
    budget = memory.word(s + BUDGET)
    while budget > 0:
        if memory.word(w + BEGUN) == 0:
            if memory.word(w + AT) >= memory.word(w + LAST) and not take_chunk(w):
                return FINISHED
            begin(w)
        taken = advance(w, budget)
        if taken < 0:
            return TROUBLE
        budget -= taken + 1
        if memory.word(s + TASK) != STEPS or memory.word(w + NOW) >= memory.word(s + NSTEP):
            finish(w)
    return PAUSED
