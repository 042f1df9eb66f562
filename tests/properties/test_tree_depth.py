"""Trees of boxes: as deep as the stacks of their walks allow they find all; deeper ones are refused when loaded."""

import numpy as np
import pytest

import gelenk
from gelenk.errors import Error
from gelenk.runtime import binary_model, index_checks
from gelenk.tables import fields_scratch
from gelenk.tables.field_groups import MAX_BVH_DEPTH

FACES = MAX_BVH_DEPTH + 1
angles = np.linspace(0, 2 * np.pi, FACES // 2, endpoint=False)
RING = [*(f"{np.cos(a)} {np.sin(a)} 0" for a in angles), "0 0 -.5", "0 0 1"]
CONE = [
    f"{k} {(k + 1) % len(angles)} {tip}" if tip > FACES // 2 else f"{(k + 1) % len(angles)} {k} {tip}"
    for k in range(len(angles))
    for tip in (FACES // 2, FACES // 2 + 1)
]
MESH = f"""<mujoco><asset><mesh name="m" vertex="{" ".join(RING)}" face="{" ".join(CONE)}"/></asset>
<worldbody><geom type="mesh" mesh="m"/></worldbody></mujoco>"""
SHEET = """<mujoco><worldbody><flexcomp name="f" type="grid" dim="2" count="9 5 1" spacing=".1 .1 .1" radius=".02">
<contact selfcollide="{}" internal="false"/></flexcomp></worldbody></mujoco>"""
SOFT = """<mujoco><worldbody><flexcomp name="f" type="grid" dim="3" count="3 3 3" spacing=".1 .1 .1" dof="trilinear">
<contact selfcollide="none" internal="false"/></flexcomp>
</worldbody></mujoco>"""


def degenerate(m, adr, count):
    """Make the tree at ``adr`` a chain: each inner node has a leaf and the rest."""
    child, item = m._a_bvh_child[adr : adr + count], m._a_bvh_nodeid[adr : adr + count]
    leaves = count // 2 + 1
    child[:], item[:] = -1, -1
    for k in range(leaves - 1):
        child[2 * k] = 2 * k + 1, 2 * k + 2
        item[2 * k + 1] = k
    item[-1] = leaves - 1
    if adr < m.nbvhstatic:
        m._a_bvh_aabb[adr : adr + count] = m._a_bvh_aabb[adr]
    return leaves - 1


def test_rays_meet_all_triangles_of_the_deepest_tree():
    m = gelenk.MjModel.from_xml_string(MESH)
    d = gelenk.MjData(m)
    gelenk.mj_forward(m, d)
    rng = np.random.default_rng(0)
    rays = [
        (3 * v, w - 3 * v) for v, w in zip(rng.normal(size=(50, 3)), rng.normal(size=(50, 3)), strict=True)
    ]
    before = [gelenk.mj_ray(m, d, p, v, None, 1, -1, None) for p, v in rays]
    assert degenerate(m, int(m.mesh_bvhadr[0]), int(m.mesh_bvhnum[0])) == MAX_BVH_DEPTH
    index_checks.check(m)
    assert [gelenk.mj_ray(m, d, p, v, None, 1, -1, None) for p, v in rays] == before
    assert sum(x > 0 for x in before) > 10


@pytest.mark.parametrize("kind", ["narrow", "bvh"])
def test_cloth_meets_itself_all_over_with_the_deepest_tree(kind):
    found = []
    for chain in (False, True):
        m = gelenk.MjModel.from_xml_string(SHEET.format(kind))
        assert m.flex_elemnum[0] == FACES
        if chain:
            assert degenerate(m, int(m.flex_bvhadr[0]), int(m.flex_bvhnum[0])) == MAX_BVH_DEPTH
            index_checks.check(m)
        d = gelenk.MjData(m)
        d.qpos[:] = 0.05 * np.random.default_rng(1).normal(size=m.nq)  # crumpled
        gelenk.mj_forward(m, d)
        found.append(sorted(np.sort(d.contact.elem, axis=1).tolist()))
    assert found[0] == found[1]
    assert len(found[0]) > 20


def test_the_stacks_hold_what_the_deepest_tree_needs():
    size = {f.name: f.shape[0] for f in fields_scratch.SCRATCH}
    assert size["ray_stack"] >= MAX_BVH_DEPTH + 1
    assert size["pair_stack"] >= 2 * MAX_BVH_DEPTH + 1
    assert size["share_body"] == size["share"] == size["share_dof"] >= 2 * 27  # nodes of two quadratic flexes


def refused(m, match):
    with pytest.raises(IndexError, match=match):
        index_checks.check(m)
    with pytest.raises(Error, match=match):
        binary_model.from_bytes(binary_model.to_bytes(m))


def test_deeper_trees_and_nodes_with_two_parents_are_refused():
    m = gelenk.MjModel.from_xml_string(MESH)
    child = m._a_bvh_child[int(m.mesh_bvhadr[0]) :]
    child[: int(m.mesh_bvhnum[0])] = -1
    child[: MAX_BVH_DEPTH + 1, 0] = np.arange(1, MAX_BVH_DEPTH + 2)
    refused(m, f"bvh_child: a tree has {MAX_BVH_DEPTH + 1} levels under its root, at most {MAX_BVH_DEPTH}")
    child[1:] = -1
    child[0] = 1, 1
    refused(m, "node 1 of a tree is the child of several")


def test_interpolated_flexes_have_the_nodes_of_their_order():
    m = gelenk.MjModel.from_xml_string(SOFT)
    index_checks.check(m)
    m._a_flex_nodenum[0] = 7
    refused(m, r"flex_nodenum\[0\] is 7, which must be 8")
