"""Bounding volumes: boxes of bodies, flexes and meshes at one level of their BVH.

Documents: Computation / Collision (broad phase); XML reference / visual/rgba (bv, bvactive)
"""

from gelenk.algebra.vec import Mat3, Vec3, add, load3, load9, mat_vec
from gelenk.engine.query.bvh_active import half_sizes
from gelenk.scene.shapes import IDENTITY, Color, add_connector, add_decor, in_group, load_color, set_size
from gelenk.tables.enums import mjtGeom, mjtObj, mjtVisFlag
from gelenk.toolchain.kernel import kernel
from gelenk.toolchain.kernel_types import Data, Model, Scene

STRUT, GRAY = 3.0, (0.5, 0.5, 0.5, 1.0)  # width [pixel] and color of the lines between nodes


@kernel
def at_level(m: Model, s: Scene, node: int, leaf: bool) -> bool:
    """Return whether a node is at the level of the options, or a leaf above that level."""
    depth = m.bvh_depth[node]
    return depth == s.opt.bvh_depth or (leaf and depth < s.opt.bvh_depth)


@kernel
def volume_rgba(d: Data, s: Scene, node: int) -> Color:
    """Return the color of a BVH node: that of visited nodes (bvactive), or of others."""
    if s.vis_global.bvactive != 0 and d.bvh_active[node] != 0:
        return load_color(s.vis_rgba.bvactive)
    return load_color(s.vis_rgba.bv)


@kernel
def add_box(s: Scene, objid: int, pos: Vec3, mat: Mat3, center: Vec3, half: Vec3, rgba: Color) -> None:
    """Add the edges of a box: center and half sizes in the frame (pos, mat)."""
    n = add_decor(
        s, mjtGeom.mjGEOM_LINEBOX, mjtObj.mjOBJ_UNKNOWN, objid, add(pos, mat_vec(mat, center)), mat, rgba
    )
    set_size(s, n, half[0], half[1], half[2])


@kernel
def body_volumes(m: Model, d: Data, s: Scene) -> None:
    """Add the BVH boxes of bodies in inertial frames; leaves are the boxes of geoms."""
    for b in range(m.nbody):
        first = m.body_bvhadr[b]
        if first < 0 or m.body_bvhnum[b] < 1 or first + m.body_bvhnum[b] > m.nbvhstatic:
            continue
        for node in range(first, first + m.body_bvhnum[b]):
            g = m.bvh_nodeid[node]
            if g >= m.ngeom or not at_level(m, s, node, g >= 0):
                continue
            rgba = volume_rgba(d, s, node)
            if g >= 0:
                center, half = load3(m.geom_aabb, g), half_sizes(m.geom_aabb, g)
                add_box(s, node, load3(d.geom_xpos, g), load9(d.geom_xmat, g), center, half, rgba)
            else:
                center, half = load3(m.bvh_aabb, node), half_sizes(m.bvh_aabb, node)
                add_box(s, node, load3(d.xipos, b), load9(d.ximat, b), center, half, rgba)


@kernel
def node_pos(m: Model, d: Data, node: int) -> Vec3:
    """Return the position of a flex node."""
    b = m.flex_nodebodyid[node]
    return add(load3(d.xpos, b), mat_vec(load9(d.xmat, b), load3(m.flex_node, node)))


@kernel
def add_strut(m: Model, d: Data, s: Scene, objid: int, node1: int, node2: int) -> None:
    """Add a line between two flex nodes."""
    add_connector(
        s,
        mjtGeom.mjGEOM_LINE,
        mjtObj.mjOBJ_UNKNOWN,
        objid,
        STRUT,
        node_pos(m, d, node1),
        node_pos(m, d, node2),
        GRAY,
    )


