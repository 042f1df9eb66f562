"""Speculative contacts: geoms that move in one step farther than they are thick do not pass others.

Numbers are from the formulas of gelenk/engine/collision/speculative.py, or measured on mujoco 4.0.0 where a test says
so: geoms, distance, and positions of contacts in any order.
"""

import numpy as np
import pytest

import gelenk
from gelenk.batch.device.arguments import unsupported_parts
from tests.support.tolerance import tol

SCENE = """<mujoco><option timestep=".01" gravity="0 0 0" {option}><flag speculative="{flag}" {flags}/></option>
<asset><mesh name="m" vertex="-.05 -.04 -.06 .05 -.04 -.06 -.05 .04 -.06 .05 .04 -.06
                              -.05 -.04 .06 .05 -.04 .06 -.05 .04 .06 .05 .04 .06"/></asset><worldbody>{target}
<body name="b" pos="{pos}" {turn}><freejoint/>{shape}</body></worldbody></mujoco>"""
WALL = '<geom name="wall" type="box" size=".005 .5 .5" {}/>'
PLANE = '<geom name="wall" type="plane" size="1 1 .1" zaxis="-1 0 0" {}/>'
SHAPES = {
    "sphere": '<geom name="bullet" size=".05" {}/>',
    "capsule": '<geom type="capsule" size=".05 .06" {}/>',
    "ellipsoid": '<geom type="ellipsoid" size=".02 .05 .06" {}/>',
    "cylinder": '<geom type="cylinder" size=".05 .06" {}/>',
    "box": '<geom type="box" size=".05 .04 .06" {}/>',
    "mesh": '<geom type="mesh" mesh="m" {}/>',
}
LINEAR, SPIN = (50, 3, 0, 0, 0, 0), (50, 3, 1, 4, 10, 5)


def scene(
    qvel,
    shape="sphere",
    target=WALL,
    turn="",
    option="",
    flags="",
    flag="enable",
    more="",
    target_more="",
    x=-0.255,
):
    text = SCENE.format(
        option=option,
        flag=flag,
        flags=flags,
        target=target.format(target_more),
        pos=f"{x} 0 0",
        turn=f'euler="{turn}"' if turn else "",
        shape=SHAPES.get(shape, shape).format(more),
    )
    m = gelenk.MjModel.from_xml_string(text, release="4.0")
    d = gelenk.MjData(m)
    d.qvel[: len(qvel)] = qvel
    return m, d


def forward(*args, **more):
    m, d = scene(*args, **more)
    gelenk.mj_forward(m, d)
    return m, d


def pairs(d):
    return [tuple(map(int, geoms)) for geoms in d.contact.geom]


# dist = x (1 - t - b0) / -k0 with x = .5, t = .98 * .2 / .5, k0 = .25, b0 = 1; as measured on 4.0.0
@pytest.mark.parametrize(
    "option, dist", [("", 0.784), ('integrator="implicit"', 0.784), ('integrator="discrete"', -0.236)]
)
def test_a_fast_sphere_is_braked_so_that_it_reaches_the_wall_at_the_end_of_the_step(option, dist):
    m, d = forward([50], option=option)
    assert pairs(d) == [(1, 0)] and d.contact.exclude[0] == 0
    np.testing.assert_allclose(d.contact.dist[0], dist, rtol=0, atol=tol(1e-12))
    np.testing.assert_allclose(d.contact.pos[0], [-0.205, 0, 0], rtol=0, atol=tol(1e-12))
    np.testing.assert_allclose(d.qacc[0], -3040, rtol=tol(1e-9))
    gelenk.mj_step(m, d)
    np.testing.assert_allclose([d.qpos[0], d.qvel[0]], [-0.059, 19.6], rtol=0, atol=tol(1e-7))
    if "discrete" not in option:
        gelenk.mj_step(m, d)
        np.testing.assert_allclose([d.qpos[0], d.qvel[0]], [-0.05508, 0.392], rtol=0, atol=tol(1e-7))


