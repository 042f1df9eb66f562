"""MjsBody.make_flex: the same models as flexcomp, and refusals that leave the spec as it was."""

import numpy as np
import pytest

import gelenk

BOX = {"type": "grid", "count": [3, 3, 3], "spacing": [0.1, 0.1, 0.1], "radius": 0.01}
# arguments, and the flexcomp that says the same
SAME = [
    (
        dict(BOX, dim=2, count=[3, 4, 1], mass=0.26, equality=1, pos=[0.1, 0.2, 0.3], quat=[0.8, 0, 0.6, 0]),
        'dim="2" count="3 4 1" mass=".26" pos=".1 .2 .3" quat=".8 0 .6 0"><edge equality="true"/>',
    ),
    (
        dict(BOX, dof="trilinear", cellcount=[2, 1, 1], mass=0.5, inertiabox=0.01),
        'dim="3" count="3 3 3" dof="trilinear" cellcount="2 1 1" mass=".5" inertiabox=".01">',
    ),
    (
        dict(BOX, dof="quadratic", equality=3),
        'dim="3" count="3 3 3" dof="quadratic"><edge equality="strain"/>',
    ),
    (dict(BOX, type="box", dof="radial"), 'type="box" dim="3" count="3 3 3" dof="radial">'),
    (dict(BOX, type="ellipsoid", rigid=1), 'type="ellipsoid" dim="3" count="3 3 3" rigid="true">'),
    (dict(BOX, type="circle", dim=1, count=[9, 1, 1]), 'type="circle" dim="1" count="9 1 1">'),
    (
        dict(BOX, dim=2, count=[3, 3, 1], dof="2d", flatskin=1),
        'dim="2" count="3 3 1" dof="2d" flatskin="true">',
    ),
]
XML = (
    '<mujoco><worldbody><body name="b"><flexcomp name="f" spacing=".1 .1 .1" radius=".01" {}'
    "</flexcomp></body></worldbody></mujoco>"
)
FIELDS = ("body_mass", "body_inertia", "body_pos", "flex_vert", "flex_elem", "flex_interp", "flex_cellnum")
FIELDS += ("flex_flatskin", "flex_radius", "eq_type", "eq_data", "flex_rigid", "jnt_axis", "flex_nodebodyid")


def spec_with_body(name="b"):
    spec = gelenk.MjSpec.from_string("<mujoco/>", release="4.0")
    return spec, spec.worldbody.add_body(name=name)


@pytest.mark.parametrize(("arguments", "written"), SAME)
def test_it_makes_what_flexcomp_makes(arguments, written):
    spec, body = spec_with_body()
    flex = body.make_flex("f", **arguments)
    assert flex is spec.flexes[0]
    ours, theirs = spec.compile(), gelenk.MjModel.from_xml_string(XML.format(written), release="4.0")
    for name in FIELDS:
        np.testing.assert_array_equal(getattr(ours, name), getattr(theirs, name), name)
    assert [ours.body(b).name for b in range(ours.nbody)] == [theirs.body(b).name for b in range(ours.nbody)]


def test_defaults_are_those_of_4_0_0():
    """A grid of 10 by 10 by 10 points, 1 kg, without radius."""
    spec, body = spec_with_body()
    flex = body.make_flex("f")
    assert (flex.dim, flex.radius, len(flex.vertbody), len(flex.elem)) == (3, 0.0, 1000, 17496)
    assert spec.bodies[2].mass == pytest.approx(0.001)
    assert spec.bodies[2].inertia[0] == pytest.approx(0.001 * 2 / 3 * 0.005**2)


def test_the_flex_can_be_changed_before_compilation():
    spec, body = spec_with_body()
    body.make_flex("f", **dict(BOX, dof="trilinear")).young = 1e3
    assert spec.compile().ncellmode


