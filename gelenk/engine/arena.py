"""The arena: the memory limit for contacts and constraint rows, and its overflow.

Documents: XML reference / size (memory); Modeling / Memory allocation

The limit counts the elements in use (contact_* and efc_* as the field tables have them, without the work space of
the solvers), not the capacity of buffers, so the contacts that remain depend on the state alone. A model that sets
no memory has no limit: m.narena is negative, and Python raises MemoryError when the system has no more memory.
"""

from gelenk.algebra.linalg import is_sparse
from gelenk.engine.stage_calls import warn
from gelenk.tables.enums import mjMAXCONPAIR, mjtWarning
from gelenk.toolchain.kernel import kernel
from gelenk.toolchain.kernel_types import Data, Model

# sizes [bytes] of a contact, a row, an element of efc_J or efc_AR, and a column index
CONTACT_BYTES, ROW_BYTES, NUMBER_BYTES, COLUMN_BYTES = 564, 148, 8, 4


@kernel
def arena_bytes(m: Model, ncon: int, nefc: int, nJ: int, nA: int) -> int:
    """Return the memory [bytes] of contacts, rows, and elements of efc_J and efc_AR."""
    return (
        CONTACT_BYTES * ncon
        + ROW_BYTES * nefc
        + (NUMBER_BYTES + COLUMN_BYTES if is_sparse(m) else NUMBER_BYTES) * (nJ + nA)
    )


@kernel
def finish_contacts(m: Model, d: Data) -> None:
    """End collision detection: request room for all contacts, or drop those above the limit.

    Contacts of a pair are written together or not at all, so room for one pair beyond the limit is always requested.
    The contacts that remain then do not depend on the capacity of the buffers, except when buffers have a fixed size.
    """
    found = max(d.ncon, d.need_con)
    kept, room = found, found
    if m.narena >= 0:
        kept = min(found, m.narena // CONTACT_BYTES)
        room = min(found, kept + mjMAXCONPAIR)
    if d.fixed != 0:
        room = 0
        if d.need_con > 0 and kept == found:
            warn(d, mjtWarning.mjWARN_CONTACTFULL, found)
            d.lost_con = found - d.ncon
    d.need_con = room if room > d.nconmax else 0
    if kept < found and d.need_con == 0:
        warn(d, mjtWarning.mjWARN_CONTACTFULL, found)
        d.ncon = min(kept, d.ncon)
        d.lost_con = found - d.ncon
    count_arena(m, d, 0)


@kernel
def finish_rows(m: Model, d: Data, nA: int) -> bool:
    """Drop all rows if they and ``nA`` elements of efc_AR exceed the arena; else count them.

    Stages that make rows or efc_AR end with this call. Returns whether the rows are kept.
    """
    if m.narena >= 0 and arena_bytes(m, d.ncon, d.nefc, d.nJ, nA) > m.narena:
        warn(d, mjtWarning.mjWARN_CNSTRFULL, d.nefc)
        d.lost_efc = d.nefc
        d.lost_J = d.nJ
        d.lost_A = nA
        clear_rows(m, d)
        return False
    count_arena(m, d, nA)
    return True


@kernel
def truncate_rows(d: Data) -> None:
    """Drop the rows after the last constraint that fits.

    Rows are in the order equalities, friction, limits, contacts; a contact is kept or dropped as a whole.
    """
    warn(d, mjtWarning.mjWARN_CNSTRFULL, d.nefc)
    d.lost_efc = d.nefc - d.kept_efc
    d.lost_J = d.nJ - d.kept_J
    d.nefc = d.kept_efc
    d.nJ = d.kept_J
    d.ne = min(d.ne, d.nefc)
    d.nf = min(d.nf, d.nefc - d.ne)
    d.nl = min(d.nl, d.nefc - d.ne - d.nf)


@kernel
def drop_rows(m: Model, d: Data) -> None:
    """Drop all rows, because the data they need exceeds buffers of fixed size."""
    warn(d, mjtWarning.mjWARN_CNSTRFULL, d.nefc)
    d.lost_efc = d.nefc
    d.lost_J = d.nJ
    clear_rows(m, d)


@kernel
def clear_rows(m: Model, d: Data) -> None:
    """Remove all rows and every reference to a row."""
    d.ne = 0
    d.nf = 0
    d.nl = 0
    d.nefc = 0
    d.nJ = 0
    d.nA = 0
    d.nisland = 0
    for t in range(m.ntendon):
        d.tendon_efcadr[t] = -1
    for c in range(d.ncon):
        d.contact_efc_address[c] = -1


@kernel
def count_arena(m: Model, d: Data, nA: int) -> None:
    """Update the largest use so far: maxuse_con, maxuse_efc, maxuse_arena."""
    d.parena = arena_bytes(m, d.ncon, d.nefc, d.nJ, nA)
    d.maxuse_con = max(d.maxuse_con, d.ncon)
    d.maxuse_efc = max(d.maxuse_efc, d.nefc)
    d.maxuse_arena = max(d.maxuse_arena, d.parena)
