"""Sensors of rays, distances, contacts, sites and images read what geometry and mechanics say."""

import math

import numpy as np
import pytest

import gelenk
from tests.support.tolerance import EPS, tol
from tests.support.world import advance, world

EXACT = tol(32 * EPS)  # a few operations on numbers near 1

FLOOR = '<geom name="floor" type="plane" size="0 0 1"/>'
BLOCK = '<body name="block" pos="0 0 .1"><freejoint/><geom name="box" type="box" size=".2 .2 .1" mass="3"/></body>'


def read(body, sensor, option="", state=None):
    """Readings of one sensor (or several) after forward dynamics."""
    m, d = world(f"<worldbody>{body}</worldbody><sensor>{sensor}</sensor>", option)
    if state is not None:
        state(m, d)
    gelenk.mj_forward(m, d)
    return d.sensordata.copy()


# rangefinders


def test_a_tilted_rangefinder_measures_height_over_the_cosine():
    found = read(
        FLOOR + '<body pos="0 0 2"><site name="s" euler="150 0 0"/></body>', '<rangefinder site="s"/>'
    )
    assert abs(found[0] - 2 / math.cos(math.radians(30))) < EXACT


def test_a_rangefinder_reports_what_it_hits_in_the_order_of_the_keywords():
    all_of_it = read(
        FLOOR + '<body pos=".5 0 2"><site name="s" euler="150 0 0"/></body>',
        '<rangefinder site="s" data="dist dir origin point normal depth"/>',
    )
    dist, direction, origin, point, normal, depth = np.split(all_of_it, [1, 4, 7, 10, 13])
    assert origin.tolist() == [0.5, 0, 2] and normal.tolist() == [0, 0, 1] and depth == dist
    assert np.abs(origin + dist * direction - point).max() < EXACT
    assert abs(point[2]) < EXACT


def test_a_ray_without_a_hit_reads_minus_one_and_zeros():
    found = read(
        '<site name="s" pos="1 2 3"/>', '<rangefinder site="s" data="dist dir origin point normal depth"/>'
    )
    assert found.tolist() == [-1, 0, 0, 0, 1, 2, 3, 0, 0, 0, 0, 0, 0, -1]


def test_a_rangefinder_does_not_see_its_own_body_nor_transparent_geoms():
    own = '<body pos="0 0 2"><geom size=".3"/><site name="s" euler="180 0 0"/></body>'
    glass = '<geom size=".2" pos="0 0 1" rgba="1 1 1 0"/>'
    assert abs(read(FLOOR + own + glass, '<rangefinder site="s"/>')[0] - 2) < EXACT


CAMERA = '<body pos=".1 -.2 3" euler="10 -5 40"><camera name="c" resolution="4 3" {}/></body>'


@pytest.mark.parametrize("lens", ['fovy="60"', 'sensorsize=".04 .03" focal=".03 .02" principal=".02 .015"'])
def test_what_a_pixel_sees_projects_to_the_center_of_that_pixel(lens):
    camera = CAMERA.format(lens)
    points = read(FLOOR + camera, '<rangefinder camera="c" data="point"/>').reshape(12, 3)
    sites = "".join(
        f'<site name="s{i}" pos="{" ".join(map(repr, p.tolist()))}"/>' for i, p in enumerate(points)
    )
    sensors = "".join(f'<camprojection site="s{i}" camera="c"/>' for i in range(12))
    pixels = read(FLOOR + camera + sites, sensors).reshape(3, 4, 2)
    row, column = np.mgrid[:3, :4]
    assert np.abs(pixels[..., 0] - (column + 0.5)).max() < tol(1e-12)
    assert np.abs(pixels[..., 1] - (row + 0.5)).max() < tol(1e-12)


def test_depth_of_a_camera_is_the_distance_along_its_axis():
    camera = '<body pos="0 0 3"><camera name="c" resolution="5 4" fovy="70"/></body>'
    found = read(FLOOR + camera, '<rangefinder camera="c" data="dist depth"/>').reshape(-1, 2)
    assert np.abs(found[:, 1] - 3).max() < tol(1e-14) and (found[:, 0] > 3).all()


# volumes of sites

SHAPES = {
    "sphere": (".3", lambda p: np.linalg.norm(p) < 0.3),
    "ellipsoid": (".3 .2 .1", lambda p: np.linalg.norm(p / [0.3, 0.2, 0.1]) < 1),
    "box": (".3 .2 .1", lambda p: (np.abs(p) < [0.3, 0.2, 0.1]).all()),
    "cylinder": (".2 .3", lambda p: np.hypot(p[0], p[1]) < 0.2 and abs(p[2]) < 0.3),
    "capsule": (".2 .3", lambda p: np.linalg.norm(p - [0, 0, np.clip(p[2], -0.3, 0.3)]) < 0.2),
}


