"""Checks of index columns of the model, with their report, and of indices in MjData.

Documents: promises / Indices

Index columns (ids, addresses, enumerations) are those with a range in the field tables. They are given as tables of
integers, which runtime/index_checks.py makes from tables/field_groups.py; the first element is the number of rows.
Fields and sizes are slots of the model struct, which begins at the address ``at``.

The report has five elements: the slot of the field in the model struct (0: no error), the index of the value in the
flattened field, minimum and exclusive upper bound of its range, and the violated rule, one of those below. Python makes
the message (runtime/index_checks.py). Only the first error is recorded.

Arguments are int64. In plain Python, elements of an array are int32, and sums of these may overflow: convert with
int(...) before a sum.

Indices in MjData are checked before calls that start within the pipeline. A step computes its contacts and rows itself.
A stage that is called directly, or after a callback, may find user edits in them, so they are checked first, natively,
in about the time of one product with efc_J. The checks only protect memory: rows that no longer match the contacts are
not an error.
"""

from gelenk.algebra.linalg import is_sparse
from gelenk.tables.enums import mjtCone, mjtConstraint, mjtEq, mjtSolver
from gelenk.toolchain import memory, struct_layout
from gelenk.toolchain.kernel import flat, kernel
from gelenk.toolchain.kernel_types import Data, Ints, Model, View

CONTACTS, ROWS, DUAL, MOMENTS, TENDONS = 1, 2, 4, 8, 16  # bit mask of the parts of MjData to check
PRIMAL = CONTACTS | ROWS | MOMENTS | TENDONS
EVERYTHING = PRIMAL | DUAL
# added to ROWS: the layout of efc_J when it was made, which may differ from that of the current options
KEPT_DENSE, KEPT_SPARSE = 32, 64

# d.bad_field is an index into this list, counted from 1
NAMES = (
    *("contact.geom", "contact.flex", "contact.elem", "contact.vert", "contact.dim", "contact.efc_address"),
    *("efc_type", "efc_id"),
    *("efc_J_rowadr", "efc_J_colind", "efc_AR_rowadr", "efc_AR_colind"),
    *("moment_rowadr", "moment_colind", "ten_J_rowadr", "ten_J_colind"),
)
_NUMBER = {name: i + 1 for i, name in enumerate(NAMES)}
GEOM, FLEX, ELEM, VERT = (_NUMBER["contact." + n] for n in ("geom", "flex", "elem", "vert"))
DIM, ADDRESS = _NUMBER["contact.dim"], _NUMBER["contact.efc_address"]
TYPE, ID, J_ROW, J_COLUMN = (_NUMBER["efc_" + n] for n in ("type", "id", "J_rowadr", "J_colind"))
AR_ROW, AR_COLUMN = _NUMBER["efc_AR_rowadr"], _NUMBER["efc_AR_colind"]
MOMENT_ROW, MOMENT_COLUMN = _NUMBER["moment_rowadr"], _NUMBER["moment_colind"]
TENDON_ROW, TENDON_COLUMN = _NUMBER["ten_J_rowadr"], _NUMBER["ten_J_colind"]


@kernel
def blame(d: Data, field: int, at: int) -> None:
    """Record that element ``at`` of a field is out of range, unless an error is recorded."""
    if d.bad_field == 0:
        d.bad_field = field
        d.bad_at = at


@kernel
def is_dim(dim: int) -> bool:
    return dim == 1 or dim == 3 or dim == 4 or dim == 6


@kernel
def check_side(m: Model, d: Data, c: int, side: int) -> None:
    """Check one side of a contact: a geom, or a flex with an element or a vertex."""
    geom, flex = d.contact_geom[c, side], d.contact_flex[c, side]
    elem, vert = d.contact_elem[c, side], d.contact_vert[c, side]
    if flex < -1 or flex >= m.nflex:
        blame(d, FLEX, 2 * c + side)
    elif geom >= m.ngeom or geom < -1 or (geom < 0 and flex < 0):
        blame(d, GEOM, 2 * c + side)
    elif geom < 0:
        if elem < -1 or elem >= m.flex_elemnum[flex]:
            blame(d, ELEM, 2 * c + side)
        if elem < 0 and (vert < 0 or vert >= m.flex_vertnum[flex]):
            blame(d, VERT, 2 * c + side)


