"""Index checks of model elements: trees, joints, geoms, equalities, paths, actuators.

Documents: promises / Indices

The trees of bodies and dofs also determine the rows of the dof matrices. Other elements have object ids whose range
depends on the type of the element; further checks are for histories, plugins and height fields.

``kinds`` holds values of the tables, concatenated by runtime/index_checks.py: the number of plugins, the number of
qpos elements of each joint type, its number of dofs, and for each object type (mjtObj) the slot of the size that
counts such objects, or -1.
"""

from gelenk.engine.model_features import history_length
from gelenk.engine.validation.index_columns import (
    OFF_TREE,
    OFF_WAY,
    OTHER_TREES,
    check_all_in_range,
    check_in_range,
    has_error,
    report_error,
    size_at,
    slot,
)
from gelenk.tables.enums import mjtEq, mjtGeom, mjtJoint, mjtTrn, mjtWrap
from gelenk.toolchain.kernel import kernel
from gelenk.toolchain.kernel_types import IntRows, Ints, Model, View

BODY_PARENT, DOF_PARENT = slot("body_parentid"), slot("dof_parentid")
BODY_NUMBER, BODY_FIRST = slot("tree_bodynum"), slot("tree_bodyadr")
DOF_NUMBER, DOF_FIRST = slot("tree_dofnum"), slot("tree_dofadr")
M_NUMBER, M_COLUMN = slot("M_rownnz"), slot("M_colind")
JOINT_PLASTIC, TENDON_PLASTIC = slot("jnt_plasticadr"), slot("tendon_plasticadr")
FLEX_PLASTIC = slot("flex_plasticadr")
MOST_STRAINS = 1e12  # limit of a count, more than memory holds
D_NUMBER, D_DIAGONAL, D_COLUMN = slot("D_rownnz"), slot("D_diag"), slot("D_colind")


@kernel
def check_parents(m: Model, report: View) -> None:
    """Check that parents precede children, so that paths to the root end."""
    for b in range(m.nbody):
        check_in_range(report, BODY_PARENT, b, m.body_parentid[b], 0, max(b, 1))
    for i in range(m.nv):
        check_in_range(report, DOF_PARENT, i, m.dof_parentid[i], -1, i)


@kernel
def check_order(n: int, ids: Ints, ntree: int, number: Ints, field: int, report: View) -> None:
    """Check that tree ids of ``n`` dofs or bodies are grouped by tree, in order.

    Tree t must have number[t] of them; ids of -1 are skipped.
    """
    i = 0
    for t in range(ntree):
        for _ in range(number[t]):
            while i < n and ids[i] < 0:
                i += 1
            if i == n or ids[i] != t:
                report_error(report, field, t, 0, 0, OTHER_TREES)
                return
            i += 1
    while i < n:
        if ids[i] >= 0:
            report_error(report, field, ids[i], 0, 0, OTHER_TREES)
        i += 1


@kernel
def check_trees(
    n: int,
    ids: Ints,
    ntree: int,
    first: Ints,
    number: Ints,
    first_field: int,
    number_field: int,
    report: View,
) -> None:
    """Check that the dofs of each tree are consecutive and follow those of the previous tree.

    Bodies are checked likewise; those with the tree id -1 are skipped.
    """
    check_order(n, ids, ntree, number, number_field, report)
    if has_error(report):
        return
    i = 0
    for t in range(ntree):
        if number[t] > 0:
            while ids[i] < 0:
                i += 1
            start, last, left = i, i, int(number[t])
            while left > 0:
                if ids[i] == t:
                    last = i
                    left -= 1
                i += 1
            check_in_range(report, first_field, t, first[t], start, start + 1)
            check_in_range(report, number_field, t, number[t], last - start + 1, last - start + 2)


