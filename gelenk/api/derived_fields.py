"""Derived fields of MjModel and MjData: fields of later releases that follow from others.

Documents: Modeling / MJModel and MJData

The rows are in tables/levels.py. Each read computes a new array, which is read-only.
"""

from collections.abc import Callable
from typing import Any

import numpy as np

from gelenk.runtime.block import attach
from gelenk.runtime.data import MjData
from gelenk.runtime.model import MjModel
from gelenk.tables.enums import mjtWrap
from gelenk.tables.levels import DERIVED, Derived
from gelenk.tables.releases import R4_0

Rule = Callable[[Any], Any]


def has_gravcomp(m: MjModel) -> bool:
    """Return whether a body is compensated for gravity."""
    return bool(m.ngravcomp)


def mesh_degree(m: MjModel) -> int:
    """Return the largest number of polygons around a mesh vertex."""
    return int(max(m._a_mesh_polymapnum, default=0))


def mesh_corners(m: MjModel) -> int:
    """Return the largest number of corners of a mesh polygon."""
    return int(max(m._a_mesh_polyvertnum, default=0))


def tendon_type(m: MjModel) -> np.ndarray:
    """Return 1 for each spatial tendon, 0 for a fixed one (ntendon)."""
    kinds = m._a_wrap_type[m._a_tendon_adr] if m.ntendon else np.zeros(0, np.int32)
    return (kinds != int(mjtWrap.mjWRAP_JOINT)).astype(np.int32)


def _chain(m: MjModel, body: int) -> set[int]:
    """Return the dofs that move a body."""
    found: set[int] = set()
    while body > 0:
        first = int(m._a_body_dofadr[body])
        found.update(range(first, first + int(m._a_body_dofnum[body])))
        body = int(m._a_body_parentid[body])
    return found


def tendon_dofs(m: MjModel) -> list[list[int]]:
    """Return the dofs that move a point of each tendon, ascending; cached in the model."""
    known: list[list[int]] | None = m.__dict__.get("_tendon_dofs")
    if known is not None:
        return known
    rows = m.__dict__["_tendon_dofs"] = []
    for adr, count in zip(m._a_tendon_adr.tolist(), m._a_tendon_num.tolist(), strict=True):
        dofs: set[int] = set()
        for w in range(adr, adr + count):
            kind, i = int(m._a_wrap_type[w]), int(m._a_wrap_objid[w])
            if kind == mjtWrap.mjWRAP_JOINT:
                dofs.add(int(m._a_jnt_dofadr[i]))
            elif kind != mjtWrap.mjWRAP_PULLEY:
                bodies = m._a_site_bodyid if kind == mjtWrap.mjWRAP_SITE else m._a_geom_bodyid
                dofs |= _chain(m, int(bodies[i]))
        rows.append(sorted(dofs))
    return rows


def ten_rownnz(m: MjModel) -> np.ndarray:
    """Return the number of dofs of each tendon (ntendon)."""
    return np.array([len(row) for row in tendon_dofs(m)], np.int32)


def ten_rowadr(m: MjModel) -> np.ndarray:
    """Return the address of the row of each tendon (ntendon)."""
    count = ten_rownnz(m)
    return (np.cumsum(count) - count).astype(np.int32)


def ten_colind(m: MjModel) -> np.ndarray:
    """Return the dofs of all tendons, one row after the other (nJten)."""
    return np.array([dof for row in tendon_dofs(m) for dof in row], np.int32)


def media_type_address(m: MjModel) -> np.ndarray:
    """Return the address of the media type of each texture in paths (ntex); -1: none.

    A media type follows the path of its texture.
    """
    found = np.full(m.ntex, -1, np.int32)
    paths = m.paths
    files = {
        adr for name in ("hfield", "mesh", "skin", "tex") for adr in getattr(m, f"_a_{name}_pathadr").tolist()
    }
    for i, adr in enumerate(m._a_tex_pathadr.tolist()):
        behind = paths.find(b"\0", adr) + 1 if adr >= 0 else 0
        if behind and behind < len(paths) and behind not in files:
            found[i] = behind
    return found


def _elastic_rows(m: MjModel) -> list[tuple[int, int, int, int]]:
    """Return first row and number of rows of each flex in flex_stiffness and flex_bending.

    The number of rows is 0 for a flex without that elasticity. A surface that only bends also has rows of stiffness,
    which are zero.
    """
    found = []
    for f in range(m.nflex):
        elem, elems = int(m._a_flex_elemadr[f]), int(m._a_flex_elemnum[f])
        edge, edges = int(m._a_flex_edgeadr[f]), int(m._a_flex_edgenum[f])
        bends = bool(m._a_flex_bending[edge : edge + edges].any())
        stretches = bool(m._a_flex_stiffness[elem : elem + elems].any())
        strained = stretches or (bends and int(m._a_flex_dim[f]) != 1)
        found.append((elem, elems if strained else 0, edge, edges if bends else 0))
    return found


