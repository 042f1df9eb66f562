"""Spatial tendons: closed forms of wrapping, finite differences of lengths, and 3.5.0 on the same paths."""

import itertools
import math

import mujoco
import numpy as np
import pytest

import gelenk
from gelenk.engine.force.velocity import rne
from gelenk.engine.position.wrap import wrap_geom
from gelenk.runtime import pipeline
from gelenk.toolchain.library import jit
from tests.support.mirror import mirror_data, mirror_model
from tests.support.tolerance import relative, tol

UPRIGHT = (1.0, 0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 1.0)
ORIGIN = (0.0, 0.0, 0.0)
ROUNDING = tol(1e-12)  # of a few hundred operations on lengths of order one
# 3.5.0 finds the point of an inverse wrap to 1e-7 of the radius; lengths feel the square of that
LOOSE = tol(1e-6)


def around(a, b, radius=0.5, sphere=True, side=None, pos=ORIGIN, mat=UPRIGHT):
    """(length on the geom, length of the whole path, points of contact)"""
    w, q0, q1 = wrap_geom(a, b, pos, mat, radius, sphere, side is not None, side or ORIGIN)
    if w < 0:
        return w, math.dist(a, b), (q0, q1)
    return w, w + math.dist(a, q0) + math.dist(b, q1), (q0, q1)


# Closed forms


@pytest.mark.parametrize("sphere", [True, False])
def test_a_string_over_a_ball_or_bar_is_two_tangents_and_an_arc(sphere):
    w, length, _ = around((-1.0, 0.1, 0.0), (1.0, 0.1, 0.0), sphere=sphere)
    distance = math.hypot(1.0, 0.1)
    alpha = math.acos(0.5 / distance)  # between an end and its point of contact
    angle = math.pi - 2.0 * math.atan2(0.1, 1.0) - 2.0 * alpha
    assert abs(w - 0.5 * angle) < ROUNDING
    assert abs(length - 2.0 * math.sqrt(distance**2 - 0.25) - 0.5 * angle) < ROUNDING


def test_ends_on_a_sphere_are_joined_by_a_great_circle():
    a, b = (0.3, 0.4, 0.0), (0.0, -0.3, 0.4)
    w, length, _ = around(a, b, 0.5)
    assert abs(w - 0.5 * math.acos(np.dot(a, b) / 0.25)) < tol(1e-7)  # an end may be inside by a rounding
    assert abs(length - w) < tol(1e-7)


def test_ends_on_a_cylinder_are_joined_by_a_helix():
    w, _, _ = around((0.5, 0.0, 0.0), (0.0, 0.5, 2.0), 0.5, sphere=False)
    assert abs(w - math.hypot(0.5 * math.pi / 2, 2.0)) < ROUNDING


@pytest.mark.parametrize("sphere", [True, False])
@pytest.mark.parametrize("a, b, side", [
    ((-1.0, 0.6, 0.0), (1.0, 0.6, 0.0), None),  # passes above
    ((-1.0, 0.6, 0.0), (1.0, 0.6, 0.0), (0.0, 1.0, 0.0)),  # on the wanted side
    ((0.7, 0.0, 0.0), (1.0, 0.1, 0.0), None),  # both ends on one side
    ((0.1, 0.0, 0.0), (1.0, 0.0, 0.0), None),  # starts inside
    ((-1.0, 0.1, 0.0), (1.0, 0.1, 0.0), (0.0, 0.2, 0.0)),  # goes through, as it shall
    ((-1.0, 0.9, 0.0), (-1.0, 0.9, 0.0), (0.0, -1.0, 0.0)),  # has no length
])  # fmt: skip
def test_a_free_string_is_straight(a, b, side, sphere):
    assert around(a, b, 0.5, sphere, side)[0] == -1.0


def test_a_side_site_chooses_the_way_around():
    a, b = (-1.0, 0.1, 0.0), (1.0, 0.1, 0.0)
    above, short, _ = around(a, b, side=(0.0, 2.0, 0.0))
    below, long, points = around(a, b, side=(0.0, -2.0, 0.0))
    assert above < below and short < long and points[0][1] < 0
    # also where the straight way would be free, but on the other side
    assert around((-1.0, 0.6, 0.0), (1.0, 0.6, 0.0), side=(0.0, -2.0, 0.0))[0] > 0


@pytest.mark.parametrize("sphere", [True, False])
def test_a_string_through_a_ring_takes_the_shortest_way(sphere):
    a, b, inside = (-0.9, 0.7, 0.0), (1.6, 0.9, 0.0), (0.0, 0.1, 0.0)
    w, length, (q, _) = around(a, b, 0.5, sphere, inside)
    turn = np.linspace(0, math.tau, 20001)
    points = 0.5 * np.stack([np.cos(turn), np.sin(turn), 0 * turn], 1)
    ways = np.linalg.norm(points - a, axis=1) + np.linalg.norm(points - b, axis=1)
    assert w == 0.0 and abs(np.linalg.norm(q) - 0.5) < ROUNDING
    assert length < ways.min() + ROUNDING
    assert ways.min() - length < tol(
        1e-7
    )  # the grid's step is 3e-4, the length is quadratic about its minimum