def test_meshes_come_from_the_spec_or_a_file():
    spec, body = spec_with_body()
    corners = [0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1]
    spec.add_mesh(name="m", uservert=corners, userface=[0, 2, 1, 0, 1, 3, 0, 3, 2, 1, 2, 3])
    surface = body.make_flex("f", mesh="m", dim=2, scale=[2, 2, 2])
    solid = body.make_flex("g", file="m", dim=3, origin=[0.1, 0.1, 0.1])
    assert (surface.dim, len(surface.elem)) == (2, 12) and (solid.dim, len(solid.elem)) == (3, 16)
    assert np.max([child.pos for child in body.bodies[:4]]) == 2.0
    text = "v 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 1\nf 1 3 2\nf 1 2 4\nf 1 4 3\nf 2 3 4\n"
    with gelenk.MjVfs() as vfs:
        vfs["t.obj"] = text.encode()
        assert len(body.make_flex("h", file="t.obj", dim=2, vfs=vfs).elem) == 12
    spec.assets["u.obj"] = text
    assert len(body.make_flex("i", type="mesh", file="u.obj", dim=2).elem) == 12


@pytest.mark.parametrize(
    ("arguments", "error", "message"),
    [
        ({"type": "foo"}, ValueError, "type must be one of grid, .*not 'foo'"),
        ({"dof": "foo"}, ValueError, "dof must be one of full, .*not 'foo'"),
        ({"type": 3}, TypeError, "type takes text, not int"),
        ({"count": [3, 3]}, ValueError, "count must have 3 elements, not 2"),
        ({"count": [3, 3, 1.5]}, TypeError, "count takes 3 integers"),
        ({"count": 7}, TypeError, "count takes 3 integers"),
        ({"count": [0, 3, 3]}, ValueError, "count is too small"),
        ({"count": [10**6] * 3}, ValueError, "points are more than"),
        ({"cellcount": [0, 1, 1], "dof": "trilinear"}, ValueError, "cellcount must be positive"),
        ({"cellcount": [10**6] * 3, "dof": "trilinear"}, ValueError, "bodies are more than"),
        ({"spacing": [np.nan] * 3}, ValueError, "spacing must be finite"),
        ({"spacing": "abc"}, TypeError, "spacing takes 3 numbers"),
        ({"spacing": [0.001] * 3}, ValueError, "at least twice the radius"),
        ({"radius": -1}, ValueError, "radius must be a number of at least 0"),
        ({"mass": 0}, ValueError, "mass and inertiabox must be positive"),
        ({"mass": "1 kg"}, TypeError, "mass takes a number"),
        ({"dim": 5}, ValueError, "dim must be from 1 to 3, got 5"),
        ({"dim": 2}, ValueError, "the third count must be 1"),
        ({"equality": 2}, ValueError, "equality must be 0 .none., 1 .edges. or 3 .strain., not 2"),
        ({"equality": 3}, ValueError, "equality strain needs a flex with dof"),
        ({"elastic2d": 9}, ValueError, "elastic2d must be from 0 to 3"),
        ({"quat": [1, 0, 0]}, ValueError, "quat must have 4 elements"),
        ({"mesh": "no"}, ValueError, "mesh asset can only be used"),
        ({"type": "mesh", "mesh": "no"}, ValueError, "mesh 'no' not found"),
        ({"type": "mesh", "file": "no.obj", "dim": 2}, ValueError, "no.obj"),
        ({"type": "mesh"}, ValueError, "type mesh needs a file"),
        ({"type": "direct"}, ValueError, "type direct has no arguments"),
        ({"vfs": {}}, TypeError, "vfs must be an MjVfs, not dict"),
    ],
)
def test_wrong_arguments_are_refused_and_add_nothing(arguments, error, message):
    spec, body = spec_with_body()
    with pytest.raises(error, match="make_flex: .*" + message):
        body.make_flex("f", **{**BOX, **arguments})
    assert not spec.flexes and not body.bodies and not spec.equalities


def test_a_body_without_name_is_refused():
    spec, body = spec_with_body("")
    with pytest.raises(ValueError, match="parent body must have a name"):
        body.make_flex("f", **BOX)
    assert not spec.flexes
    with pytest.raises(TypeError, match="name takes text"):
        body.make_flex(3, **BOX)
