"""Flat things come to rest on what is flat as on a plane: on height fields, boxes, meshes and caps of cylinders."""

import math

import numpy as np
import pytest

import gelenk
from tests.support.tolerance import tol

CORNERS = "-.05 -.04 -.03 .05 -.04 -.03 -.05 .04 -.03 .05 .04 -.03 -.05 -.04 .03 .05 -.04 .03 -.05 .04 .03 .05 .04 .03"
TURN = np.arange(12) * math.pi / 6
DRUM = np.concatenate(
    [np.c_[0.05 * np.cos(TURN), 0.05 * np.sin(TURN), np.full(12, z)] for z in (-0.03, 0.03)]
)
MESHES = f"""<asset>
  <mesh name="cube" vertex="{CORNERS}"/>
  <mesh name="drum" vertex="{" ".join(f"{x:.9g}" for x in DRUM.ravel())}"/>
  <mesh name="slab" scale="10 10 3" vertex="{CORNERS}"/>
</asset>"""
# geom, height of its center where it lies, contacts of it on something larger
SHAPES = {
    "box": ('type="box" size=".05 .04 .03"', 0.03, 4),
    "mesh": ('type="mesh" mesh="cube"', 0.03, 4),
    "drum": ('type="mesh" mesh="drum"', 0.03, 4),
    "cylinder": ('type="cylinder" size=".05 .03"', 0.03, 4),
    "lying cylinder": ('type="cylinder" size=".03 .05" euler="90 0 0"', 0.03, 2),
    "lying capsule": ('type="capsule" size=".03 .05" euler="90 0 0"', 0.03, 2),
}
FLAT = tuple(name for name, (_, _, count) in SHAPES.items() if count == 4)
# what it lies on, with its top at z = 0
GROUNDS = {
    "box": '<geom type="box" size=".5 .4 .2" pos="0 0 -.2"/>',
    "turned box": '<geom type="box" size=".5 .2 .4" euler="90 30 0" pos="0 0 -.2"/>',
    "mesh": '<geom type="mesh" mesh="slab" pos="0 0 -.09"/>',
    "cylinder": '<geom type="cylinder" size=".4 .2" pos="0 0 -.2"/>',
}
ONE_CONTACT = 'multiccd="disable"'
WEIGHT = 9.81


def on(ground, shape, yaw=0.0, flag="", height=0.0005):
    """A model of a shape that falls by 0.5 mm onto a ground."""
    geom, up, _ = SHAPES[shape]
    return gelenk.MjModel.from_xml_string(
        f"<mujoco>{MESHES}<option><flag {flag}/></option><worldbody>{GROUNDS[ground]}"
        f'<body pos=".013 .027 {up + height}" euler="0 0 {yaw}"><freejoint/><geom {geom} mass="1"/></body>'
        "</worldbody></mujoco>"
    )


def on_field(shape, cells, half=1.0, yaw=0.0, slope=0.0, flag="", bumps=None):
    """The same on a height field of ``cells`` x ``cells``, 2 ``half`` wide, that rises along x by ``slope`` [rad]."""
    geom, up, _ = SHAPES[shape]
    n = cells + 1
    heights = np.tile(1.0 + math.tan(slope) * np.linspace(-half, half, n), (n, 1))
    if bumps is not None:
        heights += bumps(n)
    z = 1.0 + math.tan(slope) * 0.013 + (up + 0.0005) / math.cos(slope)
    spec = gelenk.MjSpec.from_string(
        f"<mujoco>{MESHES}<option><flag {flag}/></option><worldbody>"
        f'<body pos=".013 .027 {z}" euler="0 {-math.degrees(slope)} {yaw}"><freejoint/><geom {geom} mass="1"/></body>'
        "</worldbody></mujoco>"
    )
    spec.add_hfield(
        name="field", size=[half, half, heights.max(), 0.5], nrow=n, ncol=n, userdata=[1.0] * (n * n)
    )
    spec.worldbody.add_geom(type=gelenk.mjtGeom.mjGEOM_HFIELD, hfieldname="field")
    m = spec.compile()
    m.hfield_data[:] = (heights / heights.max()).ravel()
    return m


def lie(m, steps=1500):
    """The state after a while: data, how far it went [m], how far it sank [m], angular speed [rad/s]."""
    d = gelenk.MjData(m)
    start = d.qpos[:3].copy()
    gelenk.mj_step(m, d, nstep=steps)
    moved = d.qpos[:3] - start
    return d, math.hypot(moved[0], moved[1]), -moved[2], float(np.linalg.norm(d.qvel[3:6]))


def upward_force(m, d):
    """Sum of the vertical parts of all contact forces, onto the body [N]."""
    total, force = 0.0, np.zeros(6)
    for i in range(d.ncon):
        gelenk.mj_contactForce(m, d, i, force)
        first = m.geom_bodyid[d.contact.geom[i, 0]]
        total += (np.reshape(d.contact.frame[i], (3, 3)).T @ force[:3])[2] * (-1.0 if first else 1.0)
    return total


