"""Every rule about the indices of a model is found broken, and told with the field, the place and what is allowed."""

import copy

import numpy as np
import pytest

import gelenk
from gelenk.engine.validation import index_columns
from gelenk.runtime import copy_pickle, index_checks
from gelenk.runtime.index_checks import tables
from gelenk.tables import fields_model
from gelenk.tables.field_groups import MAX_BVH_DEPTH
from gelenk.tables.stages import INDEX
from gelenk.toolchain import library
from gelenk.toolchain.extension import load
from tests.support import models

# one of all that is checked but for an octree, of which tests in plain Python would take long
WHOLE = """<mujoco><asset><mesh name="m" vertex="0 0 0 1 0 0 0 1 0 0 0 1"/>
<hfield name="h" nrow="3" ncol="4" size="1 1 1 1" elevation="0 0 0 0 0 1 1 0 0 0 0 0"/></asset>
<worldbody><geom type="hfield" hfield="h"/><camera name="c" resolution="4 4"/>
<body name="a"><freejoint/><geom name="g" type="mesh" mesh="m"/>{}<site name="s"/>
<body><joint name="i"/><geom name="w" size=".1"/>
<body pos="1 0 0"><joint name="j"/><geom size=".1"/><site name="t"/></body></body>
</body><body><joint name="b" type="ball"/><geom size=".1"/><site name="u"/></body>
<flexcomp name="f" type="grid" dim="2" count="3 3 1" spacing=".1 .1 .1" radius=".02">
<edge equality="vert"/></flexcomp></worldbody>
<deformable><skin vertex="0 0 0 1 0 0 0 1 0 0 0 1" face="0 1 2 1 2 3">
<bone body="a" bindpos="0 0 0" bindquat="1 0 0 0" vertid="0 1 2 3" vertweight="1 1 1 1"/></skin></deformable>
<equality><connect body1="a" anchor="0 0 0"/><joint joint1="i" joint2="j"/></equality>
<tendon><spatial><site site="s"/><geom geom="w" sidesite="u"/><site site="t"/></spatial></tendon>
<actuator><motor joint="i" nsample="3" delay=".01"/><general cranksite="s" slidersite="t" cranklength="1"/>
<general site="s" dyntype="integrator"/></actuator>
<sensor><contact geom1="g" data="found normal"/><rangefinder site="s"/><tactile geom="w" mesh="m"/>
<jointpos joint="i"/><ballquat joint="b"/><framepos objtype="site" objname="s"/><camprojection site="s" camera="c"/>
<clock nsample="3" delay=".01"/></sensor></mujoco>"""
OCTREE = '<geom type="sdf" mesh="m"/>'

