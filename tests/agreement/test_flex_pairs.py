"""Which elements of flexes are compared, and in which order: as 3.5.0, since normals follow the order.

Positions are random, so nothing depends on rounding, except where a test asks for it.
"""

import mujoco
import numpy as np
import pytest

import gelenk

STRATEGIES = ("narrow", "bvh", "sap", "auto")


def loose(dim, count, name="f", contact='selfcollide="none"'):
    """A flex of ``count`` elements that share no vertices."""
    corners = (dim + 1) * count
    points = " ".join(f"{0.01 * i:g} {0.01 * (i * i % 7):g} {0.01 * (i * i % 5):g}" for i in range(corners))
    elements = " ".join(map(str, range(corners)))
    return (
        f'<flexcomp name="{name}" type="direct" dim="{dim}" point="{points}" element="{elements}" radius=".05"'
        f' mass="1"><contact internal="false" {contact}/></flexcomp>'
    )


def scattered(rng, dim, count):
    """Vertices of small elements at random places."""
    centers = 0.15 * rng.normal(size=(count, 1, 3)) * rng.uniform(0.5, 1, 3)
    return (centers + 0.05 * rng.normal(size=(count, dim + 1, 3))).reshape(-1, 3)


def elements_of_contacts(text, vertices, moved=slice(None)):
    """Pairs of elements in the order of the contacts of 3.5.0, and of ours, with the moved vertices in place."""
    pairs = []
    for module in (mujoco, gelenk):
        m = module.MjModel.from_xml_string(f"<mujoco><worldbody>{text}</worldbody></mujoco>")
        d = module.MjData(m)
        d.qpos[:] = (vertices - m.body_pos[m.flex_vertbodyid])[moved].ravel()
        module.mj_forward(m, d)
        pairs.append([tuple(map(int, (*c.flex, *c.elem))) for c in d.contact])
    return pairs


@pytest.mark.parametrize("strategy", STRATEGIES)
@pytest.mark.parametrize("dim", [1, 2, 3])
def test_pairs_of_one_flex_come_in_the_order_of_the_reference(dim, strategy):
    rng = np.random.default_rng(dim)
    for count in (2, 13, 50):
        text = loose(dim, count, contact=f'selfcollide="{strategy}"')
        for _ in range(4):
            theirs, ours = elements_of_contacts(text, scattered(rng, dim, count))
            assert ours == theirs
    assert len(theirs) > 50


@pytest.mark.parametrize("dims", [(1, 1), (1, 2), (2, 3), (3, 3)])
def test_pairs_of_two_flexes_come_in_the_order_of_the_reference(dims):
    rng = np.random.default_rng(7)
    text = loose(dims[0], 20, "a") + loose(dims[1], 20, "b")
    for _ in range(4):
        vertices = np.concatenate([scattered(rng, dim, 20) for dim in dims])
        theirs, ours = elements_of_contacts(text, vertices)
        assert ours == theirs
        assert len(ours) > 20


PINNED = """<flexcomp name="{}" type="grid" dim="{}" count="4 3 {}" spacing=".1 .1 .1" radius=".03" mass="1">
  <pin id="0 3 5 8"/><contact selfcollide="narrow"/></flexcomp>"""


@pytest.mark.parametrize("dim", [2, 3])
def test_elements_that_are_pinned_to_the_same_body_do_not_touch(dim):
    rng = np.random.default_rng(2)
    flexes = PINNED.format("a", dim, dim - 1) + PINNED.format("b", dim, dim - 1)
    text = f"<mujoco><worldbody>{flexes}</worldbody></mujoco>"
    m = gelenk.MjModel.from_xml_string(text)
    vertices = m.body_pos[m.flex_vertbodyid] + 0.1 * rng.normal(size=(m.nflexvert, 3))
    bodies = m.flex_vertbodyid.reshape(2, -1)[:, m.flex_elem[: m.flex_elemnum[0] * (dim + 1)]]
    bodies = bodies.reshape(2, -1, dim + 1)
    moved = m.flex_vertbodyid > 0
    theirs, ours = elements_of_contacts(flexes, vertices, moved)
    assert ours == theirs
    assert len(ours) > 20
    for f1, f2, e1, e2 in ours:
        assert not set(bodies[f1, e1]) & set(bodies[f2, e2])


@pytest.mark.parametrize("apart", [1e-6, 1e-12, 0.0])
def test_elements_that_begin_side_by_side_are_ordered_to_single_precision_then_by_id(apart):
    rng = np.random.default_rng(3)
    count = 12
    vertices = np.zeros((2 * count, 3))
    vertices[:, 1] = np.linspace(0, 0.1, 2 * count)
    vertices[0::2, 0] = 0.5 + apart * rng.permutation(count)
    vertices[1::2, 0] = vertices[0::2, 0] + 0.9
    theirs, ours = elements_of_contacts(loose(1, count, contact='selfcollide="sap"'), vertices)
    assert ours == theirs
    falling = sum(pair[2] > pair[3] for pair in ours)
    assert falling > 10 if apart == 1e-6 else falling == 0


@pytest.mark.parametrize("size", [(1, 1, 1), (1, 0.7, 1), (1, 1, 0.7), (0.7, 1, 1)])
def test_of_equally_long_axes_the_last_is_swept(size):
    vertices = np.array(
        [[0, 0.1, 0.25], [1, 0.2, 1], [0.2, 0, 0.1], [0.9, 1, 0.3], [0.3, 0.5, 0], [0.8, 0.4, 0.7]]
    )
    theirs, ours = elements_of_contacts(
        loose(1, 3, contact='selfcollide="sap"').replace('".05"', '"1"'), vertices * size
    )
    assert ours == theirs
    assert len(ours) == 3


GRIDS = [("1", "7 1 1"), ("2", "5 4 1"), ("2", "9 9 1"), ("3", "3 4 5"), ("3", "6 6 6")]


@pytest.mark.parametrize("dim, count", GRIDS)
def test_trees_of_regular_grids_are_those_of_the_reference(dim, count):
    """Boxes side by side, and axes of equal length: the order is by id, the first axis counts."""
    text = (
        f'<mujoco><worldbody><flexcomp name="f" type="grid" dim="{dim}" count="{count}" spacing=".03 .03 .03"'
        ' radius=".013" mass="1"/></worldbody></mujoco>'
    )
    ref, m = mujoco.MjModel.from_xml_string(text), gelenk.MjModel.from_xml_string(text)
    n = ref.flex_bvhnum[0]
    assert m.flex_bvhnum[0] == n
    for field in ("bvh_child", "bvh_nodeid", "bvh_depth"):
        theirs = getattr(ref, field)[ref.flex_bvhadr[0] :][:n]
        assert (getattr(m, field)[m.flex_bvhadr[0] :][:n] == theirs).all()
