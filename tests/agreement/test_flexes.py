"""Flexes, flexcomp and composite compile as the reference does, field by field, or neither compiles.

Tolerance: sums of a few hundred products in another order, 1e-9 of the largest number of a field.
"""

import re

import numpy as np
import pytest

import gelenk
from gelenk.errors import Error
from gelenk.modeling.compiler import compile as compiler
from gelenk.modeling.mjcf.read import from_file, from_string
from gelenk.tables.field_rows import FIRST
from gelenk.tables.fields_model import MODEL
from tests.support.gmsh import gmsh_22, gmsh_41
from tests.support.tolerance import tol

mujoco = pytest.importorskip("mujoco")

OTHERS = {"flexvert_J_rowadr"}  # a layout that is ours to choose
FIELDS = [
    f.name for f in MODEL if f.shape and f.dtype != "char" and f.name not in OTHERS and f.since == FIRST
]
STATISTICS = ("center", "extent", "meaninertia", "meanmass", "meansize")


def agree(ours, reference, tolerance=1e-9):
    for name in FIELDS:
        a, b = np.asarray(getattr(ours, name), float), np.asarray(getattr(reference, name), float)
        assert a.shape == b.shape, name
        scale = max(1e-3, np.abs(b).max(initial=0.0))
        np.testing.assert_allclose(a, b, rtol=0, atol=tolerance * scale, err_msg=name)
    for name in STATISTICS:
        a, b = getattr(ours.stat, name), getattr(reference.stat, name)
        np.testing.assert_allclose(a, b, rtol=tolerance, atol=tolerance, err_msg=name)
    assert ours.names == reference.names


def same(text, tolerance=1e-9):
    agree(compiler.compile(from_string(text)), mujoco.MjModel.from_xml_string(text), tolerance)


def refused(text, *words):
    with pytest.raises(ValueError):
        mujoco.MjModel.from_xml_string(text)
    with pytest.raises(Error) as caught:
        compiler.compile(from_string(text))
    assert "<string>:" in str(caught.value)
    for word in words:
        assert word in str(caught.value)


def flexcomp(attributes, inside="", around='<body name="p" pos=".1 .2 1" euler="10 20 30">'):
    inner = f'<flexcomp name="f" {attributes}>{inside}</flexcomp>'
    return f"<mujoco><worldbody>{around}{inner}</body></worldbody></mujoco>"


NO_SELF = '<contact selfcollide="none"/>'
POINTS = 'point="0 0 0 .1 0 0 0 .1 0 0 0 .1 .1 .1 .1"'
SHAPES = [
    'type="grid" dim="1" count="4 1 1"',
    'type="grid" dim="2" count="4 3 1"',
    'type="grid" dim="3" count="3 4 3"',
    'type="square" count="4 3 1"',
    'type="disc" count="5 4 1"',
    'type="circle" dim="1" count="6 1 1"',
    'type="box" dim="2" count="3 4 3"',
    'type="box" dim="3" count="3 4 3"',
    'type="cylinder" dim="2" count="4 4 3"',
    'type="cylinder" dim="3" count="4 4 3"',
    'type="ellipsoid" dim="2" count="3 3 4"',
    'type="ellipsoid" dim="3" count="3 3 4"',
    f'type="direct" dim="1" {POINTS} element="0 1 1 2 2 4"',
    f'type="direct" dim="2" {POINTS} element="0 1 2 1 2 4 1 0 3" scale="1 2 3"',
    f'type="direct" dim="3" {POINTS} element="0 1 2 3 4 1 2 3"',
]


@pytest.mark.parametrize("shape", SHAPES)
def test_points_elements_and_bodies_of_every_type(shape):
    same(flexcomp(shape + ' mass="3" inertiabox=".01" pos="1 2 3" euler="40 50 60"'))
    same(flexcomp(shape + ' rigid="true"'))


@pytest.mark.parametrize("shape", [s for s in SHAPES if "ellipsoid" in s or "box" in s])
def test_radial_dofs(shape):
    same(flexcomp(shape + ' dof="radial"', '<edge equality="true" solref=".04 1"/>'))


INTERPOLATED = [("trilinear", "4 4 4"), ("quadratic", "6 5 6")]
PINNED_SOLID = NO_SELF + '<elasticity young="50" poisson=".3"/><pin id="0 3"/>'