@kernel
def flex_cage(m: Model, d: Data, s: Scene, f: int) -> None:
    """Add lines between adjacent nodes of the lattice of an interpolated flex."""
    order, first = abs(m.flex_interp[f]), m.flex_nodeadr[f]
    a, b, c = order * m.flex_cellnum[f, 0], order * m.flex_cellnum[f, 1], order * m.flex_cellnum[f, 2]
    for node in range((a + 1) * (b + 1) * (c + 1) if order > 0 else 0):
        i, j, k = node // ((b + 1) * (c + 1)), node // (c + 1) % (b + 1), node % (c + 1)
        if i < a:
            add_strut(m, d, s, i, first + node, first + node + (b + 1) * (c + 1))
        if j < b:
            add_strut(m, d, s, i, first + node, first + node + c + 1)
        if k < c:
            add_strut(m, d, s, i, first + node, first + node + 1)


@kernel
def flex_boxes(m: Model, d: Data, s: Scene, f: int) -> None:
    """Add the BVH boxes of a flex, in world axes."""
    first = m.flex_bvhadr[f]
    for node in range(first, first + m.flex_bvhnum[f]):
        if first >= m.nbvhstatic and at_level(m, s, node, m.bvh_nodeid[node] >= 0):
            row = node - m.nbvhstatic
            center, half = load3(d.bvh_aabb_dyn, row), half_sizes(d.bvh_aabb_dyn, row)
            add_box(s, node, (0.0, 0.0, 0.0), IDENTITY, center, half, volume_rgba(d, s, node))


@kernel
def flex_volumes(m: Model, d: Data, s: Scene) -> None:
    """Add the boxes of flexes of visible groups, and the lattices of all."""
    for f in range(m.nflex):
        if in_group(s.opt.flexgroup, m.flex_group[f]):
            flex_boxes(m, d, s, f)
        flex_cage(m, d, s, f)


@kernel
def mesh_boxes(m: Model, d: Data, s: Scene, g: int, mesh: int) -> None:
    """Add the BVH boxes of the mesh of geom ``g``; if nodes are marked, only visited ones."""
    first, all_nodes = m.mesh_bvhadr[mesh], s.vis_global.bvactive == 0
    for node in range(first, first + m.mesh_bvhnum[mesh]):
        if (all_nodes or d.bvh_active[node] != 0) and at_level(m, s, node, m.bvh_nodeid[node] >= 0):
            center, half = load3(m.bvh_aabb, node), half_sizes(m.bvh_aabb, node)
            rgba = volume_rgba(d, s, node)
            add_box(s, node, load3(d.geom_xpos, g), load9(d.geom_xmat, g), center, half, rgba)


@kernel
def octree_cells(m: Model, d: Data, s: Scene, g: int, mesh: int) -> None:
    """Add the octree cells of one level of the mesh of geom ``g``, without leaves above it."""
    first = m.mesh_octadr[mesh]
    for cell in range(first, first + m.mesh_octnum[mesh]):
        if m.oct_depth[cell] == s.opt.bvh_depth:
            center, half = load3(m.oct_aabb, cell), half_sizes(m.oct_aabb, cell)
            rgba = load_color(s.vis_rgba.bv)
            add_box(s, cell, load3(d.geom_xpos, g), load9(d.geom_xmat, g), center, half, rgba)


@kernel
def mesh_volumes(m: Model, d: Data, s: Scene) -> None:
    """Add the BVH boxes of all meshes, then the octree cells of meshes that have an octree.

    As in 3.5.0, a primitive fitted to a mesh shows that mesh, and a height field the mesh of equal id.
    """
    for g in range(m.ngeom):
        mesh = m.geom_dataid[g]
        if 0 <= mesh < m.nmesh and m.mesh_octnum[mesh] == 0:
            mesh_boxes(m, d, s, g, mesh)
    for g in range(m.ngeom):
        mesh = m.geom_dataid[g]
        if 0 <= mesh < m.nmesh and m.mesh_octnum[mesh] > 0:
            octree_cells(m, d, s, g, mesh)


@kernel
def scene_volumes(m: Model, d: Data, s: Scene) -> None:
    """Add the bounding volumes of bodies, and those of flexes and meshes.

    Reads   bvh_active, bvh_aabb_dyn, poses of bodies and geoms
    """
    if s.opt.flags[mjtVisFlag.mjVIS_BODYBVH] != 0:
        body_volumes(m, d, s)
    if s.opt.flags[mjtVisFlag.mjVIS_MESHBVH] != 0:
        flex_volumes(m, d, s)
        mesh_volumes(m, d, s)
