"""Flex columns (flex_*) of a model, and the sparsity of the Jacobians of flexes.

Documents: XML reference / deformable/flex; Modeling / Deformable objects; XML reference / equality/flex; Modeling /
MJModel (sparse Jacobians)

Columns of a model are the concatenated tables of all flexes, made from vertices, bodies and elements.

The sparsity is that of the Jacobians of flex edges and vertices; data of flexvert constraints come with it.
"""

from __future__ import annotations

import numpy as np

from gelenk.algebra.portable_arrays import inverse
from gelenk.modeling.compiler.aabb_tree import build_box_tree
from gelenk.modeling.compiler.build import Build
from gelenk.modeling.compiler.flex import rods
from gelenk.modeling.compiler.flex.elasticity import (
    STRAIN_CONSTRAINT,
    Material,
    bending,
    element_stiffness,
    interpolated_stiffness,
    mode_columns,
    plastic_number,
)
from gelenk.modeling.compiler.flex.flex import (
    BEND,
    STRETCH,
    Flex,
    Sides,
    edges_at_vertices,
    read_flex,
    world_poses,
)
from gelenk.modeling.compiler.geoms import visual_id
from gelenk.modeling.compiler.spec_columns import column, distinct, starts, starts_or_none
from gelenk.tables.api_enums import mjtEq
from gelenk.tables.enums import mjtObj
from gelenk.tables.releases import R4_0

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
    """Return the dofs that move each edge, and those that move each vertex or its neighbors."""
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

    d is the offset from the vertex to a neighbor at rest, projected to the plane.
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


# Columns of flexes

EDGE_CONSTRAINT = {  # flex_edgeequality
    int(mjtEq.mjEQ_FLEX): 1,
    int(mjtEq.mjEQ_FLEXVERT): 2,
    int(mjtEq.mjEQ_FLEXSTRAIN): STRAIN_CONSTRAINT,
}
BENDS, STRETCHES = 1, 2  # bits of flex_plasticmode
THICKNESS = 6  # element of flex_stiffness
FLAT_EXTENT = 1e-12  # extent of a box along an axis that counts as zero [m]


def compile_flexes(build: Build) -> None:
    """Fill flex_* and related columns, except for the constants of qpos0."""
    els = build.register(mjtObj.mjOBJ_FLEX, build.spec.flexes)
    poses = world_poses(build)
    flexes = [read_flex(build, el, poses) for el in els]
    plain_columns(build, els)
    material_columns(build, flexes)
    for f, flex in enumerate(flexes):
        rods.set_radius(flex, f)
    geometry_columns(build, flexes)
    topology_columns(build, flexes)
    elastic_columns(build, flexes)
    mode_columns(build, flexes)
    jacobian_columns(build, flexes)
    plastic_columns(build, flexes)
    build.sizes.update(nflex=len(flexes))


def plain_columns(build: Build, els: list) -> None:
    """Fill the columns that are copied from attributes."""
    constraint = {}
    for equality in build.spec.equalities:
        if int(equality.type) in EDGE_CONSTRAINT:
            constraint[equality.name1] = EDGE_CONSTRAINT[int(equality.type)]
    names = (
        "contype",
        "conaffinity",
        "condim",
        "priority",
        "group",
        "selfcollide",
        "activelayers",
        "dim",
        "passive",
    )
    build.set_fields(
        **{f"flex_{name}": column(els, name, 0, np.int32) for name in names},
        **{f"flex_{name}": column(els, name) for name in ("solmix", "margin", "gap", "radius", "damping")},
        **{f"flex_{name}": column(els, name) for name in ("edgestiffness", "edgedamping")},
        **{f"flex_{name}": column(els, name, 0, np.uint8) for name in ("internal", "flatskin")},
        flex_solref=column(els, "solref", 2),
        flex_solimp=column(els, "solimp", 5),
        flex_friction=column(els, "friction", 3),
        flex_rgba=column(els, "rgba", 4, np.float32),
        flex_edgeequality=[constraint.get(el.name, 0) for el in els],
    )


def names_of_materials(flex: Flex) -> list[str]:
    """Return the names of the materials of a flex: none, one, or one for each element.

    A list of empty names, which discardvisual leaves, counts as none.
    """
    try:
        found: list[str] = flex.el._fields["material"].names(flex.el)
    except TypeError as error:
        flex.fail(str(error), "material")
    return found if any(found) else []


def material_columns(build: Build, flexes: list[Flex]) -> None:
    """Fill flex_matid, and flex_elemmatid where the materials of elements differ."""
    common, single = [], []
    for flex in flexes:
        names, count = names_of_materials(flex), len(flex.elem)
        if len(names) > 1 and build.release < R4_0:
            flex.fail(
                f"{len(names)} materials, but those of single elements came in release 4.0",
                "material",
                'name one, or read the model with release="4.0"',
            )
        if len(names) not in (0, 1, count):
            flex.fail(
                f"{len(names)} materials for {count} elements",
                "material",
                f"name one material for all elements, or {count}, one for each",
            )
        known = {
            name: visual_id(build, mjtObj.mjOBJ_MATERIAL, name, flex.el, "material")
            for name in dict.fromkeys(names)
        }
        mixed = len(set(known.values())) > 1
        common.append(-1 if mixed or not names else known[names[0]])
        single.append([known[name] for name in names] if mixed else np.full(count, -1))
    build.set_fields(flex_matid=common, flex_elemmatid=flat(single))


