"""Sparsity of the Jacobians of flex edges and vertices; data of flexvert constraints.

Documents: XML reference / equality/flex; Modeling / MJModel (sparse Jacobians)

Columns of a model are the concatenated tables of all flexes.
"""

from __future__ import annotations

import numpy as np

from gelenk.algebra.portable_arrays import inverse
from gelenk.modeling.compiler.build import Build
from gelenk.modeling.compiler.flex.flex import Flex
from gelenk.modeling.compiler.flex.topology import edges_at_vertices

VERTEX_CONSTRAINT = 2  # flex_edgeequality
SAME_PLANE = 1e-12  # largest difference of heights in one plane [m]


def jacobian_columns(build: Build, flexes: list[Flex]) -> None:
    """Fill flexedge_J_*, flexvert_J_* (sparsity) and vertex data of flexvert constraints."""
    chains = dof_chains(build)
    edge_rows: list[list[int]] = []
    vert_rows: list[list[int]] = []
    vertedge: list[int] = []
    vertedgeadr, vertedgenum, metric = [], [], []
    nJfe = nJfv = 0
    equality = build.arrays["flex_edgeequality"]
    for flex, kind in zip(flexes, equality, strict=True):
        el = flex.el
        if flex.order or flex.is_rigid:
            edges: list[list[int]] = [[] for _ in flex.edge]
            verts: list[list[int]] = [[] for _ in flex.vert]
        else:
            edges, verts = moving_dofs(flex, chains)
        nJfe += sum(map(len, edges))
        nJfv += sum(map(len, verts))
        used = kind or el.edgedamping or el.edgestiffness or el.damping
        edge_rows += edges if used else [[] for _ in edges]
        by_vertex = kind == VERTEX_CONSTRAINT and flex.dim == 2
        vert_rows += verts if by_vertex else [[] for _ in verts]
        if by_vertex:
            incident, counts = edges_at_vertices(flex.edge, len(flex.vert))
            vertedgeadr.append(len(vertedge) + np.cumsum(counts) - counts)
            vertedgenum.append(counts)
            metric.append(vertex_metric(build, flex))
            vertedge += incident.tolist()
        else:
            vertedgeadr.append(np.zeros(len(flex.vert), int))
            vertedgenum.append(np.zeros(len(flex.vert), int))
            metric.append(np.zeros((len(flex.vert), 4)))
    vertedge += [0] * (2 * len(edge_rows) - len(vertedge))
    two = [row for row in vert_rows for _ in range(2)]
    build.set_fields(
        flex_vertedge=vertedge,
        flex_vertedgeadr=flat(vertedgeadr),
        flex_vertedgenum=flat(vertedgenum),
        flex_vertmetric=rows(metric, 4),
        **sparse_rows("flexedge_J", edge_rows, nJfe),
        **sparse_rows("flexvert_J", two, 2 * nJfv),
    )
    build.sizes.update(nJfe=nJfe, nJfv=nJfv)


def dof_chains(build: Build) -> list[list[int]]:
    """Return for every body the dofs that move it, ascending."""
    arrays = build.arrays
    chains: list[list[int]] = []
    for part, adr, num in zip(build.body_parts, arrays["body_dofadr"], arrays["body_dofnum"], strict=True):
        above = chains[part.body.id] if part.body else []
        chains.append(above + list(range(adr, adr + num)) if num else above)
    return chains


def moving_dofs(flex: Flex, chains: list[list[int]]) -> tuple[list[list[int]], list[list[int]]]:
    """Return the dofs of both ends of every edge, and of every vertex and its neighbors."""
    body = flex.body.tolist()
    edges = []
    around: list[set[int]] = [{b} for b in body]
    for a, b in flex.edge.tolist():
        edges.append(merged(chains, {body[a], body[b]}))
        around[a].add(body[b])
        around[b].add(body[a])
    return edges, [merged(chains, bodies) for bodies in around]


def merged(chains: list[list[int]], bodies: set[int]) -> list[int]:
    return sorted({dof for b in bodies for dof in chains[b]})


def vertex_metric(build: Build, flex: Flex) -> np.ndarray:
    """Return (n, 4): inverse of the sum over neighbors of mass d d', 0 where singular.

    d is the offset of a neighbor in the plane at rest.
    """
    if np.ptp(flex.rest[:, 2]) > SAME_PLANE:
        flex.fail("the vertices of a flex with a flexvert constraint must lie in one horizontal plane")
    mass = np.array([part.mass for part in build.body_parts])[flex.body]
    total = np.zeros((len(flex.vert), 2, 2))
    for one, other in ((0, 1), (1, 0)):
        here, there = flex.edge[:, one], flex.edge[:, other]
        d = (flex.rest[there] - flex.rest[here])[:, :2]
        np.add.at(total, here, mass[there][:, None, None] * d[:, :, None] * d[:, None, :])
    good = np.abs(total[:, 0, 0] * total[:, 1, 1] - total[:, 0, 1] * total[:, 1, 0]) > 1e-15
    metric = np.zeros_like(total)
    metric[good] = inverse(total[good])
    return metric.reshape(-1, 4)


def sparse_rows(name: str, lists: list[list[int]], size: int) -> dict[str, np.ndarray]:
    """Return rownnz, rowadr and colind (padded to `size`) of rows of column indices."""
    num = np.array([len(row) for row in lists], int)
    columns = np.zeros(size, int)
    packed = [dof for row in lists for dof in row]
    columns[: len(packed)] = packed
    return {
        f"{name}_rownnz": num,
        f"{name}_rowadr": np.cumsum(num) - num,
        f"{name}_colind": columns,
    }


def rows(tables: list, width: int) -> np.ndarray:
    """Return tables of rows concatenated, (n, width)."""
    return np.concatenate([np.zeros((0, width)), *(np.asarray(t).reshape(-1, width) for t in tables)])


def flat(tables: list) -> np.ndarray:
    """Return the integers of all tables concatenated."""
    return np.concatenate([np.zeros(0, int), *(np.asarray(t, int).reshape(-1) for t in tables)])