SOLID_ROW = 24  # values per element of dimension 3 in flex_stiffness; the last three are zero
STRAIN = 3  # flex_edgeequality


def later_stiffness(m: MjModel) -> np.ndarray:
    """Return flex_stiffness of releases from 3.8.1 on: flat, only of elastic flexes.

    From release 4.0 on, a solid element has 24 values. An interpolated flex has a matrix for each cell: minus the
    stiffness, or with a strain constraint the number of constrained modes followed by these modes. The array shares
    memory with the model if it has the same rows.
    """
    table, rows = m._a_flex_stiffness, _elastic_rows(m)
    later = bool(m._a_release[0] >= R4_0)
    if not (later and ((m._a_flex_dim == 3).any() or m.ncellmode)) and all(count for _, count, _, _ in rows):
        flat: np.ndarray = table.reshape(-1)
        return flat
    return np.concatenate([np.zeros(0), *_stiffness_parts(m)])


def _stiffness_parts(m: MjModel) -> list[np.ndarray]:
    """Return the values of each flex in flex_stiffness."""
    parts, table, later = [], m._a_flex_stiffness, bool(m._a_release[0] >= R4_0)
    for f, (first, count, _, _) in enumerate(_elastic_rows(m)):
        part = table[first : first + count]
        if m._a_flex_modeadr[f] >= 0:
            part = cell_matrices(m, f)
        elif later and m._a_flex_dim[f] == 3 and m._a_flex_interp[f] == 0:
            part = np.pad(part, ((0, 0), (0, SOLID_ROW - table.shape[1])))
        parts.append(part.reshape(-1))
    return parts


def cell_matrices(m: MjModel, f: int) -> np.ndarray:
    """Return the part of flex_stiffness of a flex with cells, a row for each cell or face."""
    order, cells = int(m._a_flex_interp[f]), m._a_flex_cellnum[f].tolist()
    n = abs(order) + 1
    nodes, patches, rank = n**3, cells[0] * cells[1] * cells[2], 3 * n**3 - 6
    if order < 0:
        nodes, rank = n * n, 2 * n * n - 3
        patches = 2 * (cells[0] * cells[1] + cells[1] * cells[2] + cells[2] * cells[0])
    first = int(m._a_flex_modeadr[f])
    modes = m._a_cell_mode[first : first + patches * rank * 3 * nodes].reshape(patches, rank, 3 * nodes)
    if m._a_flex_edgeequality[f] != STRAIN:
        found: np.ndarray = -np.einsum("prk,prl->pkl", modes, modes)
        return found
    matrices = np.zeros((patches, 9 * nodes * nodes))
    matrices[:, 0] = modes.any(axis=2).sum(axis=1)
    matrices[:, 1 : 1 + rank * 3 * nodes] = modes.reshape(patches, -1)
    return matrices


def later_bending(m: MjModel) -> np.ndarray:
    """Return flex_bending of releases from 3.8.1 on: flat, only of flexes that bend.

    A rod has the number of its records, followed by 10 values for each record. Without rods, the array may share memory
    with the model.
    """
    table, rows = m._a_flex_bending, _elastic_rows(m)
    if all(count for _, _, _, count in rows) and not (m._a_flex_dim == 1).any():
        flat: np.ndarray = table.reshape(-1)
        return flat
    return np.concatenate([np.zeros(0), *_bending_parts(m)])


def _bending_parts(m: MjModel) -> list[np.ndarray]:
    """Return the values of each flex in flex_bending."""
    parts = []
    for dim, (_, _, first, count) in zip(m._a_flex_dim.tolist(), _elastic_rows(m), strict=True):
        part = m._a_flex_bending[first : first + count]
        if dim == 1 and count:
            records = part[part[:, 0] != part[:, 1]][:, :10]
            part = np.append(float(len(records)), records)
        parts.append(part.reshape(-1))
    return parts


def stiffness_size(m: MjModel) -> int:
    """Return the length of flex_stiffness."""
    return int(later_stiffness(m).size)


def bending_size(m: MjModel) -> int:
    """Return the length of flex_bending."""
    return int(later_bending(m).size)