@pytest.mark.parametrize("dof, count", INTERPOLATED)
def test_interpolated_dofs(dof, count):
    grid = f'type="grid" dim="3" count="{count}" dof="{dof}"'
    same(flexcomp(grid, PINNED_SOLID, '<body name="p" pos=".1 .2 1">'))
    refused(flexcomp(grid), "self-collision")
    refused(flexcomp(grid, '<contact selfcollide="none" internal="true"/>'), "internal")


@pytest.mark.parametrize("dof, count", INTERPOLATED)
def test_interpolated_dofs_in_a_turned_body_keep_the_box_of_the_level_one(dof, count):
    """3.5.0 takes the box along the axes of the world: there the body is not at rest at qpos0."""
    grid = f'type="grid" dim="3" count="{count}" dof="{dof}"'
    turned = '<body name="p" pos=".1 .2 1" euler="10 20 30">'
    m = compiler.compile(from_string(flexcomp(grid, PINNED_SOLID, turned)))
    ref = mujoco.MjModel.from_xml_string(flexcomp(grid, PINNED_SOLID, '<body name="p">'))
    for name in ("flex_vert0", "flex_size", "flex_stiffness"):
        np.testing.assert_allclose(getattr(m, name), getattr(ref, name), atol=tol(1e-9), err_msg=name)
    np.testing.assert_allclose(np.ptp(m.flex_node0, axis=0), np.ptp(ref.flex_node0, axis=0), atol=tol(1e-12))


def test_interpolation_needs_elements_to_keep_its_stiffness():
    small = 'type="grid" dim="3" count="2 2 2" dof="trilinear"'
    refused(flexcomp(small, NO_SELF + '<elasticity young="50"/>'), "28 elements")


@pytest.mark.parametrize("pin", ['id="0 2"', 'range="0 2 5 5"', 'grid="0 0 1 2"', 'gridrange="0 0 1 1"', ""])
def test_pins(pin):
    same(flexcomp('type="grid" dim="2" count="3 3 1"', f'<pin {pin}/><edge equality="true"/>'))


@pytest.mark.parametrize(
    "pin, word",
    [
        ('id="9"', "out of range"),
        ('id="-1"', "out of range"),
        ('range="0 9"', "out of range"),
        ('range="0"', "multiple of 2"),
        ('grid="0 3"', "out of range"),
        ('grid="0"', "multiple of 2"),
        ('gridrange="0 0 3 1"', "out of range"),
        ('gridrange="0 0 1"', "multiple of 4"),
    ],
)
def test_pins_that_there_are_not(pin, word):
    refused(flexcomp('type="grid" dim="2" count="3 3 1"', f"<pin {pin}/>"), word)


@pytest.mark.parametrize("elastic2d", ["none", "bend", "stretch", "both"])
@pytest.mark.parametrize("shape", [s for s in SHAPES if 'dim="2"' in s or "disc" in s])
def test_elasticity_of_surfaces(shape, elastic2d):
    inside = f'<elasticity young="700" poisson=".2" damping=".1" thickness=".01" elastic2d="{elastic2d}"/>'
    same(flexcomp(shape, inside))


@pytest.mark.parametrize("shape", [s for s in SHAPES if 'dim="3"' in s])
def test_elasticity_of_solids(shape):
    same(flexcomp(shape, '<elasticity young="700" poisson=".2"/><contact activelayers="2"/>'))


def test_constraints_on_vertices():
    flat = '<body name="p" pos=".1 .2 1" euler="0 0 30">'
    for pin in ("", '<pin id="0 1 2"/>'):
        same(flexcomp('type="grid" dim="2" count="4 3 1"', '<edge equality="vert"/>' + pin, flat))
    refused(flexcomp('type="grid" dim="2" count="4 3 1"', '<edge equality="vert"/>'), "plane")


def test_contact_parameters_and_spheres_at_vertices():
    contact = (
        '<contact contype="3" conaffinity="5" condim="4" priority="2" friction=".5 .1 .2" solmix="2" solref=".03 1" '
        'solimp=".8 .9 .01" margin=".004" gap=".001" selfcollide="sap" activelayers="1" vertcollide="true" '
        'passive="true"/>'
    )
    default = "<default><geom friction='.3'/><joint damping='2'/><equality solref='.1 1'/></default>"
    edge = '<edge damping=".2" equality="true"/>'
    text = flexcomp(
        'type="grid" dim="2" count="3 3 1" flatskin="true" group="2" rgba="1 0 0 1"', contact + edge
    )
    same(text.replace("<worldbody>", default + "<worldbody>"))


