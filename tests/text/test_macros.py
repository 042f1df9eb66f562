"""flexcomp and composite: what they make, what they refuse, and that no count makes them eat memory."""

import numpy as np
import pytest

from gelenk.errors import Error
from gelenk.modeling.assets.binary_formats import read_gmsh
from gelenk.modeling.compiler.compile import compile
from gelenk.modeling.mjcf.read import from_string
from tests.support.gmsh import ELEMENTS, NODES, PLACES, blocks_22, blocks_41, gmsh_22, gmsh_41


def world(inside):
    return f'<mujoco><worldbody>\n<body name="p">{inside}</body></worldbody></mujoco>'


def flexcomp(attributes, inside=""):
    return world(f'<flexcomp name="f" {attributes}>{inside}</flexcomp>')


def cable(attributes, inside='<geom type="capsule" size=".01"/>'):
    return world(f"<composite {attributes}>{inside}</composite>")


def problem(text):
    with pytest.raises(Error) as caught:
        from_string(text)
    assert "<string>:2:" in str(caught.value)
    return str(caught.value)


def test_a_flexcomp_is_a_flex_and_bodies_that_slide():
    spec = from_string(
        flexcomp('type="grid" dim="2" count="3 2 1" mass="6"', '<pin id="0"/><edge equality="true"/>')
    )
    (flex,) = spec.flexes
    assert flex.vertbody == ["p", "f_1", "f_2", "f_3", "f_4", "f_5"]
    assert [len(spec.body(name).joints) for name in flex.vertbody] == [0, 3, 3, 3, 3, 3]
    assert sum(body.mass for body in spec.bodies[2:]) == pytest.approx(5.0)
    assert [equality.name1 for equality in spec.equalities] == ["f"]
    assert spec.body("f_1").where.startswith("<string>:2:")


def test_a_cable_is_a_chain_with_the_lengths_of_its_line():
    spec = from_string(cable('type="cable" prefix="c" vertex="0 0 0 1 0 0 1 2 0 1 2 3" initial="none"'))
    assert [body.name for body in spec.bodies[2:]] == ["cB_first", "cB_1", "cB_last"]
    assert [geom.fromto[3] for geom in spec.geoms] == [1.0, 2.0, 3.0]
    assert [joint.name for joint in spec.joints] == ["cJ_1", "cJ_last"]
    assert [(e.bodyname1, e.bodyname2) for e in spec.excludes] == [("cB_first", "cB_1"), ("cB_1", "cB_last")]


@pytest.mark.parametrize(
    "kind, instead",
    [
        ("particle", "replicate"),
        ("grid", "flexcomp"),
        ("rope", "cable"),
        ("loop", "flexcomp"),
        ("cloth", "flexcomp"),
    ],
)
def test_composite_types_that_were_removed_say_what_to_use(kind, instead):
    text = problem(cable(f'type="{kind}" count="3 1 1"'))
    assert "removed" in text and instead in text


@pytest.mark.parametrize(
    "attributes, inside, word",
    [
        ('curve="s 0 0" count="1"', None, "one-dimensional"),
        ('curve="s 0 0" count="3 2 1"', None, "one-dimensional"),
        ('curve="s 0 0" count="0 1 1"', None, "positive"),
        ('curve="s tan(s) 0" count="3 1 1"', None, "tan(s)"),
        ('curve="s 0 0 0" count="3 1 1"', None, "functions"),
        ('vertex="0 0 0 1 0 0" count="3 1 1"', None, "not both"),
        ('vertex="0 0 0 1"', None, "vertex"),
        ('curve="s 0 0" count="2000000000 1 1"', None, "at most 20000 points"),
        ('curve="s 0 0" count="3 1 1"', "", "capsule or box"),
        ('curve="s 0 0" count="3 1 1"', '<geom type="sphere" size="1"/>', "capsule or box"),
    ],
)
def test_cables_that_there_cannot_be(attributes, inside, word):
    content = {} if inside is None else {"inside": inside}
    assert word in problem(cable(f'type="cable" {attributes}', **content))