@kernel
def check_contacts(m: Model, d: Data) -> None:
    """Check objects, dimension and row address of each contact."""
    for c in range(d.ncon):
        check_side(m, d, c, 0)
        check_side(m, d, c, 1)
        dim, adr = d.contact_dim[c], d.contact_efc_address[c]
        size = 2 * (dim - 1) if m.opt.cone == mjtCone.mjCONE_PYRAMIDAL and dim > 1 else dim
        if not is_dim(dim):
            blame(d, DIM, c)
        elif adr < -1 or adr > d.nefcmax - size:
            blame(d, ADDRESS, c)


@kernel
def objects(m: Model, d: Data, kind: int) -> int:
    """Return the number of objects that rows of a type can refer to."""
    if kind == mjtConstraint.mjCNSTR_EQUALITY:
        return m.neq
    if kind == mjtConstraint.mjCNSTR_FRICTION_DOF:
        return m.nv
    if kind == mjtConstraint.mjCNSTR_LIMIT_JOINT:
        return m.njnt
    if kind == mjtConstraint.mjCNSTR_FRICTION_TENDON or kind == mjtConstraint.mjCNSTR_LIMIT_TENDON:
        return m.ntendon
    return d.nconmax


@kernel
def check_geoms(m: Model, d: Data, c: int) -> None:
    """Check the geoms of a contact with rows.

    The contact may have been removed, but islands read the bodies of its geoms.
    """
    for side in range(2):
        if d.contact_geom[c, side] >= m.ngeom:
            blame(d, GEOM, 2 * c + side)


@kernel
def check_types(m: Model, d: Data) -> None:
    """Check type and object of each row, and that the rows of a cone fit the buffers."""
    first = 0
    for r in range(d.nefc):
        kind, i = d.efc_type[r], d.efc_id[r]
        if kind < 0 or kind > mjtConstraint.mjCNSTR_CONTACT_ELLIPTIC:
            blame(d, TYPE, r)
        elif i < 0 or i >= objects(m, d, kind):
            blame(d, ID, r)
        elif kind >= mjtConstraint.mjCNSTR_CONTACT_FRICTIONLESS:
            check_geoms(m, d, i)
        if d.bad_field == 0 and kind == mjtConstraint.mjCNSTR_CONTACT_ELLIPTIC:
            if r == 0 or d.efc_type[r - 1] != kind or d.efc_id[r - 1] != i:
                first = r
            last = r + 1 == d.nefc or d.efc_type[r + 1] != kind or d.efc_id[r + 1] != i
            if not is_dim(d.contact_dim[i]) or (
                last and d.contact_dim[i] > d.nefcmax - d.nefc + r + 1 - first
            ):
                blame(d, DIM, i)


@kernel
def check_equalities(m: Model, d: Data) -> None:
    """Check that connect and weld rows fit the buffers."""
    r = 0
    while r < d.ne and d.bad_field == 0:
        e = d.efc_id[r]
        size = 1
        if e < 0 or e >= m.neq:
            blame(d, ID, r)
        elif m.eq_type[e] == mjtEq.mjEQ_CONNECT:
            size = 3
        elif m.eq_type[e] == mjtEq.mjEQ_WELD:
            size = 6
        if r + size > d.nefcmax:
            blame(d, ID, r)
        r += size


