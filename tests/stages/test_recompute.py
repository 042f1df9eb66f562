"""mj_setConst of models of later releases: what follows from edited fields is as if compiled with them."""

import numpy as np
import pytest

import gelenk
from tests.support.tolerance import EPS, tol

EXACT = tol(64 * EPS)  # a few operations on numbers near 1
SCENE = """<mujoco><option density="1"/>
<asset><hfield name="h" nrow="2" ncol="2" size="1 1 {hill} .1"/>
<mesh name="m" vertex="0 0 0 .1 0 0 0 .2 0 0 0 .3"/></asset>
<worldbody><geom type="plane" size="4 4 .1"/><geom type="hfield" hfield="h" pos="3 0 0"/><site name="w" pos="0 0 2"/>
<body name="a" pos="0 0 1"><freejoint/><inertial pos="{com} 0 0" mass="2" diaginertia=".1 .2 .3"/>
<geom type="box" size="{side} .2 .3" fluidshape="ellipsoid"/>
<geom size=".1" pos="{at} 0 0" margin="{margin}" gap=".01"/>
<geom type="mesh" mesh="m" pos="0 {at} 0" contype="{mask}"/><site name="s" pos="{at} 0 0"/></body>
<body name="b" pos="2 0 1"><joint name="b" axis="0 1 0"/><geom type="capsule" size=".05 {side}"/></body>
<body name="c" pos="4 0 1"><joint name="c" axis="0 1 0"/><geom type="cylinder" size=".05 {side}"/></body></worldbody>
<tendon><spatial name="t" stiffness="{spring}"><site site="w"/><site site="s"/></spatial></tendon>
<actuator><position joint="{driven}" kp="2"/></actuator></mujoco>"""
FIRST = {"hill": 0.5, "com": 0, "side": 0.1, "at": 0.3, "margin": 0, "mask": 1, "spring": 0, "driven": "b"}
THEN = {"hill": 0.7, "com": 0.1, "side": 0.15, "at": 0, "margin": 0.02, "mask": 6, "spring": 3, "driven": "c"}
FOLLOW = [
    "geom_rbound",
    "geom_aabb",
    "geom_fluid",
    "body_contype",
    "body_conaffinity",
    "body_margin",
    "bvh_aabb",
]
FOLLOW += ["geom_sameframe", "site_sameframe", "body_sameframe", "tree_sleep_policy"]
EDITED = ["geom_size", "geom_pos", "geom_margin", "geom_contype", "body_ipos", "site_pos", "hfield_size"]


def compiled(values, release="4.0"):
    return gelenk.MjModel.from_xml_string(SCENE.format(**values), release=release)


def test_what_follows_from_geoms_is_as_if_compiled_with_them():
    m, expected = compiled(FIRST), compiled(THEN)
    for name in [
        "geom_size",
        "geom_pos",
        "geom_margin",
        "geom_contype",
        "body_ipos",
        "site_pos",
        "hfield_size",
        "actuator_trnid",
    ]:
        getattr(m, name)[...] = getattr(expected, name)
    assert any((getattr(m, name) != getattr(expected, name)).any() for name in FOLLOW)
    gelenk.mj_setConst(m, gelenk.MjData(m))
    for name in FOLLOW:
        ours, theirs = getattr(m, name).astype(float), getattr(expected, name)
        if name == "bvh_aabb":  # the trees keep their structure: their leaves, and the root that holds them
            adr = [m.body_bvhadr[1], *np.flatnonzero(m.bvh_nodeid[: m.body_bvhnum.sum()] >= 0)]
            order = {int(expected.bvh_nodeid[i]): i for i in range(m.body_bvhnum.sum())}
            theirs = theirs[[m.body_bvhadr[1], *(order[int(m.bvh_nodeid[i])] for i in adr[1:])]]
            ours = ours[adr]
        assert np.abs(ours - theirs).max() <= EXACT * max(1, np.abs(theirs).max()), name


def test_a_model_of_an_earlier_release_keeps_its_bounds():
    m = compiled(FIRST, "3.11")
    before = m.geom_rbound.copy()
    m.geom_size[:] *= 2
    gelenk.mj_setConst(m, gelenk.MjData(m))
    assert (m.geom_rbound == before).all()


@pytest.mark.parametrize("release, kept", [("3.11", False), ("4.0", True)])
def test_statistics_damping_ratios_and_spring_lengths_are_resolved_by_the_compiler_alone(release, kept):
    m = compiled(FIRST, release)
    before = m.stat.meanmass, -1.0, 0.5
    m.body_mass[1] *= 2
    m.tendon_lengthspring[:] = -1
    m.actuator_biasprm[0, 2] = 0.5
    gelenk.mj_setConst(m, gelenk.MjData(m))
    after = m.stat.meanmass, m.tendon_lengthspring[0, 0], m.actuator_biasprm[0, 2]
    assert [a == b for a, b in zip(before, after, strict=True)] == [kept] * 3
