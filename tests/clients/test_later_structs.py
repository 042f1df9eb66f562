"""Structs and functions after 3.5.0 beside specs: MjLogConfig, MjPreContact, renderer info, mj_insideSite, ..."""

import os
import subprocess
import sys

import numpy as np
import pytest

import gelenk
from tests.support.tolerance import tol

MODEL = """<mujoco><worldbody><camera name="c" pos="0 -3 1" xyaxes="1 0 0 0 0 1"/>
<body pos="0 0 1" euler="0 90 0"><joint name="j" springref=".2" stiffness="10" springyield=".1"/><geom size=".1"/>
{}</body></worldbody>
<tendon><fixed name="t"><joint joint="j" coef="2"/></fixed></tendon></mujoco>"""


def made(inside=""):
    m = gelenk.MjModel.from_xml_string(MODEL.format(inside), release="4.0")
    d = gelenk.MjData(m)
    gelenk.mj_forward(m, d)
    return m, d


@pytest.fixture
def config():
    before = gelenk.MjLogConfig.get()
    yield gelenk.MjLogConfig.get()
    before.set()


def test_topics_are_logged_to_a_file(config, tmp_path, caplog):
    config.logto_file, config.logfile = True, str(tmp_path / "log.txt")
    config.topics |= 1 << (gelenk.mjtLogTopic.mjTOPIC_TIME_CMP - 1)
    config.set()
    assert gelenk.MjLogConfig.get() == config
    made()
    assert "INFO: compile time" in (tmp_path / "log.txt").read_text()
    config.logto_console = False
    config.set()
    gelenk.mju_writeLog("WARNING", "a warning")
    assert "WARNING: a warning" in (tmp_path / "log.txt").read_text() and "a warning" not in caplog.text


def test_a_configuration_is_checked(config, tmp_path):
    for name, value in (("topics", "x"), ("logfile", 3), ("logto_file", "yes")):
        with pytest.raises(TypeError, match=f"{name} of MjLogConfig takes"):
            setattr(config, name, value)
    with pytest.raises(AttributeError, match="topic"):
        config.topic = 1
    config.topics = -1
    with pytest.raises(ValueError, match="topics must be >= 0"):
        config.set()
    config.topics, config.logto_file, config.logfile = 0, True, ""
    with pytest.raises(ValueError, match="logfile must be the name of a file"):
        config.set()
    config.logfile = str(tmp_path / "none" / "log.txt")
    config.set()
    with pytest.raises(gelenk.Error, match="cannot write the log"):
        gelenk.mju_writeLog("WARNING", "a warning")


def test_plain_structs_have_their_fields():
    contact = gelenk.MjPreContact()
    contact.dist, contact.pos = 3, [1, 2, 3]
    assert contact.dist == 3.0 and contact.pos.tolist() == [1, 2, 3] and contact != gelenk.MjPreContact()
    with pytest.raises(TypeError, match="dist takes a number"):
        contact.dist = "x"
    with pytest.raises((TypeError, ValueError)):
        contact.normal = [1, 2]
    info = gelenk.MjrRendererInfo()
    gelenk.mjr_defaultRendererInfo(info)
    gelenk.mjr_getRendererInfo(info)
    assert (info.renderer, info.backend) == ("classic", "")
    with pytest.raises(AttributeError):
        info.renderer = "other"
    attribute = gelenk.MjrVertexAttribute(usage=2, type=1)
    assert (attribute.usage, attribute.type) == (2, 1)
    with pytest.raises(TypeError):
        gelenk.MjrVertexAttribute(usage="x")
    message = gelenk.MjLogMessage()
    assert (message.level, message.subject, message.body) == (0, "", None)
    geom = gelenk.MjvGeom()
    assert geom.texid == -1 and geom.texuniform == 0 and geom.texrepeat.tolist() == [0, 0]
    with pytest.raises(AttributeError, match="matid"):
        geom.texid = 1


SHAPES = {"sphere": ".3", "capsule": ".1 .2", "cylinder": ".1 .2", "ellipsoid": ".1 .2 .3", "box": ".1 .2 .3"}


@pytest.mark.parametrize("shape", SHAPES)
def test_points_inside_of_sites_are_those_that_the_sensor_finds(shape):
    site = f'<site name="s" type="{shape}" size="{SHAPES[shape]}" pos=".1 0 .05" euler="20 0 40"/>'
    m, d = made(site)
    points = d.site_xpos[0] + np.random.default_rng(1).uniform(-0.4, 0.4, (200, 3))
    found = [gelenk.mj_insideSite(m, d, 0, point) for point in points]
    local = (points - d.site_xpos[0]) @ d.site_xmat[0].reshape(3, 3)
    size = m.site_size[0]
    inside = {
        "sphere": lambda p: np.linalg.norm(p, axis=1) < size[0],
        "capsule": lambda p: np.linalg.norm(p - np.clip(p, 0, 0) - _on_axis(p, size[1]), axis=1) < size[0],
        "cylinder": lambda p: (np.hypot(p[:, 0], p[:, 1]) < size[0]) & (abs(p[:, 2]) < size[1]),
        "ellipsoid": lambda p: ((p / size) ** 2).sum(axis=1) < 1,
        "box": lambda p: (abs(p) < size).all(axis=1),
    }[shape](local)
    assert found == inside.astype(int).tolist() and 0 < sum(found) < len(found)
    with pytest.raises(IndexError, match="siteid"):
        gelenk.mj_insideSite(m, d, 1, points[0])