@kernel
def check_sparse(
    d: Data, n: int, rownnz: Ints, rowadr: Ints, colind: Ints, size: int, columns: int, row: int, column: int
) -> None:
    """Check that the rows of a sparse matrix lie within ``size`` elements.

    The sum of row lengths is at most ``size``, so that packed copies fit too; column indices are below ``columns``.
    """
    room = size
    for r in range(n):
        adr, nnz = rowadr[r], rownnz[r]
        if nnz < 0 or nnz > room or adr < 0 or adr > size - nnz:
            blame(d, row, r)
        else:
            room -= nnz
            for k in range(adr, adr + nnz):
                if colind[k] < 0 or colind[k] >= columns:
                    blame(d, column, k)


@kernel
def check_rows(m: Model, d: Data, sparse: bool) -> None:
    """Check types and objects of rows, and the addresses of their Jacobian."""
    check_types(m, d)
    check_equalities(m, d)
    if sparse:
        check_sparse(
            d, d.nefc, d.efc_J_rownnz, d.efc_J_rowadr, d.efc_J_colind, d.nJmax, m.nv, J_ROW, J_COLUMN
        )
        return
    for r in range(d.nefc):
        if d.efc_J_rowadr[r] < 0 or d.efc_J_rowadr[r] > d.nJmax - m.nv or (r + 1) * m.nv > d.nJmax:
            blame(d, J_ROW, r)


@kernel
def check_dual(m: Model, d: Data) -> None:
    """Check that efc_AR of dual solvers covers all rows."""
    if m.opt.solver != mjtSolver.mjSOL_PGS and m.opt.noslip_iterations == 0:
        return
    if is_sparse(m):
        check_sparse(
            d, d.nefc, d.efc_AR_rownnz, d.efc_AR_rowadr, d.efc_AR_colind, d.nAmax, d.nefc, AR_ROW, AR_COLUMN
        )
    elif d.nefc * d.nefc > d.nAmax:
        blame(d, AR_ROW, 0)


@kernel
def check_tendons(m: Model, d: Data) -> None:
    """Check the sparse rows of ten_J."""
    size = m.ntendon * m.nv
    if is_sparse(m):
        check_sparse(
            d,
            m.ntendon,
            d.ten_J_rownnz,
            d.ten_J_rowadr,
            flat(d.ten_J_colind),
            size,
            m.nv,
            TENDON_ROW,
            TENDON_COLUMN,
        )


@kernel
def check_data(m: Model, d: Data, parts: int) -> None:
    """Check the indices in the given parts of d.

    bad_field (0: none) and bad_at locate the first that is out of range.
    """
    d.bad_field = 0
    if parts & CONTACTS:
        check_contacts(m, d)
    if parts & ROWS:
        check_rows(m, d, parts & KEPT_SPARSE != 0 or (parts & KEPT_DENSE == 0 and is_sparse(m)))
    if parts & DUAL and d.bad_field == 0:
        check_dual(m, d)
    if parts & MOMENTS:
        check_sparse(
            d,
            m.nout,
            d.moment_rownnz,
            d.moment_rowadr,
            d.moment_colind,
            m.nJmom,
            m.nv,
            MOMENT_ROW,
            MOMENT_COLUMN,
        )
    if parts & TENDONS:
        check_tendons(m, d)


# Index columns of the model

LENGTH = 5

WITHIN = 0  # the value is outside of its range
CHOICE = 1  # the value is not among the allowed values
OTHER_TREES = 2  # the number of dofs or bodies of a tree contradicts their tree ids
OFF_WAY = 3  # a row of M has a dof outside the chain from the root
OFF_TREE = 4  # a row of D has a dof outside the chain from the root, or one that is not a descendant
PARENTS = 5  # a BVH or octree node has several parents
DEEP = 6  # a tree has too many levels; minimum and bound in the report are the levels and the limit
NODES = 7  # the number of nodes of a flex contradicts its order
NOT_OF_TYPE = 8  # invalid for sensors of this type
OTHER_JOINT = 9  # the joint of a sensor has the wrong type
NOT_THERE = 10  # a sensor selects a field or a reduction that does not exist
NOT_FITTING = 11  # the dimension of a sensor differs from the size of its output