@pytest.mark.parametrize("solref", ["-1000 -50", "-1000 -100", "-200 -150", ".005 1", ".04 .5"])
@pytest.mark.parametrize("option", ["", 'integrator="implicitfast"', 'integrator="discrete"'])
def test_any_softness_brakes_to_the_speed_that_ends_at_the_wall(solref, option):
    m, d = scene([50], option=option, more=f'solref="{solref}" priority="1" condim="1"')
    gelenk.mj_step(m, d)
    # the row alone gives v t, as the impedance is full; the gap left is .02 of the first one
    np.testing.assert_allclose(d.qvel[0], 50 * 0.392, rtol=tol(1e-8))
    np.testing.assert_allclose(-0.055 - d.qpos[0], 0.02 * 0.2, rtol=0, atol=tol(1e-8))


# the center stays in front; thinner or rounder shapes may be pressed in as deep as they are thick
@pytest.mark.parametrize("shape", ["sphere", "capsule", "box", "mesh"])
@pytest.mark.parametrize("turn", ["", "0 90 0", "90 0 0"])
def test_nothing_passes_a_thin_wall(shape, turn):
    rng = np.random.default_rng(0)
    passed = 0
    for _ in range(8):
        qvel = [rng.uniform(20, 60), *rng.uniform(-3, 3, 2)]
        x = -rng.uniform(0.12, 0.5)
        m, d = scene(qvel, shape, turn=turn, x=x)
        plain, loose = scene(qvel, shape, turn=turn, flag="disable", x=x)
        for _ in range(30):
            gelenk.mj_step(m, d)
            gelenk.mj_step(plain, loose)
            assert d.qpos[0] < 0
        passed += loose.qpos[0] > 0.2
    assert passed > 2  # without the flag many do


@pytest.mark.parametrize("shape", ["box", "mesh"])
def test_spinning_boxes_do_not_get_under_a_plane(shape):
    rng = np.random.default_rng(0)
    for _ in range(12):
        turn = " ".join(map(str, rng.uniform(-180, 180, 3)))
        qvel = [rng.uniform(20, 100), *rng.uniform(-3, 3, 2), *rng.uniform(-10, 10, 3)]
        m, d = scene(qvel, shape, PLANE, turn, x=-rng.uniform(0.12, 1))
        for _ in range(20):
            gelenk.mj_step(m, d)
            assert d.qpos[0] < 0


MEASURED = [
    (
        ("box", WALL, "", SPIN),
        0.7800830360,
        [
            (-0.204851277, 0.042927605, 0.054030597),
            (-0.204851277, 0.042840217, -0.06579122),
            (-0.204851277, -0.037131211, -0.065849478),
            (-0.204851277, -0.037043823, 0.053972339),
        ],
    ),
    (("box", WALL, "5 20 30", SPIN), 0.6662728253, [(-0.174995055, -0.012631357, 0.033758815)]),
    (
        ("mesh", PLANE, "5 20 30", SPIN),
        0.6858693748,
        [
            (-0.212582759, 0.055194675, 0.053425886),
            (-0.253625175, 0.065022628, -0.058908128),
            (-0.216037471, -0.002803403, -0.078575201),
            (-0.174995055, -0.012631356, 0.033758814),
        ],
    ),
    (
        ("capsule", WALL, "0 1 0", LINEAR),
        0.7798951940,
        [(-0.206110039, 0, -0.063594107), (-0.20401575, 0, 0.056387617)],
    ),
    (("ellipsoid", WALL, "", SPIN), 0.9021987278, [(-0.235211671, -0.00273688, 0.008063001)]),
    (("cylinder", PLANE, "", LINEAR), 0.8036, [(-0.205, 0, -0.06), (-0.205, 0, 0.06)]),
]


