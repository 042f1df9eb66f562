"""Range checks of the index columns of a model, and the guard that notices when a user has written into them.

Documents: promises / Indices

A copy of a guarded column is taken when a user first asks for it; from then on every call compares the two as long as
anybody can write into the column (guards.py), and what differs is checked.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import TYPE_CHECKING, Any

import numpy as np

from gelenk.tables.enums import mjtEq, mjtGeom, mjtJoint, mjtObj, mjtSensor, mjtTrn, mjtWrap
from gelenk.tables.indices import CHOICES, DEEPEST, FIXED, GUARDED, HIDDEN, IDS, RANGES
from gelenk.tables.objects import JOINT_NQ, JOINT_NV, KINDS
from gelenk.tables.sensors import CONTACT_WIDTH, FRAMES, NONE, RAY_WIDTH, SENSORS
from gelenk.tables.stages import PLUGINS
from gelenk.world import sweep
from gelenk.world.guards import handed
from gelenk.world.sweep import entries as places_of

if TYPE_CHECKING:
    from gelenk.world.owners import ModelBlock

_SIZE_OF = {kind.type: kind.size for kind in KINDS if kind.size} | {mjtObj.mjOBJ_DOF: "nv"}
_EQ_OF = {
    mjtEq.mjEQ_JOINT: "njnt",
    mjtEq.mjEQ_TENDON: "ntendon",
    mjtEq.mjEQ_FLEX: "nflex",
    mjtEq.mjEQ_FLEXVERT: "nflex",
}
_WRAP_OF = {
    mjtWrap.mjWRAP_JOINT: "njnt",
    mjtWrap.mjWRAP_SITE: "nsite",
    mjtWrap.mjWRAP_SPHERE: "ngeom",
    mjtWrap.mjWRAP_CYLINDER: "ngeom",
}
_GEOM_OF = {
    mjtGeom.mjGEOM_HFIELD: "nhfield",
    mjtGeom.mjGEOM_MESH: "nmesh",
    mjtGeom.mjGEOM_SDF: "nmesh",
}
# transmission -> sizes of the first and the second id; the second may be -1 except for a slider-crank
_TRN_OF = {
    mjtTrn.mjTRN_JOINT: ("njnt", ""),
    mjtTrn.mjTRN_JOINTINPARENT: ("njnt", ""),
    mjtTrn.mjTRN_SLIDERCRANK: ("nsite", "nsite"),
    mjtTrn.mjTRN_TENDON: ("ntendon", ""),
    mjtTrn.mjTRN_SITE: ("nsite", "nsite"),
    mjtTrn.mjTRN_BODY: ("nbody", ""),
}
_ALLOWED = {name: frozenset(choice.values) for name, choice in CHOICES.items()}
_MOST_KINDS = 1 + max(max(choice.values) for choice in CHOICES.values())
_NQ, _NV = (np.array([width[joint] for joint in range(len(width))]) for width in (JOINT_NQ, JOINT_NV))
_FRAME_SENSORS = [int(kind) for name, kind in mjtSensor.__members__.items() if "SENS_FRAME" in name]


def _column(m: ModelBlock, name: str) -> np.ndarray:
    return getattr(m, "_a_" + name)


def _one_of(values: np.ndarray, few: Collection[int]) -> np.ndarray:
    """Which of the values are among a few; np.isin takes ten times as long."""
    found = np.zeros(values.shape, bool)
    for one in few:
        found |= values == one
    return found


def _within(name: str, values: np.ndarray, low: Any, high: Any) -> None:
    """Raise IndexError unless low <= values < high, all of them."""
    if not values.size:
        return
    bad = (values < low) | (values >= high)
    if bad.any():
        at = tuple(int(i) for i in np.argwhere(bad)[0])
        low, high = np.broadcast_to(low, values.shape)[at], np.broadcast_to(high, values.shape)[at]
        allowed = f"is not in {low} .. {high - 1}" if high > low else "refers to nothing: there is none"
        raise IndexError(f"m.{name}[{', '.join(map(str, at))}] is {values[at]}, which {allowed}")


def _sizes(m: ModelBlock, kinds: np.ndarray, size_of: Mapping[Any, str]) -> np.ndarray:
    """For each kind, one of CHOICES, what its ids stay below; 0, which leaves -1 alone, where there is no size."""
    known = np.zeros(_MOST_KINDS, np.int64)
    for kind, name in size_of.items():
        if name:
            known[int(kind)] = getattr(m, name)
    return known[kinds]


def _by_type(m: ModelBlock) -> None:
    joints = _column(m, "jnt_type")
    for name, width, size in (("jnt_qposadr", _NQ, m.nq), ("jnt_dofadr", _NV, m.nv)):
        _within(name, _column(m, name), 0, size + 1 - width[joints])
    kinds = _column(m, "geom_type")
    has_data = _one_of(kinds, _GEOM_OF)
    most = np.where(has_data, _sizes(m, kinds, _GEOM_OF), max(m.nmesh, m.nhfield))
    _within("geom_dataid", _column(m, "geom_dataid"), np.where(has_data, 0, -1), most)
    if m.neq:
        _equalities(m)
    if m.nwrap:
        _wraps(m)
    trn, ids = _column(m, "actuator_trntype"), _column(m, "actuator_trnid")
    _within("actuator_trnid", ids[:, 0], 0, _sizes(m, trn, {k: v[0] for k, v in _TRN_OF.items()}))
    crank = trn == mjtTrn.mjTRN_SLIDERCRANK
    _within(
        "actuator_trnid",
        ids[:, 1],
        np.where(crank, 0, -1),
        _sizes(m, trn, {k: v[1] for k, v in _TRN_OF.items()}),
    )
    if m.nsensor:
        _sensors(m)


def _equalities(m: ModelBlock) -> None:
    bodies = _one_of(_column(m, "eq_type"), (mjtEq.mjEQ_CONNECT, mjtEq.mjEQ_WELD))
    sizes = _sizes(m, _column(m, "eq_type"), _EQ_OF)
    sizes = np.where(bodies, _sizes(m, _column(m, "eq_objtype"), _SIZE_OF), sizes)
    _within("eq_obj1id", _column(m, "eq_obj1id"), 0, sizes)
    _within("eq_obj2id", _column(m, "eq_obj2id"), np.where(bodies, 0, -1), sizes)


def _wraps(m: ModelBlock) -> None:
    kinds = _column(m, "wrap_type")
    turned = _one_of(kinds, (mjtWrap.mjWRAP_SPHERE, mjtWrap.mjWRAP_CYLINDER))
    _within(
        "wrap_objid",
        _column(m, "wrap_objid"),
        np.where(kinds == mjtWrap.mjWRAP_PULLEY, -1, 0),
        _sizes(m, kinds, _WRAP_OF),
    )
    _within("wrap_prm", np.where(turned, _column(m, "wrap_prm"), 0), -1, max(m.nsite, 1))


def _sensors(m: ModelBlock) -> None:
    """Sensors of an object must have one; references of frames may be left out, those of other sensors may not."""
    for name, kinds in (("sensor_objid", "sensor_objtype"), ("sensor_refid", "sensor_reftype")):
        kind = _column(m, kinds)
        least = np.where(kind == mjtObj.mjOBJ_UNKNOWN, -1, 0)
        if name == "sensor_refid":
            least = np.where(_one_of(_column(m, "sensor_type"), _FRAME_SENSORS), -1, least)
        _within(name, _column(m, name), least, _sizes(m, kind, _SIZE_OF))
    types = _column(m, "sensor_type")
    there = set(types.tolist())
    for sensor, row in SENSORS.items():
        if sensor in there:
            _sensors_of(m, np.flatnonzero(types == sensor), row)


def _sensors_of(m: ModelBlock, sensors: np.ndarray, row: Any) -> None:
    """Sensors of one kind have objects and as many numbers as compiled code takes for granted."""
    for name, allowed in (
        ("sensor_objtype", row.objects),
        ("sensor_reftype", row.refs or (NONE, *FRAMES)),
        ("sensor_dim", (row.dim,)),
    ):
        given = _column(m, name)[sensors].tolist()
        if allowed not in ((), (0,)) and not set(allowed).issuperset(given):
            i = sensors[next(k for k, value in enumerate(given) if value not in allowed)]
            raise IndexError(f"m.{name}[{i}] is {_column(m, name)[i]}, which sensors of its type cannot have")
    if row.rule in ("scalar", "ball"):
        joints = _column(m, "jnt_type")[_column(m, "sensor_objid")[sensors]]
        if ((joints == mjtJoint.mjJNT_BALL) != (row.rule == "ball")).any() or (joints == 0).any():
            raise IndexError("m.sensor_objid has a joint of another type than the sensor needs")
    if row.dim == 0:
        for i in sensors.tolist():
            _sensor_dim(m, i)


def _sensor_dim(m: ModelBlock, i: int) -> None:
    """A sensor of contacts, rays or taxels: its number of values follows from what it reports."""
    kind, dim = int(_column(m, "sensor_type")[i]), int(_column(m, "sensor_dim")[i])
    if kind == mjtSensor.mjSENS_TACTILE:
        width, count = 3, int(_column(m, "mesh_vertnum")[_column(m, "sensor_objid")[i]])
    else:
        bits, reduce, count = _column(m, "sensor_intprm")[i].tolist()
        contact = kind == mjtSensor.mjSENS_CONTACT
        widths = CONTACT_WIDTH if contact else RAY_WIDTH
        width = sum(size for field, size in widths.items() if bits >> field & 1)
        if not 0 < bits < 1 << len(widths) or not 0 <= reduce <= 3:
            raise IndexError(
                f"m.sensor_intprm[{i}] is {bits}, {reduce}, {count}, which asks for what is not there"
            )
        if not contact:
            at_site = _column(m, "sensor_objtype")[i] == mjtObj.mjOBJ_SITE
            count = 1 if at_site else dim // width
    if dim != width * count or dim == 0:
        raise IndexError(f"m.sensor_dim[{i}] is {dim}, which does not fit what the sensor reports")


def _histories(m: ModelBlock) -> None:
    """Samples and their times stay within d.history, see engine/sensor/delay.py."""
    for prefix, dim in (("actuator", np.ones(m.nu, np.int64)), ("sensor", _column(m, "sensor_dim"))):
        settings = _column(m, f"{prefix}_history").astype(np.int64)
        n = settings[:, 0]
        _within(f"{prefix}_history", settings, 0, np.array([m.nhistory + 1, 3]))  # samples, interpolation
        size = np.where(n > 0, 2 + n * (1 + dim), 0)
        adr = _column(m, f"{prefix}_historyadr")
        _within(
            f"{prefix}_historyadr", adr, np.where(n > 0, 0, -1), np.where(n > 0, m.nhistory + 1 - size, 0)
        )


def _ids(m: ModelBlock) -> None:
    """Ids and addresses, column by column."""
    for name, ids in IDS.items():
        _within(name, _column(m, name), -1 if ids.none else 0, getattr(m, ids.size))
    for name, (size, count) in RANGES.items():
        number = _column(m, count)
        _within(count, number, 0, getattr(m, size) + 1)
        _within(name, np.where(number > 0, _column(m, name), 0), 0, getattr(m, size) + 1 - number)


def check(m: ModelBlock) -> None:
    """Raise IndexError naming the first index of model ``m`` that is out of its range."""
    if not sweep.in_range(m):
        _ids(m)
    plan = m._pieces[""].plan
    for name, (values, words) in CHOICES.items():
        if plan.count(plan.table.row["_a_" + name]) and not _ALLOWED[name].issuperset(
            given := _column(m, name).tolist()
        ):
            i = next(k for k, value in enumerate(given) if value not in values)
            raise IndexError(f"m.{name}[{i}] is {_column(m, name)[i]}, which is {words}")
    # parents come first, so that ways to the root end
    _within("body_parentid", _column(m, "body_parentid"), 0, np.maximum(np.arange(m.nbody), 1))
    _within("dof_parentid", _column(m, "dof_parentid"), -1, np.arange(m.nv))
    _trees(m)
    _inertia_rows(m)
    _full_rows(m)
    _by_type(m)
    _histories(m)
    _within("plugin", _column(m, "plugin"), 0, len(PLUGINS))
    _hfields(m)
    if not _small_trees(m):
        for body in np.flatnonzero(_column(m, "body_bvhnum")).tolist():
            _body(m, body)
    for mesh in range(m.nmesh):
        _mesh(m, mesh)
    for flex in range(m.nflex):
        _flex(m, flex)
    for skin in range(m.nskin):
        _skin(m, skin)
    if m.nflex:
        n, adr = _column(m, "flexvert_J_rownnz"), _column(m, "flexvert_J_rowadr")
        _within("flexvert_J_rownnz", n, 0, 2 * m.nJfv + 1)
        _within("flexvert_J_rowadr", np.where(n > 0, adr, 0), 0, 2 * m.nJfv + 1 - n.astype(np.int64))


def _trees(m: ModelBlock) -> None:
    """The dofs of trees follow each other, those of one tree after those of the one before; so do bodies, with gaps."""
    for kind, ids in (("dof", _column(m, "dof_treeid")), ("body", _column(m, "body_treeid"))):
        number, first = _column(m, f"tree_{kind}num").astype(np.int64), _column(m, f"tree_{kind}adr")
        there = np.flatnonzero(ids >= 0)
        if len(there) != number.sum() or (ids[there] != np.repeat(np.arange(m.ntree), number)).any():
            raise IndexError(f"m.tree_{kind}num says of other trees than m.{kind}_treeid")
        starts = there[(np.cumsum(number) - number)[number > 0]]
        _within(f"tree_{kind}adr", first[number > 0], starts, starts + 1)
        ends = there[(np.cumsum(number) - 1)[number > 0]]
        _within(f"tree_{kind}num", number[number > 0], ends - starts + 1, ends - starts + 2)


def _inertia_rows(m: ModelBlock) -> None:
    """A row of the inertia matrix has the dofs from the root to its own; that of a simple dof may have it alone."""
    n, columns, parents = _column(m, "M_rownnz"), _column(m, "M_colind"), _column(m, "dof_parentid")
    _within("M_rownnz", n, 1, m.nv + 1)
    at = places_of(_column(m, "M_rowadr"), n)
    columns = columns[at]
    last = np.cumsum(n) - 1
    first = last - n + 1
    above = np.full(len(columns), -1)
    above[1:] = columns[:-1]
    above[first] = np.where(n > 1, -1, parents[columns[first]])
    wrong = above != parents[columns]
    wrong[last] |= columns[last] != np.arange(m.nv)
    if wrong.any():
        k = int(at[np.argmax(wrong)])
        raise IndexError(
            f"m.M_colind[{k}] is {_column(m, 'M_colind')[k]}, which is not on the way to its dof"
        )


def _full_rows(m: ModelBlock) -> None:
    """A row of the full matrix of dofs has those from the root to its own, then those that are behind its own."""
    n, place, rows = _column(m, "D_rownnz"), _column(m, "D_diag"), np.arange(m.nv)
    _within("D_rownnz", n, 1, m.nv + 1)
    _within("D_diag", place, 0, n)
    at = places_of(_column(m, "D_rowadr"), n)
    columns, row, first = _column(m, "D_colind")[at], np.repeat(rows, n), np.cumsum(n) - n
    behind = np.arange(len(at)) > np.repeat(first + place, n)
    above = np.full(len(at), -1)
    above[1:] = columns[:-1]
    above[first] = -1
    wrong = ~behind & (above != _column(m, "dof_parentid")[columns])
    wrong[first + place] |= columns[first + place] != rows
    on_way = row[~behind & (columns != row)], columns[~behind & (columns != row)]
    order = np.lexsort(on_way)  # by the dof that is on the way
    expected = np.stack(on_way)[::-1, order]
    if wrong.any() or not np.array_equal(np.stack((row[behind], columns[behind])), expected):
        k = int(at[np.argmax(wrong)])
        raise IndexError(
            f"m.D_colind[{k}] is {_column(m, 'D_colind')[k]}: rows of D are not those of the tree of dofs"
        )


def _hfields(m: ModelBlock) -> None:
    rows, columns = _column(m, "hfield_nrow").astype(np.int64), _column(m, "hfield_ncol").astype(np.int64)
    _within("hfield_nrow", rows, 1, m.nhfielddata + 1)
    _within("hfield_ncol", columns, 1, m.nhfielddata // np.maximum(rows, 1) + 1)
    _within("hfield_adr", _column(m, "hfield_adr"), 0, m.nhfielddata + 1 - rows * columns)


def _part(m: ModelBlock, name: str, adr: str, count: str, mesh: int) -> np.ndarray:
    """The rows of column ``name`` that belong to one mesh."""
    first = int(_column(m, adr)[mesh])
    return _column(m, name)[first : first + int(_column(m, count)[mesh])]


def _small_trees(m: ModelBlock) -> bool:
    """Whether the trees of boxes of all bodies are as they must be, and too small to be deep: seen at once.

    Where it says no, one of them may be wrong, and `_body` says which.
    """
    first, n = _column(m, "body_bvhadr"), _column(m, "body_bvhnum")
    if n.max(initial=0) > DEEPEST:
        return False
    at, count = places_of(first, n), np.repeat(n, n)
    place = (at - np.repeat(first, n))[:, None]  # of a node in its tree; children come after their parent
    children, leaves = _column(m, "bvh_child")[at], _column(m, "bvh_nodeid")[at]
    inner = children != -1
    if (inner & ((children <= place) | (children >= count[:, None]))).any():
        return False
    if ((leaves < -1) | (leaves >= m.ngeom)).any():
        return False
    parents = np.bincount((children + (at[:, None] - place))[inner], minlength=1)
    return bool(parents.max() <= 1)


def _body(m: ModelBlock, body: int) -> None:
    """Check the tree of boxes of one body, whose leaves are geoms."""
    _tree("bvh_child", _part(m, "bvh_child", "body_bvhadr", "body_bvhnum", body))
    _within("bvh_nodeid", _part(m, "bvh_nodeid", "body_bvhadr", "body_bvhnum", body), -1, m.ngeom)


def _mesh(m: ModelBlock, mesh: int) -> None:
    """Check what one mesh says of itself: triangles, hull, polygons, trees."""
    nvert, nface = int(_column(m, "mesh_vertnum")[mesh]), int(_column(m, "mesh_facenum")[mesh])
    npoly = int(_column(m, "mesh_polynum")[mesh])
    _within("mesh_face", _part(m, "mesh_face", "mesh_faceadr", "mesh_facenum", mesh), 0, nvert)
    _graph(m, int(_column(m, "mesh_graphadr")[mesh]), nvert)
    for adr, number, entries, owner, owners, most in (
        ("mesh_polyvertadr", "mesh_polyvertnum", "mesh_polyvert", "mesh_polyadr", "mesh_polynum", nvert),
        ("mesh_polymapadr", "mesh_polymapnum", "mesh_polymap", "mesh_vertadr", "mesh_vertnum", npoly),
    ):
        first, n = _part(m, adr, owner, owners, mesh), _part(m, number, owner, owners, mesh)
        column = _column(m, entries)
        _within(number, n, 0, column.size + 1)
        _within(adr, np.where(n > 0, first, 0), 0, column.size + 1 - n.astype(np.int64))
        if n.any():
            _within(entries, column[int(first[n > 0].min()) : int((first + n)[n > 0].max())], 0, most)
    for child, tree in (("bvh_child", "bvh"), ("oct_child", "oct")):
        _tree(child, _part(m, child, f"mesh_{tree}adr", f"mesh_{tree}num", mesh))
    leaves = _part(m, "bvh_nodeid", "mesh_bvhadr", "mesh_bvhnum", mesh)
    _within("bvh_nodeid", leaves, -1, nface)


def _tree(name: str, children: np.ndarray) -> None:
    """Check the children (n, 2 or 8) of the nodes of one tree: walks end, visit a node once, and do not go deep."""
    after = np.arange(len(children))[:, None]  # children come after their parent
    _within(name, np.where(children != -1, children - after, 1), 1, len(children) + 1 - after)
    parents = np.bincount(children[children >= 0], minlength=1)
    if parents.max() > 1:
        raise IndexError(f"m.{name}: node {int(np.argmax(parents))} of a tree is the child of several")
    level, depth = children[:1], -1
    while len(level):
        level, depth = children[level[level >= 0]], depth + 1
    if depth > DEEPEST:
        raise IndexError(f"m.{name}: a tree has {depth} levels under its root, at most {DEEPEST} are allowed")


def _flex(m: ModelBlock, f: int) -> None:
    """Check what one flex says of itself: nodes, vertices of elements, edges and shells, its tree."""
    order, nodes = int(_column(m, "flex_interp")[f]), int(_column(m, "flex_nodenum")[f])
    if order and nodes != (order + 1) ** 3:
        raise IndexError(
            f"m.flex_nodenum[{f}] is {nodes}, which must be {(order + 1) ** 3} as flex_interp says"
        )
    nvert, nedge, nelem = (int(_column(m, f"flex_{kind}num")[f]) for kind in ("vert", "edge", "elem"))
    dim, interpolated = int(_column(m, "flex_dim")[f]), bool(_column(m, "flex_interp")[f])
    _within(
        "flex_vertbodyid",
        _part(m, "flex_vertbodyid", "flex_vertadr", "flex_vertnum", f),
        -interpolated,
        m.nbody,
    )
    for name, start, count, most in (
        ("flex_elem", "flex_elemdataadr", nelem * (dim + 1), nvert),
        ("flex_elemedge", "flex_elemedgeadr", nelem * (1, 3, 6)[dim - 1], nedge),
        ("flex_shell", "flex_shelldataadr", int(_column(m, "flex_shellnum")[f]) * dim, nvert),
    ):
        adr, column = int(_column(m, start)[f]), _column(m, name)
        if count:
            _within(start, np.array([adr]), 0, column.size + 1 - count)
            _within(name, column[adr : adr + count], 0, most)
    _within("flex_edge", _part(m, "flex_edge", "flex_edgeadr", "flex_edgenum", f), 0, nvert)
    _within("flex_edgeflap", _part(m, "flex_edgeflap", "flex_edgeadr", "flex_edgenum", f), -1, nvert)
    if _column(m, "flex_evpairnum")[f]:
        pairs = _part(m, "flex_evpair", "flex_evpairadr", "flex_evpairnum", f)
        _within("flex_evpair", pairs, 0, np.broadcast_to(np.array([nelem, nvert]), pairs.shape))
    number = _part(m, "flex_vertedgenum", "flex_vertadr", "flex_vertnum", f).astype(np.int64)
    edges, first = (
        _column(m, "flex_vertedge"),
        _part(m, "flex_vertedgeadr", "flex_vertadr", "flex_vertnum", f),
    )
    _within("flex_vertedgenum", number, 0, edges.size + 1)
    _within("flex_vertedgeadr", np.where(number > 0, first, 0), 0, edges.size + 1 - number)
    if number.any():
        _within("flex_vertedge", edges.reshape(-1)[int(first.min()) : int((first + number).max())], 0, nedge)
    _tree("bvh_child", _part(m, "bvh_child", "flex_bvhadr", "flex_bvhnum", f))
    _within("bvh_nodeid", _part(m, "bvh_nodeid", "flex_bvhadr", "flex_bvhnum", f), -1, nelem)


def _skin(m: ModelBlock, i: int) -> None:
    """Check what one skin says of itself: vertices of its triangles and bones."""
    nvert = int(_column(m, "skin_vertnum")[i])
    _within("skin_face", _part(m, "skin_face", "skin_faceadr", "skin_facenum", i), 0, nvert)
    first = int(_column(m, "skin_boneadr")[i])
    for bone in range(first, first + int(_column(m, "skin_bonenum")[i])):
        vertices = _part(m, "skin_bonevertid", "skin_bonevertadr", "skin_bonevertnum", bone)
        _within("skin_bonevertid", vertices, 0, nvert)


def _graph(m: ModelBlock, adr: int, nvert: int) -> None:
    """Check the graph of a hull at ``adr`` of mesh_graph (see collision/hull.py); -1: there is none."""
    graph = _column(m, "mesh_graph").astype(np.int64)
    if adr < 0:
        return
    _within("mesh_graphadr", np.array([adr]), 0, max(graph.size - 1, 0))
    n, nface = int(graph[adr]), int(graph[adr + 1])
    edges = adr + 2 + 2 * n
    _within("mesh_graph", np.array([n]), 1, nvert + 1)
    _within("mesh_graph", np.array([nface]), 0, (graph.size - edges - n) // 6 + 1)
    end = edges + n + 3 * nface
    _within("mesh_graph", graph[adr + 2 : adr + 2 + n], 0, end - edges)
    _within("mesh_graph", graph[adr + 2 + n : edges], 0, nvert)
    _within("mesh_graph", graph[edges:end], -1, n)
    _within("mesh_graph", graph[end - 1 : end], -1, 0)  # every list of neighbours ends


def check_changes(m: ModelBlock) -> None:
    """Accept what a user has written into the index columns of ``m`` since the last look, or raise."""
    guard = m._guard
    assert guard is not None  # there is one since a user has asked for a column
    now = guard.changed()
    for at, name in enumerate(GUARDED):
        if at in now and name in FIXED:
            column = _column(m, name)
            old = np.frombuffer(guard.copies[at], column.dtype).reshape(column.shape)
            first = tuple(int(i) for i in np.argwhere(column != old)[0])
            place = ", ".join(map(str, first))
            raise IndexError(
                f"m.{name}[{place}] was changed from {old[first]} to {column[first]}: it is part of the "
                "compiled structure, edit the model's source and compile it again"
            )
    check(m)
    guard.accept(now)


def guard(cls: type) -> None:
    """Let the properties of the guarded columns of ``cls`` start the guard when a user asks for them."""
    for number, name in enumerate(GUARDED):
        plain = cls.__dict__[name]

        def get(self: Any, at: int = number, attribute: str = "_a_" + name) -> Any:
            guard = self._guard or self._start_guard()
            array = guard.handed[at]
            if array is None:
                return guard.hand(at, getattr(self, attribute))
            guard.watched[at] = 1  # after the array is held: a call in between would take it off again
            return array

        def put(self: Any, value: Any, get: Any = get) -> None:
            get(self)[...] = value

        setattr(cls, name, property(get, put, doc=plain.__doc__))
    for name in HIDDEN:

        def read(self: Any, attribute: str = "_a_" + name, shown: str = "_shown_" + name) -> Any:
            view = self.__dict__.get(shown)
            if view is None:
                view = self.__dict__[shown] = handed(getattr(self, attribute), writable=False)
            return view

        setattr(cls, name, property(read, doc=cls.__dict__[name].__doc__))