def _starts(counts: list[int]) -> np.ndarray:
    """Return the address of each flex's values, -1 for a flex without values."""
    ends = np.cumsum(counts, dtype=np.int32)
    return np.where(np.array(counts, int) > 0, ends - counts, -1).astype(np.int32)


def stiffness_address(m: MjModel) -> np.ndarray:
    """Return the address of each flex in flex_stiffness (nflex)."""
    return _starts([part.size for part in _stiffness_parts(m)])


def bending_address(m: MjModel) -> np.ndarray:
    """Return the address of each flex in flex_bending (nflex)."""
    return _starts([part.size for part in _bending_parts(m)])


def element_material(m: MjModel) -> np.ndarray:
    """Return the material of each element of the flexes (nflexelem)."""
    single = m._a_flex_elemmatid
    return np.where(single >= 0, single, np.repeat(m._a_flex_matid, m._a_flex_elemnum)).astype(np.int32)


def vertex_cells(m: MjModel) -> np.ndarray:
    """Return the cell that holds each vertex of interpolated flexes, else -1 (nflexvert)."""
    found = np.full(m.nflexvert, -1, np.int32)
    for f in range(m.nflex):
        if m._a_flex_interp[f] == 0:
            continue
        count, first = m._a_flex_cellnum[f], int(m._a_flex_vertadr[f])
        part = slice(first, first + int(m._a_flex_vertnum[f]))
        place = np.clip((m._a_flex_vert0[part] * count).astype(int), 0, count - 1)
        found[part] = (place[:, 0] * count[1] + place[:, 1]) * count[2] + place[:, 2]
    return found


def _products(p: np.ndarray, q: np.ndarray) -> np.ndarray:
    """Return the products of quaternions (n, 4)."""
    w, x, y, z = p.T
    a, b, c, d = q.T
    return np.stack(
        [
            w * a - x * b - y * c - z * d,
            w * b + x * a + y * d - z * c,
            w * c - x * d + y * a + z * b,
            w * d + x * c - y * b + z * a,
        ],
        axis=-1,
    )


def inertia_quat(d: MjData) -> np.ndarray:
    """Return the orientations of inertial frames (nbody, 4)."""
    return _products(d._a_xquat, d._model._a_body_iquat)


def geom_quat(d: MjData) -> np.ndarray:
    """Return the orientations of geoms (ngeom, 4)."""
    m = d._model
    return _products(d._a_xquat[m._a_geom_bodyid], m._a_geom_quat)


def site_quat(d: MjData) -> np.ndarray:
    """Return the orientations of sites (nsite, 4)."""
    m = d._model
    return _products(d._a_xquat[m._a_site_bodyid], m._a_site_quat)


def diagonal(d: MjData) -> np.ndarray:
    """Return the diagonal of A in the approximation that constraint rows use (nefc)."""
    return d.efc_diagApprox.copy()


_FILLS = {"zeros_of": 0, "ones_of": 1, "none_of": -1}


def _rule(row: Derived) -> Rule:
    """Return the function that computes a row from the struct."""
    name, _, other = row.rule.partition(" ")
    if not name:
        empty: Any = 0 if not row.shape else np.zeros(row.shape, row.dtype)
        return lambda struct: empty
    if name == "zeros":
        return lambda struct: np.zeros([getattr(struct._model, size) for size in row.shape], row.dtype)
    if name == "size_of":
        return lambda struct: int(getattr(struct, other).size)
    if name in _FILLS:
        return lambda struct: np.full(len(getattr(struct, other)), _FILLS[name], row.dtype)
    function: Rule = globals()[name]
    return function


def kept_array(struct: Any, name: str, found: np.ndarray) -> np.ndarray:
    """Return the read-only array of a derived field, with these values.

    Reads return one object as long as its shape fits, and the object lives as long as the struct, since programs keep
    weak references to arrays of fields.
    """
    kept: np.ndarray | None = struct.__dict__.get("_derived_" + name)
    if kept is None or kept.shape != found.shape:
        kept = struct.__dict__["_derived_" + name] = found.copy()
    kept.flags.writeable = True
    np.copyto(kept, found)
    kept.flags.writeable = False
    return kept


def _property(row: Derived) -> property:
    rule = _rule(row)

    def get(self: Any) -> Any:
        found = rule(self)
        return kept_array(self, row.name, found) if isinstance(found, np.ndarray) else found

    return property(get, doc=f"{row.meaning}; read-only.")


for _row in DERIVED:
    attach({"MjModel": MjModel, "MjData": MjData}[_row.struct], **{_row.name: _property(_row)})
