"""Symbols of interleaved code, shared by the front end, programs and their loader.

Documents: design / Many worlds on GPUs
"""

WARP = 32  # threads of a warp, shared by the worlds of a tile
TILE = "gelenk_tile"  # number of interleaved worlds, a constant that a variant sets
REGISTERS = 128  # limit per thread: above, too few threads are resident to hide memory latency
CALL, CALL_PAIR, CLEAR = "gelenk_call", "gelenk_call_pair", "gelenk_clear"
KERNEL = "gelenk_kernel_"  # prefix; the name of the stage that its threads run follows
COPY = "gelenk_copy"  # prefix; the bits of an element follow: copies between tiles and rows
# prefixes of program files, and the library name that marks a row as a kernel
PROGRAM, GLUE, KERNEL_ROWS = "program", "glue", "kernel"
NUMBER = "gelenk_number_"  # prefix; the name of a row of tables/precision.py follows
THREAD = "gelenk_thread"  # on a CPU: number of the thread
# shared loops: first iteration of a lane, stride, end; sum over lanes
SPREAD_FIRST, LANES, SPREAD_END = "gelenk_spread_first", "gelenk_lanes", "gelenk_spread_end"
TOTAL = "gelenk_total"
SYNC, LANE_HOOK = "gelenk_sync", "gelenk_hook"  # on a CPU: barrier, and the hook that it calls
ALONE = ".alone"  # suffix of functions that one lane runs by itself
LANE_OFFSET = "lane_offset"  # distance of the lane's work space from its world's, in worlds
EXTRA = ("plugin_numbers", "nworld")  # further addresses and values, in slot order
MOST_CLEARED = 600  # limit of arrays that a reset clears


def own(struct: str) -> str:
    """Return the name of the table of a struct's per-world values in constant memory.

    For an array, the table has the distance between the rows of two worlds, 0 if worlds share the array; for a scalar,
    the address of its column, 0 if worlds share the value in the slot.
    """
    return f"{struct}_own"


def symbol(struct: str) -> str:
    """Return the symbol of a struct's slots in constant memory.

    "cleared" has the list of arrays that a reset clears, "extra" the values of EXTRA.
    """
    return f"gelenk_{struct}_slots"