@pytest.mark.parametrize("shape", SHAPES)
def test_insidesite_knows_the_volume_of_every_shape(shape):
    size, inside = SHAPES[shape]
    points = np.random.default_rng(3).uniform(-0.35, 0.35, (200, 3)) * (1, 1, 1.5)
    sites = "".join(
        f'<site name="s{i}" pos="{" ".join(map(repr, p.tolist()))}"/>' for i, p in enumerate(points)
    )
    sensors = "".join(f'<insidesite site="v" objtype="site" objname="s{i}"/>' for i in range(len(points)))
    body = f'<body pos="1 2 3" euler="20 30 40"><site name="v" type="{shape}" size="{size}"/>{sites}</body>'
    expected = [float(inside(p)) for p in points]
    assert 5 < sum(expected) < 150
    assert read(body, sensors).tolist() == expected


# distances

TWO = '<body name="a"><geom name="a1" size=".2"/><geom name="a2" size=".1" pos="0 3 0"/></body>'
TWO += '<body name="b" pos="2 0 0"><geom name="b1" size=".3"/><geom name="b2" size=".1" pos="0 3 0"/></body>'


def three(first, second, cutoff):
    return "".join(f'<{tag} {first} {second} cutoff="{cutoff}"/>' for tag in ("distance", "normal", "fromto"))


def test_distance_normal_and_fromto_of_two_spheres():
    found = read(TWO, three('geom1="a1"', 'geom2="b1"', 9))
    assert np.abs(found - [1.5, 1, 0, 0, 0.2, 0, 0, 1.7, 0, 0]).max() < EXACT


def test_the_other_order_turns_the_segment_around():
    there, back = (
        read(TWO, three(*ends, 9)) for ends in (('body1="a"', 'body2="b"'), ('body1="b"', 'body2="a"'))
    )
    assert there[0] == back[0]
    assert np.abs(there[1:4] + back[1:4]).max() < EXACT
    assert np.abs(there[4:] - np.roll(back[4:], 3)).max() < EXACT


def test_bodies_are_as_far_apart_as_their_nearest_geoms():
    pairs = [
        read(TWO, f'<distance geom1="{g1}" geom2="{g2}" cutoff="9"/>')[0]
        for g1 in ("a1", "a2")
        for g2 in ("b1", "b2")
    ]
    assert read(TWO, '<distance body1="a" body2="b" cutoff="9"/>')[0] == min(pairs)


def test_beyond_the_cutoff_the_distance_is_the_cutoff_and_the_rest_is_zero():
    assert read(TWO, three('geom1="a1"', 'geom2="b1"', 1.4)).tolist() == [1.4] + [0] * 9
    assert read(TWO, three('geom1="a1"', 'geom2="b1"', 0)).tolist() == [0] * 10


def test_penetration_is_negative_and_its_normal_goes_from_surface_to_surface():
    deep = '<geom name="a1" size=".3"/><body pos=".4 0 0"><geom name="b1" size=".3"/></body>'
    found = read(deep, three('geom1="a1"', 'geom2="b1"', 0))
    assert np.abs(found - [-0.2, -1, 0, 0, 0.3, 0, 0, 0.1, 0, 0]).max() < EXACT


def test_a_body_without_geoms_is_far_from_everything():
    bare = '<body name="n"><freejoint/><inertial pos="0 0 0" mass="1" diaginertia="1 1 1"/></body>'
    assert read(TWO + bare, three('body1="n"', 'body2="b"', 7)).tolist() == [7] + [0] * 9


# contacts

ALL = "found force torque dist pos normal tangent"


def resting(sensor, seconds=2.0):
    """Slots (n, 17) of a contact sensor with all fields, on a block at rest on the floor."""
    text = f"<worldbody>{FLOOR}{BLOCK}</worldbody><sensor>{sensor}</sensor>"
    m, d = world(text)
    advance(m, d, seconds)
    gelenk.mj_forward(m, d)
    assert d.ncon == 4
    return m, d, d.sensordata.reshape(-1, 17)


def test_the_net_force_on_a_block_at_rest_carries_its_weight_at_its_center():
    _, _, slots = resting(f'<contact geom1="floor" reduce="netforce" data="{ALL}"/>')
    found, force, torque, dist, pos = np.split(slots[0, :11], [1, 4, 7, 8])
    assert found == 4 and dist == 0 and slots[0, 11:].tolist() == [1, 0, 0, 0, 1, 0]
    assert np.abs(force - [0, 0, 3 * 9.81]).max() < tol(1e-6)  # it has come to rest by then
    assert np.abs(pos[:2]).max() < tol(1e-9) and np.abs(torque).max() < tol(1e-6)


