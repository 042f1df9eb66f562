"""Light that is a polynomial in a tile is that of the cells; pictures of plain Python are those of the libraries.

Documents: Programming / Visualization; XML reference / light
"""

import os
import subprocess
import sys

import numpy as np
import pytest

import gelenk

# a floor with a highlight, a cone with a rim, a shadow and a texture, which fills the tiles of the lower half
SCENE = """<mujoco><statistic extent="2" center="0 0 0"/><visual><map znear=".02" zfar="20" shadowclip="2"/>
  <global offwidth="128" offheight="96"/><quality shadowsize="256" numslices="8" numstacks="4" offsamples="0"/></visual>
 <asset><texture name="t" type="2d" builtin="checker" rgb1=".2 .3 .4" rgb2=".9 .8 .6" width="64" height="64"/>
  <material name="m" texture="t" texuniform="true" texrepeat="1 1" specular=".6" shininess=".3"/></asset>
 <worldbody><light type="directional" pos="0 0 3" dir=".2 .1 -1" diffuse=".6 .6 .6" specular=".5 .5 .5"/>
  <light pos="1 -1 2" dir="-.3 .4 -1" cutoff="30" exponent="6" diffuse=".5 .3 .3" castshadow="false"/>
  <camera name="c" pos="0 -1.6 1.3" xyaxes="1 0 0 0 .8 1" fovy="22"/>
  <geom type="plane" size="2 2 .02" material="m"/>
  <geom type="box" size=".1 .2 .1" pos=".2 .1 .1" rgba=".8 .3 .2 1"/></worldbody></mujoco>"""
# what a process without libraries draws: with polynomials, in which it counts tiles, and with none
PLAIN = """
import sys
import numpy as np
from gelenk.render import planes
from tests.render.test_even_light import picture

count = 0

def fit_tile_light(c, s, thread, base, n, g, *tile):
    global count
    original(c, s, thread, base, n, g, *tile)
    count += bool(planes.is_evenly_lit(c, thread, g))

original, planes.fit_tile_light = planes.fit_tile_light, fit_tile_light
usual = picture()
some, planes.TOLERANCE = count, -1.0
cells = picture()
np.savez(sys.argv[1], usual=usual, cells=cells, even=some, none=count - some)
"""


def picture():
    m = gelenk.MjModel.from_xml_string(SCENE)
    d = gelenk.MjData(m)
    gelenk.mj_forward(m, d)
    with gelenk.Renderer(m, 96, 128, threads=1) as renderer:
        renderer.update_scene(d, "c")
        return renderer.render()


@pytest.fixture(scope="module")
def plain(tmp_path_factory):
    out = tmp_path_factory.mktemp("plain") / "pictures.npz"
    subprocess.run([sys.executable, "-c", PLAIN, str(out)], check=True, env={**os.environ, "GELENK_JIT": "0"})
    return np.load(out)


def test_polynomials_in_tiles_are_the_light_of_cells(plain):
    assert 2 <= plain["even"] < 12  # of 12 tiles
    assert plain["none"] == 0
    difference = np.abs(plain["usual"].astype(int) - plain["cells"])
    # a set of lights is off by a fifth of a step between colors; so a rounded color is by one at most
    assert 0 < difference.max() <= 1
    assert difference.mean() < 0.05


def test_plain_python_draws_what_libraries_draw(plain):
    difference = np.abs(plain["usual"].astype(int) - picture())
    # sums are contracted otherwise: colors between two steps may be rounded to either
    assert difference.max() <= 1
    assert (difference > 0).mean() < 0.001