def corner_texcoords(flex: Flex) -> np.ndarray:
    """Return indices of the texture coordinates at element corners (default: the vertices).

    As in 3.5.0, indices of solids are in the order of the elements in the text, three for each element.
    """
    el = flex.el
    if len(el.elemtexcoord):
        return np.array(el.elemtexcoord, int)
    if not len(el.texcoord):
        return flex.elem
    written = np.array(el.elem, int)
    written[3 * len(flex.elem) :] = 0
    return written


def geometry_columns(build: Build, flexes: list[Flex]) -> None:
    """Fill vertices, nodes, elements, rest positions and texture coordinates."""
    size, scaled = [], []
    for flex in flexes:
        used = flex.rest[distinct(flex.elem)]
        low, high = used.min(axis=0), used.max(axis=0)
        size.append(0.5 * (high - low))
        width = np.where(high - low > FLAT_EXTENT, high - low, 1.0)
        scaled.append(np.where(high - low > FLAT_EXTENT, (flex.rest - low) / width, 0.5))
    texcoord = [np.array(flex.el.texcoord, np.float32).reshape(-1, 2) for flex in flexes]
    corners = [corner_texcoords(flex) for flex in flexes]
    vertnum, nodenum = [len(f.vert) for f in flexes], [len(f.node) for f in flexes]
    elemnum, texnum = [len(f.elem) for f in flexes], [len(t) for t in texcoord]
    build.set_fields(
        flex_interp=[-f.order if f.is_shell else f.order for f in flexes],
        flex_rigid=[f.is_rigid for f in flexes],
        flex_centered=[f.is_centered for f in flexes],
        flex_size=rows(size, 3),
        flex_vert=rows([f.vert for f in flexes], 3),
        flex_vert0=rows(scaled, 3),
        flex_vertbodyid=flat([np.full(len(f.vert), -1) if f.order else f.body for f in flexes]),
        flex_vertadr=starts(vertnum),
        flex_vertnum=vertnum,
        flex_node=rows([f.node for f in flexes], 3),
        flex_node0=rows([f.node0 for f in flexes], 3),
        flex_nodebodyid=flat([f.nodebody for f in flexes]),
        flex_nodeadr=starts(nodenum),
        flex_nodenum=nodenum,
        flex_elem=flat([f.elem for f in flexes]),
        flex_elemadr=starts(elemnum),
        flex_elemnum=elemnum,
        flex_elemdataadr=starts([f.elem.size for f in flexes]),
        flex_elemtexcoord=flat(corners),
        flex_texcoord=rows(texcoord, 2),
        flex_texcoordadr=starts_or_none(texnum),
    )
    build.sizes.update(
        nflexvert=sum(vertnum),
        nflexnode=sum(nodenum),
        nflexelem=sum(elemnum),
        nflexelemdata=sum(f.elem.size for f in flexes),
        nflextexcoord=sum(texnum),
    )


def topology_columns(build: Build, flexes: list[Flex]) -> None:
    """Fill edges, shells, layers, self-collision pairs and AABB trees."""
    shells, layers, pairs, flaps, rigid, trees = [], [], [], [], [], []
    for flex in flexes:
        sides = Sides(flex.elem)
        shells.append(sides.verts[sides.on_border()])
        layers.append(sides.layers(len(flex.elem)) if flex.dim == 3 else np.zeros(len(flex.elem), int))
        pairs.append(sides.element_vertex_pairs() if flex.dim < 3 else np.zeros((0, 2), int))
        flaps.append(flex.flaps)
        rigid.append(flex.edge_rigid)
        active = np.flatnonzero(layers[-1] < int(flex.el.activelayers) if flex.dim == 3 else layers[-1] == 0)
        corners = flex.rest[flex.elem[active]]
        tree = build_box_tree(corners.min(axis=1), corners.max(axis=1))
        trees.append(tree._replace(item=np.append(active, -1)[tree.item]))
    edgenum, pairnum = [len(f.edge) for f in flexes], [len(p) for p in pairs]
    shellnum = [len(s) for s in shells]
    build.set_fields(
        flex_edge=rows([f.edge for f in flexes], 2),
        flex_edgeadr=starts(edgenum),
        flex_edgenum=edgenum,
        flex_edgeflap=rows(flaps, 2),
        flex_elemedge=flat([f.elemedge for f in flexes]),
        flex_elemedgeadr=starts([f.elemedge.size for f in flexes]),
        flex_elemlayer=flat(layers),
        flex_shell=flat(shells),
        flex_shelldataadr=starts_or_none([s.size for s in shells]),
        flex_shellnum=shellnum,
        flex_evpair=rows(pairs, 2),
        flex_evpairadr=starts_or_none(pairnum),
        flex_evpairnum=pairnum,
        flexedge_rigid=flat(rigid),
    )
    build.sizes.update(
        nflexedge=sum(edgenum),
        nflexelemedge=sum(f.elemedge.size for f in flexes),
        nflexshelldata=sum(s.size for s in shells),
        nflexevpair=sum(pairnum),
    )
    tree_columns(build, trees)