def test_the_other_side_feels_the_opposite_net_force_and_torque():
    sensors = "".join(
        f'<contact {side}="box" reduce="netforce" data="{ALL}"/>' for side in ("geom1", "geom2")
    )
    _, _, slots = resting(sensors, 0.05)
    assert np.abs(slots[0, 1:7] + slots[1, 1:7]).max() < tol(1e-12)
    assert (slots[0, 8:11] == slots[1, 8:11]).all()


def test_seen_from_the_second_geom_normal_and_force_turn_around():
    sensors = "".join(f'<contact {side}="box" num="4" data="{ALL}"/>' for side in ("geom1", "geom2"))
    m, d, slots = resting(sensors, 0.05)
    back, there = slots[:4], slots[4:]
    for c in range(4):
        force = np.zeros(6)
        gelenk.mj_contactForce(m, d, c, force)
        assert (there[c, 1:7] == force).all()
        for slot, sign in ((there[c], 1), (back[c], -1)):
            normal, tangent = slot[11:14], slot[14:17]
            frame = np.array([normal, tangent, np.cross(normal, tangent)])
            world_force = sign * d.contact.frame[c].reshape(3, 3).T @ force[:3]
            assert np.abs(frame.T @ slot[1:4] - world_force).max() < tol(1e-13)


def tilted(m, d):
    """The block on one edge, and moving: four different contacts."""
    d.qpos[2] -= 0.002
    gelenk.mju_euler2Quat(d.qpos[3:7], np.array([0.002, 0.001, 0.0]), "xyz")
    d.qvel[:] = 0.3, -0.2, -0.1, 0.4, -0.2, 0.1


def test_reduction_picks_the_deepest_or_the_strongest_in_order():
    for reduce, column in (("mindist", 1), ("maxforce", 2)):
        sensors = "".join(
            f'<contact geom1="floor" num="{n}" reduce="{kind}" data="found force dist"/>'
            for kind, n in (("none", 9), (reduce, 9), (reduce, 2))
        )
        found = read(FLOOR + BLOCK, sensors, state=tilted).reshape(-1, 5)
        everything, ordered, best = found[:9], found[9:18], found[18:]
        count = int(everything[0, 0])
        assert count > 2
        key = everything[:, 4] if column == 1 else -np.linalg.norm(everything[:, 1:4], axis=1)
        order = np.argsort(key[:count], kind="stable")
        assert (ordered[:count] == everything[order]).all() and (best == everything[order[:2]]).all()
        assert not ordered[count:].any() and not everything[count:].any()


@pytest.mark.parametrize(
    "selection, count",
    [
        ("", 4),
        ('geom1="floor" geom2="box"', 4),
        ('geom1="box" geom2="floor"', 4),
        ('body1="block"', 4),
        ('body1="world" body2="block"', 4),
        ('body1="block" body2="block"', 0),
        ('subtree1="world" subtree2="world"', 4),
        ('subtree1="block" subtree2="block"', 0),
        ('site="corner"', 1),
        ('site="corner" geom2="floor"', 1),
        ('site="corner" geom2="far"', 0),
    ],
)
def test_a_contact_counts_when_both_sides_match_in_either_order(selection, count):
    more = '<site name="corner" pos=".2 .2 0" size=".1"/><geom name="far" size=".1" pos="9 9 9"/>'
    assert read(FLOOR + BLOCK + more, f"<contact {selection}/>").tolist() == [count]


def test_a_contact_within_its_gap_is_found_without_force():
    block = BLOCK.replace('mass="3"', 'margin=".02" gap=".02"').replace("0 0 .1", "0 0 .105", 1)
    found = read(FLOOR + block, '<contact geom1="box" data="found force dist"/>')
    assert found[0] == 4 and found[4] > 0
    assert not found[1:4].any()


# sensors of users


@pytest.mark.parametrize("stage, field", [("vel", "subtree_linvel"), ("acc", "cacc")])
def test_a_user_sensor_has_what_its_stage_promises(stage, field):
    body = '<body><joint/><geom size=".1" pos=".3 0 0"/></body>'
    m, d = world(f'<worldbody>{body}</worldbody><sensor><user dim="1" needstage="{stage}"/></sensor>')
    d.qvel[:] = 2
    getattr(d, field)[:] = 0
    gelenk.mj_forward(m, d)
    assert getattr(d, field)[1].any()