def assert_rests(m, shape):
    """As on a plane: it stays, it sinks by the 0.5 mm that it falls and about 0.1 mm, it does not turn."""
    d, drift, sunk, turning = lie(m)
    assert d.ncon == SHAPES[shape][2]
    assert drift < 1e-7 and 0.0005 < sunk < 0.0008 and turning < 1e-9
    np.testing.assert_allclose(upward_force(m, d), WEIGHT, rtol=tol(1e-6))


def test_a_box_rests_on_a_coarse_flat_height_field():
    spec = gelenk.MjSpec.from_string(
        '<mujoco><worldbody><body pos="0.013 .027 1.0305"><freejoint/>'
        '<geom type="box" size=".05 .04 .03"/></body></worldbody></mujoco>'
    )
    spec.add_hfield(name="h", size=[5, 5, 1, 0.5], nrow=2, ncol=2, userdata=[1.0] * 4)
    spec.worldbody.add_geom(type=gelenk.mjtGeom.mjGEOM_HFIELD, hfieldname="h")
    m = spec.compile()
    m.hfield_data[:] = 1
    d, drift, sunk, turning = lie(m)
    assert d.ncon == 4 and drift < 1e-7 and sunk < 0.0008 and turning < 1e-9


@pytest.mark.parametrize("shape", FLAT)
@pytest.mark.parametrize("ground", GROUNDS)
def test_shapes_rest_on_flat_faces(ground, shape):
    for yaw in (0.0, 31.0):
        assert_rests(on(ground, shape, yaw), shape)


@pytest.mark.parametrize("shape", SHAPES)
@pytest.mark.parametrize("cells", [1, 20, 200])
def test_shapes_rest_on_height_fields_whatever_the_size_of_cells(cells, shape):
    """Cells are 2 m, 10 cm and 1 cm wide; the shapes are 6 to 16 cm."""
    for yaw in (0.0, 31.0):
        assert_rests(on_field(shape, cells, yaw=yaw), shape)


@pytest.mark.parametrize("shape", FLAT)
@pytest.mark.parametrize("cells", [1, 100])
def test_shapes_lie_on_a_slope_as_on_a_tilted_plane(cells, shape):
    """Friction of soft contacts creeps; the speed is that on a plane."""
    slope = 0.1
    geom, up, _ = SHAPES["box"]
    plane = gelenk.MjModel.from_xml_string(
        f'<mujoco><option gravity="{-9.81 * math.sin(slope)} 0 {-9.81 * math.cos(slope)}"/><worldbody>'
        f'<geom type="plane" size="1 1 1"/><body pos="0 0 {up}"><freejoint/><geom {geom} mass="1"/></body>'
        "</worldbody></mujoco>"
    )
    creep = float(np.linalg.norm(lie(plane)[0].qvel[:3]))
    d, _, _, turning = lie(on_field(shape, cells, slope=slope))
    assert d.ncon == 4 and turning < 1e-6
    # creep depends on where the contacts of round shapes are
    np.testing.assert_allclose(np.linalg.norm(d.qvel[:3]), creep, rtol=tol(1e-2))


@pytest.mark.parametrize("shape", ["mesh", "drum", "cylinder"])
def test_flag_disable_lets_shapes_rock_as_in_the_reference(shape):
    d, _, _, turning = lie(on("box", shape, flag=ONE_CONTACT))
    assert d.ncon == 1 and turning > 0.05
    d, _, _, turning = lie(on_field(shape, 1, flag=ONE_CONTACT))
    assert d.ncon == 2 and turning > 0.01  # of two prisms