def test_a_barely_visible_ring_is_still_touched_in_the_middle():
    alpha = math.acos(0.5)  # ends at distance 1 see the circle of radius 0.5 up to this angle
    half = alpha - 1e-5
    a, b = (math.cos(half), math.sin(half), 0.0), (math.cos(half), -math.sin(half), 0.0)
    _, length, (q, _) = around(a, b, 0.5, True, (0.0, 0.1, 0.0))
    assert relative(q, (0.5, 0.0, 0.0)) < tol(1e-9)
    assert abs(length - 2.0 * math.dist(a, (0.5, 0.0, 0.0))) < ROUNDING


@pytest.mark.parametrize("sphere", [True, False])
@pytest.mark.parametrize("side", [None, (0.0, 2.0, 1.0), (0.1, 0.05, 0.0)])
def test_a_path_does_not_depend_on_its_direction(sphere, side):
    rng = np.random.default_rng(4)
    for _ in range(50):
        a, b = (tuple(rng.normal(size=3)) for _ in range(2))
        there, back = around(a, b, 0.5, sphere, side), around(b, a, 0.5, sphere, side)
        assert abs(there[1] - back[1]) < tol(1e-9)


# Models

HEAD = """<mujoco><option jacobian="%s"/><worldbody><site name="w0" pos="-.5 .1 1.05"/>
<site name="w1" pos=".1 -.4 1.2"/>
<body pos="0 0 1"><joint axis="0 1 0"/><joint type="slide" axis="0 0 1"/>
 <geom name="A" type="%s" size=".12 .3" pos=".01 .02 -.03" euler="70 10 20" contype="0"/>
 <site name="sideA" pos="%s"/><geom type="capsule" size=".02" fromto="0 0 0 .4 0 0"/>
 <site name="e0" pos=".35 0 .03"/>
 <body pos=".4 0 0"><joint type="ball"/><geom name="B" type="%s" size=".11 .3" euler="90 15 0" contype="0"/>
  <site name="sideB" pos="%s"/><geom type="capsule" size=".02" fromto="0 0 0 .4 0 0"/>
  <site name="e1" pos=".35 -.01 -.04"/><site name="e2" pos=".2 0 .1"/></body></body>
<body pos="0 1 1"><freejoint/><geom size=".1"/><site name="f" pos="0 .1 .1"/></body></worldbody>"""
PATHS = {
    "sites": '<site site="w0"/><site site="e0"/><site site="e2"/><site site="f"/>',
    "pulleys": '<site site="w0"/><site site="e0"/><pulley divisor="2"/><site site="e0"/><site site="e2"/>'
    '<pulley divisor="3"/><site site="f"/><site site="e1"/>',
    "tree": '<site site="w0"/><site site="e0"/><site site="e2"/><pulley divisor="2"/><site site="e1"/>'
    '<site site="w1"/>',
    "geoms": '<site site="w0"/><geom geom="A"%s/><site site="e0"/><geom geom="B"%s/><site site="e1"/>'
    '<pulley divisor="2"/><site site="e2"/><site site="w1"/>',
}
WRAPS = [
    (kind, way, jacobian)
    for kind, way, jacobian in itertools.product(
        ("sphere", "cylinder"), ("free", "outside", "inside"), ("dense", "sparse")
    )
]


def scene(path, jacobian="dense", kind="sphere", way="free", armature=0.0):
    side = "0 .01 .02" if way == "inside" else ".02 .05 .3"
    text = PATHS[path]
    if path == "geoms":
        named = ("", "") if way == "free" else (' sidesite="sideA"', ' sidesite="sideB"')
        text = text % named
    other = f"<spatial>{PATHS['sites']}</spatial>"
    tendons = f'<tendon><spatial armature="{armature}">{text}</spatial>{other}</tendon>'
    return HEAD % (jacobian, kind, side, kind, side) + tendons + "</mujoco>"


def states(xml, count=5):
    """Random states of a scene: the reference's model and data, and the mirrors of both."""
    ref = mujoco.MjModel.from_xml_string(xml)
    m = mirror_model(ref)
    rng = np.random.default_rng(7)
    for _ in range(count):
        data = mujoco.MjData(ref)
        mujoco.mj_integratePos(ref, data.qpos, rng.normal(size=ref.nv), 0.5)
        data.qvel[:] = rng.normal(size=ref.nv)
        mujoco.mj_forward(ref, data)
        yield ref, data, m, mirror_data(ref, data, m)


