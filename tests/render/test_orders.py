"""Triangles of what is transparent are drawn in the order of 3.5.0, which shows where nothing is culled.

Documents: API / mjtRndFlag; API / MjvGeom
"""

import numpy as np
import pytest

import gelenk
from gelenk.tables.enums import mjtGeom, mjtRndFlag
from tests.support.tolerance import tol

ROUGH = " ".join(f"{(7 * i % 10) / 10}" for i in range(20))
ROOM = f"""<mujoco><statistic extent="2" center="0 0 0"/><visual>
<headlight ambient="0 0 0" diffuse="1 1 1" specular="0 0 0"/>
<quality offsamples="0" numslices="12" numstacks="8" numquads="3"/></visual>
<asset><hfield name="h" nrow="4" ncol="5" size=".6 .5 .3 .2" elevation="{ROUGH}"/></asset>
<worldbody><geom {{}} rgba="1 1 1 .9"/></worldbody></mujoco>"""
GEOMS = {
    "sphere": 'type="sphere" size=".5"',
    "capsule": 'type="capsule" size=".4 .3"',
    "cylinder": 'type="cylinder" size=".5 .3"',
    "box": 'type="box" size=".5 .4 .3"',
    "hfield": 'type="hfield" hfield="h"',
}
ARROWS = {
    "arrow": mjtGeom.mjGEOM_ARROW,
    "arrow1": mjtGeom.mjGEOM_ARROW1,
    "arrow2": mjtGeom.mjGEOM_ARROW2,
}
VIEWS = ((30, -20), (200, -60), (290, 35), (10, -5))  # azimuth and elevation
# means of the pictures of 3.5.0 (120 x 120, OSMesa): far sides get no light, so that they are dark where they come last
MEANS = {
    "sphere": (40.77, 41.74, 18.12, 26.55),
    "capsule": (44.96, 28.63, 34.37, 34.15),
    "cylinder": (50.31, 67.15, 5.76, 44.67),
    "box": (32.17, 40.37, 33.14, 43.85),
    "hfield": (6.72, 8.36, 63.26, 7.03),
    "arrow": (7.84, 2.51, 10.13, 10.80),
    "arrow1": (8.99, 2.88, 3.53, 10.68),
    "arrow2": (14.51, 12.03, 11.42, 16.76),
}


def seen(name, view, alpha=0.9, cull=False):
    """A picture of a geom from a view."""
    m = gelenk.MjModel.from_xml_string(ROOM.format(GEOMS.get(name, 'size=".01"')))
    d = gelenk.MjData(m)
    gelenk.mj_forward(m, d)
    camera = gelenk.MjvCamera()
    gelenk.mjv_defaultFreeCamera(m, camera)
    (camera.azimuth, camera.elevation), camera.distance, camera.lookat[:] = view, 2, 0
    with gelenk.Renderer(m, 120, 120) as renderer:
        renderer.update_scene(d, camera)
        scene = renderer.scene
        scene.flags[mjtRndFlag.mjRND_CULL_FACE], scene.flags[mjtRndFlag.mjRND_SHADOW] = cull, False
        if name in ARROWS:
            size, pos, color = (
                np.array([0.15, 0.25, 0.9]),
                np.array([0, 0, -0.2]),
                np.array([1, 1, 1, alpha], np.float32),
            )
            gelenk.mjv_initGeom(scene.geoms[0], ARROWS[name], size, pos, np.eye(3).ravel(), color)
        return renderer.render()[:, :, 0].astype(int)


@pytest.mark.parametrize("name", MEANS)
def test_without_culling_the_last_triangle_of_3_5_0_covers_the_others(name):
    found = [seen(name, view).mean() for view in VIEWS]
    # another order changes a mean by levels; a row of pixels at a silhouette by a tenth of one
    np.testing.assert_allclose(found, MEANS[name], atol=tol(0.3))


def extent(picture):
    """First and last row of what is there, and the widest row."""
    rows = np.flatnonzero((picture > 0).any(axis=1))
    return int(rows[0]), int(rows[-1]), int((picture > 0).sum(axis=1).max())


# upper and lower row, and width, in pictures of 3.5.0: ARROW1 has a head as wide as its shaft, ARROW2 one at each end
EXTENTS = {"arrow": (42, 76, 32), "arrow1": (42, 76, 22), "arrow2": (42, 106, 32)}


@pytest.mark.parametrize("name", ARROWS)
def test_arrows_are_as_long_and_wide_as_in_3_5_0(name):
    assert extent(seen(name, (90, 0), alpha=1, cull=True)) == EXTENTS[name]


BEFORE_A_WALL = """<mujoco><worldbody><geom type="box" size="3 .1 3" pos="0 2 0" rgba=".2 .4 .1 1"/>{}
<geom type="{}" size=".5 .4 .3" rgba=".8 .3 .6 .4" euler="70 30 20"/></worldbody></mujoco>"""


@pytest.mark.parametrize("kind", ["plane", "box", "sphere", "ellipsoid", "capsule"])
def test_the_farthest_transparent_geom_looks_as_one_before_others_does(kind):
    """It is shaded once for the two times that it is laid; behind the wall is another one, which nobody sees."""
    pictures = []
    for behind in ("", '<geom type="box" size="2 .1 2" pos="0 3 0" rgba="1 1 1 .5"/>'):
        m = gelenk.MjModel.from_xml_string(BEFORE_A_WALL.format(behind, kind))
        d = gelenk.MjData(m)
        gelenk.mj_forward(m, d)
        camera = gelenk.MjvCamera()
        camera.azimuth, camera.elevation, camera.distance = 90, -10, 3
        with gelenk.Renderer(m, 120, 120) as renderer:
            renderer.update_scene(d, camera)
            pictures.append(renderer.render())
    assert len(np.unique(pictures[0].reshape(-1, 3), axis=0)) > 3
    np.testing.assert_array_equal(*pictures)