def test_texture_coordinates():
    asset = '<asset><material name="m"/></asset>'
    for shape in ('type="grid" dim="2" count="4 3 1"', 'type="disc" count="3 3 1"'):
        same(flexcomp(shape + ' material="m"').replace("<worldbody>", asset + "<worldbody>"))
    square = 'type="grid" dim="2" count="2 2 1"'
    same(flexcomp(square + ' texcoord="0 0 0 1 1 0 1 1"'))
    refused(flexcomp(square + ' texcoord="0 0 0 1 1"'), "texcoord")


def test_several_flexes_on_bodies_of_all_kinds():
    same("""<mujoco><worldbody>
      <body name="s" pos="1 2 3" euler="10 20 30"><joint ref="30" pos=".1 .2 .3"/><geom size=".1"/>
        <flexcomp name="f" type="grid" count="4 4 4" dim="3" mass="2"><pin id="0 1 2"/>
          <elasticity young="1000" poisson=".2" damping="1"/></flexcomp></body>
      <flexcomp name="g" type="ellipsoid" count="5 4 6" dim="2" spacing=".1 .1 .1" pos="3 0 0">
        <elasticity young="1000" poisson=".2" thickness=".01" elastic2d="both"/><edge damping=".1"/></flexcomp>
      <flexcomp name="h" type="circle" count="10 1 1" dim="1"><edge stiffness="10"/></flexcomp>
      <flexcomp name="v" type="grid" count="3 3 1" pos="0 0 2"><edge equality="vert"/></flexcomp>
    </worldbody><deformable>
      <flex name="x" dim="1" body="s world g_0" vertex="0 0 1 0 0 0 0 0 0" element="0 1 1 2"><edge damping="1"/></flex>
    </deformable></mujoco>""")


def test_texture_coordinates_of_corners():
    corners = 'element="0 1 2 1 3 2" texcoord="0 0 1 0 0 1" elemtexcoord="0 1 2 1 0 2"'
    flex = f'<flex name="y" dim="2" body="world" vertex="0 0 0 1 0 0 0 1 0 1 1 0" {corners}/>'
    same(f"<mujoco><deformable>{flex}</deformable></mujoco>")


SOLID = [(0.0, 0.0, 0.0), (1.0, 0.0, 0.0), (0.0, 1.0, 0.0), (0.0, 0.0, 1.0), (1.0, 1.0, 1.0)]
TETRAHEDRA = [(0, 1, 2, 3), (4, 1, 2, 3)]


def from_disk(folder, name, content, attributes, inside=""):
    (folder / name).write_bytes(content)
    path = folder / "model.xml"
    path.write_text(flexcomp(f'file="{name}" {attributes}', inside))
    return path


@pytest.mark.parametrize("elements", [TETRAHEDRA, [(0, 1, 2), (1, 2, 3)], [(0, 1), (1, 4)]])
@pytest.mark.parametrize("form", [gmsh_41, gmsh_22])
@pytest.mark.parametrize("binary", [False, True])
def test_gmsh_files(tmp_path, elements, form, binary):
    path = from_disk(tmp_path, "a.msh", form(SOLID, elements, binary), 'type="gmsh" scale=".5 .5 .5"')
    ours = compiler.compile(from_file(path))
    if form is gmsh_22:  # 3.5.0 does not read all of these
        path = from_disk(tmp_path, "a.msh", gmsh_41(SOLID, elements), 'type="gmsh" scale=".5 .5 .5"')
    agree(ours, mujoco.MjModel.from_xml_path(str(path)))


@pytest.mark.parametrize("kind", ["box", "cylinder", "ellipsoid"])
@pytest.mark.parametrize("count", ["4 3 5", "2 2 2", "3 4 2"])
def test_textures_lie_flat_on_all_sides_of_a_solid(kind, count):
    text = f"""<mujoco><asset><texture name="t" type="2d" builtin="flat" width="8" height="8"/>
    <material name="m" texture="t"/></asset><worldbody><flexcomp name="f" type="{kind}" count="{count}"
    spacing=".1 .1 .1" dim="3" mass="1" material="m"/></worldbody></mujoco>"""
    ours, theirs = (lib.MjModel.from_xml_string(text) for lib in (gelenk, mujoco))
    np.testing.assert_allclose(ours.flex_texcoord, theirs.flex_texcoord, atol=tol(1e-7))
    np.testing.assert_array_equal(ours.flex_elemtexcoord, theirs.flex_elemtexcoord)