def _on_axis(p, half):
    """Nearest points of the segment of a capsule."""
    return np.stack([0 * p[:, 0], 0 * p[:, 0], np.clip(p[:, 2], -half, half)], axis=1)


def test_a_camera_becomes_a_graphics_camera():
    m, d = made()
    cam = gelenk.MjvCamera()
    cam.type, cam.fixedcamid = gelenk.mjtCamera.mjCAMERA_FIXED, 0
    found = gelenk.mjv_camera2GLCamera(m, d, cam)
    np.testing.assert_allclose(found.pos, [0, -3, 1], atol=tol(1e-6))  # float32
    np.testing.assert_allclose(found.forward, [0, 1, 0], atol=tol(1e-6))


def test_a_pool_of_threads_belongs_to_the_data():
    m, d = made()
    gelenk.mju_threadpool(d, 2)
    assert d.threadpool
    gelenk.mj_step(m, d)
    gelenk.mju_threadpool(d, 0)
    assert not d.threadpool


def test_a_context_is_current_within_a_statement():
    outer, inner = gelenk.GLContext(20, 10), gelenk.GLContext(30, 10)
    outer.make_current()
    with inner.as_current():
        assert gelenk.render.current_context.window_size((1, 1)) == (30, 10)
    assert gelenk.render.current_context.window_size((1, 1)) == (20, 10)
    outer.free()


def test_objects_have_the_derived_fields_of_their_kind():
    m, d = made('<site name="s" size=".1"/>')
    np.testing.assert_array_equal(d.body(1).xiquat, d.xiquat[1])
    np.testing.assert_array_equal(d.geom(0).xquat, d.geom_xquat[0])
    np.testing.assert_array_equal(d.site("s").xquat, d.site_xquat[0])
    np.testing.assert_array_equal(d.joint("j").plastic, d.plastic[:1])
    assert d.tendon("t").plastic.shape == (0,) and m.tendon("t").J_colind.tolist() == [0]
    with pytest.raises(AttributeError, match="no attribute 'xiquat'"):
        d.geom(0).xiquat  # noqa: B018


def test_derivatives_of_inertia_have_the_columns_of_either_release():
    pendulum = '<body pos=".3 0 0"><joint axis="0 1 0"/><geom size=".1" pos=".2 0 0"/></body><freejoint/>'
    m = gelenk.MjModel.from_xml_string(
        f'<mujoco><worldbody><body><freejoint/><geom size=".1"/></body><body pos="1 0 0">{pendulum}'
        '<geom size=".1"/></body></worldbody></mujoco>'
    )
    d = gelenk.MjData(m)
    gelenk.mj_forward(m, d)
    full, sparse = np.zeros((m.nv, m.nM)), np.zeros((m.nv, m.nC))
    for last in (full, sparse):
        gelenk.mjd_inverseFD(m, d, 1e-6, 0, *[None] * 6, last)
    assert m.nC != m.nM and full.any()
    np.testing.assert_array_equal(sparse, full[:, m.mapM2M])


AT_LEVEL_4 = """
import gelenk
m = gelenk.MjModel.from_xml_string("<mujoco/>")
gravity, opt = m.opt.gravity, gelenk.MjOption()
assert opt.sleep_tolerance == 1e-3
opt.timestep, opt.gravity = .003, (0, 0, -1)
m.opt = opt
opt.timestep = 1
assert m.opt.timestep == .003 and gravity[2] == -1
vis = gelenk.MjModel.from_xml_string("<mujoco/>").vis
vis.global_.fovy, vis.headlight.active = 75, 0
m.vis = vis
assert m.vis.global_.fovy == 75 and m.vis.headlight.active == 0 and m.vis is not vis
for name, wrong in (("opt", m.stat), ("vis", 3), ("stat", None)):
    try:
        setattr(m, name, wrong)
    except TypeError as error:
        assert name in str(error)
    else:
        raise AssertionError(name)
m.flg_gravcomp = True
assert m.ngravcomp == 1 and m.flg_gravcomp
m.flg_gravcomp = False
assert m.ngravcomp == 0
assert len(gelenk.mjRNDSTRING) == 12
gelenk.mj_defaultSolRefImp(None, None)
"""


def test_settings_can_be_assigned_at_level_4():
    own = os.environ | {"GELENK_API": "4.0.0"}
    done = subprocess.run([sys.executable, "-c", AT_LEVEL_4], env=own, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