@pytest.mark.parametrize(
    "attributes, inside, word",
    [
        ('type="grid" dim="4"', "", "dim"),
        ('type="grid" dim="2" count="3 3 1" mass="0"', "", "mass"),
        ('type="grid" dim="2" count="3 3 1" inertiabox="-1"', "", "inertiabox"),
        ('type="grid" dim="2" count="3 3 1" spacing=".01 .001 .01"', "", "spacing"),
        ('type="grid" dim="2" count="3 0 1"', "", "count"),
        ('type="grid" dim="2" count="3 3 2"', "", "third count"),
        ('type="grid" dim="3" count="3 3 1"', "", "no elements"),
        ('type="box" dim="3" count="3 1 3"', "", "count"),
        ('type="direct" dim="2" point="0 0 0 1 0 0" element="0 1 2"', "", "point id 2"),
        ('type="direct" dim="2" point="0 0 0 1 0" element="0 1 2"', "", "multiple of 3"),
        ('type="direct" dim="2" point="0 0 0 1 0 0" element="0 1"', "", "multiple of dim + 1"),
        ('type="direct" dim="2"', "", "needs point and element"),
        ('type="mesh"', "", "needs a file"),
        ('type="gmsh" file="no.msh"', "", "no.msh"),
        ('type="mesh" file="a.msh"', "", "legacy"),
        ('type="mesh" file="a.obj" dim="3"', "", "origin"),
        ('type="grid" count="3 3 1"', '<edge equality="true"/><elasticity elastic2d="both"/>', "both"),
        ('type="square" count="3 3 1"', '<pin grid="0 0"/>', "type grid"),
        ('type="grid" count="3 3 1" euler="0 0 1" zaxis="0 0 1"', "", "at most one"),
    ],
)
def test_flexcomps_that_there_cannot_be(attributes, inside, word):
    assert word in problem(flexcomp(attributes, inside))


def test_a_flexcomp_needs_a_body_with_a_name():
    text = '<mujoco><worldbody>\n<body><flexcomp name="f" type="grid" count="2 2 1"/></body></worldbody></mujoco>'
    assert "name" in problem(text)


@pytest.mark.timeout(60)
@pytest.mark.parametrize("kind", ["grid", "box", "ellipsoid", "square", "circle"])
def test_no_count_eats_memory(kind):
    assert "count" in problem(flexcomp(f'type="{kind}" dim="3" count="100000 100000 100000"'))
    assert "bodies" in problem(flexcomp('type="grid" dim="3" count="100 100 100"'))


def test_the_plugin_of_a_cable_is_one_instance_for_all_its_bodies():
    name = "mujoco.elasticity.cable"
    plugin = f'<plugin plugin="{name}"><config key="twist" value="1"/></plugin>'
    text = cable(
        'type="cable" prefix="c" vertex="0 0 0 1 0 0 1 2 0"', f'<geom type="capsule" size=".1"/>{plugin}'
    )
    assert "unrecognized plugin" in problem(text)
    spec = from_string(
        text.replace("<worldbody>", f'<extension><plugin plugin="{name}"/></extension><worldbody>')
    )
    assert [body.plugin.name for body in spec.bodies[2:]] == ["compositec"] * 2
    assert [(p.name, p.config) for p in spec.plugins if p.name] == [("compositec", {"twist": "1"})]


POINTS = [(0.0, 0.0, 0.0), (1.0, 0.0, 0.0), (0.0, 1.0, 0.0), (0.0, 0.0, 1.0)]


@pytest.mark.parametrize("form", [gmsh_41, gmsh_22])
@pytest.mark.parametrize("binary", [False, True])
@pytest.mark.parametrize("element", [(0, 3), (1, 2, 3), (3, 1, 0, 2)])
def test_gmsh_files_hold_points_and_elements(form, binary, element):
    points, elements = read_gmsh(form(POINTS, [element], binary))
    np.testing.assert_array_equal(points, POINTS)
    np.testing.assert_array_equal(elements, [element])


@pytest.mark.parametrize("form", [gmsh_41, gmsh_22, blocks_41, blocks_22])
@pytest.mark.parametrize("binary", [False, True])
def test_gmsh_files_cut_short_or_changed_end_in_a_mesh_or_an_error(form, binary):
    good = form(binary=binary) if form in (blocks_41, blocks_22) else form(POINTS, [(0, 1, 2, 3)], binary)
    rng = np.random.default_rng(0)
    files = [good[:k] for k in range(len(good))]
    for _ in range(300):
        bad = bytearray(good)
        bad[rng.integers(len(bad))] = rng.integers(256)
        files.append(bytes(bad))
    for content in files:
        try:
            points, elements = read_gmsh(content)
        except Error:
            continue
        assert elements.min() >= 0 and elements.max() < len(points) <= len(good)


