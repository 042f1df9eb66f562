"""The shapes that every context has, by their numbers.

Documents: XML reference / visual/quality
"""

from gelenk.jit.kernel import kernel

SPHERE, TOP, BOTTOM = 0, 1, 2  # the unit sphere, and its halves
TUBE, CAP, CUP = 3, 4, 5  # unit cylinder from z = -1 to 1: its side, the discs above and below
CONE, UNDER = 6, 7  # unit cone from z = 0 to 1: its side, the disc below
BOX, PLANE, CELL, TRIANGLE = 8, 9, 10, 11  # from -1 to 1; the same plane of one quad; (0, 0), (1, 0), (0, 1)
ROD = 12  # as TUBE, of one stack
COARSE = 13  # from here on those before BOX, in the same order, of fewer slices and stacks
PLAIN = 21  # from here on BOX and those before it, of the same form, with no more vertices than that takes
FEW = 30  # TUBE of FEW_STACKS stacks, and the same of fewer slices
MEDIUM = 32  # from here on SPHERE and its halves, of slices and stacks between all of them and half
SLIM = 35  # from here on SPHERE, its halves and TUBE of one stack, of still fewer slices and stacks
COUNT = 39
FEW_STACKS = 4
MEDIUM_PART, SLIM_PART = 0.75, 0.375  # how many of them


@kernel
def kind_of(shape: int) -> int:
    """The shape that another one stands for: itself, if it is not one with fewer vertices."""
    if shape < COARSE or shape >= COUNT:
        return shape
    if shape >= MEDIUM:
        return shape - SLIM if shape >= SLIM else shape - MEDIUM
    if shape >= FEW:
        return TUBE
    return shape - PLAIN if shape >= PLAIN else shape - COARSE
