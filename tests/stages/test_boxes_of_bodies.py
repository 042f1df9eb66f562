"""Boxes of bodies and geoms leave out pairs that do not touch, and nothing else."""

import numpy as np
import pytest

import gelenk
from gelenk.engine.collision.bounding_boxes import BOX_SLACK
from tests.support.tolerance import tol

SHAPES = (
    'type="box" size=".2 .02 .1"',
    'type="capsule" size=".02 .2"',
    'type="cylinder" size=".1 .05"',
    'type="ellipsoid" size=".2 .05 .1"',
    'type="sphere" size=".08"',
    'type="mesh" mesh="tetrahedron"',
)
MESH = '<mesh name="tetrahedron" vertex="0 0 0  .3 0 0  0 .3 0  0 0 .3"/>'


def clutter(seed, margin="0", option="", pair=""):
    """Twelve bodies of eight geoms of all shapes each, crowded about a plane and a height field."""
    rng = np.random.default_rng(seed)
    place = lambda width: " ".join(f"{x:.4f}" for x in rng.uniform(-width, width, 3))  # noqa: E731
    bodies = []
    for b in range(12):
        geoms = "".join(
            f'<geom name="g{b}_{g}" {SHAPES[(b + g) % len(SHAPES)]} pos="{place(0.3)}" euler="{place(180)}"/>'
            for g in range(8)
        )
        joint = "<freejoint/>" if b % 4 else ""
        bodies.append(f'<body name="b{b}" pos="{place(0.9)}" euler="{place(180)}">{joint}{geoms}</body>')
    return f"""<mujoco>{option}<default><geom margin="{margin}"/></default>
        <asset>{MESH}<hfield name="hill" nrow="4" ncol="4" size="1 1 .3 .1"
            elevation="0 1 0 1 1 0 1 0 0 1 0 1 1 0 1 0"/></asset>
        <worldbody><geom type="plane" size="3 3 1" pos="0 0 -.4"/>
            <geom type="hfield" hfield="hill" pos="0 0 -.5"/>{"".join(bodies)}</worldbody>{pair}</mujoco>"""


def crowd(seed, option=""):
    """Nine bodies of one or two geoms of all shapes, with margins and masks, about a tilted plane and a wall."""
    rng = np.random.default_rng(seed)
    place = lambda width: " ".join(f"{x:.4f}" for x in rng.uniform(-width, width, 3))  # noqa: E731
    bodies = []
    for b in range(9):
        geoms = "".join(
            f'<geom {SHAPES[(b + g) % len(SHAPES)]} pos="{place(0.1)}" euler="{place(180)}" '
            f'margin="{0.05 * (b % 3)}" contype="{1 + b % 3}" conaffinity="{1 + g}"/>'
            for g in range(1 + b % 2)
        )
        wall = '<body><geom type="plane" size="1 1 1" pos=".3 0 0" euler="0 -90 0"/></body>' if b == 4 else ""
        bodies.append(f'<body pos="{place(0.3)}" euler="{place(180)}"><freejoint/>{geoms}</body>{wall}')
    return f"""<mujoco>{option}<asset>{MESH}</asset>
        <worldbody><geom type="plane" size="3 3 1" pos="0 0 -.3" euler="{place(20)}"/>{"".join(bodies)}</worldbody>
        </mujoco>"""


def contacts(m, d):
    """Bytes of all that a collision finds."""
    gelenk.mj_collision(m, d)
    return d.ncon, [
        getattr(d.contact, name).tobytes() for name in ("dist", "pos", "frame", "geom", "friction")
    ]


@pytest.fixture
def by_spheres():
    """A function that calls another while boxes are not used: a filter is asked about all pairs that may touch."""

    def call(function, *arguments):
        gelenk.set_mjcb_contactfilter(lambda m, d, geom1, geom2: 0)
        try:
            return function(*arguments)
        finally:
            gelenk.set_mjcb_contactfilter(None)

    return call


@pytest.mark.parametrize(
    "kwargs",
    [
        {},
        {"margin": "0.05"},
        {"option": '<option o_margin=".1"><flag override="enable"/></option>'},
        {"option": '<option><flag midphase="disable"/></option>'},
        {"pair": '<contact><pair geom1="g1_0" geom2="g2_3"/><exclude body1="b1" body2="b5"/></contact>'},
    ],
)
def test_boxes_leave_out_nothing_that_touches(kwargs, by_spheres):
    m = gelenk.MjModel.from_xml_string(clutter(1, **kwargs))
    d = gelenk.MjData(m)
    rng = np.random.default_rng(2)
    found = 0
    for _ in range(6):
        d.qpos[:] = m.qpos0 + rng.normal(0, 0.2, m.nq)
        gelenk.mj_kinematics(m, d)
        ours = contacts(m, d)
        assert d._view.broad_boxed == 1
        assert ours == by_spheres(contacts, m, d)
        assert d._view.broad_boxed == 0
        found += ours[0]
    assert found > 100


@pytest.mark.parametrize("option", ["", '<option o_margin=".1"><flag override="enable"/></option>'])
@pytest.mark.parametrize("seed", range(4))
def test_boxes_of_few_bodies_leave_out_nothing_that_touches(seed, option, by_spheres):
    m = gelenk.MjModel.from_xml_string(crowd(seed, option))
    d = gelenk.MjData(m)
    rng = np.random.default_rng(seed)
    found = 0
    for _ in range(20):
        d.qpos[:] = m.qpos0 + rng.normal(0, 0.3, m.nq)
        gelenk.mj_kinematics(m, d)
        d._view.broad_around[:] = np.nan
        ours = contacts(m, d)
        assert not np.isnan(d._view.broad_around).any()
        assert ours == by_spheres(contacts, m, d)
        found += ours[0]
    assert found > 50


def test_a_body_that_is_nowhere_touches_nothing():
    m = gelenk.MjModel.from_xml_string(crowd(0))
    d = gelenk.MjData(m)
    gelenk.mj_kinematics(m, d)
    for geom in range(m.ngeom):
        d.geom_xpos[geom] = np.nan
    gelenk.mj_collision(m, d)
    assert d.ncon == 0


def test_far_bodies_are_left_out():
    """The filter would be asked about pairs of geoms whose spheres meet; boxes of long thin geoms do not."""
    planks = "".join(
        f'<body pos="0 0 {0.1 * i}"><freejoint/>'
        + "".join(f'<geom type="box" size="1 .01 .01" pos="0 {0.1 * k} 0"/>' for k in range(5))
        + "</body>"
        for i in range(16)
    )
    m = gelenk.MjModel.from_xml_string(f"<mujoco><worldbody>{planks}</worldbody></mujoco>")
    d = gelenk.MjData(m)
    gelenk.mj_forward(m, d)
    view = d._view
    assert view.broad_boxed == 1 and d.ncon == 0
    low, high = view.broad_around[2, 1:], view.broad_around[5, 1:]
    assert (high[:-1] < low[1:]).all()  # no two bodies' boxes meet
    np.testing.assert_allclose(high - low, 0.02 + 2 * BOX_SLACK, atol=tol(1e-12))


def test_a_geom_that_is_nowhere_touches_nothing(by_spheres):
    m = gelenk.MjModel.from_xml_string(clutter(3))
    d = gelenk.MjData(m)
    gelenk.mj_kinematics(m, d)
    d.geom_xpos[20] = np.nan
    ours = contacts(m, d)
    assert ours[0] > 0 and ours == by_spheres(contacts, m, d)