@pytest.mark.parametrize("seed", range(6))
def test_what_is_thrown_comes_to_rest(seed):
    """Boxes and drums of 1 cm to 1 m, spinning at 3 rad/s, on a height field, a mesh and a cylinder."""
    rng = np.random.default_rng(seed)
    shape, scale = ("mesh", "drum")[seed % 2], (0.1, 1.0, 10.0)[seed // 2]
    for ground in ("field", "mesh", "cylinder"):
        quat = " ".join(map(str, rng.normal(size=4)))
        size = {"field": "", "mesh": MESHES, "cylinder": '<geom type="cylinder" size="20 1" pos="0 0 -1"/>'}
        if ground == "mesh":
            size["mesh"] = '<geom type="mesh" mesh="wide" pos="0 0 -1"/>'
        vertex = "-20 -20 -1 20 -20 -1 -20 20 -1 20 20 -1 -20 -20 1 20 -20 1 -20 20 1 20 20 1"
        assets = MESHES.replace('name="', f'scale="{scale} {scale} {scale}" name="').replace(
            'scale="10 10 3"', ""
        )
        spec = gelenk.MjSpec.from_string(
            f'<mujoco>{assets}<asset><mesh name="wide" vertex="{vertex}"/></asset><worldbody>{size[ground]}'
            f'<body pos="0.1 0.2 {0.1 * scale}" quat="{quat}"><freejoint/><geom {SHAPES[shape][0]}/></body>'
            "</worldbody></mujoco>"
        )
        if ground == "field":
            spec.add_hfield(name="h", size=[20, 20, 1, 1], nrow=2, ncol=2, userdata=[0.0] * 4)
            spec.worldbody.add_geom(type=gelenk.mjtGeom.mjGEOM_HFIELD, hfieldname="h")
        m = spec.compile()
        d = gelenk.MjData(m)
        d.qvel[3:] = 3.0 * rng.normal(size=3)
        gelenk.mj_step(m, d, nstep=3000)
        assert np.linalg.norm(d.qvel[3:]) < 1e-3, ground


def test_a_stack_of_flat_things_stands_on_a_height_field():
    bodies = "".join(
        f'<body pos="{0.003 * k} 0 {0.03 + 0.0601 * k}" euler="0 0 {10 * k}"><freejoint/>'
        f'<geom {SHAPES[shape][0]} mass="1"/></body>'
        for k, shape in enumerate(("box", "mesh", "drum", "cylinder"))
    )
    spec = gelenk.MjSpec.from_string(f"<mujoco>{MESHES}<worldbody>{bodies}</worldbody></mujoco>")
    spec.add_hfield(name="h", size=[1, 1, 1, 0.5], nrow=2, ncol=2, userdata=[0.0] * 4)
    spec.worldbody.add_geom(type=gelenk.mjtGeom.mjGEOM_HFIELD, hfieldname="h")
    m = spec.compile()
    d = gelenk.MjData(m)
    gelenk.mj_step(m, d, nstep=3000)
    assert d.ncon == 16
    assert np.abs(d.qvel).max() < 2e-4  # eccentric loads creep: 4e-5 in a stack of boxes
    # each of them sinks in by some tenths of a millimeter
    np.testing.assert_allclose(d.qpos.reshape(4, 7)[:, 2], 0.03 + 0.06 * np.arange(4), atol=tol(2e-3))


def test_rough_fields_have_hardly_more_contacts_than_with_the_flag():
    """Four patches of at most four contacts each, in the place of a contact for each prism in them."""

    def bumps(n):
        return 0.0003 * np.random.default_rng(1).random((n, n))

    counts = []
    for flag in ("", ONE_CONTACT):
        m = on_field("box", 60, bumps=bumps, flag=flag)
        d, _, _, _ = lie(m, 300)
        counts.append(d.ncon)
    assert 3 <= counts[0] <= counts[1] + 12


DISCS = {"coin": (0.02, 0.002), "plate": (0.05, 0.01), "lid": (0.04, 0.005)}


@pytest.mark.parametrize("ground", ["mesh", "cylinder", "turned box", "plane"])
@pytest.mark.parametrize("disc", DISCS)
def test_thin_discs_that_spin_do_not_roll_on_their_rim_for_ever(disc, ground):
    """With one contact they sink in by 12 mm and go on at 5 to 14 rad/s, tilted by 2 to 10 degrees."""
    radius, half = DISCS[disc]
    below = {**GROUNDS, "plane": '<geom type="plane" size="1 1 1"/>'}[ground]
    m = gelenk.MjModel.from_xml_string(
        f"<mujoco>{MESHES}<worldbody>{below}<body><freejoint/>"
        f'<geom type="cylinder" size="{radius} {half}" mass="1"/></body></worldbody></mujoco>'
    )
    rng = np.random.default_rng(3)
    for _ in range(6):
        d = gelenk.MjData(m)
        tilt, away = rng.uniform(0.1, 0.4), rng.uniform(0.0, 2.0 * math.pi)
        lean = math.sin(0.5 * tilt) * np.array([math.cos(away), math.sin(away), 0.0])
        d.qpos[:] = [0.01, 0.02, half + 0.01 + radius * math.sin(tilt), math.cos(0.5 * tilt), *lean]
        d.qvel[3:] = 3.0 * rng.normal(size=3)
        gelenk.mj_step(m, d, nstep=2000)
        assert np.linalg.norm(d.qvel[3:]) < 1e-3 and d.qpos[2] > half - 0.001


@pytest.mark.parametrize("slope", [0.05, 0.17, 0.3])
@pytest.mark.parametrize("shape", ["box", "mesh"])
def test_prisms_in_one_plane_are_one_patch_wherever_their_corners_meet(shape, slope):
    """On slopes the corners that prisms share differ by rounding, in any direction."""
    up = SHAPES[shape][1]
    rise = math.tan(slope)
    m = on_field(shape, 40, slope=slope, bumps=lambda n: rise - 1.0)  # from a height of 0
    rng = np.random.default_rng(2)
    for _ in range(60):
        d = gelenk.MjData(m)
        x, y, yaw = rng.uniform(-0.3, 0.3), rng.uniform(-0.3, 0.3), rng.uniform(0.0, math.pi)
        turn, lean = np.zeros(4), np.array([math.cos(0.5 * slope), 0.0, -math.sin(0.5 * slope), 0.0])
        gelenk.mju_mulQuat(turn, lean, np.array([math.cos(0.5 * yaw), 0.0, 0.0, math.sin(0.5 * yaw)]))
        d.qpos[:] = [x, y, rise * (1.0 + x) + (up - 0.0005) / math.cos(slope), *turn]
        gelenk.mj_forward(m, d)
        assert d.ncon == 4
