"""Camera matrices and points of depth images agree with what the renderer draws, for every kind of camera.

Documents: Programming / Visualization; Modeling / Cameras
"""

import numpy as np
import pytest

import gelenk
from gelenk import render
from tests.support.tolerance import tol

WIDTH, HEIGHT = 200, 140
SCENE = """<mujoco><visual><map znear="0.02" zfar="30"/></visual><worldbody>
  <light pos="0 0 3"/>
  <camera name="fovy" pos="1.6 -1.1 0.9" xyaxes="0.6 0.8 0 -0.4 0.3 0.87" fovy="50"/>
  <camera name="ortho" pos="1.6 -1.1 0.9" xyaxes="0.6 0.8 0 -0.4 0.3 0.87" projection="orthographic" fovy="1.6"/>
  <camera name="sensor" pos="1.6 -1.1 0.9" xyaxes="0.6 0.8 0 -0.4 0.3 0.87" resolution="200 140"
          sensorsize="0.02 0.014" focal="0.016 0.02" principal="0.001 -0.0015"/>
  <geom name="floor" type="plane" size="0 0 1" pos="0 0 -0.3"/>
  <body name="box" pos="0.05 0.02 0.1" euler="20 30 40">
    <freejoint/>
    <geom name="box" type="box" size="0.2 0.15 0.1" rgba="1 0 0 1"/>
    <camera name="tracked" mode="targetbody" target="box" pos="0.8 0.9 0.7"/>
  </body>
  <geom name="ball" size="0.12" pos="-0.3 0.3 0" rgba="0 0 1 1"/>
</worldbody></mujoco>"""
SIZE = np.array([0.2, 0.15, 0.1])


@pytest.fixture(scope="module")
def scene():
    m = gelenk.MjModel.from_xml_string(SCENE)
    d = gelenk.MjData(m)
    gelenk.mj_forward(m, d)
    return m, d


def views(m):
    """Cameras of every kind."""
    free = gelenk.MjvCamera()
    gelenk.mjv_defaultFreeCamera(m, free)
    free.lookat[:], free.distance, free.azimuth, free.elevation = (0.1, 0, 0), 1.5, 70, -35
    flat = gelenk.MjvCamera()
    flat.lookat[:], flat.distance, flat.azimuth, flat.elevation, flat.orthographic = (
        (0, 0, 0),
        1.5,
        70,
        -35,
        1,
    )
    tracking = gelenk.MjvCamera()
    tracking.type, tracking.trackbodyid = int(gelenk.mjtCamera.mjCAMERA_TRACKING), m.body("box").id
    tracking.distance, tracking.azimuth, tracking.elevation = 1.2, 200, -20
    names = {name: name for name in ("fovy", "ortho", "sensor")}
    return names | {"number": m.cam("fovy").id, "free": free, "flat": flat, "tracking": tracking}


KINDS = ("fovy", "ortho", "sensor", "number", "free", "flat", "tracking")


def project(matrix, world):
    image = np.column_stack([world, np.ones(len(world))]) @ matrix.T
    return image[:, :2] / image[:, 2:]


def corners(d):
    """Return the corners of the box in the world (8, 3)."""
    signs = np.stack(np.meshgrid([-1, 1], [-1, 1], [-1, 1]), -1).reshape(-1, 3)
    return signs * SIZE @ d.geom("box").xmat.reshape(3, 3).T + d.geom("box").xpos


@pytest.mark.parametrize("kind", KINDS)
def test_the_corners_of_a_box_are_where_the_picture_has_them(kind, scene):
    m, d = scene
    camera = views(m)[kind]
    shown = render.pictures(m, d, camera, WIDTH, HEIGHT, "segmentation")[0, 0, :, :, 0] == m.geom("box").id
    rows, columns = np.nonzero(shown)
    seen = project(render.camera_matrix(m, d, camera, WIDTH, HEIGHT), corners(d))
    # a pixel belongs to the box if its center does: the outermost ones are a pixel inside, two at sharp corners
    for axis, found in enumerate((columns, rows)):
        low, high = seen[:, axis].min(), seen[:, axis].max()
        assert low > 0 and high < (WIDTH, HEIGHT)[axis] - 1, "the test needs all corners in the picture"
        assert -tol(1e-6) <= found.min() - low < 2 and -tol(1e-6) <= high - found.max() < 2


