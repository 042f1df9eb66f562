"""Construction of all constraint rows: equality, friction loss, limits, contacts.

Documents: Computation / Constraint model; API / mj_makeConstraint, mj_referenceConstraint
"""

from gelenk.algebra.linalg import is_sparse
from gelenk.engine.arena import clear_rows, finish_rows, truncate_rows
from gelenk.engine.constraint.rows.contact import add_contacts
from gelenk.engine.constraint.rows.equality import add_equalities
from gelenk.engine.constraint.rows.friction_limit import add_frictions, add_limits
from gelenk.engine.constraint.solver.island_fields import islands_change
from gelenk.engine.model_features import has_surfaces
from gelenk.engine.stage_calls import require
from gelenk.tables.enums import mjtDisableBit, mjtEnableBit, mjtIntegrator
from gelenk.tables.releases import R3_7
from gelenk.tables.stages import INDEX
from gelenk.toolchain.kernel import kernel, spread
from gelenk.toolchain.kernel_types import Data, Model, View

EXACT_DIAGONAL, MOVE_SURFACES = INDEX["exact_diagonal"], INDEX["move_surfaces"]
VELOCITY_TERMS = INDEX["velocity_terms"]
KEEP_DIAGONAL, KEEP_REFERENCE = INDEX["keep_diagonal"], INDEX["keep_reference"]


@kernel
def make_constraint(m: Model, d: Data) -> None:
    """Build the constraint rows: Jacobian, position, impedance, regularization.

    This is mj_makeConstraint.
    Reads   positions of bodies, sites, tendons; contact_*; cdof (nv, 6); qLD (nC) with the flag diagexact
    Writes  ne nf nl nefc nJ; efc_type efc_id efc_J efc_pos efc_margin efc_frictionloss efc_KBIP efc_diagApprox
            efc_R efc_D; contact_efc_address, contact_exclude, contact_mu; tendon_efcadr; islands_due
    Status  need_efc, need_J when the buffers are too small: then no rows are kept, as when the memory of the
            model is too small. Buffers of fixed size keep the rows up to the last constraint that fits
    Source  Computation / Constraint model
    """
    islands_change(m, d)
    clear_rows(m, d)
    if (m.opt.disableflags & mjtDisableBit.mjDSBL_CONSTRAINT) != 0 or m.nv == 0:
        return
    d.kept_efc = 0
    d.kept_J = 0
    add_equalities(m, d)
    add_frictions(m, d)
    add_limits(m, d)
    add_contacts(m, d)
    if finish_rows(m, d, 0) and (d.nefc > d.nefcmax or d.nJ > d.nJmax):
        if d.fixed != 0:
            truncate_rows(d)
        else:
            d.need_efc = d.nefc
            d.need_J = d.nJ
            clear_rows(m, d)
    if d.nefc > 0 and (m.opt.enableflags & mjtEnableBit.mjENBL_DIAGEXACT) != 0:
        require(m, d, EXACT_DIAGONAL)
    if d.nefc > 0 and m.opt.integrator == mjtIntegrator.mjINT_DISCRETE:
        require(m, d, KEEP_DIAGONAL)


@kernel
def row_dot(m: Model, d: Data, row: int, vector: View, sparse: bool) -> float:
    """Return efc_J[row] . vector."""
    adr = d.efc_J_rowadr[row]
    total = 0.0
    if sparse:
        for k in range(adr, adr + d.efc_J_rownnz[row]):
            total += d.efc_J[k] * vector[d.efc_J_colind[k]]
        return total
    for i in range(m.nv):
        total += d.efc_J[adr + i] * vector[i]
    return total


@kernel
def reference_constraint(m: Model, d: Data) -> None:
    """Compute velocity and reference acceleration of the rows (mj_referenceConstraint).

    efc_vel = J qvel,  efc_aref = -B efc_vel - K d (efc_pos - efc_margin); moving surfaces add to efc_vel (surfaces.py);
    from release 3.7 on, efc_aref of connects and welds is less (dJ/dt) qvel (velocity_terms.py)
    Source  Computation / Constraint model / Reference acceleration
    """
    sparse = is_sparse(m)
    for r in spread(d, 0, d.nefc):
        velocity = row_dot(m, d, r, d.qvel, sparse)
        d.efc_vel[r] = velocity
        k, b, value = d.efc_KBIP[r, 0], d.efc_KBIP[r, 1], d.efc_KBIP[r, 2]
        d.efc_aref[r] = -b * velocity - k * value * (d.efc_pos[r] - d.efc_margin[r])
    if d.ne > 0 and m.release[0] >= R3_7:
        require(m, d, VELOCITY_TERMS)
    if has_surfaces(m):
        require(m, d, MOVE_SURFACES)
    if m.opt.integrator == mjtIntegrator.mjINT_DISCRETE:
        require(m, d, KEEP_REFERENCE)
