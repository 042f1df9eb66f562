"""Bodies below chains of static bodies are simple where they are in 3.5.0: forces of contacts depend on it."""

import numpy as np
import pytest

import gelenk
from tests.support.tolerance import tol

mujoco = pytest.importorskip("mujoco")

INERTIA = '<inertial pos="0 0 0" mass=".01" diaginertia="1e-6 1e-6 1e-6"/>'
SLIDE, HINGE = '<joint type="slide" axis="0 0 1"/>', '<joint axis="0 1 0"/>'
JOINTS = {
    "none": "",
    "slide": SLIDE,
    "hinge": HINGE,
    "ball": '<joint type="ball"/>',
    "free": "<freejoint/>",
    "two slides": SLIDE + '<joint type="slide" axis="1 0 0"/>',
    "slide and hinge": SLIDE + HINGE,
    "slides and ball": SLIDE + '<joint type="slide" axis="1 0 0"/><joint type="ball"/>',
    "tilted": '<joint type="slide" axis="0 1 1"/>',
    "tilted by rounding": '<joint type="slide" axis="0 1e-15 1"/>',
    "almost along an axis": '<joint type="slide" axis="0 2e-14 1"/>',
}
STATIC = {
    "body": ("<body>", "</body>"),
    "moved": ('<body pos="0 0 .002" euler="0 0 30">', "</body>"),
    "with geom": ('<body><geom size=".01" pos="5 0 0"/>', "</body>"),
    "with inertia": (f"<body>{INERTIA}", "</body>"),
    "in a frame": ('<frame pos="0 0 .001"><body>', "</body></frame>"),
    "above a frame": ('<body><frame pos="0 0 .001">', "</frame></body>"),
    "mocap": ('<body mocap="true">', "</body>"),
}
FIELDS = [
    *(
        "body_simple",
        "dof_simplenum",
        "body_invweight0",
        "dof_invweight0",
        "dof_M0",
        "body_weldid",
        "dof_Madr",
    ),
    *(
        "M_rownnz",
        "M_rowadr",
        "M_colind",
        "D_rownnz",
        "D_rowadr",
        "D_colind",
        "B_rownnz",
        "B_rowadr",
        "B_colind",
    ),
]


def ball(joints, more=""):
    return f'<body pos="0 0 .099">{INERTIA}{joints}<geom size=".1" mass="0"/>{more}</body>'


def agree(text):
    try:
        theirs = mujoco.MjModel.from_xml_string(text)
    except ValueError:  # free joints below the world, mocap bodies below others
        with pytest.raises(gelenk.Error):
            gelenk.MjModel.from_xml_string(text)
        return
    compare(gelenk.MjModel.from_xml_string(text), theirs)


def compare(ours, theirs):
    for field in FIELDS:
        found, expected = (np.asarray(getattr(m, field)) for m in (ours, theirs))
        assert found.shape == expected.shape, field
        np.testing.assert_allclose(found, expected, rtol=tol(1e-9), err_msg=field)
    d, reference = gelenk.MjData(ours), mujoco.MjData(theirs)
    gelenk.mj_forward(ours, d)
    mujoco.mj_forward(theirs, reference)
    assert d.ncon == reference.ncon
    np.testing.assert_allclose(d.qacc, reference.qacc, rtol=tol(1e-6), atol=tol(1e-6))


@pytest.mark.parametrize("length", range(4))
@pytest.mark.parametrize("kind", STATIC)
def test_a_body_below_static_ones_is_simple_as_in_the_reference(length, kind):
    begin, end = STATIC[kind]
    for joints in JOINTS.values():
        for settings in ("", '<compiler fusestatic="true"/>', '<option jacobian="sparse"/>'):
            for more in ("", "<body><site/></body>"):
                tree = begin * length + ball(joints, more) + end * length
                agree(
                    f'<mujoco>{settings}<worldbody><geom type="plane" size="1 1 1"/>{tree}</worldbody></mujoco>'
                )


def test_a_contact_below_two_static_bodies_pushes_as_in_the_reference():
    d = []
    for length in (0, 1, 2, 3):
        tree = "<body>" * length + ball(SLIDE) + "</body>" * length
        text = f'<mujoco><worldbody><geom type="plane" size="1 1 1"/>{tree}</worldbody></mujoco>'
        m = gelenk.MjModel.from_xml_string(text)
        d.append(gelenk.MjData(m))
        gelenk.mj_forward(m, d[-1])
    assert [float(x.qacc[0]) for x in d] == pytest.approx([2.0095, 2.0095, 2.41707, 2.41707], rel=tol(1e-4))


@pytest.mark.parametrize("joints", JOINTS.values(), ids=JOINTS)
@pytest.mark.parametrize("how", ["element", "attach_body", "frame", "site"])
def test_robots_on_mounts_are_simple_as_in_the_reference(joints, how):
    robot = f'<mujoco model="r"><worldbody><body name="base">{ball(joints)}{ball(joints)}</body></worldbody></mujoco>'
    floor = '<geom type="plane" size="1 1 1"/>'
    for length in range(3):
        open_, close = '<body pos=".5 0 0">' * length, "</body>" * length
        if how == "element":
            tree = open_ + '<attach model="r" body="base" prefix="x"/>' + close
            text = f'<mujoco><asset><model name="r" file="r.xml"/></asset><worldbody>{floor}{tree}</worldbody></mujoco>'
            assets = {"r.xml": robot.encode()}
            if joints == JOINTS["free"]:
                continue
            pair = [module.MjModel.from_xml_string(text, assets) for module in (gelenk, mujoco)]
            compare(*pair)
            continue
        models = []
        for module in (gelenk, mujoco):
            spec = module.MjSpec.from_string(f"<mujoco><worldbody>{floor}</worldbody></mujoco>")
            child = module.MjSpec.from_string(robot)
            parent = spec.worldbody
            for _ in range(length):
                parent = parent.add_body(pos=[0.5, 0, 0])
            place = parent.add_site() if how == "site" else parent.add_frame()
            if how == "frame":
                spec.attach(child, frame=place, prefix="x")
            elif how == "site":
                spec.attach(child, site=place, prefix="x")
            else:
                place.attach_body(child.body("base"), "x", "")
            try:
                models.append(spec.compile())
            except ValueError:
                models.append(None)
        assert (models[0] is None) == (models[1] is None) == (joints == JOINTS["free"])
        if models[0] is not None:
            compare(*models)
