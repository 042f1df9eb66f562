"""Contacts against closed forms: resting depth, restitution, slip threshold, cones, symmetry, momentum."""

import itertools

import numpy as np
import pytest

import gelenk
from tests.oracles import contact
from tests.support.tolerance import tol
from tests.support.world import world

G = 9.81
SOLREFS = [(0.02, 1.0), (0.05, 0.4), (0.01, 2.0), (-2000.0, -90.0)]
SOLIMPS = [
    (0.9, 0.95, 0.001, 0.5, 2.0),
    (0.5, 0.99, 0.01, 0.5, 2.0),
    (0.1, 0.9, 0.02, 0.3, 3.0),
    (0.8, 0.8, 0.001, 0.5, 2.0),
    (0.05, 0.95, 0.01, 0.5, 1.0),
]


def test_balls_rest_at_the_depth_of_their_solref_and_solimp():
    cases = list(itertools.product(SOLREFS, SOLIMPS))
    balls = "".join(
        f"""<body pos="{i} 0 0.1"><freejoint/><geom size="0.1" mass="{0.1 + i}" condim="1" priority="1"
          solref="{solref[0]} {solref[1]}" solimp="{" ".join(map(str, solimp))}"/></body>"""
        for i, (solref, solimp) in enumerate(cases)
    )
    m, d = world(f'<worldbody><geom type="plane" size="0 0 1"/>{balls}</worldbody>', f'gravity="0 0 -{G}"')
    gelenk.mj_step(m, d, 4000)
    assert np.abs(d.qvel).max() < tol(1e-9)
    depth = 0.1 - d.qpos.reshape(-1, 7)[:, 2]
    expected = [contact.resting_depth(solref, solimp, G) for solref, solimp in cases]
    np.testing.assert_allclose(depth, expected, rtol=tol(1e-8))
    force = np.zeros(6)
    for i in range(d.ncon):  # and each carries its weight
        gelenk.mj_contactForce(m, d, i, force)
        mass = m.body_mass[m.geom_bodyid[d.contact.geom[i, 1]]]
        assert force[0] == pytest.approx(mass * G, rel=tol(1e-8))


def bounce(stiffness, damping, h):
    """Coefficient of restitution of a ball dropped from half a metre."""
    m, d = world(
        f"""<worldbody><geom type="plane" size="0 0 1"/><body pos="0 0 0.6"><freejoint/>
        <geom size="0.1" condim="1" priority="1" solref="-{stiffness} -{damping}" solimp="0.9 0.9
          0.001"/></body>
        </worldbody>""",
        f'gravity="0 0 -{G}" timestep="{h}"',
    )
    fall = np.sqrt(2 * 0.5 / G)
    gelenk.mj_step(m, d, round((fall + 0.05) / h))  # well above the ground again
    assert d.ncon == 0 and d.qvel[2] > 0
    height = d.qpos[2] - 0.1 + d.qvel[2] ** 2 / (2 * G)
    return np.sqrt(height / 0.5)


@pytest.mark.parametrize("stiffness, damping", [(1e5, 0.0), (1e5, 30.0), (1e5, 150.0)])
def test_a_ball_bounces_with_the_restitution_of_its_spring_and_damper(stiffness, damping):
    speed = np.sqrt(2 * G * 0.5)
    expected = contact.restitution(stiffness, damping, 0.9, G, speed)
    assert abs(bounce(stiffness, damping, 1e-5) - expected) < tol(1e-3)  # first order: w h = 3e-3
    assert contact.restitution(stiffness, damping + 10.0, 0.9, G, speed) < expected - 0.01
    if damping == 0.0:
        assert expected == pytest.approx(
            1.0, abs=tol(1e-3)
        )  # no damping: what gravity takes in the contact's 3 ms


SLOPE = """
<worldbody><geom type="plane" size="0 0 1" friction="0.5"/>
  <body pos="0 0 0.0499"><freejoint/><geom type="box" size="0.2 0.2 0.05" mass="2"
    friction="0.5"/></body></worldbody>"""


def slide(cone, slope, azimuth):
    """Velocity after 2 s and mean acceleration of the last 1.5 s, downhill on a slope of friction 0.5."""
    m, d = world(SLOPE, f'cone="{cone}" impratio="50" tolerance="1e-12" iterations="100" timestep="0.001"')
    downhill = np.array([np.cos(azimuth), np.sin(azimuth), 0.0])
    m.opt.gravity[:] = G * np.sin(slope) * downhill - G * np.cos(slope) * np.array([0, 0, 1.0])
    gelenk.mj_step(m, d, 500)  # the block settles on its corners
    early = d.qvel[:3] @ downhill
    gelenk.mj_step(m, d, 1500)
    late = d.qvel[:3] @ downhill
    return late, (late - early) / 1.5


