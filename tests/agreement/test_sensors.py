"""Sensors of rays, distances, contacts, sites and images read what 3.5.0 reads, in states at random."""

import numpy as np
import pytest

import gelenk
from gelenk.tables.enums import mjtSensor
from tests.support.mirror import mirror_data, mirror_model
from tests.support.tolerance import relative, tol

mujoco = pytest.importorskip("mujoco")

# distances of these pairs are closed forms in both; those of other shapes come from iterations
SCENE = """
<mujoco><compiler angle="radian"/><option cone="{cone}"/><visual><map znear=".03"/></visual><worldbody>
  <geom name="floor" type="plane" size="5 5 1" condim="6" friction="1 .01 .001"/>
  <camera name="plain" pos="0 -3 1" xyaxes="1 0 .1 0 .2 1"/>
  <camera name="wide" pos="1 -2 2" xyaxes="1 .5 0 -.2 .5 1" resolution="5 3" fovy="70"/>
  <site name="zone" type="cylinder" size=".6 .4" pos=".2 .1 .1" euler=".2 .1 0"/>
  <body name="eye" pos="0 0 3"><joint type="ball"/><geom size=".05"/>
    <camera name="lens" resolution="4 3" euler=".1 .2 .3" sensorsize=".03 .02" focal=".02 .025"
      principal=".014 .009"/>
    <camera name="flat" resolution="4 2" projection="orthographic" fovy="2"/>
    <site name="ahead" pos=".1 .05 -.2" euler="3 .1 0"/></body>
  <body name="a" pos="0 0 .19"><freejoint/><geom name="a1" size=".2"/>
    <geom name="a2" size=".1" pos=".2 0 0" condim="1"/>
    <body name="a_sub" pos="0 .3 0"><joint axis="1 0 0"/><geom name="a3" type="capsule" size=".05 .2" margin=".05"
      gap=".03"/><site name="hold" type="ellipsoid" size=".3 .2 .4"/></body></body>
  <body name="b" pos=".4 .1 .19"><freejoint/><geom name="b1" size=".2" condim="4"/></body>
  <body name="c" pos="-.4 0 .1"><freejoint/><geom name="c1" type="box" size=".2 .3 .1"/></body>
</worldbody><sensor>{sensors}</sensor></mujoco>"""

ALL = "found force torque dist pos normal tangent"
SELECTIONS = (
    "", 'geom1="floor"', 'geom2="floor"', 'body1="a"', 'subtree1="a"', 'subtree1="a" geom2="floor"', 'site="zone"',
    'subtree1="world" body2="b"', 'site="hold" subtree2="a"', 'geom1="c1" geom2="floor"', 'body1="a" body2="b"',
)  # fmt: skip
CONTACTS = "".join(
    f'<contact {selection} num="{num}" reduce="{reduce}" data="{ALL}"/>'
    for selection in SELECTIONS
    for reduce, num in (("none", 3), ("mindist", 2), ("maxforce", 12), ("netforce", 2))
)
RAYS = "".join(
    f'<rangefinder {source} data="dist dir origin point normal depth"/>'
    for source in (
        'site="ahead"',
        'site="hold"',
        *(f'camera="{c}"' for c in ("plain", "wide", "lens", "flat")),
    )
)
RAYS += '<rangefinder site="ahead" cutoff=".5"/><rangefinder camera="lens" data="dir" cutoff=".4"/>'
IMAGES = "".join(
    f'<camprojection site="{site}" camera="{camera}"/>'
    for site in ("ahead", "zone", "hold")
    for camera in ("plain", "wide", "lens", "flat")
)
INSIDE = "".join(
    f'<insidesite site="{site}" objtype="{kind}" objname="{name}"/>'
    for site in ("zone", "hold", "ahead")
    for kind, name in (("body", "a"), ("xbody", "a"), ("geom", "a3"), ("site", "hold"), ("camera", "wide"))
)
DISTANCES = "".join(
    f'<{tag} {ends} cutoff="{cutoff}"/>'
    for ends in (
        'geom1="a1" geom2="b1"',
        'body1="a" geom2="b1"',
        'body1="b" body2="a_sub"',
        'geom1="floor" body2="a"',
    )
    for cutoff in (0, 0.1, 5)
    for tag in ("distance", "normal", "fromto")
)
USERS = "".join(f'<user dim="2" needstage="{stage}" cutoff=".5"/>' for stage in ("none", "pos", "vel", "acc"))
FAMILIES = {
    "contacts": CONTACTS,
    "rays": RAYS,
    "images": IMAGES + INSIDE,
    "distances": DISTANCES,
    "users": USERS,
}


