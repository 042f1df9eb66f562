"""Memory layout of a native batch call: the tables that Python fills for the kernels.

Documents: design / Batches

All constants are byte offsets into tables of int64 words. A call has one table that its threads share, and each thread
has its own. Transfers in and out of a world are moves: rows of eight words, in six lists (before a world, before each
step, before the last step, after each step, after the world, after a world that warned). Most transfers are pointers:
they point slots of the data at the rows of a world, run before all moves, and have rows of three words.
"""

# ---- shared by the threads of a call
PARTS, COUNT, CHUNK = 0, 8, 16  # address of the parts; 0 stops the taking of chunks; positions per chunk
IDS = 24  # address: id of the world at each position
# number of steps, task, and the stage (mjtStage) up to which fields are recomputed at the end
NSTEP, TASK, STAGE = 32, 40, 48
STOP = 56  # when a world stops: 0 never, 1 after any warning, 2 after a warning of non-finite or huge values
BEFORE, EACH, AFTER, END, KEEP = 64, 80, 96, 112, 128  # lists: address, then at + 8 the number of rows
DATAS, MODELS = 144, 152  # addresses of the structs of each world; 0: those of the thread
STATUS, WARNED, NWARNED = 160, 168, 176  # int32 per world, uint8 per world, number of worlds that warned
BUDGET = 184  # steps after which a call returns, so that Python handles signals
PARAMETERS = 192  # address of the parameters of a query (queries.py)
RESTARTED = 200  # d.restarted at the start of a step: whether Python finishes a reset (divergence.py)
WARN = 208  # list: moves after a world that warned
FINAL_STAGE = 224  # stage that is called after all others; 0: none
NPART = 232  # number of parts
# list: slots of the data that are pointed at the rows of a world before it begins
POINTERS = 240
# list: moves before the last step of a world, or before each step if STOP is set; they save the state from which its
# results follow
PRIOR = 256
SHARED_WORDS = 34

# ---- a part: the first position that no thread has taken, and the end. Each part fills a cache line, since the
# line moves between cores whenever another thread writes to it.
FIRST, PART_END = 0, 8
PART_BYTES = 64

# ---- table of a thread
SHARED, MODEL, DATA = 0, 8, 16  # addresses: the shared table, the structs
KEPT = 24  # address of the saved copy of the current world, restored by Python if the world fails
AT, LAST, NOW = 32, 40, 48  # position, end of the chunk, step
BEGUN, STOPPED = 56, 64  # whether the world at AT has begun, and whether it takes no more steps
M_NOW, D_NOW = 72, 80  # addresses of the structs of the current world
OWN_PART = 88  # index of the part that the thread takes from first
THREAD_WORDS = 12

# ---- a move: kind, struct (OF_DATA, OF_MODEL, or the slot of an inner struct in the model) and slot on one side;
# base + by_world * world + by_position * position + by_step * step on the other; size in bytes or elements
KIND, OF, SLOT, BASE, BY_WORLD, BY_POSITION, BY_STEP, SIZE = range(0, 64, 8)
MOVE_WORDS = 8
OF_DATA, OF_MODEL = -1, 0
(
    POINT,  # the slot holds the address of the other side
    LOAD,  # copy SIZE bytes into the array of the slot
    LOAD_WORD,  # copy eight bytes into the slot itself
    LOAD_NARROW,  # copy an int32 into the slot itself
    LOAD_FLAGS,  # set each byte of the array to whether the element is nonzero
    SAVE,  # the inverse of LOAD and its variants
    SAVE_WORD,
    SAVE_NARROW,
    SAVE_FLAGS,
) = range(9)
# ---- a pointer: the slot in the data, which gets base + by_world * world
POINTER_WORDS = 3
# ---- saved state of a world: rows of base, stride between worlds, size [bytes]
KEEP_WORDS = 3

STEP, FORWARD, JACOBIAN, RAYS = range(4)  # tasks
# results of a native call: all worlds are done; a stage stopped, see d.status; the budget is spent
FINISHED, TROUBLE, PAUSED = range(3)