CASES = [  # field, which of its numbers, what that becomes, what is said
    ("geom_matid", 2, 0, r"m\.geom_matid\[2\] is 0, which is not in -1 \.\. -1"),
    ("body_rootid", 3, 99, r"m\.body_rootid\[3\] is 99, which is not in 0 \.\. 13"),
    ("body_jntnum", 1, -1, r"m\.body_jntnum\[1\] is -1, which is not in 0 \.\. 31"),
    ("body_jntadr", 1, 31, r"m\.body_jntadr\[1\] is 31, which is not in 0 \.\. 30"),
    ("geom_condim", 1, 5, r"m\.geom_condim\[1\] is 5, which is none of 1, 3, 4, 6"),
    ("eq_objtype", 0, 50, r"m\.eq_objtype\[0\] is 50, which is no mjtObj"),
    ("eq_objtype", 0, -1, r"m\.eq_objtype\[0\] is -1, which is no mjtObj"),
    ("body_parentid", 3, 3, r"m\.body_parentid\[3\] is 3, which is not in 0 \.\. 2"),
    ("dof_parentid", 7, 7, r"m\.dof_parentid\[7\] is 7, which is not in -1 \.\. 6"),
    ("body_treeid", 4, 0, "m.tree_bodynum contradicts m.body_treeid"),
    ("body_treeid", 2, -1, "m.tree_bodynum contradicts m.body_treeid"),
    ("dof_treeid", 8, 0, "m.tree_dofnum contradicts m.dof_treeid"),
    ("tree_bodynum", 3, 0, "m.tree_bodynum contradicts m.body_treeid"),
    ("tree_bodyadr", 0, 2, r"m\.tree_bodyadr\[0\] is 2, which is not in 1 \.\. 1"),
    ("M_rownnz", 0, 0, r"m\.M_rownnz\[0\] is 0, which is not in 1 \.\. 38"),
    ("M_colind", 3, 2, r"m\.M_colind\[\d+\] is 2, which is not on the chain from the root to its dof"),
    ("D_diag", 0, 8, r"m\.D_diag\[0\] is 8, which is not in 0 \.\. 7"),
    ("D_colind", 8, 1, r"m\.D_colind\[8\] is 1: rows of D are not those of the tree of dofs"),
    ("D_colind", 7, 6, r"m\.D_colind\[7\] is 6: rows of D are not those of the tree of dofs"),
    ("jnt_qposadr", 0, 35, r"m\.jnt_qposadr\[0\] is 35, which is not in 0 \.\. 33"),
    ("geom_dataid", 1, -1, r"m\.geom_dataid\[1\] is -1, which is not in 0 \.\. 0"),
    ("eq_obj1id", 1, 31, r"m\.eq_obj1id\[1\] is 31, which is not in 0 \.\. 30"),
    ("eq_obj2id", 0, -1, r"m\.eq_obj2id\[0\] is -1, which is not in 0 \.\. 13"),
    ("wrap_objid", 1, 5, r"m\.wrap_objid\[1\] is 5, which is not in 0 \.\. 4"),
    ("wrap_prm", 1, 3, r"m\.wrap_prm\[1\] is 3\.0, which is not in -1 \.\. 2"),
    ("wrap_prm", 1, np.nan, r"m\.wrap_prm\[1\] is nan, which is not in -1 \.\. 2"),
    ("actuator_trnid", 0, 31, r"m\.actuator_trnid\[0, 0\] is 31, which is not in 0 \.\. 30"),
    ("actuator_trnid", 3, -1, r"m\.actuator_trnid\[1, 1\] is -1, which is not in 0 \.\. 2"),
    ("actuator_trnid", 5, -2, r"m\.actuator_trnid\[2, 1\] is -2, which is not in -1 \.\. 2"),
    ("sensor_objid", 0, 5, r"m\.sensor_objid\[0\] is 5, which is not in 0 \.\. 4"),
    ("sensor_refid", 6, -1, r"m\.sensor_refid\[6\] is -1, which is not in 0 \.\. 0"),
    ("sensor_objtype", 3, 5, r"m\.sensor_objtype\[3\] is 5, which sensors of its type cannot have"),
    ("sensor_objid", 3, 3, "m.sensor_objid has a joint of another type than the sensor needs"),
    ("sensor_objid", 4, 1, "m.sensor_objid has a joint of another type than the sensor needs"),
    ("sensor_dim", 4, 3, r"m\.sensor_dim\[4\] is 3, which sensors of its type cannot have"),
    (
        "sensor_intprm",
        0,
        512,
        r"m\.sensor_intprm\[0\] is 512, 0, 1, which selects a missing field or reduction",
    ),
    ("sensor_intprm", 1, 4, r"m\.sensor_intprm\[0\] is 33, 4, 1, which selects a missing field or reduction"),
    ("sensor_intprm", 2, 3, r"m\.sensor_dim\[0\] is 4, which does not fit what the sensor reports"),
    ("sensor_dim", 1, 0, r"m\.sensor_dim\[1\] is 0, which does not fit what the sensor reports"),
    ("sensor_dim", 2, 9, r"m\.sensor_dim\[2\] is 9, which does not fit what the sensor reports"),
    ("sensor_history", 14, 17, r"m\.sensor_history\[7, 0\] is 17, which is not in 0 \.\. 16"),
    ("sensor_history", 15, 3, r"m\.sensor_history\[7, 1\] is 3, which is not in 0 \.\. 2"),
    ("sensor_historyadr", 7, 9, r"m\.sensor_historyadr\[7\] is 9, which is not in 0 \.\. 8"),
    ("actuator_historyadr", 1, 0, r"m\.actuator_historyadr\[1\] is 0, which is not in -1 \.\. -1"),
    ("hfield_ncol", 0, 5, r"m\.hfield_ncol\[0\] is 5, which is not in 1 \.\. 4"),
    ("hfield_adr", 0, 1, r"m\.hfield_adr\[0\] is 1, which is not in 0 \.\. 0"),
    ("bvh_nodeid", 1, 5, r"m\.bvh_nodeid\[1\] is 5, which is not in -1 \.\. 4"),
    ("bvh_child", 10, 0, r"m\.bvh_child\[5, 0\] is 0, which is not in 1 \.\. 6"),
    ("bvh_child", 10, 7, r"m\.bvh_child\[5, 0\] is 7, which is not in 1 \.\. 6"),
    ("bvh_child", 10, 2, "m.bvh_child: node 2 of a tree is the child of several"),
    ("mesh_face", 4, 4, r"m\.mesh_face\[1, 1\] is 4, which is not in 0 \.\. 3"),
    ("mesh_graphadr", 0, 37, r"m\.mesh_graphadr\[0\] is 37, which is not in 0 \.\. 36"),
    ("mesh_graph", 1, 5, r"m\.mesh_graph\[1\] is 5, which is not in 0 \.\. 4"),
    ("mesh_graph", 25, 0, r"m\.mesh_graph\[25\] is 0, which is not in -1 \.\. -1"),
    ("mesh_polyvertnum", 1, 13, r"m\.mesh_polyvertnum\[1\] is 13, which is not in 0 \.\. 12"),
    ("mesh_polyvertadr", 1, 10, r"m\.mesh_polyvertadr\[1\] is 10, which is not in 0 \.\. 9"),
    ("mesh_polymap", 0, 4, r"m\.mesh_polymap\[0\] is 4, which is not in 0 \.\. 3"),
    ("flex_shellnum", 0, -1, r"m\.flex_shellnum\[0\] is -1, which is not in 0 \.\. 16"),
    ("flex_elemdataadr", 0, 1, r"m\.flex_elemdataadr\[0\] is 1, which is not in 0 \.\. 0"),
    ("flex_elem", 3, 9, r"m\.flex_elem\[3\] is 9, which is not in 0 \.\. 8"),
    ("flex_edge", 3, 9, r"m\.flex_edge\[1, 1\] is 9, which is not in 0 \.\. 8"),
    ("flex_vertedgeadr", 1, 99, r"m\.flex_vertedgeadr\[1\] is 99, which is not in 0 \.\. 2\d"),
    ("flexvert_J_rowadr", 1, -1, r"m\.flexvert_J_rowadr\[0, 1\] is -1, which is not in 0 \.\. \d+"),
    ("flex_interp", 0, 1, r"m\.flex_nodenum\[0\] is 0, which must be 8 as flex_interp says"),
    ("skin_face", 1, 4, r"m\.skin_face\[0, 1\] is 4, which is not in 0 \.\. 3"),
    ("skin_bonevertid", 3, -1, r"m\.skin_bonevertid\[3\] is -1, which is not in 0 \.\. 3"),
]