def test_textures_lie_flat_on_the_sides_of_an_open_box():
    """The reference refuses such boxes with a material."""
    text = """<mujoco><asset><texture name="t" type="2d" builtin="flat" width="8" height="8"/>
    <material name="m" texture="t"/></asset><worldbody><flexcomp name="f" type="box" count="4 3 5"
    spacing=".1 .1 .1" dim="2" mass="1" material="m"/></worldbody></mujoco>"""
    m = gelenk.MjModel.from_xml_string(text)
    x, y, z = m.flex_vert0.T  # from 0 to 1
    sides = np.where(z == 0, [x, y], np.where((y == 0) | (y == 1), [x, z], [y, z])).T
    np.testing.assert_allclose(m.flex_texcoord, sides, atol=tol(1e-7))


MALFORMED = {
    "no line with the number of elements": (
        gmsh_22,
        b"$Elements\n2\n",
        b"$Elements\n",
        "Invalid elements header",
    ),
    "two numbers of elements": (gmsh_22, b"$Elements\n2\n", b"$Elements\n2 7\n", "Invalid elements header"),
    "two numbers of nodes": (gmsh_22, b"$Nodes\n5\n", b"$Nodes\n5 5\n", "Invalid node header"),
    "fewer elements than announced": (
        gmsh_41,
        b"\n1 2 1 2\n",
        b"\n1 3 1 3\n",
        "(elements .* in .*single block|Elements .* disagrees with its blocks)",
    ),
}


@pytest.mark.parametrize("name", MALFORMED)
def test_gmsh_files_whose_heads_do_not_fit_are_refused(tmp_path, name):
    form, right, wrong, message = MALFORMED[name]
    content = form(SOLID, TETRAHEDRA[:2])
    assert content.count(right) == 1
    path = from_disk(tmp_path, "a.msh", content.replace(right, wrong), 'type="gmsh"')
    for load in (mujoco.MjModel.from_xml_path, gelenk.MjModel.from_xml_path):
        with pytest.raises(ValueError, match=message):
            load(str(path))


@pytest.mark.parametrize("form", [gmsh_41, gmsh_22])
@pytest.mark.parametrize("section", [b"Nodes", b"Elements"])
def test_numbers_after_the_last_of_a_gmsh_section_do_not_count(tmp_path, form, section):
    end = b"\n$End" + section
    content = form(SOLID, TETRAHEDRA).replace(end, b"\n6 4 2 7 7 1 2 3 4" + end)
    path = from_disk(tmp_path, "a.msh", content, 'type="gmsh"')
    agree(compiler.compile(from_file(path)), mujoco.MjModel.from_xml_path(str(path)))


OBJ = b"v -1 -1 -1\nv 1 -1 -1\nv 0 1 -1\nv 0 0 1\nvt 0 0\nvt 1 0\nvt .5 1\n"
OBJ += b"f 1/1 3/3 2/2\nf 1/1 2/2 4/3\nf 2/2 3/3 4/1\nf 3/1 1/2 4/3\n"


def test_mesh_files(tmp_path):
    plain = re.sub(rb"/\d|vt.*\n", b"", OBJ)
    for content, attributes in ((OBJ, ""), (plain, ""), (plain, 'dim="3" origin="0 0 -.2"')):
        path = from_disk(tmp_path, "a.obj", content, 'type="mesh" scale=".1 .2 .3" ' + attributes)
        agree(compiler.compile(from_file(path)), mujoco.MjModel.from_xml_path(str(path)))


TWICE = (
    b"v 0 0 0\nv 1 0 0\nv 1 1 0\nv {}\nv 1 1 0\nv 0 1 .5\nvt 0 0\nvt 1 0\nvt 1 1\nvt .5 0\nvt 1 .5\nvt 0 1\n"
)
TWICE += b"f 1/1 2/2 3/3\nf 4/4 5/5 6/6\n"
POINTED = b"v 0 0 -.25\nv 1 0 -.25\nv 0 1 -.25\nv -.125 -.125 1\nf 1 3 2\nf 1 2 4\nf 2 3 4\nf 1 4 3\n"
CORNERS = b"".join(b"v %s\nv %s\nv %s\nf %d %d %d\n" % tuple(c) for c in (
    (b"0 0 0", b"0 1 0", b"1 0 0", 1, 2, 3), (b"0 0 0", b"1 0 0", b"0 0 1", 4, 5, 6),
    (b"1 0 0", b"0 1 0", b"0 0 1", 7, 8, 9), (b"0 0 0", b"0 0 1", b"0 1 0", 10, 11, 12),
))  # fmt: skip