@pytest.mark.parametrize("how, dist, where", MEASURED)
def test_contacts_are_as_measured(how, dist, where):
    shape, target, turn, qvel = how
    _, d = forward(qvel, shape, target, turn)
    assert d.ncon == len(where)
    # 1e-6: both releases find distances of curved geoms to ccd_tolerance
    np.testing.assert_allclose(d.contact.dist, dist, rtol=0, atol=tol(1e-6))
    found, wanted = (sorted(map(tuple, np.round(x, 6))) for x in (d.contact.pos, where))
    np.testing.assert_allclose(found, wanted, rtol=0, atol=tol(1.1e-6))
    normal = d.contact.frame[:, :3] * (1 if pairs(d)[0][0] == 0 else -1)
    np.testing.assert_allclose(normal, [[-1, 0, 0]] * d.ncon, rtol=0, atol=tol(1e-5))


def test_without_multiccd_a_pair_has_one_contact():
    _, d = forward(SPIN, "box", flags='multiccd="disable"')
    assert d.ncon == 1


def test_two_moving_geoms_meet_where_the_faster_one_is_farther_from():
    other = '<body pos=".3 0 0"><freejoint/><geom size=".05" condim="1"/></body>'
    m, d = forward([-25, 0, 0, 0, 0, 0, 50], target=other, more='condim="1"')
    assert d.ncon == 1
    # points of now at -.205 and .25, weighted by the displacements .5 and .25
    np.testing.assert_allclose(d.contact.pos[0], [(-0.205 * 2 + 0.25) / 3, 0, 0], rtol=0, atol=tol(1e-12))
    gelenk.mj_step(m, d)
    np.testing.assert_allclose(d.qpos[0] - d.qpos[7], 0.1 + 0.02 * 0.455, rtol=0, atol=tol(1e-8))
    np.testing.assert_allclose(d.qvel[0] + d.qvel[6], 25, rtol=tol(1e-9))  # equal masses: momentum stays


def test_margin_and_gap_are_as_measured():
    _, d = forward([50], target_more='margin=".01" gap=".02"')
    np.testing.assert_allclose(
        [d.contact.dist[0], d.contact.includemargin[0]], [0.7548, 0.01], atol=tol(1e-12)
    )
    # within the gap, where ordinary contacts have no force, the speculative one replaces them
    _, d = forward([50], x=-0.1, target_more='margin=".01" gap=".1"')
    assert d.ncon == 1 and d.nefc > 0
    _, d = forward([0.1], x=-0.1, target_more='margin=".01" gap=".1"')
    assert d.contact.exclude.tolist() == [1] and d.nefc == 0


def test_without_stiffness_the_distance_is_the_width_below_the_margin():
    _, d = forward([50], more='solref="0 -100" solimp=".9 .95 .03" priority="1"')
    np.testing.assert_allclose(d.contact.dist[0], -0.03, rtol=0, atol=tol(1e-12))


@pytest.mark.parametrize(
    "masks, hides", [((1, 1), True), ((1, 0), True), ((0, 1), True), ((0, 0), False), ((2, 2), False)]
)
def test_a_geom_in_between_hides_the_wall_if_the_faster_geom_can_touch_it(masks, hides):
    plate = (
        f'<geom type="box" size=".001 .5 .5" pos="-.1 0 0" contype="{masks[0]}" conaffinity="{masks[1]}"/>'
    )
    _, d = forward([50], target=WALL + plate)
    assert pairs(d) == ([(2, 1)] if hides else [(2, 0)])
    # what hides only one of several contacts removes only that one
    plate = '<body pos="-.1 .06 0"><geom type="box" size=".001 .05 .5"/></body>'
    _, d = forward([50, 3], "box", target=WALL + plate)
    assert pairs(d).count((0, 2)) == 2 and pairs(d).count((1, 2)) == 4