def both(family, seed, cone="pyramidal"):
    """The same state in the reference and here, before forward dynamics."""
    xml = SCENE.format(sensors=FAMILIES[family], cone=cone)
    reference, m = mujoco.MjModel.from_xml_string(xml), gelenk.MjModel.from_xml_string(xml)
    rd, d = mujoco.MjData(reference), gelenk.MjData(m)
    rng = np.random.default_rng(seed)
    mujoco.mj_integratePos(reference, rd.qpos, 0.1 * seed * rng.standard_normal(m.nv), 0.3)
    rd.qvel[:] = rng.standard_normal(m.nv)
    d.qpos[:], d.qvel[:] = rd.qpos, rd.qvel
    return reference, rd, m, d


def assert_equal_readings(m, d, rd, tolerance):
    for i in range(m.nsensor):
        part = slice(m.sensor_adr[i], m.sensor_adr[i] + m.sensor_dim[i])
        error = relative(d.sensordata[part], rd.sensordata[part])
        assert error < tolerance, f"sensor {i}, {mjtSensor(int(m.sensor_type[i])).name}"


@pytest.mark.parametrize("seed", range(4))
@pytest.mark.parametrize("family", ["rays", "images", "distances"])
def test_sensors_of_geometry_agree(family, seed):
    """To 1e-6 with cameras: their lenses are in single precision, and the reference computes with them so."""
    reference, rd, m, d = both(family, seed)
    mujoco.mj_forward(reference, rd)
    d.sensordata[:] = np.nan
    gelenk.mj_forward(m, d)
    assert_equal_readings(m, d, rd, tol(1e-9 if family == "distances" else 1e-6))


@pytest.mark.parametrize("seed", range(4))
@pytest.mark.parametrize("cone", ["pyramidal", "elliptic"])
def test_contact_sensors_agree(cone, seed):
    """To 1e-6: forces are where both solvers stop, at a tolerance of 1e-8."""
    reference, rd, m, d = both("contacts", seed, cone)
    for options in (reference.opt, m.opt):
        options.tolerance, options.iterations = 1e-14, 300
    mujoco.mj_forward(reference, rd)
    d.sensordata[:] = np.nan
    gelenk.mj_forward(m, d)
    assert d.ncon == rd.ncon > 3
    assert_equal_readings(m, d, rd, tol(1e-6))


def test_user_sensors_are_filled_and_clamped_at_their_stages():
    reference, rd, m, d = both("users", 1)
    seen = {}
    for module, model, data in ((mujoco, reference, rd), (gelenk, m, d)):
        seen[module] = []
        module.mj_forward(model, data)  # a first call may repeat stages whose buffers had to grow

        def fill(model, data, stage, seen=seen[module]):
            seen.append(int(stage))
            data.sensordata[:] = [7, -7] * 4

        module.set_mjcb_sensor(fill)
        try:
            module.mj_forward(model, data)
        finally:
            module.set_mjcb_sensor(None)
    assert seen[gelenk] == seen[mujoco] == [1, 2, 3]
    assert d.sensordata.tolist() == rd.sensordata.tolist()
    assert relative(d.cacc, rd.cacc) < tol(1e-9) and relative(d.subtree_linvel, rd.subtree_linvel) < tol(
        1e-12
    )


PLATE = """
<mujoco><asset><mesh name="skin" builtin="plate" params="5 5" scale=".1 .1 .1"/></asset><worldbody>
  <body name="finger" pos="0 0 .1"><joint type="slide" axis="1 0 0"/><joint type="slide" axis="0 1 0"/>
    <geom name="pad" type="box" size=".2 .2 .01" mass="1" quat=".5 .5 -.5 .5" pos=".01 .02 .03"/></body>
  <body pos="0 0 .15" euler="10 80 5"><freejoint/>{geom}</body>
</worldbody><sensor><tactile geom="pad" mesh="skin"/></sensor></mujoco>"""
TOUCHING = {
    "sphere": '<geom size=".1"/>',
    "capsule": '<geom type="capsule" size=".1 .1"/>',
    "box": '<geom type="box" size=".1 .11 .12"/>',
    "cylinder": '<geom type="cylinder" size=".1 .1"/>',
    "ellipsoid": '<geom type="ellipsoid" size=".1 .12 .1"/>',
    "two": '<geom size=".1" pos=".04 0 0"/><geom size=".1" pos="-.04 0 0"/>',
}


@pytest.mark.parametrize("shape", TOUCHING)
def test_tactile_sensors_agree(shape):
    reference = mujoco.MjModel.from_xml_string(PLATE.format(geom=TOUCHING[shape]))
    rd = mujoco.MjData(reference)
    rd.qvel[:] = np.arange(8) * 0.1 - 0.3
    mujoco.mj_forward(reference, rd)
    assert np.count_nonzero(rd.sensordata) > 20
    m = mirror_model(reference)
    d = mirror_data(reference, rd, m)
    d.sensordata[:] = np.nan
    gelenk.mj_sensorAcc(m, d)
    assert np.abs(d.sensordata - rd.sensordata).max() < tol(1e-12)