@pytest.mark.parametrize(
    "content, attributes",
    [
        (TWICE.replace(b"{}", b"-0 0 0"), 'dim="2"'),
        (TWICE.replace(b"{}", b"0 0 0"), 'dim="2" dof="radial"'),
        (TWICE.replace(b"{}", b"1e-12 0 0"), 'dim="2"'),  # stays apart
        (CORNERS, 'dim="3" origin=".1 .1 .1" scale=".5 .5 .5"'),
    ],
)
def test_vertices_of_a_mesh_file_at_the_same_place_are_one_point(tmp_path, content, attributes):
    path = from_disk(tmp_path, "a.obj", content, 'type="mesh" ' + attributes)
    agree(compiler.compile(from_file(path)), mujoco.MjModel.from_xml_path(str(path)))


@pytest.mark.parametrize("pin, count", [("3", 3), ("4", None)])
def test_pins_count_the_points_that_are_left(tmp_path, pin, count):
    path = from_disk(
        tmp_path, "a.obj", TWICE.replace(b"{}", b"0 0 0"), 'type="mesh" dim="2"', f'<pin id="{pin}"/>'
    )
    for load in (mujoco.MjModel.from_xml_path, gelenk.MjModel.from_xml_path):
        if count is None:
            with pytest.raises(ValueError, match="out of range"):
                load(str(path))
        else:
            assert load(str(path)).nv == 3 * count


@pytest.mark.parametrize(
    "origin, elements",
    [
        ("0 0 0", 4),
        ("0 0 -.25", 1),  # a vertex of the mesh: seen edge-on are all triangles around it
        (".1 .1 -.2499999999999991", 3),  # below 1e-15, six times the volume
        (".1 .1 -.2499999999999988", 4),
        (".1 .1 -.5", 3),  # seen from outside is the bottom
    ],
)
def test_tetrahedra_are_made_of_the_triangles_that_the_origin_sees_from_inside(tmp_path, origin, elements):
    path = from_disk(tmp_path, "a.obj", POINTED, f'type="mesh" dim="3" origin="{origin}"')
    ours = compiler.compile(from_file(path))
    agree(ours, mujoco.MjModel.from_xml_path(str(path)))
    assert ours.nflexelem == elements


def test_a_solid_of_a_mesh_needs_an_origin_that_sees_it(tmp_path):
    for origin in ("", 'origin="-5 0 0"'):
        content = POINTED if not origin else POINTED.replace(b"f 1 3 2\nf 1 2 4\nf 2 3 4\n", b"")
        path = from_disk(tmp_path, "a.obj", content, f'type="mesh" dim="3" {origin}')
        for load in (mujoco.MjModel.from_xml_path, gelenk.MjModel.from_xml_path):
            with pytest.raises(
                ValueError, match="Point and element required" if origin else "origin must be specified"
            ):
                load(str(path))


CABLES = [
    'curve="s 0 0" count="5 1 1" size="1 0 0" initial="none"',
    'curve="s cos(s) sin(s)" count="12" size="1 .2 2" initial="free"',
    'curve="sin(s) 0 cos(s)" count="7 1 1" size="1 .2 .5" quat=".8 0 .6 0" offset=".1 .2 .3"',
    'vertex="0 0 0 .1 0 0 .2 .05 0 .3 .1 .05 .4 .1 .1" initial="ball"',
    'vertex="0 0 0 .1 0 0 .2 0 0 .2 .1 0"',
]


@pytest.mark.parametrize("cable", CABLES)
@pytest.mark.parametrize(
    "geom", ['type="capsule" size=".01"', 'type="box" size=".02 .01 .01" rgba="1 0 0 1"']
)
def test_cables(cable, geom):
    inside = f'<joint kind="main" damping=".1" armature=".01"/><geom {geom}/><site group="2"/>'
    composite = f'<composite type="cable" prefix="c" {cable}>{inside}</composite>'
    same(f"<mujoco><worldbody>{composite}</worldbody></mujoco>")
