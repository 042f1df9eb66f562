"""The island at hand, or several neighbours: where its trees, dofs, blocks and rows begin and end.

Documents: Computation / Constraint solver (islands)

All orders are those of islands.py. What works on one island writes to nothing outside of its bounds, so islands can be
solved at the same time.
"""

from typing import NamedTuple

from gelenk.jit.kernel import kernel
from gelenk.jit.structs import Data, Model

TREE, DOF, BLOCK, ROW, ROW_EQ, ROW_FR, BLOCK_EQ = 0, 1, 2, 3, 4, 5, 6  # columns of island_part


class Island(NamedTuple):
    """Ranges first .. end - 1 of an island or of several; rows are equalities, then friction loss, then the rest.

    Blocks before block_eq are of equalities, ordered by their first tree; there are none of these where islands keep
    the order of efc_*.
    """

    tree0: int
    tree1: int
    dof0: int
    dof1: int
    block0: int
    block_eq: int
    block1: int
    row0: int
    row_eq: int
    row_fr: int
    row1: int


@kernel
def islands_between(d: Data, first: int, end: int) -> Island:
    """Islands ``first`` .. ``end`` - 1; where there are several, row_eq, row_fr and block_eq are those of the first."""
    at = d.island_part
    return Island(
        at[first, TREE],
        at[end, TREE],
        at[first, DOF],
        at[end, DOF],
        at[first, BLOCK],
        at[first, BLOCK_EQ],
        at[end, BLOCK],
        at[first, ROW],
        at[first, ROW_EQ],
        at[first, ROW_FR],
        at[end, ROW],
    )


@kernel
def all_islands(d: Data) -> Island:
    """Everything that constraints move."""
    return islands_between(d, 0, d.npart)


@kernel
def all_trees(m: Model, d: Data) -> Island:
    """Everything that is awake, the trees without constraints too; they come last."""
    at = islands_between(d, 0, d.npart)
    return Island(
        at.tree0,
        d.ntree_solved,
        at.dof0,
        d.nv_solved,
        at.block0,
        at.block_eq,
        at.block1,
        at.row0,
        at.row_eq,
        at.row_fr,
        at.row1,
    )


@kernel
def equalities(isl: Island) -> Island:
    """The island with its equalities alone."""
    return Island(
        isl.tree0,
        isl.tree1,
        isl.dof0,
        isl.dof1,
        isl.block0,
        isl.block_eq,
        isl.block_eq,
        isl.row0,
        isl.row_eq,
        isl.row_eq,
        isl.row_eq,
    )


@kernel
def inequalities(isl: Island) -> Island:
    """The island without its equalities."""
    return Island(
        isl.tree0,
        isl.tree1,
        isl.dof0,
        isl.dof1,
        isl.block_eq,
        isl.block_eq,
        isl.block1,
        isl.row_eq,
        isl.row_eq,
        isl.row_fr,
        isl.row1,
    )