def whole(more=""):
    return gelenk.MjModel.from_xml_string(WHOLE.format(more))


@pytest.fixture(scope="module")
def model():
    return whole(OCTREE)


@pytest.fixture(scope="module")
def small():
    return whole()


def test_what_has_one_of_all_is_in_range(model):
    index_checks.check(model)
    assert models.ids_out_of_range(model) == []


@pytest.mark.parametrize("name, place, value, said", CASES)
def test_what_is_wrong_is_told_with_its_place_and_range(small, name, place, value, said):
    numbers = getattr(small, "_a_" + name).reshape(-1)
    before = numbers[place]
    numbers[place] = value
    try:
        with pytest.raises(IndexError, match=said):
            index_checks.check(small)
    finally:
        numbers[place] = before


@pytest.mark.parametrize("value", [10**6, -7, 2**31 - 1, -(2**31)])
def test_garbage_in_any_column_whose_numbers_are_followed_is_found(model, value):
    seen = 0
    for f in fields_model.MODEL:
        numbers = getattr(model, "_a_" + f.name).reshape(-1) if f.index not in ("", "#") else ()
        if not len(numbers) or f.name in (
            "flex_nodeadr",
            "mesh_graphadr",
            "jnt_plasticadr",
            "tendon_plasticadr",
            "flex_plasticadr",
        ):
            continue  # no flex has nodes; a mesh need not have a graph; no spring or flex yields
        before = numbers.copy()
        numbers[:] = value
        with pytest.raises(IndexError, match=rf"m\.{f.name}\["):
            index_checks.check(model)
        numbers[:] = before
        seen += 1
    assert seen > 100
    index_checks.check(model)


def test_cells_of_octrees_are_nodes_of_a_tree(model):
    children = model._a_oct_child
    kept = children[0].copy()
    for value, said in (
        (0, r"oct_child\[0, 2\] is 0, which is not in 1 \.\. "),
        (int(kept[0]), "several"),
    ):
        children[0, 2] = value
        with pytest.raises(IndexError, match=said):
            index_checks.check(model)
        children[0] = kept
    index_checks.check(model)


def reported(m, plain):
    """The report on a model by compiled code, or in plain Python."""
    work, found = np.empty(max(m.nv, m.nbvh, m.noct), np.int32), np.empty(index_columns.LENGTH)
    if plain:
        library.python_stage(INDEX["check_model"])(m._view, m._address, *tables(), work, found)
    else:
        load.run_kernel("check_model", m, m._address, *tables(), work, found)
    return found.tolist()


