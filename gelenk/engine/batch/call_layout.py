"""The tables of words through which Python says what a native call does with its worlds.

Documents: design / Batches

All are offsets in bytes, of int64. A call has one table that its threads share, and one for each thread. What goes
in and out of a world are moves: rows of eight words, in five lists (before a world, before each of its steps, after
each, after the world, after one that warned). What points the data at the rows of a world, before all else, is most
of it and has shorter rows of its own.
"""

# ---- shared by the threads of a call
PARTS, COUNT, CHUNK = 0, 8, 16  # address: parts; positions, 0: no more; how many are taken at a time
IDS = 24  # address: world at each position
NSTEP, TASK, STAGE = 32, 40, 48  # steps, what is done, and the stages that are computed in the end
STOP = 56  # worlds stop: 0 never, 1 after any warning, 2 after one of numbers that are bad
BEFORE, EACH, AFTER, END, KEEP = 64, 80, 96, 112, 128  # lists: address, and 8 further on the number of rows
DATAS, MODELS = 144, 152  # addresses of the structs of each world; 0: those of the thread
STATUS, WARNED, NWARNED = 160, 168, 176  # int32 of each world, uint8 of each world; worlds that warned
BUDGET = 184  # steps after which a call returns, so that Python sees signals
PARAMETERS = 192  # address: what is asked of each world (queries.py)
RESTARTED = 200  # d.restarted at the start of a step: whether a reset is finished by Python (divergence.py)
WARN = 208  # one more list: after a world that warned
LATER = 224  # a stage that is called after all others; 0: none
NPART = 232  # number of parts
# a list like those above: slots of the data that are pointed at the rows of a world before it begins
POINTERS = 240
# one more list: before the last step of a world, which keeps the state that its results belong to
PRIOR = 256
SHARED_WORDS = 34

# ---- a part: the first position that no thread has taken, and the end; it fills a line of the cache by itself, since
# that changes hands where another thread writes to it
FIRST, PAST = 0, 8
PART_BYTES = 64

# ---- of a thread
SHARED, MODEL, DATA = 0, 8, 16  # addresses: the shared table, structs
KEPT = 24  # address: what a world was before, for one that fails
AT, LAST, NOW = 32, 40, 48  # position, end of the chunk, step
BEGUN, STOPPED = 56, 64  # whether the world at AT is begun, and does not step any more
M_NOW, D_NOW = 72, 80  # structs of that world
MINE = 88  # number of the part that it takes from first
THREAD_WORDS = 12

# ---- a move: what, whose struct (OF_DATA, 0: model, else the place of an inner struct in it), the slot there; the
# other side is at base + by_world * world + by_position * position + by_step * step; bytes, or numbers
KIND, OF, SLOT, BASE, BY_WORLD, BY_POSITION, BY_STEP, SIZE = range(0, 64, 8)
MOVE_WORDS = 8
OF_DATA, OF_MODEL = -1, 0
(
    POINT,  # the slot holds the address of the other side
    LOAD,  # the array in the slot gets so many bytes
    LOAD_WORD,  # the slot itself gets eight bytes
    LOAD_NARROW,  # the same, of an int32
    LOAD_FLAGS,  # the array of bytes gets whether numbers are not zero
    SAVE,  # and all of these in the other direction
    SAVE_WORD,
    SAVE_NARROW,
    SAVE_FLAGS,
) = range(9)
# ---- a pointer: the slot in the data, which gets base + by_world * world
POINTER_WORDS = 3
# ---- what is kept of a world: rows of base, bytes to the next world, bytes
KEEP_WORDS = 3

STEP, FORWARD, JACOBIAN, RAYS = range(4)  # tasks
FINISHED, TROUBLE, PAUSED = range(
    3
)  # how a native call ends: all is done; d.status says what is; budget is spent