@pytest.mark.parametrize("cone", ["pyramidal", "elliptic"])
def test_a_block_sticks_below_the_friction_angle_and_slips_above(cone):
    angle = np.arctan(0.5)
    v, a = slide(cone, angle - 0.02, 0.0)
    assert abs(v) < tol(1e-3) and abs(a) < tol(1e-3)  # friction is soft: it creeps, but does not speed up
    v, a = slide(cone, angle + 0.02, 0.0)
    expected = G * (np.sin(angle + 0.02) - 0.5 * np.cos(angle + 0.02))
    assert a == pytest.approx(
        expected, abs=tol(1e-3 * G)
    )  # corners still tremble: phase of the vertical motion


def test_a_pyramid_is_weaker_between_its_edges_and_an_ellipse_is_not():
    slope = np.arctan(0.5) - 0.1  # below the cone, above the pyramid's side, arctan(0.5 / sqrt(2))
    assert abs(slide("elliptic", slope, np.pi / 4)[0]) < tol(1e-3)  # held: creeping of the soft cone, in m/s
    _, a = slide("pyramidal", slope, np.pi / 4)
    assert a == pytest.approx(G * (np.sin(slope) - 0.5 / np.sqrt(2) * np.cos(slope)), abs=tol(1e-3 * G))


PILE = """
<worldbody><geom type="plane" size="0 0 1"/>
  <body pos="0 0 0.1"><freejoint/><geom size="0.1" condim="4" friction="0.6 0.02 0.001"/></body>
  <body pos="0.5 0 0.1"><freejoint/><geom size="0.1" condim="6" friction="0.6 0.02 0.01"/></body>
  <body pos="1 0 0.05"><freejoint/><geom type="box" size="0.1 0.1 0.05" friction="0.7"/></body>
  <body pos="1.02 0.01 0.149"><freejoint/><geom type="capsule" size="0.05 0.1" euler="90 0 0"
    friction="0.4"/></body>
</worldbody>"""


@pytest.mark.parametrize("solver", ["Newton", "CG", "PGS"])
@pytest.mark.parametrize("cone", ["pyramidal", "elliptic"])
def test_contact_forces_lie_in_their_cones(solver, cone):
    m, d = world(PILE, f'solver="{solver}" cone="{cone}" iterations="200" tolerance="1e-12"')
    rng = np.random.default_rng(3)
    seen, force = 0, np.zeros(6)
    for _ in range(60):
        d.xfrc_applied[1:] = m.body_mass[1:, None] * rng.standard_normal((4, 6)) * (5, 5, 1, 0.05, 0.05, 0.05)
        gelenk.mj_step(m, d, 3)
        for i, c in enumerate(d.contact):
            gelenk.mj_contactForce(m, d, i, force)
            scaled = force[1 : c.dim] / c.friction[: c.dim - 1]
            size = np.linalg.norm(scaled) if cone == "elliptic" else np.abs(scaled).sum()
            assert force[0] >= 0.0 and size <= force[0] * (1 + tol(1e-6)) + tol(1e-9)
            assert not force[c.dim :].any()
            seen += force[0] > 0 and size > 0.9 * force[0]
    assert seen > 20  # many of them near the surface of the cone


def test_mirrored_situations_have_mirrored_motions():
    m, d = world(
        """<worldbody><geom type="plane" size="0 0 1"/>
        <body pos="0 0.4 0.3"><freejoint/><geom type="capsule" size="0.05 0.2" euler="70 0 0"/></body>
        <body pos="0 -0.4 0.3"><freejoint/><geom type="capsule" size="0.05 0.2" euler="-70 0
          0"/></body></worldbody>""",
        'cone="elliptic" tolerance="1e-12"',
    )
    d.qvel[:3], d.qvel[6:9] = (0.3, 0.2, 0.0), (0.3, -0.2, 0.0)
    gelenk.mj_step(m, d, 150)
    assert d.ncon > 0
    np.testing.assert_allclose(d.qpos[:3] * (1, -1, 1), d.qpos[7:10], atol=tol(1e-9))
    # a mirror turns axial vectors the other way, but for the one across it
    np.testing.assert_allclose(d.qpos[3:7] * (1, -1, 1, -1), d.qpos[10:14], atol=tol(1e-9))


def test_colliding_bodies_keep_their_momentum():
    m, d = world(
        """<worldbody>
        <body><freejoint/><geom size="0.1" mass="1"/></body>
        <body pos="0.35 0.05 0.02"><freejoint/><geom type="box" size="0.1 0.05 0.08" mass="3"/></body>
        <body pos="-0.3 0 0"><freejoint/><geom type="capsule" size="0.05 0.1"
          mass="2"/></body></worldbody>""",
        'gravity="0 0 0" timestep="0.001"',
    )
    mass = np.array([1.0, 3.0, 2.0])
    d.qvel.reshape(3, 6)[:, :3] = (0.5, 0, 0), (-2, 0.1, 0), (2, 0, 0.3)
    before = mass @ d.qvel.reshape(3, 6)[:, :3]
    touched = 0
    for _ in range(300):
        gelenk.mj_step(m, d)
        touched += d.ncon > 0
    after = mass @ d.qvel.reshape(3, 6)[:, :3]
    assert touched > 5
    np.testing.assert_allclose(after, before, atol=tol(1e-11))  # 300 roundings of numbers about 5
