"""flexcomp and composite: what they make, what they refuse, and that no count makes them eat memory."""

import time

import numpy as np
import pytest

from gelenk.assets.gmsh import read_gmsh
from gelenk.errors import Error
from gelenk.mjcf.read import from_string
from tests.support.gmsh import gmsh_22, gmsh_41


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
        ('curve="s 0 0" count="2000000000 1 1"', None, "longer"),
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


@pytest.mark.parametrize("kind", ["grid", "box", "ellipsoid", "square", "circle"])
def test_no_count_eats_memory(kind):
    start = time.monotonic()
    assert "count" in problem(flexcomp(f'type="{kind}" dim="3" count="100000 100000 100000"'))
    assert "bodies" in problem(flexcomp('type="grid" dim="3" count="100 100 100"'))
    assert time.monotonic() - start < 30  # it is a question of memory, not of speed


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


@pytest.mark.parametrize("form", [gmsh_41, gmsh_22])
@pytest.mark.parametrize("binary", [False, True])
def test_gmsh_files_cut_short_or_changed_end_in_a_mesh_or_an_error(form, binary):
    good = form(POINTS, [(0, 1, 2, 3)], binary)
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