# ---- GMSH files with several blocks, which 3.5.0 refuses


@pytest.mark.parametrize("form", [blocks_41, blocks_22])
@pytest.mark.parametrize("binary", [False, True])
@pytest.mark.parametrize(
    "dim, tags",
    [(None, [7, 3, 12, 5, 900]), (3, [7, 3, 12, 5, 900]), (2, [7, 3, 12, 5, 900]), (1, [7, 3, 4, 12])],
)
def test_elements_of_one_dimension_and_their_nodes_are_taken(form, binary, dim, tags):
    points, elements = read_gmsh(form(binary=binary), dim)
    np.testing.assert_array_equal(points, [PLACES[tag] for tag in tags])
    expected = [member for size, _, block in ELEMENTS if size == (dim or 3) for member in block]
    assert [tuple(tags[i] for i in row) for row in elements] == expected


@pytest.mark.parametrize("form", [blocks_41, blocks_22])
def test_a_file_without_the_dimension_asked_for_gives_the_highest(form):
    surface = [block for block in ELEMENTS if block[0] < 3]
    assert read_gmsh(form(NODES, surface), 3)[1].shape == (5, 3)


OTHER = {
    "quadrilaterals": [(2, 3, [(7, 3, 12, 5)])],
    "triangles and quadrilaterals": [(2, 2, [(7, 3, 12)]), (2, 3, [(7, 3, 12, 5)])],
    "a hexahedron above triangles": [(2, 2, [(7, 3, 12)]), (3, 5, [(7, 3, 12, 5, 900, 4, 7, 3)])],
    "lines of second order": [(1, 8, [(7, 3, 12)])],
}


@pytest.mark.parametrize("name", OTHER)
@pytest.mark.parametrize("form", [blocks_41, blocks_22])
@pytest.mark.parametrize("binary", [False, True])
def test_elements_that_are_not_supported_are_named_with_the_remedy(form, binary, name):
    with pytest.raises(
        Error, match=r"elements of type \d in the GMSH file are not supported; .*order 1, without recomb"
    ):
        read_gmsh(form(NODES, OTHER[name], binary))


def test_elements_below_those_that_are_not_supported_are_taken_if_asked_for():
    points, elements = read_gmsh(blocks_41(NODES, OTHER["a hexahedron above triangles"]), 2)
    assert (len(points), elements.tolist()) == (3, [[0, 1, 2]])


@pytest.mark.parametrize(
    "nodes, elements, says",
    [
        (NODES, [(1, 1, [(7, 8)])], "refers to an unknown node: the file has 6"),
        ([*NODES, (1, 0, [7])], ELEMENTS, "two nodes of the GMSH file have the same number"),
        (NODES, [], "has no elements"),
        (NODES, [(0, 15, [(7,)])], "elements of type 15"),
        ([], ELEMENTS, "node"),
    ],
)
@pytest.mark.parametrize("form", [blocks_41, blocks_22])
def test_a_gmsh_file_whose_numbers_do_not_fit_is_refused(form, nodes, elements, says):
    with pytest.raises(Error, match=says):
        read_gmsh(form(nodes, elements))


@pytest.mark.parametrize("dim, size", [("", 4), ('dim="3"', 4), ('dim="2"', 3), ('dim="1"', 2)])
def test_a_flexcomp_takes_the_elements_of_its_dimension(dim, size):
    flex = f'<flexcomp name="f" type="gmsh" file="volume.msh" radius=".1" {dim}/>'
    m = compile(from_string(f"<mujoco><worldbody>{flex}</worldbody></mujoco>", {"volume.msh": blocks_41()}))
    assert (m.flex_dim[0] + 1, m.nflexelem) == (
        size,
        sum(len(block[2]) for block in ELEMENTS if block[0] == size - 1),
    )


@pytest.mark.parametrize(
    "file, content", [("a.msh", b"solid"), ("b.obj", b"f 0 1 2"), ("c.stl", b""), ("d.ply", b"")]
)
def test_the_error_of_a_file_of_a_flexcomp_names_it(file, content):
    kind = "gmsh" if file.endswith(".msh") else "mesh"
    text = f'<mujoco><worldbody><flexcomp name="f" type="{kind}" file="{file}"/></worldbody></mujoco>'
    with pytest.raises(Error, match=f"file '{file}': "):
        from_string(text, {file: content})