@pytest.mark.parametrize("kind", KINDS)
def test_points_lie_on_the_surfaces(kind, scene):
    m, d = scene
    camera = views(m)[kind]
    xyz, rgb = render.points(m, d, camera, WIDTH, HEIGHT)
    ids = render.pictures(m, d, camera, WIDTH, HEIGHT, "segmentation")[0, 0, :, :, 0]
    colors = render.pictures(m, d, camera, WIDTH, HEIGHT)[0, 0]
    assert xyz.shape == rgb.shape == ((ids >= 0).sum(), 3) and rgb.dtype == np.uint8
    np.testing.assert_array_equal(rgb, colors[ids >= 0])
    ids = ids[ids >= 0]
    # float32 depths of 1 at 0.02 m and 0 at 30 m: an orthographic camera resolves 30 m times 2^-24 times a few
    precise = 3e-5
    box = ids == m.geom("box").id
    inside = np.abs((xyz[box] - d.geom("box").xpos) @ d.geom("box").xmat.reshape(3, 3)) / SIZE
    assert box.sum() > 300
    np.testing.assert_allclose(inside.max(axis=1), 1, atol=tol(precise / 0.1))
    floor = xyz[ids == m.geom("floor").id]
    np.testing.assert_allclose(floor[np.abs(floor).max(axis=1) < 3, 2], -0.3, atol=tol(precise))
    ball = np.linalg.norm(xyz[ids == m.geom("ball").id] - d.geom("ball").xpos, axis=1)
    assert (ball < 0.12 + precise).all() and (
        ball > 0.98 * 0.12
    ).all()  # numslices polygons are inside of the sphere


@pytest.mark.parametrize("kind", KINDS)
def test_points_are_projected_to_their_pixels(kind, scene):
    m, d = scene
    camera = views(m)[kind]
    xyz, _ = render.points(m, d, camera, WIDTH, HEIGHT)
    ids = render.pictures(m, d, camera, WIDTH, HEIGHT, "segmentation")[0, 0, :, :, 0]
    pixels = project(render.camera_matrix(m, d, camera, WIDTH, HEIGHT), xyz)
    np.testing.assert_allclose(pixels, np.argwhere(ids >= 0)[:, ::-1], atol=tol(1e-6))


def test_the_matrix_is_the_product_that_opencv_expects(scene):
    m, d = scene
    inner = render.intrinsics(m, d, "fovy", WIDTH, HEIGHT)
    outer = render.extrinsics(m, d, "fovy")
    np.testing.assert_allclose(
        inner @ outer[:3], render.camera_matrix(m, d, "fovy", WIDTH, HEIGHT), atol=tol(1e-12)
    )
    f = 0.5 * HEIGHT / np.tan(np.radians(25))
    # 1e-6: frustums of scenes are float32
    expected = [[f, 0, WIDTH / 2 - 0.5], [0, f, HEIGHT / 2 - 0.5], [0, 0, 1]]
    np.testing.assert_allclose(inner, expected, rtol=tol(1e-5))
    # the pose of the camera: x to the right, y down, z along the view, which is -z of the camera of the model
    pose = np.linalg.inv(outer)
    np.testing.assert_allclose(pose[:3, :3], d.cam("fovy").xmat.reshape(3, 3) * (1, -1, -1), atol=tol(1e-6))
    np.testing.assert_allclose(pose[:3, 3], d.cam("fovy").xpos, atol=tol(1e-6))


def test_intrinsics_of_a_sensor_follow_from_its_focal_length_and_principal_point(scene):
    """A pixel of the sensor is 0.1 mm; the principal point is an offset from the center, y up."""
    m, d = scene
    inner = render.intrinsics(m, d, "sensor", 200, 140)
    np.testing.assert_allclose(inner[[0, 1], [0, 1]], (160, 200), rtol=tol(1e-5))
    kx, ky = m.cam("sensor").intrinsic[2:]
    assert abs(inner[0, 2] - 99.5) == pytest.approx(abs(kx) / 1e-4, rel=tol(1e-4))
    assert abs(inner[1, 2] - 69.5) == pytest.approx(abs(ky) / 1e-4, rel=tol(1e-4))


def test_pixels_of_the_background_have_no_points():
    m = gelenk.MjModel.from_xml_string(
        "<mujoco><asset><texture type='skybox' builtin='flat' width='8' height='48' rgb1='1 1 1'/></asset>"
        "<worldbody><geom size='.1'/></worldbody></mujoco>"
    )
    d = gelenk.MjData(m)
    gelenk.mj_forward(m, d)
    xyz, rgb = render.points(m, d, -1, 64, 48)
    assert 0 < len(xyz) < 64 * 48 and np.linalg.norm(xyz, axis=1).max() < 0.1001
    nothing = gelenk.MjvOption()
    nothing.geomgroup[:] = 0
    xyz, rgb = render.points(m, d, -1, 64, 48, option=nothing)
    assert xyz.shape == rgb.shape == (0, 3)


@pytest.mark.parametrize(
    ("call", "error", "words"),
    [
        (lambda m, d: render.points(m, d, "fov"), ValueError, "id you mean 'fovy'"),
        (lambda m, d: render.points(m, d, 7), ValueError, "out of range"),
        (lambda m, d: render.points(m, m), TypeError, "data"),
        (lambda m, d: render.camera_matrix(m, d, "fovy", 0, 10), ValueError, "."),
        (lambda m, d: render.intrinsics(m, gelenk.MjData(gelenk.models.load("pendulum"))), ValueError, "."),
        (lambda m, d: render.extrinsics(m, d, 1.5), TypeError, "."),
    ],
)
def test_mistakes_are_told(call, error, words, scene):
    with pytest.raises(error, match=words):
        call(*scene)