@kernel
def check_inertia_rows(m: Model, report: View) -> None:
    """Check that a row of the inertia matrix holds the chain from the root to its dof.

    The row of a simple dof may hold that dof only.
    """
    if not check_all_in_range(report, M_NUMBER, m.M_rownnz, 0, m.nv, 1, m.nv + 1):
        return
    for i in range(m.nv):
        adr, n, above = int(m.M_rowadr[i]), int(m.M_rownnz[i]), -1
        for k in range(adr, adr + n):
            column = m.M_colind[k]
            if (n > 1 and m.dof_parentid[column] != above) or (k == adr + n - 1 and column != i):
                report_error(report, M_COLUMN, k, 0, 0, OFF_WAY)
                return
            above = int(column)


@kernel
def check_ancestor_columns(m: Model, report: View) -> None:
    """Check that a row of the full dof matrix begins with the chain from the root to its dof."""
    for i in range(m.nv):
        adr, above = int(m.D_rowadr[i]), -1
        diagonal = adr + int(m.D_diag[i])
        for k in range(adr, diagonal + 1):
            column = m.D_colind[k]
            if m.dof_parentid[column] != above or (k == diagonal and column != i):
                report_error(report, D_COLUMN, k, 0, 0, OFF_TREE)
                return
            above = int(column)


@kernel
def check_descendant_columns(m: Model, reached: Ints, report: View) -> None:
    """Check that a row of the full dof matrix ends with the descendants of its dof, ascending.

    reached (nv): number of checked elements of each row
    """
    for i in range(m.nv):
        reached[i] = m.D_diag[i] + 1
    for i in range(m.nv):
        adr = int(m.D_rowadr[i])
        for k in range(adr, adr + int(m.D_diag[i])):
            above = m.D_colind[k]
            last = int(m.D_rownnz[above]) - 1
            place = int(m.D_rowadr[above]) + min(int(reached[above]), last)
            if reached[above] > last or m.D_colind[place] != i:
                report_error(report, D_COLUMN, place, 0, 0, OFF_TREE)
                return
            reached[above] += 1
    for i in range(m.nv):
        if reached[i] != m.D_rownnz[i]:
            report_error(report, D_COLUMN, int(m.D_rowadr[i]) + int(reached[i]), 0, 0, OFF_TREE)


@kernel
def check_full_rows(m: Model, work: Ints, report: View) -> None:
    """Check the rows of the full dof matrix: ancestors, the dof, descendants."""
    if check_all_in_range(report, D_NUMBER, m.D_rownnz, 0, m.nv, 1, m.nv + 1):
        for i in range(m.nv):
            check_in_range(report, D_DIAGONAL, i, m.D_diag[i], 0, m.D_rownnz[i])
    if not has_error(report):
        check_ancestor_columns(m, report)
    if not has_error(report):
        check_descendant_columns(m, work, report)


@kernel
def check_dofs(m: Model, work: Ints, report: View) -> None:
    """Check all trees of bodies and dofs, and the rows of dof matrices."""
    check_parents(m, report)
    check_trees(m.nv, m.dof_treeid, m.ntree, m.tree_dofadr, m.tree_dofnum, DOF_FIRST, DOF_NUMBER, report)
    check_trees(
        m.nbody, m.body_treeid, m.ntree, m.tree_bodyadr, m.tree_bodynum, BODY_FIRST, BODY_NUMBER, report
    )
    if not has_error(report):
        check_inertia_rows(m, report)
    if not has_error(report):
        check_full_rows(m, work, report)


PLUGINS, JOINT_NQ, JOINT_NV, OBJECTS = 0, 1, 5, 9  # offsets in kinds

QPOS, DOF, DATA = slot("jnt_qposadr"), slot("jnt_dofadr"), slot("geom_dataid")
SITE_DATA = slot("site_dataid")
EQUALITY_1, EQUALITY_2 = slot("eq_obj1id"), slot("eq_obj2id")
WRAP, WRAP_NUMBER = slot("wrap_objid"), slot("wrap_prm")
TARGET = slot("actuator_trnid")
OUTPUTS, CONTROLS = slot("actuator_outnum"), slot("actuator_ctrlnum")
ACTUATOR_HISTORY, ACTUATOR_ADDRESS = slot("actuator_history"), slot("actuator_historyadr")
SENSOR_HISTORY, SENSOR_ADDRESS = slot("sensor_history"), slot("sensor_historyadr")
PLUGIN = slot("plugin")
ROWS, COLUMNS, HEIGHTS = slot("hfield_nrow"), slot("hfield_ncol"), slot("hfield_adr")