def slot(name: str) -> int:
    """Return the slot of a field of MjModel in its struct, which identifies it in a report."""
    return struct_layout.MODEL.offset[name] // 8


@kernel
def has_error(report: View) -> bool:
    """Return whether an error is reported."""
    return report[0] != 0.0


@kernel
def report_error(report: View, field: int, place: int, low: int, high: int, rule: int) -> None:
    """Report that a value violates a rule, unless an error is already reported."""
    if not has_error(report):
        report[0], report[1], report[2], report[3], report[4] = field, place, low, high, rule


@kernel
def check_in_range(report: View, field: int, place: int, value: float, low: int, high: int) -> bool:
    """Return whether low <= value < high, and report an error if not; NaN is an error."""
    if low <= value and value < high:
        return True
    report_error(report, field, place, low, high, WITHIN)
    return False


@kernel
def check_all_in_range(
    report: View, field: int, numbers: Ints, first: int, count: int, low: int, high: int
) -> bool:
    """Run check_in_range on ``count`` values of a field, from ``first`` on."""
    for k in range(first, first + count):
        if numbers[k] < low or numbers[k] >= high:
            report_error(report, field, k, low, high, WITHIN)
            return False
    return True


ID_WIDTH, RANGE_WIDTH, CHOSEN_WIDTH = 5, 4, 5  # values per row of each table


@kernel
def size_at(at: int, slot: int) -> int:
    """Return the size stored in a slot of the model."""
    return memory.load_int64(at + 8 * int(slot))


@kernel
def column_at(at: int, slot: int, count: int) -> Ints:
    """Return the column whose address is in a slot of the model."""
    return memory.integers(memory.load_int64(at + 8 * int(slot)), count)


@kernel
def check_ids(at: int, ids: Ints, report: View) -> None:
    """Check that ids are below a size.

    ids: rows of field, size of the field, values per element, minimum, exclusive upper bound
    """
    for r in range(ids[0]):
        row = ids[1 + ID_WIDTH * r :]
        count = size_at(at, row[1]) * row[2]
        if count > 0:
            column = column_at(at, row[0], count)
            check_all_in_range(report, row[0], column, 0, count, row[3], size_at(at, row[4]))


@kernel
def check_range(at: int, row: Ints, count: int, report: View) -> None:
    """Check the counts of one field, and the first address of each nonempty element."""
    room = size_at(at, row[3])
    first, many = column_at(at, row[0], count), column_at(at, row[2], count)
    if check_all_in_range(report, row[2], many, 0, count, 0, room + 1):
        for k in range(count):
            if many[k] > 0:
                check_in_range(report, row[0], k, first[k], 0, room + 1 - int(many[k]))


@kernel
def check_ranges(at: int, ranges: Ints, report: View) -> None:
    """Check addresses of ranges.

    ranges: rows of field, size of the field, the field of counts, exclusive upper bound
    """
    for r in range(ranges[0]):
        row = ranges[1 + RANGE_WIDTH * r :]
        count = size_at(at, row[1])
        if count > 0:
            check_range(at, row, count, report)


@kernel
def check_choices(at: int, choices: Ints, report: View) -> None:
    """Check enumeration values.

    choices   rows of field, size of the field, values per element, start of its flags in the table, number of flags; a
              flag says whether the value at its index is allowed
    """
    for r in range(choices[0]):
        row = choices[1 + CHOSEN_WIDTH * r :]
        count, first, end = size_at(at, row[1]) * row[2], row[3], row[4]
        if count > 0:
            column = column_at(at, row[0], count)
            for k in range(count):
                value = column[k]
                if value < 0 or value >= end or choices[first + value] == 0:
                    report_error(report, row[0], k, 0, end, CHOICE)


@kernel
def check_columns(at: int, ids: Ints, ranges: Ints, choices: Ints, report: View) -> None:
    """Check ids, ranges and enumeration values."""
    check_ids(at, ids, report)
    if not has_error(report):
        check_ranges(at, ranges, report)
    if not has_error(report):
        check_choices(at, choices, report)