def test_plain_python_reports_the_same(small):
    """Also of numbers whose sums have more than 32 bits."""
    draw, found = np.random.default_rng(0), 0
    names = [f.name for f in fields_model.MODEL if f.dtype == "int32" and f.index not in ("", "#")]
    columns = [a.reshape(-1) for a in (getattr(small, "_a_" + name) for name in names) if a.size]
    values = (-(2**31), -2, -1, 0, 1, 2, 7, 2**31 - 1)
    assert reported(small, True) == reported(small, False) == [0.0] * index_columns.LENGTH
    for _ in range(60):
        column = columns[draw.integers(len(columns))]
        at = draw.integers(column.size)
        before, column[at] = column[at], draw.choice(values)
        plain = reported(small, True)
        assert plain == reported(small, False)
        found += plain[0] != 0
        column[at] = before
    assert 20 < found < 60


def is_tree(children):
    """Whether walks through nodes (n, 2) end, visit each once, and stay within DEEPEST levels, the plain way."""
    parents, level = {}, {0: 0}
    for i, row in enumerate(children.tolist()):
        for child in row:
            if child != -1 and (not i < child < len(children) or child in parents):
                return False
            parents[child] = i
            if i in level:
                level[child] = level[i] + 1
    return max(level.values()) <= MAX_BVH_DEPTH


def test_trees_of_boxes_are_what_a_plain_walk_says_of_them():
    geoms = [f'<geom size=".1" pos="{k} 0 0"/>' for k in range(6)]
    bodies = "".join(f'<body pos="{b} 0 0">{"".join(geoms[: 1 + b])}</body>' for b in range(6))
    m = gelenk.MjModel.from_xml_string(f"<mujoco><worldbody>{bodies}</worldbody></mujoco>")
    draw, counts = np.random.default_rng(0), [0, 0]
    children, leaves = m._a_bvh_child.reshape(-1), m._a_bvh_nodeid
    for _ in range(400):
        column = (children, leaves)[draw.integers(2)]
        at = draw.integers(column.size)
        kept, column[at] = column[at], draw.integers(-2, 12)
        parts = [slice(a, a + n) for a, n in zip(m.body_bvhadr, m.body_bvhnum, strict=True)]
        right = all(is_tree(m._a_bvh_child[part]) for part in parts if part.stop > part.start)
        right &= bool(((leaves >= -1) & (leaves < m.ngeom)).all())
        try:
            index_checks.check(m)
            assert right
        except IndexError:
            assert not right
        counts[right] += 1
        column[at] = kept
    assert min(counts) > 20


def test_boxes_of_bodies_lie_within_those_that_there_are():
    m = copy.copy(models.load("arm"))
    m._slots[index_columns.slot("nbvhstatic")] += 8  # bodies may have these, and there are none
    m._a_body_bvhadr[-1] = m.nbvh + 2
    with pytest.raises(IndexError, match="body_bvhadr"):
        index_checks.check(m)


@pytest.mark.parametrize("size", ["nflex", "nwrap", "nmeshface", "nJfe", "nuser_site"])
def test_sizes_below_zero_are_refused(size):
    state = copy_pickle.model_state(models.load("arm"))
    for value in (-1, -64, -(2**40)):
        with pytest.raises((ValueError, MemoryError)):
            copy_pickle.restore_model({**state[0], size: value}, *state[1:])


YIELDING = """
<mujoco>
  <worldbody>
    <flexcomp name="f" type="grid" count="3 3 1" spacing=".1 .1 .1" dim="2" radius=".01">
      <elasticity young="1e4" poisson=".1" thickness=".01" elastic2d="both" {more}/>
    </flexcomp>
  </worldbody>
</mujoco>
"""


@pytest.mark.parametrize("address", [-1, 1, 10**6, 2**31 - 1])
def test_addresses_of_plastic_strains_leave_room_for_all(address):
    m = gelenk.MjModel.from_xml_string(YIELDING.format(more='yield=".01"'), release="4.0")
    assert m.flex_plasticadr[0] == 0 and m.nplastic == 8 * 3 + 16
    index_checks.check(m)
    m._a_flex_plasticadr[0] = address
    with pytest.raises(IndexError, match=r"m\.flex_plasticadr\["):
        index_checks.check(m)


@pytest.mark.parametrize("mode", [1, 2, 3])
def test_flexes_without_plastic_strains_do_not_yield(mode):
    m = gelenk.MjModel.from_xml_string(YIELDING.format(more=""), release="4.0")
    assert m.nplastic == 0
    m._a_flex_plasticmode[0] = mode
    with pytest.raises(IndexError, match=r"m\.flex_plasticadr\["):
        index_checks.check(m)