@kernel
def objects(at: int, kinds: Ints, kind: int) -> int:
    """Return the number of objects of a type, 0 for types that no size counts."""
    counted = kinds[OBJECTS + kind]
    return size_at(at, counted) if counted >= 0 else 0


@kernel
def check_joints(m: Model, kinds: Ints, report: View) -> None:
    for j in range(m.njnt):
        check_in_range(report, QPOS, j, m.jnt_qposadr[j], 0, m.nq + 1 - kinds[JOINT_NQ + m.jnt_type[j]])
    for j in range(m.njnt):
        check_in_range(report, DOF, j, m.jnt_dofadr[j], 0, m.nv + 1 - kinds[JOINT_NV + m.jnt_type[j]])


@kernel
def check_geoms(m: Model, report: View) -> None:
    """Check the mesh or height field of geoms; some types need one, others may have one."""
    for g in range(m.ngeom):
        kind = m.geom_type[g]
        if kind == mjtGeom.mjGEOM_HFIELD:
            check_in_range(report, DATA, g, m.geom_dataid[g], 0, m.nhfield)
        elif kind == mjtGeom.mjGEOM_MESH or kind == mjtGeom.mjGEOM_SDF:
            check_in_range(report, DATA, g, m.geom_dataid[g], 0, m.nmesh)
        else:
            check_in_range(report, DATA, g, m.geom_dataid[g], -1, max(m.nmesh, m.nhfield))


@kernel
def check_sites(m: Model, report: View) -> None:
    """Check the mesh of sites: those of type mesh need one."""
    for i in range(m.nsite):
        least = 0 if m.site_type[i] == mjtGeom.mjGEOM_MESH else -1
        check_in_range(report, SITE_DATA, i, m.site_dataid[i], least, m.nmesh)


@kernel
def joins_bodies(m: Model, e: int) -> bool:
    return m.eq_type[e] == mjtEq.mjEQ_CONNECT or m.eq_type[e] == mjtEq.mjEQ_WELD


@kernel
def equality_objects(m: Model, at: int, kinds: Ints, e: int) -> int:
    """Return the number of objects that equality ``e`` can refer to."""
    kind = m.eq_type[e]
    if joins_bodies(m, e):
        return objects(at, kinds, m.eq_objtype[e])
    if kind == mjtEq.mjEQ_JOINT:
        return m.njnt
    if kind == mjtEq.mjEQ_TENDON:
        return m.ntendon
    return m.nflex if mjtEq.mjEQ_FLEX <= kind <= mjtEq.mjEQ_FLEXSTRAIN else 0


@kernel
def check_equalities(m: Model, at: int, kinds: Ints, report: View) -> None:
    """Check both objects of equalities; the second is optional unless they connect bodies."""
    for e in range(m.neq):
        check_in_range(report, EQUALITY_1, e, m.eq_obj1id[e], 0, equality_objects(m, at, kinds, e))
    for e in range(m.neq):
        least = 0 if joins_bodies(m, e) else -1
        check_in_range(report, EQUALITY_2, e, m.eq_obj2id[e], least, equality_objects(m, at, kinds, e))


@kernel
def wrap_objects(m: Model, kind: int) -> int:
    """Return the number of objects that path elements of a kind can refer to."""
    if kind == mjtWrap.mjWRAP_JOINT:
        return m.njnt
    if kind == mjtWrap.mjWRAP_SITE:
        return m.nsite
    return m.ngeom if kind == mjtWrap.mjWRAP_SPHERE or kind == mjtWrap.mjWRAP_CYLINDER else 0