def tree_columns(build: Build, trees: list) -> None:
    """Append the AABB trees of flexes to bvh_*; MjData holds their boxes, which move."""
    arrays, sizes = build.arrays, build.sizes
    first = sizes["nbvh"]
    num = [len(tree.depth) for tree in trees]
    for name in ("child", "depth", "nodeid"):
        columns = [tree.item if name == "nodeid" else getattr(tree, name) for tree in trees]
        arrays[f"bvh_{name}"] = np.concatenate([arrays[f"bvh_{name}"], *columns])
    build.set_fields(flex_bvhadr=[first + a for a in starts(num)], flex_bvhnum=num)
    sizes.update(nbvh=first + sum(num), nbvhstatic=first, nbvhdynamic=sum(num))


def elastic_columns(build: Build, flexes: list[Flex]) -> None:
    """Fill element stiffness and edge bending."""
    stiffness, bends = [], []
    for flex in flexes:
        el = flex.el
        material = Material(float(el.young), float(el.poisson), float(el.thickness), build.release)
        table, bend = np.zeros((len(flex.elem), 21)), np.zeros((len(flex.edge), 17))
        if flex.order and build.release >= R4_0:
            pass  # these flexes have modes instead (mode_columns in elasticity.py)
        elif el.young > 0.0 and flex.order:
            table = interpolated(flex, material)
        elif el.young > 0.0 and (
            flex.dim == 3 or (flex.dim == 2 and el.elastic2d & STRETCH and el.thickness > 0.0)
        ):
            table = element_stiffness(flex.rest, flex.elem, material)
        if el.young > 0.0 and flex.dim == 2 and el.elastic2d & BEND and not flex.order:
            # before 4.0, the coefficients of both vertices are exchanged if a triangle has the edge in the opposite
            # direction
            edges = flex.edge if material.is_consistent else flex.directed
            bend = bending(flex.rest, edges, flex.flaps, material)
        if rods.is_rod(flex):
            bend = rods.rod_rows(flex)
        stiffness.append(table)
        bends.append(bend)
    build.set_fields(flex_stiffness=rows(stiffness, 21), flex_bending=rows(bends, 17))


def plastic_columns(build: Build, flexes: list[Flex]) -> None:
    """Fill flex_yield, flex_plasticmode and flex_plasticadr; count plastic strains.

    If bending of a flex yields, value THICKNESS of the first element's stiffness holds the thickness for the engine.
    """
    total, modes, addresses = build.sizes["nplastic"], [], []
    for flex in flexes:
        stretch, bend = (value > 0.0 for value in flex.el.stressyield)
        cells = bool(flex.order) and build.release >= R4_0
        stretch &= flex.is_elastic and (cells or flex.dim == 3 or bool(flex.el.elastic2d & STRETCH))
        bend &= flex.is_elastic and bool(flex.el.elastic2d & BEND)
        modes.append((BENDS if bend else 0) | (STRETCHES if stretch else 0))
        frames = rods.plastic_size(flex)
        addresses.append(total if modes[-1] or frames else -1)
        total += frames
        strains = plastic_number(flex) if cells else flex.dim * (flex.dim + 1) // 2 * len(flex.elem)
        total += strains if stretch else 0
        total += len(flex.edge) if bend else 0
        if bend:
            build.arrays["flex_stiffness"][
                sum(len(f.elem) for f in flexes[: len(addresses) - 1]), THICKNESS
            ] = flex.el.thickness
    build.set_fields(
        flex_yield=rows([flex.el.stressyield for flex in flexes], 2),
        flex_plasticmode=modes,
        flex_plasticadr=addresses,
    )
    build.sizes["nplastic"] = total


def interpolated(flex: Flex, material: Material) -> np.ndarray:
    """Return the stiffness matrix of all nodes, stored in the rows of the elements.

    It is the stiffness of the box whose opposite corners are the first and the last node.
    """
    table = np.zeros((len(flex.elem), 21))
    numbers = (3 * len(flex.node)) ** 2
    if table.size < numbers:
        flex.fail(
            f"interpolation with {len(flex.node)} nodes needs at least {-(-numbers // 21)} elements for its stiffness",
            None,
            "make the elements smaller",
        )
    size = flex.node0[-1] - flex.node0[0]
    if (np.abs(size) <= FLAT_EXTENT).any():
        flex.fail("an interpolated flex with elasticity must have an extent along all three axes")
    table.reshape(-1)[:numbers] = interpolated_stiffness(size, flex.order, material).reshape(-1)
    return table
