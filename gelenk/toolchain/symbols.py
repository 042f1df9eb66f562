"""Names in compiled code for many worlds, which the front end, programs and those who load them agree on.

Documents: design / Many worlds on GPUs
"""

WARP = 32  # threads of a warp, which the worlds of a tile share
TILE = "gelenk_tile"  # how many worlds lie side by side: a constant, which a variant knows
REGISTERS = 128  # of a thread, at most: with more of them there are too few threads to wait for memory
CALL, CALL_PAIR, CLEAR = "gelenk_call", "gelenk_call_pair", "gelenk_clear"
KERNEL = "gelenk_kernel_"  # and the name of the stage that its threads run
COPY = "gelenk_copy"  # and bits of a number: between tiles and rows
# how the names of files of programs begin, and what takes the place of a library where a row names a kernel
PROGRAM, GLUE, KERNEL_ROWS = "program", "glue", "kernel"
NUMBER = "gelenk_number_"  # and the name of a row of tables/precision.py
THREAD = "gelenk_thread"  # which thread it is, where a processor runs code for GPUs
# where lanes share a loop: the first number of a lane, how far its numbers are apart, the end; the sum over lanes
SPREAD_FIRST, LANES, SPREAD_END = "gelenk_spread_first", "gelenk_lanes", "gelenk_spread_end"
TOTAL = "gelenk_total"
SYNC, LANE_HOOK = "gelenk_sync", "gelenk_hook"  # on a processor: lanes wait; what is called to do so
ALONE = ".alone"  # the end of names of functions that one lane runs for itself
LANE_OFFSET = "lane_offset"  # from a world to where the lane at hand has work space of its own, in worlds
EXTRA = ("plugin_numbers", "nworld")  # further addresses and numbers, in the order of their slots
MOST_CLEARED = 600  # arrays that a reset clears


def own(struct: str) -> str:
    """The struct of constant memory that says where each world has values of its own of the fields of a struct.

    Of arrays how far those of one world are from those of the next, 0 where all worlds share them; of scalars the
    address of the column, 0 where they share the number in the slot.
    """
    return f"{struct}_own"


def symbol(struct: str) -> str:
    """The constant memory with the slots of a struct; of "cleared", what a reset clears; of "extra", EXTRA."""
    return f"gelenk_{struct}_slots"