def dense(m, d):
    """ten_J as a matrix."""
    if not mujoco.mj_isSparse(m):
        return np.array(d.ten_J).reshape(m.ntendon, m.nv)
    rows = np.zeros((m.ntendon, m.nv))
    values, columns = np.ravel(d.ten_J), np.ravel(d.ten_J_colind)
    for t in range(m.ntendon):
        part = slice(d.ten_J_rowadr[t], d.ten_J_rowadr[t] + d.ten_J_rownnz[t])
        rows[t, columns[part]] = values[part]
    return rows


def check_tendon(xml, bound):
    for ref, data, m, d in states(xml):
        for name in ("ten_length", "ten_J", "wrap_xpos"):
            getattr(d, name)[...] = np.nan
        pipeline.run_stage("tendon", m, d)
        assert relative(d.ten_length, data.ten_length) < ROUNDING
        assert relative(dense(ref, d), dense(ref, data)) < bound
        np.testing.assert_array_equal(d.ten_wrapadr, data.ten_wrapadr)
        np.testing.assert_array_equal(d.ten_wrapnum, data.ten_wrapnum)
        count = int(data.ten_wrapnum.sum())
        np.testing.assert_array_equal(d.wrap_obj.ravel()[:count], data.wrap_obj.ravel()[:count])
        points, expected = (np.reshape(x.wrap_xpos, (-1, 3))[:count] for x in (d, data))
        assert relative(points, expected) < bound


@pytest.mark.parametrize("jacobian", ["dense", "sparse"])
@pytest.mark.parametrize("path", ["sites", "pulleys"])
def test_paths_of_sites_are_those_of_the_reference(path, jacobian):
    check_tendon(scene(path, jacobian), ROUNDING)


@pytest.mark.parametrize("kind, way, jacobian", WRAPS)
def test_wrapped_paths_are_those_of_the_reference(kind, way, jacobian):
    check_tendon(scene("geoms", jacobian, kind, way), LOOSE if way == "inside" else ROUNDING)


def lengths(m, d, qpos):
    d.qpos[:] = qpos
    for stage in ("kinematics", "com_pos", "tendon"):
        pipeline.run_stage(stage, m, d)
    return d.ten_length.copy()


@pytest.mark.parametrize("kind, way, jacobian", WRAPS)
def test_the_jacobian_is_the_derivative_of_the_length(kind, way, jacobian):
    """Central differences: an error of h^2, and roundings / h; 1e-8 with h = 1e-5."""
    h = 1e-5
    for ref, data, m, d in states(scene("geoms", jacobian, kind, way), 2):
        lengths(m, d, data.qpos)
        analytic = dense(ref, d)
        for i in range(ref.nv):
            unit = np.zeros(ref.nv)
            unit[i] = 1.0
            ends = []
            for step in (h, -h):
                qpos = data.qpos.copy()
                mujoco.mj_integratePos(ref, qpos, unit, step)
                ends.append(lengths(m, d, qpos))
            assert relative(analytic[:, i], (ends[0] - ends[1]) / (2 * h)) < tol(1e-8)


@pytest.mark.parametrize("jacobian", ["dense", "sparse"])
@pytest.mark.parametrize("path", ["sites", "pulleys", "tree"])
def test_armature_of_a_path_adds_the_bias_of_the_reference(path, jacobian):
    run = jit(rne, "mdiF")
    for ref, data, m, d in states(scene(path, jacobian, armature=3.0)):
        pipeline.run_stage("fwd_velocity_smooth", m, d)
        assert relative(d.qfrc_bias, data.qfrc_bias) < ROUNDING * 10
        without = np.zeros(ref.nv)
        run(m, d, 0, without)
        assert relative(d.qfrc_bias, without) > 1e-6


@pytest.mark.parametrize("jacobian", ["dense", "sparse"])
def test_armature_keeps_the_energy_of_a_free_motion(jacobian):
    """The error vanishes with the step if the bias fits the inertia; with ball joints RK4 is of order 2."""
    m = gelenk.MjModel.from_xml_string(scene("tree", jacobian, armature=30.0))
    m.opt.integrator = gelenk.mjtIntegrator.mjINT_RK4
    m.opt.disableflags |= int(gelenk.mjtDisableBit.mjDSBL_CONTACT)
    m.opt.enableflags |= int(gelenk.mjtEnableBit.mjENBL_ENERGY)
    errors = []
    for timestep in (2e-3, 1e-3):
        m.opt.timestep = timestep
        d = gelenk.MjData(m)
        d.qvel[:] = np.linspace(2.0, -2.0, m.nv)
        gelenk.mj_forward(m, d)
        before = d.energy.sum()
        gelenk.mj_step(m, d, nstep=round(0.4 / timestep))
        gelenk.mj_forward(m, d)
        errors.append(abs(d.energy.sum() - before))
    assert errors[1] < tol(1e-4)  # of 190 J
    assert errors[0] > 3.9 * errors[1]