@kernel
def check_wraps(m: Model, report: View) -> None:
    """Check the objects of paths, and the side sites of geoms (-1: none)."""
    for w in range(m.nwrap):
        kind = m.wrap_type[w]
        least = -1 if kind == mjtWrap.mjWRAP_PULLEY else 0
        check_in_range(report, WRAP, w, m.wrap_objid[w], least, wrap_objects(m, kind))
    for w in range(m.nwrap):
        kind = m.wrap_type[w]
        if kind == mjtWrap.mjWRAP_SPHERE or kind == mjtWrap.mjWRAP_CYLINDER:
            check_in_range(report, WRAP_NUMBER, w, m.wrap_prm[w], -1, m.nsite)


@kernel
def targets(m: Model, kind: int) -> int:
    """Return the number of objects that a transmission of a kind can have as its target."""
    if kind == mjtTrn.mjTRN_JOINT or kind == mjtTrn.mjTRN_JOINTINPARENT:
        return m.njnt
    if kind == mjtTrn.mjTRN_SLIDERCRANK or kind == mjtTrn.mjTRN_SITE:
        return m.nsite
    if kind == mjtTrn.mjTRN_TENDON:
        return m.ntendon
    return m.nbody if kind == mjtTrn.mjTRN_BODY else 0


@kernel
def check_actuators(m: Model, report: View) -> None:
    """Check the targets of actuators.

    Slider-cranks have a second site, site transmissions may have one.
    """
    for u in range(m.nactuator):
        kind = m.actuator_trntype[u]
        if kind == mjtTrn.mjTRN_SO3:  # target: a site with a reference site, else a joint
            kind = mjtTrn.mjTRN_JOINT if m.actuator_trnid[u, 1] < 0 else mjtTrn.mjTRN_SITE
        check_in_range(report, TARGET, 2 * u, m.actuator_trnid[u, 0], 0, targets(m, kind))
        outputs = 3 if m.actuator_trntype[u] == mjtTrn.mjTRN_SO3 else 1
        check_in_range(report, OUTPUTS, u, m.actuator_outnum[u], outputs, outputs + 1)
        check_in_range(report, CONTROLS, u, m.actuator_ctrlnum[u], 0, m.nu + 1)
    for u in range(m.nactuator):
        if has_error(report):
            return
        kind = m.actuator_trntype[u]
        slides = kind == mjtTrn.mjTRN_SLIDERCRANK
        ball = kind == mjtTrn.mjTRN_SO3 and m.actuator_trnid[u, 1] < 0
        if ball and m.jnt_type[m.actuator_trnid[u, 0]] != mjtJoint.mjJNT_BALL:
            check_in_range(report, TARGET, 2 * u, -1, 0, m.njnt)
        second = m.nsite if slides or kind == mjtTrn.mjTRN_SITE or kind == mjtTrn.mjTRN_SO3 else 0
        check_in_range(report, TARGET, 2 * u + 1, m.actuator_trnid[u, 1], 0 if slides else -1, second)


@kernel
def check_history(
    m: Model, n: int, history: IntRows, adr: Ints, dims: Ints, field: int, adr_field: int, report: View
) -> None:
    """Check that samples and their times stay within d.history.

    history (n, 2): number of samples, interpolation; dims (n): values of a sample
    """
    for i in range(n):
        check_in_range(report, field, 2 * i, history[i, 0], 0, m.nhistory + 1)
        check_in_range(report, field, 2 * i + 1, history[i, 1], 0, 3)
    for i in range(n):
        samples, dim = int(history[i, 0]), int(dims[i])
        if samples > 0:
            check_in_range(report, adr_field, i, adr[i], 0, m.nhistory + 1 - history_length(samples, dim))
        else:
            check_in_range(report, adr_field, i, adr[i], -1, 0)


@kernel
def check_histories(m: Model, report: View) -> None:
    """Check the histories of actuators and of sensors."""
    history, adr = m.actuator_history, m.actuator_historyadr
    check_history(
        m, m.nactuator, history, adr, m.actuator_ctrlnum, ACTUATOR_HISTORY, ACTUATOR_ADDRESS, report
    )
    history, adr = m.sensor_history, m.sensor_historyadr
    check_history(m, m.nsensor, history, adr, m.sensor_dim, SENSOR_HISTORY, SENSOR_ADDRESS, report)