@pytest.mark.parametrize("flags", ["", 'sleep="enable"'])
def test_explicit_pairs_excludes_and_masks_count(flags):
    text = SCENE.format(
        option="",
        flag="enable",
        flags=flags,
        target=WALL.format(""),
        pos="-.255 0 0",
        turn="",
        shape=SHAPES["sphere"].format('contype="0"'),
    ).replace("conaffinity", "")
    for ending, count in [
        ('<contact><pair geom1="wall" geom2="bullet" condim="4"/></contact>', 1),
        ('<contact><exclude body1="world" body2="b"/></contact>', 0),
        ("", 1),
    ]:
        m = gelenk.MjModel.from_xml_string(text.replace("</mujoco>", ending + "</mujoco>"), release="4.0")
        d = gelenk.MjData(m)
        d.qvel[0] = 50
        gelenk.mj_forward(m, d)
        assert d.ncon == count and (count == 0 or d.contact.dim[0] == (4 if "pair" in ending else 3))


def test_slow_geoms_have_ordinary_contacts_only():
    rng = np.random.default_rng(1)
    kinds = [s.format('margin=".01"') for s in SHAPES.values()]
    bodies = "".join(
        f'<body pos="{" ".join(map(str, rng.uniform(-0.2, 0.2, 3)))}"><freejoint/>{kinds[i % 6]}{kinds[i % 5]}</body>'
        for i in range(24)
    ).replace('name="bullet"', "")
    results = []
    for flag in ("enable", "disable"):
        _, d = forward(np.full(6, 1e-3), kinds[4], target=PLANE + bodies, flag=flag)
        results.append((d.contact.geom.copy(), d.contact.dist.copy(), d.contact.frame.copy(), d.qacc.copy()))
    assert len(results[0][0]) > 100
    for found, wanted in zip(*results, strict=True):
        np.testing.assert_array_equal(found, wanted)


@pytest.mark.parametrize("nbody", [3, 90])
def test_a_bullet_stops_among_many_bodies_and_at_a_body_of_many_geoms(nbody):
    tiles = "".join(
        f'<geom type="box" size=".004 .1 .1" pos="0 {0.2 * i - 0.6} {0.2 * j - 0.6}"/>'
        for i in range(7)
        for j in range(7)
    )
    others = "".join(
        f'<body pos="{i % 9 - 4} 3 {i // 9}"><freejoint/><geom size=".2"/></body>' for i in range(nbody)
    )
    m, d = scene([], target=tiles + others)
    d.qvel[-6] = 80
    for _ in range(20):
        gelenk.mj_step(m, d)
    assert -0.1 < d.qpos[-7] < 0  # it bounced off slowly


def test_a_bullet_wakes_what_it_hits():
    asleep = '<body pos="0 0 0" sleep="init"><freejoint/><geom type="box" size=".005 .5 .5" mass="9"/></body>'
    m, d = scene([0, 0, 0, 0, 0, 0, 50], target=asleep, flags='sleep="enable"')
    assert d.ntree_awake == 1
    for _ in range(3):
        gelenk.mj_step(m, d)
    assert d.ntree_awake == 2 and d.qvel[0] > 0 and d.qpos[7] < d.qpos[0]


def test_the_flag_can_be_set_while_running_and_saved():
    m, d = forward([50], flag="disable")
    assert d.ncon == 0
    m.opt.enableflags |= int(gelenk.mjtEnableBit.mjENBL_SPECULATIVE)
    gelenk.mj_forward(m, d)
    assert d.ncon == 1
    spec = gelenk.MjSpec.from_string(
        SCENE.format(
            option="",
            flag="enable",
            flags="",
            target=WALL.format(""),
            pos="0 0 0",
            turn="",
            shape=SHAPES["box"].format(""),
        )
    )
    assert 'speculative="enable"' in spec.to_xml()
    assert unsupported_parts(m) == ["the flag speculative"]


@pytest.mark.parametrize("speed", [np.nan, np.inf, 1e300, -1e200, 1e9])
def test_velocities_that_are_no_motion_do_no_harm(speed):
    for shape in ("sphere", "box"):
        m, d = forward([speed, 1, 0, 0, speed, 0], shape, x=-0.054)  # touches the wall
        assert d.ncon <= 4
        m.opt.timestep = speed
        gelenk.mj_forward(m, d)
