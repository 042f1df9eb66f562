"""The memory that a model allows for contacts and constraint rows, and what happens where it is too small.

Documents: XML reference / size (memory); Modeling / Memory allocation

Counted are the numbers that a state has, never the room that there is for them, so that what is kept depends on the
state alone: contact_* and efc_* as the field tables have them, without the work space of the solvers. A model that
states no memory has no limit: m.narena is negative then, and Python raises MemoryError where the machine has no more.
"""

from gelenk.algebra.linalg import is_sparse
from gelenk.engine.warning import warn
from gelenk.tables.enums import mjMAXCONPAIR, mjtWarning
from gelenk.toolchain.kernel import kernel
from gelenk.toolchain.kernel_types import Data, Model

# bytes of a contact, a row, a number of efc_J or efc_AR, its column
CONTACT, ROW, NUMBER, COLUMN = 564, 148, 8, 4


@kernel
def arena_bytes(m: Model, ncon: int, nefc: int, nJ: int, nA: int) -> int:
    """Memory of these many contacts, rows, numbers of efc_J and of efc_AR [bytes]."""
    return CONTACT * ncon + ROW * nefc + (NUMBER + COLUMN if is_sparse(m) else NUMBER) * (nJ + nA)


@kernel
def keep_contacts(m: Model, d: Data) -> None:
    """End of collision: ask for room for all contacts, or for those that the model allows; the rest is lost.

    Pairs are written as a whole or not at all. So there is always room for one pair more than what is kept, and
    which contacts are kept does not depend on how much room there is; but where buffers have a fixed size, that
    decides.
    """
    found = max(d.ncon, d.need_con)
    kept, room = found, found
    if m.narena >= 0:
        kept = min(found, m.narena // CONTACT)
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
def keep_rows(m: Model, d: Data, nA: int) -> bool:
    """End of a stage that makes rows, or nA numbers of efc_AR: all rows are lost where they are more than allowed.

    Returns whether they are kept.
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
def cut_rows(d: Data) -> None:
    """Only the rows up to the last constraint that fits: equalities first, whole contacts last."""
    warn(d, mjtWarning.mjWARN_CNSTRFULL, d.nefc)
    d.lost_efc = d.nefc - d.kept_efc
    d.lost_J = d.nJ - d.kept_J
    d.nefc = d.kept_efc
    d.nJ = d.kept_J
    d.ne = min(d.ne, d.nefc)
    d.nf = min(d.nf, d.nefc - d.ne)
    d.nl = min(d.nl, d.nefc - d.ne - d.nf)


@kernel
def lose_rows(m: Model, d: Data) -> None:
    """No rows, where what they need beside themselves does not fit in buffers of fixed size."""
    warn(d, mjtWarning.mjWARN_CNSTRFULL, d.nefc)
    d.lost_efc = d.nefc
    d.lost_J = d.nJ
    clear_rows(m, d)


@kernel
def clear_rows(m: Model, d: Data) -> None:
    """No rows, and nothing that refers to one."""
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
    """Note the largest need so far: maxuse_con, maxuse_efc, maxuse_arena."""
    d.parena = arena_bytes(m, d.ncon, d.nefc, d.nJ, nA)
    d.maxuse_con = max(d.maxuse_con, d.ncon)
    d.maxuse_efc = max(d.maxuse_efc, d.nefc)
    d.maxuse_arena = max(d.maxuse_arena, d.parena)