@kernel
def cell_strains(m: Model, f: int) -> int:
    """Return the number of plastic strains of the cells or outer faces of a flex.

    Damaged numbers of cells may be large, so that the product is of floats.
    """
    a, b, c = 1.0 * m.flex_cellnum[f, 0], 1.0 * m.flex_cellnum[f, 1], 1.0 * m.flex_cellnum[f, 2]
    strains = 6.0 * a * b * c if m.flex_interp[f] > 0 else 6.0 * (a * b + b * c + c * a)
    return int(max(0.0, min(strains, MOST_STRAINS)))


@kernel
def plastic_strains(m: Model, f: int) -> int:
    """Return how many elements of d.plastic flex ``f`` has: frames or plastic strains."""
    dim, total = int(m.flex_dim[f]), 0
    if dim == 1:
        return 7 * int(m.flex_edgenum[f]) - 1
    if m.flex_plasticmode[f] & 2 != 0:
        strains = dim * (dim + 1) // 2 * int(m.flex_elemnum[f])
        total += strains if m.flex_modeadr[f] < 0 else cell_strains(m, f)
    if m.flex_plasticmode[f] & 1 != 0:
        total += int(m.flex_edgenum[f])
    return total


@kernel
def check_plastic(m: Model, kinds: Ints, report: View) -> None:
    """Check that references of springs and strains of flexes are within d.plastic.

    Free joints have no references. Kernels of rods check their addresses themselves. With nplastic 0, no other kernel
    reads the addresses.
    """
    for f in range(m.nflex):
        if m.flex_plasticmode[f] != 0:
            most = max(0, m.nplastic + 1 - plastic_strains(m, f))
            check_in_range(report, FLEX_PLASTIC, f, m.flex_plasticadr[f], 0, most)
    if m.nplastic == 0:
        return
    for j in range(m.njnt):
        n = int(kinds[JOINT_NQ + m.jnt_type[j]])
        most = 0 if m.jnt_type[j] == mjtJoint.mjJNT_FREE else max(0, m.nplastic + 1 - n)
        check_in_range(report, JOINT_PLASTIC, j, m.jnt_plasticadr[j], -1, most)
    for t in range(m.ntendon):
        check_in_range(report, TENDON_PLASTIC, t, m.tendon_plasticadr[t], -1, max(0, m.nplastic - 1))
    for f in range(m.nflex):
        check_in_range(report, FLEX_PLASTIC, f, m.flex_plasticadr[f], -1, m.nplastic)


@kernel
def check_hfields(m: Model, report: View) -> None:
    """Check that the data of each height field lies within hfield_data."""
    for h in range(m.nhfield):
        check_in_range(report, ROWS, h, m.hfield_nrow[h], 1, m.nhfielddata + 1)
    for h in range(m.nhfield):
        check_in_range(
            report, COLUMNS, h, m.hfield_ncol[h], 1, m.nhfielddata // max(int(m.hfield_nrow[h]), 1) + 1
        )
    for h in range(m.nhfield):
        count = int(m.hfield_nrow[h]) * int(m.hfield_ncol[h])
        check_in_range(report, HEIGHTS, h, m.hfield_adr[h], 0, m.nhfielddata + 1 - count)


@kernel
def check_elements(m: Model, at: int, kinds: Ints, report: View) -> None:
    """Check joints, geoms, equalities, paths and actuators."""
    check_joints(m, kinds, report)
    check_geoms(m, report)
    check_sites(m, report)
    if not has_error(report):
        check_equalities(m, at, kinds, report)
        check_wraps(m, report)
        check_actuators(m, report)


@kernel
def check_rest(m: Model, kinds: Ints, report: View) -> None:
    """Check histories, plugins, springs that yield, and height fields."""
    check_histories(m, report)
    check_plastic(m, kinds, report)
    for p in range(m.nplugin):
        check_in_range(report, PLUGIN, p, m.plugin[p], 0, kinds[PLUGINS])
    check_hfields(m, report)
